use mekong_catalog::Session;
use mekong_core::Player;
use sqlx::Row as _;

use super::{Arg, Ask as _, Store, StoreError, Write};

/// How much of a game counts as its opening.
const PLIES: usize = 40;

/// What became of the games in which a move was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub text: String,
    /// How often it was played.
    pub total: i64,
    /// How often the first player won.
    pub p1: i64,
    /// How often the second player won.
    pub p2: i64,
    /// How often nobody won.
    pub draws: i64,
}

impl Store {
    /// What was played from a position, the most popular move first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn played(
        &self,
        game: &str,
        variants: &str,
        position: &str,
    ) -> Result<Vec<Played>, StoreError> {
        let sql = "SELECT move, winner, COUNT(*) FROM openings \
                   WHERE game = $1 AND variants = $2 AND position = $3 GROUP BY move, winner ORDER BY move";
        let rows = sqlx::query(sql)
            .bind(game.to_owned())
            .bind(variants.to_owned())
            .bind(position.to_owned())
            .rows(self)
            .await?;
        let mut moves: Vec<Played> = Vec::new();
        for row in &rows {
            let (text, winner, count): (String, String, i64) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if moves.last().is_none_or(|last| last.text != text) {
                moves.push(Played { text, total: 0, p1: 0, p2: 0, draws: 0 });
            }
            let Some(last) = moves.last_mut() else { continue };
            last.total += count;
            match winner.as_str() {
                "p1" => last.p1 += count,
                "p2" => last.p2 += count,
                _ => last.draws += count,
            }
        }
        moves.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }
}

/// Writes down what was played at the beginning of a finished game.
pub(crate) fn add_openings(id: &str, session: &Session, winner: Option<Player>) -> Write {
    let mut place = session.clone();
    // Counted, because behind the end there may be moves that were taken back.
    let plies = std::iter::from_fn(|| place.undo()).count().min(PLIES);
    let (game, variants) = (session.info().id, session.variant_names().join(","));
    let mut write = Write::new();
    for ply in 1..=plies {
        let position = place.position_text();
        let Some(text) = place.redo() else { break };
        let sql = "INSERT INTO openings (game, variants, position, move, game_id, ply, winner) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let args = [
            Arg::text(game),
            Arg::text(&variants),
            Arg::text(position),
            Arg::text(text),
            Arg::text(id),
            Arg::number(ply as i64),
            Arg::text(winner.map_or("", Player::code)),
        ];
        write = write.run(sql, args);
    }
    write
}
