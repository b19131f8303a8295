//! Position and move texts: valid ones round-trip, all others are refused with a reason in both languages.

use mekong_core::{
    Charset, Explain as _, Game as _, Insight as _, Lang, Notation as _, Player, Position as _, SyntaxError,
    Text, TextDiagram as _, Variants,
};
use mekong_samliam::{Cell, Corner, Illegal, Move, Position, PositionError, Problem, SamLiam, Setup, Tile};

fn parse(text: &str) -> Result<Position, PositionError> {
    Position::parse_position(text, Variants::NONE)
}

fn cell(name: &str) -> Cell {
    let [column, row] = name.as_bytes() else { panic!("{name}") };
    Cell::new(column - b'a', row - b'1').unwrap()
}

#[test]
fn position_texts_round_trip() {
    for text in [
        "6/6/6/6/6/6/6 B -",
        "6/6/6/6/6/6/6 W s",
        "ABCDab/cd4/Qq4/(AC)(Ac)(aC)(ac)2/(BD)(Bd)(bD)(bd)2/1A1b1C/5q B -",
        "6/6/6/6/6/AB4/DC4 W s",
    ] {
        assert_eq!(parse(text).expect(text).position_text(), text);
    }
}

#[test]
fn a_text_describes_the_tiles_of_each_cell() {
    let position = parse("6/6/6/6/Q5/(bD)5/a5 B -").unwrap();
    let tiles = |name| position.tiles(cell(name)).collect::<Vec<_>>();
    assert_eq!(tiles("a1"), [Tile::Triangle(Player::P2, Corner::Nw)]);
    let pair = [Tile::Triangle(Player::P2, Corner::Ne), Tile::Triangle(Player::P1, Corner::Sw)];
    assert_eq!(tiles("a2"), pair);
    assert_eq!(tiles("a3"), [Tile::Square(Player::P1)]);
    assert_eq!(tiles("a4"), []);
}

#[test]
fn every_rejected_position_names_its_field_and_reason() {
    let rows = |text: &str| format!("{text}/6/6/6/6/6/6 B -");
    let table = [
        (
            "6/6/6/6/6/6/6 B".to_owned(),
            "a position has 3 fields (rows, side, square), separated by single spaces; this one has 2",
            "une position a 3 champs (rangées, trait, carré), séparés par une seule espace ; celle-ci en a 2",
        ),
        (
            "6/6/6/6/6/6 B -".to_owned(),
            "rows: there must be 7 rows separated by \"/\", not 6",
            "rangées : il faut 7 rangées séparées par « / », et non 6",
        ),
        (
            rows("5"),
            "rows: row 7 must have 6 cells, not 5",
            "rangées : la rangée 7 doit avoir 6 cases, et non 5",
        ),
        (
            rows("33"),
            "rows: row 7 has two digits side by side: write their sum",
            "rangées : la rangée 7 a deux chiffres côte à côte : écrivez leur somme",
        ),
        (
            rows("x5"),
            "rows: in row 7, \"x\" is neither a digit from 1 to 6, nor one of the letters ABCD or abcd, nor Q or q",
            "rangées : dans la rangée 7, « x » n’est ni un chiffre de 1 à 6, ni une des lettres ABCD ou abcd, ni Q ou q",
        ),
        (
            rows("(A)5"),
            "rows: in row 7, \"(A)\" is not the letters of two triangles in brackets, such as (Ac)",
            "rangées : dans la rangée 7, « (A) » ne se compose pas des lettres de deux triangles entre parenthèses, comme (Ac)",
        ),
        (
            rows("(cA)5"),
            "rows: in row 7, \"(cA)\" must have the letter of nw or ne first",
            "rangées : dans la rangée 7, « (cA) » doit commencer par la lettre de nw ou ne",
        ),
        ("6/6/6/6/6/6/6 b -".to_owned(), "side: \"b\" is neither B nor W", "trait : « b » n’est ni B ni W"),
        (
            "6/6/6/6/6/6/6 B S".to_owned(),
            "square: \"S\" is neither \"s\" nor \"-\"",
            "carré : « S » n’est ni « s » ni « - »",
        ),
        (
            rows("1(AB)4"),
            "rows: the two triangles on b7 do not take opposite corners",
            "rangées : les deux triangles en b7 n’occupent pas des coins opposés",
        ),
        (
            "AAAAAA/AAAAAA/AAAAAA/AAAAAA/AAAAAA/A5/6 B -".to_owned(),
            "rows: 31 black triangles, but there are only 30",
            "rangées : 31 triangles noirs, mais il n’y en a que 30",
        ),
        (
            "aaaaaa/aaaaaa/aaaaaa/aaaaaa/aaaaaa/aa4/6 B -".to_owned(),
            "rows: 32 white triangles, but there are only 30",
            "rangées : 32 triangles blancs, mais il n’y en a que 30",
        ),
        (
            rows("QQQQ2"),
            "rows: 4 black square tiles, but there are only 3",
            "rangées : 4 tuiles carrées noires, mais il n’y en a que 3",
        ),
        (
            rows("qqqqq1"),
            "rows: 5 white square tiles, but there are only 3",
            "rangées : 5 tuiles carrées blanches, mais il n’y en a que 3",
        ),
        (
            "AB1ab1/DC1dc1/6/6/6/6/6 B -".to_owned(),
            "rows: both colours show a complete square, but the first one ends the game",
            "rangées : les deux couleurs ont formé un carré, or le premier met fin à la partie",
        ),
    ];
    for (text, en, fr) in table {
        let error = parse(&text).expect_err(&text);
        assert_eq!(error.explain(Lang::En), en);
        assert_eq!(error.explain(Lang::Fr), fr);
        assert_eq!(error.to_string(), en);
        assert!(!Position::is_game_over_error(&error));
    }
}

