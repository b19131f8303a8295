//! Translations of serde_json's error messages, which are in English only.

use mekong_core::{Explain as _, Lang, Text, say, visible};

/// Translations of the syntax errors of serde_json.
const SYNTAX: [(&str, Text); 17] = [
    (
        "EOF while parsing a list",
        Text {
            en: "the text ends in the middle of an array",
            fr: "le texte s’arrête au milieu d’un tableau",
        },
    ),
    (
        "EOF while parsing an object",
        Text {
            en: "the text ends in the middle of an object", fr: "le texte s’arrête au milieu d’un objet"
        },
    ),
    ("EOF while parsing a string", Text { en: "unclosed string", fr: "chaîne de caractères non fermée" }),
    (
        "EOF while parsing a value",
        Text {
            en: "the text ends where a value should be",
            fr: "le texte s’arrête là où il faut une valeur",
        },
    ),
    ("expected `:`", Text { en: "a colon is missing here", fr: "il manque ici un deux-points" }),
    (
        "expected `,` or `]`",
        Text { en: "a comma or ] is missing here", fr: "il manque ici une virgule ou ]" },
    ),
    (
        "expected `,` or `}`",
        Text { en: "a comma or } is missing here", fr: "il manque ici une virgule ou }" },
    ),
    (
        "expected ident",
        Text {
            en: "the only words without quotation marks are true, false and null",
            fr: "les seuls mots sans guillemets sont true, false et null",
        },
    ),
    ("expected value", Text { en: "a value should begin here", fr: "une valeur devrait commencer ici" }),
    (
        "key must be a string",
        Text {
            en: "field names must be in double quotes",
            fr: "les noms des champs doivent être entre guillemets droits",
        },
    ),
    (
        "trailing comma",
        Text { en: "a value is missing after this comma", fr: "il manque une valeur après cette virgule" },
    ),
    (
        "trailing characters",
        Text {
            en: "there are characters after the end of the JSON",
            fr: "il y a des caractères après la fin du JSON",
        },
    ),
    ("invalid number", Text { en: "this is not a number", fr: "ce n’est pas un nombre" }),
    ("number out of range", Text { en: "this number is too large", fr: "ce nombre est trop grand" }),
    (
        "control character",
        Text {
            en: "control characters in a string must be escaped (\\n, \\u000a)",
            fr: "les caractères de contrôle d’une chaîne doivent être échappés (\\n, \\u000a)",
        },
    ),
    ("invalid escape", Text { en: "unknown escape sequence", fr: "séquence d’échappement inconnue" }),
    // One of several messages about `\u` escapes.
    (
        "",
        Text {
            en: "this escape sequence is not a character",
            fr: "cette séquence d’échappement n’est pas un caractère",
        },
    ),
];

/// Describes a syntax error.
pub(crate) fn syntax(detail: &str, lang: Lang) -> String {
    let known = SYNTAX.iter().find(|(prefix, _)| detail.starts_with(prefix));
    known.map_or_else(String::new, |(_, text)| text.explain(lang))
}

/// Describes JSON that is not a record.
pub(crate) fn shape(detail: &str, lang: Lang) -> String {
    let quoted = |text: &str| text.split('`').nth(1).map(visible).unwrap_or_default();
    let name = quoted(detail);
    if detail.starts_with("missing field") {
        say!(lang, "the field {name} is missing", "il manque le champ {name}")
    } else if detail.starts_with("duplicate field") {
        say!(lang, "the field {name} is given twice", "le champ {name} est donné deux fois")
    } else if let Some((_, known)) =
        detail.starts_with("unknown field").then(|| detail.rsplit_once(", expected ")).flatten()
    {
        let known = known.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(", ");
        say!(lang, "unknown field {name} (fields: {known})", "champ inconnu {name} (champs : {known})",)
    } else {
        let wanted = wanted(detail.rsplit_once("expected ").map_or("", |(_, wanted)| wanted)).get(lang);
        say!(lang, "{wanted} should be here", "il faut ici {wanted}")
    }
}

/// Describes the expected type.
fn wanted(expected: &str) -> Text {
    match expected {
        "a sequence" => Text { en: "an array", fr: "un tableau" },
        "a string" => Text { en: "a string", fr: "une chaîne de caractères" },
        "a boolean" => Text { en: "true or false", fr: "true ou false" },
        "u8" => Text { en: "a whole number from 0 to 255", fr: "un nombre entier de 0 à 255" },
        "u32" => {
            Text { en: "a whole number from 0 to 4294967295", fr: "un nombre entier de 0 à 4294967295" }
        }
        // A struct, or the tags.
        _ => Text { en: "an object", fr: "un objet" },
    }
}
