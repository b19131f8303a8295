/// Someone who follows long work and may stop it.
pub trait Watch: Sync {
    /// How much of the work is done.
    fn progress(&self, done: usize, total: usize);

    /// Whether the work should stop soon.
    fn stopped(&self) -> bool;
}

/// Nobody: the work runs to its end in silence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _done: usize, _total: usize) {}

    fn stopped(&self) -> bool {
        false
    }
}
