//! What is linked to.

use std::ffi::{CStr, CString};
use std::fmt;

use cuda_arch::{BinaryKind, Code, Image, ObjectCode};

/// What the outputs have in common: a log.
macro_rules! logged {
    ($($name:ident),*) => { $(
        impl $name {
            /// The log of the link, warnings and remarks; empty if there were none.
            #[must_use]
            pub fn log(&self) -> &str {
                &self.log
            }
        }

        /// The bytes.
        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("bytes", &self.as_bytes().len())
                    .field("log", &self.log)
                    .finish()
            }
        }
    )* };
}
logged!(LinkedCubin, LinkedPtx, LinkedLtoIr);

/// Machine code for one architecture, that a linker made, with its log.
///
/// `cuModuleLoadData` takes its bytes.
#[derive(Clone)]
pub struct LinkedCubin {
    bytes: Vec<u8>,
    log: String,
}

impl LinkedCubin {
    /// The image that a linker made, with its log.
    ///
    /// # Safety
    /// The bytes are whole, as nvJitLink or a driver's linker wrote them: who loads them follows the offsets in them
    /// unchecked.
    #[must_use]
    pub unsafe fn new(bytes: Vec<u8>, log: String) -> Self {
        Self { bytes, log }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, without the log.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

// SAFETY: a linker wrote the bytes; whoever made the value promised that.
unsafe impl Image for LinkedCubin {
    fn code(&self) -> Code<'_> {
        Code::Cubin(&self.bytes)
    }
}

impl From<LinkedCubin> for ObjectCode {
    fn from(cubin: LinkedCubin) -> Self {
        // SAFETY: a linker wrote the bytes; whoever made the value promised that.
        unsafe { Self::binary(BinaryKind::Cubin, cubin.bytes) }
    }
}

impl From<LinkedPtx> for ObjectCode {
    fn from(ptx: LinkedPtx) -> Self {
        Self::ptx(ptx.text)
    }
}

impl From<LinkedLtoIr> for ObjectCode {
    fn from(code: LinkedLtoIr) -> Self {
        // SAFETY: nvJitLink wrote the bytes.
        unsafe { Self::binary(BinaryKind::LtoIr, code.bytes) }
    }
}

/// A text in PTX, that a linker made, with its log.
#[derive(Clone)]
pub struct LinkedPtx {
    text: CString,
    log: String,
}

impl LinkedPtx {
    pub(crate) fn new(text: CString, log: String) -> Self {
        Self { text, log }
    }

    /// The text, as C reads it.
    #[must_use]
    pub fn as_c_str(&self) -> &CStr {
        &self.text
    }

    /// The text with the NUL byte that ends it: the image that `cuModuleLoadData` takes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.to_bytes_with_nul()
    }

    /// The text, without the log.
    #[must_use]
    pub fn into_c_string(self) -> CString {
        self.text
    }
}

impl AsRef<CStr> for LinkedPtx {
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}

// SAFETY: it is PTX.
unsafe impl Image for LinkedPtx {
    fn code(&self) -> Code<'_> {
        Code::Ptx(&self.text)
    }
}

/// LTO-IR, that a linker made, with its log: for another link.
#[derive(Clone)]
pub struct LinkedLtoIr {
    bytes: Vec<u8>,
    log: String,
}

impl LinkedLtoIr {
    pub(crate) fn new(bytes: Vec<u8>, log: String) -> Self {
        Self { bytes, log }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, without the log.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
