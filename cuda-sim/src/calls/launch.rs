//! Launching kernels.

pub(crate) mod attribute;
mod legacy;
pub(crate) mod occupancy;

use core::ffi::{c_uint, c_void};
use std::sync::{Arc, OnceLock};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::device::questions;
use crate::calls::launch::attribute::has_valid_value;
use crate::state::module::{LARGEST_CLUSTER, MAX_BLOCK, block_of, blocks_of_grid};
use crate::state::{
    context::Context,
    error::*,
    event::Event,
    handles::Object,
    module::Function,
    outcome::{In, Outcome},
    stream::{GreenPart, Stream},
    ticket::Trigger,
    work::{Attributes, KernelLaunch, Work},
};
use cuda_sim_engine::{Kernel, Limits};

/// The maximum size of a grid and of a block in each dimension.
const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];
const MAX_BLOCK_SHAPE: [u32; 3] = [1024, 1024, 64];

/// The configuration of a launch.
#[derive(Default)]
pub(in crate::calls) struct Shape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: Option<[u32; 3]>,
    /// The cluster to use where it fits.
    pub preferred_cluster: Option<[u32; 3]>,
    pub dynamic_shared: u32,
    pub cooperative: bool,
    /// Events that the kernel triggers.
    pub events: Vec<(Arc<Event>, Trigger)>,
    /// The attributes that were given, by number.
    pub attributes: Attributes,
}

fn count(shape: [u32; 3]) -> u64 {
    shape.iter().fold(1, |product, n| product.saturating_mul(u64::from(*n)))
}

/// The arguments of a launch: a pointer to each, or a buffer of the caller with all of them.
enum KernelArguments {
    Pointers(*mut *mut c_void),
    Buffer(*const u8, usize),
}

