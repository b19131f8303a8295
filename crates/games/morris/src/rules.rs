//! The rules: legal moves, their effect, and the outcome.

use mekong_core::{EndReason, Outcome, Player, Text};

use crate::{
    board::{Point, neighbours},
    error::Illegal,
    moves::Move,
    position::Position,
};

static LINE: EndReason = EndReason {
    code: "line",
    text: Text { en: "three men stand in a line", fr: "trois pions sont alignés" },
};

impl mekong_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().find(|&player| self.has_line(player))?;
        Some(Outcome::win(winner, &LINE))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let free = Point::ALL & !(self.men[0] | self.men[1]);
        if self.to_place(self.turn) > 0 {
            moves.extend(Point::of_set(free).map(|to| Move::Place { to }));
            return;
        }
        for from in Point::of_set(self.men[self.turn.index()]) {
            moves.extend(Point::of_set(neighbours(from) & free).map(|to| Move::Step { from, to }));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        let left = self.to_place(self.turn);
        let to = match mv {
            Move::Place { .. } if left == 0 => return Err(Illegal::AllPlaced),
            Move::Step { .. } if left > 0 => return Err(Illegal::MustPlace { left }),
            Move::Step { from, .. } if self.man(from) != Some(self.turn) => {
                return Err(Illegal::NotYours { at: from });
            }
            Move::Place { to } | Move::Step { to, .. } => to,
        };
        if self.man(to).is_some() {
            return Err(Illegal::Occupied { at: to });
        }
        match mv {
            Move::Step { from, to } if neighbours(from) & to.bit() == 0 => {
                Err(Illegal::NotAdjacent { from, to })
            }
            _ => Ok(()),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let men = &mut self.men[self.turn.index()];
        match mv {
            Move::Place { to } => *men |= to.bit(),
            Move::Step { from, to } => *men = *men & !from.bit() | to.bit(),
        }
        self.turn = self.turn.other();
    }

    fn repetition_key(&self) -> Option<u128> {
        let [white, black] = self.men.map(u128::from);
        Some(white | black << 9 | (self.turn.index() as u128) << 18)
    }
}
