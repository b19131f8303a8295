//! All changes in one queue. What waits there is committed together, so that one wait for the disk serves many.

use serde_json::Value;
use sqlx::{AnyConnection, AnyPool, Row as _, any::AnyArguments, pool::PoolConnection, query::Query};
use tokio::sync::{mpsc, oneshot};

use super::{Cap, StoreError};

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
    expects: Expects,
    /// How it is done for many at once.
    many: Option<&'static Many>,
}

/// What must be so for a change to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expects {
    /// Nothing in particular.
    Anything,
    /// Just one row must have changed.
    OneRow,
    /// It counts something, of which there must be less than there may be.
    Below(Cap),
}

/// A statement that changes one row and is often made, with another one that does the same for many rows. PostgreSQL
/// is another process: each statement costs a journey there and back, and moves come by the hundred.
#[derive(Debug)]
pub(crate) struct Many {
    /// For one row.
    pub(crate) one: &'static str,
    /// For many, in the words of PostgreSQL: its parameter is an array of JSON objects.
    pub(crate) many: &'static str,
    /// The names of the parameters in those objects.
    pub(crate) names: &'static [&'static str],
}

impl Write {
    pub(crate) fn new() -> Write {
        Write::default()
    }

    /// Whether there is nothing to change.
    pub(super) fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// And this, however many rows it changes.
    #[must_use]
    pub(crate) fn run(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Write {
        self.with(sql, args.into(), Expects::Anything)
    }

    /// And this, which must change just one row; otherwise the whole is a conflict.
    #[must_use]
    pub(crate) fn change_one(self, sql: &'static str, args: impl Into<Vec<Arg>>) -> Write {
        self.with(sql, args.into(), Expects::OneRow)
    }

    /// But only while a question, which counts what has a cap, gives less than that; otherwise the whole is refused. It is
    /// asked in the transaction that makes the change, so that however many come at once, no more get through.
    #[must_use]
    pub(crate) fn below(self, cap: Cap, count: &'static str, args: impl Into<Vec<Arg>>) -> Write {
        self.with(count, args.into(), Expects::Below(cap))
    }

    /// And this, which changes just one row, alone or together with others of its kind.
    #[must_use]
    pub(crate) fn change_many(mut self, many: &'static Many, args: impl Into<Vec<Arg>>) -> Write {
        let (args, expects) = (args.into(), Expects::OneRow);
        self.statements.push(Statement { sql: many.one, args, expects, many: Some(many) });
        self
    }

    /// And those.
    #[must_use]
    pub(crate) fn and(mut self, other: Write) -> Write {
        self.statements.extend(other.statements);
        self
    }

    fn with(mut self, sql: &'static str, args: Vec<Arg>, expects: Expects) -> Write {
        self.statements.push(Statement { sql, args, expects, many: None });
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
        Err(StoreError::Conflict | StoreError::TooMany(_) | StoreError::Full | StoreError::Corrupt(_))
            if writes.len() > 1 =>
        {
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
    let mut held = begin(pool, connection.take(), is_sqlite).await?;
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

/// A connection with a transaction begun. The one held since the last time may have died meanwhile, with the database or
/// the line to it: nothing has been asked of it yet, so another one can take its place.
async fn begin(
    pool: &AnyPool,
    held: Option<PoolConnection<sqlx::Any>>,
    is_sqlite: bool,
) -> Result<PoolConnection<sqlx::Any>, StoreError> {
    // SQLite is asked for the right to write at once: asked later, it may refuse half-way.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    if let Some(mut held) = held {
        match sqlx::query(begin).execute(&mut *held).await {
            Ok(_) => return Ok(held),
            Err(_) => drop(held.detach()),
        }
    }
    let mut fresh = pool.acquire().await?;
    sqlx::query(begin).execute(&mut *fresh).await?;
    Ok(fresh)
}

/// Makes the changes and ends the transaction.
async fn transact(
    connection: &mut AnyConnection,
    is_sqlite: bool,
    writes: &[&Write],
) -> Result<(), StoreError> {
    // Writes that wait together do not concern each other: whoever waits for one has not begun the next.
    let (together, singly): (Vec<&Write>, Vec<&Write>) = writes
        .iter()
        .copied()
        .partition(|write| !is_sqlite && write.statements.iter().all(|one| one.many.is_some()));
    for statement in singly.iter().flat_map(|write| &write.statements) {
        let mut query = sqlx::query(statement.sql);
        for arg in &statement.args {
            query = arg.clone().bind(query);
        }
        if let Expects::Below(cap) = statement.expects {
            let count: i64 = query.fetch_one(&mut *connection).await?.try_get(0)?;
            if count >= cap.max() {
                return Err(StoreError::TooMany(cap));
            }
            continue;
        }
        let done = query.execute(&mut *connection).await?;
        if statement.expects == Expects::OneRow && done.rows_affected() != 1 {
            return Err(StoreError::Conflict);
        }
    }
    for (many, rows) in by_kind(&together) {
        let done = sqlx::query(many.many).bind(rows.to_string()).execute(&mut *connection).await?;
        if done.rows_affected() != rows.as_array().map_or(0, Vec::len) as u64 {
            return Err(StoreError::Conflict);
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// What is to be changed, by kind, in the order in which the kinds come first.
fn by_kind(writes: &[&Write]) -> Vec<(&'static Many, Value)> {
    let mut kinds: Vec<(&'static Many, Value)> = Vec::new();
    for statement in writes.iter().flat_map(|write| &write.statements) {
        let Some(many) = statement.many else { continue };
        let named =
            many.names.iter().zip(&statement.args).map(|(name, arg)| ((*name).to_owned(), arg.json()));
        let row = Value::Object(named.collect());
        match kinds.iter_mut().find(|(kind, _)| std::ptr::eq(*kind, many)) {
            Some((_, Value::Array(rows))) => rows.push(row),
            _ => kinds.push((many, Value::Array(vec![row]))),
        }
    }
    kinds
}