impl KernelArguments {
    /// Reads what a launch was given, before its configuration is checked.
    ///
    /// # Safety
    /// `extra` is null, or a list as documented for `cuLaunchKernel`.
    unsafe fn read(
        kernel: &Kernel,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Result<Self, CUresult> {
        if kernel.params.is_empty() && extra.is_null() {
            return Ok(Self::Pointers(parameters));
        }
        if parameters.is_null() == extra.is_null() {
            return Err(INVALID_VALUE);
        }
        if extra.is_null() {
            return Ok(Self::Pointers(parameters));
        }
        // SAFETY: the caller guarantees such a list.
        let (buffer, size) = unsafe { read_extra(extra)? };
        Ok(Self::Buffer(buffer, size))
    }

    /// Builds the parameter buffer. Its size is the last that a launch checks, with `too_large` for one that is larger
    /// than all parameters.
    ///
    /// # Safety
    /// The pointers, one for each parameter, point to values of their sizes, or the buffer has its size.
    unsafe fn pack(self, kernel: &Kernel, too_large: CUresult) -> Result<Vec<u8>, CUresult> {
        let mut packed = vec![0u8; kernel.param_size as usize];
        match self {
            Self::Buffer(_, size) if size > packed.len() => return Err(too_large),
            Self::Buffer(_, 0) if packed.is_empty() => {}
            Self::Buffer(buffer, size) if size == 0 || buffer.is_null() => {
                return Err(INVALID_VALUE);
            }
            // As on an H200, a shorter buffer leaves the last parameters unspecified.
            // SAFETY: the caller's buffer has its size, and `packed` as many bytes, as was checked.
            Self::Buffer(buffer, size) => unsafe { packed.as_mut_ptr().copy_from(buffer, size) },
            Self::Pointers(parameters) => {
                for (i, parameter) in kernel.params.iter().enumerate() {
                    // SAFETY: the caller guarantees a pointer for each parameter.
                    let from = unsafe { *parameters.add(i) }.cast::<u8>();
                    let end = parameter.offset + parameter.size;
                    let place = packed.get_mut(parameter.offset as usize..end as usize);
                    let place = place.filter(|_| !from.is_null()).ok_or(INVALID_VALUE)?;
                    // SAFETY: the caller guarantees a value of the parameter's size.
                    unsafe { place.as_mut_ptr().copy_from(from, place.len()) };
                }
            }
        }
        Ok(packed)
    }
}

/// Reads the buffer and its size from a list of names and values.
///
/// # Safety
/// The list ends with `CU_LAUNCH_PARAM_END`.
unsafe fn read_extra(mut extra: *mut *mut c_void) -> Result<(*const u8, usize), CUresult> {
    let (mut buffer, mut size) = (core::ptr::null(), 0);
    loop {
        // SAFETY: the list goes on at least to its end.
        match unsafe { *extra } as usize as u32 {
            CU_LAUNCH_PARAM_END_AS_INT => return Ok((buffer, size)),
            CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT => {
                // SAFETY: a value follows this name.
                buffer = unsafe { *extra.add(1) }.cast_const().cast()
            }
            CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT => {
                // SAFETY: a value follows this name, which is null or points to the size.
                let value = unsafe { (*extra.add(1)).cast::<usize>().as_ref() };
                size = *value.ok_or(INVALID_VALUE)?
            }
            _ => return Err(INVALID_VALUE),
        }
        // SAFETY: another name follows.
        extra = unsafe { extra.add(2) };
    }
}

impl Call {
    /// Checks that the device can launch a kernel with this configuration, and returns its cluster.
    pub(in crate::calls) fn check_shape(
        &self,
        function: &Function,
        kernel: &Kernel,
        shape: &Shape,
    ) -> Result<[u32; 3], CUresult> {
        let settings = *function.settings.lock();
        let threads = count(shape.block);
        let most = u64::from(kernel.max_threads.unwrap_or(MAX_BLOCK).min(MAX_BLOCK));
        // Who launches a kernel of tiles doesn't choose its threads, and with others a block of one thread says the same.
        let required = kernel.required_block.filter(|_| !kernel.is_tile).unwrap_or([1; 3]);
        let is_free = kernel.required_block.is_none() && !kernel.is_tile;
        let is_required = is_free || [required, [1; 3]].contains(&shape.block);
        let refuse = |why: String| Err(self.system.refuse(INVALID_VALUE, &why));
        let is_block =
            is_required && (1..=most).contains(&threads) && shape.block[2] <= MAX_BLOCK_SHAPE[2];
        if is_block && shape.cluster.is_some_and(|cluster| cluster.contains(&0)) {
            return Err(INVALID_CLUSTER_SIZE);
        }
        for (level, sizes, limits) in
            [("Grid", shape.grid, MAX_GRID), ("Block", shape.block, MAX_BLOCK_SHAPE)]
        {
            for ((axis, size), limit) in ["X", "Y", "Z"].into_iter().zip(sizes).zip(limits) {
                match size {
                    0 => return refuse(format!("{level} Dimension {axis} must be nonzero")),
                    _ if size > limit => {
                        return refuse(format!(
                            "{level} Dimension {axis} of {size} exceeds maximum value of {limit}"
                        ));
                    }
                    _ => {}
                }
            }
        }
        if threads > most {
            return refuse(format!("Block of {threads} threads exceeds maximum of {most}"));
        }
        if !is_required {
            return Err(INVALID_VALUE);
        }
        let cluster = settings.cluster(kernel, shape.cluster)?;
        let grid = blocks_of_grid(kernel, shape.grid, cluster);
        if grid.iter().zip(MAX_GRID).any(|(blocks, limit)| *blocks > limit) {
            return refuse(format!("Grid of {grid:?} blocks exceeds maximum of {MAX_GRID:?}"));
        }
        if cluster.iter().zip(grid).any(|(n, blocks)| blocks % n != 0) {
            return Err(INVALID_CLUSTER_SIZE);
        }
        if count(cluster) > 1 && self.system.model.engine.compute_capability < (9, 0) {
            return Err(NOT_SUPPORTED);
        }
        if let Some(preferred) = shape.preferred_cluster {
            let is_whole = (0..3).all(|axis| {
                let (each, blocks) = (preferred[axis], grid[axis]);
                each > 0 && blocks % each == 0 && each % cluster[axis] == 0
            });
            let has_cluster = shape.cluster.is_some() || settings.requires_cluster(kernel);
            if !is_whole || !has_cluster || count(preferred) > u64::from(LARGEST_CLUSTER) {
                return Err(INVALID_CLUSTER_SIZE);
            }
        }
        let shared = settings.max_dynamic_shared(kernel, &self.system.model.engine);
        if shape.cooperative {
            let resident =
                self.resident_blocks(kernel, &settings, threads as u32, shape.dynamic_shared);
            if count(grid)
                > u64::from(resident) * u64::from(self.system.model.engine.multiprocessors)
            {
                return Err(COOPERATIVE_LAUNCH_TOO_LARGE);
            }
        }
        if shape.dynamic_shared > shared {
            return refuse(format!(
                "Requested dynamic shared memory size of {} bytes exceeds maximum dynamic shared memory size of {shared} bytes",
                shape.dynamic_shared
            ));
        }
        Ok(cluster)
    }

