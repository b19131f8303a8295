//! Every reason to refuse a text or a move, with its sentence in both languages.

use mekong_core::{
    Explain, Lang, Notation as _, Player, ROWS_FIELD, SIDE_FIELD, SyntaxError, Text, Variants, quoted,
};
use mekong_siam::{Direction, Illegal, Piece, Position, PositionError, Problem, Setup, Siam, Square};

const PLY_FIELD: Text = Text { en: "ply", fr: "demi-coups" };
const EXITS_FIELD: Text = Text { en: "exits", fr: "sorties" };
static FIELDS: [Text; 4] = [ROWS_FIELD, SIDE_FIELD, PLY_FIELD, EXITS_FIELD];

/// `single-exit` in the game's list of variants.
const SINGLE_EXIT: Variants = Variants::NONE.with(1);

fn square(name: &str) -> Square {
    Square::all().find(|square| square.to_string() == name).unwrap()
}

fn assert_says(reason: &(impl Explain + std::fmt::Display), en: &str, fr: &str) {
    assert_eq!(reason.explain(Lang::En), en);
    assert_eq!(reason.explain(Lang::Fr), fr);
    assert_eq!(reason.to_string(), en);
}

#[test]
fn a_malformed_position_is_rejected_with_field_and_reason() {
    use PositionError as E;
    let found = |text: &str| text.to_owned();
    let field = |text: String, field: Text, found: &str, problem: Text| {
        let [en, fr] = Lang::ALL.map(|lang| quoted(found, lang));
        let en = format!("{}: {en} {}", field.en, problem.en);
        let fr = format!("{} : {fr} {}", field.fr, problem.fr);
        (text, E::Syntax(SyntaxError::field(field, found, problem)), en, fr)
    };
    let ply = |ply: &str| {
        let problem = Text {
            en: "is not a number from 0 to 999999999 without leading zeros",
            fr: "n’est pas un nombre de 0 à 999999999 sans zéro devant",
        };
        field(format!("5/5/1ooo1/5/5 E {ply} -"), PLY_FIELD, ply, problem)
    };
    let exits = |exits: &str| {
        let problem =
            Text { en: "is neither \"-\" nor two digits", fr: "n’est ni « - » ni deux chiffres" };
        field(format!("5/5/1ooo1/5/5 E 0 {exits}"), EXITS_FIELD, exits, problem)
    };
    let row = |top: &str, error: E, en: &str, fr: &str| {
        (format!("{top}/5/1ooo1/5/5 E 0 -"), error, format!("rows: {en}"), format!("rangées : {fr}"))
    };
    let fields = |text: &str, count: usize| {
        let en = "a position has 4 fields (rows, side, ply, exits), separated by single spaces; this one has";
        let fr = "une position a 4 champs (rangées, trait, demi-coups, sorties), séparés par une seule espace ; celle-ci en a";
        (
            found(text),
            E::Syntax(SyntaxError::FieldCount { names: &FIELDS, found: count }),
            format!("{en} {count}"),
            format!("{fr} {count}"),
        )
    };
    let side = |side: &str| {
        let [en, fr] = Lang::ALL.map(|lang| quoted(side, lang));
        let en = format!("side: {en} is neither E nor R");
        let fr = format!("trait : {fr} n’est ni E ni R");
        (
            format!("5/5/1ooo1/5/5 {side} 0 -"),
            E::Syntax(SyntaxError::Side { letters: ['E', 'R'], found: found(side) }),
            en,
            fr,
        )
    };
    let rows = |text: &str, count: usize| {
        let en = format!("rows: there must be 5 rows separated by \"/\", not {count}");
        let fr = format!("rangées : il faut 5 rangées séparées par « / », et non {count}");
        (format!("{text} E 0 -"), E::Syntax(SyntaxError::RowCount { expected: 5, found: count }), en, fr)
    };
    let length = |top: &str, count: usize| {
        let en = format!("row 5 must have 5 cells, not {count}");
        let fr = format!("la rangée 5 doit avoir 5 cases, et non {count}");
        row(top, E::Syntax(SyntaxError::RowLength { row: 5, expected: 5, found: count }), &en, &fr)
    };
    let unknown = |top: &str, ch: char, shown: &str| {
        let problem = Text {
            en: "is neither a digit from 1 to 5, nor o, nor one of the letters NESW or nesw",
            fr: "n’est ni un chiffre de 1 à 5, ni o, ni une des lettres NESW ou nesw",
        };
        let en = format!("in row 5, \"{shown}\" {}", problem.en);
        let fr = format!("dans la rangée 5, « {shown} » {}", problem.fr);
        row(top, E::Syntax(SyntaxError::Cell { row: 5, found: ch.to_string(), problem }), &en, &fr)
    };
    let split = |top: &str| {
        let en = "row 5 has two digits side by side: write their sum";
        let fr = "la rangée 5 a deux chiffres côte à côte : écrivez leur somme";
        row(top, E::Syntax(SyntaxError::SplitDigits { row: 5 }), en, fr)
    };
    let table = [
        fields("", 1),
        fields("5/5/1ooo1/5/5 E 0", 3),
        fields("5/5/1ooo1/5/5 E 0 - ", 5),
        fields("5/5/1ooo1/5/5  E 0 -", 5),
        rows("5/5/1ooo1/5", 4),
        rows("5/5/1ooo1/5/5/", 6),
        length("4", 4),
        length("", 0),
        length("5N", 6),
        length("N5", 6),
        length(&"N".repeat(300), 300),
        split("23"),
        unknown("0", '0', "0"),
        unknown("6", '6', "6"),
        unknown("4x", 'x', "x"),
        unknown("4O", 'O', "O"),
        unknown("4é", 'é', "é"),
        unknown("4♞", '♞', "♞"),
        unknown("4\n", '\n', "<U+000A>"),
        side("e"),
        side(""),
        side("RE"),
        side("E\u{a0}"),
        side(&"E".repeat(99)),
        ply(""),
        ply("x"),
        ply("-1"),
        ply("+1"),
        ply("00"),
        ply("07"),
        ply("4294967296"),
        exits(""),
        exits("1"),
        exits("111"),
        exits("1-"),
        exits("x1"),
    ];
    for (text, error, en, fr) in table {
        assert_eq!(Position::parse_position(&text, Variants::NONE), Err(error.clone()), "{text}");
        assert_says(&error, &en, &fr);
        assert!(!Position::is_game_over_error(&error));
    }
}

