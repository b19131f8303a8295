//! A naive solver for comparison: no indices and no retrograde moves, every position is examined at every level.

use std::collections::HashMap;

use mekong_core::{Position, Value};

/// The values of positions that lead only to each other and to finished ones.
pub(crate) fn solve_naively<P: Position>(positions: impl IntoIterator<Item = P>) -> HashMap<P, Value> {
    let mut values: HashMap<P, Value> = HashMap::new();
    let mut open: Vec<P> = Vec::new();
    for position in positions {
        match position.outcome() {
            Some(outcome) => {
                values.insert(position.clone(), Value::of_outcome(outcome, position.turn()));
            }
            None => open.push(position),
        }
    }
    let mut quiet_levels = 0;
    let mut level = 1;
    // A value follows only from the level before, but the first levels may be empty.
    while quiet_levels < 3 {
        let (decided, rest): (Vec<_>, Vec<_>) = open
            .into_iter()
            .map(|position| (at_level(&position, level, &values), position))
            .partition(|(value, _)| value.is_some());
        quiet_levels = if decided.is_empty() { quiet_levels + 1 } else { 0 };
        values
            .extend(decided.into_iter().filter_map(|(value, position)| value.map(|value| (position, value))));
        open = rest.into_iter().map(|(_, position)| position).collect();
        level += 1;
    }
    values.extend(open.into_iter().map(|position| (position, Value::Draw)));
    values
}

/// The value of a position if its game ends after exactly `level` plies.
fn at_level<P: Position>(position: &P, level: u16, values: &HashMap<P, Value>) -> Option<Value> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut all_win_for_opponent = true;
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        match values.get(&next) {
            Some(Value::Loss(plies)) if plies + 1 == level => return Some(Value::Win(level)),
            Some(Value::Win(plies)) if *plies < level => {}
            _ => all_win_for_opponent = false,
        }
    }
    all_win_for_opponent.then_some(Value::Loss(level))
}