    /// Returns the function to launch on a stream: one of the stream's context, which determines that of a library's
    /// kernel.
    fn function_for(
        &self,
        function: CUfunction,
        stream: &Stream,
    ) -> Result<Arc<Function>, CUresult> {
        let function = self.function_in(function, || self.context_of(stream))?;
        if function.context() == stream.context { Ok(function) } else { Err(INVALID_HANDLE) }
    }

    /// A launch of a kernel, which was checked.
    fn kernel_launch(
        &self,
        function: &Function,
        context: &Context,
        shape: Shape,
        params: Vec<u8>,
    ) -> KernelLaunch {
        let limits = *context.limits.lock();
        let limit = |of: CUlimit| limits[of.0 as usize];
        let stack = limit(CUlimit::CU_LIMIT_STACK_SIZE);
        let run = *self.system.run.lock();
        self.system.questions.get_or_init(|| questions::answer);
        // Those of CUlimit have the runtime's numbers.
        let mut of_context = [0; 7];
        for (to, limit) in of_context.iter_mut().zip(limits) {
            *to = limit as u64;
        }
        KernelLaunch {
            image: function.image.clone(),
            kernel: function.kernel,
            grid: shape.grid,
            block: shape.block,
            cluster: shape.cluster.unwrap_or([1; 3]),
            dynamic_shared: shape.dynamic_shared,
            params,
            cooperative: shape.cooperative,
            limits: Limits {
                stack: u32::try_from(stack).unwrap_or(u32::MAX),
                fuel: run.instruction_limit,
                of_context,
                device: context.device as u32,
                pending_launches: limit(CUlimit::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT) as u64,
                ..Limits::default()
            },
            schedule_seed: run.schedule_seed,
            function: function.handle,
            context: function.context(),
            kern: 0,
            attributes: shape.attributes,
            pointers: OnceLock::new(),
            snapshot: Default::default(),
        }
    }

