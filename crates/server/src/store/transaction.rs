//! The statements of a transaction, and how those of several transactions are sent together.

use sqlx::{any::AnyArguments, query::Query};

use super::Quota;

/// A parameter of a statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arg {
    Text(Option<String>),
    Number(Option<i64>),
    Real(Option<f64>),
}

impl Arg {
    pub(crate) fn text(text: impl Into<String>) -> Arg {
        Arg::Text(Some(text.into()))
    }

    pub(crate) const fn number(number: i64) -> Arg {
        Arg::Number(Some(number))
    }

    fn write_json(&self, json: &mut String) {
        let text = match self {
            Arg::Text(text) => serde_json::to_string(text),
            Arg::Number(number) => serde_json::to_string(number),
            Arg::Real(real) => serde_json::to_string(real),
        };
        // Strings and numbers always serialise.
        json.push_str(&text.unwrap_or_default());
    }

    pub(super) fn bind<'q>(
        self,
        query: Query<'q, sqlx::Any, AnyArguments>,
    ) -> Query<'q, sqlx::Any, AnyArguments> {
        match self {
            Arg::Text(text) => query.bind(text),
            Arg::Number(number) => query.bind(number),
            Arg::Real(Some(real)) => query.bind(real),
            // sqlx 0.9 confuses a null f32 with a null f64; PostgreSQL then caches the statement with the wrong type and
            // rejects the next value.
            Arg::Real(None) => query.bind(None::<f32>),
        }
    }
}

/// Statements that are executed atomically.
#[derive(Clone, Debug, Default)]
pub struct Transaction {
    statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
enum Statement {
    Single {
        sql: &'static str,
        args: Vec<Arg>,
        expects: Expects,
    },
    /// Changes exactly one row, and may be executed together with others of its kind.
    Row {
        kind: &'static BatchedStatement,
        args: Vec<Arg>,
    },
    /// Changes any of several rows.
    Rows {
        kind: &'static BatchedStatement,
        rows: Vec<Vec<Arg>>,
    },
}

/// The condition under which a statement succeeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expects {
    /// None.
    Anything,
    /// It changes exactly one row; otherwise [`StoreError::ConditionFailed`](super::StoreError::ConditionFailed).
    OneRow,
    /// It changes exactly one row, which is still as it was read; otherwise
    /// [`StoreError::Conflict`](super::StoreError::Conflict).
    UnchangedRow,
    /// It returns a count below the quota.
    Below(Quota),
}

/// A frequent statement that changes one row, and its equivalent for many rows. Each statement costs a round trip, to
/// PostgreSQL or to the thread of an SQLite connection, and hundreds of moves may wait for one commit.
#[derive(Debug)]
pub(crate) struct BatchedStatement {
    /// For one row.
    pub(crate) single: &'static str,
    /// For many rows, in SQLite's dialect; its parameter is an array of JSON objects.
    pub(crate) sqlite: &'static str,
    /// For many rows, in PostgreSQL's dialect.
    pub(crate) postgres: &'static str,
    /// The keys of those objects, in the order of the parameters of `single`.
    pub(crate) keys: &'static [&'static str],
    /// Whether it changes all rows or fails, as an `INSERT` does.
    pub(crate) is_insert: bool,
}

impl Transaction {
    pub(crate) fn new() -> Transaction {
        Transaction::default()
    }

