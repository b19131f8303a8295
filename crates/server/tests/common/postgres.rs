use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::OnceLock,
};

use sqlx::{Connection as _, Executor as _};

/// A PostgreSQL cluster, managed by a script. The script stops and removes it when its standard input closes, which
/// happens in any case when this process ends.
pub struct Cluster {
    pub address: String,
    script: Child,
    output: BufReader<ChildStdout>,
}

impl Cluster {
    /// Sends a command to the script: `crash` or `pause` the cluster, `start` it again or let it `continue`.
    pub fn send_command(&mut self, command: &str) {
        let input = self.script.stdin.as_mut().expect("standard input is piped");
        writeln!(input, "{command}").expect("the script reads its input");
        let mut done = String::new();
        self.output.read_line(&mut done).expect("the script answers");
        assert_eq!(done.trim(), format!("{command}: 0"));
    }
}

/// The URL of a new, empty database; `None` if tests with PostgreSQL are disabled.
pub async fn fresh_database() -> Option<String> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let start = || CLUSTER.get_or_init(start).as_ref();
    let address = tokio::task::spawn_blocking(start).await.expect("PostgreSQL starts")?.address.as_str();
    let name = format!("test_{}", mekong_server::secrets::id());
    let mut connection = sqlx::PgConnection::connect(address).await.expect("PostgreSQL accepts connections");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    connection.execute(create).await.expect("the database is created");
    let (cluster, _) = address.rsplit_once('/').expect("the address names a database");
    Some(format!("{cluster}/{name}"))
}

/// Starts a new cluster; `None` if tests with PostgreSQL are disabled.
pub fn start() -> Option<Cluster> {
    start_at("127.0.0.1")
}

/// Starts a new cluster that listens on an address, or on all with `*`.
pub fn start_at(listen: &str) -> Option<Cluster> {
    if env::var_os("MEKONG_SKIP_POSTGRES").is_some_and(|value| value == "1") {
        eprintln!("PostgreSQL tests are skipped: MEKONG_SKIP_POSTGRES is set");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
    let mut child = Command::new("sh")
        .arg(script)
        .env("MEKONG_POSTGRES_LISTEN", listen)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Ctrl-C ends the tests but not the script, which cleans up.
        .process_group(0)
        .spawn()
        .expect("sh starts");
    let mut address = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
    output.read_line(&mut address).expect("the script prints an address");
    if address.trim().is_empty() {
        drop(output);
        let output = child.wait_with_output().expect("the script exits");
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Some(Cluster { address: address.trim().to_owned(), script: child, output })
}
