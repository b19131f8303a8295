//! The actions of one state in the proof-number search, and their combined proof and disproof numbers.

use crate::exact::{
    proof_numbers::{INFINITE, ProofNumbers},
    state::State,
};

/// A state with a goal for the player to move in the parent.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) state: State,
    /// The points that the player to move *in the child* needs.
    pub(super) need: i32,
    /// Whether the opponent moves in the child, so that its result is negated.
    pub(super) opponent: bool,
    /// For the player to move in the parent.
    pub(super) numbers: ProofNumbers,
}

/// An action: it succeeds if all its children do. A swap has one child, an engagement one for each answer.
pub(super) struct Action {
    first: usize,
    end: usize,
    pub(super) numbers: ProofNumbers,
}

/// The actions of a state being searched.
#[derive(Default)]
pub(super) struct ProofNode {
    pub(super) children: Vec<Child>,
    pub(super) actions: Vec<Action>,
    /// The numbers of all swaps together, until they are listed. They are listed only once they look promising.
    pub(super) unlisted: Option<ProofNumbers>,
}

impl ProofNode {
    /// Turns the children from `first` on into an action.
    pub(super) fn close_action(&mut self, first: usize) {
        let end = self.children.len();
        self.actions.push(Action {
            first,
            end,
            numbers: ProofNumbers::all(self.children[first..].iter().map(|c| c.numbers)),
        });
    }

    /// Sets a child's numbers.
    pub(super) fn update(&mut self, action: usize, child: usize, numbers: ProofNumbers) {
        self.children[child].numbers = numbers;
        let action = &mut self.actions[action];
        action.numbers = ProofNumbers::all(self.children[action.first..action.end].iter().map(|c| c.numbers));
    }

    /// The numbers of the goal that any action succeeds; the most promising action (none: the unlisted swaps); the proof
    /// number of the second.
    pub(super) fn any(&self, backwards: bool) -> (ProofNumbers, Option<usize>, u32) {
        let unlisted = self.unlisted.unwrap_or(ProofNumbers::DISPROVEN);
        let (mut best, mut second) = (None, INFINITE);
        let (mut proof, mut disproof) = (unlisted.proof, u64::from(unlisted.disproof));
        for (index, action) in self.actions.iter().enumerate() {
            let numbers = action.numbers;
            if numbers.proof < proof || (backwards && numbers.proof == proof && proof < INFINITE) {
                (best, second, proof) = (Some(index), proof, numbers.proof);
            } else {
                second = second.min(numbers.proof);
            }
            disproof += u64::from(numbers.disproof);
        }
        if proof == 0 {
            return (ProofNumbers::PROVEN, best, second);
        }
        let disproof = disproof.min(u64::from(INFINITE - 1)) as u32;
        (ProofNumbers { proof: if disproof == 0 { INFINITE } else { proof }, disproof }, best, second)
    }

    /// The answer with the least disproof number, and the disproof number of the next one.
    pub(super) fn easiest_answer(&self, action: &Action) -> (usize, u32) {
        let (mut pick, mut low, mut next) = (action.first, INFINITE, INFINITE);
        for (index, child) in self.children.iter().enumerate().take(action.end).skip(action.first) {
            if child.numbers.disproof < low {
                (pick, next, low) = (index, low, child.numbers.disproof);
            } else {
                next = next.min(child.numbers.disproof);
            }
        }
        (pick, next)
    }
}
