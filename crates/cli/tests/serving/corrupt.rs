use std::{
    fs::{self, OpenOptions},
    io::{Seek as _, SeekFrom, Write as _},
    path::Path,
};

use crate::{
    create_game, fischer, play,
    process::{Process, TestDatabase, expect_consistent, finish, mekong, run, serve_args},
};

/// Creates a database with a game. The server is shut down gracefully, so that everything is in one file.
async fn used(db: &TestDatabase) -> std::path::PathBuf {
    let server = Process::start("127.0.0.1:0", &db.address);
    let (ann, bob) = (server.client(), server.client());
    let game = create_game(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    assert!(server.stop().await.0.success());
    db.dir().join("mekong.db")
}

fn overwrite(path: &Path, from: u64, bytes: usize) {
    let mut file = OpenOptions::new().write(true).open(path).expect("the database opens");
    file.seek(SeekFrom::Start(from)).expect("the position is within the file");
    let garbage: Vec<u8> = (0..bytes).map(|index| (index * 131 + 7) as u8).collect();
    file.write_all(&garbage).expect("the file is written");
}

#[tokio::test(flavor = "multi_thread")]
async fn corrupt_database_is_reported() {
    let db = TestDatabase::sqlite();
    let path = used(&db).await;
    let intact = fs::read(&path).expect("the database file can be read");
    let size = intact.len();
    type Damage = (&'static str, fn(&Path, usize));
    let damages: [Damage; 4] = [
        ("not a database", |path, size| overwrite(path, 0, size)),
        ("the header", |path, _| overwrite(path, 16, 200)),
        ("all pages except the first", |path, size| overwrite(path, 4_096, size - 4_096)),
        ("the second half is missing", |path, size| {
            OpenOptions::new().write(true).open(path).unwrap().set_len(size as u64 / 2).unwrap();
        }),
    ];
    for (what, damage) in damages {
        damage(&path, size);
        let output = finish(mekong(
            &serve_args("127.0.0.1:0", &db.address).iter().map(String::as_str).collect::<Vec<_>>(),
        ))
        .await;
        assert!(
            output.code == 1 && output.err.contains("the database is corrupt: "),
            "{what}: {}{}",
            output.out,
            output.err
        );
        assert!(!output.err.contains("timed out"), "{what}: {}", output.err);
        let output = run(&["admin", "check", "--database", &db.address]).await;
        let words = format!("{}{}", output.out, output.err);
        assert!(output.code == 1 && words.contains("the database is corrupt: "), "{what}: {words}");
        let output = run(&["admin", "check", "--lang", "fr", "--database", &db.address]).await;
        let words = format!("{}{}", output.out, output.err);
        assert!(output.code == 1 && words.contains("la base de données est corrompue : "), "{what}: {words}");
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{beside}", path.display()));
        }
        fs::write(&path, &intact).expect("the file is written");
        expect_consistent(&db.address).await;
    }
}
