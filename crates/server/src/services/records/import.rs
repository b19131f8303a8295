//! Import of game files.

use mekong_catalog::{ReplayErrorKind, replay};
use mekong_core::{Explain, ID_ALPHABET, Lang, Player, say};
use mekong_record::{GameResult, Location, Record, iter_records};
use sha2::Digest as _;
use time::{Date, Month};

use super::Records;
use crate::{
    localized_text::LocalizedText,
    secrets,
    store::{ImportedGame, StoreError, add_imported, check_imports_quota},
    table::{Clock, Settings},
    time::{DAY, Millis, now},
};

/// Maximum number of games per file.
pub const MAX_GAMES: usize = 500;

/// Maximum length of a game.
const MAX_PLIES: usize = 2_000;

/// Maximum length of a player's name, in characters.
const MAX_NAME_LEN: usize = 60;

/// Games per transaction: other transactions run in between.
const BATCH: usize = 10;

/// How often a batch is retried that conflicts with another import.
const MAX_RETRIES: u32 = 20;

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportSummary {
    /// Ids of the new games.
    pub games: Vec<String>,
    /// Ids of the games that existed already.
    pub known: Vec<String>,
    /// Games that were rejected.
    pub rejected: Vec<Rejection>,
}

/// A rejected game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Position in the file.
    pub location: Option<Location>,
    /// Reason, without the position.
    pub why: LocalizedText,
}

impl Rejection {
    fn new(location: Option<Location>, why: impl Fn(Lang) -> String) -> Rejection {
        Rejection { location, why: LocalizedText::new(why) }
    }
}

impl Records {
    /// Deletes an imported game. [`StoreError::ConditionFailed`] if there is no such game, it was played here, or another user has
    /// imported it.
    pub async fn delete(&self, id: &str, importer: &str) -> Result<(), StoreError> {
        let game = self.store.game(id).await?.ok_or(StoreError::ConditionFailed)?;
        self.store.delete_imported(&game, importer).await
    }

    /// Imports the games of a file. Games that exist already are skipped, so an import that failed half-way can be
    /// repeated.
    pub async fn import(&self, pgn: String, importer: &str) -> Result<ImportSummary, StoreError> {
        let reading = tokio::task::spawn_blocking(move || read(&pgn, now()));
        let (games, rejected) = reading.await?;
        let mut report = ImportSummary { rejected, ..ImportSummary::default() };
        for batch in games.chunks(BATCH) {
            match self.import_batch(batch, importer, &mut report).await {
                Err(StoreError::QuotaExceeded(cap)) => {
                    let max = cap.max();
                    report.rejected.push(Rejection::new(None, |lang| {
                        say!(
                            lang,
                            "you have reached the limit of {max} imported games: the rest was skipped",
                            "vous avez atteint la limite de {max} parties importées : le reste a été ignoré",
                        )
                    }));
                    break;
                }
                result => result?,
            }
        }
        Ok(report)
    }

    /// Imports some games in one transaction.
    async fn import_batch(
        &self,
        batch: &[ImportedGame],
        importer: &str,
        report: &mut ImportSummary,
    ) -> Result<(), StoreError> {
        let mut tries_left = MAX_RETRIES;
        loop {
            let (mut write, mut games, mut known) = (check_imports_quota(importer), Vec::new(), Vec::new());
            for game in batch {
                let is_here = report.games.contains(&game.id) || games.contains(&game.id);
                if let Some(id) = self.exported(game).await? {
                    known.push(id);
                } else if is_here || self.store.has_game(&game.id).await? {
                    known.push(game.id.clone());
                } else {
                    games.push(game.id.clone());
                    write = write.and(add_imported(game, importer));
                }
            }
            let written = if games.is_empty() { Ok(()) } else { self.store.commit(write).await };
            match written {
                // A concurrent import has stored some of these games.
                Err(StoreError::Conflict) if tries_left > 0 => tries_left -= 1,
                result => {
                    result?;
                    report.games.append(&mut games);
                    report.known.append(&mut known);
                    return Ok(());
                }
            }
        }
    }
}

fn read(pgn: &str, today: Millis) -> (Vec<ImportedGame>, Vec<Rejection>) {
    let (mut games, mut rejected) = (Vec::new(), Vec::new());
    for (index, record) in iter_records(pgn).enumerate() {
        if index == MAX_GAMES {
            rejected.push(Rejection::new(None, |lang| {
                say!(
                    lang,
                    "a file may contain at most {MAX_GAMES} games: the rest was skipped",
                    "un fichier peut contenir au plus {MAX_GAMES} parties : le reste a été ignoré",
                )
            }));
            break;
        }
        let game = record
            .map_err(|error| Rejection::new(Some(error.location()), |lang| error.kind.explain(lang)))
            .and_then(|record| check(record, today));
        match game {
            Ok(game) => games.push(game),
            Err(why) => rejected.push(why),
        }
    }
    (games, rejected)
}

