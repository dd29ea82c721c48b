//! Textures, through which kernels read arrays and memory, and surfaces, through which they write arrays.

pub(crate) mod descriptor;
mod resource;
mod surface;

pub use crate::error::texture::InvalidTexture;
pub use crate::generated::enums::{AddressMode, FilterMode, ResourceType, ResourceViewFormat};
pub use descriptor::{ResourceView, TextureDescriptor, TextureFlags};
pub use resource::TextureResource;
pub use surface::Surface;

use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUtexObject};

use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error, ErrorCode};
use crate::launch::Argument;
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// A texture object, through which kernels read an array or memory with filtering, at coordinates outside of it, and in
/// other formats.
///
/// It keeps its array or memory alive. Pass it to a launch as the argument `&texture`, for a parameter of type
/// `cudaTextureObject_t`. Dropping it doesn't wait for kernels that use it: keep it until they have run, for example
/// with [`Stream::drop_after`]. It belongs to the stream of its array or memory; for other streams, pass the number
/// that [`as_raw`](Self::as_raw) returns. Clones refer to the same object. [`new`](Self::new) has an example.
#[derive(Debug, Clone)]
pub struct Texture {
    object: Arc<Object<TextureKind>>,
}

#[derive(Debug)]
struct TextureKind {
    stream: Stream,
    /// Its array or memory; `None` if other code keeps it alive.
    _resource: Option<TextureResource>,
}

impl Texture {
    /// Creates a texture of an array, a mipmapped array, or a buffer.
    ///
    /// ```no_run
    /// use cuda_driver::{array::ArrayDescriptor, texture::{AddressMode, FilterMode, Texture, TextureDescriptor}};
    /// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
    /// let array = stream.create_array(&ArrayDescriptor::new::<f32>((64, 64)))?;
    /// let texture = Texture::new(
    ///     &array,
    ///     &TextureDescriptor::default()
    ///         .filter_mode(FilterMode::LINEAR)
    ///         .address_mode([AddressMode::CLAMP; 3]),
    /// )?;
    /// # Ok(()) }
    /// ```
    ///
    /// [`cuTexObjectCreate`](crate::driver::Raw::cuTexObjectCreate)
    ///
    /// # Errors
    /// [`Error::Texture`] with the rule that is broken, or the driver's error.
    #[doc(alias = "cuTexObjectCreate")]
    #[inline]
    pub fn new(
        resource: impl Into<TextureResource>,
        descriptor: &TextureDescriptor,
    ) -> Result<Self, Error> {
        Self::create(resource.into(), descriptor, None)
    }

    /// Creates a texture that reads part of an array, or its elements as another format.
    ///
    /// [`cuTexObjectCreate`](crate::driver::Raw::cuTexObjectCreate)
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[doc(alias = "cuTexObjectCreate")]
    #[inline]
    pub fn with_view(
        resource: impl Into<TextureResource>,
        descriptor: &TextureDescriptor,
        view: &ResourceView,
    ) -> Result<Self, Error> {
        Self::create(resource.into(), descriptor, Some(view))
    }

