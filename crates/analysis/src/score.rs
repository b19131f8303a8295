/// The accuracy of a move that gives away this share of games: 100 × (1 − loss)⁴.
///
/// Nothing lost is 100; a mistake of [`MISTAKE`](crate::MISTAKE) is 66, half a game 6, a whole game 0.
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    100.0 * (1.0 - loss.clamp(0.0, 1.0)).powi(4)
}

/// Below this a move counts no less among the others of a game, so that one of them does not decide everything.
const WORST: f64 = 10.0;

/// The accuracy of a player, 0 to 100, from the losses of the moves where there was a choice: halfway between the
/// arithmetic mean of their accuracies and the harmonic one, in which no move counts as less than 10. None if there was no choice.
///
/// The arithmetic mean alone would forgive a blunder among many easy moves.
///
/// ```
/// use mekong_analysis::accuracy;
///
/// assert_eq!(accuracy([]), None);
/// assert_eq!(accuracy([0.0, 0.0]), Some(100.0));
/// assert_eq!(accuracy([1.0]), Some(5.0), "never quite nothing");
/// assert!(accuracy([0.0, 0.3]) < accuracy([0.0, 0.2]));
/// ```
pub fn accuracy(losses: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut inverse) = (0_u32, 0.0, 0.0);
    for loss in losses {
        let move_accuracy = move_accuracy(loss);
        count += 1;
        sum += move_accuracy;
        inverse += 1.0 / move_accuracy.max(WORST);
    }
    if count == 0 {
        return None;
    }
    let count = f64::from(count);
    let mean = f64::midpoint(sum / count, count / inverse);
    // A tenth is more than anyone will believe.
    Some((mean * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::{accuracy, move_accuracy};

    #[test]
    fn accuracy_lies_between_0_and_100_and_falls_with_every_loss() {
        let mut random = mekong_core::SplitMix64::new(3);
        for _ in 0..500 {
            let mut losses: Vec<f64> =
                (0..1 + random.below(40)).map(|_| random.below(1_001) as f64 / 1_000.0).collect();
            let before = accuracy(losses.iter().copied()).unwrap();
            assert!((0.0..=100.0).contains(&before), "{losses:?}");
            let index = random.below(losses.len());
            losses[index] = f64::midpoint(losses[index], 1.0);
            assert!(accuracy(losses.iter().copied()).unwrap() <= before, "{losses:?}");
        }
    }

    #[test]
    fn what_lies_outside_the_scale_is_taken_for_its_end() {
        assert_eq!(move_accuracy(-0.5), 100.0);
        assert_eq!(move_accuracy(7.0), 0.0);
        assert!((move_accuracy(0.1) - 65.61).abs() < 1e-9);
    }
}
