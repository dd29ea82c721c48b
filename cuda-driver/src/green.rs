//! Green contexts: contexts with a part of a device's multiprocessors and work queues.

mod context;
mod resource;
mod sm_group;

pub use crate::generated::enums::{DevResourceType, DevWorkqueueConfigScope};
pub use context::{GreenContext, GreenContextFlags};
pub use resource::{
    DevResource, DevResourceDesc, SmResource, SmSplit, SmSplitFlags, Workqueue, WorkqueueConfig,
};
pub use sm_group::{SmGroup, SmGroupFlags};
