//! A plain TCP balancer: each connection goes to the next node that accepts it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::AbortHandle,
};

pub(super) struct Balancer {
    pub(super) base: String,
    task: AbortHandle,
}

impl Balancer {
    pub(super) async fn start(ports: &[u16]) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is available");
        let base = format!("http://{}", listener.local_addr().expect("the port is known"));
        let (ports, next) = (ports.to_vec(), Arc::new(AtomicUsize::new(0)));
        let task = tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (ports, next) = (ports.clone(), Arc::clone(&next));
                tokio::spawn(async move {
                    for _ in 0..ports.len() {
                        let port = ports[next.fetch_add(1, Relaxed) % ports.len()];
                        if let Ok(mut node) = TcpStream::connect(("127.0.0.1", port)).await {
                            let _ = copy_bidirectional(&mut client, &mut node).await;
                            return;
                        }
                    }
                });
            }
        });
        Balancer { base, task: task.abort_handle() }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
