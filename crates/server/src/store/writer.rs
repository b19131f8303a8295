//! Group commit: one task takes transactions from a queue and commits those that wait together, with one disk sync.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use sqlx::{AnyConnection, AnyPool, Row as _, any::AnyArguments, query::Query};
use tokio::sync::{mpsc, oneshot};

use super::{
    Arg, Quota, StoreError, Transaction,
    query::PooledConnection,
    transaction::{Expects, Step, json, steps},
};

/// Maximum number of transactions per commit.
const MAX_BATCH: usize = 256;

/// How often a transaction is tried that fails because of a deadlock.
const MAX_ATTEMPTS: u32 = 5;

/// How long PostgreSQL may take for a group of transactions. Whether they were committed is unknown afterwards.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection may take to begin a transaction.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Capacity of the queue; when it is full, senders wait.
const QUEUE_CAPACITY: usize = 4_096;

/// Minimum time from the start of one commit to the start of the next. Under load, transactions that arrive meanwhile share a
/// commit, which saves syncs and page writes; an idle server does not wait.
const MIN_COMMIT_INTERVAL: Duration = Duration::from_millis(5);

/// The same where several nodes share the database: each of them has fewer transactions to commit together. Four nodes commit as often
/// as a single one.
const MIN_SHARED_COMMIT_INTERVAL: Duration = Duration::from_millis(20);

/// A connection to PostgreSQL that was idle for longer is tested by `BEGIN` first: if the connection fails during an
/// autocommitted statement, it is unknown whether the statement was committed.
const MAX_IDLE: Duration = Duration::from_secs(1);

type Reply = oneshot::Sender<Result<(), StoreError>>;

