//! `perft` against the tables of the games, and its output.

use std::{fs, path::Path};

use crate::common::{DEAL, games, run};

/// Larger counts are checked by the tests of the games.
const LARGEST: u64 = 100_000;

#[test]
fn counts_match_the_perft_tables() {
    for game in games() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
        let table =
            fs::read_to_string(games.join(game).join("data/perft.txt")).expect("the perft table can be read");
        let mut checked = 0;
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let [position, variants, counts] =
                line.split(" ; ").collect::<Vec<_>>().try_into().expect("three fields per line");
            let variants = if variants == "-" { "" } else { variants };
            let counts = counts.split_whitespace().map(|count| count.parse::<u64>().expect("a number"));
            let Some((depth, count)) = (1..).zip(counts).take_while(|(_, count)| *count <= LARGEST).last()
            else {
                continue;
            };
            let depth = depth.to_string();
            let answer = run(&["perft", game, &depth, "--position", position, "--variant", variants]);
            assert_eq!(
                answer.out,
                format!("{count}\n"),
                "{game} {depth} {position} {variants} {}",
                answer.err
            );
            checked += 1;
        }
        assert!(checked > 0, "{game}: no line was checked");
    }
}

#[test]
fn counts_by_first_move_are_sorted_and_add_up() {
    let answer = run(&["perft", "saigon", "3", "--divide"]);
    let (list, total) =
        answer.out.trim_end().split_once("\n\n").expect("an empty line separates the list from the total");
    let counts: Vec<(&str, u64)> = list
        .lines()
        .map(|line| {
            line.split_once(' ')
                .map(|(mv, count)| (mv, count.parse().unwrap()))
                .expect("a move and a count per line")
        })
        .collect();
    assert_eq!(counts.len(), 20);
    assert!(counts.is_sorted());
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total.parse::<u64>().unwrap());
    assert_eq!(total, "4034");
    insta::assert_snapshot!(answer.out);
}

#[test]
fn counts_do_not_depend_on_threads() {
    let depth = "2";
    for game in games() {
        let by_one = run(&["perft", game, depth, "--seed", "1", "--divide", "--threads", "1"]).out;
        for threads in ["2", "7", "1024"] {
            let args = ["perft", game, depth, "--seed", "1", "--divide", "--threads", threads];
            assert_eq!(run(&args).out, by_one, "{game} {threads}");
        }
        assert_eq!(run(&["perft", game, depth, "--seed", "1", "--divide"]).out, by_one, "{game}");
    }
}

#[test]
fn depth_zero_counts_one_sequence() {
    for game in games() {
        assert_eq!(run(&["perft", game, "0"]).last_line(), "1");
        assert_eq!(run(&["perft", game, "0", "--divide"]).last_line(), "1");
    }
}

#[test]
fn finished_game_counts_zero() {
    let finished = "LL/LLLL/DL/LD L";
    for depth in ["1", "2", "5", "60"] {
        assert_eq!(run(&["perft", "saigon", depth, "--position", finished]).out, "0\n");
    }
    assert_eq!(run(&["perft", "saigon", "0", "--position", finished]).out, "1\n");
    assert_eq!(run(&["perft", "saigon", "2", "--position", finished, "--divide"]).last_line(), "0");
}

#[test]
fn repetition_is_not_applied() {
    let moves = "1-2x1 4-3x1 2-1x1 3-4x1 1-2x1 4-3x1 2-1x1 3-4x1";
    assert!(run(&["show", "saigon", "--json", "--moves", moves]).out.contains(r#""reason":"repetition""#));
    for threads in ["1", "2"] {
        let args = ["perft", "saigon", "3", "--moves", moves, "--threads", threads];
        assert_eq!(run(&args).out, "4034\n");
    }
}

#[test]
fn moves_are_played_before_counting() {
    let after = run(&["perft", "siam", "1", "--moves", "@c1N"]).out;
    let divided = run(&["perft", "siam", "2", "--divide"]).out;
    let line = divided.lines().find(|line| line.starts_with("@c1N ")).expect("the move is listed");
    assert_eq!(format!("@c1N {after}"), format!("{line}\n"));
}

#[test]
fn a_deal_is_printed_before_the_count() {
    let answer = run(&["perft", "palam", "1", "--seed", "1"]);
    let position = "e3,W3,w4,k4,e6,e2/w2,s6,w6,s5,k2,E4/e1,w5,S2,K5,k1,k6/e5,s3,s4,s1,w1,k3 I - s 0-0";
    assert_eq!(answer.out, format!("{position} --seed 1\n72\n"));
    // Without a seed the deal is random, and the printed seed reproduces it.
    let fresh = run(&["perft", "palam", "2"]).out;
    let (position, seed) = fresh
        .lines()
        .next()
        .and_then(|line| line.split_once(" --seed "))
        .expect("the deal is printed with its seed");
    assert_eq!(run(&["perft", "palam", "2", "--seed", seed]).out, fresh);
    assert_eq!(
        run(&["perft", "palam", "2", "--position", position]).out.trim_end(),
        fresh.lines().last().unwrap()
    );
    assert_eq!(
        run(&["perft", "palam", "1", "--position", DEAL]).out,
        "72\n",
        "a given position is not printed"
    );
}
