//! Loading code: PTX, cubins and fat binaries.

use core::ffi::CStr;
use std::borrow::Cow;
use std::io;
use std::path::Path;

use cuda_driver_sys::{CUresult, Symbol};

use crate::driver::{Raw, ToCStr, Version};
use crate::error::{CuResult, Error, ErrorCode};
use crate::module::{RefusedImage, UnreadableFile, jit::JitCall};

impl Error {
    /// Adds the file that the image was read from.
    #[inline]
    pub(crate) fn of_file(mut self, path: &Path) -> Self {
        if let Self::Image(refused) = &mut self {
            refused.path = Some(path.to_path_buf());
        }
        self
    }
}

/// Returns PTX as a C string.
pub(crate) fn text_of<'a>(
    ptx: &'a (impl ToCStr + ?Sized),
    raw: Raw,
    call: Symbol,
) -> Result<Cow<'a, CStr>, Error> {
    ptx.to_c_str().map_err(|error| {
        let position = error.position;
        let text = format!(
            "the text has a null byte at position {position}, where C would end it; load machine code with `Context::load_cubin`"
        );
        refused(raw, call, text)
    })
}

/// Returns an error unless an image has at least the length that the driver reads, and begins like text. This doesn't
/// call the driver.
pub(crate) fn check_text(ptx: &CStr, raw: Raw, call: Symbol) -> Result<(), Error> {
    if ptx.count_bytes() + 1 < SIGNATURE_BYTES {
        let found = ptx.to_string_lossy();
        let text = explain_other_text(&found);
        return Err(refused(raw, call, text));
    }
    if is_text(ptx) {
        return Ok(());
    }
    Err(not_text(raw, call))
}

/// Returns the error of an image that isn't text.
pub(crate) fn not_text(raw: Raw, call: Symbol) -> Error {
    let text = "this isn't PTX, which is text; load machine code with `Context::load_cubin`";
    refused(raw, call, text.to_owned())
}

/// Returns the error of an image that isn't passed to the driver.
pub(crate) fn refused(raw: Raw, call: Symbol, explanation: String) -> Error {
    let code = CUresult::CUDA_ERROR_INVALID_IMAGE;
    Error::Image(Box::new(RefusedImage {
        path: None,
        result: CuResult::new(code, call, raw.table().version()),
        explanation: Some(explanation),
        log: String::new(),
    }))
}

/// Returns the error of an image that the driver rejected.
pub(crate) fn refusal(result: CuResult, explanation: Option<String>, jit: &JitCall) -> Error {
    Error::Image(Box::new(RefusedImage { path: None, result, explanation, log: jit.errors() }))
}

/// Returns the error of a file that can't be read.
#[inline]
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::Unreadable(Box::new(UnreadableFile {
        path: path.to_path_buf(),
        kind: error.kind(),
        text: error.to_string(),
    }))
}

/// The number of bytes at the beginning of an image by which the driver distinguishes cubins, fatbins and text. The
/// driver isn't passed the length of an image, so it may read that many bytes even of a shorter one.
const SIGNATURE_BYTES: usize = 4;

/// Returns `true` if an image begins like text. The driver treats anything else as a cubin or a fatbin, and follows
/// the offsets in it unchecked.
fn is_text(image: &CStr) -> bool {
    image
        .to_bytes()
        .iter()
        .take(SIGNATURE_BYTES)
        .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

/// Explains why PTX was rejected: most often, it is newer than the driver, or it isn't PTX.
pub(crate) fn explain_ptx(result: CuResult, ptx: &CStr) -> Option<String> {
    let text = ptx.to_string_lossy();
    let mut words = text.split_ascii_whitespace();
    let mut is_ptx = false;
    for word in words.by_ref() {
        if word == ".version" {
            is_ptx = true;
            break;
        }
    }
    if !is_ptx {
        return Some(explain_other_text(&text));
    }
    if result.code() != ErrorCode::UNSUPPORTED_PTX_VERSION {
        return None;
    }
    let version = words.next()?;
    let driver = result.driver_version();
    let needs = match ptx_needs(version) {
        Some(needs) => format!(", which needs a driver of CUDA {needs}"),
        None => String::new(),
    };
    let install = match cuda_arch::nvrtc_for_driver(driver) {
        Some(command) => format!(" (`{command}`)"),
        None => String::new(),
    };
    Some(format!(
        "the PTX is version {version}{needs}, and this driver is of CUDA {driver}: use NVRTC {driver} or older{install}, or, on a \
         GPU, compile to a cubin"
    ))
}

/// Explains why a text without PTX's first directive isn't PTX.
fn explain_other_text(text: &str) -> String {
    let found = match text.lines().find(|line| !line.trim_ascii().is_empty()) {
        Some(line) => format!("this text begins with {:?}", format!("{line:.40}")),
        None => "this text is empty".to_owned(),
    };
    format!("PTX begins with a line such as `.version 8.0`; {found}")
}

/// Returns the CUDA version that introduced a version of PTX.
fn ptx_needs(version: &str) -> Option<Version> {
    let (major, minor) = version.split_once('.')?;
    let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
    match (major, minor) {
        // PTX 8.5 came with 12.5 and stayed for 12.6, so later versions are offset by one.
        (8, 6..=8) => Some(Version::new(12, minor + 1)),
        (7, 0..=8) | (8, 0..=5) | (9, 0..=5) => Some(Version::new(major + 4, minor)),
        _ => None,
    }
}
