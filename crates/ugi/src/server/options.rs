use mekong_catalog::Entry;
use mekong_core::{GameInfo, Lang, Variants};
use mekong_players::Level;

use super::CommandError;
use crate::{PLAIN, VARIANT};

/// The options set by the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Hash memory in megabytes.
    pub(super) hash: usize,
    pub(super) threads: usize,
    /// The number of principal variations.
    pub(super) lines: usize,
    pub(super) level: Level,
    /// The seed of deals and of random choices of levels.
    seed: usize,
    pub(super) variants: Variants,
    pub(super) tablebase: TablebaseUse,
}

/// When to use the tablebase of a solved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum TablebaseUse {
    /// If it is already available.
    #[default]
    Auto,
    /// Always; it is generated if necessary.
    Always,
    Never,
}

/// The effect of setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing until the next search.
    Nothing,
    /// The searcher must be recreated.
    Searcher,
    /// The deal, and with it the start position.
    Deal,
    /// The variant rules: the start position and the searcher.
    Game,
}

/// A numeric option.
struct Number {
    name: &'static str,
    default: usize,
    min: usize,
    max: usize,
    place: fn(&mut Options) -> &mut usize,
    change: Change,
}

const NUMBERS: [Number; 4] = [
    Number {
        name: "Hash",
        default: 64,
        min: 1,
        max: 1_024,
        place: |options| &mut options.hash,
        change: Change::Searcher,
    },
    Number {
        name: "Threads",
        default: 1,
        min: 1,
        max: 256,
        place: |options| &mut options.threads,
        change: Change::Nothing,
    },
    Number {
        name: "MultiPV",
        default: 1,
        min: 1,
        max: 256,
        place: |options| &mut options.lines,
        change: Change::Nothing,
    },
    Number {
        name: "Seed",
        default: 1,
        min: 0,
        // Other programs may parse the bound as a signed 32-bit integer.
        max: 0x7fff_ffff,
        place: |options| &mut options.seed,
        change: Change::Deal,
    },
];

const LEVEL: &str = "Level";
const TABLEBASE: &str = "Table";

const TABLEBASE_USES: [(&str, TablebaseUse); 3] =
    [("auto", TablebaseUse::Auto), ("true", TablebaseUse::Always), ("false", TablebaseUse::Never)];

impl Options {
    pub(super) fn new(variants: Variants) -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            lines: 0,
            level: Level::MAX,
            seed: 0,
            variants,
            tablebase: TablebaseUse::default(),
        };
        for number in &NUMBERS {
            *(number.place)(&mut options) = number.default;
        }
        options
    }

    /// The seed of deals and choices.
    pub(super) const fn seed(&self) -> u64 {
        self.seed as u64
    }

    /// The `option` lines, with the current values as defaults.
    pub(super) fn declarations(&self, entry: &Entry) -> Vec<String> {
        let mut now = self.clone();
        let number = |number: &Number| {
            let &Number { name, min, max, place, .. } = number;
            format!("option name {name} type spin default {} min {min} max {max}", place(&mut now))
        };
        let mut options: Vec<String> = NUMBERS.iter().map(number).collect();
        let (level, max) = (self.level.number(), Level::MAX.number());
        options.push(format!("option name {LEVEL} type spin default {level} min 1 max {max}"));
        let choices = |choices: Vec<String>| choices.join(" var ");
        let info = entry.info();
        let variants = info.all_variants().map(|variants| variant_value(info, variants)).collect();
        let default = variant_value(info, self.variants);
        options.push(format!("option name {VARIANT} type combo default {default} var {}", choices(variants)));
        if mekong_players::solver(entry).is_some() {
            let default = TABLEBASE_USES
                .iter()
                .find(|(_, tablebase)| *tablebase == self.tablebase)
                .map_or("auto", |(name, _)| name);
            let uses = TABLEBASE_USES.map(|(name, _)| name.to_owned()).to_vec();
            options
                .push(format!("option name {TABLEBASE} type combo default {default} var {}", choices(uses)));
        }
        options
    }

    /// Sets an option; names and choices are case-insensitive. An invalid value changes nothing.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        entry: &Entry,
        lang: Lang,
    ) -> Result<Change, CommandError> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if let Some(number) = NUMBERS.iter().find(|number| is(number.name)) {
            let value = within(value, number.name, number.min, number.max)?;
            let place = (number.place)(self);
            let change = if *place == value { Change::Nothing } else { number.change };
            *place = value;
            return Ok(change);
        }
        if is(LEVEL) {
            let value = within(value, LEVEL, 1, Level::MAX.number().into())?;
            self.level = u8::try_from(value).ok().and_then(Level::new).unwrap_or(Level::MAX);
            return Ok(Change::Nothing);
        }
        if is(VARIANT) {
            let variants =
                entry.info().parse_variants([value]).map_err(|error| CommandError::message(&error, lang))?;
            let change = if variants == self.variants { Change::Nothing } else { Change::Game };
            self.variants = variants;
            return Ok(change);
        }
        if is(TABLEBASE) && mekong_players::solver(entry).is_some() {
            let found = TABLEBASE_USES.iter().find(|(choice, _)| choice.eq_ignore_ascii_case(value));
            let &(_, tablebase) = found.ok_or_else(|| CommandError::NotAChoice {
                option: TABLEBASE,
                value: value.to_owned(),
                choices: TABLEBASE_USES.map(|(choice, _)| choice).join(", "),
            })?;
            self.tablebase = tablebase;
            return Ok(Change::Searcher);
        }
        let mut known: Vec<&str> = NUMBERS.iter().map(|number| number.name).collect();
        known.extend([LEVEL, VARIANT]);
        known.extend(mekong_players::solver(entry).map(|_| TABLEBASE));
        Err(CommandError::UnknownOption { name: name.to_owned(), known: known.join(", ") })
    }
}

