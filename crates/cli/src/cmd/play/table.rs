use std::{fs, io::Write};

use mekong_catalog::{MoveError, Session};
use mekong_core::{Explain as _, Lang, Player, about, say};
use mekong_record::GameResult;

use super::{computer::Computer, word::Word};
use crate::{
    cmd::show,
    context::Context,
    failure::{Failure, io_reason},
    render,
};

/// The game on the table.
pub(super) struct Table {
    session: Session,
    seed: Option<u64>,
    /// Who has given up, if anyone has.
    resigned: Option<Player>,
    /// The computer, if it plays one side.
    computer: Option<Computer>,
    context: Context,
}

impl Table {
    pub(super) const fn new(
        session: Session,
        seed: Option<u64>,
        computer: Option<Computer>,
        context: Context,
    ) -> Table {
        Table { session, seed, resigned: None, computer, context }
    }

    fn is_computers_turn(&self) -> bool {
        self.computer.as_ref().is_some_and(|computer| self.turn() == Some(computer.seat))
    }

    /// Lets the computer play as long as it is its turn, and says what it played.
    fn answer(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while self.is_computers_turn() {
            let Some(computer) = &self.computer else { break };
            let Some(mv) = computer.choose(&self.session) else { break };
            let (lang, seat) = (self.lang(), self.seat(computer.seat));
            if self.session.play(&mv).is_err() {
                break;
            }
            writeln!(out, "{}", say!(lang, "{seat} (the computer): {mv}", "{seat} (l'ordinateur) : {mv}"))?;
        }
        Ok(())
    }

    const fn lang(&self) -> Lang {
        self.context.lang
    }

    fn turn(&self) -> Option<Player> {
        if self.resigned.is_some() { None } else { self.session.turn() }
    }

    /// What can be played: nothing once the game is over, by resignation too.
    pub(super) fn legal(&self) -> Vec<String> {
        if self.turn().is_some() { self.session.legal() } else { Vec::new() }
    }

