use crate::error::{CuResult, debug_as_display};

/// A size that isn't a multiple of the granularity in which memory is created.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot create {bytes} bytes of memory: the size must be a multiple of {granularity} bytes; round it up"
)]
#[non_exhaustive]
pub struct Granularity {
    /// The requested size, in bytes.
    pub bytes: usize,
    /// The granularity, in bytes.
    pub granularity: usize,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

/// Memory that doesn't fit the addresses that are reserved for it.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot map {bytes} bytes at byte {offset} of {reserved} bytes of reserved addresses; reserve more, with the same driver"
)]
#[non_exhaustive]
pub struct OutOfReservation {
    /// The offset at which to map it, in bytes.
    pub offset: usize,
    /// Its size, in bytes.
    pub bytes: usize,
    /// The size of the reservation, in bytes.
    pub reserved: usize,
}

debug_as_display!(Granularity, OutOfReservation);
