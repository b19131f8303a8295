use std::{
    cell::Cell,
    io::{self, IsTerminal as _, Write as _},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use mekong_arena::{Ending, PlayedPair};
use mekong_core::{Explain as _, say};
use mekong_terminal::{context::Context, failure::print_diagnostic};

use super::report::Report;

/// The minimum interval between progress lines when standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Progress on standard error: a bar on a terminal, otherwise a line from time to time.
pub(super) struct MatchProgress {
    bar: Option<ProgressBar>,
    last_line: Cell<Instant>,
}

impl MatchProgress {
    pub(super) fn new(report: &Report, context: &Context) -> MatchProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(2 * report.wanted_pairs());
            let style = ProgressStyle::with_template("{pos}/{len} {bar:20} {msg} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        let progress = MatchProgress { bar, last_line: Cell::new(Instant::now()) };
        if let Some(bar) = &progress.bar {
            bar.set_position(2 * report.counted_pairs());
            bar.set_message(report.line(context));
        }
        progress
    }

    pub(super) fn show(&self, report: &Report, context: &Context) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(2 * report.counted_pairs());
                bar.set_message(report.line(context));
            }
            None if self.last_line.get().elapsed() >= LINE_INTERVAL => {
                self.last_line.set(Instant::now());
                let (games, wanted) = (2 * report.counted_pairs(), 2 * report.wanted_pairs());
                // Standard error may be closed.
                let _ = writeln!(io::stderr(), "{games}/{wanted} {}", report.line(context));
            }
            None => {}
        }
    }

    /// Reports the forfeits of a pair.
    pub(super) fn report_forfeits(&self, pair: &PlayedPair, context: &Context) {
        let lang = context.lang;
        for game in &pair.games {
            let Ending::Forfeit { by, forfeit } = &game.ending else { continue };
            let name =
                game.record.tag(if (*by == 0) == (game.first_seat.index() == 0) { "White" } else { "Black" });
            let (name, why) = (name.unwrap_or("?"), forfeit.explain(lang));
            let round = game.record.tag("Round").unwrap_or("?");
            let sentence = say!(
                lang,
                "game {round}: {name} forfeits: {why}",
                "partie {round} : forfait de {name} : {why}",
            );
            match &self.bar {
                Some(bar) => bar.suspend(|| print_diagnostic(&sentence, lang)),
                None => print_diagnostic(&sentence, lang),
            }
        }
    }
}

impl Drop for MatchProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
