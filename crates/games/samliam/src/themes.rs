//! The themes of puzzles, and the puzzles themselves.

use mekong_core::{Player, SolutionPly, Text, Theme, Themed};

use crate::{board::Tile, moves::Move, position::Position, scan::any};

static DOUBLE_THREAT: Theme = Theme {
    code: "double-threat",
    title: Text { en: "Double threat", fr: "Double menace" },
    description: Text {
        en: "one tile threatens to complete two squares, and only one of them can be stopped",
        fr: "une seule tuile menace de compléter deux carrés, et un seul peut être empêché",
    },
};

static SQUARE_TILE: Theme = Theme {
    code: "square-tile",
    title: Text { en: "The square tile after a block", fr: "La tuile carrée après un blocage" },
    description: Text {
        en: "the opponent’s block gives the right to a square tile, and that decides",
        fr: "le blocage de l’adversaire donne droit à une tuile carrée, et c’est décisif",
    },
};

static SEQUENCE: Theme = Theme {
    code: "threat-sequence",
    title: Text { en: "Threat after threat", fr: "Menace sur menace" },
    description: Text {
        en: "every move threatens to complete a square, so that the opponent only has time to answer",
        fr: "chaque coup menace de compléter un carré, et l’adversaire n’a que le temps de répondre",
    },
};

static BLOCK: Theme = Theme {
    code: "block-and-threaten",
    title: Text { en: "Block and threaten", fr: "Bloquer et menacer" },
    description: Text {
        en: "the opponent would complete a square: the solution stops it and wins",
        fr: "l’adversaire compléterait un carré : la solution l’en empêche et gagne",
    },
};

static PAIR: Theme = Theme {
    code: "pair",
    title: Text { en: "The second triangle", fr: "Le second triangle" },
    description: Text {
        en: "a second triangle in the same cell as one of your own shows all four corners",
        fr: "un second triangle dans la même case que l’un des vôtres montre les quatre coins",
    },
};

impl Position {
    /// The number of cells where a player completes a square.
    fn winning_cells(&self, player: Player) -> u32 {
        any(&self.wins(player)).count_ones()
    }
}

impl Themed for Position {
    const THEMES: &'static [&'static Theme] = &[&DOUBLE_THREAT, &SQUARE_TILE, &SEQUENCE, &BLOCK, &PAIR];
    const PUZZLES: &'static str = include_str!("../data/puzzles.jsonl");
    const PRACTICE: &'static str = include_str!("../data/practice.jsonl");

    fn themes(solver: Player, line: &[SolutionPly<Position>], found: &mut Vec<&'static Theme>) {
        let own = || line.iter().filter(|ply| ply.before.turn == solver);
        if own().any(|ply| ply.after.winning_cells(solver) > 1) {
            found.push(&DOUBLE_THREAT);
        }
        if own().any(|ply| ply.before.was_blocked() && matches!(ply.mv, Move::Square { .. })) {
            found.push(&SQUARE_TILE);
        }
        let count = own().count();
        if count > 2 && own().take(count - 1).all(|ply| ply.after.winning_cells(solver) > 0) {
            found.push(&SEQUENCE);
        }
        let Some(first) = line.first() else { return };
        if first.before.winning_cells(solver.other()) > 0 {
            found.push(&BLOCK);
        }
        let is_pair = |ply: &SolutionPly<Position>| match ply.mv {
            Move::Triangle { at, .. } => {
                let mut tiles = ply.before.tiles(at);
                tiles.any(|tile| matches!(tile, Tile::Triangle(owner, _) if owner == solver))
            }
            Move::Square { .. } | Move::Pass => false,
        };
        if own().any(is_pair) {
            found.push(&PAIR);
        }
    }
}
