//! W3C trace context: one trace id for everything that an action causes, on every node and worker. Clients may send it in the
//! header `traceparent`; messages between nodes and jobs of workers propagate it. Spans are logged with the target [`TARGET`],
//! which is off by default: without it, and without a header from the client, no ids are generated.

use std::fmt;

use tokio::task::JoinHandle;

use crate::secrets;

/// The target of the log lines, for `--log-level info,trace=debug`.
pub(crate) const TARGET: &str = "trace";

/// The header, in HTTP and in NATS.
pub(crate) const HEADER: &str = "traceparent";

tokio::task_local! {
    static CURRENT: Span;
}

/// A span of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    trace: u128,
    id: u64,
    /// Id of the parent span; 0 if there is none.
    parent: u64,
    flags: u8,
}

impl Span {
    /// Parses the value of the header; `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Span> {
        let mut parts = text.trim().split('-');
        let version = parse_hex(parts.next()?, 2)?;
        let trace = parse_hex(parts.next()?, 32)?;
        let (id, flags) = (parse_hex(parts.next()?, 16)?, parse_hex(parts.next()?, 2)?);
        // Later versions may have more fields.
        let is_complete = version != 0xff && (version > 0 || parts.next().is_none());
        (is_complete && trace != 0 && id != 0).then_some(Span {
            trace,
            id: u64::try_from(id).ok()?,
            parent: 0,
            flags: u8::try_from(flags).ok()?,
        })
    }

    /// A new span, as a child of `parent` or as the root of a new trace. `None` without a parent if spans are not logged.
    pub(crate) fn begin(parent: Option<Span>) -> Option<Span> {
        match parent {
            Some(parent) => Some(Span { id: secrets::seed().max(1), parent: parent.id, ..parent }),
            None if tracing::enabled!(target: TARGET, tracing::Level::DEBUG) => {
                let trace = u128::from(secrets::seed()) << 64 | u128::from(secrets::seed().max(1));
                Some(Span { trace, id: secrets::seed().max(1), parent: 0, flags: 0 })
            }
            None => None,
        }
    }

    /// The span in which this task runs.
    pub(crate) fn current() -> Option<Span> {
        CURRENT.try_with(|span| *span).ok()
    }

    /// The id of the trace, in hexadecimal.
    pub(crate) fn trace_id(self) -> String {
        format!("{:032x}", self.trace)
    }

    /// The id of this span, in hexadecimal.
    pub(crate) fn span_id(self) -> String {
        format!("{:016x}", self.id)
    }

    /// The id of the parent span, in hexadecimal; empty if there is none.
    pub(crate) fn parent_id(self) -> String {
        if self.parent == 0 { String::new() } else { format!("{:016x}", self.parent) }
    }
}

/// The value of the header.
impl fmt::Display for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "00-{:032x}-{:016x}-{:02x}", self.trace, self.id, self.flags)
    }
}

/// Parses a number of exactly `digits` lower-case hexadecimal digits.
fn parse_hex(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (text.len() == digits && text.bytes().all(is_digit)).then(|| u128::from_str_radix(text, 16).ok())?
}

/// Runs a future in a span, if there is one.
pub(crate) async fn in_span<F: Future>(span: Option<Span>, future: F) -> F::Output {
    match span {
        Some(span) => CURRENT.scope(span, future).await,
        None => future.await,
    }
}

/// Spawns a task in the current span.
pub(crate) fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    match Span::current() {
        Some(span) => tokio::spawn(CURRENT.scope(span, future)),
        None => tokio::spawn(future),
    }
}

/// Logs a span.
macro_rules! record {
    ($span:expr, $what:literal, $($field:tt)*) => {
        if let Some(span) = $span {
            let span: $crate::trace::Span = span;
            tracing::debug!(target: $crate::trace::TARGET, trace_id = span.trace_id(), span_id = span.span_id(),
                parent_id = span.parent_id(), $($field)*, $what);
        }
    };
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use super::{Span, in_span, spawn};

    const EXAMPLE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn header_is_read_and_written_as_specified() {
        assert_eq!(Span::parse(EXAMPLE).unwrap().to_string(), EXAMPLE);
        // A later version with another field.
        assert!(Span::parse(&format!("{}-more", EXAMPLE.replacen("00", "cc", 1))).is_some());
        let zeros = |digits| "0".repeat(digits);
        for wrong in [
            "",
            "00",
            &EXAMPLE.to_uppercase(),
            &EXAMPLE.replacen("00", "ff", 1),
            &format!("{EXAMPLE}-more"),
            &EXAMPLE[..54],
            &format!("00-{}-00f067aa0ba902b7-01", zeros(32)),
            &format!("00-4bf92f3577b34da6a3ce929d0e0e4736-{}-01", zeros(16)),
            "00-4bf92f3577b34da6a3ce929d0e0e473+-00f067aa0ba902b7-01",
        ] {
            assert_eq!(Span::parse(wrong), None, "{wrong}");
        }
    }

    #[tokio::test]
    async fn spans_of_a_trace_share_its_id_and_name_their_parent() {
        assert_eq!(Span::begin(Span::current()), None, "spans are not logged");
        let parent = Span::parse(EXAMPLE);
        let (first, second) = in_span(Span::begin(parent), async {
            let first = Span::current().unwrap();
            let second = spawn(async { Span::begin(Span::current()).unwrap() }).await.unwrap();
            (first, second)
        })
        .await;
        assert_eq!(first.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(first.parent_id(), "00f067aa0ba902b7");
        assert_eq!((second.trace_id(), second.parent_id()), (first.trace_id(), first.span_id()));
        assert_ne!(second.span_id(), first.span_id());
    }
}
