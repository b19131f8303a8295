use mekong_catalog::GameSession;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Refusal, state::canonical_text};

/// Maximum number of branches in total.
const MAX_BRANCHES: usize = 200;

/// Maximum number of moves per side of a branch.
const MAX_MOVES: usize = 100;

/// Conditional moves of a correspondence game: replies to moves of the opponent, as a tree. Visible to their owner only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct ConditionalMoves(
    /// One branch per expected move of the opponent.
    pub Vec<Branch>,
);

/// A reply to a move of the opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The opponent's moves; several where a turn takes several moves.
    #[serde(rename = "if")]
    #[schema(min_items = 1, max_items = 100)]
    pub theirs: Vec<String>,
    /// The moves in reply.
    #[serde(rename = "then")]
    #[schema(min_items = 1, max_items = 100)]
    pub ours: Vec<String>,
    /// Replies to what the opponent plays next.
    #[serde(default, skip_serializing_if = "ConditionalMoves::is_empty")]
    #[schema(value_type = Vec<Branch>, no_recursion)]
    pub next: ConditionalMoves,
}

/// Conditional moves and the ply at which they start. The next reply follows from them and the moves of the game, so that
/// nothing else needs to be stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredConditionalMoves {
    /// Number of plies played when they were set.
    pub ply: u32,
    /// The moves from there; stored as `plan`, the name of earlier versions.
    #[serde(rename = "plan")]
    pub conditional_moves: ConditionalMoves,
}

/// What remains of conditional moves after some moves were played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Continuation {
    /// The move to play now, if any.
    pub answer: Option<String>,
    /// The remaining conditional moves; empty if the opponent played something else.
    pub rest: ConditionalMoves,
}

impl ConditionalMoves {
    /// Whether there are no branches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn count(&self) -> usize {
        self.0.iter().map(|branch| 1 + branch.next.count()).sum()
    }

    /// Validates all lines from a position in which the opponent is to move, and normalizes the notation of the moves.
    pub fn validated(&self, game_session: &GameSession, player: Player) -> Result<ConditionalMoves, Refusal> {
        if self.count() > MAX_BRANCHES {
            return Err(Refusal::ConditionalMoves);
        }
        self.normalized(game_session, player)
    }

    fn normalized(&self, game_session: &GameSession, player: Player) -> Result<ConditionalMoves, Refusal> {
        let branch = |branch: &Branch| {
            let mut game_session = game_session.clone();
            let theirs = played(&mut game_session, &branch.theirs, player.other())?;
            let ours = played(&mut game_session, &branch.ours, player)?;
            Ok(Branch { theirs, ours, next: branch.next.normalized(&game_session, player)? })
        };
        self.0.iter().map(branch).collect::<Result<Vec<Branch>, Refusal>>().map(ConditionalMoves)
    }

    /// What remains after these moves.
    #[must_use]
    pub fn follow(&self, moves: &[String]) -> Continuation {
        if moves.is_empty() {
            return Continuation { answer: None, rest: self.clone() };
        }
        if let Some(branch) = self.0.iter().find(|branch| moves.starts_with(&branch.theirs)) {
            let own = &moves[branch.theirs.len()..];
            if own.len() >= branch.ours.len() && own.starts_with(&branch.ours) {
                return branch.next.follow(&own[branch.ours.len()..]);
            }
            let is_under_way = branch.ours.starts_with(own);
            let answer = if is_under_way { branch.ours.get(own.len()).cloned() } else { None };
            let rest = if is_under_way { branch.next.clone() } else { ConditionalMoves::default() };
            return Continuation { answer, rest };
        }
        // The opponent's turn takes several moves: keep the matching branches, without the moves played.
        let shorter = |branch: &Branch| Branch {
            theirs: branch.theirs[moves.len()..].to_vec(),
            ours: branch.ours.clone(),
            next: branch.next.clone(),
        };
        let fitting = self.0.iter().filter(|branch| branch.theirs.starts_with(moves));
        Continuation { answer: None, rest: ConditionalMoves(fitting.map(shorter).collect()) }
    }
}

impl StoredConditionalMoves {
    /// What remains after all moves of the game.
    #[must_use]
    pub fn follow(&self, moves: &[String]) -> Continuation {
        moves
            .get(self.ply as usize..)
            .map_or_else(Continuation::default, |played| self.conditional_moves.follow(played))
    }
}

