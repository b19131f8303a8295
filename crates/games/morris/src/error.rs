use mekong_core::{
    Explain, GAME_OVER, Game as _, Lang, Player, ROWS_FIELD, explained_error, say, with_subject,
};

use crate::{board::Point, game::Morris};

/// Why a position text is refused.
pub type PositionError = mekong_core::PositionError<Problem>;

/// What makes a position impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// More than three men of one player.
    TooManyMen {
        /// The player.
        player: Player,
        /// How many.
        found: u32,
    },
    /// The men placed so far do not fit the turn.
    Placements {
        /// How many each player has placed.
        found: [u32; 2],
        /// The player to move.
        turn: Player,
    },
    /// The player to move has a line, so the game would have ended before.
    LineBeforeTurn {
        /// The player.
        player: Player,
    },
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let seat = |player: Player| Morris::INFO.seats[player.index()].get(lang);
        let why = match *self {
            Problem::TooManyMen { player, found } => {
                let seat = seat(player);
                say!(lang, "{seat} has 3 men, not {found}", "les {seat} ont 3 pions, et non {found}")
            }
            Problem::Placements { found: [white, black], turn } => {
                let seat = seat(turn);
                say!(
                    lang,
                    "{white} white and {black} black men are placed, so it is not the turn of {seat}",
                    "{white} pions blancs et {black} noirs sont posés : ce n’est donc pas aux {seat} de jouer",
                )
            }
            Problem::LineBeforeTurn { player } => {
                let seat = seat(player);
                say!(
                    lang,
                    "{seat} already has a line, so it would not be their turn",
                    "les {seat} ont déjà trois pions alignés : ce ne serait plus à eux de jouer",
                )
            }
        };
        with_subject(ROWS_FIELD.get(lang), &why, lang)
    }
}

/// Why the rules forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// All three men are on the board.
    AllPlaced,
    /// Men are still to be placed.
    MustPlace {
        /// How many.
        left: u32,
    },
    /// No man of the player stands there.
    NotYours {
        /// The point.
        at: Point,
    },
    /// A man stands there.
    Occupied {
        /// The point.
        at: Point,
    },
    /// The points are not adjacent on a line.
    NotAdjacent {
        /// Where the man stands.
        from: Point,
        /// Where it should go.
        to: Point,
    },
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => GAME_OVER.explain(lang),
            Illegal::AllPlaced => say!(
                lang,
                "your three men are on the board: move one of them",
                "vos trois pions sont sur le plateau : déplacez-en un",
            ),
            Illegal::MustPlace { left } => say!(
                lang,
                "men move only once all are placed, and you have {left} left",
                "les pions ne se déplacent qu’une fois tous posés, et il vous en reste {left}",
            ),
            Illegal::NotYours { at } => {
                say!(lang, "no man of yours stands on {at}", "aucun de vos pions n’est en {at}")
            }
            Illegal::Occupied { at } => say!(lang, "{at} is occupied", "{at} est occupé"),
            Illegal::NotAdjacent { from, to } => say!(
                lang,
                "{to} is not the next point on a line from {from}",
                "{to} n’est pas le point voisin de {from} sur une ligne",
            ),
        }
    }
}

explained_error!(Problem, Illegal);
