//! A batch plays by the rules of the catalog, the same on any number of threads.

use mekong_arrays::{Arrays, Batch, BatchOptions, Encoding, StepError, encoding};
use mekong_catalog::{Entry, GAMES, GameSession};
use mekong_core::{Player, Variants};

fn games() -> impl Iterator<Item = (&'static Entry, &'static Encoding)> {
    GAMES.iter().filter_map(|entry| Some((entry, encoding(entry)?)))
}

fn new_batch(
    encoding: &'static Encoding,
    variants: Variants,
    games: usize,
    options: BatchOptions,
) -> (Batch, Arrays) {
    let mut batch = Batch::new(encoding, variants, games, 11, options).unwrap();
    let mut arrays = batch.new_arrays();
    batch.finish(&mut arrays.buffers()).unwrap();
    (batch, arrays)
}

/// The arrays of one game of a batch, compared with those of a session.
fn check_row(arrays: &Arrays, encoding: &Encoding, row: usize, session: &GameSession) {
    let count = encoding.action_count();
    let mask = &arrays.masks[row * count..][..count];
    let legal: Vec<usize> = (0..count).filter(|&action| mask[action]).collect();
    assert_eq!(Some(legal), encoding.legal_actions(session));
    assert!(mask[arrays.samples[row] as usize]);
    let turn = session.turn().expect("in progress");
    assert_eq!(arrays.players[row], turn.index() as u8);
    let mut expected = vec![0; encoding.observation_len()];
    encoding.observe(session, turn, &mut expected).unwrap();
    assert_eq!(arrays.observations[row * expected.len()..][..expected.len()], expected);
}

#[test]
fn batches_agree_with_sessions_in_every_variant() {
    const ROWS: usize = 3;
    for (entry, encoding) in games() {
        for variants in entry.info().all_variants() {
            let (mut batch, mut arrays) = new_batch(encoding, variants, ROWS, BatchOptions::default());
            let open = |batch: &Batch, row| {
                entry.parse(&batch.position_text(row).unwrap(), variants).expect("a start")
            };
            let mut sessions: Vec<GameSession> = (0..ROWS).map(|row| open(&batch, row)).collect();
            let mut ended = 0;
            for _ in 0..6_000 {
                let actions = arrays.samples.clone();
                batch.step(&actions, &mut arrays.buffers()).unwrap();
                for row in 0..ROWS {
                    let text = encoding.move_text(actions[row] as usize).unwrap();
                    sessions[row].play(&text).unwrap();
                    let outcome = sessions[row].outcome();
                    assert_eq!(arrays.terminated[row], outcome.is_some());
                    let expected = match outcome.and_then(|outcome| outcome.winner) {
                        None => [0.0, 0.0],
                        Some(Player::P1) => [1.0, -1.0],
                        Some(Player::P2) => [-1.0, 1.0],
                    };
                    assert_eq!(arrays.rewards[2 * row..][..2], expected);
                    if outcome.is_some() {
                        sessions[row] = open(&batch, row);
                        ended += 1;
                    }
                    check_row(&arrays, encoding, row, &sessions[row]);
                }
            }
            assert!(ended > 3, "{} {variants:?}: {ended} games ended", entry.info().id);
        }
    }
}

#[test]
fn number_of_threads_does_not_matter() {
    for (_, encoding) in games() {
        let run = |threads| {
            let options = BatchOptions { threads, max_plies: Some(40) };
            let (mut batch, mut arrays) = new_batch(encoding, Variants::NONE, 1_500, options);
            let mut truncated = 0;
            for _ in 0..50 {
                let actions = arrays.samples.clone();
                batch.step(&actions, &mut arrays.buffers()).unwrap();
                truncated += arrays.truncated.iter().filter(|&&cut| cut).count();
            }
            (arrays.observations, arrays.masks, arrays.samples, arrays.rewards, truncated)
        };
        let one = run(1);
        assert!(one == run(3), "{}", encoding.game());
    }
}

#[test]
fn refused_actions_change_nothing() {
    for (_, encoding) in games() {
        let (mut batch, mut arrays) = new_batch(encoding, Variants::NONE, 4, BatchOptions::default());
        let before = arrays.clone();
        let count = encoding.action_count();
        let mut actions = arrays.samples.clone();
        for action in [-1, i64::MIN, i64::MAX, count as i64] {
            actions[2] = action;
            let refused = batch.step(&actions, &mut arrays.buffers());
            assert_eq!(refused, Err(StepError::Unknown { game: 2, action, count }));
        }
        let illegal = (0..count).position(|action| !arrays.masks[2 * count + action]).unwrap();
        actions[2] = illegal as i64;
        let refused = batch.step(&actions, &mut arrays.buffers()).unwrap_err();
        assert!(matches!(&refused, StepError::Illegal { game: 2, reasons, .. } if reasons[0] != reasons[1]));
        assert_eq!(
            batch.step(&actions[..3], &mut arrays.buffers()),
            Err(StepError::Length { found: 3, games: 4 })
        );
        assert_eq!(arrays.samples, before.samples);
        assert_eq!((arrays.observations, arrays.masks), (before.observations, before.masks));
        assert!(!batch.is_unfinished());
    }
}

