use mekong_core::{Explain, Lang, Player, about, explain_all, explained_error, quoted, say};

use crate::{
    board::{Slot, Stack},
    moves::Move,
    position::{GOAL, PALLETS},
};

/// A field of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The four stacks, from left to right.
    Stacks,
    /// Whose turn it is.
    Side,
}

impl Field {
    const fn name(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Field::Stacks, Lang::En) => "stacks",
            (Field::Stacks, Lang::Fr) => "piles",
            (Field::Side, Lang::En) => "side",
            (Field::Side, Lang::Fr) => "trait",
        }
    }
}

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Not two fields with one space between them.
    FieldCount {
        /// How many there are.
        found: usize,
    },
    /// Not four stacks.
    StackCount {
        /// How many there are.
        found: usize,
    },
    /// Nothing where a stack or `-` should be.
    NoText {
        /// The slot.
        slot: Slot,
    },
    /// A character that stands for no pallet.
    UnknownPallet {
        /// The slot.
        slot: Slot,
        /// The character.
        found: char,
    },
    /// More pallets than one stack can have.
    TooHigh {
        /// The slot.
        slot: Slot,
        /// How many there are.
        found: usize,
    },
    /// A side that is neither `L` nor `D`.
    Side {
        /// The text found.
        found: String,
    },
    /// The text can be read, but there is no such position: everything that is wrong with it.
    Invalid(Vec<Problem>),
}

/// What makes a position impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// More than eight pallets of one colour.
    TooManyPallets {
        /// The colour.
        player: Player,
        /// How many.
        found: u32,
    },
    /// More than six pallets of one colour out: the game ended with the sixth.
    TooManyOut {
        /// The colour.
        player: Player,
        /// How many are not on the rail.
        out: u32,
    },
    /// Six pallets or more of both colours out: the game ended with the first sixth.
    BothHaveWon,
    /// Slot 2 or 3 empty: a push fills both.
    EmptyInside {
        /// The slot.
        slot: Slot,
    },
    /// More than one empty slot.
    ManyEmpty {
        /// How many.
        found: usize,
    },
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let why = match *self {
            Problem::TooManyPallets { player, found } => {
                let colour = colour(player, true, lang);
                say!(
                    lang,
                    "{found} {colour} pallets, and there are only {PALLETS}",
                    "{found} palets {colour}, il n'y en a que {PALLETS}",
                )
            }
            Problem::TooManyOut { player, out } => {
                let colour = colour(player, true, lang);
                say!(
                    lang,
                    "{out} {colour} pallets are out, and the game ends with the sixth",
                    "{out} palets {colour} sont sortis, et la partie finit au sixième",
                )
            }
            Problem::BothHaveWon => say!(
                lang,
                "both colours have {GOAL} pallets out, and the game ends as soon as one has",
                "les deux couleurs ont {GOAL} palets sortis, or la partie finit dès que l'une en a {GOAL}",
            ),
            Problem::EmptyInside { slot } => say!(
                lang,
                "slot {slot} is empty, and only slots 1 and 4 can be",
                "la case {slot} est vide, et seules les cases 1 et 4 peuvent l'être",
            ),
            Problem::ManyEmpty { found } => say!(
                lang,
                "{found} slots are empty, and at most one can be",
                "{found} cases sont vides, et une seule peut l'être",
            ),
        };
        about(Field::Stacks.name(lang), &why, lang)
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        let (field, why) = match self {
            PositionError::FieldCount { found } => {
                return say!(
                    lang,
                    "a position has 2 fields (stacks, side) with one space between them, and this has {found}",
                    "une position a 2 champs (piles, trait) séparés par une espace, celle-ci en a {found}",
                );
            }
            PositionError::Invalid(problems) => return explain_all(problems, lang),
            PositionError::StackCount { found } => (
                Field::Stacks,
                say!(
                    lang,
                    "there must be 4 stacks with \"/\" between them, not {found}",
                    "il faut 4 piles séparées par « / », et non {found}",
                ),
            ),
            PositionError::NoText { slot } => (
                Field::Stacks,
                say!(
                    lang,
                    "nothing is written for slot {slot}, and an empty slot is written \"-\"",
                    "rien n'est écrit pour la case {slot}, or une case vide s'écrit « - »",
                ),
            ),
            PositionError::UnknownPallet { slot, found } => {
                let found = quoted(&found.to_string(), lang);
                let why = say!(
                    lang,
                    "in slot {slot} {found} is neither L nor D",
                    "dans la case {slot}, {found} n'est ni L ni D",
                );
                (Field::Stacks, why)
            }
            PositionError::TooHigh { slot, found } => {
                let most = Stack::MAX;
                (
                    Field::Stacks,
                    say!(
                        lang,
                        "slot {slot} has {found} pallets, and a stack can have at most {most}",
                        "la case {slot} a {found} palets, or une pile en a au plus {most}",
                    ),
                )
            }
            PositionError::Side { found } => {
                let found = quoted(found, lang);
                (Field::Side, say!(lang, "{found} is neither L nor D", "{found} n'est ni L ni D"))
            }
        };
        about(field.name(lang), &why, lang)
    }
}

