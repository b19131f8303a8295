//! What can go wrong at an address, for the description of the interface.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, PartialSchema as _, ToSchema as _,
    openapi::{ContentBuilder, RefOr, Response, ResponseBuilder, schema::Ref},
};

use super::ProblemBody;

/// What can go wrong for somebody who only asks.
pub(super) struct Asking;

/// What can go wrong for somebody who wants to change something.
pub(super) struct Doing;

const ASKING: &[(&str, &str)] = &[
    ("400", "The request makes no sense."),
    ("401", "The token or the session is not known."),
    ("403", "Not allowed."),
    ("404", "There is no such thing."),
    ("429", "Too often; `Retry-After` says when to come again."),
    ("500", "Something is wrong with the server."),
    ("503", "The records or the computer cannot be reached just now."),
];

const DOING: &[(&str, &str)] = &[
    ("408", "The body did not come in time."),
    ("409", "Not in this state."),
    ("413", "The body is too large."),
    ("415", "The body is not JSON."),
    ("422", "What it says is refused."),
    ("507", "There is no room left to keep it."),
];

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
