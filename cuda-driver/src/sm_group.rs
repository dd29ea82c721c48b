use cuda_driver_sys::{CU_DEV_SM_RESOURCE_GROUP_PARAMS, CUdevResource, CUresult, Symbol};

use crate::{CuResult, SmResource, SmSplit};

flags! {
    /// How the multiprocessors of a group are chosen: [`SmGroup::flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct SmGroupFlags: u32 {
        /// Takes other multiprocessors where too few are near each other.
        const BACKFILL = 0x1;
        /// Takes those of the [locality domain](SmGroup::locality_domain) alone.
        const LOCALITY_DOMAIN_ID = 0x2;
        /// Takes more of the locality domain than
        /// [`LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT`](crate::DeviceAttribute::LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT) says.
        const LOCALITY_DOMAIN_SUPPLEMENTAL_SMS = 0x4;
    }
}

/// A group of multiprocessors that a split is to give: [`SmResource::split`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SmGroup {
    count: u32,
    coscheduled: u32,
    preferred_coscheduled: u32,
    flags: SmGroupFlags,
    locality_domain: u32,
}

impl SmGroup {
    /// `count` multiprocessors, an even number. Of 0 the driver takes as many as it can.
    #[must_use]
    #[inline]
    pub const fn of(count: u32) -> Self {
        Self {
            count,
            coscheduled: 0,
            preferred_coscheduled: 0,
            flags: SmGroupFlags::empty(),
            locality_domain: 0,
        }
    }

    /// So many at a time are near each other, so that a cluster can run on them.
    #[must_use]
    #[inline]
    pub const fn coscheduled(mut self, count: u32) -> Self {
        self.coscheduled = count;
        self
    }

    /// So many at a time are near each other where that is possible.
    #[must_use]
    #[inline]
    pub const fn preferred_coscheduled(mut self, count: u32) -> Self {
        self.preferred_coscheduled = count;
        self
    }

    /// How they are chosen.
    #[must_use]
    #[inline]
    pub const fn flags(mut self, flags: SmGroupFlags) -> Self {
        self.flags = flags;
        self
    }

    /// Takes them of a locality domain, and sets the flag that says so.
    #[must_use]
    #[inline]
    pub const fn locality_domain(mut self, id: u32) -> Self {
        self.locality_domain = id;
        self.flags = self.flags.union(SmGroupFlags::LOCALITY_DOMAIN_ID);
        self
    }

    /// Returns how many multiprocessors it has.
    #[must_use]
    #[inline]
    pub const fn count(&self) -> u32 {
        self.count
    }

    fn to_raw(self) -> CU_DEV_SM_RESOURCE_GROUP_PARAMS {
        CU_DEV_SM_RESOURCE_GROUP_PARAMS {
            smCount: self.count,
            coscheduledSmCount: self.coscheduled,
            preferredCoscheduledSmCount: self.preferred_coscheduled,
            flags: self.flags.bits(),
            localityDomainId: self.locality_domain,
            ..CU_DEV_SM_RESOURCE_GROUP_PARAMS::default()
        }
    }
}

impl SmResource {
    /// Splits into groups, each as it is described.
    ///
    /// [`cuDevSmResourceSplit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g63c5f55c45dd7c9f6b3f827c731b552e)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION` (915) if there are no such groups, `CUDA_ERROR_INVALID_VALUE` (1)
    /// for a description that fits no device, and an error if the driver is older than CUDA 13.1.
    #[doc(alias = "cuDevSmResourceSplit")]
    #[inline]
    pub fn split(&self, groups: &[SmGroup]) -> Result<SmSplit, CuResult> {
        let mut parts = vec![CUdevResource::default(); groups.len()];
        let mut rest = CUdevResource::default();
        self.split_raw(groups, parts.as_mut_ptr(), &mut rest)?;
        Ok(self.split_into(parts, rest))
    }

    /// Replaces a count of 0 with the number of multiprocessors that the group would have; nothing is split.
    ///
    /// [`cuDevSmResourceSplit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g63c5f55c45dd7c9f6b3f827c731b552e)
    ///
    /// # Errors
    /// As of [`split`](Self::split).
    #[doc(alias = "cuDevSmResourceSplit")]
    #[inline]
    pub fn discover(&self, groups: &mut [SmGroup]) -> Result<(), CuResult> {
        let mut rest = CUdevResource::default();
        let found = self.split_raw(groups, core::ptr::null_mut(), &mut rest)?;
        for (group, found) in groups.iter_mut().zip(found) {
            group.count = found.smCount;
        }
        Ok(())
    }

    /// Calls the driver, with an array for the parts, one for each group, or null.
    fn split_raw(
        &self,
        groups: &[SmGroup],
        parts: *mut CUdevResource,
        rest: &mut CUdevResource,
    ) -> Result<Vec<CU_DEV_SM_RESOURCE_GROUP_PARAMS>, CuResult> {
        let raw = self.device().driver().raw();
        let mut descriptions: Vec<_> = groups.iter().map(|group| group.to_raw()).collect();
        let Ok(count) = u32::try_from(descriptions.len()) else {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            return raw
                .check(Symbol::cuDevSmResourceSplit, code)
                .map(|()| Vec::new());
        };
        // SAFETY: there are as many descriptions as is said, and as many parts or none; the others are live values.
        unsafe {
            raw.cuDevSmResourceSplit(
                parts,
                count,
                self.as_raw(),
                rest,
                0,
                descriptions.as_mut_ptr(),
            )
        }?;
        Ok(descriptions)
    }
}
