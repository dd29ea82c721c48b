use core::fmt;

use crate::error::{CuResult, debug_as_display};
use crate::shape::Dim3;

/// What is wrong with arguments that do not match a kernel's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentMismatch {
    /// The number of arguments is wrong.
    #[error("the kernel takes {expected} arguments, and {given} were given")]
    Count {
        /// The number of arguments that the kernel takes.
        expected: usize,
        /// The number of arguments that were given.
        given: usize,
    },
    /// An argument has the wrong size.
    #[error(
        "argument {index} (counted from 0) of the kernel takes {expected} bytes, and {given} were given"
    )]
    Size {
        /// The index of the argument, from 0.
        index: usize,
        /// The size in bytes that the kernel takes.
        expected: usize,
        /// The size in bytes that was given.
        given: usize,
    },
    /// An argument's type has a larger alignment than the parameter.
    #[error(
        "argument {index} (counted from 0) of the kernel is at byte {offset}, where no type aligned to {align} bytes can be"
    )]
    Alignment {
        /// The index of the argument, from 0.
        index: usize,
        /// The offset of the parameter, in bytes.
        offset: usize,
        /// The alignment of the argument's type, in bytes.
        align: usize,
    },
}

/// The arguments of a launch whose number or sizes aren't those of the kernel's parameters. Nothing was launched.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MismatchedLaunch {
    /// The kernel's name; `None` if the driver doesn't report it.
    pub kernel: Option<String>,
    /// What is wrong.
    pub mismatch: ArgumentMismatch,
    /// The type of the argument of another size; `None` for one of an [`ArgumentList`](crate::ArgumentList).
    pub argument: Option<&'static str>,
}

impl std::error::Error for MismatchedLaunch {}

impl fmt::Display for MismatchedLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kernel = named(self.kernel.as_deref());
        match (self.mismatch, self.argument) {
            (ArgumentMismatch::Count { expected, given }, _) => {
                write!(f, "{kernel} takes {expected} arguments, and {given} were given")
            }
            (ArgumentMismatch::Size { index, expected, given }, argument) => {
                write!(f, "argument {index} (counted from 0) ")?;
                match argument {
                    Some(name) => write!(f, "is a `{name}` of {given} bytes")?,
                    None => write!(f, "has {given} bytes")?,
                }
                write!(f, ", and the parameter of {kernel} has {expected}")?;
                match argument {
                    Some("f64") => f.write_str("; a number like `2.0` is an `f64`: write `2.0f32`"),
                    Some("i32") => f.write_str("; a number like `2` is an `i32`: write `2u64`"),
                    _ => Ok(()),
                }
            }
            (ArgumentMismatch::Alignment { index, offset, align }, argument) => {
                let ty = argument.map_or("type".into(), |name| format!("`{name}`"));
                write!(
                    f,
                    "parameter {index} (counted from 0) of {kernel} is at byte {offset}, where no {ty} can be, which is \
                     aligned to {align} bytes"
                )
            }
        }
    }
}

/// A launch that doesn't meet the condition of a [typed kernel](crate::launch::TypedKernel). Nothing was launched.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnmetCondition {
    /// The kernel's name; `None` if the driver doesn't report it.
    pub kernel: Option<String>,
    /// The grid, in blocks.
    pub grid: Dim3,
    /// The block, in threads.
    pub block: Dim3,
    /// The dynamic shared memory of a block, in bytes.
    pub shared_memory: u32,
    /// The arguments: the numbers, the lengths of memory, and the types of others.
    pub arguments: Vec<String>,
}

impl std::error::Error for UnmetCondition {}

impl fmt::Display for UnmetCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel, grid, block, shared_memory, arguments } = self;
        let kernel = named(kernel.as_deref());
        write!(
            f,
            "a launch of {grid} blocks of {block} threads with {shared_memory} bytes of dynamic shared memory and its arguments ("
        )?;
        let mut separator = "";
        for argument in arguments {
            write!(f, "{separator}{argument}")?;
            separator = ", ";
        }
        write!(f, ") doesn't meet the condition of {kernel} (its author's, by `typed_if`)")
    }
}

/// Returns what a message calls a kernel.
fn named(kernel: Option<&str>) -> String {
    kernel.map_or("the kernel".into(), |name| format!("the kernel {name:?}"))
}

