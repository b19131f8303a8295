use super::App;
use crate::{
    store::{StoreError, Write},
    table::{End, Table},
    time::Millis,
};

impl App {
    /// What both players are rated before a game.
    pub(super) async fn ratings_before(&self, table: &Table) -> Result<[Option<f64>; 2], StoreError> {
        let _ = table;
        Ok([None, None])
    }

    /// What a finished game does to the ratings.
    pub(super) async fn rate(
        &self,
        id: &str,
        table: &Table,
        end: &End,
        at: Millis,
    ) -> Result<Write, StoreError> {
        let _ = (id, table, end, at);
        Ok(Write::new())
    }
}
