//! Streams that are blocked, so that a test sees what waits for them.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use cuda_driver::{Element, Stream};
use cuda_ndarray::MakeArrays;
use cuda_ndarray::ndarray::{Ix2, s};

/// Blocks a stream until it is released.
pub struct BlockedStream(Arc<AtomicBool>);

impl BlockedStream {
    pub fn new(stream: &Stream) -> Self {
        unsafe extern "C" fn wait(flag: *mut c_void) {
            // SAFETY: it is the flag below.
            let flag = unsafe { Arc::from_raw(flag.cast::<AtomicBool>()) };
            while !flag.load(SeqCst) {
                std::thread::yield_now();
            }
        }

        // Loading a kernel on a GPU may wait for all of its work.
        load_kernels::<u8>(stream);
        load_kernels::<u16>(stream);
        load_kernels::<u32>(stream);
        load_kernels::<u64>(stream);
        load_kernels::<u128>(stream);
        let flag = Arc::new(AtomicBool::new(false));
        let raw = stream.context().driver().raw();
        let data = Arc::into_raw(flag.clone()).cast_mut().cast();
        let launched = stream.context().with_current(|| {
            // SAFETY: the function takes the flag, and calls no CUDA.
            unsafe { raw.cuLaunchHostFunc(stream.as_raw(), Some(wait), data) }
        });
        launched.unwrap().unwrap();
        Self(flag)
    }

    pub fn release(&self) {
        self.0.store(true, SeqCst);
    }
}

impl Drop for BlockedStream {
    fn drop(&mut self) {
        self.release();
    }
}

/// Launches each kernel for elements of this type.
fn load_kernels<T: Element + Default>(stream: &Stream) {
    let mut array = stream.zeros::<T, Ix2>((64, 64)).unwrap();
    array.t().to_standard_layout().unwrap();
    let mut part = array.slice_mut(s![..;2, ..;3]).unwrap();
    part.fill(T::default()).unwrap();
    array.slice(s![..;2, ..;3]).unwrap().to_owned().unwrap();
    stream.synchronize().unwrap();
}
