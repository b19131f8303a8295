//! The Universal Game Interface, from both sides: our engine speaks it, and we speak it to other engines.
