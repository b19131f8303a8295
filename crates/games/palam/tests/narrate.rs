//! Sentences for players, in both languages.

use mekong_core::{Game as _, Lang, Mark, Narrate as _, Notation as _};
use mekong_palam::{Palam, Position};
use mekong_testkit::narration::check_narration;

const FULL: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-0";
const ENGAGED: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,-,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 A be2 s 0-0";
const CHOICE: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,S2,s6,K5/w2,-,k4,k1,s3,e5/k3,w4,s5,E4,e3,w5 A be2 s 0-0";
const LEFTMOST: &str = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26";
const LAST: &str = "-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 40-22";
const DRAFT: &str = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2 2 S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6";

fn position(text: &str) -> Position {
    let variant: &[&str] = if text.contains('+') { &["draft"] } else { &[] };
    Position::parse_position(text, Palam::INFO.parse_variants(variant).unwrap()).unwrap()
}

fn mv(text: &str) -> <Position as mekong_core::Position>::Move {
    Position::parse_move(text).unwrap()
}

fn places(marks: &[Mark]) -> Vec<String> {
    let to = |mark: &Mark| mark.to.as_ref().map(|to| format!(">{to}")).unwrap_or_default();
    marks.iter().map(|mark| format!("{} {}{}", mark.kind.code(), mark.at, to(mark))).collect()
}

#[test]
fn every_move_of_random_games_has_its_sentences() {
    assert!(check_narration::<Palam>(3, 60) > 0, "no final move");
}

#[test]
fn instructions_name_what_the_turn_asks_for() {
    let cases = [
        (FULL, "engage a piece, or swap two of yours", "engagez une pièce, ou échangez-en deux"),
        (
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30",
            "engage a piece, as your opponent has just swapped",
            "engagez une pièce, car l’adversaire vient d’échanger",
        ),
        (
            ENGAGED,
            "answer the duel with your eye 6 on a3, your only match",
            "répondez au duel avec l’œil 6 en a3, seule pièce qui convient",
        ),
        (
            LEFTMOST,
            "answer the duel with the leftmost piece for Anubis, on f3, as nothing matches",
            "répondez avec la pièce la plus à gauche pour Anubis, en f3, car rien ne convient",
        ),
        (
            "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,-,e5/k3,w4,s5,E4,e3,w5 A es3 s 0-0",
            "answer the duel with a sun",
            "répondez au duel avec un soleil",
        ),
        (
            "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,-,s3,e5/k3,w4,s5,E4,e3,w5 A dk1 s 0-0",
            "answer the duel with an ankh or a 1",
            "répondez au duel avec un ankh ou un 1",
        ),
        (DRAFT, "place two pieces in your back row", "posez deux pièces dans votre rangée arrière"),
    ];
    for (text, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).instruction(lang)), [en, fr]);
    }
}

#[test]
fn moves_are_described() {
    let cases = [
        (FULL, "b2", "Isis engages the eye 2 from b2", "Isis engage l’œil 2 de b2"),
        (
            FULL,
            "c2",
            "Isis engages the light sun 2 from c2, worth 11 points",
            "Isis engage le soleil 2 clair de c2, qui vaut 11 points",
        ),
        (
            FULL,
            "a1c2",
            "Isis swaps the ankh 3 on a1 and the light sun 2 on c2",
            "Isis échange l’ankh 3 de a1 et le soleil 2 clair de c2",
        ),
        (
            ENGAGED,
            "a3",
            "Anubis answers with the eye 6 from a3 (2 + 6 = 8, even); Anubis takes 2 points",
            "Anubis répond avec l’œil 6 de a3 (2 + 6 = 8, pair) ; Anubis prend 2 points",
        ),
        (
            LAST,
            "a3",
            "Anubis answers with the eye 6 from a3 (5 + 6 = 11, odd); Isis takes 13 points, 11 of them for the last duel",
            "Anubis répond avec l’œil 6 de a3 (5 + 6 = 11, impair) ; Isis prend 13 points, dont 11 pour le dernier duel",
        ),
        (DRAFT, "E4@a1", "Isis places the light eye 4 on a1", "Isis pose l’œil 4 clair en a1"),
    ];
    for (text, code, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).describe_move(mv(code), lang)), [en, fr]);
    }
}

#[test]
fn moves_are_drawn() {
    assert_eq!(places(&position(FULL).move_marks(mv("b2"))), ["arrow b2>duel"]);
    assert_eq!(places(&position(FULL).move_marks(mv("a1c2"))), ["arrow a1>c2", "arrow c2>a1"]);
    assert_eq!(places(&position(DRAFT).move_marks(mv("E4@a1"))), ["arrow +E4>a1", "ghost a1"]);
    assert_eq!(places(&position(LAST).move_marks(mv("a3")))[0], "arrow a3>duel");
}

#[test]
fn hints_tell_where_to_look() {
    let cases = [
        (CHOICE, "a3", "you can win this duel with the eye 6", "vous pouvez gagner ce duel avec l’œil 6"),
        (
            CHOICE,
            "d3",
            "it can pay to lose this duel with the light sun 2: the loser moves next",
            "perdre ce duel avec le soleil 2 clair peut être utile : le perdant joue ensuite",
        ),
        (ENGAGED, "a3", "only one piece can answer", "une seule pièce peut répondre"),
        (
            FULL,
            "b2",
            "look at your eye 2 on b2: it loses the duel, and the loser moves next",
            "regardez l’œil 2 en b2 : vous perdez le duel, et le perdant joue ensuite",
        ),
        (
            FULL,
            "a1c2",
            "look at your ankh 3 on a1: it would do more elsewhere, and you may swap",
            "regardez l’ankh 3 en a1 : cette pièce serait plus utile ailleurs, et vous pouvez échanger",
        ),
        (
            DRAFT,
            "E4@a1",
            "look at the light eye 4: there is a good cell for it",
            "regardez l’œil 4 clair : une bonne case l’attend",
        ),
    ];
    for (text, code, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).hint(mv(code), lang).text), [en, fr]);
    }
}

#[test]
fn endings_count_the_points() {
    let end = position(LAST).ending(mv("a3"), Lang::En);
    assert_eq!(end.text, "Isis wins 53–22");
    assert_eq!(places(&end.marks), ["decides score", "loses score"]);
    let close =
        position("-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 30-32").ending(mv("a3"), Lang::Fr);
    assert_eq!(close.text, "Isis gagne 43 à 32 ; le dernier duel a été décisif");
}
