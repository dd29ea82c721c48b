//! Arrays from and to Arrow and ndarray.

pub(crate) mod arrow;
#[cfg(feature = "ndarray")]
pub(crate) mod ndarray;
