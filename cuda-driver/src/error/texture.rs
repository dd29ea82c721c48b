use crate::error::debug_as_display;
use crate::generated::enums::ArrayFormat;
use crate::texture::descriptor::TextureDescriptor;

/// An invalid texture, and the rule that it breaks.
#[derive(Clone, PartialEq, thiserror::Error)]
#[error("invalid texture of {format:?} elements with {descriptor:?}: {reason}")]
#[non_exhaustive]
pub struct InvalidTexture {
    /// The descriptor.
    pub descriptor: TextureDescriptor,
    /// The format of the elements.
    pub format: ArrayFormat,
    /// The rule.
    pub reason: &'static str,
}

debug_as_display!(InvalidTexture);
