use std::{
    fs,
    io::Write as _,
    process::{Command, Stdio},
    time::Duration,
};

use mekong_catalog::find;
use sqlx::{Connection as _, Executor as _};

use crate::{
    agree,
    common::own_cluster,
    fischer,
    kills::Players,
    play,
    process::{Place, Process, expect_sound, finish, quiet},
    see, until,
};

/// Lets nobody into a database, and throws out who is there; or lets them in again.
async fn close_database(address: &str, closed: bool) {
    let (cluster, name) = address.rsplit_once('/').expect("the address names a database");
    let mut connection =
        sqlx::PgConnection::connect(&format!("{cluster}/postgres")).await.expect("PostgreSQL answers");
    let allow = format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {}", !closed);
    connection.execute(sqlx::AssertSqlSafe(allow)).await.expect("it is done");
    if closed {
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        connection.execute(sqlx::AssertSqlSafe(end)).await.expect("it is done");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_database_is_an_error_and_then_found_again() {
    let Some(place) = Place::postgres().await else { return };
    let server = Process::start("127.0.0.1:0", &place.address);
    let (ann, bob) = (server.client(), server.client());
    let game = agree(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    let mut socket = bob.socket(&format!("/api/game/{game}/socket")).await;
    socket.next_of("hello").await;
    for _ in 0..2 {
        close_database(&place.address, true).await;
        play(&bob, &game, 2, "@c5S").await.expect_problem(503, "unavailable");
        server.client().get("/healthz").await.expect(200);
        server.client().get("/readyz").await.expect_problem(503, "unavailable");
        close_database(&place.address, false).await;
        // Connections that were cut are found out one by one.
        until("the database", async || (server.client().get("/readyz").await.status == 200).then_some(()))
            .await;
        assert_eq!(see(&ann, &game).await["ply"], 1, "what was not acknowledged is not there");
    }
    // The writer may still hold a connection that was cut: it says so, and the player tries again.
    until("the move", async || (play(&bob, &game, 2, "@c5S").await.status == 200).then_some(())).await;
    assert_eq!(socket.until(|message| message["type"] == "move").await["move"], "@c5S");
    assert!(server.stop().await.0.success());
    expect_sound(&place.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_crashes_under_play_loses_nothing() {
    let Some(mut cluster) = tokio::task::spawn_blocking(own_cluster).await.expect("it starts") else {
        return;
    };
    let place = Place::at(&cluster.address);
    let server = Process::start("127.0.0.1:0", &place.address);
    let players = Players::begin(&server).await;
    for _ in 0..2 {
        players.make(40).await;
        cluster = tokio::task::spawn_blocking(move || {
            cluster.tell("crash");
            cluster
        })
        .await
        .expect("it ends");
        server.client().get("/healthz").await.expect(200);
        server.client().get("/readyz").await.expect_problem(503, "unavailable");
        cluster = tokio::task::spawn_blocking(move || {
            cluster.tell("start");
            cluster
        })
        .await
        .expect("it starts");
    }
    players.make(40).await;
    players.end().await;
    assert!(server.stop().await.0.success());
    expect_sound(&place.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_an_error_and_nothing_is_damaged() {
    let can_mount = Command::new("unshare")
        .args(["-r", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"])
        .stderr(Stdio::null())
        .status();
    if !can_mount.is_ok_and(|status| status.success()) {
        eprintln!("not tested: this system lets nobody mount a small disk (unshare -r -m)");
        return;
    }
    let dir = tempfile::tempdir().expect("a directory is made");
    let disk = dir.path().to_str().expect("a plain name");
    let mut command = Command::new("unshare");
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path).env("HOME", "/nonexistent");
    // The disk is seen by the server alone, and goes with it.
    let mount = "mount -t tmpfs -o size=3m tmpfs \"$0\" && exec \"$@\"";
    command.args(["-r", "-m", "sh", "-c", mount, disk, env!("CARGO_BIN_EXE_mekong")]);
    command.args(quiet("127.0.0.1:0", &format!("sqlite:{disk}/mekong.db")));
    let server = Process::run(&mut command);
    let inside = format!("/proc/{}/root{disk}", server.id());
    let (ann, bob) = (server.client(), server.client());
    let game = agree(&ann, &bob, "siam", fischer(6_000)).await;
    let ballast = format!("{inside}/ballast");
    let mut file = fs::File::create(&ballast).expect("there is room");
    while file.write_all(&[0; 4_096]).is_ok() {}
    drop(file);
    // The journal has some room left, and then none.
    let mut session = find("siam").unwrap().start(Default::default(), 0);
    let mut is_full = false;
    for ply in 1..2_000 {
        let Some(turn) = session.turn() else { break };
        // Back and forth at one's own edge ends no game; entering and leaving are always possible.
        let legal = session.legal();
        let mv = legal[ply % legal.len()].clone();
        let answer = play([&ann, &bob][turn.index()], &game, ply, &mv).await;
        if answer.status == 200 {
            session.play(&mv).expect("a legal move");
            continue;
        }
        answer.expect_problem(507, "full");
        is_full = true;
        break;
    }
    assert!(is_full, "the disk was never full");
    let known = see(&ann, &game).await;
    assert_eq!(known["ply"], session.moves().len(), "what was not acknowledged is not there");
    server.client().get("/healthz").await.expect(200);
    server.client().get("/readyz").await.expect_problem(503, "full");
    fs::remove_file(&ballast).expect("there is room again");
    until("a server that is ready", async || {
        (server.client().get("/readyz").await.status == 200).then_some(())
    })
    .await;
    let turn = session.turn().expect("it goes on");
    let mv = session.legal().swap_remove(0);
    let ply = session.moves().len() + 1;
    // What is freed is found at once, or at the next try.
    let mut answer = play([&ann, &bob][turn.index()], &game, ply, &mv).await;
    for _ in 0..10 {
        if answer.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        answer = play([&ann, &bob][turn.index()], &game, ply, &mv).await;
    }
    answer.expect(200);
    // The check has to look at the disk from where it is seen.
    let mut check = Command::new("nsenter");
    check.args(["-U", "-m", "--preserve-credentials", "-t", &server.id().to_string()]);
    check.args([env!("CARGO_BIN_EXE_mekong"), "admin", "check", "--lang", "en"]);
    check.args(["--database", &format!("sqlite:{disk}/mekong.db")]);
    let said = finish(check).await;
    assert!(said.code == 0 && said.out.contains("faults: 0"), "{}{}", said.out, said.err);
    assert!(server.stop().await.0.success());
}
