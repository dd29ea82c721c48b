//! Calls the functions of `cuda/*.cu`, which the build script compiles with nvcc and links.

use std::error::Error;
use std::ffi::{CStr, c_char, c_void};
use std::fmt;
use std::ptr::null_mut;

use cuda_driver::sys::CUstream;
use cuda_driver::{Context, Driver};

// Of `cuda/host_code.h`: a `cudaStream_t` is a `CUstream`, and a `cudaError_t` an `int`.
unsafe extern "C" {
    fn saxpy(
        a: f32,
        x: *const f32,
        y: *const f32,
        out: *mut f32,
        n: usize,
        stream: CUstream,
    ) -> i32;
    fn sum(
        memory: *mut c_void,
        bytes: *mut usize,
        x: *const f32,
        out: *mut f32,
        n: usize,
        stream: CUstream,
    ) -> i32;
}

// Of the runtime, which is linked, too.
unsafe extern "C" {
    fn cudaGetErrorString(error: i32) -> *const c_char;
}

/// An error of the runtime.
struct RuntimeError(i32);

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the runtime has a text for every number, which ends with a zero and is never freed.
        let text = unsafe { CStr::from_ptr(cudaGetErrorString(self.0)) };
        let text = text.to_string_lossy();
        write!(
            f,
            "the CUDA runtime returned {} ({text}); it needs NVIDIA's driver and a GPU, and doesn't run on the software device",
            self.0
        )
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for RuntimeError {}

/// Calls host code with the context current, as the runtime needs it.
fn call(context: &Context, work: impl FnOnce() -> i32) -> Result<(), Box<dyn Error>> {
    match context.with_current(work)? {
        0 => Ok(()),
        code => Err(RuntimeError(code).into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = Driver::load()?.device(0)?;
    // The runtime uses the device's primary context, too.
    let context = device.primary_context()?;
    let stream = context.stream()?;
    println!("running on {}", device.name()?);

    let n = 100_000;
    let host: Vec<f32> = (0..n).map(|i| (i % 100) as f32).collect();
    let x = stream.upload(&host)?;
    let y = stream.upload(&vec![1.0f32; n])?;
    let mut out = stream.alloc::<f32>(n)?;
    let (x_at, y_at) = (x.as_raw() as *const f32, y.as_raw() as *const f32);
    let out_at = out.as_slice_mut().as_raw() as *mut f32;
    call(&context, || {
        // SAFETY: the three have n elements, all of this stream, and nothing else uses `out` until this has run.
        unsafe { saxpy(2.0, x_at, y_at, out_at, n, stream.as_raw()) }
    })?;
    let expected: Vec<f32> = host.iter().map(|x| 2.0 * x + 1.0).collect();
    assert_eq!(out.to_vec()?, expected);

    let mut total = stream.alloc::<f32>(1)?;
    let total_at = total.as_slice_mut().as_raw() as *mut f32;
    let mut bytes = 0;
    // SAFETY: without memory, it only writes the size.
    call(&context, || unsafe {
        sum(null_mut(), &mut bytes, out_at, total_at, n, stream.as_raw())
    })?;
    let memory = stream.alloc::<u8>(bytes)?;
    let memory_at = memory.as_raw() as *mut c_void;
    call(&context, || {
        // SAFETY: the memory has the size that it asked for, `out` n elements, and `total` one, all of this stream.
        unsafe { sum(memory_at, &mut bytes, out_at, total_at, n, stream.as_raw()) }
    })?;
    assert_eq!(total.to_vec()?, [expected.iter().sum::<f32>()]);
    println!("all results are right");
    Ok(())
}
