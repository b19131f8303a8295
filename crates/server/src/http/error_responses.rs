//! Error responses that most operations share, for the OpenAPI document. Those of all operations are in `document`.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{ContentBuilder, RefOr, Response, ResponseBuilder, schema::Ref},
};

use super::ProblemBody;

/// Error responses of operations that only read.
pub(super) struct ReadErrors;

/// Error responses of operations that change something.
pub(super) struct WriteErrors;

const READ: &[(&str, &str)] = &[("400", "Invalid request"), ("403", "Not allowed"), ("404", "Not found")];

const WRITE: &[(&str, &str)] =
    &[("409", "Conflicts with the current state"), ("422", "Refused, for example by the rules of the game")];

fn responses(lists: &[&[(&str, &str)]]) -> BTreeMap<String, RefOr<Response>> {
    let all = lists.iter().flat_map(|list| list.iter());
    all.map(|(status, about)| ((*status).to_owned(), RefOr::T(problem_response(about)))).collect()
}

/// A response with a problem as its body.
pub(super) fn problem_response(about: &str) -> Response {
    let schema = Ref::from_schema_name(ProblemBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(about).content("application/problem+json", content).build()
}

impl IntoResponses for ReadErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(&[READ])
    }
}

impl IntoResponses for WriteErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(&[READ, WRITE])
    }
}
