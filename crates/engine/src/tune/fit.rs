//! Logistic regression by Newton's method.

use super::Sample;

/// L2 regularization, in samples: weights of rare features stay small.
const REGULARIZATION: f64 = 4.0;

/// Newton's method converges quadratically; more steps change nothing.
const NEWTON_STEPS: usize = 12;

/// One game in this many is held out for validation.
const VALIDATION_INTERVAL: u64 = 10;

/// Fitted weights and their prediction error.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights, in units of the scale.
    pub weights: Vec<i32>,
    /// The mean log loss of the old weights on the validation games.
    pub before: f64,
    /// The mean log loss of the new weights on the validation games.
    pub after: f64,
    /// The number of samples.
    pub samples: usize,
}

/// Fits weights to samples, so that an evaluation of `scale` means a win chance of 73 %. `old` are the current weights.
#[must_use]
pub fn fit(samples: &[Sample], old: &[i32], scale: i32) -> Fit {
    let (validation, training): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.game % VALIDATION_INTERVAL == 0);
    let unit = f64::from(scale);
    let old: Vec<f64> = old.iter().map(|&weight| f64::from(weight) / unit).collect();
    let mut weights = vec![0.0; old.len()];
    for _ in 0..NEWTON_STEPS {
        step(&training, &mut weights);
    }
    let rounded: Vec<i32> = weights.iter().map(|weight| (weight * unit).round() as i32).collect();
    let new: Vec<f64> = rounded.iter().map(|&weight| f64::from(weight) / unit).collect();
    Fit {
        before: log_loss(&validation, &old),
        after: log_loss(&validation, &new),
        weights: rounded,
        samples: samples.len(),
    }
}

fn dot(counts: &[i8], weights: &[f64]) -> f64 {
    counts.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum()
}

fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The mean log loss.
fn log_loss(samples: &[&Sample], weights: &[f64]) -> f64 {
    let one = |sample: &&Sample| {
        let chance = chance(dot(&sample.counts, weights)).clamp(1e-9, 1.0 - 1e-9);
        -sample.result * chance.ln() - (1.0 - sample.result) * (1.0 - chance).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// One Newton step.
fn step(samples: &[&Sample], weights: &mut [f64]) {
    let n = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| REGULARIZATION * weight).collect();
    let mut hessian = vec![0.0; n * n];
    (0..n).for_each(|i| hessian[i * n + i] = REGULARIZATION);
    for sample in samples {
        let chance = chance(dot(&sample.counts, weights));
        let (error, curvature) = (chance - sample.result, chance * (1.0 - chance));
        let present: Vec<(usize, f64)> =
            (0..n).filter(|&i| sample.counts[i] != 0).map(|i| (i, f64::from(sample.counts[i]))).collect();
        for &(i, x) in &present {
            gradient[i] += error * x;
            for &(j, y) in present.iter().take_while(|&&(j, _)| j <= i) {
                hessian[i * n + j] += curvature * x * y;
            }
        }
    }
    for (weight, change) in weights.iter_mut().zip(solve(hessian, gradient, n)) {
        *weight -= change;
    }
}

/// Solves `matrix · x = right` for a positive definite matrix given by its lower half (Cholesky decomposition).
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>, n: usize) -> Vec<f64> {
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            matrix[i * n + j] = if i == j { rest.max(1e-12).sqrt() } else { rest / matrix[j * n + j] };
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    right
}

#[cfg(test)]
mod tests {
    use mekong_core::SplitMix64;

    use super::{Sample, chance, dot, fit, solve};

    #[test]
    fn a_system_of_equations_is_solved() {
        // Lower half of [[4, 2], [2, 3]], right side for x = (1, -2).
        let x = solve(vec![4.0, 0.0, 2.0, 3.0], vec![0.0, -4.0], 2);
        assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] + 2.0).abs() < 1e-12, "{x:?}");
    }

    #[test]
    fn fit_recovers_the_generating_weights() {
        let truth = [0.8, -0.3, 0.05];
        let mut random = SplitMix64::new(1);
        let samples: Vec<Sample> = (0..40_000)
            .map(|game| {
                let counts: Vec<i8> = (0..3).map(|_| random.below(7) as i8 - 3).collect();
                let is_won =
                    (random.below(1 << 20) as f64) < chance(dot(&counts, &truth)) * f64::from(1 << 20);
                Sample { counts, result: f64::from(u8::from(is_won)), game }
            })
            .collect();
        let found = fit(&samples, &[0, 0, 0], 100);
        for (weight, expected) in found.weights.iter().zip([80, -30, 5]) {
            assert!((weight - expected).abs() <= 4, "{:?}", found.weights);
        }
        assert!(found.after < found.before, "{found:?}");
    }

    #[test]
    fn unused_features_and_empty_samples_are_accepted() {
        let samples = [Sample { counts: vec![1, 0], result: 1.0, game: 1 }];
        let found = fit(&samples, &[1, 2], 100);
        assert!(found.weights[0] > 0);
        assert_eq!(found.weights[1], 0);
        assert_eq!(fit(&[], &[5], 100).weights, [0]);
    }
}
