//! Fault injection: clients play on a cluster of three nodes with PostgreSQL and NATS, while its parts are killed, paused, cut off or
//! given wrong clocks. What every client received is recorded and compared with the database afterwards.
//!
//! `make test` runs a short list of faults once; with `MEKONG_FAULTS=N`, as `make faults` sets it, the long lists are run N times.

mod balancer;
mod cluster;
mod computer;
mod history;
mod links;
mod players;

use std::{
    thread,
    time::{Duration, Instant},
};

use nix::sys::signal::Signal;
use sqlx::{AnyConnection, Connection as _};

use self::{
    cluster::{NODES, NodeCluster},
    computer::ComputerGames,
    history::check_histories,
    players::Play,
};
use crate::{
    process::{Process, expect_consistent},
    signals, until,
};

/// Acknowledged moves between two faults.
const MOVES: u64 = 60;

/// Minimum time for which a process is stopped: longer than the time after which a node without heartbeats is dead.
const STOP_TIME: Duration = Duration::from_secs(5);

/// Minimum duration of other faults: all nodes notice them.
const FAULT_TIME: Duration = Duration::from_secs(4);

/// Minimum time for which a link is cut: longer than a node waits before it closes its connections.
const CUT_TIME: Duration = Duration::from_secs(8);

/// Maximum number of attempts to stop a node within a transaction.
const STOP_ATTEMPTS: u32 = 300;

/// How often the long lists of faults are repeated; `None` for the short one.
fn rounds() -> Option<usize> {
    std::env::var("MEKONG_FAULTS").ok().and_then(|text| text.parse().ok())
}

/// A fault to inject. Numbers are those of nodes in the first round.
#[derive(Clone, Copy, Debug)]
enum Fault {
    NodeKilled(usize),
    NodeStopped(usize),
    NodeReplaced(usize),
    NatsKilled,
    NatsStopped,
    DatabaseCrashed,
    /// A node stops while it holds locks in the database.
    NodeStoppedInTransaction(usize),
    /// A node starts while NATS is down.
    NodeStartedWithoutNats(usize),
    /// The database crashes while a node starts.
    DatabaseCrashedDuringStart(usize),
    /// All processes of the database are suspended for a while.
    DatabasePaused,
    /// NATS runs for a tenth of the time and is suspended otherwise.
    NatsSlow,
    /// NATS accepts fewer connections than there are nodes.
    NatsFull,
    /// NATS rejects the credentials of the nodes.
    NatsUnauthorized,
    /// The clock of a node is set to a wrong time while it runs, in seconds.
    ClockSet(usize, i32),
    /// A node starts with a wrong clock.
    ClockWrongAtStart(usize, i32),
    WorkerKilled,
    WorkerStopped,
    /// All nodes are replaced, one after the other.
    RollingRestart,
    /// All nodes are killed and start again at the same time.
    AllKilled,
}

const SHORT: [Fault; 6] = [
    Fault::NodeKilled(0),
    Fault::NatsKilled,
    Fault::NodeStopped(1),
    Fault::DatabaseCrashed,
    Fault::NatsStopped,
    Fault::NodeReplaced(2),
];

const LONG: [Fault; 15] = [
    Fault::ClockWrongAtStart(1, 30),
    Fault::NodeStoppedInTransaction(0),
    Fault::WorkerKilled,
    Fault::NodeStartedWithoutNats(1),
    Fault::ClockSet(2, -30),
    Fault::DatabaseCrashedDuringStart(2),
    Fault::NatsSlow,
    Fault::DatabasePaused,
    Fault::WorkerStopped,
    Fault::NatsFull,
    Fault::ClockSet(2, 30),
    Fault::NatsUnauthorized,
    Fault::ClockWrongAtStart(0, -30),
    Fault::RollingRestart,
    Fault::AllKilled,
];

impl Fault {
    /// The same fault on another node.
    fn shifted(self, by: usize) -> Fault {
        let shift = |number: usize| (number + by) % NODES;
        match self {
            Fault::NodeKilled(number) => Fault::NodeKilled(shift(number)),
            Fault::NodeStopped(number) => Fault::NodeStopped(shift(number)),
            Fault::NodeReplaced(number) => Fault::NodeReplaced(shift(number)),
            Fault::NodeStoppedInTransaction(number) => Fault::NodeStoppedInTransaction(shift(number)),
            Fault::NodeStartedWithoutNats(number) => Fault::NodeStartedWithoutNats(shift(number)),
            Fault::DatabaseCrashedDuringStart(number) => Fault::DatabaseCrashedDuringStart(shift(number)),
            Fault::ClockSet(number, seconds) => Fault::ClockSet(shift(number), seconds),
            Fault::ClockWrongAtStart(number, seconds) => Fault::ClockWrongAtStart(shift(number), seconds),
            fault => fault,
        }
    }
}

