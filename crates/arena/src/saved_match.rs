use std::{
    collections::HashSet,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use mekong_core::{Explain, Lang, explained_error, say};
use serde::{Deserialize, Serialize};

use crate::PlayedPair;

/// What decides the games of a match: a match can only go on under the same conditions. How many games are played, on
/// how many threads, and when enough is known may change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The program and version of the format.
    pub format: String,
    /// The game's name.
    pub game: String,
    /// The names of its variants.
    pub variant: Vec<String>,
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// The seed of openings and choices.
    pub seed: u64,
    /// Random plies before the players take over.
    pub opening_plies: usize,
    /// When a game counts as a draw.
    pub most_plies: usize,
}

impl MatchSettings {
    /// The text that a file of a match begins with.
    pub const FORMAT: &str = "mekong match 1";

    /// The name of the first part in which two matches differ.
    fn difference(&self, other: &MatchSettings) -> Option<&'static str> {
        let parts = [
            ("format", self.format == other.format),
            ("game", self.game == other.game),
            ("variant", self.variant == other.variant),
            ("first", self.first == other.first),
            ("second", self.second == other.second),
            ("seed", self.seed == other.seed),
            ("openings-plies", self.opening_plies == other.opening_plies),
            ("max-plies", self.most_plies == other.most_plies),
        ];
        parts.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

/// A finished pair as the file keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPair {
    /// The number of the opening.
    pub pair: u64,
    /// Half points of the first player in either game: 0, 1 or 2.
    pub half_points: [usize; 2],
    /// How often either player broke down.
    pub lapses: [u32; 2],
    /// The games as PGN.
    pub games: [String; 2],
}

impl From<&PlayedPair> for SavedPair {
    fn from(pair: &PlayedPair) -> SavedPair {
        let mut lapses = [0; 2];
        for game in &pair.games {
            if let crate::Ending::Forfeit { by, .. } = game.ending {
                lapses[by] += 1;
            }
        }
        SavedPair {
            pair: pair.number,
            half_points: pair.half_points(),
            lapses,
            games: [pair.games[0].record.to_pgn(), pair.games[1].record.to_pgn()],
        }
    }
}

/// A match on disk: a line of JSON with its conditions, then a line for each finished pair, written and synced one by
/// one. Whatever ends the program, at most the pairs under way are lost; a last line that was cut off is dropped.
#[derive(Debug)]
pub struct SavedMatch {
    file: File,
    pairs: Vec<SavedPair>,
}

impl SavedMatch {
    /// The seed of a match on disk, if there is one already.
    pub fn seed(path: &Path) -> Result<Option<u64>, SavedMatchError> {
        match File::open(path) {
            Ok(mut file) => Ok(read(&mut file)?.0.map(|conditions| conditions.seed)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SavedMatchError::File(error)),
        }
    }

    /// Opens or begins a match on disk, for this program alone.
    pub fn open(path: &Path, conditions: &MatchSettings) -> Result<SavedMatch, SavedMatchError> {
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
        // What was cut off goes; the next line begins where the last whole one ended.
        file.set_len(length).map_err(SavedMatchError::File)?;
        file.seek(SeekFrom::End(0)).map_err(SavedMatchError::File)?;
        let mut state = SavedMatch { file, pairs };
        match known {
            Some(known) => match conditions.difference(&known) {
                None => Ok(state),
                Some(part) => Err(SavedMatchError::Other { part }),
            },
            None => {
                state.append(conditions)?;
                Ok(state)
            }
        }
    }

    /// The pairs played so far, in the order in which they ended.
    #[must_use]
    pub fn pairs(&self) -> &[SavedPair] {
        &self.pairs
    }

