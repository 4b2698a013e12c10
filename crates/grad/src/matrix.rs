//! A matrix of `f32`, row after row.

/// Rows and columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows; may be 0.
    pub rows: usize,
    /// The width of a row.
    pub cols: usize,
}

impl Shape {
    /// A shape from its two sizes.
    #[must_use]
    pub fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(self) -> usize {
        self.rows * self.cols
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}, {}]", self.rows, self.cols)
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self, f)
    }
}

/// A matrix that owns its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    shape: Shape,
    data: Vec<f32>,
}

impl Matrix {
    /// A matrix from its numbers, row after row.
    ///
    /// # Panics
    ///
    /// If their number is not `rows` times `cols`.
    #[must_use]
    pub fn new(rows: usize, cols: usize, data: Vec<f32>) -> Self {
        let shape = Shape { rows, cols };
        assert_eq!(data.len(), shape.len(), "wrong number of elements for a matrix {shape}");
        Self { shape, data }
    }

    /// All zeros.
    #[must_use]
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self::new(rows, cols, vec![0.0; rows * cols])
    }

    /// A matrix from a function of row and column.
    #[must_use]
    pub fn from_fn(rows: usize, cols: usize, mut f: impl FnMut(usize, usize) -> f32) -> Self {
        let data = (0..rows * cols).map(|at| f(at / cols, at % cols)).collect();
        Self::new(rows, cols, data)
    }

    /// A matrix with one column.
    #[must_use]
    pub fn column(data: impl Into<Vec<f32>>) -> Self {
        let data = data.into();
        Self::new(data.len(), 1, data)
    }

    /// Rows and columns.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The numbers, row after row.
    #[must_use]
    pub fn data(&self) -> &[f32] {
        &self.data
    }

    /// The numbers, mutably.
    pub fn data_mut(&mut self) -> &mut [f32] {
        &mut self.data
    }

    /// A borrowed view of the matrix.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View { shape: self.shape, data: &self.data }
    }
}

/// A matrix that borrows its elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View<'a> {
    pub(crate) shape: Shape,
    pub(crate) data: &'a [f32],
}

impl<'a> View<'a> {
    /// Rows and columns.
    #[must_use]
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The numbers, row after row.
    #[must_use]
    pub fn data(self) -> &'a [f32] {
        self.data
    }

    /// One row.
    ///
    /// # Panics
    ///
    /// If there is no row `ix`.
    #[must_use]
    pub fn row(self, ix: usize) -> &'a [f32] {
        &self.data[ix * self.shape.cols..][..self.shape.cols]
    }

    /// A copy that owns its numbers.
    #[must_use]
    pub fn to_matrix(self) -> Matrix {
        Matrix::new(self.shape.rows, self.shape.cols, self.data.to_vec())
    }

    /// The rows, one after the other. A matrix without columns has none.
    pub(crate) fn rows(self) -> std::slice::ChunksExact<'a, f32> {
        self.data.chunks_exact(self.shape.cols.max(1))
    }
}
