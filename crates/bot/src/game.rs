use std::time::{Duration, Instant};

use mekong_catalog::{GameSession, MoveError};
use mekong_core::{Explain as _, Player, say, with_subject};
use mekong_terminal::failure::print_diagnostic;
use mekong_ugi::{Clocks, Go};
use serde_json::Value;
use tokio::time::sleep;

use crate::{
    api::{ApiError, JsonLines},
    backoff::Backoff,
    config::Bot,
    engine::{EngineError, EngineProcess},
    print_line,
};

/// An engine that fails this often in one game resigns it.
const MAX_FAILURES: u32 = 3;

/// Time kept in reserve for the way to the server and back.
const NETWORK_LAG: Duration = Duration::from_millis(100);

/// Time per move in a game without a clock.
const UNTIMED_MOVE: Duration = Duration::from_secs(5);

/// A game that the bot plays.
struct BotGame<'a> {
    bot: &'a Bot,
    id: &'a str,
    engine: EngineProcess,
    failures: u32,
    /// The moves of the position that has been answered, until the server shows the move.
    answered: Option<String>,
}

/// The part of a game that does not change.
struct GameMetadata {
    side: Player,
    /// The game before the first move.
    start: GameSession,
    /// Whether there is a clock that is counted in seconds.
    has_clock: bool,
}

impl GameMetadata {
    /// The game after some moves.
    fn after(&self, moves: &str) -> Result<GameSession, MoveError> {
        let mut session = self.start.clone();
        moves.split_ascii_whitespace().try_for_each(|mv| session.play(mv))?;
        Ok(session)
    }
}

/// The state of a game and when it was received.
struct State {
    line: Value,
    since: Instant,
}

impl State {
    fn new(line: Value) -> State {
        State { line, since: Instant::now() }
    }

    fn moves(&self) -> &str {
        self.line["moves"].as_str().unwrap_or_default()
    }
}

/// How a stream of a game ended.
enum StreamEnd {
    /// The game is over.
    Over,
    /// The connection was lost.
    Disconnected,
}

/// Plays a game to its end, and reconnects when the connection is lost.
pub(crate) async fn play(bot: &Bot, id: &str) {
    let engine = EngineProcess::new(&bot.engine);
    let mut game = BotGame { bot, id, engine, failures: 0, answered: None };
    let mut backoff = Backoff::new();
    loop {
        match game.follow(&mut backoff).await {
            Ok(StreamEnd::Over) => break,
            Ok(StreamEnd::Disconnected) => {}
            Err(error) => {
                game.warn(&error.explain(bot.lang));
                if !error.is_temporary() {
                    // The opponent must not wait for a move that never comes.
                    game.resign_or_warn().await;
                    break;
                }
            }
        }
        game.engine.stop().await;
        sleep(backoff.next()).await;
    }
    game.engine.quit().await;
}

