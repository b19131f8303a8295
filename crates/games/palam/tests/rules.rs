//! The rule page of Palam, sentence by sentence. Boards are position texts, row 4 (Anubis's back row) first.

use mekong_core::{Game as _, Notation as _, Player, Position as _, Variants};
use mekong_palam::{Cell, Engaged, Move, Pair, Palam, Piece, Position, Sign};

/// The board of the rule page before the first move.
const FIRST_TURN: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-0";

fn plain(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn draft() -> Variants {
    Palam::INFO.parse_variants(["draft"]).unwrap()
}

fn drafting(text: &str) -> Position {
    Position::parse_position(text, draft()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves, sorted and joined by spaces.
fn legal(position: &Position) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(Position::move_text).collect();
    texts.sort();
    texts.join(" ")
}

fn play(position: &Position, moves: &str) -> Position {
    moves.split(' ').fold(*position, |position, text| {
        let mv = Position::parse_move(text).unwrap();
        position.play(mv).unwrap_or_else(|illegal| panic!("{text}: {illegal}"))
    })
}

fn cell(name: &str) -> Cell {
    Cell::all().find(|cell| cell.to_string() == name).unwrap()
}

fn piece(name: &str) -> Piece {
    Piece::all().find(|piece| piece.to_string() == name).unwrap()
}

// The pieces

#[test]
fn there_are_24_pieces_of_four_signs_and_six_numbers() {
    let texts: Vec<String> = Piece::all().map(|piece| piece.to_string()).collect();
    assert_eq!(texts.join(" "), "s1 S2 s3 s4 s5 s6 w1 w2 W3 w4 w5 w6 e1 e2 e3 E4 e5 e6 k1 k2 k3 k4 K5 k6");
    for sign in Sign::ALL {
        for number in 1..=6 {
            let piece = Piece::new(sign, number).unwrap();
            assert_eq!((piece.sign(), piece.number()), (sign, number));
        }
        assert_eq!(Piece::new(sign, 0), None);
        assert_eq!(Piece::new(sign, 7), None);
    }
}

#[test]
fn sun_2_water_3_eye_4_and_ankh_5_are_light_and_worth_11_and_all_others_1() {
    let light: Vec<String> = Piece::all().filter(|p| p.is_light()).map(|p| p.to_string()).collect();
    assert_eq!(light.join(" "), "S2 W3 E4 K5");
    for piece in Piece::all() {
        assert_eq!(piece.points(), if piece.is_light() { 11 } else { 1 });
    }
    assert_eq!(Piece::all().map(|p| u32::from(p.points())).sum::<u32>(), 64);
    assert_eq!(Position::ALL_POINTS, 75);
}

#[test]
fn pieces_match_by_sign_or_number() {
    assert!(piece("e2").matches(piece("e6")));
    assert!(piece("e2").matches(piece("k2")));
    assert!(!piece("e2").matches(piece("k4")));
}

// The set-up

#[test]
fn the_deal_gives_12_pieces_to_each_camp_one_per_cell() {
    for seed in 0..50 {
        let deal = Palam::start(Variants::NONE, seed);
        assert_eq!(deal.count(Player::P1), 12);
        assert_eq!(deal.count(Player::P2), 12);
        let mut pieces: Vec<Piece> = Cell::all().filter_map(|cell| deal.piece(cell)).collect();
        pieces.sort();
        assert!(pieces.into_iter().eq(Piece::all()));
        assert!(deal.may_swap() && deal.engaged().is_none() && !deal.is_drafting());
    }
}

#[test]
fn the_first_player_is_drawn_at_random() {
    let begins = |seed| Palam::start(Variants::NONE, seed).turn();
    assert!((0..20).any(|seed| begins(seed) == Player::P1));
    assert!((0..20).any(|seed| begins(seed) == Player::P2));
}

#[test]
fn deal_of_a_seed_is_stable() {
    assert_eq!(
        Palam::start(Variants::NONE, 1).position_text(),
        "e3,W3,w4,k4,e6,e2/w2,s6,w6,s5,k2,E4/e1,w5,S2,K5,k1,k6/e5,s3,s4,s1,w1,k3 I - s 0-0"
    );
    assert_eq!(
        Palam::start(Variants::NONE, 2).position_text(),
        "k2,w1,e5,e2,e6,e3/s6,E4,w5,s5,e1,k4/s3,W3,S2,w4,K5,k1/k3,s4,k6,s1,w2,w6 I - s 0-0"
    );
    assert_eq!(
        Palam::start(draft(), 1).position_text(),
        "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I \
         +K5.S2.e1.e5.k1.k3.k6.s1.s3.s4.w1.w5 2 E4.W3.e2.e3.e6.k2.k4.s5.s6.w2.w4.w6"
    );
}

// A turn

#[test]
fn a_turn_engages_one_of_six_pieces_or_swaps_two_of_twelve() {
    let start = plain(FIRST_TURN);
    assert_eq!(start.count_moves(), 6 + 66);
    assert!(legal(&start).contains("a2 "));
    assert!(legal(&start).contains("a1a2"));
}

#[test]
fn an_engaged_piece_goes_straight_to_the_duel_row_and_waits() {
    let next = play(&plain(FIRST_TURN), "b2");
    assert_eq!(
        next.position_text(),
        "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,-,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 A be2 s 0-0"
    );
    let engaged = next.engaged().unwrap();
    assert_eq!(engaged, Engaged { column: cell("b2").column(), piece: piece("e2") });
    assert_eq!(next.piece(cell("b2")), None);
}

#[test]
fn only_the_front_piece_of_a_column_can_advance_or_the_back_piece_if_the_front_cell_is_empty() {
    //                                  a       b (back only)  f (front only)
    let position = plain("-,-,-,-,-,-/e6,s4,w1,k4,-,-/w2,-,-,-,-,e5/k3,w4,-,-,-,- I - x 30-26");
    assert_eq!(legal(&position), "a2 b1 f2");
}

#[test]
fn behind_an_engaged_piece_the_back_piece_can_advance_next() {
    let start = plain("-,-,-,-,-,-/e6,s4,-,-,-,-/w2,-,-,-,-,-/k3,-,-,-,-,- I - x 30-30");
    let next = play(&start, "a2");
    assert_eq!(legal(&next), "b3");
    // 2 + 4 is even and Isis's a lies before Anubis's b: Isis wins, Anubis engages, Isis has only the back piece.
    let next = play(&next, "b3 a3");
    assert_eq!(legal(&next), "a1");
}

#[test]
fn a_swap_exchanges_any_two_own_pieces() {
    let next = play(&plain(FIRST_TURN), "a1c2");
    assert_eq!(
        next.position_text(),
        "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,k3,k1,s3,e5/S2,w4,s5,E4,e3,w5 A - x 0-0"
    );
    // Front and back of one column, two fronts, two backs.
    for swap in ["c1c2", "a2f2", "a1f1"] {
        assert!(plain(FIRST_TURN).is_legal(Position::parse_move(swap).unwrap()));
    }
}

#[test]
fn a_swap_brings_a_back_piece_forward() {
    let position = plain("-,-,-,-,-,-/e6,s4,-,-,-,-/w2,-,-,-,-,-/k3,-,-,-,-,- I - s 30-30");
    let swapped = play(&position, "a1a2");
    assert_eq!(swapped.piece(cell("a2")), Some(piece("k3")));
    // Anubis engages with sun 4; before the swap water 2 stood in front, now ankh 3 must answer.
    let waiting = play(&swapped, "b3");
    assert_eq!(legal(&waiting), "a2");
    assert_eq!(play(&waiting, "a2").piece(cell("a1")), Some(piece("w2")));
}

#[test]
fn after_a_swap_the_opponent_must_engage() {
    let next = play(&plain(FIRST_TURN), "a1c2");
    assert!(!next.may_swap());
    assert_eq!(legal(&next), "a3 b3 c3 d3 e3 f3");
}

#[test]
fn after_the_duel_that_follows_a_swap_the_right_is_back() {
    let next = play(&plain(FIRST_TURN), "a1c2 a3");
    assert!(next.may_swap(), "while a duel waits the text says s");
    let next = play(&next, "b2");
    assert!(next.may_swap());
    assert!(next.count_moves() > 6);
}

#[test]
fn with_one_piece_left_there_is_nothing_to_swap() {
    let position = plain("-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,e5/-,-,-,-,-,- A - s 40-22");
    assert_eq!(legal(&position), "a3");
}

// The answer

#[test]
fn the_answer_must_have_the_sign_or_the_number_of_the_engaged_piece() {
    // Eye 2 waits: eye 6 by its sign and ankh 2 by its number, but not sun 4.
    let position = plain("-,-,-,-,-,-/e6,s4,k2,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A be2 s 32-26");
    assert_eq!(legal(&position), "a3 c3");
}

#[test]
fn a_matching_piece_blocked_behind_another_does_not_count() {
    // Ankh 2 on c4 has the number, but stands behind water 1.
    let position = plain("-,-,k2,-,-,-/-,s4,w1,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A be2 s 32-26");
    assert_eq!(legal(&position), "c3", "the leftmost column of Anubis is c");
    // With the front cell empty it counts.
    let position = plain("-,-,k2,-,-,w1/-,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A be2 s 32-26");
    assert_eq!(legal(&position), "c4");
}

#[test]
fn without_a_match_the_leftmost_column_answers_seen_from_the_player() {
    // Anubis sits opposite: the leftmost column is the one nearest f.
    let anubis = plain("-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26");
    assert_eq!(legal(&anubis), "f3");
    let isis = plain("-,-,-,-,-,-/e6,-,-,-,-,-/-,w5,-,k3,-,-/-,-,-,-,-,- I fs4 s 30-30");
    assert_eq!(legal(&isis), "b2");
}

#[test]
fn the_leftmost_column_answers_with_its_front_piece_or_else_with_its_back_piece() {
    let front = plain("-,-,-,-,-,w1/-,-,-,-,-,e1/-,-,-,-,-,-/k3,-,-,-,-,- A as4 s 30-30");
    assert_eq!(legal(&front), "f3");
    let back = plain("-,-,-,-,w1,-/e1,-,-,-,-,-/-,-,-,-,-,-/k3,-,-,-,-,- A as4 s 30-30");
    assert_eq!(legal(&back), "e4");
}

#[test]
fn the_only_piece_answers_even_without_a_match() {
    let position = plain("-,-,-,-,-,-/k1,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe6 s 40-22");
    assert_eq!(legal(&position), "a3");
}

// The duel

/// Isis has engaged eye 1 in one column, Anubis answers with eye 5 or 6 in another. Returns whether Isis wins.
fn isis_wins(isis: char, anubis: char, even: bool) -> bool {
    let row = |piece: &str| {
        let cells = ('a'..='f').map(|column| if column == anubis { piece } else { "-" });
        cells.collect::<Vec<_>>().join(",")
    };
    // Another piece stands behind the answering one, so that this is not the last duel.
    let (back, front) = (row("w2"), row(if even { "e5" } else { "e6" }));
    let position = plain(&format!("{back}/{front}/-,-,-,-,-,-/w1,-,-,-,-,- A {isis}e1 s 30-30"));
    let next = play(&position, &format!("{anubis}3"));
    let won = next.score(Player::P1) == 32;
    assert_eq!(next.score(Player::P2), if won { 30 } else { 32 });
    assert_eq!(next.turn(), if won { Player::P2 } else { Player::P1 }, "the loser moves next");
    won
}

#[test]
fn an_even_sum_goes_to_the_piece_nearer_the_even_sign_and_an_odd_sum_to_the_other() {
    for isis in 'a'..='f' {
        for anubis in 'a'..='f' {
            // Anubis's cells are shifted half a cell towards the ≠ end, so in one column Isis is nearer =.
            let isis_is_nearer_even = isis <= anubis;
            assert_eq!(isis_wins(isis, anubis, true), isis_is_nearer_even, "{isis} {anubis} even");
            assert_eq!(isis_wins(isis, anubis, false), !isis_is_nearer_even, "{isis} {anubis} odd");
        }
    }
}

#[test]
fn the_place_decides_and_not_who_engaged() {
    // Anubis engages eye 5 in b, Isis answers in b: 5 + 1 is even, and Isis is nearer =.
    let position = plain("-,-,-,-,-,-/-,-,-,-,-,w2/-,e1,-,-,-,-/w1,-,-,-,-,- I be5 s 30-30");
    let next = play(&position, "b2");
    assert_eq!((next.score(Player::P1), next.score(Player::P2)), (32, 30));
    assert_eq!(next.turn(), Player::P2);
}

#[test]
fn the_loser_of_the_duel_moves_next_even_twice_in_a_row() {
    // Isis engages and loses: she moves again.
    let next = play(&plain(FIRST_TURN), "b2 a3");
    assert_eq!(
        next.position_text(),
        "s1,w6,k2,e1,W3,k6/-,s4,w1,k4,s6,K5/w2,-,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-2"
    );
}

#[test]
fn the_winner_scores_11_for_each_light_piece_and_1_for_each_other() {
    let one = plain("-,-,-,-,-,-/e5,-,-,-,-,w2/-,-,-,-,-,-/w1,-,-,-,-,- A bE4 s 50-0");
    assert_eq!(play(&one, "a3").score(Player::P1), 62);
    let two = plain("w2,-,-,-,-,-/K5,-,-,-,-,-/-,-,-,-,-,-/w1,-,-,-,-,- A bE4 s 40-0");
    // Either sum is 9, which is odd, and Isis in b is nearer ≠ than Anubis in a.
    assert_eq!(play(&two, "a3").score(Player::P1), 62);
}

// The end

#[test]
fn the_winner_of_the_last_duel_scores_11_more_and_most_points_win() {
    let last = plain("-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 40-22");
    assert!(last.outcome().is_none());
    let over = play(&last, "a3");
    assert_eq!(over.position_text(), "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A - s 53-22");
    let outcome = over.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Player::P1));
    assert_eq!(outcome.reason.code, "score");
    assert_eq!(over.count_moves(), 0);
}

