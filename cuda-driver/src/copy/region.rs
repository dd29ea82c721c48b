use cuda_driver_sys::{CUDA_MEMCPY3D, CUDA_MEMCPY3D_PEER, Symbol};

use super::side::{CopySource, CopyTarget, HostRegion, HostRegionMut, LocatedSide};
use crate::error::Error;
use crate::memory::{Element, Extent, HostMemory, HostMemoryError, Transfer};
use crate::scope::Scope;
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

/// Returns the description of a copy for the driver.
pub(super) fn description<T>(from: LocatedSide, to: LocatedSide, extent: Extent) -> CUDA_MEMCPY3D {
    let (from_kind, from_device, from_host, from_array) = from.location.to_raw();
    let (to_kind, to_device, to_host, to_array) = to.location.to_raw();
    CUDA_MEMCPY3D {
        srcXInBytes: from.x_bytes,
        srcY: from.y,
        srcZ: from.z,
        srcMemoryType: from_kind,
        srcDevice: from_device,
        srcHost: from_host,
        srcArray: from_array,
        srcPitch: from.pitch,
        srcHeight: from.rows,
        dstXInBytes: to.x_bytes,
        dstY: to.y,
        dstZ: to.z,
        dstMemoryType: to_kind,
        dstDevice: to_device,
        dstHost: to_host,
        dstArray: to_array,
        dstPitch: to.pitch,
        dstHeight: to.rows,
        // The region is within both sides, so its size in bytes fits an address.
        WidthInBytes: extent.width * size_of::<T>(),
        Height: extent.height,
        Depth: extent.depth,
        ..CUDA_MEMCPY3D::default()
    }
}

