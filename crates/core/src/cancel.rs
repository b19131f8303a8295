use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// Cancels running work: a search, a solver, an analysis or a match.
///
/// Clones share the flag. A [child](CancelToken::child) is cancelled with its parent, but not the other way round. A
/// cancelled token stays cancelled.
///
/// ```
/// use mekong_core::CancelToken;
///
/// let parent = CancelToken::new();
/// let child = parent.child();
/// child.cancel();
/// assert!(child.is_cancelled() && !parent.is_cancelled());
///
/// let other = parent.child();
/// parent.clone().cancel();
/// assert!(other.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// A token that is cancelled by itself or with this one.
    #[must_use]
    pub fn child(&self) -> CancelToken {
        CancelToken { cancelled: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Cancels this token, its clones and its children. Running work ends within milliseconds.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether this token or one of its ancestors was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }
}
