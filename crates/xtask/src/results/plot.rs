//! A bar chart of the number of positions per distance to the end.

use mekong_core::{
    Lang,
    drawing::{
        chart::{Chart, PlotArea, grid_step},
        svg,
    },
    say,
};
use mekong_solver::Counts;

use super::markdown;

const WON: &str = "#8a5a2b";
const LOST: &str = "#f0d9a8";
const LOST_HATCHED: &str = "url(#lost)";

const SIZE: (f64, f64) = (600.0, 370.0);
const AREA: PlotArea = PlotArea { left: 94.0, right: SIZE.0 - 18.0, top: 100.0, bottom: SIZE.1 - 58.0 };

/// One bar per distance: won positions below, lost ones above, with different textures and colours.
pub(super) fn plot(counts: &Counts, title: &str, lang: Lang) -> String {
    let longest = counts.won_in.len().max(counts.lost_in.len()).saturating_sub(1);
    let won_and_lost = |plies: usize| {
        let at = |counts: &[u64]| counts.get(plies).copied().unwrap_or(0);
        (at(&counts.won_in), at(&counts.lost_in))
    };
    let bars: Vec<(u64, u64)> = (0..=longest).map(won_and_lost).collect();
    let highest = bars.iter().map(|(won, lost)| won + lost).max().unwrap_or(0).max(1);
    let (wins, draws, losses) = (counts.wins, counts.draws, counts.losses);
    let description = say!(
        lang,
        "{wins} positions won for the player to move, {losses} lost, {draws} drawn; the longest distance is {longest} plies",
        "{wins} positions gagnées pour le joueur au trait, {losses} perdues, {draws} nulles ; la plus longue distance est de {longest} demi-coups",
    );
    let mut chart = Chart::new(SIZE, AREA, title, &description);
    chart.define_hatching("lost", LOST);
    let scale = Scale {
        step: (AREA.right - AREA.left) / longest.max(1) as f64,
        height: (AREA.bottom - AREA.top) / highest as f64,
    };
    grid(&mut chart, &scale, highest, longest, lang);
    for (plies, &(won, lost)) in bars.iter().enumerate().skip(1) {
        let [x, width] = [scale.x(plies) - scale.step * 0.38, scale.step * 0.76];
        let [middle, top] = [won, won + lost].map(|count| scale.y(count));
        for (fill, y, height) in [(WON, middle, AREA.bottom - middle), (LOST_HATCHED, top, middle - top)] {
            if height > 0.0 {
                let paint = [("fill", fill), ("stroke", Chart::INK), ("stroke-width", "0.8")];
                chart.doc().rect([x, y, width, height], 0.0, &paint);
            }
        }
    }
    chart.base_line(AREA.bottom);
    mark_longest(&mut chart, &scale, longest, lang);
    chart.legend(16.0, WON, &say!(lang, "won for the player to move", "gagnées pour le joueur au trait"));
    let lost = say!(lang, "lost for the player to move", "perdues pour le joueur au trait");
    chart.legend(286.0, LOST_HATCHED, &lost);
    chart.finish()
}

struct Scale {
    step: f64,
    height: f64,
}

impl Scale {
    /// The middle of a bar; the first is that of distance 1.
    fn x(&self, plies: usize) -> f64 {
        AREA.left + self.step * (plies as f64 - 0.5)
    }

    fn y(&self, count: u64) -> f64 {
        AREA.bottom - self.height * count as f64
    }
}

/// Grid lines with their counts, and distances below.
fn grid(chart: &mut Chart, scale: &Scale, highest: u64, longest: usize, lang: Lang) {
    let step = grid_step(highest, 6);
    for count in (0..=highest / step).map(|times| times * step) {
        chart.grid_line(scale.y(count), &markdown::number(count, lang));
    }
    for plies in (1..=longest).filter(|plies| *plies == 1 || plies.is_multiple_of(5)) {
        chart.x_label(scale.x(plies), &plies.to_string());
    }
    chart.x_title(&say!(lang, "plies to the end of the game", "demi-coups jusqu’à la fin de la partie"));
    chart.y_title("positions");
}

/// An arrow at the last bar, because the last bars are too low to be visible.
fn mark_longest(chart: &mut Chart, scale: &Scale, longest: usize, lang: Lang) {
    let x = scale.x(longest);
    let doc = chart.doc();
    doc.line([x, AREA.bottom - 34.0, x, AREA.bottom - 5.0], &[("stroke", Chart::INK)]);
    let [left, right, up, tip] = [x - 4.0, x + 4.0, AREA.bottom - 11.0, AREA.bottom - 3.0].map(svg::number);
    let x_text = svg::number(x);
    let head = format!("M {left} {up} L {x_text} {tip} L {right} {up} Z");
    doc.shape("path", &[("d", &head), ("fill", Chart::INK)]);
    let text = say!(lang, "longest: {longest}", "le plus long : {longest}");
    doc.text((x + 8.0, AREA.bottom - 40.0), "end", 14, Chart::INK, &text);
}
