use super::{AppState, auth::CurrentUser, client::Client};
use crate::{
    limits::{LimitReached, Requester},
    secrets,
};

/// A connection is closed once this many more messages were rejected than accepted.
const MAX_VIOLATIONS: u32 = 100;

/// Limits what a client sends on a socket: messages, pings, and unsolicited pongs, which cost about the same.
pub(super) struct MessageRate {
    app: AppState,
    /// Messages of one requester are counted together.
    requester: Requester,
    violations: u32,
}

/// What to do with a message.
pub(super) enum RateDecision {
    /// Process it.
    Accept,
    /// Refuse it: the rate limit is exceeded.
    Refuse(LimitReached),
    /// Close the connection: the limit was exceeded for too long.
    Disconnect,
}

impl MessageRate {
    pub(super) fn new(app: &AppState, current: Option<&CurrentUser>, client: Client) -> MessageRate {
        let requester = match current {
            Some(current) => app.limits.requester_for(&current.user.id),
            // Each connection counts by itself, and all of a network together.
            None => app.limits.requester(client.address, &secrets::id()),
        };
        MessageRate { app: AppState::clone(app), requester, violations: 0 }
    }

    /// Counts a message.
    pub(super) fn count(&mut self) -> RateDecision {
        let Err(wait) = self.app.limits.message(self.requester) else {
            self.violations = self.violations.saturating_sub(1);
            return RateDecision::Accept;
        };
        self.violations += 1;
        if self.violations > MAX_VIOLATIONS { RateDecision::Disconnect } else { RateDecision::Refuse(wait) }
    }
}