#[test]
fn the_last_duel_can_turn_the_game() {
    let last = plain("-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 26-36");
    assert_eq!(play(&last, "a3").outcome().unwrap().winner, Some(Player::P1));
    let last = plain("-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 24-38");
    assert_eq!(play(&last, "a3").outcome().unwrap().winner, Some(Player::P2));
}

#[test]
fn a_finished_game_can_be_read_back() {
    let over = plain("-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 22-53");
    assert_eq!(over.outcome().unwrap().winner, Some(Player::P2));
    assert_eq!(over.turn(), Player::P1);
    assert_eq!(legal(&over), "");
}

#[test]
fn a_game_has_12_duels_and_75_points() {
    for seed in 0..100 {
        let mut random = mekong_core::SplitMix64::new(seed);
        let mut position = Palam::start(Variants::NONE, seed);
        let mut duels = 0;
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let waited = position.engaged().is_some();
            position = position.play(moves[random.below(moves.len())]).unwrap();
            duels += usize::from(waited);
        }
        assert_eq!(duels, 12);
        assert_eq!(position.score(Player::P1) + position.score(Player::P2), 75);
    }
}

#[test]
fn positions_cannot_recur() {
    assert_eq!(plain(FIRST_TURN).repetition_key(), None);
}

// The draft

