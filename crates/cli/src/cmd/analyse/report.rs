//! The report as text.

use std::fmt::Write as _;

use mekong_analysis::{
    GameReport, Label, MoveReport, PlayerReport, certainty, evaluation_text, explain_move, percent,
};
use mekong_catalog::{GameSession, find};
use mekong_core::{Charset, Lang, Player, say};
use mekong_engine::Limits;
use mekong_players::EvaluationSource;
use mekong_record::Record;
use mekong_terminal::{context::Context, render};

use super::options;

/// The game and the players.
pub(super) fn title(record: &Record, session: &GameSession, lang: Lang) -> String {
    let game = render::title(session, lang);
    let tag = |name| record.tag(name).filter(|value| !value.starts_with('?'));
    match (tag("White"), tag("Black")) {
        (None, None) => game,
        (p1, p2) => {
            format!("{game}, {} – {}", p1.unwrap_or("?"), p2.unwrap_or("?"))
        }
    }
}

/// The whole report: one line per move, a table of the players, and the turning points with explanations.
pub(super) fn write(
    record: &Record,
    session: &GameSession,
    report: &GameReport,
    limits: &Limits,
    context: &Context,
) -> String {
    let lang = context.lang;
    let mut out = String::new();
    let _ = writeln!(out, "{}", title(record, session, lang));
    let _ = writeln!(out, "{}\n", method(report, limits, lang));
    moves(&mut out, record, session, report, context);
    if let Some(result) = render::result(session, lang) {
        let _ = writeln!(out, "{result}");
    }
    out.push('\n');
    players(&mut out, session, report, lang);
    turning_points(&mut out, record, session, report, lang);
    out
}

/// The method of the analysis: tablebase, exact search or search.
fn method(report: &GameReport, limits: &Limits, lang: Lang) -> String {
    let evaluations = || report.moves.iter().flat_map(|mv| [&mv.before, &mv.after]);
    let limits = options::limits_text(limits, lang);
    let searched = say!(
        lang,
        "estimated by a search of each position: {limits}",
        "estimé par une recherche pour chaque position : {limits}",
    );
    if !evaluations().any(|evaluation| evaluation.proven && evaluation.source != EvaluationSource::Rules) {
        return capital(&searched);
    }
    if evaluations().any(|evaluation| !evaluation.proven) {
        return say!(
            lang,
            "Proven where marked; otherwise {searched}",
            "Prouvé là où c’est indiqué ; sinon {searched}"
        );
    }
    if evaluations().any(|evaluation| evaluation.source == EvaluationSource::Tablebase) {
        return say!(lang, "Proven: from the tablebase", "Prouvé : d’après la table de solutions");
    }
    say!(lang, "Proven: solved to the end of the game", "Prouvé : calculé jusqu’à la fin de la partie")
}

/// A sentence with its first letter in upper case.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The width of the bar of winning chances, in characters.
const BAR: usize = 10;

/// The width of the lines with sentences, without their indentation.
const SENTENCE_WIDTH: usize = 72;

/// Writes sentences in lines that are indented by eight characters.
fn indented(out: &mut String, sentence: &str) {
    for line in render::wrap(sentence, SENTENCE_WIDTH) {
        let _ = writeln!(out, "        {line}");
    }
}

/// A session before its first move.
fn start_of(session: &GameSession) -> GameSession {
    let mut start = session.clone();
    while start.undo().is_some() {}
    start
}

