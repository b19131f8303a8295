//! Studies of accounts: chapters that are checked by the rules and stored as PGN.

use mekong_catalog::replay;
use mekong_core::{Explain, Lang, say, with_subject};
use mekong_record::{Ply, read_records};
use serde::{Deserialize, Serialize};

use crate::{
    localized_text::LocalizedText,
    secrets,
    store::{Store, StoreError, StudyRow},
    time::now,
};

/// Maximum number of chapters of a study.
const MAX_CHAPTERS: usize = 64;

/// Maximum length of a name, in characters.
const MAX_NAME_LEN: usize = 80;

/// Maximum length of all chapters of a study together, in bytes.
const MAX_STUDY_BYTES: usize = 400_000;

/// Maximum length of a chapter, in characters.
const MAX_CHAPTER_LEN: usize = 32_000;

/// Maximum number of moves in a chapter, variations included.
const MAX_PLIES: usize = 2_000;

/// A chapter: one game with its variations, comments and shapes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chapter {
    /// The name.
    pub name: String,
    /// The game as PGN.
    pub pgn: String,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// The study without its chapters.
    pub row: StudyRow,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// The content of a study as a user submits it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyContent {
    /// The name.
    pub name: String,
    /// Whether everyone who knows the id may read it.
    pub shared: bool,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// Why a study is refused.
#[derive(Debug)]
pub enum StudyError {
    /// There is no such study, or the user may not see it.
    NoStudy,
    /// The study has changed since the user loaded it.
    Changed,
    /// A name or a chapter is invalid, for this reason.
    Invalid(LocalizedText),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for StudyError {
    fn from(error: StoreError) -> StudyError {
        StudyError::Store(error)
    }
}

/// Studies.
pub struct Studies {
    store: Store,
}

impl Studies {
    pub(crate) fn new(store: Store) -> Studies {
        Studies { store }
    }

    /// A study that a user may read: their own, or a shared one.
    pub async fn get(&self, id: &str, user: Option<&str>) -> Result<Study, StudyError> {
        let (row, body) = self.store.study(id).await?.ok_or(StudyError::NoStudy)?;
        if !row.shared && user != Some(row.user.as_str()) {
            return Err(StudyError::NoStudy);
        }
        let chapters = serde_json::from_str(&body)
            .map_err(|error| StoreError::Corrupt(format!("the chapters of study {id}: {error}")))?;
        Ok(Study { row, chapters })
    }

    /// Creates a study.
    pub async fn create(&self, user: &str, content: StudyContent) -> Result<Study, StudyError> {
        let content = checked(content).await?;
        let now = now();
        let row = StudyRow {
            id: secrets::id(),
            user: user.to_owned(),
            name: content.name,
            shared: content.shared,
            revision: 1,
            created: now,
            updated: now,
            chapters: content.chapters.len() as i64,
        };
        self.store.add_study(&row, &body(&content.chapters)?).await?;
        Ok(Study { row, chapters: content.chapters })
    }

    /// Replaces a study of a user. `revision` is the one that the user has changed.
    pub async fn change(
        &self,
        id: &str,
        user: &str,
        revision: i64,
        content: StudyContent,
    ) -> Result<Study, StudyError> {
        let content = checked(content).await?;
        let (old, _) = self.store.study(id).await?.ok_or(StudyError::NoStudy)?;
        if old.user != user {
            return Err(StudyError::NoStudy);
        }
        let row = StudyRow {
            name: content.name,
            shared: content.shared,
            revision: revision.saturating_add(1),
            updated: now(),
            chapters: content.chapters.len() as i64,
            ..old
        };
        match self.store.change_study(&row, &body(&content.chapters)?).await {
            Err(StoreError::ConditionFailed) => Err(StudyError::Changed),
            result => {
                result?;
                Ok(Study { row, chapters: content.chapters })
            }
        }
    }

