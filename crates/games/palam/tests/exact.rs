//! The exact solver, compared with a brute-force search over the rule book and with itself.

use std::sync::LazyLock;

use mekong_core::{CancelToken, Notation as _, Player, Position as _, SplitMix64, Symmetric as _, Variants};
use mekong_palam::{Move, Position, Solver};

static NEVER: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

/// Isis's final points, by exhaustive search.
fn brute_force(position: &Position) -> u8 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let ends = moves.iter().map(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        brute_force(&next)
    });
    match position.turn() {
        Player::P1 => ends.max(),
        Player::P2 => ends.min(),
    }
    .unwrap_or(position.score(Player::P1))
}

/// The points that the player to act remaining_points wins.
fn remaining_points(position: &Position, isis_in_the_end: u8) -> u8 {
    let isis = isis_in_the_end - position.score(Player::P1);
    match position.turn() {
        Player::P1 => isis,
        Player::P2 => rest(position) - isis,
    }
}

fn rest(position: &Position) -> u8 {
    Position::ALL_POINTS - position.score(Player::P1) - position.score(Player::P2)
}

fn play(position: &Position, mv: Move) -> Position {
    position.play(mv).expect("a legal move")
}

/// A random deal played at random until `left` duels are left. A piece may be engaged, or the last action may be a
/// swap. Swaps are rare in random play with few pieces, so half of the walks prefer them.
fn walk(seed: u64, left: u32) -> Position {
    let mut random = SplitMix64::new(!seed);
    let mut position = Position::start(Variants::NONE, seed);
    let (extra, prefers_swaps) = (random.below(3), random.below(2) == 0);
    let mut moves = Vec::new();
    let mut more = 0;
    while position.outcome().is_none() {
        if position.count(Player::P1).max(position.count(Player::P2)) <= left {
            if more == extra {
                break;
            }
            more += 1;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        if !prefers_swaps && random.below(4) > 0 {
            moves.retain(|mv| matches!(mv, Move::Advance { .. }));
        }
        position = play(&position, moves[random.below(moves.len())]);
    }
    position
}

/// Any pieces on any cells, reachable or not: `left` per camp, fronts and columns empty at random.
fn scattered(seed: u64, left: usize) -> Position {
    let mut random = SplitMix64::new(seed);
    let mut pieces: Vec<_> = mekong_palam::Piece::all().collect();
    random.shuffle(&mut pieces);
    let mut rows = vec![vec!["-".to_string(); 6]; 4];
    let mut points = 0;
    let mut dealt = pieces.iter();
    let waits = random.below(4) == 0;
    let side = random.below(2);
    let mut duel = "-".to_string();
    for camp in 0..2 {
        let mut cells: Vec<_> = (0..12).collect();
        random.shuffle(&mut cells);
        for (count, cell) in cells[..left].iter().enumerate() {
            let piece = dealt.next().expect("24 pieces");
            points += piece.points();
            if waits && camp != side && count == 0 {
                duel = format!("{}{piece}", (b'a' + (cell % 6) as u8) as char);
            } else {
                rows[2 * (1 - camp) + cell / 6][cell % 6] = piece.to_string();
            }
        }
    }
    let gone = 64 - points;
    let isis = random.below(usize::from(gone) + 1) as u8;
    let swap = if waits || random.below(2) == 0 { "s" } else { "x" };
    let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
    let text = format!("{} {} {duel} {swap} {isis}-{}", rows.join("/"), ["I", "A"][side], gone - isis);
    Position::parse_position(&text, Variants::NONE).expect("a valid position")
}

/// The solver's score of a position, after checking its line and its winner.
fn solved(solver: &Solver, position: &Position) -> u8 {
    let mut worker = solver.worker(&*NEVER);
    let exact = worker.solve_score(position).expect("not stopped");
    let mover = position.turn();
    // The line is legal, reaches the end of the game and achieves the score.
    let end = exact.line.iter().fold(*position, |position, &mv| play(&position, mv));
    assert!(end.outcome().is_some());
    assert_eq!(end.score(mover) - position.score(mover), exact.points);
    let isis = |position: &Position, points| match position.turn() {
        Player::P1 => position.score(Player::P1) + points,
        Player::P2 => position.score(Player::P1) + rest(position) - points,
    };
    let winner = if isis(position, exact.points) >= 38 { Player::P1 } else { Player::P2 };
    assert_eq!(worker.wins(position), Some(winner));
    exact.points
}

fn compare(solver: &Solver, position: &Position) {
    let expected = remaining_points(position, brute_force(position));
    assert_eq!(solved(solver, position), expected, "{}", position.position_text());
}

#[test]
fn solver_agrees_with_brute_force_up_to_four_duels() {
    let solver = Solver::new(16 << 20);
    for left in 0..=4 {
        for seed in 0..2_000 {
            compare(&solver, &walk(seed, left));
            if left > 0 {
                compare(&solver, &scattered(seed, left as usize));
            }
        }
    }
}

#[test]
fn solver_agrees_with_brute_force_with_five_duels() {
    let solver = Solver::new(16 << 20);
    for seed in 0..150 {
        compare(&solver, &walk(seed, 5));
        compare(&solver, &scattered(seed, 5));
    }
}

#[test]
fn move_scores_agree_with_brute_force() {
    let solver = Solver::new(1 << 20);
    for seed in 0..200 {
        let position = if seed % 2 == 0 { walk(seed, 3) } else { scattered(seed, 3) };
        let mut worker = solver.worker(&*NEVER);
        let scores = worker.move_scores(&position).expect("not stopped");
        assert_eq!(scores.len(), position.count_moves());
        for (mv, points) in scores {
            assert_eq!(points, remaining_points(&position, brute_force(&play(&position, mv))));
        }
    }
}

#[test]
fn transposition_table_does_not_change_results() {
    let none = Solver::new(0);
    let tiny = Solver::new(1 << 10);
    let large = Solver::new(8 << 20);
    for seed in 0..150 {
        for position in [walk(seed, 4), scattered(seed, 4)] {
            let score = solved(&large, &position);
            assert_eq!(solved(&none, &position), score);
            assert_eq!(solved(&tiny, &position), score);
        }
    }
    assert!(none.nodes() > large.nodes());
    for seed in 0..40 {
        let position = scattered(seed, 6);
        assert_eq!(solved(&tiny, &position), solved(&large, &position), "{}", position.position_text());
    }
}

#[test]
fn proof_number_search_agrees_with_plain_search() {
    // A small table has no room for proof numbers, so the plain search does all the work.
    for seed in 0..8 {
        let position = if seed % 2 == 0 { walk(seed, 7) } else { scattered(seed, 7) };
        let score = solved(&Solver::new(16 << 20), &position);
        assert_eq!(solved(&Solver::new(1 << 17), &position), score, "{}", position.position_text());
    }
}

#[test]
fn renaming_signs_and_numbers_keeps_every_score() {
    for seed in 0..20 {
        let position = scattered(seed, 6);
        let score = solved(&Solver::new(4 << 20), &position);
        for &renaming in Position::SYMMETRIES {
            assert_eq!(solved(&Solver::new(4 << 20), &position.image(renaming)), score);
        }
    }
}

#[test]
fn a_score_is_that_of_the_best_move() {
    let solver = Solver::new(32 << 20);
    for seed in 0..15 {
        let position = walk(seed, 6);
        let score = solved(&solver, &position);
        let scores = solver.worker(&*NEVER).move_scores(&position).expect("not stopped");
        assert_eq!(scores.iter().map(|&(_, points)| points).max(), Some(score));
    }
}

#[test]
fn the_best_moves_are_those_with_the_highest_scores() {
    let solver = Solver::new(4 << 20);
    for seed in 0..60 {
        let position = if seed % 2 == 0 { walk(seed, 4) } else { scattered(seed, 4) };
        let mut worker = solver.worker(&*NEVER);
        let all = worker.move_scores(&position).expect("not stopped");
        let mut scores: Vec<u8> = all.iter().map(|&(_, points)| points).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        for wanted in [1, 2, 5, 100] {
            let best = worker.best_moves(&position, wanted).expect("not stopped");
            let points: Vec<u8> = best.iter().map(|exact| exact.points).collect();
            assert_eq!(points, scores[..wanted.min(scores.len())]);
            for exact in &best {
                assert!(all.contains(&(exact.line[0], exact.points)));
                let end = exact.line.iter().fold(position, |position, &mv| play(&position, mv));
                assert!(end.outcome().is_some());
                assert_eq!(end.score(position.turn()) - position.score(position.turn()), exact.points);
            }
        }
    }
}

#[test]
fn a_winning_line_keeps_the_win() {
    for (seed, left) in [(1, 4), (2, 6), (3, 7), (4, 9), (5, 9), (6, 9)] {
        let position = scattered(seed, left);
        let solver = Solver::new(64 << 20);
        let (winner, line) = solver.worker(&*NEVER).winning_line(&position).expect("not stopped");
        assert_eq!(solver.worker(&*NEVER).wins(&position), Some(winner));
        let mut at = position;
        for mv in line {
            at = play(&at, mv);
            assert_eq!(solver.worker(&*NEVER).wins(&at), Some(winner), "after {mv:?}");
        }
        assert!(at.outcome().is_some());
    }
    assert_eq!(Solver::new(0).worker(&*NEVER).winning_line(&walk(1, 0)), None, "it is over");
}

#[test]
fn threads_sharing_a_table_find_the_same_score() {
    let shared = Solver::new(1 << 16);
    let positions: Vec<Position> = (0..12).map(|seed| scattered(seed, 6)).collect();
    let solve = || positions.iter().map(|position| solved(&shared, position)).collect::<Vec<_>>();
    let found = std::thread::scope(|scope| {
        let threads = [scope.spawn(solve), scope.spawn(solve), scope.spawn(solve)];
        threads.map(|thread| thread.join().expect("no panic"))
    });
    let alone: Vec<u8> = positions.iter().map(|position| solved(&Solver::new(4 << 20), position)).collect();
    assert!(found.iter().all(|scores| *scores == alone));
}

#[test]
fn cancelled_search_returns_nothing() {
    let stop = CancelToken::new();
    stop.cancel();
    let solver = Solver::new(1 << 20);
    let deal = Position::start(Variants::NONE, 1);
    assert_eq!(solver.worker(&stop).solve_score(&deal), None);
    assert_eq!(solver.worker(&stop).wins(&deal), None);
    assert_eq!(solver.worker(&stop).move_scores(&deal), None);
    assert_eq!(solver.worker(&stop).best_moves(&deal, 3), None);
    assert_eq!(solver.worker(&stop).winning_line(&deal), None);
    // A cancelled search leaves no wrong entries behind.
    let position = walk(7, 4);
    assert_eq!(solved(&solver, &position), remaining_points(&position, brute_force(&position)));
}

#[test]
fn a_finished_game_has_nothing_left_and_a_draft_is_not_solved() {
    let solver = Solver::new(1 << 10);
    let over = walk(1, 0);
    let exact = solver.worker(&*NEVER).solve_score(&over).expect("not stopped");
    assert_eq!((exact.points, exact.best()), (0, None));
    assert_eq!(solver.worker(&*NEVER).wins(&over), over.outcome().and_then(|outcome| outcome.winner));
    assert_eq!(solver.worker(&*NEVER).move_scores(&over), Some(Vec::new()));

    let draft = Variants::NONE.with(0);
    let drafting = Position::start(draft, 1);
    assert_eq!(solver.worker(&*NEVER).solve_score(&drafting), None);
    assert_eq!(solver.worker(&*NEVER).wins(&drafting), None);
    assert_eq!(solver.worker(&*NEVER).move_scores(&drafting), None);
}
