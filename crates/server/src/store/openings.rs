use mekong_catalog::Session;
use mekong_core::Player;
use sqlx::Row as _;

use super::{Arg, Ask as _, Store, StoreError, Write};

/// How many plies of a game count as its opening.
pub(super) const PLIES: usize = 40;

/// Who played a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameSource {
    /// Two people.
    People,
    /// At least one program with an account, and not the server's engine.
    Bots,
    /// The server's engine, on one side at least.
    Computer,
    /// It is a record from elsewhere, which anybody can make up.
    Import,
}

impl GameSource {
    /// All of them.
    pub const ALL: [GameSource; 4] =
        [GameSource::People, GameSource::Bots, GameSource::Computer, GameSource::Import];

    /// Those that can play rated games: what is shown if nobody asks for more.
    pub const RATEABLE: [GameSource; 2] = [GameSource::People, GameSource::Bots];

    /// The word in the database and in addresses.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            GameSource::People => "people",
            GameSource::Bots => "bots",
            GameSource::Computer => "computer",
            GameSource::Import => "import",
        }
    }

    /// The source with this word.
    #[must_use]
    pub fn parse(code: &str) -> Option<GameSource> {
        GameSource::ALL.into_iter().find(|source| source.code() == code)
    }
}

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
    /// What was played from a position in games of some sources, the most popular move first. One row is read for each
    /// move and source, however many games there are.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn played(
        &self,
        game: &str,
        variants: &str,
        position: &str,
        sources: &[GameSource],
    ) -> Result<Vec<Played>, StoreError> {
        let sql = "SELECT move, source, p1, p2, draws FROM opening_counts \
                   WHERE game = $1 AND variants = $2 AND position = $3 ORDER BY move";
        let rows = sqlx::query(sql)
            .bind(game.to_owned())
            .bind(variants.to_owned())
            .bind(position.to_owned())
            .rows(self)
            .await?;
        let mut moves: Vec<Played> = Vec::new();
        for row in &rows {
            let (text, source): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            if !sources.iter().any(|wanted| wanted.code() == source) {
                continue;
            }
            if moves.last().is_none_or(|last| last.text != text) {
                moves.push(Played { text, total: 0, p1: 0, p2: 0, draws: 0 });
            }
            let Some(last) = moves.last_mut() else { continue };
            let (p1, p2, draws): (i64, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            last.p1 += p1;
            last.p2 += p2;
            last.draws += draws;
            last.total += p1 + p2 + draws;
        }
        moves.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }
}

/// Counts what was played at the beginning of a finished game. It must be written with the end of the game or not at
/// all: what is counted twice stays counted twice.
pub(crate) fn count_openings(session: &Session, source: GameSource, winner: Option<Player>) -> Write {
    add_to_openings(session, source, winner, 1)
}

/// Takes back what was counted of a game, which must be removed by the same write.
pub(super) fn uncount_openings(session: &Session, source: GameSource, winner: Option<Player>) -> Write {
    add_to_openings(session, source, winner, -1)
}

fn add_to_openings(session: &Session, source: GameSource, winner: Option<Player>, number: i64) -> Write {
    let mut place = session.clone();
    // Counted, because behind the end there may be moves that were taken back.
    let plies = std::iter::from_fn(|| place.undo()).count().min(PLIES);
    let (game, variants) = (session.info().id, session.variant_names().join(","));
    let won = |player| Arg::number(if winner == player { number } else { 0 });
    let mut write = Write::new();
    for _ in 0..plies {
        let position = place.position_text();
        let Some(text) = place.redo() else { break };
        let sql = "INSERT INTO opening_counts (game, variants, position, move, source, p1, p2, draws) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                   ON CONFLICT (game, variants, position, move, source) DO UPDATE SET \
                   p1 = opening_counts.p1 + excluded.p1, p2 = opening_counts.p2 + excluded.p2, \
                   draws = opening_counts.draws + excluded.draws";
        let args = [
            Arg::text(game),
            Arg::text(&variants),
            Arg::text(position),
            Arg::text(text),
            Arg::text(source.code()),
            won(Some(Player::P1)),
            won(Some(Player::P2)),
            won(None),
        ];
        let key = args[..5].to_vec();
        write = write.run(sql, args);
        if number < 0 {
            let none = "DELETE FROM opening_counts WHERE game = $1 AND variants = $2 AND position = $3 AND move = $4 \
                        AND source = $5 AND p1 = 0 AND p2 = 0 AND draws = 0";
            write = write.run(none, key);
        }
    }
    write
}
