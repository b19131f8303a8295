use mekong_catalog::Entry;
use mekong_core::{GameInfo, Lang, Variants};
use mekong_players::Level;

use super::CommandError;
use crate::{PLAIN, VARIANT};

/// What the other side has set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Memory for the search, in megabytes.
    pub(super) hash: usize,
    pub(super) threads: usize,
    /// How many best lines are found.
    pub(super) lines: usize,
    pub(super) level: Level,
    /// Decides deals, and among moves that a level cannot tell apart.
    seed: usize,
    pub(super) variants: Variants,
    pub(super) table: TableUse,
}

/// When the exact table of a solved game is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum TableUse {
    /// If it is at hand.
    #[default]
    Auto,
    /// Always: it is made if it is not at hand.
    Always,
    Never,
}

/// What a setting changes beyond itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing: the next search looks at it.
    Nothing,
    /// The memory or the table: the searcher must be made anew.
    Searcher,
    /// The deal, and so the start position where there is one.
    Deal,
    /// The game: its start position, and a searcher for it.
    Game,
}

/// A number among the options.
struct Number {
    name: &'static str,
    default: usize,
    least: usize,
    most: usize,
    place: fn(&mut Options) -> &mut usize,
    change: Change,
}

const NUMBERS: [Number; 4] = [
    Number {
        name: "Hash",
        default: 64,
        least: 1,
        most: 1_024,
        place: |options| &mut options.hash,
        change: Change::Searcher,
    },
    Number {
        name: "Threads",
        default: 1,
        least: 1,
        most: 256,
        place: |options| &mut options.threads,
        change: Change::Nothing,
    },
    Number {
        name: "MultiPV",
        default: 1,
        least: 1,
        most: 256,
        place: |options| &mut options.lines,
        change: Change::Nothing,
    },
    Number {
        name: "Seed",
        default: 1,
        least: 0,
        // Other programs may read the bound into a signed number of 32 bits.
        most: 0x7fff_ffff,
        place: |options| &mut options.seed,
        change: Change::Deal,
    },
];

const LEVEL: &str = "Level";
const TABLE: &str = "Table";

const TABLE_USES: [(&str, TableUse); 3] =
    [("auto", TableUse::Auto), ("true", TableUse::Always), ("false", TableUse::Never)];

impl Options {
    pub(super) fn new(variants: Variants) -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            lines: 0,
            level: Level::MAX,
            seed: 0,
            variants,
            table: TableUse::default(),
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

    /// The lines that offer the options, with the values of now as defaults.
    pub(super) fn declarations(&self, entry: &Entry) -> Vec<String> {
        let mut now = self.clone();
        let number = |number: &Number| {
            let &Number { name, least, most, place, .. } = number;
            format!("option name {name} type spin default {} min {least} max {most}", place(&mut now))
        };
        let mut options: Vec<String> = NUMBERS.iter().map(number).collect();
        let (level, most) = (self.level.number(), Level::MAX.number());
        options.push(format!("option name {LEVEL} type spin default {level} min 1 max {most}"));
        let choices = |choices: Vec<String>| choices.join(" var ");
        let info = entry.info();
        let variants = info.all_variants().map(|variants| variant_value(info, variants)).collect();
        let default = variant_value(info, self.variants);
        options.push(format!("option name {VARIANT} type combo default {default} var {}", choices(variants)));
        if mekong_players::solver(entry).is_some() {
            let default =
                TABLE_USES.iter().find(|(_, table)| *table == self.table).map_or("auto", |(name, _)| name);
            let uses = TABLE_USES.map(|(name, _)| name.to_owned()).to_vec();
            options.push(format!("option name {TABLE} type combo default {default} var {}", choices(uses)));
        }
        options
    }

    /// Sets an option; names and choices may be written in upper or lower case. What is refused changes nothing.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        entry: &Entry,
        lang: Lang,
    ) -> Result<Change, CommandError> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if let Some(number) = NUMBERS.iter().find(|number| is(number.name)) {
            let value = within(value, number.name, number.least, number.most)?;
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
                entry.info().parse_variants([value]).map_err(|error| CommandError::said(&error, lang))?;
            let change = if variants == self.variants { Change::Nothing } else { Change::Game };
            self.variants = variants;
            return Ok(change);
        }
        if is(TABLE) && mekong_players::solver(entry).is_some() {
            let found = TABLE_USES.iter().find(|(choice, _)| choice.eq_ignore_ascii_case(value));
            let &(_, table) = found.ok_or_else(|| CommandError::NotAChoice {
                option: TABLE,
                value: value.to_owned(),
                choices: TABLE_USES.map(|(choice, _)| choice).join(", "),
            })?;
            self.table = table;
            return Ok(Change::Searcher);
        }
        let mut known: Vec<&str> = NUMBERS.iter().map(|number| number.name).collect();
        known.extend([LEVEL, VARIANT]);
        known.extend(mekong_players::solver(entry).map(|_| TABLE));
        Err(CommandError::UnknownOption { name: name.to_owned(), known: known.join(", ") })
    }
}

/// How a choice of variants is written.
fn variant_value(info: &GameInfo, variants: Variants) -> String {
    let names = info.variant_names(variants);
    if names.is_empty() { PLAIN.to_owned() } else { names.join(",") }
}

/// A whole number within its range, written in digits only.
fn within(value: &str, option: &'static str, min: usize, max: usize) -> Result<usize, CommandError> {
    let is_digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|number| is_digits && (min..=max).contains(number));
    number.ok_or_else(|| CommandError::NotANumber { option, value: value.to_owned(), min, max })
}

#[cfg(test)]
mod tests {
    use mekong_catalog::{Entry, find};
    use mekong_core::{Explain as _, Lang, Variants};

    use super::{Change, Options, TableUse};

    fn options() -> (Options, &'static Entry) {
        (Options::new(Variants::NONE), find("siam").unwrap())
    }

    #[test]
    fn numbers_within_their_range_are_taken() {
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

    /// Every number that is offered, with its bounds as another program reads them.
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
    fn every_number_out_of_its_range_is_refused_with_the_range() {
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
                    let said = error.explain(lang);
                    assert!(said.contains(&name) && said.contains(&range), "{said}");
                    // Nothing is not quoted.
                    assert!(!said.contains("\"\"") && !said.contains("« »"), "{said}");
                }
            }
            for value in [min, max] {
                assert!(options.set(&name, &value.to_string(), entry, Lang::En).is_ok(), "{name} {value}");
            }
        }
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let (mut options, entry) = options();
        for (name, value) in [("Variant", "chess"), ("Variant", "chain,chain"), ("Table", "true"), ("", "")] {
            let before = options.clone();
            assert!(options.set(name, value, entry, Lang::Fr).is_err(), "{name} {value}");
            assert_eq!(options, before);
        }
    }

    #[test]
    fn variants_come_in_any_order() {
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
    fn the_table_is_offered_where_there_is_one() {
        let (mut options, siam) = options();
        let saigon = find("saigon").unwrap();
        assert!(!options.declarations(siam).iter().any(|offer| offer.contains("Table")));
        assert!(options.declarations(saigon).iter().any(|offer| offer.contains("Table")));
        assert_eq!(options.set("Table", "TRUE", saigon, Lang::En), Ok(Change::Searcher));
        assert_eq!(options.table, TableUse::Always);
        assert!(options.set("Table", "perhaps", saigon, Lang::En).is_err());
        let nothing = options.set("Table", "", saigon, Lang::En).unwrap_err();
        assert_eq!(nothing.explain(Lang::En), "Table needs a value: one of auto, true, false");
    }
}
