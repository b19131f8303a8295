//! The contract of [`Position`], [`Notation`] and [`History`], checked along random games.

use std::collections::HashSet;

use mekong_core::{
    Charset, Diagram, Explain as _, Game, History, Lang, Notation, Position, SplitMix64, Symmetric,
    TextDiagram, Variants, perft,
};

/// A checker for one game.
pub struct Contract<G: Game> {
    all_moves: Vec<<G::Position as Position>::Move>,
}

impl<G: Game> Default for Contract<G> {
    fn default() -> Self {
        Contract::new()
    }
}

impl<G: Game> Contract<G> {
    /// Creates a checker and checks that the texts of all moves are unique and round-trip.
    #[must_use]
    pub fn new() -> Contract<G> {
        let mut all_moves = G::Position::all_moves();
        all_moves.sort_unstable();
        let mut texts = HashSet::new();
        for &mv in &all_moves {
            let text = G::Position::move_text(mv);
            assert_eq!(G::Position::parse_move(&text).as_ref(), Ok(&mv), "{text} reads back as another move");
            assert!(texts.insert(text.clone()), "two moves are written {text}");
        }
        Contract { all_moves }
    }

    /// Plays a random game of at most `plies` plies and checks every position on the way. Returns the plies played.
    #[must_use = "assert that the count is not zero"]
    pub fn walk(&self, variants: Variants, seed: u64, plies: usize) -> usize {
        let mut random = SplitMix64::new(seed);
        self.walk_choosing(variants, seed, plies, |options| random.below(options))
    }

    /// [`Contract::walk`] with the choices of the caller, for instance from a fuzzer's bytes.
    pub fn walk_choosing(
        &self,
        variants: Variants,
        seed: u64,
        plies: usize,
        mut choose: impl FnMut(usize) -> usize,
    ) -> usize {
        let start = G::start(variants, seed);
        assert_eq!(start, G::start(variants, seed), "the same seed gives the same start");
        assert_eq!(start.variants(), variants);
        let mut history = History::new(start);
        for ply in 0..plies {
            let moves = self.check(history.position());
            if ply % 32 == 0 {
                check_pictures(history.position());
            }
            if history.outcome().is_some() {
                check_over(&history, &self.all_moves);
                return ply;
            }
            let mv = moves[choose(moves.len())];
            let before = history.position().clone();
            history.play(mv).expect("a listed move can be played");
            check_undo(&mut history, &before, mv);
        }
        plies
    }

    /// Checks one position and returns its legal moves.
    pub fn check(&self, position: &G::Position) -> Vec<<G::Position as Position>::Move> {
        let text = position.position_text();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(
            moves.is_empty(),
            position.outcome().is_some(),
            "moves are empty if and only if the game is over: {text}"
        );
        assert_eq!(moves.len(), position.count_moves(), "count_moves: {text}");
        assert_eq!(moves.len() as u64, perft(position, 1), "perft 1: {text}");
        check_text(position, &text);

        let mut sorted = moves.clone();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "a move is listed twice: {text}");
        let mut legal = sorted.into_iter().peekable();
        for &mv in &self.all_moves {
            let listed = legal.next_if_eq(&mv).is_some();
            let verdict = position.check(mv);
            assert_eq!(verdict.is_ok(), listed, "{} in {text}: {verdict:?}", G::Position::move_text(mv));
        }
        assert_eq!(legal.next(), None, "a legal move is missing from all_moves: {text}");
        moves
    }
}

/// Checks the contract along random games of every variant and returns the plies played.
#[must_use = "assert that the count is not zero"]
pub fn check_random_games<G: Game>(games: u64, plies: usize) -> usize {
    let contract = Contract::<G>::new();
    let variants = G::INFO.all_variants();
    variants
        .flat_map(|variants| (0..games).map(move |seed| (variants, seed)))
        .map(|(variants, seed)| contract.walk(variants, seed, plies))
        .sum()
}

/// Checks that a game's symmetries commute with its rules along a random game.
pub fn check_symmetry<G: Game>(variants: Variants, seed: u64, plies: usize)
where
    G::Position: Symmetric,
{
    let mut random = SplitMix64::new(seed);
    let mut position = G::start(variants, seed);
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let text = position.position_text();
        for &symmetry in G::Position::SYMMETRIES {
            let image = position.image(symmetry);
            let mut expected: Vec<_> =
                moves.iter().map(|&mv| G::Position::move_image(mv, symmetry)).collect();
            let mut found = Vec::new();
            image.legal_moves(&mut found);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{symmetry:?} of {text}");
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            let image_winner = image.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(image_winner, winner.map(|player| G::Position::player_image(player, symmetry)));
        }
        if moves.is_empty() {
            return;
        }
        let mv = moves[random.below(moves.len())];
        let mut next = position.clone();
        next.play_unchecked(mv);
        for &symmetry in G::Position::SYMMETRIES {
            let mut image = position.image(symmetry);
            image.play_unchecked(G::Position::move_image(mv, symmetry));
            assert_eq!(
                next.image(symmetry),
                image,
                "{symmetry:?} of {} in {text}",
                G::Position::move_text(mv)
            );
        }
        position = next;
    }
}

fn check_text<P: Notation>(position: &P, text: &str) {
    match P::parse_position(text, position.variants()) {
        Ok(read) => {
            assert_eq!(read, *position, "{text} reads back as another position");
            assert_eq!(read.position_text(), text, "{text} prints back otherwise");
        }
        Err(error) => {
            assert!(P::is_game_over_error(&error), "{text} is refused: {error}");
            assert!(position.outcome().is_some(), "{text} is refused as over, and is not");
        }
    }
}

fn check_pictures<P: Notation + TextDiagram + Diagram>(position: &P) {
    for lang in Lang::ALL {
        let ascii = position.text_diagram(Charset::Ascii, lang).to_string();
        assert!(ascii.chars().all(|ch| matches!(ch, '\n' | ' '..='~')), "not all ASCII:\n{ascii}");
        assert!(position.text_diagram(Charset::Unicode, lang).height() > 0);
        let diagram = position.diagram(lang);
        assert!(diagram.starts_with("<svg ") && diagram.ends_with("</svg>\n"));
    }
}

fn check_over<P: Notation>(history: &History<P>, all_moves: &[P::Move]) {
    let mut moves = Vec::new();
    history.legal_moves(&mut moves);
    assert!(moves.is_empty(), "moves after the end");
    let mut copy = history.clone();
    for &mv in all_moves.iter().step_by(7) {
        let refused = copy.play(mv).expect_err("nothing can be played after the end");
        assert!(Lang::ALL.iter().all(|&lang| !refused.explain(lang).is_empty()));
    }
    assert_eq!(copy.position(), history.position());
}

fn check_undo<P: Position>(history: &mut History<P>, before: &P, mv: P::Move) {
    let after = history.position().clone();
    let occurrences = history.occurrences();
    assert_eq!(history.undo(), Some(mv));
    assert_eq!(history.position(), before);
    assert_eq!(history.redo(), Some(mv));
    assert_eq!(*history.position(), after);
    assert_eq!(history.occurrences(), occurrences);
}
