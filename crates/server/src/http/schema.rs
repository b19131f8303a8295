//! Completes the component schemas of the OpenAPI document. `schema.json`, from which the pages generate their types, is a
//! copy of the shapes in it; a test keeps the copy current.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::{
    Modify,
    openapi::{
        OpenApi, RefOr, Schema,
        schema::{SchemaType, Type},
    },
};

const PREFIX: &str = "#/components/schemas/";

/// Messages of clients on sockets, which are not the body of an operation.
const CLIENT_MESSAGES: &[&str] = &["ClientFrame"];

/// Marks the nullable properties of answers as required: the server writes `null` and does not leave them out. A property
/// that it does leave out is not nullable. In requests, clients may leave out what may be `null`.
pub(super) struct RequireNullable;

impl Modify for RequireNullable {
    fn modify(&self, document: &mut OpenApi) {
        let requests = request_schemas(&serde_json::to_value(&*document).unwrap_or_default());
        let Some(components) = &mut document.components else { return };
        for (name, schema) in &mut components.schemas {
            if !requests.contains(name) {
                require_nullable(schema);
            }
        }
    }
}

/// Names the schema of milliseconds: `Millis` is an alias of `i64`, whose name the document would have.
pub(super) struct NameMillis;

impl Modify for NameMillis {
    fn modify(&self, document: &mut OpenApi) {
        let reference = |name: &str| format!("\"{PREFIX}{name}\"");
        let text = serde_json::to_string(document).unwrap_or_default();
        let text = text.replace(&reference("i64"), &reference("Millis"));
        let Ok(mut named) = serde_json::from_str::<OpenApi>(&text) else { return };
        if let Some(components) = &mut named.components
            && let Some(schema) = components.schemas.remove("i64")
        {
            components.schemas.insert("Millis".to_owned(), schema);
            *document = named;
        }
    }
}

fn require_nullable(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            for (name, property) in &mut object.properties {
                if is_nullable(property) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
            }
        }
        Schema::OneOf(schema) => schema.items.iter_mut().for_each(require_nullable),
        Schema::AllOf(schema) => schema.items.iter_mut().for_each(require_nullable),
        Schema::AnyOf(schema) => schema.items.iter_mut().for_each(require_nullable),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let is_null = |schema: &SchemaType| match schema {
        SchemaType::Type(one) => *one == Type::Null,
        SchemaType::Array(types) => types.contains(&Type::Null),
        SchemaType::AnyValue => true,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(schema)) => schema.items.iter().any(is_nullable),
        _ => false,
    }
}

/// The names of the component schemas that a request can contain.
fn request_schemas(document: &Value) -> BTreeSet<String> {
    let schemas = &document["components"]["schemas"];
    let mut found = BTreeSet::new();
    let mut pending: Vec<String> = CLIENT_MESSAGES.iter().map(|&name| name.to_owned()).collect();
    let paths = document["paths"].as_object().into_iter().flat_map(serde_json::Map::values);
    for operation in paths.filter_map(Value::as_object).flat_map(serde_json::Map::values) {
        collect_refs(&operation["requestBody"], &mut pending);
    }
    while let Some(name) = pending.pop() {
        if !found.contains(&name) {
            collect_refs(&schemas[&name], &mut pending);
            found.insert(name);
        }
    }
    found
}

fn collect_refs(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            into.extend(
                object
                    .get("$ref")
                    .and_then(Value::as_str)
                    .and_then(|name| name.strip_prefix(PREFIX))
                    .map(str::to_owned),
            );
            object.values().for_each(|value| collect_refs(value, into));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_refs(value, into)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::{Value, json};
    use utoipa::Modify as _;

    use super::NameMillis;

    /// The shapes of requests and answers, without prose, limits and refusals.
    fn shapes() -> String {
        let document = serde_json::to_value(super::super::openapi()).expect("the document is JSON");
        let mut shapes = json!({
            "openapi": document["openapi"],
            "info": { "title": document["info"]["title"], "version": "" },
            "paths": document["paths"],
            "components": { "schemas": document["components"]["schemas"] },
        });
        let operations = shapes["paths"].as_object_mut().expect("an object of paths").values_mut();
        for operation in
            operations.flat_map(|path| path.as_object_mut().expect("an object of operations").values_mut())
        {
            let operation = operation.as_object_mut().expect("an operation is an object");
            operation.retain(|name, _| {
                ["operationId", "parameters", "requestBody", "responses"].contains(&&**name)
            });
            let responses = operation["responses"].as_object_mut().expect("an object of responses");
            responses.retain(|status, _| status.starts_with('2'));
        }
        keep_shapes(&mut shapes);
        format!("{shapes:#}\n")
    }

    /// Removes what does not show in a type. Property names are keys of a `properties` object and stay.
    fn keep_shapes(value: &mut Value) {
        const DROPPED: &[&str] = &[
            "default",
            "description",
            "example",
            "examples",
            "format",
            "maximum",
            "maxItems",
            "maxLength",
            "minimum",
            "minItems",
            "minLength",
            "pattern",
            "style",
            "explode",
        ];
        match value {
            Value::Object(object) => {
                object.retain(|name, _| !DROPPED.contains(&name.as_str()));
                for (name, value) in object {
                    match value {
                        Value::Object(properties) if name == "properties" => {
                            properties.values_mut().for_each(keep_shapes);
                        }
                        value => keep_shapes(value),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(keep_shapes),
            _ => {}
        }
    }

    #[test]
    fn schema_file_matches_the_document() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
        let shapes = shapes();
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            fs::write(&path, &shapes).expect("the file can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == shapes,
            "crates/server/schema.json differs from the server's OpenAPI document: run `make schema` and commit the file"
        );
    }

    #[test]
    fn milliseconds_get_a_name_and_nothing_else_changes() {
        let (_, mut document) = super::super::routes().split_for_parts();
        let before = serde_json::to_string(&document).expect("the document is JSON");
        assert!(before.contains("\"i64\":{"), "`Millis` is no alias of `i64` any more");
        let expected =
            before.replace("schemas/i64\"", "schemas/Millis\"").replace("\"i64\":{", "\"Millis\":{");
        NameMillis.modify(&mut document);
        let expected: Value = serde_json::from_str(&expected).expect("the document is JSON");
        assert!(serde_json::to_value(&document).expect("the document is JSON") == expected);
    }

    #[test]
    fn nullable_properties_of_answers_are_required() {
        let document = serde_json::to_value(super::super::openapi()).expect("the document is JSON");
        let required = |name: &str| document["components"]["schemas"][name]["required"].clone();
        assert!(required("DealView").as_array().expect("an array").contains(&json!("seed")));
        // In a request, the same is optional.
        assert_eq!(required("HintBody"), Value::Null);
    }
}
