use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use mekong_core::Player;
use tokio::{sync::Notify, task::JoinSet};

use super::{Chat, GameMetadata, Room, Rooms, StoreError, StoredGame, Table};
use crate::{
    live::recent::{MAX_EVENTS, MAX_ROOMS},
    table::{Clock, Deal, End, Event, LoggedEvent, Offer, Seat, Settings},
    time::Millis,
};

fn stored() -> StoredGame {
    in_progress("game", 0)
}

/// A game in progress with a number of offers.
fn in_progress(id: &str, events: usize) -> StoredGame {
    let offer =
        |seq| LoggedEvent { seq, at: 0, event: Event::Offer { offer: Offer::Draw, by: Player::P1.into() } };
    let events: Vec<LoggedEvent> = (1..=events as u64).map(offer).collect();
    StoredGame { id: id.to_owned(), last_seq: events.len() as u64, events, ..empty() }
}

/// A finished game.
fn finished(id: &str) -> StoredGame {
    let end = End { winner: None, reason: "agreement".to_owned(), clocks: None };
    let events = vec![LoggedEvent { seq: 1, at: 0, event: Event::End(end) }];
    StoredGame { id: id.to_owned(), last_seq: 1, events, ..empty() }
}

fn empty() -> StoredGame {
    let settings = Settings {
        game: "siam".to_owned(),
        variants: Vec::new(),
        start: None,
        clock: Clock::None,
        rated: false,
    };
    let seats = ["ann", "bob"].map(|user| Seat::User { user: user.to_owned() });
    let table = Table::new(settings.validated().unwrap(), seats, 1, 0).unwrap();
    let deal = Deal { seed: 1, salt: String::new() };
    let metadata = GameMetadata { created: 0, deal, ratings: [None; 2], rematch_of: None };
    StoredGame {
        id: "game".to_owned(),
        metadata,
        table,
        events: Vec::new(),
        last_seq: 0,
        chat: Chat::default(),
    }
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("injected".to_owned())
}

/// Requests the same game many times concurrently, with loads that wait for a signal and then end in the same way.
async fn request_concurrently(
    rooms: &Arc<Rooms>,
    count: u32,
    loads: &Arc<AtomicU32>,
    end: fn() -> Result<Option<StoredGame>, StoreError>,
) -> Vec<Result<Option<Arc<Room>>, StoreError>> {
    let (go, started, mut requests) = (Arc::new(Notify::new()), Arc::new(AtomicU32::new(0)), JoinSet::new());
    for _ in 0..count {
        let (rooms, go, loads, started) =
            (Arc::clone(rooms), Arc::clone(&go), Arc::clone(loads), Arc::clone(&started));
        requests.spawn(async move {
            started.fetch_add(1, Relaxed);
            let load = async move {
                loads.fetch_add(1, Relaxed);
                go.notified().await;
                end()
            };
            rooms.get_or_load("game", load).await
        });
    }
    // There is one thread: every request has started to wait by now.
    while started.load(Relaxed) < count {
        tokio::task::yield_now().await;
    }
    go.notify_one();
    requests.join_all().await
}

#[tokio::test]
async fn concurrent_requests_share_one_load() {
    let (rooms, loads) = (Arc::new(Rooms::default()), Arc::default());
    let failed = request_concurrently(&rooms, 50, &loads, || Err(unavailable())).await;
    assert!(failed.iter().all(|found| matches!(found, Err(error) if *error == unavailable())));
    assert_eq!((loads.load(Relaxed), rooms.len()), (1, 0), "one load, which leaves no slot");
    let missing = request_concurrently(&rooms, 50, &loads, || Ok(None)).await;
    assert!(missing.iter().all(|found| matches!(found, Ok(None))));
    assert_eq!((loads.load(Relaxed), rooms.len()), (2, 0));
    let found = request_concurrently(&rooms, 50, &loads, || Ok(Some(stored()))).await;
    assert_eq!((loads.load(Relaxed), rooms.len()), (3, 1));
    let known = rooms.get_or_load("game", async { Err(unavailable()) }).await.unwrap().unwrap();
    for room in found {
        assert!(Arc::ptr_eq(&room.unwrap().unwrap(), &known), "the room is not registered");
    }
}

#[tokio::test]
async fn cancelled_load_empties_its_slot() {
    let rooms = Rooms::default();
    let error = rooms.get_or_load("game", async { panic!("injected") }).await.err();
    assert!(matches!(error, Some(StoreError::Internal(_))), "{error:?}");
    assert!(rooms.get_or_load("game", async { Ok(Some(stored())) }).await.unwrap().is_some());
}

#[tokio::test]
async fn load_completes_if_first_caller_is_cancelled() {
    let (rooms, go) = (Arc::new(Rooms::default()), Arc::new(Notify::new()));
    let signal = Arc::clone(&go);
    let load = async move {
        signal.notified().await;
        Ok(Some(stored()))
    };
    let shared = Arc::clone(&rooms);
    let first = tokio::spawn(async move { shared.get_or_load("game", load).await });
    tokio::task::yield_now().await;
    first.abort();
    let _ = first.await;
    go.notify_one();
    assert!(rooms.get_or_load("game", async { Err(unavailable()) }).await.unwrap().is_some());
}

