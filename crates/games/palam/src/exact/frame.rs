//! The actions of one state in the proof-number search, and what they add up to.

use crate::exact::{
    effort::{Effort, INFINITE},
    state::State,
};

/// A state and a question about it: does the player who acts in the parent reach the goal?
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) state: State,
    /// What the player to move *in the child* needs for a yes.
    pub(super) need: i32,
    /// Whether that is the opponent of the player who acts in the parent: then a yes there is a no here.
    pub(super) opponent: bool,
    /// For the player who acts in the parent.
    pub(super) effort: Effort,
}

/// An action: it succeeds if all its children do. A swap has one child, an engagement one for each answer.
pub(super) struct Action {
    first: usize,
    end: usize,
    pub(super) effort: Effort,
}

/// The actions of a state that is worked on.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) children: Vec<Child>,
    pub(super) actions: Vec<Action>,
    /// The swaps are listed only once they seem worth a try; until then this stands for all of them.
    pub(super) unlisted: Option<Effort>,
}

impl Frame {
    /// Makes an action of the children from `first` on.
    pub(super) fn close_action(&mut self, first: usize) {
        let end = self.children.len();
        self.actions.push(Action {
            first,
            end,
            effort: Effort::all(self.children[first..].iter().map(|c| c.effort)),
        });
    }

    /// Takes note of a child's new effort.
    pub(super) fn update(&mut self, action: usize, child: usize, effort: Effort) {
        self.children[child].effort = effort;
        let action = &mut self.actions[action];
        action.effort = Effort::all(self.children[action.first..action.end].iter().map(|c| c.effort));
    }

    /// The effort that any action succeeds; the most promising action (none: the unlisted swaps); the effort to prove of
    /// the second.
    pub(super) fn any(&self, backwards: bool) -> (Effort, Option<usize>, u32) {
        let unlisted = self.unlisted.unwrap_or(Effort::REFUTED);
        let (mut best, mut second) = (None, INFINITE);
        let (mut prove, mut refute) = (unlisted.prove, u64::from(unlisted.refute));
        for (index, action) in self.actions.iter().enumerate() {
            let effort = action.effort;
            if effort.prove < prove || (backwards && effort.prove == prove && prove < INFINITE) {
                (best, second, prove) = (Some(index), prove, effort.prove);
            } else {
                second = second.min(effort.prove);
            }
            refute += u64::from(effort.refute);
        }
        if prove == 0 {
            return (Effort::PROVEN, best, second);
        }
        let refute = refute.min(u64::from(INFINITE - 1)) as u32;
        (Effort { prove: if refute == 0 { INFINITE } else { prove }, refute }, best, second)
    }

    /// The answer that refutes an action most easily, and the effort to refute by the next one.
    pub(super) fn easiest_answer(&self, action: &Action) -> (usize, u32) {
        let (mut pick, mut low, mut next) = (action.first, INFINITE, INFINITE);
        for (index, child) in self.children.iter().enumerate().take(action.end).skip(action.first) {
            if child.effort.refute < low {
                (pick, next, low) = (index, low, child.effort.refute);
            } else {
                next = next.min(child.effort.refute);
            }
        }
        (pick, next)
    }
}
