//! The nodes of a cluster and their leases. All times are those of the database, so that a node with a wrong clock does no
//! harm. PostgreSQL only.

use std::{collections::HashMap, time::Duration};

use serde_json::json;
use sqlx::{Row as _, any::AnyRow};
use tokio::time::timeout;

use super::{QueryExt as _, Store, StoreError};
use crate::time::{self, Millis, machine_now};

/// A node without a heartbeat for this long is dead: others take over its games. Its leases expire after the same time.
pub(crate) const DEAD_AFTER: Millis = 3_000;

/// Time limit of the statements of a heartbeat. A node that waits longer would be dead for the others.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The time of the database.
macro_rules! database_now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// A node of the cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeRow {
    /// Its id.
    pub(crate) id: String,
    /// Time of its last heartbeat.
    pub(crate) seen: Millis,
    /// Time since then.
    pub(crate) age: Millis,
    /// Whether its messages are delivered.
    pub(crate) is_connected: bool,
    /// Whether it was shut down gracefully.
    pub(crate) has_left: bool,
}

impl NodeRow {
    /// Whether it serves the cluster.
    pub(crate) const fn is_alive(&self) -> bool {
        !self.has_left && self.age < DEAD_AFTER
    }
}

/// Fails a query that exceeds the time limit.
async fn with_timeout<T>(query: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = || StoreError::Unavailable("no answer within the time limit".to_owned());
    timeout(TIMEOUT, query).await.map_err(|_| late())?
}

impl Store {
    /// The sequence number of the last event of each of many games.
    pub(crate) async fn last_events(&self, games: &[&str]) -> Result<HashMap<String, u64>, StoreError> {
        let sql = "SELECT asked.id, COALESCE((SELECT MAX(seq) FROM events WHERE game_id = asked.id), 0) \
                   FROM json_array_elements_text(CAST($1 AS JSON)) AS asked (id)";
        let rows = sqlx::query(sql).bind(json!(games).to_string()).rows(self).await?;
        let last = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64));
        rows.iter().map(last).collect()
    }

    /// Synchronises the time of this process with the clock of the database.
    pub(crate) async fn synchronise_clock(&self) -> Result<(), StoreError> {
        let sent = machine_now();
        let row = with_timeout(sqlx::query(concat!("SELECT ", database_now!())).row(self)).await?;
        time::adopt(row.try_get(0)?, sent, machine_now());
        Ok(())
    }

    /// Records a heartbeat of a node and extends its leases. A node that others considered dead is alive again.
    pub(crate) async fn record_node_heartbeat(
        &self,
        node: &str,
        is_connected: bool,
    ) -> Result<(), StoreError> {
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
        with_timeout(query.rows(self)).await.map(drop)
    }

    /// All nodes, including dead ones whose games have not been taken over.
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
        with_timeout(sqlx::query(sql).rows(self)).await?.iter().map(node).collect()
    }

    /// Whether every node that has not left has written a heartbeat after a given time. A dead node counts until its games are
    /// taken over.
    pub(crate) async fn all_nodes_seen_after(&self, time: Millis) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM nodes WHERE has_left = 0 AND seen <= $1";
        Ok(sqlx::query(sql).bind(time).row(self).await?.try_get::<i64, _>(0)? == 0)
    }

    /// Claims the games of a node that is dead or has left. Returns whether `successor` takes them over: one node only, unless
    /// that one dies, too. The claim is stored in the column `heir`.
    pub(crate) async fn claim_takeover(&self, node: &NodeRow, successor: &str) -> Result<bool, StoreError> {
        let sql = concat!(
            "UPDATE nodes SET heir = $2 WHERE id = $1 AND seen = $3 AND (heir IS NULL OR heir = $2 OR NOT EXISTS \
             (SELECT 1 FROM nodes AS other WHERE other.id = nodes.heir AND other.has_left = 0 AND other.seen > ",
            database_now!(),
            " - $4)) RETURNING id",
        );
        let query = sqlx::query(sql).bind(node.id.clone()).bind(successor.to_owned()).bind(node.seen);
        Ok(query.bind(DEAD_AFTER).maybe_row(self).await?.is_some())
    }

    /// Removes a node whose games were taken over, unless it has written a heartbeat since.
    pub(crate) async fn remove_node(&self, node: &NodeRow) -> Result<(), StoreError> {
        let sql = "DELETE FROM nodes WHERE id = $1 AND seen = $2";
        sqlx::query(sql).bind(node.id.clone()).bind(node.seen).rows(self).await.map(drop)
    }

    /// Records that a node has shut down gracefully, and releases its leases.
    pub(crate) async fn leave(&self, node: &str) -> Result<(), StoreError> {
        let sql = "WITH released AS (DELETE FROM leases WHERE node = $1) UPDATE nodes SET has_left = 1 WHERE id = $1";
        sqlx::query(sql).bind(node.to_owned()).rows(self).await.map(drop)
    }

    /// Acquires a lease that is free, expired or held by this node already. Returns whether the node holds it.
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
        Ok(with_timeout(query.maybe_row(self)).await?.is_some())
    }

    /// Releases a lease.
    pub(crate) async fn release(&self, name: &str, node: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM leases WHERE name = $1 AND node = $2";
        sqlx::query(sql).bind(name.to_owned()).bind(node.to_owned()).rows(self).await.map(drop)
    }
}
