use mekong_catalog::Session;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Refusal, state::usual_text};

/// How many branches a plan may have in all.
const MOST_BRANCHES: usize = 200;

/// How many moves a side of a branch may have.
const MOST_MOVES: usize = 100;

/// What a player will answer while away: for moves of the opponent a reply, and what to do after that. Private.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Plan(
    /// What to do, by what the opponent does.
    pub Vec<Branch>,
);

/// If the opponent plays this, then answer that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The opponent's moves, one after another where they make several in a row.
    #[serde(rename = "if")]
    #[schema(min_items = 1, max_items = 100)]
    pub theirs: Vec<String>,
    /// The own moves in answer.
    #[serde(rename = "then")]
    #[schema(min_items = 1, max_items = 100)]
    pub ours: Vec<String>,
    /// What follows.
    #[serde(default, skip_serializing_if = "Plan::is_empty")]
    #[schema(value_type = Vec<Branch>, no_recursion)]
    pub next: Plan,
}

/// A plan and where it begins. What to do follows from it and from the moves since, so that it can be asked again and
/// again: after a restart, for instance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planned {
    /// How many moves had been made when the plan was.
    pub ply: u32,
    /// What to answer from there.
    pub plan: Plan,
}

/// Where a plan stands after some moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// The own move to make now, if it is time for one.
    pub answer: Option<String>,
    /// What is still planned after that; nothing if something happened that was not foreseen.
    pub rest: Plan,
}

impl Plan {
    /// Whether it plans nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn count(&self) -> usize {
        self.0.iter().map(|branch| 1 + branch.next.count()).sum()
    }

    /// Checks every line of the plan from a position in which the opponent is to move, and writes every move in the
    /// usual way.
    ///
    /// # Errors
    /// The first move that is not legal there, or a plan that is too large.
    pub fn checked(&self, session: &Session, player: Player) -> Result<Plan, Refusal> {
        if self.count() > MOST_BRANCHES {
            return Err(Refusal::Plan);
        }
        self.walked(session, player)
    }

    fn walked(&self, session: &Session, player: Player) -> Result<Plan, Refusal> {
        let branch = |branch: &Branch| {
            let mut session = session.clone();
            let theirs = played(&mut session, &branch.theirs, player.other())?;
            let ours = played(&mut session, &branch.ours, player)?;
            Ok(Branch { theirs, ours, next: branch.next.walked(&session, player)? })
        };
        self.0.iter().map(branch).collect::<Result<Vec<Branch>, Refusal>>().map(Plan)
    }

    /// Where the plan stands after the moves that were made since it began.
    #[must_use]
    pub fn follow(&self, since: &[String]) -> Followed {
        if since.is_empty() {
            return Followed { answer: None, rest: self.clone() };
        }
        if let Some(branch) = self.0.iter().find(|branch| since.starts_with(&branch.theirs)) {
            let own = &since[branch.theirs.len()..];
            if own.len() >= branch.ours.len() && own.starts_with(&branch.ours) {
                return branch.next.follow(&own[branch.ours.len()..]);
            }
            let is_under_way = branch.ours.starts_with(own);
            let answer = if is_under_way { branch.ours.get(own.len()).cloned() } else { None };
            let rest = if is_under_way { branch.next.clone() } else { Plan::default() };
            return Followed { answer, rest };
        }
        // The opponent is in the middle of several moves: the lines that fit so far are kept, shorter.
        let shorter = |branch: &Branch| Branch {
            theirs: branch.theirs[since.len()..].to_vec(),
            ours: branch.ours.clone(),
            next: branch.next.clone(),
        };
        let fitting = self.0.iter().filter(|branch| branch.theirs.starts_with(since));
        Followed { answer: None, rest: Plan(fitting.map(shorter).collect()) }
    }
}

impl Planned {
    /// Where the plan stands after all moves of the game so far.
    #[must_use]
    pub fn follow(&self, moves: &[String]) -> Followed {
        moves.get(self.ply as usize..).map_or_else(Followed::default, |since| self.plan.follow(since))
    }
}

