//! Every reason to refuse a position, a move text or a move, with its sentence in both languages.

use mekong_core::{Explain as _, Game as _, Lang, Notation as _, Player, Position as _, Variants};
use mekong_palam::{Cell, Column, Engaged, Move, Palam, Piece, Position, Problem, Setup, Stage};

const EMPTY: &str = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";
const FULL: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5";
const UP: &str = "+E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2";
const DOWN: &str = "S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6";

fn variants(draft: bool) -> Variants {
    Palam::INFO.parse_variants(draft.then_some("draft")).unwrap()
}

fn refused(text: &str, draft: bool, en: &str, fr: &str) {
    let Err(error) = Position::parse_position(text, variants(draft)) else { panic!("{text} is accepted") };
    assert_eq!(error.explain(Lang::En), en, "{text}");
    assert_eq!(error.explain(Lang::Fr), fr, "{text}");
    assert_eq!(error.to_string(), en);
    assert!(!Position::is_game_over_error(&error));
}

#[test]
fn a_malformed_position_is_refused_with_its_field() {
    let five =
        "a position has 5 fields (rows, side, duel, swap, score) with one space between them, and this has";
    let cinq = "une position a 5 champs (rangées, trait, duel, échange, score) séparés par une espace, celle-ci en a";
    for (text, count) in [("", 1), ("a b", 2), ("a b c d", 4), ("a b c d e ", 6)] {
        refused(text, false, &format!("{five} {count}"), &format!("{cinq} {count}"));
    }
    let piece = |field: &str, found: &str| {
        (
            format!("{field}: {found:?} is not a piece: a sign (s, w, e, k) and a number from 1 to 6"),
            found.to_owned(),
        )
    };
    let cases = [
        (
            "-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: there must be 4, found 2",
            "rangées : il en faut 4, trouvé 2",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: row 3 must have 6 cells, found 5",
            "rangées : la rangée 3 doit avoir 6 cases, trouvé 5",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,s2 I - s 0-0",
            "rows: this piece has a light ground and is written with a capital: S2",
            "rangées : cette pièce a un fond clair et s'écrit avec une majuscule : S2",
        ),
        (
            "-,-,-,-,-,-/-,K4,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: this piece has no light ground and is written with a small letter: k4",
            "rangées : cette pièce n'a pas un fond clair et s'écrit avec une minuscule : k4",
        ),
    ];
    for (text, en, fr) in cases {
        refused(text, false, en, fr);
    }
    for found in ["x1", "s7", "s0", "s", "s11", "", "é", "1s"] {
        let text = EMPTY.replacen('-', found, 1) + " I - s 0-0";
        let fr =
            format!("rangées : {found:?} n'est pas une pièce : un signe (s, w, e, k) et un nombre de 1 à 6");
        refused(&text, false, &piece("rows", found).0, &fr);
    }
}

#[test]
fn a_malformed_field_is_refused_with_its_name() {
    let cases = [
        ("X - s 0-0", "side: \"X\" is neither I nor A", "trait : \"X\" n'est ni I ni A"),
        (
            "I g s 0-0",
            "duel: \"g\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : \"g\" n'est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I  s 0-0",
            "duel: \"\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : \"\" n'est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I bx5 s 0-0",
            "duel: \"x5\" is not a piece: a sign (s, w, e, k) and a number from 1 to 6",
            "duel : \"x5\" n'est pas une pièce : un signe (s, w, e, k) et un nombre de 1 à 6",
        ),
        (
            "I bk5 s 0-0",
            "duel: this piece has a light ground and is written with a capital: K5",
            "duel : cette pièce a un fond clair et s'écrit avec une majuscule : K5",
        ),
        ("I - S 0-0", "swap: \"S\" is neither s nor x", "échange : \"S\" n'est ni s ni x"),
    ];
    for (rest, en, fr) in cases {
        refused(&format!("{FULL} {rest}"), false, en, fr);
    }
    for score in ["0", "00-0", "0-00", "01-2", "-1-1", "+1-1", "a-b", "76-0", "0-256", "0-0-0", "", "-"] {
        refused(
            &format!("{FULL} I - s {score}"),
            false,
            &format!("score: {score:?} is not two numbers from 0 to 75 without leading zeros such as 12-24"),
            &format!("score : {score:?} n'est pas deux nombres de 0 à 75 sans zéro devant comme 12-24"),
        );
    }
}

