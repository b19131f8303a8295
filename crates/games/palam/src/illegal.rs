use mekong_core::{Explain, GAME_OVER, Game as _, Lang, explained_error, say};

use crate::{
    Palam,
    board::{Cell, Piece},
    names::{a_sign, sign_name, the},
};

/// Why the rules forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// A duel move while pieces are being placed.
    StillDrafting,
    /// A placement when no piece waits for one.
    NothingToPlace,
    /// The cell is the opponent's.
    NotYourCamp {
        /// The cell.
        cell: Cell,
    },
    /// No piece stands there.
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// A back piece behind a front piece.
    Blocked {
        /// Where the piece stands.
        cell: Cell,
        /// Where the piece before it stands.
        front: Cell,
    },
    /// The answer must match, and another piece can.
    MustMatch {
        /// The piece that does not match.
        piece: Piece,
        /// The engaged piece.
        engaged: Piece,
    },
    /// Nothing matches, so the leftmost column must answer.
    MustBeLeftmost {
        /// The engaged piece.
        engaged: Piece,
        /// Where the piece stands that must answer.
        must: Cell,
    },
    /// A swap while a duel waits for its answer.
    MustAnswer,
    /// A swap between the camps.
    SwapAcross {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
    },
    /// A swap directly after the opponent's.
    SwapAfterSwap,
    /// The piece to place is still face down.
    FaceDown {
        /// The piece.
        piece: Piece,
    },
    /// The piece to place stands on the board already.
    AlreadyPlaced {
        /// The piece.
        piece: Piece,
    },
    /// A front cell before the back rows are full.
    BackRowFirst {
        /// The cell.
        cell: Cell,
    },
    /// A back cell when the back rows are full.
    BackRowFull {
        /// The cell.
        cell: Cell,
    },
    /// The cell to place on is taken.
    Taken {
        /// The cell.
        cell: Cell,
    },
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => GAME_OVER.explain(lang),
            Illegal::StillDrafting => say!(
                lang,
                "the pieces are still being placed: duels and swaps come later",
                "il reste des pièces à poser : les duels et les échanges viennent après",
            ),
            Illegal::NothingToPlace => say!(
                lang,
                "all pieces have been dealt or placed, and none is left to place",
                "toutes les pièces sont distribuées ou posées : il n’en reste aucune à poser",
            ),
            Illegal::NotYourCamp { cell } => {
                say!(lang, "{cell} lies in your opponent’s camp", "{cell} est dans le camp adverse")
            }
            Illegal::Empty { cell } => say!(lang, "{cell} is empty", "{cell} est vide"),
            Illegal::Blocked { cell, front } => say!(
                lang,
                "the piece on {cell} is blocked by the one in front of it, on {front}",
                "la pièce en {cell} est bloquée par celle de devant, en {front}",
            ),
            Illegal::MustMatch { piece, engaged } => {
                let (the, sign, number) = (the(piece, lang), a_sign(engaged.sign(), lang), engaged.number());
                say!(
                    lang,
                    "{the} is neither {sign} nor a {number}, and another piece of yours matches",
                    "{the} n’est ni {sign} ni un {number}, et une autre de vos pièces convient",
                )
            }
            Illegal::MustBeLeftmost { engaged, must } => {
                let (sign, number) = (sign_name(engaged.sign(), lang), engaged.number());
                let seat = Palam::INFO.seats[must.camp().index()].en;
                say!(
                    lang,
                    "you have no {sign} and no {number} to advance: the leftmost piece for {seat} must answer, on {must}",
                    "vous n’avez ni {sign} ni {number} à avancer : la pièce la plus à gauche pour {seat} doit répondre, en {must}",
                )
            }
            Illegal::MustAnswer => say!(
                lang,
                "a duel waits for your answer, and you cannot swap during a duel",
                "un duel attend votre réponse, et vous ne pouvez pas échanger pendant un duel",
            ),
            Illegal::SwapAcross { .. } => say!(
                lang,
                "you can swap only two pieces of your own camp",
                "vous ne pouvez échanger que deux pièces de votre camp",
            ),
            Illegal::SwapAfterSwap => say!(
                lang,
                "your opponent has just swapped two pieces, so you must engage a piece",
                "votre adversaire vient d’échanger deux pièces, vous devez engager une pièce",
            ),
            Illegal::FaceDown { piece } => {
                let the = the(piece, lang);
                say!(
                    lang,
                    "{the} stays face down until the back rows are full",
                    "{the} reste face cachée jusqu’à ce que les rangées arrière soient pleines",
                )
            }
            Illegal::AlreadyPlaced { piece } => {
                let the = the(piece, lang);
                say!(lang, "{the} is already on the board", "{the} est déjà sur le plateau")
            }
            Illegal::BackRowFirst { cell } => say!(
                lang,
                "{cell} is in the front row, and the back rows are filled first",
                "{cell} est dans la rangée avant, et les rangées arrière se remplissent d’abord",
            ),
            Illegal::BackRowFull { cell } => say!(
                lang,
                "{cell} is in the back row, which is full: the front rows are filled now",
                "{cell} est dans la rangée arrière, qui est pleine : remplissez maintenant les rangées avant",
            ),
            Illegal::Taken { cell } => say!(lang, "{cell} is taken", "{cell} est occupée"),
        }
    }
}

explained_error!(Illegal);
