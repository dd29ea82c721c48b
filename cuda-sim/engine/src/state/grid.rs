//! The state of a launch, which its workers share.

use crate::code::Code;
use crate::code::function::{Constant, Slot, Special};
use crate::device::fault::Fault;
use crate::device::windows::LOCAL_WINDOW;
use crate::device::{DeviceMemory, DeviceModel};
use crate::races::LaunchRaces;
use crate::state::allocations::Span;
use crate::state::interleaving::Interleaving;
use crate::state::launch::Launch;
use crate::state::launch::Output;
use crate::state::order::Order;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The size of a block's shared memory that is reserved for the system, in bytes. It exists only in programs that use
/// it.
pub const RESERVED_SHARED: u32 = 1024;
/// The part of it that is used: for synchronization by cooperative groups of several warps.
const RESERVED_SHARED_USED: u32 = 288;

/// What others may use at the same time, under their own locks: [`Core::memory`](crate::state::core::Core::memory) and
/// [`Core::output`](crate::state::core::Core::output) return it, once the worker keeps no lock itself.
pub struct Host<'l> {
    pub(super) memory: &'l dyn DeviceMemory,
    pub(super) output: &'l dyn Output,
}

impl<'l> Host<'l> {
    pub fn new(memory: &'l dyn DeviceMemory, output: &'l dyn Output) -> Self {
        Host { memory, output }
    }
}

/// Everything that is the same for all blocks of a launch.
pub struct Grid<'l> {
    /// The launch.
    pub launch: &'l Launch<'l>,
    /// The program's code.
    pub code: &'l Code,
    /// The device.
    pub device: &'l DeviceModel,
    /// Index of the kernel's function.
    pub function: usize,
    /// Device memory, and the destination of `printf`.
    pub host: Host<'l>,
    /// Whether written memory is tracked.
    pub watches_writes: bool,
    /// Whether some accesses beyond an allocation are only reported.
    pub is_tolerant: bool,
    /// Threads of a block.
    pub threads: u32,
    /// Blocks of a block group.
    pub block_group_size: u32,
    /// The number of block groups of the grid.
    pub block_groups: u64,
    /// The size of a block's shared memory in bytes, including the reserved part.
    pub shared_size: u32,
    /// The size of the reserved part at its start, in bytes.
    pub reserved_shared: u32,
    /// The distance between the shared memory of adjacent blocks, in bytes.
    pub shared_stride: u32,
    /// Bytes of local memory of a thread; 0 when the kernel uses none.
    pub local_per_lane: u32,
    /// Constants that are the same for all blocks.
    pub launch_slots: Vec<Slot>,
    /// Constants that differ from block to block.
    pub block_slots: Vec<Slot>,
    /// The launch's own memory that kernels may access: parameters and the cooperative workspace.
    pub own: Vec<Span>,
    /// Address of the workspace of a cooperative launch.
    pub workspace: u64,
    /// The workspace itself.
    pub _workspace_words: Box<[AtomicU64]>,
    /// The launch's number.
    pub id: u64,
    /// The index of the next block group that hasn't started.
    pub next: AtomicU64,
    /// Whether a fault has ended the launch.
    pub stop: AtomicBool,
    /// The first fault.
    pub fault: Mutex<Option<Fault>>,
    /// The number of executed warp instructions, if there is a limit.
    pub fuel_used: AtomicU64,
    /// The number of warps whose assertion has failed, with whose first fault the launch ends.
    pub asserted: AtomicU32,
    /// Whether it was reported that the launch takes long.
    pub is_reported: AtomicBool,
    /// The order of block groups, if it isn't the default.
    pub order: Option<Order>,
    /// How its threads are interleaved at their accesses, if they are.
    pub interleaving: Option<Interleaving<'l>>,
    /// The detector of races, if the launch is checked.
    pub races: Option<LaunchRaces<'l>>,
    /// What its threads have of the device's runtime.
    pub runtime: Mutex<DeviceRuntime>,
    /// The number of tail launches by its threads, with those that were refused.
    pub tail_launches: AtomicU64,
    /// When the launch began.
    pub begin: std::time::Instant,
}

