use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, SplitMix64, Text};
use mekong_engine::{MAX_SHALLOW_PLIES, Score};

use crate::{LevelSettings, Searcher, move_choice::Choose as _, registry};

/// The strength of a computer opponent: from 1, for a player who has just learned the rules, to 10, the full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The memory of a level's search, in megabytes: the same wherever it plays, so that its moves are the same.
const LEVEL_MEGABYTES: usize = 8;

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);

    /// The strongest.
    pub const MAX: Level = Level(10);

    /// The level with this number; `None` outside 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The settings of the level in a game.
    #[must_use]
    pub fn settings(self, entry: &Entry) -> LevelSettings {
        entry.levels().settings[usize::from(self.0) - 1]
    }

    /// A title such as "Beginner".
    #[must_use]
    pub const fn title(self) -> Text {
        match self.0 {
            1 | 2 => Text { en: "Beginner", fr: "Débutant" },
            3 | 4 => Text { en: "Casual player", fr: "Joueur occasionnel" },
            5 | 6 => Text { en: "Regular player", fr: "Joueur régulier" },
            7 | 8 => Text { en: "Club player", fr: "Joueur de club" },
            9 => Text { en: "Expert", fr: "Expert" },
            _ => Text { en: "Full strength", fr: "Force maximale" },
        }
    }

    /// A description of the level's play, without capital and full stop.
    #[must_use]
    pub const fn description(self) -> Text {
        match self.0 {
            1 => Text {
                en: "sees a win in one move, but often overlooks yours",
                fr: "voit un gain en un coup, mais laisse souvent passer le vôtre",
            },
            2 => Text {
                en: "sees most one-move threats and plays what looks good",
                fr: "voit la plupart des menaces en un coup, et joue ce qui paraît bon",
            },
            3 => Text {
                en: "parries one-move threats but has no plan",
                fr: "pare les menaces en un coup, sans plan",
            },
            4 => Text {
                en: "sometimes plans its own next move as well",
                fr: "prévoit parfois aussi son coup suivant",
            },
            5 => Text {
                en: "plans its own next move, but sometimes makes mistakes",
                fr: "prévoit son coup suivant, mais se trompe parfois",
            },
            6 => Text {
                en: "sees short combinations, but misses long ones",
                fr: "voit les combinaisons courtes, mais manque les longues",
            },
            7 => Text { en: "makes few short-sighted mistakes", fr: "commet peu d’erreurs à courte vue" },
            8 => Text { en: "punishes most mistakes", fr: "punit la plupart des erreurs" },
            9 => Text { en: "hardly ever makes a mistake", fr: "ne se trompe presque jamais" },
            _ => Text {
                en: "plays the best move it finds in one second",
                fr: "joue le meilleur coup trouvé en une seconde",
            },
        }
    }
}

impl Searcher {
    /// The move chosen at this strength, with its score if one was found; `None` if the game is over.
    ///
    /// Only the full strength uses the shared hash memory and the tablebase. The other levels are independent of any
    /// other search, so that the same seed always gives the same move.
    pub fn choose_with(
        &self,
        session: &GameSession,
        settings: &LevelSettings,
        seed: u64,
        cancel: &CancelToken,
    ) -> Option<(String, Option<Score>)> {
        let legal = session.legal();
        let mut random = SplitMix64::new(seed);
        let depth = settings.depth_of_turn(&mut random);
        let search_options = settings.search_options(depth, legal.len());
        let result = if settings.is_full() {
            self.search(session, search_options, cancel, &mut |_| {})
        } else if depth <= MAX_SHALLOW_PLIES {
            registry::search(self.entry()).shallow_search(session, depth).unwrap_or_default()
        } else {
            let erased = registry::search(self.entry());
            erased.search_isolated(session, LEVEL_MEGABYTES, search_options, cancel).unwrap_or_default()
        };
        let line = settings.pick(&result.lines, depth, |score| self.win_chance(score), &mut random);
        let found = line.and_then(|line| Some((line.moves.first()?.clone(), Some(line.score))));
        // Even a search that was cancelled at once must return a move.
        found.or_else(|| legal.into_iter().next().map(|mv| (mv, None)))
    }
}
