use sqlx::{Row as _, any::AnyRow};

use super::{
    Arg, GameRow, QueryExt as _, Store, StoreError,
    games::{COLUMNS, game},
};
use crate::time::Millis;

/// A filter for a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// A player, by user id.
    pub user: Option<String>,
    /// A player of imported games, by name.
    pub name: Option<String>,
    /// The opponent of that player, by user id.
    pub opponent: Option<String>,
    /// The opponent of that player in imported games, by name.
    pub opponent_name: Option<String>,
    /// Only imported games, or only games played here.
    pub is_imported: Option<bool>,
    /// Only games imported by this user.
    pub imported_by: Option<String>,
    /// Only games that the player won, or lost.
    pub is_won: Option<bool>,
    /// Only live games in progress.
    pub is_live: bool,
    /// Only finished or imported games.
    pub is_over: bool,
    /// Kind of game.
    pub game: Option<String>,
    /// `p1`, `p2` or `draw`.
    pub result: Option<String>,
    /// Started at or after.
    pub since: Option<Millis>,
    /// Started at or before.
    pub until: Option<Millis>,
    /// The end of the previous page.
    pub before: Option<Cursor>,
    /// Maximum number of games.
    pub limit: i64,
}

/// A `WHERE` clause under construction, with its parameters.
#[derive(Default)]
struct Conditions {
    sql: String,
    args: Vec<Arg>,
}

impl Conditions {
    /// Adds a parameter and returns its placeholder.
    fn bind(&mut self, arg: Arg) -> String {
        self.args.push(arg);
        format!("${}", self.args.len())
    }

    fn and(&mut self, condition: &str) {
        self.sql.push_str(if self.sql.is_empty() { " WHERE " } else { " AND " });
        self.sql.push_str(condition);
    }

    /// Adds a condition in which `?` stands for the parameter.
    fn and_with(&mut self, condition: &str, arg: Arg) {
        let placeholder = self.bind(arg);
        self.and(&condition.replace('?', &placeholder));
    }

    /// The conditions that a player has the first or the second seat; none if no player is given.
    fn seats_of(&mut self, user: Option<&String>, name: Option<&String>) -> Option<[String; 2]> {
        let mut known = Vec::new();
        for (what, who) in [("user", user), ("name", name)] {
            if let Some(who) = who {
                known.push((what, self.bind(Arg::text(who))));
            }
        }
        let at = |side: &str| {
            let known: Vec<String> = known
                .iter()
                .map(|(what, placeholder)| format!("{side}_{what} || '' = {placeholder}"))
                .collect();
            format!("({})", known.join(" OR "))
        };
        (!known.is_empty()).then(|| ["p1", "p2"].map(at))
    }
}

/// Maximum number of rows of a list to scan per page. If matches are rare, a page is short or empty and has a cursor to
/// continue from.
const MAX_SCANNED: i64 = 5_000;

/// The last row of a page: start time and id.
pub type Cursor = (Millis, String);

/// A page of games, newest first.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameRow>,
    /// The cursor of the next page; none at the end.
    pub next: Option<Cursor>,
}