#[test]
fn an_impossible_position_is_rejected_with_its_problem() {
    let refused = |text: &str, variants| match Position::parse_position(text, variants) {
        Err(PositionError::Invalid(problems)) => problems,
        other => panic!("{text}: {other:?}"),
    };
    let none = Variants::NONE;
    let table = [
        (
            refused("NNNNN/E4/1ooo1/5/5 E 0 -", none),
            Problem::TooManyAnimals { player: Player::P1, found: 6 },
            "rows: 6 elephants, but there are only 5",
            "rangées : 6 éléphants, mais il n’y en a que 5",
        ),
        (
            refused("nnnnn/ew3/1ooo1/5/5 E 0 -", none),
            Problem::TooManyAnimals { player: Player::P2, found: 7 },
            "rows: 7 rhinos, but there are only 5",
            "rangées : 7 rhinocéros, mais il n’y en a que 5",
        ),
        (
            refused("5/5/1oooo/5/5 E 0 -", none),
            Problem::Rocks { found: 4 },
            "rows: there must be 3 rocks, not 4",
            "rangées : il faut 3 rochers, et non 4",
        ),
        (
            refused("5/5/o4/5/5 E 0 -", none),
            Problem::Rocks { found: 1 },
            "rows: there must be 3 rocks, not 1",
            "rangées : il faut 3 rochers, et non 1",
        ),
        (
            refused("5/5/oo3/5/5 E 0 -", none),
            Problem::GameOver,
            "rows: the third rock has left the board, so the game is over",
            "rangées : le troisième rocher a quitté le plateau, la partie est terminée",
        ),
        (
            refused("5/5/1ooo1/5/5 E 1000000000 -", none),
            Problem::Ply { found: 1_000_000_000 },
            "ply: \"1000000000\" is not a number from 0 to 999999999 without leading zeros",
            "demi-coups : « 1000000000 » n’est pas un nombre de 0 à 999999999 sans zéro devant",
        ),
        (
            refused("5/5/1ooo1/5/5 E 0 12", SINGLE_EXIT),
            Problem::Exits { found: [1, 2] },
            "exits: 1 and 2, but each player has at most 1",
            "sorties : 1 et 2, mais chacun en a au plus 1",
        ),
        (
            refused("5/5/1ooo1/5/5 E 0 11", none),
            Problem::ExitsWithoutVariant,
            "exits: only the variant “One exit each” counts exits: write \"-\"",
            "sorties : seule la variante « Une seule sortie » compte les sorties : écrivez « - »",
        ),
        (
            refused("5/5/1ooo1/5/5 E 0 -", SINGLE_EXIT),
            Problem::ExitsMissing,
            "exits: the variant “One exit each” counts exits: write two digits such as \"11\"",
            "sorties : la variante « Une seule sortie » compte les sorties : écrivez deux chiffres, comme « 11 »",
        ),
    ];
    for (found, expected, en, fr) in table {
        assert_eq!(found, [expected]);
        assert_says(&expected, en, fr);
        let error = PositionError::Invalid(found);
        assert_says(&error, en, fr);
        assert_eq!(Position::is_game_over_error(&error), expected == Problem::GameOver);
    }
}

