//! Files of game records.

use std::{
    fs,
    io::{self, Read as _},
};

use mekong_catalog::{GameSession, replay};
use mekong_core::{Explain as _, say, visible_path, with_subject};
use mekong_record::{Format, Record, read_records};

use crate::{context::Context, failure::Failure};

/// Reads the games of a file, or of standard input for `-`, and replays each to its end. A file without games is refused.
pub fn load(path: &str, context: &Context) -> Result<(Vec<Record>, Vec<GameSession>), Failure> {
    let bytes = read(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let lang = context.lang;
    let refuse = |why: String| Failure::Input(with_subject(&visible_path(path), &why, lang));
    let records =
        read_records(&bytes, Format::from_file_name(path)).map_err(|error| refuse(error.explain(lang)))?;
    if records.is_empty() {
        return Err(refuse(say!(lang, "the file contains no game", "le fichier ne contient aucune partie")));
    }
    let mut sessions = Vec::with_capacity(records.len());
    for (number, record) in (1..).zip(&records) {
        let session = replay(record).map_err(|error| {
            let why = error.explain(lang);
            // In a file of one game, "game 1" says nothing.
            refuse(if records.len() == 1 {
                why
            } else {
                say!(lang, "game {number}: {why}", "partie {number} : {why}")
            })
        })?;
        sessions.push(session);
    }
    Ok((records, sessions))
}

fn read(path: &str) -> io::Result<Vec<u8>> {
    if path == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(path)
}