/// Replays and validates a record.
fn check(mut record: Record, today: Millis) -> Result<ImportedGame, Rejection> {
    let begin = record.plies.first().and_then(|ply| ply.at);
    if record.plies.len() > MAX_PLIES {
        return Err(Rejection::new(begin, |lang| {
            say!(
                lang,
                "the game has more than {MAX_PLIES} plies",
                "la partie a plus de {MAX_PLIES} demi-coups",
            )
        }));
    }
    // Only the main line is kept.
    for ply in &mut record.plies {
        ply.variations.clear();
    }
    let game_session = replay(&record).map_err(|error| {
        let location = error.location;
        let bare = mekong_catalog::ReplayError { location: None, kind: error.kind };
        let is_whole = matches!(bare.kind, ReplayErrorKind::NoGame | ReplayErrorKind::Result { .. });
        Rejection::new(if is_whole { location.or(begin) } else { location }, |lang| bare.explain(lang))
    })?;
    if game_session.moves().is_empty() {
        return Err(Rejection::new(record.tag_location("Game"), |lang| {
            say!(lang, "the game has no moves", "la partie ne contient aucun coup")
        }));
    }
    let outcome = game_session.outcome();
    let (is_finished, winner) = match (outcome, record.result()) {
        (Some(outcome), _) => (true, outcome.winner),
        (None, GameResult::P1Wins) => (true, Some(Player::P1)),
        (None, GameResult::P2Wins) => (true, Some(Player::P2)),
        (None, GameResult::Draw) => (true, None),
        (None, GameResult::Unknown) => (false, None),
    };
    let settings = Settings {
        game: game_session.info().id.to_owned(),
        variants: game_session.variant_ids().into_iter().map(str::to_owned).collect(),
        start: (!game_session.has_standard_start()).then(|| game_session.start_text()),
        clock: Clock::None,
        rated: false,
    };
    let names = ["White", "Black"].map(|tag| name(record.tag(tag)));
    Ok(ImportedGame {
        id: record_id(&record),
        settings,
        names,
        site: record.tag("Site").and_then(game_at),
        // A future date would keep the game at the top of every list.
        played: record.tag("Date").and_then(date).unwrap_or(today).min(today),
        is_finished,
        winner,
        reason: outcome.map_or("unknown", |outcome| outcome.reason.code).to_owned(),
        game_session,
    })
}

/// The name of a player, if the record has one.
fn name(tag: Option<&str>) -> Option<String> {
    let visible: String = tag?.chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LEN).collect();
    let name = visible.trim();
    (!name.is_empty() && name != "?").then(|| name.to_owned())
}

/// The game id in a URL of a server.
fn game_at(site: &str) -> Option<String> {
    let (_, id) = site.rsplit_once("/game/")?;
    secrets::is_id(id).then(|| id.to_owned())
}

/// Noon of the day that a record gives, so that it is the same day in every time zone.
fn date(tag: &str) -> Option<Millis> {
    let mut parts = tag.split('.');
    let year = parts.next()?.parse().ok().filter(|year| (1900..=9_999).contains(year))?;
    // Unknown months and days count as the first.
    let number = |part: Option<&str>| part.and_then(|text| text.parse::<u8>().ok()).unwrap_or(1);
    let month = Month::try_from(number(parts.next())).ok()?;
    let date = Date::from_calendar_date(year, month, number(parts.next())).ok()?;
    Some(date.midnight().assume_utc().unix_timestamp() * 1_000 + DAY / 2)
}

/// The id of an imported game, a hash of its record: the same game is not imported twice.
fn record_id(record: &Record) -> String {
    let mut hash = sha2::Sha256::new();
    for tag in ["White", "Black", "Date", "Round", "Event", "Game", "Variant", "FEN", "Result"] {
        hash.update(record.tag(tag).unwrap_or(""));
        hash.update([0]);
    }
    for text in record.moves() {
        hash.update(text);
        hash.update([0]);
    }
    let digest = hash.finalize();
    digest
        .iter()
        .take(12)
        .map(|&byte| char::from(ID_ALPHABET[usize::from(byte) % ID_ALPHABET.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MAX_GAMES, date, game_at, name, read};

    #[test]
    fn partial_dates_names_and_sites_are_parsed() {
        assert_eq!(date("1970.01.02"), Some(36 * 3_600_000));
        assert_eq!(date("1970.??.??"), Some(12 * 3_600_000));
        assert_eq!(date("????.??.??"), None);
        assert_eq!(date("1970.02.30"), None);
        assert_eq!(date("99999.01.01"), None);
        assert_eq!(name(Some(" ? ")), None);
        assert_eq!(name(Some("Lise\u{7}")), Some("Lise".to_owned()));
        assert_eq!(game_at("https://play.example/game/abcdefgh2345"), Some("abcdefgh2345".to_owned()));
        for site in
            ["", "?", "Paris", "https://play.example/game/", "https://play.example/game/ABCDEFGH2345/x"]
        {
            assert_eq!(game_at(site), None);
        }
    }

    #[test]
    fn invalid_games_are_rejected_with_their_position() {
        let file = "[Game \"siam\"]\n[Result \"*\"]\n\n1. @c1N @c5S *\n\n[Game \"siam\"]\n\n1. @c1N @c3N *\n\n\
                    [Game \"chess\"]\n\n1. e4 *\n\n[Game \"siam\"]\n\n1. @c1N ) *\n\n[Game \"palam\"]\n\n1. b2 *\n\n\
                    1. @c1N *\n\n[Game \"siam\"]\n\n*\n";
        let (games, rejected) = read(file, 0);
        assert_eq!(games.len(), 1);
        assert!(!games[0].is_finished);
        let lines: Vec<usize> =
            rejected.iter().map(|rejected| rejected.location.map_or(0, |location| location.line)).collect();
        assert_eq!(lines, [8, 10, 16, 18, 22, 24], "{rejected:?}");
        for rejected in &rejected {
            assert_ne!(rejected.why.en, rejected.why.fr);
        }
    }

    #[test]
    fn same_game_has_same_id_and_file_size_is_limited() {
        let one = "[Game \"siam\"]\n\n1. @c1N *\n\n";
        let (games, rejected) = read(&one.repeat(MAX_GAMES + 5), 0);
        assert_eq!((games.len(), rejected.len()), (MAX_GAMES, 1));
        assert_eq!(games[0].id, games[1].id);
        let other = read("[Game \"siam\"]\n[White \"Lise\"]\n\n1. @c1N *\n", 0).0;
        assert_ne!(games[0].id, other[0].id);
    }
}
