//! The numbers of arcs that enter and leave each node; parallel ones count separately.

use isocount_grad::Matrix;

/// The degrees of each node.
#[derive(Clone, Debug)]
pub(crate) struct Degrees {
    pub(crate) into: Vec<f32>,
    pub(crate) out_of: Vec<f32>,
}

impl Degrees {
    pub(crate) fn new(tails: &[u32], heads: &[u32], num_nodes: usize) -> Self {
        let count = |ends: &[u32]| {
            let mut degrees = vec![0.0; num_nodes];
            for &end in ends {
                degrees[end as usize] += 1.0;
            }
            degrees
        };
        Self { into: count(heads), out_of: count(tails) }
    }
}

/// A function of each degree, as a column.
pub(crate) fn column(degrees: &[f32], f: impl Fn(f32) -> f32) -> Matrix {
    Matrix::column(degrees.iter().map(|&degree| f(degree)).collect::<Vec<_>>())
}