#[test]
fn steps_and_resets_can_be_done_in_parts() {
    for (_, encoding) in games() {
        let (mut whole, mut expected) = new_batch(encoding, Variants::NONE, 10, BatchOptions::default());
        let (mut parts, mut arrays) = new_batch(encoding, Variants::NONE, 10, BatchOptions::default());
        for round in 0..60 {
            let actions = expected.samples.clone();
            whole.step(&actions, &mut expected.buffers()).unwrap();
            parts.begin_step(actions.clone()).unwrap();
            assert_eq!(parts.begin_step(actions), Err(StepError::Unfinished));
            while parts.advance(1 + round % 12, &mut arrays.buffers()).unwrap() {}
            assert_eq!((&arrays.observations, &arrays.samples), (&expected.observations, &expected.samples));
        }
        // A reset replaces a step that is not complete.
        parts.begin_step(arrays.samples.clone()).unwrap();
        for _ in 0..5 {
            assert_eq!(parts.advance(3, &mut arrays.buffers()), Ok(true));
        }
        parts.begin_reset(11);
        parts.finish(&mut arrays.buffers()).unwrap();
        let (_, new) = new_batch(encoding, Variants::NONE, 10, BatchOptions::default());
        assert_eq!((arrays.observations, arrays.samples), (new.observations, new.samples));
    }
}

#[test]
fn a_refusal_in_any_part_changes_nothing() {
    for (_, encoding) in games() {
        let (mut batch, mut arrays) = new_batch(encoding, Variants::NONE, 10, BatchOptions::default());
        let before = arrays.clone();
        let mut actions = arrays.samples.clone();
        actions[9] = -1;
        batch.begin_step(actions).unwrap();
        let refused = loop {
            match batch.advance(3, &mut arrays.buffers()) {
                Ok(unfinished) => assert!(unfinished),
                Err(refused) => break refused,
            }
        };
        assert!(matches!(refused, StepError::Unknown { game: 9, .. }));
        assert_eq!(arrays.observations, before.observations);
        assert_eq!(batch.step(&before.samples, &mut arrays.buffers()), Ok(()));
    }
}

#[test]
fn restored_batch_continues_identically() {
    for (entry, encoding) in games() {
        for variants in entry.info().all_variants() {
            let (mut batch, mut arrays) = new_batch(encoding, variants, 5, BatchOptions::default());
            let (mut other, mut copies) = new_batch(encoding, variants, 5, BatchOptions::default());
            for round in 0..400 {
                let actions = arrays.samples.clone();
                batch.step(&actions, &mut arrays.buffers()).unwrap();
                if round % 97 == 0 {
                    other.restore(&batch.state().unwrap()).unwrap();
                } else {
                    other.step(&actions, &mut copies.buffers()).unwrap();
                    assert_eq!((&arrays.observations, &arrays.masks), (&copies.observations, &copies.masks));
                    assert_eq!((&arrays.samples, &arrays.rewards), (&copies.samples, &copies.rewards));
                }
            }
            let state = batch.state().unwrap();
            for wrong in [&state[1..], &state[..state.len() - 1], &[state.as_slice(), &[0]].concat(), &[]] {
                assert_eq!(other.restore(wrong), Err(StepError::State));
            }
            // Refused states change nothing.
            assert_eq!(other.state().unwrap(), state);
        }
    }
}

#[test]
fn permutations_match_the_images() {
    for (entry, encoding) in games() {
        let mut session = entry.start(Variants::NONE, 5);
        session.play_random(&mut mekong_core::SplitMix64::new(1));
        let images = session.images(&[]);
        assert_eq!(images.len(), entry.symmetry_count());
        for (image, permutation) in images.iter().zip(encoding.permutations()) {
            let mut expected: Vec<usize> = encoding.legal_actions(&session).unwrap();
            expected.iter_mut().for_each(|action| *action = permutation.actions[*action] as usize);
            expected.sort_unstable();
            assert_eq!(encoding.legal_actions(&image.session), Some(expected));
        }
    }
}

#[test]
fn game_without_encoding_is_not_supported() {
    let morris = mekong_catalog::find("morris").unwrap();
    assert!(encoding(morris).is_none());
    assert_eq!(morris.symmetry_count(), 0);
    assert!(morris.start(Variants::NONE, 0).images(&[]).is_empty());
}

#[test]
fn empty_batches_are_allowed() {
    for (_, encoding) in games() {
        let (mut batch, mut arrays) = new_batch(encoding, Variants::NONE, 0, BatchOptions::default());
        assert_eq!(batch.step(&[], &mut arrays.buffers()), Ok(()));
    }
}
