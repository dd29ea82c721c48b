use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::{CUjit_option, CUjitInputType, CUlibrary, CUlinkState, CUresult};

use crate::{TestDevice, code};

const CALLER: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) answer();
.visible .entry ask(.param .u64 p)
{
    .reg .b64 %d; .reg .b32 %r;
    .param .b32 result;
    ld.param.u64 %d, [p];
    call (result), answer;
    ld.param.b32 %r, [result];
    st.global.u32 [%d], %r;
    ret;
}
";

const CALLED: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .func (.param .b32 result) answer()
{
    .reg .b32 %r;
    mov.u32 %r, 42;
    st.param.b32 [result], %r;
    ret;
}
";

const CALLER_ALONE: &CStr =
    c".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n";

const WRONG: &CStr = c".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{ mov.u32 %r1, 0; ret; }\n";

impl TestDevice {
    pub fn link(&self) -> CUlinkState {
        call!(self.raw, cuLinkCreate(0, null_mut(), null_mut())).unwrap()
    }

    pub fn add(&self, link: CUlinkState, ptx: &CStr) -> CUresult {
        let bytes = ptx.to_bytes_with_nul();
        self.add_bytes(link, CUjitInputType::CU_JIT_INPUT_PTX, bytes)
    }

    /// Adds the beginning of an archive, which is all that is looked at.
    pub fn add_archive(&self, link: CUlinkState) -> CUresult {
        self.add_bytes(link, CUjitInputType::CU_JIT_INPUT_LIBRARY, b"!<arch>\n")
    }

    fn add_bytes(&self, link: CUlinkState, kind: CUjitInputType, bytes: &[u8]) -> CUresult {
        let add = cuda_sim::driver_table().cuLinkAddData_v2.unwrap();
        let (data, none) = (bytes.as_ptr().cast_mut().cast::<c_void>(), null_mut());
        let (name, size) = (c"part".as_ptr(), bytes.len());
        // SAFETY: the data has that many bytes, and there are no options.
        unsafe { add(link, kind, data, size, name, 0, none, null_mut()) }
    }

    fn library(&self, ptx: &CStr) -> CUlibrary {
        let (none, data) = (null_mut(), ptx.as_ptr().cast::<c_void>());
        call!(self.raw, cuLibraryLoadData(data, none, null_mut(), 0, null_mut(), null_mut(), 0))
            .unwrap()
    }
}

#[test]
fn a_function_of_one_part_is_called_by_another() {
    let sim = TestDevice::new();
    let link = sim.link();
    assert_eq!(sim.add(link, CALLER), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add(link, CALLED), CUresult::CUDA_SUCCESS);
    let (image, size) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    assert!(size > 0);
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    call!(sim.raw, cuLinkDestroy(link)).unwrap();
    let ask = call!(sim.raw, cuModuleGetFunction(module, c"ask")).unwrap();
    let mut p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let mut arguments = [(&raw mut p).cast::<c_void>()];
    let pointer = arguments.as_mut_ptr();
    call!(sim.raw, cuLaunchKernel(ask, 1, 1, 1, 1, 1, 1, 0, null_mut(), pointer, null_mut()))
        .unwrap();
    assert_eq!(sim.read(p), 42);
}

#[test]
fn a_function_that_no_part_has_fails_the_link_at_its_end() {
    let sim = TestDevice::new();
    let link = sim.link();
    assert_eq!(sim.add(link, CALLER), CUresult::CUDA_SUCCESS);
    let end = call!(sim.raw, cuLinkComplete(link));
    assert_eq!(code(end), CUresult::CUDA_ERROR_INVALID_SOURCE);
}

#[test]
fn two_functions_with_one_name_fail_the_link() {
    let sim = TestDevice::new();
    let link = sim.link();
    assert_eq!(sim.add(link, CALLED), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add(link, CALLED), CUresult::CUDA_ERROR_INVALID_SOURCE);
}

