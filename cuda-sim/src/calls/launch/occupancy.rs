//! Occupancy: how many blocks can be resident on a multiprocessor. A core has no such limit; the numbers are those of a
//! GPU with the same compute capability.

use core::ffi::{c_int, c_uint};
use core::slice;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::module::MAX_BLOCK;
use crate::state::{
    error::*,
    module::Function,
    outcome::{Outcome, store},
};
use cuda_sim_engine::Kernel;

/// The number of registers of a multiprocessor, and the granularity of a warp's allocation.
const REGISTERS: u32 = 65_536;
const REGISTER_GRAIN: u32 = 256;
/// The parts of a multiprocessor, each with its own registers and warps.
const PARTS: u32 = 4;
/// The reserved shared memory of each block, in addition to its own.
const RESERVED_SHARED: u32 = 1024;

/// Returns how many warps of a kernel have registers on a multiprocessor, each of whose parts has the same number.
fn warps_by_registers(kernel: &Kernel) -> u32 {
    let of_warp = (kernel.registers.clamp(8, 255) * 32).next_multiple_of(REGISTER_GRAIN);
    REGISTERS / PARTS / of_warp * PARTS
}

/// Returns the size of the largest block whose registers fit on a multiprocessor. Larger ones run, too, up to the limit of
/// every block: a GPU's compiler may need fewer registers.
pub(in crate::calls) fn most_threads(kernel: &Kernel) -> u32 {
    let fitting = warps_by_registers(kernel) * 32;
    kernel.max_threads.unwrap_or(MAX_BLOCK.min(fitting))
}

impl Call {
    /// Returns how many blocks of `threads` threads fit on a multiprocessor.
    pub(in crate::calls) fn resident_blocks(
        &self,
        kernel: &Kernel,
        threads: u32,
        dynamic_shared: u32,
    ) -> u32 {
        let model = &self.system.model;
        if threads == 0 || threads > kernel.max_threads.unwrap_or(MAX_BLOCK) {
            return 0;
        }
        let warps = threads.div_ceil(32);
        let by_threads = model.threads_per_multiprocessor() / (warps * 32);
        let by_registers = warps_by_registers(kernel) / warps;
        let shared =
            kernel.shared_static.saturating_add(dynamic_shared).saturating_add(RESERVED_SHARED);
        let by_shared = model.shared_per_multiprocessor() / shared;
        by_threads.min(by_registers).min(by_shared).min(model.blocks_per_multiprocessor())
    }

