//! Arrays from and to other representations: the host, buffers, Arrow, and ndarray.

pub(crate) mod arrow;
pub(crate) mod build;
pub(crate) mod host;
pub(crate) mod host_bytes;
pub(crate) mod import;
#[cfg(feature = "ndarray")]
pub(crate) mod ndarray;
