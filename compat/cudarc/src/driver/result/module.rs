use super::*;

pub fn load(fname: CString) -> Result<sys::CUmodule, DriverError> {
    // SAFETY: the call stores the module.
    unsafe { value(|to| sys::cuModuleLoad(to, fname.as_ptr())) }
}

pub unsafe fn load_data(image: *const c_void) -> Result<sys::CUmodule, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuModuleLoadData(to, image)) }
}

pub unsafe fn get_function(
    module: sys::CUmodule,
    name: CString,
) -> Result<sys::CUfunction, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuModuleGetFunction(to, module, name.as_ptr())) }
}

pub unsafe fn get_global(
    module: sys::CUmodule,
    name: CString,
) -> Result<(sys::CUdeviceptr, usize), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let mut address = 0;
        let bytes =
            value(|to| sys::cuModuleGetGlobal_v2(&raw mut address, to, module, name.as_ptr()))?;
        Ok((address, bytes))
    }
}

pub unsafe fn unload(module: sys::CUmodule) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuModuleUnload(module).result() }
}
