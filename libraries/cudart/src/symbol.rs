//! Variables of the program in device memory.

use core::ffi::c_void;

use cuda_libraries_sys::cudart::cudaError_t;

use crate::api::{Api, Outcome};
use crate::code;
use crate::memory::pointer;

impl Api {
    /// Returns the address of a part of a variable.
    pub(crate) fn part(
        &self,
        symbol: *const c_void,
        offset: usize,
        count: usize,
    ) -> Outcome<*mut c_void> {
        let (start, size) = code::variable(self, symbol)?;
        match offset.checked_add(count) {
            Some(end) if end <= size => Ok(pointer(start).wrapping_byte_add(offset)),
            _ => Err(cudaError_t::cudaErrorInvalidValue),
        }
    }

    entry!(cudaGetSymbolAddress, |self, devPtr, symbol| {
        let (start, _) = code::variable(self, symbol)?;
        put!(devPtr, pointer(start))
    });

    entry!(cudaGetSymbolSize, |self, size, symbol| {
        let (_, bytes) = code::variable(self, symbol)?;
        put!(size, bytes)
    });
}
