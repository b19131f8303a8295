use std::io::Write;

use mekong_catalog::{GameSession, MoveError};
use mekong_core::{Explain as _, Lang, Player, say, with_subject};
use mekong_terminal::{context::Context, failure::Failure, render};

use super::{advisor::Advisor, computer::Computer, ctrl_c::LazyCtrlC, prompt_command::PromptCommand};

/// The game being played.
pub(super) struct TerminalGame {
    pub(super) session: GameSession,
    seed: Option<u64>,
    /// The player who resigned, if any.
    pub(super) resigned: Option<Player>,
    /// The computer, if it plays one side.
    pub(super) computer: Option<Computer>,
    /// Whether bad moves are pointed out.
    pub(super) is_coached: bool,
    pub(super) advisor: Advisor,
    pub(super) ctrl_c: LazyCtrlC,
    pub(super) context: Context,
}

impl TerminalGame {
    pub(super) fn new(
        session: GameSession,
        seed: Option<u64>,
        computer: Option<Computer>,
        ctrl_c: LazyCtrlC,
        context: Context,
    ) -> TerminalGame {
        let advisor = Advisor::default();
        TerminalGame { session, seed, resigned: None, computer, is_coached: false, advisor, ctrl_c, context }
    }

    fn is_computers_turn(&self) -> bool {
        self.computer.as_ref().is_some_and(|computer| self.turn() == Some(computer.seat))
    }

    /// Plays the computer's moves while it is its turn, and prints them.
    fn play_computer_moves(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while self.is_computers_turn() {
            let Some(computer) = &mut self.computer else { break };
            let Some(mv) = computer.choose(&self.session, self.ctrl_c.get())? else { break };
            let seat = computer.seat;
            let (lang, seat) = (self.lang(), self.seat(seat));
            let Ok(sentence) = self.session.describe(&mv, lang) else { break };
            if self.session.play(&mv).is_err() {
                break;
            }
            let line = say!(
                lang,
                "{seat} (the computer): {mv}, {sentence}",
                "{seat} (l’ordinateur) : {mv}, {sentence}",
            );
            writeln!(out, "{}", render::wrap(&line, 80).join("\n"))?;
        }
        Ok(())
    }

    pub(super) const fn lang(&self) -> Lang {
        self.context.lang
    }

    pub(super) fn turn(&self) -> Option<Player> {
        if self.resigned.is_some() { None } else { self.session.turn() }
    }

    /// The legal moves; none once the game is over, also by resignation.
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

    pub(super) fn print_greeting(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let info = self.session.info();
        let credit = info.credit(lang);
        let hint =
            say!(lang, "Type a move, \"help\" or \"quit\".", "Tapez un coup, « aide » ou « quitter ».",);
        writeln!(out, "{} ({credit})\n{}", info.title.get(lang), info.goal.get(lang))?;
        for name in self.session.variant_ids() {
            let Some(variant) = info.variants.iter().find(|variant| variant.id == name) else { continue };
            let line = with_subject(variant.title.get(lang), variant.rule.get(lang), lang);
            writeln!(out, "{}", render::wrap(&line, 80).join("\n"))?;
        }
        if let Some(seed) = self.seed {
            writeln!(out, "{}", say!(lang, "Deal: --seed {seed}", "Donne : --seed {seed}"))?;
        }
        if self.computer.is_some() {
            writeln!(out, "{}", self.level_sentence())?;
        }
        writeln!(out, "{hint}")?;
        self.play_computer_moves(out)?;
        self.show(out)
    }