/// A launch that exceeds a limit.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{exceeded}: {result}")]
#[non_exhaustive]
pub struct RefusedLaunch {
    /// The value that is too large or zero.
    pub exceeded: LaunchLimit,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

/// The limit that a launch exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LaunchLimit {
    /// The grid or block has an extent of zero in some direction.
    Empty {
        /// The grid, in blocks.
        grid: Dim3,
        /// The block, in threads.
        block: Dim3,
    },
    /// The grid has too many blocks in one direction.
    Grid {
        /// The grid, in blocks.
        grid: Dim3,
        /// The maximum extent of a grid on the device, in blocks.
        limit: Dim3,
    },
    /// The block has too many threads in one direction.
    Block {
        /// The block, in threads.
        block: Dim3,
        /// The maximum extent of a block on the device, in threads.
        limit: Dim3,
    },
    /// The block has too many threads.
    Threads {
        /// The threads of the block.
        threads: u64,
        /// The maximum number of threads in a block of this kernel, limited by its registers or launch bounds.
        limit: u64,
    },
    /// The dynamic shared memory is too large.
    SharedMemory {
        /// The dynamic shared memory of a block, in bytes.
        bytes: u64,
        /// The kernel's limit, in bytes.
        limit: u64,
        /// The limit to which [`MAX_DYNAMIC_SHARED_SIZE_BYTES`](crate::module::FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES) can be raised, in bytes.
        opt_in: u64,
    },
    /// The grid isn't a whole number of clusters in some direction.
    PartialCluster {
        /// The grid, in blocks.
        grid: Dim3,
        /// The cluster, in blocks.
        cluster: Dim3,
    },
    /// A cluster has too many blocks.
    Cluster {
        /// The blocks of a cluster.
        blocks: u64,
        /// The maximum number of blocks in a cluster of this kernel with this launch.
        limit: u64,
        /// Whether the limit is the one of all devices, which
        /// [`NON_PORTABLE_CLUSTER_SIZE_ALLOWED`](crate::module::FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED) raises on some.
        is_portable: bool,
    },
    /// The blocks of a cooperative launch can't all run concurrently.
    Cooperative {
        /// The blocks of the grid.
        blocks: u64,
        /// The maximum number of blocks of this kernel, with this block and this dynamic shared memory, that the device
        /// runs concurrently.
        limit: u64,
    },
}

impl fmt::Display for LaunchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { grid, block } => {
                write!(
                    f,
                    "a grid of {grid} blocks of {block} threads has no threads; `Launch::elements` has \
                     a block even for no elements"
                )
            }
            Self::Grid { grid, limit } => {
                write!(f, "a grid of {grid} blocks is larger than the device's limit of {limit}")
            }
            Self::Block { block, limit } => {
                write!(f, "a block of {block} threads is larger than the device's limit of {limit}")
            }
            Self::Threads { threads, limit } => write!(
                f,
                "a block of {threads} threads is larger than the kernel's limit of {limit}"
            ),
            Self::SharedMemory { bytes, limit, opt_in } => {
                write!(
                    f,
                    "{bytes} bytes of dynamic shared memory exceed the kernel's limit of {limit}"
                )?;
                if bytes > opt_in {
                    write!(
                        f,
                        "; the kernel can have at most {opt_in} in addition to its static shared memory"
                    )?;
                } else {
                    write!(
                        f,
                        "; setting `FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES` to {bytes} with `set_attribute` raises the limit"
                    )?;
                }
                Ok(())
            }
            Self::PartialCluster { grid, cluster } => {
                write!(f, "a grid of {grid} blocks isn't a whole number of clusters of {cluster}")
            }
            Self::Cluster { blocks, limit, is_portable } => {
                write!(
                    f,
                    "a cluster of {blocks} blocks is larger than the kernel's limit of {limit}"
                )?;
                if *is_portable {
                    write!(
                        f,
                        "; setting `FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED` to 1 with `set_attribute` raises it on \
                         some devices"
                    )?;
                }
                Ok(())
            }
            Self::Cooperative { blocks, limit } => write!(
                f,
                "a cooperative launch of {blocks} blocks exceeds the {limit} that the device runs concurrently; use fewer blocks, each \
                 with more work"
            ),
        }
    }
}

debug_as_display!(ArgumentMismatch, MismatchedLaunch, RefusedLaunch, UnmetCondition);
