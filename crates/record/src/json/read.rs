use std::collections::HashSet;

use mekong_core::Player;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::value::RawValue;

use super::shape::{CommentIn, EvalIn, NumberingIn, PlyIn, RecordIn, ShapeIn, TagsIn};
use crate::{
    Clock, Comment, Eval, GameResult, Location, MAX_DEPTH, Numbering, Ply, Record, RecordError,
    RecordErrorKind, Score, Shape, ShapeColor, TagError, Tags, Variation,
    read::{Cursor, strip_bom},
    tags::is_tag_name,
};

/// Reads one record, or an array of them, in the shape of [`write_json`](crate::write_json).
///
/// Only `moves` is required; other missing fields are empty or unknown. A `Result` tag and `result` must agree. Unknown
/// fields are rejected.
pub fn read_json(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = strip_bom(text);
    check_depth(text)?;
    let list: Vec<RecordIn<'_>> = if text.trim_start().starts_with('[') {
        parse(text).map_err(|error| translate(text, &error))?
    } else {
        vec![parse(text).map_err(|error| translate(text, &error))?]
    };
    let reader = Reader { text };
    list.into_iter().map(|record| reader.record(record)).collect()
}

/// Deserializes one record in the format of [`write_json`](crate::write_json). Requires serde_json, because numbers are
/// read from their source text.
impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match read_json(raw.get()).map_err(D::Error::custom)?.as_mut_slice() {
            [record] if raw.get().starts_with('{') => Ok(std::mem::take(record)),
            _ => Err(D::Error::custom("one record was expected, and not an array")),
        }
    }
}

/// Builds records from deserialized values.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn record(&self, record: RecordIn<'_>) -> Result<Record, RecordError> {
        let tags = self.tags(&record.tags)?;
        let tag = tags.get("Result").and_then(GameResult::from_code);
        let result = match record.result {
            Some(raw) => self.result(raw, tag)?,
            None => tag.unwrap_or_default(),
        };
        let mut made = Record::from_parts(tags, result);
        if let Some(NumberingIn { number, second }) = record.first {
            made.first = Numbering { number, second };
        }
        made.before = self.comments(record.comments)?;
        made.plies = self.plies(record.moves, 0)?;
        Ok(made)
    }

    fn tags(&self, list: &TagsIn<'_>) -> Result<Tags, RecordError> {
        let mut tags = Tags::default();
        let mut names = HashSet::new();
        for (name, raw) in &list.0 {
            if !is_tag_name(name) {
                return Err(self.refuse(raw, RecordErrorKind::Tag(TagError::Name { name: name.clone() })));
            }
            if !names.insert(name) {
                return Err(self.refuse(raw, RecordErrorKind::TagTwice(name.clone())));
            }
            let value: String = self.value(raw, "tags")?;
            if name == "Result" && GameResult::from_code(&value).is_none() {
                return Err(self.refuse(raw, RecordErrorKind::Tag(TagError::Result { value })));
            }
            tags.push(name, &value, None);
        }
        Ok(tags)
    }

    fn result(&self, raw: &RawValue, tag: Option<GameResult>) -> Result<GameResult, RecordError> {
        let code: String = self.value(raw, "result")?;
        let Some(end) = GameResult::from_code(&code) else {
            return Err(self.refuse(raw, RecordErrorKind::JsonValue { field: "result" }));
        };
        match tag {
            Some(tag) if tag != end => Err(self.refuse(raw, RecordErrorKind::ResultsDiffer { tag, end })),
            _ => Ok(end),
        }
    }

    fn plies(&self, moves: Vec<PlyIn<'_>>, depth: usize) -> Result<Vec<Ply>, RecordError> {
        moves.into_iter().map(|ply| self.ply(ply, depth)).collect()
    }

    fn ply(&self, ply: PlyIn<'_>, depth: usize) -> Result<Ply, RecordError> {
        let text: String = self.value(ply.mv, "move")?;
        let mut made = Ply::new(&text).map_err(|why| self.refuse(ply.mv, RecordErrorKind::Move(why)))?;
        if depth == MAX_DEPTH && !ply.variations.is_empty() {
            return Err(self.refuse(ply.mv, RecordErrorKind::TooDeep));
        }
        made.nags = ply.nags;
        made.comments = self.comments(ply.comments)?;
        for variation in ply.variations {
            let before = self.comments(variation.comments)?;
            let plies = self.plies(variation.moves, depth + 1)?;
            made.variations.push(Variation { before, plies });
        }
        Ok(made)
    }

    fn comments(&self, comments: Vec<CommentIn<'_>>) -> Result<Vec<Comment>, RecordError> {
        comments.into_iter().map(|comment| self.comment(&comment)).collect()
    }

    fn comment(&self, comment: &CommentIn<'_>) -> Result<Comment, RecordError> {
        let clock = match comment.clock {
            None => None,
            Some(raw) => {
                let millis = (self.value::<f64>(raw, "clock")? * 1000.0).round();
                if !(0.0..=Clock::MAX.millis() as f64).contains(&millis) {
                    return Err(self.refuse(raw, RecordErrorKind::JsonValue { field: "clock" }));
                }
                Some(Clock::from_millis(millis as u64))
            }
        };
        let eval = match comment.eval {
            None => None,
            Some(raw) => {
                let eval = eval(self.value(raw, "eval")?);
                Some(eval.ok_or_else(|| self.refuse(raw, RecordErrorKind::JsonValue { field: "eval" }))?)
            }
        };
        let shapes = match comment.shapes {
            None => Vec::new(),
            Some(raw) => {
                let shapes = shapes(self.value(raw, "shapes")?);
                shapes.ok_or_else(|| self.refuse(raw, RecordErrorKind::JsonValue { field: "shapes" }))?
            }
        };
        Ok(Comment::from_parts(&comment.text, clock, eval, shapes))
    }

    /// Deserializes a value as the type of its field.
    fn value<T: DeserializeOwned>(&self, raw: &RawValue, field: &'static str) -> Result<T, RecordError> {
        serde_json::from_str(raw.get()).map_err(|_| self.refuse(raw, RecordErrorKind::JsonValue { field }))
    }

    /// An error at the start of a value. The value is a slice of the text, so its address gives the location.
    fn refuse(&self, raw: &RawValue, kind: RecordErrorKind) -> RecordError {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        RecordError::new(location_of(self.text, offset), kind)
    }
}

