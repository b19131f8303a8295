//! Sentences for players, in both languages.

use mekong_core::{Lang, Mark, Narrate as _, Notation as _, Player, Variants};
use mekong_saigon::{Position, Saigon};
use mekong_testkit::narration::check_narration;

const START: &str = "LLLL/DDDD/LLLL/DDDD L";

fn position(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

fn mv(text: &str) -> <Position as mekong_core::Position>::Move {
    Position::parse_move(text).unwrap()
}

/// Marks as short texts: `arrow 1.2>3`, `ghost 3.4 L`, `falls 4 p2`.
fn marks(marks: &[Mark]) -> Vec<String> {
    let line = |mark: &Mark| {
        let to = mark.to.as_ref().map(|to| format!(">{to}")).unwrap_or_default();
        let owner = mark.owner.map(|owner| format!(" {}", Player::code(owner))).unwrap_or_default();
        format!("{} {}{to}{owner} {}", mark.kind.code(), mark.at, mark.text).trim().to_owned()
    };
    marks.iter().map(line).collect()
}

#[test]
fn every_move_of_random_games_has_its_sentences() {
    assert!(check_narration::<Saigon>(4, 200) > 0, "no final move");
}

#[test]
fn instructions_name_the_duty_of_the_turn() {
    let cases = [
        (
            START,
            "push from one end, or move one of your blocks",
            "poussez depuis un bout, ou déplacez un de vos blocs",
        ),
        (
            "-/LLD/LL/LDDD L",
            "fill slot 1 first, as it is empty",
            "remplissez d’abord la case 1, qui est vide",
        ),
        (
            "-/LD/LD/LDDD L",
            "pass, as slot 1 is empty and you cannot fill it",
            "passez, car la case 1 est vide et vous ne pouvez pas la remplir",
        ),
        (
            "LD/LD/LD/LDDD L",
            "push from the left or the right, as you have no block to move",
            "poussez depuis la gauche ou la droite, car vous n’avez aucun bloc à déplacer",
        ),
    ];
    for (text, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).instruction(lang)), [en, fr]);
    }
}

#[test]
fn moves_are_described() {
    let cases = [
        (
            START,
            "pr",
            "Light pushes to the right; a dark pallet falls out, 1 of 6",
            "les Clairs poussent vers la droite ; un palet sombre tombe, 1 sur 6",
        ),
        (
            "L/LDDD/LLLL/LDDD L",
            "pl",
            "Light pushes to the left; a light pallet falls out, 2 of 6; slot 4 is empty",
            "les Clairs poussent vers la gauche ; un palet clair tombe, 2 sur 6 ; la case 4 est vide",
        ),
        (
            START,
            "1-3x2",
            "Light moves 2 pallets from slot 1 to slot 3",
            "les Clairs déplacent 2 palets de la case 1 à la case 3",
        ),
        (
            START,
            "1-3x1",
            "Light moves 1 pallet from slot 1 to slot 3",
            "les Clairs déplacent 1 palet de la case 1 à la case 3",
        ),
        ("-/LD/LD/LDDD L", "pass", "Light passes", "les Clairs passent"),
    ];
    for (text, code, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).describe_move(mv(code), lang)), [en, fr]);
    }
}

#[test]
fn moves_are_drawn() {
    assert_eq!(
        marks(&position(START).move_marks(mv("1-3x2"))),
        ["arrow 1.2>3", "ghost 3.4 p1 L", "ghost 3.5 p1 L"]
    );
    let push = marks(&position("L/LD/LD/D L").move_marks(mv("pr")));
    assert_eq!(push[0], "arrow left>1");
    assert!(push.contains(&"falls 4.0".to_owned()), "{push:?}");
}

#[test]
fn hints_tell_where_to_look() {
    let hint = |text: &str, code: &str, lang| position(text).hint(mv(code), lang);
    let own = hint("DDDD/LLLL/DDDD/LLLL L", "pr", Lang::En);
    assert_eq!(own.text, "a pallet of yours lies at the bottom of slot 4, next to the slit");
    assert_eq!(marks(&own.marks), ["look 4.0"]);
    let sixth = hint("DL/D/DDL/LDD L", "pr", Lang::Fr);
    assert_eq!(sixth.text, "votre sixième palet est en bas de la case 4");
    let other = hint(START, "pr", Lang::En);
    assert_eq!(other.text, "look at slot 4: pushing out a pallet of your opponent can be worth it");
    let fill = hint("-/LLD/LL/LDDD L", "3-1x1", Lang::Fr);
    assert_eq!(fill.text, "regardez votre bloc sur la case 3 : il peut remplir la case vide");
    let shift = hint(START, "1-3x2", Lang::En);
    assert_eq!(shift.text, "look at your block on slot 1: it can do more elsewhere");
}

#[test]
fn endings_name_the_sixth_pallet() {
    let own = position("DL/D/DDL/LDD L").ending(mv("pr"), Lang::En);
    assert_eq!(own.text, "the sixth light pallet fell out of slot 4: Light wins");
    assert_eq!(marks(&own.marks), ["falls 4 p1", "decides out p1 6"]);
    let other = position("LL/LLLL/DL/DLD L").ending(mv("pr"), Lang::Fr);
    assert_eq!(
        other.text,
        "les Clairs ont fait tomber le sixième palet sombre de la case 4, et il compte pour les Sombres : les Sombres gagnent"
    );
    assert_eq!(marks(&other.marks), ["falls 4 p2", "decides out p2 6"]);
}
