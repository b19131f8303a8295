//! The JSON that the server exchanges with its clients: request and response shapes that several routes share, and the
//! messages of sockets and streams.
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

pub use analysis::{
    AnalysedMoveView, AnalysisMessage, AnalysisView, EvaluationView, PlayerReportView, PlayerReportsView,
    SentencesView,
};
pub use challenge::ChallengeView;
pub use event::{LobbyEvent, UserEvent};
pub use game::{
    DealView, GameSummaryView, GameView, NewRatingsView, OfferView, PresenceView, SeatView, SeatsView,
    UserView,
};
pub use logged::LoggedEventView;
pub use message::{ClientFrame, ClientMessage, CloseReason, Reference, ServerMessage};
pub use puzzle::{
    DifficultyView, GoalResultView, GoalView, LineEndView, PracticeView, ProofKindView, PuzzleView, StepView,
    TextView, ThemeView, TurnProofView,
};
pub use study::{ChapterView, StudySummaryView, StudyView};
