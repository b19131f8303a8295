//! Records and sessions: a record is checked by playing it, and a session can be written down.

use mekong_core::{Explain, Lang, Player, about, explained_error, say, visible};
use mekong_record::{GameResult, Numbering, Place, Ply, Record, Variation};

use crate::{MoveError, OpenError, Session, find};

/// Why a record cannot be played through.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// Where in the file, if the record was read from one.
    pub place: Option<Place>,
    /// What is wrong there.
    pub why: ReplayWhy,
}

/// What is wrong with a record that can be read but not played.
#[derive(Clone, Debug)]
pub enum ReplayWhy {
    /// It does not say which game it is of.
    NoGame,
    /// Game, variant or start position are refused.
    Open(OpenError),
    /// The game begins with a deal, and the record does not say which.
    NoDeal {
        /// The game's title.
        game: &'static str,
    },
    /// A move is refused.
    Move {
        /// The move's number, as in the file.
        number: Numbering,
        /// Its text.
        text: String,
        /// Why.
        error: MoveError,
    },
    /// The game ended otherwise than the record says.
    Result {
        /// What the record says.
        found: GameResult,
        /// How the game ended.
        expected: GameResult,
    },
}

impl Explain for ReplayError {
    fn explain(&self, lang: Lang) -> String {
        let why = match &self.why {
            ReplayWhy::NoGame => say!(
                lang,
                "the tag Game is missing, so it is unknown which game this is",
                "l'étiquette Game manque, on ne sait donc pas de quel jeu il s'agit",
            ),
            ReplayWhy::Open(error) => error.explain(lang),
            ReplayWhy::NoDeal { game } => say!(
                lang,
                "{game} begins with a deal, so the tag FEN must say which",
                "{game} commence par une donne, l'étiquette FEN doit donc la dire",
            ),
            ReplayWhy::Move { number, text, error } => {
                let (text, why) = (visible(text), error.explain(lang));
                say!(lang, "move {number} {text}: {why}", "coup {number} {text} : {why}")
            }
            ReplayWhy::Result { found, expected } => {
                let (found, expected) = (found.code(), expected.code());
                say!(
                    lang,
                    "the record says {found}, but the game ended {expected}",
                    "le fichier dit {found}, mais la partie a fini par {expected}",
                )
            }
        };
        match self.place {
            Some(place) => about(&place.explain(lang), &why, lang),
            None => why,
        }
    }
}
explained_error!(ReplayError);

/// Plays a record through, its variations too, and returns the session at the end of its moves.
pub fn replay(record: &Record) -> Result<Session, ReplayError> {
    let mut session = open(record)?;
    play_line(&mut session, &record.line, record.first)?;
    if let Some(outcome) = session.outcome() {
        let expected = GameResult::from(Some(outcome));
        if record.result() != expected {
            let place = record.tag_place("Result");
            return Err(ReplayError { place, why: ReplayWhy::Result { found: record.result(), expected } });
        }
    }
    Ok(session)
}

fn open(record: &Record) -> Result<Session, ReplayError> {
    let refused =
        |tag: &str, error| ReplayError { place: record.tag_place(tag), why: ReplayWhy::Open(error) };
    let game = record.game().ok_or(ReplayError { place: None, why: ReplayWhy::NoGame })?;
    let entry = find(game).map_err(|error| refused("Game", error))?;
    let variants = entry.info().parse_variants(record.variants());
    let variants = variants.map_err(|error| refused("Variant", OpenError::Variant(error)))?;
    match record.fen() {
        Some(fen) => entry.parse(fen, variants).map_err(|error| refused("FEN", OpenError::Position(error))),
        None if entry.info().dealt => {
            let why = ReplayWhy::NoDeal { game: entry.info().title };
            Err(ReplayError { place: record.tag_place("Game"), why })
        }
        None => Ok(entry.start(variants, 0)),
    }
}

fn play_line(session: &mut Session, line: &[Ply], first: Numbering) -> Result<(), ReplayError> {
    for (index, ply) in line.iter().enumerate() {
        let number = first.after(index);
        for Variation { line, .. } in &ply.variations {
            play_line(&mut session.clone(), line, number)?;
        }
        session.play(ply.mv()).map_err(|error| ReplayError {
            place: ply.at,
            why: ReplayWhy::Move { number, text: ply.mv().to_owned(), error },
        })?;
    }
    Ok(())
}

impl Session {
    /// The session as a record without names: its start, its moves and, if it is over, its result.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let start = self.start_text();
        let fen = if self.started_by_default() { None } else { Some(start.as_str()) };
        let mut record = Record::new(self.info().id, &self.variant_names(), fen);
        record.first.second = self.first_player() == Player::P2;
        record.line = self
            .moves()
            .iter()
            .map(|text| Ply::new(text).expect("every game's move texts fit into a record"))
            .collect();
        record.set_result(GameResult::from(self.outcome()));
        record
    }
}
