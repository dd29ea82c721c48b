use core::ptr;

use crate::context::Context;
use crate::device::DeviceAttribute;
use crate::error::{CuResult, Error, ErrorCode};
use crate::launch::{Dim3, Launch, LaunchLimit, RefusedLaunch, launchable::sealed::Code};
use crate::module::FunctionAttribute;
use crate::stream::Stream;

impl Error {
    /// Creates the error of a launch on `stream` whose argument is memory of another stream.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_argument(index: usize, stream: &Stream, owner: &Stream) -> Self {
        if stream.context().shares_memory_with(owner.context()) {
            Self::ArgumentOfOtherStream { index }
        } else {
            Self::ArgumentOfOtherContext { index }
        }
    }

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
            ErrorCode::INVALID_HANDLE | ErrorCode::INVALID_CONTEXT if !code.is_of(context) => {
                return Self::FunctionOfOtherContext;
            }
            ErrorCode::INVALID_VALUE | ErrorCode::LAUNCH_OUT_OF_RESOURCES => {
                LaunchLimit::find(code, context, launch)
                    .or_else(|| LaunchLimit::find_cluster(code, context, launch))
            }
            ErrorCode::INVALID_CLUSTER_SIZE => LaunchLimit::find_cluster(code, context, launch),
            ErrorCode::COOPERATIVE_LAUNCH_TOO_LARGE => {
                LaunchLimit::find_cooperative(code, context, launch)
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
impl LaunchLimit {
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
