//! tmp
use mekong_core::{CancelToken, Variants};
use mekong_players::Searcher;
use mekong_puzzles::*;
use std::io::Write as _;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (game, out, count, practice) = (&args[1], &args[2], args[3].parse::<usize>().unwrap(), args.len() > 5);
    let mut g: u64 = args[4].parse().unwrap();
    let entry = mekong_catalog::find(game).unwrap();
    let cancel = CancelToken::new();
    let table = mekong_players::solver(entry).map(|s| s.solve(Variants::NONE, 1, &cancel, &|_, _| {}).unwrap());
    let searcher = Searcher::new(entry, 64);
    let prover = Prover::new(&searcher).with_table(table.as_ref());
    let nodes = if mekong_players::counts_points(entry) { 250_000 } else { 1_500_000 };
    let limits = Limits { max_moves: 4, nodes, extra_plies: 2 };
    let mut c = Candidates::new(prover, 1, limits, Quotas::new(count));
    let text = std::fs::read_to_string(out).unwrap_or_default();
    let mut n = text.lines().count();
    let mut file;
    if practice {
        let known: Vec<Practice> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        c.exclude_practice(&known);
        file = std::fs::OpenOptions::new().append(true).create(true).open(out).unwrap();
    } else {
        let mut known: Vec<Puzzle> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        for p in &mut known { p.themes = theme_codes(p).into_iter().map(str::to_owned).collect(); }
        c.exclude_puzzles(&known);
        file = std::fs::File::create(out).unwrap();
        for p in &known { writeln!(file, "{}", serde_json::to_string(p).unwrap()).unwrap(); }
    }
    let t = std::time::Instant::now();
    let mut table_done = false;
    while n < count {
        let lines: Vec<String> = match (practice, table_done) {
            (true, false) => c.practice_of_table(&cancel).iter().map(|p| serde_json::to_string(p).unwrap()).collect(),
            (true, true) => c.practice_of_game(g, &cancel).iter().map(|p| serde_json::to_string(p).unwrap()).collect(),
            (false, false) => c.puzzles_of_table(&cancel).iter().map(|p| serde_json::to_string(p).unwrap()).collect(),
            (false, true) => c.puzzles_of_game(g, &cancel).iter().map(|p| serde_json::to_string(p).unwrap()).collect(),
        };
        for l in lines { if n < count { writeln!(file, "{l}").unwrap(); n += 1; } }
        if table_done { g += 1; }
        table_done = true;
        eprintln!("{game} games {g} found {n} {:?}", t.elapsed());
    }
}
