use std::{
    fs::{self, OpenOptions},
    io::{Seek as _, SeekFrom, Write as _},
    path::Path,
};

use crate::{
    agree, fischer, play,
    process::{Place, Process, expect_sound, finish, mekong, quiet, run},
};

/// A database with a game in it, closed in good order so that everything is in one file.
async fn used(place: &Place) -> std::path::PathBuf {
    let server = Process::start("127.0.0.1:0", &place.address);
    let (ann, bob) = (server.client(), server.client());
    let game = agree(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    assert!(server.stop().await.0.success());
    place.dir().join("mekong.db")
}

fn overwrite(path: &Path, from: u64, bytes: usize) {
    let mut file = OpenOptions::new().write(true).open(path).expect("it opens");
    file.seek(SeekFrom::Start(from)).expect("it is long enough");
    let rubbish: Vec<u8> = (0..bytes).map(|index| (index * 131 + 7) as u8).collect();
    file.write_all(&rubbish).expect("it is written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrupt_database_is_called_corrupt() {
    let place = Place::sqlite();
    let path = used(&place).await;
    let sound = fs::read(&path).expect("it can be read");
    let size = sound.len();
    type Damage = (&'static str, fn(&Path, usize));
    let damages: [Damage; 4] = [
        ("no database at all", |path, size| overwrite(path, 0, size)),
        ("the head", |path, _| overwrite(path, 16, 200)),
        ("all pages but the first", |path, size| overwrite(path, 4_096, size - 4_096)),
        ("the second half is missing", |path, size| {
            OpenOptions::new().write(true).open(path).unwrap().set_len(size as u64 / 2).unwrap();
        }),
    ];
    for (what, damage) in damages {
        damage(&path, size);
        let said = finish(mekong(
            &quiet("127.0.0.1:0", &place.address).iter().map(String::as_str).collect::<Vec<_>>(),
        ))
        .await;
        assert!(
            said.code == 1 && said.err.contains("the database is corrupt: "),
            "{what}: {}{}",
            said.out,
            said.err
        );
        assert!(!said.err.contains("timed out"), "{what}: {}", said.err);
        let said = run(&["admin", "check", "--database", &place.address]).await;
        let words = format!("{}{}", said.out, said.err);
        assert!(said.code == 1 && words.contains("the database is corrupt: "), "{what}: {words}");
        let said = run(&["admin", "check", "--lang", "fr", "--database", &place.address]).await;
        let words = format!("{}{}", said.out, said.err);
        assert!(said.code == 1 && words.contains("la base de données est corrompue : "), "{what}: {words}");
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{beside}", path.display()));
        }
        fs::write(&path, &sound).expect("it is written");
        expect_sound(&place.address).await;
    }
}
