use core::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUgraphicsResource, CUresult, Symbol};

use crate::context::{Context, capture_mode::relaxed};
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError};
use crate::event::PooledEvent;
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::{Stream, StreamIdentity};

flags! {
    /// How CUDA will use a resource: [`Context::register_gl_buffer`] and the others.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct GraphicsRegisterFlags: u32 {
        /// It only reads it.
        const READ_ONLY = 0x1;
        /// It writes all of it, so that the contents needn't be kept when it is mapped.
        const WRITE_DISCARD = 0x2;
        /// It accesses an image through surface objects.
        const SURFACE_LDST = 0x4;
        /// It gathers four texels of an image in one access.
        const TEXTURE_GATHER = 0x8;

        // Newer drivers have more.
        const _ = !0;
    }

    /// How CUDA uses a resource from the next time on that it is mapped: [`GraphicsResource::set_map_flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct GraphicsMapFlags: u32 {
        /// It only reads it.
        const READ_ONLY = 0x1;
        /// It writes all of it, so that the contents needn't be kept when it is mapped.
        const WRITE_DISCARD = 0x2;

        // Newer drivers have more.
        const _ = !0;
    }
}

/// A buffer or an image of a graphics API, registered in a context. While it is [mapped](Self::map), CUDA uses it, and
/// otherwise the graphics API does.
///
/// Clones refer to the same object. It is unregistered once neither a clone nor a mapping of it is left. The graphics
/// API's own object isn't affected by that.
///
/// For OpenGL, all calls are made on a thread whose current OpenGL context is the object's, or shares objects with it.
/// That holds for dropping the last clone and the last mapping, too.
///
/// ```no_run
/// # use cuda_driver::{graphics::GraphicsRegisterFlags, Error, Stream};
/// # fn draw(buffer: u32, stream: &Stream) -> Result<(), Error> {
/// // SAFETY: `buffer` is a buffer object of the current OpenGL context, and lives until it is unregistered. OpenGL doesn't
/// // use it while it is mapped.
/// let vertices = unsafe { stream.context().register_gl_buffer(buffer, GraphicsRegisterFlags::WRITE_DISCARD) }?;
/// for frame in 0..1000 {
///     let mut mapped = vertices.map(stream)?; // after what OpenGL has drawn
///     stream.fill(mapped.slice_mut::<f32>()?, frame as f32)?;
///     mapped.unmap()?; // OpenGL's later calls wait for the stream
///     // draw the vertices
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct GraphicsResource {
    object: Arc<Object<ResourceKind>>,
}

#[derive(Debug)]
struct ResourceKind {
    context: Context,
    /// Whether the resource is mapped as long as it is registered, as images of EGL are.
    is_always_mapped: bool,
    uses: Mutex<ResourceUse>,
}

/// The uses of a resource by CUDA.
#[derive(Debug, Default)]
struct ResourceUse {
    /// Whether there is a mapping of a resource that is always mapped: the driver counts only the others.
    is_mapped: bool,
    /// The stream of the last mapping, and an event after its work.
    last: Option<(StreamIdentity, PooledEvent)>,
}

