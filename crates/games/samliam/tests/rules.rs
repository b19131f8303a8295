//! The rules of Sam Liam, one test per sentence.

use mekong_core::{Explain as _, Lang, Notation as _, Player, Position as _, SplitMix64, Variants};
use mekong_samliam::{Cell, Corner, Illegal, Move, Pattern, Position, Setup, Tile};

fn position(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parse(mv: &str) -> Move {
    Position::parse_move(mv).unwrap_or_else(|error| panic!("{error}"))
}

fn cell(name: &str) -> Cell {
    let [column, row] = name.as_bytes() else { panic!("{name}") };
    Cell::new(column - b'a', row - b'1').unwrap()
}

/// The position after moves with a space between them.
fn play(text: &str, moves: &str) -> Position {
    moves.split(' ').fold(position(text), |position, mv| {
        position.play(parse(mv)).unwrap_or_else(|illegal| panic!("{mv} in {text}: {illegal}"))
    })
}

fn after(text: &str, moves: &str) -> String {
    play(text, moves).position_text()
}

fn refusal(text: &str, mv: &str) -> Illegal {
    position(text).check(parse(mv)).expect_err(mv)
}

/// The legal moves that begin with a cell or a word.
fn legal(text: &str, start: &str) -> Vec<String> {
    let mut moves = Vec::new();
    position(text).legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(Position::move_text).collect();
    texts.retain(|mv| mv.starts_with(start));
    texts.sort_unstable();
    texts
}

/// Winner and reason.
fn end(position: &Position) -> Option<(Option<Player>, &'static str)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason.code))
}

const START: &str = "6/6/6/6/6/6/6 B -";

/// Black has nothing left, White one triangle and three square tiles; every cell of rows 3 to 7 is full but f4.
const BLACK_HAS_NOTHING: &str = "\
    (aC)(aC)(aC)(aC)(aC)(aC)/\
    (Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/\
    (aC)(aC)(aC)(aC)(aC)(aC)/\
    (Ac)(Ac)(Ac)(Ac)(Ac)A/\
    (aC)(aC)(aC)(aC)(aC)(aC)/\
    QQQ3/\
    6";

#[test]
fn black_begins_on_an_empty_board() {
    assert_eq!(Position::start().position_text(), START);
    assert_eq!(Position::start().turn(), Player::P1);
    assert!(Cell::all().all(|cell| Position::start().tiles(cell).next().is_none()));
}

#[test]
fn each_player_has_thirty_triangles_and_three_square_tiles() {
    let left = |position: &Position, player| (position.triangles_left(player), position.squares_left(player));
    let start = Position::start();
    assert_eq!(Player::BOTH.map(|player| left(&start, player)), [(30, 3); 2]);
    let later = position("6/Q5/6/2(Ac)3/6/1qq3/B1b3 B -");
    assert_eq!(Player::BOTH.map(|player| left(&later, player)), [(28, 2), (28, 1)]);
    let blocked = play("6/6/6/6/6/AB4/D5 W -", "b1ne f7# a7nw");
    assert_eq!(Player::BOTH.map(|player| left(&blocked, player)), [(27, 2), (28, 3)]);
}

#[test]
fn a_triangle_goes_on_an_empty_cell_in_any_corner() {
    assert_eq!(legal(START, "c4"), ["c4ne", "c4nw", "c4se", "c4sw"]);
    assert_eq!(after(START, "c4nw"), "6/6/6/2A3/6/6/6 W -");
    assert_eq!(after(START, "a1ne f7se"), "5c/6/6/6/6/6/B5 B -");
    assert_eq!(after(START, "a1sw b1sw"), "6/6/6/6/6/6/Dd4 B -");
}

#[test]
fn a_second_triangle_of_either_colour_takes_the_opposite_corner() {
    for (letter, only) in [("A", "c4se"), ("B", "c4sw"), ("C", "c4nw"), ("D", "c4ne")] {
        for first in [letter.to_owned(), letter.to_lowercase()] {
            for side in ["B", "W"] {
                let text = format!("6/6/6/2{first}3/6/6/6 {side} -");
                assert_eq!(legal(&text, "c4"), [only], "{text}");
            }
        }
    }
    assert_eq!(after("6/6/6/2c3/6/6/6 B -", "c4nw"), "6/6/6/2(Ac)3/6/6/6 W -");
    assert_eq!(after("6/6/6/2B3/6/6/6 B -", "c4sw"), "6/6/6/2(BD)3/6/6/6 W -");
    let free = Corner::Se;
    assert_eq!(refusal("6/6/6/2A3/6/6/6 W -", "c4ne"), Illegal::OnlyOtherHalf { at: cell("c4"), free });
    assert_eq!(refusal("6/6/6/2A3/6/6/6 W -", "c4nw"), Illegal::OnlyOtherHalf { at: cell("c4"), free });
}

#[test]
fn a_cell_with_two_triangles_is_full() {
    for full in ["(AC)", "(Ac)", "(aC)", "(ac)", "(BD)", "(Bd)", "(bD)", "(bd)"] {
        let text = format!("6/6/6/2{full}3/6/6/6 W s");
        assert_eq!(legal(&text, "c4"), [""; 0], "{text}");
        assert_eq!(refusal(&text, "c4nw"), Illegal::CellFull { at: cell("c4") });
        assert_eq!(refusal(&text, "c4#"), Illegal::NotEmpty { at: cell("c4") });
    }
}

#[test]
fn a_square_tile_fills_its_cell() {
    for text in ["6/6/6/2Q3/6/6/6 W s", "6/6/6/2q3/6/6/6 W s"] {
        assert_eq!(legal(text, "c4"), [""; 0]);
        assert_eq!(refusal(text, "c4se"), Illegal::OnSquareTile { at: cell("c4") });
        assert_eq!(refusal(text, "c4#"), Illegal::NotEmpty { at: cell("c4") });
    }
}

#[test]
fn a_square_tile_may_be_placed_after_a_block_only() {
    assert_eq!(legal("6/6/6/2A3/6/6/6 W -", "a1"), ["a1ne", "a1nw", "a1se", "a1sw"]);
    assert_eq!(legal("6/6/6/2A3/6/6/6 W s", "a1"), ["a1#", "a1ne", "a1nw", "a1se", "a1sw"]);
    assert!(position("6/6/6/2A3/6/6/6 W s").may_place_square());
    assert!(!position("6/6/6/2A3/6/6/6 W -").may_place_square());
    assert_eq!(refusal("6/6/6/2A3/6/6/6 W -", "a1#"), Illegal::NotBlocked { triangles: 30 });
    assert_eq!(after("6/6/6/2A3/6/6/6 W s", "a1#"), "6/6/6/2A3/6/6/q5 B -");
}

#[test]
fn a_square_tile_needs_an_empty_cell() {
    assert_eq!(legal("6/6/6/2A3/6/6/6 W s", "c4"), ["c4se"]);
    assert_eq!(refusal("6/6/6/2A3/6/6/6 W s", "c4#"), Illegal::NotEmpty { at: cell("c4") });
}

#[test]
fn there_are_three_square_tiles_and_no_more() {
    let text = "qqq3/6/6/6/6/6/6 W s";
    assert_eq!(legal(text, "a1"), ["a1ne", "a1nw", "a1se", "a1sw"]);
    assert_eq!(refusal(text, "a1#"), Illegal::NoSquareTileLeft);
    assert!(!position(text).may_place_square());
}

#[test]
fn the_right_to_a_square_tile_lasts_one_turn() {
    let blocked = "6/6/6/6/6/AB4/Db4 B s";
    assert_eq!(after(blocked, "f7nw"), "5A/6/6/6/6/AB4/Db4 W -");
    assert_eq!(after(blocked, "f7nw f6nw"), "5A/5a/6/6/6/AB4/Db4 B -");
}

#[test]
fn without_triangles_a_square_tile_needs_no_block() {
    // White has one triangle left, then none.
    let one_left = format!("{BLACK_HAS_NOTHING} W -");
    assert_eq!(legal(&one_left, "f2"), ["f2ne", "f2nw", "f2se", "f2sw"]);
    assert_eq!(refusal(&one_left, "f2#"), Illegal::NotBlocked { triangles: 1 });
    let none_left = after(&one_left, "f4se pass");
    assert_eq!(legal(&none_left, "f2"), ["f2#"]);
    assert_eq!(refusal(&none_left, "f2nw"), Illegal::NoTriangleLeft);
}

#[test]
fn a_single_triangle_shows_its_own_corner() {
    let one = position("6/6/6/2b3/6/6/6 B -");
    let shown = Corner::ALL.map(|corner| one.shows(Player::P2, corner));
    assert_eq!(shown, [0, cell("c4").bit(), 0, 0]);
    assert_eq!(Corner::ALL.map(|corner| one.shows(Player::P1, corner)), [0; 4]);
}

#[test]
fn two_triangles_of_one_colour_and_square_tiles_show_all_four_corners() {
    for all_four in ["(ac)", "(bd)", "q"] {
        let board = position(&format!("6/6/6/2{all_four}3/6/6/6 B -"));
        assert_eq!(Corner::ALL.map(|corner| board.shows(Player::P2, corner)), [cell("c4").bit(); 4]);
        assert_eq!(Corner::ALL.map(|corner| board.shows(Player::P1, corner)), [0; 4]);
    }
}

#[test]
fn two_triangles_of_different_colours_show_their_own_corners() {
    let mixed = position("6/6/6/2(bD)3/6/6/6 B -");
    let c4 = cell("c4").bit();
    assert_eq!(Corner::ALL.map(|corner| mixed.shows(Player::P1, corner)), [0, 0, 0, c4]);
    assert_eq!(Corner::ALL.map(|corner| mixed.shows(Player::P2, corner)), [0, c4, 0, 0]);
}

/// A position with the given player to move and triangles of theirs in three of a pattern's corners.
fn three_of(pattern: Pattern, player: Player, missing: usize) -> Position {
    let shown = pattern.corners().into_iter().enumerate().filter(|&(index, _)| index != missing);
    let tiles = shown.map(|(_, (cell, corner))| (cell, Tile::Triangle(player, corner))).collect();
    Position::try_from(Setup { tiles, turn: player, blocked: false }).unwrap()
}

#[test]
fn the_fourth_corner_of_any_pattern_wins_at_once_and_no_other_corner_does() {
    for player in Player::BOTH {
        for pattern in Pattern::all() {
            for (missing, (at, wanted)) in pattern.corners().into_iter().enumerate() {
                let before = three_of(pattern, player, missing);
                assert_eq!(end(&before), None);
                for corner in Corner::ALL {
                    let won = before.play(Move::Triangle { at, corner }).unwrap();
                    let expected = (corner == wanted).then_some((Some(player), "square"));
                    assert_eq!(end(&won), expected, "{}", won.position_text());
                    assert_eq!(won.count_moves() == 0, expected.is_some());
                    let complete: Vec<Pattern> = won.completed(player).collect();
                    assert_eq!(complete, if expected.is_some() { vec![pattern] } else { vec![] });
                }
            }
        }
    }
}

#[test]
fn both_distances_must_be_equal() {
    assert_eq!(end(&play("6/6/6/A3B1/6/6/D5 B -", "e1se")), None);
    assert_eq!(end(&play("6/6/A3B1/6/6/6/D5 B -", "e1se")), Some((Some(Player::P1), "square")));
}

#[test]
fn outward_and_inward_corners_do_not_mix() {
    // a2 points outward, b2 and a1 inward.
    for corner in ["nw", "ne", "se", "sw"] {
        assert_eq!(end(&play("6/6/6/6/6/AD4/B5 B -", &format!("b1{corner}"))), None);
    }
}

#[test]
fn all_four_corners_are_of_one_colour() {
    assert_eq!(end(&play("6/6/6/6/6/AB4/D5 W -", "b1se")), None);
    assert_eq!(end(&play("6/6/6/6/6/ab4/D5 W -", "b1se")), None);
    assert_eq!(end(&play("6/6/6/6/6/ab4/d5 W -", "b1se")), Some((Some(Player::P2), "square")));
}

#[test]
fn cells_between_the_corners_do_not_matter() {
    let text = "A4B/1bdab1/1q1c2/1(bd)2a1/1c1d2/D5/6 B -";
    assert_eq!(end(&play(text, "f2se")), Some((Some(Player::P1), "square")));
}

#[test]
fn tilted_squares_do_not_count() {
    // b3, c2, b1 and a2 are the corners of a tilted square; no choice of corners makes it a winning pattern.
    for first in ["A", "B", "C", "D"] {
        for second in ["ne", "se", "nw", "sw"] {
            let text = format!("6/6/6/6/1{first}4/{first}1{first}3/6 B -");
            assert_eq!(end(&play(&text, &format!("b1{second}"))), None);
        }
    }
}

#[test]
fn an_own_pair_can_be_any_corner_of_a_square() {
    assert_eq!(end(&play("6/6/6/6/6/(BD)B4/D5 B -", "b1se")), Some((Some(Player::P1), "square")));
    assert_eq!(end(&play("6/6/6/6/6/(bD)B4/D5 B -", "b1se")), None);
    // b1 lacks se; the pair that the second half makes shows it.
    assert_eq!(end(&play("6/6/6/6/6/AB4/DB4 B -", "b1sw")), Some((Some(Player::P1), "square")));
    // The same half beside a white triangle shows sw alone.
    assert_eq!(end(&play("6/6/6/6/6/AB4/Db4 B -", "b1sw")), None);
    assert_eq!(end(&play("6/6/6/6/6/AB4/Da4 B -", "b1se")), Some((Some(Player::P1), "square")));
}

#[test]
fn a_square_tile_can_be_any_corner_of_a_square() {
    assert_eq!(end(&play("6/6/6/6/6/QB4/D5 B -", "b1se")), Some((Some(Player::P1), "square")));
    assert_eq!(end(&play("6/6/6/6/6/qB4/D5 B -", "b1se")), None);
    assert_eq!(end(&play("6/6/6/6/6/CD4/B5 B s", "b1#")), Some((Some(Player::P1), "square")));
}

#[test]
fn one_tile_can_complete_several_squares() {
    let won = play("6/6/6/6/A1B3/1AB3/DD4 B s", "c1#");
    let squares: Vec<u8> = won.completed(Player::P1).map(Pattern::size).collect();
    assert_eq!(squares, [2, 3]);
    assert_eq!(won.completed(Player::P2).next(), None);
}

#[test]
fn a_board_with_a_winning_pattern_is_a_finished_game() {
    for side in ["B -", "W -", "W s"] {
        let won = position(&format!("6/6/6/6/6/AB4/DC4 {side}"));
        assert_eq!(end(&won), Some((Some(Player::P1), "square")));
        assert_eq!(won.count_moves(), 0);
        assert_eq!(won.check(Move::Pass), Err(Illegal::Over));
    }
    assert_eq!(end(&position("6/6/6/6/6/cd4/ba4 W -")), Some((Some(Player::P2), "square")));
}

#[test]
fn a_turn_that_closes_an_open_pattern_is_a_block() {
    // Black lacks b1 showing se.
    let open = "6/6/6/6/6/AB4/D5 W -";
    assert!(play(open, "b1se").was_blocked(), "the corner itself is taken");
    assert!(play(open, "b1ne").was_blocked(), "only sw is left");
    assert!(play(open, "b1sw").was_blocked(), "only ne is left");
    assert!(!play(open, "b1nw").was_blocked(), "the other half is se");
    assert!(!play(open, "c1se").was_blocked(), "another cell");
    assert_eq!(after(open, "b1ne"), "6/6/6/6/6/AB4/Db4 B s");
}

#[test]
fn the_other_half_of_a_cell_can_be_the_block() {
    // White's first half left se open; the second closes it.
    assert_eq!(after("6/6/6/6/6/AB4/Da4 W -", "b1se"), "6/6/6/6/6/AB4/D(ac)4 B s");
    // Black has one half of b1: with any other half of their own, b1 would show se.
    for (half, other, pair) in [("A", "se", "(Ac)"), ("B", "sw", "(Bd)"), ("D", "ne", "(bD)")] {
        let text = format!("6/6/6/6/6/AB4/D{half}4 W -");
        assert_eq!(after(&text, &format!("b1{other}")), format!("6/6/6/6/6/AB4/D{pair}4 B s"));
    }
}

#[test]
fn closing_a_pattern_that_was_not_open_is_no_block() {
    // White's half of b1 had closed it before.
    assert_eq!(after("6/6/6/6/6/AB4/Db4 W -", "b1sw"), "6/6/6/6/6/AB4/D(bd)4 B -");
    // Only two corners of the square.
    assert_eq!(after("6/6/6/6/6/AB4/6 W -", "b1ne"), "6/6/6/6/6/AB4/1b4 B -");
    // Three white corners: one does not block oneself.
    assert_eq!(after("6/6/6/6/6/ab4/d5 W -", "b1ne"), "6/6/6/6/6/ab4/db4 B -");
}

#[test]
fn a_complete_pattern_is_no_longer_open() {
    assert_eq!(position("6/6/6/6/6/AB4/D5 B -").open_patterns(Player::P1).count(), 1);
    assert_eq!(play("6/6/6/6/6/AB4/D5 B -", "b1se").open_patterns(Player::P1).count(), 0);
}

#[test]
fn a_block_is_read_as_written_on_any_board() {
    for text in ["6/6/6/6/6/6/6 B s", "qqq3/6/6/6/6/6/6 W s", "6/6/6/6/6/AB4/DC4 W s"] {
        assert_eq!(position(text).position_text(), text);
    }
}

#[test]
fn closing_one_of_several_open_patterns_is_a_block() {
    // b1 lacks se and c1 lacks se; c1 stays open.
    let text = "6/6/6/6/A1B3/AB4/D5 W -";
    assert_eq!(position(text).open_patterns(Player::P1).count(), 2);
    let blocked = play(text, "b1ne");
    assert_eq!(blocked.open_patterns(Player::P1).count(), 1);
    assert!(blocked.was_blocked());
}

#[test]
fn a_square_tile_can_block() {
    assert_eq!(after("6/6/6/6/6/AB4/D5 W s", "b1#"), "6/6/6/6/6/AB4/Dq4 B s");
}

#[test]
fn a_turn_that_wins_can_block_too() {
    // White completes c2 d2 d1 c1 on c1, where Black lacked se.
    let won = play("6/6/6/6/A1B3/2ab2/D2c2 W -", "c1sw");
    assert_eq!(end(&won), Some((Some(Player::P2), "square")));
    assert_eq!(won.position_text(), "6/6/6/6/A1B3/2ab2/D1dc2 B s");
}

#[test]
fn nothing_is_open_for_a_player_without_triangles() {
    // Black shows a2 b2 a1 and lacks b1; 29 or 30 black triangles are on the board.
    let rest = "aaa(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)";
    let none_left = format!("{rest}/(aC)(aC)(aC)(aC)(aC)C/AB4/D5 W -");
    assert_eq!(position(&none_left).triangles_left(Player::P1), 0);
    assert_eq!(position(&none_left).open_patterns(Player::P1).count(), 0);
    assert!(!play(&none_left, "b1ne").was_blocked());
    let one_left = format!("{rest}/(aC)(aC)(aC)(aC)(aC)1/AB4/D5 W -");
    assert_eq!(position(&one_left).open_patterns(Player::P1).count(), 1);
    assert!(play(&one_left, "b1ne").was_blocked());
}

#[test]
fn the_right_is_recorded_even_without_square_tiles() {
    assert_eq!(after("QQQ3/6/6/6/6/1AB3/1D4 W -", "c1ne"), "QQQ3/6/6/6/6/1AB3/1Db3 B s");
}

#[test]
fn open_patterns_name_the_missing_corner() {
    let open: Vec<_> = position("6/6/6/6/6/AB4/DB4 W -").open_patterns(Player::P1).collect();
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].cell, open[0].corner), (cell("b1"), Corner::Se));
    assert_eq!(open[0].pattern.size(), 2);
    assert_eq!(position("6/6/6/6/6/AB4/D(Bd)4 W -").open_patterns(Player::P1).count(), 0);
    assert_eq!(position("6/6/6/6/6/AB4/Dq4 W -").open_patterns(Player::P1).count(), 0);
}

