//! Copies between host arrays and device arrays.

use std::borrow::Cow;

use cuda_driver::{Element, Scope, copy::CopySource, memory::Staging};
use ndarray::{Array, ArrayRef, ArrayView, Axis, Dimension, Order, ShapeBuilder, Slice};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::layout::{Layout, dimension, for_assignment, sort_axes};
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// Rows shorter than this, in bytes, are packed on the device rather than copied one by one.
const SHORTEST_ROW: usize = 64;

/// Returns the layout of a host array, counted from its lowest element.
pub(crate) fn layout_of<A, D: Dimension>(array: &ArrayRef<A, D>) -> Layout<D> {
    let strides = dimension(bytemuck::cast_slice(array.strides()));
    let before = |(len, stride): (&usize, &isize)| {
        if *stride < 0 { (len - 1) * stride.unsigned_abs() } else { 0 }
    };
    let is_empty = array.is_empty();
    let axes = array.shape().iter().zip(array.strides());
    let offset = if is_empty { 0 } else { axes.map(before).sum() };
    Layout::from_parts(array.raw_dim(), strides, offset)
}

/// The elements of a host array, packed for a copy: repeated elements are included once.
pub(crate) struct PackedElements<'a, A: Clone, D> {
    elements: Cow<'a, [A]>,
    layout: Layout<D>,
}

impl<'a, A: Element, D: Dimension> PackedElements<'a, A, D> {
    pub(crate) fn new(array: &'a ArrayRef<A, D>) -> Result<Self, Error> {
        let whole = layout_of(array);
        let mut core: ArrayView<'a, A, D> = array.view();
        for (axis, (len, stride)) in whole.axes().enumerate() {
            if stride == 0 && len > 1 {
                core.slice_axis_inplace(Axis(axis), Slice::from(0..1));
            }
        }
        let layout = layout_of(&core);
        let (elements, sent) = match core.to_slice_memory_order() {
            Some(elements) => (Cow::Borrowed(elements), layout),
            None => {
                let dense = layout.dense_like();
                (Cow::Owned(pack(&core, &dense)?), dense)
            }
        };
        // Restore the lengths of the repeated axes.
        let mut strides: D = dimension(bytemuck::cast_slice(sent.strides()));
        for (axis, (len, stride)) in whole.axes().enumerate() {
            if stride == 0 && len > 1 {
                strides[axis] = 0;
            }
        }
        let layout = Layout::from_parts(array.raw_dim(), strides, sent.offset());
        Ok(Self { elements, layout })
    }

    pub(crate) fn elements(&self) -> &[A] {
        &self.elements
    }

    pub(crate) fn layout(&self) -> &Layout<D> {
        &self.layout
    }

    pub(crate) fn into_layout(self) -> Layout<D> {
        self.layout
    }
}

/// Returns the elements of an array in the order of a dense layout of its shape.
fn pack<A: Element, D: Dimension>(
    array: &ArrayRef<A, D>,
    dense: &Layout<D>,
) -> Result<Vec<A>, Error> {
    let mut order = D::zeros(array.ndim());
    for axis in 0..array.ndim() {
        order[axis] = axis;
    }
    sort_axes(order.slice_mut(), dense.strides());
    collect(&array.view().permuted_axes(order))
}

/// Returns the elements of an array in C order. An array that repeats elements may have more of them than host memory
/// can hold.
fn collect<A: Element, D: Dimension>(array: &ArrayRef<A, D>) -> Result<Vec<A>, Error> {
    let mut elements = Vec::new();
    let reserved = elements.try_reserve_exact(array.len());
    reserved.map_err(|_| no_host_memory::<A>(array.shape()))?;
    elements.extend(array.iter().copied());
    Ok(elements)
}

fn no_host_memory<A>(shape: &[usize]) -> Error {
    Error::HostMemory { shape: shape.to_vec(), size: size_of::<A>() }
}

