//! Conversion between records and sessions.

use mekong_core::{Explain, Lang, Player, Text, explained_error, say, visible, with_subject};
use mekong_record::{GameResult, Location, Numbering, Ply, Record, Variation};

use crate::{GameSession, MoveError, OpenError, find};

/// Why a record cannot be replayed.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// The location in the file, if the record was read from one.
    pub location: Option<Location>,
    /// The error.
    pub kind: ReplayErrorKind,
}

/// The kind of a [`ReplayError`].
#[derive(Clone, Debug)]
pub enum ReplayErrorKind {
    /// The game is missing.
    NoGame,
    /// The game, variant or start position is invalid.
    Open(OpenError),
    /// The position of a dealt game is missing.
    NoDeal {
        /// The game's title.
        game: Text,
    },
    /// A move is invalid or illegal.
    Move {
        /// The move's number, as in the file.
        number: Numbering,
        /// Its text.
        text: String,
        /// Why.
        error: MoveError,
    },
    /// The result does not match the outcome.
    Result {
        /// The result of the record.
        found: GameResult,
        /// The result of the game.
        expected: GameResult,
    },
}

impl Explain for ReplayError {
    fn explain(&self, lang: Lang) -> String {
        let why = match &self.kind {
            ReplayErrorKind::NoGame => say!(
                lang,
                "the tag Game is missing, so the game is unknown",
                "l’étiquette Game manque : le jeu est inconnu",
            ),
            ReplayErrorKind::Open(error) => error.explain(lang),
            ReplayErrorKind::NoDeal { game } => {
                let game = game.get(lang);
                say!(
                    lang,
                    "{game} begins with a deal, so the tag FEN must give the position",
                    "{game} commence par une donne : l’étiquette FEN doit donner la position",
                )
            }
            ReplayErrorKind::Move { number, text, error } => {
                let (text, why) = (visible(text), error.explain(lang));
                say!(lang, "move {number} {text}: {why}", "coup {number} {text} : {why}")
            }
            ReplayErrorKind::Result { found, expected } => {
                let (found, expected) = (found.code(), expected.code());
                say!(
                    lang,
                    "the record says {found}, but the game ended with {expected}",
                    "le fichier indique {found}, mais la partie s’est terminée par {expected}",
                )
            }
        };
        match self.location {
            Some(location) => with_subject(&location.explain(lang), &why, lang),
            None => why,
        }
    }
}
explained_error!(ReplayError);

/// Replays a record with its variations and returns the session at the end of the main line.
pub fn replay(record: &Record) -> Result<GameSession, ReplayError> {
    let mut session = open(record)?;
    play_plies(&mut session, &record.plies, record.first)?;
    if let Some(outcome) = session.outcome() {
        let expected = GameResult::from(Some(outcome));
        if record.result() != expected {
            let location = record.tag_location("Result");
            return Err(ReplayError {
                location,
                kind: ReplayErrorKind::Result { found: record.result(), expected },
            });
        }
    }
    Ok(session)
}

fn open(record: &Record) -> Result<GameSession, ReplayError> {
    let refused = |tag: &str, error| ReplayError {
        location: record.tag_location(tag),
        kind: ReplayErrorKind::Open(error),
    };
    let game = record.game().ok_or(ReplayError { location: None, kind: ReplayErrorKind::NoGame })?;
    let entry = find(game).map_err(|error| refused("Game", error))?;
    let variants = entry.info().parse_variants(record.variants());
    let variants = variants.map_err(|error| refused("Variant", OpenError::Variant(error)))?;
    match record.fen() {
        Some(fen) => entry.parse(fen, variants).map_err(|error| refused("FEN", OpenError::Position(error))),
        None if entry.info().dealt => {
            let kind = ReplayErrorKind::NoDeal { game: entry.info().title };
            Err(ReplayError { location: record.tag_location("Game"), kind })
        }
        None => Ok(entry.start(variants, 0)),
    }
}

fn play_plies(session: &mut GameSession, plies: &[Ply], first: Numbering) -> Result<(), ReplayError> {
    for (index, ply) in plies.iter().enumerate() {
        let number = first.after(index);
        for Variation { plies, .. } in &ply.variations {
            play_plies(&mut session.clone(), plies, number)?;
        }
        session.play(ply.mv()).map_err(|error| ReplayError {
            location: ply.at,
            kind: ReplayErrorKind::Move { number, text: ply.mv().to_owned(), error },
        })?;
    }
    Ok(())
}

impl GameSession {
    /// The session as a record without names: its start, its moves and, if it is over, its result.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let start = self.start_text();
        let fen = if self.has_standard_start() { None } else { Some(start.as_str()) };
        let mut record = Record::new(self.info().id, &self.variant_ids(), fen);
        record.first.second = self.first_player() == Player::P2;
        record.plies = self
            .moves()
            .iter()
            .map(|text| Ply::new(text).expect("every game's move texts fit into a record"))
            .collect();
        record.set_result(GameResult::from(self.outcome()));
        record
    }
}
