//! Principal variation search, as run by one thread.

mod forced;
mod quiescence;
mod shared;

use std::sync::atomic::Ordering::Relaxed;

use mekong_core::{Evaluate, StaticEval, mix};

use self::shared::NODES_PER_CHECK;
pub(crate) use self::shared::Shared;
use crate::{
    Score,
    order::{MoveList, MoveOrderer},
    reduce::{move_count_limit, reduction},
    transposition::{Bound, Entry},
};

/// Up to this many candidate moves count as forced replies to a threat.
const FORCED_REPLY_MAX: usize = 8;

/// The maximum distance from the root, extensions and quiescence included.
const MAX_PLY: u32 = 200;

/// One thread's search.
pub(crate) struct Worker<'a, P: Evaluate> {
    pub(crate) shared: &'a Shared<'a>,
    /// Whether the search is full-width, without pruning and reductions.
    full_width: bool,
    /// Whether this search proves that there is no shorter win.
    is_proof: bool,
    /// Separates entries of this search in the transposition table, where scores depend on the game's history.
    salt: u64,
    /// The keys of all positions from the root to the current node.
    path: Vec<u64>,
    ordering: MoveOrderer,
    move_lists: Vec<MoveList<P::Move>>,
    move_buffers: Vec<Vec<P::Move>>,
    pv: Vec<Vec<P::Move>>,
    /// Nodes not yet added to the shared count.
    unreported_nodes: u64,
    /// Nodes left of the portion granted to this thread.
    granted: u64,
    /// The node count at which this thread stops, if it has a limit of its own.
    budget: Option<u64>,
    pub(crate) seldepth: u32,
    stopped: bool,
}

/// The parameters of a node: window, depth and distance from the root.
#[derive(Clone, Copy)]
struct NodeParams {
    depth: i32,
    alpha: Score,
    beta: Score,
    ply: u32,
    /// The index of the previous move.
    last: u16,
    allow_null: bool,
}

