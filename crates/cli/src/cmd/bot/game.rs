use std::time::{Duration, Instant};

use mekong_catalog::{MoveError, Session};
use mekong_core::{Explain as _, Player, about, say};
use mekong_terminal::failure::print_diagnostic;
use mekong_ugi::{Clocks, Go};
use serde_json::Value;
use tokio::time::sleep;

use super::{
    desk::{Bot, Waits},
    line::{Lines, Trouble},
    program::{NoMove, Program},
    say_out,
};

/// How often a program may fail in a game before the game is given up.
const MOST_FAILURES: u32 = 3;

/// What the way to the server and back takes off the clock.
const ON_THE_WAY: Duration = Duration::from_millis(100);

/// For a move in a game without a clock.
const UNHURRIED: Duration = Duration::from_secs(5);

/// A game that a bot plays.
struct Seat<'a> {
    bot: &'a Bot,
    id: &'a str,
    program: Program,
    failures: u32,
    /// The moves after which we have sent ours, until the server shows it.
    answered: Option<String>,
}

/// What does not change in a game.
struct Terms {
    side: Player,
    /// The game before the first move.
    start: Session,
    /// Whether there is a clock that is counted in seconds.
    has_clock: bool,
}

impl Terms {
    /// The game after some moves.
    fn after(&self, moves: &str) -> Result<Session, MoveError> {
        let mut session = self.start.clone();
        moves.split_ascii_whitespace().try_for_each(|mv| session.play(mv))?;
        Ok(session)
    }
}

/// Where a game stands, and since when we know.
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

/// How a visit to a game ended.
enum Left {
    /// The game is over.
    Over,
    /// The line broke.
    Cut,
}

/// Plays a game to its end, and comes again as often as the line breaks.
pub(super) async fn play(bot: &Bot, id: &str) {
    let program = Program::new(&bot.engine);
    let mut seat = Seat { bot, id, program, failures: 0, answered: None };
    let mut waits = Waits::new();
    loop {
        match seat.visit(&mut waits).await {
            Ok(Left::Over) => break,
            Ok(Left::Cut) => {}
            Err(trouble) => {
                seat.print_diagnostic(&trouble.explain(bot.lang));
                if !trouble.may_pass() {
                    // Nobody shall wait for a move that never comes.
                    seat.give_up().await;
                    break;
                }
            }
        }
        seat.program.stop().await;
        sleep(waits.next()).await;
    }
    seat.program.quit().await;
}