    /// Keeps a finished pair.
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

/// Conditions and pairs of a file, and how many of its bytes are whole lines.
type Contents = (Option<MatchSettings>, Vec<SavedPair>, u64);

fn read(file: &mut File) -> Result<Contents, SavedMatchError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(SavedMatchError::File)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if whole == 0 {
        // Cut off in its first line, or a file of somebody else: then nothing of it may be lost.
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
    let conditions: MatchSettings = serde_json::from_slice(first).map_err(|_| damaged(1))?;
    let mut pairs: Vec<SavedPair> = Vec::new();
    let mut known = HashSet::new();
    for (number, line) in lines {
        let pair: SavedPair = serde_json::from_slice(line).map_err(|_| damaged(number))?;
        if pair.half_points.iter().any(|&points| points > 2) || !known.insert(pair.pair) {
            return Err(damaged(number));
        }
        pairs.push(pair);
    }
    Ok((Some(conditions), pairs, whole as u64))
}

/// Why a match cannot be kept in a file.
#[derive(Debug)]
pub enum SavedMatchError {
    /// The system refuses.
    File(io::Error),
    /// A line is not one of ours.
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
                "line {line} is not that of a match; the file is left alone",
                "la ligne {line} n'est pas celle d'un match ; le fichier reste tel quel",
            ),
            SavedMatchError::Other { part } => say!(
                lang,
                "this file is of another match: {part} was different; take the same options again or another file",
                "ce fichier est celui d'un autre match : {part} était différent ; reprenez les mêmes options ou un autre fichier",
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

    fn conditions() -> MatchSettings {
        MatchSettings {
            format: MatchSettings::FORMAT.to_owned(),
            game: "siam".to_owned(),
            variant: vec![],
            first: "level:4".to_owned(),
            second: "random".to_owned(),
            seed: u64::MAX,
            opening_plies: 6,
            most_plies: 400,
        }
    }

    fn pair(number: u64) -> SavedPair {
        let games = ["1. a1 1-0\n".to_owned(), "*\n".to_owned()];
        SavedPair { pair: number, half_points: [2, 1], lapses: [0, 1], games }
    }

    #[test]
    fn a_match_goes_on_where_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        assert_eq!(SavedMatch::seed(&path).unwrap(), None);
        let mut state = SavedMatch::open(&path, &conditions()).unwrap();
        assert!(state.pairs().is_empty());
        state.add(pair(1)).unwrap();
        state.add(pair(0)).unwrap();
        assert!(matches!(SavedMatch::open(&path, &conditions()), Err(SavedMatchError::Busy)));
        drop(state);
        assert_eq!(SavedMatch::seed(&path).unwrap(), Some(u64::MAX));
        // Wherever the last lines are cut, the whole ones before stay, and another can follow.
        let bytes = fs::read(&path).unwrap();
        let lengths: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let mut state = SavedMatch::open(&path, &conditions()).unwrap();
            let whole = lengths.iter().filter(|&&length| length <= cut).count();
            assert_eq!(state.pairs().len(), whole.saturating_sub(1), "cut at {cut}");
            state.add(pair(7)).unwrap();
            drop(state);
            let state = SavedMatch::open(&path, &conditions()).unwrap();
            assert_eq!(state.pairs().last(), Some(&pair(7)));
        }
    }

    #[test]
    fn other_conditions_and_other_files_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        drop(SavedMatch::open(&path, &conditions()).unwrap());
        let good = fs::read(&path).unwrap();
        for (part, other) in [
            ("game", MatchSettings { game: "saigon".to_owned(), ..conditions() }),
            ("variant", MatchSettings { variant: vec!["flat".to_owned()], ..conditions() }),
            ("first", MatchSettings { first: "level:5".to_owned(), ..conditions() }),
            ("second", MatchSettings { second: "level:5".to_owned(), ..conditions() }),
            ("seed", MatchSettings { seed: 2, ..conditions() }),
            ("openings-plies", MatchSettings { opening_plies: 5, ..conditions() }),
            ("max-plies", MatchSettings { most_plies: 5, ..conditions() }),
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
            let refused = SavedMatch::open(&path, &conditions()).unwrap_err();
            assert!(
                matches!(refused, SavedMatchError::Damaged { line: found } if found == line),
                "{refused}"
            );
            assert_eq!(fs::read(&path).unwrap(), bytes, "nothing is lost");
        }
    }
}
