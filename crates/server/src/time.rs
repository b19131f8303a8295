//! Time in milliseconds.

use std::{
    sync::{
        OnceLock,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// Milliseconds: since 1970 for points in time, else a duration.
pub type Millis = i64;

/// One day.
pub const DAY: Millis = 24 * 60 * MINUTE;

/// A minute.
pub const MINUTE: Millis = 60_000;

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
    let has_form = date.len() == 10 && [4, 7].iter().all(|&at| date.as_bytes().get(at) == Some(&b'-'));
    if !has_form {
        return None;
    }
    let mut parts = date
        .splitn(3, '-')
        .map(|part| part.parse::<u16>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit())));
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let month = time::Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = time::Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()?;
    let epoch = time::OffsetDateTime::UNIX_EPOCH.date();
    u32::try_from(date.to_julian_day() - epoch.to_julian_day()).ok()
}

/// The difference between the time of the cluster and this machine's clock.
static OFFSET: AtomicI64 = AtomicI64::new(0);

/// When this process first adopted the time of the cluster: by a clock that never steps, and by the machine's clock.
static ADOPTED: OnceLock<(Instant, Millis)> = OnceLock::new();

/// The current time. On one machine this is its clock; nodes of a cluster share the clock of their database.
#[must_use]
pub fn now() -> Millis {
    machine_now() + OFFSET.load(Relaxed)
}

/// The time of this machine's clock. Once a node has adopted the time of the cluster, the machine's clock is not read again: it may
/// be set at any moment.
pub(crate) fn machine_now() -> Millis {
    match ADOPTED.get() {
        Some((since, time)) => time + since.elapsed().as_millis() as Millis,
        None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis),
    }
}

/// Adopts the time of another clock, which was `theirs` at a moment between `sent` and `received` by this machine's clock.
/// An estimate that agrees with the last one within its uncertainty changes nothing, so that time does not jitter.
pub(crate) fn adopt(theirs: Millis, sent: Millis, received: Millis) {
    ADOPTED.get_or_init(|| (Instant::now(), received));
    OFFSET.store(offset(OFFSET.load(Relaxed), theirs, sent, received), Relaxed);
}

fn offset(old: Millis, theirs: Millis, sent: Millis, received: Millis) -> Millis {
    let (earliest, latest) = (theirs - received, theirs - sent);
    if (earliest..=latest).contains(&old) { old } else { i64::midpoint(earliest, latest) }
}

#[cfg(test)]
mod tests {
    use super::{day_of, offset};

    #[test]
    fn dates_have_one_form() {
        assert_eq!(day_of("1970-01-02"), Some(1));
        for date in ["2026-1-1", "02026-1-01", "2026-1-001", "2026-02-30", "1969-12-31", "2026-01-311"] {
            assert_eq!(day_of(date), None, "{date}");
        }
    }

    #[test]
    fn offset_follows_the_other_clock_within_the_round_trip() {
        // This clock is 30 s late or early, and the answer took 4 ms.
        assert_eq!(offset(0, 130_002, 100_000, 100_004), 30_000);
        assert_eq!(offset(0, 70_002, 100_000, 100_004), -30_000);
        // A slow answer does not change a good estimate.
        assert_eq!(offset(30_000, 130_350, 100_000, 100_400), 30_000);
        // A step of the clock does.
        assert_eq!(offset(30_000, 100_002, 100_000, 100_004), 0);
    }
}
