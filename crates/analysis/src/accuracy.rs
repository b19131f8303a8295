/// The accuracy of a move with this loss: 100 × (1 − loss)⁴.
///
/// A loss of 0 gives 100, [`MISTAKE`](crate::MISTAKE) 66, one half 6 and 1 gives 0.
pub(crate) fn move_accuracy(loss: f64) -> f64 {
    100.0 * (1.0 - loss.clamp(0.0, 1.0)).powi(4)
}

/// The minimum accuracy of a move in the harmonic mean, so that a single move does not dominate it.
const MIN_MOVE_ACCURACY: f64 = 10.0;

/// The accuracy of a player from 0 to 100, given the losses of all moves that were not forced: the average of the
/// arithmetic mean and the harmonic mean of the move accuracies, where no move counts as less than 10 in the latter. `None`
/// if every move was forced.
///
/// The arithmetic mean alone would give a blunder among many easy moves too little weight.
///
/// ```
/// use mekong_analysis::accuracy;
///
/// assert_eq!(accuracy([]), None);
/// assert_eq!(accuracy([0.0, 0.0]), Some(100.0));
/// assert_eq!(accuracy([1.0]), Some(5.0), "the minimum");
/// assert!(accuracy([0.0, 0.3]) < accuracy([0.0, 0.2]));
/// ```
pub fn accuracy(losses: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut inverse) = (0_u32, 0.0, 0.0);
    for loss in losses {
        let move_accuracy = move_accuracy(loss);
        count += 1;
        sum += move_accuracy;
        inverse += 1.0 / move_accuracy.max(MIN_MOVE_ACCURACY);
    }
    if count == 0 {
        return None;
    }
    let count = f64::from(count);
    let mean = f64::midpoint(sum / count, count / inverse);
    Some((mean * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::{accuracy, move_accuracy};

    #[test]
    fn accuracy_is_bounded_and_decreases_with_each_loss() {
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
    fn move_accuracy_clamps_the_loss() {
        assert_eq!(move_accuracy(-0.5), 100.0);
        assert_eq!(move_accuracy(7.0), 0.0);
        assert!((move_accuracy(0.1) - 65.61).abs() < 1e-9);
    }
}
