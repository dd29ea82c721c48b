use crate::error::{CuResult, debug_as_display};

/// The error for a device ordinal that doesn't exist.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no device {ordinal}: the driver has {count}, counted from 0: {result}")]
#[non_exhaustive]
pub struct NoSuchDevice {
    /// The requested ordinal.
    pub ordinal: usize,
    /// The number of devices.
    pub count: usize,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

debug_as_display!(NoSuchDevice);
