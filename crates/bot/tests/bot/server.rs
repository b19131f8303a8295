use std::{net::SocketAddr, path::Path};

use mekong_server::{
    config::{Layers, Setup},
    serve::serve,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

use crate::common::Client;

/// A server in this process, on SQLite. It ends when this is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    dir: TempDir,
}

impl Server {
    pub(crate) async fn start() -> Server {
        let dir = tempfile::tempdir().expect("a temporary folder is created");
        Server::listen("127.0.0.1:0", dir).await
    }

    async fn listen(address: &str, dir: TempDir) -> Server {
        let setup = setup(address, dir.path());
        let (started, listening) = oneshot::channel();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            let started = |app: &std::sync::Arc<mekong_server::app::App>| {
                started.send(app.config.listen).expect("the receiver exists");
            };
            serve(setup, started, stopped).await.expect("the server starts");
        });
        Server { address: listening.await.expect("the server starts"), stop, task, dir }
    }

    /// Ends the server and starts another one at the same address, on the same database.
    pub(crate) async fn restart(self) -> Server {
        let Server { address, stop, task, dir } = self;
        stop.send(()).expect("the server runs");
        task.await.expect("no panic");
        Server::listen(&address.to_string(), dir).await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.url())
    }

    /// A client with a new account.
    pub(crate) async fn account(&self, name: &str) -> Client {
        let client = self.client();
        let body = serde_json::json!({ "name": name, "password": format!("password of {name}") });
        client.post("/api/account", body).await.expect(201);
        client
    }
}

fn setup(listen: &str, dir: &Path) -> Setup {
    let mut settings = Layers::new();
    settings.flag("listen", listen);
    settings.flag("tables", "off");
    settings.flag("rate_limits", "off");
    settings.flag("engine_threads", "1");
    settings.resolve(Some(dir.to_owned())).expect("valid settings")
}