/// A list of games in the order of an index: those with a value in a column or expression, or all.
type List = Option<(&'static str, String)>;

impl GameFilter {
    /// The shortest indexed lists that together contain all matches.
    fn lists(&self) -> Vec<List> {
        if self.is_live {
            // Few games, with their own index.
            return vec![None];
        }
        let sides = |column: [&'static str; 2], who: &String| column.map(|side| Some((side, who.clone())));
        if let (Some(user), Some(opponent), None, None) =
            (&self.user, &self.opponent, &self.name, &self.opponent_name)
        {
            let pair =
                |one: &String, two: &String| Some(("p1_user || ' ' || p2_user", format!("{one} {two}")));
            return vec![pair(user, opponent), pair(opponent, user)];
        }
        let (user, name) = match (&self.user, &self.name) {
            (None, None) => (&self.opponent, &self.opponent_name),
            player => player,
        };
        let mut lists: Vec<List> = Vec::new();
        if let Some(user) = user {
            lists.extend(sides(["p1_user", "p2_user"], user));
        }
        if let Some(name) = name {
            lists.extend(sides(["p1_name", "p2_name"], name));
        }
        if lists.is_empty() {
            lists.push(match (&self.imported_by, &self.game) {
                (Some(user), _) => Some(("imported_by", user.clone())),
                // Few games, with their own index.
                _ if self.is_imported == Some(true) => None,
                (None, Some(game)) => Some(("game", game.clone())),
                (None, None) => None,
            });
        }
        lists
    }

    /// The conditions that an index covers.
    fn range(&self, list: &List) -> Conditions {
        let mut all = Conditions::default();
        if let Some((column, value)) = list {
            all.and_with(&format!("{column} = ?"), Arg::text(value));
        }
        if self.is_live {
            all.and("state = 'playing' AND speed <> 'correspondence'");
        }
        if list.is_none() && self.is_imported == Some(true) {
            all.and("imported = 1");
        }
        if let Some(since) = self.since {
            all.and_with("created >= ?", Arg::number(since));
        }
        if let Some(until) = self.until {
            all.and_with("created <= ?", Arg::number(until));
        }
        if let Some((created, id)) = &self.before {
            let (created, id) = (all.bind(Arg::number(*created)), all.bind(Arg::text(id)));
            // The first part is for the index.
            all.and(&format!("created <= {created} AND (created < {created} OR id < {id})"));
        }
        all
    }

    /// The other conditions. Indexed columns are compared as expressions (`game || ''`, `imported + 0`), so that the database
    /// reads along the list and does not choose an index whose entries it would have to sort.
    fn refine(&self, all: &mut Conditions) {
        if let Some([p1, p2]) = all.seats_of(self.opponent.as_ref(), self.opponent_name.as_ref()) {
            all.and(&format!("({p1} OR {p2})"));
        }
        if let Some(is_won) = self.is_won {
            match all.seats_of(self.user.as_ref(), self.name.as_ref()) {
                Some([p1, p2]) => {
                    let [with_p1, with_p2] = if is_won { ["p1", "p2"] } else { ["p2", "p1"] };
                    all.and(&format!("(({p1} AND winner = '{with_p1}') OR ({p2} AND winner = '{with_p2}'))"));
                }
                // Without a player there is no one to have won or lost.
                None => all.and("1 = 0"),
            }
        }
        if let Some(is_imported) = self.is_imported {
            all.and_with("imported + 0 = ?", Arg::number(is_imported.into()));
        }
        if let Some(user) = &self.imported_by {
            all.and_with("imported_by || '' = ?", Arg::text(user));
        }
        if self.is_over {
            all.and("(state || '' = 'finished' OR imported + 0 = 1)");
        }
        if let Some(name) = &self.game {
            all.and_with("game || '' = ?", Arg::text(name));
        }
        if let Some(result) = &self.result {
            let winner = if result == "draw" { "" } else { result };
            all.and_with("(winner = ? AND state || '' = 'finished')", Arg::text(winner));
        }
    }
}

const NEWEST_FIRST: &str = "ORDER BY created DESC, id DESC";

/// A user's games in progress on one side.
fn playing_at(side: &str) -> String {
    format!("{COLUMNS} WHERE {side} = $1 AND state = 'playing' {NEWEST_FIRST} LIMIT $2")
}

impl Store {
    async fn fetch(&self, sql: String, args: Vec<Arg>) -> Result<Vec<AnyRow>, StoreError> {
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for arg in args {
            query = arg.bind(query);
        }
        query.rows(self).await
    }

    /// A page of matching games, newest first. The cost does not depend on the number of games.
    pub async fn games(&self, filter: &GameFilter) -> Result<GamePage, StoreError> {
        let lists = filter.lists();
        // The row at which the scan of every list ends.
        let mut end: Option<Cursor> = None;
        for list in &lists {
            let Conditions { sql, args } = filter.range(list);
            let offset = MAX_SCANNED - 1;
            let sql = format!("SELECT created, id FROM games{sql} {NEWEST_FIRST} LIMIT 1 OFFSET {offset}");
            if let Some(row) = self.fetch(sql, args).await?.first() {
                end = end.max(Some((row.try_get(0)?, row.try_get(1)?)));
            }
        }
        let mut games = Vec::new();
        for list in &lists {
            let mut all = filter.range(list);
            if let Some((created, id)) = &end {
                let (created, id) = (all.bind(Arg::number(*created)), all.bind(Arg::text(id)));
                all.and(&format!("created >= {created} AND (created > {created} OR id >= {id})"));
            }
            filter.refine(&mut all);
            let limit = all.bind(Arg::number(filter.limit));
            let sql = format!("{COLUMNS}{} {NEWEST_FIRST} LIMIT {limit}", all.sql);
            for row in &self.fetch(sql, all.args).await? {
                games.push(self.complete(game(row)?));
            }
        }
        let cursor = |game: &GameRow| (game.created, game.id.clone());
        games.sort_by_key(|game| std::cmp::Reverse(cursor(game)));
        games.dedup_by(|one, two| one.id == two.id);
        games.truncate(usize::try_from(filter.limit).unwrap_or(usize::MAX));
        let is_full = games.len() as i64 == filter.limit;
        let next = if is_full { games.last().map(cursor) } else { end };
        Ok(GamePage { games, next })
    }

    /// A user's games in progress, newest first.
    pub async fn playing(&self, user: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        let mut games = Vec::new();
        for side in ["p1_user", "p2_user"] {
            for row in &self.fetch(playing_at(side), vec![Arg::text(user), Arg::number(limit)]).await? {
                games.push(self.complete(game(row)?));
            }
        }
        games.sort_by_key(|game| std::cmp::Reverse((game.created, game.id.clone())));
        games.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::query_plan::expect_index, Arg, COLUMNS, Conditions, GameFilter, NEWEST_FIRST, Store,
        playing_at,
    };

    #[tokio::test]
    async fn every_list_is_read_along_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        let some = || Some("x".to_owned());
        let none = GameFilter::default;
        for (filter, indexes) in [
            (none(), vec!["games_in_order"]),
            (GameFilter { is_live: true, ..none() }, vec!["games_live"]),
            (GameFilter { is_live: true, game: some(), ..none() }, vec!["games_live"]),
            (GameFilter { result: some(), ..none() }, vec!["games_in_order"]),
            (GameFilter { is_over: true, ..none() }, vec!["games_in_order"]),
            (GameFilter { is_imported: Some(false), ..none() }, vec!["games_in_order"]),
            (GameFilter { is_imported: Some(true), game: some(), ..none() }, vec!["games_imported"]),
            (
                GameFilter { is_imported: Some(true), name: some(), ..none() },
                vec!["games_by_p1_name", "games_by_p2_name"],
            ),
            (GameFilter { game: some(), result: some(), is_over: true, ..none() }, vec!["games_by_game"]),
            (GameFilter { imported_by: some(), game: some(), ..none() }, vec!["games_by_importer"]),
            (GameFilter { user: some(), game: some(), ..none() }, vec!["games_by_p1", "games_by_p2"]),
            (
                GameFilter { user: some(), imported_by: some(), is_won: Some(true), ..none() },
                vec!["games_by_p1", "games_by_p2"],
            ),
            (
                GameFilter { user: some(), opponent: some(), game: some(), ..none() },
                vec!["games_by_pair", "games_by_pair"],
            ),
            (
                GameFilter { user: some(), opponent_name: some(), result: some(), ..none() },
                vec!["games_by_p1", "games_by_p2"],
            ),
            (GameFilter { opponent: some(), is_over: true, ..none() }, vec!["games_by_p1", "games_by_p2"]),
            (
                GameFilter { name: some(), opponent: some(), ..none() },
                vec!["games_by_p1_name", "games_by_p2_name"],
            ),
        ] {
            let filter = GameFilter { before: Some((9, "x".to_owned())), until: Some(9), ..filter };
            let lists = filter.lists();
            assert_eq!(lists.len(), indexes.len());
            for (list, index) in lists.iter().zip(indexes) {
                let mut all = filter.range(list);
                filter.refine(&mut all);
                let sql = format!("{COLUMNS}{} {NEWEST_FIRST} LIMIT 30", all.sql);
                expect_index(&store, &sql, all.args, index).await;
                let Conditions { sql, args } = filter.range(list);
                let sql = format!("SELECT created, id FROM games{sql} {NEWEST_FIRST} LIMIT 1 OFFSET 100");
                expect_index(&store, &sql, args, index).await;
            }
        }
        for (side, index) in [("p1_user", "games_playing_p1"), ("p2_user", "games_playing_p2")] {
            expect_index(&store, &playing_at(side), vec![Arg::text("x"), Arg::number(9)], index).await;
        }
    }
}
