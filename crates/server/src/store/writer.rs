//! Group commit: one task takes transactions from a queue and commits those that wait together, with one disk sync.

use std::time::Duration;

use serde_json::Value;
use sqlx::{AnyConnection, AnyPool, Row as _, any::AnyArguments, query::Query};
use tokio::sync::{mpsc, oneshot};

use super::{Quota, StoreError, query::PooledConnection};

/// Maximum number of transactions per commit.
const MAX_BATCH: usize = 256;

/// How often a transaction is tried again that another one has blocked.
const MAX_CONTENDED: u32 = 5;

/// How long PostgreSQL may take for a group of transactions. Whether they were committed is unknown afterwards.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection that was kept may take to begin a transaction.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Capacity of the queue; when it is full, senders wait.
const QUEUE_CAPACITY: usize = 4_096;

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

    fn json(&self) -> Value {
        match self {
            Arg::Text(text) => Value::from(text.clone()),
            Arg::Number(number) => Value::from(*number),
            Arg::Real(real) => Value::from(*real),
        }
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
struct Statement {
    sql: &'static str,
    args: Vec<Arg>,
    expects: Expects,
    /// The form for many rows, if there is one.
    batched: Option<&'static BatchedStatement>,
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

/// A frequent statement that changes one row, and its equivalent for many rows. With PostgreSQL each statement costs a
/// round trip, and hundreds of moves may wait for one commit.
#[derive(Debug)]
pub(crate) struct BatchedStatement {
    /// For one row.
    pub(crate) single: &'static str,
    /// For many rows, in PostgreSQL's dialect; its parameter is an array of JSON objects.
    pub(crate) batched: &'static str,
    /// The keys of those objects, in the order of the parameters of `single`.
    pub(crate) keys: &'static [&'static str],
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
        let (args, expects) = (args.into(), Expects::OneRow);
        self.statements.push(Statement { sql: batched.single, args, expects, batched: Some(batched) });
        self
    }

    /// Appends the statements of another transaction.
    #[must_use]
    pub(crate) fn and(mut self, other: Transaction) -> Transaction {
        self.statements.extend(other.statements);
        self
    }

    fn with(mut self, sql: &'static str, args: Vec<Arg>, expects: Expects) -> Transaction {
        self.statements.push(Statement { sql, args, expects, batched: None });
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

async fn work(pool: AnyPool, is_sqlite: bool, mut receiver: mpsc::Receiver<Command>) {
    let mut commands = Vec::with_capacity(MAX_BATCH);
    let mut connection: Option<PooledConnection> = None;
    while receiver.recv_many(&mut commands, MAX_BATCH).await > 0 {
        let mut transactions = Vec::new();
        let mut finished = None;
        for command in commands.drain(..) {
            match command {
                Command::Commit(tx, reply) => transactions.push((tx, reply)),
                Command::Finish(reply) => finished = Some(reply),
            }
        }
        let start = std::time::Instant::now();
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
    connection: &mut Option<PooledConnection>,
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
    connection: &mut Option<PooledConnection>,
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
    connection: &mut Option<PooledConnection>,
    is_sqlite: bool,
    transactions: &[&Transaction],
) -> Result<(), StoreError> {
    let mut held = begin(pool, connection.take(), is_sqlite).await?;
    let all = async |connection: &mut AnyConnection| transact(connection, is_sqlite, transactions).await;
    let result = held.answer(COMMIT_TIMEOUT, all).await;
    let is_usable = match &result {
        Ok(()) => true,
        // Its state is unknown.
        Err(StoreError::Unavailable(_)) => false,
        Err(_) => execute(&mut held, "ROLLBACK", COMMIT_TIMEOUT).await.is_ok(),
    };
    if is_usable {
        *connection = Some(held);
    } else {
        held.discard();
    }
    result
}

/// Begins a database transaction. If the connection kept from the last commit is broken, a new one replaces it: nothing
/// has been executed yet.
async fn begin(
    pool: &AnyPool,
    held: Option<PooledConnection>,
    is_sqlite: bool,
) -> Result<PooledConnection, StoreError> {
    // SQLite takes the write lock at once; taken later, it could fail half-way.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    if let Some(mut held) = held {
        match execute(&mut held, begin, BEGIN_TIMEOUT).await {
            Ok(()) => return Ok(held),
            Err(_) => held.discard(),
        }
    }
    let mut connection = PooledConnection::acquire(pool, is_sqlite).await?;
    execute(&mut connection, begin, BEGIN_TIMEOUT).await?;
    Ok(connection)
}

async fn execute(
    connection: &mut PooledConnection,
    sql: &'static str,
    limit: Duration,
) -> Result<(), StoreError> {
    let run = async |connection: &mut AnyConnection| sqlx::query(sql).execute(connection).await.map(drop);
    connection.answer(limit, run).await
}

/// Executes the statements and commits.
async fn transact(
    connection: &mut AnyConnection,
    is_sqlite: bool,
    transactions: &[&Transaction],
) -> Result<(), StoreError> {
    // Transactions that wait together are independent: their senders wait for the result before they send another.
    let (batched, single): (Vec<&Transaction>, Vec<&Transaction>) = transactions
        .iter()
        .copied()
        .partition(|tx| !is_sqlite && tx.statements.iter().all(|one| one.batched.is_some()));
    for statement in single.iter().flat_map(|tx| &tx.statements) {
        let mut query = sqlx::query(statement.sql);
        for arg in &statement.args {
            query = arg.clone().bind(query);
        }
        if let Expects::Below(quota) = statement.expects {
            if !is_sqlite {
                lock_quota(connection, quota, &statement.args).await?;
            }
            let count: i64 = query.fetch_one(&mut *connection).await?.try_get(0)?;
            if count >= quota.max() {
                return Err(StoreError::QuotaExceeded(quota));
            }
            continue;
        }
        let done = query.execute(&mut *connection).await?;
        if statement.expects == Expects::OneRow && done.rows_affected() != 1 {
            return Err(StoreError::Conflict);
        }
    }
    for (statement, rows) in by_kind(&batched) {
        let done = sqlx::query(statement.batched).bind(rows.to_string()).execute(&mut *connection).await?;
        if done.rows_affected() != rows.as_array().map_or(0, Vec::len) as u64 {
            return Err(StoreError::Conflict);
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// Holds a lock until the end of the transaction, so that other processes cannot add to the same quota after it was counted.
async fn lock_quota(connection: &mut AnyConnection, quota: Quota, args: &[Arg]) -> Result<(), StoreError> {
    let Some(Arg::Text(Some(whose))) = args.first() else { return Ok(()) };
    let sql = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtext($1))) AS locked";
    sqlx::query(sql).bind(format!("{quota:?} {whose}")).execute(&mut *connection).await?;
    Ok(())
}

/// The rows of each kind of statement, kinds in the order of their first occurrence.
fn by_kind(transactions: &[&Transaction]) -> Vec<(&'static BatchedStatement, Value)> {
    let mut kinds: Vec<(&'static BatchedStatement, Value)> = Vec::new();
    for statement in transactions.iter().flat_map(|tx| &tx.statements) {
        let Some(batched) = statement.batched else { continue };
        let named =
            batched.keys.iter().zip(&statement.args).map(|(name, arg)| ((*name).to_owned(), arg.json()));
        let row = Value::Object(named.collect());
        match kinds.iter_mut().find(|(kind, _)| std::ptr::eq(*kind, batched)) {
            Some((_, Value::Array(rows))) => rows.push(row),
            _ => kinds.push((batched, Value::Array(vec![row]))),
        }
    }
    kinds
}
