use super::Z_95;

/// The result of a match between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchResult {
    /// The indices of the players.
    pub players: [usize; 2],
    /// Points of each, a draw counting half to both.
    pub points: [f64; 2],
}

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo, relative to the first player.
    pub elo: f64,
    /// Half of the width of the 95 % interval; 0 for the first player.
    pub margin: f64,
}

/// Maximum-likelihood ratings by the Bradley–Terry model, a draw counting as half a win, relative to the first player.
///
/// One drawn game is added to every match; without it, the rating of an undefeated player would be infinite. With the
/// usual hundred games this reduces a difference of 200 Elo by a few points.
///
/// Players without a chain of games to the first one get 0 and an infinite margin.
#[must_use]
pub fn rate(players: usize, matches: &[MatchResult]) -> Vec<Rating> {
    let matches: Vec<MatchResult> = matches
        .iter()
        .map(|result| MatchResult { points: result.points.map(|points| points + 0.5), ..*result })
        .collect();
    let connected = connected_with_first(players, &matches);
    // Strengths are natural log-odds during the computation; the first player's is fixed at 0.
    let unknown: Vec<usize> = (1..players).filter(|&player| connected[player]).collect();
    let mut strengths = vec![0.0; players];
    for _ in 0..100 {
        let (slope, curvature) = derivatives(&strengths, &unknown, &matches);
        let Some(inverse) = invert(curvature) else { break };
        let mut largest: f64 = 0.0;
        for (row, &player) in unknown.iter().enumerate() {
            let step: f64 = inverse[row].iter().zip(&slope).map(|(a, b)| a * b).sum();
            // Newton's method may overshoot for one-sided results.
            let step = step.clamp(-1.0, 1.0);
            strengths[player] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let (_, curvature) = derivatives(&strengths, &unknown, &matches);
    let inverse = invert(curvature);
    let in_elo = 400.0 / std::f64::consts::LN_10;
    let mut ratings = vec![Rating { elo: 0.0, margin: f64::INFINITY }; players];
    if let Some(first) = ratings.first_mut() {
        first.margin = 0.0;
    }
    for (row, &player) in unknown.iter().enumerate() {
        let variance = inverse.as_ref().map_or(f64::INFINITY, |inverse| inverse[row][row]);
        ratings[player] =
            Rating { elo: in_elo * strengths[player], margin: in_elo * Z_95 * variance.max(0.0).sqrt() };
    }
    ratings
}

fn connected_with_first(players: usize, matches: &[MatchResult]) -> Vec<bool> {
    let mut connected = vec![false; players];
    if players == 0 {
        return connected;
    }
    connected[0] = true;
    loop {
        let mut grown = false;
        for MatchResult { players: [a, b], .. } in matches {
            if connected[*a] != connected[*b] {
                (connected[*a], connected[*b]) = (true, true);
                grown = true;
            }
        }
        if !grown {
            return connected;
        }
    }
}

/// The gradient of the log-likelihood and its negated Hessian.
fn derivatives(strengths: &[f64], unknown: &[usize], matches: &[MatchResult]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut slope = vec![0.0; unknown.len()];
    let mut curvature = vec![vec![0.0; unknown.len()]; unknown.len()];
    let row = |player: usize| unknown.iter().position(|&other| other == player);
    for MatchResult { players: [a, b], points } in matches {
        let games = points[0] + points[1];
        let chance = 1.0 / (1.0 + (strengths[*b] - strengths[*a]).exp());
        let residual = points[0] - games * chance;
        let weight = games * chance * (1.0 - chance);
        for (player, sign) in [(*a, 1.0), (*b, -1.0)] {
            if let Some(at) = row(player) {
                slope[at] += sign * residual;
                curvature[at][at] += weight;
            }
        }
        if let (Some(at), Some(other)) = (row(*a), row(*b)) {
            curvature[at][other] -= weight;
            curvature[other][at] -= weight;
        }
    }
    (slope, curvature)
}

/// The inverse of a small matrix by Gaussian elimination; `None` if it is singular.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let best =
            (pivot..size).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))?;
        if matrix[best][pivot].abs() < 1e-12 {
            return None;
        }
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let scale = matrix[pivot][pivot];
        for column in 0..size {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in 0..size {
            let factor = matrix[row][pivot];
            if row == pivot || factor == 0.0 {
                continue;
            }
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy as _, any, proptest};

    use super::{MatchResult, invert, rate};
    use crate::statistics::{elo_of_score, score_of_elo};

    fn result_of(a: usize, b: usize, points: [f64; 2]) -> MatchResult {
        MatchResult { players: [a, b], points }
    }

    #[test]
    fn two_players_are_rated_by_their_score() {
        let [first, second] = rate(2, &[result_of(0, 1, [25.0, 75.0])])[..] else { panic!("two ratings") };
        assert_eq!((first.elo, first.margin), (0.0, 0.0));
        // One drawn game more: 75.5 of 101.
        assert!((second.elo - elo_of_score(75.5 / 101.0)).abs() < 1e-6);
        // 1.96 · 400 / ln 10 / √(n·p·(1−p))
        let p: f64 = 75.5 / 101.0;
        let margin = 1.959_963_985 * 173.717_793 / (101.0 * p * (1.0 - p)).sqrt();
        assert!((second.margin - margin).abs() < 1e-3);
    }

    #[test]
    fn ratings_add_up_along_a_chain_and_errors_grow() {
        let chain =
            [result_of(1, 0, [750.0, 250.0]), result_of(2, 1, [750.0, 250.0]), result_of(2, 3, [1e3, 1e3])];
        let ratings = rate(5, &chain);
        assert!((ratings[1].elo - 190.8).abs() < 1.0 && (ratings[2].elo - 381.7).abs() < 2.0, "{ratings:?}");
        assert!(ratings[0].margin < ratings[1].margin && ratings[1].margin < ratings[2].margin);
        assert!((ratings[3].elo - ratings[2].elo).abs() < 1e-6);
        assert_eq!((ratings[4].elo, ratings[4].margin), (0.0, f64::INFINITY));
        assert!(rate(0, &[]).is_empty());
    }

    #[test]
    fn undefeated_player_has_a_finite_rating() {
        let ratings = rate(2, &[result_of(1, 0, [100.0, 0.0])]);
        assert!(ratings[1].elo > 500.0 && ratings[1].elo.is_finite() && ratings[1].margin > 200.0);
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![vec![0.0, 2.0], vec![4.0, 1.0]];
        let inverse = invert(matrix).unwrap();
        assert_eq!(inverse, [[-0.125, 0.25], [0.5, 0.0]]);
        assert_eq!(invert(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }

    proptest! {
        /// Points equal to the expected scores of given strengths reproduce those strengths.
        #[test]
        fn ratings_recover_known_strengths(
            strengths in any::<[i16; 5]>().prop_map(|all| all.map(|one| f64::from(one) / 100.0))
        ) {
            let mut matches = Vec::new();
            for a in 0..5 {
                for b in a + 1..5 {
                    // Enough games that the added drawn game is negligible.
                    let share = score_of_elo(strengths[a] - strengths[b]);
                    matches.push(result_of(a, b, [1e6 * share, 1e6 * (1.0 - share)]));
                }
            }
            for (found, expected) in rate(5, &matches).iter().zip(strengths) {
                assert!((found.elo - (expected - strengths[0])).abs() < 0.5, "{found:?} {expected}");
            }
        }
    }
}
