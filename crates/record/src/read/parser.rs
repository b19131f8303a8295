use std::{collections::HashSet, iter::FusedIterator};

use super::{
    MAX_DEPTH,
    lexer::{Lexer, Mark, Token},
};
use crate::{
    Comment, GameResult, Location, Numbering, Ply, Record, RecordError, RecordErrorKind, TagError, Tags,
    Variation,
};

/// The games of a file, one at a time.
///
/// An invalid game gives one error; reading continues at the next line that starts a tag section.
///
/// ```
/// use mekong_record::Games;
///
/// let file = "[Game \"siam\"]\n\n1. @c1N ) *\n\n[Game \"palam\"]\n\n1. b2 *\n";
/// let games: Vec<_> = Games::new(file).collect();
/// assert_eq!(games[0].as_ref().unwrap_err().to_string(), "line 3, column 9: unmatched closing parenthesis");
/// assert_eq!(games[1].as_ref().unwrap().game(), Some("palam"));
/// ```
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// Comments after the last game, which belong to the next.
    pending: Vec<Comment>,
}

impl<'a> Games<'a> {
    /// The games in `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Games<'a> {
        Games { lexer: Lexer::new(text), pending: Vec::new() }
    }

    /// Where the next game begins, or the text ends.
    pub(super) fn location(&mut self) -> Location {
        self.lexer.peek();
        self.lexer.cursor.location()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.lexer.peek().is_none() && self.pending.is_empty() {
            return None;
        }
        Some(self.game().map_err(|Failure { error, resume }| {
            self.recover(resume);
            error
        }))
    }
}

impl FusedIterator for Games<'_> {}

/// [`Games`] that own their text.
///
/// ```
/// use mekong_record::OwnedGames;
///
/// let mut games = OwnedGames::new("1. pr *\n\n1. pl *".to_owned());
/// assert_eq!(games.next().unwrap()?.moves().next(), Some("pr"));
/// assert_eq!(games.next().unwrap()?.moves().next(), Some("pl"));
/// assert!(games.next().is_none());
/// # Ok::<(), mekong_record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedGames {
    text: String,
    mark: Mark,
    pending: Vec<Comment>,
}

impl OwnedGames {
    /// The games in `text`.
    #[must_use]
    pub fn new(text: String) -> OwnedGames {
        let mark = Lexer::new(&text).mark();
        OwnedGames { text, mark, pending: Vec::new() }
    }
}

impl Iterator for OwnedGames {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let pending = std::mem::take(&mut self.pending);
        let mut games = Games { lexer: Lexer::resume(&self.text, self.mark), pending };
        let next = games.next();
        (self.mark, self.pending) = (games.lexer.mark(), games.pending);
        next
    }
}

impl FusedIterator for OwnedGames {}

/// An error, and where the next game may begin.
struct Failure {
    error: RecordError,
    resume: Resume,
}

#[derive(Clone, Copy)]
enum Resume {
    /// Here: only the end of the previous game is missing.
    Here,
    /// After the current tag section.
    AfterTags,
    /// At the next tag at the start of a line.
    AtNextTag,
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure { error, resume: Resume::AtNextTag }
    }
}

/// Plies being read: those of the game itself, or of a variation.
struct Level {
    /// Where it was opened.
    opened: Location,
    variation: Variation,
}

impl Level {
    fn comment(&mut self, comment: Comment) {
        match self.variation.plies.last_mut() {
            Some(ply) => ply.comments.push(comment),
            None => self.variation.before.push(comment),
        }
    }
}