/// What the threads of a grid have of the device's runtime.
#[derive(Debug, Default)]
pub struct DeviceRuntime {
    /// The last error of each thread that has one: by block, and the number in it.
    pub errors: BTreeMap<([u32; 3], u32), u32>,
    /// The streams and events that they have created, and not destroyed, which no other grid can use.
    pub streams: BTreeSet<u64>,
    pub events: BTreeSet<u64>,
}

impl Grid<'_> {
    /// Returns the kernel's name.
    pub fn name(&self) -> &str {
        &self.launch.kernel.name
    }

    /// Returns the distance between the local memory of adjacent lanes, in bytes.
    pub fn local_stride(&self) -> usize {
        self.local_per_lane.next_multiple_of(16) as usize
    }

    /// Returns what its threads have of the device's runtime.
    pub fn runtime(&self) -> MutexGuard<'_, DeviceRuntime> {
        self.runtime.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Reports the launch, once, if it takes longer than its limits say.
    #[cold]
    pub fn report_if_it_takes_long(&self) {
        if !self.is_reported.load(Ordering::Relaxed)
            && self.begin.elapsed() >= self.launch.limits.patience
            && !self.is_reported.swap(true, Ordering::Relaxed)
        {
            self.host.output.takes_long(self.launch);
        }
    }

    /// Records a fault, unless there already is one, and stops the launch.
    pub fn fail(&self, fault: Fault) {
        let mut first = self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.get_or_insert(fault);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Records the fault of an assertion, unless there already is one, and lets other threads go on, if few have failed.
    pub fn fail_in_the_end(&self, fault: Fault) {
        /// The number of warps whose assertions are printed.
        const MOST: u32 = 256;
        let mut first = self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.get_or_insert(fault);
        let failed = self.asserted.fetch_add(1, Ordering::Relaxed) + 1;
        if failed == 1 {
            // From now on, there is another limit.
            self.fuel_used.store(0, Ordering::Relaxed);
        }
        self.stop.fetch_or(failed >= MOST, Ordering::Relaxed);
    }

    /// Returns `true` if an assertion has failed.
    pub fn has_asserted(&self) -> bool {
        self.asserted.load(Ordering::Relaxed) > 0
    }

    /// Returns the number of block groups that are to start: all, or when an assertion has failed, about as many as are resident on
    /// a GPU, which are those that print theirs.
    pub fn to_start(&self) -> u64 {
        const RESIDENT: u64 = 2048;
        if self.has_asserted() { self.block_groups.min(RESIDENT) } else { self.block_groups }
    }

    /// Returns the index along `axis`, within the block, of thread `number`.
    fn thread(&self, number: u32, axis: u8) -> u32 {
        let [x, y, _] = self.launch.block;
        match axis {
            0 if number < x => number,
            0 => number % x,
            1 => number / x % y,
            2 => number / x / y,
            _ => 0,
        }
    }

    /// Returns the index within the block of thread `number`.
    pub fn thread_index(&self, number: u32) -> [u32; 3] {
        [0, 1, 2].map(|axis| self.thread(number, axis))
    }

    /// Returns the index within the grid of the block with rank `rank` of block group `block_group`.
    pub fn block_index(&self, block_group: u64, rank: u32) -> [u32; 3] {
        let cluster = self.launch.cluster;
        let clusters = self.clusters();
        let block_group = self.order.map_or(block_group, |order| order.at(block_group));
        let at = [
            (block_group % u64::from(clusters[0])) as u32,
            (block_group / u64::from(clusters[0]) % u64::from(clusters[1])) as u32,
            (block_group / u64::from(clusters[0]) / u64::from(clusters[1])) as u32,
        ];
        let inner =
            [rank % cluster[0], rank / cluster[0] % cluster[1], rank / cluster[0] / cluster[1]];
        std::array::from_fn(|axis| at[axis] * cluster[axis] + inner[axis])
    }

    fn clusters(&self) -> [u32; 3] {
        std::array::from_fn(|axis| (self.launch.grid[axis] / self.launch.cluster[axis]).max(1))
    }

    /// Returns the value of a constant for a lane.
    #[allow(clippy::too_many_arguments, reason = "the coordinates of one lane")]
    pub fn value(
        &self,
        constant: Constant,
        block: [u32; 3],
        number: u64,
        rank: u32,
        warp: u32,
        lane: u32,
        local_base: u32,
    ) -> u64 {
        match constant {
            Constant::Value(value) => value,
            Constant::Global(index, offset) => {
                let address =
                    self.launch.image.addresses().get(index as usize).copied().unwrap_or(0);
                address.wrapping_add_signed(offset)
            }
            Constant::Local(offset) | Constant::StackTop(offset) => {
                u64::from(local_base) + u64::from(offset)
            }
            Constant::LocalGeneric(offset) => {
                LOCAL_WINDOW + u64::from(local_base) + u64::from(offset)
            }
            Constant::DynamicShared(offset) => {
                u64::from(self.shared_size - self.launch.dynamic_shared).wrapping_add_signed(offset)
            }
            Constant::Param(offset, size, signed) => {
                let mut bytes = [0; 8];
                let (at, size) = (offset as usize, size as usize);
                if let Some(part) = self.launch.params.get(at..at + size) {
                    bytes[..size].copy_from_slice(part);
                }
                let value = u64::from_le_bytes(bytes);
                let unused = 64 - 8 * size as u32;
                if signed { ((value << unused) as i64 >> unused) as u64 } else { value }
            }
            Constant::ParamAddress(offset) => {
                (self.launch.params.as_ptr() as u64).wrapping_add(u64::from(offset))
            }
            Constant::Special(special) => self.special(special, block, number, rank, warp, lane),
        }
    }

    fn special(
        &self,
        special: Special,
        block: [u32; 3],
        number: u64,
        rank: u32,
        warp: u32,
        lane: u32,
    ) -> u64 {
        let launch = self.launch;
        let axis = |of: [u32; 3], axis: u8| of.get(axis as usize).copied().unwrap_or(0);
        let bit = 1u32 << lane;
        let value = match special {
            Special::Tid(i) => self.thread(warp * 32 + lane, i),
            Special::Ntid(i) => axis(launch.block, i),
            Special::Ctaid(i) => axis(block, i),
            Special::Nctaid(i) => axis(launch.grid, i),
            Special::ClusterId(i) => axis(block, i) / axis(launch.cluster, i).max(1),
            Special::NclusterId(i) => axis(self.clusters(), i),
            Special::ClusterCtaid(i) => axis(block, i) % axis(launch.cluster, i).max(1),
            Special::ClusterNctaid(i) => axis(launch.cluster, i),
            Special::ClusterCtarank => rank,
            Special::ClusterNctarank => self.block_group_size,
            Special::ExplicitCluster => u32::from(self.block_group_size > 1),
            Special::LaneId => lane,
            Special::WarpId => warp,
            Special::NwarpId => self.threads.div_ceil(32),
            Special::SmId => (number % u64::from(self.device.multiprocessors.max(1))) as u32,
            Special::NsmId => self.device.multiprocessors,
            Special::GridId => return self.id,
            Special::CurrentGraph => return self.host.output.current_graph(),
            Special::LanemaskEq => bit,
            Special::LanemaskLt => bit - 1,
            Special::LanemaskLe => bit | (bit - 1),
            Special::LanemaskGt => !(bit | (bit - 1)),
            Special::LanemaskGe => !(bit - 1),
            Special::TotalSmem => self.shared_size - self.reserved_shared,
            Special::AggregateSmem => self.shared_size - self.reserved_shared + RESERVED_SHARED,
            Special::DynamicSmem => launch.dynamic_shared,
            // As on an H200, the reserved part comes first, and little of it is used.
            Special::ReservedSmem => 0,
            Special::ReservedSmemEnd => RESERVED_SHARED_USED,
            Special::ReservedSmemSize => RESERVED_SHARED,
            Special::Envreg(1) => (self.workspace >> 32) as u32,
            Special::Envreg(2) => self.workspace as u32,
            Special::Envreg(_) => 0,
        };
        u64::from(value)
    }

    /// Returns `true` for an address in constant memory.
    pub fn is_constant(&self, address: u64) -> bool {
        let image = self.launch.image;
        let globals = image.program().globals().iter().zip(image.addresses());
        globals.into_iter().any(|(global, &start)| {
            global.space == crate::code::program::Space::Const
                && address.wrapping_sub(start) < global.size.max(1)
        })
    }

    /// Returns `true` for an address in the kernel's parameters.
    pub fn is_param(&self, address: u64) -> bool {
        let params = self.launch.params;
        address.wrapping_sub(params.as_ptr() as u64) < params.len() as u64
    }
}
