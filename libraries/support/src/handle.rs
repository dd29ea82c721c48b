use core::fmt::{self, Debug};

use cuda_driver::stream::StreamIdentity;
use cuda_driver::sys::CUstream;
use cuda_driver::{Context, CuResult, Stream};

use crate::error::CallError;

/// A library whose functions work on handles, plans or generators of a context.
///
/// # Safety
/// Any thread may use a handle and destroy it, one at a time.
pub unsafe trait HandleApi: Copy + Debug {
    /// The handle.
    type Raw: Copy;

    /// The library's name.
    const LIBRARY: &'static str;

    /// The module of `cuda-sim-libraries` that has its functions, empty if none has.
    const MODULE: &'static str;

    /// Returns `true` if it was loaded from a file: then it is NVIDIA's, and needs NVIDIA's driver.
    fn is_of_file(self) -> bool;

    /// Destroys a handle, whose context is current.
    ///
    /// # Safety
    /// The handle is alive, and nothing uses it afterwards.
    unsafe fn destroy(self, raw: Self::Raw);
}

/// A handle of a library, which is destroyed in its context.
pub struct OwnedHandle<L: HandleApi> {
    library: L,
    raw: L::Raw,
    context: Context,
}

// SAFETY: `HandleApi` promises that any thread may use a handle, one at a time: who calls the library has the wrapper alone.
unsafe impl<L: HandleApi + Send> Send for OwnedHandle<L> {}
// SAFETY: a shared reference only reads fields that don't change.
unsafe impl<L: HandleApi + Sync> Sync for OwnedHandle<L> {}

impl<L: HandleApi> OwnedHandle<L> {
    /// Creates a handle with `create`, which calls `function` in the context.
    ///
    /// # Safety
    /// What `create` returns is alive, of `library` and the current context, and destroyed by nothing else.
    ///
    /// # Errors
    /// The driver's error, or that of `create`, which is [`OtherDriver`](CallError::OtherDriver) if the library is NVIDIA's and the
    /// driver isn't.
    pub unsafe fn new<E: From<CallError> + From<CuResult>>(
        library: L,
        context: &Context,
        function: &'static str,
        create: impl FnOnce() -> Result<L::Raw, E>,
    ) -> Result<Self, E> {
        match context.with_current(create)? {
            Ok(raw) => Ok(Self { library, raw, context: context.clone() }),
            Err(_) if library.is_of_file() && !context.driver().is_installed() => {
                let (library, module) = (L::LIBRARY, L::MODULE);
                Err(CallError::OtherDriver { function, library, module }.into())
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the library.
    #[must_use]
    #[inline]
    pub fn library(&self) -> L {
        self.library
    }

    /// Returns the handle, which lives as long as this.
    #[must_use]
    #[inline]
    pub fn raw(&self) -> L::Raw {
        self.raw
    }

    /// Returns the context that it was created in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.context
    }
}

impl<L: HandleApi> Drop for OwnedHandle<L> {
    fn drop(&mut self) {
        let (library, raw) = (self.library, self.raw);
        // SAFETY: it is alive, and nothing uses it afterwards. If its context is gone, so is what it has there.
        let _ = self.context.with_current_relaxed(|| unsafe { library.destroy(raw) });
    }
}

impl<L: HandleApi> Debug for OwnedHandle<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedHandle")
            .field("library", &self.library)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

/// The stream that is set in a handle, if it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurrentStream(Option<StreamIdentity>);

impl CurrentStream {
    /// Sets a stream with `set`, unless it is the one that is set. A destroyed stream and a later one with the same handle have
    /// different identities.
    ///
    /// # Errors
    /// That of `set`, after which none is known to be set.
    #[inline]
    pub fn set<E>(
        &mut self,
        stream: &Stream,
        set: impl FnOnce(CUstream) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.0.is_some_and(|identity| identity.is_of(stream)) {
            return Ok(());
        }
        self.0 = None;
        set(stream.as_raw())?;
        self.0 = Some(stream.identity());
        Ok(())
    }
}
