//! Errors of malformed files: line, column and message, in both languages.

use mekong_core::{Explain, Lang};
use mekong_record::{
    Format, Games, Record, RecordError, RecordErrorKind, read_json, read_pgn, read_pgn_bytes, read_records,
};

#[track_caller]
fn says(error: &RecordError, location: (usize, usize), en: &str, fr: &str) {
    let (line, column) = location;
    assert_eq!(error.explain(Lang::En), format!("line {line}, column {column}: {en}"));
    assert_eq!(error.explain(Lang::Fr), format!("ligne {line}, colonne {column} : {fr}"));
    assert_eq!(error.to_string(), error.explain(Lang::En));
    assert_eq!((error.location().line, error.location().column), location);
}

#[test]
fn malformed_moves_comments_and_variations_are_rejected() {
    let never_closed = ("unclosed comment", "commentaire non fermé");
    let open = ("unclosed variation", "ligne secondaire non fermée");
    let no_result = (
        "the game stops here without a result (1-0, 0-1, 1/2-1/2 or *)",
        "la partie s’arrête ici sans résultat (1-0, 0-1, 1/2-1/2 ou *)",
    );
    let no_dot = (
        "12 is not a move, and a move number is followed by a dot",
        "12 n’est pas un coup, et un numéro de coup est suivi d’un point",
    );
    for (text, location, (en, fr)) in [
        ("1. a {b\nc", (1, 6), never_closed),
        ("\u{feff}{é", (1, 1), never_closed),
        ("1. é *", (1, 4), ("\"é\" is not expected here", "« é » n’est pas attendu ici")),
        ("1. a\r\n\tb <c> *", (2, 4), ("\"<\" is not expected here", "« < » n’est pas attendu ici")),
        ("1. a [b] *", (1, 6), ("\"[\" is not expected here", "« [ » n’est pas attendu ici")),
        ("1. a ] *", (1, 6), ("\"]\" is not expected here", "« ] » n’est pas attendu ici")),
        ("a. b *", (1, 2), ("\".\" is not expected here", "« . » n’est pas attendu ici")),
        (" % *", (1, 2), ("\"%\" is not expected here", "« % » n’est pas attendu ici")),
        ("1. a } *", (1, 6), ("unmatched closing brace", "accolade fermante en trop")),
        ("1. a ( b", (1, 6), open),
        ("1. a (b (c) d\n\n[Event \"x\"]\n*", (1, 6), open),
        ("1. a ) *", (1, 6), ("unmatched closing parenthesis", "parenthèse fermante en trop")),
        (
            "1. a (b\n(c 1-0",
            (2, 4),
            (
                "this result is inside a variation that is still open (since line 2, column 1)",
                "ce résultat est dans une ligne secondaire encore ouverte (depuis la ligne 2, colonne 1)",
            ),
        ),
        (
            "1. (a) b *",
            (1, 4),
            (
                "a variation must follow the move it replaces, and there is no move yet",
                "une ligne secondaire doit suivre le coup qu’elle remplace, et il n’y a pas encore de coup",
            ),
        ),
        (
            "1. a ($3 b) *",
            (1, 7),
            (
                "an annotation must follow a move, and there is no move yet",
                "une annotation doit suivre un coup, et il n’y a pas encore de coup",
            ),
        ),
        ("a $256 *", (1, 3), ("unknown annotation $256", "annotation inconnue $256")),
        ("a $ *", (1, 3), ("unknown annotation $", "annotation inconnue $")),
        ("a!?! *", (1, 2), ("unknown annotation !?!", "annotation inconnue !?!")),
        ("12 a *", (1, 1), no_dot),
        ("1. a 12 . b *", (1, 6), no_dot),
        (
            "4294967296. a *",
            (1, 1),
            ("the move number 4294967296 is too large", "le numéro de coup 4294967296 est trop grand"),
        ),
        ("1. a b", (1, 7), no_result),
        ("{only words}", (1, 13), no_result),
        ("[Event \"x\"]\n", (2, 1), no_result),
        ("1. a b\n[Event \"x\"]\n*", (2, 1), no_result),
        ("1. a b [Event \"x\"] *", (1, 8), no_result),
        ("[Event \"x\"]\n\n[Event \"y\"]\n\n*", (3, 1), no_result),
    ] {
        says(&read_pgn(text).unwrap_err(), location, en, fr);
    }
}

