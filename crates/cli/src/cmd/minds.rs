//! Whoever thinks, with the exact tables there are: shared by the commands that judge and play.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

use mekong_catalog::{Entry, Mind, Session, Solved, find};
use mekong_core::{Variants, say};

use crate::{
    context::Context,
    failure::{Failure, complain},
    tables,
};

/// The exact tables, each read or made when it is first asked for.
pub(crate) struct Tables {
    wanted: bool,
    known: Mutex<HashMap<(&'static str, Variants), Option<Solved>>>,
    stop: Arc<AtomicBool>,
    context: Context,
}

impl Tables {
    pub(crate) fn new(wanted: bool, stop: &Arc<AtomicBool>, context: &Context) -> Tables {
        Tables { wanted, known: Mutex::default(), stop: Arc::clone(stop), context: *context }
    }

    /// The table of a game and variant. Where there can be none, a search has to do.
    pub(crate) fn find(&self, entry: &Entry, variants: Variants) -> Result<Option<Solved>, Failure> {
        if !self.wanted || entry.solver().is_none() {
            return Ok(None);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = known.get(&(entry.info().id, variants)) {
            return Ok(table.clone());
        }
        let table = match tables::load_or_solve(entry, variants, &self.stop, &self.context) {
            Ok(table) => Some(table),
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(failure) => {
                let lang = self.context.lang;
                let (title, why) = (entry.info().title, failure.sentence(lang).unwrap_or_default());
                let remark = say!(
                    lang,
                    "{title} is searched instead of looked up: {why}",
                    "{title} est cherché au lieu d'être lu dans sa table : {why}",
                );
                complain(&remark, lang);
                None
            }
        };
        known.insert((entry.info().id, variants), table.clone());
        Ok(table)
    }
}

/// Minds for several games, each made when it is first asked for.
pub(crate) struct Minds<'a> {
    tables: &'a Tables,
    megabytes: usize,
    known: HashMap<(&'static str, Variants), Mind>,
}

impl<'a> Minds<'a> {
    pub(crate) fn new(tables: &'a Tables, megabytes: usize) -> Minds<'a> {
        Minds { tables, megabytes, known: HashMap::new() }
    }

    /// A mind for a session's game and variant.
    pub(crate) fn of(&mut self, session: &Session) -> Result<&Mind, Failure> {
        let info = session.info();
        let entry = find(info.id).map_err(|error| Failure::input(&error, self.tables.context.lang))?;
        // Only a table is for one variant; a search serves all of them.
        let variants = if entry.solver().is_some() { session.variants() } else { Variants::NONE };
        let key = (info.id, variants);
        if !self.known.contains_key(&key) {
            let mut mind = Mind::new(entry, self.megabytes);
            if let Some(table) = self.tables.find(entry, variants)? {
                mind = mind.with_table(table);
            }
            self.known.insert(key, mind);
        }
        Ok(&self.known[&key])
    }
}
