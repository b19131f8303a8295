use std::{collections::HashMap, sync::Arc, time::Duration};

use mekong_catalog::Entry;
use mekong_core::{Explain as _, Lang, say};
use mekong_terminal::failure::print_diagnostic;
use serde_json::Value;
use tokio::{
    task::{Id, JoinSet},
    time::{Instant, sleep_until},
};

use super::{
    filter::Filter,
    game,
    line::{Line, Lines, Trouble},
    say_out,
};

/// A program on a server.
pub(super) struct Bot {
    pub(super) line: Line,
    /// The command that starts the program.
    pub(super) engine: String,
    pub(super) entry: &'static Entry,
    pub(super) filter: Filter,
    /// How many games at the same time.
    pub(super) most: usize,
    pub(super) movetime: Option<Duration>,
    /// How many games altogether; none for ever.
    pub(super) total: Option<u64>,
    pub(super) lang: Lang,
}

impl Bot {
    pub(super) fn grumble(&self, trouble: &Trouble) {
        print_diagnostic(&trouble.explain(self.lang), self.lang);
    }
}

/// The waits before a line is tried again: short at first, then longer, never too long.
pub(super) struct Waits(Duration);

impl Waits {
    const SHORTEST: Duration = Duration::from_millis(250);
    const LONGEST: Duration = Duration::from_secs(30);

    pub(super) const fn new() -> Waits {
        Waits(Waits::SHORTEST)
    }

    pub(super) fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(Waits::LONGEST);
        wait
    }
}

/// Where challenges are taken and games are begun.
pub(super) struct Desk {
    bot: Arc<Bot>,
    /// The number of the bot's account.
    me: String,
    games: JoinSet<()>,
    /// Which game a task plays.
    playing: HashMap<Id, String>,
    finished: u64,
}

impl Desk {
    pub(super) fn new(bot: &Arc<Bot>, me: &str) -> Desk {
        Desk {
            bot: Arc::clone(bot),
            me: me.to_owned(),
            games: JoinSet::new(),
            playing: HashMap::new(),
            finished: 0,
        }
    }

    /// Takes challenges and plays until all games are over that were wanted.
    pub(super) async fn stay(&mut self) -> Result<(), Trouble> {
        let bot = Arc::clone(&self.bot);
        let mut events: Option<Lines> = None;
        let mut waits = Waits::new();
        let mut again = Instant::now();
        loop {
            tokio::select! {
                event = next_event(&mut events) => match event {
                    Ok(Some(event)) => {
                        waits = Waits::new();
                        self.hear(&event).await;
                    }
                    // The server ends or we were too slow: it tells everything that counts when we come again.
                    Ok(None) => (events, again) = (None, Instant::now() + waits.next()),
                    Err(trouble) => {
                        bot.grumble(&trouble);
                        (events, again) = (None, Instant::now() + waits.next());
                    }
                },
                () = sleep_until(again), if events.is_none() => {
                    match bot.line.stream(&["api", "stream", "event"]).await {
                        Ok(lines) => events = Some(lines),
                        Err(trouble) if !trouble.may_pass() => return Err(trouble),
                        Err(trouble) => {
                            bot.grumble(&trouble);
                            again = Instant::now() + waits.next();
                        }
                    }
                }
                Some(ended) = self.games.join_next_with_id() => {
                    let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                    self.playing.remove(&id);
                    self.finished += 1;
                    if bot.total.is_some_and(|total| self.finished >= total) {
                        return Ok(());
                    }
                    self.look_for_challenges().await;
                }
            }
        }
    }

    /// Leaves all games, and ends the programs that play them.
    pub(super) async fn close(mut self) {
        self.games.shutdown().await;
    }

    /// Says which games nobody plays for us from now on.
    pub(super) fn tell_of_games(&self) {
        let lang = self.bot.lang;
        let mut games: Vec<&str> = self.playing.values().map(String::as_str).collect();
        if games.is_empty() {
            return;
        }
        games.sort_unstable();
        let games = games.join(", ");
        say_out(&say!(
            lang,
            "These games go on, and so do their clocks: {games}. The bot plays on when it is started again.",
            "Ces parties continuent, et leurs pendules aussi : {games}. Le bot les poursuit quand il est relancé.",
        ));
    }

    async fn hear(&mut self, event: &Value) {
        match event["type"].as_str() {
            Some("challenge") => self.consider(&event["challenge"]).await,
            Some("gameStart") => {
                let game = &event["game"];
                if let Some(id) = game["gameId"].as_str()
                    && game["game"].as_str() == Some(self.bot.entry.info().id)
                {
                    self.sit_down(id);
                }
            }
            _ => {}
        }
    }

    /// Plays a game, if it is not played already.
    fn sit_down(&mut self, id: &str) {
        if self.playing.values().any(|other| other == id) {
            return;
        }
        let (bot, game) = (Arc::clone(&self.bot), id.to_owned());
        let task = self.games.spawn(async move { game::play(&bot, &game).await });
        self.playing.insert(task.id(), id.to_owned());
    }

    fn has_room(&self) -> bool {
        let ahead = self.finished + self.playing.len() as u64;
        self.playing.len() < self.bot.most && self.bot.total.is_none_or(|total| ahead < total)
    }

    /// Takes or declines a challenge. Whoever comes while all seats are taken may wait.
    async fn consider(&mut self, challenge: &Value) {
        let Some(id) = challenge["id"].as_str() else { return };
        let me = Some(self.me.as_str());
        let is_for_me = challenge["to"]["id"].as_str() == me && challenge["from"]["id"].as_str() != me;
        if !is_for_me || challenge["state"].as_str() != Some("waiting") {
            return;
        }
        let is_wanted = self.bot.filter.takes(challenge);
        if is_wanted && !self.has_room() {
            return;
        }
        let answer = if is_wanted { "accept" } else { "decline" };
        match self.bot.line.post(&["api", "challenge", id, answer]).await {
            // The seat is taken from now on, not only once the server has told everybody.
            Ok(begun) => {
                if let Some(game) = begun["game"].as_str() {
                    self.sit_down(game);
                }
            }
            // It was taken back meanwhile.
            Err(Trouble::Refused { status: 404 | 409, .. }) => {}
            Err(trouble) => self.bot.grumble(&trouble),
        }
    }

    async fn look_for_challenges(&mut self) {
        match self.bot.line.get(&["api", "challenge"]).await {
            Ok(found) => {
                for challenge in found["challenges"].as_array().into_iter().flatten() {
                    self.consider(challenge).await;
                }
            }
            Err(trouble) => self.bot.grumble(&trouble),
        }
    }
}

/// The next event; nothing comes as long as the line is cut.
async fn next_event(events: &mut Option<Lines>) -> Result<Option<Value>, Trouble> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}