enum Command {
    Commit(Transaction, Reply),
    Finish(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Writer {
    commands: mpsc::Sender<Command>,
    /// Whether other nodes write to the same database.
    is_shared: Arc<AtomicBool>,
}

impl Writer {
    pub(super) fn start(pool: AnyPool, is_sqlite: bool) -> Writer {
        let (commands, receiver) = mpsc::channel(QUEUE_CAPACITY);
        let is_shared = Arc::new(AtomicBool::new(false));
        tokio::spawn(run(pool, is_sqlite, Arc::clone(&is_shared), receiver));
        Writer { commands, is_shared }
    }

    /// From now on, other nodes write to the same database.
    pub(super) fn set_shared(&self) {
        self.is_shared.store(true, Relaxed);
    }

    pub(super) async fn commit(&self, tx: Transaction) -> Result<(), StoreError> {
        let stopped = || StoreError::Unavailable("the writer has stopped".to_owned());
        let (reply, answer) = oneshot::channel();
        self.commands.send(Command::Commit(tx, reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
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
struct WriterConnection {
    connection: PooledConnection,
    used: Instant,
}

impl WriterConnection {
    fn new(connection: PooledConnection) -> WriterConnection {
        WriterConnection { connection, used: Instant::now() }
    }
}

async fn run(
    pool: AnyPool,
    is_sqlite: bool,
    is_shared: Arc<AtomicBool>,
    mut receiver: mpsc::Receiver<Command>,
) {
    let mut commands = Vec::with_capacity(MAX_BATCH);
    let mut connection: Option<WriterConnection> = None;
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
        next = Instant::now()
            + match is_shared.load(Relaxed) {
                true => MIN_SHARED_COMMIT_INTERVAL,
                false => MIN_COMMIT_INTERVAL,
            };
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

/// Commits all transactions together. If one of them fails, commits them one by one, so that only that one fails.
async fn commit_all(
    pool: &AnyPool,
    connection: &mut Option<WriterConnection>,
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
            StoreError::Conflict
            | StoreError::ConditionFailed
            | StoreError::QuotaExceeded(_)
            | StoreError::Full
            | StoreError::Corrupt(_),
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

/// Commits one transaction, with some retries after deadlocks.
async fn commit_alone(
    pool: &AnyPool,
    connection: &mut Option<WriterConnection>,
    is_sqlite: bool,
    transaction: &Transaction,
) -> Result<(), StoreError> {
    for _ in 1..MAX_ATTEMPTS {
        match commit(pool, connection, is_sqlite, &[transaction]).await {
            Err(StoreError::Contended) => {}
            result => return result,
        }
    }
    commit(pool, connection, is_sqlite, &[transaction]).await
}

async fn commit(
    pool: &AnyPool,
    connection: &mut Option<WriterConnection>,
    is_sqlite: bool,
    transactions: &[&Transaction],
) -> Result<(), StoreError> {
    let steps = steps(transactions);
    if let [step] = &steps[..]
        && step.is_autocommit()
        && connection.as_ref().is_some_and(|held| is_sqlite || held.used.elapsed() < MAX_IDLE)
        && let Some(WriterConnection { connection: mut held, .. }) = connection.take()
    {
        // Autocommit: BEGIN and COMMIT would cost as much as the statement.
        let run = async |connection: &mut AnyConnection| execute(connection, is_sqlite, step).await;
        let result = held.run(COMMIT_TIMEOUT, run).await;
        match &result {
            // The state of the connection is unknown.
            Err(StoreError::Unavailable(_)) => held.discard(),
            _ => *connection = Some(WriterConnection::new(held)),
        }
        return result;
    }
    let mut held = begin(pool, connection.take(), is_sqlite).await?;
    let all = async |connection: &mut AnyConnection| transact(connection, is_sqlite, &steps).await;
    let result = held.run(COMMIT_TIMEOUT, all).await;
    let is_usable = match &result {
        Ok(()) => true,
        Err(StoreError::Unavailable(_)) => false,
        Err(_) => execute_simple(&mut held, "ROLLBACK", COMMIT_TIMEOUT).await.is_ok(),
    };
    if is_usable {
        *connection = Some(WriterConnection::new(held));
    } else {
        held.discard();
    }
    result
}

/// Begins a database transaction. If the connection kept from the last commit is broken, a new one replaces it: nothing
/// has been executed yet.
async fn begin(
    pool: &AnyPool,
    held: Option<WriterConnection>,
    is_sqlite: bool,
) -> Result<PooledConnection, StoreError> {
    // SQLite acquires the write lock immediately; acquired later, it could fail half-way.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    if let Some(WriterConnection { connection: mut held, .. }) = held {
        match execute_simple(&mut held, begin, BEGIN_TIMEOUT).await {
            Ok(()) => return Ok(held),
            Err(_) => held.discard(),
        }
    }
    let mut connection = PooledConnection::acquire(pool, is_sqlite).await?;
    execute_simple(&mut connection, begin, BEGIN_TIMEOUT).await?;
    Ok(connection)
}

/// Executes a statement without parameters.
async fn execute_simple(
    connection: &mut PooledConnection,
    sql: &'static str,
    limit: Duration,
) -> Result<(), StoreError> {
    let run = async |connection: &mut AnyConnection| sqlx::query(sql).execute(connection).await.map(drop);
    connection.run(limit, run).await
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
            let otherwise = match expects {
                Expects::OneRow => Some(StoreError::ConditionFailed),
                Expects::UnchangedRow => Some(StoreError::Conflict),
                Expects::Anything | Expects::Below(_) => None,
            };
            (done, otherwise.map(|error| (1, error)))
        }
        Step::Rows { kind, rows, expects_all } => {
            let done = match &rows[..] {
                [row] => bound(kind.single, row).execute(&mut *connection).await?,
                rows => {
                    let sql = if is_sqlite { kind.sqlite } else { kind.postgres };
                    sqlx::query(sql).bind(json(kind.keys, rows)).execute(&mut *connection).await?
                }
            };
            (done, expects_all.then_some((rows.len() as u64, StoreError::Conflict)))
        }
    };
    match expected {
        Some((rows, error)) if done.rows_affected() != rows => Err(error),
        _ => Ok(()),
    }
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
