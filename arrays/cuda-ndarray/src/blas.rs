//! cuBLAS on arrays.

use cublas::{Blas, Matrix, MatrixMut, Scalar, Vector, VectorMut};
use cuda_driver::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element};
use ndarray::{Axis, Dimension, Ix1, Ix2, Ix3, Order};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::layout::Layout;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// How cuBLAS is to see a matrix: whether it is transposed in memory, and the distance of the rows there.
fn matrix_order([rows, columns]: [usize; 2], [row, column]: [isize; 2]) -> Option<(bool, usize)> {
    let is_apart = |count: usize, stride: isize, len: usize| {
        count <= 1 || usize::try_from(stride).is_ok_and(|stride| stride >= len.max(1))
    };
    let stride = |count: usize, stride: isize, len: usize| {
        if count <= 1 { len } else { stride.unsigned_abs() }
    };
    if rows == 0 || columns == 0 {
        return Some((false, columns));
    }
    if (columns == 1 || column == 1) && is_apart(rows, row, columns) {
        return Some((false, stride(rows, row, columns)));
    }
    if (rows == 1 || row == 1) && is_apart(columns, column, rows) {
        return Some((true, stride(columns, column, rows)));
    }
    None
}

/// The number of matrices, their rows and columns, whether they are transposed, and the distances of rows and of matrices.
type BatchOrder = (usize, [usize; 2], bool, usize, usize);

/// The order of a batch of matrices, and their distance.
fn matrices<D: Dimension>(layout: &Layout<D>) -> Result<BatchOrder, Error> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let (shape, strides, batch, between) = match (shape, strides) {
        ([batch, rows, columns], [between, row, column]) => {
            ([*rows, *columns], [*row, *column], *batch, *between)
        }
        ([rows, columns], [row, column]) => ([*rows, *columns], [*row, *column], 1, 0),
        _ => return Err(not_matrices(layout)),
    };
    let between = if batch <= 1 { 0 } else { between };
    let order = matrix_order(shape, strides);
    match (order, usize::try_from(between)) {
        (Some((is_transposed, row_stride)), Ok(between)) => {
            Ok((batch, shape, is_transposed, row_stride, between))
        }
        _ => Err(not_matrices(layout)),
    }
}

fn not_matrices<D: Dimension>(layout: &Layout<D>) -> Error {
    Error::NotMatrices { shape: layout.shape().to_vec(), strides: layout.strides().to_vec() }
}

/// The distance of the elements of a vector.
fn vector_stride(layout: &Layout<Ix1>) -> Result<usize, Error> {
    match (layout.shape(), layout.strides()) {
        ([0 | 1], _) => Ok(1),
        (_, [stride]) if *stride > 0 => Ok(stride.unsigned_abs()),
        _ => Err(not_matrices(layout)),
    }
}

/// Returns the view of a batch of matrices in this order.
fn matrix<A: Element>(
    slice: DeviceSlice<'_, A>,
    (batch, [rows, columns], is_transposed, row_stride, between): BatchOrder,
) -> Result<Matrix<'_, A>, Error> {
    Ok(if is_transposed {
        Matrix::batch_with_strides(slice, batch, (columns, rows), row_stride, between)?.t()
    } else {
        Matrix::batch_with_strides(slice, batch, (rows, columns), row_stride, between)?
    })
}

/// Returns the view of a batch of matrices in this order.
fn matrix_mut<A: Element>(
    slice: DeviceSliceMut<'_, A>,
    (batch, [rows, columns], is_transposed, row_stride, between): BatchOrder,
) -> Result<MatrixMut<'_, A>, Error> {
    Ok(if is_transposed {
        MatrixMut::batch_with_strides(slice, batch, (columns, rows), row_stride, between)?.t()
    } else {
        MatrixMut::batch_with_strides(slice, batch, (rows, columns), row_stride, between)?
    })
}

