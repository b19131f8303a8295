use mekong_catalog::{GameSession, OpenError};
use mekong_core::{Explain as _, Lang, say};
use serde_json::{Map, Value, json};

use crate::{games, position, puzzles, records, search};

/// A parsed request.
pub(crate) struct Request {
    pub(crate) fields: Map<String, Value>,
    pub(crate) lang: Lang,
}

/// Why a request cannot be answered, in the language of the request.
pub(crate) struct RequestError(pub(crate) String);

pub(crate) type Response = Result<Value, RequestError>;

impl Request {
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// A non-negative integer; `None` if the field is missing.
    pub(crate) fn number(&self, field: &str) -> Result<Option<u64>, RequestError> {
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| {
                RequestError(say!(
                    self.lang,
                    "{field}: this must be a whole number from 0",
                    "{field} : il faut un nombre entier à partir de 0",
                ))
            }),
        }
    }

    /// The session that the request describes, and the seed of its deal.
    pub(crate) fn session(&self) -> Result<(GameSession, Option<u64>), RequestError> {
        self.open()?.map_err(|error| RequestError(error.explain(self.lang)))
    }

    /// The same, or why the rules refuse it.
    pub(crate) fn open(&self) -> Result<Result<(GameSession, Option<u64>), OpenError>, RequestError> {
        let text = Value::Object(self.fields.clone()).to_string();
        let request = mekong_catalog::PositionRequest::from_json(text.as_bytes());
        let request = request.map_err(|error| RequestError(error.explain(self.lang)))?;
        Ok(request.open(|| 1))
    }

    /// Rejects unknown fields, which would otherwise be ignored silently.
    fn check_fields(&self, known: &[&str]) -> Result<(), RequestError> {
        let is_known =
            |name: &&String| ["do", "lang"].contains(&name.as_str()) || known.contains(&name.as_str());
        match self.fields.keys().find(|name| !is_known(name)) {
            Some(name) => {
                Err(RequestError(say!(self.lang, "{name}: unknown field", "{name} : champ inconnu",)))
            }
            None => Ok(()),
        }
    }
}

/// The fields that describe a position, and further ones.
macro_rules! position_and {
    ($($field:literal),*) => { &["game", "variant", "position", "seed", "moves", $($field),*] };
}

