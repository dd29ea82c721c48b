//! Variables of the program in device memory.

use core::ffi::c_void;

use cuda_libraries_sys::cudart::{cudaError_t, cudaMemcpyKind};

use crate::api::{Api, Outcome};
use crate::code;
use crate::copy::{CopyTime, check_direction};
use crate::memory::pointer;

impl Api {
    /// Returns the address of a part of a variable, for a copy in a direction to it or from it.
    pub(crate) fn part(
        &self,
        symbol: *const c_void,
        offset: usize,
        count: usize,
        (kind, to_variable, when): (cudaMemcpyKind, bool, CopyTime),
    ) -> Outcome<*mut c_void> {
        let (start, size) = code::variable(self, symbol)?;
        let is_within = offset.checked_add(count).is_some_and(|end| end <= size);
        // Which is said if both are wrong differs in NVIDIA's runtime, too.
        if matches!(when, CopyTime::Now) && !is_within {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        check_direction(kind, to_variable)?;
        if is_within {
            Ok(pointer(start).wrapping_byte_add(offset))
        } else {
            Err(cudaError_t::cudaErrorInvalidValue)
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
