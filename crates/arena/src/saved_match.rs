use std::{
    collections::HashSet,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use mekong_core::{Explain, Lang, explained_error, say};
use serde::{Deserialize, Serialize};

use crate::{PlayedPair, PlayerSpec};

/// The settings that determine the games of a match. A saved match can only be resumed with the same settings; the
/// number of games, the number of threads and the SPRT may change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The program and version of the format.
    pub format: String,
    /// The game id.
    pub game: String,
    /// The names of its variants.
    #[serde(rename = "variant")]
    pub variants: Vec<String>,
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// The seed of openings and choices.
    pub seed: u64,
    /// Random plies before the players take over.
    pub opening_plies: usize,
    /// The number of plies after which a game is a draw.
    #[serde(alias = "most_plies")]
    pub max_plies: usize,
}

impl MatchSettings {
    /// The identifier of the file format.
    pub const FORMAT: &str = "mekong match 1";

    /// The name of the first setting that differs.
    fn difference(&self, other: &MatchSettings) -> Option<&'static str> {
        let parts = [
            ("format", self.format == other.format),
            ("game", self.game == other.game),
            ("variant", self.variants == other.variants),
            ("first", is_same_player(&self.first, &other.first)),
            ("second", is_same_player(&self.second, &other.second)),
            ("seed", self.seed == other.seed),
            ("opening-plies", self.opening_plies == other.opening_plies),
            ("max-plies", self.max_plies == other.max_plies),
        ];
        parts.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

/// Whether two texts name the same player: earlier versions wrote some settings under other names.
fn is_same_player(one: &str, two: &str) -> bool {
    one == two || one.parse::<PlayerSpec>().is_ok_and(|spec| two.parse() == Ok(spec))
}

/// A finished pair as stored in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPair {
    /// The index of the opening.
    #[serde(rename = "pair")]
    pub opening_index: u64,
    /// Half points of the first player in either game: 0, 1 or 2.
    pub half_points: [usize; 2],
    /// The number of forfeits per player.
    #[serde(alias = "lapses")]
    pub forfeits: [u32; 2],
    /// The games as PGN.
    pub games: [String; 2],
}

impl From<&PlayedPair> for SavedPair {
    fn from(pair: &PlayedPair) -> SavedPair {
        let mut forfeits = [0; 2];
        for game in &pair.games {
            if let crate::Ending::Forfeit { by, .. } = game.ending {
                forfeits[by] += 1;
            }
        }
        SavedPair {
            opening_index: pair.opening_index,
            half_points: pair.half_points(),
            forfeits,
            games: [pair.games[0].record.to_pgn(), pair.games[1].record.to_pgn()],
        }
    }
}

/// A match on disk: one line of JSON with the settings, then one line per finished pair, written and synced
/// immediately. After a crash at most the unfinished pairs are lost; a truncated last line is dropped.
#[derive(Debug)]
pub struct SavedMatch {
    file: File,
    pairs: Vec<SavedPair>,
}

impl SavedMatch {
    /// The seed of an existing file.
    pub fn seed(path: &Path) -> Result<Option<u64>, SavedMatchError> {
        match File::open(path) {
            Ok(mut file) => Ok(read(&mut file)?.0.map(|settings| settings.seed)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SavedMatchError::File(error)),
        }
    }

    /// Opens or creates a match file and locks it.
    pub fn open(path: &Path, settings: &MatchSettings) -> Result<SavedMatch, SavedMatchError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(SavedMatchError::File)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SavedMatchError::Busy),
            Err(TryLockError::Error(error)) => return Err(SavedMatchError::File(error)),
        }
        let (known, pairs, length) = read(&mut file)?;
        // Drop a truncated last line.
        file.set_len(length).map_err(SavedMatchError::File)?;
        file.seek(SeekFrom::End(0)).map_err(SavedMatchError::File)?;
        let mut state = SavedMatch { file, pairs };
        match known {
            Some(known) => match settings.difference(&known) {
                None => Ok(state),
                Some(part) => Err(SavedMatchError::Other { part }),
            },
            None => {
                state.append(settings)?;
                Ok(state)
            }
        }
    }

    /// The pairs played so far, in the order of their completion.
    #[must_use]
    pub fn pairs(&self) -> &[SavedPair] {
        &self.pairs
    }

    /// Appends a finished pair.
    pub fn add(&mut self, pair: SavedPair) -> Result<(), SavedMatchError> {
        self.append(&pair)?;
        self.pairs.push(pair);
        Ok(())
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), SavedMatchError> {
        let mut text = serde_json::to_string(line).map_err(|error| SavedMatchError::File(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(SavedMatchError::File)?;
        self.file.sync_data().map_err(SavedMatchError::File)
    }
}

/// The settings and pairs of a file, and the length of its complete lines in bytes.
type Contents = (Option<MatchSettings>, Vec<SavedPair>, u64);

fn read(file: &mut File) -> Result<Contents, SavedMatchError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(SavedMatchError::File)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if whole == 0 {
        // A truncated first line or a foreign file: leave it alone.
        let start = br#"{"format":"mekong match"#;
        let common = bytes.len().min(start.len());
        return if bytes[..common] == start[..common] {
            Ok((None, Vec::new(), 0))
        } else {
            Err(SavedMatchError::Damaged { line: 1 })
        };
    }
    let mut lines = (1..).zip(bytes[..whole - 1].split(|&byte| byte == b'\n'));
    let damaged = |line| SavedMatchError::Damaged { line };
    let (_, first) = lines.next().unwrap_or((1, &[]));
    let settings: MatchSettings = serde_json::from_slice(first).map_err(|_| damaged(1))?;
    let mut pairs: Vec<SavedPair> = Vec::new();
    let mut known = HashSet::new();
    for (number, line) in lines {
        let pair: SavedPair = serde_json::from_slice(line).map_err(|_| damaged(number))?;
        if pair.half_points.iter().any(|&points| points > 2) || !known.insert(pair.opening_index) {
            return Err(damaged(number));
        }
        pairs.push(pair);
    }
    Ok((Some(settings), pairs, whole as u64))
}