/// Handles a request `{"do": …, "lang": "en" or "fr", …}`. Errors, unknown fields included, are returned as
/// `{"error": …}` with a sentence. Searches report intermediate results to `progress`.
///
/// | `do` | fields | response |
/// |---|---|---|
/// | `games` | | the games with authors, seats and variants |
/// | `show` | game, variant, position or seed, moves | the snapshot of `mekong show --json`, how often the position occurred, and what to do now or how the game ended |
/// | `check` | as `show` | the `problems` of an impossible position, one by one; empty if there is none |
/// | `preview` | as `show`, and `move` | marks on the board and a sentence: the effect of the move, or why it is illegal |
/// | `describe` | as `show`, and `move` or a `line` of moves | what the move or each move of the line does, with marks of the move, or of the line and its reply; for a move, also where to look for it |
/// | `ending` | as `show` | marks on the board and a sentence: what decided the game |
/// | `threats` | as `show` | marks on the board and a sentence: immediate wins |
/// | `choose` | as `show`, `level`, `random` | the move of a computer player |
/// | `search` | as `show`, `time` or `nodes` or `depth`, `lines` | principal variations with evaluations, also as progress |
/// | `analyse` | as `search`, without `lines` | the analysis of the whole game with explanations in both languages |
/// | `judge` | as `analyse`, and `move` | the report of one move with explanations, marks of the move and its reply and, if the move is bad, its `consequence` |
/// | `hint` | as `search`, without `lines` | a good move in two stages, and the expected reply, with marks and sentences |
/// | `threat` | as `hint` | what the opponent would play if the player to move did nothing: `move`, `line`, `evaluation`, `marks` and a sentence (`text`); or the `reason` why there is no such position |
/// | `solve` | as `show` | solves the game on the device with progress `done` of `total`, then answers as `probe`; searches and puzzles use the tablebase from then on |
/// | `probe` | as `show` | the exact `value` (`result`, `plies`) of the position and of its `moves`; `null` if the game is not solved |
/// | `certify` | as `show`, `nodes` | the position as a certified `puzzle` of `docs/formats.md`, or why it is none (`refused`: `code`, `text`) |
/// | `refute` | as `show`, `move`, the `goal` of a puzzle, `nodes` | why the move fails: `verdict`, `reply`, `text`, `marks` of the reply |
/// | `practise` | as `show`, `nodes` | the best `move` and what is proven about it: `result`, `plies`, `margin` |
/// | `daily` | `game`, `day` since 1970, `count` of puzzles | the `index` of the puzzle of the day in the list |
/// | `write` | as `show`, or a `record` as JSON | the game as PGN |
/// | `read` | `pgn`, which may also be JSON | the first game of a file: game, variant, position, moves, and its `record` as JSON |
pub fn handle_request(request: &str, progress: &mut dyn FnMut(&str)) -> String {
    let response = match serde_json::from_str::<Value>(request) {
        Ok(Value::Object(fields)) => {
            let lang =
                if fields.get("lang").and_then(Value::as_str) == Some("fr") { Lang::Fr } else { Lang::En };
            dispatch(&Request { fields, lang }, progress)
        }
        Ok(_) => Err(RequestError("a request is a JSON object".to_owned())),
        Err(error) => Err(RequestError(error.to_string())),
    };
    match response {
        Ok(value) => value.to_string(),
        Err(RequestError(message)) => json!({ "error": message }).to_string(),
    }
}

fn dispatch(request: &Request, progress: &mut dyn FnMut(&str)) -> Response {
    type Handler = fn(&Request, &mut dyn FnMut(&str)) -> Response;
    let (known, handler): (&[&str], Handler) = match request.text("do") {
        Some("games") => (&[], |request, _| Ok(games::list(request.lang))),
        Some("show") => (position_and![], |request, _| position::show(request)),
        Some("check") => (position_and![], |request, _| position::check(request)),
        Some("preview") => (position_and!["move"], |request, _| position::preview(request)),
        Some("describe") => (position_and!["move", "line"], |request, _| position::describe(request)),
        Some("ending") => (position_and![], |request, _| position::ending(request)),
        Some("threats") => (position_and![], |request, _| position::threats(request)),
        Some("choose") => (position_and!["level", "random"], |request, _| search::choose(request)),
        Some("search") => (position_and!["time", "nodes", "depth", "lines"], search::search),
        Some("analyse") => (position_and!["time", "nodes", "depth"], search::analyse),
        Some("judge") => {
            (position_and!["move", "time", "nodes", "depth"], |request, _| search::judge(request))
        }
        Some("hint") => (position_and!["time", "nodes", "depth"], |request, _| search::hint(request)),
        Some("threat") => (position_and!["time", "nodes", "depth"], |request, _| search::threat(request)),
        Some("solve") => (position_and![], search::solve),
        Some("probe") => (position_and![], |request, _| search::probe(request)),
        Some("certify") => (position_and!["nodes"], |request, _| puzzles::certify(request)),
        Some("refute") => (position_and!["move", "goal", "nodes"], |request, _| puzzles::refute(request)),
        Some("practise") => (position_and!["nodes"], |request, _| puzzles::practise(request)),
        Some("daily") => (&["game", "day", "count"], |request, _| puzzles::daily(request)),
        Some("write") => (position_and!["record"], |request, _| records::write(request)),
        Some("read") => (&["pgn"], |request, _| records::read(request)),
        _ => return Err(RequestError(say!(request.lang, "unknown request", "requête inconnue"))),
    };
    request.check_fields(known)?;
    handler(request, progress)
}
