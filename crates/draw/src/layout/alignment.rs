//! Aligns points that are almost level, so that small differences do not look accidental.

use crate::Point;

/// The limit on nodes: in larger components heights are not compared, and too many points are level
/// by chance.
const MAX_NODES: usize = 60;

/// The largest difference that is removed, in arc lengths.
const TOLERANCE: f64 = 0.08;

/// Aligns both coordinates.
pub(super) fn aligned(points: Vec<Point>) -> Vec<Point> {
    if points.len() > MAX_NODES {
        return points;
    }
    let levels = |coordinate: fn(&Point) -> f64| {
        levelled(&points.iter().map(coordinate).collect::<Vec<f64>>())
    };
    let (xs, ys) = (levels(|p| p.x), levels(|p| p.y));
    xs.into_iter().zip(ys).map(|(x, y)| Point::new(x, y)).collect()
}

/// Replaces values that are close together by their mean, from the lowest up.
fn levelled(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut levels = values.to_vec();
    let mut rest = order.as_slice();
    while let Some(&lowest) = rest.first() {
        let len = rest.partition_point(|&i| values[i] <= values[lowest] + TOLERANCE);
        let (together, above) = rest.split_at(len);
        let mean = together.iter().map(|&i| values[i]).sum::<f64>() / len as f64;
        for &i in together {
            levels[i] = mean;
        }
        rest = above;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_values_become_equal_and_far_ones_stay() {
        assert_eq!(levelled(&[3.0, 1.0, 1.0625, 2.0]), [3.0, 1.03125, 1.03125, 2.0]);
        assert!(levelled(&[]).is_empty());
    }
}
