/// A handle with which another process, also on another machine of the same NVLink domain, can use a pool. It is plain
/// bytes.
///
/// [`CUmemFabricHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemFabricHandle__v1.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemFabricHandle")]
pub struct FabricHandle(pub(crate) [u8; 64]);

impl FabricHandle {
    /// Creates a value from the bytes that [`as_bytes`](Self::as_bytes) returned.
    #[must_use]
    #[inline]
    pub const fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}
