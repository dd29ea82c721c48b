//! Counts of kernels, compared with those of Nsight Compute on an H200, and with what kernels execute.

use std::collections::BTreeMap;
use std::ffi::CString;

use cuda_driver::{Context, Function, Launch};
use cuda_sim::counters::{Counts, ExecutionCount, InstructionKind, KernelCounters, record};

use crate::TestDevice;

const PTX: &str = include_str!("counters/kernels.ptx");

/// Launches a kernel of two pointers, and returns its counts.
fn counted(sim: &TestDevice, kernel: &Function, launch: Launch<'_>) -> KernelCounters {
    let stream = sim.context.stream().unwrap();
    let from = stream.alloc_zeroed::<u8>(1 << 20).unwrap();
    let mut to = stream.alloc_zeroed::<u8>(1 << 20).unwrap();
    let ((), mut kernels) = record(|| {
        // SAFETY: the kernels of these tests access less than a mebibyte from their two pointers on.
        unsafe { stream.launch(kernel, launch, (&mut to, &from)) }.unwrap();
        stream.synchronize().unwrap();
    });
    assert_eq!(kernels.len(), 1);
    kernels.remove(0)
}

fn load(context: &Context, ptx: &str, kernel: &str) -> Function {
    let (ptx, kernel) = (CString::new(ptx).unwrap(), CString::new(kernel).unwrap());
    context.load_ptx(&ptx).unwrap().function(&kernel).unwrap()
}

/// Returns the counts by the names of Nsight Compute's metrics.
fn metrics(counts: &Counts) -> BTreeMap<&'static str, u64> {
    let (loads, stores) = (counts.global_loads, counts.global_stores);
    let atomics = counts.global_atomics;
    let shared = [
        ("ld", counts.shared_loads),
        ("st", counts.shared_stores),
        ("atom", counts.shared_atomics),
    ];
    let of_shared = |part: fn(&cuda_sim::counters::SharedAccesses) -> u64| -> u64 {
        shared.iter().map(|(_, of)| part(of)).sum()
    };
    BTreeMap::from([
        ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", loads.requests),
        ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", stores.requests),
        ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", loads.sectors),
        ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", stores.sectors),
        // A compiler replaces `atom` by `red` if its result isn't used: these are sums of both.
        ("atomic requests", atomics.requests),
        ("atomic sectors", atomics.sectors),
        ("memory_l2_theoretical_sectors_global", loads.sectors + stores.sectors + atomics.sectors),
        ("memory_l1_tag_requests_global", loads.lines + stores.lines + atomics.lines),
        ("sm__sass_data_bytes_mem_global_op_ld.sum", loads.bytes),
        ("sm__sass_data_bytes_mem_global_op_st.sum", stores.bytes),
        ("sm__sass_data_bytes_mem_shared.sum", of_shared(|accesses| accesses.bytes)),
        ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", shared[0].1.passes),
        ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", shared[1].1.passes),
        ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", shared[2].1.passes),
        ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", shared[0].1.conflicts),
        ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", shared[1].1.conflicts),
        ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", shared[2].1.conflicts),
        (
            "memory_l1_wavefronts_shared_ideal",
            of_shared(|accesses| accesses.passes - accesses.conflicts),
        ),
    ])
}

/// What differs, and has to: kernel, metric, the number on the H200, and the one here.
const DIFFERENT: [(&str, &str, u64, u64); 4] = [
    // Its L1 cache counts four sectors for a request of eight addresses in one, each updated by four lanes. Nsight Compute's number
    // of different sectors (`memory_l2_theoretical_sectors_global`) is the one here.
    ("atomics_returning", "atomic sectors", 64, 16),
    // ptxas unrolls the loop by 16, and has loops of eight and four for the rest, in which other lanes run together: 16 + 8 * 2
    // + 4 * 4 + 3 * 8 addresses of a warp, instead of the PTX's 28 + 3 * 8.
    ("divergent", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 960, 640),
    ("divergent", "memory_l2_theoretical_sectors_global", 1024, 704),
    ("divergent", "sm__sass_data_bytes_mem_global_op_ld.sum", 16 * 4 * 72, 16 * 4 * 52),
];

