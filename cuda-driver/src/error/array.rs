use crate::array::descriptor::ArrayDescriptor;
use crate::error::debug_as_display;

/// An invalid array descriptor, and the rule that it breaks.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid array of {} x {} x {} elements of {} channels of {:?} with {:?}: {reason}",
    descriptor.width, descriptor.height, descriptor.depth, descriptor.channels, descriptor.format, descriptor.flags
)]
#[non_exhaustive]
pub struct InvalidArray {
    /// The descriptor.
    pub descriptor: ArrayDescriptor,
    /// The rule.
    pub reason: &'static str,
}

debug_as_display!(InvalidArray);
