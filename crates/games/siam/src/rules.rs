//! The rules: legal moves, their effect, and the outcome.

use mekong_core::{EndReason, Outcome, Player, Text};

use crate::{
    board::{ALL, BORDER, CROSSES, Direction, Piece, Square, run_ahead, squares},
    error::Illegal,
    moves::Move,
    position::{ANIMAL_COUNT, CHAIN, OPENING, OPENING_PLIES, Position, SINGLE_EXIT},
};

/// A rock was pushed off the board.
pub(crate) static ROCK: EndReason = EndReason {
    code: "rock",
    text: Text { en: "a rock was pushed off the board", fr: "un rocher a été poussé hors du plateau" },
};

/// The pieces of a row, as the push rule counts them.
#[derive(Clone, Copy)]
pub(crate) struct Force {
    /// Animals that face the push direction, the pushing animal included.
    pub(crate) forward: u32,
    /// Animals that face against it.
    pub(crate) against: u32,
    pub(crate) rocks: u32,
}

impl Force {
    #[inline]
    const fn moves_the_row(self) -> bool {
        let balance = self.forward as i32 - self.against as i32;
        balance >= 1 && balance >= self.rocks as i32
    }

    /// How many animals would have to face the push direction for the row to move.
    const fn needed(self) -> u32 {
        self.against + if self.rocks > 1 { self.rocks } else { 1 }
    }
}

impl Position {
    /// What counts in a row: the pushing animal and the pieces in `ahead` of it.
    #[inline]
    pub(crate) const fn force(&self, ahead: u32, direction: Direction) -> Force {
        Force {
            forward: 1 + (self.facing[direction as usize] & ahead).count_ones(),
            against: (self.facing[direction.opposite() as usize] & ahead).count_ones(),
            rocks: (self.rocks & ahead).count_ones(),
        }
    }

    /// Whether a push moves the pieces in `ahead`, the unbroken run in front of the pushing animal.
    #[inline]
    pub(crate) fn push_succeeds(&self, ahead: u32, direction: Direction) -> bool {
        self.force(ahead, direction).moves_the_row()
            && (!self.variants.has(CHAIN) || self.chain_break(ahead, direction).is_none())
    }

    /// Under `chain`: the end of the first initial part of the row that the push cannot move.
    fn chain_break(&self, ahead: u32, direction: Direction) -> Option<(Square, Force)> {
        let mut part = 0;
        while part != ahead {
            let end = Square::nearest(ahead & !part, direction);
            part |= end.bit();
            let force = self.force(part, direction);
            if !force.moves_the_row() {
                return Some((end, force));
            }
        }
        None
    }

    /// Squares where no animal may be placed in this turn.
    #[inline]
    pub(crate) const fn crossed_out(&self) -> u32 {
        // "Their own first two turns" of both players are the first four plies of the game.
        if self.variants.has(OPENING) && self.ply < OPENING_PLIES { CROSSES } else { 0 }
    }

    #[inline]
    pub(crate) const fn may_enter(&self) -> bool {
        self.animals[self.turn.index()].count_ones() < ANIMAL_COUNT
    }

    #[inline]
    pub(crate) const fn may_leave(&self) -> bool {
        !self.variants.has(SINGLE_EXIT) || self.exits[self.turn.index()] > 0
    }

    /// The run of pieces that an animal entering on `to` from outside has in front of it.
    #[inline]
    pub(crate) const fn run_from_outside(occupied: u32, to: Square, direction: Direction) -> u32 {
        to.bit() | run_ahead(occupied, to, direction)
    }

    /// Those of some occupied squares from which a push moves the row that begins there.
    #[inline(always)]
    fn pushable(&self, targets: u32, direction: Direction) -> u32 {
        let occupied = self.occupied();
        // A piece alone resists only if it is an animal that faces the push.
        let longer = targets & direction.opposite().shift(occupied);
        let mut pushable = targets & !longer & !self.facing[direction.opposite() as usize];
        for first in squares(longer) {
            let row = Self::run_from_outside(occupied, first, direction);
            pushable |= u32::from(self.push_succeeds(row, direction)) << first.index();
        }
        pushable
    }

    /// The animals of the player to move on the board that can push, all of which face `direction`.
    #[inline(always)]
    pub(crate) fn pushers(&self, direction: Direction) -> u32 {
        let own = self.animals[self.turn.index()] & self.facing[direction as usize];
        let targets = direction.shift(own) & self.occupied() & !self.crossed_out();
        direction.opposite().shift(self.pushable(targets, direction))
    }

    /// The squares where an animal that enters in `direction` pushes, if it may enter.
    #[inline(always)]
    pub(crate) fn entering_pushes(&self, direction: Direction) -> u32 {
        self.pushable(self.occupied() & direction.entry_edge() & !self.crossed_out(), direction)
    }

