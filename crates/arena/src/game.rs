use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Player, Value, mix, moves_to_win};
use mekong_engine::Score;
use mekong_record::{Comment, Eval, GameResult, Record};

use crate::{Choice, Forfeit, MatchPlayer};

/// The default number of plies after which a game counts as a draw. Strong players need a tenth of it.
pub const MAX_PLIES: usize = 400;

/// Why a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// The ply limit was reached.
    Length,
    /// A player forfeited.
    Forfeit {
        /// 0 for the first player of the match, 1 for the second.
        by: usize,
        /// The kind of forfeit.
        forfeit: Forfeit,
    },
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The seat of the first player of the match.
    pub first_seat: Player,
    /// The winner.
    pub result: GameResult,
    /// The reason for the end.
    pub ending: Ending,
    /// The game with names and evaluations.
    pub record: Record,
}

impl PlayedGame {
    /// The half points of the first player of the match: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> usize {
        match (self.result, self.first_seat) {
            (GameResult::P1Wins, Player::P1) | (GameResult::P2Wins, Player::P2) => 2,
            (GameResult::P1Wins | GameResult::P2Wins, _) => 0,
            (GameResult::Draw | GameResult::Unknown, _) => 1,
        }
    }
}

/// Two games from the same opening with swapped seats.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedPair {
    /// The index of the opening.
    pub opening_index: u64,
    /// The games; the first player of the match has the first seat in the first.
    pub games: [PlayedGame; 2],
}

impl PlayedPair {
    /// The half points of the first player in each game.
    #[must_use]
    pub fn half_points(&self) -> [usize; 2] {
        [self.games[0].half_points(), self.games[1].half_points()]
    }
}

/// The opening of a pair of games.
pub(crate) struct PairOpening<'a> {
    pub(crate) index: u64,
    /// The game so far.
    pub(crate) session: &'a GameSession,
    /// The seed of the players' choices.
    pub(crate) seed: u64,
}

/// Plays a pair; `None` if it was cancelled.
pub(crate) fn play_pair(
    opening: &PairOpening<'_>,
    names: &[String; 2],
    players: &mut [Box<dyn MatchPlayer>; 2],
    max_plies: usize,
    cancel: &CancelToken,
) -> Option<PlayedPair> {
    let mut games = Vec::with_capacity(2);
    for first_seat in Player::BOTH {
        let seed = mix(opening.seed ^ mix(1 + first_seat.index() as u64));
        let mut game = play_game(opening.session, seed, first_seat, players, max_plies, cancel)?;
        let seated = if first_seat == Player::P1 { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
        let round = format!("{}.{}", opening.index + 1, first_seat.index() + 1);
        let plies = opening.session.moves().len().to_string();
        let termination = match &game.ending {
            Ending::Rules => "normal",
            Ending::Length => "adjudication",
            Ending::Forfeit { forfeit: Forfeit::Timeout { .. }, .. } => "time forfeit",
            Ending::Forfeit { forfeit: Forfeit::Illegal { .. }, .. } => "rules infraction",
            Ending::Forfeit { forfeit: Forfeit::EngineFailure { .. }, .. } => "abandoned",
        };
        for (tag, value) in [
            ("Event", "mekong match"),
            ("Round", &round),
            ("White", seated[0]),
            ("Black", seated[1]),
            ("Termination", termination),
            ("OpeningPlies", &plies),
        ] {
            let set = game.record.set_tag(tag, value);
            debug_assert!(set.is_ok(), "plain names of tags");
        }
        games.push(game);
    }
    let games = games.try_into().ok()?;
    Some(PlayedPair { opening_index: opening.index, games })
}

fn play_game(
    opening: &GameSession,
    seed: u64,
    first_seat: Player,
    players: &mut [Box<dyn MatchPlayer>; 2],
    max_plies: usize,
    cancel: &CancelToken,
) -> Option<PlayedGame> {
    let mut session = opening.clone();
    let mut evaluations: Vec<Option<Eval>> = vec![None; session.moves().len()];
    let failed = (0_usize..).zip(players.iter_mut()).find_map(|(by, player)| {
        let forfeit = player.begin(opening, mix(seed ^ mix(by as u64))).err()?;
        Some(Ending::Forfeit { by, forfeit })
    });
    let ending = loop {
        if let Some(forfeit) = failed {
            break forfeit;
        }
        let Some(turn) = session.turn() else { break Ending::Rules };
        if session.moves().len() >= max_plies {
            break Ending::Length;
        }
        let by = usize::from(turn != first_seat);
        let choice = players[by].choose(&session, cancel);
        if cancel.is_cancelled() {
            return None;
        }
        match choice {
            Err(forfeit) => break Ending::Forfeit { by, forfeit },
            Ok(choice) => match session.play(&choice.mv) {
                Ok(()) => evaluations.push(evaluation(&choice, turn)),
                Err(_) => break Ending::Forfeit { by, forfeit: Forfeit::Illegal { mv: choice.mv } },
            },
        }
    };
    let result = match &ending {
        Ending::Rules => GameResult::from(session.outcome()),
        Ending::Length => GameResult::Draw,
        Ending::Forfeit { by, .. } => {
            if (*by == 0) == (first_seat == Player::P1) {
                GameResult::P2Wins
            } else {
                GameResult::P1Wins
            }
        }
    };
    let mut record = session.to_record();
    record.set_result(result);
    for (ply, eval) in record.plies.iter_mut().zip(evaluations) {
        ply.comments.extend(eval.map(|eval| Comment::new("").with_eval(eval)));
    }
    if let Ending::Forfeit { forfeit, .. } = &ending {
        let comment = Comment::new(&forfeit.to_string());
        match record.plies.last_mut() {
            Some(ply) => ply.comments.push(comment),
            None => record.before.push(comment),
        }
    }
    Some(PlayedGame { first_seat, result, ending, record })
}

/// The evaluation of a move as written in PGN: positive is good for the first player.
fn evaluation(choice: &Choice, mover: Player) -> Option<Eval> {
    let score: Score = choice.score?;
    let score = match score.value() {
        Some(Value::Win(plies)) => mekong_record::Score::Win { by: mover, moves: moves_to_win(plies.into()) },
        Some(Value::Loss(plies)) => {
            mekong_record::Score::Win { by: mover.other(), moves: moves_to_win(plies.into()) }
        }
        _ if mover == Player::P1 => mekong_record::Score::Value(score.raw()),
        _ => mekong_record::Score::Value(-score.raw()),
    };
    Some(Eval { score, depth: choice.depth })
}