fn played(session: &mut Session, moves: &[String], player: Player) -> Result<Vec<String>, Refusal> {
    if moves.is_empty() || moves.len() > MOST_MOVES {
        return Err(Refusal::Plan);
    }
    let play = |text: &String| {
        if session.turn() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        session.play(text).map_err(|error| super::state::refused(&error))?;
        Ok(usual_text(session, text))
    };
    moves.iter().map(play).collect()
}

#[cfg(test)]
mod tests {
    use mekong_catalog::find;
    use mekong_core::{Player, Variants};

    use super::{Branch, Followed, Plan, Planned};

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    fn branch(theirs: &[&str], ours: &[&str], next: Plan) -> Branch {
        Branch { theirs: texts(theirs), ours: texts(ours), next }
    }

    fn answer(text: &str, rest: Plan) -> Followed {
        Followed { answer: Some(text.to_owned()), rest }
    }

    #[test]
    fn a_plan_answers_what_it_foresaw_and_forgets_the_rest() {
        let later = Plan(vec![branch(&["c1d1E"], &["c5S"], Plan::default())]);
        let plan = Plan(vec![
            branch(&["@c1N"], &["@c5S"], later.clone()),
            branch(&["@a1N"], &["@a5S"], Plan::default()),
        ]);
        assert_eq!(plan.follow(&[]), Followed { answer: None, rest: plan.clone() });
        assert_eq!(plan.follow(&texts(&["@c1N"])), answer("@c5S", later.clone()));
        assert_eq!(plan.follow(&texts(&["@c1N", "@c5S"])), Followed { answer: None, rest: later });
        assert_eq!(plan.follow(&texts(&["@c1N", "@c5S", "c1d1E"])), answer("c5S", Plan::default()));
        assert_eq!(plan.follow(&texts(&["@b1N"])), Followed::default(), "not foreseen");
        assert_eq!(
            plan.follow(&texts(&["@c1N", "@b5S"])),
            Followed::default(),
            "the owner changed their mind"
        );
        let planned = Planned { ply: 2, plan };
        assert_eq!(planned.follow(&texts(&["x", "y", "@a1N"])), answer("@a5S", Plan::default()));
        assert_eq!(planned.follow(&texts(&["x"])), Followed::default(), "moves were taken back");
    }

    #[test]
    fn a_plan_is_checked_move_by_move_and_written_in_the_usual_way() {
        let session = find("siam").unwrap().start(Variants::NONE, 0);
        let good = Plan(vec![branch(&["@c1N"], &["@c5S"], Plan::default())]);
        assert_eq!(good.checked(&session, Player::P2), Ok(good.clone()));
        assert!(good.checked(&session, Player::P1).is_err(), "it is not the opponent's turn");
        for bad in [branch(&["@c1N"], &["@c1S"], Plan::default()), branch(&["@c1N"], &[], Plan::default())] {
            assert!(Plan(vec![bad]).checked(&session, Player::P2).is_err());
        }
        let many = Plan(vec![branch(&["@c1N"], &["@c5S"], Plan::default()); 201]);
        assert!(many.checked(&session, Player::P2).is_err());
    }

    #[test]
    fn several_moves_in_a_row_are_followed_one_by_one() {
        let plan = Plan(vec![
            branch(&["a", "b"], &["c", "f"], Plan::default()),
            branch(&["a", "d"], &["e"], Plan::default()),
        ]);
        let rest = plan.follow(&texts(&["a"]));
        assert_eq!((rest.answer, rest.rest.0.len()), (None, 2));
        assert_eq!(plan.follow(&texts(&["a", "d"])), answer("e", Plan::default()));
        assert_eq!(plan.follow(&texts(&["a", "b"])).answer.as_deref(), Some("c"));
        assert_eq!(plan.follow(&texts(&["a", "b", "c"])).answer.as_deref(), Some("f"));
        assert_eq!(plan.follow(&texts(&["a", "b", "c", "f"])), Followed::default());
    }
}
