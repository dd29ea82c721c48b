//! Buffers and images of OpenGL, EGL and VDPAU.

mod egl;
mod gl;
mod mapped;
mod resource;
mod vdpau;

pub use crate::generated::enums::{EglColorFormat, GlDeviceList};
pub use egl::{EglFrame, EglPlanes};
pub use mapped::MappedResource;
pub use resource::{GraphicsMapFlags, GraphicsRegisterFlags, GraphicsResource};
