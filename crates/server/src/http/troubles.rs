//! What can go wrong at most addresses of games, for the document; what can go wrong anywhere is said elsewhere.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{ContentBuilder, RefOr, Response, ResponseBuilder, schema::Ref},
};

use super::ProblemBody;

/// What can go wrong for somebody who only asks.
pub(super) struct Asking;

/// What can go wrong for somebody who wants to change something.
pub(super) struct Doing;

const ASKING: &[(&str, &str)] =
    &[("400", "The request makes no sense"), ("403", "Not allowed"), ("404", "There is no such thing")];

const DOING: &[(&str, &str)] =
    &[("409", "Not as things stand"), ("422", "Refused; by the rules of the game, for instance")];

fn responses(lists: &[&[(&str, &str)]]) -> BTreeMap<String, RefOr<Response>> {
    let body = Ref::from_schema_name(ProblemBody::name());
    let response = |about: &str| {
        let content = ContentBuilder::new().schema(Some(body.clone())).build();
        ResponseBuilder::new().description(about).content("application/problem+json", content).build()
    };
    let all = lists.iter().flat_map(|list| list.iter());
    all.map(|(status, about)| ((*status).to_owned(), RefOr::T(response(about)))).collect()
}

impl IntoResponses for Asking {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(&[ASKING])
    }
}

impl IntoResponses for Doing {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(&[ASKING, DOING])
    }
}
