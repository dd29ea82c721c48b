use super::*;

pub unsafe fn import_external_memory_opaque_fd(
    fd: std::os::fd::RawFd,
    size: u64,
) -> Result<sys::CUexternalMemory, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        // Zero is no kind of a handle.
        let type_ =
            sys::CUexternalMemoryHandleType::CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD.into();
        let mut memory =
            cuda_driver_sys::CUDA_EXTERNAL_MEMORY_HANDLE_DESC { type_, size, ..Default::default() };
        memory.handle.fd = fd;
        value(|to| sys::cuImportExternalMemory(to, (&raw const memory).cast()))
    }
}

pub unsafe fn destroy_external_memory(
    external_memory: sys::CUexternalMemory,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuDestroyExternalMemory(external_memory).result() }
}

pub unsafe fn get_mapped_buffer(
    external_memory: sys::CUexternalMemory,
    offset: u64,
    size: u64,
) -> Result<sys::CUdeviceptr, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let mut buffer: sys::CUDA_EXTERNAL_MEMORY_BUFFER_DESC = core::mem::zeroed();
        (buffer.offset, buffer.size) = (offset, size);
        value(|to| sys::cuExternalMemoryGetMappedBuffer(to, external_memory, &raw const buffer))
    }
}
