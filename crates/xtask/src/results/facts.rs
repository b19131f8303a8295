//! Facts about a solved game in one variant, independent of language.

use std::fmt::Write as _;

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Explain as _, Player, Probe as _, Value};
use mekong_players::{Tablebase, TierReport};
use mekong_solver::{Counts, Verified, VerifyError};
use mekong_terminal::{context::Context, failure::Failure, progress::Bar};

pub(super) struct Facts {
    /// The game's name and its variants': the beginning of file names.
    pub(super) stem: String,
    pub(super) variants: Vec<&'static str>,
    pub(super) value: Value,
    pub(super) first_moves: Vec<FirstMove>,
    pub(super) line: Vec<Step>,
    pub(super) longest: LongestWin,
    pub(super) cycles: Vec<Cycle>,
    pub(super) tiers: Vec<TierReport>,
    pub(super) all: Counts,
    /// Per tier, the positions reachable from the start.
    pub(super) reachable: Vec<Counts>,
    pub(super) all_reachable: Counts,
    pub(super) verified: Verified,
    pub(super) digest: String,
}

/// A first move and the best reply to it.
pub(super) struct FirstMove {
    pub(super) step: Step,
    pub(super) reply: Step,
}

pub(super) struct LongestWin {
    pub(super) start: GameSession,
    pub(super) plies: u16,
    pub(super) line: Vec<Step>,
}

/// A cycle of drawn positions, starting at the position with the fewest alternatives.
pub(super) struct Cycle {
    pub(super) start: GameSession,
    /// The number of positions, counting symmetric ones once.
    pub(super) positions: usize,
    pub(super) round: Vec<Step>,
}

/// A move and its alternatives.
pub(super) struct Step {
    pub(super) mover: Player,
    pub(super) text: String,
    /// For the player who made it.
    pub(super) value: Value,
    pub(super) before: String,
    pub(super) after: String,
    /// Whether it ended the game.
    pub(super) over: bool,
    /// Every legal move with its value, the best first.
    pub(super) moves: Vec<(String, Value)>,
}

impl Step {
    /// The number of moves with the same result.
    pub(super) fn keeping(&self) -> usize {
        self.moves.iter().filter(|(_, value)| value.code() == self.value.code()).count()
    }

    /// The number of moves with the same result at the same distance.
    pub(super) fn equals(&self) -> usize {
        self.moves.iter().filter(|(_, value)| *value == self.value).count()
    }
}

impl Facts {
    /// Verifies a tablebase and collects the facts.
    pub(super) fn gather(
        tablebase: &Tablebase,
        start: &GameSession,
        threads: usize,
        cancel: &CancelToken,
        context: &Context,
    ) -> Result<Facts, Failure> {
        let bar = Bar::new(context.lang.pick("verifying", "vérification"));
        let verified =
            tablebase.verify(threads, cancel, &|done, total| bar.progress(done, total)).map_err(|error| {
                match error {
                    VerifyError::Cancelled => Failure::Interrupted,
                    wrong => Failure::Input(wrong.explain(context.lang)),
                }
            })?;
        drop(bar);
        let info = tablebase.info();
        let variants = info.variant_ids(tablebase.variants());
        let tiers = tablebase.tiers();
        let reachable = tablebase.reachable(start).expect("the position belongs to the table");
        Ok(Facts {
            stem: [&[info.id], &variants[..]].concat().join("-"),
            variants,
            value: tablebase.probe(start).expect("the position belongs to the table"),
            first_moves: first_moves(tablebase, start),
            line: best_line(tablebase, start),
            longest: longest_win(tablebase, &tiers),
            cycles: cycles(tablebase),
            all: sum(tiers.iter().map(|tier| &tier.counts)),
            all_reachable: sum(reachable.iter()),
            tiers,
            reachable,
            verified,
            digest: tablebase.digest().iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }),
        })
    }
}

fn sum<'a>(parts: impl Iterator<Item = &'a Counts>) -> Counts {
    parts.fold(Counts::default(), |mut sum, part| {
        sum += part;
        sum
    })
}

/// Plays moves and collects the alternatives.
fn walk(tablebase: &Tablebase, start: &GameSession, moves: impl IntoIterator<Item = String>) -> Vec<Step> {
    let mut session = start.clone();
    moves
        .into_iter()
        .map(|text| {
            let moves = tablebase.moves(&session).expect("the position belongs to the table");
            let played = moves.iter().find(|(mv, _)| *mv == text).expect("the move is legal");
            let (value, before) = (played.1, session.position_text());
            let mover = session.turn().expect("the game is not over");
            session.play(&text).expect("the move is legal");
            let (after, over) = (session.position_text(), session.outcome().is_some());
            Step { mover, text, value, before, after, over, moves }
        })
        .collect()
}

fn best_line(tablebase: &Tablebase, start: &GameSession) -> Vec<Step> {
    let line = tablebase.best_line(start).expect("the position belongs to the table");
    walk(tablebase, start, line.into_iter().map(|(mv, _)| mv))
}

fn first_moves(tablebase: &Tablebase, start: &GameSession) -> Vec<FirstMove> {
    let moves = tablebase.moves(start).expect("the position belongs to the table");
    moves
        .into_iter()
        .filter_map(|(text, _)| {
            let mut next = start.clone();
            next.play(&text).expect("the move is legal");
            let reply = tablebase.moves(&next)?.into_iter().next()?.0;
            let mut steps = walk(tablebase, start, [text, reply]).into_iter();
            Some(FirstMove { step: steps.next()?, reply: steps.next()? })
        })
        .collect()
}

fn longest_win(tablebase: &Tablebase, tiers: &[TierReport]) -> LongestWin {
    let wins = tiers.iter().filter_map(|tier| tier.longest_win.clone());
    // The first of equal moves.
    let (start, plies) = wins.rev().max_by_key(|(_, plies)| *plies).expect("at least one position is won");
    LongestWin { line: best_line(tablebase, &start), start, plies }
}

/// The cycles, sorted by the number of alternatives.
fn cycles(tablebase: &Tablebase) -> Vec<Cycle> {
    let mut cycles: Vec<Cycle> = tablebase
        .drawn_cycles()
        .into_iter()
        .filter_map(|members| {
            let rounds = members.iter().filter_map(|member| {
                let round = walk(tablebase, member, tablebase.shortest_cycle(member)?);
                Some((member, round))
            });
            let (start, round) = rounds.min_by_key(|(_, round)| choice(round))?;
            Some(Cycle { start: start.clone(), positions: members.len(), round })
        })
        .collect();
    cycles.sort_by_key(|cycle| choice(&cycle.round));
    cycles
}

/// The number of moves that keep the draw along the cycle, its length, and the number of all moves.
fn choice(round: &[Step]) -> (usize, usize, usize) {
    let keeping = round.iter().map(Step::keeping).sum();
    (keeping, round.len(), round.iter().map(|step| step.moves.len()).sum())
}
