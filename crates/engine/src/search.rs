//! Principal variation search: one thread's walk through the tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mekong_core::Evaluate;
use web_time::Instant;

use crate::{
    Limits, Score, Table,
    order::Orderer,
    table::{Bound, Entry},
};

/// How far a search may go beyond its depth by extensions and forcing moves.
const DEEPEST: u32 = 200;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) limits: Limits,
    pub(crate) begin: Instant,
    pub(crate) nodes: AtomicU64,
    /// Whether branches that look hopeless may be cut without proof.
    pub(crate) selective: bool,
}

/// One thread's search.
pub(crate) struct Worker<'a, P: Evaluate> {
    pub(crate) shared: &'a Shared<'a>,
    /// The keys of all positions from the start of the game to the one being looked at, where positions can recur.
    path: Vec<u64>,
    orderer: Orderer,
    lists: Vec<Vec<(i32, u16, P::Move)>>,
    lines: Vec<Vec<P::Move>>,
    /// Nodes not yet added to the shared count.
    fresh_nodes: u64,
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

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(crate) fn new(shared: &'a Shared<'a>, path: Vec<u64>) -> Worker<'a, P> {
        Worker {
            shared,
            path,
            orderer: Orderer::new::<P>(),
            lists: Vec::new(),
            lines: vec![Vec::new(); 2],
            fresh_nodes: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// Searches the moves of the root but those excluded. `None` if the search was stopped before it knew anything.
    pub(crate) fn root(
        &mut self,
        position: &P,
        depth: i32,
        (alpha, beta): (Score, Score),
        excluded: &[P::Move],
    ) -> Option<(Score, Vec<P::Move>)> {
        self.deepest = 0;
        self.lines[0].clear();
        let frame = Frame { depth, alpha, beta, ply: 0, last: Entry::NO_MOVE, may_pass: false };
        let score = self.moves(position, frame, excluded, position.search_key());
        if self.stopped { None } else { Some((score, self.lines[0].clone())) }
    }

    /// Whether the search is to end now. Time and the stop flag are looked at every so often, nodes every time.
    fn is_stopped(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.fresh_nodes += 1;
        let limits = &self.shared.limits;
        let seldom = self.fresh_nodes >= 512;
        if seldom || limits.nodes.is_some() {
            let nodes = self.shared.nodes.fetch_add(self.fresh_nodes, Relaxed) + self.fresh_nodes;
            self.fresh_nodes = 0;
            self.stopped = limits.nodes.is_some_and(|most| nodes > most) || self.shared.stop.load(Relaxed);
            if seldom && limits.time.is_some_and(|most| self.shared.begin.elapsed() >= most) {
                self.stopped = true;
            }
            if self.stopped {
                self.shared.stop.store(true, Relaxed);
            }
        }
        self.stopped
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
        let key = position.search_key();
        if position.repetition_key().is_some() && self.path.contains(&key) {
            return Score::DRAW;
        }
        if frame.depth <= 0 || frame.ply >= DEEPEST {
            return self.rest(position, frame);
        }
        // A win found nearer the root cannot be improved on here.
        let best_left = Score::MAX.plus(-1 - frame.ply as i32 - 1);
        frame.alpha = frame.alpha.max(-best_left.plus(1));
        frame.beta = frame.beta.min(best_left);
        if frame.alpha >= frame.beta {
            return frame.alpha;
        }
        self.moves(position, frame, &[], key)
    }

    fn moves(&mut self, position: &P, frame: Frame, excluded: &[P::Move], key: u64) -> Score {
        let ply = frame.ply as usize;
        let is_line = frame.beta > frame.alpha.plus(1);
        let known = if excluded.is_empty() { self.shared.table.get(key) } else { None };
        if let Some(entry) = known
            && !is_line
            && frame.ply > 0
            && self.is_deep_enough(entry, frame.depth)
        {
            let score = Score::from_table(entry.score, frame.ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= frame.beta,
                Bound::AtMost => score <= frame.alpha,
            };
            if cuts {
                return score;
            }
        }
        if let Some(score) = self.passing_is_enough(position, frame, is_line) {
            return score;
        }

        let table_move = known.map_or(Entry::NO_MOVE, |entry| entry.mv);
        let mut list = self.list(position, ply, table_move, frame.last);
        list.retain(|(_, _, mv)| !excluded.contains(mv));
        // A forced reply costs no depth.
        let depth = if list.len() == 1 && frame.ply > 0 { frame.depth } else { frame.depth - 1 };

        self.path.push(key);
        let mut best = Score::MIN;
        let mut best_move = Entry::NO_MOVE;
        let mut alpha = frame.alpha;
        let mut tried: Vec<u16> = Vec::new();
        for index in 0..list.len() {
            pick_next(&mut list, index);
            let (_, number, mv) = list[index];
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
                    let turn = position.turn();
                    self.orderer.refuted(number, &tried, ply, turn, frame.last, frame.depth);
                    break;
                }
            }
            tried.push(number);
        }
        self.path.pop();
        self.give_back(ply, list);
        if !self.stopped && excluded.is_empty() {
            let bound = if best >= frame.beta {
                Bound::AtLeast
            } else if best > frame.alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let depth = frame.depth.clamp(0, 255) as u8;
            self.shared
                .table
                .put(key, Entry { mv: best_move, score: best.to_table(frame.ply), depth, bound });
        }
        best
    }

    /// The score of a move: the first with the full window, the others only as far as they could be better.
    fn child(&mut self, position: &P, child: &P, frame: Frame, index: usize, is_line: bool) -> Score {
        if index == 0 {
            return self.seen_from(position, child, frame);
        }
        let narrow = Frame { beta: frame.alpha.plus(1), ..frame };
        let less = if self.shared.selective { reduction(frame.depth, index, is_line) } else { 0 };
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

    fn is_deep_enough(&self, entry: Entry, depth: i32) -> bool {
        let stored = i32::from(entry.depth);
        if self.shared.selective { stored >= depth } else { stored == depth }
    }

    /// If the position is good enough even after a pass, that is its score.
    fn passing_is_enough(&mut self, position: &P, frame: Frame, is_line: bool) -> Option<Score> {
        if !self.shared.selective || is_line || !frame.may_pass || frame.depth < 3 {
            return None;
        }
        if frame.beta.value().is_some() || Score::of_evaluation(position.evaluate()) < frame.beta {
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
        (score >= frame.beta && !self.stopped).then_some(frame.beta)
    }

    /// Beyond the depth: the evaluation, or what forcing moves make of it.
    fn rest(&mut self, position: &P, frame: Frame) -> Score {
        let standing = Score::of_evaluation(position.evaluate());
        let mut best = standing;
        if best >= frame.beta || frame.ply >= DEEPEST {
            return best;
        }
        let mut alpha = frame.alpha.max(best);
        let mut moves = Vec::new();
        position.forcing_moves(&mut moves);
        for mv in moves {
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
        best
    }

    /// The legal moves with their ranks, in a list kept for this ply.
    fn list(&mut self, position: &P, ply: usize, table_move: u16, last: u16) -> Vec<(i32, u16, P::Move)> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let turn = position.turn();
        list.extend(moves.into_iter().map(|mv| {
            let number = P::move_number(mv) as u16;
            (self.orderer.rank(number, table_move, ply, turn, last), number, mv)
        }));
        list
    }

    fn give_back(&mut self, ply: usize, list: Vec<(i32, u16, P::Move)>) {
        self.lists[ply] = list;
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }
}

/// Moves that are looked for one by one; a node that gets beyond them will want most of the others.
const PICKED: usize = 6;

/// Brings the best of what is left to its place. Most lists are never looked at to their end, so the rest is sorted only
/// when it is needed.
fn pick_next<M>(list: &mut [(i32, u16, M)], index: usize) {
    if index == PICKED {
        list[index..].sort_unstable_by_key(|&(rank, number, _)| (std::cmp::Reverse(rank), number));
    } else if index < PICKED
        && let Some(best) = (index..list.len()).max_by_key(|&i| (list[i].0, std::cmp::Reverse(i)))
    {
        list.swap(index, best);
    }
}

/// How much less deep a late move is looked at first.
fn reduction(depth: i32, index: usize, is_line: bool) -> i32 {
    if depth < 2 || index < 4 {
        return 0;
    }
    let less = ((f64::from(depth)).ln() * (index as f64).ln() / 2.2) as i32;
    (less - i32::from(is_line)).clamp(0, depth - 1)
}
