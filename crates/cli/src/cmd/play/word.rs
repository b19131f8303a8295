use mekong_core::{Lang, Text};

/// What can be typed besides a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Help,
    Moves,
    Board,
    List,
    Undo,
    Redo,
    Hint,
    Why,
    Eval,
    Level,
    Resign,
    Save,
    Quit,
}

impl Word {
    pub(crate) const ALL: [Word; 13] = [
        Word::Help,
        Word::Moves,
        Word::Board,
        Word::List,
        Word::Undo,
        Word::Redo,
        Word::Hint,
        Word::Why,
        Word::Eval,
        Word::Level,
        Word::Resign,
        Word::Save,
        Word::Quit,
    ];

    const fn names(self) -> Text {
        match self {
            Word::Help => Text { en: "help", fr: "aide" },
            Word::Moves => Text { en: "moves", fr: "coups" },
            Word::Board => Text { en: "board", fr: "plateau" },
            Word::List => Text { en: "list", fr: "liste" },
            Word::Undo => Text { en: "undo", fr: "annuler" },
            Word::Redo => Text { en: "redo", fr: "refaire" },
            Word::Hint => Text { en: "hint", fr: "astuce" },
            Word::Why => Text { en: "why", fr: "pourquoi" },
            Word::Eval => Text { en: "eval", fr: "évaluation" },
            Word::Level => Text { en: "level", fr: "niveau" },
            Word::Resign => Text { en: "resign", fr: "abandonner" },
            Word::Save => Text { en: "save", fr: "enregistrer" },
            Word::Quit => Text { en: "quit", fr: "quitter" },
        }
    }

    pub(crate) const fn name(self, lang: Lang) -> &'static str {
        self.names().get(lang)
    }

    /// Both languages are understood whatever the language of the program.
    pub(crate) fn parse(text: &str) -> Option<Word> {
        let word = text.to_lowercase();
        let aliases = [
            ("?", Word::Help),
            ("exit", Word::Quit),
            ("q", Word::Quit),
            // Not every keyboard has the letter, and not everyone abbreviates.
            ("evaluation", Word::Eval),
            ("éval", Word::Eval),
        ];
        let by_name = Word::ALL.into_iter().find(|w| word == w.names().en || word == w.names().fr);
        by_name.or_else(|| aliases.into_iter().find(|(alias, _)| word == *alias).map(|(_, w)| w))
    }

    pub(crate) const fn meaning(self) -> Text {
        match self {
            Word::Help => Text { en: "this page", fr: "cette page" },
            Word::Moves => Text { en: "all legal moves", fr: "tous les coups permis" },
            Word::Board => Text {
                en: "the board again, and the text of the position",
                fr: "revoir le plateau, et le texte de la position",
            },
            Word::List => Text { en: "the moves played so far", fr: "les coups joués" },
            Word::Undo => Text { en: "take the last move back", fr: "reprendre le dernier coup" },
            Word::Redo => Text { en: "play it again", fr: "le rejouer" },
            Word::Hint => Text {
                en: "how the best move begins; again: the move itself",
                fr: "comment commence le meilleur coup ; encore : le coup lui-même",
            },
            Word::Why => Text {
                en: "why your last move was good or bad",
                fr: "pourquoi votre dernier coup était bon ou mauvais",
            },
            Word::Eval => Text { en: "who is ahead, and by how much", fr: "qui mène, et de combien" },
            Word::Level => Text {
                en: "how well the computer plays; with a number: another level",
                fr: "la force de l'ordinateur ; avec un nombre : un autre niveau",
            },
            Word::Resign => Text { en: "give up the game", fr: "abandonner la partie" },
            Word::Save => Text {
                en: "with a file name: keep the game in a new file, .pgn or .json",
                fr: "avec un nom de fichier : garder la partie dans un nouveau fichier, .pgn ou .json",
            },
            Word::Quit => {
                Text { en: "stop (Ctrl-D and Ctrl-C too)", fr: "arrêter (Ctrl-D et Ctrl-C aussi)" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn words_are_understood_in_both_languages() {
        assert_eq!(Word::parse("undo"), Some(Word::Undo));
        assert_eq!(Word::parse("Annuler"), Some(Word::Undo));
        assert_eq!(Word::parse("q"), Some(Word::Quit));
        assert_eq!(["eval", "Évaluation", "EVALUATION"].map(Word::parse), [Some(Word::Eval); 3]);
        assert_eq!(Word::parse("c1c2"), None);
        assert_eq!(Word::parse(""), None);
    }

    #[test]
    fn no_word_is_a_move_of_any_game() {
        for word in Word::ALL {
            for name in [word.names().en, word.names().fr] {
                for entry in &mekong_catalog::GAMES {
                    let mut session = entry.start(mekong_core::Variants::NONE, 1);
                    let refused = session.play(name);
                    assert!(matches!(refused, Err(mekong_catalog::MoveError::Unreadable(_))), "{name}");
                }
            }
        }
    }
}
