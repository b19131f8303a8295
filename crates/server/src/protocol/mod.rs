//! The JSON that the server exchanges with its clients: the shapes that several routes share or that services fill in, and
//! the messages of sockets and streams. The shape of a single route is beside its handler.
//!
//! These types are data only. They run no queries and hold no state; [`crate::services`] fills them in. Every type has an
//! OpenAPI schema, from which the types of the web pages are generated.

mod analysis;
mod challenge;
mod event;
mod game;
mod logged;
mod message;
mod puzzle;
mod study;

use serde::Serialize;

pub use analysis::{
    AnalysedMoveView, AnalysisMessage, AnalysisView, EvaluationView, PlayerSummariesView, PlayerSummaryView,
    SentencesView,
};
pub use challenge::ChallengeView;
pub use event::{LobbyEvent, UserEvent};
pub use game::{
    DealView, GameSummaryView, GameView, ListedGameView, NewRatingsView, OfferView, PresenceView, SeatView,
    SeatsView, UserView,
};
pub use logged::LoggedEventView;
pub use message::{ClientFrame, ClientMessage, CloseReason, Reference, ServerMessage};
pub use puzzle::{
    DifficultyView, GoalResultView, GoalView, LineEndView, PracticeView, ProofKindView, PuzzleView, StepView,
    TextView, ThemeView, TurnProofView,
};
pub use study::{ChapterView, StudySummaryView, StudyView};

/// A message as JSON. That fails only for maps whose keys are not texts, which messages do not contain.
pub(crate) fn to_json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
