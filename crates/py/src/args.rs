//! Conversion and validation of arguments from Python. Errors name the argument.

use std::{ops::RangeInclusive, time::Duration};

use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{Lang, Player, Variants};
use mekong_engine::{Limits, SearchOptions};
use pyo3::{
    exceptions::{PyMemoryError, PyOverflowError, PyTypeError},
    prelude::*,
    types::{PyBool, PyIterator, PyString},
};

use crate::{
    errors::{Kind, explain, refuse, refused_open},
    game::Game,
    position::Position,
    session,
};

/// An argument as Python passes it.
pub(crate) type Arg<'a, 'py> = &'a Bound<'py, PyAny>;

fn wrong_type(value: Arg<'_, '_>, field: &str, expected: [&str; 2]) -> PyErr {
    let found = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let [en, fr] = expected;
    let reasons = [format!("must be {en}, not {found}"), format!("il faut {fr}, et non {found}")];
    refuse(value.py(), Kind::ArgumentType, field, [&reasons[0], &reasons[1]])
}

/// The items of an iterable.
pub(crate) fn items<'py>(value: Arg<'_, 'py>, field: &str) -> PyResult<Bound<'py, PyIterator>> {
    value.try_iter().map_err(|_| wrong_type(value, field, ["iterable", "un itérable"]))
}

/// A text.
pub(crate) fn text(value: Arg<'_, '_>, field: &str) -> PyResult<String> {
    let Ok(string) = value.cast::<PyString>() else {
        return Err(wrong_type(value, field, ["a str", "un str"]));
    };
    string.extract().map_err(|_| {
        let reasons =
            ["contains characters that are not Unicode", "contient des caractères qui ne sont pas Unicode"];
        refuse(value.py(), Kind::Argument, field, reasons)
    })
}

/// `True` or `False`.
pub(crate) fn flag(value: Arg<'_, '_>, field: &str) -> PyResult<bool> {
    value.extract().map_err(|_| wrong_type(value, field, ["a bool", "un bool"]))
}

/// A function that is called with progress.
pub(crate) fn callback(value: Option<Arg<'_, '_>>) -> PyResult<()> {
    match value {
        Some(value) if !value.is_callable() => {
            Err(wrong_type(value, "progress", ["callable", "un objet appelable"]))
        }
        _ => Ok(()),
    }
}

/// A whole number within bounds.
pub(crate) fn number(value: Arg<'_, '_>, field: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    let py = value.py();
    let (min, max) = (range.start(), range.end());
    let out_of_range = || {
        let reasons = [
            format!("must be a whole number from {min} to {max}"),
            format!("il faut un nombre entier de {min} à {max}"),
        ];
        refuse(py, Kind::Argument, field, [&reasons[0], &reasons[1]])
    };
    let not_a_number = || wrong_type(value, field, ["an int", "un int"]);
    if value.is_instance_of::<PyBool>() {
        return Err(not_a_number());
    }
    match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(out_of_range()),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Err(out_of_range()),
        // A negative number is an overflow, anything else is no number.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(not_a_number()),
        Err(error) => Err(error),
    }
}

/// A whole number within bounds, or `None`.
pub(crate) fn maybe_number(
    value: Option<Arg<'_, '_>>,
    field: &str,
    range: RangeInclusive<u64>,
) -> PyResult<Option<u64>> {
    value.map(|value| number(value, field, range)).transpose()
}

/// The largest number of threads, lines and megabytes.
const MAX_THREADS: u64 = 1024;
const MAX_LINES: u64 = 1024;
const MAX_MEGABYTES: u64 = 1 << 16;

/// The hash memory of a search in megabytes. An amount that the system does not grant is refused: otherwise the process would be aborted.
pub(crate) fn megabytes(value: Arg<'_, '_>) -> PyResult<usize> {
    let megabytes = number(value, "memory", 1..=MAX_MEGABYTES)? as usize;
    // The system decides by the size alone; no memory is used here.
    let found = Vec::<u8>::new().try_reserve_exact(megabytes << 20);
    found.map_err(|_| PyMemoryError::new_err(format!("memory: {megabytes} megabytes are not available")))?;
    Ok(megabytes)
}

/// The number of threads; `None` means one per core.
pub(crate) fn threads(value: Option<Arg<'_, '_>>) -> PyResult<usize> {
    let found = maybe_number(value, "threads", 1..=MAX_THREADS)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(found.map_or_else(cores, |threads| threads as usize))
}

/// A number of seconds.
pub(crate) fn seconds(value: Option<Arg<'_, '_>>, field: &str) -> PyResult<Option<Duration>> {
    let Some(value) = value else { return Ok(None) };
    let Ok(seconds) = value.extract::<f64>() else {
        return Err(wrong_type(value, field, ["a number of seconds", "un nombre de secondes"]));
    };
    let time = if seconds > 0.0 { Duration::try_from_secs_f64(seconds).ok() } else { None };
    let reasons = ["must be a positive number of seconds", "il faut un nombre positif de secondes"];
    time.map(Some).ok_or_else(|| refuse(value.py(), Kind::Argument, field, reasons))
}