fn played(game_session: &mut GameSession, moves: &[String], player: Player) -> Result<Vec<String>, Refusal> {
    if moves.is_empty() || moves.len() > MAX_MOVES {
        return Err(Refusal::ConditionalMoves);
    }
    let play = |text: &String| {
        if game_session.turn() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        game_session.play(text).map_err(|error| super::state::refused(&error))?;
        Ok(canonical_text(game_session.clone(), text))
    };
    moves.iter().map(play).collect()
}

#[cfg(test)]
mod tests {
    use mekong_catalog::find;
    use mekong_core::{Player, Variants};

    use super::{Branch, ConditionalMoves, Continuation, StoredConditionalMoves};

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    fn branch(theirs: &[&str], ours: &[&str], next: ConditionalMoves) -> Branch {
        Branch { theirs: texts(theirs), ours: texts(ours), next }
    }

    fn answer(text: &str, rest: ConditionalMoves) -> Continuation {
        Continuation { answer: Some(text.to_owned()), rest }
    }

    #[test]
    fn replies_to_expected_moves_only() {
        let later = ConditionalMoves(vec![branch(&["c1d1E"], &["c5S"], ConditionalMoves::default())]);
        let conditional_moves = ConditionalMoves(vec![
            branch(&["@c1N"], &["@c5S"], later.clone()),
            branch(&["@a1N"], &["@a5S"], ConditionalMoves::default()),
        ]);
        assert_eq!(
            conditional_moves.follow(&[]),
            Continuation { answer: None, rest: conditional_moves.clone() }
        );
        assert_eq!(conditional_moves.follow(&texts(&["@c1N"])), answer("@c5S", later.clone()));
        assert_eq!(
            conditional_moves.follow(&texts(&["@c1N", "@c5S"])),
            Continuation { answer: None, rest: later }
        );
        assert_eq!(
            conditional_moves.follow(&texts(&["@c1N", "@c5S", "c1d1E"])),
            answer("c5S", ConditionalMoves::default())
        );
        assert_eq!(conditional_moves.follow(&texts(&["@b1N"])), Continuation::default(), "unexpected move");
        assert_eq!(
            conditional_moves.follow(&texts(&["@c1N", "@b5S"])),
            Continuation::default(),
            "the owner played another move"
        );
        let stored = StoredConditionalMoves { ply: 2, conditional_moves };
        assert_eq!(stored.follow(&texts(&["x", "y", "@a1N"])), answer("@a5S", ConditionalMoves::default()));
        assert_eq!(stored.follow(&texts(&["x"])), Continuation::default(), "moves were taken back");
    }

    #[test]
    fn validation_rejects_illegal_lines() {
        let game_session = find("siam").unwrap().start(Variants::NONE, 0);
        let good = ConditionalMoves(vec![branch(&["@c1N"], &["@c5S"], ConditionalMoves::default())]);
        assert_eq!(good.validated(&game_session, Player::P2), Ok(good.clone()));
        assert!(good.validated(&game_session, Player::P1).is_err(), "it is not the opponent's turn");
        for bad in [
            branch(&["@c1N"], &["@c1S"], ConditionalMoves::default()),
            branch(&["@c1N"], &[], ConditionalMoves::default()),
        ] {
            assert!(ConditionalMoves(vec![bad]).validated(&game_session, Player::P2).is_err());
        }
        let many = ConditionalMoves(vec![branch(&["@c1N"], &["@c5S"], ConditionalMoves::default()); 201]);
        assert!(many.validated(&game_session, Player::P2).is_err());
    }

    #[test]
    fn turns_of_several_moves_are_followed_move_by_move() {
        let conditional_moves = ConditionalMoves(vec![
            branch(&["a", "b"], &["c", "f"], ConditionalMoves::default()),
            branch(&["a", "d"], &["e"], ConditionalMoves::default()),
        ]);
        let rest = conditional_moves.follow(&texts(&["a"]));
        assert_eq!((rest.answer, rest.rest.0.len()), (None, 2));
        assert_eq!(conditional_moves.follow(&texts(&["a", "d"])), answer("e", ConditionalMoves::default()));
        assert_eq!(conditional_moves.follow(&texts(&["a", "b"])).answer.as_deref(), Some("c"));
        assert_eq!(conditional_moves.follow(&texts(&["a", "b", "c"])).answer.as_deref(), Some("f"));
        assert_eq!(conditional_moves.follow(&texts(&["a", "b", "c", "f"])), Continuation::default());
    }
}
