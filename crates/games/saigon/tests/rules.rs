//! The rules of Saigon, one test per sentence. Positions are drawn as their texts: four stacks from left to right, each
//! from bottom to top.

use mekong_core::{Explain as _, Game as _, History, Lang, Notation as _, Player, Position as _, Variants};
use mekong_saigon::{Illegal, Move, Position, Saigon, Slot, Stack};

const FLAT: Variants = Variants::NONE.with(0);

fn at(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

fn flat(text: &str) -> Position {
    Position::parse_position(text, FLAT).unwrap()
}

fn mv(text: &str) -> Move {
    Position::parse_move(text).unwrap()
}

fn after(position: Position, text: &str) -> String {
    position.play(mv(text)).unwrap().position_text()
}

fn legal(position: Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(Position::move_text).collect();
    texts.sort_unstable();
    texts
}

fn winner(position: Position) -> Option<Player> {
    position.outcome().and_then(|outcome| outcome.winner)
}

fn slot(number: u8) -> Slot {
    Slot::new(number).unwrap()
}

// ── The start ───────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn four_stacks_of_four_light_dark_light_dark_and_light_begins() {
    for variants in Saigon::INFO.all_variants() {
        let start = Saigon::start(variants, 0);
        assert_eq!(start.position_text(), "LLLL/DDDD/LLLL/DDDD L");
        assert_eq!(start, Saigon::start(variants, 1), "nothing is dealt");
        assert_eq!(start.turn(), Player::P1);
        assert_eq!(start.variants(), variants);
        for player in Player::BOTH {
            assert_eq!((start.on_rail(player), start.out(player)), (8, 0));
        }
    }
}

#[test]
fn at_the_start_the_two_own_stacks_move_and_both_pushes_are_open() {
    // Two stacks, blocks of 1 to 3, three slots to go to, and two pushes.
    assert_eq!(legal(at("LLLL/DDDD/LLLL/DDDD L")).len(), 2 * 3 * 3 + 2);
}

// ── Pushing ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn a_push_slides_the_bottom_row_and_the_far_bottom_pallet_leaves() {
    let start = at("LLLL/DDDD/LLLL/DDDD L");
    assert_eq!(after(start, "pr"), "LLL/LDDD/DLLL/LDDD D");
    assert_eq!(after(start, "pl"), "DLLL/LDDD/DLLL/DDD D");
}

#[test]
fn a_pallet_that_leaves_counts_for_its_own_colour() {
    let start = at("LLLL/DDDD/LLLL/DDDD L");
    let right = start.play(mv("pr")).unwrap();
    assert_eq!(Player::BOTH.map(|player| right.out(player)), [0, 1]);
    let left = start.play(mv("pl")).unwrap();
    assert_eq!(Player::BOTH.map(|player| left.out(player)), [1, 0]);
    assert_eq!(Player::BOTH.map(|player| left.on_rail(player)), [7, 8]);
}

#[test]
fn the_pusher_needs_no_pallet_of_their_own() {
    assert!(legal(at("DDD/DDD/DL/LLD L")).contains(&"pr".to_owned()));
    assert!(legal(at("DDD/DDD/DL/LLD L")).contains(&"pl".to_owned()));
}

#[test]
fn upper_pallets_at_the_far_end_are_held_and_hold_those_behind_them() {
    //   no stack of one: every stack keeps its uppers, and slot 1 comes down by one
    assert_eq!(after(at("LDD/DLL/LDL/DLD L"), "pr"), "DD/LLL/DDL/LLD D");
    assert_eq!(after(at("LDD/DLL/LDL/DLD L"), "pl"), "DDD/LLL/DDL/LD D");
}

#[test]
fn held_uppers_drop_onto_the_rail_where_the_push_began() {
    let next = at("LD/DLL/LDL/DLD L").play(mv("pr")).unwrap();
    assert_eq!(next.position_text(), "D/LLL/DDL/LLD D");
    assert_eq!(next.gap(), None);
}

#[test]
fn a_single_pallet_at_the_far_end_holds_nothing_and_whole_stacks_travel() {
    assert_eq!(after(at("L/LDDD/LLLL/LDDD L"), "pl"), "LDDD/LLLL/LDDD/- D");
    assert_eq!(after(at("LDDD/LLLL/LDDD/L L"), "pr"), "-/LDDD/LLLL/LDDD D");
}

#[test]
fn behind_a_single_pallet_in_the_middle_whole_stacks_travel() {
    //   slot 4 and 3 keep their uppers, the single D slides under those of slot 3, LL follows whole
    assert_eq!(after(at("LL/D/LDL/DDL L"), "pr"), "-/LL/DDL/LDL D");
    //   slot 4 keeps its uppers, the single D slides under them, the two behind follow whole
    assert_eq!(after(at("LL/DLD/D/LDL L"), "pr"), "-/LL/DLD/DDL D");
}

#[test]
fn only_the_single_pallet_nearest_the_far_end_matters() {
    assert_eq!(after(at("LLL/D/L/DDLD L"), "pr"), "-/LLL/D/LDLD D");
    assert_eq!(after(at("L/DDLL/D/LLDD L"), "pr"), "-/L/DDLL/DLDD D");
    assert_eq!(after(at("LLDD/D/DDLL/L L"), "pl"), "DLDD/DDLL/L/- D");
}

