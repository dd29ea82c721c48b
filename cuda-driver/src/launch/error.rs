use core::{fmt, ptr};

use crate::context::Context;
use crate::device::DeviceAttribute;
use crate::error::{CuResult, Error, ErrorCode, debug_as_display};
use crate::launch::{Dim3, Launch, launchable::sealed::Code};
use crate::module::FunctionAttribute;

/// A launch that exceeds a limit.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{exceeded}: {result}")]
#[non_exhaustive]
pub struct RefusedLaunch {
    /// The value that is too large or zero.
    pub exceeded: Exceeded,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

/// The limit that a launch exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exceeded {
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
        /// The limit to which [`FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES`] can be raised, in bytes.
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
        /// [`FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED`] raises on some.
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

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { grid, block } => {
                write!(f, "a grid of {grid} blocks of {block} threads has no threads")
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

debug_as_display!(RefusedLaunch);

impl Error {
    /// Creates the error of a launch that the driver rejected, with the limit that it exceeds, if that can be
    /// determined.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_launch(
        result: CuResult,
        code: &dyn Code,
        context: &Context,
        launch: Launch<'_>,
    ) -> Self {
        let exceeded = match result.code() {
            ErrorCode::INVALID_VALUE | ErrorCode::LAUNCH_OUT_OF_RESOURCES => {
                Exceeded::find(code, context, launch)
                    .or_else(|| Exceeded::find_cluster(code, context, launch))
            }
            ErrorCode::INVALID_CLUSTER_SIZE => Exceeded::find_cluster(code, context, launch),
            ErrorCode::COOPERATIVE_LAUNCH_TOO_LARGE => {
                Exceeded::find_cooperative(code, context, launch)
            }
            _ => None,
        };
        match exceeded {
            Some(exceeded) => Self::Launch(Box::new(RefusedLaunch { exceeded, result })),
            None => Self::Driver(result),
        }
    }
}

/// What is wrong with a launch. What the driver doesn't report is ignored.
impl Exceeded {
    /// Returns the limit of the grid, the block or the shared memory.
    fn find(code: &dyn Code, context: &Context, launch: Launch<'_>) -> Option<Self> {
        use DeviceAttribute as D;
        use FunctionAttribute as F;
        let (grid, block, bytes) = launch.shape();
        if grid.count() == 0 || block.count() == 0 {
            return Some(Self::Empty { grid, block });
        }
        let device = context.device();
        let of_device = |attribute| u32::try_from(device.attribute(attribute).ok()?).ok();
        let of_kernel = |attribute| u64::try_from(code.attribute_on(device, attribute).ok()?).ok();
        let limit = Dim3 {
            x: of_device(D::MAX_GRID_DIM_X)?,
            y: of_device(D::MAX_GRID_DIM_Y)?,
            z: of_device(D::MAX_GRID_DIM_Z)?,
        };
        if !grid.is_within(limit) {
            return Some(Self::Grid { grid, limit });
        }
        let limit = Dim3 {
            x: of_device(D::MAX_BLOCK_DIM_X)?,
            y: of_device(D::MAX_BLOCK_DIM_Y)?,
            z: of_device(D::MAX_BLOCK_DIM_Z)?,
        };
        if !block.is_within(limit) {
            return Some(Self::Block { block, limit });
        }
        let (threads, limit) = (block.count(), of_kernel(F::MAX_THREADS_PER_BLOCK)?);
        if threads > limit {
            return Some(Self::Threads { threads, limit });
        }
        let (bytes, limit) = (u64::from(bytes), of_kernel(F::MAX_DYNAMIC_SHARED_SIZE_BYTES)?);
        if bytes > limit {
            let whole = u64::from(of_device(D::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?);
            return Some(Self::SharedMemory {
                bytes,
                limit,
                opt_in: whole.saturating_sub(of_kernel(F::SHARED_SIZE_BYTES)?),
            });
        }
        None
    }

    /// Returns the limit of the clusters.
    fn find_cluster(code: &dyn Code, context: &Context, launch: Launch<'_>) -> Option<Self> {
        let (grid, cluster) = (launch.grid_dim(), launch.cluster_dim()?);
        if !grid.is_multiple_of(cluster) {
            return Some(Self::PartialCluster { grid, cluster });
        }
        // The driver returns no limit for a launch whose cluster is too large.
        let config = launch.attributes(&[]).config(ptr::null_mut());
        let _bound = context.bind().ok()?;
        // SAFETY: the context is current, the code alive, and there are no attributes.
        let limit = unsafe {
            context.raw().cuOccupancyMaxPotentialClusterSize(code.handle(), &raw const config)
        };
        let (blocks, limit) = (cluster.count(), u64::try_from(limit.ok()?).ok()?);
        let non_portable = FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
        (blocks > limit).then(|| Self::Cluster {
            blocks,
            limit,
            is_portable: code.attribute_on(context.device(), non_portable) == Ok(0),
        })
    }

    /// Returns the limit of the blocks of a cooperative launch.
    fn find_cooperative(code: &dyn Code, context: &Context, launch: Launch<'_>) -> Option<Self> {
        let (grid, block, bytes) = launch.shape();
        let threads = i32::try_from(block.count()).ok()?;
        let multiprocessors = DeviceAttribute::MULTIPROCESSOR_COUNT;
        let multiprocessors = context.device().attribute(multiprocessors).ok()?;
        let _bound = context.bind().ok()?;
        // SAFETY: the context is current and the code alive.
        let each = unsafe {
            context.raw().cuOccupancyMaxActiveBlocksPerMultiprocessor(
                code.handle(),
                threads,
                bytes as usize,
            )
        };
        let limit = u64::try_from(each.ok()?.checked_mul(multiprocessors)?).ok()?;
        let blocks = grid.count();
        (blocks > limit).then_some(Self::Cooperative { blocks, limit })
    }
}