/// Copies a host array into device memory, and waits until that is done.
pub(crate) fn upload_into<A: Element, D: Dimension, E: Dimension>(
    array: &ArrayRef<A, E>,
    mut target: DeviceArrayViewMut<'_, A, D>,
) -> Result<(), Error> {
    let source = PackedElements::new(array)?;
    let layout = for_assignment(source.layout(), target.layout())?;
    let stream = target.stream();
    if is_same_order(&layout, target.layout()) {
        let target = target.into_slice_memory_order()?;
        return Ok(Staging::new(stream.context()).upload_into(source.elements(), target)?);
    }
    if let (Some((rows, columns, pitch)), true) =
        (target.layout().as_rows(), layout.is_c_contiguous())
        && is_wide::<A>(columns)
    {
        let to = cuda_driver::copy::CopyTarget::from(target.into_extent()).row_length(pitch);
        return Ok(stream.upload_region(source.elements(), to, (columns, rows))?);
    }
    let mut buffer = stream.alloc(source.elements().len())?;
    Staging::new(stream.context()).upload_into(source.elements(), &mut buffer)?;
    let on_device = DeviceArray::from_buffer(buffer, source.into_layout())?;
    target.assign(&on_device)
}

fn is_wide<A>(columns: usize) -> bool {
    columns.saturating_mul(size_of::<A>()) >= SHORTEST_ROW
}

/// Returns `true` if two dense layouts of one shape have their elements at the same places.
fn is_same_order<D: Dimension>(one: &Layout<D>, other: &Layout<D>) -> bool {
    let mut axes = one.axes().zip(other.strides());
    let is_same = axes.all(|((len, stride), other)| len == 1 || stride == *other);
    let is_dense = |layout: &Layout<D>| layout.dense_range().is_ok();
    is_same && is_dense(one) && is_dense(other)
}

impl<A: Element, D: Dimension> DeviceArrayView<'_, A, D> {
    /// Copies the elements to the host and waits until that is done: Numba's `copy_to_host`. The result is in Fortran
    /// order if the array is, and otherwise in C order.
    ///
    /// Only the elements are copied. Parts of rows are copied row by row; other elements that aren't contiguous, or are
    /// reversed, are first packed on the device; repeated elements are copied once. Large arrays are copied by several
    /// threads: see [`Staging`].
    ///
    /// # Errors
    /// [`Error::HostMemory`], or the driver's error.
    ///
    /// # Aborts
    /// As [`Stream::scope`](cuda_driver::Stream::scope).
    pub fn to_host(&self) -> Result<Array<A, D>, Error> {
        let layout = self.layout();
        let core = layout.core();
        if core.shape() != layout.shape() {
            // SAFETY: these are elements of this view.
            let core = unsafe { DeviceArrayView::from_raw_parts(self.stream(), self.base(), core) };
            let core = core.to_host()?;
            if let Some(whole) = core.broadcast(self.raw_dim()) {
                return host_array(self.raw_dim(), Order::RowMajor, collect(&whole)?);
            }
        }
        let order = if layout.is_c_contiguous() {
            Order::RowMajor
        } else if layout.is_f_contiguous() {
            Order::ColumnMajor
        } else {
            return self.strided_to_host();
        };
        let mut elements = zeroed(layout.shape())?;
        self.staging().download(self.as_slice_memory_order()?, &mut elements)?;
        host_array(self.raw_dim(), order, elements)
    }

    /// Returns the elements of an array that isn't contiguous.
    fn strided_to_host(&self) -> Result<Array<A, D>, Error> {
        if let Some((rows, columns, pitch)) = self.layout().as_rows()
            && is_wide::<A>(columns)
        {
            let mut elements = zeroed::<A>(self.shape())?;
            let source = CopySource::from(self.extent()).row_length(pitch);
            self.stream().download_region(source, &mut elements[..], (columns, rows))?;
            return host_array(self.raw_dim(), Order::RowMajor, elements);
        }
        self.to_standard_layout()?.to_host()
    }

    /// Copies the elements to a host array of the same shape, and waits until that is done.
    ///
    /// # Errors
    /// [`Error::Shape`], [`Error::HostMemory`], or the driver's error.
    ///
    /// # Aborts
    /// As [`Stream::scope`](cuda_driver::Stream::scope).
    pub fn copy_to(&self, target: &mut ArrayRef<A, D>) -> Result<(), Error> {
        self.check_shape(target.shape())?;
        let layout = layout_of(target);
        if is_same_order(self.layout(), &layout)
            && let Some(elements) = target.as_slice_memory_order_mut()
        {
            return Ok(self.staging().download(self.as_slice_memory_order()?, elements)?);
        }
        let packed = self.copy_as(layout.dense_like())?;
        if is_same_order(packed.layout(), &layout)
            && let Some(elements) = target.as_slice_memory_order_mut()
        {
            return Ok(self.staging().download(packed.as_buffer(), elements)?);
        }
        target.assign(&packed.to_host()?);
        Ok(())
    }

    fn staging(&self) -> Staging {
        Staging::new(self.stream().context())
    }

    pub(crate) fn check_shape(&self, target: &[usize]) -> Result<(), Error> {
        if self.shape() == target {
            Ok(())
        } else {
            Err(Error::Shape { source_shape: self.shape().to_vec(), target_shape: target.to_vec() })
        }
    }

    /// Copies the element at an index to the host, and waits. For many elements, use [`to_host`](Self::to_host)
    /// instead.
    ///
    /// # Errors
    /// As [`Layout::position`], or the driver's error.
    pub fn get(&self, index: impl ndarray::IntoDimension<Dim = D>) -> Result<A, Error> {
        let index = index.into_dimension();
        let address = self.address_of(self.layout().position(index.slice())?);
        // SAFETY: it is an element of this view.
        let element =
            unsafe { cuda_driver::DeviceSlice::<A>::from_raw_parts(self.stream(), address, 1) };
        let mut value = [bytemuck::Zeroable::zeroed()];
        self.stream().download(element, &mut value)?;
        let [value] = value;
        Ok(value)
    }
}

