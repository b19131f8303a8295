//! Every reason to refuse a position, a move text or a move, with its sentence in both languages.

use mekong_core::{Explain as _, Game as _, Lang, Notation as _, Player, Position as _, Variants, quoted};
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
    let five = "a position in a draft has 5 fields (rows, side, face up, placements left, face down) \
                with one space between them, and this has";
    let cinq = "une position de la mise en place a 5 champs (rangées, trait, pièces visibles, poses restantes, \
                pièces cachées) séparés par une espace, celle-ci en a";
    for (text, count) in [("a b +", 3), ("a b +c d", 4), ("a b + d e f", 6)] {
        refused(text, true, &format!("{five} {count}"), &format!("{cinq} {count}"));
    }
    let cases = [
        (
            "-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: there must be 4 rows with \"/\" between them, not 2",
            "rangées : il faut 4 rangées séparées par « / », et non 2",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: row 3 must have 6 cells with \",\" between them, not 5",
            "rangées : la rangée 3 doit avoir 6 cases séparées par « , », et non 5",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,s2 I - s 0-0",
            "rows: s2 has a light ground and is written with a capital: S2",
            "rangées : s2 a un fond clair et s'écrit avec une majuscule : S2",
        ),
        (
            "-,-,-,-,-,-/-,K4,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: K4 has no light ground and is written with a small letter: k4",
            "rangées : K4 n'a pas de fond clair et s'écrit avec une minuscule : k4",
        ),
    ];
    for (text, en, fr) in cases {
        refused(text, false, en, fr);
    }
    let with = |index: usize, found: &str| {
        let mut cells = ["-"; 24];
        cells[index] = found;
        cells.chunks(6).map(|row| row.join(",")).collect::<Vec<_>>().join("/")
    };
    for (index, row, column) in [(0, 4, 'a'), (8, 3, 'c'), (23, 1, 'f')] {
        for found in ["x1", "s7", "s0", "s", "s11", "", "é", "1s", "a-", "\u{a0}"] {
            let text = with(index, found) + " I - s 0-0";
            let [en, fr] = Lang::ALL.map(|lang| quoted(found, lang));
            refused(
                &text,
                false,
                &format!(
                    "rows: in row {row}, column {column}, {en} is neither a piece \
                     (one of s, w, e, k and a number from 1 to 6) nor \"-\" for an empty cell"
                ),
                &format!(
                    "rangées : dans la rangée {row}, colonne {column}, {fr} n'est ni une pièce \
                     (une lettre s, w, e, k et un nombre de 1 à 6) ni « - » pour une case vide"
                ),
            );
        }
    }
}

#[test]
fn a_malformed_field_is_refused_with_its_name() {
    let cases = [
        ("X - s 0-0", "side: \"X\" is neither I nor A", "trait : « X » n'est ni I ni A"),
        (
            "I g s 0-0",
            "duel: \"g\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : « g » n'est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I  s 0-0",
            "duel: \"\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : « » n'est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I bx5 s 0-0",
            "duel: \"x5\" is not a piece (one of s, w, e, k and a number from 1 to 6)",
            "duel : « x5 » n'est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
        ),
        (
            "I bk5 s 0-0",
            "duel: k5 has a light ground and is written with a capital: K5",
            "duel : k5 a un fond clair et s'écrit avec une majuscule : K5",
        ),
        ("I - S 0-0", "swap: \"S\" is neither s nor x", "échange : « S » n'est ni s ni x"),
    ];
    for (rest, en, fr) in cases {
        refused(&format!("{FULL} {rest}"), false, en, fr);
    }
    for score in ["0", "00-0", "0-00", "01-2", "-1-1", "+1-1", "a-b", "76-0", "0-256", "0-0-0", "", "-"] {
        let [en, fr] = Lang::ALL.map(|lang| quoted(score, lang));
        refused(
            &format!("{FULL} I - s {score}"),
            false,
            &format!("score: {en} is not two numbers such as 12-24, from 0 to 75 and without leading zeros"),
            &format!("score : {fr} n'est pas deux nombres comme 12-24, de 0 à 75 et sans zéro devant"),
        );
    }
}

