//! The command line of `mekong`.

use clap::Command;
use mekong_core::{Lang, Text};
use mekong_terminal::program;

use crate::cmd;

/// The whole command line.
pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("mekong")
        .version(env!("CARGO_PKG_VERSION"))
        .about(t(
            "Four French board games for two: Siam, Sam Liam, Saigon and Palam",
            "Quatre jeux de plateau français pour deux : Siam, Sam Liam, Saigon et Palam",
        ))
        .after_help(t(
            "Begin with:\n  \
             mekong games               which games there are, and who made them\n  \
             mekong play siam           two people at this terminal\n  \
             mekong show saigon         a board, and all that can be played on it\n\n\
             mekong COMMAND --help explains a command with examples.",
            "Pour commencer :\n  \
             mekong games               les jeux, et leurs auteurs\n  \
             mekong play siam           deux personnes à ce terminal\n  \
             mekong show saigon         un plateau, et tout ce qu'on peut y jouer\n\n\
             mekong COMMANDE --help explique une commande avec des exemples.",
        ));
    let command = program::with_subcommands(command, lang).subcommands(cmd::commands(lang));
    program::root(command, lang)
}

#[cfg(test)]
#[path = "../../terminal/tests/arguments/mod.rs"]
mod arguments;

#[cfg(test)]
mod tests {
    use super::{arguments, command};

    #[test]
    fn every_number_out_of_range_is_refused_with_its_range() {
        assert!(arguments::refuse_numbers_out_of_range(command) >= 20);
    }

    #[test]
    fn a_negative_number_is_never_taken_for_an_option() {
        arguments::negative_numbers_are_values(command);
    }
}
