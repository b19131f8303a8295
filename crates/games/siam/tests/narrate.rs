//! Sentences for players, in both languages.

use mekong_core::{Game as _, Lang, Mark, Narrate as _, Notation as _, Player, Variants};
use mekong_siam::{Position, Siam};
use mekong_testkit::narration::check_narration;

fn position(text: &str, variants: &[&str]) -> Position {
    Position::parse_position(text, Siam::INFO.parse_variants(variants).unwrap()).unwrap()
}

fn plain(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

fn mv(text: &str) -> <Position as mekong_core::Position>::Move {
    Position::parse_move(text).unwrap()
}

/// Marks as short texts: `falls @c5N`, `trace @c5N>c4`, `decides c4 p1 counts`.
fn marks(marks: &[Mark]) -> Vec<String> {
    let word = |word: Option<&str>| word.filter(|word| !word.is_empty()).map(|word| format!(" {word}"));
    let line = |mark: &Mark| {
        let to = mark.to.as_ref().map(|to| format!(">{to}")).unwrap_or_default();
        let owner = word(mark.owner.map(Player::code)).unwrap_or_default();
        let text = word(Some(&mark.text)).unwrap_or_default();
        format!("{} {}{to}{owner}{text}", mark.kind.code(), mark.at)
    };
    marks.iter().map(line).collect()
}

#[test]
fn every_move_of_random_games_has_its_sentences() {
    assert!(check_narration::<Siam>(2, 120) > 0, "no final move");
}

#[test]
fn instructions_name_what_can_be_done() {
    let cases = [
        (
            plain("5/5/1ooo1/5/5 E 0 -"),
            "bring an animal in on the border",
            "faites entrer un animal par le bord",
        ),
        (
            position("5/5/1ooo1/5/5 E 0 -", &["opening"]),
            "bring an animal in on the border; c1 and c5 are closed in the first two turns",
            "faites entrer un animal par le bord ; c1 et c5 sont interdites pendant les deux premiers tours",
        ),
        (
            plain("5/5/1ooo1/5/N3n E 2 -"),
            "choose an animal, or bring one in",
            "choisissez un animal, ou faites-en entrer un",
        ),
        (
            position("5/5/1ooo1/5/N3n E 8 01", &["single-exit"]),
            "choose an animal, or bring one in; your animals can no longer leave the board",
            "choisissez un animal, ou faites-en entrer un ; vos animaux ne peuvent plus sortir du plateau",
        ),
        (
            plain("NNNNN/5/1ooo1/5/4n E 10 -"),
            "choose an animal; all five are on the board",
            "choisissez un animal ; les cinq sont sur le plateau",
        ),
    ];
    for (position, en, fr) in cases {
        assert_eq!([Lang::En, Lang::Fr].map(|lang| position.instruction(lang)), [en, fr]);
    }
}

#[test]
fn moves_are_described() {
    let cases = [
        (
            "5/5/1ooo1/5/5 E 0 -",
            "@c1N",
            "an elephant enters on c1, facing north",
            "un éléphant entre en c1, tourné vers le nord",
        ),
        (
            "5/5/1ooo1/5/5 R 1 -",
            "@e1W",
            "a rhino enters on e1, facing west",
            "un rhinocéros entre en e1, tourné vers l’ouest",
        ),
        (
            "5/5/1ooo1/5/w4 E 10 -",
            "@a1N",
            "a new elephant pushes north onto a1; the rhino goes to a2",
            "un éléphant entre en a1 et pousse vers le nord ; le rhinocéros va en a2",
        ),
        (
            "5/5/1ooo1/5/N3n E 2 -",
            "a1a2E",
            "the elephant on a1 goes to a2, facing east",
            "l’éléphant de a1 va en a2, tourné vers l’est",
        ),
        (
            "5/5/1ooo1/5/N3n E 2 -",
            "a1S",
            "the elephant on a1 turns south",
            "l’éléphant en a1 se tourne vers le sud",
        ),
        (
            "5/5/1ooo1/5/N3n R 3 -",
            "e1-",
            "the rhino on e1 leaves the board",
            "le rhinocéros en e1 quitte le plateau",
        ),
        (
            "4o/2o2/2n2/5/4o R 11 -",
            "c3c4",
            "the rhino on c3 pushes north; the rock goes to c5",
            "le rhinocéros en c3 pousse vers le nord ; le rocher va en c5",
        ),
        (
            "2o2/2o2/2n2/2n2/4o R 11 -",
            "c2c3",
            "the rhino on c2 pushes north; the rhino goes to c4, the rock to c5 and the rock falls off the board",
            "le rhinocéros en c2 pousse vers le nord ; le rhinocéros va en c4, le rocher en c5 et le rocher tombe du plateau",
        ),
        (
            "5/2S2/2w2/2E2/oos1o E 10 -",
            "c4c3",
            "the elephant on c4 pushes south; the rhino goes to c2, the elephant to c1 and the rhino is pushed off the board",
            "l’éléphant en c4 pousse vers le sud ; le rhinocéros va en c2, l’éléphant en c1 et le rhinocéros est poussé hors du plateau",
        ),
    ];
    for (text, code, en, fr) in cases {
        let position = plain(text);
        assert_eq!([Lang::En, Lang::Fr].map(|lang| position.describe_move(mv(code), lang)), [en, fr]);
    }
}

#[test]
fn moves_are_drawn() {
    let cases: [(&str, &str, &[&str]); 6] = [
        ("5/5/1ooo1/5/5 E 0 -", "@c1N", &["arrow @c1S>c1", "ghost c1 N"]),
        ("5/5/1ooo1/5/5 E 0 -", "@a1E", &["arrow @a1W>a1", "ghost a1 E"]),
        ("5/5/1ooo1/5/N3n E 2 -", "a1a2E", &["arrow a1>a2", "ghost a2 E"]),
        ("5/5/1ooo1/5/N3n E 2 -", "a1S", &["ghost a1 S"]),
        ("5/5/1ooo1/5/N3n R 3 -", "e1-", &["arrow e1>@e1E"]),
        (
            "2o2/2o2/2n2/2n2/4o R 11 -",
            "c2c3",
            &["arrow c2>c3", "ghost c3 n", "ghost c4 n", "ghost c5 o", "falls @c5N"],
        ),
    ];
    for (text, code, expected) in cases {
        assert_eq!(marks(&plain(text).move_marks(mv(code))), expected, "{code}");
    }
}

#[test]
fn hints_tell_where_to_look() {
    let cases = [
        (
            "2o2/2o2/2n2/2n2/4o R 11 -",
            "c2c3",
            "c2",
            "look at your rhino on c2: it can win at once",
            "regardez votre rhinocéros en c2 : il peut gagner immédiatement",
        ),
        (
            "4o/2o2/2n2/5/4o R 11 -",
            "c3c4",
            "c3",
            "look at your rhino on c3: it can threaten to win",
            "regardez votre rhinocéros en c3 : il peut menacer de gagner",
        ),
        (
            "2o2/2N2/5/4n/o3o R 11 -",
            "e2e3N",
            "e2",
            "look at your rhino on e2: it can move aside",
            "regardez votre rhinocéros en e2 : il peut s’écarter",
        ),
        (
            "5/5/1ooo1/5/N3n E 2 -",
            "a1a2W",
            "a1",
            "look at your elephant on a1: it can come nearer to a rock",
            "regardez votre éléphant en a1 : il peut se rapprocher d’un rocher",
        ),
        (
            "5/5/1ooo1/5/N3n E 2 -",
            "a1-",
            "a1",
            "look at your elephant on a1: it can come in again elsewhere",
            "regardez votre éléphant en a1 : il peut rentrer ailleurs ensuite",
        ),
        (
            "5/5/1ooo1/5/5 E 0 -",
            "@a1S",
            "a1",
            "bring an elephant in from the south: it can push later",
            "faites entrer un éléphant par le sud : il peut pousser plus tard",
        ),
        (
            "5/5/1ooo1/5/5 E 0 -",
            "@b1N",
            "a1",
            "bring an elephant in from the south: it can face the rock on b3",
            "faites entrer un éléphant par le sud : il peut se tourner vers le rocher en b3",
        ),
        (
            "5/2o2/5/2N2/2o1o R 11 -",
            "@e4W",
            "e1",
            "bring a rhino in from the east: it can face the rock on c4",
            "faites entrer un rhinocéros par l’est : il peut se tourner vers le rocher en c4",
        ),
    ];
    for (text, code, place, en, fr) in cases {
        let position = plain(text);
        let hints = Lang::ALL.map(|lang| position.hint(mv(code), lang));
        assert_eq!(hints.each_ref().map(|hint| hint.text.as_str()), [en, fr], "{code}");
        assert_eq!(hints[0].marks[0].at, place);
    }
}

#[test]
fn endings_trace_the_rock_back_to_the_animal_that_counts() {
    let ending = |text: &str, code: &str, lang| plain(text).ending(mv(code), lang);
    // The pusher counts, in the final position on the square that the rock has left.
    let end = ending("4o/4o/5/2S2/2o2 E 10 -", "c2c1", Lang::En);
    assert_eq!(marks(&end.marks), ["falls @c1S", "trace @c1S>c1", "decides c1 p1 counts"]);
    assert_eq!(
        end.text,
        "a rock fell off the board: the elephant on c1 is the first animal behind it that faces south, so the elephants win"
    );
    // The nearer animal counts, although the other one pushed.
    let end = ending("4o/4o/S4/s4/o4 E 10 -", "a3a2", Lang::Fr);
    assert_eq!(marks(&end.marks), ["falls @a1S", "trace @a1S>a1", "decides a1 p2 compte"]);
    assert_eq!(
        end.text,
        "un rocher est tombé : le rhinocéros en a1 est le premier animal derrière lui à être tourné vers le sud, donc les rhinocéros gagnent"
    );
    // A sideways animal does not count.
    let end = ending("4o/o4/3S1/3w1/3o1 E 10 -", "d3d2", Lang::En);
    assert_eq!(
        marks(&end.marks),
        ["falls @d1S", "trace @d1S>d2", "decides d2 p1 counts", "idle d1 sideways"]
    );
    // An entering animal counts if no other does.
    let end = ending("4o/4o/5/5/o4 E 10 -", "@a1E", Lang::En);
    assert!(end.marks.is_empty(), "the rock goes to b1");
}