#[tokio::test]
async fn new_game_that_was_loaded_already_has_one_room() {
    for end in [|| Ok(Some(stored())), || Ok(None), || Err(unavailable())] {
        let (rooms, loads) = (Arc::new(Rooms::default()), Arc::default());
        let open = async {
            while rooms.is_empty() {
                tokio::task::yield_now().await;
            }
            rooms.open(stored()).await
        };
        let (found, opened) = tokio::join!(request_concurrently(&rooms, 3, &loads, end), open);
        let known = rooms.get_or_load("game", async { Err(unavailable()) }).await.unwrap().unwrap();
        assert!(Arc::ptr_eq(&opened, &known));
        for room in found.into_iter().filter_map(|found| found.ok().flatten()) {
            assert!(Arc::ptr_eq(&room, &known));
        }
    }
}

#[tokio::test]
async fn held_room_stays_registered() {
    let rooms = Rooms::default();
    let room = rooms.open(stored()).await;
    rooms.release_unused_since(Millis::MAX);
    assert_eq!(rooms.len(), 1, "the room is held");
    let again = rooms.get_or_load("game", async { Err(unavailable()) }).await.unwrap().unwrap();
    assert!(Arc::ptr_eq(&again, &room));
    drop((room, again));
    assert_eq!(rooms.len(), 1, "rooms of games in progress are kept open");
    rooms.release_unused_since(0);
    assert_eq!(rooms.len(), 1);
    rooms.release_unused_since(Millis::MAX);
    assert!(rooms.is_empty());
}

#[tokio::test]
async fn room_of_finished_game_is_dropped_with_its_last_holder() {
    let rooms = Rooms::default();
    for number in 0..100 {
        let id = format!("game {number}");
        let load = {
            let id = id.clone();
            async move { Ok(Some(finished(&id))) }
        };
        let room = rooms.get_or_load(&id, load).await.unwrap().unwrap();
        assert_eq!(rooms.len(), 1, "the room is held");
        drop(room);
        // The task that loaded it may still be about to end.
        while !rooms.is_empty() {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn number_of_unheld_rooms_is_bounded() {
    let rooms = Rooms::default();
    let held = rooms.open(in_progress("held", 3)).await;
    for number in 0..2 * MAX_ROOMS {
        rooms.open(in_progress(&number.to_string(), 3)).await;
    }
    assert_eq!(rooms.len(), MAX_ROOMS + 1);
    let is_known = |id: &str| rooms.registry.lock().slots.contains_key(id);
    assert!(
        is_known("held") && is_known(&MAX_ROOMS.to_string()) && !is_known("0"),
        "the least recently used rooms are released"
    );
    // A room used again is released last.
    rooms.get_or_load(&MAX_ROOMS.to_string(), async { Err(unavailable()) }).await.unwrap();
    for number in 0..MAX_ROOMS - 1 {
        rooms.open(in_progress(&format!("later {number}"), 3)).await;
    }
    assert!(is_known(&MAX_ROOMS.to_string()) && !is_known(&(MAX_ROOMS + 1).to_string()));
    drop(held);
    assert_eq!(rooms.len(), MAX_ROOMS);

    // The limit of events is reached first.
    let events = MAX_EVENTS / 4;
    for number in 0..8 {
        rooms.open(in_progress(&format!("long {number}"), events)).await;
    }
    assert_eq!(rooms.len(), 4);
    // A room that exceeds the limit alone is not kept open, but is available.
    let room = rooms.open(in_progress("longest", MAX_EVENTS + 1)).await;
    assert_eq!(rooms.len(), 1);
    drop(room);
    assert!(rooms.is_empty());
}

/// A user who joins while a room is being released gets the same room as the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn room_is_not_replaced_while_a_user_joins() {
    const ROUNDS: u32 = 3_000;
    for of_game in [|| in_progress("game", 1), || finished("game")] {
        let (rooms, loads, mut tasks) =
            (Arc::new(Rooms::default()), Arc::new(AtomicU32::new(0)), JoinSet::new());
        for _ in 0..4 {
            let (rooms, loads) = (Arc::clone(&rooms), Arc::clone(&loads));
            tasks.spawn(async move {
                let get = async || {
                    let loads = Arc::clone(&loads);
                    let load = async move {
                        loads.fetch_add(1, Relaxed);
                        Ok(Some(of_game()))
                    };
                    rooms.get_or_load("game", load).await.unwrap().unwrap()
                };
                for _ in 0..ROUNDS {
                    let room = get().await;
                    rooms.release_unused_since(Millis::MAX);
                    let (_, _messages) = room.subscribe(0);
                    assert!(Arc::ptr_eq(&room, &get().await), "a room was replaced while it was held");
                    drop(room);
                    rooms.release_unused_since(Millis::MAX);
                }
            });
        }
        tasks.join_all().await;
        assert!(loads.load(Relaxed) > 1, "the room was never released");
        rooms.release_unused_since(Millis::MAX);
        while !rooms.is_empty() {
            tokio::task::yield_now().await;
        }
    }
}