/// The result of a search of the root's moves.
pub(crate) struct RootResult<M> {
    pub(crate) score: Score,
    /// The principal variation; empty if the search failed low.
    pub(crate) line: Vec<M>,
    /// The scores of the searched moves in the given order. All but the best are upper bounds.
    pub(crate) scores: Vec<Score>,
    /// Whether all moves were searched or one caused a cutoff; otherwise the search was stopped and this is the best
    /// result so far.
    pub(crate) is_complete: bool,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Worker<'a, P> {
        Worker {
            shared,
            full_width: !shared.selective,
            is_proof: false,
            salt: shared
                .repeated_twice
                .iter()
                .fold(0, |salt, &key| mix(mix(salt ^ key as u64) ^ (key >> 64) as u64)),
            path: Vec::new(),
            ordering: MoveOrderer::new::<P>(),
            move_lists: Vec::new(),
            move_buffers: Vec::new(),
            pv: vec![Vec::new(); 2],
            unreported_nodes: 0,
            granted: 0,
            budget: None,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Switches to a full-width search with this many more nodes; scores from pruned branches are not used any more.
    /// Repetition is ignored: a player who must lose within a given number of plies has no time to repeat a position.
    pub(crate) fn begin_proof(&mut self, budget: Option<u64>) {
        self.flush_nodes();
        self.budget = budget.map(|more| self.shared.nodes.load(Relaxed) + more);
        self.full_width = true;
        self.is_proof = true;
        self.salt = mix(self.salt ^ 0x7472_7565);
    }

    pub(crate) fn hash_move(&self, position: &P) -> Option<u16> {
        self.shared.tt.get(position.search_key() ^ self.salt).map(|entry| entry.mv)
    }

    /// Searches these moves of the root, in this order.
    pub(crate) fn root(
        &mut self,
        position: &P,
        depth: i32,
        (alpha, beta): (Score, Score),
        moves: &[P::Move],
    ) -> RootResult<P::Move> {
        self.seldepth = 0;
        let key = position.search_key();
        let node =
            NodeParams { depth: depth - 1, alpha, beta, ply: 1, last: Entry::NO_MOVE, allow_null: true };
        let mut found =
            RootResult { score: Score::MIN, line: Vec::new(), scores: Vec::new(), is_complete: true };
        let mut best_move = Entry::NO_MOVE;
        self.path.clear();
        self.path.push(key);
        for (index, &mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let last = P::move_index(mv) as u16;
            let next = NodeParams { alpha: alpha.max(found.score), last, ..node };
            let score = self.search_move(position, &child, next, index, true);
            if self.stopped {
                found.is_complete = false;
                return found;
            }
            found.scores.push(score);
            if score > found.score {
                found.score = score;
                if score > alpha {
                    found.line.clear();
                    found.line.push(mv);
                    found.line.extend_from_slice(&self.pv[1]);
                    best_move = last;
                }
                if score >= beta {
                    break;
                }
            }
        }
        // The best of a subset of moves is no score of the position.
        if moves.len() == position.count_moves() {
            self.store(key, found.score, best_move, NodeParams { depth, ply: 0, ..node });
        }
        found
    }

    /// Whether the search must end now. Node limits are checked at every node, time and cancellation periodically.
    fn is_stopped(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.granted == 0 {
            self.granted = self.shared.grant();
            // Other threads may still have granted nodes.
            if self.granted == 0 {
                self.stopped = true;
                return true;
            }
        }
        self.count_nodes(1);
        self.stopped
    }

    /// Counts nodes that were granted.
    #[inline]
    fn count_nodes(&mut self, nodes: u64) {
        self.granted -= nodes;
        self.unreported_nodes += nodes;
        if self.unreported_nodes >= NODES_PER_CHECK {
            self.check_limits();
        }
    }

    /// Reports the nodes of this thread, and checks time and cancellation.
    fn check_limits(&mut self) {
        self.flush_nodes();
        let is_late = || self.shared.limits.time.is_some_and(|limit| self.shared.start.elapsed() >= limit);
        if self.shared.should_stop() || is_late() {
            self.stopped = true;
            self.shared.cancel.cancel();
        } else {
            // A thread's own limit does not stop the other threads.
            self.stopped = self.budget.is_some_and(|limit| self.shared.nodes.load(Relaxed) >= limit);
        }
    }

    /// Adds unreported nodes to the shared count.
    pub(crate) fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unreported_nodes, Relaxed);
        self.unreported_nodes = 0;
    }

    fn alpha_beta(&mut self, position: &P, mut node: NodeParams) -> Score {
        let ply = node.ply as usize;
        while self.pv.len() <= ply + 1 {
            self.pv.push(Vec::new());
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(node.ply);
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, position.turn(), node.ply);
        }
        if self.is_stopped() {
            return Score::DRAW;
        }
        let is_leaf = node.depth <= 0 || node.ply >= MAX_PLY;
        let repetition_key = position.repetition_key();
        if is_leaf && repetition_key.is_none() {
            return self.quiescence(position, node);
        }
        let key = position.search_key();
        if repetition_key.is_some_and(|repetition_key| self.is_repetition(key, repetition_key)) {
            return Score::DRAW;
        }
        if is_leaf {
            return self.quiescence(position, node);
        }
        // Mate distance pruning.
        let best_possible = Score::win_in(node.ply + 1);
        node.alpha = node.alpha.max(-best_possible.plus(1));
        node.beta = node.beta.min(best_possible);
        if node.alpha >= node.beta {
            return node.alpha;
        }
        // Probed early, so that the memory access overlaps with the evaluation.
        let known = self.shared.tt.get(key ^ self.salt);
        // A full-width search does not use static decisions.
        let static_eval = match if self.full_width { StaticEval::Noisy(0) } else { position.static_eval() } {
            StaticEval::Decided(value) => return Score::of_value_after(value, node.ply),
            StaticEval::Quiet(evaluation) | StaticEval::Noisy(evaluation) => Score::of_evaluation(evaluation),
        };
        self.search_moves(position, node, (key, known), static_eval)
    }

    /// A repetition within the search counts as a draw at once; a position of the game only at its third occurrence.
    fn is_repetition(&self, key: u64, repetition_key: u128) -> bool {
        !self.is_proof && self.path.contains(&key) || self.shared.repeated_twice.contains(&repetition_key)
    }

    /// Searches the moves of a position; `static_eval` is its static evaluation, `known` what the transposition table
    /// has under its key.
    fn search_moves(
        &mut self,
        position: &P,
        node: NodeParams,
        (key, known): (u64, Option<Entry>),
        static_eval: Score,
    ) -> Score {
        let ply = node.ply as usize;
        let is_pv = node.beta > node.alpha.plus(1);
        if let Some(score) = known.filter(|_| !is_pv).and_then(|entry| self.hash_cutoff(entry, node)) {
            return score;
        }
        if let Some(score) = self.forced_win(position, node, key) {
            return score;
        }
        if !is_pv && let Some(score) = self.null_move_cutoff(position, node, static_eval) {
            return score;
        }

        let hash_move = known.map_or(Entry::NO_MOVE, |entry| entry.mv);
        let mut list = self.ordered_moves(position, ply, hash_move, node.last);
        // Extension: a forced reply costs no depth.
        let is_forced = list.len() == 1
            || !self.full_width && list.len() <= FORCED_REPLY_MAX && list.len() < position.count_moves();
        let depth = if is_forced { node.depth } else { node.depth - 1 };

        self.path.push(key);
        let mut best = Score::MIN;
        let mut best_move = Entry::NO_MOVE;
        let mut alpha = node.alpha;
        // Late move pruning near the leaves, once a move is known that does not lose.
        let prune_late_moves = P::LATE_MOVE_PRUNING && !self.full_width && !is_pv;
        let max_moves = if prune_late_moves { move_count_limit(node.depth) } else { usize::MAX };
        for index in 0..list.len() {
            if index >= max_moves && best.value().is_none() {
                break;
            }
            let (move_index, mv) = list.pick(index);
            let mut child = position.clone();
            child.play_unchecked(mv);
            let next = NodeParams {
                depth,
                alpha,
                beta: node.beta,
                ply: node.ply + 1,
                last: move_index,
                allow_null: true,
            };
            let score = self.search_move(position, &child, next, index, is_pv);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = move_index;
                    self.update_pv(ply, mv);
                }
                if score >= node.beta {
                    self.ordering.record_cutoff(&list, index, ply, position.turn(), node.last, node.depth);
                    break;
                }
            }
        }
        self.path.pop();
        self.move_lists[ply] = list;
        if !self.stopped {
            self.store(key, best, best_move, node);
        }
        best
    }

    /// Stores the result of a node in the transposition table.
    fn store(&self, key: u64, best: Score, mv: u16, node: NodeParams) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = node.depth.clamp(0, 255) as u8;
        self.shared.tt.put(key ^ self.salt, Entry { mv, score: best.to_tt(node.ply), depth, bound });
    }

    /// The score of a transposition table entry if it causes a cutoff.
    fn hash_cutoff(&self, entry: Entry, node: NodeParams) -> Option<Score> {
        let stored = i32::from(entry.depth);
        // A full-width search uses only entries of exactly this depth.
        let is_enough = if self.shared.selective { stored >= node.depth } else { stored == node.depth };
        let score = Score::from_tt(entry.score, node.ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        (is_enough && cuts).then_some(score)
    }

    /// Principal variation search of one move: the first with the full window, the others with a null window and reductions.
    fn search_move(&mut self, position: &P, child: &P, node: NodeParams, index: usize, is_pv: bool) -> Score {
        if index == 0 {
            return self.search_child(position, child, node);
        }
        let narrow = NodeParams { beta: node.alpha.plus(1), ..node };
        let plies = if self.full_width { 0 } else { reduction(node.depth, index, is_pv) };
        let mut score =
            self.search_child(position, child, NodeParams { depth: node.depth - plies, ..narrow });
        if plies > 0 && score > node.alpha && !self.stopped {
            score = self.search_child(position, child, narrow);
        }
        if score > node.alpha && score < node.beta && !self.stopped {
            score = self.search_child(position, child, node);
        }
        score
    }

    /// The score of a child from the parent's point of view. Turns need not alternate.
    fn search_child(&mut self, position: &P, child: &P, node: NodeParams) -> Score {
        if child.turn() == position.turn() {
            self.alpha_beta(child, node)
        } else {
            -self.alpha_beta(child, NodeParams { alpha: -node.beta, beta: -node.alpha, ..node })
        }
    }

    /// Null move pruning: if the position fails high even after a pass, returns beta.
    fn null_move_cutoff(&mut self, position: &P, node: NodeParams, static_eval: Score) -> Option<Score> {
        if self.full_width || !node.allow_null || node.depth < 3 {
            return None;
        }
        if node.beta.value().is_some() || static_eval < node.beta {
            return None;
        }
        if !position.allows_null_move() {
            return None;
        }
        let null = position.null_move()?;
        let depth = node.depth - 3 - node.depth / 4;
        let reduced = NodeParams {
            depth,
            alpha: -node.beta,
            beta: -node.beta.plus(-1),
            ply: node.ply + 1,
            last: Entry::NO_MOVE,
            allow_null: false,
        };
        let score = -self.alpha_beta(&null, reduced);
        // Passing is not a legal move, so the score is clamped to the bound.
        (score >= node.beta && !self.stopped).then_some(node.beta)
    }

    /// The ordered moves of a node, in a list that is reused per ply.
    fn ordered_moves(&mut self, position: &P, ply: usize, hash_move: u16, last: u16) -> MoveList<P::Move> {
        while self.move_lists.len() <= ply {
            self.move_lists.push(MoveList::default());
        }
        let mut list = std::mem::take(&mut self.move_lists[ply]);
        let mut moves = self.move_buffers.pop().unwrap_or_default();
        if self.shared.selective {
            position.candidate_moves(&mut moves);
        } else {
            position.legal_moves(&mut moves);
        }
        self.ordering.fill::<P>(&mut list, &moves, hash_move, ply, position.turn(), last);
        moves.clear();
        self.move_buffers.push(moves);
        list
    }

    fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }
}
