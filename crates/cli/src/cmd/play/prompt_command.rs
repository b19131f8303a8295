use mekong_core::{Lang, Text};

/// A command that can be typed instead of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PromptCommand {
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

impl PromptCommand {
    pub(crate) const ALL: [PromptCommand; 13] = [
        PromptCommand::Help,
        PromptCommand::Moves,
        PromptCommand::Board,
        PromptCommand::List,
        PromptCommand::Undo,
        PromptCommand::Redo,
        PromptCommand::Hint,
        PromptCommand::Why,
        PromptCommand::Eval,
        PromptCommand::Level,
        PromptCommand::Resign,
        PromptCommand::Save,
        PromptCommand::Quit,
    ];

    /// The names of a command in a language, the displayed one first. Accents and case are ignored.
    const fn names(self, lang: Lang) -> &'static [&'static str] {
        match (self, lang) {
            (PromptCommand::Help, Lang::En) => &["help", "h", "?", "commands"],
            (PromptCommand::Help, Lang::Fr) => &["aide", "commandes"],
            (PromptCommand::Moves, Lang::En) => &["moves", "legal"],
            (PromptCommand::Moves, Lang::Fr) => &["coups", "permis", "possibles"],
            (PromptCommand::Board, Lang::En) => &["board", "show", "position"],
            (PromptCommand::Board, Lang::Fr) => &["plateau", "montrer", "voir", "revoir"],
            (PromptCommand::List, Lang::En) => &["list", "history", "log"],
            (PromptCommand::List, Lang::Fr) => &["liste", "historique"],
            (PromptCommand::Undo, Lang::En) => &["takeback", "take back", "undo", "u", "back"],
            (PromptCommand::Undo, Lang::Fr) => &["reprendre", "annuler", "défaire"],
            (PromptCommand::Redo, Lang::En) => &["redo", "again"],
            (PromptCommand::Redo, Lang::Fr) => &["refaire", "rejouer", "rétablir"],
            (PromptCommand::Hint, Lang::En) => &["hint", "tip", "advice"],
            (PromptCommand::Hint, Lang::Fr) => &["indice", "astuce", "conseil"],
            (PromptCommand::Why, Lang::En) => &["why", "explain"],
            (PromptCommand::Why, Lang::Fr) => &["pourquoi", "expliquer"],
            (PromptCommand::Eval, Lang::En) => &["eval", "evaluate", "score"],
            (PromptCommand::Eval, Lang::Fr) => &["évaluation", "évaluer"],
            (PromptCommand::Level, Lang::En) => &["level", "strength"],
            (PromptCommand::Level, Lang::Fr) => &["niveau", "force"],
            (PromptCommand::Resign, Lang::En) => &["resign", "surrender", "give up"],
            (PromptCommand::Resign, Lang::Fr) => &["abandonner", "abandon"],
            (PromptCommand::Save, Lang::En) => &["save", "keep", "write"],
            (PromptCommand::Save, Lang::Fr) => &["enregistrer", "sauver", "sauvegarder", "garder"],
            (PromptCommand::Quit, Lang::En) => &["quit", "q", "exit", "stop", "bye"],
            (PromptCommand::Quit, Lang::Fr) => &["quitter", "sortir", "arrêter", "fin"],
        }
    }

    pub(crate) const fn name(self, lang: Lang) -> &'static str {
        self.names(lang)[0]
    }

    /// The synonyms of a command, those of the language first.
    pub(crate) fn other_names(self, lang: Lang) -> impl Iterator<Item = &'static str> {
        let other = if lang == Lang::En { Lang::Fr } else { Lang::En };
        self.names(lang).iter().skip(1).chain(self.names(other)).copied()
    }

    /// The command that a line begins with, and the rest of the line. The names of both languages are accepted in either
    /// language.
    pub(crate) fn parse(line: &str) -> Option<(PromptCommand, &str)> {
        let names = |word: PromptCommand| Lang::ALL.into_iter().flat_map(move |lang| word.names(lang));
        PromptCommand::ALL.into_iter().find_map(|word| {
            names(word).find_map(|name| {
                let (begin, rest) = split_words(line, name.split(' ').count());
                (folded(&begin) == folded(name)).then_some((word, rest))
            })
        })
    }

    pub(crate) const fn meaning(self) -> Text {
        match self {
            PromptCommand::Help => Text { en: "this page", fr: "cette page" },
            PromptCommand::Moves => Text { en: "all legal moves", fr: "tous les coups légaux" },
            PromptCommand::Board => Text {
                en: "the board and the text of the position",
                fr: "le plateau et le texte de la position",
            },
            PromptCommand::List => Text { en: "the moves played so far", fr: "les coups joués" },
            PromptCommand::Undo => Text { en: "take back the last move", fr: "revenir sur le dernier coup" },
            PromptCommand::Redo => Text { en: "play the move again", fr: "rejouer le coup" },
            PromptCommand::Hint => Text {
                en: "how the best move starts; a second time: the whole move",
                fr: "comment commence le meilleur coup ; une seconde fois : le coup entier",
            },
            PromptCommand::Why => Text {
                en: "why your last move was good or bad",
                fr: "pourquoi votre dernier coup était bon ou mauvais",
            },
            PromptCommand::Eval => {
                Text { en: "the evaluation of the position", fr: "l’évaluation de la position" }
            }
            PromptCommand::Level => Text {
                en: "the level of the computer; with a number: change it",
                fr: "le niveau de l’ordinateur ; avec un nombre : le changer",
            },
            PromptCommand::Resign => Text { en: "resign the game", fr: "abandonner la partie" },
            PromptCommand::Save => Text {
                en: "save the game to a new file, .pgn or .json",
                fr: "enregistrer la partie dans un nouveau fichier, .pgn ou .json",
            },
            PromptCommand::Quit => {
                Text { en: "quit (also Ctrl-D or Ctrl-C)", fr: "quitter (aussi Ctrl-D ou Ctrl-C)" }
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

/// The text in lower case and without French accents, precomposed or combining.
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

    use super::PromptCommand;

    fn all_names() -> Vec<(PromptCommand, &'static str)> {
        let of = |word: PromptCommand| {
            Lang::ALL.into_iter().flat_map(move |lang| word.names(lang)).map(move |name| (word, *name))
        };
        PromptCommand::ALL.into_iter().flat_map(of).collect()
    }

    #[test]
    fn commands_are_parsed_in_both_languages() {
        for (word, name) in all_names() {
            let padded = format!("  {}\tthe rest ", name.replace(' ', "  "));
            for line in [name.to_owned(), name.to_uppercase(), padded] {
                assert_eq!(PromptCommand::parse(&line).map(|(found, _)| found), Some(word), "{line}");
            }
        }
        assert_eq!(
            PromptCommand::parse("sauver ma partie.json"),
            Some((PromptCommand::Save, "ma partie.json"))
        );
        assert_eq!(PromptCommand::parse("evaluation"), Some((PromptCommand::Eval, "")));
        assert_eq!(PromptCommand::parse("e\u{301}valuation"), Some((PromptCommand::Eval, "")));
        assert_eq!(PromptCommand::parse("DÉFAIRE"), Some((PromptCommand::Undo, "")));
        assert_eq!(PromptCommand::parse("take back now"), Some((PromptCommand::Undo, "now")));
        for other in ["c1c2", "", " ", "take", "helpless", "indices", "c'est quoi"] {
            assert_eq!(PromptCommand::parse(other), None, "{other}");
        }
    }

    #[test]
    fn command_names_are_unique() {
        let mut known = HashSet::new();
        for (_, name) in all_names() {
            assert!(known.insert(super::folded(name)), "{name}");
        }
    }

    #[test]
    fn command_names_are_not_moves() {
        for (_, name) in all_names() {
            for entry in mekong_catalog::GAMES {
                let mut session = entry.start(mekong_core::Variants::NONE, 1);
                let refused = session.play(name);
                assert!(matches!(refused, Err(mekong_catalog::MoveError::Syntax(_))), "{name}");
            }
        }
    }
}
