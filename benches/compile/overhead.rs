//! Compiling in C and in Rust, in turns.

use core::ffi::{c_char, c_int};
use std::error::Error;
use std::time::Instant;

use cuda_rust::measured::median;
use nvrtc::Nvrtc;
use nvrtc::sys::{nvrtcProgram, nvrtcResult};

use crate::{SOURCE, saxpy};

/// Matches `struct functions` of `twin.c`.
#[repr(C)]
#[allow(dead_code, reason = "C reads it")]
struct Functions {
    create: unsafe extern "C" fn(
        *mut nvrtcProgram,
        *const c_char,
        *const c_char,
        c_int,
        *const *const c_char,
        *const *const c_char,
    ) -> nvrtcResult,
    compile: unsafe extern "C" fn(nvrtcProgram, c_int, *const *const c_char) -> nvrtcResult,
    log_size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> nvrtcResult,
    log: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> nvrtcResult,
    ptx_size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> nvrtcResult,
    ptx: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> nvrtcResult,
    destroy: unsafe extern "C" fn(*mut nvrtcProgram) -> nvrtcResult,
}

#[cfg(c_twin)]
unsafe extern "C" {
    fn twin_compile(
        functions: *const Functions,
        source: *const c_char,
        count: c_int,
        options: *const *const c_char,
    ) -> usize;
}

/// Medians in milliseconds.
pub struct Overhead {
    pub c: Option<f64>,
    pub rust: f64,
    /// How much longer Rust takes than C, in percent: the median over the rounds.
    pub percent: Option<f64>,
}

pub fn measure(rounds: u32) -> Result<Overhead, Box<dyn Error>> {
    let nvrtc = Nvrtc::load()?;
    let functions = functions(nvrtc).ok_or("this NVRTC lacks functions that every version has")?;
    let (mut c, mut rust) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        // Each is first equally often.
        if round % 2 == 0 {
            c.extend(in_c(&functions)?);
        }
        rust.push(in_rust()?);
        if round % 2 == 1 {
            c.extend(in_c(&functions)?);
        }
    }
    let percents: Vec<f64> =
        c.iter().zip(&rust).map(|(c, rust)| (rust / c - 1.0) * 100.0).collect();
    Ok(Overhead {
        c: (!c.is_empty()).then(|| median(&c)),
        rust: median(&rust),
        percent: (!c.is_empty()).then(|| median(&percents)),
    })
}

fn functions(nvrtc: Nvrtc) -> Option<Functions> {
    let table = nvrtc.table();
    Some(Functions {
        create: table.nvrtcCreateProgram?,
        compile: table.nvrtcCompileProgram?,
        log_size: table.nvrtcGetProgramLogSize?,
        log: table.nvrtcGetProgramLog?,
        ptx_size: table.nvrtcGetPTXSize?,
        ptx: table.nvrtcGetPTX?,
        destroy: table.nvrtcDestroyProgram?,
    })
}

fn in_rust() -> Result<f64, Box<dyn Error>> {
    let begin = Instant::now();
    let ptx = saxpy().compile_ptx()?;
    let time = begin.elapsed();
    drop(ptx);
    Ok(time.as_secs_f64() * 1e3)
}

#[cfg(c_twin)]
fn in_c(functions: &Functions) -> Result<Option<f64>, Box<dyn Error>> {
    let options = [c"--gpu-architecture=compute_75".as_ptr()];
    let begin = Instant::now();
    // SAFETY: the functions are NVRTC's, the texts are C strings, and there is one option.
    let bytes = unsafe { twin_compile(functions, SOURCE.as_ptr(), 1, options.as_ptr()) };
    let time = begin.elapsed();
    if bytes == 0 {
        return Err("compiling in C failed".into());
    }
    Ok(Some(time.as_secs_f64() * 1e3))
}

#[cfg(not(c_twin))]
fn in_c(_: &Functions) -> Result<Option<f64>, Box<dyn Error>> {
    let _ = SOURCE;
    Ok(None)
}
