//! Exports are complete, repeatable on any number of threads, and continue after an interruption.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use mekong_catalog::find;
use mekong_core::{CancelToken, Probe as _, Variants};
use mekong_dataset::{
    Dataset, ExportError, ExportSummary, SelfPlayDataset, SelfPlaySettings, SolvedDataset, export,
};
use parquet::{
    file::reader::{FileReader as _, SerializedFileReader},
    record::RowAccessor as _,
};

fn games(settings: SelfPlaySettings) -> SelfPlayDataset {
    SelfPlayDataset::new(find("saigon").unwrap(), Variants::NONE, settings).unwrap()
}

const SETTINGS: SelfPlaySettings =
    SelfPlaySettings { games: 40, nodes: 20, seed: 5, opening_plies: 4, random_moves: 0.1, max_plies: 25 };

fn run(dataset: &dyn Dataset, folder: &Path, threads: usize) -> Result<ExportSummary, ExportError> {
    export(dataset, folder, threads, &CancelToken::new(), &|_, _| {})
}

/// The contents of all files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read =
        |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    entries.map(read).collect()
}

#[test]
fn threads_and_interruptions_do_not_matter() {
    let [whole, resumed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let summary = run(&games(SETTINGS), whole.path(), 1).unwrap();
    assert_eq!((summary.parts, summary.resumed), (2, 0));

    let cancel = CancelToken::new();
    let stop = |done, _| {
        if done >= 35 {
            cancel.cancel();
        }
    };
    let stopped = export(&games(SETTINGS), resumed.path(), 1, &cancel, &stop);
    assert!(matches!(stopped, Err(ExportError::Cancelled)), "{stopped:?}");
    assert_eq!(files(resumed.path()).len(), 2, "the settings and the first part");
    let summary = run(&games(SETTINGS), resumed.path(), 3).unwrap();
    assert_eq!((summary.parts, summary.resumed), (2, 1));
    assert!(files(whole.path()) == files(resumed.path()));
}

#[test]
fn another_dataset_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    run(&games(SETTINGS), folder.path(), 1).unwrap();
    let before = files(folder.path());
    let other = run(&games(SelfPlaySettings { nodes: 21, ..SETTINGS }), folder.path(), 1).unwrap_err();
    assert!(
        matches!(&other, ExportError::OtherDataset { setting: Some(name), .. } if name == "nodes"),
        "{other}"
    );
    assert!(files(folder.path()) == before);
    fs::write(folder.path().join("_dataset.json"), "x").unwrap();
    assert!(matches!(
        run(&games(SETTINGS), folder.path(), 1),
        Err(ExportError::OtherDataset { setting: None, .. })
    ));
}

#[test]
fn an_export_continues_after_its_process_was_killed() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    run(&games(SETTINGS), whole.path(), 1).unwrap();
    let settings = files(whole.path()).remove("_dataset.json").unwrap();
    for written in [0, 1, settings.len() / 2, settings.len()] {
        fs::write(killed.path().join("_dataset.json"), &settings[..written]).unwrap();
        fs::write(killed.path().join(".part-Xyz123"), "PAR1").unwrap();
        run(&games(SETTINGS), killed.path(), 2).unwrap();
        assert!(files(whole.path()) == files(killed.path()));
    }
}

#[test]
fn one_export_at_a_time_uses_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let second = std::sync::Mutex::new(Vec::new());
    let progress = |_, _| second.lock().unwrap().push(run(&games(SETTINGS), folder.path(), 1));
    export(&games(SETTINGS), folder.path(), 1, &CancelToken::new(), &progress).unwrap();
    let second = second.into_inner().unwrap();
    assert!(second.iter().all(|run| matches!(run, Err(ExportError::InUse { .. }))), "{second:?}");
    assert_eq!(run(&games(SETTINGS), folder.path(), 1).unwrap().resumed, 2);
}

#[cfg(unix)]
#[test]
fn files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    run(&games(SETTINGS), folder.path(), 1).unwrap();
    File::create(folder.path().join("other")).unwrap();
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("part-000000.parquet"), mode("other"));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(run(&games(SETTINGS), &file, 1), Err(ExportError::File { .. })));
}

#[test]
fn solved_positions_have_the_values_of_the_table() {
    let saigon = find("saigon").unwrap();
    let solver = mekong_players::solver(saigon).unwrap();
    let tablebase = solver.solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap();
    let dataset = SolvedDataset::new(tablebase.clone());
    let folder = tempfile::tempdir().unwrap();
    // The first parts are enough.
    let cancel = CancelToken::new();
    let stop = |done, _| {
        if done > 200_000 {
            cancel.cancel();
        }
    };
    let stopped = export(&dataset, folder.path(), 1, &cancel, &stop);
    assert!(matches!(stopped, Err(ExportError::Cancelled)), "{stopped:?}");
    let mut rows = 0;
    let mut images = 0;
    let mut seen = std::collections::HashSet::new();
    let part = |number: usize| {
        let path = folder.path().join(format!("part-{number:06}.parquet"));
        SerializedFileReader::new(File::open(path).unwrap()).unwrap()
    };
    // The first part holds a small tier.
    let parts = [part(0), part(1)];
    for row in parts.iter().flat_map(|part| part.get_row_iter(None).unwrap()).take(5_000) {
        let row = row.unwrap();
        let text = row.get_string(0).unwrap();
        assert!(seen.insert(text.clone()), "{text} is there twice");
        let session = saigon.parse(text, Variants::NONE).unwrap();
        assert_eq!(session.turn(), Some(mekong_core::Player::P1));
        let value = tablebase.probe(&session).unwrap();
        assert_eq!(value.distance().map(i32::from), row.get_short(2).ok().map(i32::from), "{text}");
        assert_eq!(value.code(), ["loss", "draw", "win"][(row.get_byte(1).unwrap() + 1) as usize], "{text}");
        images += usize::from(
            session.images(&[]).iter().any(|image| seen.contains(&image.session.position_text())),
        );
        rows += 1;
    }
    assert!(rows > 1_000 && images > rows / 3, "{rows} rows, {images} images");
}
