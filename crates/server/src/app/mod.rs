//! The whole server as one thing: what is stored, what is going on, who thinks.
//!
//! - `games`: making games, acting in them, and what follows from that.

mod games;
mod ratings;

use std::sync::Arc;

pub use games::{NewGame, PlayError};

use crate::{
    config::Config,
    engine::Pool,
    live::{Bus, Clockwork, Rooms},
    store::{Store, StoreError},
};

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
    clockwork: Clockwork,
}

impl App {
    /// Opens the database and starts what runs in the background.
    ///
    /// # Errors
    /// The database cannot be opened.
    pub async fn start(config: Config) -> Result<Arc<App>, StoreError> {
        let store = Store::open(&config.database).await?;
        let pool = Pool::start(config.engine_threads);
        let app = Arc::new(App {
            config,
            store,
            bus: Bus::default(),
            rooms: Rooms::default(),
            pool,
            clockwork: Clockwork::default(),
        });
        app.resume().await?;
        tokio::spawn(games::watch_clocks(Arc::downgrade(&app)));
        tokio::spawn(games::keep_house(Arc::downgrade(&app)));
        Ok(app)
    }

    /// Ends in good order: no more thinking, everything durable.
    pub async fn stop(&self) {
        self.pool.close();
        self.store.close().await;
    }
}