#[test]
fn malformed_tags_are_rejected() {
    let unclosed = (
        "the value of this tag has no closing quotation mark on its line",
        "la valeur de cette étiquette n’a pas de guillemet fermant sur sa ligne",
    );
    let name = ("the name of the tag is missing", "il manque le nom de l’étiquette");
    let value = (
        "missing tag value: expected a string in double quotes",
        "valeur d’étiquette manquante : il faut une chaîne entre guillemets droits",
    );
    let bracket = ("a ] is missing here to close the tag", "il manque ici un ] pour fermer l’étiquette");
    for (text, location, (en, fr)) in [
        ("[Event \"x]\n*", (1, 8), unclosed),
        ("[Event \"x\\\"]", (1, 8), unclosed),
        ("[", (1, 2), name),
        ("[ ]", (1, 3), name),
        ("[\"x\"]", (1, 2), name),
        ("[Event]\n*", (1, 7), value),
        ("[Event x]\n*", (1, 8), value),
        ("[Event \"x\"\n[Site \"y\"]\n*", (2, 1), bracket),
        ("[Event \"the \"big\" one\"]\n*", (1, 14), bracket),
        (
            "[A \"x\"]\n[Ré-sult \"x\"]\n*",
            (2, 2),
            (
                "\"Ré-sult\" is not a tag name: only plain letters, digits and underscores are allowed",
                "« Ré-sult » n’est pas un nom d’étiquette : seuls les lettres sans accent, les chiffres et _ sont permis",
            ),
        ),
        (
            "[A \"x\"]\n[B \"y\"]\n[A \"x\"]\n*",
            (3, 2),
            ("the tag A is given twice", "l’étiquette A est donnée deux fois"),
        ),
        (
            "[Result \"1:0\"]\n*",
            (1, 10),
            (
                "the Result tag must be 1-0, 0-1, 1/2-1/2 or *, not \"1:0\"",
                "l’étiquette Result doit être 1-0, 0-1, 1/2-1/2 ou *, et non « 1:0 »",
            ),
        ),
        (
            "[Result \"1-0\"]\n\n1. a\n  1/2-1/2",
            (4, 3),
            (
                "the game ends with 1/2-1/2, but its Result tag says 1-0",
                "la partie se termine par 1/2-1/2, mais son étiquette Result dit 1-0",
            ),
        ),
    ] {
        says(&read_pgn(text).unwrap_err(), location, en, fr);
    }
}

#[test]
fn invalid_utf8_is_rejected_with_location() {
    let error = read_pgn_bytes(b"[Event \"x\"]\n\n1. \xc3\xa9\xff").unwrap_err();
    says(&error, (3, 5), "this byte is not UTF-8 text", "cet octet n’est pas du texte UTF-8");
    assert_eq!(read_pgn_bytes("\u{feff}*".as_bytes()).unwrap().len(), 1);
}

#[test]
fn single_game_reader_rejects_none_and_several() {
    let none = " % \n".parse::<Record>();
    says(&none.unwrap_err(), (1, 2), "\"%\" is not expected here", "« % » n’est pas attendu ici");
    let none = "% \n".parse::<Record>();
    says(&none.unwrap_err(), (1, 1), "there is no game here", "il n’y a pas de partie ici");
    let two = "1. a *\n\n 1. b *".parse::<Record>();
    says(
        &two.unwrap_err(),
        (3, 2),
        "expected one game, found another",
        "une seule partie était attendue, une autre suit",
    );
}

