//! Group commit: one task takes transactions from a queue and commits those that wait together, with one disk sync.

use std::time::{Duration, Instant};

use sqlx::{AnyConnection, AnyPool, Row as _, any::AnyArguments, pool::PoolConnection, query::Query};
use tokio::sync::{mpsc, oneshot};

use super::{Quota, StoreError};

/// Maximum number of transactions per commit.
const MAX_BATCH: usize = 256;

/// How often a transaction is tried again that another one has blocked.
const MAX_CONTENDED: u32 = 5;

/// Capacity of the queue; when it is full, senders wait.
const QUEUE_CAPACITY: usize = 4_096;

/// From the beginning of one commit to that of the next, at least. Under load, transactions that arrive meanwhile share a commit:
/// its sync and the pages that it writes cost more than the wait, and an idle server does not wait.
const COMMIT_INTERVAL: Duration = Duration::from_millis(5);

/// A connection to PostgreSQL that was unused for longer is tested by `BEGIN` before anything else is sent: a statement that
/// commits by itself and fails with the connection leaves open whether it was committed.
const FRESH: Duration = Duration::from_secs(1);

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
        // Texts and numbers can always be written.
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
enum Expects {
    /// None.
    Anything,
    /// It changes exactly one row.
    OneRow,
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

    /// Adds a statement that must change exactly one row; otherwise the transaction fails with a conflict.
    #[must_use]
    pub(crate) fn execute_one(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Transaction {
        self.with(sql, args.into(), Expects::OneRow)
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

type Reply = oneshot::Sender<Result<(), StoreError>>;

enum Command {
    Commit(Transaction, Reply),
    Finish(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Writer {
    commands: mpsc::Sender<Command>,
}

impl Writer {
    pub(super) fn start(pool: AnyPool, is_sqlite: bool) -> Writer {
        let (commands, receiver) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(work(pool, is_sqlite, receiver));
        Writer { commands }
    }

    pub(super) async fn commit(&self, tx: Transaction) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the writer has ended".to_owned());
        let (reply, answer) = oneshot::channel();
        self.commands.send(Command::Commit(tx, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Waits until the queue is empty and stops the task.
    pub(super) async fn finish(&self) {
        let (reply, answer) = oneshot::channel();
        if self.commands.send(Command::Finish(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

/// The connection of the writer, kept between commits.
struct Held {
    connection: PoolConnection<sqlx::Any>,
    used: Instant,
}

impl Held {
    fn new(connection: PoolConnection<sqlx::Any>) -> Held {
        Held { connection, used: Instant::now() }
    }
}

async fn work(pool: AnyPool, is_sqlite: bool, mut receiver: mpsc::Receiver<Command>) {
    let mut commands = Vec::with_capacity(MAX_BATCH);
    let mut connection: Option<Held> = None;
    let mut next = Instant::now();
    while receiver.recv_many(&mut commands, MAX_BATCH).await > 0 {
        if commands.len() < MAX_BATCH && Instant::now() < next {
            tokio::time::sleep_until(next.into()).await;
            while commands.len() < MAX_BATCH
                && let Ok(command) = receiver.try_recv()
            {
                commands.push(command);
            }
        }
        next = Instant::now() + COMMIT_INTERVAL;
        let mut transactions = Vec::new();
        let mut finished = None;
        for command in commands.drain(..) {
            match command {
                Command::Commit(tx, reply) => transactions.push((tx, reply)),
                Command::Finish(reply) => finished = Some(reply),
            }
        }
        let start = Instant::now();
        metrics::histogram!("mekong_store_batch_size").record(transactions.len() as f64);
        commit_all(&pool, &mut connection, is_sqlite, transactions).await;
        metrics::histogram!("mekong_store_commit_seconds").record(start.elapsed().as_secs_f64());
        if let Some(reply) = finished {
            drop(connection.take());
            let _ = reply.send(());
            return;
        }
    }
}

/// Commits all transactions at once. If one of them fails, commits each by itself, so that only that one fails.
async fn commit_all(
    pool: &AnyPool,
    connection: &mut Option<Held>,
    is_sqlite: bool,
    transactions: Vec<(Transaction, Reply)>,
) {
    if transactions.is_empty() {
        return;
    }
    let all: Vec<&Transaction> = transactions.iter().map(|(tx, _)| tx).collect();
    let together = commit(pool, connection, is_sqlite, &all).await;
    let one_by_one = match &together {
        Err(StoreError::Contended) => true,
        Err(
            StoreError::Conflict | StoreError::QuotaExceeded(_) | StoreError::Full | StoreError::Corrupt(_),
        ) => transactions.len() > 1,
        _ => false,
    };
    for (tx, reply) in transactions {
        let result = match one_by_one {
            true => commit_alone(pool, connection, is_sqlite, &tx).await,
            false => together.clone(),
        };
        let _ = reply.send(result);
    }
}

/// Commits one transaction. If another process holds a lock that it needs, it is tried again a few times.
async fn commit_alone(
    pool: &AnyPool,
    connection: &mut Option<Held>,
    is_sqlite: bool,
    transaction: &Transaction,
) -> Result<(), StoreError> {
    for _ in 1..MAX_CONTENDED {
        match commit(pool, connection, is_sqlite, &[transaction]).await {
            Err(StoreError::Contended) => {}
            result => return result,
        }
    }
    commit(pool, connection, is_sqlite, &[transaction]).await
}

async fn commit(
    pool: &AnyPool,
    connection: &mut Option<Held>,
    is_sqlite: bool,
    transactions: &[&Transaction],
) -> Result<(), StoreError> {
    let steps = steps(transactions);
    if let [step] = &steps[..]
        && step.commits_alone()
        && connection.as_ref().is_some_and(|held| is_sqlite || held.used.elapsed() < FRESH)
        && let Some(Held { connection: mut held, .. }) = connection.take()
    {
        // One statement is a transaction by itself: no BEGIN and COMMIT, which cost as much as the statement.
        let result = execute(&mut held, is_sqlite, step).await;
        match &result {
            // Its state is unknown: it is not used again.
            Err(StoreError::Unavailable(_)) => drop(held.detach()),
            _ => *connection = Some(Held::new(held)),
        }
        return result;
    }
    let mut held = begin(pool, connection.take(), is_sqlite).await?;
    let result = transact(&mut held, is_sqlite, &steps).await;
    match &result {
        Err(StoreError::Unavailable(_)) => drop(held.detach()),
        Err(_) => {
            if sqlx::query("ROLLBACK").execute(&mut *held).await.is_ok() {
                *connection = Some(Held::new(held));
            } else {
                drop(held.detach());
            }
        }
        Ok(()) => *connection = Some(Held::new(held)),
    }
    result
}

/// Begins a database transaction. If the connection kept from the last commit is broken, a new one replaces it: nothing
/// has been executed yet.
async fn begin(
    pool: &AnyPool,
    held: Option<Held>,
    is_sqlite: bool,
) -> Result<PoolConnection<sqlx::Any>, StoreError> {
    // SQLite takes the write lock at once; taken later, it could fail half-way.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    if let Some(Held { connection: mut held, .. }) = held {
        match sqlx::query(begin).execute(&mut *held).await {
            Ok(_) => return Ok(held),
            Err(_) => drop(held.detach()),
        }
    }
    let mut connection = pool.acquire().await?;
    sqlx::query(begin).execute(&mut *connection).await?;
    Ok(connection)
}

/// Executes the statements and commits.
async fn transact(
    connection: &mut AnyConnection,
    is_sqlite: bool,
    steps: &[Step<'_>],
) -> Result<(), StoreError> {
    for step in steps {
        execute(connection, is_sqlite, step).await?;
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// What is sent to the database at once.
enum Step<'a> {
    Single {
        sql: &'static str,
        args: &'a [Arg],
        expects: Expects,
    },
    /// A batched statement; whether it must change each of the rows.
    Rows {
        kind: &'static BatchedStatement,
        rows: Vec<&'a [Arg]>,
        expects_all: bool,
    },
}

impl Step<'_> {
    /// Whether it is a transaction by itself.
    const fn commits_alone(&self) -> bool {
        match self {
            // A condition is checked afterwards.
            Step::Single { expects, .. } => matches!(expects, Expects::Anything),
            Step::Rows { kind, rows, expects_all } => !*expects_all || rows.len() == 1 || kind.is_insert,
        }
    }
}

/// The statements of all transactions, with rows of the same kind together.
fn steps<'a>(transactions: &[&'a Transaction]) -> Vec<Step<'a>> {
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

async fn execute(connection: &mut AnyConnection, is_sqlite: bool, step: &Step<'_>) -> Result<(), StoreError> {
    let (done, expected) = match step {
        Step::Single { sql, args, expects: Expects::Below(quota) } => {
            if !is_sqlite {
                lock_quota(connection, *quota, args).await?;
            }
            let count: i64 = bound(sql, args).fetch_one(&mut *connection).await?.try_get(0)?;
            return if count < quota.max() { Ok(()) } else { Err(StoreError::QuotaExceeded(*quota)) };
        }
        Step::Single { sql, args, expects } => {
            let done = bound(sql, args).execute(&mut *connection).await?;
            (done, (*expects == Expects::OneRow).then_some(1))
        }
        Step::Rows { kind, rows, expects_all } => {
            let done = match &rows[..] {
                [row] => bound(kind.single, row).execute(&mut *connection).await?,
                rows => {
                    let sql = if is_sqlite { kind.sqlite } else { kind.postgres };
                    sqlx::query(sql).bind(json(kind.keys, rows)).execute(&mut *connection).await?
                }
            };
            (done, expects_all.then_some(rows.len() as u64))
        }
    };
    if expected.is_some_and(|expected| done.rows_affected() != expected) {
        return Err(StoreError::Conflict);
    }
    Ok(())
}

fn bound<'q>(sql: &'static str, args: &[Arg]) -> Query<'q, sqlx::Any, AnyArguments> {
    args.iter().fold(sqlx::query(sql), |query, arg| arg.clone().bind(query))
}

/// Holds a lock until the end of the transaction, so that other processes cannot add to the same quota after it was counted.
async fn lock_quota(connection: &mut AnyConnection, quota: Quota, args: &[Arg]) -> Result<(), StoreError> {
    let Some(Arg::Text(Some(whose))) = args.first() else { return Ok(()) };
    let sql = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtext($1))) AS locked";
    sqlx::query(sql).bind(format!("{quota:?} {whose}")).execute(&mut *connection).await?;
    Ok(())
}

/// Rows as an array of JSON objects.
fn json(keys: &[&str], rows: &[&[Arg]]) -> String {
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
