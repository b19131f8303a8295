//! All changes in one queue. What waits there is committed together, so that one wait for the disk serves many.

use sqlx::{AnyConnection, AnyPool, any::AnyArguments, pool::PoolConnection, query::Query};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;

/// The most changes in one transaction.
const BATCH: usize = 256;

/// The most changes that wait; whoever comes then waits outside.
const QUEUE: usize = 4_096;

/// A value in a statement.
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

    pub(super) fn bind<'q>(
        self,
        query: Query<'q, sqlx::Any, AnyArguments>,
    ) -> Query<'q, sqlx::Any, AnyArguments> {
        match self {
            Arg::Text(text) => query.bind(text),
            Arg::Number(number) => query.bind(number),
            Arg::Real(Some(real)) => query.bind(real),
            // sqlx 0.9 takes an empty f32 for an empty f64 and the other way round; PostgreSQL then keeps the statement
            // for the wrong type and refuses the next value that is there.
            Arg::Real(None) => query.bind(None::<f32>),
        }
    }
}

/// Changes that are made together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Write {
    statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
struct Statement {
    sql: &'static str,
    args: Vec<Arg>,
    /// Whether just one row must have changed.
    one_row: bool,
}

impl Write {
    pub(crate) fn new() -> Write {
        Write::default()
    }

    /// And this, however many rows it changes.
    #[must_use]
    pub(crate) fn run(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Write {
        self.with(sql, args.into(), false)
    }

    /// And this, which must change just one row; otherwise the whole is a conflict.
    #[must_use]
    pub(crate) fn change_one(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Write {
        self.with(sql, args.into(), true)
    }

    /// And those.
    #[must_use]
    pub(crate) fn and(mut self, other: Write) -> Write {
        self.statements.extend(other.statements);
        self
    }

    fn with(mut self, sql: &'static str, args: Vec<Arg>, one_row: bool) -> Write {
        self.statements.push(Statement { sql, args, one_row });
        self
    }
}

type Reply = oneshot::Sender<Result<(), StoreError>>;

enum Order {
    Write(Write, Reply),
    Finish(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Writer {
    orders: mpsc::Sender<Order>,
}

impl Writer {
    pub(super) fn start(pool: AnyPool, is_sqlite: bool) -> Writer {
        let (orders, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(work(pool, is_sqlite, inbox));
        Writer { orders }
    }

    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the writer has ended".to_owned());
        let (reply, answer) = oneshot::channel();
        self.orders.send(Order::Write(write, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Waits until all that was ordered is done, and ends the writer.
    pub(super) async fn finish(&self) {
        let (reply, answer) = oneshot::channel();
        if self.orders.send(Order::Finish(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

async fn work(pool: AnyPool, is_sqlite: bool, mut inbox: mpsc::Receiver<Order>) {
    let mut orders = Vec::with_capacity(BATCH);
    let mut connection: Option<PoolConnection<sqlx::Any>> = None;
    while inbox.recv_many(&mut orders, BATCH).await > 0 {
        let mut writes = Vec::new();
        let mut finished = None;
        for order in orders.drain(..) {
            match order {
                Order::Write(write, reply) => writes.push((write, reply)),
                Order::Finish(reply) => finished = Some(reply),
            }
        }
        let begin = std::time::Instant::now();
        metrics::histogram!("mekong_store_batch").record(writes.len() as f64);
        commit_all(&pool, &mut connection, is_sqlite, writes).await;
        metrics::histogram!("mekong_store_commit_seconds").record(begin.elapsed().as_secs_f64());
        if let Some(reply) = finished {
            drop(connection.take());
            let _ = reply.send(());
            return;
        }
    }
}

/// Commits everything at once; if one of the changes does not go through, each by itself, so that only that one fails.
async fn commit_all(
    pool: &AnyPool,
    connection: &mut Option<PoolConnection<sqlx::Any>>,
    is_sqlite: bool,
    writes: Vec<(Write, Reply)>,
) {
    if writes.is_empty() {
        return;
    }
    let all: Vec<&Write> = writes.iter().map(|(write, _)| write).collect();
    let together = commit(pool, connection, is_sqlite, &all).await;
    match together {
        Err(StoreError::Conflict | StoreError::Full | StoreError::Corrupt(_)) if writes.len() > 1 => {
            for (write, reply) in writes {
                let _ = reply.send(commit(pool, connection, is_sqlite, &[&write]).await);
            }
        }
        result => {
            for (_, reply) in writes {
                let _ = reply.send(result.clone());
            }
        }
    }
}

async fn commit(
    pool: &AnyPool,
    connection: &mut Option<PoolConnection<sqlx::Any>>,
    is_sqlite: bool,
    writes: &[&Write],
) -> Result<(), StoreError> {
    let mut held = match connection.take() {
        Some(connection) => connection,
        None => pool.acquire().await?,
    };
    let result = transact(&mut held, is_sqlite, writes).await;
    match &result {
        Err(StoreError::Unavailable(_)) => {
            // Whatever state it is in, it is not used again.
            let _ = held.detach();
        }
        Err(_) => {
            if sqlx::query("ROLLBACK").execute(&mut *held).await.is_ok() {
                *connection = Some(held);
            } else {
                let _ = held.detach();
            }
        }
        Ok(()) => *connection = Some(held),
    }
    result
}

async fn transact(
    connection: &mut AnyConnection,
    is_sqlite: bool,
    writes: &[&Write],
) -> Result<(), StoreError> {
    // SQLite is asked for the right to write at once: asked later, it may refuse half-way.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    sqlx::query(begin).execute(&mut *connection).await?;
    for statement in writes.iter().flat_map(|write| &write.statements) {
        let mut query = sqlx::query(statement.sql);
        for arg in &statement.args {
            query = arg.clone().bind(query);
        }
        let done = query.execute(&mut *connection).await?;
        if statement.one_row && done.rows_affected() != 1 {
            return Err(StoreError::Conflict);
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}
