//! Launches: their shape, attributes and arguments, and typed kernels.

mod access_policy;
pub(crate) mod argument;
mod argument_list;
mod built;
mod check;
mod embedded_kernels;
mod error;
pub(crate) mod launchable;
mod occupancy;
mod on_stream;
mod stream_attributes;
mod tuple;
mod typed_kernel;

pub use crate::error::launch::{
    ArgumentMismatch, LaunchLimit, MismatchedLaunch, RefusedLaunch, UnmetCondition,
};
pub use crate::generated::enums::{
    ClusterSchedulingPolicy, LaunchAttributeId, LaunchAttributePortableClusterMode,
    LaunchMemSyncDomain, SharedMemoryMode,
};
pub use crate::shape::Dim3;
pub use access_policy::AccessPolicyWindow;
pub use argument::{Argument, Arguments, ByValue, Parameter, Parameters, Signature};
pub use argument_list::ArgumentList;
pub use check::ArgumentCheck;
pub(crate) use check::check_arguments_of;
pub use embedded_kernels::{AnyKernel, EmbeddedKernels};
pub use launchable::Launchable;
pub use occupancy::{BlockSize, OccupancyFlags};
pub use typed_kernel::{Always, Condition, TypedKernel};

use core::ffi::{c_int, c_uint, c_void};
use core::fmt;
use core::ptr;

use cuda_driver_sys::{
    CUfunction, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchAttributeValue, CUlaunchConfig,
    CUlaunchMemSyncDomainMap, CUstream,
};

use crate::driver::Raw;
use crate::error::CuResult;
use crate::event::Event;
use crate::opaque::Opaque;
use crate::stream::SynchronizationPolicy;

/// The configuration of a launch: grid, block, shared memory and attributes.
///
/// ```
/// use cuda_driver::{Launch, LaunchAttribute};
///
/// let plain = Launch::grid(32_768).block(512);
/// let tiles = Launch::grid((64, 64)).block((16, 16)).shared_memory(4096);
/// let clusters = [LaunchAttribute::cluster((2, 1, 1))];
/// let clustered = Launch::grid(128).block(256).attributes(&clusters);
/// # let _ = (plain, tiles, clustered);
/// ```
///
/// [`shared_memory`](Self::shared_memory) sets the size of a kernel's `extern __shared__` memory:
///
/// ```
/// # use cuda_driver::Launch;
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let reverse = module.function("reverse")?;
/// let mut x = stream.upload(&[1u32, 2, 3, 4])?;
/// let launch = Launch::grid(1).block(4).shared_memory(4 * size_of::<u32>() as u32);
/// // SAFETY: reverse(unsigned *), one block, with four bytes of shared memory for each thread.
/// unsafe { stream.launch(&reverse, launch, (&mut x,)) }?;
/// assert_eq!(x.to_vec()?, [4, 3, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Launch<'a> {
    grid: Dim3,
    block: Dim3,
    shared_memory: u32,
    attributes: &'a [LaunchAttribute],
}

impl<'a> Launch<'a> {
    /// Creates a configuration with a grid of this many blocks, of one thread each unless [`block`](Self::block) sets
    /// another number.
    #[inline]
    #[must_use]
    pub fn grid(blocks: impl Into<Dim3>) -> Self {
        Self {
            grid: blocks.into(),
            block: Dim3 { x: 1, y: 1, z: 1 },
            shared_memory: 0,
            attributes: &[],
        }
    }

    /// Creates a configuration with one thread for each of `elements` elements, in blocks of `threads` threads. If
    /// `elements` isn't a multiple of `threads`, the last block has surplus threads, so kernels must check their index.
    ///
    /// With no elements, it is one block, whose threads have nothing to do. More blocks than a grid can have result in
    /// a launch that the driver rejects.
    #[inline]
    #[must_use]
    pub fn elements(elements: usize, threads: u32) -> Self {
        let threads_in_block = usize::try_from(threads).unwrap_or(usize::MAX).max(1);
        let blocks = u32::try_from(elements.div_ceil(threads_in_block)).unwrap_or(u32::MAX).max(1);
        Self::grid(blocks).block(threads)
    }

    /// Sets the block, in threads.
    #[inline]
    #[must_use]
    pub fn block(mut self, threads: impl Into<Dim3>) -> Self {
        self.block = threads.into();
        self
    }

    /// Sets the dynamic shared memory of each block, in bytes, in addition to what the kernel declares.
    #[inline]
    #[must_use]
    pub fn shared_memory(mut self, bytes: u32) -> Self {
        self.shared_memory = bytes;
        self
    }

