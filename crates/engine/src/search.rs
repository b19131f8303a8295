//! Principal variation search: one thread's walk through the tree.

mod forced;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mekong_core::{CancelToken, Evaluate, Judgement, mix};

use crate::{
    Limits, Score, Table,
    clock::Instant,
    order::{MoveList, Orderer},
    reduce::{moves_enough, reduction},
    table::{Bound, Entry},
};

/// So few moves that are worth looking at may be answers to a threat.
const FEW: usize = 8;

/// How far a search may go beyond its depth by extensions and forcing moves.
const DEEPEST: u32 = 200;

/// Time and the stop flag are looked at once in so many nodes: well within a millisecond even where nodes are slow.
const GLANCE: u64 = 256;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    /// A child of the caller's token; the search cancels it when it has reached a limit of time, or its end.
    pub(crate) stop: CancelToken,
    pub(crate) limits: Limits,
    pub(crate) begin: Instant,
    /// Positions looked at, as far as the threads have told.
    pub(crate) nodes: AtomicU64,
    /// Positions of the limit that no thread has been granted yet.
    pub(crate) nodes_left: AtomicU64,
    /// Whether branches that look hopeless may be cut without proof.
    pub(crate) selective: bool,
    /// The repetition keys of positions that have occurred twice in the game: once more is a draw.
    pub(crate) repeated_twice: Vec<u128>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a Table,
        stop: &CancelToken,
        limits: Limits,
        selective: bool,
        repeated_twice: Vec<u128>,
    ) -> Shared<'a> {
        Shared {
            table,
            stop: stop.child(),
            limits,
            begin: Instant::now(),
            nodes: AtomicU64::new(0),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            selective,
            repeated_twice,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Grants a thread some of the nodes that are left, few when there are few; 0 when there are none. Threads share
    /// what they count with in portions, because a word that all of them write at every node slows even a single one.
    fn grant(&self) -> u64 {
        let mut granted = 0;
        let take = |left: u64| {
            granted = left.div_ceil(8).min(GLANCE);
            Some(left - granted)
        };
        // The closure always gives a number, so this cannot fail.
        let _ = self.nodes_left.fetch_update(Relaxed, Relaxed, take);
        granted
    }
}

/// One thread's search.
pub(crate) struct Worker<'a, P: Evaluate> {
    pub(crate) shared: &'a Shared<'a>,
    /// Whether every branch is looked at, for a proof.
    is_thorough: bool,
    /// Whether it is the proof that a win cannot come sooner.
    is_proof: bool,
    /// Keeps what is true only here apart in the table.
    salt: u64,
    /// The keys of all positions from the root to the one being looked at.
    path: Vec<u64>,
    orderer: Orderer,
    lists: Vec<MoveList<P::Move>>,
    spare: Vec<Vec<P::Move>>,
    lines: Vec<Vec<P::Move>>,
    /// Nodes not yet added to the shared count.
    fresh_nodes: u64,
    /// Nodes that this thread may still look at before it asks for more.
    granted: u64,
    /// The nodes after which this thread gives up, if it has a budget of its own.
    budget: Option<u64>,
    pub(crate) deepest: u32,
    stopped: bool,
}

/// A window, a depth and a place in the tree.
#[derive(Clone, Copy)]
struct Frame {
    depth: i32,
    alpha: Score,
    beta: Score,
    ply: u32,
    /// The number of the move that led here.
    last: u16,
    may_pass: bool,
}