#[test]
fn blocks_match_their_definition_along_random_games() {
    let mut blocks = 0;
    for seed in 0..200 {
        let mut random = SplitMix64::new(seed);
        let mut position = Position::start();
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let next = position.play(moves[random.below(moves.len())]).unwrap();
            let still_open: Vec<_> = next.open_patterns(next.turn()).map(|open| open.pattern).collect();
            let mut before = position.open_patterns(next.turn()).map(|open| open.pattern);
            assert_eq!(next.was_blocked(), before.any(|pattern| !still_open.contains(&pattern)));
            blocks += usize::from(next.was_blocked());
            position = next;
        }
    }
    assert!(blocks > 50, "only {blocks} blocks");
}

#[test]
fn a_player_who_can_place_something_may_not_pass() {
    assert_eq!(refusal(START, "pass"), Illegal::MustPlace);
    assert_eq!(refusal(&format!("{BLACK_HAS_NOTHING} W -"), "pass"), Illegal::MustPlace);
    assert_eq!(legal(START, "pass"), [""; 0]);
}

#[test]
fn a_player_who_can_place_nothing_passes_while_the_opponent_can() {
    let text = format!("{BLACK_HAS_NOTHING} B -");
    assert_eq!(legal(&text, ""), ["pass"]);
    assert_eq!(after(&text, "pass"), format!("{BLACK_HAS_NOTHING} W -"));
    // The opponent's square tiles are enough.
    assert_eq!(legal(&after(&text, "pass f4se"), ""), ["pass"]);
}

