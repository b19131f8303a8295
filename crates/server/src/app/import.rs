//! Games from elsewhere, read from game files. Only their record is kept.

use std::sync::Arc;

use mekong_catalog::{ReplayWhy, replay};
use mekong_core::{Explain, Lang, Player, say};
use mekong_record::{GameResult, Place, Record, records_in};
use sha2::Digest as _;
use time::{Date, Month};

use super::App;
use crate::{
    secrets,
    store::{ImportedGame, StoreError, add_imported, below_imports},
    table::{Clock, Settings},
    time::{DAY, Millis, now},
};

/// The most games that are taken from one file.
pub const MOST_GAMES: usize = 500;

/// The longest game that is taken.
const MOST_PLIES: usize = 2_000;

/// The longest name of a player, in letters.
const LONGEST_NAME: usize = 60;

/// How many games are written at once: others want to write in between.
const AT_ONCE: usize = 10;

/// How often games are looked for again that somebody else takes in at the same time.
const TRIES: u32 = 20;

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The numbers of the games that were taken.
    pub games: Vec<String>,
    /// The numbers of those that were there already.
    pub known: Vec<String>,
    /// What was not taken.
    pub refused: Vec<Refused>,
}

/// Why a game was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Where in the file.
    pub place: Option<Place>,
    /// In English and in French, without the place.
    pub why: [String; 2],
}

impl Refused {
    fn new(place: Option<Place>, why: impl Fn(Lang) -> String) -> Refused {
        Refused { place, why: [Lang::En, Lang::Fr].map(why) }
    }

    /// Why, in a language.
    #[must_use]
    pub fn why(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.why[0],
            Lang::Fr => &self.why[1],
        }
    }
}

impl App {
    /// Takes in the games of a file; those that are no games are told. What is there already is not taken twice.
    ///
    /// # Errors
    /// The database did not take them all; the same file can be sent again.
    pub async fn import(self: &Arc<Self>, pgn: String, importer: &str) -> Result<Imported, StoreError> {
        let reading = tokio::task::spawn_blocking(move || read(&pgn, now()));
        let (games, refused) = reading
            .await
            .map_err(|error| StoreError::Unavailable(format!("the reading broke off: {error}")))?;
        let mut imported = Imported { refused, ..Imported::default() };
        for some in games.chunks(AT_ONCE) {
            match self.import_some(some, importer, &mut imported).await {
                Err(StoreError::TooMany(cap)) => {
                    let max = cap.max();
                    imported.refused.push(Refused::new(None, |lang| {
                        say!(
                            lang,
                            "you have {max} imported games: the rest was left out",
                            "vous avez {max} parties importées : le reste a été laissé de côté",
                        )
                    }));
                    break;
                }
                result => result?,
            }
        }
        Ok(imported)
    }

    /// Writes some games at once.
    async fn import_some(
        &self,
        some: &[ImportedGame],
        importer: &str,
        imported: &mut Imported,
    ) -> Result<(), StoreError> {
        let mut tries_left = TRIES;
        loop {
            let (mut write, mut games, mut known) = (below_imports(importer), Vec::new(), Vec::new());
            for game in some {
                let is_here = imported.games.contains(&game.id) || games.contains(&game.id);
                if let Some(id) = self.exported(game).await? {
                    known.push(id);
                } else if is_here || self.store.has_game(&game.id).await? {
                    known.push(game.id.clone());
                } else {
                    games.push(game.id.clone());
                    write = write.and(add_imported(game, importer));
                }
            }
            let written = if games.is_empty() { Ok(()) } else { self.store.write(write).await };
            match written {
                // Somebody takes in the same games just now: what is there is not counted twice.
                Err(StoreError::Conflict) if tries_left > 0 => tries_left -= 1,
                result => {
                    result?;
                    imported.games.append(&mut games);
                    imported.known.append(&mut known);
                    return Ok(());
                }
            }
        }
    }
}

fn read(pgn: &str, today: Millis) -> (Vec<ImportedGame>, Vec<Refused>) {
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    for (index, record) in records_in(pgn).enumerate() {
        if index == MOST_GAMES {
            refused.push(Refused::new(None, |lang| {
                say!(
                    lang,
                    "a file may hold {MOST_GAMES} games: the rest was left out",
                    "un fichier peut contenir {MOST_GAMES} parties : le reste a été laissé de côté",
                )
            }));
            break;
        }
        let game = record
            .map_err(|error| Refused::new(Some(error.place()), |lang| error.why.explain(lang)))
            .and_then(|record| check(record, today));
        match game {
            Ok(game) => games.push(game),
            Err(why) => refused.push(why),
        }
    }
    (games, refused)
}

