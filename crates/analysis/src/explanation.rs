use mekong_catalog::GameSession;
use mekong_core::{Explain, Lang, Outcome, Player, Text, points_text, say, wins_text};

use crate::{ESTIMATE_NOISE, Evaluation, INACCURACY, Label, MISTAKE, MoveReport, percent, text::certainty};

/// An explanation of a move’s label in sentences, without the texts of moves.
#[derive(Clone, Debug)]
pub struct Explanation {
    report: MoveReport,
    /// The position before the move.
    before: GameSession,
    /// The outcome at the end of the reply line, if it reaches one.
    end_of_reply: Option<Outcome>,
    /// The outcome at the end of the best line, if it reaches one.
    end_of_line: Option<Outcome>,
}

/// Explains the report of a move made in the position of a session.
#[must_use]
pub fn explain_move(session: &GameSession, report: &MoveReport) -> Explanation {
    let play_out = |moves: &mut dyn Iterator<Item = &String>| {
        let mut session = session.clone();
        for text in moves {
            session.play(text).ok()?;
        }
        session.outcome()
    };
    Explanation {
        end_of_reply: play_out(&mut std::iter::once(&report.text).chain(&report.reply)),
        end_of_line: play_out(&mut report.line.iter()),
        before: session.clone(),
        report: report.clone(),
    }
}

/// Explains the report of a move of a whole game.
#[must_use]
pub fn explain_move_of_game(game: &GameSession, report: &MoveReport) -> Explanation {
    let mut before = game.clone();
    while before.moves().len() >= report.ply && before.undo().is_some() {}
    explain_move(&before, report)
}