#[test]
fn a_pass_is_never_a_block() {
    let text = format!("{BLACK_HAS_NOTHING} B s");
    assert_eq!(after(&text, "pass"), format!("{BLACK_HAS_NOTHING} W -"));
}

#[test]
fn square_tiles_without_an_empty_cell_are_no_placement() {
    // All 42 cells are taken; Black has only square tiles left, White nothing.
    let full = "\
        (aC)(aC)(aC)(aC)(aC)(aC)/\
        (Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/\
        (aC)(aC)(aC)(aC)(aC)(aC)/\
        (Ac)(Ac)(Ac)AAA/\
        CCCCCC/\
        dddddd/\
        qqqddd B -";
    let stuck = position(full);
    assert_eq!((stuck.triangles_left(Player::P1), stuck.squares_left(Player::P1)), (0, 3));
    assert_eq!((stuck.triangles_left(Player::P2), stuck.squares_left(Player::P2)), (0, 0));
    assert_eq!(end(&stuck), Some((None, "tiles")));
    // With a white triangle less, White can place one, and Black passes.
    assert_eq!(legal(&full.replacen("(aC)", "C", 1), ""), ["pass"]);
    // With an empty cell, Black can place a square tile.
    assert_eq!(legal(&full.replacen("qqqddd", "qqq1dd", 1), ""), ["d1#"]);
}

#[test]
fn the_game_is_drawn_when_neither_player_can_place() {
    let last = format!("{BLACK_HAS_NOTHING} W -");
    let drawn = play(&last, "f4se pass f1# pass e1# pass f2#");
    assert_eq!(end(&drawn), Some((None, "tiles")));
    assert_eq!(drawn.count_moves(), 0);
    assert_eq!(drawn.check(Move::Pass), Err(Illegal::Over));
    let reason = drawn.outcome().unwrap();
    assert_eq!(reason.explain(Lang::En), "neither player can place a tile any more");
    assert_eq!(reason.explain(Lang::Fr), "plus personne ne peut poser de tuile");
}

#[test]
fn an_unusable_right_to_a_square_tile_does_not_prevent_a_draw() {
    for rest in ["B -", "B s", "W -", "W s"] {
        let nothing = BLACK_HAS_NOTHING.replacen("A/", "(Ac)/", 1).replacen("QQQ3", "QQQqqq", 1);
        assert_eq!(end(&position(&format!("{nothing} {rest}"))), Some((None, "tiles")));
    }
}

#[test]
fn the_start_has_168_moves() {
    assert_eq!(Position::start().count_moves(), 168);
    assert_eq!(legal(START, "").len(), 168);
}
