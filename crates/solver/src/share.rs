use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

/// Shares jobs among threads, in order, each thread with a result of its own that its jobs add to.
pub(crate) fn share<J: Copy + Sync, R: ShareResult>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&mut R, J) + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut result = R::empty();
        while let Some(&job) = jobs.get(next.fetch_add(1, Relaxed)) {
            work(&mut result, job);
        }
        result
    };
    let others = threads.min(jobs.len()).saturating_sub(1);
    thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(run)).collect();
        let mut results = vec![run()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// What a thread begins with.
pub(crate) trait ShareResult: Send {
    fn empty() -> Self;
}

impl<T: Send> ShareResult for Vec<T> {
    fn empty() -> Vec<T> {
        Vec::new()
    }
}

impl<T: Default + Send, E: Send> ShareResult for Result<T, E> {
    fn empty() -> Result<T, E> {
        Ok(T::default())
    }
}