async fn inject(fault: Fault, cluster: &mut NodeCluster, play: &Play) {
    let begin = Instant::now();
    match fault {
        Fault::NodeKilled(number) => {
            cluster.take(number).kill();
            play.wait_for_moves(MOVES).await;
            cluster.restart(number);
        }
        Fault::NodeStopped(number) => {
            cluster.node(number).signal(Signal::SIGSTOP);
            play.wait_for_moves(MOVES).await;
            tokio::time::sleep(STOP_TIME.saturating_sub(begin.elapsed())).await;
            cluster.node(number).signal(Signal::SIGCONT);
        }
        Fault::NodeStoppedInTransaction(number) => {
            if !stop_in_transaction(cluster, number).await {
                eprintln!("  the node was never within a transaction");
            }
            play_on(play).await;
            cluster.node(number).signal(Signal::SIGCONT);
        }
        Fault::NodeReplaced(number) => replace(cluster, number, play).await,
        Fault::RollingRestart => {
            for number in 0..NODES {
                replace(cluster, number, play).await;
            }
        }
        Fault::AllKilled => {
            (0..NODES).for_each(|number| cluster.take(number).kill());
            let commands: Vec<_> = (0..NODES).map(|number| cluster.command(number)).collect();
            let starting =
                commands.into_iter().map(|mut command| thread::spawn(move || Process::run(&mut command)));
            let started: Vec<_> = starting.collect();
            for (number, node) in started.into_iter().enumerate() {
                cluster.nodes[number] = Some(node.join().expect("the node starts"));
            }
        }
        Fault::NodeStartedWithoutNats(number) => {
            cluster.nats.stop();
            cluster.take(number).kill();
            cluster.restart(number);
            play_on(play).await;
            cluster.nats.restart();
        }
        Fault::DatabaseCrashedDuringStart(number) => {
            cluster.take(number).kill();
            let mut command = cluster.command(number);
            // It starts, or fails with a message.
            let mut starting = command.spawn().expect("the program starts");
            cluster.postgres.send_command("crash");
            cluster.postgres.send_command("start");
            play.wait_for_moves(MOVES).await;
            starting.kill().expect("the process is killed");
            starting.wait().expect("the process exits");
            cluster.restart(number);
        }
        Fault::NatsKilled => {
            cluster.nats.stop();
            play.wait_for_moves(MOVES).await;
            cluster.nats.restart();
        }
        Fault::NatsStopped => {
            cluster.nats.signal("STOP");
            play.wait_for_moves(MOVES).await;
            cluster.nats.signal("CONT");
        }
        Fault::NatsSlow => {
            while begin.elapsed() < STOP_TIME {
                cluster.nats.signal("STOP");
                tokio::time::sleep(Duration::from_millis(450)).await;
                cluster.nats.signal("CONT");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        Fault::NatsFull => with_nats(cluster, play, "max_connections: 2").await,
        Fault::NatsUnauthorized => {
            with_nats(cluster, play, "authorization: { user: other, password: secret }").await;
        }
        Fault::DatabaseCrashed => {
            cluster.postgres.send_command("crash");
            tokio::time::sleep(Duration::from_secs(1)).await;
            cluster.postgres.send_command("start");
        }
        Fault::DatabasePaused => {
            cluster.postgres.send_command("pause");
            tokio::time::sleep(STOP_TIME).await;
            cluster.postgres.send_command("continue");
        }
        Fault::ClockSet(number, seconds) => {
            cluster.set_clock(number, seconds);
            play_on(play).await;
            cluster.set_clock(number, 0);
        }
        Fault::ClockWrongAtStart(number, seconds) => {
            cluster.take(number).kill();
            cluster.set_clock(number, seconds);
            cluster.restart(number);
            play_on(play).await;
            cluster.set_clock(number, 0);
        }
        Fault::WorkerKilled => {
            drop(cluster.start_worker());
            let worker = cluster.start_worker();
            play_on(play).await;
            drop(worker);
        }
        Fault::WorkerStopped => {
            let worker = cluster.start_worker();
            play_on(play).await;
            signals::send(&worker.0, Signal::SIGSTOP);
            play_on(play).await;
        }
    }
    play.wait_for_moves(MOVES).await;
    eprintln!("{fault:?}: {:.1} s", begin.elapsed().as_secs_f64());
}

/// Continues the games until all nodes have noticed a fault.
async fn play_on(play: &Play) {
    let begin = Instant::now();
    play.wait_for_moves(MOVES).await;
    tokio::time::sleep(FAULT_TIME.saturating_sub(begin.elapsed())).await;
}

/// Shuts a node down gracefully and starts it again.
async fn replace(cluster: &mut NodeCluster, number: usize, play: &Play) {
    let (status, _) = cluster.take(number).stop().await;
    assert!(status.success(), "{status}");
    play.wait_for_moves(MOVES).await;
    cluster.restart(number);
}

/// Runs NATS with other settings for a while.
async fn with_nats(cluster: &mut NodeCluster, play: &Play, settings: &str) {
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let file = dir.path().join("nats.conf");
    std::fs::write(&file, settings).expect("the file is written");
    cluster.nats.stop();
    cluster.nats.restart_with(&["-a", "127.0.0.1", "-c", file.to_str().expect("the path is UTF-8")]);
    play_on(play).await;
    cluster.nats.stop();
    cluster.nats.restart();
}

/// Stops a node within a transaction. Returns whether that succeeded; it is stopped in any case.
async fn stop_in_transaction(cluster: &NodeCluster, number: usize) -> bool {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&cluster.postgres.address).await.expect("the database opens");
    // Transactions of the other nodes are never idle for so long.
    let sql = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' \
               AND clock_timestamp() - state_change > INTERVAL '40 milliseconds'";
    for _ in 0..STOP_ATTEMPTS {
        cluster.node(number).signal(Signal::SIGSTOP);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let found = sqlx::query(sql).fetch_optional(&mut connection).await.expect("the query succeeds");
        if found.is_some() {
            return true;
        }
        cluster.node(number).signal(Signal::SIGCONT);
        tokio::time::sleep(Duration::from_millis(7)).await;
    }
    cluster.node(number).signal(Signal::SIGSTOP);
    false
}

/// Ends the games and compares what the clients received with the database.
async fn finish(mut cluster: NodeCluster, play: Play, computer: Option<ComputerGames>) {
    let mut histories = play.end().await;
    if let Some(computer) = computer {
        histories.extend(computer.end().await);
    }
    eprintln!("{}", check_histories(&cluster.postgres.address, &histories).await);
    for node in cluster.nodes.drain(..).flatten() {
        assert!(node.stop().await.0.success());
    }
    expect_consistent(&cluster.postgres.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_fault_loses_repeats_or_reorders_an_event() {
    let Some(mut cluster) = NodeCluster::start(false).await else { return };
    let play = Play::begin(&cluster.bases(), cluster.balancer.as_ref()).await;
    play.wait_for_moves(MOVES).await;
    for round in 0..rounds().unwrap_or(1) {
        for fault in SHORT {
            inject(fault.shifted(round), &mut cluster, &play).await;
        }
    }
    finish(cluster, play, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_rare_fault_loses_repeats_or_reorders_an_event() {
    let Some(rounds) = rounds() else { return };
    let Some(mut cluster) = NodeCluster::start(true).await else { return };
    let play = Play::begin(&cluster.bases(), cluster.balancer.as_ref()).await;
    let computer = ComputerGames::begin(&cluster.bases()).await;
    play.wait_for_moves(MOVES).await;
    for round in 0..rounds {
        for fault in LONG {
            inject(fault.shifted(round), &mut cluster, &play).await;
        }
    }
    finish(cluster, play, Some(computer)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_cut_link_loses_repeats_or_reorders_an_event() {
    let Some(rounds) = rounds() else { return };
    if !links::enter("faults::no_cut_link_loses_repeats_or_reorders_an_event") {
        return;
    }
    let Some(cluster) = NodeCluster::start_in_namespaces() else { return };
    let play = Play::begin(&cluster.bases(), None).await;
    play.wait_for_moves(MOVES).await;
    for round in 0..rounds {
        for (number, (link, _)) in links::LINKS.into_iter().enumerate() {
            let (node, begin) = ((number + round) % NODES, Instant::now());
            links::set(link, node, false);
            play.wait_for_moves(MOVES).await;
            tokio::time::sleep(CUT_TIME.saturating_sub(begin.elapsed())).await;
            links::set(link, node, true);
            let restored = Instant::now();
            let client = cluster.node(node).client();
            until("the node", async || (client.get("/readyz").await.text == "ready").then_some(())).await;
            let recovery = restored.elapsed().as_secs_f64();
            play.wait_for_moves(MOVES).await;
            let took = begin.elapsed().as_secs_f64();
            eprintln!(
                "link of node {node} to {link} cut: {took:.1} s, ready {recovery:.1} s after it was restored"
            );
        }
    }
    finish(cluster, play, None).await;
}
