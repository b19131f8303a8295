//! A report for people.

use std::fmt::Write as _;

use mekong_analysis::{GameReport, Label, MoveReport, PlayerReport, certainty, percent, why, worth_in_words};
use mekong_catalog::{Session, find};
use mekong_core::{Charset, Lang, Player, Text, say};
use mekong_engine::Limits;
use mekong_record::Record;
use mekong_terminal::{context::Context, render};

use super::options;

/// The game and who played it.
pub(super) fn title(record: &Record, session: &Session) -> String {
    let tag = |name| record.tag(name).filter(|value| !value.starts_with('?'));
    match (tag("White"), tag("Black")) {
        (None, None) => render::title(session),
        (p1, p2) => format!("{}, {} – {}", render::title(session), p1.unwrap_or("?"), p2.unwrap_or("?")),
    }
}

/// The whole report: a line a move, a table of the players, and the turning points with reasons.
pub(super) fn tell(
    record: &Record,
    session: &Session,
    report: &GameReport,
    limits: &Limits,
    end: Option<&str>,
    context: &Context,
) -> String {
    let lang = context.lang;
    let mut out = String::new();
    let _ = writeln!(out, "{}", title(record, session));
    let _ = writeln!(out, "{}\n", basis(report, limits, lang));
    moves(&mut out, record, report, context);
    if let Some(end) = end {
        let _ = writeln!(out, "{end}");
    }
    out.push('\n');
    players(&mut out, session, report, lang);
    turning_points(&mut out, record, session, report, lang);
    out
}

/// What the report rests on, and how much of it is proven.
fn basis(report: &GameReport, limits: &Limits, lang: Lang) -> String {
    let worths = || report.moves.iter().flat_map(|mv| [&mv.before, &mv.after]);
    let limits = options::in_words(limits, lang);
    let searched = say!(
        lang,
        "estimated by a search of each position: {limits}",
        "estimé par une recherche pour chaque position : {limits}",
    );
    if !worths().any(|worth| worth.proven && worth.source != "rules") {
        return capital(&searched);
    }
    if worths().any(|worth| !worth.proven) {
        return say!(
            lang,
            "Proven where it says so; else {searched}",
            "Prouvé là où c'est dit ; sinon {searched}"
        );
    }
    if worths().any(|worth| worth.source == "table") {
        return say!(lang, "Proven: by the exact table", "Prouvé : d'après la table exacte");
    }
    say!(lang, "Proven: worked out to the end", "Prouvé : calculé jusqu'à la fin")
}

/// A sentence with a capital at its head.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How many characters wide the bar of chances is.
const BAR: usize = 10;

