//! A site of three nodes on PostgreSQL and NATS under real play, while nodes, NATS and the database are killed and paused. What
//! every client received is recorded and compared with the database afterwards.

mod history;
mod players;

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use self::{history::check_histories, players::Play};
use crate::{
    common::{Cluster, Nats, free_port, own_cluster},
    process::{Process, expect_consistent, mekong, quiet},
};

/// Number of nodes.
const NODES: usize = 3;

/// Acknowledged moves between two faults.
const MOVES: u64 = 60;

/// The minimum time for which a process is stopped: longer than a node may be silent before it counts as dead.
const STOPPED: Duration = Duration::from_secs(5);

/// How often the list of faults is repeated; `make faults` sets a larger number.
fn rounds() -> usize {
    std::env::var("MEKONG_FAULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Three nodes with their database and NATS.
struct Site {
    cluster: Cluster,
    nats: Nats,
    nodes: Vec<Option<Process>>,
    ports: Vec<u16>,
}

impl Site {
    /// `None`, with a message, if PostgreSQL or NATS is left out.
    fn start() -> Option<Site> {
        let (nats, cluster) = (Nats::start()?, own_cluster()?);
        let ports: Vec<u16> = (0..NODES).map(|_| free_port()).collect();
        let mut site = Site { cluster, nats, nodes: Vec::new(), ports };
        for number in 0..NODES {
            let node = site.run(number);
            site.nodes.push(Some(node));
        }
        Some(site)
    }

    fn run(&self, number: usize) -> Process {
        let mut options = quiet(&format!("127.0.0.1:{}", self.ports[number]), &self.cluster.address);
        options.extend(["--nats".to_owned(), self.nats.address.clone()]);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        Process::run(&mut mekong(&options))
    }

    fn bases(&self) -> Vec<String> {
        self.ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect()
    }

    fn node(&self, number: usize) -> &Process {
        self.nodes[number].as_ref().expect("the node runs")
    }

    fn restart(&mut self, number: usize) {
        self.nodes[number] = Some(self.run(number));
    }
}

/// A fault to inject.
#[derive(Clone, Copy, Debug)]
enum Fault {
    NodeKilled(usize),
    NodeStopped(usize),
    NodeReplaced(usize),
    NatsKilled,
    NatsStopped,
    DatabaseCrashed,
}

const FAULTS: [Fault; 6] = [
    Fault::NodeKilled(0),
    Fault::NatsKilled,
    Fault::NodeStopped(1),
    Fault::DatabaseCrashed,
    Fault::NatsStopped,
    Fault::NodeReplaced(2),
];

async fn inject(fault: Fault, site: &mut Site, play: &Play) {
    eprintln!("{fault:?}");
    let begin = Instant::now();
    match fault {
        Fault::NodeKilled(number) => {
            site.nodes[number].take().expect("the node runs").kill();
            play.wait_for_moves(MOVES).await;
            site.restart(number);
        }
        Fault::NodeStopped(number) => {
            site.node(number).signal(Signal::SIGSTOP);
            play.wait_for_moves(MOVES).await;
            tokio::time::sleep(STOPPED.saturating_sub(begin.elapsed())).await;
            site.node(number).signal(Signal::SIGCONT);
        }
        Fault::NodeReplaced(number) => {
            let (status, _) = site.nodes[number].take().expect("the node runs").stop().await;
            assert!(status.success(), "{status}");
            play.wait_for_moves(MOVES).await;
            site.restart(number);
        }
        Fault::NatsKilled => {
            site.nats.stop();
            play.wait_for_moves(MOVES).await;
            site.nats.restart();
        }
        Fault::NatsStopped => {
            site.nats.signal("STOP");
            play.wait_for_moves(MOVES).await;
            site.nats.signal("CONT");
        }
        Fault::DatabaseCrashed => {
            site.cluster.send_command("crash");
            tokio::time::sleep(Duration::from_secs(1)).await;
            site.cluster.send_command("start");
        }
    }
    play.wait_for_moves(MOVES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_fault_loses_repeats_or_reorders_an_event() {
    let Some(mut site) = Site::start() else { return };
    let play = Play::begin(&site.bases()).await;
    play.wait_for_moves(MOVES).await;
    for round in 0..rounds() {
        for fault in FAULTS {
            let shifted = match fault {
                Fault::NodeKilled(number) => Fault::NodeKilled((number + round) % NODES),
                Fault::NodeStopped(number) => Fault::NodeStopped((number + round) % NODES),
                Fault::NodeReplaced(number) => Fault::NodeReplaced((number + round) % NODES),
                fault => fault,
            };
            inject(shifted, &mut site, &play).await;
        }
    }
    let histories = play.end().await;
    let report = check_histories(&site.cluster.address, &histories).await;
    eprintln!("{report}");
    for node in site.nodes.drain(..).flatten() {
        assert!(node.stop().await.0.success());
    }
    expect_consistent(&site.cluster.address).await;
}
