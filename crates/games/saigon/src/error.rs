use mekong_core::{Explain, GAME_OVER, Lang, Player, Text, explained_error, say, with_subject};

use crate::{
    board::Slot,
    position::{GOAL, PALLETS},
};

/// The name of the field for the four stacks, from left to right.
pub(crate) const STACKS_FIELD: Text = Text { en: "stacks", fr: "piles" };

/// Why a position text is refused.
pub type PositionError = mekong_core::PositionError<Problem>;

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
                    "{found} {colour} pallets, but there are only {PALLETS}",
                    "{found} palets {colour}, mais il n’y en a que {PALLETS}",
                )
            }
            Problem::TooManyOut { player, out } => {
                let colour = colour(player, true, lang);
                say!(
                    lang,
                    "{out} {colour} pallets are out, but the game ends with the sixth",
                    "{out} palets {colour} sont sortis, mais la partie se termine au sixième",
                )
            }
            Problem::BothHaveWon => say!(
                lang,
                "both colours have {GOAL} pallets out, but the game ends as soon as one has",
                "les deux couleurs ont {GOAL} palets sortis, or la partie se termine dès que l’une en a {GOAL}",
            ),
            Problem::EmptyInside { slot } => say!(
                lang,
                "slot {slot} is empty, but only slots 1 and 4 can be",
                "la case {slot} est vide, mais seules les cases 1 et 4 peuvent l’être",
            ),
            Problem::ManyEmpty { found } => say!(
                lang,
                "{found} slots are empty, but at most one can be",
                "{found} cases sont vides, et une seule peut l’être",
            ),
        };
        with_subject(STACKS_FIELD.get(lang), &why, lang)
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
    /// A pass while no slot is empty.
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
            Illegal::Over => GAME_OVER.explain(lang),
            Illegal::GapFirst { gap } => say!(
                lang,
                "slot {gap} is empty and must be filled first",
                "la case {gap} est vide et doit d’abord être remplie",
            ),
            Illegal::MustPass { gap } => say!(
                lang,
                "slot {gap} is empty and you cannot fill it: you must pass",
                "la case {gap} est vide et vous ne pouvez pas la remplir : il faut passer",
            ),
            Illegal::SameSlot { slot } => say!(
                lang,
                "pallets go onto another slot, not back onto slot {slot}",
                "les palets vont sur une autre case, et non de nouveau sur la case {slot}",
            ),
            Illegal::NothingTaken => {
                say!(lang, "a move takes at least one pallet", "un déplacement prend au moins un palet")
            }
            Illegal::EmptySlot { slot } => say!(lang, "slot {slot} is empty", "la case {slot} est vide"),
            Illegal::NotThatMany { slot, height: 1 } => {
                say!(lang, "slot {slot} has only 1 pallet", "la case {slot} n’a qu’un palet")
            }
            Illegal::NotThatMany { slot, height } => {
                say!(lang, "slot {slot} has only {height} pallets", "la case {slot} n’a que {height} palets")
            }
            Illegal::OneStays { slot } => {
                say!(lang, "one pallet must stay on slot {slot}", "un palet doit rester sur la case {slot}",)
            }
            Illegal::TopNotYours { slot, owner } => {
                let colour = colour(owner, false, lang);
                say!(
                    lang,
                    "the top pallet of slot {slot} is {colour}: a block has your colour at top and bottom",
                    "le palet du haut de la case {slot} est {colour} : un bloc porte votre couleur en haut et en bas",
                )
            }
            Illegal::BottomNotYours { owner } => {
                let colour = colour(owner, false, lang);
                say!(
                    lang,
                    "this pallet is {colour}: a block has your colour at top and bottom",
                    "ce palet est {colour} : un bloc porte votre couleur en haut et en bas",
                )
            }
            Illegal::PassWithoutGap => say!(
                lang,
                "no slot is empty, so you may not pass",
                "aucune case n’est vide, vous ne pouvez donc pas passer",
            ),
            Illegal::PassInsteadOfFilling { gap } => say!(
                lang,
                "you can fill slot {gap}, so you may not pass",
                "vous pouvez remplir la case {gap}, vous ne pouvez donc pas passer",
            ),
        }
    }
}

/// A player's colour as an adjective; English has no plural form.
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

explained_error!(Problem, Illegal);
