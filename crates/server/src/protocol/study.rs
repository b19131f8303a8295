use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Millis;

/// A study without its chapters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StudySummaryView {
    /// Id of the study.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether everyone who knows the link may read it.
    pub shared: bool,
    /// Grows by one with every change.
    pub revision: i64,
    /// Creation time, in milliseconds since 1970.
    pub created: Millis,
    /// Time of the last change.
    pub updated: Millis,
    /// Number of chapters.
    pub chapters: u32,
}

/// A chapter of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChapterView {
    /// The name.
    pub name: String,
    /// The game as PGN with variations, comments, glyphs and shapes.
    pub pgn: String,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StudyView {
    /// The study without its chapters.
    #[serde(flatten)]
    pub summary: StudySummaryView,
    /// The name of the owner; null if the account was deleted.
    pub owner: Option<String>,
    /// Whether it belongs to the current user, who may change it.
    pub own: bool,
    /// The chapters, in order.
    pub contents: Vec<ChapterView>,
}
