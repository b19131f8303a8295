//! When long-lived connections have to be closed.

use std::{future::pending, sync::Arc};

use super::{
    Shared,
    auth::{Proof, Visitor},
};
use crate::{protocol::CloseReason, services::Revocation};

/// Waits until a visitor's connection must be closed, and returns the reason: the server stops, or their session or
/// token has ended. Revocations are received from the call on.
pub(super) fn close_reason(
    app: &Shared,
    visitor: Option<&Visitor>,
) -> impl Future<Output = CloseReason> + Send + 'static {
    let mut revocations = app.accounts.revocations();
    let app = Arc::clone(app);
    let who = visitor.map(|visitor| (visitor.user.id.clone(), visitor.by.clone()));
    async move {
        let logged_out = async {
            let Some((user, proof)) = who else { return pending().await };
            // A lagging receiver may have missed a revocation of this visitor.
            while let Ok(left) = revocations.recv().await {
                if is_over(&user, &proof, &left) {
                    return;
                }
            }
        };
        tokio::select! {
            () = app.shutdown.requested() => CloseReason::Shutdown,
            () = logged_out => CloseReason::LoggedOut,
        }
    }
}

fn is_over(user: &str, proof: &Proof, left: &Revocation) -> bool {
    match (left, proof) {
        (Revocation::Session(over), Proof::Session(hash)) => over == hash,
        (Revocation::Token(over), Proof::Token { id, .. }) => over == id,
        (Revocation::AllBut { user: whose, session }, proof) => {
            whose == user && !matches!(proof, Proof::Session(hash) if hash == session)
        }
        (Revocation::User(gone), _) => gone == user,
        _ => false,
    }
}
