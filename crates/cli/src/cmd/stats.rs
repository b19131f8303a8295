use std::{
    io::{BufWriter, Write},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::{Entry, GAMES};
use mekong_core::{Explain as _, Lang, Value, say};
use mekong_players::{Tablebase, TierReport};
use mekong_terminal::{
    args, context::Context, failure::Failure, progress::ctrl_c_token, session, tablebases,
};
use serde::Serialize;

pub(crate) fn command(lang: Lang) -> Command {
    let tiers = tier_meanings(lang);
    Command::new("stats")
        .about(lang.pick("Print statistics of a tablebase, tier by tier", "Afficher les statistiques d’une table de solutions, tranche par tranche"))
        .after_help(say!(
            lang,
            "Positions are grouped in tiers. {tiers}\nThey are counted for one player to move; swapping the players \
             gives the same number again. The column \"stored\" counts the values in the file; symmetric positions share one.\n\n\
             Examples:\n  \
             mekong stats saigon\n  \
             mekong stats saigon flat.table --json",
            "Les positions sont regroupées par tranches. {tiers}\nElles sont comptées pour un joueur au trait ; en \
             échangeant les joueurs, on en obtient autant. La colonne « stockées » compte les valeurs du fichier ; les positions \
             symétriques en partagent une.\n\n\
             Exemples :\n  \
             mekong stats saigon\n  \
             mekong stats saigon flat.table --json",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("file").value_name(lang.pick("FILE", "FICHIER")).help(lang.pick(
                "Tablebase file (default: the one in the cache, solved if necessary)",
                "Fichier de la table de solutions (par défaut celui du cache, calculé au besoin)",
            )),
        )
        .arg(args::variant(lang).conflicts_with("file"))
        .arg(args::json(lang))
}

/// What a tier is, in each game with a tablebase.
fn tier_meanings(lang: Lang) -> String {
    let meaning = |entry: &Entry| {
        let (title, meaning) = (entry.info().title.get(lang), mekong_players::solver(entry)?.tier_meaning());
        let meaning = meaning.get(lang);
        Some(say!(lang, "In {title} a tier is {meaning}.", "Dans {title}, une tranche est {meaning}."))
    };
    GAMES.iter().filter_map(meaning).collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    variant: Vec<&'static str>,
    exact: bool,
    tiers: Vec<TierRow>,
}

#[derive(Serialize)]
struct TierRow {
    tier: String,
    stored: usize,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: Option<LongestWin>,
}

#[derive(Serialize)]
struct LongestWin {
    plies: u16,
    position: String,
    line: Vec<String>,
}

impl TierRow {
    fn new(tablebase: &Tablebase, tier: TierReport) -> TierRow {
        let longest_win = tier.longest_win.filter(|_| tablebase.is_exact()).map(|(session, plies)| {
            let line = tablebase.best_line(&session).unwrap_or_default();
            LongestWin {
                plies,
                position: session.position_text(),
                line: line.into_iter().map(|(mv, _)| mv).collect(),
            }
        });
        TierRow {
            tier: tier.label,
            stored: tier.stored,
            positions: tier.counts.total(),
            wins: tier.counts.wins,
            draws: tier.counts.draws,
            losses: tier.counts.losses,
            longest_win,
        }
    }
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (entry, variants) = session::game_and_variants(matches, context)?;
    let tablebase = match matches.get_one::<String>("file") {
        Some(path) => tablebases::load(tablebases::solver(entry, context)?, path, context)?,
        None => tablebases::load_or_solve(entry, variants, &ctrl_c_token(), context)?,
    };
    let report = Report {
        game: tablebase.info().id,
        variant: tablebase.info().variant_ids(tablebase.variants()),
        exact: tablebase.is_exact(),
        tiers: tablebase.tiers().into_iter().map(|tier| TierRow::new(&tablebase, tier)).collect(),
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&report).expect("serialisable"))?;
    } else {
        report.print(&mut out, context)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl Report {
    fn print(&self, out: &mut impl Write, context: &Context) -> std::io::Result<()> {
        writeln!(
            out,
            "{:>6} {:>9} {:>10} {:>10} {:>7} {:>10} {:>9}",
            context.lang.pick("tier", "tranche"),
            context.lang.pick("stored", "stockées"),
            "positions",
            context.lang.pick("wins", "gains"),
            context.lang.pick("draws", "nulles"),
            context.lang.pick("losses", "pertes"),
            context.lang.pick("longest", "plus long"),
        )?;
        let mut sum = [0; 5];
        for tier in &self.tiers {
            let counts = [tier.stored as u64, tier.positions, tier.wins, tier.draws, tier.losses];
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            let longest = tier.longest_win.as_ref().map_or_else(String::new, |win| win.plies.to_string());
            print_row(out, &tier.tier, counts, &longest)?;
        }
        print_row(out, context.lang.pick("all", "tout"), sum, "")?;
        for tier in &self.tiers {
            let Some(LongestWin { plies, position, line }) = &tier.longest_win else { continue };
            let (lang, label, line) = (context.lang, &tier.tier, line.join(" "));
            let value = Value::Win(*plies).explain(lang);
            let head = say!(lang, "{label}: {position}, {value}", "{label} : {position}, {value}");
            writeln!(out, "\n{head}\n  {line}")?;
        }
        Ok(())
    }
}

fn print_row(out: &mut impl Write, label: &str, counts: [u64; 5], longest: &str) -> std::io::Result<()> {
    let [stored, positions, wins, draws, losses] = counts;
    writeln!(out, "{label:>6} {stored:>9} {positions:>10} {wins:>10} {draws:>7} {losses:>10} {longest:>9}")
}
