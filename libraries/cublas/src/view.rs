//! Views of device memory: vectors, matrices and their triangles, to be read or written.

use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};

use crate::call::Operand;
use crate::error::Error;
use crate::layout::{Fill, MatrixLayout, TriangleLayout, VectorLayout};
use crate::size::Size;

/// Defines a view to read and one to write, which differ in their slice alone.
macro_rules! views {
    ($layout:ident $(#[$read_doc:meta])* $Read:ident $(#[$write_doc:meta])* $Write:ident) => {
        $(#[$read_doc])*
        #[derive(Debug)]
        pub struct $Read<'a, T> {
            pub(crate) slice: DeviceSlice<'a, T>,
            pub(crate) layout: $layout,
        }

        impl<T> Clone for $Read<'_, T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $Read<'_, T> {}

        $(#[$write_doc])*
        #[derive(Debug)]
        pub struct $Write<'a, T> {
            pub(crate) slice: DeviceSliceMut<'a, T>,
            pub(crate) layout: $layout,
        }

        impl<T> $Write<'_, T> {
            /// Returns the same view for a shorter time.
            #[must_use]
            pub fn reborrow(&mut self) -> $Write<'_, T> {
                $Write {
                    slice: self.slice.reborrow(),
                    layout: self.layout,
                }
            }

            /// Returns the same elements, to be read.
            #[must_use]
            pub fn as_view(&self) -> $Read<'_, T> {
                $Read {
                    slice: self.slice.as_slice(),
                    layout: self.layout,
                }
            }
        }

        views!(@both $Read DeviceSlice $layout);
        views!(@both $Write DeviceSliceMut $layout);
    };

    (@both $View:ident $Slice:ident $layout:ident) => {
        impl<'a, T> $View<'a, T> {
            /// Returns the stream that the memory belongs to.
            #[must_use]
            pub fn stream(&self) -> &'a Stream {
                self.slice.stream()
            }

            pub(crate) fn address(&self) -> u64 {
                self.slice.as_raw()
            }

            /// Returns what is checked of it, and shown in errors.
            pub(crate) fn operand(&self, name: &'static str) -> Operand<'a> {
                Operand {
                    name,
                    size: Size::from(&self.layout),
                    stream: self.slice.stream(),
                    address: self.slice.as_raw(),
                    element: size_of::<T>(),
                }
            }
        }
    };
}

views! { VectorLayout
    /// A vector in device memory, to be read: elements at equal distances.
    ///
    /// Buffers and slices convert to it, and a [`Matrix`] has its rows and columns.
    ///
    /// ```
    /// # use cuda_driver::Driver;
    /// # let context = cuda_sim::driver()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cublas::{Matrix, Vector};
    ///
    /// let buffer = stream.upload(&[1.0_f32; 12])?;
    /// assert_eq!(Vector::from(&buffer).len(), 12);
    /// // Every third element.
    /// assert_eq!(Vector::with_stride(&buffer, 4, 3)?.len(), 4);
    /// assert_eq!(Matrix::new(&buffer, 3, 4)?.column(1)?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Vector
    /// A vector in device memory, to be written, as [`Vector`] is.
    VectorMut
}

views! { MatrixLayout
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
    Matrix
    /// A matrix in device memory, or a batch of matrices, to be written: row-major, as [`Matrix`] is.
    MatrixMut
}

views! { TriangleLayout
    /// The upper or lower triangle of a square matrix, to be read: [`Matrix::upper`], [`Matrix::lower`].
    Triangle
    /// The upper or lower triangle of a square matrix, to be written. What is outside of it stays.
    TriangleMut
}

