use core::any::Any;
use core::ffi::c_void;
use core::hint::black_box;
use core::ptr::{NonNull, fn_addr_eq, null_mut};
use core::sync::atomic::AtomicBool;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_driver::{
    Stream,
    sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUstream},
};
use ndarray::Dimension;

use crate::array::DeviceArray;
use crate::dlpack::abi::{
    DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned,
    DLPACK_FLAG_BITMASK_READ_ONLY, DLPackVersion, DLTensor, VERSION,
};
use crate::dlpack::tensor::IntoOwner;
use crate::dlpack::{DlpackError, LegacyTensor, Tensor};
use crate::dtype::Dtype;
use crate::error::Error;
use crate::host;
use crate::layout::Layout;
use crate::managed::ManagedArray;
use crate::pinned::PinnedArray;
use crate::shared::SharedDeviceArray;

/// The consumer's stream, which waits for the producer's before it uses the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConsumerStream {
    /// No stream waits: the consumer orders its work itself. Python's −1.
    Unordered,
    /// The legacy default stream. Python's `None`, and 1.
    Legacy,
    /// The default stream of the thread. Python's 2.
    PerThread,
    /// Another stream of the array's context.
    Handle(CUstream),
}

impl ConsumerStream {
    /// Converts the argument `stream` of Python's `__dlpack__`.
    ///
    /// # Errors
    /// [`DlpackError::AmbiguousStream`] for 0, [`DlpackError::UnknownStream`] for other numbers below 1.
    pub fn from_python(stream: Option<i64>) -> Result<Self, DlpackError> {
        match stream {
            None | Some(1) => Ok(Self::Legacy),
            Some(-1) => Ok(Self::Unordered),
            Some(2) => Ok(Self::PerThread),
            Some(0) => Err(DlpackError::AmbiguousStream),
            Some(handle @ 3..) => {
                Ok(Self::Handle(core::ptr::with_exposed_provenance_mut(handle as usize)))
            }
            Some(other) => Err(DlpackError::UnknownStream(other)),
        }
    }

    /// Makes the consumer's stream wait for the work submitted to `producer` so far.
    ///
    /// # Safety
    /// A handle is that of a stream of the producer's context.
    pub(crate) unsafe fn wait_for(self, producer: &Stream) -> Result<(), Error> {
        let handle = match self {
            Self::Unordered => return Ok(()),
            Self::Legacy => CU_STREAM_LEGACY,
            Self::PerThread => CU_STREAM_PER_THREAD,
            Self::Handle(handle) if handle.is_null() => {
                return Err(DlpackError::AmbiguousStream.into());
            }
            Self::Handle(handle) => handle,
        };
        if handle == producer.as_raw() {
            return Ok(());
        }
        // SAFETY: the caller guarantees that the handle is valid; default streams are always there.
        unsafe { producer.order_before_raw(handle) }?;
        Ok(())
    }
}

/// Options for exporting an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExportOptions {
    stream: ConsumerStream,
    minor: u32,
    allow_negative_strides: bool,
}

impl ExportOptions {
    /// Creates options for a consumer that works on this stream, with the newest DLPack version of this crate.
    #[must_use]
    pub const fn new(stream: ConsumerStream) -> Self {
        Self { stream, minor: VERSION.minor, allow_negative_strides: false }
    }

    /// Sets the newest version that the consumer supports: Python's `max_version`.
    ///
    /// # Errors
    /// [`DlpackError::NeedsVersion`] below 1.0: such a consumer needs a [`LegacyTensor`].
    pub const fn max_version(mut self, version: DLPackVersion) -> Result<Self, DlpackError> {
        match version.major {
            0 => Err(DlpackError::NeedsVersion("the consumer knows none from 1.0 on")),
            1 if version.minor < self.minor => {
                self.minor = version.minor;
                Ok(self)
            }
            _ => Ok(self),
        }
    }

    /// Exports negative strides, too, although some versions of PyTorch abort on them and CuPy misreads them.
    #[must_use]
    pub const fn allow_negative_strides(mut self) -> Self {
        self.allow_negative_strides = true;
        self
    }
}

/// The allocation of an exported tensor: `#[repr(C)]`, so that it begins with the tensor.
#[repr(C)]
struct TensorAllocation<M> {
    managed: M,
    owner: Box<dyn Any + Send>,
    /// Shape, then strides.
    numbers: Box<[i64]>,
}

/// Named by the deleters, so that a linker that merges functions of the same code never merges them with those of another
/// crate: memory that is written isn't merged.
static OWN: AtomicBool = AtomicBool::new(true);

type Deleter<M> = unsafe extern "C" fn(*mut M);