#[test]
fn accesses_are_counted_as_nsight_compute_counts_them_on_an_h200() {
    let sim = TestDevice::new();
    let mut lines = include_str!("counters/h200.tsv").lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').skip(1).collect();
    let mut differing = Vec::new();
    let mut kernels = 0;
    for line in lines {
        let (kernel, numbers) = line.split_once('\t').unwrap();
        let numbers = numbers.split('\t').map(|number| number.parse::<u64>().unwrap());
        let mut recorded: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, number) in names.iter().zip(numbers) {
            let name = match *name {
                name if name.contains("global_op_atom") || name.contains("global_op_red") => {
                    if name.contains("requests") { "atomic requests" } else { "atomic sectors" }
                }
                name => name,
            };
            *recorded.entry(name).or_default() += number;
        }
        for (_, name, there, here) in DIFFERENT.into_iter().filter(|row| row.0 == kernel) {
            assert_eq!(recorded.insert(name, here), Some(there));
        }
        let function = load(&sim.context, PTX, kernel);
        let counted = counted(&sim, &function, Launch::grid(4).block(128));
        let actual = metrics(&counted.total);
        assert_eq!(actual.len(), recorded.len());
        for (name, number) in actual {
            if recorded[name] != number {
                differing
                    .push(format!("{kernel}: {name} is {number}, recorded {}", recorded[name]));
            }
        }
        kernels += 1;
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert_eq!(kernels, 30);
}

const HEADER: &str = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// Instructions of most kinds: with a guard that half of the lanes, or none, pass, and after a branch of the others.
const KINDS: &str = "
.visible .entry kinds(.param .u64 to, .param .u64 from) {
    .reg .pred %p<3>; .reg .b32 %r<9>; .reg .f32 %f<3>; .reg .b64 %d<5>;
    ld.param.u64 %d1, [to];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 add.u32 %r1, %r1, 64;
    @!%p1 bra ODD;
    cvt.rn.f32.u32 %f1, %r1;
    mul.f32 %f2, %f1, %f1;
ODD:
    bar.sync 0;
    shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;
    setp.eq.u32 %p2, %r1, 1000;
    @%p2 st.global.u32 [%d1], %r1;
    div.u32 %r4, %r1, 10;
    ret;
}";

#[test]
fn instructions_are_counted_by_kind_with_their_lanes() {
    let sim = TestDevice::new();
    let kernel = load(&sim.context, &[HEADER, KINDS].concat(), "kinds");
    let counters = counted(&sim, &kernel, Launch::grid(3).block(64));
    let (table, counts) = (counters.to_string(), counters.total);
    let warps = 3 * 2;
    let execution_count = |kind| {
        let ExecutionCount { warps, active, threads, .. } = counts.instructions_of(kind);
        (warps, active, threads)
    };
    use InstructionKind::*;
    // Each is this often in the kernel, with so many active lanes in all, and so many that pass the guard.
    let expected = [
        (Integer, 5, 5 * 32, 4 * 32 + 16),
        (Float, 1, 16, 16),
        (Conversion, 1, 16, 16),
        (Move, 1, 32, 32),
        (Memory, 2, 2 * 32, 32),
        (Texture, 0, 0, 0),
        (Matrix, 0, 0, 0),
        (Control, 2, 2 * 32, 16 + 32),
        (Synchronization, 1, 32, 32),
        (Warp, 1, 32, 32),
        (Other, 0, 0, 0),
    ];
    let mut all = (0, 0);
    for (kind, times, active, threads) in expected {
        let expected = (warps * times, warps * active, warps * threads);
        assert_eq!(execution_count(kind), expected, "{kind:?}");
        all = (all.0 + expected.0, all.1 + expected.1);
    }
    let sum = counts.instructions();
    assert_eq!((sum.warps, sum.active), all);
    assert_eq!(sum.active_lanes(), all.1 as f64 / all.0 as f64);
    assert_eq!(counts.barriers, warps);
    let line = |name: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(name));
        line.unwrap().split_whitespace().skip(1).collect::<Vec<_>>()
    };
    assert_eq!(line("Integer"), ["30", "864", "32.0"]);
    assert_eq!(line("barriers"), ["6"]);
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
    // No lane stores.
    assert_eq!(counts.global_stores, Default::default());
}

/// Generic addresses, of global memory for the lower half of the warp and of shared memory for the upper half; asynchronous
/// copies; rows of matrices that lie behind each other, and 128 bytes apart; a function.
const PLACES: &str = "
.func read(.param .b64 at) {
    .reg .b32 %r1; .reg .b64 %d1;
    ld.param.u64 %d1, [at];
    ld.u32 %r1, [%d1];
    ret;
}
.visible .entry generic(.param .u64 to, .param .u64 from) {
    .reg .pred %p1; .reg .b32 %r<9>; .reg .b64 %d<9>;
    .shared .align 16 .b8 words[128];
    ld.param.u64 %d1, [from];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    mov.u64 %d4, words;
    cvta.shared.u64 %d5, %d4;
    add.u64 %d6, %d5, %d2;
    setp.lt.u32 %p1, %r1, 16;
    selp.b64 %d7, %d3, %d6, %p1;
    { .param .b64 at; st.param.b64 [at], %d7; call.uni read, (at); }
    ret;
}
.visible .entry copied(.param .u64 to, .param .u64 from) {
    .reg .b32 %r<9>; .reg .b64 %d<9>;
    .shared .align 16 .b8 words[4096];
    ld.param.u64 %d1, [from];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d2, %r1, 16;
    add.u64 %d3, %d1, %d2;
    mov.u32 %r2, words;
    mad.lo.u32 %r3, %r1, 16, %r2;
    cp.async.ca.shared.global [%r3], [%d3], 16;
    cp.async.wait_all;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];
    mad.lo.u32 %r3, %r1, 128, %r2;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];
    ret;
}";