impl BotGame<'_> {
    async fn follow(&mut self, backoff: &mut Backoff) -> Result<StreamEnd, ApiError> {
        let mut lines = self.bot.api.stream(&["api", "bot", "game", "stream", self.id]).await?;
        let Some(mut full) = lines.next().await? else { return Ok(StreamEnd::Disconnected) };
        *backoff = Backoff::new();
        let info = self.info(&full)?;
        self.answered = None;
        self.follow_stream(&info, &mut lines, State::new(full["state"].take())).await
    }

    fn info(&self, full: &Value) -> Result<GameMetadata, ApiError> {
        let lang = self.bot.lang;
        let unknown = || ApiError::Refused {
            status: 422,
            title: say!(lang, "this version does not know the game", "cette version ne connaît pas ce jeu"),
        };
        let side = full["side"].as_str().and_then(Player::from_code).ok_or_else(unknown)?;
        let info = self.bot.entry.info();
        if full["game"].as_str() != Some(info.id) {
            return Err(unknown());
        }
        let names = full["variants"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let variants = info.parse_variants(names.collect::<Vec<_>>()).map_err(|_| unknown())?;
        let text = full["initialPosition"].as_str().unwrap_or_default();
        let start = self.bot.entry.parse(text, variants).map_err(|_| unknown())?;
        Ok(GameMetadata { side, start, has_clock: full["clock"].is_object() })
    }

    async fn follow_stream(
        &mut self,
        info: &GameMetadata,
        lines: &mut JsonLines,
        state: State,
    ) -> Result<StreamEnd, ApiError> {
        let mut state = state;
        if self.handle_state(info, &state).await? {
            return Ok(StreamEnd::Over);
        }
        loop {
            tokio::select! {
                line = lines.next() => match line? {
                    None => return Ok(StreamEnd::Disconnected),
                    Some(line) if line["type"] == "gameState" => {
                        if line["moves"] != state.line["moves"] {
                            self.engine.stop().await;
                            self.answered = None;
                        }
                        state = State::new(line);
                        if self.handle_state(info, &state).await? {
                            return Ok(StreamEnd::Over);
                        }
                    }
                    Some(_) => {}
                },
                best_move = self.engine.best_move() => match best_move {
                    Ok(mv) => {
                        self.answered = Some(state.moves().to_owned());
                        match self.act(&["move", &mv]).await {
                            // The game has moved on: read its state again.
                            Err(ApiError::Refused { status: 409, .. }) => return Ok(StreamEnd::Disconnected),
                            done => done?,
                        }
                    }
                    Err(failed) => self.fail(failed, info, &state).await?,
                },
            }
        }
    }

    /// Acts on a state. Returns whether the game is over.
    async fn handle_state(&mut self, info: &GameMetadata, state: &State) -> Result<bool, ApiError> {
        let line = &state.line;
        let status = line["status"].as_str().unwrap_or_default();
        if status != "started" {
            self.report_end(info, state, status);
            return Ok(true);
        }
        // Engines decline every offer, at once.
        for offer in ["draw", "takeback"] {
            if line[format!("{}{offer}", info.side.other().code())] == true {
                ignore_conflict(self.act(&[offer, "no"]).await)?;
            }
        }
        let is_answered = self.answered.as_deref() == Some(state.moves());
        if line["turn"] == info.side.code() && !is_answered && !self.engine.is_searching() {
            self.start_search(info, state).await?;
        }
        Ok(false)
    }

    async fn start_search(&mut self, info: &GameMetadata, state: &State) -> Result<(), ApiError> {
        // The server may have other rules than this version.
        let session = info
            .after(state.moves())
            .map_err(|error| ApiError::Refused { status: 422, title: error.explain(self.bot.lang) })?;
        let go = self.go(info, state);
        self.engine.start_search(session, go).await;
        Ok(())
    }

    fn go(&self, info: &GameMetadata, state: &State) -> Go {
        if !info.has_clock {
            return Go::time(self.bot.movetime.unwrap_or(UNTIMED_MOVE));
        }
        let time = |name: &str| Duration::from_millis(state.line[name].as_u64().unwrap_or(0));
        let mut left = [time("p1time"), time("p2time")];
        let own = &mut left[info.side.index()];
        *own = own.saturating_sub(NETWORK_LAG + state.since.elapsed());
        let clocks = Clocks { left, increment: [time("p1inc"), time("p2inc")] };
        Go { time: self.bot.movetime, ..Go::clocks(clocks) }
    }

    /// Restarts an engine that failed, a few times.
    async fn fail(
        &mut self,
        failed: EngineError,
        info: &GameMetadata,
        state: &State,
    ) -> Result<(), ApiError> {
        let lang = self.bot.lang;
        self.warn(&match failed {
            EngineError::Client(error) => error.explain(lang),
            EngineError::Panicked => {
                say!(lang, "the engine returned no move", "le moteur n’a pas donné de coup")
            }
        });
        self.failures += 1;
        if self.failures < MAX_FAILURES {
            return self.start_search(info, state).await;
        }
        self.warn(&say!(
            lang,
            "the engine failed {MAX_FAILURES} times: resigning the game",
            "le moteur a échoué {MAX_FAILURES} fois : la partie est abandonnée",
        ));
        // The stream reports how the game ended.
        ignore_conflict(self.act(&["resign"]).await)
    }

    /// Resigns; a refusal of the server is only reported.
    async fn resign_or_warn(&mut self) {
        if let Err(error) = ignore_conflict(self.act(&["resign"]).await) {
            self.warn(&error.explain(self.bot.lang));
        }
    }

    /// Sends an action.
    async fn act(&mut self, what: &[&str]) -> Result<(), ApiError> {
        let path = [&["api", "bot", "game", self.id][..], what].concat();
        self.bot.api.post(&path).await.map(drop)
    }

    fn warn(&self, message: &str) {
        let (lang, id) = (self.bot.lang, self.id);
        print_diagnostic(&with_subject(&say!(lang, "game {id}", "partie {id}"), message, lang), lang);
    }

    fn report_end(&self, info: &GameMetadata, state: &State, code_of_end: &str) {
        let (lang, id) = (self.bot.lang, self.id);
        let result = match state.line["winner"].as_str() {
            Some(winner) if winner == info.side.code() => say!(lang, "won", "gagnée"),
            Some(_) => say!(lang, "lost", "perdue"),
            None if code_of_end == "aborted" => say!(lang, "aborted", "annulée"),
            None => say!(lang, "drawn", "nulle"),
        };
        let by_rules = info.after(state.moves()).ok().and_then(|session| session.outcome());
        let why = match (by_rules, code_of_end) {
            (Some(outcome), _) => outcome.reason.text.get(lang).to_owned(),
            (None, "resignation") => say!(lang, "resigned", "abandon"),
            (None, "time") => say!(lang, "on time", "au temps"),
            (None, "agreement") => say!(lang, "by agreement", "d’un commun accord"),
            (None, "length") => say!(lang, "5,000 plies", "5 000 demi-coups"),
            (None, "aborted") => {
                say!(lang, "before both players moved", "avant que les deux joueurs aient joué")
            }
            (None, other) => other.to_owned(),
        };
        print_line(&say!(lang, "game {id}: {result} ({why})", "partie {id} : {result} ({why})"));
    }
}

/// An action that came too late is not an error: the next line of the stream has the state of the game.
fn ignore_conflict(done: Result<(), ApiError>) -> Result<(), ApiError> {
    match done {
        Err(ApiError::Refused { status: 409, .. }) => Ok(()),
        other => other,
    }
}
