use cuda_driver::{DeviceSlice, DeviceSliceMut};

use crate::error::{Error, NotInBounds};

/// Where the elements of a matrix, or of a batch of them, are in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The distance of two rows, in elements.
    pub(crate) row_stride: usize,
    /// The number of matrices, one after the other.
    pub(crate) batch: usize,
    /// Whether rows and columns are exchanged.
    pub(crate) is_transposed: bool,
}

impl Layout {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            row_stride: columns,
            batch: 1,
            is_transposed: false,
        }
    }

    /// Returns the distance of two matrices of the batch.
    pub(crate) fn batch_stride(&self) -> usize {
        self.rows.saturating_mul(self.row_stride)
    }

    /// Returns the number of rows and columns as they are multiplied.
    pub(crate) fn shape(&self) -> (usize, usize) {
        match self.is_transposed {
            true => (self.columns, self.rows),
            false => (self.rows, self.columns),
        }
    }

    /// Checks that the elements are in a slice of `len`.
    fn within(self, len: usize) -> Result<Self, Error> {
        let needed = match self.rows == 0 || self.columns == 0 || self.batch == 0 {
            true => Some(0),
            false => self.end(),
        };
        let fits = needed.is_some_and(|needed| needed <= len);
        match fits && self.row_stride >= self.columns {
            true => Ok(self),
            false => Err(Error::NotInBounds(Box::new(NotInBounds {
                rows: self.rows,
                columns: self.columns,
                row_stride: self.row_stride,
                batch: self.batch,
                needed,
                len,
            }))),
        }
    }

    /// Returns the index after the last element; `None` if it exceeds the address space.
    fn end(&self) -> Option<usize> {
        let matrix = self.rows.checked_mul(self.row_stride)?;
        let before = matrix.checked_mul(self.batch - 1)?;
        let last = (self.rows - 1).checked_mul(self.row_stride)?;
        before.checked_add(last)?.checked_add(self.columns)
    }
}

/// A matrix in device memory, or a batch of matrices, to be read.
///
/// It is row-major: the elements of a row are next to each other.
///
/// ```
/// # use cuda_driver::Driver;
/// # let context = cuda_sim::driver()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cublas::Matrix;
///
/// let buffer = stream.upload(&[1.0_f32; 24])?;
/// let matrix = Matrix::new(&buffer, 4, 6)?;
/// assert_eq!(matrix.t().shape(), (6, 4));
/// // The first 4 columns of a matrix with 6.
/// assert_eq!(Matrix::with_row_stride(&buffer, 4, 4, 6)?.shape(), (4, 4));
/// // Two matrices, one after the other.
/// assert_eq!(Matrix::batch(&buffer, 2, 4, 3)?.len(), 2);
/// assert!(Matrix::new(&buffer, 5, 5).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, T> {
    pub(crate) slice: DeviceSlice<'a, T>,
    pub(crate) layout: Layout,
}

impl<'a, T> Matrix<'a, T> {
    /// Creates a view of the first `rows * columns` elements.
    ///
    /// # Errors
    /// [`Error::NotInBounds`], if there are fewer.
    pub fn new(
        slice: impl Into<DeviceSlice<'a, T>>,
        rows: usize,
        columns: usize,
    ) -> Result<Self, Error> {
        Self::checked(slice.into(), Layout::new(rows, columns))
    }

    /// Creates a view whose rows begin `row_stride` elements after each other: a part of a larger matrix.
    ///
    /// # Errors
    /// [`Error::NotInBounds`], also if the rows overlap.
    pub fn with_row_stride(
        slice: impl Into<DeviceSlice<'a, T>>,
        rows: usize,
        columns: usize,
        row_stride: usize,
    ) -> Result<Self, Error> {
        let layout = Layout {
            row_stride,
            ..Layout::new(rows, columns)
        };
        Self::checked(slice.into(), layout)
    }

    /// Creates a view of `len` matrices, one after the other.
    ///
    /// # Errors
    /// [`Error::NotInBounds`].
    pub fn batch(
        slice: impl Into<DeviceSlice<'a, T>>,
        len: usize,
        rows: usize,
        columns: usize,
    ) -> Result<Self, Error> {
        let layout = Layout {
            batch: len,
            ..Layout::new(rows, columns)
        };
        Self::checked(slice.into(), layout)
    }

    fn checked(slice: DeviceSlice<'a, T>, layout: Layout) -> Result<Self, Error> {
        let layout = layout.within(slice.len())?;
        Ok(Self { slice, layout })
    }

    /// Exchanges rows and columns, of each matrix of a batch. No element moves.
    #[must_use]
    pub fn t(mut self) -> Self {
        self.layout.is_transposed = !self.layout.is_transposed;
        self
    }

    /// Returns the number of rows and of columns.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        self.layout.shape()
    }

    /// Returns the number of matrices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layout.batch
    }

    /// Returns `true` if there are no matrices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A matrix in device memory, or a batch of matrices, to be written: row-major, as [`Matrix`] is.
#[derive(Debug)]
pub struct MatrixMut<'a, T> {
    pub(crate) slice: DeviceSliceMut<'a, T>,
    pub(crate) layout: Layout,
}

impl<'a, T> MatrixMut<'a, T> {
    /// Creates a view of the first `rows * columns` elements.
    ///
    /// # Errors
    /// [`Error::NotInBounds`], if there are fewer.
    pub fn new(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        rows: usize,
        columns: usize,
    ) -> Result<Self, Error> {
        Self::checked(slice.into(), Layout::new(rows, columns))
    }

    /// Creates a view whose rows begin `row_stride` elements after each other: a part of a larger matrix.
    ///
    /// # Errors
    /// [`Error::NotInBounds`], also if the rows overlap.
    pub fn with_row_stride(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        rows: usize,
        columns: usize,
        row_stride: usize,
    ) -> Result<Self, Error> {
        let layout = Layout {
            row_stride,
            ..Layout::new(rows, columns)
        };
        Self::checked(slice.into(), layout)
    }

    /// Creates a view of `len` matrices, one after the other.
    ///
    /// # Errors
    /// [`Error::NotInBounds`].
    pub fn batch(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        len: usize,
        rows: usize,
        columns: usize,
    ) -> Result<Self, Error> {
        let layout = Layout {
            batch: len,
            ..Layout::new(rows, columns)
        };
        Self::checked(slice.into(), layout)
    }

    fn checked(slice: DeviceSliceMut<'a, T>, layout: Layout) -> Result<Self, Error> {
        let layout = layout.within(slice.len())?;
        Ok(Self { slice, layout })
    }

    /// Returns the number of rows and of columns.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        self.layout.shape()
    }

    /// Returns the number of matrices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layout.batch
    }

    /// Returns `true` if there are no matrices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
