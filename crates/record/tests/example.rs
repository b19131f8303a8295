//! A complete game that uses every feature, compared byte for byte.

use mekong_core::Player;
use mekong_record::{
    Clock, Comment, Eval, GameResult, Location, Numbering, Ply, Record, Score, Variation, read_json,
    read_pgn, write_json, write_pgn,
};

const PGN: &str = r#"[Event "Friday evening"]
[Site "Lyon"]
[Date "2024.05.??"]
[Round "?"]
[White "Lise \"the rock\" Morel"]
[Black "C:\\mekong"]
[Result "1-0"]
[Game "siam"]
[Variant "opening,single-exit"]
[FEN "5/5/1ooo1/5/5 E 0 11"]
[SetUp "1"]
[TimeControl "600+5"]
[Annotator "Zoé"]

{ [%clk 0:10:00] The rocks stand in the middle, and whoever pushes first gives
the other something to push against.

That was the first of two paragraphs. } 1. @c1N
{ [%eval 0.35,18] [%clk 0:09:58] } 1... @c5S $1 $14 (1... @a5S $6 2. c1c2N
(2. c1- { [%eval #-3] leaves }) ({ or } 2. c1W) 2... a5a4) (1... @e5S) 2. c1c2E
; a } in a comment
2... c5- 3. c2c3 1-0
"#;

/// The same game in the layout of another program.
const UNTIDY: &str = r#"
% a line for nobody
[Event "Friday evening"] [Site "Lyon"]
[ Date "2024.05.??" ]
[Round	"?"][White "Lise \"the rock\" Morel"]
[Black "C:\mekong"]
[Result "1-0"]
[Game "siam"]
[Variant "opening,single-exit"]
[FEN "5/5/1ooo1/5/5 E 0 11"]
[SetUp "1"]
[TimeControl "600+5"]
[Annotator "Zoé"]
{The rocks stand in the middle,
     and whoever pushes first gives the other something to push against.

That was the first of two paragraphs. [%clk 0:10:00.0]}
1.@c1N{[%clk 0:09:58] [%eval +0.35,18]}1. ... @c5S! $14(@a5S ?! 7.c1c2N(c1-;[%eval #-3]leaves
)({or}c1W)a5a4)(@e5S)2.c1c2E ; a } in a comment
% another
c5-
3.c2c3
	1-0"#;

const JSON: &str = r#"[
{"tags":{"Event":"Friday evening","Site":"Lyon","Date":"2024.05.??","Round":"?","White":"Lise \"the rock\" Morel","Black":"C:\\mekong","Result":"1-0","Game":"siam","Variant":"opening,single-exit","FEN":"5/5/1ooo1/5/5 E 0 11","SetUp":"1","TimeControl":"600+5","Annotator":"Zoé"},"first":{"number":1,"second":false},"comments":[{"text":"The rocks stand in the middle, and whoever pushes first gives the other something to push against.\nThat was the first of two paragraphs.","clock":600}],"moves":[{"move":"@c1N","comments":[{"clock":598,"eval":{"value":0.35,"depth":18}}]},{"move":"@c5S","nags":[1,14],"variations":[{"moves":[{"move":"@a5S","nags":[6]},{"move":"c1c2N","variations":[{"moves":[{"move":"c1-","comments":[{"text":"leaves","eval":{"winner":"p2","in":3}}]}]},{"comments":[{"text":"or"}],"moves":[{"move":"c1W"}]}]},{"move":"a5a4"}]},{"moves":[{"move":"@e5S"}]}]},{"move":"c1c2E","comments":[{"text":"a } in a comment"}]},{"move":"c5-"},{"move":"c2c3"}],"result":"1-0"}
]
"#;

fn ply(text: &str) -> Ply {
    Ply::new(text).unwrap()
}

fn variation(plies: impl Into<Vec<Ply>>) -> Variation {
    Variation { before: Vec::new(), plies: plies.into() }
}

fn game() -> Record {
    let mut record = Record::new("siam", &["opening", "single-exit"], Some("5/5/1ooo1/5/5 E 0 11"));
    for (name, value) in [
        ("Annotator", "Zoé"),
        ("Event", "Friday evening"),
        ("Site", "Lyon"),
        ("Date", "2024.05.??"),
        ("White", "Lise \"the rock\" Morel"),
        ("Black", "C:\\mekong"),
        ("TimeControl", "600+5"),
    ] {
        record.set_tag(name, value).unwrap();
    }
    record.set_result(GameResult::P1Wins);
    let words = "The rocks stand in the middle, and whoever pushes first gives the other something to push \
                 against.\nThat was the first of two paragraphs.";
    record.before.push(Comment::new(words).with_clock(Clock::from_millis(600_000)));

    let mut first = ply("@c1N");
    let eval = Eval { score: Score::Value(35), depth: Some(18) };
    first.comments.push(Comment::default().with_clock(Clock::from_millis(598_000)).with_eval(eval));

    let mut leaves = ply("c1-");
    let eval = Eval { score: Score::Win { by: Player::P2, moves: 3 }, depth: None };
    leaves.comments.push(Comment::new("leaves").with_eval(eval));
    let mut third = ply("c1c2N");
    third.variations.push(variation([leaves]));
    third.variations.push(Variation { before: vec![Comment::new("or")], plies: vec![ply("c1W")] });
    let mut other = ply("@a5S");
    other.nags.push(6);
    let mut second = ply("@c5S");
    second.nags = vec![1, 14];
    second.variations.push(variation([other, third, ply("a5a4")]));
    second.variations.push(variation([ply("@e5S")]));

    let mut brace = ply("c1c2E");
    brace.comments.push(Comment::new("a } in a comment"));
    record.plies = vec![first, second, brace, ply("c5-"), ply("c2c3")];
    record
}

#[test]
fn example_is_written_as_pgn() {
    assert_eq!(game().to_pgn(), PGN);
    assert_eq!(game().to_string(), PGN);
    assert_eq!(read_pgn(PGN).unwrap(), [game()]);
    assert_eq!(write_pgn(&read_pgn(PGN).unwrap()), PGN);
}

#[test]
fn example_is_written_as_json() {
    assert_eq!(write_json(&[game()]), JSON);
    assert_eq!(read_json(JSON).unwrap(), [game()]);
    assert_eq!(write_pgn(&read_json(&write_json(&read_pgn(PGN).unwrap())).unwrap()), PGN);
    assert_eq!(write_json(&[]), "[]\n");
    assert_eq!(read_json("[]").unwrap(), []);
}

#[test]
fn unusual_layout_reads_as_the_same_game() {
    assert_eq!(read_pgn(UNTIDY).unwrap(), [game()]);
}

#[test]
fn locations_of_moves_and_tags_are_kept() {
    let record = &read_pgn(PGN).unwrap()[0];
    let at = |line, column| Some(Location { line, column });
    assert_eq!(record.tag_location("Game"), at(8, 8));
    assert_eq!(record.tag_location("Variant"), at(9, 11));
    assert_eq!(record.tag_location("FEN"), at(10, 7));
    assert_eq!(record.tag_location("Opening"), None);
    let places: Vec<_> = record.plies.iter().map(|ply| ply.at).collect();
    assert_eq!(places, [at(18, 44), at(19, 41), at(20, 75), at(22, 6), at(22, 13)]);
    let inner = &record.plies[1].variations[0].plies[1].variations[1].plies[0];
    assert_eq!((inner.mv(), inner.at), ("c1W", at(20, 44)));
    assert_eq!(game().plies[0].at, None);
    assert_eq!(game().tag_location("Game"), None);
}

#[test]
fn moves_of_all_games_are_read() {
    for moves in ["@c1N c1c2E c1W c1- c1c2", "c4ne c4# pass", "pr pl 1-3x2 pass 1-2x1 4-1x3", "b2 a1c2 s1@a1"]
    {
        let record: Record = format!("{moves} 1/2-1/2").parse().unwrap();
        assert_eq!(record.moves().collect::<Vec<_>>().join(" "), moves);
        assert_eq!(record.result(), GameResult::Draw);
    }
    let record: Record = "1.1-3x2 2.1-0".parse().unwrap();
    assert_eq!(record.moves().collect::<Vec<_>>(), ["1-3x2"]);
    assert_eq!(record.result(), GameResult::P1Wins);
}

#[test]
fn only_the_first_move_number_counts() {
    for (text, number, second, again) in [
        ("a b c *", 1, false, "1. a b 2. c *\n"),
        ("7. a 99999999999999999999. b 1. c *", 7, false, "7. a b 8. c *\n"),
        ("7... a b c *", 7, true, "7... a 8. b c *\n"),
        ("7. ... a *", 7, true, "7... a *\n"),
        ("7. .. a *", 7, true, "7... a *\n"),
        ("0. a *", 0, false, "0. a *\n"),
        ("{ x } 3.a(4...b 9. c)d *", 3, false, "{ x } 3. a (3. b c) 3... d *\n"),
        ("12... *", 12, true, "12... *\n"),
        ("a 5. b *", 1, false, "1. a b *\n"),
    ] {
        let record: Record = text.parse().unwrap();
        assert_eq!(record.first, Numbering { number, second }, "{text}");
        assert_eq!(record.to_pgn(), again);
    }
}

#[test]
fn comments_are_attached_to_the_right_move() {
    for (text, again) in [
        (
            "{a} [Game \"siam\"] ;b\n 1. {c} x {d} $2 (y) {e} z * {f}",
            concat!("[Game \"siam\"]\n\n", "{ a } { b } { c } 1. x $2 { d } { e } (1. y) 1... z { f } *\n",),
        ),
        ("* {end}", "{ end } *\n"),
        ("1-0 {next} 0-1", "1-0\n\n{ next } 0-1\n"),
        ("x {} () y *", "1. x { } () 1... y *\n"),
        ("x {a\n%b\n[Event \"c\"]} *", "1. x { a %b [Event \"c\"] } *\n"),
    ] {
        let records = read_pgn(text).unwrap();
        assert_eq!(write_pgn(&records), again);
        assert_eq!(read_pgn(again).unwrap(), records);
    }
}

#[test]
fn tags_keep_their_order_and_a_missing_result_tag_stays_missing() {
    let file = "[Zebra \"1\"]\n[Black \"b\"]\n[Event \"\"]\n\n1. x 0-1\n";
    let mut record: Record = file.parse().unwrap();
    assert_eq!(record.to_pgn(), file);
    record.set_tag("Result", "*").unwrap();
    assert_eq!(record.to_pgn(), "[Zebra \"1\"]\n[Black \"b\"]\n[Event \"\"]\n[Result \"*\"]\n\n1. x *\n");
}
