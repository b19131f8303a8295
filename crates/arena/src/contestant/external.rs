//! Programs of others, asked by UGI.

use mekong_catalog::Session;
use mekong_core::{CancelToken, Explain as _, Lang, Value};
use mekong_engine::Score;
use mekong_ugi::{
    Estimate, Go,
    client::{Client, ClientError, Patience, Trouble},
};

use super::{Choice, Contestant, Lapse};
use crate::Budget;

/// A program that speaks UGI.
pub(super) struct External {
    client: Client,
    go: Go,
}

impl External {
    /// Starts a program and gives it its options.
    pub(super) fn start(
        command: &str,
        budget: Budget,
        options: &[(String, String)],
    ) -> Result<External, ClientError> {
        let mut client = Client::start(command, Patience::default())?;
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        client.ready()?;
        let go = match budget {
            Budget::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            Budget::Depth(plies) => Go { depth: Some(plies), ..Go::default() },
            Budget::Time(time) => Go { time: Some(time), ..Go::default() },
        };
        Ok(External { client, go })
    }
}

impl Contestant for External {
    fn begin(&mut self, opening: &Session, _: u64) -> Result<(), Lapse> {
        self.client.new_game(opening).map_err(lapse)
    }

    fn choose(&mut self, session: &Session, stop: &CancelToken) -> Result<Choice, Lapse> {
        let reply = self.client.think(session, &self.go, stop, &mut |_| {}).map_err(lapse)?;
        // It had to be told to stop although nobody else stops the match: it was too late, overtime included.
        if reply.stopped && !stop.is_cancelled() {
            return Err(Lapse::Late { millis: u64::try_from(reply.time.as_millis()).unwrap_or(u64::MAX) });
        }
        let score = reply.info.estimate.map(|estimate| match estimate {
            Estimate::Points(points) => Score::of_evaluation(points),
            Estimate::Mate(plies) => {
                let distance = u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX).min(999);
                Score::of_value(if plies > 0 { Value::Win(distance) } else { Value::Loss(distance) })
            }
        });
        Ok(Choice { mv: reply.best, score, depth: reply.info.depth })
    }
}

fn lapse(error: ClientError) -> Lapse {
    match error.trouble {
        Trouble::Illegal { mv, .. } => Lapse::Illegal { mv },
        Trouble::Silent { waited, .. } => {
            Lapse::Late { millis: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX) }
        }
        trouble => Lapse::Broken { en: trouble.explain(Lang::En), fr: trouble.explain(Lang::Fr) },
    }
}
