//! Every reason to refuse an impossible position, with its sentence in both languages.

use mekong_core::{Explain as _, Lang, Notation as _, Player, Variants};
use mekong_palam::{Cell, Column, Engaged, Piece, Position, Problem, Setup, Stage};

use super::{DOWN, EMPTY, FULL, UP, refused, variants};

#[test]
fn an_impossible_duel_position_is_rejected_with_all_problems() {
    let cases = [
        (
            FULL.replace("w5", "s1") + " I - s 1-0",
            "rows: s1 is in two places, but there is only one of each piece",
            "rangées : s1 est à deux endroits, or chaque pièce est unique",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A ae5 s 30-30".to_owned(),
            "duel: e5 is in two places, but there is only one of each piece; \
             rows: Isis has 3 pieces left and Anubis 2, but a duel takes one from each camp",
            "duel : e5 est à deux endroits, or chaque pièce est unique ; \
             rangées : il reste 3 pièces à Isis et 2 à Anubis, or un duel en prend une dans chaque camp",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I as1 s 30-29".to_owned(),
            "rows: Isis has 2 pieces left and Anubis 3, but a duel takes one from each camp",
            "rangées : il reste 2 pièces à Isis et 3 à Anubis, or un duel en prend une dans chaque camp",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/-,-,-,-,-,- A ak3 x 30-30".to_owned(),
            "swap: must be s while a duel waits, as the opponent has just engaged and not swapped",
            "échange : doit être s quand un duel attend, car l’adversaire vient d’engager et non d’échanger",
        ),
        (
            format!("{EMPTY} A - x 43-32"),
            "swap: must be s in a finished game",
            "échange : doit être s dans une partie terminée",
        ),
        (
            format!("{FULL} I - s 1-0"),
            "score: 1 and 0 make 1, but the duels played are worth 0",
            "score : 1 et 0 font 1, or les duels joués valent 0",
        ),
        (
            format!("{EMPTY} A - s 42-22"),
            "score: 42 and 22 make 64, but the duels played are worth 75",
            "score : 42 et 22 font 64, or les duels joués valent 75",
        ),
    ];
    for (text, en, fr) in cases {
        refused(&text, false, en, fr);
    }
    // Nothing else is checked: an engaged piece behind a front piece, a swap that neither player can have made.
    for text in [
        "-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I as1 s 30-30",
        "-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,e5/-,-,-,-,-,- A - x 40-22",
    ] {
        assert_eq!(Position::parse_position(text, Variants::NONE).unwrap().position_text(), text);
    }
    // Light pieces gone count 11 each.
    assert!(
        Position::parse_position(
            "-,-,-,-,-,-/S2,-,-,-,-,-/-,-,-,-,-,E4/-,-,-,-,-,- A - s 40-2",
            Variants::NONE
        )
        .is_ok()
    );
}

