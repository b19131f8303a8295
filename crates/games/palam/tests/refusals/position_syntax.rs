//! Every reason to refuse a malformed position text, with its sentence in both languages.

use mekong_core::{Lang, quoted};

use super::{DOWN, EMPTY, FULL, UP, refused};

#[test]
fn a_malformed_position_is_rejected_with_its_field() {
    let five =
        "a position has 5 fields (rows, side, duel, swap, score), separated by single spaces; this one has";
    let cinq = "une position a 5 champs (rangées, trait, duel, échange, score), séparés par une seule espace ; celle-ci en a";
    for (text, count) in [("", 1), ("a b", 2), ("a b c d", 4), ("a b c d e ", 6)] {
        refused(text, false, &format!("{five} {count}"), &format!("{cinq} {count}"));
    }
    let five = "a position has 5 fields (rows, side, face up, placements left, face down), \
                separated by single spaces; this one has";
    let cinq = "une position a 5 champs (rangées, trait, pièces visibles, poses restantes, \
                pièces cachées), séparés par une seule espace ; celle-ci en a";
    for (text, count) in [("a b +", 3), ("a b +c d", 4), ("a b + d e f", 6)] {
        refused(text, true, &format!("{five} {count}"), &format!("{cinq} {count}"));
    }
    let cases = [
        (
            "-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: there must be 4 rows separated by \"/\", not 2",
            "rangées : il faut 4 rangées séparées par « / », et non 2",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: row 3 must have 6 cells, not 5",
            "rangées : la rangée 3 doit avoir 6 cases, et non 5",
        ),
        (
            "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,s2 I - s 0-0",
            "rows: in row 1, \"s2\" is in the wrong case: only pieces with a light background have a capital",
            "rangées : dans la rangée 1, « s2 » n’a pas la bonne casse : seules les pièces à fond clair ont une majuscule",
        ),
        (
            "-,-,-,-,-,-/-,K4,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0",
            "rows: in row 3, \"K4\" is in the wrong case: only pieces with a light background have a capital",
            "rangées : dans la rangée 3, « K4 » n’a pas la bonne casse : seules les pièces à fond clair ont une majuscule",
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
    for (index, row) in [(0, 4), (8, 3), (23, 1)] {
        for found in ["x1", "s7", "s0", "s", "s11", "", "é", "1s", "a-", "\u{a0}"] {
            let text = with(index, found) + " I - s 0-0";
            let [en, fr] = Lang::ALL.map(|lang| quoted(found, lang));
            refused(
                &text,
                false,
                &format!(
                    "rows: in row {row}, {en} is neither a piece \
                     (one of s, w, e, k and a number from 1 to 6) nor \"-\" for an empty cell"
                ),
                &format!(
                    "rangées : dans la rangée {row}, {fr} n’est ni une pièce \
                     (une lettre s, w, e, k et un nombre de 1 à 6) ni « - » pour une case vide"
                ),
            );
        }
    }
}

#[test]
fn a_malformed_field_is_rejected_with_its_name() {
    let cases = [
        ("X - s 0-0", "side: \"X\" is neither I nor A", "trait : « X » n’est ni I ni A"),
        (
            "I g s 0-0",
            "duel: \"g\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : « g » n’est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I  s 0-0",
            "duel: \"\" is neither \"-\" nor a column and a piece such as bw5",
            "duel : « » n’est ni « - » ni une colonne et une pièce comme bw5",
        ),
        (
            "I bx5 s 0-0",
            "duel: \"x5\" is not a piece (one of s, w, e, k and a number from 1 to 6)",
            "duel : « x5 » n’est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
        ),
        (
            "I bk5 s 0-0",
            "duel: \"k5\" is in the wrong case: only pieces with a light background have a capital",
            "duel : « k5 » n’a pas la bonne casse : seules les pièces à fond clair ont une majuscule",
        ),
        ("I - S 0-0", "swap: \"S\" is neither s nor x", "échange : « S » n’est ni s ni x"),
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
            &format!(
                "score : {fr} ne se compose pas de deux nombres comme 12-24, de 0 à 75 et sans zéro devant"
            ),
        );
    }
}

#[test]
fn a_malformed_draft_field_is_rejected_with_its_name() {
    let cases = [
        (
            format!("{UP} 3 {DOWN}"),
            "placements left: \"3\" is neither 2 nor 1",
            "poses restantes : « 3 » n’est ni 2 ni 1",
        ),
        (
            format!("{UP}. 2 {DOWN}"),
            "face up: \"\" is not a piece (one of s, w, e, k and a number from 1 to 6)",
            "pièces visibles : « » n’est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
        ),
        (
            format!("{UP} 2 w3"),
            "face down: \"w3\" is in the wrong case: only pieces with a light background have a capital",
            "pièces cachées : « w3 » n’a pas la bonne casse : seules les pièces à fond clair ont une majuscule",
        ),
        (
            format!("+e1.E4 2 {DOWN}"),
            "face up: \"e1.E4\" is not in ASCII order: capitals first, then by letter",
            "pièces visibles : « e1.E4 » n’est pas en ordre ASCII : majuscules d’abord, puis par lettre",
        ),
        (
            format!("{UP} 2 s5.s4"),
            "face down: \"s5.s4\" is not in ASCII order: capitals first, then by letter",
            "pièces cachées : « s5.s4 » n’est pas en ordre ASCII : majuscules d’abord, puis par lettre",
        ),
    ];
    for (rest, en, fr) in cases {
        refused(&format!("{EMPTY} I {rest}"), true, en, fr);
    }
}
