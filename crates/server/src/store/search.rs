use super::{
    Arg, Ask as _, GameRow, Store, StoreError,
    games::{COLUMNS, game},
};
use crate::time::Millis;

/// Which games are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// A player, by number.
    pub user: Option<String>,
    /// Somebody without an account here, by the name in imported games. They are not found by `user`.
    pub name: Option<String>,
    /// The opponent of that player, by number.
    pub opponent: Option<String>,
    /// The opponent of that player, by the name in imported games.
    pub opponent_name: Option<String>,
    /// Only imported games, or only others.
    pub is_imported: Option<bool>,
    /// Only games that a user has imported, by id.
    pub imported_by: Option<String>,
    /// Whether that player won, or lost.
    pub is_won: Option<bool>,
    /// Only games in which seconds count.
    pub is_live: bool,
    /// Only games with a result, and records from elsewhere.
    pub is_over: bool,
    /// The game.
    pub game: Option<String>,
    /// `playing`, `finished` or `aborted`.
    pub state: Option<String>,
    /// `p1`, `p2` or `draw`.
    pub result: Option<String>,
    /// Begun not before.
    pub since: Option<Millis>,
    /// Begun not after.
    pub until: Option<Millis>,
    /// Begun before this, or then and with a smaller number: where the last page ended.
    pub before: Option<(Millis, String)>,
    /// At most so many.
    pub limit: i64,
}

/// Conditions and what is bound in them, as they grow.
#[derive(Default)]
struct Conditions {
    sql: String,
    args: Vec<Arg>,
}

impl Conditions {
    /// Binds a value; gives its place.
    fn bind(&mut self, arg: Arg) -> String {
        self.args.push(arg);
        format!("${}", self.args.len())
    }

    fn and(&mut self, condition: &str) {
        self.sql.push_str(if self.sql.is_empty() { " WHERE " } else { " AND " });
        self.sql.push_str(condition);
    }

    /// And this, with a value in place of each question mark.
    fn and_with(&mut self, condition: &str, arg: Arg) {
        let place = self.bind(arg);
        self.and(&condition.replace('?', &place));
    }

    /// That somebody sits at one side, for both sides; none if nobody is looked for.
    fn seats_of(&mut self, user: Option<&String>, name: Option<&String>) -> Option<[String; 2]> {
        let mut known = Vec::new();
        for (what, who) in [("user", user), ("name", name)] {
            if let Some(who) = who {
                known.push((what, self.bind(Arg::text(who))));
            }
        }
        let at = |side: &str| {
            let known: Vec<String> =
                known.iter().map(|(what, place)| format!("{side}_{what} = {place}")).collect();
            format!("({})", known.join(" OR "))
        };
        (!known.is_empty()).then(|| ["p1", "p2"].map(at))
    }
}

impl GameFilter {
    fn conditions(&self) -> Conditions {
        let mut all = Conditions::default();
        let seats = all.seats_of(self.user.as_ref(), self.name.as_ref());
        if let Some([p1, p2]) = &seats {
            all.and(&format!("({p1} OR {p2})"));
        }
        if let Some([p1, p2]) = all.seats_of(self.opponent.as_ref(), self.opponent_name.as_ref()) {
            all.and(&format!("({p1} OR {p2})"));
        }
        match (&seats, self.is_won) {
            (Some([p1, p2]), Some(is_won)) => {
                let [with_p1, with_p2] = if is_won { ["p1", "p2"] } else { ["p2", "p1"] };
                all.and(&format!("(({p1} AND winner = '{with_p1}') OR ({p2} AND winner = '{with_p2}'))"));
            }
            // Nobody won or lost if nobody is looked for.
            (None, Some(_)) => all.and("1 = 0"),
            (_, None) => {}
        }
        if let Some(is_imported) = self.is_imported {
            all.and_with("imported = ?", Arg::number(is_imported.into()));
        }
        if let Some(user) = &self.imported_by {
            all.and_with("imported_by = ?", Arg::text(user));
        }
        if self.is_live {
            all.and("speed <> 'correspondence'");
        }
        if self.is_over {
            all.and("(state = 'finished' OR imported = 1)");
        }
        if let Some(name) = &self.game {
            all.and_with("game = ?", Arg::text(name));
        }
        if let Some(state) = &self.state {
            all.and_with("state = ?", Arg::text(state));
        }
        if let Some(result) = &self.result {
            let winner = if result == "draw" { "" } else { result };
            all.and_with("(winner = ? AND state = 'finished')", Arg::text(winner));
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
}

impl Store {
    /// The games that a filter lets through, the newest first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        let mut all = filter.conditions();
        let limit = all.bind(Arg::number(filter.limit));
        let sql = format!("{COLUMNS}{} ORDER BY created DESC, id DESC LIMIT {limit}", all.sql);
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for arg in all.args {
            query = arg.bind(query);
        }
        query.rows(self).await?.iter().map(game).collect()
    }
}
