//! Every reason to refuse a move text or a move, with its sentence in both languages.

use mekong_core::{Explain as _, Lang, Notation as _, Position as _, quoted};
use mekong_palam::{Move, Position};

use super::{DOWN, EMPTY, FULL, UP, variants};

#[test]
fn an_unreadable_move_is_rejected_with_the_expected_form() {
    let unreadable = |found: &str| {
        (
            format!(
                "\"{found}\" is not a move: write b2 to advance, a1c2 to swap, s1@a1 to place a piece while drafting"
            ),
            format!(
                "{} n’est pas un coup : écrivez b2 pour avancer, a1c2 pour échanger, s1@a1 pour poser une pièce pendant la mise en place",
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
        "\"c2a1\" is not a move: a swap is written with the smaller cell name first",
        "« c2a1 » n’est pas un coup : un échange s’écrit avec le plus petit nom de case d’abord",
    );
    check(
        "f2a4",
        "\"f2a4\" is not a move: you can swap only two pieces of your own camp",
        "« f2a4 » n’est pas un coup : vous ne pouvez échanger que deux pièces de votre camp",
    );
    check(
        "a1a1",
        "\"a1a1\" is not a move: a swap needs two different cells",
        "« a1a1 » n’est pas un coup : un échange demande deux cases différentes",
    );
    for text in ["s2@a1", "K4@a1"] {
        check(
            text,
            &format!("\"{text}\" is not a move: only pieces with a light background have a capital"),
            &format!("« {text} » n’est pas un coup : seules les pièces à fond clair ont une majuscule"),
        );
    }
}

#[test]
fn an_illegal_move_is_rejected_with_the_rule() {
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
        (&*over, "a1", "the game is over", "la partie est terminée"),
        (&*first, "a3", "a3 lies in your opponent’s camp", "a3 est dans le camp adverse"),
        (&*first, "a3a4", "a3 lies in your opponent’s camp", "a3 est dans le camp adverse"),
        (must_engage, "c3", "c3 is empty", "c3 est vide"),
        (must_engage, "a3a4", "a4 is empty", "a4 est vide"),
        (
            &*first,
            "a1",
            "the piece on a1 is blocked by the one in front of it, on a2",
            "la pièce en a1 est bloquée par celle de devant, en a2",
        ),
        (
            waiting,
            "d3",
            "the ankh 4 is neither an eye nor a 2, and another piece of yours matches",
            "l’ankh 4 n’est ni un œil ni un 2, et une autre de vos pièces convient",
        ),
        (
            no_match,
            "a3",
            "you have no ankh and no 2 to advance: the leftmost piece for Anubis must answer, on f3",
            "vous n’avez ni ankh ni 2 à avancer : la pièce la plus à gauche pour Anubis doit répondre, en f3",
        ),
        (
            waiting,
            "a3b3",
            "a duel waits for your answer, and you cannot swap during a duel",
            "un duel attend votre réponse, et vous ne pouvez pas échanger pendant un duel",
        ),
        (
            &*first,
            "a1a3",
            "you can swap only two pieces of your own camp",
            "vous ne pouvez échanger que deux pièces de votre camp",
        ),
        (
            must_engage,
            "a3b3",
            "your opponent has just swapped two pieces, so you must engage a piece",
            "votre adversaire vient d’échanger deux pièces, vous devez engager une pièce",
        ),
        (
            &*first,
            "s1@a1",
            "all pieces have been dealt or placed, and none is left to place",
            "toutes les pièces sont distribuées ou posées : il n’en reste aucune à poser",
        ),
        (
            &*draft,
            "a1",
            "the pieces are still being placed: duels and swaps come later",
            "il reste des pièces à poser : les duels et les échanges viennent après",
        ),
        (
            &*draft,
            "a1a2",
            "the pieces are still being placed: duels and swaps come later",
            "il reste des pièces à poser : les duels et les échanges viennent après",
        ),
        (
            &*draft,
            "S2@a1",
            "the light sun 2 stays face down until the back rows are full",
            "le soleil 2 clair reste face cachée jusqu’à ce que les rangées arrière soient pleines",
        ),
        (&*one, "s1@b1", "the sun 1 is already on the board", "le soleil 1 est déjà sur le plateau"),
        (&*draft, "s1@a4", "a4 lies in your opponent’s camp", "a4 est dans le camp adverse"),
        (
            &*draft,
            "s1@a2",
            "a2 is in the front row, and the back rows are filled first",
            "a2 est dans la rangée avant, et les rangées arrière se remplissent d’abord",
        ),
        (
            front,
            "S2@a4",
            "a4 is in the back row, which is full: the front rows are filled now",
            "a4 est dans la rangée arrière, qui est pleine : remplissez maintenant les rangées avant",
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
