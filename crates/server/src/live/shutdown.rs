use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

/// How long open connections may take to close when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The request to stop, shared by everything that has to end with the server.
#[derive(Clone, Debug)]
pub struct Shutdown {
    requested: Arc<watch::Sender<bool>>,
}

impl Default for Shutdown {
    fn default() -> Shutdown {
        Shutdown { requested: Arc::new(watch::Sender::new(false)) }
    }
}

impl Shutdown {
    /// Requests the stop, and waits until every task in [`Shutdown::requested`] has ended or the time is up.
    pub async fn request(&self) {
        self.requested.send_replace(true);
        // Each waiting task holds a receiver.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.requested.closed()).await;
    }

    /// Whether the server is stopping.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        *self.requested.borrow()
    }

    /// Waits until the server is stopping.
    pub async fn requested(&self) {
        let mut requested = self.requested.subscribe();
        // The sender outlives the receiver: `self` holds it.
        let _ = requested.wait_for(|requested| *requested).await;
    }
}
