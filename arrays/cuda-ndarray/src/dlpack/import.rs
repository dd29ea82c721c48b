use cuda_driver::{DeviceBuffer, ErrorCode, Stream, memory::KeepAlive, sys::CUdeviceptr};
use ndarray::Dimension;

use crate::array::DeviceArray;
use crate::dlpack::abi::{DLDeviceType, DLTensor};
use crate::dlpack::export::{device_number, is_described};
use crate::dlpack::{DlpackError, ManagedTensor, Tensor};
use crate::dtype::Dtype;
use crate::error::Error;
use crate::layout::Layout;
use crate::shared::SharedDeviceArray;

impl<M: ManagedTensor> Tensor<M> {
    /// Creates an array from the tensor, which belongs to `stream`. Nothing is copied; one driver call queries the
    /// bounds of the memory. On an error, the tensor's deleter is called.
    ///
    /// A tensor that the same version of this crate exported from an array of this type becomes that array again, without a
    /// driver call: its memory keeps its [owner](DeviceBuffer::from_owner), and is released in the order of `stream`.
    ///
    /// # Errors
    /// A [`DlpackError`] for a tensor that can't be imported; [`Error::Ndim`], [`Error::Alignment`]; [`Error::Overlap`]
    /// if several indices refer to one element; or the driver's error.
    ///
    /// # Safety
    /// - The memory is valid as the tensor describes it until the deleter is called.
    /// - The producer made `stream` wait for its work on the memory, or that work is completed.
    /// - Nothing else accesses the memory, from the lowest element to the highest, while the array lives.
    pub unsafe fn into_array<A: Dtype, D: Dimension + 'static>(
        self,
        stream: &Stream,
    ) -> Result<DeviceArray<A, D>, Error> {
        if self.is_read_only() {
            return Err(DlpackError::ReadOnly.into());
        }
        let tensor = match self.into_own(stream) {
            Ok(array) => return array,
            Err(tensor) => tensor,
        };
        let found = TensorElements::<D>::of::<A>(tensor.as_dl_tensor(), stream)?;
        found.layout.check_writable()?;
        // SAFETY: the caller guarantees that the memory is valid, and its bounds were checked.
        unsafe { found.into_array(tensor, stream) }
    }

    /// Takes the array out of a tensor that this crate exported, so that its memory is freed in the order of `stream`, and not
    /// when a thread sees that the stream's work is done.
    ///
    /// # Errors
    /// The tensor, if it is another one.
    fn into_own<A: Dtype, D: Dimension + 'static>(
        self,
        stream: &Stream,
    ) -> Result<Result<DeviceArray<A, D>, Error>, Self> {
        let is_right = |array: &DeviceArray<A, D>| {
            let (own, other) = (array.stream().context(), stream.context());
            own.shares_memory_with(other)
                && is_described(self.as_dl_tensor(), array)
                && array.layout().check_writable().is_ok()
        };
        // SAFETY: this value owns the tensor, and forgets it if it is taken.
        let Some(array) = (unsafe { M::into_owner(self.managed, is_right) }) else {
            return Err(self);
        };
        core::mem::forget(self);
        let (buffer, layout) = array.into_buffer();
        // SAFETY: the contexts share their memory. The caller of `into_array` guarantees that earlier work on it is complete or
        // ordered before the stream's.
        let buffer = unsafe { buffer.into_memory().on(stream) };
        Ok(buffer
            .cast::<A>()
            .map_err(|(_, error)| error.into())
            .and_then(|buffer| DeviceArray::from_buffer(buffer, layout)))
    }

    /// Creates a shared, read-only array from the tensor, which belongs to `stream`. Nothing is copied; one driver call
    /// queries the bounds of the memory. On an error, the tensor's deleter is called.
    ///
    /// # Errors
    /// As [`into_array`](Self::into_array), without [`Error::Overlap`]: any tensor can be read.
    ///
    /// # Safety
    /// - The memory is valid as the tensor describes it until the deleter is called.
    /// - The producer made `stream` wait for its work on the memory, or that work is completed.
    /// - Nothing writes to the memory, from the lowest element to the highest, while the array and its clones live.
    pub unsafe fn into_shared<A: Dtype, D: Dimension>(
        self,
        stream: &Stream,
    ) -> Result<SharedDeviceArray<A, D>, Error> {
        let found = TensorElements::<D>::of::<A>(self.as_dl_tensor(), stream)?;
        // SAFETY: the caller guarantees that the memory is valid, and its bounds were checked.
        let array = unsafe { found.into_array::<A, M>(self, stream) }?;
        Ok(array.into_shared())
    }
}

/// The elements of a checked tensor.
struct TensorElements<D> {
    /// The address of the lowest element.
    address: CUdeviceptr,
    layout: Layout<D>,
}

impl<D: Dimension> TensorElements<D> {
    /// Checks a tensor.
    fn of<A: Dtype>(tensor: &DLTensor, stream: &Stream) -> Result<Self, Error> {
        check_dtype::<A>(tensor)?;
        check_device(tensor, stream)?;
        let invalid = DlpackError::Invalid;
        let ndim =
            usize::try_from(tensor.ndim).map_err(|_| invalid("a negative number of axes"))?;
        if ndim > 0 && tensor.shape.is_null() {
            return Err(invalid("axes, and no shape").into());
        }
        let expected = D::NDIM.unwrap_or(ndim);
        if expected != ndim {
            return Err(Error::Ndim { found: ndim, expected });
        }
        // SAFETY: a tensor has `ndim` lengths, and as many strides if it has any.
        let (lengths, strides) =
            unsafe { (numbers(tensor.shape, ndim), numbers(tensor.strides, ndim)) };
        let shape: Vec<usize> = lengths
            .iter()
            .map(|len| usize::try_from(*len).map_err(|_| invalid("a negative length")))
            .collect::<Result<_, _>>()?;
        let strides = if tensor.strides.is_null() {
            Layout::<ndarray::IxDyn>::of_shape(shape.clone())?.strides().to_vec()
        } else {
            strides.iter().map(|stride| *stride as isize).collect()
        };
        let address = (tensor.data as usize as CUdeviceptr)
            .checked_add(tensor.byte_offset)
            .ok_or(invalid("an offset beyond all addresses"))?;
        let layout = from_first(&shape, &strides)?;
        if layout.is_empty() {
            return Ok(Self { address: 0, layout });
        }
        if address == 0 {
            return Err(invalid("elements, and no memory").into());
        }
        check_memory::<A, D>(address, &layout, stream)?;
        let before = layout.offset() * size_of::<A>();
        let address = address - before as CUdeviceptr;
        Ok(Self { address, layout })
    }

