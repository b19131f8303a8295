//! External engines, over UGI.

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Explain as _, Lang, Value};
use mekong_engine::Score;
use mekong_players::UciScore;
use mekong_ugi::{
    Go,
    client::{Client, ClientError, ClientErrorKind, Timeouts},
};

use super::{Choice, Forfeit, MatchPlayer};
use crate::MoveLimit;

/// An external engine.
pub(super) struct External {
    client: Client,
    go: Go,
}

impl External {
    /// Starts an engine and sets its options.
    pub(super) fn start(
        command: &str,
        limit: MoveLimit,
        options: &[(String, String)],
    ) -> Result<External, ClientError> {
        let mut client = Client::start(command, Timeouts::default())?;
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        client.ready()?;
        let go = match limit {
            MoveLimit::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            MoveLimit::Depth(plies) => Go { depth: Some(plies), ..Go::default() },
            MoveLimit::Time(time) => Go { time: Some(time), ..Go::default() },
        };
        Ok(External { client, go })
    }
}

impl MatchPlayer for External {
    fn begin(&mut self, opening: &GameSession, _: u64) -> Result<(), Forfeit> {
        self.client.new_game(opening).map_err(forfeit)
    }

    fn choose(&mut self, session: &GameSession, cancel: &CancelToken) -> Result<Choice, Forfeit> {
        let reply = self.client.search(session, &self.go, cancel, &mut |_| {}).map_err(forfeit)?;
        // The client had to stop the engine although the match was not cancelled: it exceeded its time.
        if reply.stopped && !cancel.is_cancelled() {
            return Err(Forfeit::Timeout {
                millis: u64::try_from(reply.time.as_millis()).unwrap_or(u64::MAX),
            });
        }
        let score = reply.info.score.map(|score| match score {
            UciScore::Cp(points) => Score::of_evaluation(points),
            UciScore::Mate(plies) => {
                let distance = u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX).min(999);
                Score::of_value(if plies > 0 { Value::Win(distance) } else { Value::Loss(distance) })
            }
        });
        Ok(Choice { mv: reply.best, score, depth: reply.info.depth })
    }
}

fn forfeit(error: ClientError) -> Forfeit {
    match error.kind {
        ClientErrorKind::Illegal { mv, .. } => Forfeit::Illegal { mv },
        ClientErrorKind::Timeout { waited, .. } => {
            Forfeit::Timeout { millis: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX) }
        }
        kind => Forfeit::EngineFailure { en: kind.explain(Lang::En), fr: kind.explain(Lang::Fr) },
    }
}
