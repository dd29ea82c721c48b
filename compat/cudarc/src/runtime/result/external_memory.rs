use super::*;

#[cfg(unix)]
pub unsafe fn import_external_memory_opaque_fd(
    fd: std::os::fd::RawFd,
    size: u64,
) -> Result<sys::cudaExternalMemory_t, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        // Zero is no kind of a handle.
        let type_ = sys::cudaExternalMemoryHandleType::cudaExternalMemoryHandleTypeOpaqueFd.into();
        let mut memory = cuda_libraries_sys::cudart::cudaExternalMemoryHandleDesc {
            type_,
            size,
            ..Default::default()
        };
        memory.handle.fd = fd;
        value(|to| sys::cudaImportExternalMemory(to, (&raw const memory).cast()).result())
    }
}

pub unsafe fn destroy_external_memory(
    external_memory: sys::cudaExternalMemory_t,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaDestroyExternalMemory(external_memory).result() }
}

pub unsafe fn get_mapped_buffer(
    external_memory: sys::cudaExternalMemory_t,
    offset: u64,
    size: u64,
) -> Result<*mut c_void, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let buffer = sys::cudaExternalMemoryBufferDesc { offset, size, ..core::mem::zeroed() };
        value(|to| {
            sys::cudaExternalMemoryGetMappedBuffer(to, external_memory, &raw const buffer).result()
        })
    }
}