/// A probability.
pub(crate) fn probability(value: Arg<'_, '_>, field: &str) -> PyResult<f64> {
    let Ok(number) = value.extract::<f64>() else {
        return Err(wrong_type(value, field, ["a number from 0 to 1", "un nombre de 0 à 1"]));
    };
    let reasons = ["must be a number from 0 to 1", "il faut un nombre de 0 à 1"];
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err(refuse(value.py(), Kind::Argument, field, reasons))
    }
}

/// An argument that may be `None`.
type Maybe<'py> = Option<Bound<'py, PyAny>>;

/// The arguments of a search: nodes, time, depth, lines and threads.
pub(crate) type SearchArgs<'py> = (Maybe<'py>, Maybe<'py>, Maybe<'py>, Maybe<'py>, Maybe<'py>);

/// The options of a search; `default_nodes` is the limit if none is given.
pub(crate) fn search_options(
    (nodes, time, depth, lines, threads): &SearchArgs<'_>,
    default_nodes: Option<u64>,
) -> PyResult<SearchOptions> {
    let mut limits = Limits {
        depth: maybe_number(depth.as_ref(), "depth", 1..=1_000)?.map(|depth| depth as u32),
        nodes: maybe_number(nodes.as_ref(), "nodes", 1..=u64::MAX)?,
        time: seconds(time.as_ref(), "time")?,
    };
    if limits == Limits::default() {
        limits.nodes = default_nodes;
    }
    let lines = maybe_number(lines.as_ref(), "lines", 1..=MAX_LINES)?.unwrap_or(1) as usize;
    let threads = maybe_number(threads.as_ref(), "threads", 1..=MAX_THREADS)?.unwrap_or(1) as usize;
    Ok(SearchOptions { limits, multi_pv: lines, threads, ..SearchOptions::default() })
}

/// A language, `en` or `fr`.
pub(crate) fn lang(value: Option<Arg<'_, '_>>) -> PyResult<Lang> {
    let Some(value) = value else { return Ok(Lang::En) };
    let code = text(value, "lang")?;
    let reasons = ["must be \"en\" or \"fr\"", "il faut « en » ou « fr »"];
    let found = Lang::ALL.into_iter().find(|lang| lang.code() == code);
    found.ok_or_else(|| refuse(value.py(), Kind::Argument, "lang", reasons))
}

/// A player, `p1` or `p2`.
pub(crate) fn player(value: Arg<'_, '_>, field: &str) -> PyResult<Player> {
    let code = text(value, field)?;
    let reasons = ["must be \"p1\" or \"p2\"", "il faut « p1 » ou « p2 »"];
    let found = Player::from_code(&code);
    found.ok_or_else(|| refuse(value.py(), Kind::Argument, field, reasons))
}

/// A game, or its id.
pub(crate) fn game(value: Arg<'_, '_>) -> PyResult<&'static Entry> {
    if let Ok(game) = value.cast::<Game>() {
        return Ok(game.get().entry());
    }
    let id = text(value, "game")?;
    find(&id).map_err(|error| refused_open(value.py(), &error))
}

/// Variants: `None`, a text with commas between the names, or names.
pub(crate) fn variants(value: Option<Arg<'_, '_>>, entry: &Entry) -> PyResult<Variants> {
    let Some(value) = value else { return Ok(Variants::NONE) };
    let names = if value.is_instance_of::<PyString>() {
        vec![text(value, "variant")?]
    } else {
        let not_names =
            || wrong_type(value, "variant", ["a str or an iterable of str", "un str ou un itérable de str"]);
        let items = value.try_iter().map_err(|_| not_names())?;
        items.map(|item| text(&item?, "variant")).collect::<PyResult<Vec<String>>>()?
    };
    let parsed = entry.info().parse_variants(names);
    parsed.map_err(|error| explain(value.py(), Kind::Variant, "variant", &error))
}

/// A position or a session, as a session.
pub(crate) fn position(value: Arg<'_, '_>, field: &str) -> PyResult<GameSession> {
    if let Ok(position) = value.cast::<Position>() {
        return Ok(position.get().session().clone());
    }
    if let Ok(session) = value.cast::<session::Session>() {
        return Ok(session.get().snapshot());
    }
    Err(wrong_type(value, field, ["a Position or a Session", "une Position ou une Session"]))
}

/// A position or a session of a game.
pub(crate) fn position_of(value: Arg<'_, '_>, field: &str, entry: &Entry) -> PyResult<GameSession> {
    let session = position(value, field)?;
    if session.info().id == entry.info().id {
        return Ok(session);
    }
    let (found, wanted) = (session.info().title, entry.info().title);
    let reasons = [
        format!("is a position of {}, not of {}", found.en, wanted.en),
        format!("est une position de {}, et non de {}", found.fr, wanted.fr),
    ];
    Err(refuse(value.py(), Kind::Argument, field, [&reasons[0], &reasons[1]]))
}
