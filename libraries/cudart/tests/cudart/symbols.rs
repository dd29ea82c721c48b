//! Variables of the program, registered as nvcc's code does it: no compiler is needed.

use core::ffi::*;
use core::ptr::null_mut;

use cuda_libraries_sys::cudart::*;

unsafe extern "C" {
    fn __cudaRegisterFatBinary(image: *const c_void) -> *mut c_void;
    fn __cudaUnregisterFatBinary(handle: *mut c_void);
    fn __cudaInitModule(handle: *mut c_void) -> c_char;
    fn __cudaRegisterManagedVar(
        handle: *mut c_void,
        host: *mut *mut c_void,
        device: *mut c_char,
        name: *const c_char,
        ext: c_int,
        size: usize,
        constant: c_int,
        global: c_int,
    );
    fn cudaGetSymbolSize(size: *mut usize, symbol: *const c_void) -> cudaError_t;
    fn cudaGetSymbolAddress(address: *mut *mut c_void, symbol: *const c_void) -> cudaError_t;
    fn cudaMemcpyFromSymbol(
        to: *mut c_void,
        symbol: *const c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
}

const PTX: &CStr = c".version 7.5\n.target sm_75\n.address_size 64\n\
    .visible .global .attribute(.managed) .align 4 .u32 four[4] = {1, 2, 3, 4};\n";

#[test]
fn the_address_of_a_managed_variable_is_its_symbol_until_its_code_is_unregistered() {
    let tables = [cuda_sim::driver_table(), cuda_sim::driver_table_per_thread()];
    // SAFETY: both are of the software device, whose handles nothing else in this process uses.
    assert!(unsafe { cuda_runtime::use_tables(tables[0], tables[1]) });
    let mut shadow = null_mut::<c_void>();
    let (mut size, mut address, mut value) = (0_usize, null_mut::<c_void>(), 0_u32);
    let to_host = cudaMemcpyKind::cudaMemcpyDeviceToHost;
    // SAFETY: as nvcc's code does it, with constant strings, of which the driver takes PTX, too. The other pointers are to
    // live variables.
    unsafe {
        let handle = __cudaRegisterFatBinary(PTX.as_ptr().cast());
        let name = c"four".as_ptr();
        __cudaRegisterManagedVar(handle, &raw mut shadow, null_mut(), name, 0, 16, 0, 0);
        assert_ne!(__cudaInitModule(handle), 0);
        assert!(!shadow.is_null());
        let symbol = shadow.cast_const();
        assert_eq!(cudaGetSymbolSize(&raw mut size, symbol), cudaError_t::cudaSuccess);
        assert_eq!(size, 16);
        assert_eq!(cudaGetSymbolAddress(&raw mut address, symbol), cudaError_t::cudaSuccess);
        assert_eq!(address, shadow);
        let to = (&raw mut value).cast();
        let copied = cudaMemcpyFromSymbol(to, symbol, 4, 8, to_host);
        assert_eq!((copied, value), (cudaError_t::cudaSuccess, 3));
        let beyond = cudaMemcpyFromSymbol(to, symbol, 4, 16, to_host);
        assert_eq!(beyond, cudaError_t::cudaErrorInvalidValue);
        __cudaUnregisterFatBinary(handle);
        let unregistered = cudaGetSymbolSize(&raw mut size, symbol);
        assert_eq!(unregistered, cudaError_t::cudaErrorInvalidSymbol);
    }
}
