use core::ffi::c_int;
use std::os::fd::{FromRawFd, OwnedFd};

use crate::error::CuResult;
use crate::memory::{DeviceSlice, MemRangeHandleType};

flags! {
    /// How a dma-buf accesses device memory: [`DeviceSlice::dma_buf`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct DmaBufFlags: u64 {
        /// Over the PCIe bus.
        const PCIE = 0x1;
    }
}

impl<T> DeviceSlice<'_, T> {
    /// Creates a dma-buf of this memory, with which drivers of other devices access it, if
    /// [`DMA_BUF_SUPPORTED`](crate::device::DeviceAttribute::DMA_BUF_SUPPORTED) reports support. The address and the size must
    /// be multiples of the host's page size.
    ///
    /// [`cuMemGetHandleForAddressRange`](crate::driver::Raw::cuMemGetHandleForAddressRange)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// As long as the descriptor, or a copy of it, is open:
    /// - the memory stays allocated;
    /// - other accesses to it are ordered with the work of this memory's stream.
    #[doc(alias = "cuMemGetHandleForAddressRange")]
    #[inline]
    pub unsafe fn dma_buf(&self, flags: DmaBufFlags) -> Result<OwnedFd, CuResult> {
        let context = self.stream().context();
        let (pointer, bytes) = self.bytes();
        let mut descriptor: c_int = -1;
        let _bound = context.bind()?;
        // SAFETY: the memory is alive, and the pointer is to a live descriptor.
        unsafe {
            context.raw().cuMemGetHandleForAddressRange(
                (&raw mut descriptor).cast(),
                pointer,
                bytes,
                MemRangeHandleType::DMA_BUF_FD.as_raw(),
                flags.bits(),
            )
        }?;
        // SAFETY: the driver opened it for this call, and no other code closes it.
        Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
    }
}
