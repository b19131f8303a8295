use std::io::Write;

use mekong_catalog::{MoveError, Session};
use mekong_core::{Explain as _, Lang, Player, about, say};
use mekong_terminal::{context::Context, failure::Failure, render};

use super::{coach::Coach, computer::Computer, thinking::LazyThinking, word::Word};

/// The game on the table.
pub(super) struct Table {
    pub(super) session: Session,
    seed: Option<u64>,
    /// Who has given up, if anyone has.
    pub(super) resigned: Option<Player>,
    /// The computer, if it plays one side.
    pub(super) computer: Option<Computer>,
    /// Whether bad moves are remarked on.
    pub(super) hints: bool,
    pub(super) coach: Coach,
    pub(super) thinking: LazyThinking,
    pub(super) context: Context,
}

impl Table {
    pub(super) fn new(
        session: Session,
        seed: Option<u64>,
        computer: Option<Computer>,
        thinking: LazyThinking,
        context: Context,
    ) -> Table {
        let coach = Coach::default();
        Table { session, seed, resigned: None, computer, hints: false, coach, thinking, context }
    }

    fn is_computers_turn(&self) -> bool {
        self.computer.as_ref().is_some_and(|computer| self.turn() == Some(computer.seat))
    }

    /// Lets the computer play as long as it is its turn, and says what it played.
    fn answer(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while self.is_computers_turn() {
            let Some(computer) = &mut self.computer else { break };
            let Some(mv) = computer.choose(&self.session, self.thinking.get())? else { break };
            let seat = computer.seat;
            let (lang, seat) = (self.lang(), self.seat(seat));
            if self.session.play(&mv).is_err() {
                break;
            }
            writeln!(out, "{}", say!(lang, "{seat} (the computer): {mv}", "{seat} (l'ordinateur) : {mv}"))?;
        }
        Ok(())
    }

    pub(super) const fn lang(&self) -> Lang {
        self.context.lang
    }

    pub(super) fn turn(&self) -> Option<Player> {
        if self.resigned.is_some() { None } else { self.session.turn() }
    }

    /// What can be played: nothing once the game is over, by resignation too.
    pub(super) fn legal(&self) -> Vec<String> {
        if self.turn().is_some() { self.session.legal() } else { Vec::new() }
    }

    pub(super) fn seat(&self, player: Player) -> &'static str {
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
        if self.computer.is_some() {
            writeln!(out, "{}", self.level_sentence())?;
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
            None => render::result_sentence(&self.session, lang),
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
        let Some((word, rest)) = Word::parse(line) else {
            if !line.is_empty() {
                self.play(line, out)?;
                out.flush()?;
            }
            return Ok(true);
        };
        match word {
            Word::Quit => return Ok(false),
            Word::Help => self.help(out)?,
            Word::Board => {
                self.show(out)?;
                writeln!(out, "{}", self.session.position_text())?;
            }
            Word::Moves => self.moves(out)?,
            Word::List => self.list(out)?,
            Word::Undo => self.undo(out)?,
            Word::Redo => self.redo(out)?,
            Word::Hint | Word::Why | Word::Eval | Word::Level => self.ask(word, rest, out)?,
            Word::Resign => self.resign(out)?,
            Word::Save => self.save(rest, out)?,
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
            let before = self.hints.then(|| self.session.clone());
            if let Err(error) = self.session.play(text) {
                refused = Some((text, error));
                break;
            }
            match before.map_or(Ok(()), |before| self.remark(&before, text, out)) {
                // Whoever does not wait for the remark still wants to play.
                Err(Failure::Stopped) => {}
                remarked => remarked?,
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
        // The computer's opening is not the person's to take back.
        let own = self.last_own_move().is_some();
        match own.then(|| self.session.undo()).flatten() {
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
}
