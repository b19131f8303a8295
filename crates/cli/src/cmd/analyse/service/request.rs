use std::{sync::Arc, time::Duration};

use mekong_catalog::{OpenError, PositionRequest, RequestError};
use mekong_core::{Explain, Lang, say};
use mekong_engine::{Limits, SearchOptions};
use mekong_terminal::context::fresh_seed;
use serde_json::Value;

use super::queue::{Cancellation, Job};

use crate::cmd::analyse::options::Options;

pub(super) enum ParsedLine {
    /// The line is empty.
    Nothing,
    /// Analyse a position.
    Position(Box<Job>),
    /// Cancel an analysis.
    Cancel(Value),
}

/// Why a line is invalid.
#[derive(Debug)]
pub(super) enum LineError {
    Request(RequestError),
    Open(OpenError),
    /// A field has a wrong type or value.
    Field {
        name: &'static str,
        expected: Expected,
    },
    /// An unknown field, probably a typing mistake.
    Unknown {
        name: String,
        known: &'static [&'static str],
    },
}

/// The fields of an analysis request.
const FIELDS: [&str; 12] = [
    "id", "game", "variant", "position", "moves", "seed", "depth", "nodes", "time_ms", "infinite", "lines",
    "stream",
];

/// The fields of a cancellation.
const CANCEL_FIELDS: [&str; 1] = ["cancel"];

/// The expected value of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected {
    StringOrNumber,
    TrueOrFalse,
    From1To(u64),
}

impl Explain for LineError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            LineError::Request(error) => error.explain(lang),
            LineError::Open(error) => error.explain(lang),
            LineError::Field { name, expected } => {
                let expected = match expected {
                    Expected::StringOrNumber => {
                        say!(lang, "a string or a number", "une chaîne de caractères ou un nombre")
                    }
                    Expected::TrueOrFalse => say!(lang, "true or false", "true ou false"),
                    Expected::From1To(max) => {
                        say!(lang, "a whole number from 1 to {max}", "un nombre entier de 1 à {max}")
                    }
                };
                say!(lang, "{name}: must be {expected}", "{name} : il faut {expected}")
            }
            LineError::Unknown { name, known } => {
                let known = known.join(", ");
                say!(
                    lang,
                    "{name}: unknown field (known: {known})",
                    "{name} : champ inconnu (connus : {known})",
                )
            }
        }
    }
}

/// Parses a line. Errors carry the id of the request if it can be read. `defaults` are the limits for requests without
/// their own.
pub(super) fn read(line: &[u8], defaults: &Options) -> Result<ParsedLine, (Value, LineError)> {
    if line.trim_ascii().is_empty() {
        return Ok(ParsedLine::Nothing);
    }
    let fields: Value = serde_json::from_slice(line).unwrap_or(Value::Null);
    if let Some(id) = fields.get("cancel") {
        let id = name("cancel", Some(id)).map_err(|refused| (Value::Null, refused))?;
        return match check_fields(&fields, &CANCEL_FIELDS) {
            Ok(()) => Ok(ParsedLine::Cancel(id)),
            Err(refused) => Err((id, refused)),
        };
    }
    let id = name("id", fields.get("id")).map_err(|refused| (Value::Null, refused))?;
    job(line, &fields, &id, defaults)
        .map(|job| ParsedLine::Position(Box::new(job)))
        .map_err(|refused| (id, refused))
}

fn job(line: &[u8], fields: &Value, id: &Value, defaults: &Options) -> Result<Job, LineError> {
    let request = PositionRequest::from_json(line).map_err(LineError::Request)?;
    check_fields(fields, &FIELDS)?;
    let (session, seed) = request.open(fresh_seed).map_err(LineError::Open)?;
    let number = |name, max| number(fields, name, max);
    let given = Limits {
        depth: number("depth", 120)?.and_then(|plies| u32::try_from(plies).ok()),
        nodes: number("nodes", u64::MAX)?,
        time: number("time_ms", 86_400_000)?.map(Duration::from_millis),
    };
    let infinite = flag(fields, "infinite")?;
    let defaults = defaults.search_options(&session);
    let limits = if infinite || given != Limits::default() { given } else { defaults.limits };
    let lines = number("lines", 1_000)?.and_then(|lines| usize::try_from(lines).ok()).unwrap_or(1);
    Ok(Job {
        id: id.clone(),
        session,
        seed,
        search_options: SearchOptions { limits, multi_pv: lines, ..defaults },
        infinite: infinite && given == Limits::default(),
        stream: flag(fields, "stream")?,
        cancellation: Arc::new(Cancellation::default()),
    })
}

/// Refuses unknown fields.
fn check_fields(fields: &Value, known: &'static [&'static str]) -> Result<(), LineError> {
    let names = fields.as_object().into_iter().flat_map(serde_json::Map::keys);
    // An alias of `variant` that the server uses.
    let is_known = |name: &str| known.contains(&if name == "variants" { "variant" } else { name });
    match names.into_iter().find(|name| !is_known(name)) {
        Some(name) => Err(LineError::Unknown { name: name.clone(), known }),
        None => Ok(()),
    }
}

/// An id: a text, a number, or nothing.
fn name(field: &'static str, id: Option<&Value>) -> Result<Value, LineError> {
    match id {
        None => Ok(Value::Null),
        Some(id @ (Value::Null | Value::String(_) | Value::Number(_))) => Ok(id.clone()),
        Some(_) => Err(LineError::Field { name: field, expected: Expected::StringOrNumber }),
    }
}

fn number(fields: &Value, name: &'static str, max: u64) -> Result<Option<u64>, LineError> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64() {
            Some(number) if (1..=max).contains(&number) => Ok(Some(number)),
            _ => Err(LineError::Field { name, expected: Expected::From1To(max) }),
        },
    }
}

fn flag(fields: &Value, name: &'static str) -> Result<bool, LineError> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(LineError::Field { name, expected: Expected::TrueOrFalse }),
    }
}
