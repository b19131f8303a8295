//! Limits on the share of each kind of puzzle in a collection.

use std::collections::HashMap;

use crate::{Difficulty, GoalResult, Practice, Puzzle};

/// The minimum or maximum share of each kind of puzzle in a collection, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// The number of puzzles wanted.
    pub target: usize,
    /// The maximum of puzzles with one move.
    pub one_move: usize,
    /// The maximum of puzzles of each greater length.
    pub length: usize,
    /// The maximum of puzzles with exactly the same themes, in games with themes.
    pub same_themes: usize,
    /// The maximum of puzzles for which the same level is the weakest that solves them.
    pub level: usize,
    /// The maximum of draws to hold.
    pub draws: usize,
    /// The minimum of puzzles with each theme: the last places are reserved for themes that have fewer.
    pub theme: usize,
    /// The maximum of practice positions with the same result and distance.
    pub practice: usize,
}

impl Quotas {
    /// The shares for a number of puzzles.
    #[must_use]
    pub const fn new(target: usize) -> Quotas {
        Quotas {
            target,
            one_move: 25,
            length: 50,
            same_themes: 30,
            level: 75,
            draws: 30,
            theme: 8,
            practice: 30,
        }
    }

    const fn number(&self, percent: usize) -> usize {
        (self.target * percent).div_ceil(100)
    }
}

/// A property whose share is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Length(u32),
    Level(u8),
    Draw,
    Theme(&'static str),
    /// Exactly these themes: bit *i* stands for the game's theme *i*.
    Themes(u32),
    Practice(i32, u16),
}

/// The puzzles and practice positions of a collection by kind.
#[derive(Debug)]
pub(crate) struct Tally {
    quotas: Quotas,
    /// The codes of the game's themes.
    themes: Vec<&'static str>,
    puzzles: usize,
    counts: HashMap<Kind, usize>,
}

impl Tally {
    pub(crate) fn new(quotas: Quotas, themes: Vec<&'static str>) -> Tally {
        Tally { quotas, themes, puzzles: 0, counts: HashMap::new() }
    }

    fn of(&self, kind: Kind) -> usize {
        self.counts.get(&kind).copied().unwrap_or(0)
    }

    /// The number of puzzles missing for the minimum of a theme.
    fn missing(&self, theme: &'static str) -> usize {
        self.quotas.number(self.quotas.theme).saturating_sub(self.of(Kind::Theme(theme)))
    }