#[test]
fn an_impossible_draft_is_rejected_with_all_problems() {
    let one = EMPTY.replacen("/-,-,-,-,-,-/-,-,-,-,-,-/-", "/-,-,-,-,-,-/-,-,-,-,-,-/s1", 1);
    let rest_up = UP.replace(".s1", "");
    let cases = [
        (
            format!("{EMPTY} A {UP} 2 {DOWN}"),
            "side: with 0 pieces on the board it is the turn of Isis",
            "trait : avec 0 pièce sur le plateau, c’est à Isis de jouer",
        ),
        (
            format!("{EMPTY} I {UP} 1 {DOWN}"),
            "placements left: with 0 pieces on the board it must be 2, not 1",
            "poses restantes : avec 0 pièce sur le plateau, il faut 2, et non 1",
        ),
        (
            format!("{one} I {rest_up} 2 {DOWN}"),
            "placements left: with 1 piece on the board it must be 1, not 2",
            "poses restantes : avec 1 pièce sur le plateau, il faut 1, et non 2",
        ),
        (
            format!("{one} I {UP} 1 {DOWN}"),
            "face up: s1 is in two places, but there is only one of each piece",
            "pièces visibles : s1 est à deux endroits, or chaque pièce est unique",
        ),
        (
            format!("{EMPTY} I {UP} 2 {}", DOWN.replace("w6", "w6.w6")),
            "face down: w6 is in two places, but there is only one of each piece; \
             face down: there must be 12 pieces while the back rows are being filled and none after that, not 13",
            "pièces cachées : w6 est à deux endroits, or chaque pièce est unique ; \
             pièces cachées : il faut 12 pièces tant que les rangées arrière se remplissent et aucune ensuite, et non 13",
        ),
        (
            format!("{EMPTY} I {rest_up} 2 {DOWN}"),
            "rows: neither on the board nor face up nor face down: s1",
            "rangées : ni sur le plateau, ni parmi les pièces visibles ou cachées : s1",
        ),
        (
            "s1,w6,k2,e1,w1,k6/-,-,-,-,-,-/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A + 2 S2.W3.E4.K5"
                .replace("S2.W3.E4.K5", "E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5"),
            "face up: no piece is left to place",
            "pièces visibles : il n’y a plus de pièce à poser",
        ),
        (
            // The right number of placements, but one of them in the front row.
            format!("{} I {rest_up} 1 {DOWN}", EMPTY.replacen("/-,-,-,-,-,-/-", "/-,-,-,-,-,-/s1", 1)),
            "rows: the front rows must be empty while pieces are face down, but there are pieces on a2",
            "rangées : les rangées avant doivent être vides tant que des pièces sont cachées, mais il y a des pièces en a2",
        ),
        (
            // Two of Isis's in her front row: said once.
            format!(
                "{} A {} 2 {DOWN}",
                EMPTY.replacen("/-,-,-,-,-,-/-,-", "/-,-,-,-,-,-/s1,s3", 1),
                rest_up.replace(".s3", "")
            ),
            "rows: the front rows must be empty while pieces are face down, but there are pieces on a2, b2",
            "rangées : les rangées avant doivent être vides tant que des pièces sont cachées, mais il y a des pièces en a2, b2",
        ),
        (
            format!("{} I {rest_up} 1 {DOWN}", EMPTY.replacen('-', "s1", 1)),
            "rows: Isis has placed 0 pieces and Anubis 1, but with two per turn it must be 1 and 0",
            "rangées : Isis a posé 0 pièce et Anubis 1, or à deux par tour ce doit être 1 et 0",
        ),
        (
            // Twelve placed, but Anubis's back row is one short and the front row one too far.
            "s1,w6,k2,e1,w1,-/-,-,-,-,-,k6/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A \
             +E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -"
                .to_owned(),
            "rows: no piece is face down, so the back row of Anubis must hold 6 pieces, not 5",
            "rangées : aucune pièce n’est cachée : la rangée arrière d’Anubis doit avoir 6 pièces, et non 5",
        ),
    ];
    for (text, en, fr) in cases {
        refused(&text, true, en, fr);
    }
    refused(
        &format!("{EMPTY} I {UP} 2 {DOWN}"),
        false,
        "face up: players place pieces only in the variant “Draft”",
        "pièces visibles : les joueurs ne posent les pièces que dans la variante « Placement au choix »",
    );
}

#[test]
fn the_turns_of_the_second_phase_begin_with_anubis() {
    let back = |front: &str, side: &str, rest: &str| {
        format!("s1,w6,k2,e1,w1,k6/{front}/w2,e2,e3,k1,s3,e5 {side} {rest}")
    };
    let up = "E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5";
    let none = "-,-,-,-,-,-/-,-,-,-,-,-";
    assert!(Position::parse_position(&back(none, "A", &format!("+{up} 2 -")), variants(true)).is_ok());
    refused(
        &back(none, "I", &format!("+{up} 2 -")),
        true,
        "side: with 12 pieces on the board it is the turn of Anubis",
        "trait : avec 12 pièces sur le plateau, c’est à Anubis de jouer",
    );
    let two = "E4,K5,-,-,-,-/-,-,-,-,-,-";
    let rest = "+S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -";
    assert!(Position::parse_position(&back(two, "I", rest), variants(true)).is_ok());
    refused(
        &back("E4,-,-,-,-,-/K5,-,-,-,-,-", "I", rest),
        true,
        "rows: Isis has placed 7 pieces and Anubis 7, but with two per turn it must be 6 and 8",
        "rangées : Isis a posé 7 pièces et Anubis 7, or à deux par tour ce doit être 6 et 8",
    );
}

#[test]
fn setups_without_a_text_are_validated_too() {
    let cell = Cell::all().next().unwrap();
    let pieces: Vec<Piece> = Piece::all().take(2).collect();
    let setup = Setup {
        pieces: vec![(cell, pieces[0]), (cell, pieces[1])],
        turn: Player::P2,
        stage: Stage::Duels {
            engaged: Some(Engaged { column: Column::new(1).unwrap(), piece: pieces[0] }),
            may_swap: true,
            score: [255, 255],
        },
        variants: Variants::NONE,
    };
    let problems = Position::try_from(setup).unwrap_err();
    assert_eq!(problems[0], Problem::TwoPieces { cell });
    assert_eq!(problems[0].explain(Lang::En), "rows: two pieces on a1");
    assert_eq!(problems[0].explain(Lang::Fr), "rangées : deux pièces en a1");
    assert_eq!(problems.len(), 4, "{problems:?}");
    assert_eq!(Column::new(6), None);
    assert_eq!(Cell::new(Column::new(5).unwrap(), 4), None);
}
