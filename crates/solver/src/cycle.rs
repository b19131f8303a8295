//! The cycles behind drawn positions.
//!
//! Every drawn position has a move to another one, and there are finitely many, so play that keeps the draw eventually
//! cycles.

use std::collections::{HashMap, HashSet, VecDeque};

use mekong_core::{Indexed, TierIndex, Value};

use crate::{Tablebase, code::DRAW};

impl<P: Indexed> Tablebase<P> {
    /// The maximal sets of drawn positions that lead to each other by moves that keep the draw. Positions with the same
    /// index are listed once.
    #[must_use]
    pub fn drawn_cycles(&self) -> Vec<Vec<P>> {
        let graph = self.draw_graph();
        let drawn_cycles = strong_components(&graph.moves).into_iter().filter(|members| {
            // A component of one position is a cycle only if it leads to itself, for instance to its own mirror image.
            members.len() > 1 || graph.moves[members[0]].contains(&members[0])
        });
        drawn_cycles
            .map(|members| {
                members
                    .into_iter()
                    .map(|node| P::from_tier_index(graph.indices[node], self.variants()))
                    .collect()
            })
            .collect()
    }

    /// The shortest cycle from a position back to itself, not to a symmetric image, by moves that keep the draw.
    #[must_use]
    pub fn shortest_cycle(&self, position: &P) -> Option<Vec<P::Move>> {
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from([(position.clone(), Vec::new())]);
        while let Some((here, way)) = waiting.pop_front() {
            for mv in self.drawing_moves(&here) {
                let mut next = here.clone();
                next.play_unchecked(mv);
                let way = [&way[..], &[mv]].concat();
                if next == *position {
                    return Some(way);
                }
                if seen.insert(next.clone()) {
                    waiting.push_back((next, way));
                }
            }
        }
        None
    }

    fn drawing_moves(&self, position: &P) -> Vec<P::Move> {
        if self.value(position) != Value::Draw {
            return Vec::new();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&mv| self.move_value(position, mv) == Value::Draw);
        moves
    }

    /// The graph of drawn indices. Indices that are not stored are included if a stored one leads to them, which
    /// suffices because every cycle contains a stored one.
    fn draw_graph(&self) -> Graph {
        let mut graph = Graph::default();
        for (tier, codes) in self.codes().iter().enumerate() {
            for index in (0..codes.len()).filter(|&index| codes[index] == DRAW) {
                graph.node(TierIndex { tier, index });
            }
        }
        while graph.moves.len() < graph.indices.len() {
            let position = P::from_tier_index(graph.indices[graph.moves.len()], self.variants());
            let drawing = self.drawing_moves(&position).into_iter().filter_map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                next.outcome().is_none().then(|| graph.node(next.tier_index()))
            });
            let drawing = drawing.collect();
            graph.moves.push(drawing);
        }
        graph
    }
}

#[derive(Default)]
struct Graph {
    indices: Vec<TierIndex>,
    nodes: HashMap<TierIndex, usize>,
    moves: Vec<Vec<usize>>,
}

impl Graph {
    fn node(&mut self, index: TierIndex) -> usize {
        *self.nodes.entry(index).or_insert_with(|| {
            self.indices.push(index);
            self.indices.len() - 1
        })
    }
}

/// The strongly connected components (Kosaraju), each sorted, in the order of their first nodes.
fn strong_components(moves: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut backwards = vec![Vec::new(); moves.len()];
    for (from, tos) in moves.iter().enumerate() {
        tos.iter().for_each(|&to| backwards[to].push(from));
    }
    let mut seen = vec![false; moves.len()];
    let mut finished = Vec::with_capacity(moves.len());
    for node in 0..moves.len() {
        visit(moves, node, &mut seen, &mut finished);
    }
    seen.fill(false);
    let mut components = Vec::new();
    for &node in finished.iter().rev() {
        let mut members = Vec::new();
        visit(&backwards, node, &mut seen, &mut members);
        members.sort_unstable();
        components.push(members);
    }
    components.retain(|members| !members.is_empty());
    components.sort_unstable();
    components
}

/// Appends the unvisited nodes reachable from one, in postorder.
fn visit(edges: &[Vec<usize>], from: usize, seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[from], true) {
        return;
    }
    let mut path = vec![(from, 0)];
    while let Some((node, next)) = path.last_mut() {
        match edges[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    path.push((to, 0));
                }
            }
            None => {
                finished.push(*node);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::strong_components;

    #[test]
    fn strong_components_are_mutually_reachable() {
        let moves = [vec![1], vec![2], vec![1, 3], vec![4], vec![3, 4], vec![0]];
        assert_eq!(strong_components(&moves), [vec![0], vec![1, 2], vec![3, 4], vec![5]]);
    }
}
