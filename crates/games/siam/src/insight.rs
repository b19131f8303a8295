//! What can be pointed at: the forces along a row, what forbids a move, pushes that win.
//!
//! Places are squares; `@c1` is outside the board before c1, where an entering animal pushes from.

use mekong_core::{
    Explain as _, Game as _, Insight, Lang, Mark, Notation as _, Player, Position as _, Sight, Sign, say,
};

use crate::{
    Siam,
    board::{Direction, Piece, Square, run_ahead},
    error::Illegal,
    moves::Move,
    position::Position,
};

/// A row about to be pushed.
struct Row {
    /// Where the pushing animal stands, unless it comes in from outside.
    from: Option<Square>,
    /// The first square pushed.
    to: Square,
    ahead: u32,
    direction: Direction,
}

impl Row {
    /// The squares of the row from the pushing animal on.
    fn squares(&self) -> impl Iterator<Item = Square> {
        std::iter::successors(Some(self.to), |at| at.next(self.direction))
            .take_while(|at| self.ahead & at.bit() != 0)
    }

    fn pusher(&self) -> String {
        self.from.map_or_else(|| format!("@{}", self.to), |from| from.to_string())
    }
}

impl Position {
    /// The row that a move pushes or would push if it were strong enough.
    fn row(&self, mv: Move) -> Option<Row> {
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

    fn forces(&self, mv: Move, row: &Row, lang: Lang) -> Sight {
        let direction = row.direction;
        let mut marks = vec![Mark::new(row.pusher(), Sign::Pushes).with("+1")];
        for at in row.squares() {
            marks.push(match self.piece(at) {
                Some(Piece::Animal(_, facing)) if facing == direction => {
                    Mark::new(at, Sign::Pushes).with("+1")
                }
                Some(Piece::Animal(_, facing)) if facing == direction.opposite() => {
                    Mark::new(at, Sign::Resists).with("−1")
                }
                Some(Piece::Animal(..)) => Mark::new(at, Sign::Idle).with("0"),
                Some(Piece::Rock) | None => Mark::new(at, Sign::Weighs).with("1"),
            });
        }
        let force = self.force(row.ahead, direction);
        let (forward, against) = (force.forward, force.against);
        let needed = force.rocks.max(1);
        let holds = forward >= against + needed;
        let compared = if holds { "≥" } else { "<" };
        let sum = format!("{forward} − {against} {compared} {needed}");
        if !self.push_succeeds(row.ahead, direction) {
            // Under the variant `chain` the whole row may be light enough and a part of it not.
            let text = match self.check(mv) {
                Err(illegal) if holds => illegal.explain(lang),
                _ => say!(lang, "{sum}: the row does not move", "{sum} : la file ne bouge pas"),
            };
            return Sight { marks, text };
        }
        let mut text = say!(lang, "{sum}: the row moves", "{sum} : la file avance");
        if let Some(end) = row.squares().last().filter(|end| end.next(direction).is_none()) {
            marks.push(Mark::new(end, Sign::Falls));
            let mut after = *self;
            after.play_unchecked(mv);
            if let Some(winner) = after.winner {
                let decides = row.squares().filter(
                    |&at| matches!(self.piece(at), Some(Piece::Animal(_, facing)) if facing == direction),
                );
                let decider = decides.last().map_or_else(|| row.pusher(), |at| at.to_string());
                marks.push(Mark::new(decider, Sign::Decides).of(winner));
                let seat = seat(winner, lang);
                text = say!(
                    lang,
                    "{text}, a rock falls, and {seat} win",
                    "{text}, un rocher tombe, et les {seat} gagnent",
                );
            }
        }
        Sight { marks, text }
    }

    /// Pushes that win at once for the player who makes them.
    fn winning_pushes(&self, player: Player) -> Vec<Move> {
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
        | Illegal::StepIsPush { to }
        | Illegal::PushIsStep { to } => vec![to],
        Illegal::PushNotForward { from, facing } => vec![from.next(facing).unwrap_or(from)],
        Illegal::ChainTooWeak { up_to, .. } => vec![up_to],
        Illegal::Over | Illegal::EmptyReserve | Illegal::TooWeak { .. } | Illegal::NoExitLeft => Vec::new(),
    }
}

impl Insight for Position {
    fn look(&self, mv: Move, lang: Lang) -> Sight {
        if self.winner.is_some() {
            return Sight::default();
        }
        let refused = self.check(mv).err();
        let row = self.row(mv).filter(|_| {
            matches!(refused, None | Some(Illegal::TooWeak { .. } | Illegal::ChainTooWeak { .. }))
        });
        let mut sight = row.map(|row| self.forces(mv, &row, lang)).unwrap_or_default();
        let forbid = refused.into_iter().flat_map(obstacles);
        sight.marks.extend(forbid.map(|at| Mark::new(at, Sign::Forbids)));
        sight
    }

    fn threats(&self, lang: Lang) -> Sight {
        let mut sight = Sight::default();
        if self.winner.is_some() {
            return sight;
        }
        let mut said = Vec::new();
        for player in [self.turn, self.turn.other()] {
            let pushes = self.winning_pushes(player);
            let as_if = Position { turn: player, ..*self };
            for row in pushes.iter().filter_map(|&mv| as_if.row(mv)) {
                sight.marks.push(Mark::new(row.pusher(), Sign::Part).of(player));
                sight.marks.extend(row.squares().last().map(|rock| Mark::new(rock, Sign::Threat).of(player)));
            }
            if !pushes.is_empty() {
                let seat = seat(player, lang);
                let list = pushes.into_iter().map(Position::move_text).collect::<Vec<_>>().join(", ");
                said.push(if player == self.turn {
                    say!(
                        lang,
                        "{seat} can win at once: {list}",
                        "les {seat} peuvent gagner tout de suite : {list}"
                    )
                } else {
                    say!(lang, "{seat} threaten to win: {list}", "les {seat} menacent de gagner : {list}")
                });
            }
        }
        sight.text = said.join(&say!(lang, "; ", " ; "));
        sight
    }
}
