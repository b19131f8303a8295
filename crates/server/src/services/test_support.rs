//! Services on a new database, for the tests of services.

use std::sync::Arc;

use tempfile::TempDir;

use super::{Games, NewGame, Notifications, RealTimeGames, Views};
use crate::{
    engine_pool::EnginePool,
    limits::RequestLimits,
    live::{Alarms, Broker, Bus, Liveness, Room, Rooms, Shutdown},
    store::{Store, Transaction},
    table::{Clock, Deal, Seat, Settings},
    work::SearchDispatcher,
};

/// What the services of one node share.
pub(super) struct TestServices {
    pub(super) store: Store,
    pub(super) limits: Arc<RequestLimits>,
    pub(super) views: Views,
    pub(super) notifications: Notifications,
    /// The folder of the database.
    _dir: TempDir,
}

impl TestServices {
    pub(super) async fn new() -> TestServices {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        let views = Views::new(store.clone(), String::new());
        let notifications = Notifications::new(store.clone(), Bus::default(), views.clone());
        let limits = Arc::new(RequestLimits::new(false));
        TestServices { store, limits, views, notifications, _dir: dir }
    }

    /// The searches of a node.
    pub(super) fn searches(broker: Broker) -> Arc<SearchDispatcher> {
        Arc::new(SearchDispatcher::new(Arc::new(EnginePool::start(1)), broker))
    }

    /// The games of a node.
    pub(super) fn games(&self, broker: Broker) -> Arc<Games> {
        Arc::new(Games {
            store: self.store.clone(),
            rooms: Rooms::default(),
            searches: TestServices::searches(broker.clone()),
            limits: Arc::clone(&self.limits),
            notifications: self.notifications.clone(),
            shutdown: Shutdown::default(),
            broker,
            liveness: Arc::new(Liveness::new(false)),
            alarms: Arc::new(Alarms::default()),
            real_time_games: RealTimeGames::default(),
        })
    }

    /// A game of Siam between two guests.
    pub(super) async fn game(&self, clock: Clock) -> Arc<Room> {
        for user in ["ann", "bob"] {
            self.store.add_guest(user, user, 1).await.unwrap();
        }
        let (game, variants, start) = ("siam".to_owned(), Vec::new(), None);
        let new = NewGame {
            id: "game".to_owned(),
            settings: Settings { game, variants, start, clock, rated: false },
            seats: ["ann", "bob"].map(|user| Seat::User { user: user.to_owned() }),
            deal: Deal { seed: 1, salt: String::new() },
            rematch_of: None,
        };
        self.games(Broker::Local).start(new, Transaction::new()).await.unwrap()
    }
}
