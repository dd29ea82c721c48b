use core::fmt;
use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};

use cuda_driver::{
    Context, Element, PinnedBuffer, Stream,
    memory::{PinnedFlags, RegisterFlags, RegisteredMemory},
};
use ndarray::{ArrayRef, ArrayViewMut, Axis, Dimension, ShapeBuilder, StrideShape};

use crate::error::Error;
use crate::host;
use crate::host_list::sealed::{PinnedIter, Pins};
use crate::host_list::{HostArrayList, Memory};
use crate::layout::{Layout, dimension};

/// A host array in pinned memory, which is copied to and from the device at full speed and while the host works:
/// Numba's `pinned_array`. It dereferences to an array of `ndarray`, whose elements are initially zero.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_ndarray::{HostArrays, MakeArrays};
///
/// let mut host = context.pinned_array::<f32, _>((2, 3))?;
/// host.fill(1.0);
/// let array = stream.to_device(&host)?;
/// host.fill(0.0);
/// array.copy_to(&mut host)?;
/// assert_eq!(host.sum(), 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Slicing
/// As [`ndarray`'s arrays](ndarray::ArrayBase#slicing).
///
/// # Subviews
/// As [`ndarray`'s arrays](ndarray::ArrayBase#subviews).
pub struct PinnedArray<A: 'static, D> {
    /// The elements of `memory`, which are accessed only through this view.
    view: ManuallyDrop<ArrayViewMut<'static, A, D>>,
    memory: ManuallyDrop<PinnedBuffer<A>>,
}

// SAFETY: it owns its elements, as `Array` does.
unsafe impl<A: Send + 'static, D: Send> Send for PinnedArray<A, D> {}
// SAFETY: as above; a shared reference only reads.
unsafe impl<A: Sync + 'static, D: Sync> Sync for PinnedArray<A, D> {}

impl<A: Element, D: Dimension> PinnedArray<A, D> {
    /// Creates an array of the elements in pinned memory.
    ///
    /// # Errors
    /// [`Error::OutOfMemoryRange`] if the memory is too small; [`Error::Overlap`].
    pub fn from_buffer(memory: PinnedBuffer<A>, layout: Layout<D>) -> Result<Self, Error> {
        if layout.range().end > memory.len() {
            return Err(layout.outside(memory.len()));
        }
        layout.check_writable()?;
        Ok(Self::of_checked(memory, layout))
    }

    /// Creates an array of elements that are within the memory and don't overlap.
    pub(crate) fn of_checked(mut memory: PinnedBuffer<A>, layout: Layout<D>) -> Self {
        let mut strides = layout.raw_strides();
        for (axis, stride) in layout.strides().iter().enumerate() {
            strides[axis] = stride.unsigned_abs();
        }
        let is_empty = layout.is_empty();
        // Without elements, strides mean nothing, and `ndarray` rejects some.
        let shape = if is_empty {
            StrideShape::from(layout.raw_dim())
        } else {
            layout.raw_dim().strides(strides)
        };
        let first = memory[layout.range()].as_mut_ptr();
        // SAFETY: the elements are within the memory, which doesn't move, is dropped after the view, and isn't used
        // otherwise. They don't overlap.
        let mut view = unsafe { ArrayViewMut::from_shape_ptr(shape, first) };
        for (axis, stride) in layout.strides().iter().enumerate() {
            if *stride < 0 && !is_empty {
                view.invert_axis(Axis(axis));
            }
        }
        Self { view: ManuallyDrop::new(view), memory: ManuallyDrop::new(memory) }
    }

    /// Returns the memory, and the layout of the elements in it.
    #[must_use]
    pub fn into_buffer(self) -> (PinnedBuffer<A>, Layout<D>) {
        // The array may have been sliced in place since.
        let (first, start) = (self.view.as_ptr() as usize, self.memory.as_ptr() as usize);
        let offset = (first - start).checked_div(size_of::<A>()).unwrap_or(0);
        let layout = Layout::from_parts(
            self.view.raw_dim(),
            dimension(bytemuck::cast_slice(self.view.strides())),
            if self.view.is_empty() { 0 } else { offset },
        );
        let mut this = ManuallyDrop::new(self);
        // SAFETY: the value isn't used afterwards; the view, which owns nothing, is forgotten.
        let memory = unsafe { ManuallyDrop::take(&mut this.memory) };
        (memory, layout)
    }

    /// Returns the driver's flags of the memory: see [`PinnedBuffer::flags`].
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn flags(&self) -> Result<PinnedFlags, Error> {
        Ok(self.memory.flags()?)
    }
}