/// The constructors of both views of vectors, and of both of matrices.
macro_rules! constructors {
    ($($Vector:ident $Matrix:ident $Triangle:ident $Slice:ident $is_written:literal;)*) => {$(
        impl<'a, T> $Vector<'a, T> {
            /// Creates a view of all elements.
            pub fn new(slice: impl Into<$Slice<'a, T>>) -> Self {
                let slice = slice.into();
                let layout = VectorLayout {
                    len: slice.len(),
                    stride: 1,
                };
                Self { slice, layout }
            }

            /// Creates a view of `len` elements, each `stride` elements after the one before.
            ///
            /// # Errors
            /// [`Error::NotInBounds`], also for a stride of 0.
            pub fn with_stride(slice: impl Into<$Slice<'a, T>>, len: usize, stride: usize) -> Result<Self, Error> {
                let slice = slice.into();
                let layout = VectorLayout { len, stride }.within(slice.len())?;
                Ok(Self { slice, layout })
            }

            /// Returns the number of elements.
            #[must_use]
            pub fn len(&self) -> usize {
                self.layout.len
            }

            /// Returns `true` if there are no elements.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Returns the distance of two elements.
            #[must_use]
            pub fn stride(&self) -> usize {
                self.layout.stride
            }
        }

        impl<'a, T, S: Into<$Slice<'a, T>>> From<S> for $Vector<'a, T> {
            fn from(slice: S) -> Self {
                Self::new(slice)
            }
        }

        impl<'a, T> $Matrix<'a, T> {
            /// Creates a view of the first `rows * columns` elements.
            ///
            /// # Errors
            /// [`Error::NotInBounds`], if there are fewer.
            pub fn new(slice: impl Into<$Slice<'a, T>>, rows: usize, columns: usize) -> Result<Self, Error> {
                Self::checked(slice.into(), MatrixLayout::new(rows, columns))
            }

            /// Creates a view whose rows begin `row_stride` elements after each other: a part of a larger matrix.
            ///
            /// # Errors
            /// [`Error::NotInBounds`], also if the rows overlap.
            pub fn with_row_stride(
                slice: impl Into<$Slice<'a, T>>,
                rows: usize,
                columns: usize,
                row_stride: usize,
            ) -> Result<Self, Error> {
                let layout = MatrixLayout { row_stride, ..MatrixLayout::new(rows, columns) };
                Self::checked(slice.into(), layout)
            }

            /// Creates a view of `len` matrices, one after the other.
            ///
            /// # Errors
            /// [`Error::NotInBounds`].
            pub fn batch(
                slice: impl Into<$Slice<'a, T>>,
                len: usize,
                rows: usize,
                columns: usize,
            ) -> Result<Self, Error> {
                Self::checked(slice.into(), MatrixLayout::batch(len, rows, columns))
            }

            /// Creates a view of `len` matrices that begin `matrix_stride` elements after each other, and whose rows
            /// `row_stride`. Those of a view that is read may overlap: with a `matrix_stride` of 0 they are one matrix, `len`
            /// times.
            ///
            /// # Errors
            /// [`Error::NotInBounds`], also if rows overlap, or matrices that are to be written.
            pub fn batch_with_strides(
                slice: impl Into<$Slice<'a, T>>,
                len: usize,
                (rows, columns): (usize, usize),
                row_stride: usize,
                matrix_stride: usize,
            ) -> Result<Self, Error> {
                let layout = MatrixLayout {
                    row_stride,
                    batch_stride: matrix_stride,
                    ..MatrixLayout::batch(len, rows, columns)
                };
                Self::checked(slice.into(), layout)
            }

            /// Returns the addresses of `count` matrices. One matrix is used for all.
            pub(crate) fn addresses(&self, count: usize) -> Vec<u64> {
                let starts = self.layout.starts(count);
                starts.map(|start| self.address() + (start * size_of::<T>()) as u64).collect()
            }

            fn checked(slice: $Slice<'a, T>, layout: MatrixLayout) -> Result<Self, Error> {
                let layout = layout.within(slice.len(), $is_written)?;
                Ok(Self { slice, layout })
            }

            /// Exchanges rows and columns, of each matrix of a batch. No element moves.
            #[must_use]
            pub fn t(mut self) -> Self {
                self.layout = self.layout.transposed();
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

            /// Returns the address of the first element, for calls of other libraries, which are made on the view's stream.
            #[must_use]
            pub fn as_raw(&self) -> u64 {
                self.slice.as_raw()
            }

            /// Returns the distance of two rows in memory; of two columns, if it is [transposed](Self::is_transposed).
            #[must_use]
            pub fn row_stride(&self) -> usize {
                self.layout.leading()
            }

            /// Returns the distance of two matrices.
            #[must_use]
            pub fn matrix_stride(&self) -> usize {
                self.layout.batch_leading()
            }

            /// Returns whether columns, and not rows, are next to each other in memory, as after [`t`](Self::t).
            #[must_use]
            pub fn is_transposed(&self) -> bool {
                self.layout.is_transposed
            }

            /// Returns `true` if there are no matrices.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Returns the triangle on the diagonal and above.
            #[must_use]
            pub fn upper(self) -> $Triangle<'a, T> {
                self.triangle(Fill::Upper)
            }

            /// Returns the triangle on the diagonal and below.
            #[must_use]
            pub fn lower(self) -> $Triangle<'a, T> {
                self.triangle(Fill::Lower)
            }

            /// Returns a triangle that is chosen by a value.
            #[must_use]
            pub fn triangle(self, fill: Fill) -> $Triangle<'a, T> {
                $Triangle {
                    slice: self.slice,
                    layout: TriangleLayout::new(self.layout, fill),
                }
            }
        }

        impl<T> $Triangle<'_, T> {
            /// Exchanges rows and columns, so that the upper triangle of a matrix becomes the lower one of another.
            #[must_use]
            pub fn t(mut self) -> Self {
                self.layout.matrix = self.layout.matrix.transposed();
                self
            }
        }
    )*};
}

