//! Commands besides moves: hint, why, eval and level.

use std::io::Write;

use mekong_analysis::{Label, certainty, evaluation_text, explain_move, percent};
use mekong_catalog::GameSession;
use mekong_core::{Player, say, with_subject};
use mekong_players::{EvaluationSource, Level};
use mekong_terminal::{failure::Failure, render};

use super::{prompt_command::PromptCommand, terminal_game::TerminalGame};

/// The line width of sentences.
const WIDTH: usize = 80;

impl TerminalGame {
    /// Runs a command; Ctrl-C cancels it.
    pub(super) fn ask(
        &mut self,
        word: PromptCommand,
        rest: &str,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let answered = match word {
            PromptCommand::Hint => self.hint(out),
            PromptCommand::Why => self.why(out),
            PromptCommand::Eval => self.evaluation(out),
            PromptCommand::Level => self.level(rest, out),
            _ => Ok(()),
        };
        match answered {
            Err(Failure::Interrupted) => {
                let lang = self.lang();
                wrapped(out, &say!(lang, "stopped", "arrêté"))
            }
            answered => answered,
        }
    }

    /// Prints where to look; the second time, the whole move and the expected reply.
    fn hint(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let found = if self.turn().is_none() {
            None
        } else {
            self.advisor.hint(&self.session, self.ctrl_c.get(), &self.context)?
        };
        let sentence = match found {
            None => say!(lang, "the game is over", "la partie est terminée"),
            Some((hint, true)) => {
                let [first, _] = hint.stages(lang).map(|stage| stage.text);
                say!(
                    lang,
                    "{first} (type \"hint\" again for the move)",
                    "{first} (tapez encore « indice » pour voir le coup)"
                )
            }
            Some((hint, false)) => {
                let [_, whole] = hint.stages(lang).map(|stage| stage.text);
                let whole = with_subject(hint.best(), &whole, lang);
                if let Some(reply) = hint.reply(lang) {
                    wrapped(out, &whole)?;
                    reply.marks.text
                } else {
                    whole
                }
            }
        };
        wrapped(out, &sentence)
    }

    /// Explains why the player's last move was good or bad.
    fn why(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let Some((before, text)) = self.last_own_move() else {
            let none = say!(lang, "you have not moved yet", "vous n’avez pas encore joué");
            return wrapped(out, &none);
        };
        let Some(report) = self.advisor.analyse_move(&before, &text, self.ctrl_c.get(), &self.context)?
        else {
            return Ok(());
        };
        for sentence in explain_move(&before, &report).sentences(lang) {
            wrapped(out, &sentence)?;
        }
        Ok(())
    }

    /// Prints the evaluation.
    fn evaluation(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let evaluation = match self.turn() {
            Some(_) => self.advisor.evaluate(&self.session, self.ctrl_c.get(), &self.context)?,
            None => None,
        };
        let (Some(evaluation), Some(turn)) = (evaluation, self.turn()) else {
            return wrapped(out, &say!(lang, "the game is over", "la partie est terminée"));
        };
        let p1 = if turn == Player::P1 { evaluation } else { evaluation.for_opponent() };
        let [first, second] = Player::BOTH.map(|player| self.seat(player));
        // Rounded once, so that both add up.
        let chance = (p1.win_chance * 100.0).round() / 100.0;
        let (c1, c2) = (percent(chance, lang), percent(1.0 - chance, lang));
        let (seat, words) = (self.seat(turn), evaluation_text(&evaluation, lang));
        let certainty = certainty(evaluation.proven).get(lang);
        let how = match evaluation.source {
            EvaluationSource::Search if evaluation.proven => say!(lang, "by a search", "par une recherche"),
            EvaluationSource::Search => {
                let depth = evaluation.depth;
                say!(lang, "search, depth {depth}", "recherche, profondeur {depth}")
            }
            EvaluationSource::Tablebase => say!(lang, "from the tablebase", "d’après la table de solutions"),
            EvaluationSource::Exact | EvaluationSource::Rules => {
                say!(lang, "solved to the end", "calculé jusqu’à la fin")
            }
        };
        let sentence = say!(
            lang,
            "{first} {c1}, {second} {c2}; for {seat}: {words} ({certainty}: {how})",
            "{first} {c1}, {second} {c2} ; côté {seat} : {words} ({certainty} : {how})",
        );
        wrapped(out, &sentence)
    }

    /// Prints or changes the level.
    fn level(&mut self, number: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let Some(computer) = &mut self.computer else {
            let alone = say!(
                lang,
                "this is a game for two people; start one against the computer with --level",
                "c’est une partie à deux ; pour jouer contre l’ordinateur, utilisez --level",
            );
            return wrapped(out, &alone);
        };
        if !number.is_empty() {
            let Some(level) = number.parse().ok().and_then(Level::new) else {
                let range = say!(lang, "levels go from 1 to 10", "les niveaux vont de 1 à 10");
                return wrapped(out, &range);
            };
            computer.set_level(level, self.ctrl_c.get(), &self.context)?;
        }
        let sentence = self.level_sentence();
        wrapped(out, &sentence)
    }

    /// Prints the side and the level of the computer.
    pub(super) fn level_sentence(&self) -> String {
        let lang = self.lang();
        let Some(computer) = &self.computer else { return String::new() };
        let (seat, code, number) = (self.seat(computer.seat), computer.seat.code(), computer.level.number());
        let (title, description) = (computer.level.title().get(lang), computer.level.description().get(lang));
        say!(
            lang,
            "The computer plays {seat} ({code}) at level {number}. {title}: {description}.",
            "Ordinateur : {seat} ({code}), niveau {number}. {title} : {description}.",
        )
    }

    /// With `--coach`: points out that the move just played in the position of `before` was bad and can be
    /// taken back.
    pub(super) fn remark(
        &mut self,
        before: &GameSession,
        text: &str,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let lang = self.lang();
        let Some(report) = self.advisor.analyse_move(before, text, self.ctrl_c.get(), &self.context)? else {
            return Ok(());
        };
        if !matches!(report.label, Label::Mistake | Label::Blunder | Label::MissedWin) {
            return Ok(());
        }
        let verdict = explain_move(before, &report).verdict(lang);
        let (from, to) = (percent(report.before.win_chance, lang), percent(report.after.win_chance, lang));
        let sentence = say!(
            lang,
            "{verdict}: your winning chances drop from {from} to {to} (\"takeback\" takes the move back, \"why\" explains it)",
            "{verdict} : vos chances de gain passent de {from} à {to} (« reprendre » annule le coup, « pourquoi » \
             l’explique)",
        );
        wrapped(out, &sentence)
    }

    /// The position before the player's last move, and the move; without a computer, the last move.
    pub(super) fn last_own_move(&self) -> Option<(GameSession, String)> {
        let computer = self.computer.as_ref().map(|computer| computer.seat);
        let mut place = self.session.clone();
        loop {
            let text = place.undo()?;
            if place.turn() != computer {
                return Some((place, text));
            }
        }
    }
}

fn wrapped(out: &mut impl Write, sentence: &str) -> Result<(), Failure> {
    for line in render::wrap(sentence, WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
