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
    json::{Json, Path},
    play::{
        GameId,
        stream::{Lines, ndjson, permit},
    },
};
use crate::{
    engine_pool::Busy,
    protocol::{AnalysisLine, AnalysisView},
    services::AnalysisError,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(start, get)).routes(routes!(stream))
}

/// Requests the analysis of a finished game. It is shared by all users; further requests return its progress.
#[utoipa::path(post, path = "/api/game/{id}/analysis", tag = "analysis", params(GameId),
    responses((status = 202, body = AnalysisView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn start(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(GameId { id }): Path<GameId>,
) -> Result<(StatusCode, Json<AnalysisView>), Problem> {
    app.limits.expensive_by(&current.user.id)?;
    let analysis = app.analyses.start(&id, &current.user.id).await?;
    Ok((StatusCode::ACCEPTED, Json(AnalysisView::clone(&analysis))))
}

/// The analysis of a game, possibly in progress.
#[utoipa::path(get, path = "/api/game/{id}/analysis", tag = "analysis", params(GameId),
    responses((status = 200, body = AnalysisView), ReadErrors))]
async fn get(
    State(app): State<AppState>,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<AnalysisView>, Problem> {
    let analysis = app.analyses.get(&id).await?.ok_or_else(Problem::not_found)?;
    Ok(Json(AnalysisView::clone(&analysis)))
}

/// The lines of an analysis: first the moves analysed so far, then one line per move, from the last to the first.
struct AnalysisLines {
    progress: Option<watch::Receiver<Arc<AnalysisView>>>,
    sent: usize,
}

impl AnalysisLines {
    /// The lines that have not been sent.
    fn lines(&mut self, view: &AnalysisView) -> Vec<String> {
        let unsent = view.moves.len().saturating_sub(self.sent);
        let mut lines: Vec<String> = view.moves[..unsent]
            .iter()
            .rev()
            .map(|analysed| AnalysisLine::Move { analysed: analysed.clone() }.json())
            .collect();
        // An analysis starts again if its worker or its node fails.
        self.sent = self.sent.max(view.moves.len());
        if view.is_done {
            lines.push(AnalysisLine::Done { analysis: view.clone() }.json());
            self.progress = None;
        }
        lines
    }
}

impl Lines for AnalysisLines {
    type Item = Arc<AnalysisView>;

    async fn wait(&mut self) -> Option<Arc<AnalysisView>> {
        let progress = self.progress.as_mut()?;
        // Ends early if the server stops; the client requests it again.
        progress.changed().await.ok()?;
        Some(Arc::clone(&progress.borrow_and_update()))
    }

    async fn write(&mut self, view: Arc<AnalysisView>) -> Vec<String> {
        self.lines(&view)
    }
}

/// The analysis of a game as a stream, one JSON object per line: `{"type": "move", …}` for each move, from the last to
/// the first, then `{"type": "done", "analysis": …}` with the whole analysis.
#[utoipa::path(get, path = "/api/game/{id}/analysis/stream", tag = "analysis", params(GameId),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), ReadErrors))]
async fn stream(
    State(app): State<AppState>,
    client: Client,
    Path(GameId { id }): Path<GameId>,
) -> Result<Response, Problem> {
    let permit = permit(&app, None, client)?;
    let mut progress = app.analyses.follow(&id).await?.ok_or_else(Problem::not_found)?;
    let view = Arc::clone(&progress.borrow_and_update());
    let mut lines_to_send = AnalysisLines { progress: Some(progress), sent: 0 };
    let first = lines_to_send.lines(&view);
    Ok(ndjson(&app, None, permit, first, lines_to_send))
}

impl From<AnalysisError> for Problem {
    fn from(error: AnalysisError) -> Problem {
        let not_finished = Text {
            en: "only finished games with at least one move can be analysed",
            fr: "seules les parties finies d’au moins un coup peuvent être analysées",
        };
        match error {
            AnalysisError::NoGame => Problem::not_found(),
            AnalysisError::NotFinished => Problem::new(StatusCode::CONFLICT, "not-finished", not_finished),
            AnalysisError::TooMany => Problem::rate_limited(10),
            AnalysisError::Busy => Busy.into(),
            AnalysisError::Store(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AnalysisLines, AnalysisView};
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
        let mut lines = AnalysisLines { progress: None, sent: 0 };
        let sent: Vec<usize> = [2, 0, 1, 3].map(|moves| lines.lines(&view(moves)).len()).to_vec();
        assert_eq!(sent, [2, 0, 0, 1]);
    }
}
