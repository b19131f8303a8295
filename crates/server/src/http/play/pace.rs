use super::super::{Shared, auth::Visitor, client::Client};
use crate::{
    limits::{Requester, TooOften},
    secrets,
};

/// How many more messages may be refused for being too many than are heard, before the connection ends.
const MAX_VIOLATIONS: u32 = 100;

/// Counts what a client sends on a socket: messages, pings, and pongs that nobody asked for. Answering them costs about
/// the same.
pub(in crate::http) struct Pace {
    app: Shared,
    /// Whose messages are counted together.
    requester: Requester,
    violations: u32,
}

/// What becomes of a message.
pub(in crate::http) enum Verdict {
    /// It is heard.
    Fine,
    /// There were too many before it.
    Refused(TooOften),
    /// There were too many for too long: the connection ends.
    CutOff,
}

impl Pace {
    pub(in crate::http) fn new(app: &Shared, visitor: Option<&Visitor>, client: Client) -> Pace {
        let requester = match visitor {
            Some(visitor) => app.limits.requester_for(&visitor.user.id),
            // Each connection by itself, but all of a network together.
            None => app.limits.requester(client.address, &secrets::id()),
        };
        Pace { app: Shared::clone(app), requester, violations: 0 }
    }

    /// The client sent something.
    pub(in crate::http) fn count(&mut self) -> Verdict {
        let Err(wait) = self.app.limits.message(self.requester) else {
            self.violations = self.violations.saturating_sub(1);
            return Verdict::Fine;
        };
        self.violations += 1;
        if self.violations > MAX_VIOLATIONS { Verdict::CutOff } else { Verdict::Refused(wait) }
    }
}