#[test]
fn all_problems_of_a_position_are_listed_together() {
    let error = Position::parse_position("NNNNN/N4/oo3/5/5 E 1000000000 11", Variants::NONE).unwrap_err();
    assert_says(
        &error,
        "rows: 6 elephants, but there are only 5; \
         rows: the third rock has left the board, so the game is over; \
         ply: \"1000000000\" is not a number from 0 to 999999999 without leading zeros; \
         exits: only the variant “One exit each” counts exits: write \"-\"",
        "rangées : 6 éléphants, mais il n’y en a que 5 ; \
         rangées : le troisième rocher a quitté le plateau, la partie est terminée ; \
         demi-coups : « 1000000000 » n’est pas un nombre de 0 à 999999999 sans zéro devant ; \
         sorties : seule la variante « Une seule sortie » compte les sorties : écrivez « - »",
    );
    assert!(!Position::is_game_over_error(&error));
}

#[test]
fn two_pieces_on_one_square_are_rejected() {
    let rocks = ["b3", "c3", "d3"].map(|name| (square(name), Piece::Rock));
    let animal = (square("c3"), Piece::Animal(Player::P1, Direction::N));
    let setup = |pieces: &[(Square, Piece)]| Setup {
        pieces: pieces.to_vec(),
        turn: Player::P1,
        ply: 0,
        exits: None,
        variants: Variants::NONE,
    };
    let start = Position::try_from(setup(&rocks)).unwrap();
    assert_eq!(start, <Siam as mekong_core::Game>::start(Variants::NONE, 0));
    let problem = Problem::TwoPieces { square: square("c3") };
    assert_eq!(Position::try_from(setup(&[rocks.as_slice(), &[animal]].concat())), Err(vec![problem]));
    assert_says(&problem, "rows: two pieces on c3", "rangées : deux pièces en c3");
}

#[test]
fn texts_of_every_form_round_trip() {
    let texts = [
        ("5/5/1ooo1/5/5 E 0 -", Variants::NONE),
        ("NESWN/nesw1/1o1o1/n3o/5 R 123 -", Variants::NONE),
        ("n3N/5/ooo2/2e2/4w E 999999999 -", Variants::NONE),
        ("5/5/1ooo1/5/5 R 7 00", SINGLE_EXIT),
        ("5/5/1ooo1/5/5 R 7 01", SINGLE_EXIT),
    ];
    for (text, variants) in texts {
        let position = Position::parse_position(text, variants).unwrap();
        assert_eq!(position.position_text(), text);
        assert_eq!(position.variants(), variants);
    }
    for text in ["@c1N", "c1c2E", "c1W", "c1-", "c1c2", "@a5S", "e5e4N", "b2c2"] {
        assert_eq!(Position::move_text(Position::parse_move(text).unwrap()), text);
    }
    // Entering and turning: 25 squares, 4 facings. Moving and pushing: all pairs of squares.
    assert_eq!(Position::all_moves().len(), 100 + 2_500 + 100 + 25 + 625);
}

#[test]
fn a_malformed_move_is_rejected_with_the_five_forms() {
    let texts = [
        "", "-", "@", "c1", "c1c", "@c1", "@c1x", "@c1n", "@f1N", "@c6N", "c1x", "c6N", "f1-", "c0-", "c1c6",
        "f1c1", "c1f1N", "x1c1N", "c1c2x", "c1c2n", "c1c2N ", " c1-", "C1-", "@c1c2N", "é1N", "c1–",
    ];
    for text in texts {
        let error = Position::parse_move(text).unwrap_err();
        assert_eq!(error.found, text);
    }
    let error = Position::parse_move("c9\t").unwrap_err();
    assert_says(
        &error,
        "\"c9<U+0009>\" is not a move: write @c1N to enter, c1c2E to move, c1W to turn, c1- to leave, c1c2 to push",
        "« c9<U+0009> » n’est pas un coup : écrivez @c1N pour entrer, c1c2E pour avancer, c1W pour tourner, \
         c1- pour sortir, c1c2 pour pousser",
    );
}