    /// Returns the stream of its array or memory.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.object.stream
    }

    /// Returns the driver's description of its array or memory.
    ///
    /// [`cuTexObjectGetResourceDesc`](crate::driver::Raw::cuTexObjectGetResourceDesc)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuTexObjectGetResourceDesc")]
    #[inline]
    pub fn resource_desc(&self) -> Result<CUDA_RESOURCE_DESC, CuResult> {
        // SAFETY: the texture is alive.
        self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuTexObjectGetResourceDesc(self.as_raw())
        })
    }

    /// Returns the driver's description of how the texture reads.
    ///
    /// [`cuTexObjectGetTextureDesc`](crate::driver::Raw::cuTexObjectGetTextureDesc)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuTexObjectGetTextureDesc")]
    #[inline]
    pub fn descriptor(&self) -> Result<TextureDescriptor, CuResult> {
        // SAFETY: the texture is alive.
        let raw = self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuTexObjectGetTextureDesc(self.as_raw())
        })?;
        Ok(TextureDescriptor::from_raw(&raw))
    }

    /// Returns the driver's description of the view.
    ///
    /// [`cuTexObjectGetResourceViewDesc`](crate::driver::Raw::cuTexObjectGetResourceViewDesc)
    ///
    /// It is `None` for a texture that was created without a view.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuTexObjectGetResourceViewDesc")]
    #[inline]
    pub fn view(&self) -> Result<Option<ResourceView>, CuResult> {
        // SAFETY: the texture is alive.
        let answer = self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuTexObjectGetResourceViewDesc(self.as_raw())
        });
        match answer {
            // Without a view, drivers return zeros (580, on an H200); the manual promises this code.
            Ok(raw) => Ok((raw.width != 0).then(|| ResourceView::from_raw(&raw))),
            Err(error) if error.code() == ErrorCode::INVALID_VALUE => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Destroys the texture; dropping the last clone does the same silently. Neither waits for kernels that use it.
    ///
    /// [`cuTexObjectDestroy`](crate::driver::Raw::cuTexObjectDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias = "cuTexObjectDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the handle, which is passed to kernels.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUtexObject {
        self.object.handle()
    }

    /// Takes ownership of a texture object, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a texture object of the stream's context, and no other code destroys it.
    /// - Its array or memory outlives the value and its clones, and belongs to `stream`: work of other streams that
    ///   writes to it is complete or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, handle: CUtexObject) -> Self {
        Self::foreign(stream, handle, Ownership::Owned)
    }

    /// Borrows a texture object that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a texture object of the stream's context, and outlives the value and its clones.
    /// - Its array or memory does, too, and belongs to `stream`: work of other streams that writes to it is complete or
    ///   ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUtexObject) -> Self {
        Self::foreign(stream, handle, Ownership::Borrowed)
    }

    /// Uses a texture object that other code owns, and keeps it and its array or memory alive through `owner`, which is
    /// dropped with the last clone.
    ///
    /// # Safety
    /// - `handle` is a texture object of the stream's context, and lives until `owner` is dropped, as its array or
    ///   memory does.
    /// - The array or memory belongs to `stream`: work of other streams that writes to it is complete or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(stream: &Stream, handle: CUtexObject, owner: impl Any + Send) -> Self {
        Self::foreign(stream, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the texture object; the caller must destroy it, and keep its array or memory alive.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUtexObject, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn create(
        resource: TextureResource,
        descriptor: &TextureDescriptor,
        view: Option<&ResourceView>,
    ) -> Result<Self, Error> {
        resource.check(descriptor, view)?;
        let (raw_resource, raw_texture) = (resource.to_raw(), descriptor.to_raw());
        let raw_view = view.map(|view| view.to_raw());
        let raw_view = raw_view.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
        let stream = resource.stream().clone();
        let context = stream.context();
        let handle = {
            let _bound = context.bind()?;
            // SAFETY: the context is current, the descriptions are live, and what they describe is alive.
            relaxed(context.raw(), || unsafe {
                context.raw().cuTexObjectCreate(
                    &raw const raw_resource,
                    &raw const raw_texture,
                    raw_view,
                )
            })?
        };
        let kind = TextureKind { stream, _resource: Some(resource) };
        Ok(Self::of(Object::shared(handle, Ownership::Owned, kind)))
    }

    fn foreign(stream: &Stream, handle: CUtexObject, ownership: Ownership) -> Self {
        let kind = TextureKind { stream: stream.clone(), _resource: None };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<TextureKind>>) -> Self {
        Self { object }
    }

    fn context(&self) -> &Context {
        self.object.stream.context()
    }
}

impl ObjectKind for TextureKind {
    type Handle = CUtexObject;

    unsafe fn destroy(&mut self, handle: CUtexObject) -> Result<(), CuResult> {
        let context = self.stream.context();
        // SAFETY: the caller gives up the texture.
        context.retry_despite_captures(|raw| unsafe { raw.cuTexObjectDestroy(handle) })
    }
}

impl Argument for &Texture {
    type Value = CUtexObject;

    #[inline]
    fn value(&self) -> CUtexObject {
        self.as_raw()
    }

    #[inline]
    fn stream(&self) -> Option<&Stream> {
        Some(&self.object.stream)
    }
}
