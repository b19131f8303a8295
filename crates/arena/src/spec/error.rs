use mekong_core::{Explain, Lang, explained_error, quoted, say};

/// Why a text is no [`PlayerSpec`](super::PlayerSpec).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpecError {
    /// Unknown kind of player.
    Unknown {
        /// The text given.
        text: String,
    },
    /// This kind requires a value after a colon.
    ValueMissing {
        /// The kind.
        kind: String,
    },
    /// This kind takes no value.
    NoValue {
        /// The kind.
        kind: String,
    },
    /// The value is invalid.
    Value {
        /// The kind or setting.
        kind: String,
        /// The value given.
        value: String,
    },
    /// Unknown setting.
    Setting {
        /// The text given.
        text: String,
    },
    /// A setting is given twice.
    Twice {
        /// Its name.
        name: String,
    },
    /// `regret` and `deeper` require node or depth limits and one thread.
    RegretByTime,
}

impl Explain for PlayerSpecError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            PlayerSpecError::Unknown { text } if text.is_empty() => say!(
                lang,
                "expected a player: level:4, nodes:10000, depth:6, time:1s, mcts:1s, mcts:5000, table, novice, random or ugi:COMMAND",
                "un joueur est attendu : level:4, nodes:10000, depth:6, time:1s, mcts:1s, mcts:5000, table, novice, random ou ugi:COMMANDE",
            ),
            PlayerSpecError::Unknown { text } => {
                let text = quoted(text, lang);
                say!(
                    lang,
                    "unknown player {text}; expected level:4, nodes:10000, depth:6, time:1s, mcts:1s, mcts:5000, table, novice, random or ugi:COMMAND",
                    "joueur inconnu {text} ; il faut level:4, nodes:10000, depth:6, time:1s, mcts:1s, mcts:5000, table, novice, random ou ugi:COMMANDE",
                )
            }
            PlayerSpecError::ValueMissing { kind } => {
                let example = example(kind);
                say!(
                    lang,
                    "{kind} needs a value after a colon, such as {example}",
                    "{kind} nécessite une valeur après deux-points, par exemple {example}",
                )
            }
            PlayerSpecError::NoValue { kind } => {
                say!(lang, "{kind} takes no value", "{kind} ne prend pas de valeur",)
            }
            PlayerSpecError::Value { kind, value } if value.is_empty() => {
                let range = range(kind, lang);
                say!(lang, "{kind} needs a value: {range}", "il faut une valeur à {kind} : {range}")
            }
            PlayerSpecError::Setting { text } if text.is_empty() => say!(
                lang,
                "a setting is missing after a comma; settings are depth=, nodes=, time=, threads=, hash=, regret= and deeper=",
                "il manque un réglage après une virgule ; les réglages sont depth=, nodes=, time=, threads=, hash=, regret= et deeper=",
            ),
            PlayerSpecError::Value { kind, value } => {
                let (value, range) = (quoted(value, lang), range(kind, lang));
                say!(
                    lang,
                    "invalid value {value} for {kind}: must be {range}",
                    "valeur invalide {value} pour {kind} : il faut {range}",
                )
            }
            PlayerSpecError::Setting { text } => {
                let text = quoted(text, lang);
                say!(
                    lang,
                    "unknown setting {text}; settings are depth=, nodes=, time=, threads=, hash=, regret= and deeper=",
                    "réglage inconnu {text} ; les réglages sont depth=, nodes=, time=, threads=, hash=, regret= et deeper=",
                )
            }
            PlayerSpecError::Twice { name } => {
                let name = quoted(name, lang);
                say!(lang, "{name} is given twice", "{name} est donné deux fois")
            }
            PlayerSpecError::RegretByTime => say!(
                lang,
                "regret= and deeper= require node or depth limits and one thread, without time or threads",
                "regret= et deeper= nécessitent une limite de nœuds ou de profondeur et un seul fil d’exécution, sans time ni threads",
            ),
        }
    }
}
explained_error!(PlayerSpecError);

fn example(kind: &str) -> &'static str {
    match kind {
        "level" => "level:4",
        "nodes" => "nodes:10000",
        "depth" => "depth:6",
        "time" => "time:1s",
        "mcts" => "mcts:1s",
        _ => "ugi:nodes=10000:mekong ugi siam",
    }
}

fn range(kind: &str, lang: Lang) -> String {
    match kind {
        "level" => say!(lang, "a whole number from 1 to 10", "un nombre entier de 1 à 10"),
        "depth" => say!(lang, "a whole number from 1 to 120", "un nombre entier de 1 à 120"),
        "time" => {
            say!(
                lang,
                "a time up to an hour, such as 1s or 250ms",
                "une durée d’une heure au plus, comme 1s ou 250ms"
            )
        }
        "mcts" => say!(
            lang,
            "a number of playouts, or a time such as 1s or 250ms",
            "un nombre de simulations, ou une durée comme 1s ou 250ms",
        ),
        "threads" => say!(lang, "a whole number from 1 to 256", "un nombre entier de 1 à 256"),
        "hash" => say!(
            lang,
            "a whole number of megabytes from 1 to 65536",
            "un nombre entier de mégaoctets de 1 à 65536",
        ),
        "regret" | "deeper" => say!(lang, "a number from 0 to 1", "un nombre de 0 à 1"),
        _ => say!(lang, "a positive whole number", "un nombre entier positif"),
    }
}