/// Plays a record through.
fn check(mut record: Record, today: Millis) -> Result<ImportedGame, Refused> {
    let begin = record.line.first().and_then(|ply| ply.at);
    if record.line.len() > MOST_PLIES {
        return Err(Refused::new(begin, |lang| {
            say!(
                lang,
                "a game may have {MOST_PLIES} plies, and this one has more",
                "une partie peut avoir {MOST_PLIES} demi-coups, et celle-ci en a plus",
            )
        }));
    }
    // Only what was played is kept; what might have been is not even looked at.
    for ply in &mut record.line {
        ply.variations.clear();
    }
    let session = replay(&record).map_err(|error| {
        let place = error.place;
        let bare = mekong_catalog::ReplayError { place: None, why: error.why };
        let is_whole = matches!(bare.why, ReplayWhy::NoGame | ReplayWhy::Result { .. });
        Refused::new(if is_whole { place.or(begin) } else { place }, |lang| bare.explain(lang))
    })?;
    if session.moves().is_empty() {
        return Err(Refused::new(record.tag_place("Game"), |lang| {
            say!(lang, "nobody has moved in this game", "personne n'a joué dans cette partie")
        }));
    }
    let outcome = session.outcome();
    let (is_finished, winner) = match (outcome, record.result()) {
        (Some(outcome), _) => (true, outcome.winner),
        (None, GameResult::P1Wins) => (true, Some(Player::P1)),
        (None, GameResult::P2Wins) => (true, Some(Player::P2)),
        (None, GameResult::Draw) => (true, None),
        (None, GameResult::Unknown) => (false, None),
    };
    let settings = Settings {
        game: session.info().id.to_owned(),
        variants: session.variant_names().into_iter().map(str::to_owned).collect(),
        start: (!session.started_by_default()).then(|| session.start_text()),
        clock: Clock::None,
        rated: false,
    };
    let names = ["White", "Black"].map(|tag| name(record.tag(tag)));
    Ok(ImportedGame {
        id: number(&record),
        settings,
        names,
        site: record.tag("Site").and_then(game_at),
        // Nobody has played yet what will be played: it would be the newest game for ever.
        played: record.tag("Date").and_then(date).unwrap_or(today).min(today),
        is_finished,
        winner,
        reason: outcome.map_or("unknown", |outcome| outcome.reason.code).to_owned(),
        session,
    })
}

/// The name of a player, if the record says it.
fn name(tag: Option<&str>) -> Option<String> {
    let visible: String = tag?.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let name = visible.trim();
    (!name.is_empty() && name != "?").then(|| name.to_owned())
}

/// The id of the game that an address of a server is about.
fn game_at(site: &str) -> Option<String> {
    let (_, id) = site.rsplit_once("/game/")?;
    secrets::is_id(id).then(|| id.to_owned())
}

/// A moment of the day that a record names: noon, so that it is the same day wherever one looks.
fn date(tag: &str) -> Option<Millis> {
    let mut parts = tag.split('.');
    let year = parts.next()?.parse().ok().filter(|year| (1900..=9_999).contains(year))?;
    // A year without a day still tells something.
    let number = |part: Option<&str>| part.and_then(|text| text.parse::<u8>().ok()).unwrap_or(1);
    let month = Month::try_from(number(parts.next())).ok()?;
    let date = Date::from_calendar_date(year, month, number(parts.next())).ok()?;
    Some(date.midnight().assume_utc().unix_timestamp() * 1_000 + DAY / 2)
}

/// The number of a record: the same for the same game, so that it is not taken twice.
fn number(record: &Record) -> String {
    let letters = b"abcdefghijkmnpqrstuvwxyz23456789";
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
    digest.iter().take(12).map(|&byte| char::from(letters[usize::from(byte) % letters.len()])).collect()
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::{MOST_GAMES, date, game_at, name, read};

    #[test]
    fn the_days_of_records_are_understood_as_far_as_they_are_known() {
        assert_eq!(date("1970.01.02"), Some(36 * 3_600_000));
        assert_eq!(date("1970.??.??"), Some(12 * 3_600_000));
        assert_eq!(date("????.??.??"), None);
        assert_eq!(date("1970.02.30"), None);
        assert_eq!(date("99999.01.01"), None);
        assert_eq!(name(Some(" ? ")), None);
        assert_eq!(name(Some("Lise\u{7}")), Some("Lise".to_owned()));
        assert_eq!(game_at("https://play.example/game/abcdefgh2345"), Some("abcdefgh2345".to_owned()));
        for elsewhere in
            ["", "?", "Paris", "https://play.example/game/", "https://play.example/game/ABCDEFGH2345/x"]
        {
            assert_eq!(game_at(elsewhere), None);
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_place() {
        let file = "[Game \"siam\"]\n[Result \"*\"]\n\n1. @c1N @c5S *\n\n[Game \"siam\"]\n\n1. @c1N @c3N *\n\n\
                    [Game \"chess\"]\n\n1. e4 *\n\n[Game \"siam\"]\n\n1. @c1N ) *\n\n[Game \"palam\"]\n\n1. b2 *\n\n\
                    1. @c1N *\n\n[Game \"siam\"]\n\n*\n";
        let (games, refused) = read(file, 0);
        assert_eq!(games.len(), 1);
        assert!(!games[0].is_finished);
        let places: Vec<usize> =
            refused.iter().map(|refused| refused.place.map_or(0, |place| place.line)).collect();
        assert_eq!(places, [8, 10, 16, 18, 22, 24], "{refused:?}");
        for refused in &refused {
            assert_ne!(refused.why(Lang::En), refused.why(Lang::Fr));
        }
    }

    #[test]
    fn the_same_game_has_the_same_number_and_there_is_an_end_to_the_games() {
        let one = "[Game \"siam\"]\n\n1. @c1N *\n\n";
        let (games, refused) = read(&one.repeat(MOST_GAMES + 5), 0);
        assert_eq!((games.len(), refused.len()), (MOST_GAMES, 1));
        assert_eq!(games[0].id, games[1].id);
        let other = read("[Game \"siam\"]\n[White \"Lise\"]\n\n1. @c1N *\n", 0).0;
        assert_ne!(games[0].id, other[0].id);
    }
}
