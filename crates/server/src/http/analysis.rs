//! Analysis of finished games.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use mekong_core::Text;
use tokio::sync::watch;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    client::Client,
    error_responses::{ReadErrors, WriteErrors},
    json::{IdPath, Json, Path},
    ndjson::{NdjsonSource, ndjson},
};
use crate::{
    engine_pool::PoolError,
    protocol::{AnalysisMessage, AnalysisView, to_json},
    services::AnalysisError,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(start, get)).routes(routes!(stream))
}

/// Requests the analysis of a finished game. It is shared by all users; further requests return its progress.
#[utoipa::path(post, path = "/api/game/{id}/analysis", tag = "analysis", params(IdPath),
    responses((status = 202, body = AnalysisView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn start(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<(StatusCode, Json<AnalysisView>), Problem> {
    app.limits.expensive_by(&current.user.id)?;
    let analysis = app.analyses.start(&id, &current.user.id).await?;
    Ok((StatusCode::ACCEPTED, Json(AnalysisView::clone(&analysis))))
}

/// The analysis of a game, possibly in progress.
#[utoipa::path(get, path = "/api/game/{id}/analysis", tag = "analysis", params(IdPath),
    responses((status = 200, body = AnalysisView), ReadErrors))]
async fn get(
    State(app): State<AppState>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<AnalysisView>, Problem> {
    let analysis = app.analyses.get(&id).await?.ok_or_else(Problem::not_found)?;
    Ok(Json(AnalysisView::clone(&analysis)))
}

/// The stream of an analysis: first the moves analysed so far, then one message per move, from the last to the first.
struct AnalysisStream {
    progress: Option<watch::Receiver<Arc<AnalysisView>>>,
    sent: usize,
}

impl AnalysisStream {
    /// The messages that have not been sent.
    fn messages(&mut self, view: &AnalysisView) -> Vec<String> {
        let unsent = view.moves.len().saturating_sub(self.sent);
        let mut messages: Vec<String> = view.moves[..unsent]
            .iter()
            .rev()
            .map(|analysed| to_json(&AnalysisMessage::Move { analysed: analysed.clone() }))
            .collect();
        // An analysis starts again if its worker or its node fails.
        self.sent = self.sent.max(view.moves.len());
        if view.is_done {
            messages.push(to_json(&AnalysisMessage::Done { analysis: view.clone() }));
            self.progress = None;
        }
        messages
    }
}

impl NdjsonSource for AnalysisStream {
    type Item = Arc<AnalysisView>;

    async fn next(&mut self) -> Option<Arc<AnalysisView>> {
        let progress = self.progress.as_mut()?;
        // Ends early if the server stops; the client requests it again.
        progress.changed().await.ok()?;
        Some(Arc::clone(&progress.borrow_and_update()))
    }

    async fn records(&mut self, view: Arc<AnalysisView>) -> Vec<String> {
        self.messages(&view)
    }
}

/// The analysis of a game as a stream, one JSON object per line: `{"type": "move", …}` for each move, from the last to
/// the first, then `{"type": "done", "analysis": …}` with the whole analysis.
#[utoipa::path(get, path = "/api/game/{id}/analysis/stream", tag = "analysis", params(IdPath),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), ReadErrors))]
async fn stream(
    State(app): State<AppState>,
    client: Client,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Response, Problem> {
    let permit = client.stream_permit(&app, None)?;
    let mut progress = app.analyses.follow(&id).await?.ok_or_else(Problem::not_found)?;
    let view = Arc::clone(&progress.borrow_and_update());
    let mut source = AnalysisStream { progress: Some(progress), sent: 0 };
    let first = source.messages(&view);
    Ok(ndjson(&app, None, permit, first, source))
}

impl From<AnalysisError> for Problem {
    fn from(error: AnalysisError) -> Problem {
        let not_finished = Text {
            en: "only finished games with at least one move can be analysed",
            fr: "seules les parties terminées d’au moins un coup peuvent être analysées",
        };
        match error {
            AnalysisError::NoGame => Problem::not_found(),
            AnalysisError::NotFinished => Problem::new(StatusCode::CONFLICT, "not-finished", not_finished),
            AnalysisError::TooMany => Problem::rate_limited(10),
            AnalysisError::Busy => PoolError::Full.into(),
            AnalysisError::Store(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AnalysisStream, AnalysisView};
    use crate::protocol::AnalysedMoveView;

    fn view(moves: u32) -> AnalysisView {
        let evaluation = json!({ "win_chance": 0.5, "source": "search", "depth": 1 });
        let analysed = |ply| -> AnalysedMoveView {
            serde_json::from_value(json!({
                "ply": ply, "player": "p1", "move": "@c1N", "label": "best", "before": evaluation, "after": evaluation,
                "p1_win_chance": 0.5, "loss": 0.0, "accuracy": 100.0, "line": [], "reply": [],
            }))
            .unwrap()
        };
        AnalysisView { moves: (10 - moves..10).map(analysed).collect(), ..AnalysisView::empty("game") }
    }

    #[test]
    fn moves_are_sent_once_if_an_analysis_starts_again() {
        let mut stream = AnalysisStream { progress: None, sent: 0 };
        let sent: Vec<usize> = [2, 0, 1, 3].map(|moves| stream.messages(&view(moves)).len()).to_vec();
        assert_eq!(sent, [2, 0, 0, 1]);
    }
}
