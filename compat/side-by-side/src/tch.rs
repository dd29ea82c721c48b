//! torch's tensors by `tch`, which has neither DLPack nor streams. This is compiled, but not tested: libtorch is large.

use std::error::Error as StdError;

use cuda_driver::{Context, DeviceBuffer, Error, Stream, memory::KeepAlive};
use tch::{Device, Tensor, kind::Element};

/// What can go wrong on either side.
pub type Result<T> = core::result::Result<T, Box<dyn StdError + Send + Sync>>;

/// torch's name of a context's device.
fn device(context: &Context) -> Device {
    Device::Cuda(context.device().as_raw() as usize)
}

/// Returns a tensor's memory, for reading on `ours`, and keeps the tensor alive.
///
/// # Errors
/// An error for a tensor that isn't contiguous, of elements `T`, and on the stream's device, or the driver's error.
///
/// # Safety
/// - The context of `ours` is the primary one, as torch's is.
/// - torch works on the default stream, as it does unless code in C++ or Python chose another one.
/// - Nothing writes to the tensor's memory while the buffer lives, not even through the buffer.
pub unsafe fn share<T: Element + 'static>(
    ours: &Stream,
    tensor: &Tensor,
) -> Result<DeviceBuffer<T>> {
    let is_fit = tensor.is_contiguous() && tensor.kind() == T::KIND;
    if !is_fit || tensor.device() != device(ours.context()) {
        return Err(
            "the tensor has other elements, is on another device, or isn't contiguous".into()
        );
    }
    ours.wait_stream(&ours.context().default_stream())?;
    let (pointer, len) = (tensor.data_ptr() as u64, tensor.numel());
    let owner = KeepAlive(tensor.shallow_clone());
    // SAFETY: the tensor keeps memory for so many elements, its earlier work is ordered before `ours`, and the caller
    // guarantees that nothing writes to it.
    Ok(unsafe { DeviceBuffer::from_owner(ours, pointer, len, owner) })
}

/// Lends our memory to torch as a tensor of one dimension: `work` uses it on the default stream, and afterwards its
/// stream continues.
///
/// # Errors
/// torch's error, or the driver's.
///
/// # Safety
/// - As [`share`], for the contexts and streams.
/// - `work` keeps no tensor that shares the memory, as `shallow_clone` and views do.
pub unsafe fn lend<T: Element, R>(
    ours: &mut DeviceBuffer<T>,
    work: impl FnOnce(&Tensor) -> R,
) -> Result<R> {
    let stream = ours.stream().clone();
    let default = stream.context().default_stream();
    let on = device(stream.context());
    let sizes = [ours.len() as i64];
    let result = stream.fork(|fork| {
        let memory = fork.lend(&default, ours)?;
        // SAFETY: it is memory for so many elements, which is borrowed until after the fork.
        let tensor =
            unsafe { Tensor::f_from_blob(memory.as_raw() as *const u8, &sizes, &[1], T::KIND, on) };
        Ok(tensor.map(|tensor| work(&tensor)))
    });
    Ok(result.map_err(Error::from)??)
}
