use std::ffi::CStr;
use std::fmt;

use crate::notes::Notes;

/// Machine code for one architecture, an ELF file in memory.
///
/// `cuModuleLoadData` takes its bytes. A GPU of the same major and a later minor compute capability
/// runs it too, unless the architecture is [specific](crate::Arch::architecture_specific).
#[derive(Clone)]
pub struct Cubin {
    bytes: Vec<u8>,
    notes: Notes,
}

impl Cubin {
    pub(crate) fn new(bytes: Vec<u8>, notes: Notes) -> Self {
        Self { bytes, notes }
    }

    /// The ELF file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The ELF file, without what the compilation told.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// NVRTC's log of the compilation, warnings and remarks; empty if there were none.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.notes.log
    }

    /// The name in the cubin of a [name expression](crate::Program::name_expression) of the program.
    #[doc(alias = "nvrtcGetLoweredName")]
    #[must_use]
    pub fn lowered_name(&self, expression: &str) -> Option<&CStr> {
        self.notes.lowered_name(expression)
    }
}

/// The ELF file.
impl AsRef<[u8]> for Cubin {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for Cubin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cubin")
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}
