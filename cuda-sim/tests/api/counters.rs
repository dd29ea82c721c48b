//! Counts of kernels, compared with those of Nsight Compute on an H200, and with what kernels execute.

use core::ffi::{CStr, c_void};
use std::collections::BTreeMap;
use std::ffi::CString;

use cuda_driver::{Context, Function, Launch};
use cuda_sim::counters::{Counts, Executed, InstructionKind, KernelCounters, record};

use crate::Own;

const PTX: &str = include_str!("counters/kernels.ptx");

/// Launches a kernel of two pointers, and returns its counts.
fn counted(own: &Own, kernel: &Function, launch: Launch<'_>) -> KernelCounters {
    let stream = own.context.stream().unwrap();
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
        (
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
            loads.requests,
        ),
        (
            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
            stores.requests,
        ),
        (
            "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
            loads.sectors,
        ),
        (
            "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
            stores.sectors,
        ),
        // A compiler replaces `atom` by `red` if its result isn't used: these are sums of both.
        ("atomic requests", atomics.requests),
        ("atomic sectors", atomics.sectors),
        (
            "memory_l2_theoretical_sectors_global",
            loads.sectors + stores.sectors + atomics.sectors,
        ),
        (
            "memory_l1_tag_requests_global",
            loads.lines + stores.lines + atomics.lines,
        ),
        ("sm__sass_data_bytes_mem_global_op_ld.sum", loads.bytes),
        ("sm__sass_data_bytes_mem_global_op_st.sum", stores.bytes),
        (
            "sm__sass_data_bytes_mem_shared.sum",
            of_shared(|it| it.bytes),
        ),
        (
            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
            shared[0].1.passes,
        ),
        (
            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
            shared[1].1.passes,
        ),
        (
            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
            shared[2].1.passes,
        ),
        (
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
            shared[0].1.conflicts,
        ),
        (
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
            shared[1].1.conflicts,
        ),
        (
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
            shared[2].1.conflicts,
        ),
        (
            "memory_l1_wavefronts_shared_ideal",
            of_shared(|it| it.passes - it.conflicts),
        ),
    ])
}

#[test]
fn accesses_are_counted_as_nsight_compute_counts_them_on_an_h200() {
    let own = Own::new();
    let mut lines = include_str!("counters/h200.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').skip(1).collect();
    let mut differing = Vec::new();
    let mut kernels = 0;
    for line in lines {
        let (kernel, numbers) = line.split_once('\t').unwrap();
        let numbers = numbers
            .split('\t')
            .map(|number| number.parse::<u64>().unwrap());
        let mut recorded: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, number) in names.iter().zip(numbers) {
            let name = match *name {
                name if name.contains("global_op_atom") || name.contains("global_op_red") => {
                    if name.contains("requests") {
                        "atomic requests"
                    } else {
                        "atomic sectors"
                    }
                }
                name => name,
            };
            *recorded.entry(name).or_default() += number;
        }
        // The L1 cache sends updates of eight addresses of a sector, each by four lanes, in four parts.
        if kernel == "atomics_returning" {
            assert_eq!(recorded.insert("atomic sectors", 16), Some(64));
        }
        let function = load(&own.context, PTX, kernel);
        let counted = counted(&own, &function, Launch::grid(4).block(128));
        let actual = metrics(&counted.total);
        assert_eq!(actual.len(), recorded.len());
        for (name, number) in actual {
            if recorded[name] != number {
                differing.push(format!(
                    "{kernel}: {name} is {number}, recorded {}",
                    recorded[name]
                ));
            }
        }
        kernels += 1;
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert_eq!(kernels, 30);
}
