use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_catalog::Entry;
use mekong_core::Lang;
use mekong_terminal::args;
use serde_json::Value;

/// Which challenges are accepted.
pub(crate) struct Filter {
    game: &'static str,
    /// Whether the engine supports the variants of the game.
    has_variants: bool,
    /// `any`, `only` or `never`.
    rated: String,
    /// `any`, `people` or `bots`.
    opponents: String,
    /// The minimum initial time, in seconds.
    min_base: u64,
    /// The maximum initial time, in seconds; with it, games without a clock are declined.
    max_base: Option<u64>,
}

pub(crate) fn arguments(command: Command, lang: Lang) -> Command {
    let word = |name: &'static str, values: [&'static str; 3], help| {
        Arg::new(name)
            .long(name)
            .value_name(values.join("|"))
            .hide_possible_values(true)
            .value_parser(PossibleValuesParser::new(values))
            .help(help)
    };
    let seconds =
        |name, help: &'static str| args::number_option(name, 0..=10_800, lang).value_name("S").help(help);
    command
        .arg(word(
            "rated",
            ["any", "only", "never"],
            lang.pick("Rated games to accept (default: any)", "Parties classées acceptées (par défaut any)"),
        ))
        .arg(word(
            "opponents",
            ["any", "people", "bots"],
            lang.pick("Which opponents to accept (default: any)", "Adversaires acceptés (par défaut any)"),
        ))
        .arg(seconds(
            "min-base",
            lang.pick("Minimum initial time, in seconds", "Temps initial minimal, en secondes"),
        ))
        .arg(seconds(
            "max-base",
            lang.pick(
                "Maximum initial time, in seconds; excludes games without such a clock",
                "Temps initial maximal, en secondes ; exclut les parties sans une telle pendule",
            ),
        ))
}

impl Filter {
    pub(crate) fn read(matches: &ArgMatches, entry: &Entry, has_variants: bool) -> Filter {
        let word = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_else(|| "any".to_owned());
        Filter {
            game: entry.info().id,
            has_variants,
            rated: word("rated"),
            opponents: word("opponents"),
            min_base: matches.get_one::<u64>("min-base").copied().unwrap_or(0),
            max_base: matches.get_one::<u64>("max-base").copied(),
        }
    }

    /// Whether a challenge is accepted.
    pub(crate) fn accepts(&self, challenge: &Value) -> bool {
        let is_rated = challenge["rated"].as_bool().unwrap_or(false);
        let is_bot = challenge["from"]["kind"].as_str() == Some("bot");
        let base = challenge["clock"]["base"].as_u64();
        let is_plain = challenge["variants"].as_array().is_none_or(Vec::is_empty);
        challenge["game"].as_str() == Some(self.game)
            && (is_plain || self.has_variants)
            && (self.rated == "any" || (self.rated == "only") == is_rated)
            && (self.opponents == "any" || (self.opponents == "bots") == is_bot)
            && base.is_none_or(|base| base >= self.min_base)
            && self.max_base.is_none_or(|max_base| base.is_some_and(|base| base <= max_base))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Filter;

    #[test]
    fn filter_applies_all_criteria() {
        let filter = |rated: &str, opponents: &str, min_base, max_base| Filter {
            game: "siam",
            has_variants: false,
            rated: rated.to_owned(),
            opponents: opponents.to_owned(),
            min_base,
            max_base,
        };
        let quick = json!({
            "game": "siam", "rated": false, "from": { "kind": "account" },
            "clock": { "kind": "fischer", "base": 60, "increment": 0 },
        });
        let slow = json!({ "game": "siam", "rated": true, "from": { "kind": "bot" }, "clock": { "kind": "days", "days": 1 } });
        assert!(
            filter("any", "any", 0, None).accepts(&quick) && filter("any", "any", 0, None).accepts(&slow)
        );
        assert!(
            !filter("only", "any", 0, None).accepts(&quick) && filter("only", "any", 0, None).accepts(&slow)
        );
        assert!(filter("never", "people", 0, None).accepts(&quick));
        assert!(
            !filter("any", "people", 0, None).accepts(&slow) && filter("any", "bots", 0, None).accepts(&slow)
        );
        assert!(
            !filter("any", "any", 61, None).accepts(&quick)
                && !filter("any", "any", 0, Some(59)).accepts(&quick)
        );
        assert!(
            filter("any", "any", 60, Some(60)).accepts(&quick)
                && !filter("any", "any", 0, Some(600)).accepts(&slow)
        );
        let special = json!({ "game": "siam", "variants": ["extra"] });
        assert!(!filter("any", "any", 0, None).accepts(&special));
        assert!(Filter { has_variants: true, ..filter("any", "any", 0, None) }.accepts(&special));
        assert!(!Filter { game: "palam", ..filter("any", "any", 0, None) }.accepts(&quick));
        assert!(!filter("any", "any", 0, None).accepts(&json!(null)));
    }
}
