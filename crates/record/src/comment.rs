use std::fmt;

use crate::{Clock, Eval, Shape, shape};

/// A comment: text, and optionally a clock, an evaluation and shapes drawn on the board.
///
/// # What a text is
///
/// The text is kept as given, with these exceptions, which are applied on construction, so that the comment in memory
/// equals the comment in the file:
///
/// - Surrounding white space is removed.
/// - The first valid `[%clk …]`, `[%eval …]`, `[%csl …]` and `[%cal …]` are removed from the text and become
///   [`clock`](Comment::clock), [`eval`](Comment::eval) and [`shapes`](Comment::shapes). Others, malformed ones, and all
///   other commands such as `[%emt 0:00:03]`, stay in the text.
/// - Line breaks are line feeds. A text with a `}` has none: that character cannot be written between braces, so such a
///   comment is written after `;` to the end of the line, and its line breaks become spaces.
///
/// ```
/// use mekong_record::{Clock, Comment};
///
/// let comment = Comment::new("[%clk 0:09:58] a quiet [%emt 0:00:03] move [%cal Ga1b2]");
/// assert_eq!(comment.text(), "a quiet [%emt 0:00:03] move");
/// assert_eq!(comment.clock(), Some(Clock::from_millis(598_000)));
/// assert_eq!(comment.shapes()[0].to(), Some("b2"));
/// assert_eq!(comment.to_string(), "[%clk 0:09:58] [%cal Ga1b2] a quiet [%emt 0:00:03] move");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    text: String,
    clock: Option<Clock>,
    eval: Option<Eval>,
    /// Circles before arrows, each place once.
    shapes: Vec<Shape>,
}

impl Comment {
    /// A comment with this text; commands in it are parsed.
    #[must_use]
    pub fn new(text: &str) -> Comment {
        Comment::from_parts(text, None, None, Vec::new())
    }

    /// A comment with this text. Commands in it are parsed unless given here.
    pub(crate) fn from_parts(
        text: &str,
        clock: Option<Clock>,
        eval: Option<Eval>,
        shapes: Vec<Shape>,
    ) -> Comment {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = if text.contains('}') { text.replace('\n', " ") } else { text };
        let mut comment = Comment { text, clock, eval, shapes: shape::in_order(shapes) };
        // Removing one command can reveal another: repeat until nothing changes.
        while comment.extract_command() {}
        comment.text.truncate(comment.text.trim_end().len());
        let spaces = comment.text.len() - comment.text.trim_start().len();
        comment.text.drain(..spaces);
        comment
    }

    /// The same comment with this clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Comment {
        Comment { clock: Some(clock), ..self }
    }

    /// The same comment with this evaluation.
    #[must_use]
    pub fn with_eval(self, eval: Eval) -> Comment {
        Comment { eval: Some(eval), ..self }
    }

    /// The same comment with these shapes: circles before arrows, and of several in one place the first.
    #[must_use]
    pub fn with_shapes(self, shapes: Vec<Shape>) -> Comment {
        Comment::from_parts(&self.text, self.clock, self.eval, shapes)
    }

    /// The text, with unknown commands.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The time left on the clock of the player who moved.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// The evaluation of the position after the move.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        self.eval
    }

    /// The shapes drawn on the board, circles before arrows.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The commands written before the text in a file.
    pub(crate) fn commands(&self) -> String {
        let eval = self.eval.map(|eval| format!("[%eval {eval}]"));
        let clock = self.clock.map(|clock| format!("[%clk {clock}]"));
        let (circles, arrows) = self.shapes.split_at(self.circle_count());
        let shapes = [("csl", circles), ("cal", arrows)].into_iter().filter(|(_, list)| !list.is_empty());
        let shapes = shapes.map(|(name, list)| {
            let list: Vec<String> = list.iter().map(Shape::to_string).collect();
            format!("[%{name} {}]", list.join(","))
        });
        eval.into_iter().chain(clock).chain(shapes).collect::<Vec<_>>().join(" ")
    }

    fn circle_count(&self) -> usize {
        self.shapes.iter().filter(|shape| shape.to().is_none()).count()
    }

    /// Takes one command out of the text; `false` if there is none.
    fn extract_command(&mut self) -> bool {
        if self.eval.is_none() {
            self.eval = take_command(&mut self.text, "[%eval ", MAX_COMMAND_LEN, Eval::parse);
            if self.eval.is_some() {
                return true;
            }
        }
        if self.clock.is_none() {
            self.clock = take_command(&mut self.text, "[%clk ", MAX_COMMAND_LEN, Clock::parse);
            if self.clock.is_some() {
                return true;
            }
        }
        let circles = self.circle_count();
        let mut take = |open, parse| take_command(&mut self.text, open, Shape::MAX_COMMAND_LEN, parse);
        let found = if circles == 0 { take("[%csl ", Shape::parse_circles) } else { None };
        let found = match found {
            None if circles == self.shapes.len() => take("[%cal ", Shape::parse_arrows),
            found => found,
        };
        let Some(mut found) = found else { return false };
        found.append(&mut self.shapes);
        self.shapes = shape::in_order(found);
        true
    }
}