constructors! {
    Vector Matrix Triangle DeviceSlice false;
    VectorMut MatrixMut TriangleMut DeviceSliceMut true;
}

impl<'a, T> Vector<'a, T> {
    /// Returns it as a matrix of one column.
    pub(crate) fn into_column(self) -> Matrix<'a, T> {
        Matrix { layout: self.layout.column(), slice: self.slice }
    }
}

impl<'a, T> VectorMut<'a, T> {
    /// Returns it as a matrix of one column.
    pub(crate) fn into_column(self) -> MatrixMut<'a, T> {
        MatrixMut { layout: self.layout.column(), slice: self.slice }
    }
}

impl<T: Element> Matrix<'_, T> {
    /// Exchanges rows and columns, and takes the conjugate of each element: the Hermitian transpose. For real elements it is
    /// [`t`](Self::t).
    #[must_use]
    pub fn h(mut self) -> Self {
        self.layout = self.layout.conjugated::<T>();
        self
    }

    /// Returns whether each element stands for its conjugate, as after [`h`](Self::h) of complex elements.
    #[must_use]
    pub fn is_conjugated(&self) -> bool {
        self.layout.is_conjugated
    }
}

impl<'a, T> Matrix<'a, T> {
    /// Returns a row, of the first matrix.
    ///
    /// # Errors
    /// [`Error::Index`]; [`Error::Conjugated`] for a row of [`h`](Self::h) of complex elements, because vectors
    /// aren't conjugated.
    pub fn row(self, index: usize) -> Result<Vector<'a, T>, Error> {
        if self.layout.is_transposed { self.stored_column(index) } else { self.stored_row(index) }
    }

    /// Returns a column, of the first matrix.
    ///
    /// # Errors
    /// As [`row`](Self::row).
    pub fn column(self, index: usize) -> Result<Vector<'a, T>, Error> {
        if self.layout.is_transposed { self.stored_row(index) } else { self.stored_column(index) }
    }

    fn stored_row(self, index: usize) -> Result<Vector<'a, T>, Error> {
        let MatrixLayout { rows, columns, row_stride, .. } = self.layout;
        let start = self.start(index, rows, row_stride)?;
        let slice = self.slice.slice(start..)?;
        Vector::with_stride(slice, columns, 1)
    }

    fn stored_column(self, index: usize) -> Result<Vector<'a, T>, Error> {
        let MatrixLayout { rows, columns, row_stride, .. } = self.layout;
        let start = self.start(index, columns, 1)?;
        let slice = self.slice.slice(start..)?;
        Vector::with_stride(slice, rows, row_stride.max(1))
    }

    /// Returns the first element of a row or column, of which there are `count`.
    fn start(&self, index: usize, count: usize, stride: usize) -> Result<usize, Error> {
        if self.layout.is_conjugated {
            return Err(Error::Conjugated);
        }
        if index >= count {
            Err(Error::Index { index, count })
        } else if self.layout.is_empty() {
            // Without elements there may be no memory.
            Ok(0)
        } else {
            Ok(index * stride)
        }
    }
}

impl<T: Element> Triangle<'_, T> {
    /// As [`Matrix::h`].
    #[must_use]
    pub fn h(mut self) -> Self {
        self.layout.matrix = self.layout.matrix.conjugated::<T>();
        self
    }
}

impl<T> Triangle<'_, T> {
    /// Returns whether it is of one matrix of `size` rows and columns.
    pub(crate) fn is_one(&self, size: usize) -> bool {
        self.layout.is_one(size)
    }

    /// Refuses the conjugate of a symmetric matrix.
    pub(crate) fn refuse_conjugate(
        &self,
        call: &'static str,
        is_complex: bool,
    ) -> Result<(), Error> {
        if self.layout.matrix.is_conjugated && is_complex {
            Err(Error::Layout { call, operand: "a", reason: "it is conjugated" })
        } else {
            Ok(())
        }
    }
}

impl<T> TriangleMut<'_, T> {
    /// Returns whether it is of one matrix of `size` rows and columns.
    pub(crate) fn is_one(&self, size: usize) -> bool {
        self.layout.is_one(size)
    }
}
