// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

/// Calls the macro `$then` with every function of nvFatbin, in the order of the table.
///
/// Each is `name: since, until(version), (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_function {
    ($then:path) => {
        $then! {
            nvFatbinGetErrorString: 0, (result: nvFatbinResult) -> *const c_char;
            nvFatbinCreate: 0, (handle_indirect: *mut nvFatbinHandle, options: *mut *const c_char, optionsCount: usize) -> nvFatbinResult;
            nvFatbinDestroy: 0, (handle_indirect: *mut nvFatbinHandle) -> nvFatbinResult;
            nvFatbinAddPTX: 0, (handle: nvFatbinHandle, code: *const c_char, size: usize, arch: *const c_char, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinAddCubin: 0, (handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, identifier: *const c_char) -> nvFatbinResult;
            nvFatbinAddLTOIR: 0, (handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinAddIndex: 12050, (handle: nvFatbinHandle, code: *const c_void, size: usize, identifier: *const c_char) -> nvFatbinResult;
            nvFatbinAddReloc: 12050, (handle: nvFatbinHandle, code: *const c_void, size: usize) -> nvFatbinResult;
            nvFatbinAddTileIR: 13010, (handle: nvFatbinHandle, code: *const c_void, size: usize, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinSize: 0, (handle: nvFatbinHandle, size: *mut usize) -> nvFatbinResult;
            nvFatbinGet: 0, (handle: nvFatbinHandle, buffer: *mut c_void) -> nvFatbinResult;
            nvFatbinVersion: 0, (major: *mut c_uint, minor: *mut c_uint) -> nvFatbinResult;
        }
    };
}
