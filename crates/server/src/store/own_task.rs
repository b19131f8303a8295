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

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;
    use mekong_core::Lang;

    use super::{StoreError, in_own_task};
    use crate::{http::Problem, live::ActError, services::PlayError};

    #[tokio::test]
    async fn panic_is_an_internal_error() {
        let task = in_own_task::<(), PlayError, _>(async { panic!("a secret") });
        let error = task.await.unwrap_err();
        assert!(matches!(&error, PlayError::Act(ActError::Store(StoreError::Internal(_)))), "{error:?}");
        let problem = Problem::from(error);
        assert_eq!((problem.code(), problem.text_in(Lang::En)), ("internal", "internal server error"));
        assert_eq!(problem.into_response().status(), 500);
    }
}