fn moves(out: &mut String, record: &Record, report: &GameReport, context: &Context) {
    let lang = context.lang;
    let seats = find(report.game).map_or([""; 2], |entry| entry.info().seats.map(|seat| seat.get(lang)));
    let widest = seats.iter().map(|seat| seat.chars().count()).max().unwrap_or(0);
    let first = seats[0];
    let heading = say!(lang, "chances of {first}", "chances : {first}");
    let longest = report.moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0).max(4);
    let indent = 7 + widest + 2 + longest + 4;
    let _ = writeln!(out, "{:indent$}{heading}", "");
    for mv in &report.moves {
        let number = record.first.after(mv.ply - 1).to_string();
        let seat = seats[mv.player.index()];
        let bar = bar(mv.p1_win_chance, context.charset);
        let chance = percent(mv.p1_win_chance, lang);
        let words = comment(mv, lang);
        let line = format!(
            "{number:<7}{seat:<widest$}  {:<longest$} {:<3}{bar} {chance:>5}  {words}",
            mv.text,
            sign(mv, context.charset),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The sign of a move with characters that the terminal can show.
fn sign(mv: &MoveReport, charset: Charset) -> &'static str {
    match (mv.sign(), charset) {
        ("□", Charset::Ascii) => "[]",
        ("×", Charset::Ascii) => "x",
        (sign, _) => sign,
    }
}

/// The first player's chances as a bar.
fn bar(chance: f64, charset: Charset) -> String {
    let filled = (chance * BAR as f64).round() as usize;
    let (full, empty) = match charset {
        Charset::Unicode => ("█", "░"),
        Charset::Ascii => ("#", "."),
    };
    full.repeat(filled.min(BAR)) + &empty.repeat(BAR.saturating_sub(filled))
}

/// What there is to say about a move: its label and whether that is proven, its worth where it is, and what was better.
fn comment(mv: &MoveReport, lang: Lang) -> String {
    let mut words = vec![mv.label.name().get(lang).to_owned()];
    if mv.label != Label::Forced {
        words[0] = format!("{} ({})", words[0], certainty(mv.proven).get(lang));
    }
    if mv.after.proven && mv.after.source != "rules" {
        words.push(worth_in_words(&mv.after, lang));
    }
    if mv.label.is_bad()
        && let Some(best) = mv.best.as_ref().filter(|best| **best != mv.text)
    {
        words.push(say!(lang, "better is {best}", "mieux vaut {best}"));
    }
    words.join(", ")
}

/// What is counted of a player.
type Count = fn(&PlayerReport) -> usize;

/// How both players did, side by side.
fn players(out: &mut String, session: &Session, report: &GameReport, lang: Lang) {
    let names = Player::BOTH.map(|player| {
        let seat = session.info().seats[player.index()].get(lang);
        format!("{seat} ({})", player.code())
    });
    let widths = names.each_ref().map(|name| name.chars().count() + 3);
    let row = |words: &str, cells: [&str; 2]| {
        format!("{words:<16}{:>w0$}{:>w1$}\n", cells[0], cells[1], w0 = widths[0], w1 = widths[1])
    };
    out.push_str(&row("", names.each_ref().map(String::as_str)));
    let accuracy = |player: &PlayerReport| match player.accuracy {
        Some(number) => format!("{number:.1}"),
        None => "–".to_owned(),
    };
    let both = [&report.players.p1, &report.players.p2];
    let accuracies = both.map(accuracy).map(|number| match lang {
        Lang::En => number,
        Lang::Fr => number.replace('.', ","),
    });
    let t = |en, fr| Text { en, fr }.get(lang);
    out.push_str(&row(t("accuracy", "précision"), accuracies.each_ref().map(String::as_str)));
    let counts: [(&str, Count); 7] = [
        (t("moves", "coups"), |player| player.moves),
        (t("best moves", "meilleurs coups"), |player| player.best),
        (t("only moves", "seuls bons coups"), |player| player.only),
        (t("inaccuracies", "imprécisions"), |player| player.inaccuracies),
        (t("mistakes", "erreurs"), |player| player.mistakes),
        (t("blunders", "gaffes"), |player| player.blunders),
        (t("missed wins", "gains manqués"), |player| player.missed_wins),
    ];
    for (words, count) in counts {
        let cells = both.map(|player| count(player).to_string());
        out.push_str(&row(words, cells.each_ref().map(String::as_str)));
    }
}

fn turning_points(out: &mut String, record: &Record, session: &Session, report: &GameReport, lang: Lang) {
    if report.turning_points.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", say!(lang, "Turning points", "Tournants"));
    let mut place = session.clone();
    // Back to the start, and forward to each of them.
    while place.undo().is_some() {}
    for mv in &report.moves {
        if report.turning_points.contains(&mv.ply) {
            let number = record.first.after(mv.ply - 1).to_string();
            let sentences = why(&place, mv).sentences(lang);
            for (index, sentence) in sentences.iter().enumerate() {
                let lead = if index == 0 { number.as_str() } else { "" };
                let lines = render::wrap(sentence, 72);
                for (row, line) in lines.iter().enumerate() {
                    let lead = if row == 0 { lead } else { "" };
                    let _ = writeln!(out, "{lead:<8}{line}");
                }
            }
        }
        if place.play(&mv.text).is_err() {
            return;
        }
    }
}
