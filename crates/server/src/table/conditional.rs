use mekong_catalog::Session;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Refusal;

/// How many branches a plan may have in all.
const MOST_BRANCHES: usize = 200;

/// What a player will answer while away: for moves of the opponent a reply, and what to do after that. Private.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    pub theirs: Vec<String>,
    /// The own moves in answer.
    #[serde(rename = "then")]
    pub ours: Vec<String>,
    /// What follows.
    #[serde(default, skip_serializing_if = "Plan::is_empty")]
    #[schema(value_type = Vec<Branch>, no_recursion)]
    pub next: Plan,
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

    /// Checks every line of the plan from a position in which the opponent is to move.
    ///
    /// # Errors
    /// The first move that is not legal there, or a plan that is too large.
    pub fn check(&self, session: &Session, player: Player) -> Result<(), Refusal> {
        if self.count() > MOST_BRANCHES {
            let why = [
                format!("a plan has at most {MOST_BRANCHES} branches"),
                format!("un plan a au plus {MOST_BRANCHES} branches"),
            ];
            return Err(Refusal::Move { why, unreadable: false });
        }
        for branch in &self.0 {
            let mut session = session.clone();
            play_all(&mut session, &branch.theirs, player.other())?;
            play_all(&mut session, &branch.ours, player)?;
            branch.next.check(&session, player)?;
        }
        Ok(())
    }

    /// What is left of the plan after a move of the opponent, and the own moves to make now. A move that was not
    /// foreseen ends the plan.
    #[must_use]
    pub fn after(&self, mv: &str) -> (Vec<String>, Plan) {
        let matching: Vec<&Branch> =
            self.0.iter().filter(|branch| branch.theirs.first().is_some_and(|first| first == mv)).collect();
        if let Some(branch) = matching.iter().find(|branch| branch.theirs.len() == 1) {
            return (branch.ours.clone(), branch.next.clone());
        }
        // The opponent goes on: the lines that fit so far are kept, one move shorter.
        let shorter = |branch: &&Branch| Branch { theirs: branch.theirs[1..].to_vec(), ..(*branch).clone() };
        (Vec::new(), Plan(matching.iter().map(shorter).collect()))
    }
}

fn play_all(session: &mut Session, moves: &[String], player: Player) -> Result<(), Refusal> {
    let nothing = moves.is_empty();
    for text in moves {
        if session.turn() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        session.play(text).map_err(|error| super::state::refused(&error))?;
    }
    if nothing { Err(Refusal::NothingToTakeBack) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use mekong_catalog::find;
    use mekong_core::{Player, Variants};

    use super::{Branch, Plan};

    fn branch(theirs: &[&str], ours: &[&str], next: Plan) -> Branch {
        let texts = |moves: &[&str]| moves.iter().map(|&text| text.to_owned()).collect();
        Branch { theirs: texts(theirs), ours: texts(ours), next }
    }

    #[test]
    fn a_plan_answers_what_it_foresaw_and_forgets_the_rest() {
        let later = Plan(vec![branch(&["c1d1E"], &["c5S"], Plan::default())]);
        let plan = Plan(vec![
            branch(&["@c1N"], &["@c5S"], later.clone()),
            branch(&["@a1N"], &["@a5S"], Plan::default()),
        ]);
        assert_eq!(plan.after("@c1N"), (vec!["@c5S".to_owned()], later));
        assert_eq!(plan.after("@b1N"), (Vec::new(), Plan::default()));
        let session = find("siam").unwrap().start(Variants::NONE, 0);
        let good = Plan(vec![branch(&["@c1N"], &["@c5S"], Plan::default())]);
        assert_eq!(good.check(&session, Player::P2), Ok(()));
        assert!(
            Plan(vec![branch(&["@c1N"], &["@c1S"], Plan::default())]).check(&session, Player::P2).is_err()
        );
        assert!(good.check(&session, Player::P1).is_err(), "it is not the opponent's turn");
        assert!(Plan(vec![branch(&["@c1N"], &[], Plan::default())]).check(&session, Player::P2).is_err());
    }

    #[test]
    fn several_moves_in_a_row_are_followed_one_by_one() {
        let plan = Plan(vec![
            branch(&["a", "b"], &["c"], Plan::default()),
            branch(&["a", "d"], &["e"], Plan::default()),
        ]);
        let (now, rest) = plan.after("a");
        assert!(now.is_empty());
        assert_eq!(rest.after("d").0, ["e"]);
    }
}
