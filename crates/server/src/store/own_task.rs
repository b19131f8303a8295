use super::StoreError;
use crate::trace;

/// Runs a future that writes in its own task, so that it completes even if the client disconnects. The task starts at once, in the
/// current span; the result only waits for it, so that the future is not stored twice.
pub(crate) fn in_own_task<T, E, F>(future: F) -> impl Future<Output = Result<T, E>> + Send + use<T, E, F>
where
    F: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let task = trace::spawn(future);
    async { task.await.unwrap_or_else(|error| Err(StoreError::from(error).into())) }
}

#[cfg(test)]
mod tests {
    use super::{StoreError, in_own_task};
    use crate::trace::{Span, in_span};

    /// For example, the computer's first move belongs to the trace of the request that started the game.
    #[tokio::test]
    async fn task_runs_in_the_span_of_its_caller() {
        let span = Span::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        let found = in_span(span, async {
            let task = in_own_task::<_, StoreError, _>(async { Ok(Span::current()) });
            task.await
        });
        assert_eq!(found.await.unwrap(), span);
    }
}
