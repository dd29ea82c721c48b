//! Outputs other than PTX, cubins and LTO-IR.

use std::ffi::{CStr, CString};
use std::fmt;

use cuda_arch::{Code, Image};

use crate::notes::Notes;
use crate::pch::PchStatus;

macro_rules! binaries {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            bytes: Vec<u8>,
            notes: Notes,
        }

        impl $name {
            pub(crate) fn new(bytes: Vec<u8>, notes: Notes) -> Self {
                Self { bytes, notes }
            }

            /// Restores a saved output from its bytes, [log](Self::log) and [names](Self::lowered_names).
            ///
            /// # Safety
            /// The bytes are complete, as NVRTC wrote them: drivers and linkers follow the offsets in them unchecked.
            #[must_use]
            #[inline]
            pub unsafe fn restore(bytes: Vec<u8>, log: String, lowered_names: Vec<(CString, CString)>) -> Self {
                Self::new(bytes, Notes::restored(log, lowered_names))
            }

            /// Returns the bytes.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                &self.bytes
            }

            /// Returns the bytes, without log and names.
            #[must_use]
            #[inline]
            pub fn into_bytes(self) -> Vec<u8> {
                self.bytes
            }

            /// Returns NVRTC's log of the compilation, with warnings and remarks; empty if there were none.
            #[must_use]
            #[inline]
            pub fn log(&self) -> &str {
                &self.notes.log
            }

            /// Returns the name in the output of a [name expression](crate::program::Program::name_expression) of the program: of
            /// the same text, `f<float>` and not `f< float >`.
            #[doc(alias = "nvrtcGetLoweredName")]
            #[must_use]
            #[inline]
            pub fn lowered_name(&self, expression: &str) -> Option<&CStr> {
                self.notes.lowered_name(expression)
            }

            /// Returns the name in the output of an [instance](crate::program::Program::instance) of a template.
            #[must_use]
            pub fn lowered_instance<T: crate::cpp::CppTypes>(&self, function: &str) -> Option<&CStr> {
                self.lowered_name(&crate::cpp::instance_name::<T>(function))
            }

            /// Returns all name expressions with their names in the output.
            #[must_use]
            #[inline]
            pub fn lowered_names(&self) -> &[(CString, CString)] {
                &self.notes.lowered_names
            }

            /// Returns whether the requested precompiled header was created; `None` if none was requested.
            #[must_use]
            #[inline]
            pub fn pch(&self) -> Option<PchStatus> {
                self.notes.pch
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
                    .field("bytes", &self.bytes.len())
                    .finish_non_exhaustive()
            }
        }
    )* };
}

binaries! {
    /// OptiX IR.
    OptixIr;
    /// CUDA Tile IR, which `cuModuleLoadData` accepts if the driver supports it.
    TileIr;
}

// SAFETY: NVRTC wrote the bytes, or the caller of `restore` guaranteed that it did.
unsafe impl Image for TileIr {
    fn code(&self) -> Code<'_> {
        Code::TileIr(&self.bytes)
    }
}