impl fmt::Display for Comment {
    /// As in a game file, without the braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commands = self.commands();
        let space = if commands.is_empty() || self.text.is_empty() { "" } else { " " };
        write!(f, "{commands}{space}{}", self.text)
    }
}

/// The maximum length of a clock or an evaluation.
const MAX_COMMAND_LEN: usize = 40;

/// Removes the first command that `parse` accepts from the text, with one adjacent space. Without a maximum length, unclosed
/// commands would take quadratic time.
fn take_command<T>(text: &mut String, open: &str, max_len: usize, parse: fn(&str) -> Option<T>) -> Option<T> {
    let mut from = 0;
    while let Some(found) = text[from..].find(open) {
        let start = from + found;
        let body = start + open.len();
        let close = text.as_bytes()[body..].iter().take(max_len).position(|&byte| byte == b']');
        if let Some(length) = close
            && let Some(value) = parse(text[body..body + length].trim_matches(' '))
        {
            let mut end = body + length + 1;
            let parted = start == 0 || text.as_bytes()[start - 1] == b' ';
            if parted && text.as_bytes().get(end) == Some(&b' ') {
                end += 1;
            }
            text.replace_range(start..end, "");
            return Some(value);
        }
        from = body;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Comment;
    use crate::Clock;

    fn parts(text: &str) -> (String, Option<String>, Option<String>) {
        let comment = Comment::new(text);
        let again = Comment::new(&comment.to_string());
        assert_eq!(comment, again, "{text:?} is read as it is written");
        (
            comment.text().to_owned(),
            comment.clock().map(|clock| clock.to_string()),
            comment.eval().map(|eval| eval.to_string()),
        )
    }

    #[test]
    fn commands_are_removed_from_the_text() {
        let clock = Some("0:01:00".to_owned());
        assert_eq!(parts("[%clk 0:01:00]"), (String::new(), clock.clone(), None));
        assert_eq!(
            parts(" a [%clk 0:01:00] b [%eval #-2,9] c "),
            ("a b c".to_owned(), clock.clone(), Some("#-2,9".to_owned()))
        );
        assert_eq!(parts("a[%clk  0:01:00 ]b"), ("ab".to_owned(), clock, None));
    }

    #[test]
    fn unknown_commands_stay_in_the_text() {
        for text in [
            "[%emt 0:00:03] [%mark a1]",
            "[%csl a1] [%cal Ga1]",
            "[%csl Ra1",
            "[%clk soon]",
            "[%clk 0:01:00",
            "[%clk]",
            "[%eval\n0.5]",
            "[%clk 0:00:00.12345678]",
            "two  spaces,\ttabs\n\n and lines",
        ] {
            assert_eq!(parts(text), (text.to_owned(), None, None));
        }
    }

    #[test]
    fn shapes_are_removed_from_the_text() {
        let comment = Comment::new("[%cal Ra1b2,Gc4.ne-d4] look [%csl Yb2] here");
        assert_eq!(comment.text(), "look here");
        assert_eq!(comment.to_string(), "[%csl Yb2] [%cal Ra1b2,Gc4.ne-d4] look here");
        assert_eq!(parts("[%csl Yb2] x [%csl Ga1]").0, "x [%csl Ga1]");
        // A second list stays in the text until there is none before it.
        let comment = Comment::new("[%csl Yb2] x [%csl Ga1]").with_shapes(Vec::new());
        assert_eq!((comment.text(), comment.shapes().len()), ("x", 1));
    }

    #[test]
    fn duplicate_commands_stay_in_the_text() {
        let (text, clock, _) = parts("[%clk 0:01:00] x [%clk 0:02:00]");
        assert_eq!((text.as_str(), clock.as_deref()), ("x [%clk 0:02:00]", Some("0:01:00")));
    }

    #[test]
    fn command_revealed_by_removing_another_is_read() {
        let (text, clock, eval) = parts("[%ev[%clk 0:01:00]al 0.5]");
        assert_eq!((text.as_str(), clock.as_deref(), eval.as_deref()), ("", Some("0:01:00"), Some("0.5")));
    }

    #[test]
    fn a_closing_brace_keeps_the_comment_on_one_line() {
        assert_eq!(Comment::new("a\r\nb\rc").text(), "a\nb\nc");
        assert_eq!(Comment::new("a }\r\nb").text(), "a } b");
    }

    #[test]
    fn clocks_can_be_added() {
        let comment = Comment::new("x").with_clock(Clock::from_millis(1_500));
        assert_eq!(comment.to_string(), "[%clk 0:00:01.5] x");
        assert_eq!(Comment::default().to_string(), "");
    }
}