#[test]
fn an_illegal_move_is_rejected_with_the_rule() {
    let [a1, b2, c1, c3, d4] = ["a1", "b2", "c1", "c3", "d4"].map(square);
    let forward = |facing| Illegal::PushNotForward { from: c3, facing };
    let table = [
        (Illegal::Over, "the game is over", "la partie est terminée"),
        (Illegal::NoAnimal { at: c3 }, "c3 is empty", "c3 est vide"),
        (
            Illegal::IsRock { at: c3 },
            "a rock stands on c3, not an animal",
            "il y a un rocher en c3, pas un animal",
        ),
        (
            Illegal::NotYours { at: c3 },
            "the animal on c3 is your opponent’s",
            "l’animal en c3 est à l’adversaire",
        ),
        (
            Illegal::EmptyReserve,
            "your reserve is empty: all five animals are on the board",
            "votre réserve est vide : les cinq animaux sont sur le plateau",
        ),
        (
            Illegal::EnterOffBorder { to: c3 },
            "c3 is not on the border, and animals enter on the border only",
            "c3 n’est pas au bord, et les animaux n’entrent que par le bord",
        ),
        (
            Illegal::EnterNotInward { to: a1 },
            "a1 is occupied: an animal comes in there only by pushing straight inward",
            "a1 est occupée : un animal n’y entre qu’en poussant droit vers l’intérieur",
        ),
        (
            Illegal::CrossedOut { at: c1 },
            "c1 is closed in your first two turns",
            "c1 est interdite pendant vos deux premiers tours",
        ),
        (
            Illegal::StandsThere { at: c3 },
            "the animal already stands on c3: to turn it on the spot, write c3 once and the new facing",
            "l’animal est déjà en c3 : pour le tourner sur place, écrivez c3 une fois et la nouvelle orientation",
        ),
        (
            Illegal::NotNextTo { from: c3, to: d4 },
            "d4 is not next to c3: animals go one square, never diagonally",
            "d4 n’est pas voisine de c3 : un animal se déplace d’une case, jamais en diagonale",
        ),
        (
            Illegal::Occupied { to: b2 },
            "b2 is occupied, and the animal does not face it to push",
            "b2 est occupée, et l’animal ne lui fait pas face pour pousser",
        ),
        (
            Illegal::StepIsPush { from: c3, to: b2 },
            "b2 is occupied: write the push without a facing, c3b2",
            "b2 est occupée : écrivez la poussée sans orientation, c3b2",
        ),
        (
            Illegal::PushIsStep { from: c3, to: b2 },
            "b2 is empty: to move there, add the final facing, such as c3b2N",
            "b2 est libre : ajoutez l’orientation finale, par exemple c3b2N",
        ),
        (
            forward(Direction::N),
            "the animal on c3 faces north, and animals push forward only",
            "l’animal en c3 regarde vers le nord, et on ne pousse que droit devant soi",
        ),
        (
            forward(Direction::E),
            "the animal on c3 faces east, and animals push forward only",
            "l’animal en c3 regarde vers l’est, et on ne pousse que droit devant soi",
        ),
        (
            forward(Direction::S),
            "the animal on c3 faces south, and animals push forward only",
            "l’animal en c3 regarde vers le sud, et on ne pousse que droit devant soi",
        ),
        (
            forward(Direction::W),
            "the animal on c3 faces west, and animals push forward only",
            "l’animal en c3 regarde vers l’ouest, et on ne pousse que droit devant soi",
        ),
        (
            Illegal::TooWeak { needed: 2, have: 1 },
            "the push needs 2 animals and has only 1",
            "il faut 2 animaux pour cette poussée, et il n’y en a que 1",
        ),
        (
            Illegal::ChainTooWeak { needed: 3, have: 1, up_to: d4 },
            "up to d4, the push needs 3 animals and has only 1",
            "jusqu’à d4, il faut 3 animaux, et il n’y en a que 1",
        ),
        (
            Illegal::SameFacing { at: c3 },
            "the animal on c3 already faces that way",
            "l’animal en c3 regarde déjà de ce côté",
        ),
        (
            Illegal::LeaveOffBorder { at: c3 },
            "c3 is not on the border, and animals leave from the border only",
            "c3 n’est pas au bord, et on ne sort que par le bord",
        ),
        (
            Illegal::NoExitLeft,
            "one of your animals has already left the board, which is allowed only once per game",
            "un de vos animaux est déjà sorti du plateau, ce qui n’est permis qu’une fois par partie",
        ),
    ];
    for (illegal, en, fr) in table {
        assert_says(&illegal, en, fr);
    }
}
