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

/// Where nobody sees a bar, a line is written this often at most.
const SELDOM: Duration = Duration::from_secs(10);

/// Tells the person who waits: a bar on a terminal, a line now and then elsewhere. All on standard error.
pub(super) struct Watcher {
    bar: Option<ProgressBar>,
    told: Cell<Instant>,
}

impl Watcher {
    pub(super) fn new(report: &Report, context: &Context) -> Watcher {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(2 * report.wanted_pairs());
            let style = ProgressStyle::with_template("{pos}/{len} {bar:20} {msg} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        let watcher = Watcher { bar, told: Cell::new(Instant::now()) };
        if let Some(bar) = &watcher.bar {
            bar.set_position(2 * report.counted_pairs());
            bar.set_message(report.line(context));
        }
        watcher
    }

    pub(super) fn show(&self, report: &Report, context: &Context) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(2 * report.counted_pairs());
                bar.set_message(report.line(context));
            }
            None if self.told.get().elapsed() >= SELDOM => {
                self.told.set(Instant::now());
                let (games, wanted) = (2 * report.counted_pairs(), 2 * report.wanted_pairs());
                // Nobody may be listening there, and that is no reason to fall over.
                let _ = writeln!(io::stderr(), "{games}/{wanted} {}", report.line(context));
            }
            None => {}
        }
    }

    /// Says which player broke down, and how.
    pub(super) fn tell_lapses(&self, pair: &PlayedPair, context: &Context) {
        let lang = context.lang;
        for game in &pair.games {
            let Ending::Forfeit { by, forfeit } = &game.ending else { continue };
            let name =
                game.record.tag(if (*by == 0) == (game.first_seat.index() == 0) { "White" } else { "Black" });
            let (name, why) = (name.unwrap_or("?"), forfeit.explain(lang));
            let round = game.record.tag("Round").unwrap_or("?");
            let sentence = say!(
                lang,
                "game {round}: {name} loses the game: {why}",
                "partie {round} : {name} perd la partie : {why}",
            );
            match &self.bar {
                Some(bar) => bar.suspend(|| print_diagnostic(&sentence, lang)),
                None => print_diagnostic(&sentence, lang),
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
