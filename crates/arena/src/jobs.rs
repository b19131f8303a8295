use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use mekong_core::CancelToken;

use crate::{
    CreatePlayerError, MatchPlayer, Openings, PlayedPair, PlayerFactory, PlayerSpec,
    game::{PairOpening, play_pair},
};

/// A pair of games to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The players.
    pub players: [PlayerSpec; 2],
    /// The index of the opening.
    pub opening_index: u64,
}

/// Plays pairs of games on several threads, each with players of its own, and reports each pair when it is finished, in
/// any order. Ends when all are played, when `progress` returns a break, or when cancelled; unfinished games are then
/// dropped.
pub fn play_jobs(
    jobs: Vec<Job>,
    factory: &PlayerFactory,
    openings: &Openings,
    max_plies: usize,
    workers: usize,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&Job, PlayedPair) -> ControlFlow<()>,
) -> Result<(), CreatePlayerError> {
    let queue = Mutex::new(jobs.into_iter());
    let cancel = cancel.child();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (sender, queue, cancel) = (sender.clone(), &queue, &cancel);
            scope.spawn(move || {
                let mut worker = Worker { factory, openings, max_plies, cancel, pairing: None };
                let evaluator = openings.evaluator();
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(job) = next.filter(|_| !cancel.is_cancelled()) else { break };
                    let played = worker.play(&job, &evaluator);
                    // The receiver is gone once the match is over.
                    if matches!(played, Ok(None)) || sender.send(played.map(|pair| (job, pair))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(Duration::from_millis(10)) {
                Ok(_) if cancel.is_cancelled() => {}
                Ok(Ok((job, Some(pair)))) => {
                    if progress(&job, pair).is_break() {
                        cancel.cancel();
                    }
                }
                Ok(Ok((_, None))) => {}
                Ok(Err(error)) => {
                    result = Err(error);
                    cancel.cancel();
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        result
    })
}

/// Two running players with their specifications.
type Pairing = ([String; 2], [Box<dyn MatchPlayer>; 2]);

struct Worker<'a> {
    factory: &'a PlayerFactory,
    openings: &'a Openings,
    max_plies: usize,
    cancel: &'a CancelToken,
    pairing: Option<Pairing>,
}

impl Worker<'_> {
    fn play(
        &mut self,
        job: &Job,
        evaluator: &mekong_players::Searcher,
    ) -> Result<Option<PlayedPair>, CreatePlayerError> {
        let names = [job.players[0].to_string(), job.players[1].to_string()];
        let pairing = self.pairing.take().filter(|(known, _)| *known == names);
        let (names, mut players) = match pairing {
            Some(pairing) => pairing,
            None => (names, [self.factory.create(&job.players[0])?, self.factory.create(&job.players[1])?]),
        };
        let index = job.opening_index;
        let session = self.openings.opening(index, evaluator);
        let opening = PairOpening { index, session: &session, seed: self.openings.player_seed(index) };
        let pair = play_pair(&opening, &names, &mut players, self.max_plies, self.cancel);
        // A crashed program is restarted.
        let is_intact = pair.as_ref().is_some_and(|pair| {
            pair.games.iter().all(|game| !matches!(game.ending, crate::Ending::Forfeit { .. }))
        });
        self.pairing = is_intact.then_some((names, players));
        Ok(pair)
    }
}
