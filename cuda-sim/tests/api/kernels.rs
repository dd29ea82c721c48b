use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::ffi::CString;
use std::process::Command;

use cuda_driver::{
    Launch, Raw,
    sys::{
        CUdevice_attribute, CUfunction, CUfunction_attribute, CUjit_option, CUmodule, CUresult,
        CUstream,
    },
};

use crate::{TestDevice, code, run_alone};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

const SAXPY: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u64 out, .param .u64 n)
{
    .reg .pred %p; .reg .f32 %f<5>; .reg .b32 %r<4>; .reg .b64 %d<9>;
    ld.param.f32 %f1, [a]; ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];
    ld.param.u64 %d3, [out]; ld.param.u64 %d4, [n];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    cvt.u64.u32 %d5, %r1;
    setp.ge.u64 %p, %d5, %d4;
    @%p bra DONE;
    cvta.to.global.u64 %d1, %d1; cvta.to.global.u64 %d2, %d2; cvta.to.global.u64 %d3, %d3;
    shl.b64 %d5, %d5, 2;
    add.u64 %d6, %d1, %d5; add.u64 %d7, %d2, %d5; add.u64 %d8, %d3, %d5;
    ld.global.f32 %f2, [%d6]; ld.global.f32 %f3, [%d7];
    fma.rn.f32 %f4, %f1, %f2, %f3;
    st.global.f32 [%d8], %f4;
DONE:
    ret;
}
";

/// `store(p)` writes 42 to its argument; `many(…)` has parameters of several sizes.
pub const STORE: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 numbers[4] = {1, 2, 3, 4};
.visible .entry store(.param .u64 p)
{
    .reg .b64 %d<2>; .reg .b32 %r;
    ld.param.u64 %d1, [p];
    mov.u32 %r, 42;
    st.global.u32 [%d1], %r;
    ret;
}
.visible .entry many(.param .u8 a, .param .u64 b, .param .u16 c, .param .align 16 .b8 s[24]) { ret; }
.visible .entry bounded() .maxntid 128, 1, 1 { ret; }
";

pub fn load(raw: Raw, ptx: &CStr) -> CUmodule {
    call!(raw, cuModuleLoadData(ptx.as_ptr().cast::<c_void>())).unwrap()
}

pub fn launch(
    raw: Raw,
    function: CUfunction,
    grid: u32,
    block: u32,
    stream: CUstream,
    argument: &mut u64,
) -> Result<(), CUresult> {
    let mut arguments = [(&raw mut *argument).cast::<c_void>()];
    let pointer = arguments.as_mut_ptr();
    call!(raw, cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, pointer, null_mut()))
        .map_err(|error| error.code().as_raw())
}

#[test]
fn saxpy_is_right_in_every_element() {
    let sim = TestDevice::new();
    let stream = sim.context.stream().unwrap();
    let saxpy = sim.context.load_ptx(SAXPY).unwrap().function(c"saxpy").unwrap();
    let n = 100_003;
    let x: Vec<f32> = (0..n).map(|i| i as f32 * 0.5).collect();
    let y: Vec<f32> = (0..n).map(|i| (i % 1000) as f32).collect();
    let (dx, dy) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
    let mut out = stream.alloc::<f32>(n).unwrap();
    // SAFETY: saxpy(float a, const float *x, const float *y, float *out, size_t n), n elements each
    unsafe { stream.launch(&saxpy, Launch::elements(n, 256), (2.0f32, &dx, &dy, &mut out, n)) }
        .unwrap();
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.0f32.mul_add(*x, *y)).collect();
    assert_eq!(out.to_vec().unwrap(), expected);
}

#[test]
fn a_kernel_reports_the_offsets_of_its_parameters() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let many = call!(sim.raw, cuModuleGetFunction(module, c"many")).unwrap();
    let info = cuda_sim::driver_table().cuFuncGetParamInfo.unwrap();
    for (index, expected) in [(0, (0, 1)), (1, (8, 8)), (2, (16, 2)), (3, (32, 24))] {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the pointers are to live values.
        let answer = unsafe { info(many, index, &raw mut offset, &raw mut size) };
        assert_eq!((answer, (offset, size)), (CUresult::CUDA_SUCCESS, expected));
    }
    // SAFETY: both results may be null except the first, which is tested here.
    assert_eq!(unsafe { info(many, 4, null_mut(), null_mut()) }, WRONG);
}