    /// Whether there are no statements.
    pub(super) fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Adds a statement that may change any number of rows.
    #[must_use]
    pub(crate) fn execute(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Transaction {
        self.with(sql, args.into(), Expects::Anything)
    }

    /// Adds a statement that must change exactly one row; otherwise a condition of the transaction has failed.
    #[must_use]
    pub(crate) fn execute_one(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Transaction {
        self.with(sql, args.into(), Expects::OneRow)
    }

    /// Adds a statement that changes exactly one row unless another transaction has changed or added it since it was read,
    /// which is a conflict: the caller reads it again.
    #[must_use]
    pub(crate) fn execute_if_unchanged(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Transaction {
        self.with(sql, args.into(), Expects::UnchangedRow)
    }

    /// Adds a condition: the transaction fails unless the query `count` returns less than the quota. It runs inside the
    /// transaction, so that concurrent requests cannot exceed the quota.
    #[must_use]
    pub(crate) fn check_quota(
        self,
        quota: Quota,
        count: &'static str,
        args: impl Into<Vec<Arg>>,
    ) -> Transaction {
        self.with(count, args.into(), Expects::Below(quota))
    }

    /// Adds a statement that changes exactly one row, possibly batched with others of its kind.
    #[must_use]
    pub(crate) fn execute_batched(
        mut self,
        batched: &'static BatchedStatement,
        args: impl Into<Vec<Arg>>,
    ) -> Transaction {
        self.statements.push(Statement::Row { kind: batched, args: args.into() });
        self
    }

    /// Adds a statement for several rows, of which it may change any number.
    #[must_use]
    pub(crate) fn execute_rows(
        mut self,
        batched: &'static BatchedStatement,
        rows: Vec<Vec<Arg>>,
    ) -> Transaction {
        if !rows.is_empty() {
            self.statements.push(Statement::Rows { kind: batched, rows });
        }
        self
    }

    /// Appends the statements of another transaction.
    #[must_use]
    pub(crate) fn and(mut self, other: Transaction) -> Transaction {
        self.statements.extend(other.statements);
        self
    }

    fn with(mut self, sql: &'static str, args: Vec<Arg>, expects: Expects) -> Transaction {
        self.statements.push(Statement::Single { sql, args, expects });
        self
    }
}

/// A statement as it is sent to the database: one round trip.
pub(super) enum Step<'a> {
    Single {
        sql: &'static str,
        args: &'a [Arg],
        expects: Expects,
    },
    /// A batched statement; `expects_all` if it must change each of the rows.
    Rows {
        kind: &'static BatchedStatement,
        rows: Vec<&'a [Arg]>,
        expects_all: bool,
    },
}

impl Step<'_> {
    /// Whether it needs no explicit transaction.
    pub(super) const fn is_autocommit(&self) -> bool {
        match self {
            // A condition is checked afterwards.
            Step::Single { expects, .. } => matches!(expects, Expects::Anything),
            Step::Rows { kind, rows, expects_all } => !*expects_all || rows.len() == 1 || kind.is_insert,
        }
    }
}

/// The statements of all transactions, with rows of the same kind together.
pub(super) fn steps<'a>(transactions: &[&'a Transaction]) -> Vec<Step<'a>> {
    // Transactions that wait together are independent: their senders wait for the result before they send another.
    let (batched, single): (Vec<&Transaction>, Vec<&Transaction>) = transactions
        .iter()
        .copied()
        .partition(|tx| tx.statements.iter().all(|one| matches!(one, Statement::Row { .. })));
    let mut steps: Vec<Step<'a>> = single.into_iter().flat_map(|tx| &tx.statements).map(step).collect();
    let first = steps.len();
    for statement in batched.into_iter().flat_map(|tx| &tx.statements) {
        let Statement::Row { kind, args } = statement else { continue };
        let found = steps[first..].iter_mut().find_map(|step| match step {
            Step::Rows { kind: other, rows, .. } if std::ptr::eq(*other, *kind) => Some(rows),
            _ => None,
        });
        match found {
            Some(rows) => rows.push(args),
            None => steps.push(step(statement)),
        }
    }
    steps
}

fn step(statement: &Statement) -> Step<'_> {
    match statement {
        Statement::Single { sql, args, expects } => Step::Single { sql, args, expects: *expects },
        Statement::Row { kind, args } => Step::Rows { kind, rows: vec![args], expects_all: true },
        Statement::Rows { kind, rows } => {
            Step::Rows { kind, rows: rows.iter().map(Vec::as_slice).collect(), expects_all: false }
        }
    }
}

/// Rows as an array of JSON objects.
pub(super) fn json(keys: &[&str], rows: &[&[Arg]]) -> String {
    let mut json = String::with_capacity(rows.len() * 256);
    for (number, row) in rows.iter().enumerate() {
        json.push_str(if number == 0 { "[" } else { "," });
        for (place, (key, arg)) in keys.iter().zip(*row).enumerate() {
            json.push_str(if place == 0 { "{\"" } else { ",\"" });
            json.push_str(key);
            json.push_str("\":");
            arg.write_json(&mut json);
        }
        json.push('}');
    }
    json.push(']');
    json
}
