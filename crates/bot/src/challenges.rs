use std::{collections::HashMap, sync::Arc};

use mekong_core::say;
use serde_json::Value;
use tokio::{
    task::{Id, JoinSet},
    time::{Instant, sleep_until},
};

use crate::{
    api::{ApiError, JsonLines},
    backoff::Backoff,
    config::Bot,
    game, print_line,
};

/// Accepts challenges and starts games.
pub(crate) struct Challenges {
    bot: Arc<Bot>,
    /// The id of the bot's account.
    me: String,
    games: JoinSet<()>,
    /// The game that each task plays.
    playing: HashMap<Id, String>,
    finished: u64,
}

impl Challenges {
    pub(crate) fn new(bot: &Arc<Bot>, me: &str) -> Challenges {
        Challenges {
            bot: Arc::clone(bot),
            me: me.to_owned(),
            games: JoinSet::new(),
            playing: HashMap::new(),
            finished: 0,
        }
    }

    /// Accepts challenges and plays until `total` games are over.
    pub(crate) async fn run(&mut self) -> Result<(), ApiError> {
        let bot = Arc::clone(&self.bot);
        let mut events: Option<JsonLines> = None;
        let mut backoff = Backoff::new();
        let mut again = Instant::now();
        loop {
            tokio::select! {
                event = next_event(&mut events) => match event {
                    Ok(Some(event)) => {
                        backoff = Backoff::new();
                        self.handle(&event).await;
                    }
                    // The server stopped, or dropped a slow reader: it repeats what matters after reconnecting.
                    Ok(None) => (events, again) = (None, Instant::now() + backoff.next()),
                    Err(error) => {
                        bot.warn(&error);
                        (events, again) = (None, Instant::now() + backoff.next());
                    }
                },
                () = sleep_until(again), if events.is_none() => {
                    match bot.api.stream(&["api", "stream", "event"]).await {
                        Ok(lines) => events = Some(lines),
                        Err(error) if !error.is_temporary() => return Err(error),
                        Err(error) => {
                            bot.warn(&error);
                            again = Instant::now() + backoff.next();
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
                    self.check_open_challenges().await;
                }
            }
        }
    }

    /// Leaves all games and ends their engines.
    pub(crate) async fn close(mut self) {
        self.games.shutdown().await;
    }

    /// Prints which games are left unattended.
    pub(crate) fn report_open_games(&self) {
        let lang = self.bot.lang;
        let mut games: Vec<&str> = self.playing.values().map(String::as_str).collect();
        if games.is_empty() {
            return;
        }
        games.sort_unstable();
        let games = games.join(", ");
        print_line(&say!(
            lang,
            "Games still in progress, with their clocks running: {games}. Start the bot again to continue them.",
            "Parties encore en cours, dont les pendules tournent : {games}. Relancez le bot pour les continuer.",
        ));
    }

    async fn handle(&mut self, event: &Value) {
        match event["type"].as_str() {
            Some("challenge") => self.consider(&event["challenge"]).await,
            Some("gameStart") => {
                let game = &event["game"];
                if let Some(id) = game["gameId"].as_str()
                    && game["game"].as_str() == Some(self.bot.entry.info().id)
                {
                    self.start_game(id);
                }
            }
            _ => {}
        }
    }

    /// Plays a game, if it is not played already.
    fn start_game(&mut self, id: &str) {
        if self.playing.values().any(|other| other == id) {
            return;
        }
        let (bot, game) = (Arc::clone(&self.bot), id.to_owned());
        let task = self.games.spawn(async move { game::play(&bot, &game).await });
        self.playing.insert(task.id(), id.to_owned());
    }

    fn has_room(&self) -> bool {
        let ahead = self.finished + self.playing.len() as u64;
        self.playing.len() < self.bot.max_games && self.bot.total.is_none_or(|total| ahead < total)
    }

    /// Accepts or declines a challenge. While the maximum number of games is reached, challenges stay open.
    async fn consider(&mut self, challenge: &Value) {
        let Some(id) = challenge["id"].as_str() else { return };
        let me = Some(self.me.as_str());
        let is_for_me = challenge["to"]["id"].as_str() == me && challenge["from"]["id"].as_str() != me;
        if !is_for_me || challenge["state"].as_str() != Some("waiting") {
            return;
        }
        let is_acceptable = self.bot.filter.accepts(challenge);
        if is_acceptable && !self.has_room() {
            return;
        }
        let answer = if is_acceptable { "accept" } else { "decline" };
        match self.bot.api.post(&["api", "challenge", id, answer]).await {
            // The game counts from now on, not only when the server announces it.
            Ok(begun) => {
                if let Some(game) = begun["game"].as_str() {
                    self.start_game(game);
                }
            }
            // The challenge was withdrawn.
            Err(ApiError::Refused { status: 404 | 409, .. }) => {}
            Err(error) => self.bot.warn(&error),
        }
    }

    async fn check_open_challenges(&mut self) {
        match self.bot.api.get(&["api", "challenge"]).await {
            Ok(found) => {
                for challenge in found["challenges"].as_array().into_iter().flatten() {
                    self.consider(challenge).await;
                }
            }
            Err(error) => self.bot.warn(&error),
        }
    }
}

/// The next event; pending while disconnected.
async fn next_event(events: &mut Option<JsonLines>) -> Result<Option<Value>, ApiError> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}
