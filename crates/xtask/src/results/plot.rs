//! How many positions are how far from the end, as a picture with bars.

use mekong_core::{
    Lang, say,
    svg::{self, Document},
};
use mekong_solver::Counts;

use super::markdown;

const INK: &str = "#4a3520";
const PAPER: &str = "#f7efdf";
const RULE: &str = "#dcc9a3";
const WON: &str = "#8a5a2b";
const LOST: &str = "#f0d9a8";

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 370.0;
/// Where the bars stand.
const LEFT: f64 = 94.0;
const RIGHT: f64 = WIDTH - 18.0;
const TOP: f64 = 90.0;
const FLOOR: f64 = HEIGHT - 58.0;

/// Bars for every distance: won positions below, lost ones above them. They differ in texture as well as in colour.
pub(super) fn plot(counts: &Counts, title: &str, lang: Lang) -> String {
    let most = counts.won_in.len().max(counts.lost_in.len()).saturating_sub(1);
    let won_and_lost = |plies: usize| {
        let at = |counts: &[u64]| counts.get(plies).copied().unwrap_or(0);
        (at(&counts.won_in), at(&counts.lost_in))
    };
    let bars: Vec<(u64, u64)> = (0..=most).map(won_and_lost).collect();
    let highest = bars.iter().map(|(won, lost)| won + lost).max().unwrap_or(0).max(1);
    let (wins, draws, losses) = (counts.wins, counts.draws, counts.losses);
    let description = say!(
        lang,
        "{wins} positions won for the player to move, {losses} lost, {draws} drawn; the longest distance is {most} plies",
        "{wins} positions gagnées pour qui a le trait, {losses} perdues, {draws} nulles ; la plus longue distance est de {most} demi-coups",
    );
    let mut doc = Document::new(WIDTH, HEIGHT, title, &description);
    texture(&mut doc);
    rect(&mut doc, [0.0, 0.0, WIDTH, HEIGHT], PAPER, "none");
    let scale = Scale { step: (RIGHT - LEFT) / most.max(1) as f64, height: (FLOOR - TOP) / highest as f64 };
    rules(&mut doc, &scale, highest, most, lang);
    for (plies, &(won, lost)) in bars.iter().enumerate().skip(1) {
        let [x, width] = [scale.x(plies) - scale.step * 0.38, scale.step * 0.76];
        let [middle, top] = [won, won + lost].map(|count| scale.y(count));
        if won > 0 {
            rect(&mut doc, [x, middle, width, FLOOR - middle], WON, INK);
        }
        if lost > 0 {
            rect(&mut doc, [x, top, width, middle - top], "url(#lost)", INK);
        }
    }
    line(&mut doc, [LEFT, FLOOR, RIGHT, FLOOR], INK);
    longest(&mut doc, &scale, most, lang);
    text(&mut doc, 16.0, 26.0, "start", "17", title);
    legend(&mut doc, lang);
    doc.finish()
}

struct Scale {
    step: f64,
    height: f64,
}

impl Scale {
    /// The middle of a bar; the first is that of distance 1.
    fn x(&self, plies: usize) -> f64 {
        LEFT + self.step * (plies as f64 - 0.5)
    }

    fn y(&self, count: u64) -> f64 {
        FLOOR - self.height * count as f64
    }
}

/// The hatching of lost positions.
fn texture(doc: &mut Document) {
    doc.open("defs", &[]);
    doc.open(
        "pattern",
        &[("id", "lost"), ("width", "5"), ("height", "5"), ("patternUnits", "userSpaceOnUse")],
    );
    rect(doc, [0.0, 0.0, 5.0, 5.0], LOST, "none");
    let look = [("d", "M -1 1 L 1 -1 M 0 5 L 5 0 M 4 6 L 6 4"), ("stroke", INK), ("stroke-width", "0.9")];
    doc.shape("path", &look);
    doc.close("pattern");
    doc.close("defs");
}

