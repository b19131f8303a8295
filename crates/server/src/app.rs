//! The composition of a server: the shared state, the services, and the tasks that run in the background.

mod housekeeping;

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    config::Config,
    engine_pool::EnginePool,
    limits::RequestLimits,
    live::{Alarms, Broker, BrokerError, Bus, ClusterContext, Liveness, Rooms, Shutdown},
    people::Devices,
    secrets::Signer,
    services::{
        Accounts, Analyses, Games, Lobby, Moderation, NodeState, Nodes, Notifications, Pictures, Positions,
        Previews, Puzzles, RealTimeGames, Records, Studies, Views,
    },
    store::{Store, StoreError},
    work::SearchDispatcher,
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
    pub limits: Arc<RequestLimits>,
    /// Builds the views of the protocol.
    pub views: Views,
    /// Accounts and sessions.
    pub accounts: Arc<Accounts>,
    /// Challenges.
    pub lobby: Arc<Lobby>,
    /// Games in progress.
    pub games: Arc<Games>,
    /// Analysis of finished games.
    pub analyses: Arc<Analyses>,
    /// Searches and tablebase lookups of single positions.
    pub positions: Positions,
    /// Import and export.
    pub records: Records,
    /// Muting and reports.
    pub moderation: Arc<Moderation>,
    /// Previews of links to games and challenges.
    pub previews: Previews,
    /// Attempts at puzzles.
    pub puzzles: Puzzles,
    /// Studies of accounts.
    pub studies: Studies,
    /// Rendered pictures.
    pub pictures: Pictures,
    /// This process among others that serve the same database.
    pub nodes: Arc<Nodes>,
    /// The request to stop.
    pub shutdown: Shutdown,
}

/// Why a server does not start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be opened.
    #[error("{0}")]
    Store(StoreError),
    /// NATS cannot be used.
    #[error("{0}")]
    Broker(BrokerError),
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> StartError {
        StartError::Store(error)
    }
}

impl From<BrokerError> for StartError {
    fn from(error: BrokerError) -> StartError {
        StartError::Broker(error)
    }
}

impl App {
    /// Opens the database, resumes games and analyses, and starts the background tasks.
    pub async fn start(config: Config) -> Result<Arc<App>, StartError> {
        if config.nats.is_some() && config.database.starts_with("sqlite:") {
            return Err(BrokerError::NeedsPostgres.into());
        }
        let store = Store::open(&config.database).await?;
        store.quick_check().await?;
        let pool = Arc::new(EnginePool::start(config.engine_threads));
        let limits =
            Arc::new(RequestLimits::with_connection_limits(config.rate_limits, config.connection_limits));
        let signer = Signer::new(store.signing_key().await?);
        let broker = match &config.nats {
            Some(address) => Broker::connect(address).await?,
            None => Broker::Local,
        };
        let searches = Arc::new(SearchDispatcher::new(Arc::clone(&pool), broker.clone()));
        let alarms = Arc::new(Alarms::default());
        let is_degraded = Arc::new(AtomicBool::new(false));
        let (bus, rooms) = if broker.is_local() {
            (Bus::default(), Rooms::default())
        } else {
            store.set_shared();
            store.synchronise_clock().await?;
            let cluster = ClusterContext {
                broker: broker.clone(),
                store: store.clone(),
                alarms: Arc::clone(&alarms),
                is_degraded: Arc::clone(&is_degraded),
            };
            (Bus::clustered(broker.clone()), Rooms::clustered(cluster))
        };
        let (shutdown, liveness) = (Shutdown::default(), Arc::new(Liveness::new(!broker.is_local())));
        let views = Views::new(store.clone(), config.base_url.clone());
        let notifications = Notifications::new(store.clone(), bus.clone(), views.clone());
        let games = Arc::new(Games {
            store: store.clone(),
            rooms: rooms.clone(),
            searches: Arc::clone(&searches),
            limits: Arc::clone(&limits),
            notifications: notifications.clone(),
            shutdown: shutdown.clone(),
            broker: broker.clone(),
            liveness: Arc::clone(&liveness),
            alarms,
            real_time_games: RealTimeGames::default(),
        });
        let lobby = Arc::new(Lobby::new(
            store.clone(),
            Arc::clone(&games),
            notifications.clone(),
            signer.clone(),
            config.rate_limits,
        ));
        let accounts = Arc::new(Accounts::new(
            store.clone(),
            Arc::clone(&limits),
            Devices::new(signer),
            rooms.clone(),
            Arc::clone(&games),
            Arc::clone(&lobby),
            broker.clone(),
        ));
        let analyses = Arc::new(Analyses::new(
            store.clone(),
            Arc::clone(&searches),
            Arc::clone(&limits),
            shutdown.clone(),
            broker.clone(),
        ));
        let positions = Positions::new(Arc::clone(&searches), Arc::clone(&limits));
        let records = Records::new(store.clone(), views.clone(), config.base_url.clone());
        let previews = Previews::new(store.clone(), views.clone(), Arc::clone(&games), Arc::clone(&lobby));
        let moderation = Arc::new(Moderation::new(store.clone(), notifications, broker.clone()));
        let (puzzles, studies) = (Puzzles::new(store.clone()), Studies::new(store.clone()));
        let nodes = Arc::new(Nodes {
            store: store.clone(),
            broker,
            bus: bus.clone(),
            rooms: rooms.clone(),
            liveness,
            is_degraded,
            games: Arc::clone(&games),
            analyses: Arc::clone(&analyses),
            moderation: Arc::clone(&moderation),
            accounts: Arc::clone(&accounts),
            state: NodeState::default(),
        });
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
            positions,
            records,
            moderation,
            previews,
            puzzles,
            studies,
            pictures: Pictures::default(),
            nodes,
            shutdown,
        });
        app.games.resume().await?;
        app.nodes.join().await?;
        app.analyses.resume().await?;
        housekeeping::spawn(&app);
        Ok(app)
    }

    /// Stops: closes connections, refuses further searches, and commits pending transactions.
    pub async fn stop(&self) {
        self.shutdown.request().await;
        self.nodes.leave().await;
        self.pool.close();
        self.store.close().await;
    }
}

#[cfg(test)]
impl App {
    /// A server on a new database, in the folder that is returned with it, and a game of the user `ann` against the computer.
    pub(crate) async fn with_game() -> (Arc<App>, Arc<crate::live::Room>, tempfile::TempDir) {
        use crate::{
            services::Created,
            table::{Clock, Opponent, Settings, Side},
        };
        let dir = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", dir.path().join("mekong.db").display());
        let app = App::start(Config { database, engine_threads: 1, ..Config::default() }).await.unwrap();
        let ann = app.store.add_guest("ann", "hash", 1).await.unwrap();
        let (game, variants, start) = ("siam".to_owned(), Vec::new(), None);
        let settings = Settings { game, variants, start, clock: Clock::None, rated: false };
        let made =
            app.lobby.challenge(&ann, settings, Side::First, Opponent::Computer(1), [127, 0, 0, 1].into());
        let Ok(Created::Game(room)) = made.await else { panic!("no game") };
        (app, room, dir)
    }
}
