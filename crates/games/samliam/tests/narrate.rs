//! Sentences for players, in both languages.

use mekong_core::{Lang, Mark, Narrate as _, Notation as _, Variants};
use mekong_samliam::{Position, SamLiam};
use mekong_testkit::narration::check_narration;

fn position(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

fn mv(text: &str) -> <Position as mekong_core::Position>::Move {
    Position::parse_move(text).unwrap()
}

fn places(marks: &[Mark]) -> Vec<String> {
    marks.iter().map(|mark| format!("{} {}", mark.kind.code(), mark.at)).collect()
}

#[test]
fn every_move_of_random_games_has_its_sentences() {
    assert!(check_narration::<SamLiam>(3, 60) > 0, "no final move");
}

#[test]
fn instructions_name_what_can_be_placed() {
    let cases = [
        (
            "6/6/6/6/6/6/6 B -",
            "place a triangle in a corner of a cell",
            "posez un triangle dans un coin d’une case",
        ),
        (
            "6/6/6/6/6/AB4/Db4 B s",
            "place a square tile or a triangle, as you were blocked",
            "posez une tuile carrée ou un triangle, car l’adversaire vient de vous bloquer",
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
            "6/6/6/6/6/6/6 B -",
            "c4ne",
            "Black places a triangle on c4, top right",
            "les Noirs posent un triangle en c4, en haut à droite",
        ),
        (
            "6/6/6/6/6/AB4/D5 B -",
            "b1se",
            "Black places a triangle on b1, bottom right, and completes a square",
            "les Noirs posent un triangle en b1, en bas à droite, et forment un carré",
        ),
        (
            "6/6/6/6/6/AB4/D5 W -",
            "b1ne",
            "White places a triangle on b1, top right; that blocks a square, so Black may place a square tile",
            "les Blancs posent un triangle en b1, en haut à droite ; cela bloque un carré, et les Noirs peuvent poser une tuile carrée",
        ),
        (
            "6/6/6/6/6/AB4/6 B -",
            "a1sw",
            "Black places a triangle on a1, bottom left; one square now needs only one more corner",
            "les Noirs posent un triangle en a1, en bas à gauche ; il ne manque plus qu’un coin à un carré",
        ),
        (
            "6/6/6/6/A5/A5/1CC3 B -",
            "a1sw",
            "Black places a triangle on a1, bottom left; 2 squares now need only one more corner",
            "les Noirs posent un triangle en a1, en bas à gauche ; il ne manque plus qu’un coin à chacun de 2 carrés",
        ),
        (
            "6/6/6/6/6/AB4/Db4 B s",
            "c3#",
            "Black places a square tile on c3",
            "les Noirs posent une tuile carrée en c3",
        ),
    ];
    for (text, code, en, fr) in cases {
        assert_eq!(Lang::ALL.map(|lang| position(text).describe_move(mv(code), lang)), [en, fr]);
    }
}

#[test]
fn hints_tell_where_to_look() {
    let hint = |text: &str, code: &str, lang| position(text).hint(mv(code), lang);
    let win = hint("6/6/6/6/6/AB4/D5 B -", "b1se", Lang::En);
    assert_eq!(win.text, "a triangle can complete a square");
    assert_eq!(places(&win.marks), ["look a2.nw", "look b2.ne", "look a1.sw"]);
    let block = hint("6/6/6/6/6/AB4/D5 W -", "b1ne", Lang::Fr);
    assert_eq!(block.text, "il manque un coin à un carré adverse : un triangle peut le bloquer");
    let fork = hint("6/6/6/6/A5/A5/1CC3 B -", "a1sw", Lang::En);
    assert_eq!(fork.text, "a triangle can add a third corner to two squares at once");
    let second = hint("6/6/6/6/6/A5/6 B -", "b2ne", Lang::En);
    assert_eq!(second.text, "a triangle can add a second corner to this one");
    assert_eq!(places(&second.marks), ["look a2.nw"]);
    let spoil = hint("6/6/6/6/6/A5/D5 W -", "b1ne", Lang::Fr);
    assert_eq!(spoil.text, "un triangle peut gâcher un carré dont l’adversaire a deux coins");
    assert_eq!(places(&spoil.marks), ["look a2.nw", "look a1.sw"]);
    let begin = hint("6/6/6/6/6/6/6 B -", "a1sw", Lang::Fr);
    assert_eq!(begin.text, "regardez par ici : un triangle peut commencer un carré");
    assert_eq!(places(&begin.marks), ["look a1", "look b1", "look a2", "look b2"]);
}

#[test]
fn moves_are_drawn_as_ghosts() {
    let ghosts = position("6/6/6/6/6/AB4/Db4 B s").move_marks(mv("c3#"));
    assert_eq!((places(&ghosts), ghosts[0].text.as_str()), (vec!["ghost c3".to_owned()], "Q"));
    let ghosts = position("6/6/6/6/6/AB4/D5 W -").move_marks(mv("b1ne"));
    assert_eq!((places(&ghosts), ghosts[0].text.as_str()), (vec!["ghost b1.ne".to_owned()], "b"));
}

#[test]
fn endings_show_the_corners_of_every_square() {
    let one = position("6/6/6/6/6/AB4/D5 B -").ending(mv("b1se"), Lang::En);
    assert_eq!(one.text, "Black completes a square and wins: a2, b2, b1 and a1 all point outward");
    assert_eq!(
        places(&one.marks),
        ["wins a2:b1", "corner a2.nw", "corner b2.ne", "corner b1.se", "corner a1.sw"]
    );
    let inward = position("6/6/6/6/6/CD4/B5 B -").ending(mv("b1nw"), Lang::Fr);
    assert_eq!(
        inward.text,
        "les Noirs forment un carré et gagnent : a2, b2, b1 et a1 pointent tous vers l’intérieur"
    );
    let two = position("6/6/6/6/A1B3/AB4/1CC3 B -").ending(mv("a1sw"), Lang::En);
    assert_eq!(two.text, "Black completes 2 squares at once and wins");
    assert_eq!(two.marks.iter().filter(|mark| mark.kind.code() == "corner").count(), 8);
}