fn eval(eval: EvalIn) -> Option<Eval> {
    let score = match eval {
        EvalIn { value: Some(value), winner: None, r#in: None, .. } => {
            let value = (value * 100.0).round();
            let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
            range.contains(&value).then_some(Score::Value(value as i32))?
        }
        EvalIn { value: None, winner: Some(winner), r#in: Some(moves), .. } => {
            let by = Player::from_code(&winner)?;
            Score::Win { by, moves }
        }
        _ => return None,
    };
    Some(Eval { score, depth: eval.depth })
}

/// `None` if one is invalid or there are too many.
fn shapes(shapes: Vec<ShapeIn>) -> Option<Vec<Shape>> {
    let arrows = shapes.iter().filter(|shape| shape.to.is_some()).count();
    if arrows.max(shapes.len() - arrows) > Shape::MAX_COUNT {
        return None;
    }
    let shape =
        |shape: ShapeIn| Shape::new(ShapeColor::from_code(&shape.color)?, &shape.at, shape.to.as_deref());
    shapes.into_iter().map(shape).collect()
}

/// Rejects JSON that is nested more deeply than any valid record, to prevent a stack overflow in serde_json, whose own
/// limit is below [`MAX_DEPTH`] variations.
fn check_depth(text: &str) -> Result<(), RecordError> {
    /// Four levels per variation, and some for the rest.
    const LIMIT: usize = 4 * MAX_DEPTH + 16;
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((offset, byte)) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > LIMIT {
                    return Err(RecordError::new(location_of(text, offset), RecordErrorKind::TooDeep));
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> serde_json::Result<T> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Converts an error of serde_json: columns in characters, and no location in the message.
fn translate(text: &str, error: &serde_json::Error) -> RecordError {
    let line = error.line().max(1);
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let location = location_of(text, start + error.column().saturating_sub(1));
    let message = error.to_string();
    let detail = message.rsplit_once(" at line ").map_or(message.as_str(), |(detail, _)| detail).to_owned();
    RecordError::new(
        location,
        if error.is_data() {
            RecordErrorKind::JsonShape { detail }
        } else {
            RecordErrorKind::JsonSyntax { detail }
        },
    )
}

/// The location of the character at a byte offset.
fn location_of(text: &str, offset: usize) -> Location {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Cursor::end_of(&text[..end])
}
