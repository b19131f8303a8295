//! Unit tests of the key, the bounds, and the proof-number search compared with the plain one.

use std::sync::LazyLock;

use mekong_core::{CancelToken, Player, SplitMix64, Symmetric as _, Variants};

use crate::{
    Position,
    board::{Piece, slots},
    camp::Camp,
    exact::{
        bounds::{below, round_up},
        key::key,
        proof::Proof,
        proof_table::ProofTable,
        search::Search,
        state::State,
        table::Table,
    },
};

static NEVER: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

/// Random pieces on random cells, `left` per camp.
fn scattered(random: &mut SplitMix64, left: usize) -> State {
    let mut position = Position::empty(Variants::NONE);
    let mut pieces: Vec<Piece> = Piece::all().collect();
    random.shuffle(&mut pieces);
    for (camp, pieces) in position.camps.iter_mut().zip(pieces.chunks(12)) {
        let mut cells: Vec<u8> = (0..12).collect();
        random.shuffle(&mut cells);
        for (&cell, &piece) in cells.iter().zip(&pieces[..left]) {
            camp.put(cell, piece);
        }
    }
    position.turn = Player::BOTH[random.below(2)];
    position.may_swap = random.below(2) == 0;
    State::of(&position)
}

/// All points that the player to move can still win, asked one at a time.
fn score(mut wins: impl FnMut(i32) -> bool, remaining: i32) -> i32 {
    let score = (0..=remaining).rev().find(|&need| wins(need)).unwrap_or(0);
    assert!((0..=score).all(wins), "every smaller goal is reached too");
    score
}

#[test]
fn proof_number_search_agrees_with_plain_search() {
    let mut random = SplitMix64::new(1);
    for round in 0..400 {
        let state = scattered(&mut random, 2 + round % 5);
        let (table, other, none) = (Table::new(1 << 18), Table::new(1 << 18), Table::new(0));
        let proof_table = ProofTable::new(1 << 17);
        let mut search = Search::new(&table, &*NEVER, round % 2 == 0);
        let plain = score(|need| search.wins(&state, need).expect("not stopped"), state.remaining_points());
        let mut search = Search::new(&other, &*NEVER, false);
        let mut proof = Proof { search: &mut search, table: &other, proof_table: &proof_table, plain: 1 };
        assert_eq!(
            score(|need| proof.wins(&state, need).expect("not stopped"), state.remaining_points()),
            plain
        );
        if state.left < 5 {
            let mut search = Search::new(&none, &*NEVER, false);
            assert_eq!(
                score(|need| search.wins(&state, need).expect("not stopped"), state.remaining_points()),
                plain
            );
        }
        assert_eq!(plain, if plain == 0 { 0 } else { round_up(state.left, state.lights, plain) });
    }
}

/// The half turn: every piece of Isis in column i is Anubis's in column 5 − i, and the other way round.
fn half_turned(state: &State) -> State {
    let turned = |camp: &Camp| {
        let mut image = Camp::default();
        for slot in slots(camp.occupied()) {
            image.put(if slot < 6 { 5 - slot } else { 17 - slot }, camp.at(slot));
        }
        image
    };
    let camps = [turned(&state.camps[1]), turned(&state.camps[0])];
    State { camps, turn: state.turn.other(), ..*state }
}

#[test]
fn key_ignores_names_and_empty_columns_only() {
    let mut random = SplitMix64::new(2);
    for round in 0..2_000 {
        let left = 1 + round % 12;
        let state = scattered(&mut random, left);
        let own = key(&state).0;
        let position = Position {
            camps: state.camps,
            turn: state.turn,
            may_swap: state.may_swap,
            ..Position::empty(Variants::NONE)
        };
        for &renaming in Position::SYMMETRIES {
            assert_eq!(key(&State::of(&position.image(renaming))).0, own);
        }
        // Turned around, all sums must change their parity; no renaming of real pieces does that, so a turned
        // state has another key.
        assert_ne!(key(&half_turned(&state)).0, own);
        assert_ne!(key(&State { may_swap: !state.may_swap, ..state }).0, own);
        // A piece alone in its column may step forward.
        for slot in slots(state.own().ready_slots()).filter(|&slot| slot < 6) {
            let mut stepped = state;
            let camp = &mut stepped.camps[state.turn.index()];
            let piece = camp.advance(slot);
            camp.put(slot + 6, piece);
            assert_eq!(key(&stepped).0, own);
        }
    }
}

#[test]
fn bounds_are_the_next_reachable_points() {
    // One duel, no light piece: nothing, or 2 and the 11 of the last.
    assert_eq!((round_up(1, 0, 1), below(1, 0, 13)), (13, 0));
    // Two duels, one light piece: 0, 2 or 12 without the last, 13 or 23 with it, or all 25.
    let reachable: Vec<i32> = (0..=25).filter(|&points| round_up(2, 1, points) == points).collect();
    assert_eq!(reachable, [0, 2, 12, 13, 23, 25]);
    assert_eq!(below(2, 1, 25), 23);
}
