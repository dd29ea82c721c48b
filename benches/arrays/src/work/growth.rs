//! How the cost of a call grows with what there is already: threads, buffers, completions, kernels, streams and nodes.
//! Compared with the raw driver, whose own growth is in both.

mod calls;
mod graphs;
mod threads;

use core::ffi::c_void;
use core::ptr;

use anyhow::Result;
use cuda_driver::sys::{CUfunction, CUstream};
use cuda_driver::{Context, CuResult, Function, Module, Raw};

use super::raw::RAW;
use super::{Bench, Group, Picture, Shows, Size, Suite, Way, Work};

const SUBJECT: &str = "cuda-driver";
/// The same on threads that have no current context.
const UNBOUND: &str = "cuda-driver, no current context";

pub static SUITE: Suite = Suite {
    name: "growth",
    title: "The driver's calls",
    subject: SUBJECT,
    ways: &[(RAW, "#bab0ac"), (SUBJECT, "#4e79a7"), (UNBOUND, "#a0cbe8")],
    libraries: &[],
    pictures: &[
        picture(Group::Threads, "threads", "A launch from several threads"),
        picture(Group::Buffers, "buffers", "More and more buffers alive"),
        picture(Group::Completions, "completions", "Completions at once"),
        picture(Group::Kernels, "kernels", "Modules of more and more kernels"),
        picture(Group::Streams, "streams", "More and more streams"),
        picture(Group::Nodes, "nodes", "Graphs of more and more nodes, per node"),
    ],
    works: &[
        &threads::ONE[0],
        &threads::ONE[1],
        &threads::ONE[2],
        &threads::ONE[3],
        &threads::ONE[4],
        &threads::EACH[0],
        &threads::EACH[1],
        &threads::EACH[2],
        &threads::EACH[3],
        &calls::BUFFERS[0],
        &calls::BUFFERS[1],
        &calls::BUFFERS[2],
        &calls::BUFFERS[3],
        &calls::COMPLETIONS[0],
        &calls::COMPLETIONS[1],
        &calls::COMPLETIONS[2],
        &calls::COMPLETIONS[3],
        &calls::LOADS[0],
        &calls::LOADS[1],
        &calls::LOADS[2],
        &calls::LOADS[3],
        &calls::FUNCTIONS[0],
        &calls::FUNCTIONS[1],
        &calls::FUNCTIONS[2],
        &calls::FUNCTIONS[3],
        &calls::STREAMS[0],
        &calls::STREAMS[1],
        &calls::STREAMS[2],
        &calls::STREAMS[3],
        &calls::LAUNCHES[0],
        &calls::LAUNCHES[1],
        &calls::LAUNCHES[2],
        &calls::LAUNCHES[3],
        &graphs::BUILDS[0],
        &graphs::BUILDS[1],
        &graphs::BUILDS[2],
        &graphs::BUILDS[3],
        &graphs::INSTANCES[0],
        &graphs::INSTANCES[1],
        &graphs::INSTANCES[2],
        &graphs::INSTANCES[3],
        &graphs::UPDATES[0],
        &graphs::UPDATES[1],
        &graphs::UPDATES[2],
        &graphs::UPDATES[3],
        &graphs::LAUNCHES[0],
        &graphs::LAUNCHES[1],
        &graphs::LAUNCHES[2],
        &graphs::LAUNCHES[3],
    ],
};

const fn picture(group: Group, name: &'static str, title: &'static str) -> Picture {
    Picture { group, name, title, shows: Shows::Growth }
}

/// An operation of which a sample makes `N` calls, or 16 in a trial.
const fn work<const N: u32>(
    group: Group,
    name: &'static str,
    does: &'static str,
    ways: fn(&Bench) -> Result<Vec<Way>>,
) -> Work {
    Work {
        name,
        does,
        group,
        size: |bench| Size { calls: if bench.small { N.min(16) } else { N }, ..Size::default() },
        goal: None,
        ways,
    }
}

/// Returns how many there are of something; few in a trial.
fn count(bench: &Bench, count: usize) -> usize {
    bench.size(count, count.min(16))
}

/// Loads a module of empty kernels, `kernel_0` and so on.
fn kernels(context: &Context, count: usize) -> Result<Module> {
    Ok(context.load_ptx(std::ffi::CString::new(ptx(count))?.as_c_str())?)
}

fn ptx(kernels: usize) -> String {
    let mut ptx = ".version 7.0\n.target sm_52\n.address_size 64\n".to_owned();
    for index in 0..kernels {
        ptx += &format!(".visible .entry kernel_{index}()\n{{\n    ret;\n}}\n");
    }
    ptx
}

/// An empty kernel.
fn kernel(context: &Context) -> Result<Function> {
    Ok(kernels(context, 1)?.function("kernel_0")?)
}

/// Launches an empty kernel of one thread.
///
/// # Safety
/// The kernel and the stream are alive, and their context is current.
unsafe fn launch(raw: Raw, kernel: CUfunction, stream: CUstream) -> Result<(), CuResult> {
    let none: *mut *mut c_void = ptr::null_mut();
    // SAFETY: as the caller guarantees; the kernel has no arguments.
    unsafe { raw.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, none, none) }
}
