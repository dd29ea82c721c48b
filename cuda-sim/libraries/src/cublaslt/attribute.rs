//! Attributes of descriptions: fields of the structs in the words of the program's memory.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::cublasStatus_t;

use crate::cublas::context::{INVALID_VALUE, Outcome};

/// The contents of a description.
///
/// # Safety
/// It fits into `Opaque`, and all bytes are a value of it.
pub(super) unsafe trait Description: Copy {
    /// The words of the program.
    type Opaque: Copy + Default;
    /// What names its attributes.
    type Attribute: Copy;

    /// Returns the place and the size in bytes of an attribute; `None` for unknown ones.
    fn field(attribute: Self::Attribute) -> Option<(usize, usize)>;
}

/// Defines what is in a description, and its attributes.
macro_rules! description {
    (
        $(#[$doc:meta])*
        $name:ident in $Opaque:ident, $Attribute:ident {
            $($(#[$meta:meta])* $field:ident: $ty:ty $(= $attribute:ident)?,)*
        }
    ) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Debug, Clone, Copy)]
        pub(super) struct $name {
            $($(#[$meta])* pub $field: $ty,)*
        }

        const _: () = assert!(size_of::<$name>() <= size_of::<$Opaque>());
        const _: () = assert!(align_of::<$name>() <= align_of::<$Opaque>());

        // SAFETY: its size was just compared, and it consists of integers, floating-point numbers and open enumerations.
        unsafe impl crate::cublaslt::attribute::Description for $name {
            type Opaque = $Opaque;
            type Attribute = $Attribute;

            fn field(attribute: Self::Attribute) -> Option<(usize, usize)> {
                match attribute {
                    $($($Attribute::$attribute => Some((core::mem::offset_of!($name, $field), size_of::<$ty>())),)?)*
                    _ => None,
                }
            }
        }
    };
}
pub(super) use description;

/// Writes a new description into the program's memory.
///
/// # Safety
/// `to` is null or writable for `size` bytes.
pub(super) unsafe fn init<D: Description>(to: *mut D::Opaque, size: usize, value: D) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    if size < size_of::<D::Opaque>() {
        return Err(cublasStatus_t::CUBLAS_STATUS_ALLOC_FAILED);
    }
    // SAFETY: there is room for the words, as was checked, and a description fits into them.
    unsafe {
        to.write(D::Opaque::default());
        to.cast::<D>().write(value);
    }
    Ok(())
}

/// Creates a description in new memory.
///
/// # Safety
/// `to` is null or writable.
pub(super) unsafe fn create<D: Description>(to: *mut *mut D::Opaque, value: D) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    let opaque = Box::into_raw(Box::new(D::Opaque::default()));
    // SAFETY: a description fits into the new words; the caller guarantees that `to` is writable.
    unsafe {
        opaque.cast::<D>().write(value);
        to.write(opaque);
    }
    Ok(())
}

/// Frees a description that [`create`] made.
///
/// # Safety
/// `description` is null or of [`create`], and is used no more.
pub(super) unsafe fn destroy<Opaque>(description: *mut Opaque) -> cublasStatus_t {
    if !description.is_null() {
        // SAFETY: the caller guarantees that it is of a box.
        drop(unsafe { Box::from_raw(description) });
    }
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
}

/// Returns the contents of a description.
///
/// # Safety
/// `description` is null or one of this type.
pub(super) unsafe fn read<D: Description>(
    description: *const D::Opaque,
) -> Result<D, cublasStatus_t> {
    // SAFETY: the caller guarantees that what isn't null is a description.
    unsafe { description.cast::<D>().as_ref() }.copied().ok_or(INVALID_VALUE)
}

/// Sets an attribute, which has as many bytes.
///
/// # Safety
/// As for [`read`]; `from` is null or readable for `size` bytes.
pub(super) unsafe fn set<D: Description>(
    description: *mut D::Opaque,
    attribute: D::Attribute,
    from: *const c_void,
    size: usize,
) -> Outcome {
    let (place, wanted) = D::field(attribute).ok_or(INVALID_VALUE)?;
    if description.is_null() || from.is_null() || size != wanted {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the field is a part of the description, and has the size of the caller's value.
    unsafe { description.cast::<u8>().add(place).copy_from_nonoverlapping(from.cast(), size) };
    Ok(())
}

/// Gets an attribute; without room for it, only its size.
///
/// # Safety
/// As for [`read`]; `to` is null or writable for `size` bytes, and `written` is null or writable.
pub(super) unsafe fn get<D: Description>(
    description: *const D::Opaque,
    attribute: D::Attribute,
    to: *mut c_void,
    size: usize,
    written: *mut usize,
) -> Outcome {
    let (place, wanted) = D::field(attribute).ok_or(INVALID_VALUE)?;
    let only_size = size == 0 && !written.is_null();
    if description.is_null() || !only_size && (to.is_null() || size < wanted) {
        return Err(INVALID_VALUE);
    }
    if !only_size {
        // SAFETY: the field is a part of the description, and the caller has room for it.
        unsafe {
            to.cast::<u8>().copy_from_nonoverlapping(description.cast::<u8>().add(place), wanted)
        };
    }
    if !written.is_null() {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { written.write(wanted) };
    }
    Ok(())
}

/// The functions of a description: its attributes, and its end.
macro_rules! functions {
    ($($Description:ident $Handle:ident: $destroy:ident $set:ident $get:ident $Attribute:ident;)*) => {
        impl super::CublasLt {$(
            pub(super) unsafe fn $destroy(description: $Handle) -> cublasStatus_t {
                // SAFETY: the caller fulfils the contract of the function, also below.
                unsafe { crate::cublaslt::attribute::destroy(description) }
            }

            pub(super) unsafe fn $set(
                description: $Handle,
                attr: $Attribute,
                buf: *const core::ffi::c_void,
                sizeInBytes: usize,
            ) -> cublasStatus_t {
                // SAFETY: as above.
                let set = unsafe {
                    crate::cublaslt::attribute::set::<$Description>(description, attr, buf, sizeInBytes)
                };
                status(set)
            }

            pub(super) unsafe fn $get(
                description: $Handle,
                attr: $Attribute,
                buf: *mut core::ffi::c_void,
                sizeInBytes: usize,
                sizeWritten: *mut usize,
            ) -> cublasStatus_t {
                // SAFETY: as above.
                let got = unsafe {
                    crate::cublaslt::attribute::get::<$Description>(
                        description, attr, buf, sizeInBytes, sizeWritten,
                    )
                };
                status(got)
            }
        )*}
    };
}
pub(super) use functions;