    /// # Safety
    /// As [`Tensor::into_array`] and [`Tensor::into_shared`], of the tensor that this was found in.
    unsafe fn into_array<A: Dtype, M: ManagedTensor>(
        self,
        tensor: Tensor<M>,
        stream: &Stream,
    ) -> Result<DeviceArray<A, D>, Error> {
        let Self { address, layout } = self;
        let len = layout.range().end;
        // SAFETY: the caller guarantees that the memory is valid, which stays until the tensor is deleted.
        let buffer = unsafe { DeviceBuffer::from_owner(stream, address, len, KeepAlive(tensor)) };
        DeviceArray::from_buffer(buffer, layout)
    }
}

/// # Safety
/// The pointer is null, or to that many numbers.
unsafe fn numbers<'a>(pointer: *const i64, count: usize) -> &'a [i64] {
    if pointer.is_null() || count == 0 {
        &[]
    } else {
        // SAFETY: the caller guarantees that the pointer is valid.
        unsafe { core::slice::from_raw_parts(pointer, count) }
    }
}

/// Returns the layout of a shape and strides, counted from its lowest element.
pub(crate) fn from_first<D: Dimension>(
    shape: &[usize],
    strides: &[isize],
) -> Result<Layout<D>, Error> {
    let mut before = 0usize;
    if !shape.contains(&0) {
        for (len, stride) in shape.iter().zip(strides).filter(|(_, stride)| **stride < 0) {
            let far = (len - 1).saturating_mul(stride.unsigned_abs());
            before = before.saturating_add(far);
        }
    }
    Layout::new(shape, strides, before)
}

fn check_dtype<A: Dtype>(tensor: &DLTensor) -> Result<(), DlpackError> {
    let (found, expected) = (tensor.dtype, A::dtype());
    match expected.dlpack() {
        None => Err(DlpackError::NoDtype { typestr: expected.typestr() }),
        Some(name) if name == found => Ok(()),
        Some(_) => Err(DlpackError::Dtype { found, expected: expected.typestr() }),
    }
}

fn check_device(tensor: &DLTensor, stream: &Stream) -> Result<(), DlpackError> {
    let (device, expected) = (tensor.device, device_number(stream));
    let is_reachable = match device.device_type {
        DLDeviceType::CUDA => device.device_id == expected,
        DLDeviceType::CUDA_HOST | DLDeviceType::CUDA_MANAGED => true,
        _ => false,
    };
    if is_reachable {
        Ok(())
    } else {
        Err(DlpackError::Device {
            device_type: device.device_type.0,
            device_id: device.device_id,
            expected,
        })
    }
}

/// Checks that the elements are in memory that the driver knows, and aligned; `address` is that of index 0.
pub(crate) fn check_memory<A, D: Dimension>(
    address: CUdeviceptr,
    layout: &Layout<D>,
    stream: &Stream,
) -> Result<(), Error> {
    let (size, align) = (size_of::<A>(), align_of::<A>());
    if !address.is_multiple_of(align as CUdeviceptr) {
        return Err(Error::Alignment { address, align });
    }
    let shape = || layout.shape().iter().map(|dim| *dim as i64).collect();
    let strides = || layout.strides().iter().map(|stride| *stride as i64).collect();
    let outside = |start: CUdeviceptr, len: usize| DlpackError::OutOfMemoryRange {
        shape: shape(),
        strides: strides(),
        address,
        start,
        len,
    };
    let bytes = |elements: usize| elements.checked_mul(size).map(|bytes| bytes as CUdeviceptr);
    let low = bytes(layout.offset()).and_then(|before| address.checked_sub(before));
    let ends = low.and_then(|low| Some((low, low.checked_add(bytes(layout.range().end)?)?)));
    let Some((low, end)) = ends else {
        return Err(DlpackError::OutOfAddresses {
            shape: shape(),
            strides: strides(),
            address,
            size,
        }
        .into());
    };
    let context = stream.context();
    let (start, len) = match context.address_range(low) {
        Err(error) if error.code() == ErrorCode::NOT_FOUND => {
            return Err(DlpackError::UnknownMemory { address: low }.into());
        }
        result => result?,
    };
    let mut covered = start.saturating_add(len as CUdeviceptr);
    if covered < end {
        // Only memory that was mapped in pieces consists of several ranges.
        let pointer = context.pointer(low);
        if pointer.is_legacy_ipc_capable()? || !pointer.memory_pool()?.is_null() {
            return Err(outside(start, len).into());
        }
    }
    while covered < end {
        match context.address_range(covered) {
            Ok((_, 0)) | Err(_) => return Err(outside(start, (covered - start) as usize).into()),
            Ok((next, len)) => covered = next.saturating_add(len as CUdeviceptr),
        }
    }
    if start <= low { Ok(()) } else { Err(outside(start, len).into()) }
}
