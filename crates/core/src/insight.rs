use crate::{Lang, Notation, Player};

/// The role of a marked place, for boards that illustrate what a move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A role that only one game has, by its name in JSON.
    Custom(&'static str),
    /// A piece that leaves the board.
    Leaving,
    /// A piece that is captured.
    Captured,
    /// What decides who wins.
    Decisive,
    /// What makes the move illegal.
    Blocking,
    /// Where the move would be legal instead.
    Alternative,
    /// What wins.
    Winning,
    /// What loses.
    Losing,
    /// A move here would win at once.
    Threat,
    /// A part of the figure that [`MarkKind::Threat`] would complete.
    Threatening,
    /// Where to look for a good move.
    Focus,
    /// A move: an arrow from the place to [`Mark::to`].
    Arrow,
    /// The expected reply: an arrow from the place to [`Mark::to`].
    Reply,
    /// A piece that a move puts here; the label is the piece as the position text writes it.
    Ghost,
    /// A line from the place to [`Mark::to`], from what was decided to what decided it.
    Trace,
    /// A corner of the winning figure.
    Corner,
}

impl MarkKind {
    /// The name in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MarkKind::Custom(code) => code,
            MarkKind::Leaving => "falls",
            MarkKind::Captured => "captured",
            MarkKind::Decisive => "decides",
            MarkKind::Blocking => "forbids",
            MarkKind::Alternative => "open",
            MarkKind::Winning => "wins",
            MarkKind::Losing => "loses",
            MarkKind::Threat => "threat",
            MarkKind::Threatening => "part",
            MarkKind::Focus => "look",
            MarkKind::Arrow => "arrow",
            MarkKind::Reply => "reply",
            MarkKind::Ghost => "ghost",
            MarkKind::Trace => "trace",
            MarkKind::Corner => "corner",
        }
    }
}

/// A mark on a place of the board. Front ends decide how to draw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The place, as the game names it.
    pub at: String,
    /// Where an arrow or a trace leads.
    pub to: Option<String>,
    /// The role of the place.
    pub kind: MarkKind,
    /// The player it favours, if any.
    pub owner: Option<Player>,
    /// A short label such as a number or a move.
    pub text: String,
}

impl Mark {
    /// A neutral mark without text.
    pub fn new(at: impl std::fmt::Display, kind: MarkKind) -> Mark {
        Mark { at: at.to_string(), to: None, kind, owner: None, text: String::new() }
    }

    /// The mark as an arrow or a trace to a place.
    #[must_use]
    pub fn to(self, to: impl std::fmt::Display) -> Mark {
        Mark { to: Some(to.to_string()), ..self }
    }

    /// The mark in the colour of a player.
    #[must_use]
    pub fn of(self, owner: Player) -> Mark {
        Mark { owner: Some(owner), ..self }
    }

    /// The mark with a label.
    #[must_use]
    pub fn with(self, text: impl std::fmt::Display) -> Mark {
        Mark { text: text.to_string(), ..self }
    }
}

/// Marks on a board with a sentence of the same meaning. Empty if there is nothing to show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardMarks {
    /// The marks.
    pub marks: Vec<Mark>,
    /// The sentence.
    pub text: String,
}

/// Illustrates moves and threats on the board. The marks follow from the rules alone, without any evaluation. By default
/// there are none.
pub trait Insight: Notation {
    /// The effect of a move or, if the move is illegal, the reason. Accepts any move.
    fn preview(&self, mv: Self::Move, lang: Lang) -> BoardMarks {
        let _ = (mv, lang);
        BoardMarks::default()
    }

    /// Immediate wins of either player, or the immediate consequences of the choices in this turn.
    fn threats(&self, lang: Lang) -> BoardMarks {
        let _ = lang;
        BoardMarks::default()
    }
}
