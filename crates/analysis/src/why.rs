use mekong_catalog::Session;
use mekong_core::{Explain, Lang, Outcome, Player, Text, say};

use crate::{Label, MoveReport, percent};

/// Why a move was good or bad, for people.
#[derive(Clone, Debug)]
pub struct Why {
    report: MoveReport,
    seats: [Text; 2],
    /// How the game ends if the answer to the move is played out, if that is how far it goes.
    end_of_reply: Option<Outcome>,
    /// The same for the best move.
    end_of_line: Option<Outcome>,
}

/// Gives reasons for what a report says of a move that was made in a session's position.
#[must_use]
pub fn why(session: &Session, report: &MoveReport) -> Why {
    let play_out = |moves: &mut dyn Iterator<Item = &String>| {
        let mut session = session.clone();
        for text in moves {
            session.play(text).ok()?;
        }
        session.outcome()
    };
    Why {
        end_of_reply: play_out(&mut std::iter::once(&report.text).chain(&report.reply)),
        end_of_line: play_out(&mut report.line.iter()),
        seats: session.info().seats,
        report: report.clone(),
    }
}

/// How many moves of a line are shown in a sentence, unless it is the end of the game.
const SHOWN: usize = 6;

impl Why {
    /// Sentences without capital and full stop: what the move was, what it leads to, what would have been better.
    #[must_use]
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let mut sentences = vec![self.verdict(lang)];
        if self.report.label.is_bad() {
            sentences.push(self.consequence(lang));
            sentences.extend(self.better(lang));
        } else if self.was_lost()
            && let Some(best) = self.report.best.as_ref().filter(|best| **best != self.report.text)
        {
            sentences.push(say!(lang, "{best} holds out longer", "{best} tient plus longtemps"));
        }
        sentences
    }

    /// What the move was, in a sentence.
    #[must_use]
    pub fn verdict(&self, lang: Lang) -> String {
        let MoveReport { text, label, .. } = &self.report;
        match label {
            Label::Forced => say!(lang, "{text} was the only legal move", "{text} était le seul coup permis"),
            Label::Only => say!(lang, "{text} was the only good move", "{text} était le seul bon coup"),
            Label::Best => say!(lang, "{text} was the best move", "{text} était le meilleur coup"),
            Label::Good if self.was_lost() => say!(
                lang,
                "{text} changes nothing: the game was lost",
                "{text} ne change rien : la partie était perdue",
            ),
            Label::Good => say!(lang, "{text} was a good move", "{text} était un bon coup"),
            Label::Inaccuracy => say!(lang, "{text} was an inaccuracy", "{text} était une imprécision"),
            Label::Mistake => say!(lang, "{text} was a mistake", "{text} était une erreur"),
            Label::Blunder => say!(lang, "{text} was a blunder", "{text} était une gaffe"),
            Label::MissedWin => say!(lang, "{text} let a win go", "{text} a laissé échapper le gain"),
        }
    }

    /// Whether no move could have helped.
    fn was_lost(&self) -> bool {
        self.report.label == Label::Good && self.report.before.for_opponent().is_won()
    }

    fn seat(&self, player: Player, lang: Lang) -> &'static str {
        self.seats[player.index()].get(lang)
    }

    /// What the move leads to.
    fn consequence(&self, lang: Lang) -> String {
        let report = &self.report;
        let player = self.seat(report.player, lang);
        let (before, after) =
            (percent(report.before.win_chance, lang), percent(report.after.win_chance, lang));
        let Some(answer) = report.reply.first() else {
            // The move itself ended the game.
            let reason = self.end_of_reply.map(|outcome| outcome.explain(lang)).unwrap_or_default();
            return if report.after.win_chance == 0.5 {
                say!(lang, "it makes a draw at once: {reason}", "il fait nulle aussitôt : {reason}")
            } else {
                say!(lang, "it loses at once: {reason}", "il perd aussitôt : {reason}")
            };
        };
        let line = shown(&report.reply, self.end_of_reply.is_some());
        let lost = report.after.is_proven() && report.after.win_chance < 0.25;
        if lost && let Some(plies) = report.after.plies() {
            // The move itself is the first of them.
            let plies = plies.saturating_sub(1).max(1);
            let unit = plies_in_words(plies, lang);
            let reason = self.reason(self.end_of_reply, lang);
            return say!(
                lang,
                "it allows {answer}, which wins in {unit}: {line}{reason}",
                "il permet {answer}, qui gagne en {unit} : {line}{reason}",
            );
        }
        if lost {
            return say!(
                lang,
                "it allows {answer}, and the game is lost: {line}",
                "il permet {answer}, et la partie est perdue : {line}",
            );
        }
        if report.after.is_proven() && report.after.win_chance == 0.5 {
            return say!(lang, "after {answer} it is a draw: {line}", "après {answer}, c'est nulle : {line}",);
        }
        say!(
            lang,
            "after {line} the chances of {player} are {after} instead of {before}",
            "après {line}, chances de {after} au lieu de {before} pour {player}",
        )
    }

    /// What should have been played, if that is something else.
    fn better(&self, lang: Lang) -> Option<String> {
        let report = &self.report;
        let best = report.best.as_ref().filter(|best| **best != report.text)?;
        let line = shown(&report.line, self.end_of_line.is_some());
        let more = if report.line.len() > 1 { say!(lang, ": {line}", " : {line}") } else { String::new() };
        if report.before.is_won() {
            let Some(plies) = report.before.plies() else {
                return Some(say!(lang, "{best} wins{more}", "{best} gagne{more}"));
            };
            let reason = self.reason(self.end_of_line, lang);
            return Some(if plies == 1 {
                say!(lang, "{best} wins at once{reason}", "{best} gagne aussitôt{reason}")
            } else {
                let unit = plies_in_words(plies, lang);
                say!(lang, "{best} wins in {unit}{more}{reason}", "{best} gagne en {unit}{more}{reason}")
            });
        }
        if report.before.is_proven() && report.before.win_chance == 0.5 {
            return Some(say!(lang, "{best} keeps the draw{more}", "{best} garde la nulle{more}"));
        }
        Some(say!(lang, "better was {best}{more}", "mieux valait {best}{more}"))
    }

    /// Why the game ends there, in brackets.
    fn reason(&self, end: Option<Outcome>, lang: Lang) -> String {
        end.map(|outcome| format!(" ({})", outcome.explain(lang))).unwrap_or_default()
    }
}

impl Explain for Why {
    fn explain(&self, lang: Lang) -> String {
        self.sentences(lang).join(Text { en: "; ", fr: " ; " }.get(lang))
    }
}

/// A line, cut if it is long and does not end the game.
fn shown(line: &[String], ends: bool) -> String {
    if ends || line.len() <= SHOWN {
        return line.join(" ");
    }
    format!("{} …", line[..SHOWN].join(" "))
}

/// `1 ply`, `3 plies`; the French word is the same as for a move.
fn plies_in_words(plies: u32, lang: Lang) -> String {
    match (lang, lang.is_singular(plies)) {
        (Lang::En, true) => format!("{plies} ply"),
        (Lang::En, false) => format!("{plies} plies"),
        (Lang::Fr, true) => format!("{plies} coup"),
        (Lang::Fr, false) => format!("{plies} coups"),
    }
}