impl GraphicsResource {
    /// Returns the context that it is registered in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Says how CUDA uses it from the next time on that it is mapped.
    ///
    /// [`cuGraphicsResourceSetMapFlags`](Raw::cuGraphicsResourceSetMapFlags)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_ALREADY_MAPPED` (208) while it is mapped.
    #[doc(alias("cuGraphicsResourceSetMapFlags", "cuGraphicsResourceSetMapFlags_v2"))]
    #[inline]
    pub fn set_map_flags(&self, flags: GraphicsMapFlags) -> Result<(), CuResult> {
        // SAFETY: the resource is alive.
        self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuGraphicsResourceSetMapFlags(self.as_raw(), flags.bits())
        })
    }

    /// Unregisters the resource; dropping the last clone does the same silently.
    ///
    /// [`cuGraphicsUnregisterResource`](Raw::cuGraphicsUnregisterResource)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones or mappings of it are alive.
    #[doc(alias = "cuGraphicsUnregisterResource")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUgraphicsResource {
        self.object.handle()
    }

    /// Takes ownership of a registered resource, which is unregistered with the last clone.
    ///
    /// # Safety
    /// - `handle` was registered in `context`, isn't mapped, and fulfills what [`Context::register_gl_buffer`] requires.
    /// - No other code unregisters or maps it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraphicsResource) -> Self {
        Self::new(context, handle, Ownership::Owned, false)
    }

    /// Borrows a registered resource that other code owns; this crate never unregisters it.
    ///
    /// # Safety
    /// `handle` was registered in `context`, isn't mapped by other code while the value maps it, and fulfills what
    /// [`Context::register_gl_buffer`] requires. It outlives the value, its clones and mappings.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraphicsResource) -> Self {
        Self::new(context, handle, Ownership::Borrowed, false)
    }

    /// Uses a registered resource that other code owns, and keeps it alive through `owner`, which is dropped with the last
    /// clone and the last mapping.
    ///
    /// # Safety
    /// `handle` was registered in `context`, isn't mapped by other code while the value maps it, and fulfills what
    /// [`Context::register_gl_buffer`] requires. It isn't unregistered until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUgraphicsResource,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(context, handle, Ownership::foreign(owner), false)
    }

    /// Releases ownership of the resource; the caller must unregister it.
    ///
    /// # Errors
    /// Returns the value if clones or mappings of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUgraphicsResource, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    /// Registers what `call` registers in the current context.
    pub(super) fn register(
        context: &Context,
        is_always_mapped: bool,
        call: &dyn Fn(Raw) -> Result<CUgraphicsResource, CuResult>,
    ) -> Result<Self, CuResult> {
        let raw = context.raw();
        let _bound = context.bind()?;
        let handle = relaxed(raw, || call(raw))?;
        Ok(Self::new(context, handle, Ownership::Owned, is_always_mapped))
    }

    pub(super) fn is_always_mapped(&self) -> bool {
        self.object.is_always_mapped
    }

    /// Lets `stream` wait for the work of the last mapping. Nothing else would order it with that of the next.
    pub(super) fn begin_use(&self, stream: &Stream) -> Result<(), CuResult> {
        let mut uses = self.uses();
        if let Some((last, end)) = &uses.last
            && !last.is_of(stream)
        {
            stream.wait_pooled(end)?;
        }
        if self.is_always_mapped() && core::mem::replace(&mut uses.is_mapped, true) {
            let code = CUresult::CUDA_ERROR_ALREADY_MAPPED;
            return Err(stream.raw().failed(Symbol::cuGraphicsMapResources, code));
        }
        Ok(())
    }

    /// Notes the end of a mapping, after the work of its stream so far.
    pub(super) fn end_use(&self, stream: &Stream) -> Result<(), CuResult> {
        let end = stream.mark()?;
        let mut uses = self.uses();
        uses.is_mapped = false;
        uses.last = Some((stream.identity(), end));
        Ok(())
    }

    fn uses(&self) -> MutexGuard<'_, ResourceUse> {
        (self.object.uses.lock()).unwrap_or_else(PoisonError::into_inner)
    }

    fn new(
        context: &Context,
        handle: CUgraphicsResource,
        ownership: Ownership,
        is_always_mapped: bool,
    ) -> Self {
        let kind =
            ResourceKind { context: context.clone(), is_always_mapped, uses: Mutex::default() };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<ResourceKind>>) -> Self {
        Self { object }
    }
}

impl ObjectKind for ResourceKind {
    type Handle = CUgraphicsResource;

    unsafe fn destroy(&mut self, handle: CUgraphicsResource) -> Result<(), CuResult> {
        let raw = self.context.raw();
        let _bound = self.context.bind()?;
        // SAFETY: the caller gives up the resource, of which no mapping is left, and its context is current.
        relaxed(raw, || unsafe { raw.cuGraphicsUnregisterResource(handle) })
    }
}
