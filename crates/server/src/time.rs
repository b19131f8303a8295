//! Time in milliseconds.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds: since 1970 for points in time, else a duration.
pub type Millis = i64;

/// One day.
pub const DAY: Millis = 24 * 60 * 60 * 1_000;

/// The year, in UTC.
#[must_use]
pub fn year(at: Millis) -> i64 {
    let moment = time::OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000));
    moment.map_or(1970, |moment| moment.year().into())
}

/// The date in UTC: `2026-01-31`.
#[must_use]
pub fn date(at: Millis) -> String {
    let moment = time::OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000));
    let day = moment.unwrap_or(time::OffsetDateTime::UNIX_EPOCH).date();
    format!("{:04}-{:02}-{:02}", day.year(), u8::from(day.month()), day.day())
}

/// The number of days from 1970 to a date such as `2026-01-31`; `None` if it is not one, or earlier.
#[must_use]
pub fn day_of(date: &str) -> Option<u32> {
    let mut parts = date
        .splitn(3, '-')
        .map(|part| part.parse::<u16>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit())));
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let month = time::Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = time::Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()?;
    let epoch = time::OffsetDateTime::UNIX_EPOCH.date();
    u32::try_from(date.to_julian_day() - epoch.to_julian_day()).ok()
}

/// The current time.
#[must_use]
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
