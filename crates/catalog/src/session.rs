use mekong_core::{
    BoardMarks, Charset, Diagram as _, Explain as _, Game, GameInfo, History, Insight as _, Lang, Mark,
    Narrate, Notation, Outcome, PlayError, Player, Position, SplitMix64, TextCanvas, TextDiagram as _,
    Variants, perft,
};

use crate::{MoveError, error::IllegalMove};

/// A game in progress, type-erased: a start position, moves, undo and redo, and the draw by repetition.
///
/// A session has no clocks and no players; they belong to the front end.
#[derive(Debug)]
pub struct GameSession {
    inner: Box<dyn AnyGameSession>,
}

impl Clone for GameSession {
    fn clone(&self) -> GameSession {
        GameSession { inner: self.inner.boxed_clone() }
    }
}

impl GameSession {
    /// A session that starts from a position.
    #[must_use]
    pub fn new<G: Game>(start: G::Position) -> GameSession
    where
        G::Position: Narrate,
    {
        GameSession { inner: Box::new(Typed::<G>(History::new(start))) }
    }

    /// The typed history; `None` if this is a session of another game than `G`.
    #[must_use]
    pub fn history<G: Game>(&self) -> Option<&History<G::Position>> {
        self.inner.as_any().downcast_ref::<Typed<G>>().map(|typed| &typed.0)
    }