/// Why a move text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Neither a push, nor a move, nor a pass.
    Form {
        /// The text.
        found: String,
    },
    /// A slot that is not 1, 2, 3 or 4.
    NoSuchSlot {
        /// The text.
        found: String,
    },
    /// From a slot onto itself.
    SameSlot {
        /// The text.
        found: String,
    },
    /// A count that is not a plain number from 1 to 15.
    Count {
        /// The text after the `x`.
        found: String,
    },
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        let (MoveError::Form { found }
        | MoveError::NoSuchSlot { found }
        | MoveError::SameSlot { found }
        | MoveError::Count { found }) = self;
        let found = quoted(found, lang);
        match self {
            MoveError::Form { .. } => say!(
                lang,
                "{found} is not a move: write pr or pl to push, 1-3x2 to move the top 2 pallets of slot 1 onto slot 3, pass to pass",
                "{found} n'est pas un coup : écrire pr ou pl pour pousser, 1-3x2 pour mettre sur la case 3 les 2 palets du dessus de la case 1, pass pour passer",
            ),
            MoveError::NoSuchSlot { .. } => say!(
                lang,
                "{found} is not a move: slots are numbered from 1 to 4",
                "{found} n'est pas un coup : les cases sont numérotées de 1 à 4",
            ),
            MoveError::SameSlot { .. } => say!(
                lang,
                "{found} is not a move: pallets go onto another slot",
                "{found} n'est pas un coup : les palets vont sur une autre case",
            ),
            MoveError::Count { .. } => {
                let most = Move::MAX_COUNT;
                say!(
                    lang,
                    "{found} is not a number of pallets from 1 to {most} without leading zeros",
                    "{found} n'est pas un nombre de palets de 1 à {most} sans zéro devant",
                )
            }
        }
    }
}

/// Why the rules forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// A slot is empty, and this does not fill it.
    GapFirst {
        /// The empty slot.
        gap: Slot,
    },
    /// A slot is empty, and the player has no block to fill it with.
    MustPass {
        /// The empty slot.
        gap: Slot,
    },
    /// A move from a slot onto itself.
    SameSlot {
        /// The slot.
        slot: Slot,
    },
    /// A move of no pallets.
    NothingTaken,
    /// Nothing lies there.
    EmptySlot {
        /// The slot.
        slot: Slot,
    },
    /// The stack is lower than that.
    NotThatMany {
        /// The slot.
        slot: Slot,
        /// How many pallets it has.
        height: u32,
    },
    /// The whole stack would be taken.
    OneStays {
        /// The slot.
        slot: Slot,
    },
    /// The pallet on top of the block, and of the stack, is the opponent's.
    TopNotYours {
        /// The slot.
        slot: Slot,
        /// Whose it is.
        owner: Player,
    },
    /// The lowest pallet of the block is the opponent's.
    BottomNotYours {
        /// Whose it is.
        owner: Player,
    },
    /// No slot is empty, and only then can a player have to pass.
    PassWithoutGap,
    /// The player can fill the empty slot, and so must.
    PassInsteadOfFilling {
        /// The empty slot.
        gap: Slot,
    },
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => say!(lang, "the game is over", "la partie est finie"),
            Illegal::GapFirst { gap } => say!(
                lang,
                "slot {gap} is empty and must be filled first",
                "la case {gap} est vide et doit d'abord être remplie",
            ),
            Illegal::MustPass { gap } => say!(
                lang,
                "slot {gap} is empty and you cannot fill it: you must pass",
                "la case {gap} est vide et vous ne pouvez pas la remplir : il faut passer",
            ),
            Illegal::SameSlot { slot } => say!(
                lang,
                "pallets go onto another slot, not back onto slot {slot}",
                "les palets vont sur une autre case, pas de nouveau sur la case {slot}",
            ),
            Illegal::NothingTaken => {
                say!(lang, "a move takes at least one pallet", "un déplacement prend au moins un palet")
            }
            Illegal::EmptySlot { slot } => say!(lang, "slot {slot} is empty", "la case {slot} est vide"),
            Illegal::NotThatMany { slot, height: 1 } => {
                say!(lang, "slot {slot} has only 1 pallet", "la case {slot} n'a qu'un palet")
            }
            Illegal::NotThatMany { slot, height } => {
                say!(lang, "slot {slot} has only {height} pallets", "la case {slot} n'a que {height} palets")
            }
            Illegal::OneStays { slot } => {
                say!(lang, "one pallet must stay on slot {slot}", "un palet doit rester sur la case {slot}",)
            }
            Illegal::TopNotYours { slot, owner } => {
                let colour = colour(owner, false, lang);
                say!(
                    lang,
                    "the block's top pallet, on slot {slot}, is {colour}, and must be yours",
                    "le palet du dessus du bloc, sur la case {slot}, est {colour}, or il doit être à vous",
                )
            }
            Illegal::BottomNotYours { owner } => {
                let colour = colour(owner, false, lang);
                say!(
                    lang,
                    "the block's bottom pallet is {colour}, and must be yours",
                    "le palet du dessous du bloc est {colour}, or il doit être à vous",
                )
            }
            Illegal::PassWithoutGap => say!(
                lang,
                "no slot is empty, so you may not pass",
                "aucune case n'est vide, vous ne pouvez donc pas passer",
            ),
            Illegal::PassInsteadOfFilling { gap } => say!(
                lang,
                "you can fill slot {gap}, so you may not pass",
                "vous pouvez remplir la case {gap}, vous ne pouvez donc pas passer",
            ),
        }
    }
}

/// A player's colour as an adjective; English does not care about the plural.
pub(crate) const fn colour(player: Player, plural: bool, lang: Lang) -> &'static str {
    match (player, lang, plural) {
        (Player::P1, Lang::En, _) => "light",
        (Player::P2, Lang::En, _) => "dark",
        (Player::P1, Lang::Fr, false) => "clair",
        (Player::P2, Lang::Fr, false) => "sombre",
        (Player::P1, Lang::Fr, true) => "clairs",
        (Player::P2, Lang::Fr, true) => "sombres",
    }
}

explained_error!(PositionError, Problem, MoveError, Illegal);
