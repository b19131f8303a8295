use crate::{Explain, Lang, Outcome, Player, say};

/// The exact value of a position for the player to move, with the distance in plies to the end if the winner minimises
/// and the loser maximises it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins, at the latest after this many plies.
    Win(u16),
    /// Neither player can force a win.
    Draw,
    /// The player to move loses, and can hold out for this many plies.
    Loss(u16),
}

impl Value {
    /// The value of a finished position. This is where absolute outcomes become relative values.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, turn: Player) -> Value {
        match outcome.winner {
            None => Value::Draw,
            Some(winner) if winner == turn => Value::Win(0),
            Some(_) => Value::Loss(0),
        }
    }

    /// The value of a move that leads to a position of this value, for the player who makes it, if the opponent
    /// is to move there: win and loss exchanged, one ply further.
    #[must_use]
    pub const fn before_opponent(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        }
    }

    /// The value of a move that leads to a position of this value if the same player is to move there.
    #[must_use]
    pub const fn before_self(self) -> Value {
        match self {
            Value::Win(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Loss(plies + 1),
        }
    }

    /// Plies to the end; `None` for a draw.
    #[must_use]
    pub const fn distance(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The same result with distance 0, for comparing results only.
    #[must_use]
    pub const fn without_distance(self) -> Value {
        match self {
            Value::Win(_) => Value::Win(0),
            Value::Draw => Value::Draw,
            Value::Loss(_) => Value::Loss(0),
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }
}

/// Better values are greater: a quick win before a slow one, a win before a draw, a draw before a loss, a slow
/// loss before a quick one.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> std::cmp::Ordering {
        let rank = |value: &Value| match *value {
            Value::Win(plies) => i32::from(u16::MAX) + 1 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Explain for Value {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Value::Win(plies) => {
                let plies = plies_text(plies.into(), lang);
                say!(lang, "win in {plies}", "gain en {plies}")
            }
            Value::Draw => say!(lang, "draw", "nulle"),
            Value::Loss(plies) => {
                let plies = plies_text(plies.into(), lang);
                say!(lang, "loss in {plies}", "perte en {plies}")
            }
        }
    }
}

/// `1 ply`, `3 plies`.
#[must_use]
pub fn plies_text(plies: u32, lang: Lang) -> String {
    match (lang, lang.is_singular(plies)) {
        (Lang::En, true) => format!("{plies} ply"),
        (Lang::En, false) => format!("{plies} plies"),
        (Lang::Fr, true) => format!("{plies} demi-coup"),
        (Lang::Fr, false) => format!("{plies} demi-coups"),
    }
}

/// `1 point`, `13 points`.
#[must_use]
pub fn points_text(points: u32, lang: Lang) -> String {
    format!("{points} point{}", lang.plural_s(points))
}

/// The number of moves that the winner makes in a win of this many plies. Exact if turns alternate; otherwise an estimate, because
/// plies do not say who makes them.
#[must_use]
pub const fn moves_to_win(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// `wins at once` or `wins in 3 moves`, the winner's own, for a forced win of this many plies.
#[must_use]
pub fn wins_text(plies: u32, lang: Lang) -> String {
    match moves_to_win(plies) {
        0 | 1 => say!(lang, "wins at once", "gagne immédiatement"),
        moves => say!(lang, "wins in {moves} moves", "gagne en {moves} coups"),
    }
}

/// A source of exact values of positions, such as a tablebase.
pub trait Probe<P>: Send + Sync {
    /// The value of a position, if it is known.
    fn probe(&self, position: &P) -> Option<Value>;
}

#[cfg(test)]
mod tests {
    use super::{
        Value::{Draw, Loss, Win},
        moves_to_win, plies_text, points_text, wins_text,
    };
    use crate::{Explain as _, Lang};

    #[test]
    fn plies_of_a_win_are_stated_in_moves_of_the_winner() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(moves_to_win), [0, 1, 1, 2, 2, 3]);
        assert_eq!(Lang::ALL.map(|lang| wins_text(1, lang)), ["wins at once", "gagne immédiatement"]);
        assert_eq!(Lang::ALL.map(|lang| wins_text(5, lang)), ["wins in 3 moves", "gagne en 3 coups"]);
    }

    #[test]
    fn texts_state_the_unit_and_its_number() {
        assert_eq!(Lang::ALL.map(|lang| Win(33).explain(lang)), ["win in 33 plies", "gain en 33 demi-coups"]);
        assert_eq!(Lang::ALL.map(|lang| Loss(1).explain(lang)), ["loss in 1 ply", "perte en 1 demi-coup"]);
        assert_eq!(Lang::ALL.map(|lang| plies_text(0, lang)), ["0 plies", "0 demi-coup"]);
        assert_eq!(Lang::ALL.map(|lang| points_text(1, lang)), ["1 point", "1 point"]);
        assert_eq!(Lang::ALL.map(|lang| points_text(2, lang)), ["2 points", "2 points"]);
    }

    #[test]
    fn values_are_ordered() {
        let order = [Win(0), Win(1), Win(40), Draw, Loss(40), Loss(1), Loss(0)];
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn value_is_negated_only_if_the_opponent_moves_next() {
        assert_eq!(Loss(3).before_opponent(), Win(4));
        assert_eq!(Win(0).before_opponent(), Loss(1));
        assert_eq!(Draw.before_opponent(), Draw);
        assert_eq!(Win(2).before_self(), Win(3));
    }
}
