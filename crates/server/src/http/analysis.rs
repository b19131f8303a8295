//! What the moves of finished games were worth.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use mekong_core::Text;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, Shared,
    auth::Visitor,
    client::Client,
    json::{Json, Path},
    play::{
        GameId,
        stream::{Lines, ndjson, place},
    },
    troubles::{Asking, Doing},
};
use crate::{
    app::{Analysis, AnalysisError},
    engine::Busy,
    wire::analysis::{AnalysedMove, AnalysisView},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(ask, see)).routes(routes!(stream))
}

/// Asks for the analysis of a finished game. It is made once for everybody; asking again only tells how far it is.
#[utoipa::path(post, path = "/api/game/{id}/analysis", tag = "analysis", params(GameId),
    responses((status = 202, body = AnalysisView), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn ask(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<(StatusCode, Json<AnalysisView>), Problem> {
    app.limits.costly_by(&visitor.user.id)?;
    let analysis = app.analyse(&id, &visitor.user.id).await?;
    Ok((StatusCode::ACCEPTED, Json(AnalysisView::clone(&analysis.view()))))
}

/// The analysis of a game as far as it is known.
#[utoipa::path(get, path = "/api/game/{id}/analysis", tag = "analysis", params(GameId),
    responses((status = 200, body = AnalysisView), Asking))]
async fn see(
    State(app): State<Shared>,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<AnalysisView>, Problem> {
    let analysis = app.analysis(&id).await?.ok_or_else(Problem::not_found)?;
    Ok(Json(AnalysisView::clone(&analysis.view())))
}

/// A line of the stream.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Found<'a> {
    /// A move was judged.
    Move {
        /// The move.
        #[serde(flatten)]
        judged: &'a AnalysedMove,
    },
    /// Every move is judged.
    Done {
        /// All that was found out.
        analysis: &'a AnalysisView,
    },
}

impl Found<'_> {
    fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The lines of an analysis: those known at first, then one for each move, from the last to the first.
struct Findings {
    progress: Option<watch::Receiver<Arc<AnalysisView>>>,
    told: usize,
}

impl Findings {
    /// What was not told yet.
    fn lines(&mut self, view: &AnalysisView) -> Vec<String> {
        let untold = view.moves.len().saturating_sub(self.told);
        let mut lines: Vec<String> =
            view.moves[..untold].iter().rev().map(|judged| Found::Move { judged }.json()).collect();
        self.told = view.moves.len();
        if view.is_done {
            lines.push(Found::Done { analysis: view }.json());
            self.progress = None;
        }
        lines
    }
}

impl Lines for Findings {
    type What = Arc<AnalysisView>;

    async fn wait(&mut self) -> Option<Arc<AnalysisView>> {
        let progress = self.progress.as_mut()?;
        // It ends without being done if the server stops: whoever wants to know asks again.
        progress.changed().await.ok()?;
        Some(Arc::clone(&progress.borrow_and_update()))
    }

    async fn write(&mut self, view: Arc<AnalysisView>) -> Vec<String> {
        self.lines(&view)
    }
}

/// The analysis of a game as it comes, one JSON object a line: `{"type": "move", …}` for each move, from the last to the
/// first, and then `{"type": "done", "analysis": …}` with all of it.
#[utoipa::path(get, path = "/api/game/{id}/analysis/stream", tag = "analysis", params(GameId),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), Asking))]
async fn stream(
    State(app): State<Shared>,
    client: Client,
    Path(GameId { id }): Path<GameId>,
) -> Result<Response, Problem> {
    let place = place(&app, None, client)?;
    let analysis = app.analysis(&id).await?.ok_or_else(Problem::not_found)?;
    let (view, progress) = match analysis {
        Analysis::Done(view) => (view, None),
        Analysis::Running(mut progress) => {
            let view = Arc::clone(&progress.borrow_and_update());
            (view, Some(progress))
        }
    };
    let mut findings = Findings { progress, told: 0 };
    let first = findings.lines(&view);
    Ok(ndjson(&app, None, place, first, findings))
}

impl From<AnalysisError> for Problem {
    fn from(error: AnalysisError) -> Problem {
        let not_finished = Text {
            en: "only games that are over and in which somebody has moved are analysed",
            fr: "seules les parties finies où quelqu'un a joué sont analysées",
        };
        match error {
            AnalysisError::NoGame => Problem::not_found(),
            AnalysisError::NotFinished => Problem::new(StatusCode::CONFLICT, "not-finished", not_finished),
            AnalysisError::TooMany => Problem::too_many(10),
            AnalysisError::Busy => Busy.into(),
            AnalysisError::Store(error) => error.into(),
        }
    }
}