    pub(crate) unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &self,
        numBlocks: *mut c_int,
        func: CUfunction,
        blockSize: c_int,
        dynamicSMemSize: usize,
    ) -> Outcome {
        self.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            numBlocks,
            func,
            blockSize,
            dynamicSMemSize,
            0,
        )
    }

    pub(crate) unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &self,
        numBlocks: *mut c_int,
        func: CUfunction,
        blockSize: c_int,
        dynamicSMemSize: usize,
        flags: c_uint,
    ) -> Outcome {
        self.usable_context()?;
        if numBlocks.is_null() || flags > 1 {
            return Err(INVALID_VALUE);
        }
        let function = self.function(func)?;
        if blockSize <= 0 {
            return Err(INVALID_VALUE);
        }
        let shared = u32::try_from(dynamicSMemSize).unwrap_or(u32::MAX);
        store(
            numBlocks,
            self.resident_blocks(function.kernel()?, blockSize as u32, shared) as c_int,
        )
    }

    pub(crate) unsafe fn cuOccupancyMaxPotentialBlockSize(
        &self,
        minGridSize: *mut c_int,
        blockSize: *mut c_int,
        func: CUfunction,
        blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
        dynamicSMemSize: usize,
        blockSizeLimit: c_int,
    ) -> Outcome {
        self.cuOccupancyMaxPotentialBlockSizeWithFlags(
            minGridSize,
            blockSize,
            func,
            blockSizeToDynamicSMemSize,
            dynamicSMemSize,
            blockSizeLimit,
            0,
        )
    }

    pub(crate) unsafe fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        &self,
        minGridSize: *mut c_int,
        blockSize: *mut c_int,
        func: CUfunction,
        blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
        dynamicSMemSize: usize,
        blockSizeLimit: c_int,
        flags: c_uint,
    ) -> Outcome {
        self.usable_context()?;
        let function = self.function(func)?;
        if minGridSize.is_null() || blockSize.is_null() || flags > 1 || blockSizeLimit < 0 {
            return Err(INVALID_VALUE);
        }
        let kernel = function.kernel()?;
        let most = kernel.max_threads.unwrap_or(MAX_BLOCK).min(MAX_BLOCK);
        let most = if blockSizeLimit == 0 { most } else { most.min(blockSizeLimit as u32) };
        let mut best = (0, 0, 0);
        let sizes = core::iter::once(most).chain((32..most).rev().filter(|size| size % 32 == 0));
        for size in sizes {
            let shared = match blockSizeToDynamicSMemSize {
                Some(shared) => shared(size as c_int),
                None => dynamicSMemSize,
            };
            let blocks =
                self.resident_blocks(kernel, size, u32::try_from(shared).unwrap_or(u32::MAX));
            if blocks * size > best.0 {
                best = (blocks * size, size, blocks);
            }
        }
        let (_, size, blocks) = best;
        store(blockSize, size as c_int)?;
        store(minGridSize, (blocks * self.system.model.engine.multiprocessors) as c_int)
    }

    pub(crate) unsafe fn cuOccupancyAvailableDynamicSMemPerBlock(
        &self,
        dynamicSmemSize: *mut usize,
        func: CUfunction,
        numBlocks: c_int,
        blockSize: c_int,
    ) -> Outcome {
        self.usable_context()?;
        if dynamicSmemSize.is_null() || numBlocks <= 0 {
            return Err(INVALID_VALUE);
        }
        let function = self.function(func)?;
        if blockSize <= 0 {
            return Err(INVALID_VALUE);
        }
        let model = &self.system.model;
        let share = model.shared_per_multiprocessor() / numBlocks as u32;
        let own = share
            .min(model.engine.shared_per_block + RESERVED_SHARED)
            .saturating_sub(RESERVED_SHARED);
        let kernel = function.kernel()?;
        let settings = *function.settings.lock();
        let limit = settings.max_dynamic_shared(kernel, &model.engine);
        let free = own.saturating_sub(kernel.shared_static).min(limit);
        store(dynamicSmemSize, free as usize)
    }

    /// Clusters aren't limited to a group of multiprocessors here, so the result is the limit of launches.
    pub(crate) unsafe fn cuOccupancyMaxPotentialClusterSize(
        &self,
        clusterSize: *mut c_int,
        func: CUfunction,
        config: *const CUlaunchConfig,
    ) -> Outcome {
        self.usable_context()?;
        let (config, function) = self.clusters_of(config, func)?;
        let settings = *function.settings.lock();
        let (limit, cluster) = (settings.max_cluster(), cluster_blocks(config)?);
        // An H200's driver rejects a cluster that exceeds the portable limit, but not one that exceeds its own.
        if !settings.non_portable_cluster && cluster.is_some_and(|blocks| blocks > limit) {
            return Err(INVALID_CLUSTER_SIZE);
        }
        store(clusterSize, limit as c_int)
    }

    pub(crate) unsafe fn cuOccupancyMaxActiveClusters(
        &self,
        numClusters: *mut c_int,
        func: CUfunction,
        config: *const CUlaunchConfig,
    ) -> Outcome {
        self.usable_context()?;
        let (config, function) = self.clusters_of(config, func)?;
        let threads =
            config.blockDimX.saturating_mul(config.blockDimY).saturating_mul(config.blockDimZ);
        let blocks = self.resident_blocks(function.kernel()?, threads, config.sharedMemBytes);
        let clusters = match cluster_blocks(config)? {
            None => 0,
            Some(cluster) if cluster > function.settings.lock().max_cluster() => {
                return Err(INVALID_CLUSTER_SIZE);
            }
            Some(cluster) => blocks * self.system.model.engine.multiprocessors / cluster.max(1),
        };
        store(numClusters, clusters as c_int)
    }

    /// Returns the arguments of a question about clusters, which rejects a null function as a value.
    unsafe fn clusters_of<'a>(
        &self,
        config: *const CUlaunchConfig,
        function: CUfunction,
    ) -> Result<(&'a CUlaunchConfig, Arc<Function>), CUresult> {
        if function.is_null() {
            return Err(INVALID_VALUE);
        }
        Ok((config.as_ref().ok_or(INVALID_VALUE)?, self.function(function)?))
    }
}

/// Returns the blocks of a cluster, if there is one among the attributes of a launch; that of no blocks in any
/// dimension is none.
///
/// # Safety
/// The configuration has that many attributes.
unsafe fn cluster_blocks(config: &CUlaunchConfig) -> Result<Option<u32>, CUresult> {
    if config.attrs.is_null() {
        return Ok(None);
    }
    let attributes = slice::from_raw_parts(config.attrs, config.numAttrs as usize);
    let cluster = attributes
        .iter()
        .find(|it| it.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    let Some(cluster) = cluster else {
        return Ok(None);
    };
    let CUlaunchAttributeValue_clusterDim { x, y, z } = cluster.value.clusterDim;
    match [x, y, z] {
        [0, 0, 0] => Ok(None),
        shape if shape.contains(&0) => Err(INVALID_CLUSTER_SIZE),
        _ => Ok(Some(x.saturating_mul(y).saturating_mul(z))),
    }
}