#[test]
fn a_malformed_draft_field_is_refused_with_its_name() {
    let cases = [
        (
            format!("{UP} 3 {DOWN}"),
            "placements left: \"3\" is neither 2 nor 1",
            "poses restantes : \"3\" n'est ni 2 ni 1",
        ),
        (
            format!("{UP}. 2 {DOWN}"),
            "face up: \"\" is not a piece: a sign (s, w, e, k) and a number from 1 to 6",
            "pièces visibles : \"\" n'est pas une pièce : un signe (s, w, e, k) et un nombre de 1 à 6",
        ),
        (
            format!("{UP} 2 w3"),
            "face down: this piece has a light ground and is written with a capital: W3",
            "pièces cachées : cette pièce a un fond clair et s'écrit avec une majuscule : W3",
        ),
        (
            format!("+e1.E4 2 {DOWN}"),
            "face up: E4 stands after e1, and lists are in ASCII order: capitals first, then by letter",
            "pièces visibles : E4 vient après e1, et les listes sont en ordre ASCII : majuscules d'abord, puis par lettre",
        ),
        (
            format!("{UP} 2 s5.s4"),
            "face down: s4 stands after s5, and lists are in ASCII order: capitals first, then by letter",
            "pièces cachées : s4 vient après s5, et les listes sont en ordre ASCII : majuscules d'abord, puis par lettre",
        ),
    ];
    for (rest, en, fr) in cases {
        refused(&format!("{EMPTY} I {rest}"), true, en, fr);
    }
}

