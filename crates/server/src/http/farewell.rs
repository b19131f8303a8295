//! When a connection that would go on for ever has to end.

use std::{future::pending, sync::Arc};

use super::{
    Shared,
    auth::{Proof, Visitor},
};
use crate::app::Left;

/// Waits until a visitor's connection has to end, and says why: `shutdown`, or `logged-out` when what they showed is
/// worth nothing any more. What happens is heard from the call on.
pub(super) fn farewell(
    app: &Shared,
    visitor: Option<&Visitor>,
) -> impl Future<Output = &'static str> + Send + 'static {
    let mut leavers = app.leavers();
    let app = Arc::clone(app);
    let who = visitor.map(|visitor| (visitor.user.id.clone(), visitor.by.clone()));
    async move {
        let logged_out = async {
            let Some((user, proof)) = who else { return pending().await };
            // Whoever missed something may have missed that.
            while let Ok(left) = leavers.recv().await {
                if is_over(&user, &proof, &left) {
                    return;
                }
            }
        };
        tokio::select! {
            () = app.closing() => "shutdown",
            () = logged_out => "logged-out",
        }
    }
}

fn is_over(user: &str, proof: &Proof, left: &Left) -> bool {
    match (left, proof) {
        (Left::Session(over), Proof::Session(hash)) => over == hash,
        (Left::Token(over), Proof::Token { id, .. }) => over == id,
        (Left::AllBut { user: whose, session }, proof) => {
            whose == user && !matches!(proof, Proof::Session(hash) if hash == session)
        }
        (Left::User(gone), _) => gone == user,
        _ => false,
    }
}
