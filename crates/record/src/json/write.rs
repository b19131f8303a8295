use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::{Comment, Eval, GameResult, Numbering, Ply, Record, Score, Shape, Tags, Variation};

/// Writes games as a JSON array, one per line. [`read_json`](crate::read_json) reads it back.
///
/// # The shape
///
/// ```json
/// {
///   "tags": {"Event": "?", "White": "Lise", "Result": "1-0", "Game": "siam"},
///   "first": {"number": 1, "second": false},
///   "comments": [{"text": "before the first move"}],
///   "moves": [
///     {"move": "@c1N", "comments": [{"text": "calm", "clock": 598.5, "eval": {"value": 0.35, "depth": 18}}]},
///     {"move": "@c5S", "nags": [1, 14], "variations": [
///       {"comments": [{"text": "or"}],
///        "moves": [{"move": "@a5S", "comments": [{"eval": {"winner": "p2", "in": 3},
///          "shapes": [{"color": "green", "at": "a5"}, {"color": "red", "at": "a5", "to": "a4"}]}]}]}
///     ]}
///   ],
///   "result": "1-0"
/// }
/// ```
///
/// - `tags` are in the order of the file, and all strings.
/// - `first` numbers the first move: `second` is true if it is the second of its pair (`1...`).
/// - `comments` are those before the first move of the game or of a variation, or those on a move.
/// - `moves` are the moves, in order. `nags` are numbers from 0 to 255. Each of the `variations` of a move
///   is a line that begins instead of it.
/// - `clock` is in seconds. `eval` has either `value`, positive if `p1` is better, or `winner` (`p1` or `p2`) and `in`,
///   the number of moves. `depth` is optional.
/// - `shapes` are drawn on the board: circles on a place, arrows `to` another. `color` is `green`, `red`, `yellow` or
///   `blue`. Circles come before arrows, and of several shapes in one place only the first is kept.
/// - `result` is `1-0`, `0-1`, `1/2-1/2` or `*`.
///
/// A record always has all five fields. `nags`, `comments`, `variations` and the fields of a comment are omitted if
/// empty.
#[must_use]
pub fn write_json(records: &[Record]) -> String {
    if records.is_empty() {
        return "[]\n".to_owned();
    }
    let lines: Vec<String> = records.iter().map(Record::to_json).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

impl Record {
    /// The record as one JSON object, on one line, in the shape of [`write_json`].
    ///
    /// # Panics
    /// Never: everything in a record has a JSON form.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings, finite numbers, string keys")
    }
}

/// The shape is that of [`write_json`].
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Record", 5)?;
        out.serialize_field("tags", self.tags())?;
        out.serialize_field("first", &self.first)?;
        out.serialize_field("comments", &self.before)?;
        out.serialize_field("moves", &self.plies)?;
        out.serialize_field("result", &self.result())?;
        out.end()
    }
}

/// An object from names to values, in order.
impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self.iter() {
            out.serialize_entry(name, value)?;
        }
        out.end()
    }
}

impl Serialize for Numbering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Numbering", 2)?;
        out.serialize_field("number", &self.number)?;
        out.serialize_field("second", &self.second)?;
        out.end()
    }
}

/// The text of the result.
impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl Serialize for Ply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("move", self.mv())?;
        some(&mut out, "nags", &self.nags)?;
        some(&mut out, "comments", &self.comments)?;
        some(&mut out, "variations", &self.variations)?;
        out.end()
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        some(&mut out, "comments", &self.before)?;
        out.serialize_entry("moves", &self.plies)?;
        out.end()
    }
}

impl Serialize for Comment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        if !self.text().is_empty() {
            out.serialize_entry("text", self.text())?;
        }
        if let Some(clock) = self.clock() {
            out.serialize_entry("clock", &Fraction { units: clock.millis() as i64, parts: 1000 })?;
        }
        if let Some(eval) = self.eval() {
            out.serialize_entry("eval", &eval)?;
        }
        some(&mut out, "shapes", self.shapes())?;
        out.end()
    }
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("color", self.color().code())?;
        out.serialize_entry("at", self.at())?;
        if let Some(to) = self.to() {
            out.serialize_entry("to", to)?;
        }
        out.end()
    }
}

impl Serialize for Eval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        match self.score {
            Score::Value(value) => {
                out.serialize_entry("value", &Fraction { units: i64::from(value), parts: 100 })?;
            }
            Score::Win { by, moves } => {
                out.serialize_entry("winner", by.code())?;
                out.serialize_entry("in", &moves)?;
            }
        }
        if let Some(depth) = self.depth {
            out.serialize_entry("depth", &depth)?;
        }
        out.end()
    }
}

/// `units / parts` as a decimal number.
struct Fraction {
    units: i64,
    parts: i64,
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.units % self.parts == 0 {
            serializer.serialize_i64(self.units / self.parts)
        } else {
            serializer.serialize_f64(self.units as f64 / self.parts as f64)
        }
    }
}

fn some<M: SerializeMap, T: Serialize>(out: &mut M, name: &'static str, list: &[T]) -> Result<(), M::Error> {
    if list.is_empty() { Ok(()) } else { out.serialize_entry(name, list) }
}

#[cfg(test)]
mod tests {
    use crate::read_json;

    #[test]
    fn written_json_matches_the_documentation() {
        let block = include_str!("write.rs").lines().skip_while(|line| *line != "/// ```json").skip(1);
        let json: String =
            block.take_while(|line| *line != "/// ```").map(|line| format!("{}\n", &line[3..])).collect();
        let record = &read_json(&json).unwrap()[0];
        let pgn = "{ before the first move } 1. @c1N { [%eval 0.35,18] [%clk 0:09:58.5] calm }\n\
                   1... @c5S $1 $14 ({ or } 1... @a5S { [%eval #-3] [%csl Ga5] [%cal Ra5a4] }) 1-0\n";
        assert_eq!(record.to_pgn().split_once("\n\n").unwrap().1, pgn);
        let compact = |json: &str| json.replace([' ', '\n'], "");
        assert_eq!(compact(&record.to_json()), compact(&json));
    }
}
