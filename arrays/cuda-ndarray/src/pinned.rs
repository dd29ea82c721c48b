use core::fmt;
use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use cuda_driver::{
    Context, Element, PinnedBuffer, Stream,
    memory::{HostMemory, PinnedFlags, RegisterFlags, Registered},
};
use ndarray::{ArrayRef, ArrayViewMut, Axis, Dimension, ShapeBuilder, StrideShape};

use crate::layout::dimension;
use crate::{DeviceArrayViewMut, Error, Layout, host};

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
        let shape = layout.raw_dim().strides(strides);
        let first = memory[layout.range()].as_mut_ptr();
        // SAFETY: the elements are within the memory, which doesn't move, is dropped after the view, and isn't used
        // otherwise. They don't overlap.
        let mut view = unsafe { ArrayViewMut::from_shape_ptr(shape, first) };
        for (axis, stride) in layout.strides().iter().enumerate() {
            if *stride < 0 {
                view.invert_axis(Axis(axis));
            }
        }
        Self {
            view: ManuallyDrop::new(view),
            memory: ManuallyDrop::new(memory),
        }
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
    /// so they can be pinned again.
    ///
    /// ```no_run
    /// use cuda_ndarray::{Error, HostArrays, ScopedArrays};
    /// use ndarray::Array2;
    /// # fn f(stream: &cuda_driver::Stream, mut x: Array2<f32>) -> Result<(), Error> {
    /// stream.context().with_pinned(&mut [&mut x], |pinned| {
    ///     let d = stream.try_scope(|scope| scope.to_device(pinned[0]))?;
    ///     // Launch something here.
    ///     stream.try_scope(|scope| scope.to_host(&d, pinned[0]))
    /// })
    /// # }
    /// ```
    ///
    /// # Errors
    /// The error of `work`; [`Error::NonContiguous`] for arrays whose elements aren't contiguous;
    /// `CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED` (712) for memory that is pinned already; or the driver's error. If
    /// unpinning fails, the memory stays pinned.
    fn with_pinned<A: Element, D: Dimension, R>(
        &self,
        arrays: &mut [&mut ArrayRef<A, D>],
        work: impl FnOnce(&mut [&mut ArrayRef<A, D>]) -> Result<R, Error>,
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

    fn with_pinned<A: Element, D: Dimension, R>(
        &self,
        arrays: &mut [&mut ArrayRef<A, D>],
        work: impl FnOnce(&mut [&mut ArrayRef<A, D>]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut pins = Vec::with_capacity(arrays.len());
        for array in arrays.iter_mut() {
            pins.push(pin(self, array, RegisterFlags::empty())?);
        }
        let result = work(arrays)?;
        unpin(pins)?;
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
    /// ```no_run
    /// use cuda_ndarray::{Error, MapArrays};
    /// use ndarray::Array1;
    /// # fn f(stream: &cuda_driver::Stream) -> Result<(), Error> {
    /// let mut x = Array1::<f32>::zeros(1000);
    /// stream.with_mapped(&mut [&mut x], |arrays| arrays[0].fill(2.0))?;
    /// assert_eq!(x[999], 2.0);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`HostArrays::with_pinned`], and the errors of the stream's work.
    ///
    /// # Aborts
    /// As [`Stream::scope`].
    fn with_mapped<A: Element, D: Dimension, R>(
        &self,
        arrays: &mut [&mut ArrayRef<A, D>],
        work: impl FnOnce(&mut [DeviceArrayViewMut<'_, A, D>]) -> Result<R, Error>,
    ) -> Result<R, Error>;
}

impl MapArrays for Stream {
    fn with_mapped<A: Element, D: Dimension, R>(
        &self,
        arrays: &mut [&mut ArrayRef<A, D>],
        work: impl FnOnce(&mut [DeviceArrayViewMut<'_, A, D>]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        // Unpinned once the scope has waited for the stream, also if `work` panics.
        let mut pins = Vec::with_capacity(arrays.len());
        let result = self.try_scope(|scope| {
            scope.include_all_work();
            let mut views = Vec::with_capacity(arrays.len());
            for array in arrays.iter_mut() {
                let layout = host::layout_of(array);
                let pin = pin(self.context(), array, RegisterFlags::DEVICE_MAP)?;
                let address = match layout.is_empty() || size_of::<A>() == 0 {
                    true => 0,
                    false => pin.device_pointer()?,
                };
                pins.push(pin);
                // SAFETY: the memory is the array's, which is borrowed until the scope has waited for the stream; it holds
                // the layout, which `ndarray` keeps free of overlaps where it may be written.
                views.push(unsafe { DeviceArrayViewMut::from_raw_parts(self, address, layout) });
            }
            work(&mut views)
        });
        let unpinned = unpin(pins);
        let result = result?;
        unpinned?;
        Ok(result)
    }
}

/// The pinned memory of an array, whose elements are accessed only through its owner.
struct Memory<A> {
    pointer: NonNull<A>,
    len: usize,
}

// SAFETY: it is used to pin memory, which any thread may unpin.
unsafe impl<A> Send for Memory<A> {}

// SAFETY: this file creates values only for arrays that are borrowed for longer than the values live, and makes no copies
// with them.
unsafe impl<A: Element> HostMemory for Memory<A> {
    type Element = A;

    fn elements(&self) -> &[A] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts(self.pointer.as_ptr(), self.len) }
    }

    fn elements_mut(&mut self) -> &mut [A] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.len) }
    }
}

fn pin<A: Element, D: Dimension>(
    context: &Context,
    array: &mut ArrayRef<A, D>,
    flags: RegisterFlags,
) -> Result<Registered<Memory<A>>, Error> {
    let layout = host::layout_of(array);
    let Some(elements) = array.as_slice_memory_order_mut() else {
        return Err(Error::NonContiguous {
            shape: layout.shape().to_vec(),
            strides: layout.strides().to_vec(),
        });
    };
    let memory = Memory {
        len: elements.len(),
        pointer: NonNull::from(elements).cast(),
    };
    Ok(context.register(memory, flags)?)
}

fn unpin<A: Element>(pins: Vec<Registered<Memory<A>>>) -> Result<(), Error> {
    let mut result = Ok(());
    for pin in pins {
        if let Err(error) = pin.into_inner() {
            result = result.and(Err(cuda_driver::Error::from(error).into()));
        }
    }
    result
}