impl<A: 'static, D> Drop for PinnedArray<A, D> {
    fn drop(&mut self) {
        // SAFETY: the value is being dropped, and the view with it, which owns nothing.
        unsafe { ManuallyDrop::drop(&mut self.memory) };
    }
}

impl<A: 'static, D: Dimension> Deref for PinnedArray<A, D> {
    type Target = ArrayRef<A, D>;

    fn deref(&self) -> &ArrayRef<A, D> {
        &self.view
    }
}

impl<A: 'static, D: Dimension> DerefMut for PinnedArray<A, D> {
    fn deref_mut(&mut self) -> &mut ArrayRef<A, D> {
        &mut self.view
    }
}

impl<A: fmt::Debug + 'static, D: Dimension> fmt::Debug for PinnedArray<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self.view, f)
    }
}

/// Creates pinned arrays. Only contexts implement it.
pub trait HostArrays: crate::sealed::Sealed {
    /// Allocates a zeroed array in pinned memory: Numba's `pinned_array`.
    ///
    /// # Errors
    /// As [`Context::pinned`]; [`Error::TooLarge`], [`Error::Overlap`].
    fn pinned_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
    ) -> Result<PinnedArray<A, D>, Error>;

    /// Allocates a zeroed array in pinned memory with the shape and order of axes of another one: Numba's
    /// `pinned_array_like`.
    ///
    /// # Errors
    /// As [`Context::pinned`].
    fn pinned_array_like<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
    ) -> Result<PinnedArray<A, D>, Error>;

    /// Allocates a zeroed array in pinned memory that kernels can access, with further `flags`: Numba's `mapped_array`.
    /// [`PinnedArray::map`] maps it for a stream.
    ///
    /// # Errors
    /// As [`Context::pinned_with`]; [`Error::TooLarge`], [`Error::Overlap`].
    fn mapped_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
        flags: PinnedFlags,
    ) -> Result<PinnedArray<A, D>, Error>;

    /// Allocates an array as [`mapped_array`](Self::mapped_array), with the shape and order of axes of another one:
    /// Numba's `mapped_array_like`.
    ///
    /// # Errors
    /// As [`Context::pinned_with`].
    fn mapped_array_like<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
        flags: PinnedFlags,
    ) -> Result<PinnedArray<A, D>, Error>;

    /// Pins existing arrays while `work` runs: Numba's `pinned`. They are unpinned at the end, also if `work` panics,
    /// so they can be pinned again. `work` gets views of them: an array that is given other memory would free what the
    /// driver has pinned. A shared array is made unique first.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_ndarray::{HostArrays, MakeArrays};
    /// use ndarray::{Array1, Array2};
    ///
    /// let mut x = Array2::<f32>::ones((3, 4));
    /// let mut y = Array1::<i64>::zeros(100);
    /// context.with_pinned((&mut x, &mut y), |(x, y)| {
    ///     let (dx, dy) = (stream.to_device(x)?, stream.to_device(y)?);
    ///     // Launch something here.
    ///     dx.copy_to(x)?;
    ///     dy.copy_to(y)
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The error of `work`; [`Error::NonContiguous`] for arrays whose elements aren't contiguous;
    /// `CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED` (712) for memory that is pinned already; or the driver's error. If
    /// unpinning fails, the memory stays pinned.
    fn with_pinned<L: HostArrayList, R>(
        &self,
        arrays: L,
        work: impl FnOnce(&mut L::HostViews<'_>) -> Result<R, Error>,
    ) -> Result<R, Error>;
}

impl HostArrays for Context {
    fn pinned_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
    ) -> Result<PinnedArray<A, D>, Error> {
        let layout = Layout::of_shape(shape)?;
        PinnedArray::from_buffer(self.pinned(layout.range().end)?, layout)
    }

    fn pinned_array_like<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
    ) -> Result<PinnedArray<A, D>, Error> {
        let layout = host::layout_of(array).dense_like();
        PinnedArray::from_buffer(self.pinned(layout.range().end)?, layout)
    }

    fn mapped_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
        flags: PinnedFlags,
    ) -> Result<PinnedArray<A, D>, Error> {
        mapped(self, Layout::of_shape(shape)?, flags)
    }

    fn mapped_array_like<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
        flags: PinnedFlags,
    ) -> Result<PinnedArray<A, D>, Error> {
        mapped(self, host::layout_of(array).dense_like(), flags)
    }

    fn with_pinned<L: HostArrayList, R>(
        &self,
        mut arrays: L,
        work: impl FnOnce(&mut L::HostViews<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut pins = Pins::new(self, RegisterFlags::empty());
        // SAFETY: the arrays are borrowed for longer than the views, and not used otherwise.
        let mut views = unsafe { arrays.pin(&mut pins) }?;
        let result = work(&mut views)?;
        unpin(pins.pinned)?;
        Ok(result)
    }
}