fn attribute(raw: Raw, function: CUfunction, attribute: CUfunction_attribute) -> i32 {
    call!(raw, cuFuncGetAttribute(attribute, function)).unwrap()
}

#[test]
fn the_largest_block_of_a_function_fits_on_a_multiprocessor() {
    let sim = TestDevice::new();
    for directive in ["", ".maxntid 1024", ".maxntid 700", ".maxnreg 32"] {
        let values: String =
            (0..200).map(|i| format!("ld.global.u32 %v{i}, [%p+{}];", i * 4)).collect();
        let text = format!(
            ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {directive} {{\n\
             .reg .b64 %p; .reg .b32 %v<200>;\nld.param.u64 %p, [p];\n{values}\nst.global.u32 [%p], %v199; ret; }}\n"
        );
        let module = load(sim.raw, &CString::new(text).unwrap());
        let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
        let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        let most = attribute(sim.raw, function, most);
        let blocks = |threads| {
            call!(sim.raw, cuOccupancyMaxActiveBlocksPerMultiprocessor(function, threads, 0))
                .unwrap()
        };
        assert!(blocks(most) >= 1, "{directive}: {most}");
        // Directives don't matter here.
        if !directive.contains("maxntid") {
            assert_eq!(blocks(most + 1), 0, "{directive}: {most}");
        }
    }
}

#[test]
fn a_grid_of_clusters_has_no_more_blocks_than_one_of_blocks() {
    let sim = TestDevice::new();
    let text = c".version 9.0\n.target sm_90\n.address_size 64\n\
        .visible .entry k() .reqntid 1 .reqnctapercluster 2 .blocksareclusters { ret; }";
    let module = load(sim.raw, text);
    let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
    let launch = |grid: u32| {
        let (none, stream) = (null_mut(), null_mut());
        call!(sim.raw, cuLaunchKernel(function, grid, 1, 1, 1, 1, 1, 0, stream, none, null_mut()))
    };
    launch(1).unwrap();
    for grid in [1 << 30, (1 << 31) - 1] {
        assert_eq!(launch(grid).unwrap_err().code().as_raw(), WRONG, "{grid}");
    }
}

