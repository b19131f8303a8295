use mekong_catalog::{OutcomeSnapshot, Session};
use mekong_core::Player;
use serde::{Serialize, Serializer};

use crate::{Label, MISTAKE, NOISE, Worth, accuracy};

/// What a move was worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// Its number from the start of the game, from 1.
    pub ply: usize,
    /// Who made it.
    #[serde(serialize_with = "code")]
    pub player: Player,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// How many moves were legal.
    pub choices: usize,
    /// What there is to say about it in a word.
    pub label: Label,
    /// Whether the label is proven. Otherwise it is estimated: a longer search may find another.
    pub proven: bool,
    /// What the best move would have been worth, for the player who moved.
    pub before: Worth,
    /// What the move was worth, for the player who moved.
    pub after: Worth,
    /// The share of games that the first player wins after the move.
    pub p1_win_chance: f64,
    /// The share of games given away.
    pub loss: f64,
    /// The accuracy of the move, 0 to 100.
    pub accuracy: f64,
    /// The best move.
    pub best: Option<String>,
    /// The best move and how the game would have gone on.
    pub line: Vec<String>,
    /// How much worse the next best move was, if this is the best.
    pub margin: Option<f64>,
    /// The best answer to the move that was made, and how the game goes on.
    pub reply: Vec<String>,
}

impl MoveReport {
    /// The number of the move's sign in game files: that of its label, and `!` for a best move that was not to be
    /// exchanged for another.
    #[must_use]
    pub fn nag(&self) -> Option<u8> {
        let good = self.label == Label::Best && self.margin.is_some_and(|margin| margin >= MISTAKE + NOISE);
        if good { Some(1) } else { self.label.nag() }
    }

    /// The same sign as players write it.
    #[must_use]
    pub fn sign(&self) -> &'static str {
        if self.nag() == Some(1) { "!" } else { self.label.sign() }
    }
}

/// What the moves of a game were worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// The game's name.
    pub game: &'static str,
    /// The names of the variants played.
    pub variant: Vec<&'static str>,
    /// The position the game started from.
    pub start: String,
    /// The share of games that the first player wins from there.
    pub p1_win_chance: f64,
    /// Every move, in order.
    pub moves: Vec<MoveReport>,
    /// How the players did.
    pub players: Players,
    /// The moves that cost most, by their number: at most five, each at least a mistake, in order.
    pub turning_points: Vec<usize>,
    /// How the game ended, if it did.
    pub outcome: Option<OutcomeSnapshot>,
}

/// How the two players did.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Players {
    /// The first.
    pub p1: PlayerReport,
    /// The second.
    pub p2: PlayerReport,
}

impl Players {
    /// How one of them did.
    #[must_use]
    pub const fn of(&self, player: Player) -> &PlayerReport {
        match player {
            Player::P1 => &self.p1,
            Player::P2 => &self.p2,
        }
    }
}

/// How a player did.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct PlayerReport {
    /// Moves made.
    pub moves: usize,
    /// Accuracy, 0 to 100, if there ever was a choice.
    pub accuracy: Option<f64>,
    /// Moves that were the best or as good, only moves among them.
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

/// How many turning points are told.
const TURNING_POINTS: usize = 5;

impl GameReport {
    /// The report on the moves of a session, given what each was worth.
    pub(crate) fn new(session: &Session, p1_win_chance: f64, moves: Vec<MoveReport>) -> GameReport {
        let [p1, p2] = Player::BOTH.map(|player| PlayerReport::of(&moves, player));
        let mut costly: Vec<&MoveReport> = moves.iter().filter(|mv| mv.loss >= MISTAKE).collect();
        costly.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        let mut turning_points: Vec<usize> = costly.iter().take(TURNING_POINTS).map(|mv| mv.ply).collect();
        turning_points.sort_unstable();
        GameReport {
            game: session.info().id,
            variant: session.variant_names(),
            start: session.start_text(),
            p1_win_chance,
            players: Players { p1, p2 },
            turning_points,
            outcome: session.outcome().map(OutcomeSnapshot::from),
            moves,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn code<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(player.code())
}
