use core::any::TypeId;

use cuda_driver::Element;
use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};

use crate::element::Product;
use crate::error::{Error, NotInBounds};
use crate::size::Size;

/// Where the elements of a matrix, or of a batch of them, are in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatrixLayout {
    /// The number of rows in memory.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The distance of two rows, in elements.
    pub(crate) row_stride: usize,
    /// The number of matrices.
    pub(crate) batch: usize,
    /// The distance of two matrices, in elements.
    pub(crate) batch_stride: usize,
    /// Whether rows and columns are exchanged.
    pub(crate) is_transposed: bool,
    /// Whether each element stands for its conjugate, and differs from it.
    pub(crate) is_conjugated: bool,
}

impl MatrixLayout {
    #[inline]
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self::batch(1, rows, columns)
    }

    #[inline]
    pub(crate) fn batch(batch: usize, rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            row_stride: columns,
            batch,
            batch_stride: rows.saturating_mul(columns),
            is_transposed: false,
            is_conjugated: false,
        }
    }

    /// Returns the number of rows and columns as they are used.
    #[inline]
    pub(crate) fn shape(&self) -> (usize, usize) {
        if self.is_transposed { (self.columns, self.rows) } else { (self.rows, self.columns) }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.rows == 0 || self.columns == 0 || self.batch == 0
    }

    /// Returns the distance of two rows for cuBLAS, which demands one also where there are no two.
    #[inline]
    pub(crate) fn leading(&self) -> usize {
        match self.rows {
            0 | 1 => self.columns.max(1),
            _ => self.row_stride.max(1),
        }
    }

    /// Returns the distance of two matrices for cuBLAS. One matrix is used for all of a batch.
    #[inline]
    pub(crate) fn batch_leading(&self) -> usize {
        match self.batch {
            0 | 1 => 0,
            _ => self.batch_stride,
        }
    }

    /// Returns whether the elements are in the same places of their slices.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.leading() == other.leading()
            && self.batch_leading() == other.batch_leading()
            && Self { row_stride: other.row_stride, batch_stride: other.batch_stride, ..*self }
                == *other
    }

    /// Returns the distances of `count` matrices from the first one, in elements. One matrix is used for all.
    pub(crate) fn starts(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let stride = self.batch_leading();
        (0..count).map(move |index| index * stride)
    }

    #[inline]
    pub(crate) fn transposed(mut self) -> Self {
        self.is_transposed = !self.is_transposed;
        self
    }

    /// Returns the transpose of the conjugates. Real elements are their own.
    pub(crate) fn conjugated<T: Element>(self) -> Self {
        let mut layout = self.transposed();
        layout.is_conjugated ^= is_complex::<T>();
        layout
    }

    /// Returns what is done with the matrix before it is used in cuBLAS's order.
    ///
    /// In a product whose result is in that order, everything is transposed, so that a matrix that is used as it is in memory
    /// remains so. Beside vectors, or if the result is transposed in memory (`is_turned`), it has to be transposed.
    #[inline]
    pub(crate) fn operation<T: Product<C>, C: Element>(
        &self,
        call: &'static str,
        operand: &'static str,
        is_turned: bool,
    ) -> Result<cublasOperation_t, Error> {
        match (self.is_transposed != is_turned, self.is_conjugated && T::IS_COMPLEX) {
            (false, false) => Ok(cublasOperation_t::CUBLAS_OP_N),
            (true, false) => Ok(cublasOperation_t::CUBLAS_OP_T),
            (true, true) => Ok(cublasOperation_t::CUBLAS_OP_C),
            (false, true) => Err(Error::Layout {
                call,
                operand,
                reason: "cuBLAS conjugates only what it transposes, too",
            }),
        }
    }

    /// Checks that the elements are in a slice of `len`, and that rows don't overlap; with `is_written`, nor matrices.
    #[inline]
    pub(crate) fn within(self, len: usize, is_written: bool) -> Result<Self, Error> {
        let needed = if self.is_empty() { Some(0) } else { self.end() };
        let fits = needed.is_some_and(|needed| needed <= len);
        let rows_overlap = self.rows > 1 && self.row_stride < self.columns;
        let overlap = rows_overlap || (is_written && self.matrices_overlap());
        if fits && !overlap { Ok(self) } else { Err(self.not_in_bounds(needed, len, overlap)) }
    }

    #[cold]
    fn not_in_bounds(&self, needed: Option<usize>, len: usize, overlap: bool) -> Error {
        Error::NotInBounds(Box::new(NotInBounds {
            rows: self.rows,
            columns: self.columns,
            row_stride: self.row_stride,
            batch: self.batch,
            batch_stride: self.batch_stride,
            needed,
            len,
            overlap,
        }))
    }

    /// Returns whether two matrices may have an element in common: neither are they one after the other, nor are their rows
    /// interleaved.
    fn matrices_overlap(&self) -> bool {
        if self.batch < 2 || self.is_empty() {
            return false;
        }
        let span = |count: usize, stride: usize| (count - 1).checked_mul(stride);
        let one = span(self.rows, self.row_stride).and_then(|span| span.checked_add(self.columns));
        let row_of_all =
            span(self.batch, self.batch_stride).and_then(|span| span.checked_add(self.columns));
        let are_apart = one.is_some_and(|one| one <= self.batch_stride);
        let are_interleaved = self.batch_stride >= self.columns
            && (self.rows == 1 || row_of_all.is_some_and(|row| row <= self.row_stride));
        !are_apart && !are_interleaved
    }

    /// Returns the index after the last element; `None` if it exceeds the address space.
    #[inline]
    fn end(&self) -> Option<usize> {
        let before = self.batch_stride.checked_mul(self.batch - 1)?;
        let last = (self.rows - 1).checked_mul(self.row_stride)?;
        before.checked_add(last)?.checked_add(self.columns)
    }
}