#[test]
fn a_kernel_of_tiles_is_launched_with_one_thread_and_has_those_that_it_needs() {
    run_alone("kernels::alone_with_tiles", &[("CUDA_SIM_DRIVER_VERSION", "13.5")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_tiles() {
    let sim = TestDevice::new();
    let text = c".version 9.4\n.target sm_90\n.address_size 64\n.file 1 \"k.py\"\n.file 2 \"k.tile\"
        .visible .entry k(.param .u64 p) .reqntid 96 .minnctapersm 1 .minperctamemory 1 .language 7, 0 {
        .reg .b64 %d<3>; .reg .b32 %r<5>;
        .loc 1 1 1
        .loc_intermediate 2 1 1
        ld.param.u64 %d1, [p]; mov.u32 %r1, %clusterid.x; mov.u32 %r2, %tid.x; mov.u32 %r3, %ntid.x;
        mad.lo.u32 %r4, %r1, %r3, %r2; mul.wide.u32 %d2, %r4, 4; add.u64 %d1, %d1, %d2;
        st.global.u32 [%d1], %r4; ret; }
        .func f() .local_maxnreg 32 .language 7 { ret; }
        .nv_intermediate_source_section {
          .code_block {
            .ir_name: \"tile ir\"
            .sourceFileName: 2
            .source_begin
entry @k(%a: tile<ptr<f32>>) { \" } ; return
.source_end
          }
        }
        .visible .entry after() { ret; }";
    let module = load(sim.raw, text);
    let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
    call!(sim.raw, cuModuleGetFunction(module, c"after")).unwrap();
    let stream = sim.context.stream().unwrap();
    let out = stream.alloc_zeroed::<u32>(4 * 96).unwrap();
    let mut address = out.as_raw();
    let mut launch = |block| launch(sim.raw, function, 4, block, stream.as_raw(), &mut address);
    launch(1).unwrap();
    assert_eq!([2, 96].map(&mut launch), [Err(WRONG); 2]);
    assert_eq!(out.to_vec().unwrap(), (0..4 * 96).collect::<Vec<u32>>());
}

#[test]
fn a_launch_of_one_thread_has_the_threads_that_its_kernel_requires() {
    let sim = TestDevice::new();
    for (threads, others) in [("96", [2, 95, 97]), ("8, 12", [8, 12, 96]), ("1", [2, 32, 64])] {
        let text = format!(
            ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid {threads} {{\n\
             .reg .b64 %d<3>; .reg .b32 %r<4>; ld.param.u64 %d1, [p]; mov.u32 %r1, %ntid.x; mov.u32 %r2, %ntid.y;\n\
             mad.lo.u32 %r3, %r1, 1000, %r2; st.global.u32 [%d1], %r3; ret; }}"
        );
        let module = load(sim.raw, &CString::new(text).unwrap());
        let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
        let stream = sim.context.stream().unwrap();
        let out = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut address = out.as_raw();
        let mut launch = |block| launch(sim.raw, function, 1, block, stream.as_raw(), &mut address);
        assert_eq!(others.map(&mut launch), [Err(WRONG); 3], "{threads}");
        launch(1).unwrap();
        let (x, y) = threads.split_once(", ").unwrap_or((threads, "1"));
        let expected = x.parse::<u32>().unwrap() * 1000 + y.parse::<u32>().unwrap();
        assert_eq!(out.to_vec().unwrap(), [expected]);
    }
}

#[test]
fn a_limit_of_registers_applies_to_what_is_loaded_and_linked() {
    const NEEDS: usize = 60;
    let sim = TestDevice::new();
    let registers = |module| {
        let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
        let count = CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS;
        attribute(sim.raw, function, count)
    };
    let ptx = |directive: &str| {
        let names: Vec<String> = (0..NEEDS).map(|i| format!("%d{i}")).collect();
        let load = |(i, name): (usize, &String)| format!("ld.global.u64 {name}, [%p+{}];", i * 8);
        let loads: String = names.iter().enumerate().map(load).collect();
        let store = |(i, name): (usize, &String)| format!("st.global.u64 [%p+{}], {name};", i * 8);
        let stores: String = names.iter().rev().enumerate().map(store).collect();
        let text = format!(
            ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {directive} {{\n\
             .reg .b64 %p, %d<{NEEDS}>;\nld.param.u64 %p, [p];\n{loads}\n{stores}\nret; }}\n"
        );
        CString::new(text).unwrap()
    };
    let plain = ptx("");
    let needed = registers(load(sim.raw, &plain));
    assert!(needed > 100, "{needed}");
    assert_eq!(registers(load(sim.raw, &ptx(".maxnreg 40"))), 40);
    let mut option = CUjit_option::CU_JIT_MAX_REGISTERS;
    let mut value = core::ptr::without_provenance_mut::<c_void>(38);
    let options = (&raw mut option, &raw mut value);
    let image = plain.as_ptr().cast::<c_void>();
    let module = call!(sim.raw, cuModuleLoadDataEx(image, 1, options.0, options.1));
    assert_eq!(registers(module.unwrap()), 38);
    let none = null_mut();
    let library =
        call!(sim.raw, cuLibraryLoadData(image, options.0, options.1, 1, none, null_mut(), 0))
            .unwrap();
    let module = call!(sim.raw, cuLibraryGetModule(library)).unwrap();
    assert_eq!(registers(module), 38);
    let link = call!(sim.raw, cuLinkCreate(1, options.0, options.1)).unwrap();
    assert_eq!(sim.add(link, &plain), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    assert_eq!(registers(module), 38);
}

#[test]
fn a_function_reports_the_constants_of_its_module() {
    let sim = TestDevice::new();
    let ptx = c".version 7.0\n.target sm_75\n.address_size 64\n.visible .const .u8 a;\n.visible .const .u64 b[3];\n\
                .visible .global .u64 c;\n.visible .entry k() { ret; }\n";
    let module = load(sim.raw, ptx);
    let function = call!(sim.raw, cuModuleGetFunction(module, c"k")).unwrap();
    let size = CUfunction_attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES;
    assert_eq!(attribute(sim.raw, function, size), 32);
}

#[test]
fn no_more_shared_memory_is_available_than_a_function_may_use() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let function = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let available =
        || call!(sim.raw, cuOccupancyAvailableDynamicSMemPerBlock(function, 1, 32)).unwrap();
    assert_eq!(available(), 48 << 10);
    let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    call!(sim.raw, cuFuncSetAttribute(function, most, 60_000)).unwrap();
    assert_eq!(available(), 60_000);
}

#[test]
fn a_launch_with_an_invalid_shape_is_rejected_and_the_next_one_works() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let bounded = call!(sim.raw, cuModuleGetFunction(module, c"bounded")).unwrap();
    let mut p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    for (grid, block) in [(0, 1), (1, 0), (1, 1025)] {
        assert_eq!(launch(sim.raw, store, grid, block, null_mut(), &mut p), Err(WRONG));
    }
    assert_eq!(launch(sim.raw, bounded, 1, 129, null_mut(), &mut p), Err(WRONG));
    assert_eq!(launch(sim.raw, bounded, 1, 128, null_mut(), &mut p), Ok(()));
    assert_eq!(launch(sim.raw, store, 1, 1, null_mut(), &mut p), Ok(()));
    assert_eq!(sim.read(p), 42);
}

/// Every block waits until all `n` of the grid have arrived.
const MEET: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry meet(.param .u64 p, .param .u32 n)
{
    .reg .b64 %d; .reg .b32 %r<4>; .reg .pred %q;
    ld.param.u64 %d, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
    setp.ne.u32 %q, %r2, 0;
    @%q bra DONE;
    atom.global.add.u32 %r3, [%d], 1;
AGAIN:
    ld.acquire.gpu.global.u32 %r3, [%d];
    setp.lt.u32 %q, %r3, %r1;
    @%q bra AGAIN;
DONE:
    bar.sync 0;
    ret;
}
";

#[test]
fn a_cooperative_grid_is_as_large_as_the_device_that_the_driver_reports() {
    let sim = TestDevice::new();
    let module = load(sim.raw, MEET);
    let meet = call!(sim.raw, cuModuleGetFunction(module, c"meet")).unwrap();
    let block = 1024;
    let resident =
        call!(sim.raw, cuOccupancyMaxActiveBlocksPerMultiprocessor(meet, block, 0)).unwrap();
    let multiprocessors = call!(
        sim.raw,
        cuDeviceGetAttribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0)
    )
    .unwrap();
    assert_eq!((resident, multiprocessors), (2, 132));
    let most = (resident * multiprocessors) as u32;
    let mut p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let mut launch = |mut n: u32| {
        call!(sim.raw, cuMemsetD8(p, 0, 4)).unwrap();
        let mut parameters = [(&raw mut p).cast::<c_void>(), (&raw mut n).cast()];
        call!(
            sim.raw,
            cuLaunchCooperativeKernel(
                meet,
                n,
                1,
                1,
                block as u32,
                1,
                1,
                0,
                null_mut(),
                parameters.as_mut_ptr()
            )
        )
    };
    assert_eq!(code(launch(most + 1)), CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    launch(most).unwrap();
    assert_eq!(sim.read(p), most);
}

#[test]
fn a_modules_variable_is_initialized_and_unloaded_with_it() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let (address, size) = call!(sim.raw, cuModuleGetGlobal(module, c"numbers")).unwrap();
    assert_eq!((size, sim.read(address + 8)), (16, 3));
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    call!(sim.raw, cuModuleUnload(module)).unwrap();
    let mut value = 0u32;
    let gone = call!(sim.raw, cuMemcpyDtoH((&raw mut value).cast(), address, 4));
    assert_eq!(code(gone), WRONG);
    let mut p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    assert_eq!(
        launch(sim.raw, store, 1, 1, null_mut(), &mut p),
        Err(CUresult::CUDA_ERROR_INVALID_HANDLE)
    );
}

#[test]
fn a_variable_or_function_that_is_not_found_is_written_as_null() {
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let table = cuda_sim::driver_table();
    let global = |module, name: Option<&CStr>, wanted: [bool; 2]| {
        let (mut address, mut size) = (3, 5);
        let pointers = (
            if wanted[0] { &raw mut address } else { null_mut() },
            if wanted[1] { &raw mut size } else { null_mut() },
        );
        let find = table.cuModuleGetGlobal_v2.unwrap();
        let name = name.map_or(core::ptr::null(), CStr::as_ptr);
        // SAFETY: the pointers are null or to live values.
        let code = unsafe { find(pointers.0, pointers.1, module, name) };
        (code.0, address, size)
    };
    let both = [true, true];
    assert_eq!(global(module, Some(c"absent"), both), (500, 0, 0));
    assert_eq!(global(module, Some(c"absent"), [true, false]), (500, 0, 5));
    assert_eq!(global(module, Some(c"absent"), [false, true]), (500, 3, 0));
    assert_eq!(global(module, Some(c"store"), both), (1, 0, 0));
    assert_eq!(global(module, Some(c""), both), (1, 0, 0));
    assert_eq!(global(module, None, both), (1, 0, 0));
    assert_eq!(global(null_mut(), Some(c"numbers"), both), (400, 0, 0));
    let mut function = core::ptr::without_provenance_mut(9);
    let find = table.cuModuleGetFunction.unwrap();
    // SAFETY: the pointers are to live values.
    let code = unsafe { find(&raw mut function, module, c"absent".as_ptr()) };
    assert_eq!((code.0, function), (500, null_mut()));
}

#[test]
fn wrong_ptx_is_rejected_with_the_line() {
    let sim = TestDevice::new();
    let error = sim.context.load_ptx(
        c".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{ foo.bar; ret; }\n",
    );
    let message = error.unwrap_err().to_string();
    assert!(message.contains("line 5"), "{message}");
    assert_eq!(
        code(call!(sim.raw, cuModuleLoadData(c"no ptx".as_ptr().cast()))),
        CUresult::CUDA_ERROR_INVALID_IMAGE
    );
}

#[test]
fn a_fault_is_sticky_until_the_context_is_reset() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output =
        command.args(["--exact", "--ignored", "kernels::alone_with_a_fault"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_fault() {
    const FAULT: CUresult = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    let sim = TestDevice::new();
    let module = load(sim.raw, STORE);
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    launch(sim.raw, store, 1, 1, null_mut(), &mut (p + 68)).unwrap();
    assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), FAULT);
    assert_eq!(code(call!(sim.raw, cuMemAlloc(4))), FAULT);
    assert_eq!(code(call!(sim.raw, cuMemFree(p))), FAULT);
    assert_eq!(code(call!(sim.raw, cuDevicePrimaryCtxRetain(0))), FAULT);
    assert!(call!(sim.raw, cuCtxGetCurrent()).is_ok());
    let report = cuda_sim::last_fault().unwrap();
    assert!(report.contains("store") && report.contains("4 bytes past the end"), "{report}");

    cuda_sim::recover();
    assert_eq!(cuda_sim::last_fault(), None);
    launch(sim.raw, store, 1, 1, null_mut(), &mut { p }).unwrap();
    assert_eq!(sim.read(p), 42);
}

/// What can be wrong with a launch, in the order in which an H200's driver reports it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Mistake {
    LostCapture,
    NoFunction,
    Attribute,
    NoArguments,
    NoThreads,
    Cluster,
    Cooperation,
    SharedMemory,
    SizeOfArguments,
}

#[test]
fn of_several_mistakes_a_launch_reports_the_first() {
    use Mistake::*;
    use cuda_driver::sys::{
        CUlaunchAttribute, CUlaunchAttributeID as A, CUlaunchConfig, CUstreamCaptureMode,
    };
    let sim = TestDevice::new();
    let raw = sim.raw;
    let module = load(raw, STORE);
    let store = call!(raw, cuModuleGetFunction(module, c"store")).unwrap();
    let launch = |mistakes: [Mistake; 2]| {
        let has = |mistake| mistakes.contains(&mistake);
        let stream = sim.stream(1);
        if has(LostCapture) {
            let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
            call!(raw, cuStreamBeginCapture(stream, mode)).unwrap();
            let _ = call!(raw, cuStreamSynchronize(stream));
        }
        let mut attributes = vec![];
        let mut attribute = |id, number| {
            let mut attribute = CUlaunchAttribute::default();
            (attribute.id, attribute.value.priority) = (id, number);
            attributes.push(attribute);
        };
        if has(Attribute) {
            attribute(A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, 9);
        }
        if has(Cluster) {
            // Without a cluster dimension.
            attribute(A::CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION, 2);
        }
        if has(Cooperation) {
            attribute(A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE, 1);
        }
        let function = if has(NoFunction) { null_mut() } else { store };
        let (mut value, mut size) = (0u64, 12usize);
        let mut pointers: [*mut c_void; 1] = [(&raw mut value).cast()];
        let mut extra: [*mut c_void; 5] =
            [1 as _, (&raw mut value).cast(), 2 as _, (&raw mut size).cast(), null_mut()];
        let (pointers, extra) = match (has(NoArguments), has(SizeOfArguments)) {
            (true, true) => (pointers.as_mut_ptr(), extra.as_mut_ptr()),
            (true, false) => (null_mut(), null_mut()),
            (false, true) => (null_mut(), extra.as_mut_ptr()),
            (false, false) => (pointers.as_mut_ptr(), null_mut()),
        };
        let config = CUlaunchConfig {
            gridDimX: 1 << 20,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: if has(NoThreads) { 0 } else { 1 },
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: if has(SharedMemory) { 1 << 20 } else { 0 },
            hStream: stream,
            attrs: attributes.as_mut_ptr(),
            numAttrs: attributes.len() as u32,
            ..CUlaunchConfig::default()
        };
        code(call!(raw, cuLaunchKernelEx(&raw const config, function, pointers, extra)))
    };
    let all = [
        LostCapture,
        NoFunction,
        Attribute,
        NoArguments,
        NoThreads,
        Cluster,
        Cooperation,
        SharedMemory,
        SizeOfArguments,
    ];
    for first in all {
        let expected = match first {
            LostCapture => CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
            NoFunction => CUresult::CUDA_ERROR_INVALID_HANDLE,
            Cluster => CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE,
            Cooperation => CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
            SizeOfArguments => CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
            Attribute | NoArguments | NoThreads | SharedMemory => WRONG,
        };
        for second in all.into_iter().filter(|second| *second >= first) {
            assert_eq!(launch([first, second]), expected, "{first:?}, {second:?}");
        }
    }
}

#[test]
fn a_module_with_a_query_that_a_driver_does_not_load_is_refused_as_unsupported() {
    let sim = TestDevice::new();
    for (query, expected) in [
        ("width", None),
        ("channel_data_type", Some(CUresult::CUDA_ERROR_NOT_SUPPORTED)),
        ("channel_order", Some(CUresult::CUDA_ERROR_NOT_SUPPORTED)),
        ("array_size", Some(CUresult::CUDA_ERROR_NOT_SUPPORTED)),
        ("memory_layout", Some(CUresult::CUDA_ERROR_NOT_SUPPORTED)),
        ("num_samples", Some(CUresult::CUDA_ERROR_INVALID_PTX)),
    ] {
        let ptx = format!(
            ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 s)\n{{\n\
             .reg .b64 %s; .reg .b32 %r;\nld.param.u64 %s, [s];\nsuq.{query}.b32 %r, [%s];\nret;\n}}\n"
        );
        let ptx = CString::new(ptx).unwrap();
        let loaded = call!(sim.raw, cuModuleLoadData(ptx.as_ptr().cast()));
        let code = loaded.err().map(|error| error.code().as_raw());
        assert_eq!(code, expected, "{query}");
    }
}
