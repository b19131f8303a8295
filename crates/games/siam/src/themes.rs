//! The themes of puzzles, and the puzzles themselves.

use mekong_core::{Evaluate as _, Player, Position as _, SolutionPly, Text, Theme, Themed};

use crate::{board::BORDER, moves::Move, position::Position};

static PUSHES: Theme = Theme {
    code: "push-sequence",
    title: Text { en: "Push sequence", fr: "Suite de poussées" },
    description: Text {
        en: "two or more pushes of the solution bring the rock to the edge and over it",
        fr: "deux poussées ou plus mènent le rocher au bord, puis hors du plateau",
    },
};

static OTHER_SIDE: Theme = Theme {
    code: "rock-for-the-other-side",
    title: Text { en: "The rock that wins for the other side", fr: "Le rocher qui fait gagner l’autre" },
    description: Text {
        en: "a push sends a rock off the board, but another animal of the row decides who wins",
        fr: "une poussée sort un rocher, mais c’est un autre animal de la file qui décide du gagnant",
    },
};

static ENTERING: Theme = Theme {
    code: "entering-push",
    title: Text { en: "Entering with help", fr: "Entrer avec de l’aide" },
    description: Text {
        en: "an animal enters by pushing, together with others that face the same way",
        fr: "un animal entre en poussant, avec l’aide d’autres tournés dans le même sens",
    },
};

static TURNING: Theme = Theme {
    code: "turn",
    title: Text { en: "The decisive turn", fr: "La rotation décisive" },
    description: Text {
        en: "turning an animal on the spot changes the forces of a row",
        fr: "tourner un animal sur place change les forces d’une file",
    },
};

static QUIET: Theme = Theme {
    code: "quiet-move",
    title: Text { en: "Quiet move", fr: "Coup tranquille" },
    description: Text {
        en: "the first move pushes nothing, and yet it cannot be answered",
        fr: "le premier coup ne pousse rien, et pourtant il n’y a pas de parade",
    },
};

static DEFENCE: Theme = Theme {
    code: "counter",
    title: Text { en: "Under threat", fr: "Sous la menace" },
    description: Text {
        en: "the opponent would win with the next move: the solution has to be faster or stop it",
        fr: "l’adversaire gagnerait au coup suivant : il faut aller plus vite ou l’en empêcher",
    },
};

impl Position {
    /// Whether a legal move pushes.
    fn is_push(&self, mv: Move) -> bool {
        match mv {
            Move::Push { .. } => true,
            Move::Enter { to, .. } => self.occupied() & to.bit() != 0,
            Move::Step { .. } | Move::Turn { .. } | Move::Leave { .. } => false,
        }
    }

    /// Whether a push of the player to move sends a rock out for the opponent.
    fn can_push_for_the_opponent(&self) -> bool {
        if self.rocks & BORDER == 0 {
            return false;
        }
        let mut pushes = Vec::new();
        self.list_pushes(&mut pushes);
        pushes.into_iter().any(|mv| {
            let mut next = *self;
            next.play_unchecked(mv);
            next.outcome().is_some_and(|outcome| outcome.winner == Some(self.turn.other()))
        })
    }

    /// Whether an entering push is helped by another animal that faces the same way.
    fn is_helped_entry(&self, mv: Move) -> bool {
        let Move::Enter { to, facing } = mv else { return false };
        let occupied = self.occupied();
        occupied & to.bit() != 0
            && self.force(Position::run_from_outside(occupied, to, facing), facing).forward > 1
    }
}

impl Themed for Position {
    const THEMES: &'static [&'static Theme] = &[&PUSHES, &OTHER_SIDE, &ENTERING, &TURNING, &QUIET, &DEFENCE];
    const PUZZLES: &'static str = include_str!("../data/puzzles.jsonl");
    const PRACTICE: &'static str = include_str!("../data/practice.jsonl");

    fn themes(solver: Player, line: &[SolutionPly<Position>], found: &mut Vec<&'static Theme>) {
        let own = || line.iter().filter(|ply| ply.before.turn == solver);
        if own().filter(|ply| ply.before.is_push(ply.mv)).count() > 1 {
            found.push(&PUSHES);
        }
        if own().any(|ply| ply.before.can_push_for_the_opponent())
            || line.iter().any(|ply| {
                let winner = ply.after.outcome().and_then(|outcome| outcome.winner);
                winner.is_some_and(|winner| winner != ply.before.turn)
            })
        {
            found.push(&OTHER_SIDE);
        }
        if own().any(|ply| ply.before.is_helped_entry(ply.mv)) {
            found.push(&ENTERING);
        }
        if own().any(|ply| matches!(ply.mv, Move::Turn { .. })) {
            found.push(&TURNING);
        }
        let Some(first) = line.first() else { return };
        if line.len() > 1 && !first.before.is_push(first.mv) {
            found.push(&QUIET);
        }
        let passed = Position { turn: solver.other(), ..first.before };
        if passed.wins_at_once() {
            found.push(&DEFENCE);
        }
    }
}