/// Lines across with their counts, distances below, and what both mean.
fn rules(doc: &mut Document, scale: &Scale, highest: u64, most: usize, lang: Lang) {
    let step = round_step(highest);
    for count in (0..=highest / step).map(|times| times * step) {
        let y = scale.y(count);
        line(doc, [LEFT, y, RIGHT, y], RULE);
        text(doc, LEFT - 8.0, y + 5.0, "end", "15", &markdown::number(count, lang));
    }
    for plies in (1..=most).filter(|plies| *plies == 1 || plies.is_multiple_of(5)) {
        text(doc, scale.x(plies), FLOOR + 19.0, "middle", "15", &plies.to_string());
    }
    let below = say!(lang, "plies to the end of the game", "demi-coups jusqu'à la fin de la partie");
    text(doc, f64::midpoint(LEFT, RIGHT), HEIGHT - 14.0, "middle", "15", &below);
    text(doc, 16.0, TOP - 14.0, "start", "15", &say!(lang, "positions", "positions"));
}

/// The last bars are too low to be seen, so an arrow shows where they end.
fn longest(doc: &mut Document, scale: &Scale, most: usize, lang: Lang) {
    let x = scale.x(most);
    line(doc, [x, FLOOR - 34.0, x, FLOOR - 5.0], INK);
    let [left, right, up, tip] = [x - 4.0, x + 4.0, FLOOR - 11.0, FLOOR - 3.0].map(svg::number);
    let x_text = svg::number(x);
    let head = format!("M {left} {up} L {x_text} {tip} L {right} {up} Z");
    doc.shape("path", &[("d", &head), ("fill", INK)]);
    text(doc, x + 8.0, FLOOR - 40.0, "end", "15", &say!(lang, "longest: {most}", "le plus long : {most}"));
}

fn legend(doc: &mut Document, lang: Lang) {
    let entries = [
        (WON, say!(lang, "won for the player to move", "gagnées pour qui a le trait")),
        ("url(#lost)", say!(lang, "lost for the player to move", "perdues pour qui a le trait")),
    ];
    for (column, (fill, words)) in entries.iter().enumerate() {
        let x = 16.0 + 270.0 * column as f64;
        rect(doc, [x, 38.0, 26.0, 16.0], fill, INK);
        text(doc, x + 34.0, 51.0, "start", "15", words);
    }
}

/// The distance between lines: 1, 2 or 5 with zeros, for three to seven of them.
fn round_step(highest: u64) -> u64 {
    let steps = (0..19).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u64.pow(zeros)));
    steps.into_iter().find(|step| highest / step <= 6).unwrap_or(highest)
}

fn rect(doc: &mut Document, place: [f64; 4], fill: &str, stroke: &str) {
    let [x, y, width, height] = place.map(svg::number);
    let place = [("x", &*x), ("y", &y), ("width", &width), ("height", &height)];
    doc.shape("rect", &[&place[..], &[("fill", fill), ("stroke", stroke), ("stroke-width", "0.8")]].concat());
}

fn line(doc: &mut Document, ends: [f64; 4], stroke: &str) {
    let [x1, y1, x2, y2] = ends.map(svg::number);
    doc.shape("line", &[("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2), ("stroke", stroke)]);
}

fn text(doc: &mut Document, x: f64, y: f64, anchor: &str, size: &str, words: &str) {
    let [x, y] = [x, y].map(svg::number);
    let look = [("x", &*x), ("y", &y), ("text-anchor", anchor), ("font-size", size), ("fill", INK)];
    doc.leaf("text", &look, words);
}

#[cfg(test)]
mod tests {
    use super::round_step;

    #[test]
    fn lines_stand_at_round_numbers() {
        assert_eq!(round_step(1_700_000), 500_000);
        assert_eq!(round_step(600), 100);
        assert_eq!(round_step(6), 1);
        assert_eq!(round_step(1), 1);
    }
}
