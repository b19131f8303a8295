//! Schemas of bodies and parameters in words.

use std::fmt::Write as _;

use mekong_core::{Lang, say};
use serde_json::Value;

use super::escaped;

/// A short description of a schema; named schemas are links.
pub(super) fn kind_of(schema: &Value, lang: Lang) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            return joined(choices, lang);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(|part| kind_of(part, lang)).collect::<Vec<_>>().join(" + ");
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> =
            values.iter().map(|value| format!("<code>{}</code>", escaped(&value.to_string()))).collect();
        return values.join(", ");
    }
    if let Some(kinds) = schema["type"].as_array() {
        let one = |kind: &Value| {
            let mut schema = schema.clone();
            schema["type"] = kind.clone();
            schema
        };
        return joined(&kinds.iter().map(one).collect::<Vec<_>>(), lang);
    }
    plain(schema, lang)
}

fn joined(choices: &[Value], lang: Lang) -> String {
    let or = say!(lang, " or ", " ou ");
    choices.iter().map(|choice| kind_of(choice, lang)).collect::<Vec<_>>().join(&or)
}

fn plain(schema: &Value, lang: Lang) -> String {
    let kind = match schema["type"].as_str() {
        Some("array") => {
            let of = kind_of(&schema["items"], lang);
            say!(lang, "list of {of}", "liste de {of}")
        }
        Some("object") if schema["properties"].is_object() => fields(schema, lang),
        Some("string") => say!(lang, "text", "texte"),
        Some("integer") => say!(lang, "integer", "entier"),
        Some("number") => say!(lang, "number", "nombre"),
        Some("boolean") => say!(lang, "true or false", "vrai ou faux"),
        Some("null") => say!(lang, "nothing (null)", "rien (null)"),
        _ => say!(lang, "an object", "un objet"),
    };
    let bounds = bounds(schema, lang);
    if bounds.is_empty() { kind } else { format!("{kind}, {bounds}") }
}

/// Limits of length, count and value.
fn bounds(schema: &Value, lang: Lang) -> String {
    let mut all = Vec::new();
    for (min, max, what) in [
        ("minimum", "maximum", String::new()),
        ("minLength", "maxLength", say!(lang, " characters", " caractères")),
        ("minItems", "maxItems", say!(lang, " entries", " éléments")),
    ] {
        match (schema[min].as_i64(), schema[max].as_i64()) {
            (Some(min), Some(max)) if min == max => all.push(format!("{min}{what}")),
            (Some(min), Some(max)) => {
                all.push(say!(lang, "{min} to {max}{what}", "{min} à {max}{what}"));
            }
            (Some(min), None) => all.push(say!(lang, "at least {min}{what}", "au moins {min}{what}")),
            (None, Some(max)) => all.push(say!(lang, "at most {max}{what}", "au plus {max}{what}")),
            (None, None) => {}
        }
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        all.push(format!("<code>{}</code>", escaped(pattern)));
    }
    all.join(", ")
}

/// The properties of an object as a table.
fn fields(schema: &Value, lang: Lang) -> String {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let mut html = "<table>\n".to_owned();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|one| one == name);
        let optional = if is_required { String::new() } else { say!(lang, " (optional)", " (facultatif)") };
        let words = escaped(field["description"].as_str().unwrap_or(""));
        // Writing to a `String` does not fail.
        let _ = writeln!(
            html,
            "<tr><td><code>{name}</code>{optional}</td><td>{}</td><td>{words}</td></tr>",
            kind_of(field, lang)
        );
    }
    html + "</table>\n"
}

/// A schema with its description and variants.
pub(super) fn described(schema: &Value, lang: Lang) -> String {
    let mut html = String::new();
    if let Some(words) = schema["description"].as_str() {
        let _ = writeln!(html, "<p>{}</p>", escaped(words));
    }
    let choices = ["oneOf", "anyOf", "allOf"].into_iter().find_map(|key| schema[key].as_array());
    match choices {
        Some(choices) => {
            html.push_str("<ul>\n");
            for choice in choices {
                let words = escaped(choice["description"].as_str().unwrap_or(""));
                let _ = writeln!(html, "<li>{words} {}</li>", kind_of(choice, lang));
            }
            html.push_str("</ul>\n");
        }
        None => {
            let _ = writeln!(html, "<div>{}</div>", kind_of(schema, lang));
        }
    }
    html
}
