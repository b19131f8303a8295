//! What can be pointed at: which pieces may answer, how a duel ends, what blocks a piece.
//!
//! Places are cells; `duel` is the piece that waits in the duel row.

use mekong_core::{Game as _, Insight, Lang, Mark, Player, Position as _, Sight, Sign, say};

use crate::{
    Palam,
    board::{Cell, Piece},
    illegal::Illegal,
    moves::Move,
    position::{Engaged, Position},
};

/// How a duel ends.
struct Duel {
    winner: Player,
    points: u8,
}

fn seat(player: Player, lang: Lang) -> &'static str {
    Palam::INFO.seats[player.index()].get(lang)
}

impl Position {
    /// How the duel ends that is answered from a cell.
    fn duel(&self, from: Cell) -> Duel {
        let mut after = *self;
        after.play_unchecked(Move::Advance { from });
        let won = |player: Player| after.score(player) - self.score(player);
        let winner = if won(Player::P1) > 0 { Player::P1 } else { Player::P2 };
        Duel { winner, points: won(winner) }
    }

    /// The cells that may answer, in a position where a piece is engaged.
    fn answers(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let from = |mv| if let Move::Advance { from } = mv { Some(from) } else { None };
        moves.into_iter().filter_map(from).collect()
    }

    /// Each piece that may answer, whom its duel favours, and the points.
    fn answer_marks(&self, engaged: Piece) -> Vec<Mark> {
        let mark = |from: Cell| {
            let matches = self.piece(from).is_some_and(|piece| piece.matches(engaged));
            let Duel { winner, points } = self.duel(from);
            let sign = if matches { Sign::Answers } else { Sign::Leftmost };
            Mark::new(from, sign).of(winner).with(format!("+{points}"))
        };
        self.answers().into_iter().map(mark).collect()
    }

    fn answers_in_words(&self, engaged: Piece, lang: Lang) -> String {
        let answers = self.answers();
        let list = answers.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
        if answers.iter().any(|&from| self.piece(from).is_some_and(|piece| piece.matches(engaged))) {
            let seat = seat(self.turn, lang);
            say!(lang, "{seat} can answer with {list}", "{seat} peut répondre avec {list}")
        } else {
            say!(lang, "no match: leftmost, {list}", "rien ne convient : la plus à gauche, {list}")
        }
    }

    /// The duel between the engaged piece and the one on a cell.
    fn fight(&self, engaged: Engaged, from: Cell, answer: Piece, lang: Lang) -> Sight {
        let Duel { winner, points } = self.duel(from);
        let (won, lost) =
            if winner == self.turn { (Sign::Wins, Sign::Loses) } else { (Sign::Loses, Sign::Wins) };
        let marks = vec![
            Mark::new(from, won).of(winner),
            Mark::new("duel", lost).of(winner).with(format!("+{points}")),
        ];
        let (a, b) = (engaged.piece.number(), answer.number());
        let sum = a + b;
        let seat = seat(winner, lang);
        let ground = if sum.is_multiple_of(2) {
            say!(lang, "even, so nearer = wins", "pair, la plus proche de = gagne")
        } else {
            say!(lang, "odd, so nearer ≠ wins", "impair, la plus proche de ≠ gagne")
        };
        let taken = if lang.is_singular(points.into()) {
            say!(lang, "{points} point", "{points} point")
        } else {
            say!(lang, "{points} points", "{points} points")
        };
        let text = say!(
            lang,
            "{a} + {b} = {sum}, {ground}: {taken} for {seat}",
            "{a} + {b} = {sum}, {ground} : {taken} pour {seat}",
        );
        Sight { marks, text }
    }

    fn refused(&self, illegal: Illegal, lang: Lang) -> Sight {
        let about = |cell: Cell, sign| Sight { marks: vec![Mark::new(cell, sign)], text: String::new() };
        match illegal {
            Illegal::MustMatch { engaged, .. } | Illegal::MustBeLeftmost { engaged, .. } => {
                Sight { marks: self.answer_marks(engaged), text: self.answers_in_words(engaged, lang) }
            }
            Illegal::Blocked { front, .. } => about(front, Sign::Forbids),
            Illegal::NotYourCamp { cell }
            | Illegal::Empty { cell }
            | Illegal::Taken { cell }
            | Illegal::BackRowFirst { cell }
            | Illegal::BackRowFull { cell } => about(cell, Sign::Forbids),
            Illegal::MustAnswer => self.threats(lang),
            Illegal::SwapAcross { second, .. } => about(second, Sign::Forbids),
            Illegal::Over
            | Illegal::StillDrafting
            | Illegal::NothingToPlace
            | Illegal::SwapAfterSwap
            | Illegal::FaceDown { .. }
            | Illegal::AlreadyPlaced { .. } => Sight::default(),
        }
    }
}

impl Insight for Position {
    fn look(&self, mv: Move, lang: Lang) -> Sight {
        if let Err(illegal) = self.check(mv) {
            return self.refused(illegal, lang);
        }
        let Move::Advance { from } = mv else { return Sight::default() };
        match (self.engaged, self.piece(from)) {
            (Some(engaged), Some(answer)) => self.fight(engaged, from, answer, lang),
            _ => {
                let mut after = *self;
                after.play_unchecked(mv);
                after.threats(lang)
            }
        }
    }

    /// In a duel: who may answer, and what comes of it.
    fn threats(&self, lang: Lang) -> Sight {
        let Some(Engaged { piece, .. }) = self.engaged else { return Sight::default() };
        Sight { marks: self.answer_marks(piece), text: self.answers_in_words(piece, lang) }
    }
}
