//! Searchers with tablebases, for commands that analyse or play.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{CancelToken, Variants, say};
use mekong_players::{Searcher, Tablebase};

use crate::{
    context::Context,
    failure::{Failure, print_diagnostic},
    tablebases,
};

/// Tablebases, each loaded or solved on first use.
#[derive(Debug)]
pub struct LazyTablebases {
    wanted: bool,
    known: Mutex<HashMap<(&'static str, Variants), Option<Tablebase>>>,
    cancel: CancelToken,
    context: Context,
}

impl LazyTablebases {
    /// No tablebase is loaded yet. Tablebases are provided only if `wanted`. Solving stops when `cancel` is cancelled.
    pub fn new(wanted: bool, cancel: &CancelToken, context: &Context) -> LazyTablebases {
        LazyTablebases { wanted, known: Mutex::default(), cancel: cancel.clone(), context: *context }
    }

    /// The tablebase of a game and variant; `None` if the game has no solver or the tablebase is not available.
    pub fn find(&self, entry: &Entry, variants: Variants) -> Result<Option<Tablebase>, Failure> {
        if !self.wanted || mekong_players::solver(entry).is_none() {
            return Ok(None);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tablebase) = known.get(&(entry.info().id, variants)) {
            return Ok(tablebase.clone());
        }
        let tablebase = match tablebases::load_or_solve(entry, variants, &self.cancel, &self.context) {
            Ok(tablebase) => Some(tablebase),
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => {
                let lang = self.context.lang;
                let (title, why) = (entry.info().title.get(lang), failure.message(lang).unwrap_or_default());
                let warning = say!(
                    lang,
                    "searching {title} without its tablebase: {why}",
                    "{title} : analyse sans table de solutions : {why}",
                );
                print_diagnostic(&warning, lang);
                None
            }
        };
        known.insert((entry.info().id, variants), tablebase.clone());
        Ok(tablebase)
    }
}

/// One searcher per game and variant, created on first use.
#[derive(Debug)]
pub struct Searchers<'a> {
    tablebases: &'a LazyTablebases,
    megabytes: usize,
    known: HashMap<(&'static str, Variants), Searcher>,
}

impl<'a> Searchers<'a> {
    /// Searchers with transposition tables of this many megabytes.
    pub fn new(tablebases: &'a LazyTablebases, megabytes: usize) -> Searchers<'a> {
        Searchers { tablebases, megabytes, known: HashMap::new() }
    }

    /// The searcher for a session's game and variant.
    pub fn get(&mut self, session: &GameSession) -> Result<&Searcher, Failure> {
        let info = session.info();
        let entry = find(info.id).map_err(|error| Failure::input(&error, self.tablebases.context.lang))?;
        // A tablebase is for one variant only; a search handles all of them.
        let variants =
            if mekong_players::solver(entry).is_some() { session.variants() } else { Variants::NONE };
        let key = (info.id, variants);
        if !self.known.contains_key(&key) {
            let mut searcher = Searcher::new(entry, self.megabytes);
            if let Some(tablebase) = self.tablebases.find(entry, variants)? {
                searcher = searcher.with_tablebase(tablebase);
            }
            self.known.insert(key, searcher);
        }
        Ok(&self.known[&key])
    }
}
