//! What all calls have in common: checks before, and the handle's settings.

use core::ffi::c_int;

use cuda_driver::Stream;
use cuda_driver::stream::{self, LibraryCall};
use cuda_libraries_sys::cublas::cublasStatus_t;

use crate::error::{Error, Failure, Shapes};
use crate::size::Size;

/// What is checked of a vector or matrix, and shown in errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    pub(crate) name: &'static str,
    pub(crate) size: Size,
    pub(crate) stream: &'a Stream,
    pub(crate) address: u64,
    /// The size of an element, in bytes.
    pub(crate) element: usize,
}

/// Returns the names and sizes of operands.
pub(crate) fn listed(operands: &[Operand<'_>]) -> Vec<(&'static str, Size)> {
    operands.iter().map(|operand| (operand.name, operand.size)).collect()
}

/// Where factors and results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    Host,
    Device,
}

/// A call after its checks.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) operands: &'a [Operand<'a>],
    /// Where numbers that aren't operands are.
    pub(crate) results: Results,
    /// Whether it is a sum of integers, which has no other precision.
    pub(crate) is_exact: bool,
}

impl<'a> Job<'a> {
    pub(crate) fn new(operands: &'a [Operand<'a>]) -> Self {
        Self { operands, results: Results::Host, is_exact: false }
    }

    /// The same for products of matrices of `A`.
    pub(crate) fn of_products<A>(operands: &'a [Operand<'a>]) -> Self {
        Self { is_exact: size_of::<A>() == 1, ..Self::new(operands) }
    }
}

/// Checks what is the same for all calls: that the operands fit, and may be used.
pub(crate) fn check(
    place: LibraryCall<'_>,
    call: &'static str,
    operands: &[Operand<'_>],
    fits: bool,
    rule: &'static str,
) -> Result<(), Error> {
    if !fits {
        return Err(misfit(call, operands, rule));
    }
    let checked = place.check(operands.iter().map(|operand| stream::Operand {
        name: operand.name,
        stream: operand.stream,
        address: operand.address,
        alignment: if operand.element.is_power_of_two() { operand.element } else { 1 },
    }));
    checked.map_err(|error| Error::of_library_call(call, error))
}

/// Checks that a result may be waited for.
pub(crate) fn check_waits(place: LibraryCall<'_>, call: &'static str) -> Result<(), Error> {
    place.check_waits().map_err(|error| Error::of_library_call(call, error))
}

#[cold]
fn misfit(call: &'static str, operands: &[Operand<'_>], rule: &'static str) -> Error {
    let operands = listed(operands);
    Error::Shapes(Box::new(Shapes { call, operands, rule }))
}

/// Returns an error unless cuBLAS succeeded.
#[inline]
pub(crate) fn check_status(
    function: &'static str,
    status: cublasStatus_t,
    operands: &[Operand<'_>],
) -> Result<(), Error> {
    match status {
        cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
        status => Err(failure(function, status, operands)),
    }
}

#[cold]
pub(crate) fn failure(
    function: &'static str,
    status: cublasStatus_t,
    operands: &[Operand<'_>],
) -> Error {
    let operands = listed(operands);
    Error::Cublas(Box::new(Failure { function, status, operands }))
}

/// Whether sizes fit into the 32 bits of most functions.
#[inline]
pub(crate) fn is_narrow(widest: usize) -> bool {
    c_int::try_from(widest).is_ok()
}