    /// Calls `found` with every legal push of an animal that stands on the board.
    #[inline]
    fn for_each_push(&self, mut found: impl FnMut(Square, Direction)) {
        for direction in Direction::ALL {
            squares(self.pushers(direction)).for_each(|from| found(from, direction));
        }
    }

    pub(crate) fn list_pushes_on_board(&self, moves: &mut Vec<Move>) {
        self.for_each_push(|from, direction| {
            let to = Square::nearest(direction.shift(from.bit()), direction);
            moves.push(Move::Push { from, to });
        });
    }

    fn list_entering_pushes(&self, moves: &mut Vec<Move>) {
        if self.may_enter() {
            self.for_each_entering_push(|to, facing| moves.push(Move::Enter { to, facing }));
        }
    }

    /// Appends every legal push of an unfinished game.
    pub(crate) fn list_pushes(&self, moves: &mut Vec<Move>) {
        self.list_pushes_on_board(moves);
        self.list_entering_pushes(moves);
    }

    /// Calls `found` with every legal push of an entering animal.
    #[inline]
    fn for_each_entering_push(&self, mut found: impl FnMut(Square, Direction)) {
        for direction in Direction::ALL {
            squares(self.entering_pushes(direction)).for_each(|to| found(to, direction));
        }
    }

    /// Moves the run `row` one square on and ends the game if that takes a rock off the board.
    #[inline]
    fn slide(&mut self, row: u32, direction: Direction) {
        for set in self.animals.iter_mut().chain(&mut self.facing) {
            *set = *set & !row | direction.shift(*set & row);
        }
        let rocks = self.rocks & !row | direction.shift(self.rocks & row);
        if rocks.count_ones() < self.rocks.count_ones() {
            // Walking back from the rock, the first animal that faces the push direction decides. The rock was
            // the row's far end, so after the slide that animal is the last one in the direction of the push.
            // If there is none in the row, it is the animal that pushes while entering.
            let pushers = self.facing[direction as usize] & direction.shift(row);
            let owner = if pushers == 0 {
                self.turn
            } else {
                let decider = Square::nearest(pushers, direction.opposite());
                if self.animals[0] & decider.bit() != 0 { Player::P1 } else { Player::P2 }
            };
            self.winner = Some(owner);
        }
        self.rocks = rocks;
    }

    #[inline]
    fn place(&mut self, player: Player, at: u32, facing: Direction) {
        self.animals[player.index()] |= at;
        self.facing[facing as usize] |= at;
    }

    #[inline]
    fn lift(&mut self, player: Player, at: u32) {
        self.animals[player.index()] &= !at;
        for set in &mut self.facing {
            *set &= !at;
        }
    }

    fn check_own_animal(&self, at: Square) -> Result<Direction, Illegal> {
        match self.piece(at) {
            Some(Piece::Animal(owner, facing)) if owner == self.turn => Ok(facing),
            Some(Piece::Animal(..)) => Err(Illegal::NotYours { at }),
            Some(Piece::Rock) => Err(Illegal::IsRock { at }),
            None => Err(Illegal::NoAnimal { at }),
        }
    }

    fn check_target(&self, to: Square) -> Result<(), Illegal> {
        if self.crossed_out() & to.bit() != 0 { Err(Illegal::CrossedOut { at: to }) } else { Ok(()) }
    }

    fn check_force(&self, ahead: u32, direction: Direction) -> Result<(), Illegal> {
        let whole = self.force(ahead, direction);
        if !whole.moves_the_row() {
            return Err(Illegal::TooWeak { needed: whole.needed(), have: whole.forward });
        }
        if self.variants.has(CHAIN)
            && let Some((up_to, force)) = self.chain_break(ahead, direction)
        {
            return Err(Illegal::ChainTooWeak { needed: force.needed(), have: force.forward, up_to });
        }
        Ok(())
    }

    fn check_enter(&self, to: Square, facing: Direction) -> Result<(), Illegal> {
        if !self.may_enter() {
            return Err(Illegal::EmptyReserve);
        }
        if !to.is_border() {
            return Err(Illegal::EnterOffBorder { to });
        }
        self.check_target(to)?;
        let occupied = self.occupied();
        if occupied & to.bit() == 0 {
            return Ok(());
        }
        if facing.entry_edge() & to.bit() == 0 {
            return Err(Illegal::EnterNotInward { to });
        }
        self.check_force(Self::run_from_outside(occupied, to, facing), facing)
    }

    fn check_step(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let facing = self.check_own_animal(from)?;
        check_next_to(from, to)?;
        if self.occupied() & to.bit() != 0 {
            let can_push = from.next(facing) == Some(to);
            return Err(if can_push { Illegal::StepIsPush { from, to } } else { Illegal::Occupied { to } });
        }
        self.check_target(to)
    }