    /// Sets the attributes of the launch.
    #[inline]
    #[must_use]
    pub fn attributes<'b>(self, attributes: &'b [LaunchAttribute]) -> Launch<'b> {
        Launch { grid: self.grid, block: self.block, shared_memory: self.shared_memory, attributes }
    }

    /// Returns the grid, in blocks.
    #[must_use]
    #[inline]
    pub fn grid_dim(&self) -> Dim3 {
        self.grid
    }

    /// Returns the block, in threads.
    #[must_use]
    #[inline]
    pub fn block_dim(&self) -> Dim3 {
        self.block
    }

    /// Returns the dynamic shared memory of each block, in bytes.
    #[must_use]
    #[inline]
    pub fn dynamic_shared_memory(&self) -> u32 {
        self.shared_memory
    }

    /// Returns the extent of all clusters, in blocks, as set by [`LaunchAttribute::cluster`]. `None` if the launch
    /// doesn't determine it: without the attribute, with several of them, or with
    /// [`preferred_cluster`](LaunchAttribute::preferred_cluster). The kernel's own clusters (`__cluster_dims__`) don't
    /// count.
    #[must_use]
    #[inline]
    pub fn cluster_dim(&self) -> Option<Dim3> {
        let mut sizes = self.attributes.iter().filter(|attribute| {
            matches!(
                attribute.0.id,
                CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
                    | CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION
            )
        });
        match (sizes.next(), sizes.next()) {
            (Some(only), None) => only.cluster_dim(),
            _ => None,
        }
    }

    /// Returns `true` if it is a cooperative launch, as set by [`LaunchAttribute::cooperative`].
    #[must_use]
    #[inline]
    pub fn is_cooperative(&self) -> bool {
        let mut values = self.attributes.iter().filter_map(LaunchAttribute::cooperates);
        values.next() == Some(true) && values.all(|cooperates| cooperates)
    }

    /// Returns `true` if the kernel may begin before earlier work of the stream has ended.
    #[inline]
    pub(crate) fn may_overlap(&self) -> bool {
        self.attributes.iter().any(LaunchAttribute::may_overlap)
    }

    /// Returns the configuration as a C struct, which refers to the attributes.
    pub(crate) fn config(&self, stream: CUstream) -> CUlaunchConfig {
        CUlaunchConfig {
            gridDimX: self.grid.x,
            gridDimY: self.grid.y,
            gridDimZ: self.grid.z,
            blockDimX: self.block.x,
            blockDimY: self.block.y,
            blockDimZ: self.block.z,
            sharedMemBytes: self.shared_memory,
            hStream: stream,
            // The driver only reads them.
            attrs: self.attributes.as_ptr().cast::<CUlaunchAttribute>().cast_mut(),
            numAttrs: c_uint::try_from(self.attributes.len()).unwrap_or(c_uint::MAX),
            ..CUlaunchConfig::default()
        }
    }

    /// Returns the attributes.
    #[cfg(feature = "graph")]
    pub(crate) fn attribute_list(&self) -> &'a [LaunchAttribute] {
        self.attributes
    }

    /// Returns the grid, the block, and the dynamic shared memory.
    pub(crate) fn shape(&self) -> (Dim3, Dim3, u32) {
        (self.grid, self.block, self.shared_memory)
    }

    /// Calls the driver: the plain launch, or the extensible one if there are attributes.
    ///
    /// # Safety
    /// `function` and `stream` are alive, and `parameters` points to a pointer for each argument of the
    /// kernel, each to a value of its type.
    #[inline]
    pub(crate) unsafe fn call(
        &self,
        raw: Raw,
        function: CUfunction,
        stream: CUstream,
        parameters: *mut *mut c_void,
    ) -> Result<(), CuResult> {
        if !self.attributes.is_empty() {
            // SAFETY: as for this function.
            return unsafe { self.call_with_attributes(raw, function, stream, parameters) };
        }
        let Self { grid, block, shared_memory, .. } = *self;
        // SAFETY: as for this function.
        unsafe {
            raw.cuLaunchKernel(
                function,
                grid.x,
                grid.y,
                grid.z,
                block.x,
                block.y,
                block.z,
                shared_memory,
                stream,
                parameters,
                ptr::null_mut(),
            )
        }
    }

    /// # Safety
    /// As [`call`](Self::call).
    unsafe fn call_with_attributes(
        &self,
        raw: Raw,
        function: CUfunction,
        stream: CUstream,
        parameters: *mut *mut c_void,
    ) -> Result<(), CuResult> {
        let Self { grid, block, shared_memory, attributes } = *self;
        let only_cooperative = matches!(attributes, [attribute] if attribute.is_cooperative());
        if raw.table().cuLaunchKernelEx.is_none() && only_cooperative {
            // Drivers before 11.6 have a separate function for this one attribute.
            // SAFETY: as for this function.
            return unsafe {
                raw.cuLaunchCooperativeKernel(
                    function,
                    grid.x,
                    grid.y,
                    grid.z,
                    block.x,
                    block.y,
                    block.z,
                    shared_memory,
                    stream,
                    parameters,
                )
            };
        }
        let config = self.config(stream);
        // SAFETY: as for this function; `LaunchAttribute` is a transparent `CUlaunchAttribute`.
        unsafe { raw.cuLaunchKernelEx(&raw const config, function, parameters, ptr::null_mut()) }
    }
}