    fn seat(&self, player: Player) -> &'static str {
        self.context.text(self.session.info().seats[player.index()])
    }

    pub(super) fn prompt(&self) -> String {
        match self.turn() {
            Some(player) => format!("{}> ", self.seat(player)),
            None => "> ".to_owned(),
        }
    }

    pub(super) fn greet(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let info = self.session.info();
        let credit = info.credit(lang);
        let hint =
            say!(lang, "Type a move, \"help\", or \"quit\".", "Tapez un coup, « aide », ou « quitter ».",);
        writeln!(out, "{} ({credit})", info.title)?;
        for name in self.session.variant_names() {
            let rule = info.variants.iter().find(|variant| variant.id == name);
            let rule = rule.map_or("", |variant| self.context.text(variant.rule));
            let line = about(name, rule, lang);
            writeln!(out, "{}", render::wrap(&line, 80).join("\n"))?;
        }
        if let Some(seed) = self.seed {
            writeln!(out, "{}", say!(lang, "Deal: --seed {seed}", "Donne : --seed {seed}"))?;
        }
        writeln!(out, "{hint}")?;
        self.answer(out)?;
        self.show(out)
    }

    /// The board, and how the game ended if it has.
    fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        writeln!(out)?;
        render::picture(out, &self.session.draw(self.context.charset, lang), &self.context)?;
        writeln!(out)?;
        let end = match self.resigned {
            Some(player) => {
                let (loser, winner) = (self.seat(player), self.seat(player.other()));
                let (loses, wins) = (player.code(), player.other().code());
                Some(say!(
                    lang,
                    "{loser} ({loses}) resigned, {winner} ({wins}) won",
                    "Abandon : {loser} ({loses}) ; victoire : {winner} ({wins})",
                ))
            }
            None => show::result_sentence(&self.session, lang),
        };
        if let Some(end) = end {
            let next = say!(
                lang,
                "Type \"undo\", \"save FILE\" or \"quit\".",
                "Tapez « annuler », « enregistrer FICHIER » ou « quitter ».",
            );
            writeln!(out, "{end}\n{next}")?;
        }
        Ok(())
    }

    /// Does what a line says; `false` if it says to stop.
    pub(super) fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<bool, Failure> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match Word::parse(first) {
            _ if line.is_empty() => {}
            Some(Word::Quit) => return Ok(false),
            Some(Word::Help) => self.help(out)?,
            Some(Word::Board) => {
                self.show(out)?;
                writeln!(out, "{}", self.session.position_text())?;
            }
            Some(Word::Moves) => self.moves(out)?,
            Some(Word::List) => self.list(out)?,
            Some(Word::Undo) => self.undo(out)?,
            Some(Word::Redo) => self.redo(out)?,
            Some(Word::Resign) => self.resign(out)?,
            Some(Word::Save) => self.save(rest.trim(), out)?,
            None => self.play(line, out)?,
        }
        out.flush()?;
        Ok(true)
    }

    /// Plays a move, or several with spaces between them.
    fn play(&mut self, texts: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if self.resigned.is_some() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "the game is over: take the resignation back with \"undo\"",
                    "la partie est finie : « annuler » reprend l'abandon"
                )
            )?;
            return Ok(());
        }
        let played = self.session.moves().len();
        let mut refused = None;
        for text in texts.split_whitespace() {
            if let Err(error) = self.session.play(text) {
                refused = Some((text, error));
                break;
            }
            self.answer(out)?;
        }
        if self.session.moves().len() > played {
            self.show(out)?;
        }
        if let Some((text, error)) = refused {
            let why = error.explain(lang);
            let line = match error {
                MoveError::Unreadable(_) => say!(
                    lang,
                    "{why} (or \"help\", \"moves\", \"quit\")",
                    "{why} (ou « aide », « coups », « quitter »)",
                ),
                MoveError::Illegal(_) => {
                    say!(lang, "{text} is not possible: {why}", "{text} n'est pas possible : {why}")
                }
            };
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if self.resigned.take().is_some() {
            return self.show(out);
        }
        match self.session.undo() {
            Some(mv) => {
                writeln!(out, "{}", say!(lang, "taken back: {mv}", "repris : {mv}"))?;
                // The computer's answer goes with the move it answered.
                while self.is_computers_turn()
                    && let Some(mv) = self.session.undo()
                {
                    writeln!(out, "{}", say!(lang, "taken back: {mv}", "repris : {mv}"))?;
                }
                self.answer(out)?;
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "nothing to undo", "rien à annuler"))?;
                Ok(())
            }
        }
    }

    fn redo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        // Moves that wait to be redone would be played in a game that is over.
        if self.resigned.is_some() {
            writeln!(out, "{}", say!(lang, "nothing to redo", "rien à refaire"))?;
            return Ok(());
        }
        match self.session.redo() {
            Some(mv) => {
                writeln!(out, "{}", say!(lang, "played again: {mv}", "rejoué : {mv}"))?;
                while self.is_computers_turn()
                    && let Some(mv) = self.session.redo()
                {
                    writeln!(out, "{}", say!(lang, "played again: {mv}", "rejoué : {mv}"))?;
                }
                self.answer(out)?;
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "nothing to redo", "rien à refaire"))?;
                Ok(())
            }
        }
    }

    fn resign(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        match self.turn() {
            Some(player) => {
                self.resigned = Some(player);
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "the game is over", "la partie est finie"))?;
                Ok(())
            }
        }
    }

    fn moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (lang, legal) = (self.lang(), self.legal());
        if legal.is_empty() {
            writeln!(out, "{}", say!(lang, "none: the game is over", "aucun : la partie est finie"))?;
        }
        write!(out, "{}", render::columns(&legal, 78))?;
        Ok(())
    }

    fn list(&self, out: &mut impl Write) -> Result<(), Failure> {
        let moves = self.session.moves();
        if moves.is_empty() {
            let lang = self.lang();
            writeln!(out, "{}", say!(lang, "no move yet", "aucun coup pour l'instant"))?;
            return Ok(());
        }
        for (index, pair) in moves.chunks(2).enumerate() {
            writeln!(out, "{:>3}. {}", index + 1, pair.join("  "))?;
        }
        Ok(())
    }

    fn save(&self, path: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if path.is_empty() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "save where? for example: save game.pgn",
                    "enregistrer où ? par exemple : enregistrer partie.pgn"
                )
            )?;
            return Ok(());
        }
        let mut record = self.session.to_record();
        if let Some(loser) = self.resigned {
            record.set_result(match loser {
                Player::P1 => GameResult::P2Wins,
                Player::P2 => GameResult::P1Wins,
            });
        }
        let pgn = record.to_pgn();
        // Never over another file: the game on the table is not worth a game on the disk.
        let written = fs::File::create_new(path).and_then(|mut file| file.write_all(pgn.as_bytes()));
        match written {
            Ok(()) => writeln!(out, "{}", say!(lang, "saved in {path}", "enregistré dans {path}"))?,
            Err(error) => {
                let why = io_reason(&error, lang);
                writeln!(
                    out,
                    "{}",
                    say!(lang, "not saved in {path}: {why}", "non enregistré dans {path} : {why}")
                )?;
            }
        }
        Ok(())
    }

    fn help(&self, out: &mut impl Write) -> Result<(), Failure> {
        let info = self.session.info();
        writeln!(out, "{}", self.context.text(info.moves_help))?;
        writeln!(out)?;
        for word in Word::ALL {
            writeln!(out, "{:<12} {}", word.name(self.lang()), self.context.text(word.meaning()))?;
        }
        Ok(())
    }

    /// Says how to go on later: a game that ends with the terminal is not lost.
    pub(super) fn farewell(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        writeln!(out)?;
        if self.turn().is_none() || self.session.moves().is_empty() {
            return Ok(());
        }
        let mut words = format!("mekong play {}", self.session.info().id);
        let variants = self.session.variant_names().join(",");
        if !variants.is_empty() {
            words.push_str(&format!(" --variant {variants}"));
        }
        if !self.session.started_by_default() {
            words.push_str(&format!(" --position \"{}\"", self.session.start_text()));
        }
        words.push_str(&format!(" --moves \"{}\"", self.session.moves().join(" ")));
        writeln!(out, "{}", say!(lang, "To go on later:\n{words}", "Pour continuer plus tard :\n{words}"))?;
        Ok(())
    }
}
