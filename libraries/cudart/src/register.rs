//! What nvcc's code calls before `main`, as `crt/host_runtime.h` declares it: it registers fat binaries, and the kernels and
//! variables in them. Nothing of it calls the driver; the first use does.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::Arc;

use cuda_driver_sys::DefaultStream;
use cuda_libraries_sys::cudart::{cudaError_t, dim3, uint3};
use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, call, warn};
use crate::code;
use crate::code::{Binary, Function, Variable};
use crate::thread;
use crate::thread::Configuration;

/// What a registration returns: a pointer to the binary, which the registry and the program share.
type Handle = *mut *mut c_void;

/// Returns the binary of a handle; `None` for null.
///
/// # Safety
/// The handle is of `__cudaRegisterFatBinary`, and not unregistered.
unsafe fn binary(handle: Handle) -> Option<Arc<Binary>> {
    if handle.is_null() {
        return None;
    }
    let binary = handle.cast::<Binary>().cast_const();
    // SAFETY: the handle is that of an `Arc`, one of whose references it stands for; this makes another.
    unsafe {
        Arc::increment_strong_count(binary);
        Some(Arc::from_raw(binary))
    }
}

/// Returns a copy of a name.
///
/// # Safety
/// It is null-terminated.
unsafe fn owned(name: *const c_char) -> std::ffi::CString {
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(name) }.to_owned()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterFatBinary(fatCubin: *mut c_void) -> Handle {
    Arc::into_raw(Arc::new(Binary::new(fatCubin))).cast_mut().cast()
}

#[unsafe(no_mangle)]
extern "C" fn __cudaRegisterFatBinaryEnd(_: Handle) {}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaUnregisterFatBinary(handle: Handle) {
    if handle.is_null() {
        return;
    }
    // SAFETY: the program gives back the reference that registering returned.
    let binary = unsafe { Arc::from_raw(handle.cast::<Binary>().cast_const()) };
    code::write().forget(&binary);
    if let Ok(api) = Api::new(DefaultStream::Legacy) {
        // At the end of the process, the driver may have been deinitialized; then nothing is left to unload.
        let _ = binary.unload(&api);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterFunction(
    handle: Handle,
    hostFun: *const c_char,
    _deviceFun: *mut c_char,
    deviceName: *const c_char,
    _thread_limit: c_int,
    _tid: *mut uint3,
    _bid: *mut uint3,
    _bDim: *mut dim3,
    _gDim: *mut dim3,
    _wSize: *mut c_int,
) {
    // SAFETY: nvcc's code passes the binary's handle.
    let Some(binary) = (unsafe { binary(handle) }) else {
        return;
    };
    // SAFETY: nvcc's code passes a string.
    let function = Function::new(binary, unsafe { owned(deviceName) });
    code::write().functions.insert(hostFun.expose_provenance(), Arc::new(function));
}

/// Registers a variable under the address of its shadow in the program.
///
/// # Safety
/// The handle is of `__cudaRegisterFatBinary`, and the name is null-terminated.
unsafe fn register(handle: Handle, host: usize, name: *const c_char, managed: bool) {
    // SAFETY: the caller promises it.
    let Some(binary) = (unsafe { binary(handle) }) else {
        return;
    };
    let variable = Variable {
        binary,
        // SAFETY: the caller promises it.
        name: unsafe { owned(name) },
        managed: managed.then_some(host),
    };
    code::write().variables.insert(host, Arc::new(variable));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterVar(
    handle: Handle,
    hostVar: *mut c_char,
    _deviceAddress: *mut c_char,
    deviceName: *const c_char,
    _ext: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    // SAFETY: nvcc's code passes the binary's handle and a string.
    unsafe { register(handle, hostVar.expose_provenance(), deviceName, false) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterManagedVar(
    handle: Handle,
    hostVarPtrAddress: *mut *mut c_void,
    _deviceAddress: *mut c_char,
    deviceName: *const c_char,
    _ext: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    // SAFETY: nvcc's code passes the binary's handle and a string.
    unsafe { register(handle, hostVarPtrAddress.expose_provenance(), deviceName, true) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterHostVar(
    _handle: Handle,
    deviceName: *const c_char,
    _hostVar: *mut c_char,
    _size: usize,
) {
    // SAFETY: nvcc's code passes a string.
    let name = unsafe { owned(deviceName) };
    warn(format_args!(
        "{} is a host variable that kernels access, which this runtime doesn't support",
        name.to_string_lossy()
    ));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterTexture(
    _handle: Handle,
    _hostVar: *const c_void,
    _deviceAddress: *mut *const c_void,
    deviceName: *const c_char,
    _dim: c_int,
    _norm: c_int,
    _ext: c_int,
) {
    // SAFETY: nvcc's code passes a string.
    let name = unsafe { owned(deviceName) };
    warn(format_args!(
        "{} is a texture reference, which this runtime doesn't support; texture objects work",
        name.to_string_lossy()
    ));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterSurface(
    _handle: Handle,
    _hostVar: *const c_void,
    _deviceAddress: *mut *const c_void,
    deviceName: *const c_char,
    _dim: c_int,
    _ext: c_int,
) {
    // SAFETY: nvcc's code passes a string.
    let name = unsafe { owned(deviceName) };
    warn(format_args!(
        "{} is a surface reference, which this runtime doesn't support; surface objects work",
        name.to_string_lossy()
    ));
}

/// Loads a binary, and makes its managed variables usable on the host. Returns whether it could.
#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaInitModule(handle: Handle) -> c_char {
    // SAFETY: nvcc's code passes the binary's handle.
    let Some(binary) = (unsafe { binary(handle) }) else {
        return 0;
    };
    let variables: Vec<Arc<Variable>> = {
        let registry = code::read();
        let of_binary = |variable: &&Arc<Variable>| Arc::ptr_eq(&variable.binary, &binary);
        registry.variables.values().filter(of_binary).cloned().collect()
    };
    let result = call(DefaultStream::Legacy, |api| {
        variables.iter().try_for_each(|variable| variable.publish(api))
    });
    c_char::from(result == cudaError_t::cudaSuccess)
}

#[unsafe(no_mangle)]
extern "C" fn __cudaPushCallConfiguration(
    gridDim: dim3,
    blockDim: dim3,
    sharedMem: usize,
    stream: cudaStream_t,
) -> c_uint {
    let configuration =
        Configuration { grid: gridDim, block: blockDim, shared_memory: sharedMem, stream };
    thread::with(|thread| thread.configurations.push(configuration));
    0
}
