use core::fmt;

use cuda_driver_sys::{CUatomicOperation, Symbol};

use crate::device::{AtomicOperation, Device, DeviceAttribute};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::generated::enums::{ArrayFormat, ExecAffinityType};

/// A compute capability, such as 9.0, which describes the features of a device's multiprocessors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputeCapability {
    /// The major version: 9 in 9.0.
    pub major: u32,
    /// The minor version: 0 in 9.0.
    pub minor: u32,
}

impl fmt::Display for ComputeCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// `(9, 0)` for 9.0, as other crates expect it.
impl From<ComputeCapability> for (u32, u32) {
    fn from(capability: ComputeCapability) -> Self {
        (capability.major, capability.minor)
    }
}

flags! {
    /// The variants of an atomic operation that a link supports natively: [`Device::host_atomic_capabilities`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct AtomicCapabilities: u32 {
        /// On signed values.
        const SIGNED = 1 << 0;
        /// On unsigned values.
        const UNSIGNED = 1 << 1;
        /// Without returning the old value.
        const REDUCTION = 1 << 2;
        /// On 32 bits.
        const SCALAR_32 = 1 << 3;
        /// On 64 bits.
        const SCALAR_64 = 1 << 4;
        /// On 128 bits.
        const SCALAR_128 = 1 << 5;
        /// On vectors of four 32-bit values.
        const VECTOR_32X4 = 1 << 6;
    }
}

impl Device {
    /// Returns the device's compute capability.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[inline]
    pub fn compute_capability(self) -> Result<ComputeCapability, CuResult> {
        let attribute =
            |attribute| self.attribute(attribute).map(|value| u32::try_from(value).unwrap_or(0));
        Ok(ComputeCapability {
            major: attribute(DeviceAttribute::COMPUTE_CAPABILITY_MAJOR)?,
            minor: attribute(DeviceAttribute::COMPUTE_CAPABILITY_MINOR)?,
        })
    }

    /// Returns the NUMA node that the device's memory forms, if there is one.
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) if the driver is older than the attribute.
    #[doc(alias = "CU_DEVICE_ATTRIBUTE_NUMA_ID")]
    #[inline]
    pub fn numa_node(self) -> Result<Option<u32>, CuResult> {
        let id = self.attribute(DeviceAttribute::NUMA_ID)?;
        Ok(u32::try_from(id).ok())
    }

    /// Returns the host's NUMA node that is nearest to the device, if there is one.
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) if the driver is older than the attribute.
    #[doc(alias = "CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID")]
    #[inline]
    pub fn host_numa_node(self) -> Result<Option<u32>, CuResult> {
        let id = self.attribute(DeviceAttribute::HOST_NUMA_ID)?;
        Ok(u32::try_from(id).ok())
    }

    /// Returns whether [`Device::create_context_with_affinity`](crate::device::Device::create_context_with_affinity) can limit a context in
    /// this way.
    ///
    /// [`cuDeviceGetExecAffinitySupport`](Raw::cuDeviceGetExecAffinitySupport)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceGetExecAffinitySupport")]
    #[inline]
    pub fn supports_exec_affinity(self, affinity: ExecAffinityType) -> Result<bool, CuResult> {
        let raw = self.driver().raw();
        // SAFETY: the driver returned the device, and an unknown kind is an error.
        let supported =
            unsafe { raw.cuDeviceGetExecAffinitySupport(affinity.as_raw(), self.as_raw()) }?;
        Ok(supported != 0)
    }

    /// Returns the maximum number of elements in a one-dimensional texture on linear memory, with elements of
    /// `channels` values (1, 2 or 4).
    ///
    /// [`cuDeviceGetTexture1DLinearMaxWidth`](Raw::cuDeviceGetTexture1DLinearMaxWidth)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a format that textures on linear memory don't support.
    #[doc(alias = "cuDeviceGetTexture1DLinearMaxWidth")]
    #[inline]
    pub fn texture_1d_linear_max_width(
        self,
        format: ArrayFormat,
        channels: u32,
    ) -> Result<usize, CuResult> {
        let raw = self.driver().raw();
        // SAFETY: the driver returned the device, and an unknown format is an error.
        unsafe { raw.cuDeviceGetTexture1DLinearMaxWidth(format.as_raw(), channels, self.as_raw()) }
    }

    /// Returns the variants of each of `operations` that the link between the device and the host supports natively.
    ///
    /// [`cuDeviceGetHostAtomicCapabilities`](Raw::cuDeviceGetHostAtomicCapabilities)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an empty list or an operation that the driver doesn't know, and an error if
    /// the driver is older than CUDA 13.0.
    #[doc(alias = "cuDeviceGetHostAtomicCapabilities")]
    #[inline]
    pub fn host_atomic_capabilities(
        self,
        operations: &[AtomicOperation],
    ) -> Result<Vec<AtomicCapabilities>, CuResult> {
        let call = Symbol::cuDeviceGetHostAtomicCapabilities;
        self.atomics(call, operations, |raw, capabilities, raw_operations, count| {
            // SAFETY: the driver returned the device; both arrays have that many elements.
            unsafe {
                raw.cuDeviceGetHostAtomicCapabilities(
                    capabilities,
                    raw_operations,
                    count,
                    self.as_raw(),
                )
            }
        })
    }

    /// Returns the variants of each of `operations` that the link from the device to `peer` supports natively.
    ///
    /// [`cuDeviceGetP2PAtomicCapabilities`](Raw::cuDeviceGetP2PAtomicCapabilities)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_DEVICE` (101) if `peer` is the device itself, `CUDA_ERROR_INVALID_VALUE` (1) for an empty
    /// list or an operation that the driver doesn't know, and an error if the driver is older than CUDA 13.0.
    #[doc(alias = "cuDeviceGetP2PAtomicCapabilities")]
    #[inline]
    pub fn peer_atomic_capabilities(
        self,
        peer: Device,
        operations: &[AtomicOperation],
    ) -> Result<Vec<AtomicCapabilities>, CuResult> {
        let call = Symbol::cuDeviceGetP2PAtomicCapabilities;
        self.same_driver(peer, call)?;
        self.atomics(call, operations, |raw, capabilities, raw_operations, count| {
            let (from, to) = (self.as_raw(), peer.as_raw());
            // SAFETY: the driver returned the devices; both arrays have that many elements.
            unsafe {
                raw.cuDeviceGetP2PAtomicCapabilities(capabilities, raw_operations, count, from, to)
            }
        })
    }

    fn atomics(
        self,
        call: Symbol,
        operations: &[AtomicOperation],
        query: impl FnOnce(Raw, *mut u32, *const CUatomicOperation, u32) -> Result<(), CuResult>,
    ) -> Result<Vec<AtomicCapabilities>, CuResult> {
        let raw = self.driver().raw();
        let raw_operations: Vec<_> =
            operations.iter().map(|operation| operation.as_raw()).collect();
        let mut capabilities = vec![0; raw_operations.len()];
        let Ok(count) = u32::try_from(raw_operations.len()) else {
            let code = cuda_driver_sys::CUresult::CUDA_ERROR_INVALID_VALUE;
            return raw.check(call, code).map(|()| Vec::new());
        };
        query(raw, capabilities.as_mut_ptr(), raw_operations.as_ptr(), count)?;
        let capabilities = capabilities.into_iter();
        Ok(capabilities.map(AtomicCapabilities::from_bits_retain).collect())
    }
}
