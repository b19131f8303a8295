use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_catalog::Entry;
use mekong_core::{Lang, Text};
use mekong_terminal::args;
use serde_json::Value;

/// Which challenges are taken.
pub(super) struct Filter {
    game: &'static str,
    /// Whether the program knows the variants of the game.
    has_variants: bool,
    /// `any`, `only` or `never`.
    rated: String,
    /// `any`, `people` or `bots`.
    opponents: String,
    /// The shortest time at the start, in seconds.
    shortest: u64,
    /// The longest time at the start, in seconds; then games without a clock are not taken either.
    longest: Option<u64>,
}

pub(super) fn arguments(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let word = |name: &'static str, values: [&'static str; 3], help| {
        Arg::new(name)
            .long(name)
            .value_name(values.join("|"))
            .hide_possible_values(true)
            .value_parser(PossibleValuesParser::new(values))
            .help(help)
    };
    let seconds = |name: &'static str, help| {
        Arg::new(name).long(name).value_name("S").value_parser(args::number(0..=10_800, lang)).help(help)
    };
    command
        .arg(word(
            "rated",
            ["any", "only", "never"],
            t(
                "Whether rated games are taken (default: any)",
                "Si les parties classées sont acceptées (par défaut any)",
            ),
        ))
        .arg(word(
            "opponents",
            ["any", "people", "bots"],
            t("Against whom it plays (default: any)", "Contre qui il joue (par défaut any)"),
        ))
        .arg(seconds(
            "min-base",
            t("The least time at the start, in seconds", "Le temps minimal au départ, en secondes"),
        ))
        .arg(seconds(
            "max-base",
            t(
                "The most time at the start, in seconds; no games without such a clock then",
                "Le temps maximal au départ, en secondes ; alors pas de parties sans une telle pendule",
            ),
        ))
}

impl Filter {
    pub(super) fn read(matches: &ArgMatches, entry: &Entry, has_variants: bool) -> Filter {
        let word = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_else(|| "any".to_owned());
        Filter {
            game: entry.info().id,
            has_variants,
            rated: word("rated"),
            opponents: word("opponents"),
            shortest: matches.get_one::<u64>("min-base").copied().unwrap_or(0),
            longest: matches.get_one::<u64>("max-base").copied(),
        }
    }

    /// Whether a challenge is taken.
    pub(super) fn takes(&self, challenge: &Value) -> bool {
        let is_rated = challenge["rated"].as_bool().unwrap_or(false);
        let is_bot = challenge["from"]["kind"].as_str() == Some("bot");
        let base = challenge["clock"]["base"].as_u64();
        let is_plain = challenge["variants"].as_array().is_none_or(Vec::is_empty);
        challenge["game"].as_str() == Some(self.game)
            && (is_plain || self.has_variants)
            && (self.rated == "any" || (self.rated == "only") == is_rated)
            && (self.opponents == "any" || (self.opponents == "bots") == is_bot)
            && base.is_none_or(|base| base >= self.shortest)
            && self.longest.is_none_or(|longest| base.is_some_and(|base| base <= longest))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Filter;

    #[test]
    fn challenges_are_taken_by_what_they_say() {
        let filter = |rated: &str, opponents: &str, shortest, longest| Filter {
            game: "siam",
            has_variants: false,
            rated: rated.to_owned(),
            opponents: opponents.to_owned(),
            shortest,
            longest,
        };
        let quick = json!({
            "game": "siam", "rated": false, "from": { "kind": "account" },
            "clock": { "kind": "fischer", "base": 60, "increment": 0 },
        });
        let slow = json!({ "game": "siam", "rated": true, "from": { "kind": "bot" }, "clock": { "kind": "days", "days": 1 } });
        assert!(filter("any", "any", 0, None).takes(&quick) && filter("any", "any", 0, None).takes(&slow));
        assert!(!filter("only", "any", 0, None).takes(&quick) && filter("only", "any", 0, None).takes(&slow));
        assert!(filter("never", "people", 0, None).takes(&quick));
        assert!(
            !filter("any", "people", 0, None).takes(&slow) && filter("any", "bots", 0, None).takes(&slow)
        );
        assert!(
            !filter("any", "any", 61, None).takes(&quick) && !filter("any", "any", 0, Some(59)).takes(&quick)
        );
        assert!(
            filter("any", "any", 60, Some(60)).takes(&quick)
                && !filter("any", "any", 0, Some(600)).takes(&slow)
        );
        let special = json!({ "game": "siam", "variants": ["extra"] });
        assert!(!filter("any", "any", 0, None).takes(&special));
        assert!(Filter { has_variants: true, ..filter("any", "any", 0, None) }.takes(&special));
        assert!(!Filter { game: "palam", ..filter("any", "any", 0, None) }.takes(&quick));
        assert!(!filter("any", "any", 0, None).takes(&json!(null)));
    }
}
