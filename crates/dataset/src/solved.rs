use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Value};
use mekong_players::{SolvedPosition, Tablebase};
use serde_json::json;

use crate::{
    Column,
    ColumnKind::{Int8, Int16, Text},
    export::{Dataset, PartRows},
    part::Rows,
};

/// The number of positions per part, up to symmetry.
const POSITIONS_PER_PART: usize = 1 << 18;

/// The number of positions between progress reports and checks for cancellation.
const CHUNK: usize = 1 << 12;

const COLUMNS: &[Column] = &[
    Column::new("position", Text, "the text of the position; the first player is to move"),
    Column::new("result", Int8, "1 if the player to move wins with best play, 0 for a draw, -1 for a loss"),
    Column::optional("distance", Int16, "plies to the end with best play; missing for a draw"),
];

/// Every unfinished position of a solved game in which the first player is to move. Exchanging the players gives those of
/// the other.
#[derive(Debug)]
pub struct SolvedDataset {
    tablebase: Tablebase,
    /// For each part its tier and its first index.
    parts: Vec<(usize, usize)>,
    sizes: Vec<usize>,
}

impl SolvedDataset {
    /// The columns.
    pub const COLUMNS: &'static [Column] = COLUMNS;

    /// The positions of a tablebase.
    #[must_use]
    pub fn new(tablebase: Tablebase) -> SolvedDataset {
        let sizes = tablebase.tier_sizes();
        let tiers = sizes.iter().enumerate();
        let parts = tiers
            .flat_map(|(tier, &size)| (0..size).step_by(POSITIONS_PER_PART).map(move |begin| (tier, begin)))
            .collect();
        SolvedDataset { tablebase, parts, sizes }
    }

    fn range(&self, part: usize) -> (usize, std::ops::Range<usize>) {
        let (tier, begin) = self.parts[part];
        (tier, begin..(begin + POSITIONS_PER_PART).min(self.sizes[tier]))
    }
}

impl Dataset for SolvedDataset {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn settings(&self) -> serde_json::Value {
        json!({
            "kind": "solved",
            "schema": 1,
            "game": self.tablebase.info().id,
            "variant": self.tablebase.info().variant_ids(self.tablebase.variants()),
            "distances": self.tablebase.is_exact(),
        })
    }

    fn part_count(&self) -> usize {
        self.parts.len()
    }

    fn part_size(&self, part: usize) -> u64 {
        self.range(part).1.len() as u64
    }

    fn part(&self, part: usize, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Option<PartRows> {
        let (tier, range) = self.range(part);
        let mut rows = Rows::new(COLUMNS);
        for begin in range.clone().step_by(CHUNK) {
            if cancel.is_cancelled() {
                return None;
            }
            let end = (begin + CHUNK).min(range.end);
            for SolvedPosition { session, value, orbit } in self.tablebase.positions(tier, begin..end) {
                add(&mut rows, &session, value);
                if orbit > 1 {
                    add_images(&mut rows, &session, value);
                }
            }
            progress((end - begin) as u64);
        }
        Some(PartRows(rows))
    }
}

/// Adds the other positions with the same player to move that share the index by symmetry.
fn add_images(rows: &mut Rows, session: &GameSession, value: Value) {
    let mut known = vec![session.clone()];
    let images = session.images(&[]).into_iter().map(|image| image.session);
    for image in images.filter(|image| image.turn() == session.turn()) {
        if !known.iter().any(|other| other.is_same_position(&image)) {
            add(rows, &image, value);
            known.push(image);
        }
    }
}

fn add(rows: &mut Rows, session: &GameSession, value: Value) {
    let result: i64 = match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let distance = value.distance().map(i64::from);
    rows.push([session.position_text().into(), result.into(), distance.into()]);
}
