//! The themes of puzzles, and the puzzles themselves.

use mekong_core::{Player, Position as _, SolutionPly, Text, Theme, Themed};

use crate::{
    moves::Move,
    position::{GOAL, Position},
};

static ONLY_MOVES: Theme = Theme {
    code: "only-moves",
    title: Text { en: "Only moves", fr: "Coups uniques" },
    description: Text {
        en: "several times in a row a single move keeps the result",
        fr: "plusieurs fois de suite, un seul coup garde le résultat",
    },
};

static PARITY: Theme = Theme {
    code: "race-parity",
    title: Text { en: "Parity of the race", fr: "Parité de la course" },
    description: Text {
        en: "both players are close to six, and the right move waits: the opponent has to push first",
        fr: "les deux camps approchent de six, et le bon coup attend : c’est à l’adversaire de pousser",
    },
};

static GIFT: Theme = Theme {
    code: "gift",
    title: Text { en: "A pallet for the opponent", fr: "Un palet pour l’adversaire" },
    description: Text {
        en: "the right push takes out a pallet of the opponent",
        fr: "la bonne poussée sort un palet de l’adversaire",
    },
};

static GAP: Theme = Theme {
    code: "empty-slot",
    title: Text { en: "The empty slot", fr: "La case vide" },
    description: Text {
        en: "a push leaves a slot empty, and the duty to fill it decides",
        fr: "une poussée laisse une case vide, et l’obligation de la remplir est décisive",
    },
};

static BURY: Theme = Theme {
    code: "block-on-top",
    title: Text { en: "A block on top", fr: "Un bloc par-dessus" },
    description: Text {
        en: "a moved block covers pallets of the opponent or frees your own",
        fr: "un bloc déplacé couvre des palets de l’adversaire ou libère les vôtres",
    },
};

/// A race is close if both players lack at most this many pallets.
const CLOSE_RACE: u8 = 3;

impl Themed for Position {
    const THEMES: &'static [&'static Theme] = &[&ONLY_MOVES, &PARITY, &GIFT, &GAP, &BURY];
    const PUZZLES: &'static str = include_str!("../data/puzzles.jsonl");
    const PRACTICE: &'static str = include_str!("../data/practice.jsonl");

    fn themes(solver: Player, line: &[SolutionPly<Position>], found: &mut Vec<&'static Theme>) {
        let own = || line.iter().filter(|ply| ply.before.turn == solver);
        if own().filter(|ply| ply.before.count_moves() > 1).count() > 1 {
            found.push(&ONLY_MOVES);
        }
        let Some(first) = line.first() else { return };
        let is_close = Player::BOTH.into_iter().all(|player| first.before.out(player) + CLOSE_RACE >= GOAL);
        let is_shift = |ply: &SolutionPly<Position>| matches!(ply.mv, Move::Shift { .. });
        if is_close && is_shift(first) {
            found.push(&PARITY);
        }
        if own().any(|ply| ply.after.out(solver.other()) > ply.before.out(solver.other())) {
            found.push(&GIFT);
        }
        if own().any(|ply| ply.after.gap().is_some()) || line.iter().any(|ply| ply.mv == Move::Pass) {
            found.push(&GAP);
        }
        if own().any(is_shift) {
            found.push(&BURY);
        }
    }
}
