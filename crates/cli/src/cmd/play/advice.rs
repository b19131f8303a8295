//! What the person can ask besides playing: a hint, why a move was bad, who is ahead, another level.

use std::io::Write;

use mekong_analysis::{Label, certainty, percent, why, worth_in_words};
use mekong_catalog::Session;
use mekong_core::{Explain as _, Player, say};
use mekong_players::Level;
use mekong_terminal::{failure::Failure, render};

use super::{table::Table, word::Word};

/// How wide sentences are set.
const WIDTH: usize = 80;

impl Table {
    /// Answers a question. Ctrl-C takes the question back.
    pub(super) fn ask(&mut self, word: Word, rest: &str, out: &mut impl Write) -> Result<(), Failure> {
        let answered = match word {
            Word::Hint => self.hint(out),
            Word::Why => self.why(out),
            Word::Eval => self.evaluation(out),
            Word::Level => self.level(rest, out),
            _ => Ok(()),
        };
        match answered {
            Err(Failure::Stopped) => {
                let lang = self.lang();
                wrapped(out, &say!(lang, "stopped", "arrêté"))
            }
            answered => answered,
        }
    }

    /// Where to look; asked again, the answer.
    fn hint(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let found = if self.turn().is_none() {
            None
        } else {
            self.coach.hint(&self.session, self.thinking.get(), &self.context)?
        };
        let sentence = match found {
            None => say!(lang, "the game is over", "la partie est finie"),
            Some((hint, true)) => {
                let first = hint.first(lang);
                say!(lang, "{first} (\"hint\" again tells it)", "{first} (« indice » encore une fois le dit)")
            }
            Some((hint, false)) => hint.explain(lang),
        };
        wrapped(out, &sentence)
    }

    /// Why the person's last move was good or bad.
    fn why(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let Some((before, text)) = self.last_own_move() else {
            let none = say!(lang, "you have not moved yet", "vous n'avez pas encore joué");
            return wrapped(out, &none);
        };
        let Some(report) = self.coach.judge(&before, &text, self.thinking.get(), &self.context)? else {
            return Ok(());
        };
        for sentence in why(&before, &report).sentences(lang) {
            wrapped(out, &sentence)?;
        }
        Ok(())
    }

    /// Who is ahead.
    fn evaluation(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let worth = match self.turn() {
            Some(_) => self.coach.evaluate(&self.session, self.thinking.get(), &self.context)?,
            None => None,
        };
        let (Some(worth), Some(turn)) = (worth, self.turn()) else {
            return wrapped(out, &say!(lang, "the game is over", "la partie est finie"));
        };
        let p1 = if turn == Player::P1 { worth } else { worth.for_opponent() };
        let [first, second] = Player::BOTH.map(|player| self.seat(player));
        // Rounded once, so that both add up.
        let chance = (p1.win_chance * 100.0).round() / 100.0;
        let (c1, c2) = (percent(chance, lang), percent(1.0 - chance, lang));
        let (seat, words) = (self.seat(turn), worth_in_words(&worth, lang));
        let certainty = certainty(worth.proven).get(lang);
        let how = match worth.source {
            "search" if worth.proven => say!(lang, "by a search", "par une recherche"),
            "search" => {
                let depth = worth.depth;
                say!(lang, "search, depth {depth}", "recherche, profondeur {depth}")
            }
            "table" => say!(lang, "from the table", "d'après la table"),
            _ => say!(lang, "worked out to the end", "calculé jusqu'à la fin"),
        };
        let sentence = say!(
            lang,
            "{first} {c1}, {second} {c2}; for {seat}: {words} ({certainty}: {how})",
            "{first} {c1}, {second} {c2} ; pour {seat} : {words} ({certainty} : {how})",
        );
        wrapped(out, &sentence)
    }

    /// Tells the level, or changes it.
    fn level(&mut self, number: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let Some(computer) = &mut self.computer else {
            let alone = say!(
                lang,
                "two people play here; --level starts a game against the computer",
                "deux personnes jouent ici ; --level commence une partie contre l'ordinateur",
            );
            return wrapped(out, &alone);
        };
        if !number.is_empty() {
            let Some(level) = number.parse().ok().and_then(Level::new) else {
                let range = say!(lang, "levels go from 1 to 10", "les niveaux vont de 1 à 10");
                return wrapped(out, &range);
            };
            computer.set_level(level, self.thinking.get(), &self.context)?;
        }
        let sentence = self.level_sentence();
        wrapped(out, &sentence)
    }

    /// Who the computer plays, and how well.
    pub(super) fn level_sentence(&self) -> String {
        let lang = self.lang();
        let Some(computer) = &self.computer else { return String::new() };
        let (seat, code, number) = (self.seat(computer.seat), computer.seat.code(), computer.level.number());
        let (title, description) = (computer.level.title().get(lang), computer.level.description().get(lang));
        say!(
            lang,
            "The computer plays {seat} ({code}) at level {number}. {title}: {description}.",
            "L'ordinateur joue {seat} ({code}) au niveau {number}. {title} : {description}.",
        )
    }

    /// With `--hints`: says so if a move that was just made in the position of `before` was bad, and that it can be
    /// taken back.
    pub(super) fn remark(
        &mut self,
        before: &Session,
        text: &str,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let lang = self.lang();
        let Some(report) = self.coach.judge(before, text, self.thinking.get(), &self.context)? else {
            return Ok(());
        };
        if !matches!(report.label, Label::Mistake | Label::Blunder | Label::MissedWin) {
            return Ok(());
        }
        let verdict = why(before, &report).verdict(lang);
        let (from, to) = (percent(report.before.win_chance, lang), percent(report.after.win_chance, lang));
        let sentence = say!(
            lang,
            "{verdict}: your chances fall from {from} to {to} (\"undo\" takes it back, \"why\" says why)",
            "{verdict} : vos chances passent de {from} à {to} (« annuler » le reprend, « pourquoi » l'explique)",
        );
        wrapped(out, &sentence)
    }

    /// The position before the person's last move, and the move; between two people, the last move.
    pub(super) fn last_own_move(&self) -> Option<(Session, String)> {
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