impl Games<'_> {
    fn game(&mut self) -> Result<Record, Failure> {
        let mut before = std::mem::take(&mut self.pending);
        let tags = self.tags(&mut before)?;
        let (mut level, first, result) = self.moves(before)?;
        let location = self.lexer.cursor.location();
        if let Some(tag) = tags.get("Result").and_then(GameResult::from_code)
            && tag != result
        {
            // The marker has just been read, so its start lies its length back.
            let location = Location { column: location.column - result.code().len(), ..location };
            return Err(
                RecordError::new(location, RecordErrorKind::ResultsDiffer { tag, end: result }).into()
            );
        }
        self.trailing_comments(&mut level);
        let mut record = Record::from_parts(tags, result);
        (record.first, record.before, record.plies) = (first, level.variation.before, level.variation.plies);
        Ok(record)
    }

    /// The tags, and the comments before and between them.
    fn tags(&mut self, before: &mut Vec<Comment>) -> Result<Tags, Failure> {
        let mut tags = Tags::default();
        let mut names = HashSet::new();
        let mut last_line = 0;
        loop {
            match self.lexer.peek() {
                Some(ch @ ('{' | ';')) => {
                    if let Token::Comment(comment) = self.lexer.token(ch)? {
                        before.push(comment);
                    }
                }
                Some('[') => {
                    let start = self.lexer.clone();
                    let fail = |error| Failure { error, resume: Resume::AfterTags };
                    let tag = self.lexer.tag().map_err(fail)?;
                    if !names.insert(tag.name) {
                        let location = start.cursor.location();
                        // After an empty line it is the next game, and this one has no moves.
                        if location.line > last_line + 1 {
                            self.lexer = start;
                            let error = RecordError::new(location, RecordErrorKind::ResultMissing);
                            return Err(Failure { error, resume: Resume::Here });
                        }
                        let why = RecordErrorKind::TagTwice(tag.name.to_owned());
                        return Err(fail(RecordError::new(tag.name_at, why)));
                    }
                    if tag.name == "Result" && GameResult::from_code(&tag.value).is_none() {
                        let why = RecordErrorKind::Tag(TagError::Result { value: tag.value });
                        return Err(fail(RecordError::new(tag.value_at, why)));
                    }
                    tags.push(tag.name, &tag.value, Some(tag.value_at));
                    last_line = self.lexer.cursor.location().line;
                }
                _ => return Ok(tags),
            }
        }
    }

    /// Reads the moves up to the result, with a stack of open variations instead of recursion.
    fn moves(&mut self, before: Vec<Comment>) -> Result<(Level, Numbering, GameResult), Failure> {
        let start = self.lexer.cursor.location();
        let mut level = Level { opened: start, variation: Variation { before, plies: Vec::new() } };
        let mut outer: Vec<Level> = Vec::new();
        let mut first = None;
        loop {
            let ch = match self.lexer.peek() {
                Some('[') if self.lexer.cursor.location().column == 1 || self.lexer.at_tag() => None,
                other => other,
            };
            let location = self.lexer.cursor.location();
            let fail = |why| Err(Failure::from(RecordError::new(location, why)));
            let Some(ch) = ch else {
                let (location, why) = match outer.is_empty() {
                    true => (location, RecordErrorKind::ResultMissing),
                    false => (level.opened, RecordErrorKind::VariationNeverClosed),
                };
                return Err(Failure { error: RecordError::new(location, why), resume: Resume::Here });
            };
            match self.lexer.token(ch)? {
                Token::Comment(comment) => level.comment(comment),
                Token::Move(text) => level.variation.plies.push(Ply::bare(text, Some(location))),
                Token::Nag(nag) => match level.variation.plies.last_mut() {
                    Some(ply) => ply.nags.push(nag),
                    None => return fail(RecordErrorKind::NagBeforeMove),
                },
                // Only the number before the first move is significant.
                Token::Number { digits, second } => {
                    if first.is_none() && outer.is_empty() && level.variation.plies.is_empty() {
                        let Ok(number) = digits.parse() else {
                            return fail(RecordErrorKind::NumberTooBig(digits.to_owned()));
                        };
                        first = Some(Numbering { number, second });
                    }
                }
                Token::OpenVariation => {
                    if level.variation.plies.is_empty() {
                        return fail(RecordErrorKind::VariationBeforeMove);
                    }
                    if outer.len() == MAX_DEPTH {
                        return fail(RecordErrorKind::TooDeep);
                    }
                    outer.push(level);
                    level = Level { opened: location, variation: Variation::default() };
                }
                Token::CloseVariation => {
                    let Some(mut parent) = outer.pop() else {
                        return fail(RecordErrorKind::VariationNeverOpened);
                    };
                    if let Some(ply) = parent.variation.plies.last_mut() {
                        ply.variations.push(level.variation);
                    }
                    level = parent;
                }
                Token::Result(result) if outer.is_empty() => {
                    return Ok((level, first.unwrap_or_default(), result));
                }
                Token::Result(_) => return fail(RecordErrorKind::ResultInVariation { opened: level.opened }),
            }
        }
    }

    /// Comments after the result belong to the next game, or to this one if it is the last.
    fn trailing_comments(&mut self, level: &mut Level) {
        while let Some(ch @ ('{' | ';')) = self.lexer.peek() {
            let start = self.lexer.clone();
            match self.lexer.token(ch) {
                Ok(Token::Comment(comment)) => self.pending.push(comment),
                // The previous game is complete: the next call reports the error.
                _ => {
                    self.lexer = start;
                    return;
                }
            }
        }
        if self.lexer.peek().is_none() {
            self.pending.drain(..).for_each(|comment| level.comment(comment));
        }
    }

    /// Skips to where the next game may start, in linear time.
    fn recover(&mut self, resume: Resume) {
        self.pending.clear();
        let cursor = &mut self.lexer.cursor;
        match resume {
            Resume::Here => return,
            Resume::AfterTags => {
                if cursor.location().column > 1 {
                    cursor.take_line();
                }
                while cursor.peek() == Some('[') {
                    cursor.take_line();
                }
            }
            Resume::AtNextTag => cursor.take_line(),
        }
        while self.lexer.cursor.peek().is_some() && !self.lexer.at_tag() {
            self.lexer.cursor.take_line();
        }
    }
}
