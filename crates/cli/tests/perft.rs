//! `perft` against the tables in `data/perft`, and the shape of what it prints.

mod common;

use std::{fs, path::Path};

use common::{DEAL, GAMES, run};

/// Larger counts are left to the tests of the games: here the command line is tested.
const LARGEST: u64 = 100_000;

#[test]
fn the_counts_are_those_of_the_tables() {
    for game in GAMES {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft").join(game).with_extension("txt");
        let table = fs::read_to_string(path).expect("the table of the game");
        let mut checked = 0;
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let [position, variants, counts] =
                line.split(" ; ").collect::<Vec<_>>().try_into().expect("three fields");
            let variants = if variants == "-" { "" } else { variants };
            let counts = counts.split_whitespace().map(|count| count.parse::<u64>().expect("a count"));
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
        assert!(checked >= 8, "{game}: {checked} lines");
    }
}

#[test]
fn counts_by_first_move_are_sorted_and_add_up() {
    let answer = run(&["perft", "saigon", "3", "--divide"]);
    let (list, total) = answer.out.trim_end().split_once("\n\n").expect("a list, an empty line, the total");
    let counts: Vec<(&str, u64)> = list
        .lines()
        .map(|line| {
            line.split_once(' ')
                .map(|(mv, count)| (mv, count.parse().unwrap()))
                .expect("a move and its count")
        })
        .collect();
    assert_eq!(counts.len(), 20);
    assert!(counts.is_sorted());
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total.parse().unwrap());
    assert_eq!(total, "4034");
    insta::assert_snapshot!(answer.out);
}

#[test]
fn threads_change_nothing() {
    for (game, depth) in [("siam", "3"), ("samliam", "2"), ("saigon", "4"), ("palam", "5")] {
        let by_one = run(&["perft", game, depth, "--seed", "1", "--divide", "--threads", "1"]).out;
        for threads in ["2", "7", "1024"] {
            let args = ["perft", game, depth, "--seed", "1", "--divide", "--threads", threads];
            assert_eq!(run(&args).out, by_one, "{game} {threads}");
        }
        assert_eq!(run(&["perft", game, depth, "--seed", "1", "--divide"]).out, by_one, "{game}");
    }
}

#[test]
fn no_plies_are_one_sequence() {
    for game in GAMES {
        assert_eq!(run(&["perft", game, "0"]).last_line(), "1");
        assert_eq!(run(&["perft", game, "0", "--divide"]).last_line(), "1");
    }
}

#[test]
fn a_finished_game_has_none() {
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
fn moves_go_before_the_count() {
    let after = run(&["perft", "siam", "1", "--moves", "@c1N"]).out;
    let divided = run(&["perft", "siam", "2", "--divide"]).out;
    let line = divided.lines().find(|line| line.starts_with("@c1N ")).expect("the move");
    assert_eq!(format!("@c1N {after}"), format!("{line}\n"));
}

#[test]
fn a_deal_is_printed_before_the_count() {
    let answer = run(&["perft", "palam", "1", "--seed", "1"]);
    let position = "e3,W3,w4,k4,e6,e2/w2,s6,w6,s5,k2,E4/e1,w5,S2,K5,k1,k6/e5,s3,s4,s1,w1,k3 I - s 0-0";
    assert_eq!(answer.out, format!("{position} --seed 1\n72\n"));
    // Without a seed it is fresh; what is printed leads to the same deal.
    let fresh = run(&["perft", "palam", "2"]).out;
    let (position, seed) =
        fresh.lines().next().and_then(|line| line.split_once(" --seed ")).expect("the deal");
    assert_eq!(run(&["perft", "palam", "2", "--seed", seed]).out, fresh);
    assert_eq!(
        run(&["perft", "palam", "2", "--position", position]).out.trim_end(),
        fresh.lines().last().unwrap()
    );
    assert_eq!(
        run(&["perft", "palam", "1", "--position", DEAL]).out,
        "72\n",
        "a given position is not repeated"
    );
}