    /// Deletes a study of a user.
    pub async fn delete(&self, id: &str, user: &str) -> Result<(), StudyError> {
        match self.store.delete_study(user, id).await {
            Err(StoreError::ConditionFailed) => Err(StudyError::NoStudy),
            result => Ok(result?),
        }
    }
}

/// The chapters as stored.
fn body(chapters: &[Chapter]) -> Result<String, StudyError> {
    let body = serde_json::to_string(chapters).unwrap_or_default();
    if body.len() <= MAX_STUDY_BYTES {
        return Ok(body);
    }
    let kilobytes = MAX_STUDY_BYTES / 1000;
    Err(invalid(|lang| {
        say!(
            lang,
            "the chapters are too long: a study has at most {kilobytes} kB",
            "les chapitres sont trop longs : une étude a au plus {kilobytes} ko",
        )
    }))
}

fn invalid(why: impl Fn(Lang) -> String) -> StudyError {
    StudyError::Invalid(LocalizedText::new(why))
}

/// Checks names, and the chapters by the rules; a file of many variations takes some milliseconds.
async fn checked(content: StudyContent) -> Result<StudyContent, StudyError> {
    let name = checked_name(&content.name)?;
    let count = content.chapters.len();
    if !(1..=MAX_CHAPTERS).contains(&count) {
        return Err(invalid(|lang| {
            say!(
                lang,
                "a study has 1 to {MAX_CHAPTERS} chapters, not {count}",
                "une étude a de 1 à {MAX_CHAPTERS} chapitres, et non {count}",
            )
        }));
    }
    let chapters = content.chapters;
    let checking = tokio::task::spawn_blocking(move || chapters.iter().map(checked_chapter).collect());
    let chapters: Result<Vec<Chapter>, StudyError> = checking.await.map_err(StoreError::from)?;
    Ok(StudyContent { name, chapters: chapters?, ..content })
}

fn checked_name(name: &str) -> Result<String, StudyError> {
    let name = name.trim();
    if (1..=MAX_NAME_LEN).contains(&name.chars().count()) && !name.chars().any(char::is_control) {
        return Ok(name.to_owned());
    }
    Err(invalid(|lang| {
        say!(lang, "a name has 1 to {MAX_NAME_LEN} characters", "un nom a de 1 à {MAX_NAME_LEN} caractères",)
    }))
}

fn checked_chapter(chapter: &Chapter) -> Result<Chapter, StudyError> {
    let name = checked_name(&chapter.name)?;
    let of_chapter = |why: &dyn Fn(Lang) -> String| invalid(|lang| with_subject(&name, &why(lang), lang));
    let len = chapter.pgn.chars().count();
    if len > MAX_CHAPTER_LEN {
        return Err(of_chapter(&|lang| {
            say!(
                lang,
                "the chapter has {len} characters; the limit is {MAX_CHAPTER_LEN}",
                "le chapitre compte {len} caractères ; la limite est de {MAX_CHAPTER_LEN}",
            )
        }));
    }
    let records = read_records(chapter.pgn.as_bytes(), None);
    let records = records.map_err(|error| of_chapter(&|lang| error.explain(lang)))?;
    let [record] = records.as_slice() else {
        return Err(of_chapter(&|lang| {
            say!(lang, "a chapter contains exactly one game", "un chapitre contient exactement une partie")
        }));
    };
    if plies(&record.plies) > MAX_PLIES {
        return Err(of_chapter(&|lang| {
            say!(
                lang,
                "there are more than {MAX_PLIES} moves of both players together, variations included",
                "il y a plus de {MAX_PLIES} coups des deux joueurs, variantes comprises",
            )
        }));
    }
    replay(record).map_err(|error| of_chapter(&|lang| error.explain(lang)))?;
    let pgn = record.to_pgn();
    Ok(Chapter { name, pgn })
}

/// The number of moves, variations included.
fn plies(line: &[Ply]) -> usize {
    let variations = line.iter().flat_map(|ply| &ply.variations);
    line.len() + variations.map(|variation| plies(&variation.plies)).sum::<usize>()
}