    /// The id, title, author and variants of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.inner.info()
    }

    /// The variants played.
    #[must_use]
    pub fn variants(&self) -> Variants {
        self.inner.variants()
    }

    /// The ids of the variants played.
    #[must_use]
    pub fn variant_ids(&self) -> Vec<&'static str> {
        self.info().variant_ids(self.variants())
    }

    /// The text of the position the session started from.
    #[must_use]
    pub fn start_text(&self) -> String {
        self.inner.start_text()
    }

    /// Whether the session started from the standard position; never in dealt games.
    #[must_use]
    pub fn has_standard_start(&self) -> bool {
        self.inner.has_standard_start()
    }

    /// The player to move at the start.
    #[must_use]
    pub fn first_player(&self) -> Player {
        self.inner.first_player()
    }

    /// The text of the current position.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.inner.position_text()
    }

    /// The player to move; `None` if the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        if self.outcome().is_some() { None } else { Some(self.inner.turn()) }
    }

    /// The outcome, by the rules or by repetition; `None` while the game is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    /// How often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.inner.occurrences()
    }

    /// The legal moves as text, sorted; empty if the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.inner.legal()
    }

    /// Plays a move.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.inner.play(text)
    }

    /// The effect of a move or, if it is illegal, the reason; empty if the game is over.
    pub fn preview(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError> {
        self.inner.preview(text, lang)
    }

    /// Immediate wins of either player, or the immediate consequences of the choices in this turn.
    #[must_use]
    pub fn threats(&self, lang: Lang) -> BoardMarks {
        self.inner.threats(lang)
    }

    /// What the player to move does now; empty if the game is over.
    #[must_use]
    pub fn instruction(&self, lang: Lang) -> String {
        self.inner.instruction(lang)
    }

    /// What a legal move does.
    pub fn describe(&self, text: &str, lang: Lang) -> Result<String, MoveError> {
        self.inner.describe(text, lang)
    }

    /// Where to look for a legal move, and why.
    pub fn hint(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError> {
        self.inner.hint(text, lang)
    }

    /// A legal move as arrows and ghosts.
    pub fn move_marks(&self, text: &str) -> Result<Vec<Mark>, MoveError> {
        self.inner.move_marks(text)
    }

    /// What decided the game, and why; empty while it is in progress. The places are those of the final position.
    #[must_use]
    pub fn ending(&self, lang: Lang) -> BoardMarks {
        self.inner.ending(lang)
    }

    /// Plays a random legal move and returns the number of legal moves; 0 if the game is over.
    pub fn play_random(&mut self, random: &mut SplitMix64) -> usize {
        self.inner.play_random(random)
    }

    /// A session that starts from the current position, without the moves that led there.
    #[must_use]
    pub fn detached(&self) -> GameSession {
        self.inner.detached()
    }

    /// A session that starts from the current position after a pass: the opponent's best move there is what they threaten.
    /// `None` if the game is over or the rules leave no room for a pass, for example in a duel that must be answered.
    #[must_use]
    pub fn after_pass(&self) -> Option<GameSession> {
        if self.outcome().is_some() { None } else { self.inner.after_pass() }
    }

    /// Whether another session has the same game, variant rules and current position. Repetition does not matter.
    #[must_use]
    pub fn is_same_position(&self, other: &GameSession) -> bool {
        self.inner.is_same_position(other)
    }

    /// The moves played, as texts.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }

    /// Undoes the last move and returns its text.
    pub fn undo(&mut self) -> Option<String> {
        self.inner.undo()
    }

    /// Redoes the move undone last and returns its text.
    pub fn redo(&mut self) -> Option<String> {
        self.inner.redo()
    }

    /// The number of move sequences of exactly `depth` plies from here. Repetition is not applied.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }

    /// Every legal move with a session that starts after it, sorted by text, for split perft. Repetition is ignored.
    #[must_use]
    pub fn children(&self) -> Vec<(String, GameSession)> {
        self.inner.children()
    }

    /// The position drawn with characters.
    #[must_use]
    pub fn text_diagram(&self, charset: Charset, lang: Lang) -> TextCanvas {
        self.inner.text_diagram(charset, lang)
    }

    /// The position as an SVG document.
    #[must_use]
    pub fn diagram(&self, lang: Lang) -> String {
        self.inner.diagram(lang)
    }
}

trait AnyGameSession: std::fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn std::any::Any;
    fn boxed_clone(&self) -> Box<dyn AnyGameSession>;
    fn info(&self) -> &'static GameInfo;
    fn variants(&self) -> Variants;
    fn start_text(&self) -> String;
    fn has_standard_start(&self) -> bool;
    fn first_player(&self) -> Player;
    fn position_text(&self) -> String;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn occurrences(&self) -> usize;
    fn legal(&self) -> Vec<String>;
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    fn preview(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError>;
    fn threats(&self, lang: Lang) -> BoardMarks;
    fn instruction(&self, lang: Lang) -> String;
    fn describe(&self, text: &str, lang: Lang) -> Result<String, MoveError>;
    fn hint(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError>;
    fn move_marks(&self, text: &str) -> Result<Vec<Mark>, MoveError>;
    fn ending(&self, lang: Lang) -> BoardMarks;
    fn play_random(&mut self, random: &mut SplitMix64) -> usize;
    fn detached(&self) -> GameSession;
    fn after_pass(&self) -> Option<GameSession>;
    fn is_same_position(&self, other: &GameSession) -> bool;
    fn moves(&self) -> Vec<String>;
    fn undo(&mut self) -> Option<String>;
    fn redo(&mut self) -> Option<String>;
    fn perft(&self, depth: u32) -> u64;
    fn children(&self) -> Vec<(String, GameSession)>;
    fn text_diagram(&self, charset: Charset, lang: Lang) -> TextCanvas;
    fn diagram(&self, lang: Lang) -> String;
}

struct Typed<G: Game>(History<G::Position>);

impl<G: Game> std::fmt::Debug for Typed<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

fn read<P: Notation>(text: &str) -> Result<P::Move, MoveError> {
    P::parse_move(text).map_err(MoveError::Syntax)
}

impl<G: Game> Typed<G> {
    /// A legal move of the current position.
    fn legal_move(&self, text: &str) -> Result<<G::Position as Position>::Move, MoveError> {
        let mv = read::<G::Position>(text)?;
        let checked = match self.0.outcome() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => self.0.position().check(mv).map_err(PlayError::Illegal),
        };
        checked.map_err(|refused| MoveError::Illegal(IllegalMove::new(refused)))?;
        Ok(mv)
    }
}

impl<G: Game> AnyGameSession for Typed<G>
where
    G::Position: Narrate,
{
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnyGameSession> {
        Box::new(Typed::<G>(self.0.clone()))
    }

    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn variants(&self) -> Variants {
        self.0.start().variants()
    }

    fn start_text(&self) -> String {
        self.0.start().position_text()
    }

    fn has_standard_start(&self) -> bool {
        !G::INFO.dealt && *self.0.start() == G::start(self.variants(), 0)
    }

    fn first_player(&self) -> Player {
        self.0.start().turn()
    }

    fn position_text(&self) -> String {
        self.0.position().position_text()
    }

    fn turn(&self) -> Player {
        self.0.position().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.into_iter().map(G::Position::move_text).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = read::<G::Position>(text)?;
        self.0.play(mv).map_err(|refused| MoveError::Illegal(IllegalMove::new(refused)))
    }

    fn preview(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError> {
        let mv = read::<G::Position>(text)?;
        Ok(if self.0.outcome().is_some() {
            BoardMarks::default()
        } else {
            self.0.position().preview(mv, lang)
        })
    }

    fn threats(&self, lang: Lang) -> BoardMarks {
        if self.0.outcome().is_some() { BoardMarks::default() } else { self.0.position().threats(lang) }
    }

    fn instruction(&self, lang: Lang) -> String {
        if self.0.outcome().is_some() { String::new() } else { self.0.position().instruction(lang) }
    }

    fn describe(&self, text: &str, lang: Lang) -> Result<String, MoveError> {
        Ok(self.0.position().describe_move(self.legal_move(text)?, lang))
    }

    fn hint(&self, text: &str, lang: Lang) -> Result<BoardMarks, MoveError> {
        Ok(self.0.position().hint(self.legal_move(text)?, lang))
    }

    fn move_marks(&self, text: &str) -> Result<Vec<Mark>, MoveError> {
        Ok(self.0.position().move_marks(self.legal_move(text)?))
    }

    fn ending(&self, lang: Lang) -> BoardMarks {
        let Some(outcome) = self.0.outcome() else { return BoardMarks::default() };
        match (self.0.positions(), self.0.moves()) {
            // A draw by repetition does not follow from the last move alone.
            ([.., before, last], [.., mv]) if last.outcome().is_some() => before.ending(*mv, lang),
            _ => BoardMarks { marks: Vec::new(), text: outcome.explain(lang) },
        }
    }

    fn play_random(&mut self, random: &mut SplitMix64) -> usize {
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        if moves.is_empty() {
            return 0;
        }
        let played = self.0.play(moves[random.below(moves.len())]);
        debug_assert!(played.is_ok(), "a listed move is legal");
        moves.len()
    }

    fn detached(&self) -> GameSession {
        GameSession::new::<G>(self.0.position().clone())
    }

    fn after_pass(&self) -> Option<GameSession> {
        self.0.position().null_move().map(GameSession::new::<G>)
    }

    fn is_same_position(&self, other: &GameSession) -> bool {
        other.history::<G>().is_some_and(|other| other.position() == self.0.position())
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().iter().map(|&mv| G::Position::move_text(mv)).collect()
    }

    fn undo(&mut self) -> Option<String> {
        self.0.undo().map(G::Position::move_text)
    }

    fn redo(&mut self) -> Option<String> {
        self.0.redo().map(G::Position::move_text)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.0.position(), depth)
    }

    fn children(&self) -> Vec<(String, GameSession)> {
        let mut moves = Vec::new();
        self.0.position().legal_moves(&mut moves);
        let mut children: Vec<(String, GameSession)> = moves
            .into_iter()
            .map(|mv| {
                let mut next = self.0.position().clone();
                next.play_unchecked(mv);
                (G::Position::move_text(mv), GameSession::new::<G>(next))
            })
            .collect();
        children.sort_by(|(a, _), (b, _)| a.cmp(b));
        children
    }

    fn text_diagram(&self, charset: Charset, lang: Lang) -> TextCanvas {
        self.0.position().text_diagram(charset, lang)
    }

    fn diagram(&self, lang: Lang) -> String {
        self.0.position().diagram(lang)
    }
}
