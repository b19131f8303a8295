//! The course of a game as a picture.

use mekong_catalog::find;
use mekong_core::{
    Lang, Player, say,
    svg::{self, Document},
};

use crate::{GameReport, Label, MoveReport, percent};

const INK: &str = "#4a3520";
const RULE: &str = "#dcc9a3";
/// The colours of the two players' advantages; the second is hatched besides.
const FIRST: &str = "#e9c987";
const SECOND: &str = "#b98d5a";

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 96.0;
const FLOOR: f64 = HEIGHT - 78.0;

/// Draws the first player's chances from move to move as an SVG document, with a mark at every bad move. What colours say is said by
/// textures, signs and words too.
#[must_use]
pub fn plot(report: &GameReport, title: &str, lang: Lang) -> String {
    let chances: Vec<f64> =
        std::iter::once(report.p1_win_chance).chain(report.moves.iter().map(|mv| mv.p1_win_chance)).collect();
    let mut doc = Document::new(WIDTH, HEIGHT, title, &description(report, lang));
    let scale = Scale { step: (RIGHT - LEFT) / (chances.len() - 1).max(1) as f64 };
    textures(&mut doc);
    areas(&mut doc, &scale, &chances);
    rules(&mut doc, &scale, report.moves.len(), lang);
    curve(&mut doc, &scale, &chances);
    for mv in &report.moves {
        mark(&mut doc, &scale, mv);
    }
    text(&mut doc, (16.0, 30.0), "start", 18, title);
    for player in Player::BOTH {
        legend(&mut doc, report, player, lang);
    }
    doc.finish()
}

/// What each seat is called.
fn seat(report: &GameReport, player: Player, lang: Lang) -> &'static str {
    find(report.game).map_or(player.code(), |entry| entry.info().seats[player.index()].get(lang))
}

/// The picture in words, for those who cannot see it.
fn description(report: &GameReport, lang: Lang) -> String {
    let seat = seat(report, Player::P1, lang);
    let begin = percent(report.p1_win_chance, lang);
    let end = percent(report.moves.last().map_or(report.p1_win_chance, |mv| mv.p1_win_chance), lang);
    let bad: Vec<String> = report
        .moves
        .iter()
        .filter(|mv| mv.label.is_bad())
        .map(|mv| {
            let (ply, text, name) = (mv.ply, &mv.text, mv.label.name().get(lang));
            say!(lang, "{ply} {text}: {name}", "{ply} {text} : {name}")
        })
        .collect();
    let bad = if bad.is_empty() { say!(lang, "none", "aucun") } else { bad.join(", ") };
    say!(
        lang,
        "Chances of {seat} from {begin} at the start to {end} at the end. Bad moves: {bad}.",
        "Chances ({seat}) : de {begin} au début à {end} à la fin. Mauvais coups : {bad}.",
    )
}

struct Scale {
    step: f64,
}

impl Scale {
    fn x(&self, ply: usize) -> f64 {
        LEFT + self.step * ply as f64
    }

    fn y(chance: f64) -> f64 {
        FLOOR - (FLOOR - TOP) * chance
    }
}

/// The hatching of the second player's advantage.
fn textures(doc: &mut Document) {
    doc.open("defs", &[]);
    let frame = [("id", "second"), ("width", "6"), ("height", "6"), ("patternUnits", "userSpaceOnUse")];
    doc.open("pattern", &frame);
    doc.rect([0.0, 0.0, 6.0, 6.0], 0.0, &[("fill", SECOND)]);
    let strokes = "M -1 1 L 1 -1 M 0 6 L 6 0 M 5 7 L 7 5";
    doc.shape("path", &[("d", strokes), ("stroke", INK), ("stroke-width", "0.9")]);
    doc.close("pattern");
    // What lies above the middle, and what lies below.
    for (id, top, bottom) in [("above", TOP, Scale::y(0.5)), ("below", Scale::y(0.5), FLOOR)] {
        doc.open("clipPath", &[("id", id)]);
        doc.rect([LEFT, top, RIGHT - LEFT, bottom - top], 0.0, &[]);
        doc.close("clipPath");
    }
    doc.close("defs");
}

/// What lies between the curve and the middle, in the colour of the player who is ahead.
fn areas(doc: &mut Document, scale: &Scale, chances: &[f64]) {
    let middle = svg::number(Scale::y(0.5));
    let (begin, end) = (svg::number(LEFT), svg::number(scale.x(chances.len() - 1)));
    let outline = format!("M {begin} {middle} L {} L {end} {middle} Z", points(scale, chances));
    for (clip, fill) in [("url(#above)", FIRST), ("url(#below)", "url(#second)")] {
        doc.shape("path", &[("d", &outline), ("fill", fill), ("clip-path", clip)]);
    }
}

