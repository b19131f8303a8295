//! The whole server as one thing: what is stored, what is going on, who thinks.
//!
//! - `challenges`: offering a game to somebody.
//! - `games`: making games, acting in them, and what follows from that.
//! - `plans`: moves that players decided on in advance.
//! - `computer`: the engine's moves and advice.
//! - `clocks`: what happens because time passes.
//! - `people`: accounts.
//! - `ratings`: what games do to ratings.
//! - `analysis`: what the moves of finished games were worth.
//! - `import`: games from elsewhere.
//! - `exported`: games of this server in game files.
//! - `records`: games as records, for game files.
//! - `leaving`: connections whose session ends.
//! - `mutes`: whom users do not want to hear.
//! - `holidays`: clocks that stand still while somebody is away.
//! - `news`: what users and the lobby are told.

mod analysis;
mod challenges;
mod clocks;
mod computer;
mod exported;
mod games;
mod holidays;
mod import;
mod leaving;
mod mutes;
mod news;
mod people;
mod plans;
mod ratings;
mod records;

use std::sync::Arc;

pub use analysis::{Analysis, AnalysisError};
pub use challenges::{ChallengeError, Made};
pub use computer::{Hint, HintError};
pub use games::{NewGame, PlayError};
pub use holidays::{DAYS_A_YEAR, HolidayError, days_left};
pub use import::{Imported, MOST_GAMES, Refused};
pub use leaving::Left;
pub(crate) use mutes::MuteList;
pub use news::{LobbyNews, UserNews};
pub use people::{Begun, PeopleError, new_reset_code};
pub(crate) use records::Names;
use tokio::sync::{broadcast, watch};

use crate::{
    config::Config,
    engine::Pool,
    limits::Limits,
    live::{Bus, Clockwork, Rooms},
    people::Devices,
    secrets::Signer,
    store::{Store, StoreError},
};

/// How long those who listen may take to hear that the server stops.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(5);

/// How many ends of sessions may wait to be heard of. Whoever misses one has to show anew who they are.
const LEAVERS: usize = 256;

/// Everything that requests share.
pub struct App {
    /// How the server was set up.
    pub config: Config,
    /// What is kept.
    pub store: Store,
    /// Who wants to know what.
    pub bus: Bus,
    /// The games that somebody needs just now.
    pub rooms: Rooms,
    /// The computer.
    pub pool: Pool,
    /// How often somebody may ask.
    pub limits: Limits,
    /// Where somebody has logged in before.
    pub devices: Devices,
    signer: Signer,
    analyst: analysis::Analyst,
    mutes: mutes::Mutes,
    clockwork: Clockwork,
    live_games: clocks::LiveGames,
    closing: watch::Sender<bool>,
    leaving: broadcast::Sender<Left>,
}

impl App {
    /// Opens the database and starts what runs in the background.
    ///
    /// # Errors
    /// The database cannot be opened.
    pub async fn start(config: Config) -> Result<Arc<App>, StoreError> {
        let store = Store::open(&config.database).await?;
        store.quick_check().await?;
        crate::people::start_hasher();
        let pool = Pool::start(config.engine_threads);
        let limits = Limits::with_shares(config.rate_limits, config.shares);
        let signer = Signer::new(store.signing_key().await?);
        let app = Arc::new(App {
            config,
            store,
            bus: Bus::default(),
            rooms: Rooms::default(),
            pool,
            limits,
            devices: Devices::new(signer.clone()),
            signer,
            analyst: analysis::Analyst::default(),
            mutes: mutes::Mutes::default(),
            clockwork: Clockwork::default(),
            live_games: clocks::LiveGames::default(),
            closing: watch::Sender::new(false),
            leaving: broadcast::Sender::new(LEAVERS),
        });
        app.resume().await?;
        app.resume_analyses().await?;
        tokio::spawn(clocks::watch_clocks(Arc::downgrade(&app)));
        tokio::spawn(clocks::keep_house(Arc::downgrade(&app)));
        tokio::spawn(people::forget_strangers(Arc::downgrade(&app)));
        Ok(app)
    }

    /// Tells everybody who listens to something that the server is about to stop, and waits until they have heard it;
    /// they are to come back later.
    pub async fn close_streams(&self) {
        self.closing.send_replace(true);
        // Whoever listens holds an end of the channel.
        let _ = tokio::time::timeout(FAREWELL, self.closing.closed()).await;
    }

    /// Whether the server is about to stop.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the server is about to stop.
    pub(crate) async fn closing(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as the server does.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// Ends in good order: no more thinking, everything durable.
    pub async fn stop(&self) {
        self.close_streams().await;
        self.pool.close();
        self.store.close().await;
    }
}
