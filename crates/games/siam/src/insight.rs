//! Board annotations: the forces along a row, what forbids a move, pushes that win.
//!
//! Places are squares; `@c1` is outside the board before c1, where an entering animal pushes from, and `@c1S` outside
//! the board south of c1, where the sum of a row stands that ends there.

use mekong_core::{
    BoardMarks, Explain as _, Game as _, Insight, Lang, Mark, MarkKind, Player, Position as _, say,
};

use crate::{
    Siam,
    board::{Direction, Piece, Square, run_ahead},
    error::Illegal,
    moves::Move,
    position::Position,
};

/// Supports a push.
const PUSHES: MarkKind = MarkKind::Custom("pushes");
/// Resists a push.
pub(crate) const RESISTS: MarkKind = MarkKind::Custom("resists");
/// Is moved along without pushing or resisting.
pub(crate) const IDLE: MarkKind = MarkKind::Custom("idle");
/// Beside a row: the sum of its forces.
const SUM: MarkKind = MarkKind::Custom("sum");
/// Counts against a push.
const WEIGHS: MarkKind = MarkKind::Custom("weighs");

/// A row about to be pushed.
pub(crate) struct Row {
    /// The square of the pushing animal; `None` if it enters from outside.
    from: Option<Square>,
    /// The first square pushed.
    pub(crate) to: Square,
    ahead: u32,
    pub(crate) direction: Direction,
}

impl Row {
    /// The squares of the row from the pushing animal on.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        std::iter::successors(Some(self.to), |at| at.next(self.direction))
            .take_while(|at| self.ahead & at.bit() != 0)
    }

    fn pusher(&self) -> String {
        self.from.map_or_else(|| format!("@{}", self.to), |from| from.to_string())
    }
}

impl Position {
    /// The row that a move pushes or would push if it were strong enough.
    pub(crate) fn row(&self, mv: Move) -> Option<Row> {
        let occupied = self.occupied();
        match mv {
            Move::Push { from, to } => {
                let Some(Piece::Animal(owner, direction)) = self.piece(from) else { return None };
                let ahead = run_ahead(occupied, from, direction);
                let pushes = owner == self.turn && from.next(direction) == Some(to) && ahead != 0;
                pushes.then_some(Row { from: Some(from), to, ahead, direction })
            }
            Move::Enter { to, facing } => {
                let pushes = occupied & facing.entry_edge() & to.bit() != 0;
                let ahead = Position::run_from_outside(occupied, to, facing);
                pushes.then_some(Row { from: None, to, ahead, direction: facing })
            }
            Move::Step { .. } | Move::Turn { .. } | Move::Leave { .. } => None,
        }
    }

    fn forces(&self, mv: Move, row: &Row, lang: Lang) -> BoardMarks {
        let direction = row.direction;
        let mut marks = vec![Mark::new(row.pusher(), PUSHES).with("+1")];
        for at in row.squares() {
            marks.push(match self.piece(at) {
                Some(Piece::Animal(_, facing)) if facing == direction => Mark::new(at, PUSHES).with("+1"),
                Some(Piece::Animal(_, facing)) if facing == direction.opposite() => {
                    Mark::new(at, RESISTS).with("−1")
                }
                Some(Piece::Animal(..)) => Mark::new(at, IDLE).with("0"),
                Some(Piece::Rock) | None => Mark::new(at, WEIGHS).with("1"),
            });
        }
        let force = self.force(row.ahead, direction);
        let (forward, against) = (force.forward, force.against);
        let needed = force.rocks.max(1);
        let holds = forward >= against + needed;
        let compared = if holds { "≥" } else { "<" };
        let force = if against == 0 { forward.to_string() } else { format!("{forward} − {against}") };
        let sum = format!("{force} {compared} {needed}");
        let end = row.squares().last().unwrap_or(row.to);
        // Under the variant `chain` the sum of a row does not always tell whether it moves.
        if holds == self.push_succeeds(row.ahead, direction) {
            let beside = end.next(direction).map_or_else(|| outside(end, direction), |at| at.to_string());
            let balance = i64::from(forward) - i64::from(against);
            let sign = if balance < 0 { "−" } else { "" };
            let balance = balance.unsigned_abs();
            marks.push(Mark::new(beside, SUM).with(format!("{sign}{balance} {compared} {needed}")));
        }
        if !self.push_succeeds(row.ahead, direction) {
            // The whole row may be light enough and a part of it not.
            let text = match self.check(mv) {
                Err(illegal) if holds => illegal.explain(lang),
                _ => say!(lang, "{sum}: the row does not move", "{sum} : la file ne bouge pas"),
            };
            return BoardMarks { marks, text };
        }
        let mut text = say!(lang, "{sum}: the row moves", "{sum} : la file avance");
        if end.next(direction).is_none() {
            marks.push(Mark::new(end, MarkKind::Leaving));
            let mut after = *self;
            after.play_unchecked(mv);
            if let Some(winner) = after.winner {
                let decides = row.squares().filter(
                    |&at| matches!(self.piece(at), Some(Piece::Animal(_, facing)) if facing == direction),
                );
                let decider = decides.last().map_or_else(|| row.pusher(), |at| at.to_string());
                marks.push(Mark::new(decider, MarkKind::Decisive).of(winner));
                let seat = seat(winner, lang);
                text = say!(
                    lang,
                    "{text}, a rock falls, and the {seat} win",
                    "{text}, un rocher tombe, et les {seat} gagnent",
                );
            }
        }
        BoardMarks { marks, text }
    }

