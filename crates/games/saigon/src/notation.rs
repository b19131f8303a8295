//! Position texts `STACKS SIDE` and move texts `pr`, `pl`, `1-3x2`, `pass`.

use mekong_core::{Notation, Player, Position as _, Variants};

use crate::{
    board::{Direction, Slot, Stack},
    error::{MoveError, PositionError},
    moves::Move,
    position::{Position, Setup},
};

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [stacks, side] = fields[..] else {
            return Err(PositionError::FieldCount { found: fields.len() });
        };
        let setup = Setup { stacks: parse_stacks(stacks)?, turn: parse_side(side)?, variants };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let stacks = self.stacks().map(stack_text).join("/");
        format!("{stacks} {}", letter(self.turn()))
    }

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        match text {
            "pr" => Ok(Move::Push { direction: Direction::Right }),
            "pl" => Ok(Move::Push { direction: Direction::Left }),
            "pass" => Ok(Move::Pass),
            _ => parse_shift(text),
        }
    }

    fn move_text(mv: Move) -> String {
        match mv {
            Move::Push { direction: Direction::Right } => "pr".to_owned(),
            Move::Push { direction: Direction::Left } => "pl".to_owned(),
            Move::Shift { from, to, count } => format!("{from}-{to}x{count}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn all_moves() -> Vec<Move> {
        Move::all().collect()
    }
}

fn parse_stacks(text: &str) -> Result<[Stack; 4], PositionError> {
    let texts: Vec<&str> = text.split('/').collect();
    let [a, b, c, d] = texts[..] else {
        return Err(PositionError::StackCount { found: texts.len() });
    };
    let [s1, s2, s3, s4] = Slot::ALL;
    Ok([parse_stack(a, s1)?, parse_stack(b, s2)?, parse_stack(c, s3)?, parse_stack(d, s4)?])
}

fn parse_stack(text: &str, slot: Slot) -> Result<Stack, PositionError> {
    match text {
        "" => return Err(PositionError::NoText { slot }),
        "-" => return Ok(Stack::EMPTY),
        _ => {}
    }
    let pallet = |ch| match ch {
        'L' => Ok(Player::P1),
        'D' => Ok(Player::P2),
        found => Err(PositionError::UnknownPallet { slot, found }),
    };
    let pallets = text.chars().map(pallet).collect::<Result<Vec<Player>, _>>()?;
    let found = pallets.len();
    Stack::new(pallets).ok_or(PositionError::TooHigh { slot, found })
}

fn stack_text(stack: Stack) -> String {
    if stack.is_empty() { "-".to_owned() } else { stack.pallets().map(letter).collect() }
}

fn parse_side(text: &str) -> Result<Player, PositionError> {
    match text {
        "L" => Ok(Player::P1),
        "D" => Ok(Player::P2),
        _ => Err(PositionError::Side { found: text.to_owned() }),
    }
}

/// What a player's pallets, and the player, are written with.
pub(crate) const fn letter(player: Player) -> char {
    match player {
        Player::P1 => 'L',
        Player::P2 => 'D',
    }
}

fn parse_shift(text: &str) -> Result<Move, MoveError> {
    let found = || text.to_owned();
    let form = || MoveError::Form { found: found() };
    let (slots, count) = text.split_once('x').ok_or_else(form)?;
    let &[from, b'-', to] = slots.as_bytes() else {
        return Err(form());
    };
    let slot = |digit: u8| {
        let number = if digit.is_ascii_digit() { digit - b'0' } else { return Err(form()) };
        Slot::new(number).ok_or_else(|| MoveError::NoSuchSlot { found: found() })
    };
    let (from, to) = (slot(from)?, slot(to)?);
    if from == to {
        return Err(MoveError::SameSlot { found: found() });
    }
    Ok(Move::Shift { from, to, count: parse_count(count)? })
}

fn parse_count(text: &str) -> Result<u8, MoveError> {
    // `parse` would also take a sign and leading zeros.
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    let number = if plain { text.parse().ok() } else { None };
    number
        .filter(|count| (1..=Move::MAX_COUNT).contains(count))
        .ok_or_else(|| MoveError::Count { found: text.to_owned() })
}
