use mekong_core::{
    Charset, Diagram as _, Draw as _, Game, GameInfo, History, Insight, Lang, Notation, Outcome, Picture,
    Player, Position as _, Sight, SplitMix64, Variants, perft,
};

use crate::{MoveError, error::MoveReason};

/// A game being played or looked at: a start position, the moves since, undo and redo, and the draw by repetition.
///
/// A session has no clocks and no players; they belong to the front end.
#[derive(Debug)]
pub struct Session {
    inner: Box<dyn AnySession>,
}

impl Clone for Session {
    fn clone(&self) -> Session {
        Session { inner: self.inner.boxed_clone() }
    }
}

impl Session {
    /// A session that starts from a position.
    #[must_use]
    pub fn new<G: Game>(start: G::Position) -> Session
    where
        G::Position: Insight,
    {
        Session { inner: Box::new(Typed::<G>(History::new(start))) }
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

    /// The names of the variants played.
    #[must_use]
    pub fn variant_names(&self) -> Vec<&'static str> {
        self.info().variant_names(self.variants())
    }

    /// The text of the position the session started from.
    #[must_use]
    pub fn start_text(&self) -> String {
        self.inner.start_text()
    }

    /// Whether the session started from the position that the game always starts from; never where there is a deal.
    #[must_use]
    pub fn started_by_default(&self) -> bool {
        self.inner.started_by_default()
    }

    /// The player who made the first move of the session or is about to.
    #[must_use]
    pub fn first_player(&self) -> Player {
        self.inner.first_player()
    }

    /// The text of the position now.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.inner.position_text()
    }

    /// The player to act; nobody once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        if self.outcome().is_some() { None } else { Some(self.inner.turn()) }
    }

    /// The outcome, by the rules or by repetition; `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    /// How often the position now has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.inner.occurrences()
    }

    /// The legal moves as texts, sorted; none once the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.inner.legal()
    }

    /// Plays a move.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.inner.play(text)
    }

    /// What a move would do, and if it is refused, what stands in its way; nothing once the game is over.
    pub fn look(&self, text: &str, lang: Lang) -> Result<Sight, MoveError> {
        self.inner.look(text, lang)
    }

    /// What either player could win at once, or what the choices of this turn lead to at once.
    #[must_use]
    pub fn threats(&self, lang: Lang) -> Sight {
        self.inner.threats(lang)
    }

    /// Plays a random legal move and returns how many there were to choose from; 0 once the game is over.
    pub fn play_random(&mut self, random: &mut SplitMix64) -> usize {
        self.inner.play_random(random)
    }

    /// The moves played, as texts.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }

    /// Takes the last move back and returns its text.
    pub fn undo(&mut self) -> Option<String> {
        self.inner.undo()
    }

    /// Plays again the move that was last undone and returns its text.
    pub fn redo(&mut self) -> Option<String> {
        self.inner.redo()
    }

    /// The number of move sequences of exactly `depth` plies from here. Repetition is not applied.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }

    /// Every legal move with a session that starts after it, sorted by text. Repetition is not applied: this is what
    /// splits a perft.
    #[must_use]
    pub fn children(&self) -> Vec<(String, Session)> {
        self.inner.children()
    }

    /// The position drawn with characters.
    #[must_use]
    pub fn draw(&self, charset: Charset, lang: Lang) -> Picture {
        self.inner.draw(charset, lang)
    }

    /// The position as an SVG document.
    #[must_use]
    pub fn diagram(&self, lang: Lang) -> String {
        self.inner.diagram(lang)
    }
}

trait AnySession: std::fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn std::any::Any;
    fn boxed_clone(&self) -> Box<dyn AnySession>;
    fn info(&self) -> &'static GameInfo;
    fn variants(&self) -> Variants;
    fn start_text(&self) -> String;
    fn started_by_default(&self) -> bool;
    fn first_player(&self) -> Player;
    fn position_text(&self) -> String;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn occurrences(&self) -> usize;
    fn legal(&self) -> Vec<String>;
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    fn look(&self, text: &str, lang: Lang) -> Result<Sight, MoveError>;
    fn threats(&self, lang: Lang) -> Sight;
    fn play_random(&mut self, random: &mut SplitMix64) -> usize;
    fn moves(&self) -> Vec<String>;
    fn undo(&mut self) -> Option<String>;
    fn redo(&mut self) -> Option<String>;
    fn perft(&self, depth: u32) -> u64;
    fn children(&self) -> Vec<(String, Session)>;
    fn draw(&self, charset: Charset, lang: Lang) -> Picture;
    fn diagram(&self, lang: Lang) -> String;
}

struct Typed<G: Game>(History<G::Position>);

impl<G: Game> std::fmt::Debug for Typed<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

fn read<P: Notation>(text: &str) -> Result<P::Move, MoveError> {
    P::parse_move(text).map_err(|error| MoveError::Unreadable(MoveReason::new(error)))
}

impl<G: Game> AnySession for Typed<G>
where
    G::Position: Insight,
{
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnySession> {
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

    fn started_by_default(&self) -> bool {
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
        self.0.play(mv).map_err(|refused| MoveError::Illegal(MoveReason::new(refused)))
    }

    fn look(&self, text: &str, lang: Lang) -> Result<Sight, MoveError> {
        let mv = read::<G::Position>(text)?;
        Ok(if self.0.outcome().is_some() { Sight::default() } else { self.0.position().look(mv, lang) })
    }

    fn threats(&self, lang: Lang) -> Sight {
        if self.0.outcome().is_some() { Sight::default() } else { self.0.position().threats(lang) }
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

    fn children(&self) -> Vec<(String, Session)> {
        let mut moves = Vec::new();
        self.0.position().legal_moves(&mut moves);
        let mut children: Vec<(String, Session)> = moves
            .into_iter()
            .map(|mv| {
                let mut next = self.0.position().clone();
                next.play_unchecked(mv);
                (G::Position::move_text(mv), Session::new::<G>(next))
            })
            .collect();
        children.sort_by(|(a, _), (b, _)| a.cmp(b));
        children
    }

    fn draw(&self, charset: Charset, lang: Lang) -> Picture {
        self.0.position().draw(charset, lang)
    }

    fn diagram(&self, lang: Lang) -> String {
        self.0.position().diagram(lang)
    }
}
