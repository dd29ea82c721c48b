use std::ffi::{CStr, CString};

/// Code that a driver can load: the output of a compiler, a linker or a packer.
///
/// The type of an image guarantees that its code is valid, so that loading it is safe.
///
/// # Safety
/// [`code`](Self::code) returns PTX, which may be any text, or a complete image as one of NVIDIA's compilers, linkers
/// or packers wrote it: a driver follows the offsets in machine code unchecked. A type that safe code can create from
/// any bytes must not implement it.
///
/// ```
/// use cuda_arch::{Code, Image};
///
/// /// PTX that is part of a program.
/// struct Kernels(&'static std::ffi::CStr);
///
/// // SAFETY: the code is PTX.
/// unsafe impl Image for Kernels {
///     fn code(&self) -> Code<'_> {
///         Code::Ptx(self.0)
///     }
/// }
/// // `context.load(&Kernels(c"…"))` loads it.
/// ```
pub unsafe trait Image {
    /// Returns the code and its kind.
    fn code(&self) -> Code<'_>;
}

// SAFETY: the code is that of the image behind the reference.
unsafe impl<T: Image + ?Sized> Image for &T {
    fn code(&self) -> Code<'_> {
        (**self).code()
    }
}

/// A text in PTX.
// SAFETY: any text may be given as PTX.
unsafe impl Image for CStr {
    fn code(&self) -> Code<'_> {
        Code::Ptx(self)
    }
}

/// A text in PTX.
// SAFETY: any text may be given as PTX.
unsafe impl Image for CString {
    fn code(&self) -> Code<'_> {
        Code::Ptx(self)
    }
}

/// The code of an [`Image`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Code<'a> {
    /// PTX, which the driver compiles for its GPU.
    Ptx(&'a CStr),
    /// Machine code for GPUs of one architecture.
    Cubin(&'a [u8]),
    /// A fat binary, from which the driver selects the code for its GPU.
    Fatbin(&'a [u8]),
    /// CUDA Tile IR, which a driver that supports it compiles for its GPU.
    TileIr(&'a [u8]),
}

impl<'a> Code<'a> {
    /// Returns the bytes, for `cuModuleLoadData` and `cuLibraryLoadData`: text with its terminating NUL byte.
    #[must_use]
    #[inline]
    pub fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Ptx(text) => text.to_bytes_with_nul(),
            Self::Cubin(bytes) | Self::Fatbin(bytes) | Self::TileIr(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Text;

    // SAFETY: it is PTX.
    unsafe impl Image for Text {
        fn code(&self) -> Code<'_> {
            Code::Ptx(c".version 8.0")
        }
    }

    fn bytes(image: impl Image) -> Vec<u8> {
        image.code().as_bytes().to_vec()
    }

    #[test]
    fn ptx_images_end_in_a_nul_byte() {
        assert_eq!(bytes(Text), b".version 8.0\0");
    }

    #[test]
    fn a_c_string_is_ptx() {
        let text = CString::from(c".version 8.0");
        assert_eq!(bytes(&*text), b".version 8.0\0");
        assert_eq!(bytes(text), b".version 8.0\0");
    }

    #[test]
    fn a_reference_to_an_image_is_an_image() {
        let image: &dyn Image = &Text;
        assert_eq!(bytes(image), bytes(&Text));
    }
}
