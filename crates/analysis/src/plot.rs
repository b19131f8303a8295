//! A plot of the win chance over a game.

use mekong_catalog::find;
use mekong_core::{
    Lang, Player,
    drawing::{
        chart::{Chart, PlotArea, grid_step},
        svg::{self, path_points},
    },
    say,
};

use crate::{GameReport, Label, MoveReport, percent};

/// The colours of the two players' advantages; the second is also hatched.
const FIRST: &str = "#e9c987";
const SECOND: &str = "#b98d5a";
const SECOND_HATCHED: &str = "url(#second)";

const SIZE: (f64, f64) = (760.0, 420.0);
const AREA: PlotArea = PlotArea { left: 64.0, right: SIZE.0 - 24.0, top: 96.0, bottom: SIZE.1 - 78.0 };

/// Plots the win chance of the first player as an SVG document, with a mark at every bad move. Colours are backed by
/// textures, glyphs and a text description.
#[must_use]
pub fn evaluation_plot(report: &GameReport, title: &str, lang: Lang) -> String {
    let chances: Vec<f64> =
        std::iter::once(report.p1_win_chance).chain(report.moves.iter().map(|mv| mv.p1_win_chance)).collect();
    let mut chart = Chart::new(SIZE, AREA, title, &description(report, lang));
    let scale = Scale { step: (AREA.right - AREA.left) / (chances.len() - 1).max(1) as f64 };
    chart.define_hatching("second", SECOND);
    areas(&mut chart, &scale, &chances);
    grid(&mut chart, &scale, report.moves.len(), lang);
    curve(&mut chart, &scale, &chances);
    for mv in &report.moves {
        mark(&mut chart, &scale, mv);
    }
    for player in Player::BOTH {
        legend(&mut chart, report, player, lang);
    }
    chart.finish()
}

/// The name of a seat.
fn seat(report: &GameReport, player: Player, lang: Lang) -> &'static str {
    find(report.game).map_or(player.code(), |entry| entry.info().seats[player.index()].get(lang))
}

/// The text description for screen readers.
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
            say!(lang, "{ply} {text}: {name}", "{ply} {text} : {name}")
        })
        .collect();
    let bad = if bad.is_empty() { say!(lang, "none", "aucun") } else { bad.join(", ") };
    say!(
        lang,
        "Chances of {seat} from {begin} at the start to {end} at the end. Bad moves: {bad}.",
        "Chances ({seat}) : de {begin} au début à {end} à la fin. Mauvais coups : {bad}.",
    )
}

struct Scale {
    step: f64,
}

impl Scale {
    fn x(&self, ply: usize) -> f64 {
        AREA.left + self.step * ply as f64
    }

    fn y(chance: f64) -> f64 {
        AREA.bottom - (AREA.bottom - AREA.top) * chance
    }
}

/// The areas between the curve and the middle, in the colour of the player who is ahead.
fn areas(chart: &mut Chart, scale: &Scale, chances: &[f64]) {
    let doc = chart.doc();
    doc.open("defs", &[]);
    for (id, top, bottom) in [("above", AREA.top, Scale::y(0.5)), ("below", Scale::y(0.5), AREA.bottom)] {
        doc.open("clipPath", &[("id", id)]);
        doc.rect([AREA.left, top, AREA.right - AREA.left, bottom - top], 0.0, &[]);
        doc.close("clipPath");
    }
    doc.close("defs");
    let middle = svg::number(Scale::y(0.5));
    let (begin, end) = (svg::number(AREA.left), svg::number(scale.x(chances.len() - 1)));
    let outline = format!("M {begin} {middle} L {} L {end} {middle} Z", points(scale, chances));
    for (clip, fill) in [("url(#above)", FIRST), ("url(#below)", SECOND_HATCHED)] {
        doc.shape("path", &[("d", &outline), ("fill", fill), ("clip-path", clip)]);
    }
}

fn curve(chart: &mut Chart, scale: &Scale, chances: &[f64]) {
    let line = format!("M {}", points(scale, chances));
    let look =
        [("fill", "none"), ("stroke", Chart::INK), ("stroke-width", "2"), ("stroke-linejoin", "round")];
    chart.doc().shape("path", &[&[("d", line.as_str())], &look[..]].concat());
}

fn points(scale: &Scale, chances: &[f64]) -> String {
    path_points(chances.iter().enumerate().map(|(ply, &chance)| (scale.x(ply), Scale::y(chance))))
}

/// Grid lines with percentages, and ply numbers below.
fn grid(chart: &mut Chart, scale: &Scale, plies: usize, lang: Lang) {
    for chance in [0.0, 0.25, 0.5, 0.75, 1.0] {
        chart.grid_line(Scale::y(chance), &percent(chance, lang));
    }
    chart.base_line(Scale::y(0.5));
    let step = usize::try_from(grid_step(plies as u64, 12)).unwrap_or(usize::MAX);
    for ply in (0..=plies).step_by(step).skip(1) {
        chart.x_label(scale.x(ply), &ply.to_string());
    }
    chart.x_title(&say!(lang, "ply", "demi-coup"));
}

/// A glyph at a bad move: above the curve for the second player, below for the first.
fn mark(chart: &mut Chart, scale: &Scale, mv: &MoveReport) {
    let radius = match mv.label {
        Label::Inaccuracy => 3.0,
        Label::Mistake => 4.0,
        Label::Blunder | Label::MissedWin => 5.0,
        _ => return,
    };
    let ink = Chart::INK;
    let fill = if mv.label == Label::Inaccuracy { svg::PAPER } else { ink };
    let (x, y) = (scale.x(mv.ply), Scale::y(mv.p1_win_chance));
    let [cx, cy, r] = [x, y, radius].map(svg::number);
    let circle =
        [("cx", &*cx), ("cy", &cy), ("r", &r), ("fill", fill), ("stroke", ink), ("stroke-width", "1.5")];
    chart.doc().shape("circle", &circle);
    let baseline = if mv.player == Player::P2 { y - radius - 5.0 } else { y + radius + 13.0 };
    chart.doc().text((x, baseline), "middle", 13, ink, mv.label.glyph());
}

/// The legend with the accuracy of each player.
fn legend(chart: &mut Chart, report: &GameReport, player: Player, lang: Lang) {
    let fill = if player == Player::P1 { FIRST } else { SECOND_HATCHED };
    let (seat, code) = (seat(report, player, lang), player.code());
    let accuracy = report.players.of(player).accuracy.map(|number| {
        let number = lang.decimal(number, 1);
        say!(lang, ", accuracy {number}", ", précision {number}")
    });
    let accuracy = accuracy.unwrap_or_default();
    let words = say!(lang, "advantage: {seat} ({code}){accuracy}", "avantage : {seat} ({code}){accuracy}");
    chart.legend(16.0 + 365.0 * player.index() as f64, fill, &words);
}