#[test]
fn a_single_pallet_where_the_push_began_leaves_its_slot_empty() {
    let next = at("L/DDL/LLD/LDD L").play(mv("pr")).unwrap();
    assert_eq!(next.position_text(), "-/LDL/DLD/LDD D");
    assert_eq!(next.gap(), Slot::new(1));
}

#[test]
fn with_single_pallets_at_both_ends_all_stacks_travel_whole() {
    assert_eq!(after(at("L/D/LLDDD/D L"), "pr"), "-/L/D/LLDDD D");
    assert_eq!(after(at("L/D/LLDDD/D L"), "pl"), "D/LLDDD/D/- D");
}

// ── Moving ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_top_part_of_a_stack_moves_as_a_block_with_its_order_kept() {
    assert_eq!(after(at("LLDL/DDDL/LLLD/DDDL L"), "1-2x3"), "L/DDDLLDL/LLLD/DDDL D");
    assert_eq!(after(at("LLDL/DDDL/LLLD/DDDL L"), "4-1x1"), "LLDLL/DDDL/LLLD/DDD D");
}

#[test]
fn a_block_goes_onto_any_other_slot_near_or_far() {
    let moves = legal(at("DDLL/DDD/LLL/DDD L"));
    for text in ["1-2x1", "1-3x1", "1-4x1", "3-1x2", "3-2x2", "3-4x2"] {
        assert!(moves.contains(&text.to_owned()), "{text}");
    }
}

#[test]
fn top_and_bottom_of_the_block_are_the_movers_and_anything_may_be_between() {
    //   taken from slot 1: L, DL, LDL, DLDL; those that begin with L go
    let moves = legal(at("LDLDL/DDDD/D/LLL D"));
    assert!(moves.iter().all(|text| !text.starts_with('1')), "its top is light");
    let moves = legal(at("LDLDL/DDDD/D/LLL L"));
    assert_eq!(
        moves.iter().filter(|text| text.starts_with("1-2")).collect::<Vec<_>>(),
        ["1-2x1", "1-2x3"],
        "x2 and x4 end on a dark pallet, x5 would take all"
    );
}

#[test]
fn one_pallet_always_stays() {
    let moves = legal(at("L/LL/LLL/DDD L"));
    assert!(moves.iter().all(|text| !text.starts_with('1')));
    assert_eq!(
        moves,
        ["2-1x1", "2-3x1", "2-4x1", "3-1x1", "3-1x2", "3-2x1", "3-2x2", "3-4x1", "3-4x2", "pl", "pr"]
    );
}

#[test]
fn there_is_no_height_limit() {
    let position = at("LLLLLLD/DDDDDDD/L/L D");
    assert_eq!(after(position, "2-1x6"), "LLLLLLDDDDDDD/D/L/L L");
    let highest = at("-/DLLLLLLDDDDDDL/D/L L");
    assert_eq!(highest.stack(slot(2)).height(), Stack::MAX);
    assert_eq!(after(highest, "2-1x13"), "LLLLLLDDDDDDL/D/D/L D");
}

#[test]
fn a_turn_is_one_action_and_the_turn_passes_to_the_other_player() {
    for text in ["pr", "pl", "1-2x1"] {
        assert_eq!(at("LLLL/DDDD/LLLL/DDDD L").play(mv(text)).unwrap().turn(), Player::P2);
    }
    assert_eq!(at("LDDD/LLLL/LDDD/- L").play(mv("2-4x1")).unwrap().turn(), Player::P2);
    assert_eq!(at("-/LD/LD/LDDD L").play(mv("pass")).unwrap().turn(), Player::P2);
}

// ── The empty slot ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn an_empty_slot_must_be_filled_with_a_move() {
    assert_eq!(
        legal(at("LDDD/LLLL/LDDD/- D")),
        ["1-4x1", "1-4x2", "1-4x3", "3-4x1", "3-4x2", "3-4x3"],
        "no push, no move elsewhere, no pass"
    );
    assert_eq!(after(at("LDDD/LLLL/LDDD/- D"), "1-4x2"), "LD/LLLL/LDDD/DD L");
}

#[test]
fn a_player_who_cannot_fill_the_gap_passes() {
    assert_eq!(legal(at("-/LD/LD/LDDD L")), ["pass"]);
    assert_eq!(after(at("-/LD/LD/LDDD L"), "pass"), "-/LD/LD/LDDD D");
}

#[test]
fn after_a_pass_the_opponent_must_fill_the_gap() {
    assert_eq!(legal(at("-/LD/LD/LDDD D")), ["2-1x1", "3-1x1", "4-1x1", "4-1x2", "4-1x3"]);
}

#[test]
fn one_of_the_two_can_always_fill_the_gap() {
    // Every stack of two or more lets the owner of its top pallet move, and while neither player has won at least six
    // pallets lie on three slots. The fewest, with as many singles as possible:
    for text in ["-/L/D/LLDD L", "-/L/D/LDLD D", "LLDD/L/D/- D"] {
        let position = at(text);
        let other = text.replace(" L", " x").replace(" D", " L").replace(" x", " D");
        let both = [legal(position), legal(at(&other))];
        assert_eq!(both.iter().filter(|moves| **moves == ["pass"]).count(), 1, "{text}");
    }
}

