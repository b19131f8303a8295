use mekong_catalog::GameSession;
use mekong_core::{BoardMarks, CancelToken, Lang, Mark, MarkKind, say};
use mekong_engine::SearchOptions;
use mekong_players::Searcher;

use crate::{Evaluation, text::verdict};

/// Help for the player to move, in two stages: where to look, then the move. The sentences contain no move texts.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The principal variation; its first move is the suggestion.
    pub line: Vec<String>,
    /// The evaluation for the player to move.
    pub evaluation: Evaluation,
    before: GameSession,
}

/// The expected reply to the suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The text of the move.
    pub text: String,
    /// The move in words, and its places.
    pub marks: BoardMarks,
}

/// Searches for the best move; `None` if the game is over or the search was cancelled.
pub fn find_hint(
    searcher: &Searcher,
    session: &GameSession,
    search_options: impl Into<SearchOptions>,
    cancel: &CancelToken,
) -> Option<Hint> {
    let result = searcher.search(session, search_options, cancel, &mut |_| {});
    if cancel.is_cancelled() {
        return None;
    }
    let line = result.lines.first()?;
    Hint::new(session, line.moves.clone(), Evaluation::of_line(searcher, &result, line))
}

impl Hint {
    /// The hint of a line that was found in the position of a session; `None` if the line is empty.
    #[must_use]
    pub fn new(session: &GameSession, line: Vec<String>, evaluation: Evaluation) -> Option<Hint> {
        let is_empty = line.is_empty();
        (!is_empty).then(|| Hint { line, evaluation, before: session.clone() })
    }

    /// The text of the suggested move.
    #[must_use]
    pub fn best(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }

    /// The two stages: where to look and why; the whole move with its value.
    #[must_use]
    pub fn stages(&self, lang: Lang) -> [BoardMarks; 2] {
        let mut hint = self.before.hint(self.best(), lang).unwrap_or_default();
        if hint.text.is_empty() {
            hint.text = self.before.instruction(lang);
        }
        let marks = self.before.move_marks(self.best()).unwrap_or_default();
        let sentence = self.before.describe(self.best(), lang).unwrap_or_default();
        let verdict = verdict(&self.evaluation, lang);
        [hint, BoardMarks { marks, text: format!("{sentence} ({verdict})") }]
    }

    /// The next move of the line.
    #[must_use]
    pub fn reply(&self, lang: Lang) -> Option<Reply> {
        let (after, text) = after_first(&self.before, &self.line)?;
        let sentence = after.describe(text, lang).ok()?;
        let sentence = if after.turn() == self.before.turn() {
            say!(lang, "then: {sentence}", "ensuite : {sentence}")
        } else {
            say!(lang, "likely reply: {sentence}", "réponse probable : {sentence}")
        };
        let marks = as_reply(after.move_marks(text).ok()?);
        Some(Reply { text: text.to_owned(), marks: BoardMarks { marks, text: sentence } })
    }
}

/// A line found in the position of a session, as a drawing for boards that show several: its first move as arrows, and
/// the expected reply. A move of a single piece has its ghost too; ghosts of pieces that are pushed would hide the others.
#[must_use]
pub fn line_marks(session: &GameSession, line: &[String]) -> Vec<Mark> {
    let first = line.first().and_then(|text| session.move_marks(text).ok()).unwrap_or_default();
    let ghosts = first.iter().filter(|mark| mark.kind == MarkKind::Ghost).count();
    let is_plain = ghosts == 1 && first.iter().all(|mark| mark.kind != MarkKind::Leaving);
    let mut marks = first;
    marks.retain(|mark| mark.kind == MarkKind::Arrow || (is_plain && mark.kind == MarkKind::Ghost));
    let reply = after_first(session, line).and_then(|(after, text)| after.move_marks(text).ok());
    marks.extend(as_reply(reply.unwrap_or_default()));
    marks
}

/// The position after the first move of a line, and the second move.
fn after_first<'a>(before: &GameSession, line: &'a [String]) -> Option<(GameSession, &'a str)> {
    let [first, second, ..] = line else { return None };
    let mut after = before.clone();
    after.play(first).ok()?;
    Some((after, second))
}

/// The arrows of a move as those of a reply; for a move without arrows, its places.
fn as_reply(marks: Vec<Mark>) -> Vec<Mark> {
    let has_arrow = marks.iter().any(|mark| mark.kind == MarkKind::Arrow);
    let kept = if has_arrow { MarkKind::Arrow } else { MarkKind::Ghost };
    let marks = marks.into_iter().filter(|mark| mark.kind == kept);
    marks.map(|mark| Mark { kind: MarkKind::Reply, ..mark }).collect()
}
