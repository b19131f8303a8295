use std::fmt;

/// The colour of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShapeColor {
    /// Green, the usual one.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

impl ShapeColor {
    /// All colours.
    pub const ALL: [ShapeColor; 4] =
        [ShapeColor::Green, ShapeColor::Red, ShapeColor::Yellow, ShapeColor::Blue];

    /// The name in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ShapeColor::Green => "green",
            ShapeColor::Red => "red",
            ShapeColor::Yellow => "yellow",
            ShapeColor::Blue => "blue",
        }
    }

    /// The letter in PGN.
    const fn letter(self) -> char {
        match self {
            ShapeColor::Green => 'G',
            ShapeColor::Red => 'R',
            ShapeColor::Yellow => 'Y',
            ShapeColor::Blue => 'B',
        }
    }

    /// The colour with this name in JSON.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ShapeColor> {
        ShapeColor::ALL.into_iter().find(|color| color.code() == code)
    }
}

/// A shape drawn on the board: a circle on a place, or an arrow from a place to another.
///
/// Places are named as the game names them: `c3`, `c4.ne`, `3.0`, `duel`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    color: ShapeColor,
    at: String,
    to: Option<String>,
}

impl Shape {
    /// The maximum length of the name of a place.
    pub const MAX_PLACE_LEN: usize = 12;

    /// The maximum number of circles, and that of arrows, in a comment.
    pub const MAX_COUNT: usize = 64;

    /// The maximum length of a command without its brackets, and a little more.
    pub(crate) const MAX_COMMAND_LEN: usize = Shape::MAX_COUNT * (2 * Shape::MAX_PLACE_LEN + 4);

    /// A circle, or an arrow if there is a second place. `None` if a name is not one to [`Shape::MAX_PLACE_LEN`] ASCII
    /// letters, digits, `.` and `@`, or if both places are the same.
    #[must_use]
    pub fn new(color: ShapeColor, at: &str, to: Option<&str>) -> Option<Shape> {
        let is_good = is_place(at) && to.is_none_or(|to| is_place(to) && to != at);
        is_good.then(|| Shape { color, at: at.to_owned(), to: to.map(str::to_owned) })
    }

    /// The colour.
    #[must_use]
    pub fn color(&self) -> ShapeColor {
        self.color
    }

    /// The place of a circle, or where an arrow begins.
    #[must_use]
    pub fn at(&self) -> &str {
        &self.at
    }

    /// Where an arrow leads.
    #[must_use]
    pub fn to(&self) -> Option<&str> {
        self.to.as_deref()
    }

    /// Reads the body of `[%csl …]`: circles with commas between them.
    pub(crate) fn parse_circles(body: &str) -> Option<Vec<Shape>> {
        parse_list(body, |color, place| Shape::new(color, place, None))
    }

    /// Reads the body of `[%cal …]`: arrows with commas between them.
    pub(crate) fn parse_arrows(body: &str) -> Option<Vec<Shape>> {
        parse_list(body, |color, places| {
            let (at, to) = match places.split_once('-') {
                Some(pair) => pair,
                None if places.len() == 4 && is_cell(places.get(..2)?) && is_cell(&places[2..]) => {
                    places.split_at(2)
                }
                None => return None,
            };
            Shape::new(color, at, Some(to))
        })
    }
}

/// As in a command: `Gc3`, `Gc1c3`. Places other than a letter and a digit are separated: `G3.0-left`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.at)?;
        match &self.to {
            None => Ok(()),
            Some(to) if is_cell(&self.at) && is_cell(to) => f.write_str(to),
            Some(to) => write!(f, "-{to}"),
        }
    }
}

fn is_place(name: &str) -> bool {
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'@';
    (1..=Shape::MAX_PLACE_LEN).contains(&name.len()) && name.bytes().all(is_good)
}

