//! Objects of the driver: their handles, what they need alive, and who destroys them.

use core::any::Any;
use core::fmt;
use core::mem;
use core::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::background::quietly;
use crate::error::{CuResult, DestroyError};
use crate::exclusive::Exclusive;
use crate::fork::is_forked;
use crate::opaque::{DriverValue, Opaque};

/// A kind of objects: how one is destroyed, and what each needs alive until then. An [`Object`] dereferences to it.
pub(crate) trait ObjectKind {
    /// The driver's handle of an object.
    type Handle: DriverValue;

    /// Calls the driver's function that destroys the object.
    ///
    /// # Safety
    /// The caller owns the object, nothing uses it any more, and the caller gives it up, unless the call fails.
    unsafe fn destroy(&mut self, handle: Self::Handle) -> Result<(), CuResult>;

    /// Gives up the object, because the last value that refers to it is dropped.
    ///
    /// # Safety
    /// As [`destroy`](Self::destroy), but the caller gives it up in any case.
    unsafe fn discard(&mut self, handle: Self::Handle) {
        // Errors are ignored; `destroy` returns them.
        // SAFETY: as for this function.
        let _ = unsafe { self.destroy(handle) };
    }

    /// Frees what this crate keeps in the object for itself, before the object is destroyed or leaves the value, also
    /// if the object is borrowed.
    fn leave(&mut self, _: Self::Handle) {}
}

/// Who destroys an object.
#[derive(Debug)]
pub(crate) enum Ownership {
    /// The value does.
    Owned,
    /// Other code does, after the value is gone.
    Borrowed,
    /// Other code does, after the value has dropped this owner.
    Foreign(#[expect(dead_code, reason = "it is only kept")] Owner),
}

/// A value of any type, which keeps an object of other code alive until it is dropped. If that panics, nothing else
/// notices.
pub(crate) struct Owner(Option<Exclusive<Box<dyn Any + Send>>>);

impl Owner {
    pub(crate) fn new(value: impl Any + Send) -> Self {
        Self(Some(Exclusive::new(Box::new(value))))
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let value = self.0.take();
        if is_forked() { mem::forget(value) } else { quietly(|| drop(value)) }
    }
}

impl fmt::Debug for Owner {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owner").finish_non_exhaustive()
    }
}

impl Ownership {
    /// Creates the ownership of an object that lives until `owner` is dropped.
    pub(crate) fn foreign(owner: impl Any + Send) -> Self {
        Self::Foreign(Owner::new(owner))
    }
}

/// An object of the driver. Types that can be cloned share it in an [`Arc`].
pub(crate) struct Object<K: ObjectKind> {
    handle: Opaque<K::Handle>,
    /// The owner of a foreign object is dropped before what the object needs, so that it can still destroy it.
    ownership: Ownership,
    kind: K,
}

impl<K: ObjectKind> Object<K> {
    #[inline]
    pub(crate) const fn new(handle: K::Handle, ownership: Ownership, kind: K) -> Self {
        Self { handle: Opaque(handle), ownership, kind }
    }

    /// Creates an object that can be shared.
    #[inline]
    pub(crate) fn shared(handle: K::Handle, ownership: Ownership, kind: K) -> Arc<Self> {
        Arc::new(Self::new(handle, ownership, kind))
    }

    #[inline]
    pub(crate) const fn handle(&self) -> K::Handle {
        self.handle.0
    }

    /// Returns `true` if the value owns the object.
    #[inline]
    pub(crate) const fn is_owned(&self) -> bool {
        matches!(self.ownership, Ownership::Owned)
    }

    /// Returns `true` if the object lives as long as the value.
    #[inline]
    pub(crate) const fn is_kept(&self) -> bool {
        !matches!(self.ownership, Ownership::Borrowed)
    }

    /// Destroys the object if the value owns it. Afterwards, the value owns it only if the call failed and left the
    /// object intact.
    pub(crate) fn release(&mut self) -> Result<(), CuResult> {
        let Some(handle) = self.give_up() else {
            return Ok(());
        };
        self.kind.leave(handle);
        // SAFETY: the value owned the object, and the caller has the only reference to the value.
        let destroyed = unsafe { self.kind.destroy(handle) };
        if destroyed.is_err_and(|error| !error.is_context_lost()) {
            self.ownership = Ownership::Owned;
        }
        destroyed
    }

    /// Returns the handle if the value owned the object; the caller owns it from here on.
    pub(crate) fn give_up(&mut self) -> Option<K::Handle> {
        if !self.is_owned() {
            return None;
        }
        self.ownership = Ownership::Borrowed;
        Some(self.handle())
    }

    /// Destroys the object.
    pub(crate) fn destroy(mut self) -> Result<(), DestroyError<Self>> {
        match self.release() {
            Ok(()) => Ok(()),
            Err(result) if self.is_owned() => Err(DestroyError::Refused(self, result)),
            Err(result) => Err(DestroyError::Lost(result)),
        }
    }

    /// Destroys the object if nothing shares it.
    pub(crate) fn destroy_shared(mut this: Arc<Self>) -> Result<(), DestroyError<Arc<Self>>> {
        let Some(object) = Arc::get_mut(&mut this) else {
            return Err(DestroyError::Shared(this));
        };
        match object.release() {
            Ok(()) => Ok(()),
            Err(result) if object.is_owned() => Err(DestroyError::Refused(this, result)),
            Err(result) => Err(DestroyError::Lost(result)),
        }
    }

    /// Releases ownership of the object if the value owns it.
    pub(crate) fn into_raw(mut self) -> Result<K::Handle, Self> {
        self.give_up().ok_or(self)
    }

    /// Releases ownership of the object if the value owns it and nothing shares it.
    pub(crate) fn into_raw_shared(mut this: Arc<Self>) -> Result<K::Handle, Arc<Self>> {
        match Arc::get_mut(&mut this).and_then(Self::give_up) {
            Some(handle) => Ok(handle),
            None => Err(this),
        }
    }
}

impl<K: ObjectKind> Deref for Object<K> {
    type Target = K;

    #[inline]
    fn deref(&self) -> &K {
        &self.kind
    }
}

impl<K: ObjectKind> DerefMut for Object<K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut K {
        &mut self.kind
    }
}

impl<K: ObjectKind + fmt::Debug> fmt::Debug for Object<K>
where
    Opaque<K::Handle>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object")
            .field("handle", &self.handle)
            .field("ownership", &self.ownership)
            .field("kind", &self.kind)
            .finish()
    }
}

impl<K: ObjectKind> Drop for Object<K> {
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        let handle = self.handle();
        self.kind.leave(handle);
        if self.is_owned() {
            // SAFETY: the value owns the object, and is gone after this.
            unsafe { self.kind.discard(handle) };
        }
    }
}
