//! A launch, as it is requested.

use crate::code::counts::Counters;
use crate::code::program::{Image, Kernel};
use crate::device::error::ErrorCode;
use crate::device::fault::Fault;
use crate::races::{Checks, Item, LaunchClock};
use parking_lot::Mutex;
use std::time::Duration;

/// The limits of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The least local memory of a thread, in bytes, where recursion, indirect calls or `alloca` may need more than its
    /// variables and direct calls, which always have room.
    pub stack: u32,
    /// The maximum number of warp instructions of a launch; `None` for no limit. It is approximate, because only loop
    /// iterations are counted.
    pub fuel: Option<u64>,
    /// The maximum number of tail launches by a kernel, which all wait for its end.
    pub pending_launches: u64,
    /// The limits of the context, by the number that the runtime has for each.
    pub of_context: [u64; 7],
    /// The number of the device that it runs on.
    pub device: u32,
    /// How long a launch may take before it is [reported](Output::takes_long), once.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            stack: 1024,
            fuel: None,
            pending_launches: 2048,
            of_context: [1024, 0, 0, 0, 2048, 0, 0],
            device: 0,
            patience: Duration::from_secs(10),
        }
    }
}

/// One launch of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The loaded program with the kernel.
    pub image: &'a Image,
    /// The kernel, one of the image's program.
    pub kernel: &'a Kernel,
    /// The number of blocks of the grid.
    pub grid: [u32; 3],
    /// The number of threads of a block.
    pub block: [u32; 3],
    /// The number of blocks of a cluster; `[1, 1, 1]` for none.
    pub cluster: [u32; 3],
    /// The size of dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// The parameter buffer, with the layout of [`Kernel::params`].
    pub params: &'a [u8],
    /// Whether all blocks are resident, so that they can wait for each other.
    pub cooperative: bool,
    /// The kernel's limits.
    pub limits: Limits,
    /// A seed that runs blocks and warps in another order, to find races; `None` runs them in order. If schedules are checked, the
    /// number of the one to run in.
    pub schedule_seed: Option<u64>,
    /// A block at which the launch fails with this error, as if the block had caused it.
    pub planned_fault: Option<([u32; 3], ErrorCode)>,
    /// What is checked. Kernels are slower then, and run on one thread.
    pub checks: Checks,
    /// The launch as a detector of races knows it, which is told of every access; without it, nothing is checked.
    pub races: Option<&'a Item<'a>>,
    /// Where to count what is executed. Kernels are slower then.
    pub counters: Option<&'a Counters>,
    /// Where its launches of kernels go, which run after it; without it, they aren't supported.
    pub children: Option<&'a Mutex<Vec<Child>>>,
}

/// A launch by a kernel of another one of its program.
#[derive(Clone, Debug)]
pub struct Child {
    /// The index of the kernel in the program.
    pub kernel: usize,
    /// The number of blocks of the grid.
    pub grid: [u32; 3],
    /// The number of threads of a block.
    pub block: [u32; 3],
    /// The number of blocks of a cluster.
    pub cluster: [u32; 3],
    /// The size of dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// The parameter buffer.
    pub params: Vec<u8>,
    /// The stream, as the kernel names it.
    pub stream: u64,
    /// The index of the block that launches it.
    pub launcher: [u32; 3],
    /// What happened before, if races are looked for.
    pub before: LaunchClock,
}

impl Child {
    /// `cudaStreamTailLaunch`: the stream whose launches are after the kernel and its other launches, in order.
    pub const TAIL: u64 = 3;
}

/// What a kernel asks about its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The number of devices.
    DeviceCount,
    /// The number of the device that the kernel runs on.
    Device,
    /// An attribute of a device.
    DeviceAttribute {
        /// Its number.
        attribute: u32,
        /// The device's number.
        device: u32,
    },
    /// Where the name or the text of a code of the runtime is among all of them, in bytes.
    ErrorText {
        /// The code.
        code: u32,
        /// Whether the name is asked for.
        is_name: bool,
    },
    /// An attribute of a kernel.
    FunctionAttribute {
        /// The index of the kernel in the program.
        kernel: usize,
        /// Its number.
        attribute: u32,
    },
    /// How many blocks of a kernel fit on a multiprocessor.
    Occupancy {
        /// The index of the kernel in the program.
        kernel: usize,
        /// The number of threads of a block.
        threads: u32,
        /// The size of its dynamic shared memory in bytes.
        shared: u64,
    },
}

/// The destination of a kernel's `printf`.
pub trait Output: Sync {
    /// Prints the text of one `printf` of one thread.
    fn print(&self, text: &[u8]);

    /// Sets the condition of a graph, by `cudaGraphSetConditional`; by default nothing.
    fn set_condition(&self, handle: u64, value: u32) {
        let _ = (handle, value);
    }

    /// Launches the executable graph with this handle into one of the streams of a graph's kernels, by `cudaGraphLaunch`,
    /// and returns the runtime's error code; `None` if it isn't a graph for kernels to launch, a fault.
    fn launch_graph(&self, graph: u64, stream: u64) -> Option<u32> {
        let _ = (graph, stream);
        None
    }

    /// Answers a question of a kernel, or returns the runtime's error code; by default 801, not supported.
    fn answer(&self, launch: &Launch<'_>, question: Question) -> Result<u64, u32> {
        let _ = (launch, question);
        Err(801)
    }

    /// Returns the executable graph that the kernel is part of, if kernels may launch it, or 0.
    fn current_graph(&self) -> u64 {
        0
    }

    /// Reports a launch that takes longer than its limits' [patience](crate::state::launch::Limits::patience), and goes on. By default,
    /// nothing.
    fn takes_long(&self, launch: &Launch<'_>) {
        let _ = launch;
    }

    /// Reports an access that the memory [tolerates](crate::DeviceMemory::tolerates): the fault that it would have been, and the
    /// instruction, of which it may be one of many. By default, nothing.
    fn tolerated(&self, fault: Fault, kernel: &str, line: u32) {
        let _ = (fault, kernel, line);
    }

    /// Prints the text of a failed `assert` of one thread, by default to standard error.
    fn complain(&self, text: &[u8]) {
        use std::io::Write;
        // A failure to write to standard error can't be reported.
        let _ = std::io::stderr().write_all(text);
    }
}