use crate::shared::SharedDeviceArray;
impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Copies the elements to the host, and waits: see [`DeviceArrayView::to_host`].
    ///
    /// # Errors
    /// As [`DeviceArrayView::to_host`].
    ///
    /// # Aborts
    /// As [`DeviceArrayView::to_host`].
    pub fn to_host(&self) -> Result<Array<A, D>, Error> {
        self.view().to_host()
    }

    /// Copies the elements to a host array of the same shape, and waits until that is done.
    ///
    /// # Errors
    /// As [`DeviceArrayView::copy_to`].
    ///
    /// # Aborts
    /// As [`DeviceArrayView::copy_to`].
    pub fn copy_to(&self, target: &mut ArrayRef<A, D>) -> Result<(), Error> {
        self.view().copy_to(target)
    }

    /// Copies the element at an index to the host, and waits: see [`DeviceArrayView::get`].
    ///
    /// # Errors
    /// As [`DeviceArrayView::get`].
    pub fn get(&self, index: impl ndarray::IntoDimension<Dim = D>) -> Result<A, Error> {
        self.view().get(index)
    }
}

impl<A: Element, D: Dimension> SharedDeviceArray<A, D> {
    /// Copies the elements to the host, and waits: see [`DeviceArrayView::to_host`].
    ///
    /// # Errors
    /// As [`DeviceArrayView::to_host`].
    ///
    /// # Aborts
    /// As [`DeviceArrayView::to_host`].
    pub fn to_host(&self) -> Result<Array<A, D>, Error> {
        self.view().to_host()
    }

    /// Copies the elements to a host array of the same shape, and waits until that is done.
    ///
    /// # Errors
    /// As [`DeviceArrayView::copy_to`].
    ///
    /// # Aborts
    /// As [`DeviceArrayView::copy_to`].
    pub fn copy_to(&self, target: &mut ArrayRef<A, D>) -> Result<(), Error> {
        self.view().copy_to(target)
    }

    /// Copies the element at an index to the host, and waits: see [`DeviceArrayView::get`].
    ///
    /// # Errors
    /// As [`DeviceArrayView::get`].
    pub fn get(&self, index: impl ndarray::IntoDimension<Dim = D>) -> Result<A, Error> {
        self.view().get(index)
    }
}

