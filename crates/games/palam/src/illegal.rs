use mekong_core::{Explain, Lang, explained_error, quoted, say};

use crate::{
    board::{Cell, Piece},
    error::{ground, sign_name},
};

/// Why a move text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It has not the shape of a move.
    Unreadable {
        /// The text.
        found: String,
    },
    /// A swap with the greater cell name first.
    SwapOrder {
        /// The cell that must come first.
        first: Cell,
        /// The cell that must come second.
        second: Cell,
    },
    /// A swap between the camps, with the greater cell name first: the order is not what is wrong with it.
    SwapAcross {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
    },
    /// A swap of a cell with itself.
    SwapItself {
        /// The cell.
        cell: Cell,
    },
    /// A placement with the piece in the wrong case.
    Ground {
        /// The piece that is meant.
        piece: Piece,
    },
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            MoveError::Unreadable { found } => {
                let found = quoted(found, lang);
                say!(
                    lang,
                    "{found} is not a move: write b2 to advance, a1c2 to swap, s1@a1 to place a piece while drafting",
                    "{found} n'est pas un coup : écrire b2 pour avancer, a1c2 pour échanger, s1@a1 pour poser une pièce pendant la mise en place",
                )
            }
            MoveError::SwapOrder { first, second } => say!(
                lang,
                "a swap is written with the smaller cell name first: {first}{second}",
                "un échange s'écrit avec le plus petit nom de case d'abord : {first}{second}",
            ),
            MoveError::SwapAcross { first, second } => swap_across(*first, *second, lang),
            MoveError::SwapItself { cell } => {
                say!(
                    lang,
                    "a swap needs two cells, not {cell} twice",
                    "un échange demande deux cases, pas deux fois {cell}"
                )
            }
            MoveError::Ground { piece } => ground(*piece, lang),
        }
    }
}

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
            Illegal::Over => say!(lang, "the game is over", "la partie est finie"),
            Illegal::StillDrafting => say!(
                lang,
                "the pieces are still being placed, and nobody engages or swaps before that is done",
                "les pièces ne sont pas encore toutes posées, et on n'engage ni n'échange avant",
            ),
            Illegal::NothingToPlace => say!(
                lang,
                "all pieces have been dealt or placed, and none waits for a cell",
                "toutes les pièces sont distribuées ou posées, aucune n'attend de case",
            ),
            Illegal::NotYourCamp { cell } => {
                say!(lang, "{cell} lies in your opponent's camp", "{cell} est dans le camp adverse")
            }
            Illegal::Empty { cell } => say!(lang, "{cell} is empty", "{cell} est vide"),
            Illegal::Blocked { cell, front } => say!(
                lang,
                "the piece on {cell} cannot advance over the one before it on {front}",
                "la pièce en {cell} ne peut pas sauter par-dessus celle de {front}, devant elle",
            ),
            Illegal::MustMatch { piece, engaged } => {
                let (sign, number) = (sign_name(engaged.sign(), lang), engaged.number());
                say!(
                    lang,
                    "{piece} has neither the sign {sign} nor the number {number} of the engaged {engaged}, and you have a piece that can answer with one of them",
                    "{piece} n'a ni le signe {sign} ni le nombre {number} de la pièce engagée {engaged}, et vous avez une pièce qui peut répondre avec l'un des deux",
                )
            }
            Illegal::MustBeLeftmost { engaged, must } => {
                let (sign, number) = (sign_name(engaged.sign(), lang), engaged.number());
                say!(
                    lang,
                    "no piece of yours with the sign {sign} or the number {number} can advance, so your leftmost column must answer, with the piece on {must}",
                    "aucune de vos pièces de signe {sign} ou de nombre {number} ne peut avancer : c'est votre colonne la plus à gauche qui répond, avec la pièce en {must}",
                )
            }
            Illegal::MustAnswer => say!(
                lang,
                "a duel waits for your answer, and you cannot swap before it is fought",
                "un duel attend votre réponse, et on n'échange pas avant qu'il soit livré",
            ),
            Illegal::SwapAcross { first, second } => swap_across(first, second, lang),
            Illegal::SwapAfterSwap => say!(
                lang,
                "your opponent has just swapped two pieces, so you must engage a duel",
                "votre adversaire vient d'échanger deux pièces, vous devez engager un duel",
            ),
            Illegal::FaceDown { piece } => say!(
                lang,
                "{piece} is still face down, and is turned up when the back rows are full",
                "{piece} est encore cachée, et sera retournée quand les rangées arrière seront pleines",
            ),
            Illegal::AlreadyPlaced { piece } => {
                say!(lang, "{piece} is on the board already", "{piece} est déjà sur le plateau")
            }
            Illegal::BackRowFirst { cell } => say!(
                lang,
                "{cell} is in the front row, and the back rows are filled first",
                "{cell} est dans la rangée avant, et les rangées arrière se remplissent d'abord",
            ),
            Illegal::BackRowFull { cell } => say!(
                lang,
                "{cell} is in the back row, which is full: the front rows are filled now",
                "{cell} est dans la rangée arrière, qui est pleine : c'est le tour des rangées avant",
            ),
            Illegal::Taken { cell } => say!(lang, "{cell} is taken", "{cell} est occupée"),
        }
    }
}

fn swap_across(first: Cell, second: Cell, lang: Lang) -> String {
    say!(
        lang,
        "{first} and {second} lie in different camps, and a swap is between two pieces of your own camp",
        "{first} et {second} sont dans des camps différents, or on n'échange que deux pièces de son camp",
    )
}

explained_error!(MoveError, Illegal);
