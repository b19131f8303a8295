//! French typography: a narrow no-break space (U+202F) before `; : ! ?` and inside « », and ’ as apostrophe.
//!
//! The test reads the French texts from the Rust sources (`Text { fr: … }`, `say!`, `lang.pick(en, fr)`, arms of `Lang::Fr`) and the French
//! Markdown files. Text between backticks, code blocks and placeholders are not checked.

use std::{fs, str::FromStr as _};

use crate::common::{files, name, root};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The functions and macros whose last argument is the French text.
const TWO_LANGUAGES: [&str; 3] = ["say", "pick", "t"];

/// A French text and the line it begins in.
struct French {
    line: usize,
    text: String,
}

fn is_ident(token: Option<&TokenTree>, name: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == name)
}

fn is_punct(token: Option<&TokenTree>, ch: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ch)
}

/// The index of the comma that ends an expression, or of the end.
fn end_of_expression(tokens: &[TokenTree], from: usize) -> usize {
    (from..tokens.len()).find(|&at| is_punct(tokens.get(at), ',')).unwrap_or(tokens.len())
}

/// Collects the French texts of Rust tokens. With `french`, all literals are French.
fn collect(tokens: TokenStream, french: bool, found: &mut Vec<French>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sub = |range: std::ops::Range<usize>| tokens[range].iter().cloned().collect::<TokenStream>();
    let mut at = 0;
    while at < tokens.len() {
        let next = tokens.get(at + 1);
        match &tokens[at] {
            TokenTree::Ident(_) if is_ident(tokens.get(at), "mod") && is_ident(next, "tests") => at += 2,
            // An attribute or a doc comment.
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                at += if is_punct(next, '!') { 2 } else { 1 };
            }
            // The field of a struct, but not a path such as `fr::name`.
            TokenTree::Ident(name)
                if name == "fr" && is_punct(next, ':') && !is_punct(tokens.get(at + 2), ':') =>
            {
                let end = end_of_expression(&tokens, at);
                collect(sub(at + 2..end), true, found);
                at = end;
            }
            TokenTree::Ident(name)
                if name == "Fr" && is_punct(next, '=') && is_punct(tokens.get(at + 2), '>') =>
            {
                let end = match tokens.get(at + 3) {
                    Some(TokenTree::Group(block)) if block.delimiter() == Delimiter::Brace => at + 4,
                    _ => end_of_expression(&tokens, at),
                };
                collect(sub(at + 3..end), true, found);
                at = end.max(at + 1) - 1;
            }
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal.clone()) {
                    let text = text.value();
                    if french || text.contains(['«', '»']) {
                        found.push(French { line: literal.span().start().line, text });
                    }
                }
            }
            TokenTree::Group(group) => {
                let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
                let name = if is_punct(before(1), '!') { before(2) } else { before(1) };
                let is_call = group.delimiter() == Delimiter::Parenthesis;
                let is_french_function = group.delimiter() == Delimiter::Brace
                    && (0..at)
                        .rev()
                        .take(12)
                        .any(|at| is_ident(tokens.get(at), "fn") && is_ident(tokens.get(at + 1), "french"));
                if is_call && TWO_LANGUAGES.iter().any(|known| is_ident(name, known)) {
                    collect_last_argument(group.stream(), french, found);
                } else {
                    collect(group.stream(), french || is_french_function, found);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Collects the last of several arguments as French, the others as what they are.
fn collect_last_argument(arguments: TokenStream, french: bool, found: &mut Vec<French>) {
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    let mut lists: Vec<TokenStream> = tokens
        .split(|token| is_punct(Some(token), ','))
        .map(|argument| argument.iter().cloned().collect())
        .filter(|argument: &TokenStream| !argument.is_empty())
        .collect();
    let last = lists.pop().filter(|_| !lists.is_empty());
    lists.into_iter().for_each(|list| collect(list, french, found));
    last.into_iter().for_each(|list| collect(list, true, found));
}

/// Typographical errors in a French text, each with the characters before it.
fn problems(text: &str) -> Vec<String> {
    let prose = prose(text);
    let chars: Vec<char> = prose.chars().collect();
    let narrow = |ch: Option<&char>| ch == Some(&'\u{202f}');
    let mut found = Vec::new();
    let mut report = |problem: &str, at: usize| {
        let excerpt: String = chars[at.saturating_sub(30)..=at].iter().collect();
        found.push(format!("{problem}: {excerpt:?}"));
    };
    for (at, &ch) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let ends = after.is_none_or(|ch| ch.is_whitespace() || matches!(ch, ')' | '*' | '|'));
        match ch {
            ';' | ':' | '!' | '?' if ends && !narrow(before) && !matches!(before, Some('!' | '?' | '-')) => {
                report("no narrow no-break space before ; : ! ?", at);
            }
            '«' if !narrow(after) => report("no narrow no-break space after «", at),
            '»' if !narrow(before) => report("no narrow no-break space before »", at),
            '\'' if before.is_some_and(|ch| ch.is_alphabetic())
                && after.is_none_or(|ch| ch.is_alphabetic() || *ch == '«') =>
            {
                report("a straight apostrophe", at);
            }
            _ => {}
        }
    }
    if let Some((before, _)) = prose.split_once("...") {
        report("three full stops instead of an ellipsis", before.chars().count());
    }
    found
}

/// A text without its code: blocks between fences, spans between backticks, addresses of links. A placeholder counts as a letter.
fn prose(text: &str) -> String {
    let without_blocks = text.split("```").step_by(2).collect::<Vec<_>>().join("\n");
    let without_code = without_blocks.split('`').step_by(2).collect::<Vec<_>>().join("x");
    let mut prose = String::new();
    let mut depth = 0_usize;
    let mut chars = without_code.chars().peekable();
    while let Some(ch) = chars.next() {
        match ch {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                prose.push('x');
            }
            ']' if depth == 0 && chars.peek() == Some(&'(') => {
                prose.push(']');
                chars.by_ref().find(|ch| *ch == ')');
            }
            _ if depth == 0 => prose.push(ch),
            _ => {}
        }
    }
    prose
}

