//! The Prometheus recorder of the process.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::app::App;

static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Buckets of durations, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Buckets of the number of transactions per group commit.
const BATCHES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Installs the recorder. Without it, as in tests, nothing is counted.
pub fn install() {
    HANDLE.get_or_init(|| {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let batches = Matcher::Full("mekong_store_batch_size".to_owned());
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
                tracing::warn!(%error, "metrics are not available");
                None
            }
        }
    });
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_counter!("mekong_http_requests_total", "Requests by route, method and status");
    describe_histogram!("mekong_http_request_duration_seconds", "Time until the first byte of a response");
    describe_gauge!("mekong_sockets", "Open WebSockets");
    describe_gauge!("mekong_rooms", "Open rooms: games in memory");
    describe_counter!("mekong_games_started_total", "Games started");
    describe_counter!("mekong_games_ended_total", "Games ended");
    describe_counter!("mekong_moves_total", "Moves made");
    describe_gauge!("mekong_engine_queue_length", "Searches waiting for a thread");
    describe_histogram!("mekong_engine_wait_seconds", "Time a search waited for a thread");
    describe_histogram!(
        "mekong_store_read_seconds",
        "Duration of database reads, including the wait for a connection"
    );
    describe_histogram!("mekong_store_commit_seconds", "Duration of database transactions");
    describe_histogram!("mekong_store_batch_size", "Transactions per group commit");
    describe_gauge!("mekong_store_connections", "Database connections by state");
    describe_gauge!(
        "mekong_node_info",
        "1, with the id of this node in the log and the database, and its version"
    );
    describe_gauge!("mekong_cluster_nodes", "Nodes of the cluster that are alive, as seen by this node");
    describe_gauge!("mekong_site_nodes", "The old name of mekong_cluster_nodes, until the next release");
    describe_gauge!("mekong_nats_connected", "Whether messages to and from other nodes are delivered");
    describe_counter!(
        "mekong_conflicts_total",
        "Decisions that were repeated after a conflict with another transaction"
    );
    describe_counter!("mekong_takeovers_total", "Nodes whose games this node has taken over");
    describe_counter!("mekong_worker_failures_total", "Jobs that a worker accepted and did not complete");
}

/// All metrics as text; `None` without a recorder.
#[must_use]
pub fn render(app: &App) -> Option<String> {
    let handle = HANDLE.get()?.as_ref()?;
    metrics::gauge!("mekong_rooms").set(app.rooms.len() as f64);
    metrics::gauge!("mekong_engine_queue_length").set(app.pool.queued() as f64);
    let (all, idle) = app.store.connections();
    metrics::gauge!("mekong_store_connections", "state" => "idle").set(idle as f64);
    metrics::gauge!("mekong_store_connections", "state" => "busy").set(all.saturating_sub(idle) as f64);
    if !app.nodes.is_alone() {
        let (node, version) = (app.nodes.id().to_owned(), env!("CARGO_PKG_VERSION"));
        metrics::gauge!("mekong_node_info", "node" => node, "version" => version).set(1.0);
        let nodes = app.nodes.count() as f64;
        metrics::gauge!("mekong_cluster_nodes").set(nodes);
        metrics::gauge!("mekong_site_nodes").set(nodes);
        metrics::gauge!("mekong_nats_connected").set(if app.nodes.is_connected() { 1.0 } else { 0.0 });
    }
    Some(handle.render())
}

/// Drains the recorder's buffers, which otherwise grow until the metrics are read.
pub(crate) fn run_upkeep() {
    if let Some(Some(handle)) = HANDLE.get() {
        handle.run_upkeep();
    }
}
