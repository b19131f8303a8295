//! Tools for the developers of Mekong: `cargo xtask TOOL`.

mod calibrate;
mod echo;
mod load;
mod results;
mod tune;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use mekong_core::Lang;
use mekong_terminal::{
    context::Context,
    failure::Failure,
    program::{self, Program},
};

/// The command line of a tool, and what it does.
type Tool = (fn(Lang) -> Command, fn(&ArgMatches, &Context) -> Result<ExitCode, Failure>);

/// Every tool, in the order of the help.
const TOOLS: &[Tool] = &[
    (calibrate::command, calibrate::run),
    (echo::command, echo::run),
    (load::command, load::run),
    (results::command, results::run),
    (tune::command, tune::run),
];

fn main() -> ExitCode {
    Program { name: "xtask", command, run, explain: |_, _| None }.main()
}

fn command(lang: Lang) -> Command {
    let command = Command::new("xtask")
        .bin_name("cargo xtask")
        .version(env!("CARGO_PKG_VERSION"))
        .about(lang.pick("Developer tools of Mekong", "Outils de développement de Mekong"));
    let tools = TOOLS.iter().map(|(command, _)| command(lang));
    program::root(program::with_subcommands(command, lang).subcommands(tools), lang)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (name, matches) = matches.subcommand().expect("clap requires a tool");
    let tool = TOOLS.iter().find(|(command, _)| command(context.lang).get_name() == name);
    let (_, run) = tool.expect("clap accepts these tools only");
    run(matches, context)
}

#[cfg(test)]
#[path = "../../terminal/tests/arguments/mod.rs"]
mod arguments;

#[cfg(test)]
mod tests {
    #[test]
    fn invalid_values_are_rejected_with_the_reason() {
        super::arguments::check(super::command, 15);
    }
}
