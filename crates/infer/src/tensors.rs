//! Weights from a file, as matrices whose rows are padded to whole lanes with zeros.

use isocount_core::printable;
use isocount_lanes::LANES;
use safetensors::tensor::{Dtype, SafeTensors};

use crate::InferError;

/// A width rounded up to whole lanes.
pub(crate) fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

/// A matrix whose rows have length `stride`, and are zero beyond the columns.
#[derive(Clone, Debug)]
pub(crate) struct Padded {
    pub(crate) rows: usize,
    pub(crate) stride: usize,
    pub(crate) data: Vec<f32>,
}

impl Padded {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        let stride = padded(columns);
        Self { rows, stride, data: vec![0.0; rows * stride] }
    }

    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.data[row * self.stride..(row + 1) * self.stride]
    }

    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.data[row * self.stride..(row + 1) * self.stride]
    }

    /// Some of its rows.
    pub(crate) fn part(&self, rows: std::ops::Range<usize>) -> Self {
        let data = self.data[rows.start * self.stride..rows.end * self.stride].to_vec();
        Self { rows: rows.len(), stride: self.stride, data }
    }

    /// Its columns, followed by those of another matrix with as many rows.
    pub(crate) fn beside(&self, other: &Self) -> Self {
        let rows = self.data.chunks_exact(self.stride).zip(other.data.chunks_exact(other.stride));
        let data = rows.flat_map(|(left, right)| [left, right]).flatten().copied().collect();
        Self { rows: self.rows, stride: self.stride + other.stride, data }
    }

    /// `self + factor·other`.
    pub(crate) fn plus(mut self, factor: f32, other: &Self) -> Self {
        for (x, y) in self.data.iter_mut().zip(&other.data) {
            *x += factor * y;
        }
        self
    }
}

/// The tensors of a file, by name.
pub(crate) struct Tensors<'a> {
    file: SafeTensors<'a>,
}

impl<'a> Tensors<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, InferError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|problem| InferError::Weights(printable(&problem.to_string()).into_owned()))?;
        Ok(Self { file })
    }

    /// The numbers of a tensor of this shape.
    fn numbers(&self, name: &str, shape: [usize; 2]) -> Result<Vec<f32>, InferError> {
        let wrong = |problem: String| InferError::Weights(format!("tensor `{name}` {problem}"));
        if shape.contains(&0) {
            return Err(wrong("would have no numbers".to_owned()));
        }
        let tensor = self.file.tensor(name).map_err(|_| wrong("is missing".to_owned()))?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            let (dtype, found) = (tensor.dtype(), tensor.shape());
            return Err(wrong(format!("is {dtype:?} {found:?}, expected F32 {shape:?}")));
        }
        let (numbers, _) = tensor.data().as_chunks::<4>();
        Ok(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    pub(crate) fn matrix(
        &self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Padded, InferError> {
        let numbers = self.numbers(name, [rows, columns])?;
        let mut matrix = Padded::zeros(rows, columns);
        for (row, from) in numbers.chunks_exact(columns).enumerate() {
            matrix.row_mut(row)[..columns].copy_from_slice(from);
        }
        Ok(matrix)
    }

    /// A padded row.
    pub(crate) fn row(&self, name: &str, columns: usize) -> Result<Vec<f32>, InferError> {
        Ok(self.matrix(name, 1, columns)?.data)
    }

    pub(crate) fn number(&self, name: &str) -> Result<f32, InferError> {
        Ok(self.numbers(name, [1, 1])?[0])
    }

    /// Two halves of columns, each padded separately: `[rows, 2·columns]` to `[rows, 2·padded]`.
    pub(crate) fn halves(
        &self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Padded, InferError> {
        let numbers = self.numbers(name, [rows, 2 * columns])?;
        let stride = padded(columns);
        let mut matrix = Padded::zeros(rows, 2 * stride);
        for (row, from) in numbers.chunks_exact(2 * columns).enumerate() {
            let to = matrix.row_mut(row);
            to[..columns].copy_from_slice(&from[..columns]);
            to[stride..stride + columns].copy_from_slice(&from[columns..]);
        }
        Ok(matrix)
    }
}
