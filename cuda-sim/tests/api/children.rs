//! Kernels that launch kernels.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::ffi::CString;

use cuda_driver::sys::{CUlimit, CUresult};

use crate::{TestDevice, code, run_alone};

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

/// Launches a leaf 33 times into a stream; behind the list is the last error.
const MANY: &str = "
.visible .entry many(.param .u64 list, .param .u64 stream)
{
    .reg .pred %p; .reg .b32 %n, %e; .reg .b64 %list, %leaf, %stream;
    .param .b64 k, l, s; .param .b32 n, t, e;
    ld.param.u64 %list, [list]; ld.param.u64 %stream, [stream];
    mov.u64 %leaf, leaf; mov.u32 %n, 0;
    st.param.b64 [k], %leaf; st.param.b64 [l], %list; st.param.b64 [s], %stream; st.param.b32 [t], 1;
NEXT:
    call (e), __cudaCDP2GetLastError; ld.param.b32 %e, [e]; setp.ne.u32 %p, %e, 0; @%p bra END;
    st.param.b32 [n], %n; call start, (k, l, n, s, t);
    add.u32 %n, %n, 1; setp.le.u32 %p, %n, 32; @%p bra NEXT;
    call (e), __cudaCDP2GetLastError; ld.param.b32 %e, [e];
END:
    st.global.u32 [%list+252], %e;
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
    let sim = TestDevice::new();
    let link = sim.link();
    assert_eq!(sim.add(link, TREE), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add(link, LEAF), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    let root = call!(sim.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut list = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD32(list, 0, 16)).unwrap();
    let mut arguments = [(&raw mut list).cast::<c_void>()];
    let arguments = arguments.as_mut_ptr();
    let none = null_mut();
    call!(sim.raw, cuLaunchKernel(root, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    let words: Vec<u32> = (0..16).map(|at| sim.read(list + 4 * at)).collect();
    // The branch's own leaf comes before the one after it, and that of the root last.
    assert_eq!(words[..7], [6, 1, 10, 11, 12, 20, 40]);
    // The copy is of the list's length when five had come, and the block of 2,000 threads is an invalid configuration.
    assert_eq!(words[12..], [5, 0x0101_0101, 9, 0]);
}

#[test]
fn a_tail_launch_beyond_the_pending_launches_is_refused_and_others_are_not() {
    let sim = TestDevice::new();
    let link = sim.link();
    let all = CString::new([TREE.to_str().unwrap(), MANY].concat()).unwrap();
    assert_eq!(sim.add(link, &all), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add(link, LEAF), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    let many = call!(sim.raw, cuModuleGetFunction(module, c"many")).unwrap();
    let mut list = call!(sim.raw, cuMemAlloc(256)).unwrap();
    // The least there can be is 32.
    let limit = CUlimit::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT;
    for (mut stream, most, launched, error) in [(3u64, 1, 32, 69), (3, 33, 33, 0), (0, 1, 33, 0)] {
        call!(sim.raw, cuCtxSetLimit(limit, most)).unwrap();
        call!(sim.raw, cuMemsetD32(list, 0, 64)).unwrap();
        let mut arguments = [(&raw mut list).cast::<c_void>(), (&raw mut stream).cast()];
        let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
        call!(sim.raw, cuLaunchKernel(many, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
            .unwrap();
        assert_eq!((sim.read(list), sim.read(list + 252)), (launched, error), "stream {stream}");
    }
}

/// Launches a block of more threads than a number of 64 bits has, and what it has changed to no kernel.
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
    ld.param.b64 %buffer, [buffer]; mov.u64 %v, 0; st.param.b64 [k], %buffer; st.param.b64 [buffer], %v;
    call (e), __cudaCDP2LaunchDeviceV2, (k, buffer);
    ld.param.b32 %n, [e]; ld.param.u64 %v, [out]; st.global.u32 [%v], %n;
    mov.u64 %v, none; st.param.b64 [k], %v; st.param.b32 [b], 1; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
    call (buffer), __cudaCDP2GetParameterBufferV2, (k, g, b, s);
    ld.param.b64 %buffer, [buffer];
    st.u32 [%buffer+-64], 4096;
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
    let sim = TestDevice::new();
    let module = call!(sim.raw, cuModuleLoadData(CHANGED.as_ptr().cast())).unwrap();
    let root = call!(sim.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut page_locked = call!(sim.raw, cuMemHostAlloc(8, 0)).unwrap().cast::<u32>();
    let mut arguments = [(&raw mut page_locked).cast::<c_void>()];
    let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
    call!(sim.raw, cuLaunchKernel(root, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION);
    // SAFETY: it has room for a number, and the kernel has ended.
    assert_eq!(unsafe { page_locked.read_volatile() }, 9);
}

const ORDERS: &str = "
.version 7.8
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2StreamCreateWithFlags(.param .b64 s, .param .b32 f);
.extern .func (.param .b32 r) __cudaCDP2EventCreateWithFlags(.param .b64 s, .param .b32 f);
.extern .func (.param .b32 r) __cudaCDP2EventRecord(.param .b64 e, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2StreamWaitEvent(.param .b64 s, .param .b64 e, .param .b32 f);
.extern .func (.param .b32 r) __cudaCDP2MemsetAsync(.param .b64 t, .param .b32 v, .param .b64 n, .param .b64 s);
.func start(.param .b64 kernel, .param .b64 list, .param .b64 stream)
{
    .reg .b64 %buffer, %v;
    .param .b64 k; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s; .param .b64 buffer; .param .b32 e;
    ld.param.u64 %v, [kernel]; st.param.b64 [k], %v;
    st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    st.param.b32 [b], 64; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1; st.param.b32 [s], 0;
    call (buffer), __cudaCDP2GetParameterBufferV2, (k, g, b, s);
    ld.param.b64 %buffer, [buffer];
    ld.param.u64 %v, [list]; st.u64 [%buffer], %v;
    ld.param.u64 %v, [stream]; st.param.b64 [k], %buffer; st.param.b64 [buffer], %v;
    call (e), __cudaCDP2LaunchDeviceV2, (k, buffer);
    ret;
}
ENTRY(put) st.global.u32 [%mine], %t; ret; }
ENTRY(get) ld.global.u32 %n, [%mine]; ret; }
ENTRY(nest) @%p ret; LAUNCH(put, 4) ret; }
ENTRY(root)
BODY
ret; }
";

/// What the text above and the rules abbreviate.
const ABBREVIATIONS: &[(&str, &str)] = &[
    (
        "ENTRY",
        ".visible .entry $1(.param .u64 list) {
         .reg .pred %p, %q; .reg .b32 %t, %n, %block, %warp; .reg .b64 %list, %mine, %k, %a, %b, %e;
         .local .align 8 .b64 made; .param .b64 k, l, s; .param .b32 n, r;
         ld.param.u64 %list, [list]; mov.u32 %t, %tid.x; mov.u32 %block, %ctaid.x; shr.u32 %warp, %t, 5;
         mad.wide.u32 %mine, %t, 4, %list; setp.ne.u32 %p, %t, 0;\n",
    ),
    (
        "LAUNCH",
        "mov.u64 %k, $1; st.param.b64 [k], %k; st.param.b64 [l], %list; st.param.b64 [s], $2; call start, (k, l, s);\n",
    ),
    (
        "NEW",
        "mov.u64 %k, made; cvta.local.u64 %k, %k; st.param.b64 [k], %k; st.param.b32 [n], $3;
         call (r), __cudaCDP2$1CreateWithFlags, (k, n); ld.u64 $2, [%k];\n",
    ),
    (
        "RECORD",
        "st.param.b64 [k], $1; st.param.b64 [s], $2; call (r), __cudaCDP2EventRecord, (k, s);\n",
    ),
    (
        "WAIT",
        "st.param.b64 [s], $1; st.param.b64 [k], $2; st.param.b32 [n], 0;
         call (r), __cudaCDP2StreamWaitEvent, (s, k, n);\n",
    ),
    (
        "FILL",
        "st.param.b64 [k], %list; st.param.b32 [n], 1; st.param.b64 [l], 256; st.param.b64 [s], $1;
         call (r), __cudaCDP2MemsetAsync, (k, n, l, s);\n",
    ),
];

/// A rule; the token that keeps it, and the one that breaks it; and what `root` does, whose elements the host reads afterwards.
const RULES: &[[&str; 4]] = &[
    [
        "what the launching thread wrote before",
        "0",
        "32",
        "setp.ne.u32 %q, %t, HOLE; @%q bra ON; st.global.u32 [%list], 1; ON: @%p ret; LAUNCH(get, 0)",
    ],
    [
        "what others wrote before a barrier",
        "bar.sync 0;",
        "",
        "st.global.u32 [%mine], 1; HOLE @%p ret; LAUNCH(get, 0)",
    ],
    [
        "what the launching thread reads afterwards",
        "256",
        "0",
        "@%p ret; LAUNCH(put, 0) ld.global.u32 %n, [%list+HOLE];",
    ],
    [
        "what others read afterwards",
        "256",
        "0",
        "@%p bra ON; LAUNCH(put, 0) ON: bar.sync 0; ld.global.u32 %n, [%mine+HOLE];",
    ],
    ["the default stream", "0", "4", "@%p ret; LAUNCH(put, HOLE) LAUNCH(get, 0)"],
    [
        "the default stream is each block's own",
        "%block",
        "%warp",
        "rem.u32 %n, %t, 32; add.u32 %n, %n, HOLE; setp.ne.u32 %q, %n, 0; @%q ret; LAUNCH(put, 0)",
    ],
    [
        "streams",
        "%a",
        "%b",
        "@%p ret; NEW(Stream, %a, 1) NEW(Stream, %b, 1) LAUNCH(put, %a) LAUNCH(get, HOLE)",
    ],
    [
        "a wait for an event",
        "%b",
        "%a",
        "@%p ret; NEW(Stream, %a, 1) NEW(Stream, %b, 1) NEW(Event, %e, 2)
         LAUNCH(put, %a) RECORD(%e, %a) WAIT(HOLE, %e) LAUNCH(get, %b)",
    ],
    ["a fill", "0", "4", "@%p ret; FILL(HOLE) LAUNCH(get, 0)"],
    ["what a launch launches", "0", "4", "@%p ret; LAUNCH(nest, HOLE) LAUNCH(get, 0)"],
    ["a tail is after other launches", "3", "0", "@%p ret; LAUNCH(nest, 4) LAUNCH(get, HOLE)"],
    [
        "a tail is after all threads",
        "3",
        "0",
        "st.global.u32 [%mine], 1; @%p ret; LAUNCH(get, HOLE)",
    ],
    ["tails are in order", "3", "4", "@%p ret; LAUNCH(put, HOLE) LAUNCH(get, HOLE)"],
    ["what follows the kernel", "", ELSEWHERE, "@%p ret; LAUNCH(nest, 4) HOLE"],
];
const ELSEWHERE: &str = "// in another stream";

fn expanded(text: &str, (name, by): &(&str, &str)) -> String {
    let begin = format!("{name}(");
    let mut parts = text.split(&begin);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (arguments, rest) = part.split_once(')').unwrap();
        let mut by = (*by).to_owned();
        for (number, argument) in arguments.split(", ").enumerate() {
            by = by.replace(&format!("${}", number + 1), argument);
        }
        all += &(by + rest);
    }
    all
}

#[test]
fn launches_by_a_kernel_are_ordered_by_their_thread_and_their_stream_alone() {
    run_alone("children::alone_ordered", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_ordered() {
    let mut failures = Vec::new();
    for [name, right, wrong, body] in RULES {
        for token in [right, wrong] {
            let sim = TestDevice::new();
            let ptx = ORDERS.replace("BODY", &body.replace("HOLE", token));
            let ptx = CString::new(
                ABBREVIATIONS.iter().fold(ptx, |ptx, abbreviation| expanded(&ptx, abbreviation)),
            );
            let link = sim.link();
            assert_eq!(sim.add(link, &ptx.unwrap()), CUresult::CUDA_SUCCESS);
            assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
            let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
            let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
            let mut list = call!(sim.raw, cuMemAlloc(512)).unwrap();
            let mut arguments = [(&raw mut list).cast::<c_void>()];
            let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
            let (stream, other) = (sim.stream(1), sim.stream(1));
            let blocks = if *right == "%block" { 2 } else { 1 };
            let last = if *token == ELSEWHERE { other } else { stream };
            for (kernel, blocks, stream) in [(c"root", blocks, stream), (c"get", 1, last)] {
                let kernel = call!(sim.raw, cuModuleGetFunction(module, kernel)).unwrap();
                call!(
                    sim.raw,
                    cuLaunchKernel(kernel, blocks, 1, 1, 64, 1, 1, 0, stream, arguments, none)
                )
                .unwrap();
            }
            call!(sim.raw, cuCtxSynchronize()).unwrap();
            let says = if *token == ELSEWHERE {
                "no event or wait orders"
            } else {
                "what a kernel launches is after"
            };
            let races = cuda_sim::races();
            if (token == right) != races.is_empty()
                || !races.iter().all(|race| race.reason.contains(says))
            {
                let found: Vec<_> = races.iter().map(ToString::to_string).collect();
                failures.push(format!("{name}, {token:?}: {found:#?}"));
            }
            let _ = std::panic::catch_unwind(|| cuda_sim::assert_no_races(false));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
