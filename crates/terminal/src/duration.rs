//! Durations on the command line: `1s`, `250ms`, `0.5`.

use std::time::Duration;

use clap::builder::ValueParser;
use mekong_core::{Lang, say};

use crate::args::InvalidValue;

/// The maximum in seconds: one day.
const MAX_SECONDS: f64 = 86_400.0;

/// Parses a duration with its unit; a bare number is in seconds.
pub fn parser(lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| {
        parse(text).ok_or_else(|| {
            InvalidValue(say!(
                lang,
                "must be a duration such as 1s, 250ms or 0.5",
                "il faut une durée comme 1s, 250ms ou 0.5",
            ))
        })
    })
}

fn parse(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1_000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    // The library also accepts signs, exponents and words such as "inf".
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds = number.parse::<f64>().ok()? / unit;
    (seconds > 0.0 && seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::parse;

    #[test]
    fn durations_are_parsed_with_units() {
        assert_eq!(parse("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse("2s"), Some(Duration::from_secs(2)));
        assert_eq!(parse("0.5"), Some(Duration::from_millis(500)));
        for bad in ["", "s", "ms", "-1", "inf", "nan", "1e3", "0", "1m", "86401", "1.2.3", "é"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