/// What a search of the root's moves found.
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    /// The best line; empty if no move was better than the window's lower end.
    pub(crate) line: Vec<M>,
    /// The scores of the moves that were searched, in the order in which they were given. All but the best are upper
    /// bounds.
    pub(crate) scores: Vec<Score>,
    /// Whether all moves were looked at, or one was good enough to end it; otherwise the search was stopped and
    /// this is the best so far, which says nothing of the moves that are left.
    pub(crate) is_complete: bool,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Worker<'a, P> {
        Worker {
            shared,
            is_thorough: !shared.selective,
            is_proof: false,
            salt: shared
                .repeated_twice
                .iter()
                .fold(0, |salt, &key| mix(mix(salt ^ key as u64) ^ (key >> 64) as u64)),
            path: Vec::new(),
            orderer: Orderer::new::<P>(),
            lists: Vec::new(),
            spare: Vec::new(),
            lines: vec![Vec::new(); 2],
            fresh_nodes: 0,
            granted: 0,
            budget: None,
            deepest: 0,
            stopped: false,
        }
    }

    /// From now on every branch is looked at, for so many nodes more, and what was cut without proof is not believed.
    /// Nor does it matter any more how a position was reached: whoever must lose in so many plies has no time to go round.
    pub(crate) fn begin_proof(&mut self, budget: Option<u64>) {
        self.settle_nodes();
        self.budget = budget.map(|more| self.shared.nodes.load(Relaxed) + more);
        self.is_thorough = true;
        self.is_proof = true;
        self.salt = mix(self.salt ^ 0x7472_7565);
    }

    /// The move that the table proposes first.
    pub(crate) fn table_move(&self, position: &P) -> Option<u16> {
        self.shared.table.get(position.search_key() ^ self.salt).map(|entry| entry.mv)
    }

    /// Searches these moves of the root, in this order.
    pub(crate) fn root(
        &mut self,
        position: &P,
        depth: i32,
        (alpha, beta): (Score, Score),
        moves: &[P::Move],
    ) -> Found<P::Move> {
        self.deepest = 0;
        let key = position.search_key();
        let frame = Frame { depth: depth - 1, alpha, beta, ply: 1, last: Entry::NO_MOVE, may_pass: true };
        let mut found = Found { score: Score::MIN, line: Vec::new(), scores: Vec::new(), is_complete: true };
        let mut best_move = Entry::NO_MOVE;
        self.path.clear();
        self.path.push(key);
        for (index, &mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let last = P::move_number(mv) as u16;
            let next = Frame { alpha: alpha.max(found.score), last, ..frame };
            let score = self.child(position, &child, next, index, true);
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
                    found.line.extend_from_slice(&self.lines[1]);
                    best_move = last;
                }
                if score >= beta {
                    break;
                }
            }
        }
        // The best of some moves says little about the position.
        if moves.len() == position.count_moves() {
            self.remember(key, found.score, best_move, Frame { depth, ply: 0, ..frame });
        }
        found
    }

    /// Whether the search is to end now. Time and the stop flag are looked at every so often, nodes every time.
    fn is_stopped(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.granted == 0 {
            self.granted = self.shared.grant();
            // The others still have what they were granted.
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
        self.fresh_nodes += nodes;
        if self.fresh_nodes >= GLANCE {
            self.glance();
        }
    }

    /// Looks up from the work: tells the others how much was done, and whether it is time to end.
    fn glance(&mut self) {
        self.settle_nodes();
        let is_late = || self.shared.limits.time.is_some_and(|most| self.shared.begin.elapsed() >= most);
        if self.shared.is_over() || is_late() {
            self.stopped = true;
            self.shared.stop.cancel();
        } else {
            // A budget of one's own ends nobody else's search.
            self.stopped = self.budget.is_some_and(|most| self.shared.nodes.load(Relaxed) >= most);
        }
    }

    /// Tells the shared count what was not told yet.
    pub(crate) fn settle_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.fresh_nodes, Relaxed);
        self.fresh_nodes = 0;
    }

    fn node(&mut self, position: &P, mut frame: Frame) -> Score {
        let ply = frame.ply as usize;
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        self.deepest = self.deepest.max(frame.ply);
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, position.turn(), frame.ply);
        }
        if self.is_stopped() {
            return Score::DRAW;
        }
        let is_leaf = frame.depth <= 0 || frame.ply >= DEEPEST;
        let repetition_key = position.repetition_key();
        if is_leaf && repetition_key.is_none() {
            return self.rest(position, frame);
        }
        let key = position.search_key();
        if repetition_key.is_some_and(|repetition_key| self.is_repeated(key, repetition_key)) {
            return Score::DRAW;
        }
        if is_leaf {
            return self.rest(position, frame);
        }
        // A win found nearer the root cannot be improved on here.
        let soonest = Score::win_in(frame.ply + 1);
        frame.alpha = frame.alpha.max(-soonest.plus(1));
        frame.beta = frame.beta.min(soonest);
        if frame.alpha >= frame.beta {
            return frame.alpha;
        }
        // Asked for before it is needed: memory is slow, and there is a judgement to pass meanwhile.
        let known = self.shared.table.get(key ^ self.salt);
        // A thorough search sees for itself.
        let standing = match if self.is_thorough { Judgement::Open(0) } else { position.judge() } {
            Judgement::Decided(value) => return Score::of_value_after(value, frame.ply),
            Judgement::Quiet(evaluation) | Judgement::Open(evaluation) => Score::of_evaluation(evaluation),
        };
        self.moves(position, frame, (key, known), standing)
    }

    /// Coming back to a position of this line leads nowhere; to one of the game it is a draw the third time only.
    fn is_repeated(&self, key: u64, repetition_key: u128) -> bool {
        !self.is_proof && self.path.contains(&key) || self.shared.repeated_twice.contains(&repetition_key)
    }

    /// What the moves of a position are worth, which looks like `standing` before any is made; `known` is what the table
    /// has under its key.
    fn moves(
        &mut self,
        position: &P,
        frame: Frame,
        (key, known): (u64, Option<Entry>),
        standing: Score,
    ) -> Score {
        let ply = frame.ply as usize;
        let is_line = frame.beta > frame.alpha.plus(1);
        if let Some(score) = known.filter(|_| !is_line).and_then(|entry| self.is_known(entry, frame)) {
            return score;
        }
        if let Some(score) = self.forced_win(position, frame, key) {
            return score;
        }
        if !is_line && let Some(score) = self.passing_is_enough(position, frame, standing) {
            return score;
        }

        let table_move = known.map_or(Entry::NO_MOVE, |entry| entry.mv);
        let mut list = self.list(position, ply, table_move, frame.last);
        // A forced reply costs no depth: the only move there is, or one of the few that answer a threat.
        let is_forced =
            list.len() == 1 || !self.is_thorough && list.len() <= FEW && list.len() < position.count_moves();
        let depth = if is_forced { frame.depth } else { frame.depth - 1 };

        self.path.push(key);
        let mut best = Score::MIN;
        let mut best_move = Entry::NO_MOVE;
        let mut alpha = frame.alpha;
        // Once a move is known that does not lose, near the leaves those late in the list are left out.
        let may_leave_out = P::LATE_MOVES_MATTER_LITTLE && !self.is_thorough && !is_line;
        let enough = if may_leave_out { moves_enough(frame.depth) } else { usize::MAX };
        for index in 0..list.len() {
            if index >= enough && best.value().is_none() {
                break;
            }
            let (number, mv) = list.pick(index);
            let mut child = position.clone();
            child.play_unchecked(mv);
            let next =
                Frame { depth, alpha, beta: frame.beta, ply: frame.ply + 1, last: number, may_pass: true };
            let score = self.child(position, &child, next, index, is_line);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = number;
                    self.extend_line(ply, mv);
                }
                if score >= frame.beta {
                    self.orderer.refuted(&list, index, ply, position.turn(), frame.last, frame.depth);
                    break;
                }
            }
        }
        self.path.pop();
        self.lists[ply] = list;
        if !self.stopped {
            self.remember(key, best, best_move, frame);
        }
        best
    }

    /// Writes into the table what a frame's search found.
    fn remember(&self, key: u64, best: Score, mv: u16, frame: Frame) {
        let bound = if best >= frame.beta {
            Bound::AtLeast
        } else if best > frame.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let depth = frame.depth.clamp(0, 255) as u8;
        self.shared.table.put(key ^ self.salt, Entry { mv, score: best.to_table(frame.ply), depth, bound });
    }

    /// What the table says of a position, if that is enough for a frame.
    fn is_known(&self, entry: Entry, frame: Frame) -> Option<Score> {
        let stored = i32::from(entry.depth);
        // Without selection a score is to be that of this very depth.
        let is_enough = if self.shared.selective { stored >= frame.depth } else { stored == frame.depth };
        let score = Score::from_table(entry.score, frame.ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= frame.beta,
            Bound::AtMost => score <= frame.alpha,
        };
        (is_enough && cuts).then_some(score)
    }

    /// The score of a move: the first with the full window, the others only as far as they could be better.
    fn child(&mut self, position: &P, child: &P, frame: Frame, index: usize, is_line: bool) -> Score {
        if index == 0 {
            return self.seen_from(position, child, frame);
        }
        let narrow = Frame { beta: frame.alpha.plus(1), ..frame };
        let less = if self.is_thorough { 0 } else { reduction(frame.depth, index, is_line) };
        let mut score = self.seen_from(position, child, Frame { depth: frame.depth - less, ..narrow });
        if less > 0 && score > frame.alpha && !self.stopped {
            score = self.seen_from(position, child, narrow);
        }
        if score > frame.alpha && score < frame.beta && !self.stopped {
            score = self.seen_from(position, child, frame);
        }
        score
    }

    /// A child's score for the player to move before it. Turns need not alternate.
    fn seen_from(&mut self, position: &P, child: &P, frame: Frame) -> Score {
        if child.turn() == position.turn() {
            self.node(child, frame)
        } else {
            -self.node(child, Frame { alpha: -frame.beta, beta: -frame.alpha, ..frame })
        }
    }

    /// If the position is good enough even after a pass, that is its score.
    fn passing_is_enough(&mut self, position: &P, frame: Frame, standing: Score) -> Option<Score> {
        if self.is_thorough || !frame.may_pass || frame.depth < 3 {
            return None;
        }
        if frame.beta.value().is_some() || standing < frame.beta {
            return None;
        }
        let passed = position.passed()?;
        let depth = frame.depth - 3 - frame.depth / 4;
        let less = Frame {
            depth,
            alpha: -frame.beta,
            beta: -frame.beta.plus(-1),
            ply: frame.ply + 1,
            last: Entry::NO_MOVE,
            may_pass: false,
        };
        let score = -self.node(&passed, less);
        // Whatever the pass wins, nobody is allowed to pass: no more than the bound is believed.
        (score >= frame.beta && !self.stopped).then_some(frame.beta)
    }

    /// Beyond the depth: the evaluation, or what forcing moves make of it.
    fn rest(&mut self, position: &P, frame: Frame) -> Score {
        let (mut best, is_quiet) = match position.judge() {
            Judgement::Decided(value) => return Score::of_value_after(value, frame.ply),
            Judgement::Quiet(evaluation) => (Score::of_evaluation(evaluation), true),
            Judgement::Open(evaluation) => (Score::of_evaluation(evaluation), false),
        };
        if is_quiet || best >= frame.beta || frame.ply >= DEEPEST {
            return best;
        }
        let mut alpha = frame.alpha.max(best);
        let mut moves = self.spare.pop().unwrap_or_default();
        position.forcing_moves(&mut moves);
        for &mv in &moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let next = Frame { alpha, ply: frame.ply + 1, depth: 0, ..frame };
            let score = self.seen_from(position, &child, next);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(frame.ply as usize, mv);
                }
                if score >= frame.beta {
                    break;
                }
            }
        }
        moves.clear();
        self.spare.push(moves);
        best
    }

    /// The legal moves with their ranks, in a list kept for this ply.
    fn list(&mut self, position: &P, ply: usize, table_move: u16, last: u16) -> MoveList<P::Move> {
        while self.lists.len() <= ply {
            self.lists.push(MoveList::default());
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let mut moves = self.spare.pop().unwrap_or_default();
        if self.shared.selective {
            position.worthwhile_moves(&mut moves);
        } else {
            position.legal_moves(&mut moves);
        }
        self.orderer.fill::<P>(&mut list, &moves, table_move, ply, position.turn(), last);
        moves.clear();
        self.spare.push(moves);
        list
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }
}