#[test]
fn a_link_writes_the_lengths_of_its_logs_unless_something_else_is_in_their_place() {
    use CUjit_option as O;
    let sim = TestDevice::new();
    let mut log = [0u8; 256];
    let mut options = [O::CU_JIT_ERROR_LOG_BUFFER, O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let size = core::ptr::without_provenance_mut::<c_void>(log.len());
    let mut values = [log.as_mut_ptr().cast::<c_void>(), size];
    // As if it was freed, and its memory used for something else.
    let other = core::ptr::without_provenance_mut(0xdead);
    for is_freed in [false, true] {
        values[1] = size;
        let link =
            call!(sim.raw, cuLinkCreate(2, options.as_mut_ptr(), values.as_mut_ptr())).unwrap();
        assert_eq!(values[1], null_mut());
        if is_freed {
            values[1] = other;
        }
        assert_eq!(sim.add(link, CALLER), CUresult::CUDA_SUCCESS);
        let completed = call!(sim.raw, cuLinkComplete(link));
        assert_eq!(code(completed), CUresult::CUDA_ERROR_INVALID_SOURCE);
        let text = CStr::from_bytes_until_nul(&log).unwrap().to_str().unwrap();
        assert!(text.contains("Undefined reference to 'answer'"), "{text}");
        assert_eq!(values[1].addr(), if is_freed { other.addr() } else { text.len() });
    }
}

#[test]
fn machine_code_and_other_text_are_rejected() {
    use CUjit_option as O;
    let sim = TestDevice::new();
    let mut log = [0u8; 2048];
    let (length, log) = (log.len(), log.as_mut_ptr());
    let mut options = [O::CU_JIT_ERROR_LOG_BUFFER, O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let size = core::ptr::without_provenance_mut::<c_void>(length);
    let mut values = [log.cast::<c_void>(), size];
    let link = call!(sim.raw, cuLinkCreate(2, options.as_mut_ptr(), values.as_mut_ptr())).unwrap();
    let add = |bytes: &[u8]| sim.add_bytes(link, CUjitInputType::CU_JIT_INPUT_PTX, bytes);
    assert_eq!(add(b"\x7fELF\x02"), CUresult::CUDA_ERROR_INVALID_IMAGE);
    // A fat binary without entries, and one that is cut off.
    let empty = [0xBA55_ED50_u64 | 0x0010_0001 << 32, 0].map(u64::to_le_bytes);
    assert_eq!(add(&empty.concat()), CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_eq!(add(&empty.concat()[..8]), CUresult::CUDA_ERROR_INVALID_IMAGE);
    for text in [
        "// nothing",
        "/* .version 7.0",
        "# 1 \"a.cu\"\n.version 7.0",
        "\u{feff}.version 7.0",
        "// .version 7.0",
    ] {
        assert_eq!(add(text.as_bytes()), CUresult::CUDA_ERROR_INVALID_IMAGE, "{text}");
        // SAFETY: the driver terminates what it writes there.
        let found = unsafe { CStr::from_ptr(log.cast_const().cast()) }.to_str().unwrap();
        let expected = "error   : Binary format for key='0', ident='' is not recognized";
        // The log grows with each part.
        assert_eq!(found.lines().next_back(), Some(expected), "{text}: {found}");
    }
    // The compiler's code.
    assert_eq!(add(b" /* a */ // b\n\x0b\t.versions"), CUresult::CUDA_ERROR_INVALID_PTX);
    assert_eq!(add(CALLED.to_bytes_with_nul()), CUresult::CUDA_SUCCESS);
}

#[test]
fn an_archive_of_machine_code_is_linked_unless_something_needs_it() {
    let sim = TestDevice::new();
    for (ptx, is_enough) in [(CALLED, true), (CALLER, false)] {
        let link = sim.link();
        assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
        assert_eq!(sim.add(link, ptx), CUresult::CUDA_SUCCESS);
        assert_eq!(call!(sim.raw, cuLinkComplete(link)).is_ok(), is_enough);
    }
}

#[test]
fn linked_grids_synchronize_by_the_device_runtime() {
    // Each block adds 1, waits for the grid, and stores the sum, three times.
    const GRID: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 s);
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 h, .param .b32 f);
.visible .entry k(.param .u64 p)
{
    .reg .pred %q; .reg .b64 %p, %h, %o; .reg .b32 %b, %i, %v, %e, %t;
    .param .b32 scope, flags, error; .param .b64 handle, again;
    ld.param.u64 %p, [p];
    mov.u32 %b, %ctaid.x; mov.u32 %t, %tid.x; mov.u32 %i, 0; mov.u32 %e, 1;
    st.param.b32 [scope], %e;
    call (handle), cudaCGGetIntrinsicHandle, (scope);
    ld.param.b64 %h, [handle];
LOOP:
    setp.eq.u32 %q, %t, 0;
    @%q red.global.add.u32 [%p], 1;
    st.param.b64 [again], %h; st.param.b32 [flags], 0;
    call (error), cudaCGSynchronize, (again, flags);
    ld.param.b32 %e, [error];
    ld.volatile.global.u32 %v, [%p];
    add.u32 %v, %v, %e;
    mad.wide.u32 %o, %b, 4, %p;
    @%q st.global.u32 [%o+4], %v;
    st.param.b64 [again], %h; st.param.b32 [flags], 0;
    call (error), cudaCGSynchronize, (again, flags);
    add.u32 %i, %i, 1;
    setp.lt.u32 %q, %i, 3;
    @%q bra LOOP;
    ret;
}
";
    let sim = TestDevice::new();
    let link = sim.link();
    assert_eq!(sim.add(link, GRID), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    let kernel = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
    let mut p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD32(p, 0, 16)).unwrap();
    let mut arguments = [(&raw mut p).cast::<c_void>()];
    let arguments = arguments.as_mut_ptr();
    call!(sim.raw, cuLaunchCooperativeKernel(kernel, 7, 1, 1, 64, 1, 1, 0, null_mut(), arguments))
        .unwrap();
    for block in 0..7 {
        assert_eq!(sim.read(p + 4 + 4 * block), 21);
    }
}

#[test]
fn parameters_of_a_kernel_need_a_current_context() {
    let sim = TestDevice::new();
    let library = sim.library(CALLER_ALONE);
    let kernel = call!(sim.raw, cuLibraryGetKernel(library, c"k")).unwrap();
    let size = || call!(sim.raw, cuKernelGetParamInfo(kernel, 0)).map(|(_, size)| size);
    assert_eq!(size().unwrap(), 8);
    call!(sim.raw, cuCtxSetCurrent(null_mut())).unwrap();
    assert_eq!(code(size()), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    call!(sim.raw, cuCtxSetCurrent(sim.context.as_raw())).unwrap();
}

#[test]
fn an_invalid_library_is_an_error_on_use() {
    let sim = TestDevice::new();
    let library = sim.library(WRONG);
    let kernel = call!(sim.raw, cuLibraryGetKernel(library, c"k"));
    assert_eq!(code(kernel), CUresult::CUDA_ERROR_INVALID_PTX);
    assert_eq!(call!(sim.raw, cuLibraryGetKernelCount(library)), Ok(0));
    call!(sim.raw, cuLibraryUnload(library)).unwrap();
    let unloaded = call!(sim.raw, cuLibraryUnload(library));
    assert_eq!(code(unloaded), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn a_library_kernel_is_launched_in_the_current_context() {
    let sim = TestDevice::new();
    let library = sim.library(
        c"
.version 7.0
.target sm_75
.address_size 64
.visible .global .u32 counter = 5;
.visible .entry count() { .reg .b32 %r; atom.global.add.u32 %r, [counter], 1; ret; }
",
    );
    call!(sim.raw, cuCtxSetCurrent(null_mut())).unwrap();
    call!(sim.raw, cuCtxSetCurrent(null_mut())).unwrap();
    let nameless = call!(sim.raw, cuLibraryGetKernel(library, c""));
    assert_eq!(code(nameless), CUresult::CUDA_ERROR_NOT_FOUND);
    let kernel = call!(sim.raw, cuLibraryGetKernel(library, c"count")).unwrap();
    let homeless = call!(sim.raw, cuKernelGetFunction(kernel));
    assert_eq!(code(homeless), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    let other = TestDevice::new();
    for (context, launches) in [(&sim, 1), (&other, 2)] {
        call!(sim.raw, cuCtxSetCurrent(context.context.as_raw())).unwrap();
        for _ in 0..launches {
            let nothing = null_mut();
            call!(
                sim.raw,
                cuLaunchKernel(kernel.cast(), 1, 1, 1, 1, 1, 1, 0, null_mut(), nothing, null_mut())
            )
            .unwrap();
        }
        let (address, _) = call!(sim.raw, cuLibraryGetGlobal(library, c"counter")).unwrap();
        assert_eq!(context.read(address), 5 + launches);
    }
}

#[test]
fn the_module_of_a_library_is_unloaded_with_it_and_not_by_itself() {
    let sim = TestDevice::new();
    let image =
        c".version 7.0\n.target sm_75\n.address_size 64\n.visible .global .u32 number = 7;\n";
    let (data, none) = (image.as_ptr().cast::<c_void>(), null_mut());
    let library =
        call!(sim.raw, cuLibraryLoadData(data, none, null_mut(), 0, null_mut(), null_mut(), 0))
            .unwrap();
    let module = call!(sim.raw, cuLibraryGetModule(library)).unwrap();
    for _ in 0..2 {
        let unloaded = call!(sim.raw, cuModuleUnload(module));
        assert_eq!(code(unloaded), CUresult::CUDA_ERROR_NOT_PERMITTED);
    }
    let (address, _) = call!(sim.raw, cuModuleGetGlobal(module, c"number")).unwrap();
    assert_eq!(sim.read(address), 7);
    // Only those of modules write what isn't found.
    let (mut address, mut size) = (3, 5);
    let table = cuda_sim::driver_table();
    for find in [table.cuLibraryGetGlobal, table.cuLibraryGetManaged] {
        let name = c"absent".as_ptr();
        // SAFETY: the pointers are to live values.
        let code = unsafe { find.unwrap()(&raw mut address, &raw mut size, library, name) };
        assert_eq!((code.0, address, size), (500, 3, 5));
    }
    call!(sim.raw, cuLibraryUnload(library)).unwrap();
    assert_eq!(code(call!(sim.raw, cuModuleUnload(module))), CUresult::CUDA_ERROR_INVALID_HANDLE);
}
