use std::{collections::HashSet, iter::FusedIterator};

use super::{
    MAX_DEPTH,
    lexer::{Lexer, Token},
};
use crate::{
    Comment, GameResult, Numbering, Place, Ply, Record, RecordError, TagError, Tags, Variation, Why,
};

/// The games of a file, one at a time.
///
/// A game that cannot be read gives one error and does not hide those that follow: reading goes on at the
/// next line that begins a tag section.
///
/// ```
/// use mekong_record::Games;
///
/// let file = "[Game \"siam\"]\n\n1. @c1N ) *\n\n[Game \"palam\"]\n\n1. b2 *\n";
/// let games: Vec<_> = Games::new(file).collect();
/// assert_eq!(games[0].as_ref().unwrap_err().to_string(), "line 3, column 9: this bracket closes no variation");
/// assert_eq!(games[1].as_ref().unwrap().game(), Some("palam"));
/// ```
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// Comments read behind the last game that belong to the next.
    pending: Vec<Comment>,
}

impl<'a> Games<'a> {
    /// The games in `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Games<'a> {
        Games { lexer: Lexer::new(text), pending: Vec::new() }
    }

    /// Where the next game begins, or the text ends.
    pub(super) fn place(&mut self) -> Place {
        self.lexer.peek();
        self.lexer.cursor.place()
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

/// An error, and where the next game may begin.
struct Failure {
    error: RecordError,
    resume: Resume,
}

#[derive(Clone, Copy)]
enum Resume {
    /// Right here: what was missing was the end of the game before.
    Here,
    /// Behind the tags among which we are.
    BehindTags,
    /// At the next tag at the start of a line.
    AtNextTag,
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure { error, resume: Resume::AtNextTag }
    }
}

/// A line being read: the game itself, or a variation.
struct Level {
    /// Where it was opened.
    opened: Place,
    line: Variation,
}

impl Level {
    fn comment(&mut self, comment: Comment) {
        match self.line.line.last_mut() {
            Some(ply) => ply.comments.push(comment),
            None => self.line.before.push(comment),
        }
    }
}

impl Games<'_> {
    fn game(&mut self) -> Result<Record, Failure> {
        let mut before = std::mem::take(&mut self.pending);
        let tags = self.tags(&mut before)?;
        let (mut level, first, result) = self.moves(before)?;
        let place = self.lexer.cursor.place();
        if let Some(tag) = tags.get("Result").and_then(GameResult::from_code)
            && tag != result
        {
            // The marker has just been read: its place is so many characters back.
            let place = Place { column: place.column - result.code().len(), ..place };
            return Err(RecordError::new(place, Why::ResultsDiffer { tag, end: result }).into());
        }
        self.comments_behind(&mut level);
        let mut record = Record::from_parts(tags, result);
        (record.first, record.before, record.line) = (first, level.line.before, level.line.line);
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
                    let fail = |error| Failure { error, resume: Resume::BehindTags };
                    let tag = self.lexer.tag().map_err(fail)?;
                    if !names.insert(tag.name) {
                        let place = start.cursor.place();
                        // After an empty line it is rather the next game, and this one has no moves.
                        if place.line > last_line + 1 {
                            self.lexer = start;
                            let error = RecordError::new(place, Why::ResultMissing);
                            return Err(Failure { error, resume: Resume::Here });
                        }
                        let why = Why::TagTwice(tag.name.to_owned());
                        return Err(fail(RecordError::new(tag.name_at, why)));
                    }
                    if tag.name == "Result" && GameResult::from_code(&tag.value).is_none() {
                        let why = Why::Tag(TagError::Result { value: tag.value });
                        return Err(fail(RecordError::new(tag.value_at, why)));
                    }
                    tags.push(tag.name, &tag.value, Some(tag.value_at));
                    last_line = self.lexer.cursor.place().line;
                }
                _ => return Ok(tags),
            }
        }
    }

    /// Everything from the first move to the result. A stack of open lines and no recursion: depth costs
    /// nothing but the places on it.
    fn moves(&mut self, before: Vec<Comment>) -> Result<(Level, Numbering, GameResult), Failure> {
        let start = self.lexer.cursor.place();
        let mut level = Level { opened: start, line: Variation { before, line: Vec::new() } };
        let mut outer: Vec<Level> = Vec::new();
        let mut first = None;
        loop {
            let ch = match self.lexer.peek() {
                Some('[') if self.lexer.cursor.place().column == 1 || self.lexer.at_tag() => None,
                other => other,
            };
            let place = self.lexer.cursor.place();
            let fail = |why| Err(Failure::from(RecordError::new(place, why)));
            let Some(ch) = ch else {
                let (place, why) = match outer.is_empty() {
                    true => (place, Why::ResultMissing),
                    false => (level.opened, Why::VariationNeverClosed),
                };
                return Err(Failure { error: RecordError::new(place, why), resume: Resume::Here });
            };
            match self.lexer.token(ch)? {
                Token::Comment(comment) => level.comment(comment),
                Token::Move(text) => level.line.line.push(Ply::bare(text, Some(place))),
                Token::Nag(nag) => match level.line.line.last_mut() {
                    Some(ply) => ply.nags.push(nag),
                    None => return fail(Why::NagBeforeMove),
                },
                // Only the number before the first move means something; the others follow from it.
                Token::Number { digits, second } => {
                    if first.is_none() && outer.is_empty() && level.line.line.is_empty() {
                        let Ok(number) = digits.parse() else {
                            return fail(Why::NumberTooBig(digits.to_owned()));
                        };
                        first = Some(Numbering { number, second });
                    }
                }
                Token::OpenVariation => {
                    if level.line.line.is_empty() {
                        return fail(Why::VariationBeforeMove);
                    }
                    if outer.len() == MAX_DEPTH {
                        return fail(Why::TooDeep);
                    }
                    outer.push(level);
                    level = Level { opened: place, line: Variation::default() };
                }
                Token::CloseVariation => {
                    let Some(mut parent) = outer.pop() else { return fail(Why::VariationNeverOpened) };
                    if let Some(ply) = parent.line.line.last_mut() {
                        ply.variations.push(level.line);
                    }
                    level = parent;
                }
                Token::Result(result) if outer.is_empty() => {
                    return Ok((level, first.unwrap_or_default(), result));
                }
                Token::Result(_) => return fail(Why::ResultInVariation { opened: level.opened }),
            }
        }
    }

    /// Comments behind the result belong to the next game, or to this one if there is none.
    fn comments_behind(&mut self, level: &mut Level) {
        while let Some(ch @ ('{' | ';')) = self.lexer.peek() {
            let start = self.lexer.clone();
            match self.lexer.token(ch) {
                Ok(Token::Comment(comment)) => self.pending.push(comment),
                // The game before is whole: the next call will meet the error again.
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

    /// Goes to where the next game may begin. Always forward, so that errors cost no more than reading.
    fn recover(&mut self, resume: Resume) {
        self.pending.clear();
        let cursor = &mut self.lexer.cursor;
        match resume {
            Resume::Here => return,
            Resume::BehindTags => {
                if cursor.place().column > 1 {
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