fn curve(doc: &mut Document, scale: &Scale, chances: &[f64]) {
    let line = format!("M {}", points(scale, chances));
    let look = [("fill", "none"), ("stroke", INK), ("stroke-width", "2"), ("stroke-linejoin", "round")];
    doc.shape("path", &[&[("d", line.as_str())], &look[..]].concat());
}

fn points(scale: &Scale, chances: &[f64]) -> String {
    let point = |(ply, &chance): (usize, &f64)| {
        format!("{} {}", svg::number(scale.x(ply)), svg::number(Scale::y(chance)))
    };
    chances.iter().enumerate().map(point).collect::<Vec<_>>().join(" L ")
}

/// Lines across with their chances, and the numbers of moves below.
fn rules(doc: &mut Document, scale: &Scale, plies: usize, lang: Lang) {
    for quarter in 0..=4 {
        let chance = f64::from(quarter) / 4.0;
        let y = Scale::y(chance);
        let (stroke, dashes) = if quarter == 2 { (INK, "none") } else { (RULE, "4 4") };
        let [x1, x2, at] = [LEFT, RIGHT, y].map(svg::number);
        let ends = [("x1", x1.as_str()), ("y1", &at), ("x2", &x2), ("y2", &at)];
        doc.shape("line", &[&ends[..], &[("stroke", stroke), ("stroke-dasharray", dashes)]].concat());
        text(doc, (LEFT - 8.0, y + 5.0), "end", 14, &percent(chance, lang));
    }
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000];
    let step = steps.into_iter().find(|step| plies / step <= 12).unwrap_or(1_000_000);
    for ply in (0..=plies).step_by(step).skip(1) {
        text(doc, (scale.x(ply), FLOOR + 38.0), "middle", 14, &ply.to_string());
    }
    let below = say!(lang, "ply", "demi-coup");
    text(doc, (f64::midpoint(LEFT, RIGHT), HEIGHT - 14.0), "middle", 14, &below);
}

/// A sign at a bad move: above the curve if it is the second player's mistake, who pushed it up, else below.
fn mark(doc: &mut Document, scale: &Scale, mv: &MoveReport) {
    let radius = match mv.label {
        Label::Inaccuracy => 3.0,
        Label::Mistake => 4.0,
        Label::Blunder | Label::MissedWin => 5.0,
        _ => return,
    };
    let fill = if mv.label == Label::Inaccuracy { svg::PAPER } else { INK };
    let (x, y) = (scale.x(mv.ply), Scale::y(mv.p1_win_chance));
    let [cx, cy, r] = [x, y, radius].map(svg::number);
    let circle =
        [("cx", &*cx), ("cy", &cy), ("r", &r), ("fill", fill), ("stroke", INK), ("stroke-width", "1.5")];
    doc.shape("circle", &circle);
    let wanted = if mv.player == Player::P2 { y - radius - 5.0 } else { y + radius + 13.0 };
    text(doc, (x, wanted), "middle", 13, mv.label.sign());
}

/// Whose colour is whose, and how accurate each was.
fn legend(doc: &mut Document, report: &GameReport, player: Player, lang: Lang) {
    let x = 16.0 + 365.0 * player.index() as f64;
    let fill = if player == Player::P1 { FIRST } else { "url(#second)" };
    doc.rect([x, 48.0, 26.0, 16.0], 0.0, &[("fill", fill), ("stroke", INK)]);
    let (seat, code) = (seat(report, player, lang), player.code());
    let accuracy = report.players.of(player).accuracy.map(|number| {
        let number = decimal(number, lang);
        say!(lang, ", accuracy {number}", ", précision {number}")
    });
    let accuracy = accuracy.unwrap_or_default();
    let words = say!(lang, "ahead: {seat} ({code}){accuracy}", "devant : {seat} ({code}){accuracy}");
    text(doc, (x + 34.0, 61.0), "start", 14, &words);
}

/// One decimal, behind the mark of the language.
fn decimal(number: f64, lang: Lang) -> String {
    let text = format!("{number:.1}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

fn text(doc: &mut Document, (x, y): (f64, f64), anchor: &str, size: u32, words: &str) {
    let ([x, y], size) = ([x, y].map(svg::number), size.to_string());
    let look = [("x", &*x), ("y", &y), ("text-anchor", anchor), ("font-size", &size), ("fill", INK)];
    doc.leaf("text", &look, words);
}
