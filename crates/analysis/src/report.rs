use mekong_catalog::{GameSession, OutcomeSnapshot, player_code};
use mekong_core::Player;
use serde::Serialize;

use crate::{ESTIMATE_NOISE, Evaluation, Label, MISTAKE, accuracy};

/// The analysis of one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// The ply, from 1.
    pub ply: usize,
    /// The player who moved.
    #[serde(serialize_with = "player_code::serialize")]
    pub player: Player,
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// The number of legal moves.
    pub choices: usize,
    /// The classification of the move.
    pub label: Label,
    /// Whether the label is proven; otherwise a longer search may change it.
    pub proven: bool,
    /// The evaluation of the best move, for the player who moved.
    pub before: Evaluation,
    /// The evaluation of the move played, for the player who moved.
    pub after: Evaluation,
    /// The win chance of the first player after the move.
    pub p1_win_chance: f64,
    /// The win chance given away.
    pub loss: f64,
    /// The accuracy of the move, 0 to 100.
    pub accuracy: f64,
    /// The best move.
    pub best: Option<String>,
    /// The principal variation before the move.
    pub line: Vec<String>,
    /// The loss of the second-best move, if this is the best.
    pub margin: Option<f64>,
    /// The principal variation after the move.
    pub reply: Vec<String>,
}

impl MoveReport {
    /// The numeric annotation glyph (NAG): that of the label, or `!` for a best move that is clearly better than all
    /// others.
    #[must_use]
    pub fn nag(&self) -> Option<u8> {
        let good =
            self.label == Label::Best && self.margin.is_some_and(|margin| margin >= MISTAKE + ESTIMATE_NOISE);
        if good { Some(1) } else { self.label.nag() }
    }

    /// The annotation glyph as text.
    #[must_use]
    pub fn glyph(&self) -> &'static str {
        if self.nag() == Some(1) { "!" } else { self.label.glyph() }
    }
}

/// The analysis of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// The game's name.
    pub game: &'static str,
    /// The names of the variants played.
    pub variant: Vec<&'static str>,
    /// The position the game started from.
    pub start: String,
    /// The win chance of the first player at the start.
    pub p1_win_chance: f64,
    /// Every move, in order.
    pub moves: Vec<MoveReport>,
    /// One report per player.
    pub players: PlayerReports,
    /// The plies of the most costly moves, in order: at most five, each at least a mistake.
    pub turning_points: Vec<usize>,
    /// The outcome, if the game is over.
    pub outcome: Option<OutcomeSnapshot>,
}

/// One report per player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlayerReports {
    /// The first player.
    pub p1: PlayerReport,
    /// The second player.
    pub p2: PlayerReport,
}

impl PlayerReports {
    /// The report of one player.
    #[must_use]
    pub const fn of(&self, player: Player) -> &PlayerReport {
        match player {
            Player::P1 => &self.p1,
            Player::P2 => &self.p2,
        }
    }
}

/// Statistics of one player.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct PlayerReport {
    /// Moves made.
    pub moves: usize,
    /// Accuracy from 0 to 100; `None` if every move was forced.
    pub accuracy: Option<f64>,
    /// Best moves, only moves included.
    pub best: usize,
    /// Only moves found.
    pub only: usize,
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// Missed wins.
    pub missed_wins: usize,
}

impl PlayerReport {
    fn of(moves: &[MoveReport], player: Player) -> PlayerReport {
        let own = || moves.iter().filter(move |mv| mv.player == player);
        let count = |label| own().filter(|mv| mv.label == label).count();
        let only = count(Label::Only);
        PlayerReport {
            moves: own().count(),
            accuracy: accuracy(own().filter(|mv| mv.label != Label::Forced).map(|mv| mv.loss)),
            best: count(Label::Best) + only,
            only,
            inaccuracies: count(Label::Inaccuracy),
            mistakes: count(Label::Mistake),
            blunders: count(Label::Blunder),
            missed_wins: count(Label::MissedWin),
        }
    }
}

/// The maximum number of turning points.
const TURNING_POINTS: usize = 5;

impl GameReport {
    /// The report of a session from the reports of its moves.
    pub(crate) fn new(session: &GameSession, p1_win_chance: f64, moves: Vec<MoveReport>) -> GameReport {
        let [p1, p2] = Player::BOTH.map(|player| PlayerReport::of(&moves, player));
        let mut costly: Vec<&MoveReport> = moves.iter().filter(|mv| mv.loss >= MISTAKE).collect();
        costly.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        let mut turning_points: Vec<usize> = costly.iter().take(TURNING_POINTS).map(|mv| mv.ply).collect();
        turning_points.sort_unstable();
        GameReport {
            game: session.info().id,
            variant: session.variant_ids(),
            start: session.start_text(),
            p1_win_chance,
            players: PlayerReports { p1, p2 },
            turning_points,
            outcome: session.outcome().map(OutcomeSnapshot::from),
            moves,
        }
    }
}