#[test]
fn a_single_pallet_cannot_fill_the_gap() {
    assert_eq!(legal(at("-/L/LLLD/LDDDD L")), ["pass"]);
}

// ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_sixth_pallet_out_wins_for_its_colour_and_the_mover_can_lose_by_it() {
    let position = at("LL/LLLL/DL/DLD L");
    assert_eq!(position.out(Player::P2), 5);
    let next = position.play(mv("pr")).unwrap();
    assert_eq!(winner(next), Some(Player::P2));
    assert_eq!(next.outcome().unwrap().reason.code, "pallets");
    assert_eq!(next.outcome().unwrap().explain(Lang::En), "six pallets are out");
    assert_eq!(next.outcome().unwrap().explain(Lang::Fr), "six palets sont sortis");

    let next = at("DD/DDDD/LD/LDL L").play(mv("pr")).unwrap();
    assert_eq!(winner(next), Some(Player::P1));
}

#[test]
fn five_out_is_not_the_end() {
    let next = at("LL/LLLL/DL/DDLD L").play(mv("pr")).unwrap();
    assert_eq!(next.out(Player::P2), 5);
    assert_eq!(winner(next), None);
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let over = at("LL/LLLL/DL/LD L");
    assert_eq!(winner(over), Some(Player::P2));
    assert_eq!(legal(over), [""; 0]);
    assert_eq!(over.count_moves(), 0);
    for text in ["pr", "pl", "1-2x1", "pass"] {
        assert_eq!(over.check(mv(text)), Err(Illegal::Over), "{text}");
    }
}

#[test]
fn the_game_can_end_with_a_slot_left_empty() {
    let next = at("D/LLLL/LLL/DDL L").play(mv("pr")).unwrap();
    assert_eq!(next.position_text(), "-/DLLL/LLL/LDL D");
    assert_eq!(winner(next), Some(Player::P2));
    assert_eq!(legal(next), [""; 0]);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = History::new(at("LLLL/DDDD/LLLL/DDDD L"));
    for round in 0..2 {
        assert_eq!(game.outcome(), None, "round {round}");
        for text in ["1-3x1", "2-4x1", "3-1x1", "4-2x1"] {
            game.play(mv(text)).unwrap();
        }
    }
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code), (None, "repetition"));
}

#[test]
fn positions_count_as_the_same_with_the_same_stacks_and_side_only() {
    let key = |text| at(text).repetition_key().unwrap();
    assert_eq!(key("LLLL/DDDD/LLLL/DDDD L"), key("LLLL/DDDD/LLLL/DDDD L"));
    for other in
        ["LLLL/DDDD/LLLL/DDDD D", "DDDD/LLLL/DDDD/LLLL L", "LLLL/DDDD/LLLL/DDD L", "LLL/DDDD/LLLL/DDDD L"]
    {
        assert_ne!(key("LLLL/DDDD/LLLL/DDDD L"), key(other), "{other}");
    }
}

// ── Variant `flat` ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn flat_all_upper_pallets_stay_in_their_slot() {
    assert_eq!(after(flat("L/LDDD/LLLL/LDDD L"), "pl"), "L/LDDD/LLLL/DDD D");
    assert_eq!(after(flat("LL/D/LDL/DDL L"), "pr"), "L/L/DDL/LDL D");
    assert_eq!(after(flat("LDDD/LLLL/LDDD/L L"), "pr"), "DDD/LLLL/LDDD/L D");
}

#[test]
fn flat_the_slot_where_the_push_began_is_empty_only_if_it_held_a_single_pallet() {
    assert_eq!(after(flat("L/DDL/LLD/LDD L"), "pr"), "-/LDL/DLD/LDD D");
    assert_eq!(after(flat("LD/D/L/DDDLLL L"), "pr"), "D/L/D/LDDLLL D");
}

#[test]
fn flat_is_the_main_rule_where_no_stack_is_single() {
    for text in ["LLLL/DDDD/LLLL/DDDD L", "LD/DL/LLDD/DDL D"] {
        for push in ["pr", "pl"] {
            assert_eq!(after(flat(text), push), after(at(text), push));
        }
    }
}

// ── The rule page ───────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn first_turns_match_the_rule_page() {
    for page in [include_str!("../README.md"), include_str!("../README.fr.md")] {
        let mut position = Saigon::start(Variants::NONE, 0);
        let mut plies = 0;
        for line in page.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            let Ok(mv) = Position::parse_move(cells[2]) else { continue };
            position = position.play(mv).unwrap();
            assert_eq!(position.position_text().split(' ').next(), Some(cells[3]), "after {}", cells[2]);
            plies += 1;
        }
        assert_eq!(plies, 7);
        for push in ["pr", "pl"] {
            assert_eq!(position.play(mv(push)).unwrap().out(Player::P1), position.out(Player::P1) + 1);
        }
    }
}
