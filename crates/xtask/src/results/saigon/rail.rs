//! Parsing of the text of a rail.

use mekong_core::Player;

/// A parsed rail.
pub(super) struct Rail<'a> {
    stacks: Vec<&'a str>,
}

impl Rail<'_> {
    pub(super) fn of(position: &str) -> Rail<'_> {
        let stacks = position.split(' ').next().unwrap_or_default();
        Rail { stacks: stacks.split('/').collect() }
    }

    /// Pallets of a player on the rail.
    pub(super) fn on_rail(&self, player: Player) -> usize {
        let letter = letter(player);
        self.stacks.iter().map(|stack| stack.matches(letter).count()).sum()
    }

    /// Pallets of a player that are out; there are eight.
    pub(super) fn out(&self, player: Player) -> usize {
        8 - self.on_rail(player)
    }

    /// The empty slot, from 1.
    pub(super) fn gap(&self) -> Option<usize> {
        self.stacks.iter().position(|stack| *stack == "-").map(|index| index + 1)
    }

    /// The owner of the top pallet of a slot, from 1.
    pub(super) fn top(&self, slot: usize) -> Option<Player> {
        let stack = self.stacks.get(slot.checked_sub(1)?)?;
        Player::BOTH.into_iter().find(|player| stack.ends_with(letter(*player)))
    }
}

fn letter(player: Player) -> char {
    match player {
        Player::P1 => 'L',
        Player::P2 => 'D',
    }
}

pub(super) fn is_push(text: &str) -> bool {
    matches!(text, "pr" | "pl")
}

/// The slot that a block is put on, from 1.
pub(super) fn target(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once('-')?;
    rest.split('x').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use mekong_core::Player;

    use super::{Rail, target};

    #[test]
    fn rail_is_parsed_from_its_text() {
        let rail = Rail::of("-/LL/DDL/LDL D");
        assert_eq!((rail.out(Player::P1), rail.out(Player::P2)), (3, 5));
        assert_eq!(rail.gap(), Some(1));
        assert_eq!((rail.top(1), rail.top(3)), (None, Some(Player::P1)));
        assert_eq!((target("1-3x2"), target("pr")), (Some(3), None));
    }
}