#[test]
fn a_malformed_draft_field_is_refused_with_its_name() {
    let cases = [
        (
            format!("{UP} 3 {DOWN}"),
            "placements left: \"3\" is neither 2 nor 1",
            "poses restantes : « 3 » n'est ni 2 ni 1",
        ),
        (
            format!("{UP}. 2 {DOWN}"),
            "face up: \"\" is not a piece (one of s, w, e, k and a number from 1 to 6)",
            "pièces visibles : « » n'est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
        ),
        (
            format!("{UP} 2 w3"),
            "face down: w3 has a light ground and is written with a capital: W3",
            "pièces cachées : w3 a un fond clair et s'écrit avec une majuscule : W3",
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
            "rangées : s1 est à deux endroits, or chaque pièce est unique",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A ae5 s 30-30".to_owned(),
            "duel: e5 is in two places, and there is only one of each piece; \
             rows: Isis has 3 pieces left and Anubis 2, but a duel takes one from each camp",
            "duel : e5 est à deux endroits, or chaque pièce est unique ; \
             rangées : il reste 3 pièces à Isis et 2 à Anubis, or un duel en prend une dans chaque camp",
        ),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I as1 s 30-29".to_owned(),
            "rows: Isis has 2 pieces left and Anubis 3, but a duel takes one from each camp",
            "rangées : il reste 2 pièces à Isis et 3 à Anubis, or un duel en prend une dans chaque camp",
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
            "score: 1 and 0 make 1, but by the pieces gone they must make 0",
            "score : 1 et 0 font 1, or d'après les pièces jouées il faut 0",
        ),
        (
            format!("{EMPTY} A - s 42-22"),
            "score: 42 and 22 make 64, but by the pieces gone they must make 75",
            "score : 42 et 22 font 64, or d'après les pièces jouées il faut 75",
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
            "side: with 0 pieces on the board it is the turn of Isis",
            "trait : avec 0 pièce sur le plateau, c'est à Isis de jouer",
        ),
        (
            format!("{EMPTY} I {UP} 1 {DOWN}"),
            "placements left: with 0 pieces on the board it must be 2, not 1",
            "poses restantes : avec 0 pièce sur le plateau, il faut 2, et non 1",
        ),
        (
            format!("{one} I {rest_up} 2 {DOWN}"),
            "placements left: with 1 piece on the board it must be 1, not 2",
            "poses restantes : avec 1 pièce sur le plateau, il faut 1, et non 2",
        ),
        (
            format!("{one} I {UP} 1 {DOWN}"),
            "face up: s1 is in two places, and there is only one of each piece",
            "pièces visibles : s1 est à deux endroits, or chaque pièce est unique",
        ),
        (
            format!("{EMPTY} I {UP} 2 {}", DOWN.replace("w6", "w6.w6")),
            "face down: w6 is in two places, and there is only one of each piece; \
             face down: there must be 12 pieces while the back rows are being filled and none after that, not 13",
            "pièces cachées : w6 est à deux endroits, or chaque pièce est unique ; \
             pièces cachées : il faut 12 pièces tant que les rangées arrière se remplissent et aucune ensuite, et non 13",
        ),
        (
            format!("{EMPTY} I {rest_up} 2 {DOWN}"),
            "rows: neither on the board nor face up nor face down: s1",
            "rangées : ni sur le plateau, ni parmi les pièces visibles ou cachées : s1",
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
            "rows: the front rows must be empty while pieces are face down, and are not on a2",
            "rangées : les rangées avant doivent être vides tant que des pièces sont cachées, et ne le sont pas en a2",
        ),
        (
            // Two of Isis's in her front row: said once.
            format!(
                "{} A {} 2 {DOWN}",
                EMPTY.replacen("/-,-,-,-,-,-/-,-", "/-,-,-,-,-,-/s1,s3", 1),
                rest_up.replace(".s3", "")
            ),
            "rows: the front rows must be empty while pieces are face down, and are not on a2, b2",
            "rangées : les rangées avant doivent être vides tant que des pièces sont cachées, et ne le sont pas en a2, b2",
        ),
        (
            format!("{} I {rest_up} 1 {DOWN}", EMPTY.replacen('-', "s1", 1)),
            "rows: Isis has placed 0 pieces and Anubis 1, but with two a turn it must be 1 and 0",
            "rangées : Isis a posé 0 pièce et Anubis 1, or à deux par tour ce doit être 1 et 0",
        ),
        (
            // Twelve placed, but Anubis's back row is one short and the front row one too far.
            "s1,w6,k2,e1,w1,-/-,-,-,-,-,k6/-,-,-,-,-,-/w2,e2,e3,k1,s3,e5 A \
             +E4.K5.S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -"
                .to_owned(),
            "rows: no piece is face down, so the back row of Anubis must hold 6 pieces, not 5",
            "rangées : aucune pièce n'est cachée, la rangée arrière d'Anubis doit donc avoir 6 pièces, et non 5",
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
        "side: with 12 pieces on the board it is the turn of Anubis",
        "trait : avec 12 pièces sur le plateau, c'est à Anubis de jouer",
    );
    let two = "E4,K5,-,-,-,-/-,-,-,-,-,-";
    let rest = "+S2.W3.e6.k3.k4.s4.s5.s6.w4.w5 2 -";
    assert!(Position::parse_position(&back(two, "I", rest), variants(true)).is_ok());
    refused(
        &back("E4,-,-,-,-,-/K5,-,-,-,-,-", "I", rest),
        true,
        "rows: Isis has placed 7 pieces and Anubis 7, but with two a turn it must be 6 and 8",
        "rangées : Isis a posé 7 pièces et Anubis 7, or à deux par tour ce doit être 6 et 8",
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
                "\"{found}\" is not a move: write b2 to advance, a1c2 to swap, s1@a1 to place a piece while drafting"
            ),
            format!(
                "{} n'est pas un coup : écrire b2 pour avancer, a1c2 pour échanger, s1@a1 pour poser une pièce pendant la mise en place",
                quoted(found, Lang::Fr)
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
        "un échange s'écrit avec le plus petit nom de case d'abord : a1c2",
    );
    check(
        "f2a4",
        "f2 and a4 lie in different camps, and a swap is between two pieces of your own camp",
        "f2 et a4 sont dans des camps différents, or on n'échange que deux pièces de son camp",
    );
    check("a1a1", "a swap needs two cells, not a1 twice", "un échange demande deux cases, pas deux fois a1");
    check(
        "s2@a1",
        "s2 has a light ground and is written with a capital: S2",
        "s2 a un fond clair et s'écrit avec une majuscule : S2",
    );
    check(
        "K4@a1",
        "K4 has no light ground and is written with a small letter: k4",
        "K4 n'a pas de fond clair et s'écrit avec une minuscule : k4",
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
            "a1 and a3 lie in different camps, and a swap is between two pieces of your own camp",
            "a1 et a3 sont dans des camps différents, or on n'échange que deux pièces de son camp",
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
            "les pièces ne sont pas encore toutes posées, et on n'engage ni n'échange avant",
        ),
        (
            &*draft,
            "a1a2",
            "the pieces are still being placed, and nobody engages or swaps before that is done",
            "les pièces ne sont pas encore toutes posées, et on n'engage ni n'échange avant",
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
