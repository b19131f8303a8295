//! Board annotations: which pieces may answer, how a duel ends, what blocks a piece.
//!
//! Places are cells; `duel` is the piece that waits in the duel row. In a refusal, its text is what an answer must have.

use mekong_core::{
    BoardMarks, Insight, Lang, Mark, MarkKind, Player, Position as _, join_with_or, points_text, say,
};

use crate::{
    board::{Cell, Piece},
    error::seat,
    illegal::Illegal,
    moves::Move,
    names::{the, wanted},
    position::{Engaged, Position},
};

/// May reply.
const ANSWERS: MarkKind = MarkKind::Custom("answers");
/// Must reply because it is the leftmost.
const LEFTMOST: MarkKind = MarkKind::Custom("leftmost");

/// The result of a duel.
pub(crate) struct Duel {
    pub(crate) winner: Player,
    pub(crate) points: u8,
}

impl Position {
    /// The result of the current duel if it is answered from a cell.
    pub(crate) fn duel(&self, from: Cell) -> Duel {
        let mut after = *self;
        after.play_unchecked(Move::Advance { from });
        let won = |player: Player| after.score(player) - self.score(player);
        let winner = if won(Player::P1) > 0 { Player::P1 } else { Player::P2 };
        Duel { winner, points: won(winner) }
    }

    /// The cells that may answer, in a position where a piece is engaged.
    pub(crate) fn answers(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let from = |mv| if let Move::Advance { from } = mv { Some(from) } else { None };
        moves.into_iter().filter_map(from).collect()
    }

    /// Each piece that may answer.
    fn answer_marks(&self, engaged: Piece) -> Vec<Mark> {
        let mark = |from: Cell| {
            let matches = self.piece(from).is_some_and(|piece| piece.matches(engaged));
            Mark::new(from, if matches { ANSWERS } else { LEFTMOST })
        };
        self.answers().into_iter().map(mark).collect()
    }

    /// Each piece that may answer, whom its duel favours, and the points that its player wins or loses.
    fn result_marks(&self, engaged: Piece) -> Vec<Mark> {
        let results = self.answers().into_iter().map(|from| self.duel(from));
        let with_result = |(mark, Duel { winner, points }): (Mark, Duel)| {
            let sign = if winner == self.turn { '+' } else { '−' };
            mark.of(winner).with(format!("{sign}{points}"))
        };
        self.answer_marks(engaged).into_iter().zip(results).map(with_result).collect()
    }

    fn answers_in_words(&self, engaged: Piece, lang: Lang) -> String {
        let pieces: Vec<Piece> = self.answers().into_iter().filter_map(|from| self.piece(from)).collect();
        let seat = seat(self.turn, lang);
        let names: Vec<String> = pieces.iter().map(|&piece| the(piece, lang)).collect();
        let list = join_with_or(&names, lang);
        if pieces.iter().any(|piece| piece.matches(engaged)) {
            say!(lang, "{seat} can answer with {list}", "{seat} peut répondre avec {list}")
        } else {
            say!(
                lang,
                "nothing matches: the leftmost piece for {seat} must answer, {list}",
                "rien ne convient : la pièce la plus à gauche pour {seat} doit répondre, {list}",
            )
        }
    }

    /// The duel between the engaged piece and the one on a cell.
    fn duel_marks(&self, engaged: Engaged, from: Cell, answer: Piece, lang: Lang) -> BoardMarks {
        let Duel { winner, points } = self.duel(from);
        let (won, lost) = if winner == self.turn {
            (MarkKind::Winning, MarkKind::Losing)
        } else {
            (MarkKind::Losing, MarkKind::Winning)
        };
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
        let taken = points_text(points.into(), lang);
        let text = say!(
            lang,
            "{a} + {b} = {sum}, {ground}: {taken} for {seat}",
            "{a} + {b} = {sum}, {ground} : {taken} pour {seat}",
        );
        BoardMarks { marks, text }
    }

    fn refused(&self, mv: Move, illegal: Illegal, lang: Lang) -> BoardMarks {
        let drawn = |marks| BoardMarks { marks, text: String::new() };
        let about = |cell: Cell, sign| drawn(vec![Mark::new(cell, sign)]);
        match illegal {
            Illegal::MustMatch { engaged, .. } | Illegal::MustBeLeftmost { engaged, .. } => {
                let mut marks = self.answer_marks(engaged);
                if let Move::Advance { from } = mv {
                    marks.push(Mark::new(from, MarkKind::Blocking));
                }
                marks.push(Mark::new("duel", MarkKind::Focus).with(wanted(engaged, lang)));
                drawn(marks)
            }
            Illegal::Blocked { front, .. } => about(front, MarkKind::Blocking),
            Illegal::NotYourCamp { cell }
            | Illegal::Empty { cell }
            | Illegal::Taken { cell }
            | Illegal::BackRowFirst { cell }
            | Illegal::BackRowFull { cell } => about(cell, MarkKind::Blocking),
            Illegal::MustAnswer => {
                drawn(self.engaged.map(|engaged| self.answer_marks(engaged.piece)).unwrap_or_default())
            }
            Illegal::SwapAcross { second, .. } => about(second, MarkKind::Blocking),
            Illegal::Over
            | Illegal::StillDrafting
            | Illegal::NothingToPlace
            | Illegal::SwapAfterSwap
            | Illegal::FaceDown { .. }
            | Illegal::AlreadyPlaced { .. } => BoardMarks::default(),
        }
    }
}

impl Insight for Position {
    fn preview(&self, mv: Move, lang: Lang) -> BoardMarks {
        if let Err(illegal) = self.check(mv) {
            return self.refused(mv, illegal, lang);
        }
        let Move::Advance { from } = mv else { return BoardMarks::default() };
        match (self.engaged, self.piece(from)) {
            (Some(engaged), Some(answer)) => self.duel_marks(engaged, from, answer, lang),
            _ => {
                let mut after = *self;
                after.play_unchecked(mv);
                after.threats(lang)
            }
        }
    }

    /// In a duel: the possible answers and their results.
    fn threats(&self, lang: Lang) -> BoardMarks {
        let Some(Engaged { piece, .. }) = self.engaged else { return BoardMarks::default() };
        BoardMarks { marks: self.result_marks(piece), text: self.answers_in_words(piece, lang) }
    }
}
