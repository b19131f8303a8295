use mekong_core::{Explain, Lang, explained_error, say};

/// Why an action is refused. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Only players may do that.
    NotAPlayer,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// The move was meant for another position.
    WrongPly {
        /// The number of the next move.
        expected: u32,
    },
    /// The text is no move, or the rules forbid it.
    Move {
        /// In English and in French.
        why: [String; 2],
        /// Whether the text cannot be read at all.
        unreadable: bool,
    },
    /// Both have moved, so the game cannot be broken off.
    TooLateToAbort,
    /// There is time left.
    TimeLeft,
    /// Nobody counts the time.
    NoClock,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// It was offered already, or declined in this position.
    OfferedAlready,
    /// There is no such offer.
    NoOffer,
    /// There is a game after this one already.
    Rematched,
    /// The game does not begin with a deal.
    NotDealt,
    /// The plan has too many branches, or one without moves.
    Plan,
    /// Plans are for games that last days.
    Live,
    /// The computer does not negotiate.
    Computer,
    /// Rated games are played without it.
    Rated,
    /// The words are empty or too long.
    ChatText,
    /// Enough was said in this game, by this person or by all who watch.
    ChatFull,
    /// It was done as often as it can be in one game.
    LimitReached,
}

impl Refusal {
    /// A word for programs, which never changes.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotAPlayer => "not-a-player",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Over => "game-over",
            Refusal::NotOver => "game-not-over",
            Refusal::WrongPly { .. } => "wrong-ply",
            Refusal::Move { unreadable: true, .. } => "unreadable-move",
            Refusal::Move { unreadable: false, .. } => "illegal-move",
            Refusal::TooLateToAbort => "too-late-to-abort",
            Refusal::TimeLeft => "time-left",
            Refusal::NoClock => "no-clock",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::OfferedAlready => "offered-already",
            Refusal::NoOffer => "no-offer",
            Refusal::Rematched => "rematched",
            Refusal::NotDealt => "not-dealt",
            Refusal::Plan => "plan",
            Refusal::Live => "live",
            Refusal::Computer => "computer",
            Refusal::Rated => "rated",
            Refusal::ChatText => "chat-text",
            Refusal::ChatFull => "chat-full",
            Refusal::LimitReached => "limit-reached",
        }
    }
}

impl Explain for Refusal {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Refusal::NotAPlayer => say!(
                lang,
                "only the two players of this game may do that",
                "seuls les deux joueurs de cette partie le peuvent",
            ),
            Refusal::NotYourTurn => say!(lang, "it is not your turn", "ce n'est pas votre tour"),
            Refusal::Over => say!(lang, "the game is over", "la partie est finie"),
            Refusal::NotOver => say!(lang, "the game is not over yet", "la partie n'est pas encore finie"),
            Refusal::WrongPly { expected } => say!(
                lang,
                "the move was meant for another position: move {expected} is next",
                "le coup était destiné à une autre position : on en est au coup {expected}",
            ),
            Refusal::Move { why: [en, fr], .. } => match lang {
                Lang::En => en.clone(),
                Lang::Fr => fr.clone(),
            },
            Refusal::TooLateToAbort => say!(
                lang,
                "both players have moved: the game can only be resigned",
                "les deux joueurs ont joué : on ne peut plus qu'abandonner",
            ),
            Refusal::TimeLeft => {
                say!(lang, "the opponent still has time", "l'adversaire a encore du temps")
            }
            Refusal::NoClock => say!(lang, "this game has no clock", "cette partie se joue sans pendule"),
            Refusal::NothingToTakeBack => {
                say!(lang, "you have no move to take back", "vous n'avez pas de coup à reprendre")
            }
            Refusal::OfferedAlready => say!(
                lang,
                "that was offered already; wait for a move",
                "c'est déjà proposé ; attendez un coup",
            ),
            Refusal::NoOffer => say!(lang, "there is no such offer", "il n'y a pas de telle proposition"),
            Refusal::Rematched => {
                say!(lang, "you are playing again already", "vous rejouez déjà")
            }
            Refusal::NotDealt => say!(
                lang,
                "this game does not begin with a deal",
                "cette partie ne commence pas par une donne",
            ),
            Refusal::Plan => say!(
                lang,
                "a plan has at most 200 branches of at most 100 moves, each with a move and an answer",
                "un plan a au plus 200 branches d'au plus 100 coups, chacune avec un coup et une réponse",
            ),
            Refusal::Live => say!(
                lang,
                "moves are planned only in games without a clock or with days a move",
                "on ne prévoit de coups que dans les parties sans pendule ou en jours par coup",
            ),
            Refusal::Computer => say!(lang, "the computer does not do that", "l'ordinateur ne fait pas cela"),
            Refusal::Rated => {
                say!(lang, "not in a rated game", "pas dans une partie classée")
            }
            Refusal::ChatText => say!(
                lang,
                "say something on one line of at most 300 characters",
                "dites quelque chose en une ligne d'au plus 300 caractères",
            ),
            Refusal::ChatFull => say!(
                lang,
                "this game cannot hold more messages of yours",
                "cette partie ne peut pas contenir plus de messages de votre part",
            ),
            Refusal::LimitReached => say!(
                lang,
                "that cannot be done more often in one game",
                "cela ne peut pas se faire plus souvent dans une même partie",
            ),
        }
    }
}
explained_error!(Refusal);
