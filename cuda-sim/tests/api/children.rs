//! Kernels that launch kernels.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::CUresult;

use crate::{Own, code, run_alone};

/// `leaf` appends a number to a list; `branch` does, and launches two leaves, the first after itself; `root` launches both, and
/// copies and fills memory after them. Behind the list are what it copied and filled, and the errors of a block that is too large.
const TREE: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2GetLastError();
.extern .func (.param .b32 r) __cudaCDP2StreamCreateWithFlags(.param .b64 s, .param .b32 f);
.extern .func (.param .b32 r) __cudaCDP2StreamDestroy(.param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2MemcpyAsync(.param .b64 t, .param .b64 f, .param .b64 n, .param .b32 k, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2MemsetAsync(.param .b64 t, .param .b32 v, .param .b64 n, .param .b64 s);
.extern .entry leaf(.param .u64 list, .param .u32 number);

.func append(.param .b64 list, .param .b32 number)
{
    .reg .b32 %n, %at; .reg .b64 %list;
    ld.param.u64 %list, [list]; ld.param.u32 %n, [number];
    atom.global.add.u32 %at, [%list], 1;
    mad.wide.u32 %list, %at, 4, %list;
    st.global.u32 [%list+4], %n;
    ret;
}

.func start(.param .b64 kernel, .param .b64 list, .param .b32 number, .param .b64 stream, .param .b32 threads)
{
    .reg .pred %p; .reg .b32 %n; .reg .b64 %buffer, %v;
    .param .b64 k; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s; .param .b64 buffer; .param .b32 e;
    ld.param.u64 %v, [kernel]; st.param.b64 [k], %v;
    st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    ld.param.u32 %n, [threads];
    st.param.b32 [b], %n; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1; st.param.b32 [s], 0;
    call (buffer), __cudaCDP2GetParameterBufferV2, (k, g, b, s);
    ld.param.b64 %buffer, [buffer];
    setp.eq.u64 %p, %buffer, 0;
    @%p ret;
    ld.param.u64 %v, [list]; st.u64 [%buffer], %v;
    ld.param.u32 %n, [number]; st.u32 [%buffer+8], %n;
    ld.param.u64 %v, [stream]; st.param.b64 [k], %buffer; st.param.b64 [buffer], %v;
    call (e), __cudaCDP2LaunchDeviceV2, (k, buffer);
    ret;
}

.visible .entry branch(.param .u64 list, .param .u32 number)
{
    .reg .b32 %n; .reg .b64 %list, %leaf;
    .param .b64 k, l, s; .param .b32 n, t;
    ld.param.u64 %list, [list]; ld.param.u32 %n, [number];
    mov.u64 %leaf, leaf;
    st.param.b64 [k], %leaf; st.param.b64 [l], %list; st.param.b32 [t], 1;
    st.param.b32 [n], %n; call append, (l, n);
    add.u32 %n, %n, 2; st.param.b32 [n], %n; st.param.b64 [s], 3; call start, (k, l, n, s, t);
    sub.u32 %n, %n, 1; st.param.b32 [n], %n; st.param.b64 [s], 0; call start, (k, l, n, s, t);
    ret;
}

.visible .entry root(.param .u64 list)
{
    .reg .b32 %e; .reg .b64 %list, %leaf, %branch, %at, %s;
    .local .b64 made;
    .param .b64 k, l, s, f, c; .param .b32 n, t, e;
    ld.param.u64 %list, [list];
    mov.u64 %leaf, leaf; mov.u64 %branch, branch;
    mov.u64 %s, made; cvta.local.u64 %s, %s;
    st.param.b64 [s], %s; st.param.b32 [n], 1; call (e), __cudaCDP2StreamCreateWithFlags, (s, n);
    ld.u64 %s, [%s];
    st.param.b64 [l], %list; st.param.b32 [t], 1;
    st.param.b64 [k], %leaf; st.param.b32 [n], 40; st.param.b64 [s], 3; call start, (k, l, n, s, t);
    st.param.b64 [k], %branch; st.param.b32 [n], 10; st.param.b64 [s], 4; call start, (k, l, n, s, t);
    st.param.b64 [k], %leaf; st.param.b32 [n], 20; st.param.b64 [s], %s; call start, (k, l, n, s, t);
    add.u64 %at, %list, 48;
    st.param.b64 [f], %list; st.param.b64 [l], %at; st.param.b64 [c], 4; st.param.b32 [n], 3;
    call (e), __cudaCDP2MemcpyAsync, (l, f, c, n, s);
    add.u64 %at, %list, 52;
    st.param.b64 [l], %at; st.param.b32 [n], 1;
    call (e), __cudaCDP2MemsetAsync, (l, n, c, s);
    call (e), __cudaCDP2StreamDestroy, (s);
    st.param.b64 [l], %list; st.param.b32 [t], 2000; call start, (k, l, n, s, t);
    call (e), __cudaCDP2GetLastError; ld.param.b32 %e, [e]; st.global.u32 [%list+56], %e;
    call (e), __cudaCDP2GetLastError; ld.param.b32 %e, [e]; st.global.u32 [%list+60], %e;
    st.param.b32 [n], 1; call append, (l, n);
    ret;
}
";

const LEAF: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry leaf(.param .u64 list, .param .u32 number)
{
    .reg .b32 %n, %at; .reg .b64 %list;
    ld.param.u64 %list, [list]; ld.param.u32 %n, [number];
    atom.global.add.u32 %at, [%list], 1;
    mad.wide.u32 %list, %at, 4, %list;
    st.global.u32 [%list+4], %n;
    ret;
}
";

#[test]
fn what_a_kernel_launches_ends_before_it_counts_as_complete_in_the_order_of_its_streams() {
    let own = Own::new();
    let link = own.link();
    assert_eq!(own.add(link, TREE), CUresult::CUDA_SUCCESS);
    assert_eq!(own.add(link, LEAF), CUresult::CUDA_SUCCESS);
    assert_eq!(own.add_archive(link), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(own.raw, cuLinkComplete(link)).unwrap();
    let module = call!(own.raw, cuModuleLoadData(image)).unwrap();
    let root = call!(own.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut list = call!(own.raw, cuMemAlloc(64)).unwrap();
    call!(own.raw, cuMemsetD32(list, 0, 16)).unwrap();
    let mut arguments = [(&raw mut list).cast::<c_void>()];
    let arguments = arguments.as_mut_ptr();
    let none = null_mut();
    call!(own.raw, cuLaunchKernel(root, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    let words: Vec<u32> = (0..16).map(|at| own.read(list + 4 * at)).collect();
    // The branch's own leaf comes before the one after it, and that of the root last.
    assert_eq!(words[..7], [6, 1, 10, 11, 12, 20, 40]);
    // The copy is of the list's length when five had come, and the block of 2,000 threads is an invalid configuration.
    assert_eq!(words[12..], [5, 0x0101_0101, 9, 0]);
}

/// Asks for a buffer for a block of more threads than a number of 64 bits has, and launches what it has changed to a larger block.
const CHANGED: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b64 buffer) __cudaCDP2GetParameterBufferV2(.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
.visible .entry none() { ret; }
.visible .entry root(.param .u64 out)
{
    .reg .b32 %n; .reg .b64 %buffer, %v;
    .param .b64 k, buffer; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s, e;
    mov.u64 %v, none; st.param.b64 [k], %v;
    st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1; st.param.b32 [s], 0;
    st.param.b32 [b], 0x80000000; st.param.b32 [b+4], 0x80000000; st.param.b32 [b+8], 64;
    call (buffer), __cudaCDP2GetParameterBufferV2, (k, g, b, s);
    ld.param.b64 %buffer, [buffer]; ld.param.u64 %v, [out]; st.global.u64 [%v], %buffer;
    st.param.b32 [b], 1; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
    call (buffer), __cudaCDP2GetParameterBufferV2, (k, g, b, s);
    ld.param.b64 %buffer, [buffer];
    st.u32 [%buffer+-44], 4096;
    mov.u64 %v, 0; st.param.b64 [k], %buffer; st.param.b64 [buffer], %v;
    call (e), __cudaCDP2LaunchDeviceV2, (k, buffer);
    ret;
}
";

#[test]
fn a_parameter_buffer_that_the_kernel_changed_is_a_fault() {
    run_alone("children::alone_changed", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_changed() {
    let own = Own::new();
    let module = call!(own.raw, cuModuleLoadData(CHANGED.as_ptr().cast())).unwrap();
    let root = call!(own.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut page_locked = call!(own.raw, cuMemHostAlloc(8, 0)).unwrap().cast::<u64>();
    // SAFETY: it has room for a number.
    unsafe { page_locked.write(1) };
    let mut arguments = [(&raw mut page_locked).cast::<c_void>()];
    let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
    call!(own.raw, cuLaunchKernel(root, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    assert_eq!(code(call!(own.raw, cuCtxSynchronize())), CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION);
    // SAFETY: it has room for a number, and the kernel has ended.
    assert_eq!(unsafe { page_locked.read_volatile() }, 0);
}
