//! The command line of `mekong`.

use clap::Command;
use mekong_core::Lang;
use mekong_terminal::program;

use crate::cmd;

/// The whole command line.
pub(crate) fn command(lang: Lang) -> Command {
    let command = Command::new("mekong")
        .version(env!("CARGO_PKG_VERSION"))
        .about(lang.pick(
            "Board games for two players: play, analyse, solve, host (\"mekong games\" lists them)",
            "Jeux de plateau pour deux joueurs : jouer, analyser, résoudre, héberger (liste : « mekong games »)",
        ))
        .after_help(lang.pick(
            "To get started:\n  \
             mekong serve               start a server and play in the browser\n  \
             mekong play siam           play a game in the terminal\n  \
             mekong games               list the games and their authors\n\n\
             See mekong COMMAND --help for the options of a command, with examples.",
            "Pour commencer :\n  \
             mekong serve               lancer un serveur et jouer dans le navigateur\n  \
             mekong play siam           jouer une partie dans le terminal\n  \
             mekong games               lister les jeux et leurs auteurs\n\n\
             mekong COMMANDE --help décrit les options d’une commande, avec des exemples.",
        ));
    let command = program::with_subcommands(command, lang).subcommands(cmd::commands(lang));
    program::root(command, lang)
}

#[cfg(test)]
#[path = "../../terminal/tests/arguments/mod.rs"]
mod arguments;

#[cfg(test)]
mod tests {
    #[test]
    fn invalid_values_are_rejected_with_the_reason() {
        super::arguments::check(super::command, 20);
    }
}
