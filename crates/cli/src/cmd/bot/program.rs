use mekong_catalog::Session;
use mekong_core::CancelToken;
use mekong_ugi::{
    Go,
    client::{Client as Engine, ClientError, Patience},
};
use tokio::task::JoinHandle;

/// The program that plays a game: started when it is needed first, and again after it has failed.
pub(super) struct Program {
    command: String,
    engine: Option<Engine>,
    thinking: Option<Thinking>,
}

/// A thought under way. The program comes back with its answer.
struct Thinking {
    stop: CancelToken,
    task: JoinHandle<Result<(Engine, String), ClientError>>,
}

/// Whoever leaves a game does not wait for the end of a thought, and the program must not think on for nobody.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Why there is no move.
pub(super) enum NoMove {
    /// The program failed.
    Program(ClientError),
    /// We failed.
    Lost,
}

impl Program {
    pub(super) fn new(command: &str) -> Program {
        Program { command: command.to_owned(), engine: None, thinking: None }
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Begins to think, and leaves what it thought about before.
    pub(super) async fn think(&mut self, session: Session, go: Go) {
        self.stop().await;
        let stop = CancelToken::new();
        let (flag, engine, command) = (stop.clone(), self.engine.take(), self.command.clone());
        let task = tokio::task::spawn_blocking(move || {
            let mut engine = match engine {
                Some(engine) => engine,
                None => {
                    let mut engine = Engine::start(&command, Patience::default())?;
                    engine.new_game(&session)?;
                    engine
                }
            };
            let reply = engine.think(&session, &go, &flag, &mut |_| {})?;
            Ok((engine, reply.best))
        });
        self.thinking = Some(Thinking { stop, task });
    }

    /// Waits for the move; for ever if nobody thinks. It may be dropped while it waits.
    pub(super) async fn chosen(&mut self) -> Result<String, NoMove> {
        let Some(thinking) = &mut self.thinking else { return std::future::pending().await };
        let thought = (&mut thinking.task).await;
        self.thinking = None;
        match thought {
            Ok(Ok((engine, best))) => {
                self.engine = Some(engine);
                Ok(best)
            }
            Ok(Err(error)) => Err(NoMove::Program(error)),
            Err(_) => Err(NoMove::Lost),
        }
    }

    /// Ends a thought that nobody needs any more.
    pub(super) async fn stop(&mut self) {
        if let Some(mut thinking) = self.thinking.take() {
            thinking.stop.cancel();
            // A program that does not even stop is started anew at the next turn.
            if let Ok(Ok((engine, _))) = (&mut thinking.task).await {
                self.engine = Some(engine);
            }
        }
    }

    /// Says goodbye to it.
    pub(super) async fn quit(mut self) {
        self.stop().await;
        if let Some(engine) = self.engine.take() {
            // Nobody waits for how it goes.
            let _ = tokio::task::spawn_blocking(|| engine.quit()).await;
        }
    }
}
