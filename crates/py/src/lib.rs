//! The module `mekong._mekong`: the catalog, the computer players, records, tablebases and arrays for Python.
//!
//! Everything here converts arguments, calls a crate of the workspace and converts the result. The classes that users see are
//! these ([`game::Game`], [`position::Position`], [`session::Session`], [`record::Record`]) or thin classes of the package in
//! Python on top of them, which turn JSON into objects.

mod analysis;
mod args;
mod background;
mod batch;
mod dataset;
mod engine;
mod errors;
mod game;
mod position;
mod record;
mod record_reader;
mod session;
mod tablebase;

use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule(name = "_mekong")]
fn mekong_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // numpy's functions are looked up when the first array is created. Ctrl-C during the lookup would cause a panic, so it is done here.
    numpy::get_array_module(module.py())?;
    drop(PyArray1::<u8>::zeros(module.py(), 0, false).try_readwrite());
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record_reader::RecordReader>()?;
    module.add_class::<engine::Searcher>()?;
    module.add_class::<tablebase::Tablebase>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::game, module)?)?;
    module.add_function(wrap_pyfunction!(position::restore_position, module)?)?;
    module.add_function(wrap_pyfunction!(session::restore_session, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::export_solved, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::export_self_play, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::columns, module)?)?;
    Ok(())
}