const DRAFT_START: &str = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I \
    +E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2 2 S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6";

#[test]
fn in_the_draft_isis_begins_with_two_pieces_for_her_back_row() {
    let start = drafting(DRAFT_START);
    assert!(start.is_drafting());
    assert_eq!(start.placements_left(), 2);
    assert_eq!(start.face_up().count(), 12);
    assert_eq!(start.face_down().count(), 12);
    assert_eq!(start.count_moves(), 12 * 6);
    let once = play(&start, "s1@a1");
    assert_eq!((once.turn(), once.placements_left()), (Player::P1, 1));
    assert_eq!(once.count_moves(), 11 * 5);
    let twice = play(&once, "E4@f1");
    assert_eq!((twice.turn(), twice.placements_left()), (Player::P2, 2));
    assert_eq!(twice.count_moves(), 10 * 6);
    assert_eq!(
        twice.position_text(),
        "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/s1,-,-,-,-,E4 A \
         +K5.e1.e2.e3.k1.k2.k3.s3.w1.w2 2 S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6"
    );
}

const BACK_ROWS: &str = "s1@a1 E4@f1 K5@a4 e1@b4 e2@b1 e3@c1 k1@c4 k2@d4 k3@d1 s3@e1 w1@e4 w2@f4";

#[test]
fn when_the_back_rows_are_full_the_other_pieces_turn_up_and_anubis_begins() {
    let second = play(&drafting(DRAFT_START), BACK_ROWS);
    assert_eq!(
        second.position_text(),
        "K5,e1,k1,k2,w1,w2/-,-,-,-,-,-/-,-,-,-,-,-/s1,e2,e3,k3,s3,E4 A \
         +S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6 2 -"
    );
    assert_eq!(second.face_down().count(), 0);
    assert!(legal(&second).contains("S2@a3"));
    assert_eq!(second.count_moves(), 12 * 6);
}