impl Seat<'_> {
    async fn visit(&mut self, waits: &mut Waits) -> Result<Left, Trouble> {
        let mut lines = self.bot.line.stream(&["api", "bot", "game", "stream", self.id]).await?;
        let Some(mut full) = lines.next().await? else { return Ok(Left::Cut) };
        *waits = Waits::new();
        let terms = self.terms(&full)?;
        self.answered = None;
        self.stay(&terms, &mut lines, State::new(full["state"].take())).await
    }

    fn terms(&self, full: &Value) -> Result<Terms, Trouble> {
        let lang = self.bot.lang;
        let unknown = || Trouble::Refused {
            status: 422,
            title: say!(lang, "a game that is not known here", "une partie inconnue ici"),
        };
        let side = match full["side"].as_str() {
            Some("p1") => Player::P1,
            Some("p2") => Player::P2,
            _ => return Err(unknown()),
        };
        let info = self.bot.entry.info();
        if full["game"].as_str() != Some(info.id) {
            return Err(unknown());
        }
        let names = full["variants"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let variants = info.parse_variants(names.collect::<Vec<_>>()).map_err(|_| unknown())?;
        let text = full["initialPosition"].as_str().unwrap_or_default();
        let start = self.bot.entry.parse(text, variants).map_err(|_| unknown())?;
        Ok(Terms { side, start, has_clock: full["clock"].is_object() })
    }

    async fn stay(&mut self, terms: &Terms, lines: &mut Lines, state: State) -> Result<Left, Trouble> {
        let mut state = state;
        if self.look(terms, &state).await? {
            return Ok(Left::Over);
        }
        loop {
            tokio::select! {
                line = lines.next() => match line? {
                    None => return Ok(Left::Cut),
                    Some(line) if line["type"] == "gameState" => {
                        if line["moves"] != state.line["moves"] {
                            self.program.stop().await;
                            self.answered = None;
                        }
                        state = State::new(line);
                        if self.look(terms, &state).await? {
                            return Ok(Left::Over);
                        }
                    }
                    Some(_) => {}
                },
                chosen = self.program.chosen() => match chosen {
                    Ok(mv) => {
                        self.answered = Some(state.moves().to_owned());
                        match self.act(&["move", &mv]).await {
                            // The game has gone on meanwhile: look again how it stands.
                            Err(Trouble::Refused { status: 409, .. }) => return Ok(Left::Cut),
                            done => done?,
                        }
                    }
                    Err(failed) => self.fail(failed, terms, &state).await?,
                },
            }
        }
    }

    /// Does what a state calls for. Whether the game is over.
    async fn look(&mut self, terms: &Terms, state: &State) -> Result<bool, Trouble> {
        let line = &state.line;
        let status = line["status"].as_str().unwrap_or_default();
        if status != "started" {
            self.tell_of_end(terms, state, status);
            return Ok(true);
        }
        // Programs do not negotiate; whoever offers shall know at once.
        for offer in ["draw", "takeback"] {
            if line[format!("{}{offer}", code(terms.side.other()))] == true {
                politely(self.act(&[offer, "no"]).await)?;
            }
        }
        let is_answered = self.answered.as_deref() == Some(state.moves());
        if line["turn"] == code(terms.side) && !is_answered && !self.program.is_thinking() {
            self.think(terms, state).await?;
        }
        Ok(false)
    }

    async fn think(&mut self, terms: &Terms, state: &State) -> Result<(), Trouble> {
        // The server may play by other rules than we know.
        let session = terms
            .after(state.moves())
            .map_err(|error| Trouble::Refused { status: 422, title: error.explain(self.bot.lang) })?;
        let go = self.go(terms, state);
        self.program.think(session, go).await;
        Ok(())
    }

    fn go(&self, terms: &Terms, state: &State) -> Go {
        if !terms.has_clock {
            return Go::time(self.bot.movetime.unwrap_or(UNHURRIED));
        }
        let time = |name: &str| Duration::from_millis(state.line[name].as_u64().unwrap_or(0));
        let mut left = [time("p1time"), time("p2time")];
        let own = &mut left[terms.side.index()];
        *own = own.saturating_sub(ON_THE_WAY + state.since.elapsed());
        let clocks = Clocks { left, increment: [time("p1inc"), time("p2inc")] };
        Go { time: self.bot.movetime, ..Go::clocks(clocks) }
    }

    /// A program that failed is started anew, a few times.
    async fn fail(&mut self, failed: NoMove, terms: &Terms, state: &State) -> Result<(), Trouble> {
        let lang = self.bot.lang;
        self.print_diagnostic(&match failed {
            NoMove::Program(error) => error.explain(lang),
            NoMove::Lost => say!(lang, "the thought was lost", "la réflexion s'est perdue"),
        });
        self.failures += 1;
        if self.failures < MOST_FAILURES {
            return self.think(terms, state).await;
        }
        self.print_diagnostic(&say!(
            lang,
            "the program has failed {MOST_FAILURES} times: the game is given up",
            "le programme a failli {MOST_FAILURES} fois : la partie est abandonnée",
        ));
        // The stream says how it ended.
        politely(self.act(&["resign"]).await)
    }

    /// Resigns, if the server lets us.
    async fn give_up(&mut self) {
        if let Err(trouble) = politely(self.act(&["resign"]).await) {
            self.print_diagnostic(&trouble.explain(self.bot.lang));
        }
    }

    /// Does something in the game.
    async fn act(&mut self, what: &[&str]) -> Result<(), Trouble> {
        let path = [&["api", "bot", "game", self.id][..], what].concat();
        self.bot.line.post(&path).await.map(drop)
    }

    fn print_diagnostic(&self, sentence: &str) {
        let (lang, id) = (self.bot.lang, self.id);
        print_diagnostic(&about(&say!(lang, "game {id}", "partie {id}"), sentence, lang), lang);
    }

    fn tell_of_end(&self, terms: &Terms, state: &State, code_of_end: &str) {
        let (lang, id) = (self.bot.lang, self.id);
        let result = match state.line["winner"].as_str() {
            Some(winner) if winner == code(terms.side) => say!(lang, "won", "gagnée"),
            Some(_) => say!(lang, "lost", "perdue"),
            None if code_of_end == "aborted" => say!(lang, "broken off", "interrompue"),
            None => say!(lang, "drawn", "nulle"),
        };
        let by_rules = terms.after(state.moves()).ok().and_then(|session| session.outcome());
        let why = match (by_rules, code_of_end) {
            (Some(outcome), _) => outcome.reason.text.get(lang).to_owned(),
            (None, "resignation") => say!(lang, "resigned", "abandon"),
            (None, "time") => say!(lang, "on time", "au temps"),
            (None, "agreement") => say!(lang, "by agreement", "d'un commun accord"),
            (None, "length") => say!(lang, "5,000 plies", "5 000 demi-coups"),
            (None, "aborted") => say!(lang, "before both had moved", "avant que les deux aient joué"),
            (None, other) => other.to_owned(),
        };
        say_out(&say!(lang, "game {id}: {result} ({why})", "partie {id} : {result} ({why})"));
    }
}

/// That it is no longer needed is no trouble: the next line says how the game stands.
fn politely(done: Result<(), Trouble>) -> Result<(), Trouble> {
    match done {
        Err(Trouble::Refused { status: 409, .. }) => Ok(()),
        other => other,
    }
}

const fn code(player: Player) -> &'static str {
    match player {
        Player::P1 => "p1",
        Player::P2 => "p2",
    }
}