impl From<&MatrixLayout> for Size {
    #[inline]
    fn from(layout: &MatrixLayout) -> Self {
        let (rows, columns) = layout.shape();
        Self::Matrix(rows, columns, layout.batch)
    }
}

/// Returns whether elements may differ from their conjugates.
fn is_complex<T: Element>() -> bool {
    let types: &[TypeId] = &[
        #[cfg(feature = "complex")]
        TypeId::of::<num_complex::Complex<f32>>(),
        #[cfg(feature = "complex")]
        TypeId::of::<num_complex::Complex<f64>>(),
    ];
    types.contains(&TypeId::of::<T>())
}

/// Where the elements of a vector are in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VectorLayout {
    pub(crate) len: usize,
    /// The distance of two elements.
    pub(crate) stride: usize,
}

impl VectorLayout {
    /// Returns the distance of two elements for cuBLAS, which demands one also where there are no two.
    #[inline]
    pub(crate) fn leading(&self) -> usize {
        match self.len {
            0 | 1 => 1,
            _ => self.stride,
        }
    }

    /// Checks that the elements are in a slice of `len`, and that none is there twice.
    #[inline]
    pub(crate) fn within(self, len: usize) -> Result<Self, Error> {
        let needed = match self.len {
            0 => Some(0),
            count => (count - 1).checked_mul(self.stride).and_then(|count| count.checked_add(1)),
        };
        let overlap = self.len > 1 && self.stride == 0;
        if needed.is_some_and(|needed| needed <= len) && !overlap {
            Ok(self)
        } else {
            Err(Error::NotInBounds(Box::new(NotInBounds {
                rows: self.len,
                columns: 1,
                row_stride: self.stride,
                batch: 1,
                batch_stride: 0,
                needed,
                len,
                overlap,
            })))
        }
    }

    /// Returns the vector as a matrix of one column.
    pub(crate) fn column(&self) -> MatrixLayout {
        MatrixLayout { row_stride: self.leading(), ..MatrixLayout::new(self.len, 1) }
    }
}

impl From<&VectorLayout> for Size {
    #[inline]
    fn from(layout: &VectorLayout) -> Self {
        Self::Vector(layout.len)
    }
}

/// The triangle of a matrix that a routine reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cublasFillMode_t")]
pub enum Fill {
    /// The elements on the diagonal and above.
    Upper,
    /// The elements on the diagonal and below.
    Lower,
}

impl Fill {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }

    /// Returns the triangle in cuBLAS's order, in which a row-major matrix is its transpose.
    pub(crate) fn by_columns(self) -> cublasFillMode_t {
        match self {
            Self::Upper => cublasFillMode_t::CUBLAS_FILL_MODE_LOWER,
            Self::Lower => cublasFillMode_t::CUBLAS_FILL_MODE_UPPER,
        }
    }
}

/// The triangle of a matrix, as it is in memory: a view that is transposed has the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TriangleLayout {
    pub(crate) matrix: MatrixLayout,
    pub(crate) fill: Fill,
}

impl TriangleLayout {
    /// Creates the one of a triangle of a matrix as it is used.
    pub(crate) fn new(matrix: MatrixLayout, fill: Fill) -> Self {
        let fill = if matrix.is_transposed { fill.other() } else { fill };
        Self { matrix, fill }
    }

    /// Returns whether it is of one matrix of `size` rows and columns.
    pub(crate) fn is_one(&self, size: usize) -> bool {
        self.matrix.batch == 1 && self.matrix.shape() == (size, size)
    }
}

impl From<&TriangleLayout> for Size {
    #[inline]
    fn from(layout: &TriangleLayout) -> Self {
        Self::from(&layout.matrix)
    }
}

/// On which side of a product a matrix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cublasSideMode_t")]
pub enum Side {
    /// `a b`
    Left,
    /// `b a`
    Right,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the side in cuBLAS's order, in which a product's factors are exchanged.
    pub(crate) fn by_columns(self) -> cublasSideMode_t {
        match self {
            Self::Left => cublasSideMode_t::CUBLAS_SIDE_RIGHT,
            Self::Right => cublasSideMode_t::CUBLAS_SIDE_LEFT,
        }
    }
}

/// What is on the diagonal of a triangular matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cublasDiagType_t")]
pub enum Diag {
    /// The elements in memory.
    NonUnit,
    /// Ones. What is in memory isn't read.
    Unit,
}

impl Diag {
    pub(crate) fn by_columns(self) -> cublasDiagType_t {
        match self {
            Self::NonUnit => cublasDiagType_t::CUBLAS_DIAG_NON_UNIT,
            Self::Unit => cublasDiagType_t::CUBLAS_DIAG_UNIT,
        }
    }
}