    /// Pushes that win at once for the player who makes them.
    pub(crate) fn winning_pushes(&self, player: Player) -> Vec<Move> {
        let mut as_if = *self;
        as_if.turn = player;
        let mut pushes = Vec::new();
        as_if.list_pushes(&mut pushes);
        pushes.retain(|&mv| {
            let mut after = as_if;
            after.play_unchecked(mv);
            after.winner == Some(player)
        });
        pushes
    }
}

/// The place outside the board on one side of a border square.
pub(crate) fn outside(square: Square, side: Direction) -> String {
    format!("@{square}{}", side.letter())
}

fn seat(player: Player, lang: Lang) -> String {
    Siam::INFO.seats[player.index()].get(lang).to_lowercase()
}

/// The squares that a refusal is about.
fn obstacles(illegal: Illegal) -> Vec<Square> {
    match illegal {
        Illegal::NoAnimal { at }
        | Illegal::IsRock { at }
        | Illegal::NotYours { at }
        | Illegal::CrossedOut { at }
        | Illegal::StandsThere { at }
        | Illegal::SameFacing { at }
        | Illegal::LeaveOffBorder { at } => vec![at],
        Illegal::EnterOffBorder { to }
        | Illegal::EnterNotInward { to }
        | Illegal::NotNextTo { to, .. }
        | Illegal::Occupied { to }
        | Illegal::StepIsPush { to, .. }
        | Illegal::PushIsStep { to, .. } => vec![to],
        Illegal::PushNotForward { from, facing } => vec![from.next(facing).unwrap_or(from)],
        Illegal::ChainTooWeak { up_to, .. } => vec![up_to],
        Illegal::Over | Illegal::EmptyReserve | Illegal::TooWeak { .. } | Illegal::NoExitLeft => Vec::new(),
    }
}

impl Insight for Position {
    fn preview(&self, mv: Move, lang: Lang) -> BoardMarks {
        if self.winner.is_some() {
            return BoardMarks::default();
        }
        let refused = self.check(mv).err();
        let row = self.row(mv).filter(|_| {
            matches!(refused, None | Some(Illegal::TooWeak { .. } | Illegal::ChainTooWeak { .. }))
        });
        let mut result = row.map(|row| self.forces(mv, &row, lang)).unwrap_or_default();
        let forbid = refused.into_iter().flat_map(obstacles);
        result.marks.extend(forbid.map(|at| Mark::new(at, MarkKind::Blocking)));
        result
    }

    fn threats(&self, lang: Lang) -> BoardMarks {
        let mut result = BoardMarks::default();
        if self.winner.is_some() {
            return result;
        }
        let mut sentences = Vec::new();
        for player in [self.turn, self.turn.other()] {
            let pushes = self.winning_pushes(player);
            let as_if = Position { turn: player, ..*self };
            let mut ways = Vec::new();
            for row in pushes.iter().filter_map(|&mv| as_if.row(mv)) {
                let way = match (row.from, row.to) {
                    (Some(from), _) => say!(lang, "by pushing from {from}", "en poussant depuis {from}"),
                    (None, to) => say!(lang, "by entering on {to}", "en entrant en {to}"),
                };
                if !ways.contains(&way) {
                    ways.push(way);
                }
                result.marks.push(Mark::new(row.pusher(), MarkKind::Threatening).of(player));
                result
                    .marks
                    .extend(row.squares().last().map(|rock| Mark::new(rock, MarkKind::Threat).of(player)));
            }
            if !pushes.is_empty() {
                let seat = seat(player, lang);
                let ways = ways.join(", ");
                sentences.push(if player == self.turn {
                    say!(
                        lang,
                        "the {seat} can win at once {ways}",
                        "les {seat} peuvent gagner immédiatement {ways}"
                    )
                } else {
                    say!(lang, "the {seat} threaten to win {ways}", "les {seat} menacent de gagner {ways}")
                });
            }
        }
        result.text = sentences.join(&say!(lang, "; ", " ; "));
        result
    }
}
