use core::ffi::c_void;

use cuda_driver_sys::CUaccessPolicyWindow;

use crate::memory::DeviceSlice;
use crate::stream::AccessProperty;

/// Memory that a kernel uses repeatedly, so that the second-level cache keeps it:
/// [`LaunchAttribute::access_policy_window`](crate::launch::LaunchAttribute::access_policy_window) for a launch,
/// [`Stream::set_access_policy_window`](crate::stream::Stream::set_access_policy_window) for all of a stream.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::{Launch, LaunchAttribute, launch::AccessPolicyWindow, stream::AccessProperty};
///
/// let table = stream.upload(&[0u32; 1024])?;
/// // Three quarters of the table, chosen at random, stay in the cache.
/// let window = AccessPolicyWindow::new(&table).hit_ratio(0.75).miss(AccessProperty::STREAMING);
/// let attributes = [LaunchAttribute::access_policy_window(&window)];
/// let launch = Launch::grid(1).attributes(&attributes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`CUaccessPolicyWindow`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUaccessPolicyWindow__v1.html)
#[derive(Debug, Clone, Copy, PartialEq)]
#[doc(alias = "CUaccessPolicyWindow")]
pub struct AccessPolicyWindow {
    address: u64,
    bytes: usize,
    hit_ratio: f32,
    hit: AccessProperty,
    miss: AccessProperty,
}

impl AccessPolicyWindow {
    /// A window over nothing, which is as good as none.
    pub(crate) const NONE: Self = Self {
        address: 0,
        bytes: 0,
        hit_ratio: 0.0,
        hit: AccessProperty::NORMAL,
        miss: AccessProperty::NORMAL,
    };

    /// Describes a window over `memory`, all of which the cache keeps. The driver refuses one of more bytes than
    /// [`MAX_ACCESS_POLICY_WINDOW_SIZE`](crate::device::DeviceAttribute::MAX_ACCESS_POLICY_WINDOW_SIZE).
    #[must_use]
    #[inline]
    pub fn new<'a, T: 'a>(memory: impl Into<DeviceSlice<'a, T>>) -> Self {
        let memory = memory.into();
        Self {
            address: memory.as_raw(),
            bytes: memory.len() * size_of::<T>(),
            hit_ratio: 1.0,
            hit: AccessProperty::PERSISTING,
            miss: AccessProperty::NORMAL,
        }
    }

    /// Sets the share of the accesses, from 0 to 1, that get the property [`hit`](Self::hit); 1 by default.
    #[must_use]
    #[inline]
    pub const fn hit_ratio(mut self, ratio: f32) -> Self {
        self.hit_ratio = ratio;
        self
    }

    /// Sets the property of these accesses; persisting by default.
    #[must_use]
    #[inline]
    pub const fn hit(mut self, property: AccessProperty) -> Self {
        self.hit = property;
        self
    }

    /// Sets the property of the others: normal, by default, or streaming.
    #[must_use]
    #[inline]
    pub const fn miss(mut self, property: AccessProperty) -> Self {
        self.miss = property;
        self
    }

    /// Returns the window of a C struct, if it isn't empty.
    pub(crate) fn from_raw(raw: &CUaccessPolicyWindow) -> Option<Self> {
        let window = Self {
            address: raw.base_ptr.expose_provenance() as u64,
            bytes: raw.num_bytes,
            hit_ratio: raw.hitRatio,
            hit: AccessProperty::from_raw(raw.hitProp),
            miss: AccessProperty::from_raw(raw.missProp),
        };
        (window.bytes != 0).then_some(window)
    }

    pub(super) fn as_raw(&self) -> CUaccessPolicyWindow {
        CUaccessPolicyWindow {
            base_ptr: core::ptr::with_exposed_provenance_mut::<c_void>(self.address as usize),
            num_bytes: self.bytes,
            hitRatio: self.hit_ratio,
            hitProp: self.hit.as_raw(),
            missProp: self.miss.as_raw(),
            ..CUaccessPolicyWindow::default()
        }
    }
}