#[test]
fn no_other_spelling_is_read() {
    for text in [
        "",
        " ",
        "6/6/6/6/6/6/6 B - ",
        " 6/6/6/6/6/6/6 B -",
        "6/6/6/6/6/6/6  B -",
        "6/6/6/6/6/6/6\tB -",
        "6/6/6/6/6/6/6/ B -",
        "/6/6/6/6/6/6/6 B -",
        "0A5/6/6/6/6/6/6 B -",
        "7/6/6/6/6/6/6 B -",
        "A6/6/6/6/6/6/6 B -",
        "6A/6/6/6/6/6/6 B -",
        "AAAAAAA/6/6/6/6/6/6 B -",
        "(Ac5/6/6/6/6/6/6 B -",
        "Ac)4/6/6/6/6/6/6 B -",
        "(Acb)5/6/6/6/6/6/6 B -",
        "((Ac))5/6/6/6/6/6/6 B -",
        "()6/6/6/6/6/6/6 B -",
        "(Q)5/6/6/6/6/6/6 B -",
        "(Qq)5/6/6/6/6/6/6 B -",
        "(AQ)5/6/6/6/6/6/6 B -",
        "(1A)5/6/6/6/6/6/6 B -",
        "(Db)5/6/6/6/6/6/6 B -",
        "(BA)5/6/6/6/6/6/6 B -",
        "(AA)5/6/6/6/6/6/6 B -",
        "é5/6/6/6/6/6/6 B -",
        "6/6/6/6/6/6/6 E -",
        "6/6/6/6/6/6/6 W",
        "6/6/6/6/6/6/6 W ss",
        "6/6/6/6/6/6/6 W − ",
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
    let endless = format!("{}/6/6/6/6/6/6 B -", "A".repeat(1_000));
    assert_eq!(
        parse(&endless),
        Err(PositionError::Syntax(SyntaxError::RowLength { row: 7, expected: 6, found: 1_000 }))
    );
}

#[test]
fn all_problems_are_listed_at_once() {
    let error = parse("QQQQ(AD)1/QQqqqq/6/6/6/6/6 B -").unwrap_err();
    assert_eq!(
        error,
        PositionError::Invalid(vec![
            Problem::NotOpposite { cell: cell("e7") },
            Problem::TooManySquares { player: Player::P1, found: 6 },
            Problem::TooManySquares { player: Player::P2, found: 4 },
        ])
    );
    assert_eq!(
        error.explain(Lang::En),
        "rows: the two triangles on e7 do not take opposite corners; \
         rows: 6 black square tiles, but there are only 3; \
         rows: 4 white square tiles, but there are only 3"
    );
    assert_eq!(
        error.explain(Lang::Fr),
        "rangées : les deux triangles en e7 n’occupent pas des coins opposés ; \
         rangées : 6 tuiles carrées noires, mais il n’y en a que 3 ; \
         rangées : 4 tuiles carrées blanches, mais il n’y en a que 3"
    );
}

#[test]
fn a_setup_cannot_crowd_a_cell() {
    let at = cell("c4");
    let nw = (at, Tile::Triangle(Player::P1, Corner::Nw));
    let se = (at, Tile::Triangle(Player::P2, Corner::Se));
    let ne = (at, Tile::Triangle(Player::P2, Corner::Ne));
    let square = (at, Tile::Square(Player::P2));
    let setup = |tiles: &[(Cell, Tile)]| {
        Position::try_from(Setup { tiles: tiles.to_vec(), turn: Player::P1, blocked: false })
    };
    assert_eq!(setup(&[se, nw]).unwrap().position_text(), "6/6/6/2(Ac)3/6/6/6 B -");
    for tiles in [&[nw, se, ne][..], &[nw, square], &[square, nw], &[square, square]] {
        assert_eq!(setup(tiles), Err(vec![Problem::Crowded { cell: at }]));
    }
    assert_eq!(setup(&[nw, ne]), Err(vec![Problem::NotOpposite { cell: at }]));
    let crowded = Problem::Crowded { cell: at };
    assert_eq!(
        crowded.explain(Lang::En),
        "rows: c4 has room for two triangles or one square tile, and no more"
    );
    assert_eq!(
        crowded.explain(Lang::Fr),
        "rangées : c4 ne peut recevoir que deux triangles ou une tuile carrée"
    );
}

#[test]
fn move_texts_round_trip() {
    for (text, mv) in [
        ("c4ne", Move::Triangle { at: cell("c4"), corner: Corner::Ne }),
        ("a1sw", Move::Triangle { at: cell("a1"), corner: Corner::Sw }),
        ("f7#", Move::Square { at: cell("f7") }),
        ("pass", Move::Pass),
    ] {
        assert_eq!(Position::parse_move(text), Ok(mv));
        assert_eq!(Position::move_text(mv), text);
    }
    assert_eq!(Position::all_moves().len(), 42 * 5 + 1);
}

#[test]
fn what_is_no_move_is_rejected() {
    for text in [
        "", "c4", "c4n", "c4NE", "C4ne", "c4en", "c4ns", "c0ne", "c8ne", "g4ne", "g4#", "c4##", "c4ne ",
        " c4ne", "Pass", "PASS", "pas", "passe", "c4nec", "é4n",
    ] {
        let error = Position::parse_move(text).expect_err(text);
        assert_eq!(error.found, text);
    }
    let unseen = Position::parse_move("c4\u{a0}").unwrap_err();
    assert!(unseen.explain(Lang::Fr).starts_with("« c4<U+00A0> » n’est pas un coup"));
    let error = Position::parse_move("c4").unwrap_err();
    assert_eq!(
        error.explain(Lang::En),
        "\"c4\" is not a move: write c4ne to place a triangle (nw, ne, se, sw), c4# to place a square tile, pass to pass"
    );
    assert_eq!(
        error.explain(Lang::Fr),
        "« c4 » n’est pas un coup : écrivez c4ne pour poser un triangle (nw, ne, se, sw), c4# pour poser une tuile carrée, pass pour passer"
    );
}

#[test]
fn every_illegal_move_has_its_reason() {
    let out_of_triangles = "aaa(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/\
        (Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/6/6 W -";
    let table = [
        ("6/6/6/6/6/AB4/DC4 W -", "c4ne", "the game is over", "la partie est terminée"),
        (
            out_of_triangles,
            "f1ne",
            "you have no triangles left: all 30 are on the board",
            "vous n’avez plus de triangle : les 30 sont sur le plateau",
        ),
        (
            "6/6/6/2Q3/6/6/6 W s",
            "c4ne",
            "a square tile covers all of c4",
            "une tuile carrée couvre toute la case c4",
        ),
        (
            "6/6/6/2(aC)3/6/6/6 W s",
            "c4ne",
            "two triangles already fill c4",
            "deux triangles remplissent déjà c4",
        ),
        (
            "6/6/6/2A3/6/6/6 W s",
            "c4ne",
            "one triangle is already on c4: the second can only lie opposite, bottom right",
            "il y a déjà un triangle en c4 : le second ne peut aller qu’en face, en bas à droite",
        ),
        (
            "qqq3/6/6/6/6/6/6 W s",
            "c4#",
            "you have no square tiles left: all 3 are on the board",
            "vous n’avez plus de tuile carrée : les 3 sont sur le plateau",
        ),
        (
            "6/6/6/6/6/AB4/D5 W -",
            "f7#",
            "you may place a square tile only if your opponent has just blocked you or you have no triangles left, and you have 30",
            "vous ne pouvez poser une tuile carrée que si l’adversaire vient de vous bloquer ou si vous n’avez plus de triangle ; il vous en reste 30",
        ),
        (
            "6/6/6/6/6/AB4/Db4 B s",
            "b1#",
            "b1 is not empty, and a square tile needs the whole cell",
            "b1 n’est pas vide, et une tuile carrée occupe toute la case",
        ),
        (
            "6/6/6/6/6/6/6 B -",
            "pass",
            "you can still place a tile, so you may not pass",
            "vous pouvez encore poser une tuile, vous ne pouvez donc pas passer",
        ),
    ];
    for (text, mv, en, fr) in table {
        let position = parse(text).expect(text);
        let illegal: Illegal = position.check(Position::parse_move(mv).unwrap()).expect_err(mv);
        assert_eq!(illegal.explain(Lang::En), en);
        assert_eq!(illegal.explain(Lang::Fr), fr);
        assert_eq!(illegal.to_string(), en);
    }
}

#[test]
fn a_refusal_marks_a_cell_only_if_it_is_the_reason() {
    let marks = |text: &str, mv: &str| -> Vec<String> {
        let refused = parse(text).unwrap().preview(Position::parse_move(mv).unwrap(), Lang::En);
        refused.marks.into_iter().map(|mark| mark.at).collect()
    };
    assert_eq!(marks("6/6/6/2A3/6/6/6 W s", "c4ne"), ["c4.se"], "the free half");
    assert_eq!(marks("6/6/6/6/6/AB4/Db4 B s", "b1#"), ["b1"]);
    assert!(marks("6/6/6/6/6/AB4/D5 W -", "f7#").is_empty(), "the player was not blocked");
}

#[test]
fn the_game_has_its_names_in_both_languages() {
    let info = SamLiam::INFO;
    assert_eq!(
        (info.id, info.title, info.author),
        ("samliam", Text::same("Sam Liam"), Some("Gérard Pierson"))
    );
    assert_eq!(info.seats.map(|seat| (seat.en, seat.fr)), [("Black", "Noirs"), ("White", "Blancs")]);
    assert!(info.variants.is_empty() && !info.dealt);
    assert_eq!(info.credit(Lang::En), "Gérard Pierson, publisher unknown, year unknown");
    assert_eq!(parse("6/6/6/6/6/6/6 B -").unwrap().variants(), Variants::NONE);
    let won = parse("6/6/6/6/6/AB4/DC4 W -").unwrap().outcome().unwrap();
    assert_eq!(won.explain(Lang::En), "a square was completed");
    assert_eq!(won.explain(Lang::Fr), "un carré est formé");
}

#[test]
fn the_board_is_drawn_with_symbols_or_letters() {
    let position = parse("A4b/6/6/2(Ac)3/6/1Q1(bD)2/q4d W s").unwrap();
    let unicode = "
  ┌────┬────┬────┬────┬────┬────┐
7 │ ◤  │    │    │    │    │  ◹ │   □□ White ◀
  ├────┼────┼────┼────┼────┼────┤   triangles 26, squares 2
6 │    │    │    │    │    │    │   may place a square tile
  ├────┼────┼────┼────┼────┼────┤
5 │    │    │    │    │    │    │
  ├────┼────┼────┼────┼────┼────┤
4 │    │    │ ◤◿ │    │    │    │
  ├────┼────┼────┼────┼────┼────┤
3 │    │    │    │    │    │    │
  ├────┼────┼────┼────┼────┼────┤
2 │    │ ■■ │    │ ◣◹ │    │    │   ■■ Black
  ├────┼────┼────┼────┼────┼────┤   triangles 27, squares 2
1 │ □□ │    │    │    │    │ ◺  │
  └────┴────┴────┴────┴────┴────┘
     a    b    c    d    e    f
";
    let ascii = "
  +----+----+----+----+----+----+
7 | A  |    |    |    |    | b  |   q Blancs <-
  +----+----+----+----+----+----+   triangles 26, carres 2
6 |    |    |    |    |    |    |   peuvent poser une tuile carree
  +----+----+----+----+----+----+
5 |    |    |    |    |    |    |
  +----+----+----+----+----+----+
4 |    |    | Ac |    |    |    |   A|B
  +----+----+----+----+----+----+   D|C
3 |    |    |    |    |    |    |
  +----+----+----+----+----+----+
2 |    | Q  |    | bD |    |    |   Q Noirs
  +----+----+----+----+----+----+   triangles 27, carres 2
1 | q  |    |    |    |    | d  |
  +----+----+----+----+----+----+
     a    b    c    d    e    f
";
    assert_eq!(position.text_diagram(Charset::Unicode, Lang::En).to_string(), unicode[1..]);
    assert_eq!(position.text_diagram(Charset::Ascii, Lang::Fr).to_string(), ascii[1..]);
}
