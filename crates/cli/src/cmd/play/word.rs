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

    /// What can be typed for it in a language; the first is the word that is shown. Accents and capitals do not matter.
    const fn names(self, lang: Lang) -> &'static [&'static str] {
        match (self, lang) {
            (Word::Help, Lang::En) => &["help", "h", "?", "commands"],
            (Word::Help, Lang::Fr) => &["aide", "commandes"],
            (Word::Moves, Lang::En) => &["moves", "legal"],
            (Word::Moves, Lang::Fr) => &["coups", "permis", "possibles"],
            (Word::Board, Lang::En) => &["board", "show", "position"],
            (Word::Board, Lang::Fr) => &["plateau", "montrer", "voir", "revoir"],
            (Word::List, Lang::En) => &["list", "history", "log"],
            (Word::List, Lang::Fr) => &["liste", "historique"],
            (Word::Undo, Lang::En) => &["undo", "u", "back", "takeback", "take back"],
            (Word::Undo, Lang::Fr) => &["annuler", "reprendre", "défaire"],
            (Word::Redo, Lang::En) => &["redo", "again"],
            (Word::Redo, Lang::Fr) => &["refaire", "rejouer", "rétablir"],
            (Word::Hint, Lang::En) => &["hint", "tip", "advice"],
            (Word::Hint, Lang::Fr) => &["indice", "astuce", "conseil"],
            (Word::Why, Lang::En) => &["why", "explain"],
            (Word::Why, Lang::Fr) => &["pourquoi", "expliquer"],
            (Word::Eval, Lang::En) => &["eval", "evaluate", "score"],
            (Word::Eval, Lang::Fr) => &["évaluation", "évaluer"],
            (Word::Level, Lang::En) => &["level", "strength"],
            (Word::Level, Lang::Fr) => &["niveau", "force"],
            (Word::Resign, Lang::En) => &["resign", "surrender", "give up"],
            (Word::Resign, Lang::Fr) => &["abandonner", "abandon"],
            (Word::Save, Lang::En) => &["save", "keep", "write"],
            (Word::Save, Lang::Fr) => &["enregistrer", "sauver", "sauvegarder", "garder"],
            (Word::Quit, Lang::En) => &["quit", "q", "exit", "stop", "bye"],
            (Word::Quit, Lang::Fr) => &["quitter", "sortir", "arrêter", "fin"],
        }
    }

    pub(crate) const fn name(self, lang: Lang) -> &'static str {
        self.names(lang)[0]
    }

    /// What else can be typed for it, those of the language first.
    pub(crate) fn other_names(self, lang: Lang) -> impl Iterator<Item = &'static str> {
        let other = if lang == Lang::En { Lang::Fr } else { Lang::En };
        self.names(lang).iter().skip(1).chain(self.names(other)).copied()
    }

    /// The word that a line begins with, and the rest of it. Both languages are understood whatever the language of the
    /// program.
    pub(crate) fn parse(line: &str) -> Option<(Word, &str)> {
        let names = |word: Word| Lang::ALL.into_iter().flat_map(move |lang| word.names(lang));
        Word::ALL.into_iter().find_map(|word| {
            names(word).find_map(|name| {
                let (begin, rest) = split_words(line, name.split(' ').count());
                (folded(&begin) == folded(name)).then_some((word, rest))
            })
        })
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

/// The first words of a line with single spaces between them, and the rest.
fn split_words(line: &str, count: usize) -> (String, &str) {
    let (mut words, mut rest) = (Vec::new(), line.trim());
    for _ in 0..count {
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        words.push(word);
        rest = behind.trim_start();
    }
    (words.join(" "), rest)
}

/// In lower case and without the accents of French: not every keyboard has them, and some systems type them as characters of
/// their own.
fn folded(text: &str) -> String {
    let plain = |ch| match ch {
        'à' | 'â' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'ù' | 'û' => 'u',
        'ç' => 'c',
        _ => ch,
    };
    let is_combining = |ch: &char| ('\u{300}'..='\u{36f}').contains(ch);
    text.to_lowercase().chars().filter(|ch| !is_combining(ch)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use mekong_core::Lang;

    use super::Word;

    fn all_names() -> Vec<(Word, &'static str)> {
        let of = |word: Word| {
            Lang::ALL.into_iter().flat_map(move |lang| word.names(lang)).map(move |name| (word, *name))
        };
        Word::ALL.into_iter().flat_map(of).collect()
    }

    #[test]
    fn words_are_understood_in_both_languages() {
        for (word, name) in all_names() {
            let padded = format!("  {}\tthe rest ", name.replace(' ', "  "));
            for line in [name.to_owned(), name.to_uppercase(), padded] {
                assert_eq!(Word::parse(&line).map(|(found, _)| found), Some(word), "{line}");
            }
        }
        assert_eq!(Word::parse("sauver ma partie.json"), Some((Word::Save, "ma partie.json")));
        assert_eq!(Word::parse("evaluation"), Some((Word::Eval, "")));
        assert_eq!(Word::parse("e\u{301}valuation"), Some((Word::Eval, "")));
        assert_eq!(Word::parse("DÉFAIRE"), Some((Word::Undo, "")));
        assert_eq!(Word::parse("take back now"), Some((Word::Undo, "now")));
        for other in ["c1c2", "", " ", "take", "helpless", "indices", "c'est quoi"] {
            assert_eq!(Word::parse(other), None, "{other}");
        }
    }

    #[test]
    fn no_name_is_that_of_two_words() {
        let mut known = HashSet::new();
        for (_, name) in all_names() {
            assert!(known.insert(super::folded(name)), "{name}");
        }
    }

    #[test]
    fn no_word_is_a_move_of_any_game() {
        for (_, name) in all_names() {
            for entry in mekong_catalog::GAMES {
                let mut session = entry.start(mekong_core::Variants::NONE, 1);
                let refused = session.play(name);
                assert!(matches!(refused, Err(mekong_catalog::MoveError::Unreadable(_))), "{name}");
            }
        }
    }
}
