//! Plain Monte Carlo tree search (UCT) with random playouts and no evaluation: the baseline for strength measurements.

use mekong_core::{CancelToken, Player, Position, SplitMix64};

use crate::{Limits, clock::Instant};

/// The exploration constant of UCT.
const EXPLORATION: f64 = 1.2;

/// The number of plies after which a playout counts as a draw.
const MAX_PLAYOUT_LEN: usize = 300;

/// A Monte Carlo player. The same seed and number of playouts give the same move.
#[derive(Clone, Debug)]
pub struct Mcts {
    random: SplitMix64,
}

/// The result of a Monte Carlo search.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsResult<M> {
    /// The most visited move; `None` if the game is over.
    pub best: Option<M>,
    /// The share of its playouts that were won, a draw counting half.
    pub win_rate: f64,
    /// The number of playouts.
    pub playouts: u64,
}

struct Node<M> {
    /// The move that leads here and the player who makes it.
    mv: Option<M>,
    mover: Player,
    visits: u32,
    /// Playouts through here won by the mover, a draw counting half.
    wins: f64,
    children: Vec<usize>,
    /// Legal moves that have no child yet, in random order.
    untried: Vec<M>,
}

impl Mcts {
    /// A player with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Mcts {
        Mcts { random: SplitMix64::new(seed) }
    }

    /// Searches a position until a limit: `nodes` counts playouts, `depth` is ignored. Without a limit it runs until
    /// cancelled.
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        limits: Limits,
        cancel: &CancelToken,
    ) -> MctsResult<P::Move> {
        let start = Instant::now();
        let mut tree = vec![self.node(position, None, position.turn())];
        let mut playouts = 0;
        while !tree[0].untried.is_empty() || !tree[0].children.is_empty() {
            let is_at_limit = limits.nodes.is_some_and(|limit| playouts >= limit)
                || limits.time.is_some_and(|limit| start.elapsed() >= limit);
            if is_at_limit || cancel.is_cancelled() {
                break;
            }
            self.iterate(&mut tree, position);
            playouts += 1;
        }
        let best = tree[0].children.iter().map(|&child| &tree[child]).max_by_key(|node| node.visits);
        match best {
            Some(node) => {
                MctsResult { best: node.mv, win_rate: node.wins / f64::from(node.visits), playouts }
            }
            // Cancelled before the first playout: return any move.
            None => MctsResult { best: tree[0].untried.last().copied(), win_rate: 0.5, playouts },
        }
    }

    fn node<P: Position>(&mut self, position: &P, mv: Option<P::Move>, mover: Player) -> Node<P::Move> {
        let mut untried = Vec::new();
        position.legal_moves(&mut untried);
        self.random.shuffle(&mut untried);
        Node { mv, mover, visits: 0, wins: 0.0, children: Vec::new(), untried }
    }

    /// One iteration: selection, expansion, playout and backpropagation.
    fn iterate<P: Position>(&mut self, tree: &mut Vec<Node<P::Move>>, root: &P) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut at = 0;
        while tree[at].untried.is_empty() && !tree[at].children.is_empty() {
            at = select_child(tree, at);
            if let Some(mv) = tree[at].mv {
                position.play_unchecked(mv);
            }
            path.push(at);
        }
        if let Some(mv) = tree[at].untried.pop() {
            let mover = position.turn();
            position.play_unchecked(mv);
            let child = self.node(&position, Some(mv), mover);
            tree.push(child);
            let child_index = tree.len() - 1;
            tree[at].children.push(child_index);
            path.push(child_index);
        }
        let winner = self.random_playout(position);
        for index in path {
            let node = &mut tree[index];
            node.visits += 1;
            node.wins += match winner {
                None => 0.5,
                Some(player) if player == node.mover => 1.0,
                Some(_) => 0.0,
            };
        }
    }

    fn random_playout<P: Position>(&mut self, mut position: P) -> Option<Player> {
        let mut moves = Vec::new();
        for _ in 0..MAX_PLAYOUT_LEN {
            if let Some(outcome) = position.outcome() {
                return outcome.winner;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[self.random.below(moves.len())]);
        }
        None
    }
}

/// The child with the highest upper confidence bound.
fn select_child<M>(tree: &[Node<M>], at: usize) -> usize {
    let ln_visits = f64::from(tree[at].visits).ln();
    let ucb = |&child: &usize| {
        let visits = f64::from(tree[child].visits);
        tree[child].wins / visits + EXPLORATION * (ln_visits / visits).sqrt()
    };
    let best = tree[at].children.iter().copied().max_by(|a, b| ucb(a).total_cmp(&ucb(b)));
    best.unwrap_or(at)
}
