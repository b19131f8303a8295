use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::OnceLock,
};

use sqlx::{Connection as _, Executor as _};

/// A cluster. The script ends and removes it when the pipe to its input closes, and that happens however this process
/// ends.
pub struct Cluster {
    pub address: String,
    script: Child,
    output: BufReader<ChildStdout>,
}

impl Cluster {
    /// Ends it as a crash would, or starts it again.
    pub fn tell(&mut self, wish: &str) {
        let input = self.script.stdin.as_mut().expect("the script has an input");
        writeln!(input, "{wish}").expect("the script listens");
        let mut done = String::new();
        self.output.read_line(&mut done).expect("the script answers");
        assert_eq!(done.trim(), format!("{wish}: 0"));
    }
}

/// The address of a new, empty database; none if PostgreSQL is left out on purpose.
pub async fn fresh_database() -> Option<String> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let start = || CLUSTER.get_or_init(start).as_ref();
    let address = tokio::task::spawn_blocking(start).await.expect("PostgreSQL starts")?.address.as_str();
    let name = format!("test_{}", mekong_server::secrets::id());
    let mut connection = sqlx::PgConnection::connect(address).await.expect("PostgreSQL answers");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    connection.execute(create).await.expect("a database is made");
    let (cluster, _) = address.rsplit_once('/').expect("the address names a database");
    Some(format!("{cluster}/{name}"))
}

/// A cluster of one's own; none if PostgreSQL is left out on purpose.
pub fn start() -> Option<Cluster> {
    if env::var_os("MEKONG_SKIP_POSTGRES").is_some_and(|value| value == "1") {
        eprintln!("PostgreSQL is left out: MEKONG_SKIP_POSTGRES is set");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
    let mut child = Command::new("sh")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A signal from the keyboard ends the tests; the script goes on to clean up.
        .process_group(0)
        .spawn()
        .expect("sh starts");
    let mut address = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("the script has an output"));
    output.read_line(&mut address).expect("the script prints an address");
    if address.trim().is_empty() {
        drop(output);
        let output = child.wait_with_output().expect("the script ends");
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Some(Cluster { address: address.trim().to_owned(), script: child, output })
}
