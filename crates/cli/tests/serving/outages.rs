use std::{
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use mekong_catalog::find;
use sqlx::{Connection as _, Executor as _};

use crate::{
    common::own_cluster,
    create_game, fischer, get_game,
    kills::Players,
    play,
    process::{Process, TestDatabase, expect_consistent, finish, serve_args},
    until,
};

/// Refuses connections to a database and terminates existing ones, or allows connections again.
async fn close_database(address: &str, closed: bool) {
    let (cluster, name) = address.rsplit_once('/').expect("the address names a database");
    let mut connection = sqlx::PgConnection::connect(&format!("{cluster}/postgres"))
        .await
        .expect("PostgreSQL accepts connections");
    let allow = format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {}", !closed);
    connection.execute(sqlx::AssertSqlSafe(allow)).await.expect("the statement is executed");
    if closed {
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        connection.execute(sqlx::AssertSqlSafe(end)).await.expect("the statement is executed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_recovers_from_lost_database_connections() {
    let Some(db) = TestDatabase::postgres().await else { return };
    let server = Process::start("127.0.0.1:0", &db.address);
    let (ann, bob) = (server.client(), server.client());
    let game = create_game(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    let mut socket = bob.socket(&format!("/api/game/{game}/socket")).await;
    socket.next_of("hello").await;
    for _ in 0..2 {
        close_database(&db.address, true).await;
        play(&bob, &game, 2, "@c5S").await.expect_problem(503, "unavailable");
        server.client().get("/healthz").await.expect(200);
        server.client().get("/readyz").await.expect_problem(503, "unavailable");
        close_database(&db.address, false).await;
        until("the database", async || (server.client().get("/readyz").await.status == 200).then_some(()))
            .await;
        assert_eq!(get_game(&ann, &game).await["ply"], 1, "moves that were not acknowledged are not stored");
    }
    // The first attempt may fail on a terminated connection of the writer.
    until("the move", async || (play(&bob, &game, 2, "@c5S").await.status == 200).then_some(())).await;
    assert_eq!(socket.until(|message| message["type"] == "move").await["move"], "@c5S");
    assert!(server.stop().await.0.success());
    expect_consistent(&db.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_when_the_database_crashes() {
    let Some(mut cluster) = tokio::task::spawn_blocking(own_cluster).await.expect("PostgreSQL starts") else {
        return;
    };
    let db = TestDatabase::at(&cluster.address);
    let server = Process::start("127.0.0.1:0", &db.address);
    let players = Players::begin(&server).await;
    for _ in 0..2 {
        players.wait_for_moves(40).await;
        cluster = tokio::task::spawn_blocking(move || {
            cluster.send_command("crash");
            cluster
        })
        .await
        .expect("no panic");
        server.client().get("/healthz").await.expect(200);
        server.client().get("/readyz").await.expect_problem(503, "unavailable");
        cluster = tokio::task::spawn_blocking(move || {
            cluster.send_command("start");
            cluster
        })
        .await
        .expect("PostgreSQL starts");
    }
    players.wait_for_moves(40).await;
    players.end().await;
    assert!(server.stop().await.0.success());
    expect_consistent(&db.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_is_reported_and_damages_nothing() {
    let can_mount = Command::new("unshare")
        .args(["-r", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"])
        .stderr(Stdio::null())
        .status();
    if !can_mount.is_ok_and(|status| status.success()) {
        eprintln!("skipped: cannot mount a tmpfs in a user namespace (unshare -r -m)");
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let disk = dir.path().to_str().expect("the path is UTF-8");
    let mut command = Command::new("unshare");
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path).env("HOME", "/nonexistent");
    // The disk is mounted in the namespace of the server only.
    let mount = "mount -t tmpfs -o size=3m tmpfs \"$0\" && exec \"$@\"";
    command.args(["-r", "-m", "sh", "-c", mount, disk, env!("CARGO_BIN_EXE_mekong")]);
    command.args(serve_args("127.0.0.1:0", &format!("sqlite:{disk}/mekong.db")));
    let server = Process::run(&mut command);
    let inside = format!("/proc/{}/root{disk}", server.id());
    let (ann, bob) = (server.client(), server.client());
    let game = create_game(&ann, &bob, "siam", fischer(6_000)).await;
    let ballast = format!("{inside}/ballast");
    let mut file = fs::File::create(&ballast).expect("the disk can be filled");
    while file.write_all(&[0; 4_096]).is_ok() {}
    drop(file);
    // The journal has some space left at first.
    let mut session = find("siam").unwrap().start(Default::default(), 0);
    let mut is_full = false;
    for ply in 1..2_000 {
        let Some(turn) = session.turn() else { break };
        // Moves in rotation do not end the game soon.
        let legal = session.legal();
        let mv = legal[ply % legal.len()].clone();
        let answer = play([&ann, &bob][turn.index()], &game, ply, &mv).await;
        if answer.status == 200 {
            session.play(&mv).expect("the move is legal");
            continue;
        }
        answer.expect_problem(507, "full");
        is_full = true;
        break;
    }
    assert!(is_full, "the disk was never full");
    let known = get_game(&ann, &game).await;
    assert_eq!(known["ply"], session.moves().len(), "moves that were not acknowledged are not stored");
    server.client().get("/healthz").await.expect(200);
    server.client().get("/readyz").await.expect_problem(503, "full");
    fs::remove_file(&ballast).expect("the file is deleted");
    until("a server that is ready", async || {
        (server.client().get("/readyz").await.status == 200).then_some(())
    })
    .await;
    let turn = session.turn().expect("the game is in progress");
    let mv = session.legal().swap_remove(0);
    let ply = session.moves().len() + 1;
    until("the move", async || {
        let answer = play([&ann, &bob][turn.index()], &game, ply, &mv).await;
        (answer.status == 200).then_some(())
    })
    .await;
    // The disk is mounted only in the namespace of the server.
    let mut check = Command::new("nsenter");
    check.args(["-U", "-m", "--preserve-credentials", "-t", &server.id().to_string()]);
    check.args([env!("CARGO_BIN_EXE_mekong"), "admin", "check", "--lang", "en"]);
    check.args(["--database", &format!("sqlite:{disk}/mekong.db")]);
    let output = finish(check).await;
    assert!(output.code == 0 && output.out.contains("errors: 0"), "{}{}", output.out, output.err);
    assert!(server.stop().await.0.success());
}