fn mapped<A: Element, D: Dimension>(
    context: &Context,
    layout: Layout<D>,
    flags: PinnedFlags,
) -> Result<PinnedArray<A, D>, Error> {
    let flags = flags | PinnedFlags::DEVICE_MAP;
    PinnedArray::from_buffer(context.pinned_with(layout.range().end, flags)?, layout)
}

/// Maps existing host arrays for kernels of a stream.
pub trait MapArrays: crate::sealed::Sealed {
    /// Lets kernels of this stream access existing host arrays while `work` runs: Numba's `mapped`. At the end, also if
    /// `work` panics, the call waits for the stream and then unpins the arrays.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_ndarray::MapArrays;
    /// use ndarray::{Array1, Array2};
    ///
    /// let mut x = Array1::<f32>::zeros(1000);
    /// let mut y = Array2::<u8>::zeros((3, 4));
    /// stream.with_mapped((&mut x, &mut y), |(x, y)| {
    ///     x.fill(2.0)?;
    ///     y.fill(1)
    /// })?;
    /// assert_eq!((x[999], y[[2, 3]]), (2.0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`HostArrays::with_pinned`], and the errors of the stream's work.
    ///
    /// # Aborts
    /// As [`Stream::scope`].
    fn with_mapped<L: HostArrayList, R>(
        &self,
        arrays: L,
        work: impl FnOnce(&mut L::Views<'_>) -> Result<R, Error>,
    ) -> Result<R, Error>;

    /// Runs `work` with copies of host arrays on the device, and copies what it leaves there back: Numba's `InOut`, and
    /// `writeback`. If `work` fails or panics, or leaves copies that don't fit, nothing is copied back.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_ndarray::MapArrays;
    /// use ndarray::{Array1, Array2};
    ///
    /// let mut x = Array1::<f32>::zeros(1000);
    /// let mut y = Array2::<u8>::zeros((3, 4));
    /// stream.with_copies((&mut x, &mut y), |(x, y)| {
    ///     x.fill(2.0)?;
    ///     y.fill(1)
    /// })?;
    /// assert_eq!((x[999], y[[2, 3]]), (2.0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The error of `work`; [`Error::Copies`] and [`Error::Shape`] if it leaves another number of copies, or copies of other
    /// shapes; as [`MakeArrays::to_device`](crate::make::MakeArrays::to_device) and [`DeviceArray::copy_to`](crate::array::DeviceArray::copy_to).
    ///
    /// # Aborts
    /// As [`DeviceArray::copy_to`](crate::array::DeviceArray::copy_to).
    fn with_copies<L: HostArrayList, R>(
        &self,
        arrays: L,
        work: impl FnOnce(&mut L::Copies) -> Result<R, Error>,
    ) -> Result<R, Error>;
}

impl MapArrays for Stream {
    fn with_mapped<L: HostArrayList, R>(
        &self,
        mut arrays: L,
        work: impl FnOnce(&mut L::Views<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        // Unpinned once the scope has waited for the stream, also if `work` panics.
        let mut pins = Pins::new(self.context(), RegisterFlags::DEVICE_MAP);
        let result = self.try_scope(|scope| {
            scope.include_all_work();
            // SAFETY: the arrays are borrowed, and the host's views dropped at once.
            drop(unsafe { arrays.pin(&mut pins) }?);
            let mut pinned = PinnedIter(pins.pinned.iter());
            // SAFETY: the memory is the arrays', which are borrowed until the scope has waited for the stream.
            let mut views = unsafe { arrays.views(self, &mut pinned) }?;
            work(&mut views)
        });
        let unpinned = unpin(pins.pinned);
        let result = result?;
        unpinned?;
        Ok(result)
    }

    fn with_copies<L: HostArrayList, R>(
        &self,
        mut arrays: L,
        work: impl FnOnce(&mut L::Copies) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut copies = arrays.copy_to_device(self)?;
        let result = work(&mut copies)?;
        arrays.check_copies(&copies)?;
        arrays.copy_back(&copies)?;
        Ok(result)
    }
}

fn unpin(pins: Vec<RegisteredMemory<Memory>>) -> Result<(), Error> {
    let mut result = Ok(());
    for pin in pins {
        if let Err(error) = pin.into_inner() {
            result = result.and(Err(cuda_driver::Error::from(error).into()));
        }
    }
    result
}
