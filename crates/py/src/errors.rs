//! Exceptions of `mekong.errors`, each with a field and a reason in both languages.

use mekong_catalog::{MoveError, OpenError};
use mekong_core::{Explain, Lang};
use pyo3::prelude::*;

/// The classes of `mekong.errors` that are raised here.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Argument,
    ArgumentType,
    UnknownGame,
    Variant,
    Position,
    Move,
    IllegalMove,
    Record,
    Table,
    File,
    Busy,
}

impl Kind {
    const fn class(self) -> &'static str {
        match self {
            Kind::Argument => "ArgumentError",
            Kind::ArgumentType => "ArgumentTypeError",
            Kind::UnknownGame => "UnknownGameError",
            Kind::Variant => "VariantError",
            Kind::Position => "PositionError",
            Kind::Move => "MoveError",
            Kind::IllegalMove => "IllegalMoveError",
            Kind::Record => "RecordError",
            Kind::Table => "TableError",
            Kind::File => "FileError",
            Kind::Busy => "BusyError",
        }
    }
}

/// The exception for a field with a reason in English and French.
pub(crate) fn refuse(py: Python<'_>, kind: Kind, field: &str, reasons: [&str; 2]) -> PyErr {
    let create = || -> PyResult<PyErr> {
        let class = py.import("mekong.errors")?.getattr(kind.class())?;
        Ok(PyErr::from_value(class.call1((field, reasons[0], reasons[1]))?))
    };
    create().unwrap_or_else(|error| error)
}

/// The exception for an error that explains itself.
pub(crate) fn explain(py: Python<'_>, kind: Kind, field: &str, error: &impl Explain) -> PyErr {
    let texts = [Lang::En, Lang::Fr].map(|lang| error.explain(lang));
    // The exception names the field, so the sentence does not have to.
    let [en, fr] = [(&texts[0], "variant: "), (&texts[1], "variante : ")]
        .map(|(text, prefix)| text.strip_prefix(prefix).unwrap_or(text));
    let [en, fr] =
        [(en, "game: "), (fr, "jeu : ")].map(|(text, prefix)| text.strip_prefix(prefix).unwrap_or(text));
    refuse(py, kind, field, [en, fr])
}

/// The exception for a move that cannot be played.
pub(crate) fn refused_move(py: Python<'_>, field: &str, error: &MoveError) -> PyErr {
    let kind = match error {
        MoveError::Syntax(_) => Kind::Move,
        MoveError::Illegal(_) => Kind::IllegalMove,
    };
    explain(py, kind, field, error)
}

/// The exception for a game, variant, position or moves that cannot be opened.
pub(crate) fn refused_open(py: Python<'_>, error: &OpenError) -> PyErr {
    match error {
        OpenError::UnknownGame { .. } => explain(py, Kind::UnknownGame, "game", error),
        OpenError::Variant(error) => explain(py, Kind::Variant, "variant", error),
        OpenError::Position(error) => explain(py, Kind::Position, "position", error),
        OpenError::Move { number, error, .. } => {
            let index = number.saturating_sub(1);
            refused_move(py, &format!("moves[{index}]"), error)
        }
    }
}