    /// Checks a launch as a node of a graph, with the attributes that it has.
    ///
    /// # Safety
    /// The parameters are as documented for `cuLaunchKernel`.
    pub(in crate::calls) unsafe fn node_launch(
        &self,
        function: &Function,
        context: &Context,
        mut shape: Shape,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Result<KernelLaunch, CUresult> {
        let kernel = function.kernel()?;
        // SAFETY: the caller guarantees it.
        let given = unsafe { KernelArguments::read(kernel, parameters, extra)? };
        shape.cluster = Some(self.check_shape(function, kernel, &shape)?);
        // SAFETY: the same.
        let params = unsafe { given.pack(kernel, INVALID_VALUE)? };
        Ok(self.kernel_launch(function, context, shape, params))
    }

    /// Returns the function to launch, after what the driver checks first.
    fn launchable(&self, function: CUfunction, stream: &Stream) -> Result<Arc<Function>, CUresult> {
        self.system.check()?;
        stream.refuse_in_lost_capture()?;
        self.function_for(function, stream)
    }

    /// Launches a kernel. What is wrong is reported in the order of an H200's driver: the stream's capture, the function,
    /// attributes, missing arguments, grid and block, clusters, cooperation, shared memory, the size of the arguments.
    ///
    /// # Safety
    /// The parameters are as documented for `cuLaunchKernel`.
    pub(in crate::calls) unsafe fn launch(
        &self,
        function: CUfunction,
        stream: &Arc<Stream>,
        shape: Shape,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Outcome {
        let launched = self.launchable(function, stream)?;
        // SAFETY: the caller guarantees it.
        unsafe { self.launch_function(function, &launched, stream, shape, parameters, extra) }
    }

    /// The same for a function that is [`launchable`](Self::launchable), of the handle `handle`.
    ///
    /// # Safety
    /// As for [`launch`](Self::launch).
    unsafe fn launch_function(
        &self,
        handle: CUfunction,
        function: &Arc<Function>,
        stream: &Arc<Stream>,
        mut shape: Shape,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Outcome {
        let kernel = function.kernel()?;
        // SAFETY: the caller guarantees it.
        let arguments = unsafe { KernelArguments::read(kernel, parameters, extra)? };
        let cluster = self.check_shape(function, kernel, &shape).inspect_err(|_| {
            // Unlike other errors, one of the configuration ends a capture.
            stream.invalidate_capture();
        })?;
        shape.cluster = Some(cluster);
        // A cluster can't be larger than the part of the device.
        let is_larger = |part: GreenPart| count(cluster) > u64::from(part.multiprocessors);
        if count(cluster) > 8 && stream.green()?.is_some_and(is_larger) {
            return Err(INVALID_CLUSTER_SIZE);
        }
        if shape.cooperative
            && let Some(part) = stream.green()?
        {
            let threads = count(block_of(kernel, shape.block)) as u32;
            let settings = *function.settings.lock();
            let resident = self.resident_blocks(kernel, &settings, threads, shape.dynamic_shared);
            if count(shape.grid) > u64::from(resident) * u64::from(part.multiprocessors) {
                return Err(COOPERATIVE_LAUNCH_TOO_LARGE);
            }
        }
        // Such a kernel needs the graph that it is part of.
        if kernel.launches_graphs && stream.capturing.lock().is_none() {
            return Err(NOT_SUPPORTED);
        }
        let context = self.context_of(stream)?;
        let events = core::mem::take(&mut shape.events);
        // SAFETY: the same.
        let params = unsafe { arguments.pack(kernel, LAUNCH_OUT_OF_RESOURCES)? };
        let mut launch = self.kernel_launch(function, &context, shape, params);
        if handle as usize != function.handle {
            // The handle of a library's kernel.
            launch.kern = handle as usize;
        }
        stream.submit(self.system, Work::Launch(Arc::new(launch)), None)?;
        for (event, trigger) in &events {
            event.record_at(*trigger, self.system, stream)?;
        }
        self.wait_if_blocking(stream)
    }

    /// Waits for a launch, and returns its fault, if `CUDA_LAUNCH_BLOCKING` says so.
    pub(in crate::calls) fn wait_if_blocking(&self, stream: &Arc<Stream>) -> Outcome {
        if self.system.run.lock().launch_blocking && stream.capturing.lock().is_none() {
            stream.synchronize(self.system)
        } else {
            Ok(())
        }
    }

    pub(crate) unsafe fn cuLaunchKernel(
        &self,
        f: CUfunction,
        gridDimX: c_uint,
        gridDimY: c_uint,
        gridDimZ: c_uint,
        blockDimX: c_uint,
        blockDimY: c_uint,
        blockDimZ: c_uint,
        sharedMemBytes: c_uint,
        hStream: CUstream,
        kernelParams: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Outcome {
        let shape = Shape {
            grid: [gridDimX, gridDimY, gridDimZ],
            block: [blockDimX, blockDimY, blockDimZ],
            dynamic_shared: sharedMemBytes,
            ..Shape::default()
        };
        // SAFETY: the parameters are those of this function.
        unsafe { self.launch(f, &self.stream(hStream)?, shape, kernelParams, extra) }
    }

    pub(crate) unsafe fn cuLaunchCooperativeKernel(
        &self,
        f: CUfunction,
        gridDimX: c_uint,
        gridDimY: c_uint,
        gridDimZ: c_uint,
        blockDimX: c_uint,
        blockDimY: c_uint,
        blockDimZ: c_uint,
        sharedMemBytes: c_uint,
        hStream: CUstream,
        kernelParams: *mut *mut c_void,
    ) -> Outcome {
        let shape = Shape {
            grid: [gridDimX, gridDimY, gridDimZ],
            block: [blockDimX, blockDimY, blockDimZ],
            dynamic_shared: sharedMemBytes,
            cooperative: true,
            ..Shape::default()
        };
        let (stream, none) = (self.stream(hStream)?, core::ptr::null_mut());
        // SAFETY: the parameters are as for `cuLaunchKernel`.
        unsafe { self.launch(f, &stream, shape, kernelParams, none) }
    }

    pub(crate) unsafe fn cuLaunchKernelEx(
        &self,
        config: In<CUlaunchConfig>,
        f: CUfunction,
        kernelParams: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Outcome {
        let config = &config.read()?;
        let mut shape = Shape {
            grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
            block: [config.blockDimX, config.blockDimY, config.blockDimZ],
            dynamic_shared: config.sharedMemBytes,
            ..Shape::default()
        };
        let stream = self.stream(config.hStream)?;
        let function = self.launchable(f, &stream)?;
        if config.attrs.is_null() && config.numAttrs > 0 {
            return Err(INVALID_VALUE);
        }
        for i in 0..config.numAttrs as usize {
            // SAFETY: the program's configuration has that many.
            unsafe { self.apply(&mut shape, &*config.attrs.add(i))? };
        }
        // SAFETY: the parameters are as for `cuLaunchKernel`.
        unsafe { self.launch_function(f, &function, &stream, shape, kernelParams, extra) }
    }

    /// Applies a launch attribute. Performance hints have no effect.
    ///
    /// # Safety
    /// The value is that of the attribute.
    unsafe fn apply(&self, shape: &mut Shape, attribute: &CUlaunchAttribute) -> Outcome {
        use CUlaunchAttributeID as A;
        let value = &attribute.value;
        if attribute.id != A::CU_LAUNCH_ATTRIBUTE_IGNORE {
            // SAFETY: a value has 64 bytes.
            let bytes = unsafe { (&raw const attribute.value).cast::<[u8; 64]>().read() };
            shape.attributes.insert(attribute.id.0, bytes);
        }
        match attribute.id {
            A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE => {
                // SAFETY: the field is this attribute's, as in the arms below.
                shape.cooperative = unsafe { value.cooperative } != 0
            }
            A::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION => {
                // SAFETY: the same.
                let CUlaunchAttributeValue_clusterDim { x, y, z } = unsafe { value.clusterDim };
                let cluster = [x, y, z];
                shape.cluster = (cluster != [0; 3]).then_some(cluster);
            }
            A::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT => {
                // SAFETY: the same.
                let event = unsafe { value.programmaticEvent };
                let trigger = match event.triggerAtBlockStart {
                    0 => Trigger::LaunchDependents,
                    _ => Trigger::Start,
                };
                shape.events.push((self.launch_event(event.event)?, trigger));
            }
            A::CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT => {
                // SAFETY: the same.
                let event = unsafe { value.launchCompletionEvent.event };
                shape.events.push((self.launch_event(event)?, Trigger::Start));
            }
            A::CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION => {
                // SAFETY: the same.
                let preferred = unsafe { value.preferredClusterDim };
                let cluster = [preferred.x, preferred.y, preferred.z];
                shape.preferred_cluster = (cluster != [0; 3]).then_some(cluster);
            }
            A::CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
                // SAFETY: the same.
                if unsafe { value.clusterSchedulingPolicyPreference }.0 > 2 =>
            {
                return Err(INVALID_VALUE);
            }
            // SAFETY: the caller guarantees it.
            id if !unsafe { has_valid_value(id, value) } => return Err(INVALID_VALUE),
            A::CU_LAUNCH_ATTRIBUTE_IGNORE
            | A::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
            | A::CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING
            | A::CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
            | A::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
            | A::CU_LAUNCH_ATTRIBUTE_PRIORITY
            | A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
            | A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
            | A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => {}
            A::CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => return Err(NOT_SUPPORTED),
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    /// Returns the event of a launch attribute, which must not record times.
    fn launch_event(&self, event: CUevent) -> Result<Arc<Event>, CUresult> {
        let event = self.system.events.get(event)?;
        if event.is_untimed() { Ok(event) } else { Err(NOT_SUPPORTED) }
    }
}
