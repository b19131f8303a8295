//! Figures about a running process: what the parts of the server count is gathered here.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::app::App;

static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Where the steps lie between quick and slow, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Where the steps lie between few and many changes in one transaction.
const BATCHES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Begins to gather what is counted. Before that, and in tests, nothing is.
pub fn gather() {
    HANDLE.get_or_init(|| {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let batches = Matcher::Full("mekong_store_batch".to_owned());
        let handle = PrometheusBuilder::new()
            .set_buckets_for_metric(seconds, &SECONDS)
            .and_then(|builder| builder.set_buckets_for_metric(batches, &BATCHES))
            .and_then(PrometheusBuilder::install_recorder);
        match handle {
            Ok(handle) => {
                describe();
                Some(handle)
            }
            Err(error) => {
                tracing::warn!(%error, "nothing is counted");
                None
            }
        }
    });
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_counter!("mekong_requests_total", "Requests by route, method and status");
    describe_histogram!("mekong_request_seconds", "Time until the answer to a request began");
    describe_gauge!("mekong_sockets", "Open WebSockets");
    describe_gauge!("mekong_rooms", "Games in memory: being played or watched");
    describe_counter!("mekong_games_begun_total", "Games that began");
    describe_counter!("mekong_games_ended_total", "Games that came to their end");
    describe_counter!("mekong_moves_total", "Moves that were made");
    describe_gauge!("mekong_engine_queue", "Thoughts that wait for a thread");
    describe_histogram!("mekong_engine_wait_seconds", "Time a thought waited for a thread");
    describe_histogram!(
        "mekong_store_read_seconds",
        "Time of an answer of the database, with the wait for it"
    );
    describe_histogram!("mekong_store_commit_seconds", "Time of a transaction of the database");
    describe_histogram!("mekong_store_batch", "Changes in a transaction of the database");
    describe_gauge!("mekong_store_connections", "Connections to the database by state");
}

/// All figures as text; none if nobody gathers them.
#[must_use]
pub fn render(app: &App) -> Option<String> {
    let handle = HANDLE.get()?.as_ref()?;
    metrics::gauge!("mekong_rooms").set(app.rooms.len() as f64);
    metrics::gauge!("mekong_engine_queue").set(app.pool.waiting() as f64);
    let (all, idle) = app.store.connections();
    metrics::gauge!("mekong_store_connections", "state" => "idle").set(idle as f64);
    metrics::gauge!("mekong_store_connections", "state" => "busy").set(all.saturating_sub(idle) as f64);
    Some(handle.render())
}

/// Brings what was counted into order, from time to time: otherwise it would pile up until somebody reads it.
pub(crate) fn tidy() {
    if let Some(Some(handle)) = HANDLE.get() {
        handle.run_upkeep();
    }
}