/// Whether a name is a letter and a digit, so that two of them can be told apart without a separator.
fn is_cell(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, digit] if letter.is_ascii_lowercase() && digit.is_ascii_digit())
}

fn parse_list(body: &str, parse: impl Fn(ShapeColor, &str) -> Option<Shape>) -> Option<Vec<Shape>> {
    let shapes: Option<Vec<Shape>> = body
        .split(',')
        .map(|item| {
            let mut rest = item.trim().chars();
            let letter = rest.next()?;
            let color = ShapeColor::ALL.into_iter().find(|color| color.letter() == letter)?;
            parse(color, rest.as_str())
        })
        .collect();
    shapes.filter(|shapes| shapes.len() <= Shape::MAX_COUNT)
}

/// Circles before arrows, and of several shapes in one place the first: the form in which comments keep them.
pub(crate) fn in_order(shapes: Vec<Shape>) -> Vec<Shape> {
    let (arrows, circles): (Vec<Shape>, Vec<Shape>) =
        shapes.into_iter().partition(|shape| shape.to.is_some());
    let mut ordered: Vec<Shape> = Vec::with_capacity(circles.len() + arrows.len());
    for list in [circles, arrows] {
        let mut count = 0;
        for shape in list {
            let is_known = ordered.iter().any(|known| known.at == shape.at && known.to == shape.to);
            if !is_known && count < Shape::MAX_COUNT {
                count += 1;
                ordered.push(shape);
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::{Shape, ShapeColor, in_order};

    fn arrow(color: ShapeColor, at: &str, to: &str) -> Shape {
        Shape::new(color, at, Some(to)).unwrap()
    }

    #[test]
    fn arrows_between_cells_are_written_as_other_programs_write_them() {
        let arrows = Shape::parse_arrows("Gc1c3,Ra5b4").unwrap();
        assert_eq!(arrows, [arrow(ShapeColor::Green, "c1", "c3"), arrow(ShapeColor::Red, "a5", "b4")]);
        assert_eq!(arrows[0].to_string(), "Gc1c3");
    }

    #[test]
    fn other_places_are_separated() {
        for text in ["Y3.0-left", "Bc4.ne-d4", "Gb2-duel", "G3-4"] {
            let arrows = Shape::parse_arrows(text).unwrap();
            assert_eq!(arrows[0].to_string(), text);
        }
        assert_eq!(Shape::parse_circles("R3.0, Gduel").unwrap().len(), 2);
        // Cells may be separated too.
        assert_eq!(Shape::parse_arrows("Gc1-c3").unwrap()[0].to_string(), "Gc1c3");
    }

    #[test]
    fn other_texts_are_no_shapes() {
        for bad in
            ["", "G", "c3", "Gc1", "Gc1c1", "Gc1c", "Gc1c3c5", "Gc1-", "Gc1-b 2", "Xc1c3", "Gc1c3,", "Gé1b2"]
        {
            assert_eq!(Shape::parse_arrows(bad), None, "{bad}");
        }
        for bad in ["", "G", "a1", "Ga1,", "Ga-1", "Gthirteen.long", "G1 2"] {
            assert_eq!(Shape::parse_circles(bad), None, "{bad}");
        }
        let many = vec!["Ga1"; Shape::MAX_COUNT + 1].join(",");
        assert_eq!(Shape::parse_circles(&many), None);
    }

    #[test]
    fn shapes_are_kept_in_order_and_once() {
        let circle = |color, at: &str| Shape::new(color, at, None).unwrap();
        let (green, red) = (ShapeColor::Green, ShapeColor::Red);
        let kept = in_order(vec![
            arrow(green, "a1", "a2"),
            circle(green, "a1"),
            circle(red, "a1"),
            arrow(red, "a1", "a2"),
            arrow(red, "a2", "a1"),
        ]);
        assert_eq!(kept, [circle(green, "a1"), arrow(green, "a1", "a2"), arrow(red, "a2", "a1")]);
    }
}