impl<'a, A: Element> DeviceArrayView<'a, A, Ix1> {
    /// Returns the elements as a vector for cuBLAS.
    ///
    /// # Errors
    /// [`Error::NotMatrices`], for a stride below 1.
    pub fn as_vector(&self) -> Result<Vector<'a, A>, Error> {
        let (len, stride) = (self.len(), vector_stride(self.layout())?);
        Ok(Vector::with_stride(self.extent(), len, stride)?)
    }
}

impl<'a, A: Element> DeviceArrayView<'a, A, Ix2> {
    /// Returns the elements as a matrix for cuBLAS, transposed if they are so in memory. Nothing is copied.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// use cuda_ndarray::MakeArrays;
    /// use ndarray::{Array2, s};
    ///
    /// let d = stream.to_device(&Array2::<f32>::zeros((6, 8)))?;
    /// let part = d.slice(s![1..4, 2..])?;
    /// assert_eq!(part.as_matrix()?.shape(), (3, 6));
    /// assert_eq!(part.t().as_matrix()?.shape(), (6, 3));
    /// // Neither rows nor columns are contiguous.
    /// assert!(d.slice(s![..;2, ..;2])?.as_matrix().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotMatrices`], unless the elements of rows, or of columns, are next to each other, and rows or
    /// columns apart.
    pub fn as_matrix(&self) -> Result<Matrix<'a, A>, Error> {
        let order = matrices(self.layout())?;
        matrix(self.extent(), order)
    }
}

impl<'a, A: Element> DeviceArrayView<'a, A, Ix3> {
    /// Returns the elements as a batch of matrices for cuBLAS, one for each index of the first axis.
    ///
    /// # Errors
    /// As for two axes; also for a negative stride of the first one.
    pub fn as_matrices(&self) -> Result<Matrix<'a, A>, Error> {
        let order = matrices(self.layout())?;
        matrix(self.extent(), order)
    }
}

impl<'a, A: Element> DeviceArrayViewMut<'a, A, Ix1> {
    /// Returns the elements as a vector for cuBLAS.
    ///
    /// # Errors
    /// [`Error::NotMatrices`], for a stride below 1.
    pub fn into_vector(self) -> Result<VectorMut<'a, A>, Error> {
        let (len, stride) = (self.len(), vector_stride(self.layout())?);
        Ok(VectorMut::with_stride(self.into_extent(), len, stride)?)
    }
}

impl<'a, A: Element> DeviceArrayViewMut<'a, A, Ix2> {
    /// Returns the elements as a matrix for cuBLAS, transposed if they are so in memory.
    ///
    /// # Errors
    /// [`Error::NotMatrices`], unless the elements of rows, or of columns, are next to each other, and rows or
    /// columns apart.
    pub fn into_matrix(self) -> Result<MatrixMut<'a, A>, Error> {
        let order = matrices(self.layout())?;
        matrix_mut(self.into_extent(), order)
    }
}

impl<'a, A: Element> DeviceArrayViewMut<'a, A, Ix3> {
    /// Returns the elements as a batch of matrices for cuBLAS, one for each index of the first axis.
    ///
    /// # Errors
    /// As for two axes; also for a negative stride of the first one.
    pub fn into_matrices(self) -> Result<MatrixMut<'a, A>, Error> {
        let order = matrices(self.layout())?;
        matrix_mut(self.into_extent(), order)
    }
}

