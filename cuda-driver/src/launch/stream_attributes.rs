//! The attributes of a stream that can be set, and copied to another stream.

use cuda_driver_sys::{CUlaunchAttributeID, CUresult, CUstreamAttrValue, Symbol};

use crate::error::CuResult;
use crate::launch::{AccessPolicyWindow, LaunchAttribute, LaunchMemSyncDomain};
use crate::stream::{Stream, SynchronizationPolicy};

impl Stream {
    /// Returns which memory the second-level cache keeps for the stream's kernels, if that was set.
    ///
    /// [`cuStreamGetAttribute`](crate::driver::Raw::cuStreamGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamGetAttribute")]
    #[inline]
    pub fn access_policy_window(&self) -> Result<Option<AccessPolicyWindow>, CuResult> {
        let value =
            self.attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW)?;
        // SAFETY: the driver wrote a value of this attribute over zeros.
        Ok(AccessPolicyWindow::from_raw(unsafe { &value.accessPolicyWindow }))
    }

    /// Sets which memory the second-level cache keeps for the kernels that are launched on the stream from now on; `None`
    /// for none in particular.
    ///
    /// The cache keeps memory only within the part that the context [sets
    /// aside](crate::context::Limit::PERSISTING_L2_CACHE_SIZE), at most
    /// [`MAX_PERSISTING_L2_CACHE_SIZE`](crate::device::DeviceAttribute::MAX_PERSISTING_L2_CACHE_SIZE) bytes, and until
    /// [`reset_persisting_l2_cache`](crate::context::Context::reset_persisting_l2_cache).
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_driver::{DeviceAttribute, context::Limit, launch::AccessPolicyWindow};
    ///
    /// let table = stream.upload(&[0u32; 1024])?;
    /// let most = context.device().attribute(DeviceAttribute::MAX_PERSISTING_L2_CACHE_SIZE)?;
    /// context.set_limit(Limit::PERSISTING_L2_CACHE_SIZE, most.try_into()?)?;
    /// stream.set_access_policy_window(Some(AccessPolicyWindow::new(&table)))?;
    /// // … launch kernels that use the table …
    /// stream.set_access_policy_window(None)?;
    /// context.reset_persisting_l2_cache()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuStreamSetAttribute`](crate::driver::Raw::cuStreamSetAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a window of more bytes than
    /// [`MAX_ACCESS_POLICY_WINDOW_SIZE`](crate::device::DeviceAttribute::MAX_ACCESS_POLICY_WINDOW_SIZE), a ratio that
    /// isn't from 0 to 1, or misses that persist.
    #[doc(alias = "cuStreamSetAttribute")]
    #[inline]
    pub fn set_access_policy_window(
        &self,
        window: Option<AccessPolicyWindow>,
    ) -> Result<(), CuResult> {
        let window = window.unwrap_or(AccessPolicyWindow::NONE);
        self.set_attribute(&LaunchAttribute::access_policy_window(&window))
    }

    /// Returns how the host waits for the stream, if that was set: otherwise as the context's flags say.
    ///
    /// [`cuStreamGetAttribute`](crate::driver::Raw::cuStreamGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamGetAttribute")]
    #[inline]
    pub fn synchronization_policy(&self) -> Result<Option<SynchronizationPolicy>, CuResult> {
        let value =
            self.attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY)?;
        // SAFETY: as above.
        let policy = SynchronizationPolicy::from_raw(unsafe { value.syncPolicy });
        // Drivers report a number that isn't a policy if none was set.
        Ok(policy.name().map(|_| policy))
    }

    /// Sets how the host waits for the stream.
    ///
    /// [`cuStreamSetAttribute`](crate::driver::Raw::cuStreamSetAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a policy that the driver doesn't know.
    #[doc(alias = "cuStreamSetAttribute")]
    #[inline]
    pub fn set_synchronization_policy(
        &self,
        policy: SynchronizationPolicy,
    ) -> Result<(), CuResult> {
        self.set_attribute(&LaunchAttribute::synchronization_policy(policy))
    }

    /// Sets the priority of the kernels that are launched on the stream from now on; the driver limits it to the
    /// [range](crate::context::Context::stream_priority_range) that the device has.
    ///
    /// [`cuStreamSetAttribute`](crate::driver::Raw::cuStreamSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 11.7.
    #[doc(alias = "cuStreamSetAttribute")]
    #[inline]
    pub fn set_priority(&self, priority: i32) -> Result<(), CuResult> {
        self.set_attribute(&LaunchAttribute::priority(priority))
    }

    /// Returns the domain of the memory fences of the stream's kernels.
    ///
    /// [`cuStreamGetAttribute`](crate::driver::Raw::cuStreamGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.0.
    #[doc(alias = "cuStreamGetAttribute")]
    #[inline]
    pub fn memory_sync_domain(&self) -> Result<LaunchMemSyncDomain, CuResult> {
        let value = self.attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN)?;
        // SAFETY: as above.
        Ok(LaunchMemSyncDomain::from_raw(unsafe { value.memSyncDomain }))
    }

    /// Sets the domain of the memory fences of the kernels that are launched on the stream from now on: kernels whose
    /// fences wait for slow, remote writes don't delay those of the other domain.
    ///
    /// [`cuStreamSetAttribute`](crate::driver::Raw::cuStreamSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.0.
    #[doc(alias = "cuStreamSetAttribute")]
    #[inline]
    pub fn set_memory_sync_domain(&self, domain: LaunchMemSyncDomain) -> Result<(), CuResult> {
        self.set_attribute(&LaunchAttribute::memory_sync_domain(domain))
    }

    /// Returns the numbers of the device's domains that stand for the [default and the remote
    /// domain](LaunchMemSyncDomain).
    ///
    /// [`cuStreamGetAttribute`](crate::driver::Raw::cuStreamGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.0.
    #[doc(alias = "cuStreamGetAttribute")]
    #[inline]
    pub fn memory_sync_domain_map(&self) -> Result<(u8, u8), CuResult> {
        let value = self.attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP)?;
        // SAFETY: as above.
        let map = unsafe { value.memSyncDomainMap };
        Ok((map.default_, map.remote))
    }

    /// Sets these numbers, each less than
    /// [`MEM_SYNC_DOMAIN_COUNT`](crate::device::DeviceAttribute::MEM_SYNC_DOMAIN_COUNT).
    ///
    /// [`cuStreamSetAttribute`](crate::driver::Raw::cuStreamSetAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a domain that the device doesn't have. Requires a driver of CUDA 12.0.
    #[doc(alias = "cuStreamSetAttribute")]
    #[inline]
    pub fn set_memory_sync_domain_map(&self, default: u8, remote: u8) -> Result<(), CuResult> {
        self.set_attribute(&LaunchAttribute::memory_sync_domain_map(default, remote))
    }

    /// Sets all these attributes to those of another stream of the context.
    ///
    /// [`cuStreamCopyAttributes`](crate::driver::Raw::cuStreamCopyAttributes)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_HANDLE` (400) for a stream of another context, or the driver's error.
    #[doc(alias = "cuStreamCopyAttributes")]
    #[inline]
    pub fn copy_attributes(&self, from: &Stream) -> Result<(), CuResult> {
        // A default stream's handle would mean that of the context which is current.
        if from.context() != self.context() {
            let code = CUresult::CUDA_ERROR_INVALID_HANDLE;
            let refused = self.raw().check(Symbol::cuStreamCopyAttributes, code);
            return refused.map_err(|error| {
                error.if_of_other_context("the other stream", from.context(), self.context())
            });
        }
        let _bound = self.context().bind()?;
        // SAFETY: both are alive, of the same driver, and their context is current.
        unsafe { self.raw().cuStreamCopyAttributes(self.as_raw(), from.as_raw()) }
    }

    /// Returns the value of an attribute, over zeros.
    #[inline]
    fn attribute(&self, id: CUlaunchAttributeID) -> Result<CUstreamAttrValue, CuResult> {
        // SAFETY: the stream is alive, and an unknown attribute is an error.
        self.submit(|raw, stream| unsafe { raw.cuStreamGetAttribute(stream, id) })
    }

    #[inline]
    fn set_attribute(&self, attribute: &LaunchAttribute) -> Result<(), CuResult> {
        let (id, value) = attribute.id_and_value();
        // SAFETY: the stream is alive, and the value is one of the attribute.
        self.submit(|raw, stream| unsafe { raw.cuStreamSetAttribute(stream, id, value) })
    }
}
