use std::{net::SocketAddr, sync::Arc};

use mekong_server::{app::App, config::Config, http};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use super::Client;

/// A server on its own port. It stops when dropped.
pub struct Server {
    /// Shared state of the server.
    pub app: Arc<App>,
    /// Listening address.
    pub address: SocketAddr,
    /// `http://…`, without a trailing slash.
    pub base: String,
    change: fn(&mut Config),
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
    /// Directory of the SQLite database.
    dir: Option<TempDir>,
}

impl Server {
    /// Starts a server on a new SQLite database.
    pub async fn on_sqlite(change: fn(&mut Config)) -> Server {
        let dir = tempfile::tempdir().expect("a temporary folder is created");
        let address = format!("sqlite:{}", dir.path().join("mekong.db").display());
        Server::on(address, Some(dir), change).await
    }

    /// Starts a server on a database, which may contain data.
    pub async fn on(database: String, dir: Option<TempDir>, change: fn(&mut Config)) -> Server {
        Server::start(database, dir, None, change).await
    }

    /// Starts one of several nodes.
    pub async fn node(database: &str, nats: &str) -> Server {
        Server::start(database.to_owned(), None, Some(nats.to_owned()), |_| ()).await
    }

    async fn start(
        database: String,
        dir: Option<TempDir>,
        nats: Option<String>,
        change: fn(&mut Config),
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is available");
        let address = listener.local_addr().expect("the port is known");
        let base = format!("http://{address}");
        let mut config =
            Config { listen: address, database, nats, base_url: base.clone(), ..Config::default() };
        change(&mut config);
        let app = App::start(config).await.expect("the server starts");
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&app);
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            http::serve(&served, listener, stopped).await;
        });
        Server { app, address, base, change, stop: Some(stop), task, dir }
    }

    /// A new client without cookies.
    pub fn client(&self) -> Client {
        Client::new(&self.base)
    }

    /// A client with a new account; the password is `password of NAME`.
    pub async fn account(&self, name: &str) -> Client {
        let client = self.client();
        let body = serde_json::json!({ "name": name, "password": format!("password of {name}") });
        client.post("/api/account", body).await.expect(201);
        client
    }

    /// Shuts down gracefully. Returns the database and its directory.
    pub async fn stop(mut self) -> (String, Option<TempDir>) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        (&mut self.task).await.expect("the server stops");
        self.app.stop().await;
        (self.app.config.database.clone(), self.dir.take())
    }

    /// Restarts on the same database, on another port.
    pub async fn restart(self) -> Server {
        let change = self.change;
        let (database, dir) = self.stop().await;
        Server::on(database, dir, change).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}
