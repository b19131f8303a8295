use mekong_catalog::GameSession;
use mekong_core::CancelToken;
use mekong_ugi::{
    Go,
    client::{Client as Engine, ClientError, Timeouts},
};
use tokio::task::JoinHandle;

/// The engine that plays a game: started on first use, and again after a failure.
pub(crate) struct EngineProcess {
    command: String,
    engine: Option<Engine>,
    search: Option<Search>,
}

/// A running search. The task returns the engine with its move.
struct Search {
    cancel: CancelToken,
    task: JoinHandle<Result<(Engine, String), ClientError>>,
}

/// Stops the search when the game is left, because nothing waits for its result.
impl Drop for Search {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Why a search gave no move.
pub(crate) enum EngineError {
    /// The engine failed.
    Client(ClientError),
    /// The task of the search panicked.
    Panicked,
}

impl EngineProcess {
    pub(crate) fn new(command: &str) -> EngineProcess {
        EngineProcess { command: command.to_owned(), engine: None, search: None }
    }

    pub(crate) const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Starts a search, after stopping the one before.
    pub(crate) async fn start_search(&mut self, session: GameSession, go: Go) {
        self.stop().await;
        let cancel = CancelToken::new();
        let (token, engine, command) = (cancel.clone(), self.engine.take(), self.command.clone());
        let task = tokio::task::spawn_blocking(move || {
            let mut engine = match engine {
                Some(engine) => engine,
                None => {
                    let mut engine = Engine::start(&command, Timeouts::default())?;
                    engine.new_game(&session)?;
                    engine
                }
            };
            let reply = engine.search(&session, &go, &token, &mut |_| {})?;
            Ok((engine, reply.best))
        });
        self.search = Some(Search { cancel, task });
    }

    /// The move of the running search; pending if there is none. Cancel safe.
    pub(crate) async fn best_move(&mut self) -> Result<String, EngineError> {
        let Some(search) = &mut self.search else { return std::future::pending().await };
        let finished = (&mut search.task).await;
        self.search = None;
        match finished {
            Ok(Ok((engine, best))) => {
                self.engine = Some(engine);
                Ok(best)
            }
            Ok(Err(error)) => Err(EngineError::Client(error)),
            Err(_) => Err(EngineError::Panicked),
        }
    }

    /// Stops the running search.
    pub(crate) async fn stop(&mut self) {
        if let Some(mut search) = self.search.take() {
            search.cancel.cancel();
            // An engine that does not stop is started again at the next move.
            if let Ok(Ok((engine, _))) = (&mut search.task).await {
                self.engine = Some(engine);
            }
        }
    }

    /// Ends the engine.
    pub(crate) async fn quit(mut self) {
        self.stop().await;
        if let Some(engine) = self.engine.take() {
            let _ = tokio::task::spawn_blocking(|| engine.quit()).await;
        }
    }
}
