use std::{net::SocketAddr, sync::Arc};

use mekong_server::{app::App, config::Config, http};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use super::Client;

/// A server that listens on a port of its own. It ends when it is dropped.
pub struct Server {
    /// What requests share.
    pub app: Arc<App>,
    /// Where it listens.
    pub address: SocketAddr,
    /// `http://…`, without a slash at the end.
    pub base: String,
    change: fn(&mut Config),
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
    /// Where SQLite keeps its files.
    dir: Option<TempDir>,
}

impl Server {
    /// On a fresh SQLite database.
    pub async fn on_sqlite(change: fn(&mut Config)) -> Server {
        let dir = tempfile::tempdir().expect("a directory is made");
        let address = format!("sqlite:{}", dir.path().join("mekong.db").display());
        Server::on(address, Some(dir), change).await
    }

    /// On a database that may hold something already.
    pub async fn on(database: String, dir: Option<TempDir>, change: fn(&mut Config)) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the port is known");
        let base = format!("http://{address}");
        let mut config = Config { listen: address, database, base_url: base.clone(), ..Config::default() };
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

    /// Somebody new, without a cookie.
    pub fn client(&self) -> Client {
        Client::new(&self.base)
    }

    /// Somebody with an account of this name; the password is `password of NAME`.
    pub async fn account(&self, name: &str) -> Client {
        let client = self.client();
        let body = serde_json::json!({ "name": name, "password": format!("password of {name}") });
        client.post("/api/account", body).await.expect(201);
        client
    }

    /// Ends in good order.
    pub async fn stop(mut self) -> (String, Option<TempDir>) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        (&mut self.task).await.expect("the server ends");
        self.app.stop().await;
        (self.app.config.database.clone(), self.dir.take())
    }

    /// Ends and starts again on the same database, at another port.
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
