use mekong_core::{
    Explain, GAME_OVER, Lang, Player, ROWS_FIELD, Text, explained_error, quoted, say, with_subject,
};

use crate::{
    board::{Direction, Square},
    narrate::way,
};

/// The name of the field for the number of plies played.
pub(crate) const PLY_FIELD: Text = Text { en: "ply", fr: "demi-coups" };

/// The name of the field for the exits left.
pub(crate) const EXITS_FIELD: Text = Text { en: "exits", fr: "sorties" };

/// The problem of any other ply count.
pub(crate) const NOT_A_PLY: Text = Text {
    en: "is not a number from 0 to 999999999 without leading zeros",
    fr: "n’est pas un nombre de 0 à 999999999 sans zéro devant",
};

/// Why a position text is refused.
pub type PositionError = mekong_core::PositionError<Problem>;

/// What makes a position impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two pieces on one square.
    TwoPieces {
        /// The square.
        square: Square,
    },
    /// More than five animals of one player.
    TooManyAnimals {
        /// The player.
        player: Player,
        /// How many.
        found: u32,
    },
    /// Neither three rocks nor the two of a finished game.
    Rocks {
        /// How many.
        found: u32,
    },
    /// Two rocks: the third has left, and the game is over.
    GameOver,
    /// A ply count beyond [`crate::Position::MAX_PLY`].
    Ply {
        /// The count.
        found: u32,
    },
    /// A player with more than one exit left.
    Exits {
        /// The numbers given.
        found: [u8; 2],
    },
    /// Exits are counted, but `single-exit` is not played.
    ExitsWithoutVariant,
    /// `single-exit` is played, but exits are not counted.
    ExitsMissing,
}

impl Problem {
    /// The field of a position text that it is about.
    const fn field(self) -> Text {
        match self {
            Problem::TwoPieces { .. }
            | Problem::TooManyAnimals { .. }
            | Problem::Rocks { .. }
            | Problem::GameOver => ROWS_FIELD,
            Problem::Ply { .. } => PLY_FIELD,
            Problem::Exits { .. } | Problem::ExitsWithoutVariant | Problem::ExitsMissing => EXITS_FIELD,
        }
    }
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let why = match self {
            Problem::TwoPieces { square } => say!(lang, "two pieces on {square}", "deux pièces en {square}"),
            Problem::TooManyAnimals { player: Player::P1, found } => {
                say!(
                    lang,
                    "{found} elephants, but there are only 5",
                    "{found} éléphants, mais il n’y en a que 5"
                )
            }
            Problem::TooManyAnimals { player: Player::P2, found } => {
                say!(
                    lang,
                    "{found} rhinos, but there are only 5",
                    "{found} rhinocéros, mais il n’y en a que 5"
                )
            }
            Problem::Rocks { found } => {
                say!(lang, "there must be 3 rocks, not {found}", "il faut 3 rochers, et non {found}")
            }
            Problem::GameOver => say!(
                lang,
                "the third rock has left the board, so the game is over",
                "le troisième rocher a quitté le plateau, la partie est terminée",
            ),
            Problem::Ply { found } => {
                format!("{} {}", quoted(&found.to_string(), lang), NOT_A_PLY.get(lang))
            }
            Problem::Exits { found: [p1, p2] } => say!(
                lang,
                "{p1} and {p2}, but each player has at most 1",
                "{p1} et {p2}, mais chacun en a au plus 1",
            ),
            Problem::ExitsWithoutVariant => say!(
                lang,
                "only the variant “One exit each” counts exits: write \"-\"",
                "seule la variante « Une seule sortie » compte les sorties : écrivez « - »",
            ),
            Problem::ExitsMissing => say!(
                lang,
                "the variant “One exit each” counts exits: write two digits such as \"11\"",
                "la variante « Une seule sortie » compte les sorties : écrivez deux chiffres, comme « 11 »",
            ),
        };
        with_subject(self.field().get(lang), &why, lang)
    }
}

