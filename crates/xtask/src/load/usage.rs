//! Resource usage of processes, from `/proc` (Linux).

use std::{collections::HashMap, fs, ops::Sub};

/// Resource usage of processes, in total or between two points in time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// Processor time in seconds, user and system.
    pub(super) cpu: f64,
    /// Bytes that the processes caused to be written to disk (`write_bytes`), in whole pages.
    pub(super) written: u64,
}

impl Sub for Usage {
    type Output = Usage;

    fn sub(self, before: Usage) -> Usage {
        Usage { cpu: self.cpu - before.cpu, written: self.written.saturating_sub(before.written) }
    }
}

/// Clock ticks per second in `/proc`, the same on all Linux platforms.
const TICKS_PER_SECOND: f64 = 100.0;

/// The usage of some processes and their descendants, such as the backends of PostgreSQL. Of processes that have ended, only the
/// processor time is included, if their parents have waited for them.
pub(super) fn usage(pids: &[u64]) -> Usage {
    let parents = if pids.is_empty() { HashMap::new() } else { parents() };
    let belongs = |mut pid: u64| loop {
        if pids.contains(&pid) {
            return true;
        }
        match parents.get(&pid) {
            Some(&parent) => pid = parent,
            None => return false,
        }
    };
    let mut sum = Usage::default();
    for pid in parents.keys().copied().filter(|&pid| belongs(pid)) {
        sum.cpu += cpu(pid).unwrap_or(0.0);
        sum.written += written(pid).unwrap_or(0);
    }
    sum
}

/// All processes and their parents.
fn parents() -> HashMap<u64, u64> {
    let ids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|pid| Some((pid, stat(pid)?.get(1)?.parse().ok()?))).collect()
}

/// The fields of `/proc/PID/stat` after the name, which may contain spaces: state, parent, ...
fn stat(pid: u64) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// The processor time of a process and of its children that have ended.
fn cpu(pid: u64) -> Option<f64> {
    let ticks = stat(pid)?.get(11..15)?.iter().map(|field| field.parse::<f64>().unwrap_or(0.0)).sum::<f64>();
    Some(ticks / TICKS_PER_SECOND)
}

fn written(pid: u64) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/io")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.parse().ok())
}

/// The resident memory of a process, in bytes.
pub(super) fn memory(pid: u64) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1_024)
}
