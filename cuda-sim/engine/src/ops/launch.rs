//! Launches of kernels by kernels, which nvcc's `<<<…>>>` in device code calls: a parameter buffer, and then the launch.

use crate::code::Inst;
use crate::code::operands::CallSite;
use crate::code::program::Kernel;
use crate::device::fault_kind::FaultKind;
use crate::observe::before;
use crate::observe::forget;
use crate::ops::op::Op;
use crate::ops::system::{answer, argument, small_argument};
use crate::state::core::{CONTINUE, Core, Next};
use crate::state::launch::Child;
use std::sync::atomic::{AtomicU64, Ordering};

/// What precedes the parameters in their buffer, so that these are aligned for every type: the kernel's handle, the grid, the
/// block, and the size of dynamic shared memory.
const HEADER: u64 = 64;

/// The runtime's codes.
const INVALID_VALUE: u32 = 1;
const INVALID_CONFIGURATION: u32 = 9;
const LAUNCH_PENDING_COUNT_EXCEEDED: u32 = 69;
const INVALID_DEVICE_FUNCTION: u32 = 98;
const OUT_OF_RESOURCES: u32 = 701;
const NOT_SUPPORTED: u32 = 801;
const INVALID_CLUSTER_SIZE: u32 = 912;

/// `cudaStreamFireAndForget`, the greatest of the streams that a kernel has without creating them.
pub(super) const FIRE_AND_FORGET: u64 = 4;

/// Returns the handle of a new stream or event of a kernel.
pub(super) fn new_handle() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(256);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Returns `true` for a stream that a kernel can launch into: that of the grid, and others of its runtime.
pub(super) fn is_stream(core: &Core<'_>, stream: u64) -> bool {
    stream <= FIRE_AND_FORGET || core.grid.runtime().streams.contains(&stream)
}

/// Makes a code the last error of a lane, unless it is 0.
pub(super) fn fail(core: &Core<'_>, lane: usize, code: u32) {
    if code != 0 {
        core.grid.runtime().errors.insert(thread(core, lane), code);
    }
}

/// `cudaGetParameterBufferV2(kernel, grid, block, shared)`, which returns a buffer, or null after an error; `z` is the call
/// site.
pub struct ParameterBuffer;
impl Op for ParameterBuffer {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        for lane in core.active() {
            let buffer = parameter_buffer(core, &core.code.calls[inst.z as usize], lane);
            fail(core, lane, buffer.err().unwrap_or(0));
            result(core, inst, lane, buffer.unwrap_or(0));
        }
        CONTINUE
    }
}

fn parameter_buffer(core: &Core<'_>, site: &CallSite, lane: usize) -> Result<u64, u32> {
    let [(kernel, _), (grid, _), (block, _), (shared, _)] = *site.arguments.as_slice() else {
        return Err(INVALID_CONFIGURATION);
    };
    let shape = |at: u32| [0, 4, 8].map(|axis| small_argument(core, lane, at + axis));
    let (handle, grid, block) = (argument(core, lane, kernel), shape(grid), shape(block));
    let shared = small_argument(core, lane, shared);
    let program = core.grid.launch.image.program();
    let (_, kernel) = program.kernel_of_handle(handle).ok_or(INVALID_DEVICE_FUNCTION)?;
    let size = HEADER + u64::from(kernel.param_size);
    let address = core.memory().heap_allocate(size).ok_or(OUT_OF_RESOURCES)?;
    forget(core, address, size);
    let shapes = [grid, block].concat();
    let words = [handle as u32, (handle >> 32) as u32].into_iter().chain(shapes).chain([shared]);
    let header: Vec<u32> = words.collect();
    // SAFETY: the heap's memory is writable, and begins with room for the header, which is shorter than `HEADER`.
    unsafe {
        (address as *mut u32).copy_from_nonoverlapping(header.as_ptr(), header.len());
    }
    core.memory().note_write(address, HEADER);
    Ok(address + HEADER)
}

/// Returns why a launch can't be, or 0. As on an H200, the block that a kernel requires isn't looked at.
fn refusal(core: &Core<'_>, kernel: &Kernel, child: &Child) -> u32 {
    let most = kernel.max_threads.unwrap_or(1024);
    let (grid, block) = (child.grid, child.block);
    let is_valid = !grid.contains(&0)
        && grid[1].max(grid[2]) < 1 << 16
        && grid[0] < 1 << 31
        && block.iter().all(|n| (1..=1024).contains(n))
        && block.iter().product::<u32>() <= most.min(1024)
        && block[2] <= 64
        && u64::from(kernel.shared_static) + u64::from(child.dynamic_shared)
            <= shared_of_block(core, kernel);
    let is_of_clusters =
        kernel.required_cluster.is_none_or(|n| (0..3).all(|i| grid[i] % n[i].max(1) == 0));
    if !is_valid {
        INVALID_CONFIGURATION
    } else if !is_of_clusters {
        INVALID_CLUSTER_SIZE
    } else if !is_stream(core, child.stream) {
        INVALID_VALUE
    } else {
        0
    }
}