/// Why the rules forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// Nothing stands there.
    NoAnimal {
        /// The square.
        at: Square,
    },
    /// A rock stands there.
    IsRock {
        /// The square.
        at: Square,
    },
    /// The opponent's animal stands there.
    NotYours {
        /// The square.
        at: Square,
    },
    /// All five animals are on the board.
    EmptyReserve,
    /// Animals enter on the border only.
    EnterOffBorder {
        /// The square.
        to: Square,
    },
    /// An occupied square is entered straight inward only.
    EnterNotInward {
        /// The square.
        to: Square,
    },
    /// `opening`: the square is crossed out.
    CrossedOut {
        /// The square.
        at: Square,
    },
    /// The animal would stay where it is.
    StandsThere {
        /// The square.
        at: Square,
    },
    /// Animals go one square orthogonally.
    NotNextTo {
        /// Where the animal stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// The square is taken.
    Occupied {
        /// The square.
        to: Square,
    },
    /// The square ahead is taken: that would be a push, and a push is written without a facing.
    StepIsPush {
        /// Where the animal stands.
        from: Square,
        /// The square.
        to: Square,
    },
    /// The square is free: that would be a move, and a move names the facing.
    PushIsStep {
        /// Where the animal stands.
        from: Square,
        /// The square.
        to: Square,
    },
    /// Animals push forward only.
    PushNotForward {
        /// Where the animal stands.
        from: Square,
        /// How it faces.
        facing: Direction,
    },
    /// The row is too heavy.
    TooWeak {
        /// Animals needed in the push direction.
        needed: u32,
        /// Animals there are.
        have: u32,
    },
    /// `chain`: an initial part of the row is too heavy.
    ChainTooWeak {
        /// Animals needed in the push direction.
        needed: u32,
        /// Animals there are.
        have: u32,
        /// Where that part ends.
        up_to: Square,
    },
    /// The animal faces that way already.
    SameFacing {
        /// The square.
        at: Square,
    },
    /// Animals leave from the border only.
    LeaveOffBorder {
        /// The square.
        at: Square,
    },
    /// `single-exit`: the one exit is used up.
    NoExitLeft,
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => GAME_OVER.explain(lang),
            Illegal::NoAnimal { at } => say!(lang, "{at} is empty", "{at} est vide"),
            Illegal::IsRock { at } => {
                say!(lang, "a rock stands on {at}, not an animal", "il y a un rocher en {at}, pas un animal")
            }
            Illegal::NotYours { at } => {
                say!(lang, "the animal on {at} is your opponent’s", "l’animal en {at} est à l’adversaire")
            }
            Illegal::EmptyReserve => say!(
                lang,
                "your reserve is empty: all five animals are on the board",
                "votre réserve est vide : les cinq animaux sont sur le plateau",
            ),
            Illegal::EnterOffBorder { to } => say!(
                lang,
                "{to} is not on the border, and animals enter on the border only",
                "{to} n’est pas au bord, et les animaux n’entrent que par le bord",
            ),
            Illegal::EnterNotInward { to } => say!(
                lang,
                "{to} is occupied: an animal comes in there only by pushing straight inward",
                "{to} est occupée : un animal n’y entre qu’en poussant droit vers l’intérieur",
            ),
            Illegal::CrossedOut { at } => say!(
                lang,
                "{at} is closed in your first two turns",
                "{at} est interdite pendant vos deux premiers tours",
            ),
            Illegal::StandsThere { at } => say!(
                lang,
                "the animal already stands on {at}: to turn it on the spot, write {at} once and the new facing",
                "l’animal est déjà en {at} : pour le tourner sur place, écrivez {at} une fois et la nouvelle orientation",
            ),
            Illegal::NotNextTo { from, to } => say!(
                lang,
                "{to} is not next to {from}: animals go one square, never diagonally",
                "{to} n’est pas voisine de {from} : un animal se déplace d’une case, jamais en diagonale",
            ),
            Illegal::Occupied { to } => say!(
                lang,
                "{to} is occupied, and the animal does not face it to push",
                "{to} est occupée, et l’animal ne lui fait pas face pour pousser",
            ),
            Illegal::StepIsPush { from, to } => say!(
                lang,
                "{to} is occupied: write the push without a facing, {from}{to}",
                "{to} est occupée : écrivez la poussée sans orientation, {from}{to}",
            ),
            Illegal::PushIsStep { from, to } => say!(
                lang,
                "{to} is empty: to move there, add the final facing, such as {from}{to}N",
                "{to} est libre : ajoutez l’orientation finale, par exemple {from}{to}N",
            ),
            Illegal::PushNotForward { from, facing } => {
                let [way, _] = way(facing).map(|text| text.get(lang));
                say!(
                    lang,
                    "the animal on {from} faces {way}, and animals push forward only",
                    "l’animal en {from} regarde {way}, et on ne pousse que droit devant soi",
                )
            }
            Illegal::TooWeak { needed, have } => say!(
                lang,
                "the push needs {needed} animals and has only {have}",
                "il faut {needed} animaux pour cette poussée, et il n’y en a que {have}",
            ),
            Illegal::ChainTooWeak { needed, have, up_to } => say!(
                lang,
                "up to {up_to}, the push needs {needed} animals and has only {have}",
                "jusqu’à {up_to}, il faut {needed} animaux, et il n’y en a que {have}",
            ),
            Illegal::SameFacing { at } => say!(
                lang,
                "the animal on {at} already faces that way",
                "l’animal en {at} regarde déjà de ce côté",
            ),
            Illegal::LeaveOffBorder { at } => say!(
                lang,
                "{at} is not on the border, and animals leave from the border only",
                "{at} n’est pas au bord, et on ne sort que par le bord",
            ),
            Illegal::NoExitLeft => say!(
                lang,
                "one of your animals has already left the board, which is allowed only once per game",
                "un de vos animaux est déjà sorti du plateau, ce qui n’est permis qu’une fois par partie",
            ),
        }
    }
}

explained_error!(Problem, Illegal);
