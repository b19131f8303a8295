use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

use mekong_arena::{
    MatchSettings, SavedPair,
    statistics::{Elo, Sprt, SprtResult, Tally},
};
use mekong_core::Lang;
use mekong_record::{Format, read_pgn};
use mekong_terminal::{context::Context, failure::Failure};
use serde_json::{Value, json};

/// The result of a match so far. Pairs are counted in the order of their openings, so that it does not depend on the
/// number of threads: a finished pair waits for the pairs before it.
pub(super) struct Report {
    settings: MatchSettings,
    wanted: u64,
    sprt: Option<Sprt>,
    pairs: BTreeMap<u64, SavedPair>,
    counted: u64,
    tally: Tally,
    forfeits: [u32; 2],
    verdict: Option<SprtResult>,
}

impl Report {
    pub(super) fn new(settings: &MatchSettings, wanted: u64, sprt: Option<Sprt>) -> Report {
        Report {
            settings: settings.clone(),
            wanted,
            sprt,
            pairs: BTreeMap::new(),
            counted: 0,
            tally: Tally::default(),
            forfeits: [0; 2],
            verdict: None,
        }
    }

    pub(super) fn add(&mut self, pair: SavedPair) {
        self.pairs.insert(pair.opening_index, pair);
        while !self.is_over()
            && let Some(pair) = self.pairs.get(&self.counted)
        {
            self.tally.add(pair.half_points);
            self.forfeits[0] += pair.forfeits[0];
            self.forfeits[1] += pair.forfeits[1];
            self.counted += 1;
            self.verdict = self.sprt.and_then(|sprt| sprt.result(&self.tally));
        }
    }

    pub(super) fn has(&self, opening_index: u64) -> bool {
        self.pairs.contains_key(&opening_index)
    }

    /// Whether the match is decided or complete.
    pub(super) fn is_over(&self) -> bool {
        self.verdict.is_some() || self.counted >= self.wanted
    }

    pub(super) const fn counted_pairs(&self) -> u64 {
        self.counted
    }

    pub(super) const fn wanted_pairs(&self) -> u64 {
        self.wanted
    }

    /// The counted games in order, as JSON if the extension of the file is `.json`, otherwise as PGN.
    pub(super) fn games(&self, path: &Path, context: &Context) -> Result<String, Failure> {
        let games = self
            .pairs
            .values()
            .take_while(|pair| pair.opening_index < self.counted)
            .flat_map(|pair| &pair.games);
        let pgn = games.map(String::as_str).collect::<Vec<_>>().join("\n");
        match Format::from_file_name(&path.to_string_lossy()) {
            Some(Format::Json) => {
                let records = read_pgn(&pgn).map_err(|error| Failure::input(&error, context.lang))?;
                Ok(Format::Json.write(&records))
            }
            _ => Ok(pgn),
        }
    }

