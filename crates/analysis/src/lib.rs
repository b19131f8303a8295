//! Judges games: what every move was worth, in words and numbers that people understand.
