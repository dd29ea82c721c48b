//! candle's tensors, and the arrays of `cuda-ndarray`. With `[patch.crates-io] cudarc`, this is the same.

use std::error::Error as StdError;
use std::sync::Arc;

use candle_core::cuda_backend::{CudaDType, CudaStorage};
use candle_core::op::BackpropOp;
use candle_core::{CudaDevice, Storage, Tensor};
use cuda_driver::{DeviceBuffer, Stream, memory::KeepAlive};
use cuda_ndarray::{DeviceArray, Layout, SharedDeviceArray};
use cudarc::driver::{CudaStream, DevicePtr, DeviceRepr};
use ndarray::{Dimension, IxDyn};

use crate::cudarc::{bind, give, stream};

/// What can go wrong on either side.
pub type Result<T> = core::result::Result<T, Box<dyn StdError + Send + Sync>>;

/// Returns an array that shares a tensor's memory, for reading on `ours`, and keeps the tensor alive. Any strides remain
/// as they are.
///
/// # Errors
/// An error for a tensor that isn't of elements `T` in device memory of the stream's context, or the driver's error.
///
/// # Safety
/// - As [`stream`](crate::cudarc::stream), for the stream of the tensor's device.
/// - Nothing writes to the tensor's memory while the array and its clones live, not even in place.
pub unsafe fn share<T>(ours: &Stream, tensor: &Tensor) -> Result<SharedDeviceArray<T, IxDyn>>
where
    T: CudaDType + DeviceRepr + cuda_ndarray::Dtype,
{
    let (storage, layout) = tensor.storage_and_layout();
    let Storage::Cuda(storage) = &*storage else {
        return Err("the tensor isn't in device memory".into());
    };
    let slice = storage.as_cuda_slice::<T>()?;
    let cudarc_stream = storage.device.cuda_stream();
    // SAFETY: the caller guarantees it.
    let theirs = unsafe { stream(ours.context(), &cudarc_stream) }?;
    cudarc_stream.context().check_err()?;
    let pointer = slice.device_ptr(&cudarc_stream).0;
    cudarc_stream.context().check_err()?;
    ours.wait_stream(&theirs)?;
    let strides: Vec<isize> = layout.stride().iter().map(|stride| *stride as isize).collect();
    let layout_here = Layout::new(layout.dims(), &strides, layout.start_offset())?;
    let owner = KeepAlive(CandleTensor { tensor: Some(tensor.clone()), stream: cudarc_stream.clone() });
    // SAFETY: the tensor keeps memory for so many elements, its earlier work is ordered before `ours`, and the caller
    // guarantees that nothing writes to it.
    let buffer = unsafe { DeviceBuffer::from_owner(ours, pointer, slice.len(), owner) };
    Ok(DeviceArray::from_buffer(buffer, layout_here)?.into_shared())
}

/// A tensor, which may be dropped on any thread.
struct CandleTensor {
    tensor: Option<Tensor>,
    stream: Arc<CudaStream>,
}

impl Drop for CandleTensor {
    fn drop(&mut self) {
        bind(self.stream.context());
        self.tensor = None;
    }
}

/// Gives an array's memory to candle; work of its device waits for earlier work.
///
/// # Errors
/// An error for an array that isn't in C order or begins after its memory, for memory that the driver can't free, or the
/// driver's error.
///
/// # Safety
/// As [`stream`](crate::cudarc::stream), for the stream of the device.
pub unsafe fn tensor<T, D>(ours: DeviceArray<T, D>, device: &CudaDevice) -> Result<Tensor>
where
    T: CudaDType + cuda_ndarray::Dtype,
    D: Dimension,
{
    if !ours.is_c_contiguous() || ours.layout().offset() != 0 {
        return Err("the array isn't in C order; use `to_owned`".into());
    }
    let (buffer, layout) = ours.into_buffer();
    // SAFETY: the caller guarantees it.
    let slice = unsafe { give(buffer, &device.cuda_stream()) }?;
    let storage = CudaStorage::wrap_cuda_slice(slice, device.clone());
    let (storage, shape) = (Storage::Cuda(storage), layout.shape().to_vec());
    Ok(Tensor::from_storage(storage, shape, BackpropOp::none(), false))
}