    /// Prints the board, and the result if the game is over.
    fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        writeln!(out)?;
        render::canvas(out, &self.session.text_diagram(self.context.charset, lang), &self.context)?;
        writeln!(out)?;
        let end = match self.resigned {
            Some(player) => {
                let (loser, winner) = (self.seat(player), self.seat(player.other()));
                let (loses, wins) = (player.code(), player.other().code());
                Some(say!(
                    lang,
                    "{loser} ({loses}) resigned, {winner} ({wins}) won",
                    "Abandon : {loser} ({loses}) ; victoire : {winner} ({wins})",
                ))
            }
            None => render::result(&self.session, lang),
        };
        if let Some(end) = end {
            let next = say!(
                lang,
                "Type \"takeback\", \"save FILE\" or \"quit\".",
                "Tapez « reprendre », « enregistrer FICHIER » ou « quitter ».",
            );
            writeln!(out, "{end}\n{next}")?;
        }
        Ok(())
    }

    /// Runs a line of input; returns `false` to quit.
    pub(super) fn run_line(&mut self, line: &str, out: &mut impl Write) -> Result<bool, Failure> {
        let Some((word, rest)) = PromptCommand::parse(line) else {
            if !line.is_empty() {
                self.play(line, out)?;
                out.flush()?;
            }
            return Ok(true);
        };
        match word {
            PromptCommand::Quit => return Ok(false),
            PromptCommand::Help => self.help(out)?,
            PromptCommand::Board => {
                self.show(out)?;
                writeln!(out, "{}", self.session.position_text())?;
            }
            PromptCommand::Moves => self.moves(out)?,
            PromptCommand::List => self.list(out)?,
            PromptCommand::Undo => self.undo(out)?,
            PromptCommand::Redo => self.redo(out)?,
            PromptCommand::Hint | PromptCommand::Why | PromptCommand::Eval | PromptCommand::Level => {
                self.ask(word, rest, out)?;
            }
            PromptCommand::Resign => self.resign(out)?,
            PromptCommand::Save => self.save(rest, out)?,
        }
        out.flush()?;
        Ok(true)
    }

    /// Plays one or more moves, separated by spaces.
    fn play(&mut self, texts: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if self.resigned.is_some() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "the game is over: \"takeback\" withdraws the resignation",
                    "la partie est terminée : « reprendre » annule l’abandon"
                )
            )?;
            return Ok(());
        }
        let played = self.session.moves().len();
        let mut refused = None;
        for text in texts.split_whitespace() {
            let before = self.is_coached.then(|| self.session.clone());
            if let Err(error) = self.session.play(text) {
                refused = Some((text, error));
                break;
            }
            match before.map_or(Ok(()), |before| self.remark(&before, text, out)) {
                // Ctrl-C during the evaluation of the move does not end the game.
                Err(Failure::Interrupted) => {}
                remarked => remarked?,
            }
            self.play_computer_moves(out)?;
        }
        if self.session.moves().len() > played {
            self.show(out)?;
        }
        if let Some((text, error)) = refused {
            let why = error.explain(lang);
            let line = match error {
                MoveError::Syntax(_) => say!(
                    lang,
                    "{why} (or \"help\", \"moves\", \"quit\")",
                    "{why} (ou « aide », « coups », « quitter »)",
                ),
                MoveError::Illegal(_) => {
                    say!(lang, "{text} is illegal: {why}", "{text} est illégal : {why}")
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
        // The computer's first move cannot be taken back.
        let own = self.last_own_move().is_some();
        match own.then(|| self.session.undo()).flatten() {
            Some(mv) => {
                writeln!(out, "{}", say!(lang, "taken back: {mv}", "repris : {mv}"))?;
                // The computer's reply is taken back with the move.
                while self.is_computers_turn()
                    && let Some(mv) = self.session.undo()
                {
                    writeln!(out, "{}", say!(lang, "taken back: {mv}", "repris : {mv}"))?;
                }
                self.play_computer_moves(out)?;
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "nothing to take back", "rien à reprendre"))?;
                Ok(())
            }
        }
    }

    fn redo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        // Redo is not possible after the end of the game.
        if self.resigned.is_some() {
            writeln!(out, "{}", say!(lang, "nothing to redo", "rien à refaire"))?;
            return Ok(());
        }
        match self.session.redo() {
            Some(mv) => {
                writeln!(out, "{}", say!(lang, "played again: {mv}", "rejoué : {mv}"))?;
                while self.is_computers_turn()
                    && let Some(mv) = self.session.redo()
                {
                    writeln!(out, "{}", say!(lang, "played again: {mv}", "rejoué : {mv}"))?;
                }
                self.play_computer_moves(out)?;
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
                writeln!(out, "{}", say!(lang, "the game is over", "la partie est terminée"))?;
                Ok(())
            }
        }
    }

    fn moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (lang, legal) = (self.lang(), self.legal());
        if legal.is_empty() {
            writeln!(out, "{}", say!(lang, "none: the game is over", "aucun : la partie est terminée"))?;
        }
        write!(out, "{}", render::columns(&legal, 78))?;
        Ok(())
    }

    fn list(&self, out: &mut impl Write) -> Result<(), Failure> {
        let moves = self.session.moves();
        if moves.is_empty() {
            let lang = self.lang();
            writeln!(out, "{}", say!(lang, "no move yet", "aucun coup pour l’instant"))?;
            return Ok(());
        }
        for (index, pair) in moves.chunks(2).enumerate() {
            writeln!(out, "{:>3}. {}", index + 1, pair.join("  "))?;
        }
        Ok(())
    }
}
