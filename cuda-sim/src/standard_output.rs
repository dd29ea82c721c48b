//! What kernels print on standard output.

use std::io::{self, Write};

/// Writes what kernels have printed, if it is something. On Linux it goes through the C library's
/// `stdout`, as a driver's does: so it is after what the program has printed before, also where
/// that isn't written yet, because the output is a pipe or a file.
pub(crate) fn write(take: impl FnOnce() -> Vec<u8>) {
    // Before the text is taken, so that texts are written in order, and when this returns.
    let mut output = io::stdout().lock();
    let text = take();
    if text.is_empty() {
        return;
    }
    // Errors are ignored: the program may have closed its standard output.
    let _ = output.flush();
    let rest = text.get(write_to_c(&text)..).unwrap_or_default();
    let _ = output.write_all(rest).and_then(|()| output.flush());
}

/// Returns how much of a text the C library took: nothing where `stdout` has wide characters.
#[cfg(target_os = "linux")]
fn write_to_c(text: &[u8]) -> usize {
    use core::ffi::{c_int, c_void};
    // From the C library, which the standard library links.
    unsafe extern "C" {
        static stdout: *mut c_void;
        fn fwrite(text: *const u8, size: usize, count: usize, file: *mut c_void) -> usize;
        fn fflush(file: *mut c_void) -> c_int;
    }
    // SAFETY: `stdout` is a stream or null, and `text` has as many bytes.
    unsafe {
        if stdout.is_null() {
            return 0;
        }
        let written = fwrite(text.as_ptr(), 1, text.len(), stdout);
        fflush(stdout);
        written
    }
}

#[cfg(not(target_os = "linux"))]
fn write_to_c(_: &[u8]) -> usize {
    0
}