impl<A: Scalar, D: Dimension> DeviceArrayView<'_, A, D> {
    /// Returns the product of two vectors, of a matrix and a vector, or of two matrices, as NumPy's `dot` and `ndarray`'s do. That
    /// of two vectors is a number, for which this waits; the others are arrays of the stream of `blas`.
    ///
    /// Views in any layout can be multiplied: those that cuBLAS can't take are copied first
    /// ([`as_matrix`](Self::as_matrix) says which).
    ///
    /// ```no_run
    /// use cublas::Cublas;
    /// use cuda_ndarray::MakeArrays;
    /// use ndarray::array;
    ///
    /// let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
    /// let stream = context.stream()?;
    /// let mut handle = Cublas::load()?.handle(&context)?;
    /// let mut blas = handle.on(&stream);
    ///
    /// let a = stream.to_device(&array![[1.0_f32, 2.0], [3.0, 4.0]])?;
    /// let v = stream.to_device(&array![1.0, 10.0])?;
    /// assert_eq!(a.dot(&v, &mut blas)?.to_host()?, array![21.0, 43.0]);
    /// assert_eq!(a.t().dot(&a, &mut blas)?.to_host()?, array![[10.0, 14.0], [14.0, 20.0]]);
    /// assert_eq!(v.dot(&v, &mut blas)?, 101.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Blas`], if the shapes don't fit, or the arrays belong to another stream than `blas`; or the driver's error.
    pub fn dot<'b, E: Dimension>(
        &self,
        other: impl Into<DeviceArrayView<'b, A, E>>,
        blas: &mut Blas<'_>,
    ) -> Result<<D as MatMul<E>>::Output<A>, Error>
    where
        A: 'b,
        D: Dot<E>,
    {
        D::product(self, &other.into(), blas).map_err(|error| error.in_call("dot"))
    }

    /// Returns the product of two arrays as NumPy's `matmul` does: as [`dot`](Self::dot), and of three axes as batches of
    /// matrices, where one matrix is used for all of the other batch.
    ///
    /// # Errors
    /// As [`dot`](Self::dot).
    pub fn matmul<'b, E: Dimension>(
        &self,
        other: impl Into<DeviceArrayView<'b, A, E>>,
        blas: &mut Blas<'_>,
    ) -> Result<<D as MatMul<E>>::Output<A>, Error>
    where
        A: 'b,
        D: MatMul<E>,
    {
        D::product(self, &other.into(), blas).map_err(|error| error.in_call("matmul"))
    }
}

/// The number of axes of an array that can be multiplied with one of `E`, by [`matmul`](DeviceArrayView::matmul).
pub trait MatMul<E: Dimension>: Dimension + sealed::MatMul<E> {
    /// The product.
    type Output<A: Scalar>;

    #[doc(hidden)]
    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, E>,
        blas: &mut Blas<'_>,
    ) -> Result<<Self as MatMul<E>>::Output<A>, Error>;
}

/// The number of axes of an array that can be multiplied with one of `E`, by [`dot`](DeviceArrayView::dot).
pub trait Dot<E: Dimension>: MatMul<E> {}

mod sealed {
    pub trait MatMul<E> {}
}

impl sealed::MatMul<Ix1> for Ix1 {}
impl Dot<Ix1> for Ix1 {}
impl MatMul<Ix1> for Ix1 {
    type Output<A: Scalar> = A;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix1>,
        blas: &mut Blas<'_>,
    ) -> Result<A, Error> {
        let (left_copy, right_copy);
        let x = match left.as_vector() {
            Err(Error::NotMatrices { .. }) => {
                left_copy = left.to_standard_layout()?;
                left_copy.view().as_vector()?
            }
            vector => vector?,
        };
        let y = match right.as_vector() {
            Err(Error::NotMatrices { .. }) => {
                right_copy = right.to_standard_layout()?;
                right_copy.view().as_vector()?
            }
            vector => vector?,
        };
        Ok(blas.dot(x, y)?)
    }
}

impl sealed::MatMul<Ix2> for Ix2 {}
impl MatMul<Ix2> for Ix2 {
    type Output<A: Scalar> = DeviceArray<A, Ix2>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix2>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix2>, Error> {
        let left = (*left).insert_axis(Axis(0))?;
        let right = (*right).insert_axis(Axis(0))?;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix2(sizes[1], sizes[2]), Order::RowMajor)?,
        )
    }
}

impl sealed::MatMul<Ix1> for Ix2 {}
impl MatMul<Ix1> for Ix2 {
    type Output<A: Scalar> = DeviceArray<A, Ix1>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix1>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix1>, Error> {
        let left = (*left).insert_axis(Axis(0))?;
        let right = (*right).insert_axis(Axis(1))?.insert_axis(Axis(0))?;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(buffer, Layout::contiguous(Ix1(sizes[1]), Order::RowMajor)?)
    }
}

