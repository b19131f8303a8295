//! A bare WebSocket server that sends back what it receives: the limit for a server with the same library.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use axum::{
    Router,
    extract::ws::{Message, WebSocket, WebSocketUpgrade},
    routing::get,
    serve::ListenerExt as _,
};
use clap::{Arg, ArgMatches, Command};
use mekong_core::{Lang, say};
use mekong_terminal::{context::Context, failure::Failure, runtime::runtime};
use tokio::net::TcpListener;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("echo")
        .about(lang.pick(
            "Serve a bare WebSocket echo, to compare with the server under load",
            "Servir un simple écho WebSocket, à comparer au serveur sous charge",
        ))
        .arg(Arg::new("listen").long("listen").value_name("ADDR").default_value("127.0.0.1:8090").help(
            lang.pick(
                "Address and port (port 0: any free port)",
                "Adresse et port (port 0 : un port libre quelconque)",
            ),
        ))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let address = matches.get_one::<String>("listen").expect("has a default");
    let lang = context.lang;
    crate::load::raise_fd_limit();
    runtime(lang)?.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let bound = listener.local_addr()?;
        writeln!(
            io::stdout(),
            "{}",
            say!(lang, "listening on http://{bound}", "à l’écoute sur http://{bound}")
        )?;
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, Router::new().route("/", get(upgrade))).await
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn upgrade(upgrade: WebSocketUpgrade) -> axum::response::Response {
    upgrade.read_buffer_size(2 * 1024).write_buffer_size(2 * 1024).on_upgrade(echo)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if let Message::Text(_) = message
            && socket.send(message).await.is_err()
        {
            return;
        }
    }
}