/// Returns the shared memory that a block may have without an attribute of its kernel, which no kernel can set.
fn shared_of_block(core: &Core<'_>, kernel: &Kernel) -> u64 {
    const DEFAULT: u32 = 48 << 10;
    let most = core.grid.device.shared_per_block;
    u64::from(if kernel.shared_static > DEFAULT { most } else { DEFAULT.min(most) })
}

/// `cudaLaunchDeviceV2(buffer, stream)`; `z` is the call site.
pub struct LaunchKernel;
impl Op for LaunchKernel {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        for lane in core.active() {
            let site = &core.code.calls[inst.z as usize];
            let value = |index: usize| {
                site.arguments.get(index).map_or(0, |&(at, _)| argument(core, lane, at))
            };
            let (buffer, stream) = (value(0), value(1));
            let Some((kernel, child)) = child(core, lane, buffer, stream) else {
                let lane = lane as u32;
                let message = format!(
                    "cudaLaunchDevice: {buffer:#x} isn't a buffer of cudaGetParameterBuffer, or was launched before"
                );
                return core.fault_kind(FaultKind::BadOperand { lane, message });
            };
            let code = match refusal(core, kernel, &child) {
                0 => launch(core, child),
                code => code,
            };
            fail(core, lane, code);
            result(core, inst, lane, code);
        }
        core.forget_allocations();
        CONTINUE
    }
}

/// Launches a kernel by another one, and returns the code.
pub(super) fn launch(core: &Core<'_>, child: Child) -> u32 {
    let (grid, most) = (core.grid, core.grid.launch.limits.pending_launches);
    let is_tail = child.stream == Child::TAIL;
    match grid.launch.children {
        None => NOT_SUPPORTED,
        Some(_) if is_tail && grid.tail_launches.fetch_add(1, Ordering::Relaxed) >= most => {
            LAUNCH_PENDING_COUNT_EXCEEDED
        }
        Some(children) => {
            children.lock().push(child);
            0
        }
    }
}

/// Reads and frees a parameter buffer.
fn child<'a>(
    core: &Core<'a>,
    lane: usize,
    buffer: u64,
    stream: u64,
) -> Option<(&'a Kernel, Child)> {
    let address = buffer.checked_sub(HEADER)?;
    let header = core.read_bytes(lane, address, HEADER as u32)?;
    let words: Vec<u32> = header
        .chunks_exact(4)
        .map_while(|chunk| Some(u32::from_le_bytes(chunk.try_into().ok()?)))
        .collect();
    let [low, high, grid @ .., block_x, block_y, block_z, dynamic_shared] = words.get(..9)? else {
        return None;
    };
    let handle = u64::from(*low) | u64::from(*high) << 32;
    let (kernel, of) = core.grid.launch.image.program().kernel_of_handle(handle)?;
    let params = core.read_bytes(lane, buffer, of.param_size)?;
    core.memory().heap_free(address).then(|| {
        let child = Child {
            kernel,
            grid: [grid[0], grid[1], grid[2]],
            block: [*block_x, *block_y, *block_z],
            cluster: of.required_cluster.unwrap_or([1; 3]),
            dynamic_shared: *dynamic_shared,
            params,
            stream,
            launcher: thread(core, lane).0,
            before: before(core, lane),
        };
        (of, child)
    })
}

/// `cudaGetLastError()`, or `cudaPeekAtLastError()` if `y` is 1: of the thread's launches; `z` is the call site.
pub struct LaunchError;
impl Op for LaunchError {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        for lane in core.active() {
            let thread = thread(core, lane);
            let mut runtime = core.grid.runtime();
            let error = match inst.y {
                1 => runtime.errors.get(&thread).copied(),
                _ => runtime.errors.remove(&thread),
            };
            drop(runtime);
            result(core, inst, lane, error.unwrap_or(0));
        }
        CONTINUE
    }
}

/// The thread's block and its number in it.
pub(super) fn thread(core: &Core<'_>, lane: usize) -> ([u32; 3], u32) {
    let block = core.block_group.blocks.get(core.block).map_or([0; 3], |block| block.index);
    (block, core.warp as u32 * 32 + lane as u32)
}

fn result<T>(core: &Core<'_>, inst: &Inst, lane: usize, value: T) {
    if let Some(&(at, _)) = core.code.calls[inst.z as usize].results.first() {
        answer(core, lane, at, value);
    }
}