impl Explanation {
    /// The verdict, the consequence and a better move, as sentences without capital and full stop.
    #[must_use]
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let mut sentences = vec![self.verdict(lang)];
        if self.report.label == Label::Unclear {
            sentences.extend(self.possibly_better(lang));
        } else if self.report.label.is_bad() {
            sentences.push(self.consequence(lang));
            sentences.extend(self.better(lang));
        } else {
            sentences.extend(self.alternative(lang));
        }
        sentences
    }

    /// The label as a sentence.
    #[must_use]
    pub fn verdict(&self, lang: Lang) -> String {
        let text = match self.report.label {
            Label::Forced => {
                return say!(lang, "this was the only legal move", "c’était le seul coup légal");
            }
            Label::Only => Text { en: "this was the only good move", fr: "c’était le seul bon coup" },
            Label::Best => Text { en: "this was the best move", fr: "c’était le meilleur coup" },
            Label::Good if self.was_lost() => Text {
                en: "this changes nothing, the game was lost",
                fr: "cela ne change rien, la partie était perdue",
            },
            Label::Good => Text { en: "this was a good move", fr: "c’était un bon coup" },
            Label::Unclear if self.report.loss < INACCURACY => Text {
                en: "this looks good, but that is not proven",
                fr: "cela semble bon, mais ce n’est pas prouvé",
            },
            Label::Unclear if self.report.loss >= MISTAKE + ESTIMATE_NOISE => {
                Text { en: "this may have been a mistake", fr: "c’était peut-être une erreur" }
            }
            Label::Unclear => Text {
                en: "this may have been a little inaccurate",
                fr: "c’était peut-être un peu imprécis",
            },
            Label::Inaccuracy => Text { en: "this was an inaccuracy", fr: "c’était une imprécision" },
            Label::Mistake => Text { en: "this was a mistake", fr: "c’était une erreur" },
            Label::Blunder => Text { en: "this was a blunder", fr: "c’était une gaffe" },
            Label::MissedWin => Text { en: "this missed a win", fr: "cela a laissé échapper le gain" },
        };
        format!("{} ({})", text.get(lang), certainty(self.report.proven).get(lang))
    }

    /// Whether the position was lost before the move.
    fn was_lost(&self) -> bool {
        self.report.label == Label::Good && self.report.before.is_lost()
    }

    fn seat(&self, player: Player, lang: Lang) -> &'static str {
        self.before.info().seats[player.index()].get(lang)
    }

    /// The best move in words, if another move was played.
    fn best(&self, lang: Lang) -> Option<String> {
        let best = self.report.best.as_ref().filter(|best| **best != self.report.text)?;
        self.before.describe(best, lang).ok()
    }

    /// The best reply in words; `None` if the move ended the game.
    fn reply(&self, lang: Lang) -> Option<String> {
        let mut after = self.before.clone();
        after.play(&self.report.text).ok()?;
        after.describe(self.report.reply.first()?, lang).ok()
    }

    /// The consequence of the move: the reply and what it leads to, or how the move ended the game.
    #[must_use]
    pub fn consequence(&self, lang: Lang) -> String {
        let report = &self.report;
        let player = self.seat(report.player, lang);
        let (before, after) =
            (percent(report.before.win_chance, lang), percent(report.after.win_chance, lang));
        let Some(reply) = self.reply(lang) else {
            // The move ended the game.
            let mut after = self.before.clone();
            let _ = after.play(&report.text);
            let reason = after.ending(lang).text;
            return if report.after.win_chance == 0.5 {
                say!(lang, "it draws at once: {reason}", "nulle immédiate : {reason}")
            } else {
                say!(lang, "it loses at once: {reason}", "cela perd immédiatement : {reason}")
            };
        };
        let reason = self.reason(self.end_of_reply, lang);
        if report.after.is_lost() {
            // The distance counts from before the move.
            let wins = wins(&report.after.for_opponent().one_ply_later(), lang);
            return say!(
                lang,
                "it allows a reply that {wins}: {reply}{reason}",
                "cela permet une réponse qui {wins} : {reply}{reason}",
            );
        }
        if report.after.proven && report.after.win_chance == 0.5 {
            return say!(lang, "the reply draws: {reply}{reason}", "la réponse fait nulle : {reply}{reason}",);
        }
        say!(
            lang,
            "{player}: chances fall from {before} to {after}; likely reply: {reply}",
            "{player} : les chances passent de {before} à {after} ; réponse probable : {reply}",
        )
    }

    /// The better move, if there is one.
    fn better(&self, lang: Lang) -> Option<String> {
        let report = &self.report;
        let best = self.best(lang)?;
        let reason = self.reason(self.end_of_line, lang);
        if report.before.is_won() {
            let wins = wins(&report.before, lang);
            return Some(say!(
                lang,
                "there was a move that {wins}: {best}{reason}",
                "il y avait un coup qui {wins} : {best}{reason}"
            ));
        }
        if report.before.proven && report.before.win_chance == 0.5 {
            return Some(say!(
                lang,
                "this move would have drawn: {best}{reason}",
                "ce coup faisait nulle : {best}{reason}"
            ));
        }
        Some(say!(lang, "better: {best}", "mieux : {best}"))
    }

    /// A move that may have been better.
    fn possibly_better(&self, lang: Lang) -> Option<String> {
        if self.report.before.proven {
            return self.better(lang);
        }
        let best = self.best(lang)?;
        Some(say!(lang, "perhaps better: {best}", "peut-être mieux : {best}"))
    }

    /// A move with the same result but a better margin or a longer resistance.
    fn alternative(&self, lang: Lang) -> Option<String> {
        let report = &self.report;
        let best = self.best(lang)?;
        if let (Some(points), Some(best_margin)) = (report.after.points_margin, report.before.points_margin) {
            let own = points.unsigned_abs();
            let best_margin = points_text(best_margin.unsigned_abs(), lang);
            return Some(if points > 0 {
                say!(
                    lang,
                    "another move wins by {best_margin} instead of {own}: {best}",
                    "un autre coup gagne de {best_margin} au lieu de {own} : {best}"
                )
            } else {
                say!(
                    lang,
                    "another move loses by {best_margin} instead of {own}: {best}",
                    "un autre coup perd de {best_margin} au lieu de {own} : {best}"
                )
            });
        }
        let is_longer = self.was_lost() && report.before.plies() > report.after.plies();
        is_longer
            .then(|| say!(lang, "this holds out longer: {best}", "ce coup tient plus longtemps : {best}"))
    }

    /// The reason for a draw, in parentheses.
    fn reason(&self, end: Option<Outcome>, lang: Lang) -> String {
        let draw = end.filter(|outcome| outcome.winner.is_none());
        draw.map(|outcome| format!(" ({})", outcome.explain(lang))).unwrap_or_default()
    }
}

impl Explain for Explanation {
    fn explain(&self, lang: Lang) -> String {
        self.sentences(lang).join(lang.pick("; ", " ; "))
    }
}

/// `wins`, `wins in 3 moves` or `wins by 13 points`.
fn wins(evaluation: &Evaluation, lang: Lang) -> String {
    if let Some(margin) = evaluation.points_margin {
        let points = points_text(margin.unsigned_abs(), lang);
        return say!(lang, "wins by {points}", "gagne de {points}");
    }
    match evaluation.plies() {
        Some(plies) => wins_text(plies, lang),
        None => say!(lang, "wins", "gagne"),
    }
}
