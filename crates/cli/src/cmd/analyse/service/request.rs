use std::{sync::Arc, time::Duration};

use mekong_catalog::{OpenError, Request, RequestError};
use mekong_core::{Explain, Lang, say};
use mekong_engine::{Limits, Plan};
use mekong_terminal::context::fresh_seed;
use serde_json::Value;

use super::queue::{Job, Ticket};

use crate::cmd::analyse::options::Options;

/// What a line asks for.
pub(super) enum Asked {
    /// The line is empty.
    Nothing,
    /// To think about a position.
    Position(Box<Job>),
    /// To stop thinking about it.
    Cancel(Value),
}

/// Why a line is refused.
#[derive(Debug)]
pub(super) enum Refused {
    Request(RequestError),
    Open(OpenError),
    /// A field holds something else than it should.
    Field {
        name: &'static str,
        should: Should,
    },
    /// There is no such field: most likely a slip of the pen, and what was meant would not be done.
    Unknown {
        name: String,
        known: &'static [&'static str],
    },
}

/// The fields of a request to think about a position.
const FIELDS: [&str; 12] = [
    "id", "game", "variant", "position", "moves", "seed", "depth", "nodes", "time_ms", "infinite", "lines",
    "stream",
];

/// The fields of a request to stop.
const CANCEL_FIELDS: [&str; 1] = ["cancel"];

/// What a field should hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Should {
    TextOrNumber,
    TrueOrFalse,
    From1To(u64),
}

impl Explain for Refused {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Refused::Request(error) => error.explain(lang),
            Refused::Open(error) => error.explain(lang),
            Refused::Field { name, should } => {
                let should = match should {
                    Should::TextOrNumber => say!(lang, "a text or a number", "un texte ou un nombre"),
                    Should::TrueOrFalse => say!(lang, "true or false", "true ou false"),
                    Should::From1To(most) => {
                        say!(lang, "a whole number from 1 to {most}", "un nombre entier de 1 à {most}")
                    }
                };
                say!(lang, "{name}: this must be {should}", "{name} : il faut {should}")
            }
            Refused::Unknown { name, known } => {
                let known = known.join(", ");
                say!(
                    lang,
                    "{name}: there is no such field (there are: {known})",
                    "{name} : ce champ n'existe pas (il y a : {known})",
                )
            }
        }
    }
}

/// Reads a line. What is refused is told with its id, as far as that can be read. `usual` says how to think where the
/// line does not.
pub(super) fn read(line: &[u8], usual: &Options) -> Result<Asked, (Value, Refused)> {
    if line.trim_ascii().is_empty() {
        return Ok(Asked::Nothing);
    }
    let fields: Value = serde_json::from_slice(line).unwrap_or(Value::Null);
    if let Some(id) = fields.get("cancel") {
        let id = name("cancel", Some(id)).map_err(|refused| (Value::Null, refused))?;
        return match check_fields(&fields, &CANCEL_FIELDS) {
            Ok(()) => Ok(Asked::Cancel(id)),
            Err(refused) => Err((id, refused)),
        };
    }
    let id = name("id", fields.get("id")).map_err(|refused| (Value::Null, refused))?;
    job(line, &fields, &id, usual).map(|job| Asked::Position(Box::new(job))).map_err(|refused| (id, refused))
}

fn job(line: &[u8], fields: &Value, id: &Value, usual: &Options) -> Result<Job, Refused> {
    let request = Request::from_json(line).map_err(Refused::Request)?;
    check_fields(fields, &FIELDS)?;
    let (session, seed) = request.open(fresh_seed).map_err(Refused::Open)?;
    let number = |name, most| number(fields, name, most);
    let given = Limits {
        depth: number("depth", 120)?.and_then(|plies| u32::try_from(plies).ok()),
        nodes: number("nodes", u64::MAX)?,
        time: number("time_ms", 86_400_000)?.map(Duration::from_millis),
    };
    let infinite = flag(fields, "infinite")?;
    let usual = usual.plan(&session);
    let limits = if infinite || given != Limits::default() { given } else { usual.limits };
    let lines = number("lines", 1_000)?.and_then(|lines| usize::try_from(lines).ok()).unwrap_or(1);
    Ok(Job {
        id: id.clone(),
        session,
        seed,
        plan: Plan { limits, lines, ..usual },
        endless: infinite && given == Limits::default(),
        stream: flag(fields, "stream")?,
        ticket: Arc::new(Ticket::default()),
    })
}

/// Refuses what is not one of the known fields.
fn check_fields(fields: &Value, known: &'static [&'static str]) -> Result<(), Refused> {
    let names = fields.as_object().into_iter().flat_map(serde_json::Map::keys);
    // Another name for `variant`, which the server uses.
    let is_known = |name: &str| known.contains(&if name == "variants" { "variant" } else { name });
    match names.into_iter().find(|name| !is_known(name)) {
        Some(name) => Err(Refused::Unknown { name: name.clone(), known }),
        None => Ok(()),
    }
}

/// An id: a text, a number, or nothing.
fn name(field: &'static str, id: Option<&Value>) -> Result<Value, Refused> {
    match id {
        None => Ok(Value::Null),
        Some(id @ (Value::Null | Value::String(_) | Value::Number(_))) => Ok(id.clone()),
        Some(_) => Err(Refused::Field { name: field, should: Should::TextOrNumber }),
    }
}

fn number(fields: &Value, name: &'static str, most: u64) -> Result<Option<u64>, Refused> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64() {
            Some(number) if (1..=most).contains(&number) => Ok(Some(number)),
            _ => Err(Refused::Field { name, should: Should::From1To(most) }),
        },
    }
}

fn flag(fields: &Value, name: &'static str) -> Result<bool, Refused> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(Refused::Field { name, should: Should::TrueOrFalse }),
    }
}
