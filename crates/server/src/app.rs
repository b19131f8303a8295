//! The composition of a server: the shared state, the services, and the tasks that run in the background.

mod housekeeping;

use std::sync::Arc;

use crate::{
    config::Config,
    engine_pool::EnginePool,
    limits::Limits,
    live::{Bus, Rooms, Shutdown},
    people::Devices,
    secrets::Signer,
    services::{
        Accounts, Analyses, Games, Lobby, Moderation, Notifications, Pictures, Previews, Puzzles, Records,
        Views,
    },
    store::{Store, StoreError},
};

/// A running server. Handlers share it and call its services.
pub struct App {
    /// Configuration.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// Subscriptions to notifications.
    pub bus: Bus,
    /// The open rooms.
    pub rooms: Rooms,
    /// The engine's threads.
    pub pool: Arc<EnginePool>,
    /// Rate limits and quotas.
    pub limits: Arc<Limits>,
    /// Builds the views of the protocol.
    pub views: Views,
    /// Accounts and sessions.
    pub accounts: Accounts,
    /// Challenges.
    pub lobby: Arc<Lobby>,
    /// Games in progress.
    pub games: Arc<Games>,
    /// Analysis of finished games.
    pub analyses: Arc<Analyses>,
    /// Import and export.
    pub records: Records,
    /// Muting and reports.
    pub moderation: Arc<Moderation>,
    /// What links lead to.
    pub previews: Previews,
    /// Attempts at puzzles.
    pub puzzles: Puzzles,
    /// Rendered pictures.
    pub pictures: Pictures,
    /// The request to stop.
    pub shutdown: Shutdown,
}

impl App {
    /// Opens the database, resumes games and analyses, and starts the background tasks.
    pub async fn start(config: Config) -> Result<Arc<App>, StoreError> {
        let store = Store::open(&config.database).await?;
        store.quick_check().await?;
        crate::people::start_hasher();
        let pool = Arc::new(EnginePool::start(config.engine_threads));
        let limits = Arc::new(Limits::with_connection_limits(config.rate_limits, config.connection_limits));
        let signer = Signer::new(store.signing_key().await?);
        let (bus, rooms, shutdown) = (Bus::default(), Rooms::default(), Shutdown::default());
        let views = Views::new(store.clone(), config.base_url.clone());
        let notifications = Notifications::new(store.clone(), bus.clone(), views.clone());
        let games = Arc::new(Games::new(
            store.clone(),
            rooms.clone(),
            Arc::clone(&pool),
            Arc::clone(&limits),
            notifications.clone(),
            shutdown.clone(),
        ));
        let lobby = Arc::new(Lobby::new(
            store.clone(),
            Arc::clone(&games),
            notifications.clone(),
            signer.clone(),
            config.rate_limits,
        ));
        let accounts = Accounts::new(
            store.clone(),
            Arc::clone(&limits),
            Devices::new(signer),
            rooms.clone(),
            Arc::clone(&games),
            Arc::clone(&lobby),
        );
        let analyses =
            Arc::new(Analyses::new(store.clone(), Arc::clone(&pool), Arc::clone(&limits), shutdown.clone()));
        let records = Records::new(store.clone(), views.clone(), config.base_url.clone());
        let previews = Previews::new(store.clone(), views.clone(), Arc::clone(&games), Arc::clone(&lobby));
        let moderation = Arc::new(Moderation::new(store.clone(), notifications));
        let puzzles = Puzzles::new(store.clone());
        let app = Arc::new(App {
            config,
            store,
            bus,
            rooms,
            pool,
            limits,
            views,
            accounts,
            lobby,
            games,
            analyses,
            records,
            moderation,
            previews,
            puzzles,
            pictures: Pictures::default(),
            shutdown,
        });
        app.games.resume().await?;
        app.analyses.resume().await?;
        housekeeping::spawn(&app);
        Ok(app)
    }

    /// Stops: closes connections, ends searches, and commits what is pending.
    pub async fn stop(&self) {
        self.shutdown.request().await;
        self.pool.close();
        self.store.close().await;
    }
}
