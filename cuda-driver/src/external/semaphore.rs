use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::CUexternalSemaphore;

use super::ExternalSemaphoreHandle;
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error};
use crate::object::{Object, ObjectKind, Ownership};

/// A semaphore, fence or mutex of another API, which streams
/// [signal](crate::stream::Stream::signal_external_semaphores) and
/// [wait for](crate::stream::Stream::wait_external_semaphores).
///
/// Clones refer to the same object. It is destroyed once no clone is left and the signals and waits submitted before are
/// over.
#[derive(Debug, Clone)]
pub struct ExternalSemaphore {
    object: Arc<Object<SemaphoreKind>>,
}

#[derive(Debug)]
struct SemaphoreKind {
    context: Context,
}

impl Context {
    /// Imports a semaphore that another API exported.
    ///
    /// [`cuImportExternalSemaphore`](crate::driver::Raw::cuImportExternalSemaphore)
    ///
    /// # Errors
    /// [`Error::Name`] for a name that can't be passed to C, or the driver's error: for a handle that isn't one of such a
    /// semaphore, and for a type of handles that the system or the device doesn't have. A descriptor is then closed.
    ///
    /// # Safety
    /// - The handle is of the type that its variant says, and of a semaphore for the context's device. A handle that
    ///   isn't a descriptor is valid during the call.
    /// - The signals and waits that are made with the semaphore keep the rules of the other API, together with those that
    ///   are made there: a binary semaphore of Vulkan is signaled once for each wait, for example, and the value of a
    ///   timeline only grows.
    #[doc(alias = "cuImportExternalSemaphore")]
    pub unsafe fn import_external_semaphore(
        &self,
        handle: ExternalSemaphoreHandle<'_>,
    ) -> Result<ExternalSemaphore, Error> {
        let imported = handle.import(|description| {
            let _bound = self.bind()?;
            // SAFETY: the context is current, and the pointer is to a live description of a handle that is as the caller
            // says.
            let imported = relaxed(self.raw(), || unsafe {
                self.raw().cuImportExternalSemaphore(&raw const description)
            });
            Ok(imported?)
        })?;
        Ok(ExternalSemaphore::new(self, imported, Ownership::Owned))
    }
}

impl ExternalSemaphore {
    /// Returns the context that it was imported into.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Destroys the object; dropping the last clone does the same silently. The semaphore itself lives as long as the
    /// other API keeps it.
    ///
    /// [`cuDestroyExternalSemaphore`](crate::driver::Raw::cuDestroyExternalSemaphore)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive: signals and waits that aren't over have one,
    /// too.
    #[doc(alias = "cuDestroyExternalSemaphore")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUexternalSemaphore {
        self.object.handle()
    }

    /// Takes ownership of an imported semaphore, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` was imported in `context`, and is used as [`Context::import_external_semaphore`] requires.
    /// - No other code destroys it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUexternalSemaphore) -> Self {
        Self::new(context, handle, Ownership::Owned)
    }

    /// Borrows an imported semaphore that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` was imported in `context`, and is used as [`Context::import_external_semaphore`] requires. It outlives
    /// the value and its clones, and the signals and waits submitted with them.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUexternalSemaphore) -> Self {
        Self::new(context, handle, Ownership::Borrowed)
    }

    /// Uses an imported semaphore that other code owns, and keeps it alive through `owner`, which is dropped with the last
    /// clone, and once the signals and waits submitted with them are over.
    ///
    /// # Safety
    /// `handle` was imported in `context`, and is used as [`Context::import_external_semaphore`] requires. It isn't
    /// destroyed until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUexternalSemaphore,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(context, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the object; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUexternalSemaphore, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn new(context: &Context, handle: CUexternalSemaphore, ownership: Ownership) -> Self {
        let kind = SemaphoreKind { context: context.clone() };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<SemaphoreKind>>) -> Self {
        Self { object }
    }
}

impl ObjectKind for SemaphoreKind {
    type Handle = CUexternalSemaphore;

    unsafe fn destroy(&mut self, handle: CUexternalSemaphore) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the object, and no signal or wait of it is left.
        self.context.retry_despite_captures(|raw| unsafe { raw.cuDestroyExternalSemaphore(handle) })
    }
}
