//! Occupancy: how many blocks can be resident on a multiprocessor. A core has no such limit; the numbers are those of a
//! GPU with the same compute capability.

use core::ffi::{c_int, c_uint};
use core::slice;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::launch::{Shape, count};
use crate::state::outcome::{In, Out, Outcome};
use crate::state::{
    error::*,
    model::Model,
    module::{Function, MAX_BLOCK, Settings},
};
use cuda_sim_engine::Kernel;

/// The cluster of a launch, if it has one.
type Cluster = Option<[u32; 3]>;

/// The number of registers of a multiprocessor, and the granularity of a warp's allocation.
const REGISTERS: u32 = 65_536;
const REGISTER_GRAIN: u32 = 256;
/// The parts of a multiprocessor, each with its own registers and warps.
const PARTS: u32 = 4;
/// The reserved shared memory of each block, in addition to its own, and the granularity of that.
const RESERVED_SHARED: u32 = 1024;
const SHARED_GRAIN: u32 = 128;
/// The multiprocessors of an H200's largest group, in which a cluster runs.
const LARGEST_GROUP: u32 = 18;
/// The sizes that a multiprocessor's shared memory can have, in kibibytes.
const CAPACITIES: [u32; 9] = [8, 16, 32, 64, 100, 132, 164, 196, 228];

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

/// Returns how many blocks of `threads` threads fit on a multiprocessor.
pub(in crate::calls) fn resident_blocks(
    model: &Model,
    kernel: &Kernel,
    settings: &Settings,
    threads: u32,
    dynamic_shared: u32,
) -> u32 {
    // A limit below the default one doesn't matter here.
    let default = Settings::default().max_dynamic_shared(kernel, &model.engine);
    let limit = settings.max_dynamic_shared(kernel, &model.engine).max(default);
    if threads == 0 || threads > MAX_BLOCK || dynamic_shared > limit {
        return 0;
    }
    let warps = threads.div_ceil(32);
    let by_threads = model.threads_per_multiprocessor() / (warps * 32);
    let by_registers = warps_by_registers(kernel) / warps;
    let shared = kernel.shared_static.saturating_add(dynamic_shared);
    let shared = shared.next_multiple_of(SHARED_GRAIN) + RESERVED_SHARED;
    let by_shared = shared_capacity(model, settings, shared) / shared;
    by_threads.min(by_registers).min(by_shared).min(model.blocks_per_multiprocessor())
}

/// Returns the size of a multiprocessor's shared memory with the function's preference, which is at least that of a block.
fn shared_capacity(model: &Model, settings: &Settings, block: u32) -> u32 {
    let most = model.shared_per_multiprocessor();
    let Ok(percent) = u32::try_from(settings.carveout) else { return most };
    let preferred = (most / 100 * percent + most % 100 * percent / 100).max(block);
    let sizes = CAPACITIES.map(|kibibytes| kibibytes << 10);
    sizes.into_iter().find(|size| *size >= preferred).unwrap_or(most).min(most)
}

impl Call {
    /// Returns how many blocks of `threads` threads fit on a multiprocessor.
    pub(in crate::calls) fn resident_blocks(
        &self,
        kernel: &Kernel,
        settings: &Settings,
        threads: u32,
        dynamic_shared: u32,
    ) -> u32 {
        resident_blocks(&self.system.model, kernel, settings, threads, dynamic_shared)
    }

    pub(crate) fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &self,
        numBlocks: Out<c_int>,
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