/// The two forms of a tensor, as the export fills them.
trait ExportTensor: Sized {
    fn new(tensor: DLTensor, options: &ExportOptions, is_read_only: bool) -> Self;
    /// Sets the context, and the deleter of this crate's tensors.
    fn set(&mut self, context: *mut c_void);
    /// Returns `true` if the tensor has the deleter of this crate's tensors.
    fn is_own(&self) -> bool;
    fn context(&self) -> *mut c_void;
    fn tensor(&mut self) -> &mut DLTensor;
}

macro_rules! managed {
    ($($managed:ty, $delete:ident: $new:expr;)*) => {$(
        /// Frees a tensor: its deleter, which isn't generic or inlined, so that other crates have no copies of it.
        ///
        /// # Safety
        /// The pointer is null, or to a tensor that [`TensorAllocation::allocate`] created and that is deleted once.
        #[inline(never)]
        unsafe extern "C" fn $delete(managed: *mut $managed) {
            black_box(&raw const OWN);
            if managed.is_null() {
                return;
            }
            // SAFETY: `allocate` leaked it, and it isn't used after this.
            let exported = unsafe { Box::from_raw((*managed).context().cast::<TensorAllocation<$managed>>()) };
            // The memory is freed after the work of its stream. A panic of its owner must not reach the consumer.
            if let Err(thrown) = catch_unwind(AssertUnwindSafe(|| drop(exported))) {
                core::mem::forget(thrown);
            }
        }

        impl ExportTensor for $managed {
            fn new(dl_tensor: DLTensor, options: &ExportOptions, is_read_only: bool) -> Self {
                let new: fn(DLTensor, &ExportOptions, bool) -> Self = $new;
                new(dl_tensor, options, is_read_only)
            }

            fn set(&mut self, context: *mut c_void) {
                self.manager_ctx = context;
                self.deleter = Some($delete);
            }

            fn is_own(&self) -> bool {
                let deleter_of_crate: Deleter<Self> = $delete;
                self.deleter.is_some_and(|deleter| fn_addr_eq(deleter, deleter_of_crate))
            }

            fn context(&self) -> *mut c_void {
                self.manager_ctx
            }

            fn tensor(&mut self) -> &mut DLTensor {
                &mut self.dl_tensor
            }
        }
    )*};
}

managed! {
    DLManagedTensorVersioned, delete_versioned: |dl_tensor, options, is_read_only| Self {
        version: DLPackVersion { minor: options.minor, ..VERSION },
        manager_ctx: null_mut(),
        deleter: None,
        flags: if is_read_only { DLPACK_FLAG_BITMASK_READ_ONLY } else { 0 },
        dl_tensor,
    };
    DLManagedTensor, delete_legacy: |dl_tensor, _, _| Self { dl_tensor, manager_ctx: null_mut(), deleter: None };
}

impl<M: ExportTensor> TensorAllocation<M> {
    /// Allocates the tensor, which owns `owner`.
    fn allocate(managed: M, owner: impl Send + 'static, numbers: Box<[i64]>) -> NonNull<M> {
        let mut exported = Box::new(Self { managed, owner: Box::new(owner), numbers });
        let ndim = exported.numbers.len() / 2;
        let (shape, strides) = exported.numbers.split_at_mut(ndim);
        let (shape, strides) = match ndim {
            0 => (null_mut(), null_mut()),
            _ => (shape.as_mut_ptr(), strides.as_mut_ptr()),
        };
        let tensor = exported.managed.tensor();
        (tensor.shape, tensor.strides) = (shape, strides);
        let pointer = NonNull::from(Box::leak(exported));
        // SAFETY: the pointer is to the value that was just allocated, and has no other owner yet.
        unsafe { (*pointer.as_ptr()).managed.set(pointer.as_ptr().cast()) };
        pointer.cast()
    }

    /// Takes the owner out of a tensor that `allocate` created with an owner of this type, and frees the tensor, if `is_right`.
    ///
    /// # Safety
    /// The pointer is to a tensor, which isn't used afterwards if there is a result.
    unsafe fn into_owner<O: 'static>(
        managed: NonNull<M>,
        is_right: impl FnOnce(&O) -> bool,
    ) -> Option<O> {
        // SAFETY: the caller guarantees that the pointer is valid.
        let (is_own, context) = unsafe { (managed.as_ref().is_own(), managed.as_ref().context()) };
        if !is_own || context != managed.as_ptr().cast() {
            return None;
        }
        // The context may be used for the whole allocation, but the caller's pointer perhaps only for the tensor.
        let exported = context.cast::<Self>();
        // SAFETY: only `allocate` sets this deleter, whose code names a static of this crate and so is that of no other function;
        // it leaked the value as this type, so it is alive.
        let owner = unsafe { &(*exported).owner };
        if !owner.downcast_ref::<O>().is_some_and(is_right) {
            return None;
        }
        // SAFETY: as above; the caller doesn't use it after this.
        let exported = unsafe { Box::from_raw(exported) };
        exported.owner.downcast().ok().map(|owner| *owner)
    }
}

