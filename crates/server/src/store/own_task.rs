use super::StoreError;

/// Runs a future that writes in its own task, so that it completes even if the client disconnects. The task starts at once; the
/// result only waits for it, so that the future is not stored twice.
pub(crate) fn in_own_task<T, E, F>(future: F) -> impl Future<Output = Result<T, E>> + Send + use<T, E, F>
where
    F: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let task = tokio::spawn(future);
    async { task.await.unwrap_or_else(|error| Err(StoreError::from(error).into())) }
}