    fn check_turn(&self, at: Square, facing: Direction) -> Result<(), Illegal> {
        if self.check_own_animal(at)? == facing { Err(Illegal::SameFacing { at }) } else { Ok(()) }
    }

    fn check_leave(&self, at: Square) -> Result<(), Illegal> {
        self.check_own_animal(at)?;
        if !at.is_border() {
            return Err(Illegal::LeaveOffBorder { at });
        }
        if self.may_leave() { Ok(()) } else { Err(Illegal::NoExitLeft) }
    }

    fn check_push(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let facing = self.check_own_animal(from)?;
        check_next_to(from, to)?;
        if self.occupied() & to.bit() == 0 {
            return Err(Illegal::PushIsStep { from, to });
        }
        if from.next(facing) != Some(to) {
            return Err(Illegal::PushNotForward { from, facing });
        }
        self.check_target(to)?;
        self.check_force(run_ahead(self.occupied(), from, facing), facing)
    }
}

fn check_next_to(from: Square, to: Square) -> Result<(), Illegal> {
    if from == to {
        return Err(Illegal::StandsThere { at: from });
    }
    if from.is_next_to(to) { Ok(()) } else { Err(Illegal::NotNextTo { from, to }) }
}

impl mekong_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome::win(winner, &ROCK))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.winner.is_some() {
            return;
        }
        let own = self.animals[self.turn.index()];
        let free = ALL & !self.occupied();
        let free_targets = free & !self.crossed_out();

        if self.may_enter() {
            for to in squares(BORDER & free_targets) {
                moves.extend(Direction::ALL.map(|facing| Move::Enter { to, facing }));
            }
        }
        self.list_entering_pushes(moves);
        for direction in Direction::ALL {
            for to in squares(direction.shift(own) & free_targets) {
                let from = Square::nearest(direction.opposite().shift(to.bit()), direction);
                moves.extend(Direction::ALL.map(|facing| Move::Step { from, to, facing }));
            }
            for at in squares(own & !self.facing[direction as usize]) {
                moves.push(Move::Turn { at, facing: direction });
            }
        }
        if self.may_leave() {
            moves.extend(squares(own & BORDER).map(|at| Move::Leave { at }));
        }
        self.list_pushes_on_board(moves);
    }

    /// The number of legal moves by counting sets: only pushes are enumerated.
    fn count_moves(&self) -> usize {
        if self.winner.is_some() {
            return 0;
        }
        let own = self.animals[self.turn.index()];
        let free_targets = ALL & !self.occupied() & !self.crossed_out();

        let mut steps = 0;
        for direction in Direction::ALL {
            steps += (direction.shift(own) & free_targets).count_ones();
        }
        let mut count = 4 * steps + 3 * own.count_ones();
        if self.may_leave() {
            count += (own & BORDER).count_ones();
        }
        if self.may_enter() {
            count += 4 * (BORDER & free_targets).count_ones();
            for direction in Direction::ALL {
                count += self.entering_pushes(direction).count_ones();
            }
        }
        for direction in Direction::ALL {
            count += self.pushers(direction).count_ones();
        }
        count as usize
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.winner.is_some() {
            return Err(Illegal::Over);
        }
        match mv {
            Move::Enter { to, facing } => self.check_enter(to, facing),
            Move::Step { from, to, .. } => self.check_step(from, to),
            Move::Turn { at, facing } => self.check_turn(at, facing),
            Move::Leave { at } => self.check_leave(at),
            Move::Push { from, to } => self.check_push(from, to),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let player = self.turn;
        match mv {
            Move::Enter { to, facing } => {
                let occupied = self.occupied();
                if occupied & to.bit() != 0 {
                    self.slide(Self::run_from_outside(occupied, to, facing), facing);
                }
                self.place(player, to.bit(), facing);
            }
            Move::Step { from, to, facing } => {
                self.lift(player, from.bit());
                self.place(player, to.bit(), facing);
            }
            Move::Turn { at, facing } => {
                self.lift(player, at.bit());
                self.place(player, at.bit(), facing);
            }
            Move::Leave { at } => {
                self.lift(player, at.bit());
                if self.variants.has(SINGLE_EXIT) {
                    self.exits[player.index()] = 0;
                }
            }
            Move::Push { from, .. } => {
                let direction = self.facing_of(from);
                self.slide(from.bit() | run_ahead(self.occupied(), from, direction), direction);
            }
        }
        self.ply = Position::MAX_PLY.min(self.ply + 1);
        self.turn = player.other();
    }

    /// Rows, side and exits; the ply count does not matter.
    #[inline]
    fn repetition_key(&self) -> Option<u128> {
        Some(self.packed())
    }

    fn null_move(&self) -> Option<Position> {
        Some(Position { turn: self.turn.other(), ..*self })
    }
}
