//! Nodes in network namespaces, with links that can be cut. The test executes itself in a new network and mount namespace and
//! creates one namespace per node there; all of them end with the process.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

/// The environment variable that is set in the namespace.
const INSIDE: &str = "MEKONG_FAULTS_INSIDE";

/// The links of a node, with the second number of their addresses. Addresses of the node end with `.2`.
pub(super) const LINKS: [(&str, u8); 3] = [("database", 70), ("nats", 71), ("clients", 72)];

/// The port of every node, in its own namespace.
const PORT: u16 = 8080;

fn ip() -> Option<&'static str> {
    ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].into_iter().find(|path| Path::new(path).exists())
}

fn run_ip(args: &str) {
    let program = ip().expect("iproute2 is installed");
    let status = Command::new(program).args(args.split(' ')).status();
    assert!(status.is_ok_and(|status| status.success()), "ip {args}");
}

/// Whether this process is in its own namespace. If not, runs the test in one, or prints why it is skipped.
pub(super) fn enter(test: &str) -> bool {
    if env::var_os(INSIDE).is_some() {
        return true;
    }
    let may_create = Command::new("unshare").args(["--net", "true"]).stderr(Stdio::null()).status();
    if !may_create.is_ok_and(|status| status.success()) || ip().is_none() {
        eprintln!("skipped: cutting links needs root, unshare and iproute2");
        return false;
    }
    let set_up = "mount -t tmpfs tmpfs /run && mkdir /run/netns && ip link set lo up && exec \"$@\"";
    let program = env::current_exe().expect("the test has a path");
    let status = Command::new("unshare")
        .args(["--net", "--mount", "sh", "-c", set_up, "sh"])
        .arg(program)
        .args([test, "--exact", "--nocapture"])
        .env(INSIDE, "1")
        .stdin(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the test in the namespace failed");
    false
}

/// Creates the namespaces of the nodes and their links.
pub(super) fn create(nodes: usize) {
    for node in 0..nodes {
        run_ip(&format!("netns add node{node}"));
        run_ip(&format!("-n node{node} link set lo up"));
        for (link, number) in LINKS {
            run_ip(&format!("link add {link}{node} type veth peer name {link} netns node{node}"));
            run_ip(&format!("addr add 10.{number}.{node}.1/24 dev {link}{node}"));
            run_ip(&format!("link set {link}{node} up"));
            run_ip(&format!("-n node{node} addr add 10.{number}.{node}.2/24 dev {link}"));
            run_ip(&format!("-n node{node} link set {link} up"));
        }
    }
}

/// Cuts or restores a link.
pub(super) fn set(link: &str, node: usize, is_up: bool) {
    run_ip(&format!("link set {link}{node} {}", if is_up { "up" } else { "down" }));
}

/// The address at which a node listens.
pub(super) fn node_address(node: usize) -> String {
    format!("10.72.{node}.2:{PORT}")
}

/// The address of a service on this machine, as a node reaches it by one of its links.
pub(super) fn through(link: &str, node: usize, address: &str) -> String {
    let (_, number) = LINKS.into_iter().find(|(name, _)| *name == link).expect("there is such a link");
    address.replacen("127.0.0.1", &format!("10.{number}.{node}.1"), 1)
}

/// A command of the program in the namespace of a node.
pub(super) fn command(node: usize, options: &[String]) -> Command {
    let mut command = Command::new(ip().expect("iproute2 is installed"));
    command.env_clear().env("HOME", "/nonexistent").args(["netns", "exec", &format!("node{node}")]);
    command.arg(env!("CARGO_BIN_EXE_mekong")).args(options);
    command
}