#[test]
fn invalid_game_does_not_hide_the_following() {
    let file = "\
[N \"1\"]

1. a {[%clk 0:00:01]
[%clk wrapped by others]} ) b (c *

[N \"2\"]
[É \"bad\"]
[Result \"*\"]

1. a *

[N \"3\"]

1. a 1-0
0-1
[N \"4\"]

[N \"5\"]

1. a (b
[N \"6\"]

1. never {closed *

[N \"7\"]

1. a *
";
    let games: Vec<String> = Games::new(file)
        .map(|game| match game {
            Ok(record) => format!("{:?}", record.tag("N")),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(
        games,
        [
            "line 4, column 27: unmatched closing parenthesis",
            "line 7, column 2: \"É\" is not a tag name: only plain letters, digits and underscores are allowed",
            "Some(\"3\")",
            "None",
            "line 18, column 1: the game stops here without a result (1-0, 0-1, 1/2-1/2 or *)",
            "line 20, column 6: unclosed variation",
            "line 23, column 10: unclosed comment",
            "Some(\"7\")",
        ]
    );
    assert_eq!(read_pgn(file).unwrap_err().line, 4);
}

#[test]
fn malformed_json_is_rejected() {
    let value =
        |field: &str| (format!("invalid value for {field:?}"), format!("valeur invalide pour « {field} »"));
    let plain = |en: &str, fr: &str| (en.to_owned(), fr.to_owned());
    for (text, location, (en, fr)) in [
        (
            "{\"moves\":[\n  {\"move\":\"é\", \"move\":1}]}",
            (2, 21),
            plain(
                "this is not the JSON of a record: the field move is given twice",
                "ce n’est pas le JSON d’une partie : le champ move est donné deux fois",
            ),
        ),
        (
            "{\"moves\":[{\"move\":\"é\"}]}",
            (1, 19),
            plain("\"é\" cannot be written as a move", "« é » ne peut pas s’écrire comme un coup"),
        ),
        ("{\"moves\":[\n{\"move\":3}]}", (2, 9), value("move")),
        ("{\"moves\":[],\"result\":\"won\"}", (1, 22), value("result")),
        ("{\"tags\":{\"A\":1},\"moves\":[]}", (1, 14), value("tags")),
        ("{\"comments\":[{\"clock\": -1}],\"moves\":[]}", (1, 24), value("clock")),
        ("{\"comments\":[{\"clock\":1e300}],\"moves\":[]}", (1, 23), value("clock")),
        ("{\"comments\":[{\"eval\":{\"value\":1,\"in\":2}}],\"moves\":[]}", (1, 22), value("eval")),
        ("{\"comments\":[{\"eval\":{\"winner\":\"x\",\"in\":2}}],\"moves\":[]}", (1, 22), value("eval")),
        (
            "{\"tags\":{\"A b\": \"\"},\"moves\":[]}",
            (1, 17),
            plain(
                "\"A b\" is not a tag name: only plain letters, digits and underscores are allowed",
                "« A b » n’est pas un nom d’étiquette : seuls les lettres sans accent, les chiffres et _ sont permis",
            ),
        ),
        (
            "{\"tags\":{\"A\":\"\",\"A\":\"\"},\"moves\":[]}",
            (1, 21),
            plain("the tag A is given twice", "l’étiquette A est donnée deux fois"),
        ),
        (
            "{\"tags\":{\"Result\":\"*\"},\"moves\":[],\n\"result\":\"1-0\"}",
            (2, 10),
            plain(
                "the game ends with 1-0, but its Result tag says *",
                "la partie se termine par 1-0, mais son étiquette Result dit *",
            ),
        ),
        (
            "{\"moves\":[]",
            (1, 11),
            plain(
                "this is not JSON: the text ends in the middle of an object",
                "ce n’est pas du JSON : le texte s’arrête au milieu d’un objet",
            ),
        ),
        (
            "",
            (1, 1),
            plain(
                "this is not JSON: the text ends where a value should be",
                "ce n’est pas du JSON : le texte s’arrête là où il faut une valeur",
            ),
        ),
        (
            "{\"moves\":[]}\n x",
            (2, 2),
            plain(
                "this is not JSON: there are characters after the end of the JSON",
                "ce n’est pas du JSON : il y a des caractères après la fin du JSON",
            ),
        ),
        (
            "{\"tags\":{}}",
            (1, 11),
            plain(
                "this is not the JSON of a record: the field moves is missing",
                "ce n’est pas le JSON d’une partie : il manque le champ moves",
            ),
        ),
        (
            "{\"move\":[]}",
            (1, 7),
            plain(
                "this is not the JSON of a record: unknown field move (fields: tags, first, comments, moves, result)",
                "ce n’est pas le JSON d’une partie : champ inconnu move (champs : tags, first, comments, moves, result)",
            ),
        ),
        (
            "{\"moves\":\"a b\"}",
            (1, 14),
            plain(
                "this is not the JSON of a record: an array should be here",
                "ce n’est pas le JSON d’une partie : il faut ici un tableau",
            ),
        ),
        (
            "{\"moves\":[{\"move\":\"a\",\"nags\":[256]}]}",
            (1, 33),
            plain(
                "this is not the JSON of a record: a whole number from 0 to 255 should be here",
                "ce n’est pas le JSON d’une partie : il faut ici un nombre entier de 0 à 255",
            ),
        ),
    ] {
        says(&read_json(text).unwrap_err(), location, &en, &fr);
    }
}

/// A record with every field.
const WHOLE: &str = "{\"tags\": {\"Event\": \"Hué\\n\", \"Result\": \"*\"}, \"first\": {\"number\": 1, \"second\": false},\n\
    \"comments\": [{\"text\": \"quiet\", \"clock\": 59.5, \"eval\": {\"winner\": \"p1\", \"in\": 12}}],\n\
    \"moves\": [{\"move\": \"1-2x2\", \"nags\": [1], \"variations\": [{\"moves\": [{\"move\": \"pr\"}]}]}], \"result\": \"*\"}\n";

/// Checks that the text is rejected with a location, and that the French message is translated completely.
fn assert_translated(text: &str) {
    let Err(error) = read_records(text.as_bytes(), Some(Format::Json)) else { return };
    let lines: Vec<&str> = text.split('\n').collect();
    assert!((1..=lines.len()).contains(&error.line), "{text:?}: {error}");
    assert!(error.column <= lines[error.line - 1].chars().count() + 1, "{text:?}: {error}");
    let french = error.explain(Lang::Fr);
    assert!(french.starts_with("ligne "), "{french}");
    for english in ["EOF", "expected", "invalid ", "missing", "found", "must", "character", "comment is"] {
        assert!(!french.contains(english), "{text:?}: {french}");
    }
    assert!(!french.ends_with(": ") && !error.to_string().ends_with(": "), "{text:?}: {french}");
    assert_ne!(error.to_string(), french);
}

#[test]
fn truncated_json_is_reported_as_json() {
    assert!(read_json(WHOLE).is_ok());
    for (end, _) in WHOLE.char_indices().skip(1).take_while(|(end, _)| *end < WHOLE.len() - 1) {
        for text in [&WHOLE[..end], &format!("[{}", &WHOLE[..end])] {
            let error = read_records(text.as_bytes(), None).unwrap_err();
            assert!(matches!(error.kind, RecordErrorKind::JsonSyntax { .. }), "{text:?}: {error}");
            assert_translated(text);
        }
    }
}

#[test]
fn json_errors_are_translated() {
    for (at, ch) in WHOLE.char_indices() {
        let (before, after) = (&WHOLE[..at], &WHOLE[at + ch.len_utf8()..]);
        assert_translated(&format!("{before}{after}"));
        for wrong in [
            "x", "é", "\"", "\\", "\\x", "\\ud800", "\\u00", "\u{1}", "[", "}", ",", ":", "-", "9e999",
            "null", "1.5",
        ] {
            assert_translated(&format!("{before}{wrong}{ch}{after}"));
            assert_translated(&format!("{before}{wrong}{after}"));
        }
    }
}

#[test]
fn empty_json_fields_may_be_omitted() {
    let text = "\u{feff} {\"tags\":{\"Result\":\"0-1\"},\"moves\":[{\"move\":\"a\",\"comments\":[{\"clock\":null}]}]}";
    let record = &read_json(text).unwrap()[0];
    assert_eq!(record.to_pgn(), "[Result \"0-1\"]\n\n1. a { } 0-1\n");
    assert!(serde_json::from_str::<Record>("[]").is_err());
    assert!(matches!(
        read_json("{\"moves\":[],\"extra\":1}").unwrap_err().kind,
        RecordErrorKind::JsonShape { .. }
    ));
}