/// The text of a set of variants.
fn variant_value(info: &GameInfo, variants: Variants) -> String {
    let names = info.variant_ids(variants);
    if names.is_empty() { PLAIN.to_owned() } else { names.join(",") }
}

/// An unsigned integer in range, digits only.
fn within(value: &str, option: &'static str, min: usize, max: usize) -> Result<usize, CommandError> {
    let is_digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|number| is_digits && (min..=max).contains(number));
    number.ok_or_else(|| CommandError::NotANumber { option, value: value.to_owned(), min, max })
}

#[cfg(test)]
mod tests {
    use mekong_catalog::{Entry, find};
    use mekong_core::{Explain as _, Lang, Variants};

    use super::{Change, Options, TablebaseUse};

    fn options() -> (Options, &'static Entry) {
        (Options::new(Variants::NONE), find("siam").unwrap())
    }

    #[test]
    fn numbers_in_range_are_accepted() {
        let (mut options, entry) = options();
        for (name, value, change) in [
            ("Hash", "32", Change::Searcher),
            ("hash", "32", Change::Nothing),
            ("HASH", "1024", Change::Searcher),
            ("Threads", "256", Change::Nothing),
            ("MultiPV", "1", Change::Nothing),
            ("Level", "3", Change::Nothing),
            ("Seed", "0", Change::Deal),
            ("Seed", "2147483647", Change::Deal),
        ] {
            assert_eq!(options.set(name, value, entry, Lang::En), Ok(change), "{name} {value}");
        }
        assert_eq!((options.hash, options.threads, options.lines), (1_024, 256, 1));
        assert_eq!((options.seed, options.level.number()), (0x7fff_ffff, 3));
    }

    /// The numeric options with their bounds, as parsed by a client.
    fn offered_numbers(options: &Options, entry: &Entry) -> Vec<(String, i64, i64)> {
        let options = options.declarations(entry);
        let spins = options.iter().filter(|offer| offer.contains(" type spin "));
        spins
            .map(|offer| {
                let words: Vec<&str> = offer.split(' ').collect();
                let behind = |word| words[words.iter().position(|other| *other == word).unwrap() + 1];
                (behind("name").to_owned(), behind("min").parse().unwrap(), behind("max").parse().unwrap())
            })
            .collect()
    }

    #[test]
    fn number_out_of_range_is_rejected_with_the_range() {
        let (mut options, entry) = options();
        let numbers = offered_numbers(&options, entry);
        assert_eq!(numbers.len(), 5, "{numbers:?}");
        for (name, min, max) in numbers {
            let (below, above) = ((min - 1).to_string(), (max + 1).to_string());
            let huge = "9".repeat(60);
            let negative = format!("-{huge}");
            for value in ["", "-", "-5", "+5", "1.5", "12 MB", "many", &below, &above, &huge, &negative] {
                let before = options.clone();
                let error = options.set(&name, value, entry, Lang::En).unwrap_err();
                assert_eq!(options, before, "{name} {value}");
                for (lang, range) in
                    [(Lang::En, format!("from {min} to {max}")), (Lang::Fr, format!("de {min} à {max}"))]
                {
                    let text = error.explain(lang);
                    assert!(text.contains(&name) && text.contains(&range), "{text}");
                    // An empty text is not quoted.
                    assert!(!text.contains("\"\"") && !text.contains("« »"), "{text}");
                }
            }
            for value in [min, max] {
                assert!(options.set(&name, &value.to_string(), entry, Lang::En).is_ok(), "{name} {value}");
            }
        }
    }

    #[test]
    fn invalid_value_keeps_the_setting() {
        let (mut options, entry) = options();
        for (name, value) in [("Variant", "chess"), ("Variant", "chain,chain"), ("Table", "true"), ("", "")] {
            let before = options.clone();
            assert!(options.set(name, value, entry, Lang::Fr).is_err(), "{name} {value}");
            assert_eq!(options, before);
        }
    }

    #[test]
    fn variants_are_accepted_in_any_order() {
        let (mut options, entry) = options();
        let chosen = Variants::NONE.with(0).with(2);
        assert_eq!(options.set("variant", "Chain, opening", entry, Lang::En), Ok(Change::Game));
        assert_eq!(options.variants, chosen);
        assert_eq!(options.set("variant", "opening chain", entry, Lang::En), Ok(Change::Nothing));
        let declared = options.declarations(entry).join("\n");
        assert!(declared.contains("name Variant type combo default opening,chain var plain var opening var"));
        assert_eq!(options.set("Variant", "plain", entry, Lang::En), Ok(Change::Game));
        assert_eq!(options.variants, Variants::NONE);
    }

    #[test]
    fn tablebase_option_is_offered_if_available() {
        let (mut options, siam) = options();
        let saigon = find("saigon").unwrap();
        assert!(!options.declarations(siam).iter().any(|offer| offer.contains("Table")));
        assert!(options.declarations(saigon).iter().any(|offer| offer.contains("Table")));
        assert_eq!(options.set("Table", "TRUE", saigon, Lang::En), Ok(Change::Searcher));
        assert_eq!(options.tablebase, TablebaseUse::Always);
        assert!(options.set("Table", "perhaps", saigon, Lang::En).is_err());
        let nothing = options.set("Table", "", saigon, Lang::En).unwrap_err();
        assert_eq!(nothing.explain(Lang::En), "Table needs a value: one of auto, true, false");
    }
}
