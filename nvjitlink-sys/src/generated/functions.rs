// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

/// Calls the macro `$then` with every function of nvJitLink, in the order of the table.
///
/// Each is `name: since, until(version), (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_function {
    ($then:path) => {
        $then! {
            nvJitLinkCreate: 0, (handle: *mut nvJitLinkHandle, numOptions: u32, options: *mut *const c_char) -> nvJitLinkResult;
            nvJitLinkDestroy: 0, (handle: *mut nvJitLinkHandle) -> nvJitLinkResult;
            nvJitLinkAddData: 0, (handle: nvJitLinkHandle, inputType: nvJitLinkInputType, data: *const c_void, size: usize, name: *const c_char) -> nvJitLinkResult;
            nvJitLinkAddFile: 0, (handle: nvJitLinkHandle, inputType: nvJitLinkInputType, fileName: *const c_char) -> nvJitLinkResult;
            nvJitLinkComplete: 0, (handle: nvJitLinkHandle) -> nvJitLinkResult;
            nvJitLinkGetLinkedCubinSize: 0, (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedCubin: 0, (handle: nvJitLinkHandle, cubin: *mut c_void) -> nvJitLinkResult;
            nvJitLinkGetLinkedPtxSize: 0, (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedPtx: 0, (handle: nvJitLinkHandle, ptx: *mut c_char) -> nvJitLinkResult;
            nvJitLinkGetLinkedLTOIRSize: 13020, (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedLTOIR: 13020, (handle: nvJitLinkHandle, ltoir: *mut c_void) -> nvJitLinkResult;
            nvJitLinkGetErrorLogSize: 0, (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetErrorLog: 0, (handle: nvJitLinkHandle, log: *mut c_char) -> nvJitLinkResult;
            nvJitLinkGetInfoLogSize: 0, (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetInfoLog: 0, (handle: nvJitLinkHandle, log: *mut c_char) -> nvJitLinkResult;
            nvJitLinkVersion: 12030, (major: *mut c_uint, minor: *mut c_uint) -> nvJitLinkResult;
        }
    };
}