/// An attribute of a launch: a cluster, cooperation, a priority, …
///
/// [`CUlaunchAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TYPES.html)
///
/// ```
/// use cuda_driver::{Launch, LaunchAttribute};
///
/// // All blocks run concurrently, and wait for each other with cooperative groups.
/// let attributes = [LaunchAttribute::cooperative(), LaunchAttribute::priority(-1)];
/// let launch = Launch::grid(16).block(128).attributes(&attributes);
/// assert!(launch.is_cooperative());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct LaunchAttribute(Opaque<CUlaunchAttribute>);

impl LaunchAttribute {
    /// Groups blocks into clusters of this extent; the grid must be a multiple of it. Requires compute capability 9.0.
    #[must_use]
    #[inline]
    pub fn cluster(blocks: impl Into<Dim3>) -> Self {
        let Dim3 { x, y, z } = blocks.into();
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, |value| {
            value.clusterDim = cuda_driver_sys::CUlaunchAttributeValue_clusterDim { x, y, z };
        })
    }

    /// Prefers clusters of this extent where they fit, and otherwise uses that of [`cluster`](Self::cluster). Requires
    /// CUDA 12.8.
    #[must_use]
    #[inline]
    pub fn preferred_cluster(blocks: impl Into<Dim3>) -> Self {
        let Dim3 { x, y, z } = blocks.into();
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION, |value| {
            value.preferredClusterDim =
                cuda_driver_sys::CUlaunchAttributeValue_preferredClusterDim { x, y, z };
        })
    }

    /// Sets how clusters are distributed over the device.
    #[must_use]
    #[inline]
    pub fn cluster_scheduling_policy(policy: ClusterSchedulingPolicy) -> Self {
        Self::new(
            CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
            |value| {
                value.clusterSchedulingPolicyPreference = policy.as_raw();
            },
        )
    }

    /// Sets how non-portable cluster sizes are handled. Requires CUDA 13.2.
    #[must_use]
    #[inline]
    pub fn portable_cluster_size_mode(mode: LaunchAttributePortableClusterMode) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE, |value| {
            value.portableClusterSizeMode = mode.as_raw();
        })
    }

    /// Makes a cooperative launch: all blocks of the grid run concurrently and can wait for each other.
    #[must_use]
    #[inline]
    pub fn cooperative() -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE, |value| {
            value.cooperative = 1
        })
    }

    /// Sets the priority of the launch; the highest priority is the smallest number.
    #[must_use]
    #[inline]
    pub fn priority(priority: i32) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PRIORITY, |value| {
            value.priority = priority
        })
    }

    /// Allows programmatic dependent launch: the kernel may start before the previous one in the stream has ended, once
    /// that one permits it (`griddepcontrol.launch_dependents`). Requires compute capability 9.0.
    #[must_use]
    #[inline]
    pub fn programmatic_stream_serialization(allowed: bool) -> Self {
        Self::new(
            CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            |value| {
                value.programmaticStreamSerializationAllowed = c_int::from(allowed);
            },
        )
    }

    /// Records `event`, one without timing, when the kernel's blocks trigger it, or have all begun.
    ///
    /// # Safety
    /// The event outlives every launch with the attribute, and work that waits for it doesn't rely on the kernel having
    /// ended. No launch with the attribute is captured: a stream that waits for the event would join the capture unseen.
    #[must_use]
    #[inline]
    pub unsafe fn programmatic_event(event: &Event, trigger_at_block_start: bool) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, |value| {
            value.programmaticEvent = cuda_driver_sys::CUlaunchAttributeValue_programmaticEvent {
                event: event.as_raw(),
                flags: 0,
                triggerAtBlockStart: c_int::from(trigger_at_block_start),
            };
        })
    }

    /// Records `event`, one without timing, when all blocks of the kernel have begun. Requires CUDA 12.3.
    ///
    /// # Safety
    /// The event outlives every launch with the attribute, and work that waits for it doesn't rely on the kernel having
    /// ended. No launch with the attribute is captured: a stream that waits for the event would join the capture unseen.
    #[must_use]
    #[inline]
    pub unsafe fn launch_completion_event(event: &Event) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, |value| {
            value.launchCompletionEvent.event = event.as_raw();
            value.launchCompletionEvent.flags = 0;
        })
    }

    /// Sets which memory the kernel will reuse, so that the cache keeps it.
    #[must_use]
    #[inline]
    pub fn access_policy_window(window: &AccessPolicyWindow) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, |value| {
            value.accessPolicyWindow = window.as_raw();
        })
    }

    /// Sets how the host waits for the launch.
    #[must_use]
    #[inline]
    pub fn synchronization_policy(policy: SynchronizationPolicy) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, |value| {
            value.syncPolicy = policy.as_raw()
        })
    }

    /// Sets the numbers of the domains that the kernel's memory fences affect: for its own and for remote memory.
    #[must_use]
    #[inline]
    pub fn memory_sync_domain_map(default: u8, remote: u8) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, |value| {
            value.memSyncDomainMap = CUlaunchMemSyncDomainMap { default_: default, remote };
        })
    }

    /// Sets the domain of the kernel's memory fences.
    #[must_use]
    #[inline]
    pub fn memory_sync_domain(domain: LaunchMemSyncDomain) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, |value| {
            value.memSyncDomain = domain.as_raw()
        })
    }

    /// Sets the share of the first-level cache to use as shared memory, in percent.
    #[must_use]
    #[inline]
    pub fn preferred_shared_memory_carveout(percent: u32) -> Self {
        Self::new(
            CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
            |value| {
                value.sharedMemCarveout = percent;
            },
        )
    }

    /// Schedules blocks for the best use of NVLink. Requires CUDA 13.0.
    #[must_use]
    #[inline]
    pub fn nvlink_centric_scheduling(enabled: bool) -> Self {
        Self::new(
            CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING,
            |value| {
                value.nvlinkUtilCentricScheduling = c_uint::from(enabled);
            },
        )
    }

    /// Sets how more shared memory than the default is requested. Requires CUDA 13.2.
    #[must_use]
    #[inline]
    pub fn shared_memory_mode(mode: SharedMemoryMode) -> Self {
        Self::new(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE, |value| {
            value.sharedMemoryMode = mode.as_raw()
        })
    }

    /// Creates any attribute, including those that are newer than this crate.
    ///
    /// # Safety
    /// The value is valid for the attribute, and handles in it outlive every launch with it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(id: LaunchAttributeId, value: CUlaunchAttributeValue) -> Self {
        Self::new(id.as_raw(), |v| *v = value)
    }

    /// Returns the attribute as a C struct, with its value.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> &CUlaunchAttribute {
        &self.0.0
    }

    /// Returns which attribute it is.
    #[must_use]
    #[inline]
    pub fn id(&self) -> LaunchAttributeId {
        LaunchAttributeId::from_raw(self.0.id)
    }

    fn new(id: CUlaunchAttributeID, set: impl FnOnce(&mut CUlaunchAttributeValue)) -> Self {
        let mut attribute = CUlaunchAttribute { id, ..CUlaunchAttribute::default() };
        set(&mut attribute.value);
        Self(Opaque(attribute))
    }

    /// Returns `true` if the kernel may begin before earlier work of the stream has ended.
    fn may_overlap(&self) -> bool {
        // SAFETY: the value is valid for this attribute, whose value is an integer.
        self.0.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
            && unsafe { self.0.value.programmaticStreamSerializationAllowed } != 0
    }

    /// Returns the attribute and a pointer to its value.
    pub(crate) fn id_and_value(&self) -> (CUlaunchAttributeID, *const CUlaunchAttributeValue) {
        (self.0.id, &raw const self.0.0.value)
    }

    fn is_cooperative(&self) -> bool {
        self.0.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE
    }

    /// Returns the value of a cooperative attribute.
    fn cooperates(&self) -> Option<bool> {
        if !self.is_cooperative() {
            return None;
        }
        // SAFETY: the value is valid for this attribute, whose value is an integer.
        Some(unsafe { self.0.value.cooperative } != 0)
    }

    /// Returns the extent of clusters, if this is the cluster attribute.
    fn cluster_dim(&self) -> Option<Dim3> {
        if self.0.id != CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION {
            return None;
        }
        // SAFETY: the value is valid for this attribute.
        let cuda_driver_sys::CUlaunchAttributeValue_clusterDim { x, y, z } =
            unsafe { self.0.value.clusterDim };
        Some(Dim3 { x, y, z })
    }
}

impl fmt::Debug for LaunchAttribute {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaunchAttribute").field("id", &self.0.id).finish_non_exhaustive()
    }
}
