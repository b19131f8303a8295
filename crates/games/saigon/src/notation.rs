//! Position texts `STACKS SIDE` and move texts `pr`, `pl`, `1-3x2`, `pass`.

use mekong_core::{
    Notation, ParseMoveError, Player, Position as _, SIDE_FIELD, SyntaxError, Text, Variants, parse_fields,
    parse_number, parse_side,
};

use crate::{
    board::{Direction, Slot, Stack},
    error::{PositionError, Problem, STACKS_FIELD},
    moves::Move,
    position::{Position, Setup},
};

/// The fields of a position text.
static FIELDS: [Text; 2] = [STACKS_FIELD, SIDE_FIELD];

/// The letters of the players and of their pallets.
const SIDES: [char; 2] = ['L', 'D'];

/// The problem of too few or too many stacks.
const NOT_FOUR_STACKS: Text = Text {
    en: "must be 4 stacks separated by \"/\"",
    fr: "doit comporter 4 piles séparées par « / »",
};

/// The problem of any other text of a stack.
const NOT_A_STACK: Text = Text {
    en: "is neither a stack of pallets L and D nor \"-\" for an empty slot",
    fr: "n’est ni une pile de palets L et D, ni « - » pour une case vide",
};

/// The problem of more pallets than [`Stack::MAX`].
const TOO_HIGH: Text =
    Text { en: "is a stack of more than 14 pallets", fr: "est une pile de plus de 14 palets" };

/// How moves are written.
const MOVE_FORMS: Text = Text {
    en: "write pr or pl to push, 1-3x2 to move the top 2 pallets of slot 1 onto slot 3, pass to pass",
    fr: "écrivez pr ou pl pour pousser, 1-3x2 pour mettre sur la case 3 les 2 palets du dessus de la case 1, pass pour passer",
};

/// The problem of any other slot.
const NOT_A_SLOT: Text =
    Text { en: "slots are numbered from 1 to 4", fr: "les cases sont numérotées de 1 à 4" };

/// The problem of a shift from a slot onto itself.
const SAME_SLOT: Text = Text { en: "pallets go onto another slot", fr: "les palets vont sur une autre case" };

/// The problem of a count that is not a number from 1 to [`Move::MAX_COUNT`].
const NOT_A_COUNT: Text = Text {
    en: "the number of pallets is from 1 to 15 without leading zeros",
    fr: "le nombre de palets va de 1 à 15, sans zéro devant",
};

impl Notation for Position {
    type Problem = Problem;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let [stacks, side] = parse_fields(text, &FIELDS)?;
        let setup = Setup { stacks: parse_stacks(stacks)?, turn: parse_side(side, SIDES)?, variants };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let stacks = self.stacks().map(stack_text).join("/");
        format!("{stacks} {}", letter(self.turn()))
    }

    fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
        match text {
            "pr" => Ok(Move::Push { direction: Direction::Right }),
            "pl" => Ok(Move::Push { direction: Direction::Left }),
            "pass" => Ok(Move::Pass),
            _ => parse_shift(text).map_err(|hint| ParseMoveError::new(text, hint)),
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

fn parse_stacks(text: &str) -> Result<[Stack; 4], SyntaxError> {
    let texts: Vec<&str> = text.split('/').collect();
    let [a, b, c, d] = texts[..] else {
        return Err(SyntaxError::field(STACKS_FIELD, text, NOT_FOUR_STACKS));
    };
    Ok([parse_stack(a)?, parse_stack(b)?, parse_stack(c)?, parse_stack(d)?])
}

fn parse_stack(text: &str) -> Result<Stack, SyntaxError> {
    let refuse = |problem| SyntaxError::field(STACKS_FIELD, text, problem);
    match text {
        "" => return Err(refuse(NOT_A_STACK)),
        "-" => return Ok(Stack::EMPTY),
        _ => {}
    }
    let pallet = |ch| Player::BOTH.into_iter().find(|&player| letter(player) == ch);
    let pallets: Option<Vec<Player>> = text.chars().map(pallet).collect();
    Stack::new(pallets.ok_or_else(|| refuse(NOT_A_STACK))?).ok_or_else(|| refuse(TOO_HIGH))
}

fn stack_text(stack: Stack) -> String {
    if stack.is_empty() { "-".to_owned() } else { stack.pallets().map(letter).collect() }
}

/// The letter of a player and of its pallets.
pub(crate) const fn letter(player: Player) -> char {
    SIDES[player.index()]
}

/// Reads a shift; the error is the hint of a [`ParseMoveError`].
fn parse_shift(text: &str) -> Result<Move, Text> {
    let (slots, count) = text.split_once('x').ok_or(MOVE_FORMS)?;
    let &[from, b'-', to] = slots.as_bytes() else { return Err(MOVE_FORMS) };
    let slot = |digit: u8| {
        let number = if digit.is_ascii_digit() { digit - b'0' } else { return Err(MOVE_FORMS) };
        Slot::new(number).ok_or(NOT_A_SLOT)
    };
    let (from, to) = (slot(from)?, slot(to)?);
    if from == to {
        return Err(SAME_SLOT);
    }
    let count = parse_number(count).filter(|count| (1..=Move::MAX_COUNT).contains(count));
    Ok(Move::Shift { from, to, count: count.ok_or(NOT_A_COUNT)? })
}
