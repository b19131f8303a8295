//! In French, a ply is a "demi-coup", because a "coup" is a move of both players. Checks every pair of translated texts.

use std::{fs, path::Path};

/// A string literal of a source file: its byte range and contents.
struct Literal {
    begin: usize,
    end: usize,
    text: String,
}

/// The string literals of Rust source code, without those in comments.
fn literals(source: &str) -> Vec<Literal> {
    let bytes = source.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\"'") {
            at += 3;
        } else if let Some(raw) =
            rest.strip_prefix('r').map(|rest| rest.trim_start_matches('#')).filter(|rest| {
                let hashes = source[at..].len() - 1 - rest.len();
                rest.starts_with('"') && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric()) && hashes < 4
            })
        {
            let hashes = rest.len() - 1 - raw.len();
            let close = format!("\"{}", "#".repeat(hashes));
            let text = &raw[1..1 + raw[1..].find(&close).unwrap_or(0)];
            let end = at + 1 + hashes + 1 + text.len() + close.len();
            found.push(Literal { begin: at, end, text: text.to_owned() });
            at = end;
        } else if bytes[at] == b'"' {
            let mut end = at + 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            found.push(Literal { begin: at, end: end + 1, text: source[at + 1..end].to_owned() });
            at = end + 1;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The words of a text, without placeholders.
fn words(sentence: &str) -> Vec<String> {
    let mut text = String::new();
    let mut depth = 0_u32;
    for ch in sentence.chars() {
        match ch {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => text.push(ch),
            _ => {}
        }
    }
    text.split(|ch: char| !ch.is_alphanumeric() && ch != '-').map(str::to_lowercase).collect()
}

/// Pairs of adjacent literals: an English text and its French translation.
fn pairs(source: &str) -> Vec<(String, String)> {
    let literals = literals(source);
    let beside = |one: &Literal, two: &Literal| {
        let between: String = source[one.end..two.begin].split_whitespace().collect();
        between == "," || between == ",fr:" || between == ".into(),"
    };
    let pairs = literals.windows(2).filter(|pair| beside(&pair[0], &pair[1]));
    pairs.map(|pair| (pair[0].text.clone(), pair[1].text.clone())).collect()
}

fn visit(folder: &Path, look: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            look(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn ply_is_translated_as_demi_coup() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut seen, mut wrong) = (0, Vec::new());
    let mut look = |path: &Path, source: &str| {
        // Column names are adjacent literals too.
        if path.components().any(|folder| folder.as_os_str() == "store") {
            return;
        }
        for (en, fr) in pairs(source) {
            let is_english = words(&en).iter().any(|word| word == "ply" || word == "plies");
            // Two adjacent English words are not a pair.
            let is_french = !words(&fr).iter().any(|word| word == "ply" || word == "plies");
            if is_english && is_french {
                seen += 1;
                if !words(&fr).iter().any(|word| word.starts_with("demi-coup")) {
                    wrong.push(format!("{}: {en} | {fr}", path.display()));
                }
            }
        }
    };
    let folders = fs::read_dir(&crates).unwrap().chain(fs::read_dir(crates.join("games")).unwrap());
    for folder in folders.map(|entry| entry.unwrap().path().join("src")).filter(|folder| folder.is_dir()) {
        visit(&folder, &mut look);
    }
    assert!(seen > 10, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pairs_are_found_in_every_notation() {
    let source = r##"
        say!(lang, "win in {plies}", "gain en {plies}"); // "no, this"
        t("one ply", "un demi-coup"), Text { en: "2 plies", fr: "2 demi-coups" }
        let quote = '"'; x(r#"raw "ply""#, "brut");
    "##;
    let found = pairs(source);
    assert_eq!(found[0], ("win in {plies}".to_owned(), "gain en {plies}".to_owned()));
    assert_eq!(found[1].1, "un demi-coup");
    assert_eq!(found[2].1, "2 demi-coups");
    assert_eq!(found[3].0, "raw \"ply\"");
    assert_eq!(words("win in {plies}: ply-wise"), ["win", "in", "", "", "ply-wise"]);
}
