//! Times on the command line: `1s`, `250ms`, `0.5`.

use std::time::Duration;

use clap::builder::ValueParser;
use mekong_core::{Lang, say};

use crate::args::Wrong;

/// The longest that can be asked for: a day.
const LONGEST: f64 = 86_400.0;

/// A time with its unit; a bare number is seconds.
pub(crate) fn parser(lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| {
        parse(text).ok_or_else(|| {
            Wrong(say!(
                lang,
                "it must be a time such as 1s, 250ms or 0.5",
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
    // Signs, exponents and words such as "inf" are numbers to the library, and no times to anyone.
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds = number.parse::<f64>().ok()? / unit;
    (seconds > 0.0 && seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::parse;

    #[test]
    fn times_have_units() {
        assert_eq!(parse("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse("2s"), Some(Duration::from_secs(2)));
        assert_eq!(parse("0.5"), Some(Duration::from_millis(500)));
        for bad in ["", "s", "ms", "-1", "inf", "nan", "1e3", "0", "1m", "86401", "1.2.3", "é"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
