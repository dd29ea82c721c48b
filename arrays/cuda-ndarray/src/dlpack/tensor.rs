//! Tensors with ownership.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use crate::dlpack::DlpackError;
use crate::dlpack::abi::{
    DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor, VERSION,
};

/// A DLPack tensor with ownership: dropping it calls the tensor's deleter, once.
///
/// It is a [versioned tensor](DLManagedTensorVersioned) of DLPack 1.0 or newer, or a [`LegacyTensor`].
#[derive(Debug)]
pub struct Tensor<M: ManagedTensor = DLManagedTensorVersioned> {
    pub(super) managed: NonNull<M>,
}

/// A tensor in the form from before DLPack 1.0.
pub type LegacyTensor = Tensor<DLManagedTensor>;

// SAFETY: `from_raw` demands that the tensor may be used and deleted on any thread.
unsafe impl<M: ManagedTensor> Send for Tensor<M> {}

/// The two forms that a tensor has.
pub trait ManagedTensor: sealed::DeleteTensor + 'static {}

impl ManagedTensor for DLManagedTensorVersioned {}
impl ManagedTensor for DLManagedTensor {}

mod sealed {
    use super::*;

    #[allow(private_bounds, reason = "the trait is sealed")]
    pub trait DeleteTensor: IntoOwner {
        /// Calls the deleter.
        ///
        /// # Safety
        /// The pointer is to a tensor, which isn't used afterwards.
        unsafe fn delete(pointer: *mut Self);

        /// Checks that the rest has a known form: of another major version, nothing but the version and
        /// the deleter may be read.
        ///
        /// # Safety
        /// The pointer is to a tensor of any version.
        unsafe fn check_version(pointer: *const Self) -> Result<(), DlpackError>;

        fn tensor(&self) -> &DLTensor;

        fn is_read_only(&self) -> bool;
    }

    impl DeleteTensor for DLManagedTensorVersioned {
        unsafe fn delete(pointer: *mut Self) {
            // SAFETY: the caller guarantees that the pointer is valid; the deleter has the same offset in every version.
            unsafe {
                if let Some(delete) = (*pointer).deleter {
                    delete(pointer);
                }
            }
        }

        unsafe fn check_version(pointer: *const Self) -> Result<(), DlpackError> {
            // SAFETY: the caller guarantees that the pointer is valid; every version begins with its number.
            let version = unsafe { (*pointer).version };
            if version.major == VERSION.major { Ok(()) } else { Err(DlpackError::Version(version)) }
        }

        fn tensor(&self) -> &DLTensor {
            &self.dl_tensor
        }

        fn is_read_only(&self) -> bool {
            self.flags & DLPACK_FLAG_BITMASK_READ_ONLY != 0
        }
    }

    impl DeleteTensor for DLManagedTensor {
        unsafe fn delete(pointer: *mut Self) {
            // SAFETY: the caller guarantees that the pointer is valid.
            unsafe {
                if let Some(delete) = (*pointer).deleter {
                    delete(pointer);
                }
            }
        }

        unsafe fn check_version(_: *const Self) -> Result<(), DlpackError> {
            Ok(())
        }

        fn tensor(&self) -> &DLTensor {
            &self.dl_tensor
        }

        fn is_read_only(&self) -> bool {
            false
        }
    }
}

impl<M: ManagedTensor> Tensor<M> {
    /// Takes ownership of a tensor, such as that of a capsule: its deleter is called when the value is dropped, or immediately if
    /// the tensor is of another major version.
    ///
    /// # Errors
    /// [`DlpackError::Null`], [`DlpackError::Version`].
    ///
    /// # Safety
    /// `managed` is null, or a valid tensor whose deleter nothing else calls, and that may be used and deleted on any thread.
    pub unsafe fn from_raw(managed: *mut M) -> Result<Self, DlpackError> {
        let managed = NonNull::new(managed).ok_or(DlpackError::Null)?;
        let tensor = Self { managed };
        // SAFETY: the caller guarantees the tensor.
        unsafe { M::check_version(managed.as_ptr()) }?;
        Ok(tensor)
    }

    /// # Safety
    /// As [`from_raw`](Self::from_raw), of a version that is known.
    pub(super) unsafe fn from_non_null(managed: NonNull<M>) -> Self {
        Self { managed }
    }

    /// Releases ownership: the caller must call the deleter, once.
    #[must_use]
    pub fn into_raw(self) -> *mut M {
        ManuallyDrop::new(self).managed.as_ptr()
    }

    /// Returns the tensor without its deleter: address, device, type, shape and strides.
    #[must_use]
    pub fn as_dl_tensor(&self) -> &DLTensor {
        self.managed().tensor()
    }

    /// Returns the whole structure.
    #[must_use]
    pub fn managed(&self) -> &M {
        // SAFETY: this value owns the tensor.
        unsafe { self.managed.as_ref() }
    }

    /// Returns `true` if the producer marks the tensor as read-only.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.managed().is_read_only()
    }
}

impl<M: ManagedTensor> Drop for Tensor<M> {
    fn drop(&mut self) {
        // SAFETY: this value owns the tensor, and deletes it once.
        unsafe { M::delete(self.managed.as_ptr()) };
    }
}

/// What takes the array out of a tensor that this crate exported, for both forms of tensors.
pub(super) trait IntoOwner: Sized {
    /// # Safety
    /// The pointer is to a tensor, which isn't used afterwards if there is a result.
    unsafe fn into_owner<O: 'static>(
        managed: NonNull<Self>,
        is_right: impl FnOnce(&O) -> bool,
    ) -> Option<O>;
}
