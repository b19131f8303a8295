use mekong_catalog::Session;
use mekong_core::{Explain, Lang, Outcome, Player, Text, say};

use crate::{
    INACCURACY, Label, MISTAKE, MoveReport, NOISE, Worth, percent,
    words::{certainty, plies_in_words, points_in_words},
};

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

/// How many moves of a line are shown in a sentence where nothing is proven.
const SHOWN: usize = 6;

impl Why {
    /// Sentences without capital and full stop: what the move was, what it leads to, what would have been better.
    #[must_use]
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let mut sentences = vec![self.verdict(lang)];
        if self.report.label == Label::Unclear {
            sentences.extend(self.perhaps(lang));
        } else if self.report.label.is_bad() {
            sentences.push(self.consequence(lang));
            sentences.extend(self.better(lang));
        } else {
            sentences.extend(self.by_less(lang));
        }
        sentences
    }

    /// What the move was, in a sentence.
    #[must_use]
    pub fn verdict(&self, lang: Lang) -> String {
        let MoveReport { text, label, .. } = &self.report;
        let verdict = match label {
            Label::Forced => {
                return say!(lang, "{text} was the only legal move", "{text} était le seul coup permis");
            }
            Label::Only => say!(lang, "{text} was the only good move", "{text} était le seul bon coup"),
            Label::Best => say!(lang, "{text} was the best move", "{text} était le meilleur coup"),
            Label::Good if self.was_lost() => say!(
                lang,
                "{text} changes nothing, the game was lost",
                "{text} ne change rien, la partie était perdue",
            ),
            Label::Good => say!(lang, "{text} was a good move", "{text} était un bon coup"),
            Label::Unclear if self.report.loss < INACCURACY => say!(
                lang,
                "{text} looks good, but that is not proven",
                "{text} semble bon, mais ce n'est pas prouvé",
            ),
            Label::Unclear if self.report.loss >= MISTAKE + NOISE => {
                say!(lang, "{text} may have been a mistake", "{text} était peut-être une erreur",)
            }
            Label::Unclear => say!(
                lang,
                "{text} may have been a little inaccurate",
                "{text} était peut-être un peu imprécis",
            ),
            Label::Inaccuracy => say!(lang, "{text} was an inaccuracy", "{text} était une imprécision"),
            Label::Mistake => say!(lang, "{text} was a mistake", "{text} était une erreur"),
            Label::Blunder => say!(lang, "{text} was a blunder", "{text} était une gaffe"),
            Label::MissedWin => say!(lang, "{text} let a win go", "{text} a laissé échapper le gain"),
        };
        format!("{verdict} ({})", certainty(self.report.proven).get(lang))
    }

    /// Whether no move could have helped.
    fn was_lost(&self) -> bool {
        self.report.label == Label::Good && self.report.before.is_lost()
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
        let line = shown(&report.reply, report.after.proven, self.end_of_reply.is_some());
        if report.after.is_lost() {
            // The move itself is the first of the plies.
            let wins = wins(&report.after.for_opponent().a_ply_later(), lang);
            let reason = self.reason(self.end_of_reply, lang);
            return say!(
                lang,
                "it allows {answer}, which {wins}: {line}{reason}",
                "il permet {answer}, qui {wins} : {line}{reason}",
            );
        }
        if report.after.proven && report.after.win_chance == 0.5 {
            let reason = self.reason(self.end_of_reply, lang);
            return say!(
                lang,
                "after {answer} it is a draw: {line}{reason}",
                "après {answer}, c'est nulle : {line}{reason}",
            );
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
        let line = shown(&report.line, report.before.proven, self.end_of_line.is_some());
        let more = if report.line.len() > 1 { say!(lang, ": {line}", " : {line}") } else { String::new() };
        let reason = self.reason(self.end_of_line, lang);
        if report.before.is_won() {
            return Some(if report.before.plies() == Some(1) {
                say!(lang, "{best} wins at once{reason}", "{best} gagne aussitôt{reason}")
            } else {
                let wins = wins(&report.before, lang);
                say!(lang, "{best} {wins}{more}{reason}", "{best} {wins}{more}{reason}")
            });
        }
        if report.before.proven && report.before.win_chance == 0.5 {
            return Some(say!(
                lang,
                "{best} keeps the draw{more}{reason}",
                "{best} garde la nulle{more}{reason}"
            ));
        }
        Some(say!(lang, "better was {best}{more}", "mieux valait {best}{more}"))
    }

    /// What may have been better.
    fn perhaps(&self, lang: Lang) -> Option<String> {
        let report = &self.report;
        if report.before.proven {
            return self.better(lang);
        }
        let best = report.best.as_ref().filter(|best| **best != report.text)?;
        let line = shown(&report.line, false, self.end_of_line.is_some());
        Some(say!(lang, "{best} looks better: {line}", "{best} semble meilleur : {line}"))
    }

    /// What another move would have done, where the result is the same.
    fn by_less(&self, lang: Lang) -> Option<String> {
        let report = &self.report;
        let best = report.best.as_ref().filter(|best| **best != report.text)?;
        if let (Some(points), Some(most)) = (report.after.points_margin, report.before.points_margin) {
            let own = points.unsigned_abs();
            let most = points_in_words(most.unsigned_abs(), lang);
            return Some(if points > 0 {
                say!(
                    lang,
                    "{best} wins by {most} instead of {own}",
                    "{best} gagne de {most} au lieu de {own}"
                )
            } else {
                say!(
                    lang,
                    "{best} loses by {most} instead of {own}",
                    "{best} perd de {most} au lieu de {own}"
                )
            });
        }
        let is_longer = self.was_lost() && report.before.plies() > report.after.plies();
        is_longer.then(|| say!(lang, "{best} holds out longer", "{best} tient plus longtemps"))
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

/// A line of moves: all of it where it is proven. What does not lead to the end of the game ends with an ellipsis.
fn shown(line: &[String], proven: bool, ends: bool) -> String {
    let length = if proven || ends { line.len() } else { line.len().min(SHOWN) };
    let more = if ends { "" } else { " …" };
    format!("{}{more}", line[..length].join(" "))
}

/// `wins`, `wins in 3 plies`, `wins by 13 points`: for the player whose worth it is.
fn wins(worth: &Worth, lang: Lang) -> String {
    if let Some(margin) = worth.points_margin {
        let points = points_in_words(margin.unsigned_abs(), lang);
        return say!(lang, "wins by {points}", "gagne de {points}");
    }
    match worth.plies() {
        Some(plies) => {
            let plies = plies_in_words(plies, lang);
            say!(lang, "wins in {plies}", "gagne en {plies}")
        }
        None => say!(lang, "wins", "gagne"),
    }
}
