//! SAXPY by the functions of C alone, one call after another: the driver's by [`Driver::raw`], NVRTC's by its table.
//!
//! Each fallible call returns a `Result`. What the wrappers do is the program's here: to keep memory until the stream has
//! used it, and to destroy objects. After an error this one waits for the stream and ends; what it created ends with it.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{from_ref, null, null_mut};
use std::error::Error;

use cuda_driver::Driver;
use cuda_driver::sys::CUstream_flags;
use nvrtc::sys::{NvrtcTable, nvrtcResult};

const SOURCE: &CStr = cr#"
extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}
"#;
const ELEMENTS: usize = 1_000_000;
const THREADS: u32 = 256;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Computes `a * x + y`, and checks each element.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let ptx = compile(nvrtc::sys::load()?)?;
    let raw = driver.raw();
    let a = 2.5_f32;
    let x: Vec<f32> = (0..ELEMENTS).map(|i| (i % 1000) as f32).collect();
    let y: Vec<f32> = (0..ELEMENTS).map(|i| (i % 77) as f32).collect();
    let mut out = vec![f32::NAN; ELEMENTS];
    let bytes = size_of_val(&*x);
    let mut name = [0; 64];
    // SAFETY: pointers point to live values of the types that C's documentation names; handles are used until they are
    // destroyed; and host memory lives until the stream is synchronized, also after an error.
    unsafe {
        raw.cuInit(0)?;
        let device = raw.cuDeviceGet(0)?;
        raw.cuDeviceGetName(&mut name, device)?;
        let context = raw.cuDevicePrimaryCtxRetain(device)?;
        raw.cuCtxSetCurrent(context)?;
        let stream = raw.cuStreamCreate(CUstream_flags::CU_STREAM_NON_BLOCKING.0)?;

        let module = raw.cuModuleLoadData(ptx.as_ptr().cast())?;
        let saxpy = raw.cuModuleGetFunction(module, c"saxpy")?;

        let on_x = raw.cuMemAlloc(bytes)?;
        let on_y = raw.cuMemAlloc(bytes)?;
        let on_out = raw.cuMemAlloc(bytes)?;

        // The launch takes an array of pointers to the arguments.
        let mut arguments: [*mut c_void; 5] = [
            from_ref(&a).cast_mut().cast(),
            from_ref(&on_x).cast_mut().cast(),
            from_ref(&on_y).cast_mut().cast(),
            from_ref(&on_out).cast_mut().cast(),
            from_ref(&ELEMENTS).cast_mut().cast(),
        ];
        let arguments = arguments.as_mut_ptr();
        let blocks = ELEMENTS.div_ceil(THREADS as usize) as u32;
        let submitted = raw
            .cuMemcpyHtoDAsync(on_x, x.as_ptr().cast(), bytes, stream)
            .and_then(|()| raw.cuMemcpyHtoDAsync(on_y, y.as_ptr().cast(), bytes, stream))
            .and_then(|()| {
                let (grid, block, shared) = ((blocks, 1, 1), (THREADS, 1, 1), 0);
                raw.cuLaunchKernel(
                    saxpy,
                    grid.0,
                    grid.1,
                    grid.2,
                    block.0,
                    block.1,
                    block.2,
                    shared,
                    stream,
                    arguments,
                    null_mut(),
                )
            })
            .and_then(|()| raw.cuMemcpyDtoHAsync(out.as_mut_ptr().cast(), on_out, bytes, stream));
        let waited = raw.cuStreamSynchronize(stream);
        submitted.and(waited)?;

        for memory in [on_x, on_y, on_out] {
            raw.cuMemFree(memory)?;
        }
        raw.cuModuleUnload(module)?;
        raw.cuStreamDestroy(stream)?;
        raw.cuDevicePrimaryCtxRelease(device)?;
    }
    let is_right = |(out, (x, y)): (&f32, (&f32, &f32))| *out == a * x + y;
    let right = out.iter().zip(x.iter().zip(&y)).map(is_right).filter(|right| *right).count();
    // SAFETY: the driver ended the name with a zero.
    let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy();
    println!("{name}: {right} of {ELEMENTS} elements are right");
    match right {
        ELEMENTS => Ok(()),
        _ => Err("some elements are wrong".into()),
    }
}

/// Compiles the source for any GPU of compute capability 7.5 or newer, and returns PTX that ends with a zero.
fn compile(table: &NvrtcTable) -> Result<Vec<u8>, Box<dyn Error>> {
    /// Calls a function of the table, which lacks those that the loaded NVRTC is too old for.
    macro_rules! nvrtc {
        ($name:ident($($argument:expr),* $(,)?)) => {{
            let function = table.$name.ok_or(concat!("this NVRTC has no ", stringify!($name)))?;
            // SAFETY: pointers point to live values and arrays of the types that C's documentation names.
            match unsafe { function($($argument),*) } {
                nvrtcResult::NVRTC_SUCCESS => Ok(()),
                status => Err(format!("{}: {status:?}", stringify!($name))),
            }
        }};
    }
    // Without contraction, the GPU rounds twice, as the host does.
    let options: [*const c_char; 2] =
        [c"--gpu-architecture=compute_75".as_ptr(), c"--fmad=false".as_ptr()];
    let mut program = null_mut();
    nvrtc!(nvrtcCreateProgram(
        &raw mut program,
        SOURCE.as_ptr(),
        c"saxpy.cu".as_ptr(),
        0,
        null(),
        null()
    ))?;
    let compiled = nvrtc!(nvrtcCompileProgram(program, options.len() as c_int, options.as_ptr()));
    if let Err(error) = compiled {
        let mut size = 0;
        nvrtc!(nvrtcGetProgramLogSize(program, &raw mut size))?;
        let mut log = vec![0_u8; size];
        nvrtc!(nvrtcGetProgramLog(program, log.as_mut_ptr().cast()))?;
        return Err(format!("{error}\n{}", String::from_utf8_lossy(&log)).into());
    }
    let mut size = 0;
    nvrtc!(nvrtcGetPTXSize(program, &raw mut size))?;
    let mut ptx = vec![0_u8; size];
    nvrtc!(nvrtcGetPTX(program, ptx.as_mut_ptr().cast()))?;
    nvrtc!(nvrtcDestroyProgram(&raw mut program))?;
    Ok(ptx)
}