/// Why a match file cannot be used.
#[derive(Debug)]
pub enum SavedMatchError {
    /// An I/O error.
    File(io::Error),
    /// A line is invalid.
    Damaged {
        /// Which, from 1.
        line: usize,
    },
    /// The file is of another match.
    Other {
        /// The option that differs.
        part: &'static str,
    },
    /// Another program is playing this match.
    Busy,
}

impl Explain for SavedMatchError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SavedMatchError::File(error) => error.to_string(),
            SavedMatchError::Damaged { line } => say!(
                lang,
                "line {line} is not part of a saved match; the file was not changed",
                "la ligne {line} n’appartient pas à un match enregistré ; le fichier n’a pas été modifié",
            ),
            SavedMatchError::Other { part } => say!(
                lang,
                "this file contains another match: {part} differs; use the same options or another file",
                "ce fichier contient un autre match : {part} diffère ; utilisez les mêmes options ou un autre fichier",
            ),
            SavedMatchError::Busy => {
                say!(lang, "another program is playing this match", "un autre programme joue ce match",)
            }
        }
    }
}
explained_error!(SavedMatchError);

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{MatchSettings, SavedMatch, SavedMatchError, SavedPair};

    fn settings() -> MatchSettings {
        MatchSettings {
            format: MatchSettings::FORMAT.to_owned(),
            game: "siam".to_owned(),
            variants: vec![],
            first: "level:4".to_owned(),
            second: "random".to_owned(),
            seed: u64::MAX,
            opening_plies: 6,
            max_plies: 400,
        }
    }

    fn pair(number: u64) -> SavedPair {
        let games = ["1. a1 1-0\n".to_owned(), "*\n".to_owned()];
        SavedPair { opening_index: number, half_points: [2, 1], forfeits: [0, 1], games }
    }

    #[test]
    fn interrupted_match_resumes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        assert_eq!(SavedMatch::seed(&path).unwrap(), None);
        let mut state = SavedMatch::open(&path, &settings()).unwrap();
        assert!(state.pairs().is_empty());
        state.add(pair(1)).unwrap();
        state.add(pair(0)).unwrap();
        assert!(matches!(SavedMatch::open(&path, &settings()), Err(SavedMatchError::Busy)));
        drop(state);
        assert_eq!(SavedMatch::seed(&path).unwrap(), Some(u64::MAX));
        // A file truncated anywhere keeps its complete lines, and lines can be appended.
        let bytes = fs::read(&path).unwrap();
        let lengths: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let mut state = SavedMatch::open(&path, &settings()).unwrap();
            let whole = lengths.iter().filter(|&&length| length <= cut).count();
            assert_eq!(state.pairs().len(), whole.saturating_sub(1), "truncated at {cut}");
            state.add(pair(7)).unwrap();
            drop(state);
            let state = SavedMatch::open(&path, &settings()).unwrap();
            assert_eq!(state.pairs().last(), Some(&pair(7)));
        }
    }

    #[test]
    fn file_of_an_earlier_version_resumes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let settings = MatchSettings { first: "depth:2,regret=0.1".to_owned(), ..settings() };
        drop(SavedMatch::open(&path, &settings).unwrap());
        let text = fs::read_to_string(&path)
            .unwrap()
            .replace("regret", "careless")
            .replace("max_plies", "most_plies");
        let saved = serde_json::to_string(&pair(0)).unwrap().replace("forfeits", "lapses");
        fs::write(&path, format!("{text}{saved}\n")).unwrap();
        assert_eq!(SavedMatch::open(&path, &settings).unwrap().pairs(), [pair(0)]);
    }

    #[test]
    fn mismatched_files_are_rejected_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        drop(SavedMatch::open(&path, &settings()).unwrap());
        let good = fs::read(&path).unwrap();
        for (part, other) in [
            ("game", MatchSettings { game: "saigon".to_owned(), ..settings() }),
            ("variant", MatchSettings { variants: vec!["flat".to_owned()], ..settings() }),
            ("first", MatchSettings { first: "level:5".to_owned(), ..settings() }),
            ("second", MatchSettings { second: "level:5".to_owned(), ..settings() }),
            ("seed", MatchSettings { seed: 2, ..settings() }),
            ("opening-plies", MatchSettings { opening_plies: 5, ..settings() }),
            ("max-plies", MatchSettings { max_plies: 5, ..settings() }),
        ] {
            let refused = SavedMatch::open(&path, &other).unwrap_err();
            assert!(matches!(refused, SavedMatchError::Other { part: found } if found == part), "{refused}");
        }
        assert_eq!(fs::read(&path).unwrap(), good);
        let twice =
            [&good[..], format!("{0}\n{0}\n", serde_json::to_string(&pair(3)).unwrap()).as_bytes()].concat();
        for (line, bytes) in [
            (1, b"a diary without a line feed".to_vec()),
            (1, b"a diary\nof two lines\n".to_vec()),
            (2, [&good[..], b"{}\n"].concat()),
            (2, [&good[..], b"\xff\xfe\n{}"].concat()),
            (3, twice),
        ] {
            fs::write(&path, &bytes).unwrap();
            let refused = SavedMatch::open(&path, &settings()).unwrap_err();
            assert!(
                matches!(refused, SavedMatchError::Damaged { line: found } if found == line),
                "{refused}"
            );
            assert_eq!(fs::read(&path).unwrap(), bytes, "no data is lost");
        }
    }
}