impl<M: ExportTensor> IntoOwner for M {
    unsafe fn into_owner<O: 'static>(
        managed: NonNull<Self>,
        is_right: impl FnOnce(&O) -> bool,
    ) -> Option<O> {
        // SAFETY: the caller guarantees the pointer.
        unsafe { TensorAllocation::into_owner(managed, is_right) }
    }
}

/// Returns the tensor of an array, without its pointers to shape and strides, and these numbers.
fn describe<A: Dtype, D: Dimension>(
    layout: &Layout<D>,
    pointer: u64,
    device: DLDevice,
    options: &ExportOptions,
) -> Result<(DLTensor, Box<[i64]>), Error> {
    let layout = layout.normalized();
    let dtype = A::dtype();
    let Some(dtype) = dtype.dlpack() else {
        let typestr = dtype.typestr();
        return Err(DlpackError::NoDtype { typestr }.into());
    };
    let has_negative = layout.strides().iter().any(|stride| *stride < 0);
    if has_negative && !options.allow_negative_strides {
        let strides = layout.strides().to_vec();
        return Err(DlpackError::NegativeStrides { strides }.into());
    }
    let lengths = layout.shape().iter().map(|len| *len as i64);
    let strides = layout.strides().iter().map(|stride| *stride as i64);
    let tensor = DLTensor {
        data: core::ptr::with_exposed_provenance_mut(pointer as usize),
        device,
        ndim: i32::try_from(layout.ndim()).map_err(|_| DlpackError::Invalid("too many axes"))?,
        dtype,
        shape: null_mut(),
        strides: null_mut(),
        byte_offset: 0,
    };
    Ok((tensor, lengths.chain(strides).collect()))
}

/// Returns `true` if a tensor still is as [`describe`] made it for this array.
pub(super) fn is_described<A: Dtype, D: Dimension>(
    tensor: &DLTensor,
    array: &DeviceArray<A, D>,
) -> bool {
    let layout = array.layout().normalized();
    let ndim = layout.ndim();
    if tensor.data as usize as u64 != array.device_pointer()
        || tensor.byte_offset != 0
        || usize::try_from(tensor.ndim) != Ok(ndim)
        || Some(tensor.dtype) != A::dtype().dlpack()
        || tensor.device != device_of(array.stream())
    {
        return false;
    }
    if ndim == 0 {
        return true;
    }
    if tensor.shape.is_null() || tensor.strides.is_null() {
        return false;
    }
    // SAFETY: a tensor has as many lengths and strides as axes.
    let (lengths, strides) = unsafe {
        (
            core::slice::from_raw_parts(tensor.shape, ndim),
            core::slice::from_raw_parts(tensor.strides, ndim),
        )
    };
    let is_same = |(number, other): (&i64, i64)| *number == other;
    lengths.iter().zip(layout.shape().iter().map(|len| *len as i64)).all(is_same)
        && strides.iter().zip(layout.strides().iter().map(|stride| *stride as i64)).all(is_same)
}

/// Returns the device of a stream.
fn device_of(stream: &Stream) -> DLDevice {
    DLDevice { device_type: DLDeviceType::CUDA, device_id: device_number(stream) }
}

/// Returns a device without a number, for memory that doesn't belong to one device.
const fn without_number(device_type: DLDeviceType) -> DLDevice {
    DLDevice { device_type, device_id: 0 }
}

/// Exports a tensor with the value that owns its memory.
fn tensor(
    tensor: DLTensor,
    numbers: Box<[i64]>,
    owner: impl Send + 'static,
    options: &ExportOptions,
    is_read_only: bool,
) -> Tensor {
    let managed = DLManagedTensorVersioned::new(tensor, options, is_read_only);
    let pointer = TensorAllocation::allocate(managed, owner, numbers);
    // SAFETY: the tensor is new and valid, and this is its only owner.
    unsafe { Tensor::from_non_null(pointer) }
}

