//! The contract of [`Encode`], checked along random games.

use std::collections::HashSet;

use mekong_core::{ActionSet, Encode, Game, Notation, Planes, Player, Position, SplitMix64, Symmetric, mix};

/// The observation of a position.
fn observation<P: Encode>(position: &P, viewer: Player, occurrences: usize) -> Vec<u8> {
    let mut entries = vec![u8::MAX; P::shape().iter().product()];
    position.observe(viewer, occurrences, &mut Planes::new::<P>(&mut entries));
    entries
}

/// Checks that actions and possible moves correspond one to one, and that symmetries permute them.
pub fn check_actions<G: Game>()
where
    G::Position: Encode + Symmetric,
{
    let count = G::Position::ACTION_COUNT;
    let mut seen = HashSet::new();
    for action in 0..count {
        let mv = G::Position::move_of_action(action).unwrap_or_else(|| panic!("action {action} is no move"));
        assert_eq!(G::Position::action(mv), Some(action), "{}", G::Position::move_text(mv));
        assert!(seen.insert(mv), "{} has two actions", G::Position::move_text(mv));
    }
    for beyond in [count, count + 1, usize::MAX] {
        assert_eq!(G::Position::move_of_action(beyond), None);
    }
    for mv in G::Position::all_moves() {
        let text = G::Position::move_text(mv);
        assert_eq!(G::Position::action(mv).is_some(), seen.contains(&mv), "{text}");
    }
    assert_eq!(G::Position::ACTIONS.iter().map(|group| group.count).sum::<usize>(), count);
    let permutations = G::Position::permutations();
    assert_eq!(permutations.len(), G::Position::SYMMETRIES.len());
    for permutation in permutations {
        for mut images in [permutation.actions, permutation.entries] {
            images.sort_unstable();
            assert!(images.iter().enumerate().all(|(index, &image)| index == image as usize));
        }
    }
}

/// Checks along random games of every variant that every legal move has an action, that the set of legal actions is theirs, that entries stay within the bounds of
/// their planes, that different positions have different observations, and that symmetries permute the entries. Returns the
/// number of positions checked.
#[must_use]
pub fn check_games<G: Game>(games: u64, plies: usize) -> usize
where
    G::Position: Encode + Symmetric,
{
    let mut checked = 0;
    for variants in G::INFO.all_variants() {
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut position = G::start(variants, seed);
            for _ in 0..plies {
                check_position(&position);
                checked += 1;
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let before = observation(&position, Player::P1, 1);
                position.play_unchecked(moves[random.below(moves.len())]);
                assert_ne!(observation(&position, Player::P1, 1), before, "{}", position.position_text());
            }
        }
    }
    checked
}

fn check_position<P: Encode + Notation + Symmetric>(position: &P) {
    let text = position.position_text();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for &mv in &moves {
        assert!(P::action(mv).is_some(), "{} in {text} has no action", P::move_text(mv));
    }
    let mut expected = vec![0; ActionSet::words_of::<P>()];
    let mut set = ActionSet::new(&mut expected);
    moves.into_iter().filter_map(P::action).for_each(|action| set.insert(action));
    // What was in the words before does not matter.
    let mut actions = vec![u64::MAX; ActionSet::words_of::<P>()];
    position.legal_actions(&mut ActionSet::new(&mut actions));
    assert_eq!(actions, expected, "the actions of the legal moves of {text}");
    let permutations = P::permutations();
    for viewer in Player::BOTH {
        for occurrences in 1..=3 {
            let seen = observation(position, viewer, occurrences);
            let [_, rows, columns] = P::shape();
            for (plane, entries) in P::PLANES.iter().zip(seen.chunks(rows * columns)) {
                assert!(entries.iter().all(|&entry| entry <= plane.max), "{}: {text}", plane.description);
            }
            for (permutation, &symmetry) in permutations.iter().zip(P::SYMMETRIES) {
                let mut expected = vec![0; seen.len()];
                for (entry, &image) in permutation.entries.iter().enumerate() {
                    expected[image as usize] = seen[entry];
                }
                let viewer = P::player_image(viewer, symmetry);
                let image = position.image(symmetry);
                assert_eq!(observation(&image, viewer, occurrences), expected, "{symmetry:?} of {text}");
            }
        }
    }
}

/// A number that depends on the action of every move and on observations of random games of every variant.
#[must_use]
pub fn digest<G: Game>() -> u64
where
    G::Position: Encode,
{
    let add = |digest: u64, bytes: &[u8]| {
        bytes.iter().fold(digest, |digest, &byte| mix(digest ^ (u64::from(byte) + 1)))
    };
    let moves = (0..G::Position::ACTION_COUNT).filter_map(G::Position::move_of_action);
    let mut digest = moves.fold(0, |digest, mv| add(digest, G::Position::move_text(mv).as_bytes()));
    for variants in G::INFO.all_variants() {
        let mut random = SplitMix64::new(1);
        let mut position = G::start(variants, 1);
        for ply in 0..60 {
            digest = add(digest, &observation(&position, Player::BOTH[ply % 2], 1 + ply % 3));
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            moves.sort_unstable();
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    digest
}
