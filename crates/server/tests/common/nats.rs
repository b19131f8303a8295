use std::{
    env,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// A NATS server on its own port. It is killed when dropped.
pub struct Nats {
    pub address: String,
    pub port: u16,
    options: Vec<String>,
    process: Child,
}

/// How often a new server is checked for accepting connections.
const ATTEMPTS: u32 = 500;

impl Nats {
    /// Starts a server; `None`, with a message, if it is not installed.
    pub fn start() -> Option<Nats> {
        Nats::start_with(&["-a", "127.0.0.1"])
    }

    /// Starts a server with further options.
    pub fn start_with(options: &[&str]) -> Option<Nats> {
        let port = free_port();
        let process = spawn(port, options)?;
        let options = options.iter().map(|&option| option.to_owned()).collect();
        Some(Nats { address: format!("nats://127.0.0.1:{port}"), port, options, process })
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        self.process.kill().expect("the process is ours");
        self.process.wait().expect("the process ends");
    }

    /// Starts it again on the same port.
    pub fn restart(&mut self) {
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        self.process = spawn(self.port, &options).expect("it was started before");
    }

    /// Starts it again on the same port with other options.
    pub fn restart_with(&mut self, options: &[&str]) {
        self.process = spawn(self.port, options).expect("it was started before");
    }

    /// Sends a signal, by name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.process.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A free port.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is available");
    listener.local_addr().expect("the port is known").port()
}

fn spawn(port: u16, options: &[&str]) -> Option<Child> {
    if env::var_os("MEKONG_SKIP_NATS").is_some_and(|value| value == "1") {
        eprintln!("NATS tests are skipped: MEKONG_SKIP_NATS is set");
        return None;
    }
    // Debian installs it in a directory that is not on the path of all users.
    let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"];
    let program = program.into_iter().find(|path| Path::new(path).exists()).unwrap_or("nats-server");
    let spawned = Command::new(program)
        .args(["-p", &port.to_string()])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(child) = spawned else {
        eprintln!("NATS tests are skipped: nats-server is missing (Debian: apt-get install nats-server)");
        return None;
    };
    for _ in 0..ATTEMPTS {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Some(child);
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("nats-server does not accept connections");
}