impl sealed::MatMul<Ix2> for Ix1 {}
impl MatMul<Ix2> for Ix1 {
    type Output<A: Scalar> = DeviceArray<A, Ix1>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix2>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix1>, Error> {
        let left = (*left).insert_axis(Axis(0))?.insert_axis(Axis(0))?;
        let right = (*right).insert_axis(Axis(0))?;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(buffer, Layout::contiguous(Ix1(sizes[2]), Order::RowMajor)?)
    }
}

impl sealed::MatMul<Ix3> for Ix3 {}
impl MatMul<Ix3> for Ix3 {
    type Output<A: Scalar> = DeviceArray<A, Ix3>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix3>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix3>, Error> {
        let left = *left;
        let right = *right;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix3(sizes[0], sizes[1], sizes[2]), Order::RowMajor)?,
        )
    }
}

impl sealed::MatMul<Ix2> for Ix3 {}
impl MatMul<Ix2> for Ix3 {
    type Output<A: Scalar> = DeviceArray<A, Ix3>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix2>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix3>, Error> {
        let left = *left;
        let right = (*right).insert_axis(Axis(0))?;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix3(sizes[0], sizes[1], sizes[2]), Order::RowMajor)?,
        )
    }
}

impl sealed::MatMul<Ix3> for Ix2 {}
impl MatMul<Ix3> for Ix2 {
    type Output<A: Scalar> = DeviceArray<A, Ix3>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix3>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix3>, Error> {
        let left = (*left).insert_axis(Axis(0))?;
        let right = *right;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix3(sizes[0], sizes[1], sizes[2]), Order::RowMajor)?,
        )
    }
}

impl sealed::MatMul<Ix1> for Ix3 {}
impl MatMul<Ix1> for Ix3 {
    type Output<A: Scalar> = DeviceArray<A, Ix2>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix1>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix2>, Error> {
        let left = *left;
        let right = (*right).insert_axis(Axis(1))?.insert_axis(Axis(0))?;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix2(sizes[0], sizes[1]), Order::RowMajor)?,
        )
    }
}

impl sealed::MatMul<Ix3> for Ix1 {}
impl MatMul<Ix3> for Ix1 {
    type Output<A: Scalar> = DeviceArray<A, Ix2>;

    fn product<A: Scalar>(
        left: &DeviceArrayView<'_, A, Self>,
        right: &DeviceArrayView<'_, A, Ix3>,
        blas: &mut Blas<'_>,
    ) -> Result<DeviceArray<A, Ix2>, Error> {
        let left = (*left).insert_axis(Axis(0))?.insert_axis(Axis(0))?;
        let right = *right;
        let (buffer, sizes) = product_of_batches(&left, &right, blas)?;
        DeviceArray::from_buffer(
            buffer,
            Layout::contiguous(Ix2(sizes[0], sizes[2]), Order::RowMajor)?,
        )
    }
}

impl Dot<Ix2> for Ix2 {}
impl Dot<Ix1> for Ix2 {}
impl Dot<Ix2> for Ix1 {}

/// Returns the products of two batches of matrices, and their number, rows and columns.
fn product_of_batches<A: Scalar>(
    left: &DeviceArrayView<'_, A, Ix3>,
    right: &DeviceArrayView<'_, A, Ix3>,
    blas: &mut Blas<'_>,
) -> Result<(DeviceBuffer<A>, [usize; 3]), Error> {
    let (left_copy, right_copy);
    let a = match left.as_matrices() {
        Err(Error::NotMatrices { .. }) => {
            left_copy = left.to_standard_layout()?;
            left_copy.view().as_matrices()?
        }
        matrices => matrices?,
    };
    let b = match right.as_matrices() {
        Err(Error::NotMatrices { .. }) => {
            right_copy = right.to_standard_layout()?;
            right_copy.view().as_matrices()?
        }
        matrices => matrices?,
    };
    let len = if a.len() == 1 { b.len() } else { a.len() };
    let shape = [len, a.shape().0, b.shape().1];
    Ok((blas.matmul(a, b)?, shape))
}