impl Stream {
    /// Copies a region of rows and slices from one place on the device to another, in stream order, between buffers,
    /// [pitched buffers](crate::memory::PitchedBuffer) and [arrays](crate::array::Array).
    ///
    /// ```no_run
    /// use cuda_driver::{array::ArrayDescriptor, copy::CopySource};
    /// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
    /// let array = stream.create_array(&ArrayDescriptor::new::<f32>((64, 64)))?;
    /// let buffer = stream.alloc_zeroed::<f32>(100 * 100)?;
    /// // Copies the middle of the buffer, an image of 100 x 100, to the upper left quarter of the array.
    /// let middle = CopySource::from(&buffer).row_length(100).offset((34, 34));
    /// stream.copy_region(middle, &array, (32, 32))?;
    /// # Ok(()) }
    /// ```
    ///
    /// If the source and the target overlap in the same array, the contents of the target are unspecified afterwards.
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync),
    /// which for a single slice is equivalent to `cuMemcpy2DAsync`.
    ///
    /// # Errors
    /// [`Error::Region`], [`Error::ElementSize`], [`Error::OtherStream`],
    /// [`Error::OtherContext`] if [`copy_region_peer`](Self::copy_region_peer) is needed, or the driver's error.
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2", "cuMemcpy3D", "cuMemcpy3D_v2"))]
    #[doc(alias("cuMemcpy2DAsync", "cuMemcpy2DAsync_v2", "cuMemcpy2D", "cuMemcpy2D_v2"))]
    #[doc(alias("cuMemcpy2DUnaligned", "cuMemcpy2DUnaligned_v2", "cuMemcpyAtoA"))]
    #[doc(alias("cuMemcpyAtoA_v2", "cuMemcpyAtoD", "cuMemcpyAtoD_v2", "cuMemcpyDtoA"))]
    #[doc(alias = "cuMemcpyDtoA_v2")]
    #[inline]
    pub fn copy_region<'a, 'b, T: Element>(
        &self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let extent = extent.into().for_copies();
        self.owns(source.stream())?;
        self.owns(target.stream())?;
        let (from, to) = (source.locate(extent)?, target.locate(extent)?);
        // SAFETY: the region is within both, which are this stream's, borrowed separately or an array.
        unsafe { self.copy_located::<T>(from, to, extent) }
    }

    /// Copies a region of host memory to the device, and waits until the copy is done. [`Scope::upload_region`] doesn't
    /// wait.
    ///
    /// ```no_run
    /// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
    /// use cuda_driver::array::ArrayDescriptor;
    /// let picture = vec![[0u8; 4]; 640 * 480];
    /// let array = stream.create_array(&ArrayDescriptor::new::<[u8; 4]>((640, 480)))?;
    /// stream.upload_region(&picture, &array, array.extent())?;
    /// # Ok(()) }
    /// ```
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync)
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2", "cuMemcpyHtoA", "cuMemcpyHtoA_v2"))]
    #[doc(alias("cuMemcpyHtoAAsync", "cuMemcpyHtoAAsync_v2", "cuMemcpy2D", "cuMemcpy2D_v2"))]
    #[doc(alias("cuMemcpy3D", "cuMemcpy3D_v2"))]
    #[inline]
    pub fn upload_region<'a, 'b, T: Element>(
        &self,
        source: impl Into<HostRegion<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let source = source.into();
        self.scope_of(Symbol::cuMemcpy3DAsync_v2, |scope| {
            // SAFETY: the source is borrowed for longer than the scope, which waits.
            unsafe { self.upload_region_async(source, target, extent) }?;
            scope.mark();
            Ok(())
        })
    }

    /// Copies a region of the device to host memory, and waits until the copy is done. [`Scope::download_region`]
    /// doesn't wait.
    ///
    /// [`cuMemcpy3DAsync`](crate::driver::Raw::cuMemcpy3DAsync)
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias("cuMemcpy3DAsync", "cuMemcpy3DAsync_v2", "cuMemcpyAtoH", "cuMemcpyAtoH_v2"))]
    #[doc(alias("cuMemcpyAtoHAsync", "cuMemcpyAtoHAsync_v2", "cuMemcpy2D", "cuMemcpy2D_v2"))]
    #[doc(alias("cuMemcpy3D", "cuMemcpy3D_v2"))]
    #[inline]
    pub fn download_region<'a, 'b, T: Element>(
        &self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<HostRegionMut<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let target = target.into();
        self.scope_of(Symbol::cuMemcpy3DAsync_v2, |scope| {
            // SAFETY: the target is borrowed for longer than the scope, which waits.
            unsafe { self.download_region_async(source, target, extent) }?;
            scope.mark();
            Ok(())
        })
    }

    /// Starts copying a region of host memory to the device, in the stream's order.
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Safety
    /// The memory of `source` lives and doesn't change until the copy is done.
    #[inline]
    pub unsafe fn upload_region_async<'a, 'b, T: Element>(
        &self,
        source: impl Into<HostRegion<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let extent = extent.into().for_copies();
        self.owns(target.stream())?;
        let (from, to) = (source.locate(extent)?, target.locate(extent)?);
        // SAFETY: the region is within both, and the target this stream's; the caller keeps the source.
        unsafe { self.copy_located::<T>(from, to, extent) }
    }

    /// Starts copying a region of the device to host memory, in the stream's order.
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region).
    ///
    /// # Safety
    /// The memory of `target` lives, and is neither read nor written, until the copy is done.
    #[inline]
    pub unsafe fn download_region_async<'a, 'b, T: Element>(
        &self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<HostRegionMut<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let extent = extent.into().for_copies();
        self.owns(source.stream())?;
        let (from, to) = (source.locate(extent)?, target.locate(extent)?);
        // SAFETY: the region is within both, and the source this stream's; the caller keeps the target.
        unsafe { self.copy_located::<T>(from, to, extent) }
    }

    /// Starts copying all of `source`, as contiguous rows, to a region of the device, and keeps `source` until the copy
    /// is done.
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region); with `source`.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if no event can be recorded after the copy.
    #[inline]
    pub fn upload_region_owned<'b, H: HostMemory>(
        &self,
        source: H,
        target: impl Into<CopyTarget<'b, H::Element>>,
        extent: impl Into<Extent>,
    ) -> Result<Transfer<H>, HostMemoryError<H>> {
        // SAFETY: the source is kept until the copy is done.
        self.hand_over(Symbol::cuMemcpy3DAsync_v2, source, |stream, source| unsafe {
            stream.upload_region_async(source.elements(), target, extent)
        })
    }

    /// Starts copying a region of the device to `target`, as contiguous rows, and keeps `target` until the copy is
    /// done.
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region); with `target`.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if no event can be recorded after the copy.
    #[inline]
    pub fn download_region_owned<'a, H: HostMemory>(
        &self,
        source: impl Into<CopySource<'a, H::Element>>,
        target: H,
        extent: impl Into<Extent>,
    ) -> Result<Transfer<H>, HostMemoryError<H>> {
        // SAFETY: the target is kept until the copy is done.
        self.hand_over(Symbol::cuMemcpy3DAsync_v2, target, |stream, target| unsafe {
            stream.download_region_async(source, target.elements_mut(), extent)
        })
    }

    /// Copies a region from any stream, context or device to memory or an array of this stream. The copy waits for the
    /// work submitted to the source's stream so far, and later work of that stream waits for the copy.
    ///
    /// [`cuMemcpy3DPeerAsync`](crate::driver::Raw::cuMemcpy3DPeerAsync),
    /// and, between two streams, two calls before and two after it, which order them.
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region); [`Error::OtherStream`] or [`Error::OtherContext`] if the target
    /// is another stream's.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if the source's stream can't be made to wait for the copy.
    #[doc(alias("cuMemcpy3DPeerAsync", "cuMemcpy3DPeer"))]
    pub fn copy_region_peer<'a, 'b, T: Element>(
        &self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        let extent = extent.into().for_copies();
        self.owns(target.stream())?;
        let (from, to) = (source.locate(extent)?, target.locate(extent)?);
        let copy = description::<T>(from, to, extent);
        if copy.WidthInBytes == 0 {
            return Ok(());
        }
        let there = source.stream();
        self.wait_stream(there)?;
        let (from_context, to_context) = (there.context().as_raw(), self.context().as_raw());
        let copy = peer(&copy, from_context, to_context);
        // SAFETY: the region is within both, which are alive in their contexts, and the streams are ordered.
        self.submit_copy(|raw, stream| unsafe {
            raw.cuMemcpy3DPeerAsync(&raw const copy, stream)
        })?;
        there.wait_stream(self).map_err(|error| {
            // From now on, the source's owner may write to it.
            let _ = quiesce(self, &Proof::None);
            error.into()
        })
    }

    /// # Safety
    /// The region is within both places, which belong to the stream's context and which no other code accesses until
    /// the copy is done.
    unsafe fn copy_located<T>(
        &self,
        from: LocatedSide,
        to: LocatedSide,
        extent: Extent,
    ) -> Result<(), Error> {
        let copy = description::<T>(from, to, extent);
        if copy.WidthInBytes == 0 {
            return Ok(());
        }
        // SAFETY: the pointer is to a live description; the caller guarantees what it describes.
        self.submit_copy(|raw, stream| unsafe { raw.cuMemcpy3DAsync(&raw const copy, stream) })
            .map_err(Error::from)
    }
}

