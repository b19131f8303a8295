use mekong_core::{Explain, Lang, explained_error, say};

use crate::localized_text::LocalizedText;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Only players may do this.
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
    /// The move is unreadable or illegal.
    Move {
        /// The reason.
        why: LocalizedText,
        /// Whether the text is not a move at all.
        unreadable: bool,
    },
    /// Both have moved, so the game cannot be aborted.
    TooLateToAbort,
    /// The opponent has time left.
    TimeLeft,
    /// The game has no clock.
    NoClock,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// The offer is pending, or was declined in this position.
    OfferedAlready,
    /// There is no such offer.
    NoOffer,
    /// There is already a rematch.
    Rematched,
    /// The game does not begin with a deal.
    NotDealt,
    /// Too many branches, or a branch without moves.
    ConditionalMoves,
    /// Live games have no conditional moves.
    Live,
    /// The computer does not accept this offer.
    Computer,
    /// Not allowed in rated games.
    Rated,
    /// The chat message is empty, too long or has control characters.
    ChatText,
    /// The chat of this game is full.
    ChatFull,
    /// A limit per game is reached.
    LimitReached,
}

impl Refusal {
    /// A stable error code for programs. `plan` is the name of conditional moves in earlier versions.
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
            Refusal::ConditionalMoves => "plan",
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
                "only the players of this game can do that",
                "seuls les joueurs de cette partie peuvent le faire",
            ),
            Refusal::NotYourTurn => say!(lang, "it is not your turn", "ce n’est pas votre tour"),
            Refusal::Over => say!(lang, "the game is over", "la partie est terminée"),
            Refusal::NotOver => say!(lang, "the game is not over yet", "la partie n’est pas encore terminée"),
            Refusal::WrongPly { expected } => say!(
                lang,
                "the move was meant for another position: move {expected} is next",
                "ce coup ne correspond plus à la position : on en est au coup {expected}",
            ),
            Refusal::Move { why, .. } => why.get(lang).to_owned(),
            Refusal::TooLateToAbort => say!(
                lang,
                "both players have moved: the game can only be resigned",
                "les deux joueurs ont joué : on ne peut plus qu’abandonner",
            ),
            Refusal::TimeLeft => {
                say!(lang, "the opponent has time left", "il reste du temps à l’adversaire")
            }
            Refusal::NoClock => say!(lang, "this game has no clock", "cette partie se joue sans pendule"),
            Refusal::NothingToTakeBack => {
                say!(lang, "you have no move to take back", "vous n’avez pas de coup à reprendre")
            }
            Refusal::OfferedAlready => say!(
                lang,
                "you have already made this offer; you can repeat it after the next move",
                "vous avez déjà fait cette proposition ; vous pourrez la refaire après le prochain coup",
            ),
            Refusal::NoOffer => say!(lang, "there is no such offer", "cette proposition n’existe pas"),
            Refusal::Rematched => {
                say!(lang, "the rematch has already started", "la revanche a déjà commencé")
            }
            Refusal::NotDealt => say!(
                lang,
                "this game does not begin with a deal",
                "cette partie ne commence pas par une donne",
            ),
            Refusal::ConditionalMoves => say!(
                lang,
                "conditional moves have at most 200 branches of at most 100 moves, each with a move and a reply",
                "les coups conditionnels ont au plus 200 branches d’au plus 100 coups, chacune avec un coup et une réponse",
            ),
            Refusal::Live => say!(
                lang,
                "conditional moves are available only in correspondence games and games without a clock",
                "les coups conditionnels ne sont possibles que par correspondance ou sans pendule",
            ),
            Refusal::Computer => say!(
                lang,
                "the computer does not accept this offer",
                "l’ordinateur n’accepte pas cette proposition"
            ),
            Refusal::Rated => {
                say!(lang, "not allowed in rated games", "interdit dans les parties classées")
            }
            Refusal::ChatText => say!(
                lang,
                "a message is one line of 1 to 300 characters",
                "un message tient en une ligne de 1 à 300 caractères",
            ),
            Refusal::ChatFull => say!(
                lang,
                "you have reached the limit of messages in this game",
                "vous avez atteint la limite de messages dans cette partie",
            ),
            Refusal::LimitReached => say!(
                lang,
                "you cannot do this again in this game",
                "vous ne pouvez plus faire cela dans cette partie",
            ),
        }
    }
}
explained_error!(Refusal);
