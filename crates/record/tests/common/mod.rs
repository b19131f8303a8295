//! Strategies for random records that use every feature of the format.

use mekong_core::Player;
use mekong_record::{
    Clock, Comment, Eval, GameResult, Numbering, Ply, Record, Score, Shape, ShapeColor, Variation,
};
use proptest::{collection::vec, option, prelude::*, sample::select};

fn eval() -> impl Strategy<Value = Eval> {
    let score = prop_oneof![
        any::<i32>().prop_map(Score::Value),
        (any::<bool>(), any::<u32>())
            .prop_map(|(first, moves)| Score::Win { by: if first { Player::P1 } else { Player::P2 }, moves }),
    ];
    (score, option::of(any::<u32>())).prop_map(|(score, depth)| Eval { score, depth })
}

/// Texts built from fragments that have a special meaning somewhere in a game file.
fn awkward_text() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "a",
        "word",
        "é",
        "漢",
        " ",
        " ",
        "  ",
        "\t",
        "\n",
        "\n\n",
        "\r\n",
        "}",
        "{",
        "(",
        ")",
        ";",
        "%",
        "[",
        "]",
        "\"",
        "\\",
        "[%",
        "[%clk ",
        "[%eval ",
        "0:01:02",
        "0.5",
        "#-3",
        "[%clk 0:00:01]",
        "[%eval 1.0,3]",
        "[%csl Ra1]",
        "[%csl ",
        "[%cal Gb2c3,Ra1-duel]",
        "[%emt 0:00:01]",
        "[Event \"x\"]",
        "1-0",
        "*",
        "1.",
        "$1",
        "\u{a0}",
        "\u{feff}",
        "\u{b}",
        "\u{85}",
        "\u{2028}",
        "\0",
    ]);
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn shape() -> impl Strategy<Value = Shape> {
    let place = || "[a-c][1-3]|[1-4](\\.[0-9])?|[a-z.@0-9]{1,12}";
    let to = prop_oneof![Just(None), place().prop_map(Some)];
    (select(ShapeColor::ALL.to_vec()), place(), to)
        .prop_filter_map("an arrow leads elsewhere", |(color, at, to)| Shape::new(color, &at, to.as_deref()))
}

fn comment() -> impl Strategy<Value = Comment> {
    let text = prop_oneof![
        3 => awkward_text(),
        1 => vec("[a-z]{1,12}", 0..60).prop_map(|words| words.join(" ")),
        1 => any::<String>(),
    ];
    (text, option::of(any::<u64>()), option::of(eval()), vec(shape(), 0..4)).prop_map(
        |(text, clock, eval, shapes)| {
            let mut comment = Comment::new(&text);
            if let Some(millis) = clock {
                comment = comment.with_clock(Clock::from_millis(millis));
            }
            if let Some(eval) = eval {
                comment = comment.with_eval(eval);
            }
            comment.with_shapes(shapes)
        },
    )
}

fn bare_ply() -> impl Strategy<Value = Ply> {
    let known = select(vec!["@c1N", "c1c2E", "c1-", "c4#", "pass", "1-3x2", "0-0", "s1@a1", "b2", "1/2"]);
    let text = prop_oneof![
        known.prop_map(str::to_owned),
        "[a-zA-Z0-9@#+:/_,'~^&=-]{1,9}"
            .prop_filter("a number or a result is no move", |text| Ply::new(text).is_ok()),
    ];
    (text, vec(any::<u8>(), 0..3), vec(comment(), 0..2)).prop_map(|(text, nags, comments)| {
        let mut ply = Ply::new(&text).expect("a move text");
        (ply.nags, ply.comments) = (nags, comments);
        ply
    })
}

fn ply() -> impl Strategy<Value = Ply> {
    bare_ply().prop_recursive(4, 24, 4, |inner| {
        let variation =
            (vec(comment(), 0..2), vec(inner, 0..4)).prop_map(|(before, plies)| Variation { before, plies });
        (bare_ply(), vec(variation, 0..3)).prop_map(|(mut ply, variations)| {
            ply.variations = variations;
            ply
        })
    })
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    let names = select(vec!["Event", "White", "Game", "FEN", "TimeControl", "Opening", "_x9", "event"]);
    let tags = vec((names, prop_oneof![awkward_text(), any::<String>()]), 0..6);
    let start = (any::<bool>(), tags, select(GameResult::ALL.to_vec()), any::<u32>(), any::<bool>());
    (start, vec(comment(), 0..3), vec(ply(), 0..12)).prop_map(
        |((roster, tags, result, number, second), before, plies)| {
            let mut record = if roster { Record::new("siam", &["opening"], None) } else { Record::default() };
            for (name, value) in tags {
                record.set_tag(name, &value).expect("the names are good");
            }
            record.set_result(result);
            (record.first, record.before, record.plies) = (Numbering { number, second }, before, plies);
            record
        },
    )
}
