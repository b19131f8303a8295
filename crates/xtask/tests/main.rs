//! Tests of the developer tools, run as programs.

mod common;

mod calibrate;
mod hostile;
mod load;
mod results;
mod tune;