    /// The standing in one line.
    pub(super) fn line(&self, context: &Context) -> String {
        let [won, drawn, lost] = self.tally.games;
        let lang = context.lang;
        let elo = elo_text(self.tally.elo(), lang);
        let score = lang.decimal(100.0 * self.tally.score(), 1);
        let percent = context.lang.pick("%", " %");
        let test = self.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.log_likelihood_ratio(&self.tally);
            let [ratio, lower, upper] = [ratio, lower, upper].map(|number| lang.decimal(number, 2));
            format!(", LLR {ratio} ({lower} … {upper})")
        });
        format!("+{won} ={drawn} -{lost}, {score}{percent}, Elo {elo}{}", test.unwrap_or_default())
    }

    pub(super) fn print(&self, out: &mut impl Write, context: &Context) -> io::Result<()> {
        let lang = context.lang;
        let MatchSettings { game, variants, first, second, seed, .. } = &self.settings;
        let variant =
            if variants.is_empty() { String::new() } else { format!(" --variant {}", variants.join(",")) };
        writeln!(out, "{game}{variant} --seed {seed}: {first} – {second}")?;
        let [won, drawn, lost] = self.tally.games;
        let row = |out: &mut dyn Write, name: &str, value: &str| writeln!(out, "{name:<10} {value}");
        let (games, wanted) = (self.tally.game_count(), 2 * self.wanted);
        let of = if games == wanted {
            String::new()
        } else {
            format!(" {} {wanted}", context.lang.pick("of", "sur"))
        };
        row(out, context.lang.pick("games", "parties"), &format!("{games}{of}"))?;
        let words = [
            context.lang.pick("won", "gagnées"),
            context.lang.pick("drawn", "nulles"),
            context.lang.pick("lost", "perdues"),
        ];
        row(
            out,
            context.lang.pick("result", "résultat"),
            &format!("{won} {}, {drawn} {}, {lost} {}", words[0], words[1], words[2]),
        )?;
        let pairs = self.tally.pairs.map(|count| count.to_string()).join(" / ");
        row(
            out,
            context.lang.pick("pairs", "paires"),
            &format!("{pairs}  ({})", context.lang.pick("0, ½, 1, 1½, 2 points", "0, ½, 1, 1½, 2 points")),
        )?;
        let percent = context.lang.pick("%", " %");
        let score = lang.decimal(100.0 * self.tally.score(), 1);
        row(out, context.lang.pick("score", "score"), &format!("{score}{percent}"))?;
        let elo = elo_text(self.tally.elo(), lang);
        row(out, "Elo", &format!("{elo}  ({})", context.lang.pick("95% interval", "intervalle à 95 %")))?;
        let better = lang.decimal(100.0 * self.tally.likelihood_of_superiority(), 1);
        row(
            out,
            context.lang.pick("stronger", "plus fort"),
            &format!(
                "{better}{percent} {}",
                context.lang.pick(
                    "likelihood that the first player is stronger",
                    "de probabilité que le premier joueur soit plus fort"
                ),
            ),
        )?;
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let numbers = [sprt.log_likelihood_ratio(&self.tally), lower, upper];
            let [ratio, lower, upper] = numbers.map(|number| lang.decimal(number, 2));
            let verdict = match self.verdict {
                Some(SprtResult::Accepted) => context.lang.pick("accepted", "accepté"),
                Some(SprtResult::Rejected) => context.lang.pick("rejected", "rejeté"),
                None => context.lang.pick("undecided", "non décidé"),
            };
            let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(|elo| lang.with_separator(&elo.to_string()));
            row(
                out,
                "SPRT",
                &format!(
                    "{verdict}: {} {elo1} {} {elo0} Elo (LLR {ratio}, {lower} … {upper})",
                    context.lang.pick("stronger by", "plus fort de"),
                    context.lang.pick("rather than", "plutôt que de"),
                )
                .replace(':', context.lang.pick(":", " :")),
            )?;
        }
        for (name, forfeits) in [(first, self.forfeits[0]), (second, self.forfeits[1])] {
            if forfeits > 0 {
                let words = context.lang.pick("games forfeited", "parties perdues par forfait");
                writeln!(out, "{name}{} {forfeits} {words}", context.lang.pick(":", " :"))?;
            }
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let finite = |number: f64| number.is_finite().then_some(number);
        let elo = self.tally.elo();
        let [won, drawn, lost] = self.tally.games;
        let MatchSettings { game, variants, first, second, seed, opening_plies, max_plies, .. } =
            &self.settings;
        let sprt = self.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            let verdict = match self.verdict {
                Some(SprtResult::Accepted) => "accepted",
                Some(SprtResult::Rejected) => "refused",
                None => "undecided",
            };
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": sprt.log_likelihood_ratio(&self.tally), "lower": lower, "upper": upper, "verdict": verdict,
            })
        });
        json!({
            "game": game, "variant": variants, "first": first, "second": second, "seed": seed,
            "openings_plies": opening_plies, "max_plies": max_plies,
            "games": self.tally.game_count(), "won": won, "drawn": drawn, "lost": lost,
            "pairs": self.tally.pairs, "score": self.tally.score(),
            "elo": {
                "difference": finite(elo.difference), "lower": finite(elo.lower), "upper": finite(elo.upper),
            },
            "superiority": self.tally.likelihood_of_superiority(), "forfeits": self.forfeits, "sprt": sprt,
        })
    }
}

/// `+12 [-3, 27]`, with ∞ where every game was won or lost.
fn elo_text(elo: Elo, lang: Lang) -> String {
    let text = |number: f64| {
        if number.is_infinite() {
            return if number > 0.0 { "+∞" } else { "−∞" }.to_owned();
        }
        let number = lang.decimal(number, 0);
        if number.starts_with('-') || number == "0" { number } else { format!("+{number}") }
    };
    let [difference, lower, upper] = [elo.difference, elo.lower, elo.upper].map(text);
    format!("{difference} [{lower} … {upper}]")
}
