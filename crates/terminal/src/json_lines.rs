//! Files with one JSON object per line.

use std::{fs, io, path::Path};

use mekong_core::{Lang, say, with_subject};
use serde::{Serialize, de::DeserializeOwned};

use crate::{failure::Failure, files::display_path};

/// The objects of a file; none if there is no file.
pub fn read_lines<T: DeserializeOwned>(path: &Path, lang: Lang) -> Result<Vec<T>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::File { path: path.display().to_string(), error }),
    };
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            let number = index + 1;
            let place = say!(lang, "line {number}", "ligne {number}");
            let why = with_subject(&place, &error.to_string(), lang);
            Failure::Input(with_subject(&display_path(path), &why, lang))
        })
    };
    text.lines().enumerate().map(read).collect()
}

/// The text of a file with these objects.
pub fn to_lines<T: Serialize>(objects: &[T]) -> String {
    let line = |object| serde_json::to_string(object).expect("the object is serialisable") + "\n";
    objects.iter().map(line).collect()
}