fn moves(out: &mut String, record: &Record, session: &GameSession, report: &GameReport, context: &Context) {
    let lang = context.lang;
    let seats = find(report.game).map_or([""; 2], |entry| entry.info().seats.map(|seat| seat.get(lang)));
    let widest = seats.iter().map(|seat| seat.chars().count()).max().unwrap_or(0);
    let first = seats[0];
    let heading = say!(lang, "chances of {first}", "chances : {first}");
    let longest = report.moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0).max(4);
    let indent = 7 + widest + 2 + longest + 4;
    let _ = writeln!(out, "{:indent$}{heading}", "");
    let mut before = start_of(session);
    for mv in &report.moves {
        let number = record.first.after(mv.ply - 1).to_string();
        let seat = seats[mv.player.index()];
        let bar = bar(mv.p1_win_chance, context.charset);
        let chance = percent(mv.p1_win_chance, lang);
        let words = comment(mv, lang);
        let line = format!(
            "{number:<7}{seat:<widest$}  {:<longest$} {:<3}{bar} {chance:>5}  {words}",
            mv.text,
            glyph(mv, context.charset),
        );
        let _ = writeln!(out, "{}", line.trim_end());
        if let Some(best) = mv.best.as_ref().filter(|best| mv.label.is_bad() && **best != mv.text)
            && let Ok(sentence) = before.describe(best, lang)
        {
            indented(out, &say!(lang, "better: {best}, {sentence}", "mieux : {best}, {sentence}"));
        }
        if before.play(&mv.text).is_err() {
            return;
        }
    }
}

/// The annotation symbol of a move, in the characters of the terminal.
fn glyph(mv: &MoveReport, charset: Charset) -> &'static str {
    match (mv.glyph(), charset) {
        ("□", Charset::Ascii) => "[]",
        ("×", Charset::Ascii) => "x",
        (glyph, _) => glyph,
    }
}

/// The first player's winning chances as a bar.
fn bar(chance: f64, charset: Charset) -> String {
    let filled = (chance * BAR as f64).round() as usize;
    let (full, empty) = match charset {
        Charset::Unicode => ("█", "░"),
        Charset::Ascii => ("#", "."),
    };
    full.repeat(filled.min(BAR)) + &empty.repeat(BAR.saturating_sub(filled))
}

/// The comment on a move: its label, whether it is proven, and its value.
fn comment(mv: &MoveReport, lang: Lang) -> String {
    let mut words = vec![mv.label.name().get(lang).to_owned()];
    if mv.label != Label::Forced {
        words[0] = format!("{} ({})", words[0], certainty(mv.proven).get(lang));
    }
    if mv.after.proven && mv.after.source != EvaluationSource::Rules {
        words.push(evaluation_text(&mv.after, lang));
    }
    words.join(", ")
}

/// A statistic of a player.
type Count = fn(&PlayerReport) -> usize;

/// The statistics of both players, side by side.
fn players(out: &mut String, session: &GameSession, report: &GameReport, lang: Lang) {
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
        Some(number) => lang.decimal(number, 1),
        None => "–".to_owned(),
    };
    let both = [&report.players.p1, &report.players.p2];
    let accuracies = both.map(accuracy);
    out.push_str(&row(lang.pick("accuracy", "précision"), accuracies.each_ref().map(String::as_str)));
    let counts: [(&str, Count); 7] = [
        (lang.pick("moves", "coups"), |player| player.moves),
        (lang.pick("best moves", "meilleurs coups"), |player| player.best),
        (lang.pick("only moves", "seuls bons coups"), |player| player.only),
        (lang.pick("inaccuracies", "imprécisions"), |player| player.inaccuracies),
        (lang.pick("mistakes", "erreurs"), |player| player.mistakes),
        (lang.pick("blunders", "gaffes"), |player| player.blunders),
        (lang.pick("missed wins", "gains manqués"), |player| player.missed_wins),
    ];
    for (words, count) in counts {
        let cells = both.map(|player| count(player).to_string());
        out.push_str(&row(words, cells.each_ref().map(String::as_str)));
    }
}

fn turning_points(out: &mut String, record: &Record, session: &GameSession, report: &GameReport, lang: Lang) {
    if report.turning_points.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", say!(lang, "Key moments", "Moments clés"));
    let mut before = start_of(session);
    for mv in &report.moves {
        if report.turning_points.contains(&mv.ply) {
            let _ = writeln!(out, "{} {}", record.first.after(mv.ply - 1), mv.text);
            let played = before.describe(&mv.text, lang).ok();
            for sentence in played.into_iter().chain(explain_move(&before, mv).sentences(lang)) {
                indented(out, &sentence);
            }
        }
        if before.play(&mv.text).is_err() {
            return;
        }
    }
}
