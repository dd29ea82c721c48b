//! Images from callers: PTX, also in fat binaries, and machine code, which is rejected.

use core::ffi::{CStr, c_char, c_int, c_void};
use litemap::LiteMap;

use parking_lot::Mutex;

use super::fat_binary::{self, MissingPtx};
use super::link::linked;
use crate::settings::Settings;
use crate::standard_error::print_line;
use cuda_driver_sys::CUresult;

use crate::state::error::*;
use crate::state::module::load_error::LoadError;

/// How the names of the device runtime's functions begin.
const DEVICE_RUNTIME: &[u8] = b"__cudaCDP2";

/// Returns the PTX of a C image.
///
/// # Safety
/// `image` is null, or is valid for `cuModuleLoadData`: null-terminated PTX, a cubin or a fat binary.
pub(crate) unsafe fn ptx_of_image(image: *const c_void) -> Result<String, LoadError> {
    if image.is_null() {
        return Err(INVALID_VALUE.into());
    }
    // SAFETY: the caller's promise.
    if let Some(parts) = unsafe { fat_binary::separate(image) }
        && !parts.is_empty()
    {
        // nvcc adds that of the device's runtime, machine code, to each program; linking adds what this device has of it.
        let (major, minor) = Settings::get().compute_capability;
        let is_own = |bytes: &&[u8]| {
            fat_binary::ptx(bytes, 10 * major + minor).is_ok()
                || !fat_binary::mentions(bytes, DEVICE_RUNTIME)
        };
        let parts = parts.into_iter().filter(is_own).map(ptx_of_bytes);
        return linked(parts.collect::<Result<_, LoadError>>()?);
    }
    // SAFETY: the caller's promise.
    if let Some(bytes) = unsafe { fat_binary::of_image(image) } {
        return ptx_of_bytes(bytes);
    }
    // SAFETY: any image extends at least to its first zero byte.
    let bytes = unsafe { CStr::from_ptr(image.cast::<c_char>()) }.to_bytes();
    ptx_of_bytes(bytes)
}

/// Returns the PTX in `bytes`.
pub(crate) fn ptx_of_bytes(bytes: &[u8]) -> Result<String, LoadError> {
    // A byte for 32 or 64 bits follows.
    if bytes.starts_with(b"\x7fELF\x01") || bytes.starts_with(b"\x7fELF\x02") {
        return Err(not_executed(INVALID_IMAGE, MACHINE_CODE.to_owned()));
    }
    if fat_binary::is_one(bytes) {
        let (major, minor) = Settings::get().compute_capability;
        return fat_binary::ptx(bytes, 10 * major + minor).map_err(|missing| match missing {
            MissingPtx::NoPtx(None) => not_executed(NO_BINARY_FOR_GPU, MACHINE_CODE.to_owned()),
            MissingPtx::NoPtx(Some(newer)) => {
                let newer = format!("{}.{}", newer / 10, newer % 10);
                let why = format!(
                    "a fat binary has no PTX for compute capability {major}.{minor}, the device's, but for {newer}: with \
                     CUDA_SIM_COMPUTE_CAPABILITY={newer} or `cuda-sim run --capability {newer}` it is executed"
                );
                not_executed(NO_BINARY_FOR_GPU, why)
            }
            MissingPtx::Damaged => INVALID_IMAGE.into(),
        });
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\0');
    if text.contains(BETWEEN) {
        return linked(text.split(BETWEEN).map(str::to_owned).collect());
    }
    if !begins_as_ptx(text) {
        return Err(LoadError::new(INVALID_IMAGE, UNRECOGNIZED.to_owned()));
    }
    Ok(text.to_owned())
}

const MACHINE_CODE: &str =
    "the software device executes PTX, and this has machine code alone: compile to PTX instead";

/// The images that weren't executed, by the reason.
static NOT_EXECUTED: Mutex<LiteMap<String, usize>> = Mutex::new(LiteMap::new_vec());

/// Prints the reason once, and at the end how often it was one: a GPU would execute the image, so few programs ask for a log,
/// and some ignore the code, and go on with what memory has.
fn not_executed(code: CUresult, why: String) -> LoadError {
    unsafe extern "C" {
        safe fn atexit(function: extern "C" fn()) -> c_int;
    }
    extern "C" fn at_exit() {
        // Not waited for: a thread that is gone may hold it.
        for (why, count) in NOT_EXECUTED.try_lock().iter().flat_map(|all| all.iter()) {
            print_line(format_args!("cuda-sim: images that weren't executed: {count}; {why}"));
        }
    }
    let mut all = NOT_EXECUTED.lock();
    let count = all.entry(why.clone()).or_default();
    *count += 1;
    if *count == 1 {
        print_line(format_args!("cuda-sim: {why}"));
        if all.len() == 1 {
            _ = atexit(at_exit);
        }
    }
    drop(all);
    LoadError::new(code, format!("{why}\n"))
}

/// What `cuda-sim-audit` has between the programs that nvJitLink was given.
const BETWEEN: &str = "\n// cuda-sim: linked with\n";

/// What a driver says of an image that is nothing that it knows.
const UNRECOGNIZED: &str = "error   : Binary format for key='0', ident='' is not recognized\n";

/// Returns `true` for what a driver passes to its compiler: a text whose first word after space and comments begins with
/// `.version`.
fn begins_as_ptx(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
        let after = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")
        } else {
            return rest.starts_with(".version");
        };
        let Some((_, after)) = after else { return false };
        rest = after;
    }
}
