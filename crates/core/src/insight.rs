use crate::{Lang, Notation, Player};

/// What is to be seen at a place of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// It helps a push.
    Pushes,
    /// It resists a push.
    Resists,
    /// It does neither, but is moved along.
    Idle,
    /// It has to be outweighed.
    Weighs,
    /// It moves on.
    Slides,
    /// It is held back where it is.
    Held,
    /// It leaves the board.
    Falls,
    /// It decides whose the win is.
    Decides,
    /// It stands in the way of the move.
    Forbids,
    /// It could be chosen instead.
    Open,
    /// It can answer.
    Answers,
    /// It must answer, being the leftmost.
    Leftmost,
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// A player could win here at once.
    Threat,
    /// It is part of what could be won.
    Part,
}

impl Sign {
    /// The name in machine-readable texts.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Sign::Pushes => "pushes",
            Sign::Resists => "resists",
            Sign::Idle => "idle",
            Sign::Weighs => "weighs",
            Sign::Slides => "slides",
            Sign::Held => "held",
            Sign::Falls => "falls",
            Sign::Decides => "decides",
            Sign::Forbids => "forbids",
            Sign::Open => "open",
            Sign::Answers => "answers",
            Sign::Leftmost => "leftmost",
            Sign::Wins => "wins",
            Sign::Loses => "loses",
            Sign::Threat => "threat",
            Sign::Part => "part",
        }
    }
}

/// A place of a board and why it deserves attention. How it is drawn is the front end's affair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The place, as the game names it.
    pub at: String,
    /// What is to be seen there.
    pub sign: Sign,
    /// Whom it favours, where that matters.
    pub owner: Option<Player>,
    /// A few characters to be written there: a number, a move.
    pub text: String,
}

impl Mark {
    /// A neutral mark without text.
    pub fn new(at: impl std::fmt::Display, sign: Sign) -> Mark {
        Mark { at: at.to_string(), sign, owner: None, text: String::new() }
    }

    /// The same for a player.
    #[must_use]
    pub fn of(self, owner: Player) -> Mark {
        Mark { owner: Some(owner), ..self }
    }

    /// The same with something written.
    #[must_use]
    pub fn with(self, text: impl std::fmt::Display) -> Mark {
        Mark { text: text.to_string(), ..self }
    }
}

/// What there is to be pointed at, and the same in a sentence; the sentence is empty where there is nothing to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    /// The places.
    pub marks: Vec<Mark>,
    /// The sentence.
    pub text: String,
}

/// A game that can point at things on its board: the facts behind drawn explanations. It judges nothing; what is said
/// follows from the rules alone.
pub trait Insight: Notation {
    /// What a move would do, and if it is refused, what stands in its way. Any move may be asked about.
    fn look(&self, mv: Self::Move, lang: Lang) -> Sight;

    /// What either player could win at once, or what the choices of this turn lead to at once.
    fn threats(&self, lang: Lang) -> Sight;
}