impl<A: Dtype, D: Dimension + 'static> DeviceArray<A, D> {
    /// Exports the array as a tensor of DLPack 1, for a consumer that works on the stream of `options`.
    ///
    /// Two driver calls order the streams, or none if they are the same. If the call fails, the array is
    /// dropped.
    ///
    /// # Errors
    /// [`DlpackError::NoDtype`], [`DlpackError::NegativeStrides`], [`DlpackError::AmbiguousStream`], or the
    /// driver's error.
    ///
    /// # Safety
    /// A handle in `options` is that of a stream of this array's context.
    pub unsafe fn into_dlpack(self, options: ExportOptions) -> Result<Tensor, Error> {
        let (described, numbers) = describe::<A, D>(
            self.layout(),
            self.device_pointer(),
            device_of(self.stream()),
            &options,
        )?;
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { options.stream.wait_for(self.stream()) }?;
        Ok(tensor(described, numbers, self, &options, false))
    }
}

impl<A: Dtype, D: Dimension + 'static> SharedDeviceArray<A, D> {
    /// Exports the array as a tensor of DLPack 1, for a consumer that works on the stream of `options`.
    ///
    /// Two driver calls order the streams, or none if they are the same. If the call fails, the array is
    /// dropped.
    ///
    /// # Errors
    /// [`DlpackError::NoDtype`], [`DlpackError::NegativeStrides`], [`DlpackError::AmbiguousStream`], or the
    /// driver's error.
    ///
    /// # Safety
    /// A handle in `options` is that of a stream of this array's context.
    pub unsafe fn into_dlpack(self, options: ExportOptions) -> Result<Tensor, Error> {
        let (described, numbers) = describe::<A, D>(
            self.layout(),
            self.device_pointer(),
            device_of(self.stream()),
            &options,
        )?;
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { options.stream.wait_for(self.stream()) }?;
        Ok(tensor(described, numbers, self, &options, true))
    }
}

impl<A: Dtype, D: Dimension + 'static> DeviceArray<A, D> {
    /// Exports the array as a tensor in the form from before DLPack 1.0, for older consumers. A shared array can't be exported so,
    /// because the form has no flag for read-only memory.
    ///
    /// # Errors
    /// As [`into_dlpack`](Self::into_dlpack).
    ///
    /// # Safety
    /// As [`into_dlpack`](Self::into_dlpack).
    pub unsafe fn into_dlpack_legacy(self, options: ExportOptions) -> Result<LegacyTensor, Error> {
        let (tensor, numbers) = describe::<A, D>(
            self.layout(),
            self.device_pointer(),
            device_of(self.stream()),
            &options,
        )?;
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { options.stream.wait_for(self.stream()) }?;
        let managed = DLManagedTensor::new(tensor, &options, false);
        let pointer = TensorAllocation::allocate(managed, self, numbers);
        // SAFETY: the tensor is new and valid, and this is its only owner.
        Ok(unsafe { LegacyTensor::from_non_null(pointer) })
    }
}

impl<A: Dtype, D: Dimension + 'static> ManagedArray<A, D> {
    /// Exports the array as a tensor of DLPack 1 in managed memory, for a consumer that works on the stream of `options`.
    ///
    /// # Errors
    /// As [`DeviceArray::into_dlpack`].
    ///
    /// # Safety
    /// As [`DeviceArray::into_dlpack`].
    pub unsafe fn into_dlpack(self, options: ExportOptions) -> Result<Tensor, Error> {
        let pointer = self.view()?.device_pointer();
        let device = without_number(DLDeviceType::CUDA_MANAGED);
        let (described, numbers) = describe::<A, D>(self.layout(), pointer, device, &options)?;
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { options.stream.wait_for(self.stream()) }?;
        Ok(tensor(described, numbers, self, &options, false))
    }
}

impl<A: Dtype + 'static, D: Dimension + 'static> PinnedArray<A, D> {
    /// Exports the array as a tensor of DLPack 1 in pinned host memory, which NumPy imports, too. No stream has work on the
    /// array, so none is ordered, regardless of `options`.
    ///
    /// # Errors
    /// [`DlpackError::NoDtype`], [`DlpackError::NegativeStrides`].
    pub fn into_dlpack(mut self, options: ExportOptions) -> Result<Tensor, Error> {
        let pointer = if self.is_empty() || size_of::<A>() == 0 {
            0
        } else {
            self.as_mut_ptr().expose_provenance() as u64
        };
        let device = without_number(DLDeviceType::CUDA_HOST);
        let layout = host::layout_of(&self);
        let (described, numbers) = describe::<A, D>(&layout, pointer, device, &options)?;
        Ok(tensor(described, numbers, self, &options, false))
    }
}

/// Returns the number that DLPack and CUDA's runtime have for a stream's device.
pub(super) fn device_number(stream: &Stream) -> i32 {
    stream.context().device().as_raw()
}
