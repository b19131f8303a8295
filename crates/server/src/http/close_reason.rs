//! When long-lived connections have to be closed.

use std::{future::pending, sync::Arc};

use super::{
    AppState,
    auth::{Credential, CurrentUser},
};
use crate::{protocol::CloseReason, services::Revocation};

/// Waits until a user's connection must be closed, and returns the reason: the server stops or is isolated
/// from its database, or their session or token has ended. Revocations are received from the call on.
pub(super) fn close_reason(
    app: &AppState,
    current: Option<&CurrentUser>,
) -> impl Future<Output = CloseReason> + Send + 'static {
    let mut revocations = app.accounts.revocations();
    let app = Arc::clone(app);
    let who = current.map(|current| (current.user.id.clone(), current.credential.clone()));
    async move {
        let logged_out = async {
            let Some((user, credential)) = who else { return pending().await };
            // A lagging receiver may have missed a revocation of this user.
            while let Ok(revocation) = revocations.recv().await {
                if is_revoked(&user, &credential, &revocation)
                    || (revocation == Revocation::CheckAll && !exists(&app, &credential).await)
                {
                    return;
                }
            }
        };
        tokio::select! {
            () = app.shutdown.requested() => CloseReason::Shutdown,
            () = app.nodes.isolated() => CloseReason::Shutdown,
            () = logged_out => CloseReason::LoggedOut,
        }
    }
}

/// Whether a session or token is in the database. While the database is unavailable, the connection stays open.
async fn exists(app: &AppState, credential: &Credential) -> bool {
    let found = match credential {
        Credential::Session(hash) => app.store.user_by_session(hash).await.map(|user| user.is_some()),
        Credential::Token { id, .. } => app.store.has_token(id).await,
    };
    found.unwrap_or(true)
}

fn is_revoked(user: &str, credential: &Credential, revocation: &Revocation) -> bool {
    match (revocation, credential) {
        (Revocation::Session(revoked), Credential::Session(hash)) => revoked == hash,
        (Revocation::Token(revoked), Credential::Token { id, .. }) => revoked == id,
        (Revocation::AllBut { user: revoked_user, session }, credential) => {
            revoked_user == user && !matches!(credential, Credential::Session(hash) if hash == session)
        }
        (Revocation::User(revoked_user), _) => revoked_user == user,
        _ => false,
    }
}
