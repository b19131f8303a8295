//! The nodes of a site and their leases. All times are those of the database, so that a node whose clock is wrong does no
//! harm. Only for PostgreSQL.

use std::time::Duration;

use sqlx::Row as _;
use tokio::time::timeout;

use super::{QueryExt as _, Store, StoreError};
use crate::time::{self, Millis, machine_now};

/// A node without a sign of life for this long is dead: others take over its games. Its leases expire as soon.
pub(crate) const DEAD_AFTER: Millis = 3_000;

/// How long the database may take for a sign of life. A node that waits longer is dead for others.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The time of the database.
macro_rules! database_now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// A node of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeRow {
    /// Its id.
    pub(crate) id: String,
    /// Its last sign of life.
    pub(crate) seen: Millis,
    /// How long ago that was.
    pub(crate) age: Millis,
    /// Whether its messages come through.
    pub(crate) is_connected: bool,
    /// Whether it has stopped in order.
    pub(crate) has_left: bool,
}

impl NodeRow {
    /// Whether it serves the site.
    pub(crate) const fn is_alive(&self) -> bool {
        !self.has_left && self.age < DEAD_AFTER
    }
}

/// Gives up a query that takes too long.
async fn in_time<T>(query: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = || StoreError::Unavailable("no answer within the time limit".to_owned());
    timeout(TIMEOUT, query).await.map_err(|_| late())?
}

impl Store {
    /// Sets this process to the clock of the database.
    pub(crate) async fn synchronise_clock(&self) -> Result<(), StoreError> {
        let sent = machine_now();
        let row = in_time(sqlx::query(concat!("SELECT ", database_now!())).row(self)).await?;
        time::adopt(row.try_get(0)?, sent, machine_now());
        Ok(())
    }

    /// Records a sign of life of a node and extends its leases. A node that was taken for dead is among the living again.
    pub(crate) async fn beat(&self, node: &str, is_connected: bool) -> Result<(), StoreError> {
        let sql = concat!(
            "WITH renewed AS (UPDATE leases SET expires = ",
            database_now!(),
            " + $3 WHERE node = $1) INSERT INTO nodes (id, started, seen, connected) VALUES ($1, ",
            database_now!(),
            ", ",
            database_now!(),
            ", $2) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, connected = excluded.connected, heir = NULL",
        );
        let query = sqlx::query(sql).bind(node.to_owned()).bind(i64::from(is_connected)).bind(DEAD_AFTER);
        in_time(query.rows(self)).await.map(drop)
    }

    /// All nodes that are not forgotten.
    pub(crate) async fn nodes(&self) -> Result<Vec<NodeRow>, StoreError> {
        let sql = concat!("SELECT id, seen, ", database_now!(), " - seen, connected, has_left FROM nodes");
        let node = |row: &sqlx::any::AnyRow| {
            Ok(NodeRow {
                id: row.try_get(0)?,
                seen: row.try_get(1)?,
                age: row.try_get(2)?,
                is_connected: row.try_get::<i64, _>(3)? != 0,
                has_left: row.try_get::<i64, _>(4)? != 0,
            })
        };
        in_time(sqlx::query(sql).rows(self)).await?.iter().map(node).collect()
    }

    /// Whether every node that is not dead and taken over has given a sign of life after a time.
    pub(crate) async fn all_nodes_seen_after(&self, time: Millis) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM nodes WHERE has_left = 0 AND seen <= $1";
        Ok(sqlx::query(sql).bind(time).row(self).await?.try_get::<i64, _>(0)? == 0)
    }

    /// Claims the games of a node that is dead or has left. Returns whether `heir` takes them over: only one does, as long as
    /// it lives itself.
    pub(crate) async fn inherit(&self, node: &NodeRow, heir: &str) -> Result<bool, StoreError> {
        let sql = concat!(
            "UPDATE nodes SET heir = $2 WHERE id = $1 AND seen = $3 AND (heir IS NULL OR heir = $2 OR NOT EXISTS \
             (SELECT 1 FROM nodes AS other WHERE other.id = nodes.heir AND other.has_left = 0 AND other.seen > ",
            database_now!(),
            " - $4)) RETURNING id",
        );
        let query = sqlx::query(sql).bind(node.id.clone()).bind(heir.to_owned()).bind(node.seen);
        Ok(query.bind(DEAD_AFTER).maybe_row(self).await?.is_some())
    }

    /// Forgets a node whose games were taken over, unless it has come back.
    pub(crate) async fn forget_node(&self, node: &NodeRow) -> Result<(), StoreError> {
        let sql = "DELETE FROM nodes WHERE id = $1 AND seen = $2";
        sqlx::query(sql).bind(node.id.clone()).bind(node.seen).rows(self).await.map(drop)
    }

    /// Records that a node has stopped in order, and releases its leases.
    pub(crate) async fn leave(&self, node: &str) -> Result<(), StoreError> {
        let sql = "WITH released AS (DELETE FROM leases WHERE node = $1) UPDATE nodes SET has_left = 1 WHERE id = $1";
        sqlx::query(sql).bind(node.to_owned()).rows(self).await.map(drop)
    }

    /// Takes a lease that is free, expired or held by this node already. Returns whether the node holds it.
    pub(crate) async fn lease(&self, name: &str, node: &str) -> Result<bool, StoreError> {
        let sql = concat!(
            "INSERT INTO leases (name, node, expires) VALUES ($1, $2, ",
            database_now!(),
            " + $3) ON CONFLICT (name) DO UPDATE SET node = excluded.node, expires = excluded.expires \
             WHERE leases.node = excluded.node OR leases.expires < ",
            database_now!(),
            " RETURNING name",
        );
        let query = sqlx::query(sql).bind(name.to_owned()).bind(node.to_owned()).bind(DEAD_AFTER);
        Ok(in_time(query.maybe_row(self)).await?.is_some())
    }

    /// Releases a lease.
    pub(crate) async fn release(&self, name: &str, node: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM leases WHERE name = $1 AND node = $2";
        sqlx::query(sql).bind(name.to_owned()).bind(node.to_owned()).rows(self).await.map(drop)
    }
}
