use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

/// Distributes jobs among threads in order and folds those of a thread into one result, which begins as `init()`.
pub(crate) fn parallel_fold<J: Copy + Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    init: impl Fn() -> R + Sync,
    fold: impl Fn(&mut R, J) + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut result = init();
        while let Some(&job) = jobs.get(next.fetch_add(1, Relaxed)) {
            fold(&mut result, job);
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
