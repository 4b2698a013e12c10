//! The operations, one per file: equation, forward, backward, tests.
//!
//! To add one, add a file with a struct that implements [`Operation`] and a method of
//! [`Tape`](crate::Tape), a line in the list below, and a golden value in
//! `testdata/golden/grad.py`.

mod add;
mod add_gathered;
mod add_row;
mod add_scaled;
mod affine;
mod block_matmul;
mod concat_cols;
mod dropout;
mod edge_layer;
mod film_sum;
mod gather_dots;
mod gather_rows;
mod gather_sum;
mod l2norm_rows;
mod layer_norm;
mod map;
mod matmul;
mod mul;
mod mul_row;
mod ordered_mean;
mod reshape;
mod row_scale;
mod row_sum;
mod scale;
mod segment_mean;
mod segment_outer_sum;
mod segment_softmax;
mod segment_sum;
mod slice_cols;
mod softmax_rows;
mod sub;
mod sum;
mod transpose;
mod typed_block_matmul;
mod weighted_gather_sum;

pub use edge_layer::EdgeWeights;
pub use film_sum::FilmSum;

use crate::backward::Backward;
use crate::matrix::Shape;
use crate::rows::Rows;
use crate::tape::Values;
use crate::var::Var;

/// An operation that a tape can compute and differentiate.
pub(crate) trait Operation: Into<Op> {
    /// The inputs.
    fn inputs(&self) -> impl Iterator<Item = Var>;

    /// The shape of the result. Panics if the inputs do not match.
    fn shape(&self, values: Values<'_>) -> Shape;

    /// Writes the result; `y` initially contains values of another step.
    fn forward(&self, values: Values<'_>, y: &mut [f32]);

    /// Propagates the gradient to the inputs.
    fn backward(&self, step: &mut Backward<'_>);
}

/// Defines one enum of all operations: unlike boxes, its values need no allocation on the tape.
macro_rules! operations {
    ($($module:ident::$name:ident),* $(,)?) => {
        #[derive(Debug)]
        pub(crate) enum Op {
            /// A constant.
            Input,
            $($name($module::$name)),*
        }

        impl Op {
            pub(crate) fn backward(&self, step: &mut Backward<'_>) {
                match self {
                    Self::Input => {}
                    $(Self::$name(op) => op.backward(step)),*
                }
            }
        }

        $(impl From<$module::$name> for Op {
            fn from(op: $module::$name) -> Self {
                Self::$name(op)
            }
        })*
    };
}

operations! {
    add::Add,
    add_row::AddRow,
    add_gathered::AddGathered,
    add_scaled::AddScaled,
    affine::Affine,
    block_matmul::BlockMatmul,
    concat_cols::ConcatCols,
    dropout::Dropout,
    film_sum::FilmSums,
    gather_dots::GatherDots,
    gather_rows::GatherRows,
    gather_sum::GatherSum,
    l2norm_rows::L2NormRows,
    layer_norm::LayerNorm,
    map::Map,
    matmul::Matmul,
    mul::Mul,
    mul_row::MulRow,
    ordered_mean::OrderedMean,
    reshape::Reshape,
    row_scale::RowScale,
    row_sum::RowSum,
    scale::Scale,
    segment_mean::SegmentMean,
    segment_outer_sum::SegmentOuterSum,
    segment_softmax::SegmentSoftmax,
    segment_sum::SegmentSum,
    slice_cols::SliceCols,
    softmax_rows::SoftmaxRows,
    sub::Sub,
    sum::Sum,
    transpose::Transpose,
    typed_block_matmul::TypedBlockMatmul,
    weighted_gather_sum::WeightedGatherSum,
}

/// The shape of two values, which must be equal.
fn same_shape(name: &str, values: Values<'_>, a: Var, b: Var) -> Shape {
    let (a, b) = (values.shape(a), values.shape(b));
    assert_eq!(a, b, "{name}: two different shapes");
    a
}

/// The shape of `x`, to which `row` must fit as a single row.
fn row_shape(name: &str, values: Values<'_>, x: Var, row: Var) -> Shape {
    let (x, row) = (values.shape(x), values.shape(row));
    assert_eq!(row, Shape::new(1, x.cols), "{name}: not one row that fits {x}");
    x
}

/// The shape of rows that are multiplied by a weight of shape `w`.
fn rows_shape(name: &str, values: Values<'_>, x: &Rows, w: Shape) -> Shape {
    let x = match x {
        Rows::Dense(x) => values.shape(*x),
        Rows::Hot(hot) => {
            let bound = hot.places().bound();
            assert!(bound <= w.rows, "{name}: a one at place {} times {w}", bound - 1);
            Shape::new(hot.num_rows(), w.rows)
        }
    };
    assert_eq!(x.cols, w.rows, "{name}: {x} times {w}");
    x
}