/// Returns the same copy between contexts.
fn peer(
    copy: &CUDA_MEMCPY3D,
    from: cuda_driver_sys::CUcontext,
    to: cuda_driver_sys::CUcontext,
) -> CUDA_MEMCPY3D_PEER {
    CUDA_MEMCPY3D_PEER {
        srcXInBytes: copy.srcXInBytes,
        srcY: copy.srcY,
        srcZ: copy.srcZ,
        srcMemoryType: copy.srcMemoryType,
        srcDevice: copy.srcDevice,
        srcArray: copy.srcArray,
        srcContext: from,
        srcPitch: copy.srcPitch,
        srcHeight: copy.srcHeight,
        dstXInBytes: copy.dstXInBytes,
        dstY: copy.dstY,
        dstZ: copy.dstZ,
        dstMemoryType: copy.dstMemoryType,
        dstDevice: copy.dstDevice,
        dstArray: copy.dstArray,
        dstContext: to,
        dstPitch: copy.dstPitch,
        dstHeight: copy.dstHeight,
        WidthInBytes: copy.WidthInBytes,
        Height: copy.Height,
        Depth: copy.Depth,
        ..CUDA_MEMCPY3D_PEER::default()
    }
}

impl<'scope> Scope<'scope, '_> {
    /// Starts copying a region of host memory to the device.
    ///
    /// # Errors
    /// As [`Stream::upload_region`].
    #[inline]
    pub fn upload_region<'b, T: Element>(
        &'scope self,
        source: impl Into<HostRegion<'scope, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        // SAFETY: the source is borrowed until the scope ends, and that waits for the copy.
        unsafe { self.stream().upload_region_async(source, target, extent) }?;
        self.mark();
        Ok(())
    }

    /// Starts copying a region of the device to host memory.
    ///
    /// # Errors
    /// As [`Stream::download_region`].
    #[inline]
    pub fn download_region<'a, T: Element>(
        &'scope self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<HostRegionMut<'scope, T>>,
        extent: impl Into<Extent>,
    ) -> Result<(), Error> {
        // SAFETY: the target is borrowed until the scope ends, and that waits for the copy.
        unsafe { self.stream().download_region_async(source, target, extent) }?;
        self.mark();
        Ok(())
    }
}