#[test]
fn after_the_24th_placement_anubis_plays_the_first_turn_of_the_duels() {
    let second = play(&drafting(DRAFT_START), BACK_ROWS);
    let front = "S2@a3 W3@b3 e5@a2 e6@b2 k4@c3 k6@d3 s4@c2 s5@d2 s6@e3 w4@f3 w5@e2";
    let one_left = play(&second, front);
    assert_eq!((one_left.turn(), one_left.placements_left()), (Player::P1, 1));
    let duels = play(&one_left, "w6@f2");
    assert_eq!(
        duels.position_text(),
        "K5,e1,k1,k2,w1,w2/S2,W3,k4,k6,s6,w4/e5,e6,s4,s5,w5,w6/s1,e2,e3,k3,s3,E4 A - s 0-0"
    );
    assert!(!duels.is_drafting());
    assert_eq!(duels.placements_left(), 0);
    assert_eq!(duels.count_moves(), 72);
    assert_eq!(duels.variants(), draft());
    // The front pieces can advance, not those placed first.
    assert!(duels.is_legal(Move::Advance { from: cell("a3") }));
    assert!(!duels.is_legal(Move::Advance { from: cell("a4") }));
}

#[test]
fn the_duels_of_a_drafted_game_have_the_plain_texts() {
    let duels = drafting(FIRST_TURN);
    assert_eq!(duels.position_text(), FIRST_TURN);
    assert_eq!(legal(&duels), legal(&plain(FIRST_TURN)));
    assert_ne!(duels, plain(FIRST_TURN), "the variant is part of the position");
}

// Moves as values

#[test]
fn a_pair_of_cells_has_no_order() {
    let pair = Pair::new(cell("c2"), cell("a1")).unwrap();
    assert_eq!(pair, Pair::new(cell("a1"), cell("c2")).unwrap());
    assert_eq!(Position::move_text(Move::Swap(pair)), "a1c2");
    assert_eq!(Pair::new(cell("a1"), cell("a1")), None);
}

#[test]
fn all_moves_are_24_advances_276_swaps_and_576_placements() {
    assert_eq!(Position::all_moves().len(), 24 + 276 + 576);
}

// The rule page

#[test]
fn example_of_the_rule_page_is_correct() {
    let middle = plain("-,s3,-,k2,s1,w4/-,W3,-,k6,-,-/E4,-,k1,-,-,-/e2,-,K5,e3,-,e5 A - s 16-6");
    let engaged = play(&middle, "b3");
    assert_eq!(legal(&engaged), "d1");
    assert_eq!(play(&engaged, "d1").score(Player::P2), 18);
    let engaged = play(&middle, "f4");
    assert_eq!(legal(&engaged), "a2");
    assert_eq!(play(&engaged, "a2").score(Player::P1), 28);
}
