//! A cluster under test: three nodes, PostgreSQL and NATS, on the loopback interface or each node in a network namespace of its own.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use super::{balancer::Balancer, links};
use crate::{
    common::{Cluster, Nats, free_port, own_cluster, own_cluster_at},
    process::{Process, mekong, serve_args},
};

/// Number of nodes.
pub(super) const NODES: usize = 3;

/// Paths of the library that changes the clock of a program (Debian package libfaketime).
const FAKE_TIME: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];

/// Three nodes with their database and NATS.
pub(super) struct NodeCluster {
    pub(super) postgres: Cluster,
    pub(super) nats: Nats,
    pub(super) nodes: Vec<Option<Process>>,
    /// A plain TCP balancer before all nodes; none between namespaces.
    pub(super) balancer: Option<Balancer>,
    /// Ports on the loopback interface; `None` with namespaces.
    ports: Option<Vec<u16>>,
    clocks: Option<Clocks>,
}

/// The clocks of the nodes, in files that the library reads.
struct Clocks {
    library: &'static str,
    dir: TempDir,
}

impl Clocks {
    fn find() -> Option<Clocks> {
        let Some(library) = FAKE_TIME.into_iter().find(|path| Path::new(path).exists()) else {
            eprintln!(
                "wrong clocks are not tested: libfaketime is missing (Debian: apt-get install libfaketime)"
            );
            return None;
        };
        Some(Clocks { library, dir: tempfile::tempdir().expect("a temporary folder is created") })
    }

    fn set(&self, number: usize, seconds: i32) {
        let new = self.dir.path().join("new");
        fs::write(&new, format!("{seconds:+}s\n")).expect("the file is written");
        fs::rename(new, self.dir.path().join(number.to_string())).expect("the file is renamed");
    }

    fn apply(&self, command: &mut Command, number: usize) {
        command
            .env("LD_PRELOAD", self.library)
            .env("FAKETIME_TIMESTAMP_FILE", self.dir.path().join(number.to_string()))
            .env("FAKETIME_NO_CACHE", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
}

impl NodeCluster {
    /// On the loopback interface; `None`, with a message, if tests with PostgreSQL or NATS are skipped.
    pub(super) async fn start(has_clocks: bool) -> Option<NodeCluster> {
        let (nats, postgres) = (Nats::start()?, own_cluster()?);
        let ports: Vec<u16> = (0..NODES).map(|_| free_port()).collect();
        let clocks = if has_clocks { Clocks::find() } else { None };
        let balancer = Some(Balancer::start(&ports).await);
        let mut cluster =
            NodeCluster { postgres, nats, nodes: Vec::new(), balancer, ports: Some(ports), clocks };
        cluster.start_nodes();
        Some(cluster)
    }

    /// Each node in a namespace of its own, with one link to each of the database, NATS and the clients.
    pub(super) fn start_in_namespaces() -> Option<NodeCluster> {
        links::create(NODES);
        let (nats, postgres) = (Nats::start_with(&["-a", "0.0.0.0"])?, own_cluster_at("*")?);
        let mut cluster =
            NodeCluster { postgres, nats, nodes: Vec::new(), balancer: None, ports: None, clocks: None };
        cluster.start_nodes();
        Some(cluster)
    }

    fn start_nodes(&mut self) {
        for number in 0..NODES {
            self.set_clock(number, 0);
            let node = self.run(number);
            self.nodes.push(Some(node));
        }
    }

    /// The addresses of the nodes.
    pub(super) fn bases(&self) -> Vec<String> {
        match &self.ports {
            Some(ports) => ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect(),
            None => (0..NODES).map(|number| format!("http://{}", links::node_address(number))).collect(),
        }
    }

    pub(super) fn node(&self, number: usize) -> &Process {
        self.nodes[number].as_ref().expect("the node runs")
    }

    pub(super) fn take(&mut self, number: usize) -> Process {
        self.nodes[number].take().expect("the node runs")
    }

    pub(super) fn restart(&mut self, number: usize) {
        self.nodes[number] = Some(self.run(number));
    }

    fn run(&self, number: usize) -> Process {
        Process::run(&mut self.command(number))
    }

    /// The command that starts a node.
    pub(super) fn command(&self, number: usize) -> Command {
        let Some(ports) = &self.ports else {
            let database = links::through("database", number, &self.postgres.address);
            let mut options = serve_args(&links::node_address(number), &database);
            options.extend(["--nats".to_owned(), links::through("nats", number, &self.nats.address)]);
            return links::command(number, &options);
        };
        let mut options = serve_args(&format!("127.0.0.1:{}", ports[number]), &self.postgres.address);
        options.extend(["--nats".to_owned(), self.nats.address.clone()]);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let mut command = mekong(&options);
        if let Some(clocks) = &self.clocks {
            clocks.apply(&mut command, number);
        }
        command
    }

    /// Sets the clock of a node to an offset from the right time, if libfaketime is installed.
    pub(super) fn set_clock(&self, number: usize, seconds: i32) {
        if let Some(clocks) = &self.clocks {
            clocks.set(number, seconds);
        }
    }

    /// Starts an engine worker.
    pub(super) fn start_worker(&self) -> Worker {
        let mut command = mekong(&["worker", "--nats", &self.nats.address, "--engine-threads", "1"]);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().expect("the program starts"))
    }
}

/// An engine worker, which is killed when dropped.
pub(super) struct Worker(pub(super) Child);

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