#[test]
fn an_impossible_duel_position_is_refused_with_everything_that_is_wrong() {
    let cases = [
        (
            FULL.replace("w5", "s1") + " I - s 1-0",
            "rows: s1 is in two places, and there is only one of each piece",
            "rangées : s1 est à deux endroits, il n'y a qu'une pièce de chaque",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A ae5 s 30-30".to_owned(),
            "duel: e5 is in two places, and there is only one of each piece; \
             rows: pieces left: Isis 3, Anubis 2, and a duel takes one from each camp",
            "duel : e5 est à deux endroits, il n'y a qu'une pièce de chaque ; \
             rangées : pièces restantes : Isis 3, Anubis 2, et un duel en prend une dans chaque camp",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I as1 s 30-29".to_owned(),
            "rows: pieces left: Isis 2, Anubis 3, and a duel takes one from each camp",
            "rangées : pièces restantes : Isis 2, Anubis 3, et un duel en prend une dans chaque camp",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/-,-,-,-,-,- A ak3 x 30-30".to_owned(),
            "swap: must be s while a duel waits, as the opponent has just engaged and not swapped",
            "échange : doit être s quand un duel attend, car l'adversaire vient d'engager et non d'échanger",
        ),
        (
            format!("{EMPTY} A - x 43-32"),
            "swap: must be s in a finished game",
            "échange : doit être s dans une partie finie",
        ),
        (
            format!("{FULL} I - s 1-0"),
            "score: 1 and 0 make 1, and must make 0",
            "score : 1 et 0 font 1, il faut 0",
        ),
        (
            format!("{EMPTY} A - s 42-22"),
            "score: 42 and 22 make 64, and must make 75",
            "score : 42 et 22 font 64, il faut 75",
        ),
    ];
    for (text, en, fr) in cases {
        refused(&text, false, en, fr);
    }
    // Nothing else is checked: an engaged piece behind a front piece, a swap nobody can have made.
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
fn an_impossible_draft_is_refused_with_everything_that_is_wrong() {
    let one = EMPTY.replacen("/-,-,-,-,-,-/-,-,-,-,-,-/-", "/-,-,-,-,-,-/-,-,-,-,-,-/s1", 1);
    let rest_up = UP.replace(".s1", "");
    let cases = [
        (
            format!("{EMPTY} A {UP} 2 {DOWN}"),
            "side: pieces placed: 0, so it is the turn of Isis",
            "trait : pièces posées : 0, c'est donc à Isis de jouer",
        ),
        (
            format!("{EMPTY} I {UP} 1 {DOWN}"),
            "placements left: 1, but pieces placed: 0, so it is 2",
            "poses restantes : 1, mais pièces posées : 0, c'est donc 2",
        ),
        (
            format!("{one} I {rest_up} 2 {DOWN}"),
            "placements left: 2, but pieces placed: 1, so it is 1",
            "poses restantes : 2, mais pièces posées : 1, c'est donc 1",
        ),
        (
            format!("{one} I {UP} 1 {DOWN}"),
            "face up: s1 is in two places, and there is only one of each piece",
            "pièces visibles : s1 est à deux endroits, il n'y a qu'une pièce de chaque",
        ),
        (
            format!("{EMPTY} I {UP} 2 {}", DOWN.replace("w6", "w6.w6")),
            "face down: w6 is in two places, and there is only one of each piece; \
             face down: there must be 12 while the back rows are filled and none after that, found 13",
            "pièces cachées : w6 est à deux endroits, il n'y a qu'une pièce de chaque ; \
             pièces cachées : il en faut 12 tant que les rangées arrière se remplissent et aucune ensuite, trouvé 13",
        ),
        (
            format!("{EMPTY} I {rest_up} 2 {DOWN}"),
            "rows: these pieces are neither placed nor face up nor face down: s1",
            "rangées : ces pièces ne sont ni posées, ni visibles, ni cachées : s1",
        ),
        (
            "s1,w6,k2,e1,w1,k6/-,-,-,-,-,-/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A + 2 S2.W3.E4.K5"
                .replace("S2.W3.E4.K5", "E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5"),
            "face up: no piece is left to place",
            "pièces visibles : il n'y a plus de pièce à poser",
        ),
        (
            // The right number of placements, but one of them in the front row.
            format!("{} I {rest_up} 1 {DOWN}", EMPTY.replacen("/-,-,-,-,-,-/-", "/-,-,-,-,-,-/s1", 1)),
            "rows: a piece on a2 while pieces are face down, and the back rows are filled first",
            "rangées : une pièce en a2 alors que des pièces sont cachées, et les rangées arrière se remplissent d'abord",
        ),
        (
            format!("{} I {rest_up} 1 {DOWN}", EMPTY.replacen('-', "s1", 1)),
            "rows: pieces placed: Isis 0, Anubis 1, but with two a turn it is 1 and 0",
            "rangées : pièces posées : Isis 0, Anubis 1, mais à deux par tour c'est 1 et 0",
        ),
        (
            // Twelve placed, but Anubis's back row is one short and the front row one too far.
            "s1,w6,k2,e1,w1,-/-,-,-,-,-,k6/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A \
             +E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -"
                .to_owned(),
            "rows: no piece is face down, so the back row of Anubis must hold 6 pieces and not 5",
            "rangées : aucune pièce n'est cachée, la rangée arrière d'Anubis doit donc avoir 6 pièces et non 5",
        ),
    ];
    for (text, en, fr) in cases {
        refused(&text, true, en, fr);
    }
    refused(
        &format!("{EMPTY} I {UP} 2 {DOWN}"),
        false,
        "face up: pieces are placed by the players in the variant draft only",
        "pièces visibles : les joueurs ne posent les pièces que dans la variante draft",
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
        "side: pieces placed: 12, so it is the turn of Anubis",
        "trait : pièces posées : 12, c'est donc à Anubis de jouer",
    );
    let two = "E4,K5,-,-,-,-/-,-,-,-,-,-";
    let rest = "+S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -";
    assert!(Position::parse_position(&back(two, "I", rest), variants(true)).is_ok());
    refused(
        &back("E4,-,-,-,-,-/K5,-,-,-,-,-", "I", rest),
        true,
        "rows: pieces placed: Isis 7, Anubis 7, but with two a turn it is 6 and 8",
        "rangées : pièces posées : Isis 7, Anubis 7, mais à deux par tour c'est 6 et 8",
    );
}

#[test]
fn a_setup_that_no_text_can_say_is_checked_too() {
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
    assert_eq!(problems[0].explain(Lang::Fr), "rangées : deux pièces en a1");
    assert_eq!(problems.len(), 4, "{problems:?}");
    assert_eq!(Column::new(6), None);
    assert_eq!(Cell::new(Column::new(5).unwrap(), 4), None);
}

#[test]
fn a_move_that_cannot_be_read_says_how_to_write_it() {
    let unreadable = |found: &str| {
        (
            format!(
                "{found:?} is not a move: write b2 to advance, a1c2 to swap, s1@a1 to place a piece while drafting"
            ),
            format!(
                "{found:?} n'est pas un coup : écrire b2 pour avancer, a1c2 pour échanger, s1@a1 pour poser une pièce pendant la mise en place"
            ),
        )
    };
    let check = |text: &str, en: &str, fr: &str| {
        let error = Position::parse_move(text).unwrap_err();
        assert_eq!(error.explain(Lang::En), en);
        assert_eq!(error.explain(Lang::Fr), fr);
    };
    for text in [
        "", "a", "g1", "a5", "a0", "A1", "a1c", "a1g1", "g1a1", "a1c2d3", "x1@a1", "s1@g1", "s1-a1", "s7@a1",
        "é@a1",
    ] {
        let (en, fr) = unreadable(text);
        check(text, &en, &fr);
    }
    check(
        "c2a1",
        "a swap is written with the smaller cell name first: a1c2",
        "un échange s'écrit avec la plus petite case d'abord : a1c2",
    );
    check("a1a1", "a swap needs two cells, not a1 twice", "un échange demande deux cases, pas deux fois a1");
    check(
        "s2@a1",
        "this piece has a light ground and is written with a capital: S2",
        "cette pièce a un fond clair et s'écrit avec une majuscule : S2",
    );
    check(
        "K4@a1",
        "this piece has no light ground and is written with a small letter: k4",
        "cette pièce n'a pas un fond clair et s'écrit avec une minuscule : k4",
    );
}

#[test]
fn an_illegal_move_says_which_rule_forbids_it() {
    let waiting = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,-,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 A be2 s 0-0";
    let no_match = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26";
    let must_engage = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30";
    let first = format!("{FULL} I - s 0-0");
    let over = format!("{EMPTY} A - s 53-22");
    let draft = format!("{EMPTY} I {UP} 2 {DOWN}");
    let one = format!(
        "{} I {} 1 {DOWN}",
        EMPTY.replacen("/-,-,-,-,-,-/-,-,-,-,-,-/-", "/-,-,-,-,-,-/-,-,-,-,-,-/s1", 1),
        UP.replace(".s1", ""),
    );
    let front = "s1,w6,k2,e1,w1,k6/-,-,-,-,-,-/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A +E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -";
    let cases = [
        (&*over, "a1", "the game is over", "la partie est finie"),
        (&*first, "a3", "a3 lies in your opponent's camp", "a3 est dans le camp adverse"),
        (&*first, "a3a4", "a3 lies in your opponent's camp", "a3 est dans le camp adverse"),
        (must_engage, "c3", "c3 is empty", "c3 est vide"),
        (must_engage, "a3a4", "a4 is empty", "a4 est vide"),
        (
            &*first,
            "a1",
            "the piece on a1 cannot advance over the one before it on a2",
            "la pièce en a1 ne peut pas sauter par-dessus celle de a2, devant elle",
        ),
        (
            waiting,
            "d3",
            "k4 has neither the sign eye nor the number 2 of the engaged e2, and you have a piece that can answer with one of them",
            "k4 n'a ni le signe œil ni le nombre 2 de la pièce engagée e2, et vous avez une pièce qui peut répondre avec l'un des deux",
        ),
        (
            no_match,
            "a3",
            "no piece of yours with the sign ankh or the number 2 can advance, so your leftmost column must answer, with the piece on f3",
            "aucune de vos pièces de signe ankh ou de nombre 2 ne peut avancer : c'est votre colonne la plus à gauche qui répond, avec la pièce en f3",
        ),
        (
            waiting,
            "a3b3",
            "a duel waits for your answer, and you cannot swap before it is fought",
            "un duel attend votre réponse, et on n'échange pas avant qu'il soit livré",
        ),
        (
            &*first,
            "a1a3",
            "a1 and a3 lie in different camps, and a swap is between two pieces of your own",
            "a1 et a3 sont dans des camps différents, et on n'échange que deux pièces à soi",
        ),
        (
            must_engage,
            "a3b3",
            "your opponent has just swapped two pieces, so you must engage a duel",
            "votre adversaire vient d'échanger deux pièces, vous devez engager un duel",
        ),
        (
            &*first,
            "s1@a1",
            "all pieces have been dealt or placed, and none waits for a cell",
            "toutes les pièces sont distribuées ou posées, aucune n'attend de case",
        ),
        (
            &*draft,
            "a1",
            "the pieces are still being placed, and nobody engages or swaps before that is done",
            "les pièces ne sont pas encore toutes posées, et nul n'engage ni n'échange avant",
        ),
        (
            &*draft,
            "a1a2",
            "the pieces are still being placed, and nobody engages or swaps before that is done",
            "les pièces ne sont pas encore toutes posées, et nul n'engage ni n'échange avant",
        ),
        (
            &*draft,
            "S2@a1",
            "S2 is still face down, and is turned up when the back rows are full",
            "S2 est encore cachée, et sera retournée quand les rangées arrière seront pleines",
        ),
        (&*one, "s1@b1", "s1 is on the board already", "s1 est déjà sur le plateau"),
        (&*draft, "s1@a4", "a4 lies in your opponent's camp", "a4 est dans le camp adverse"),
        (
            &*draft,
            "s1@a2",
            "a2 is in the front row, and the back rows are filled first",
            "a2 est dans la rangée avant, et les rangées arrière se remplissent d'abord",
        ),
        (
            front,
            "S2@a4",
            "a4 is in the back row, which is full: the front rows are filled now",
            "a4 est dans la rangée arrière, qui est pleine : c'est le tour des rangées avant",
        ),
        (&*one, "s3@a1", "a1 is taken", "a1 est occupée"),
    ];
    for (text, mv, en, fr) in cases {
        let position =
            Position::parse_position(text, variants(true)).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mv: Move = Position::parse_move(mv).unwrap();
        let illegal = position.check(mv).unwrap_err();
        assert_eq!(illegal.explain(Lang::En), en, "{text}");
        assert_eq!(illegal.explain(Lang::Fr), fr, "{text}");
        assert_eq!(position.play(mv), Err(illegal));
    }
}