#[test]
fn french_texts_in_the_sources_follow_french_typography() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in files(&root().join("crates"), ".rs") {
        let is_source =
            path.components().any(|part| part.as_os_str() == "src") && !path.ends_with("tests.rs");
        if !is_source || path.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("a source file");
        let tokens = TokenStream::from_str(&source).expect("Rust tokens");
        let mut texts = Vec::new();
        collect(tokens, false, &mut texts);
        count += texts.len();
        for French { line, text } in texts {
            let place = name(&path);
            wrong.extend(problems(&text).into_iter().map(|problem| format!("{place}:{line}: {problem}")));
        }
    }
    assert!(count > 500, "only {count} French texts were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn french_documents_follow_french_typography() {
    let mut paths = files(&root().join("crates/games"), ".fr.md");
    paths.extend(files(&root().join("docs"), ".fr.md"));
    paths.push(root().join("README.fr.md"));
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a document");
        let place = name(&path);
        wrong.extend(problems(&text).into_iter().map(|problem| format!("{place}: {problem}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mistakes_are_found_and_code_is_left_alone() {
    for right in [
        "Perdu\u{202f}: oui",
        "«\u{202f}oui\u{202f}»",
        "l’ordinateur",
        "`d'accord :`",
        "level:4",
        "{a}\u{202f}: {b:.1}",
    ] {
        assert_eq!(problems(right), [""; 0], "{right}");
    }
    for mistake in [
        "Perdu : oui",
        "Perdu: oui",
        "Perdu\u{a0}: oui",
        "Sûr ?",
        "« oui »",
        "«oui»",
        "l'ordinateur",
        "{a} : {b}",
        "fin...",
    ] {
        assert_ne!(problems(mistake), [""; 0], "{mistake}");
    }
    let source = r#"
        say!(lang, "one: x", "un : {x}"); t("two", "d'eux",); Text { en: "three", fr: "trois ?" };
        match lang { Lang::En => "4:", Lang::Fr => format!("quatre: {x}"), }
    "#;
    let mut texts = Vec::new();
    collect(TokenStream::from_str(source).expect("Rust tokens"), false, &mut texts);
    let texts: Vec<&str> = texts.iter().map(|found| found.text.as_str()).collect();
    assert_eq!(texts, ["un : {x}", "d'eux", "trois ?", "quatre: {x}"]);
}
