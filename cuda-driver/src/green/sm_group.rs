use cuda_driver_sys::{CU_DEV_SM_RESOURCE_GROUP_PARAMS, CUdevResource, CUresult, Symbol};

use crate::error::CuResult;
use crate::green::{SmResource, SmSplit};

flags! {
    /// Flags for the choice of a group's multiprocessors: [`SmGroup::flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct SmGroupFlags: u32 {
        /// Adds other multiprocessors if too few can be co-scheduled.
        const BACKFILL = 0x1;
        /// Uses only those of the [locality domain](SmGroup::locality_domain).
        const LOCALITY_DOMAIN_ID = 0x2;
        /// Uses more of the locality domain than
        /// [`LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT`](crate::device::DeviceAttribute::LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT)
        /// reports.
        const LOCALITY_DOMAIN_SUPPLEMENTAL_SMS = 0x4;
    }
}

/// A group of multiprocessors that a split should create: [`SmResource::split`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SmGroup {
    count: u32,
    coscheduled: u32,
    preferred_coscheduled: u32,
    flags: SmGroupFlags,
    locality_domain: u32,
}

impl SmGroup {
    /// Describes a group of `count` multiprocessors, an even number. With 0, the driver uses as many as possible.
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

    /// Sets how many multiprocessors must be co-scheduled, so that a cluster can run on them.
    #[must_use]
    #[inline]
    pub const fn coscheduled(mut self, count: u32) -> Self {
        self.coscheduled = count;
        self
    }

    /// Sets how many multiprocessors should be co-scheduled if possible.
    #[must_use]
    #[inline]
    pub const fn preferred_coscheduled(mut self, count: u32) -> Self {
        self.preferred_coscheduled = count;
        self
    }

    /// Sets how the multiprocessors are chosen.
    #[must_use]
    #[inline]
    pub const fn flags(mut self, flags: SmGroupFlags) -> Self {
        self.flags = flags;
        self
    }

    /// Uses multiprocessors of a locality domain, and sets the corresponding flag.
    #[must_use]
    #[inline]
    pub const fn locality_domain(mut self, id: u32) -> Self {
        self.locality_domain = id;
        self.flags = self.flags.union(SmGroupFlags::LOCALITY_DOMAIN_ID);
        self
    }

    /// Returns the number of multiprocessors.
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
    /// Splits the multiprocessors into the described groups.
    ///
    /// [`cuDevSmResourceSplit`](crate::driver::Raw::cuDevSmResourceSplit)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION` (915) if such groups aren't possible, `CUDA_ERROR_INVALID_VALUE` (1)
    /// for no groups or a description that fits no device, and an error if the driver is older than CUDA 13.1.
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
    /// [`cuDevSmResourceSplit`](crate::driver::Raw::cuDevSmResourceSplit)
    ///
    /// # Errors
    /// As [`split`](Self::split).
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
        let count = u32::try_from(descriptions.len()).unwrap_or(0);
        // The driver isn't passed an empty array, whose address is dangling.
        if count == 0 {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            raw.check(Symbol::cuDevSmResourceSplit, code)?;
        }
        // SAFETY: there are as many descriptions as stated, and as many parts or none; the others are live values.
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
