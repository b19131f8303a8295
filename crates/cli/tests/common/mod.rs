//! Runs the program as a user or a script would, and records its output.

#[path = "../../../terminal/tests/hostile/mod.rs"]
pub(crate) mod hostile;
#[path = "../../../terminal/tests/output/mod.rs"]
mod output;
#[cfg(unix)]
pub(crate) mod signals;

use std::{fmt::Write as _, time::Duration};

use assert_cmd::Command;
pub(crate) use output::{Output, folder};

/// The ids of all games.
pub(crate) fn games() -> impl Iterator<Item = &'static str> {
    mekong_catalog::GAMES.iter().map(|entry| entry.info().id)
}

/// A deal of Palam from the rule page, in which a duel is possible soon.
pub(crate) const DEAL: &str =
    "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-0";

/// The program with an empty environment, so that the user's language and colour settings have no effect.
pub(crate) fn mekong(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().args(args);
    command
}

/// Runs a command to its end, with a timeout.
pub(crate) fn output_of(command: &mut Command) -> Output {
    let output = command.timeout(Duration::from_secs(600)).output().expect("the program starts");
    let Output { out, err, code } = output.into();
    Output { out: without_lists(&out), err: without_lists(&err), code }
}

/// A text with the list of all games replaced by `GAMES`, so that snapshots do not depend on how many there are.
fn without_lists(text: &str) -> String {
    let ids: Vec<&str> = games().collect();
    let (last, others) = ids.split_last().expect("there are games");
    let others = others.join(", ");
    let lists = [", ", " or ", " ou "].map(|separator| format!("{others}{separator}{last}"));
    lists.iter().fold(text.to_owned(), |text, list| text.replace(list, "GAMES"))
}

/// Runs the program with these arguments.
pub(crate) fn run(args: &[&str]) -> Output {
    output_of(&mut mekong(args))
}

/// Runs the program with a text on its standard input.
pub(crate) fn feed(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    output_of(mekong(args).write_stdin(input.into()))
}

/// The commands with their output, as a terminal would show them.
pub(crate) fn transcript(commands: &[&[&str]]) -> String {
    let mut text = String::new();
    for args in commands {
        write_down(&mut text, args, &run(args));
    }
    text
}

/// Appends a command and its output.
pub(crate) fn write_down(text: &mut String, args: &[&str], output: &Output) {
    let words: Vec<String> = args.iter().map(|word| quote(word)).collect();
    writeln!(text, "$ mekong {}", words.join(" ")).unwrap();
    text.push_str(&output.out);
    for line in output.err.lines() {
        writeln!(text, "stderr: {line}").unwrap();
    }
    if output.code != 0 {
        writeln!(text, "status: {}", output.code).unwrap();
    }
    text.push('\n');
}

fn quote(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '"', '#']) { format!("'{word}'") } else { word.to_owned() }
}