/// Allocates zeroed memory, to which elements are copied.
fn zeroed<A: Element>(shape: &[usize]) -> Result<Vec<A>, Error> {
    let elements = bytemuck::allocation::try_zeroed_vec(shape.iter().product());
    let mut elements = elements.map_err(|()| no_host_memory::<A>(shape))?;
    cuda_driver::memory::prefer_large_pages(&mut elements);
    Ok(elements)
}

fn host_array<A, D: Dimension>(
    shape: D,
    order: Order,
    elements: Vec<A>,
) -> Result<Array<A, D>, Error> {
    let too_large = Error::TooLarge { shape: shape.slice().to_vec() };
    let shape = shape.set_f(order == Order::ColumnMajor);
    Array::from_shape_vec(shape, elements).map_err(|_| too_large)
}

/// Copies of host arrays in a [`Stream::scope`](cuda_driver::Stream::scope), which don't wait: the host arrays are borrowed
/// until its end.
///
/// ```no_run
/// use cuda_ndarray::{Error, MakeArrays, ScopedArrays};
/// use ndarray::Array2;
/// # fn f(stream: &cuda_driver::Stream, x: Array2<f32>, mut y: Array2<f32>) -> Result<(), Error> {
/// stream.try_scope(|scope| {
///     let d = scope.to_device(&x)?;
///     // Launch something here.
///     scope.to_host(&d, &mut y)
/// })
/// # }
/// ```
pub trait ScopedArrays<'scope>: crate::sealed::Sealed {
    /// Starts copying a host array to a new device array: see [`MakeArrays::to_device`](crate::MakeArrays::to_device).
    ///
    /// # Errors
    /// As [`MakeArrays::to_device`](crate::MakeArrays::to_device).
    fn to_device<A: Element + Send, D: Dimension>(
        &'scope self,
        array: &'scope ArrayRef<A, D>,
    ) -> Result<DeviceArray<A, D>, Error>;

    /// Starts copying a device array of the scope's stream to a host array of the same shape, whose elements are
    /// contiguous, in any order of axes.
    ///
    /// # Errors
    /// [`Error::Shape`], [`Error::NonContiguous`]; [`OtherStream`](cuda_driver::Error::OtherStream)
    /// in [`Error::Cuda`]; or the driver's error.
    fn to_host<'v, A: Element + 'v, D: Dimension>(
        &'scope self,
        source: impl Into<DeviceArrayView<'v, A, D>>,
        target: &'scope mut ArrayRef<A, D>,
    ) -> Result<(), Error>;
}

impl<'scope> ScopedArrays<'scope> for Scope<'scope, '_> {
    fn to_device<A: Element + Send, D: Dimension>(
        &'scope self,
        array: &'scope ArrayRef<A, D>,
    ) -> Result<DeviceArray<A, D>, Error> {
        let source = PackedElements::new(array)?;
        let mut buffer = self.stream().alloc(source.elements.len())?;
        match source.elements {
            Cow::Borrowed(elements) => self.upload_into(elements, &mut buffer)?,
            // The packed elements are moved into the copy, which frees them.
            Cow::Owned(elements) => drop(self.stream().upload_owned(elements, &mut buffer)?),
        }
        DeviceArray::from_buffer(buffer, source.layout)
    }

    fn to_host<'v, A: Element + 'v, D: Dimension>(
        &'scope self,
        source: impl Into<DeviceArrayView<'v, A, D>>,
        target: &'scope mut ArrayRef<A, D>,
    ) -> Result<(), Error> {
        let source = source.into();
        source.check_shape(target.shape())?;
        let layout = layout_of(target);
        let is_direct = is_same_order(source.layout(), &layout);
        let Some(elements) = target.as_slice_memory_order_mut() else {
            return Err(Error::NonContiguous {
                shape: layout.shape().to_vec(),
                strides: layout.strides().to_vec(),
            });
        };
        if is_direct {
            self.download(source.as_slice_memory_order()?, elements)?;
            return Ok(());
        }
        // The copy is freed in the stream's order, after its download.
        let packed = source.copy_as(layout.clone())?;
        self.download(packed.as_slice_memory_order()?, elements)?;
        Ok(())
    }
}