    pub(crate) fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &self,
        numBlocks: Out<c_int>,
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
        // As on an H200, of whose arithmetic the upper half is lost.
        let shared = dynamicSMemSize as u32;
        let settings = *function.settings.lock();
        let blocks = self.resident_blocks(function.kernel()?, &settings, blockSize as u32, shared);
        numBlocks.store(blocks as c_int)
    }

    pub(crate) fn cuOccupancyMaxPotentialBlockSize(
        &self,
        minGridSize: Out<c_int>,
        blockSize: Out<c_int>,
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

    pub(crate) fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        &self,
        minGridSize: Out<c_int>,
        blockSize: Out<c_int>,
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
        let mut settings = *function.settings.lock();
        // Other preferences don't matter here.
        if settings.carveout != 0 {
            settings.carveout = Settings::default().carveout;
        }
        let mut best = (0, 0, 0);
        let sizes = core::iter::once(most).chain((32..most).rev().filter(|size| size % 32 == 0));
        for size in sizes {
            let shared = match blockSizeToDynamicSMemSize {
                // SAFETY: the program's function has this signature, and may be called now.
                Some(shared) => unsafe { shared(size as c_int) },
                None => dynamicSMemSize,
            };
            let shared = u32::try_from(shared).unwrap_or(u32::MAX);
            let blocks = self.resident_blocks(kernel, &settings, size, shared);
            if blocks * size > best.0 {
                best = (blocks * size, size, blocks);
            }
        }
        let (_, size, blocks) = best;
        blockSize.store(size as c_int)?;
        minGridSize.store((blocks * self.system.model.engine.multiprocessors) as c_int)
    }

    pub(crate) fn cuOccupancyAvailableDynamicSMemPerBlock(
        &self,
        dynamicSmemSize: Out<usize>,
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
        let kernel = function.kernel()?;
        let settings = *function.settings.lock();
        let (blocks, threads) = (numBlocks as u32, blockSize as u32);
        if blocks > self.resident_blocks(kernel, &settings, threads, 0) {
            return Err(INVALID_VALUE);
        }
        let limit = settings.max_dynamic_shared(kernel, &self.system.model.engine);
        let share = shared_capacity(&self.system.model, &settings, 0) / blocks / SHARED_GRAIN
            * SHARED_GRAIN;
        // For one block, the memory is as large as it needs.
        let free = match blocks {
            1 => limit,
            _ => limit.min(share.saturating_sub(kernel.shared_static)),
        };
        dynamicSmemSize.store(free as usize)
    }

    // Clusters aren't limited to a group of multiprocessors here, so the result is the limit of launches.
    pub(crate) fn cuOccupancyMaxPotentialClusterSize(
        &self,
        clusterSize: Out<c_int>,
        func: CUfunction,
        config: In<CUlaunchConfig>,
    ) -> Outcome {
        self.usable_context()?;
        // SAFETY: the program's configuration has as many attributes as it says.
        let (config, given, function) = unsafe { self.clusters_of(config, func)? };
        let config = &config;
        clusterSize.not_null()?;
        let settings = *function.settings.lock();
        let is_larger = |cluster: [u32; 3]| count(cluster) > u64::from(settings.max_cluster());
        match given {
            // An H200's driver rejects a cluster that exceeds the portable limit, but not one that exceeds its own.
            Some(cluster) if settings.non_portable_cluster && is_larger(cluster) => {
                let grid = [config.gridDimX, config.gridDimY, config.gridDimZ];
                if grid.iter().zip(cluster).any(|(blocks, n)| blocks % n != 0) {
                    return Err(INVALID_CLUSTER_SIZE);
                }
            }
            _ => drop(self.cluster_of(config, given, &function)?),
        }
        let (_, multiprocessors) = self.multiprocessors_of(config)?;
        let most = match self.resident_of(config, &function)? {
            0 => 0,
            _ => settings.max_cluster().min(multiprocessors),
        };
        clusterSize.store(most as c_int)
    }

    pub(crate) fn cuOccupancyMaxActiveClusters(
        &self,
        numClusters: Out<c_int>,
        func: CUfunction,
        config: In<CUlaunchConfig>,
    ) -> Outcome {
        self.usable_context()?;
        // SAFETY: the program's configuration has as many attributes as it says.
        let (config, given, function) = unsafe { self.clusters_of(config, func)? };
        let config = &config;
        numClusters.not_null()?;
        let cluster = match self.cluster_of(config, given, &function) {
            // Unlike a launch, this answers how many of larger clusters there are.
            Err(INVALID_CLUSTER_SIZE) if self.is_too_large(config, given, &function)? => given,
            cluster => cluster?,
        };
        let (is_part, multiprocessors) = self.multiprocessors_of(config)?;
        let blocks = self.resident_of(config, &function)?;
        let each = cluster.map_or(u64::MAX, count);
        // Each block of a cluster has its own multiprocessor of a group.
        let group = if is_part { multiprocessors } else { LARGEST_GROUP };
        let clusters = if each > u64::from(group) {
            0
        } else {
            u64::from(blocks) * u64::from(multiprocessors) / each
        };
        numClusters.store(c_int::try_from(clusters).unwrap_or(c_int::MAX))
    }

    /// Returns `true` if only the size of the cluster is more than an H200 launches.
    fn is_too_large(
        &self,
        config: &CUlaunchConfig,
        given: Cluster,
        function: &Function,
    ) -> Result<bool, CUresult> {
        let kernel = function.kernel()?;
        let settings = *function.settings.lock();
        let grid = [config.gridDimX, config.gridDimY, config.gridDimZ];
        let is_whole = |cluster: [u32; 3]| {
            !cluster.contains(&0) && grid.iter().zip(cluster).all(|(blocks, n)| blocks % n == 0)
        };
        let is_free = settings.required_cluster(kernel) == [0; 3] && kernel.max_cluster.is_none();
        Ok(settings.non_portable_cluster && is_free && given.is_some_and(is_whole))
    }

    /// Returns how many blocks of a launch are resident on a multiprocessor.
    fn resident_of(&self, config: &CUlaunchConfig, function: &Function) -> Result<u32, CUresult> {
        let threads = count([config.blockDimX, config.blockDimY, config.blockDimZ]);
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        let settings = *function.settings.lock();
        Ok(self.resident_blocks(function.kernel()?, &settings, threads, config.sharedMemBytes))
    }

    /// Returns how many multiprocessors a launch has, and whether they are a green context's.
    fn multiprocessors_of(&self, config: &CUlaunchConfig) -> Result<(bool, u32), CUresult> {
        let part = self.stream(config.hStream)?.green()?;
        let all = self.system.model.engine.multiprocessors;
        Ok((part.is_some(), part.map_or(all, |part| part.multiprocessors)))
    }

    /// Returns the cluster of a launch, if it has one, after the checks of a launch, but those of what a block needs.
    fn cluster_of(
        &self,
        config: &CUlaunchConfig,
        given: Cluster,
        function: &Function,
    ) -> Result<Cluster, CUresult> {
        let kernel = function.kernel()?;
        let shape = Shape {
            grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
            block: [config.blockDimX, config.blockDimY, config.blockDimZ],
            cluster: given,
            ..Shape::default()
        };
        let is_empty = count(shape.grid) == 0 || count(shape.block) == 0;
        let is_large = shape.block[2] > MAX_BLOCK || count(shape.block) > u64::from(MAX_BLOCK);
        let most = kernel.max_threads.unwrap_or(MAX_BLOCK);
        let is_refused = kernel.required_block.is_some_and(|block| block != shape.block)
            || count(shape.block) > u64::from(most);
        let shape = if !is_empty && (is_large || is_refused) {
            // Such a block is no error here: there are none of its clusters, or those of another block.
            Shape { block: kernel.required_block.unwrap_or([1; 3]), ..shape }
        } else {
            shape
        };
        let cluster = self.check_shape(function, kernel, &shape)?;
        let has_cluster = given.is_some() || function.settings.lock().requires_cluster(kernel);
        Ok(has_cluster.then_some(cluster))
    }

    /// Returns the arguments of a question about clusters, which rejects a null function as a value.
    ///
    /// # Safety
    /// The configuration has as many attributes as it says.
    unsafe fn clusters_of(
        &self,
        config: In<CUlaunchConfig>,
        function: CUfunction,
    ) -> Result<(CUlaunchConfig, Cluster, Arc<Function>), CUresult> {
        if function.is_null() {
            return Err(INVALID_VALUE);
        }
        let config = config.read()?;
        if config.attrs.is_null() && config.numAttrs > 0 {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller guarantees it.
        let given = unsafe { given_cluster(&config) };
        Ok((config, given, self.function(function)?))
    }
}

/// Returns the cluster among the attributes of a launch; that of no blocks in all dimensions is none.
///
/// # Safety
/// The configuration has that many attributes.
unsafe fn given_cluster(config: &CUlaunchConfig) -> Cluster {
    if config.attrs.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees it.
    let attributes = unsafe { slice::from_raw_parts(config.attrs, config.numAttrs as usize) };
    let cluster = attributes.iter().find(|attribute| {
        attribute.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
    })?;
    // SAFETY: this field is the attribute's value.
    let CUlaunchAttributeValue_clusterDim { x, y, z } = unsafe { cluster.value.clusterDim };
    Some([x, y, z]).filter(|cluster| *cluster != [0; 3])
}
