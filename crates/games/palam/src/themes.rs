//! The themes of puzzles, and the puzzles themselves.

use mekong_core::{Player, SolutionPly, Text, Theme, Themed};

use crate::{board::Piece, moves::Move, position::Position};

static SWAP: Theme = Theme {
    code: "winning-swap",
    title: Text { en: "The swap that wins", fr: "L’échange gagnant" },
    description: Text {
        en: "two pieces change places before the duel, and every other move loses",
        fr: "deux pièces changent de place avant le duel, et tout autre coup perd",
    },
};

static LEFTMOST: Theme = Theme {
    code: "forced-leftmost",
    title: Text { en: "The forced leftmost answer", fr: "La réponse forcée à gauche" },
    description: Text {
        en: "no piece of the opponent matches, so the leftmost one has to answer",
        fr: "aucune pièce de l’adversaire ne convient : la plus à gauche doit répondre",
    },
};

static MATCH: Theme = Theme {
    code: "forced-match",
    title: Text { en: "The only match", fr: "La seule pièce qui convient" },
    description: Text {
        en: "exactly one piece of the opponent matches and has to answer",
        fr: "une seule pièce de l’adversaire convient et doit répondre",
    },
};

static LIGHT: Theme = Theme {
    code: "eleven-points",
    title: Text { en: "Eleven points", fr: "Onze points" },
    description: Text {
        en: "a duel of the solution is fought over a light piece",
        fr: "un duel de la solution a pour enjeu une pièce claire",
    },
};

static ANSWER: Theme = Theme {
    code: "right-answer",
    title: Text { en: "The right answer", fr: "La bonne réponse" },
    description: Text {
        en: "several pieces may answer, and only one of them wins",
        fr: "plusieurs pièces peuvent répondre, et une seule gagne",
    },
};

static SACRIFICE: Theme = Theme {
    code: "lost-duel",
    title: Text { en: "A duel to lose", fr: "Un duel à perdre" },
    description: Text {
        en: "losing a duel is right, because the loser moves next",
        fr: "il faut perdre un duel, car le perdant joue ensuite",
    },
};

impl Position {
    /// Whether the player to move has to answer with the leftmost piece because none matches.
    fn must_answer_leftmost(&self) -> bool {
        self.engaged.is_some_and(|engaged| self.matching_answers(engaged.piece) == 0)
    }

    /// Whether exactly one piece may answer, because it matches.
    fn must_answer_match(&self) -> bool {
        self.engaged.is_some_and(|engaged| self.matching_answers(engaged.piece).count_ones() == 1)
    }

    /// The pieces of the duel that an answer decides.
    fn duel_pieces(&self, answer: Move) -> Option<[Piece; 2]> {
        let Move::Advance { from } = answer else { return None };
        Some([self.engaged?.piece, self.piece(from)?])
    }
}

impl Themed for Position {
    const THEMES: &'static [&'static Theme] = &[&SWAP, &LEFTMOST, &MATCH, &LIGHT, &ANSWER, &SACRIFICE];
    const PUZZLES: &'static str = include_str!("../data/puzzles.jsonl");
    const PRACTICE: &'static str = include_str!("../data/practice.jsonl");

    fn themes(solver: Player, line: &[SolutionPly<Position>], found: &mut Vec<&'static Theme>) {
        let own = || line.iter().filter(|ply| ply.before.turn == solver);
        let replies = || line.iter().filter(|ply| ply.before.turn != solver);
        if own().any(|ply| matches!(ply.mv, Move::Swap(_))) {
            found.push(&SWAP);
        }
        if replies().any(|ply| ply.before.must_answer_leftmost()) {
            found.push(&LEFTMOST);
        }
        if replies().any(|ply| ply.before.must_answer_match()) {
            found.push(&MATCH);
        }
        let is_light = |ply: &SolutionPly<Position>| {
            let duel = ply.before.duel_pieces(ply.mv);
            duel.is_some_and(|pieces| pieces.iter().any(|piece| piece.points() > 1))
        };
        if line.iter().any(is_light) {
            found.push(&LIGHT);
        }
        let is_choice = |ply: &SolutionPly<Position>| {
            ply.before
                .engaged
                .is_some_and(|engaged| ply.before.matching_answers(engaged.piece).count_ones() > 1)
        };
        if own().any(is_choice) {
            found.push(&ANSWER);
        }
        let opponent = solver.other();
        if line.iter().any(|ply| ply.after.score(opponent) > ply.before.score(opponent)) {
            found.push(&SACRIFICE);
        }
    }
}
