//! Operations of a library: kernels with a struct of parameters.

use core::ffi::c_void;

use cuda_driver_sys::CUstream;
use cuda_sim::{Fault, NativeCall};

use crate::device::{self, Outcome};

/// A kernel, and the parameters of a launch.
///
/// # Safety
/// All bytes are a value of the type: a graph's node may be given any.
pub(crate) unsafe trait Operation: Copy + Send + Sync + 'static {
    /// The name in reports of faults.
    const NAME: &'static str;

    /// Computes it.
    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault>;

    /// Submits it to a stream.
    fn submit(&self, stream: CUstream) -> Outcome {
        let parameter = core::ptr::from_ref(self).cast::<c_void>();
        // SAFETY: the kernel of this name has one parameter, of this type.
        unsafe { device::launch(Self::NAME, body::<Self>, size_of::<Self>(), parameter, stream) }
    }
}

fn body<O: Operation>(call: &NativeCall<'_>) -> Result<(), Fault> {
    let bytes = call.parameters();
    if bytes.len() < size_of::<O>() {
        return Err(call.trap(format_args!(
            "{} bytes of parameters instead of {}",
            bytes.len(),
            size_of::<O>()
        )));
    }
    // SAFETY: there are as many bytes, and all bytes are a value of the type.
    let operation = unsafe { bytes.as_ptr().cast::<O>().read_unaligned() };
    operation.run(call)
}
