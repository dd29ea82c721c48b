//! Texture and surface references, the predecessors of texture and surface objects.

use core::ffi::c_int;

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUDA_TEXTURE_DESC, CUarray_format};
use parking_lot::Mutex;

use crate::state::handles::Object;

/// A texture or surface reference.
pub(crate) struct Reference {
    pub handle: usize,
    pub context: usize,
    /// The address of the module's variable; `None` for one that was created separately.
    pub variable: Option<u64>,
    pub is_surface: bool,
    pub state: Mutex<ReferenceState>,
}

/// The bound resource, and how it is read.
pub(crate) struct ReferenceState {
    pub resource: Option<CUDA_RESOURCE_DESC>,
    pub texture: CUDA_TEXTURE_DESC,
    pub format: CUarray_format,
    pub channels: c_int,
}

// SAFETY: the handles in the descriptions are plain numbers here, which are never dereferenced.
unsafe impl Send for Reference {}
// SAFETY: as above.
unsafe impl Sync for Reference {}

impl std::fmt::Debug for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reference").field("handle", &self.handle).finish_non_exhaustive()
    }
}

impl Object for Reference {
    type Raw = core::ffi::c_void;
    const KIND: &'static str = "texture or surface reference";

    fn context(&self) -> usize {
        self.context
    }
}
