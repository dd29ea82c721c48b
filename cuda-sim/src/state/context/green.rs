use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{
    CUdevResource, CUdevResourceDesc_st, CUdevResourceType, CUdevSmResource,
    CUdevWorkqueueConfigResource, CUdevWorkqueueConfigScope, CUgreenCtx_st, CUresult,
};

use crate::state::context::Context;
use crate::state::error::*;
use crate::state::handles::{Handles, Object};

/// A green context: a part of a device's primary context whose work runs on some of the multiprocessors.
#[derive(Debug)]
pub(crate) struct GreenContext {
    pub handle: usize,
    /// The context with the same handle, which the rest of the API uses.
    pub context: Arc<Context>,
    pub part: Processors,
}

impl Object for GreenContext {
    type Raw = CUgreenCtx_st;
    const KIND: &'static str = "green context";
    const INVALID: CUresult = INVALID_CONTEXT;
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        self.context.handle
    }
}

/// A descriptor of resources for a green context. It lives as long as the process, as the real driver's does.
#[derive(Debug)]
pub(crate) struct ResourceDesc {
    pub handle: usize,
    pub part: Processors,
}

impl Object for ResourceDesc {
    type Raw = CUdevResourceDesc_st;
    const KIND: &'static str = "resource descriptor";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

/// The green contexts of the process, and their descriptors.
#[derive(Debug, Default)]
pub(crate) struct GreenContexts {
    pub live: Handles<GreenContext>,
    pub descs: Handles<ResourceDesc>,
}

/// Some of a device's multiprocessors: `count` of them, starting at `first`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Processors {
    pub device: u32,
    pub first: u32,
    pub count: u32,
    /// The number of processors of a cluster.
    pub alignment: u32,
    pub flags: u32,
    /// The split that created it; 0 for one queried from a device or a context.
    pub split: u64,
}

/// The start of a resource's private bytes, by which invalid ones are recognized.
const MARK: u32 = 0x5349_4d31;
/// The number of words after it.
const WORDS: usize = 8;

/// How a device's multiprocessors can be split.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Granularity {
    /// The smallest part.
    pub least: u32,
    /// Sizes of parts are multiples of this.
    pub step: u32,
}

impl Granularity {
    /// Returns the granularity that the driver API documentation gives for each architecture.
    pub(crate) fn of(compute_capability: (u32, u32)) -> Self {
        let (least, step) = match compute_capability.0 {
            ..=7 => (2, 2),
            8 => (4, 2),
            _ => (8, 8),
        };
        Self { least, step }
    }

    /// Returns the size of a part of at least `count`.
    pub(crate) fn round(self, count: u32) -> u32 {
        count.max(self.least).checked_next_multiple_of(self.step).unwrap_or(u32::MAX)
    }
}

/// Returns the number of the next split.
pub(crate) fn next_split() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Processors {
    /// Returns the resource as the program sees it.
    pub(crate) fn to_raw(self, granularity: Granularity) -> CUdevResource {
        let mut raw = CUdevResource {
            type_: CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM,
            ..CUdevResource::default()
        };
        let words: [u32; WORDS] = [
            MARK,
            self.device,
            self.first,
            self.count,
            self.alignment,
            self.flags,
            self.split as u32,
            (self.split >> 32) as u32,
        ];
        for (bytes, word) in raw._internal_padding.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        raw.resource.sm = CUdevSmResource {
            smCount: self.count,
            minSmPartitionSize: granularity.least.min(self.alignment),
            smCoscheduledAlignment: self.alignment,
            flags: self.flags,
            ..CUdevSmResource::default()
        };
        raw
    }

    /// Returns `true` if both can be in one context: different parts of one split.
    pub(crate) fn is_compatible_with(self, other: Self) -> bool {
        self.device == other.device
            && self.split == other.split
            && self.split != 0
            && (self.first >= other.first + other.count || other.first >= self.first + self.count)
    }

    /// Reads a resource from the program.
    pub(crate) fn from_raw(raw: &CUdevResource) -> Result<Self, CUresult> {
        if raw.type_ != CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM {
            return Err(INVALID_RESOURCE_TYPE);
        }
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(raw._internal_padding.chunks_exact(4)) {
            let mut address = [0; 4];
            address.copy_from_slice(bytes);
            *word = u32::from_ne_bytes(address);
        }
        let [mark, device, first, count, alignment, flags, low, high] = words;
        if mark != MARK {
            return Err(INVALID_RESOURCE_CONFIGURATION);
        }
        Ok(Self {
            device,
            first,
            count,
            alignment,
            flags,
            split: u64::from(low) | u64::from(high) << 32,
        })
    }
}

/// Returns a device's work queue configuration: each stream has its own queue.
pub(crate) fn workqueue_config(device: usize) -> CUdevResource {
    let mut raw = CUdevResource {
        type_: CUdevResourceType::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG,
        ..CUdevResource::default()
    };
    raw.resource.wqConfig = CUdevWorkqueueConfigResource {
        device: device as i32,
        wqConcurrencyLimit: 8,
        sharingScope: CUdevWorkqueueConfigScope::CU_WORKQUEUE_SCOPE_DEVICE_CTX,
    };
    raw
}

/// Returns the work queues of a context.
pub(crate) fn workqueue() -> CUdevResource {
    CUdevResource {
        type_: CUdevResourceType::CU_DEV_RESOURCE_TYPE_WORKQUEUE,
        ..CUdevResource::default()
    }
}