#[test]
fn addresses_count_as_what_they_point_to() {
    let sim = TestDevice::new();
    let ptx = [HEADER, PLACES].concat();
    let launch = || Launch::grid(1).block(32);
    let generic = counted(&sim, &load(&sim.context, &ptx, "generic"), launch());
    let (global, shared) = (generic.total.global_loads, generic.total.shared_loads);
    assert_eq!((global.requests, global.threads, global.sectors), (1, 16, 2));
    assert_eq!((shared.requests, shared.threads, shared.passes), (1, 16, 1));
    let line = generic.lines.iter().find(|line| line.counts.global_loads.requests != 0).unwrap();
    let number = 1 + ptx.lines().position(|line| line.contains("ld.u32")).unwrap();
    assert_eq!((line.function.as_str(), line.line as usize), ("read", number));

    let copied = counted(&sim, &load(&sim.context, &ptx, "copied"), launch()).total;
    let (loads, stores) = (copied.global_loads, copied.shared_stores);
    assert_eq!((loads.requests, loads.bytes, loads.sectors), (1, 512, 16));
    assert_eq!((stores.requests, stores.bytes, stores.conflicts), (1, 512, 0));
    let rows = copied.shared_loads;
    assert_eq!((rows.requests, rows.threads, rows.bytes), (2, 40, 640));
    // Four matrices in a pass each; one whose rows are in the same banks in eight.
    assert_eq!((rows.passes, rows.conflicts), (4 + 8, 7));
}

#[test]
fn each_line_of_the_source_has_its_counts() {
    let sim = TestDevice::new();
    let kernel = load(&sim.context, PTX, "transpose_by_columns");
    let counters = counted(&sim, &kernel, Launch::grid(4).block(128));
    let lines = counters.by_source_line();
    let source = include_str!("counters/kernels.cu").lines();
    let at = source.zip(1..).find(|(line, _)| line.contains("* TILE + x) * TILE + y] ="));
    let (_, number) = at.unwrap();
    let line = lines.iter().find(|line| line.1 == number).unwrap();
    assert_eq!((line.0, line.2.global_stores.sectors), ("kernels.cu", 4096));
    let mut sum = Counts::default();
    lines.iter().for_each(|line| sum += line.2);
    assert_eq!(sum, counters.total);
}

#[test]
fn launches_of_graphs_and_of_inner_records_count_and_those_of_other_threads_do_not() {
    let sim = TestDevice::new();
    let kernel = load(&sim.context, PTX, "coalesced");
    let name = |kernels: &[KernelCounters]| -> Vec<String> {
        kernels.iter().map(|kernel| kernel.name.clone()).collect()
    };
    let ((inner, graphs), outer) = record(|| {
        let other = std::thread::scope(|scope| {
            scope.spawn(|| counted(&sim, &kernel, Launch::grid(1).block(32))).join()
        });
        assert_eq!(other.unwrap().total.global_loads.requests, 1);
        let inner = counted(&sim, &kernel, Launch::grid(2).block(32));
        let stream = sim.context.stream().unwrap();
        let from = stream.alloc_zeroed::<u8>(1 << 20).unwrap();
        let mut to = stream.alloc_zeroed::<u8>(1 << 20).unwrap();
        let capture = sim.context.capture().unwrap();
        // SAFETY: the kernel accesses less than a mebibyte from its two pointers on, which live until it has run.
        unsafe { capture.launch(&kernel, Launch::grid(3).block(32), (&mut to, &from)) }.unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        let ((), graphs) = record(|| {
            for _ in 0..2 {
                // SAFETY: as above.
                unsafe { graph.launch(&stream) }.unwrap();
            }
            stream.synchronize().unwrap();
        });
        (inner, graphs)
    });
    assert_eq!(name(&graphs), ["coalesced", "coalesced"]);
    assert_eq!((graphs[0].grid, graphs[0].block), ([3, 1, 1], [32, 1, 1]));
    assert_eq!(outer, [&[inner], graphs.as_slice()].concat());
    let ((), none) = record(|| ());
    assert_eq!(none, []);
}
