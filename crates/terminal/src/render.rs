//! Boards, columns and wrapped text on a terminal.

use std::io::{self, Write};

use mekong_catalog::GameSession;
use mekong_core::{Ink, Lang, TextCanvas, say};

use crate::context::Context;

/// Writes a text diagram with an indentation of two columns, coloured if the context enables colour.
pub fn canvas(out: &mut impl Write, canvas: &TextCanvas, context: &Context) -> io::Result<()> {
    for runs in canvas.runs() {
        if !runs.is_empty() {
            write!(out, "  ")?;
        }
        for (run, ink) in runs {
            match escape(ink).filter(|_| context.color) {
                Some(code) => write!(out, "\x1b[{code}m{run}\x1b[0m")?,
                None => write!(out, "{run}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the title, the board, the position, the seed of the deal, and the result if the game is over.
pub fn board(
    out: &mut impl Write,
    session: &GameSession,
    seed: Option<u64>,
    context: &Context,
) -> io::Result<()> {
    writeln!(out, "{}\n", title(session, context.lang))?;
    canvas(out, &session.text_diagram(context.charset, context.lang), context)?;
    writeln!(out, "\n{} {}", context.lang.pick("Position:", "Position :"), session.position_text())?;
    if let Some(seed) = seed {
        writeln!(out, "{} {seed}", context.lang.pick("Deal:     --seed", "Donne :    --seed"))?;
    }
    if let Some(result) = result(session, context.lang) {
        writeln!(out, "{result}")?;
    }
    Ok(())
}

/// The game's title and its variants.
pub fn title(session: &GameSession, lang: Lang) -> String {
    let (info, names) = (session.info(), session.variant_ids());
    let title = info.title.get(lang);
    let played = info.variants.iter().filter(|variant| names.contains(&variant.id));
    match played.map(|variant| variant.title.get(lang)).collect::<Vec<_>>().join(", ") {
        variants if variants.is_empty() => title.to_owned(),
        variants => format!("{title} ({variants})"),
    }
}

/// The score with the winner, and below it what decided the game, on lines of at most 80 columns; none while the game is
/// in progress.
pub fn result(session: &GameSession, lang: Lang) -> Option<String> {
    let outcome = session.outcome()?;
    let (score, ending) = (outcome.score(), wrap(&session.ending(lang).text, 80).join("\n"));
    let winner = match outcome.winner {
        Some(winner) => format!("{}, {}", session.info().seats[winner.index()].get(lang), winner.code()),
        None => say!(lang, "draw", "nulle"),
    };
    Some(say!(lang, "Result:   {score} ({winner})\n{ending}", "Résultat : {score} ({winner})\n{ending}"))
}

/// Colours that are readable on light and dark backgrounds, from the 16 of every terminal.
const fn escape(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Plain => None,
        Ink::Faint => Some("2"),
        Ink::P1 => Some("1;34"),
        Ink::P2 => Some("1;31"),
        Ink::Neutral => Some("33"),
        Ink::Accent => Some("1;32"),
    }
}

/// Breaks a text into lines of at most `width` characters. Longer words and no-break spaces are not broken.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Words set in columns that fit a line of `width` characters.
pub fn columns(words: &[String], width: usize) -> String {
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let per_line = (width / (longest + 2)).max(1);
    let mut out = String::new();
    for line in words.chunks(per_line) {
        let cells: Vec<String> = line.iter().map(|word| format!("{word:<longest$}")).collect();
        out.push_str("  ");
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{columns, wrap};

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("un deux trois", 7), ["un deux", "trois"]);
        assert_eq!(wrap("anticonstitutionnellement dit", 5), ["anticonstitutionnellement", "dit"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("dire « oui » : bien", 10), ["dire", "« oui » :", "bien"]);
    }

    #[test]
    fn columns_are_as_wide_as_the_longest_word() {
        let words = ["a1", "a1b2", "c3"].map(str::to_owned);
        assert_eq!(columns(&words, 12), "  a1    a1b2\n  c3\n");
        assert_eq!(columns(&[], 12), "");
    }
}