    fn kind_of_themes<'t>(&self, found: impl Iterator<Item = &'t str>) -> Kind {
        let places = found.filter_map(|found| self.themes.iter().position(|&theme| theme == found));
        Kind::Themes(places.fold(0, |set, place| set | 1 << place))
    }

    /// Whether there is room for a puzzle with exactly these themes.
    pub(crate) fn has_room_for_themes<'t>(&self, found: impl Iterator<Item = &'t str> + Clone) -> bool {
        if self.themes.is_empty() {
            return self.puzzles < self.quotas.target;
        }
        if !self.has_room_for_kind(self.kind_of_themes(found.clone()), self.quotas.same_themes) {
            return false;
        }
        let reserved: usize = self.themes.iter().map(|theme| self.missing(theme)).sum();
        self.puzzles + reserved < self.quotas.target
            || found
                .into_iter()
                .any(|found| self.themes.iter().any(|&theme| theme == found && self.missing(theme) > 0))
    }

    fn has_room_for_kind(&self, kind: Kind, percent: usize) -> bool {
        self.of(kind) < self.quotas.number(percent)
    }

    /// Whether there is room for a puzzle with this number of the solver's moves.
    pub(crate) fn has_room_for_length(&self, moves: u32) -> bool {
        let share = if moves == 1 { self.quotas.one_move } else { self.quotas.length };
        self.has_room_for_kind(Kind::Length(moves), share)
    }

    /// Whether there is room for a puzzle, apart from its difficulty.
    pub(crate) fn has_room_for(&self, puzzle: &Puzzle) -> bool {
        self.has_room_for_length(puzzle.moves)
            && (puzzle.goal.result != GoalResult::Draw
                || self.has_room_for_kind(Kind::Draw, self.quotas.draws))
            && self.has_room_for_themes(puzzle.themes.iter().map(String::as_str))
    }

    /// Whether there is room for a puzzle of a difficulty.
    pub(crate) fn has_room_for_difficulty(&self, difficulty: Difficulty) -> bool {
        self.has_room_for_kind(Kind::Level(difficulty.level), self.quotas.level)
    }

    pub(crate) fn add(&mut self, puzzle: &Puzzle) {
        self.puzzles += 1;
        let level = puzzle.difficulty.map(|difficulty| Kind::Level(difficulty.level));
        let draw = (puzzle.goal.result == GoalResult::Draw).then_some(Kind::Draw);
        let has_theme = |theme: &&'static str| puzzle.themes.iter().any(|found| found == theme);
        let themes = self.themes.iter().copied().filter(has_theme).map(Kind::Theme);
        let same_themes = Some(self.kind_of_themes(puzzle.themes.iter().map(String::as_str)));
        let kinds = [Some(Kind::Length(puzzle.moves)), same_themes, level, draw];
        let kinds = kinds.into_iter().flatten().chain(themes);
        for kind in kinds.collect::<Vec<_>>() {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// Whether there is room for a practice position.
    pub(crate) fn has_room_for_practice(&self, practice: &Practice) -> bool {
        self.has_room_for_kind(practice_kind(practice), self.quotas.practice)
    }

    pub(crate) fn add_practice(&mut self, practice: &Practice) {
        *self.counts.entry(practice_kind(practice)).or_default() += 1;
    }
}

/// Practice positions are spread over results and distances.
fn practice_kind(practice: &Practice) -> Kind {
    let goal = practice.goal;
    let distance = goal.distance.unwrap_or(0) / 2;
    let margin = goal.margin.map_or(0, |margin| margin.div_euclid(10));
    Kind::Practice(100 * goal.result as i32 + margin, distance)
}

#[cfg(test)]
mod tests {
    use super::{Quotas, Tally};
    use crate::Puzzle;

    fn puzzle(themes: &[&str]) -> Puzzle {
        let text = r#"{"id":"x","game":"siam","position":"","side":"p1","goal":{"result":"win"},"proof":"search",
            "moves":2,"solution":[],"end":"over","turns":[],"themes":[],"rating":1500}"#;
        let themes = themes.iter().map(|&theme| theme.to_owned()).collect();
        Puzzle { themes, ..serde_json::from_str(text).unwrap() }
    }

    #[test]
    fn last_places_are_kept_for_rare_themes() {
        let mut tally = Tally::new(
            Quotas { theme: 20, length: 100, same_themes: 100, ..Quotas::new(10) },
            vec!["often", "rare"],
        );
        for _ in 0..8 {
            assert!(tally.has_room_for(&puzzle(&["often"])));
            tally.add(&puzzle(&["often"]));
        }
        assert!(!tally.has_room_for(&puzzle(&["often"])) && !tally.has_room_for(&puzzle(&[])));
        for _ in 0..2 {
            assert!(tally.has_room_for(&puzzle(&["often", "rare"])));
            tally.add(&puzzle(&["often", "rare"]));
        }
        assert!(!tally.has_room_for(&puzzle(&["rare"])), "the collection is full");
    }

    #[test]
    fn lengths_have_a_share() {
        let mut tally = Tally::new(Quotas::new(10), Vec::new());
        for _ in 0..5 {
            assert!(tally.has_room_for(&puzzle(&[])));
            tally.add(&puzzle(&[]));
        }
        assert!(!tally.has_room_for(&puzzle(&[])));
        assert!(tally.has_room_for(&Puzzle { moves: 3, ..puzzle(&[]) }));
    }

    #[test]
    fn the_same_themes_have_a_share() {
        let quotas = Quotas { theme: 0, length: 100, ..Quotas::new(10) };
        let mut tally = Tally::new(quotas, vec!["push", "turn"]);
        for _ in 0..3 {
            assert!(tally.has_room_for(&puzzle(&["push"])));
            tally.add(&puzzle(&["push"]));
        }
        assert!(!tally.has_room_for(&puzzle(&["push"])));
        for other in [&["push", "turn"][..], &["turn"], &[]] {
            assert!(tally.has_room_for(&puzzle(other)), "{other:?}");
        }
    }
}
