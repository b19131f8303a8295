//! Tests of the function for the browser.

mod fields;
mod records;
