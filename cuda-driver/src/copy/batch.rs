use core::marker::PhantomData;

use cuda_driver_sys::{
    CUDA_MEMCPY3D_BATCH_OP, CUdeviceptr, CUextent3D, CUmemcpy3DOperand, CUmemcpy3DOperand_v1_op,
    CUmemcpy3DOperand_v1_op_array, CUmemcpy3DOperand_v1_op_ptr, CUmemcpy3DOperandType,
    CUmemcpyAttributes, CUoffset3D, CUstream, Symbol,
};

use super::side::{CopySource, CopyTarget, LocatedSide, Location};
use crate::copy::MemcpySrcAccessOrder;
use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, Extent, same_bytes};
use crate::stream::Stream;

flags! {
    /// The flags of a copy in a batch: [`CopyAttributes::flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct CopyFlags: u32 {
        /// Prefer overlapping with kernels to the highest speed.
        const PREFER_OVERLAP_WITH_COMPUTE = 0x1;
    }
}

/// The attributes of a copy.
///
/// ```
/// use cuda_driver::copy::{CopyAttributes, MemcpySrcAccessOrder};
///
/// let attributes = CopyAttributes::default().source_access(MemcpySrcAccessOrder::ANY);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CopyAttributes {
    /// The order in which the source is read.
    pub source_access: MemcpySrcAccessOrder,
    /// Flags.
    pub flags: CopyFlags,
}

impl Default for CopyAttributes {
    /// Returns attributes with which the source is read in the stream's order.
    fn default() -> Self {
        Self { source_access: MemcpySrcAccessOrder::STREAM, flags: CopyFlags::empty() }
    }
}

impl CopyAttributes {
    /// Sets the order in which the source is read.
    #[must_use]
    #[inline]
    pub const fn source_access(mut self, order: MemcpySrcAccessOrder) -> Self {
        self.source_access = order;
        self
    }

    /// Sets the flags.
    #[must_use]
    #[inline]
    pub const fn flags(mut self, flags: CopyFlags) -> Self {
        self.flags = flags;
        self
    }

    fn to_raw(self) -> CUmemcpyAttributes {
        CUmemcpyAttributes {
            srcAccessOrder: self.source_access.as_raw(),
            flags: self.flags.bits(),
            ..CUmemcpyAttributes::default()
        }
    }
}

/// A batch of copies of device memory that is submitted to a stream in one call. The copies run in any order.
///
/// A batch can be run again; running it allocates nothing.
///
/// ```no_run
/// use cuda_driver::copy::CopyBatch;
/// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
/// let (a, b) = (stream.upload(&[1u32; 100])?, stream.upload(&[2.0f64; 10])?);
/// let (mut c, mut d) = (stream.alloc(100)?, stream.alloc(10)?);
/// let mut batch = CopyBatch::new(stream);
/// batch.push(&a, &mut c)?.push(&b, &mut d)?;
/// batch.run()?;
/// # Ok(()) }
/// ```
pub struct CopyBatch<'a> {
    stream: &'a Stream,
    targets: Vec<CUdeviceptr>,
    sources: Vec<CUdeviceptr>,
    sizes: Vec<usize>,
    attributes: Vec<CUmemcpyAttributes>,
    /// For each set of attributes, the first copy that it applies to.
    firsts: Vec<usize>,
    borrowed: PhantomData<&'a mut ()>,
}

impl core::fmt::Debug for CopyBatch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CopyBatch").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl<'a> CopyBatch<'a> {
    /// Creates an empty batch for `stream`.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self {
            stream,
            targets: Vec::new(),
            sources: Vec::new(),
            sizes: Vec::new(),
            attributes: Vec::new(),
            firsts: Vec::new(),
            borrowed: PhantomData,
        }
    }

    /// Adds a copy between memory of the same length.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::OtherStream`]; the batch is then unchanged.
    pub fn push<T: Element>(
        &mut self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<&mut Self, Error> {
        // SAFETY: the source is read in the stream's order.
        unsafe { self.push_with(source, target, CopyAttributes::default()) }
    }

    /// Adds a copy with its own attributes.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    ///
    /// # Safety
    /// If the source isn't read in stream order, earlier work of the stream that allocates it or writes to it is
    /// complete whenever the batch is run.
    pub unsafe fn push_with<T: Element>(
        &mut self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'a, T>>,
        attributes: CopyAttributes,
    ) -> Result<&mut Self, Error> {
        let (source, target) = (source.into(), target.into());
        self.stream.owns(source.stream())?;
        self.stream.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(self);
        }
        let attributes = attributes.to_raw();
        let is_same = self.attributes.last().is_some_and(|last| {
            (last.srcAccessOrder, last.flags) == (attributes.srcAccessOrder, attributes.flags)
        });
        if !is_same {
            self.firsts.push(self.sizes.len());
            self.attributes.push(attributes);
        }
        self.targets.push(target.as_raw());
        self.sources.push(source.as_raw());
        self.sizes.push(bytes);
        Ok(self)
    }

    /// Returns how many copies there are. Empty copies don't count.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns `true` if there is nothing to copy.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Submits all copies to the stream, in stream order.
    ///
    /// [`cuMemcpyBatchAsync`](Raw::cuMemcpyBatchAsync)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.8 or newer. The legacy default stream
    /// doesn't support batches.
    #[doc(alias("cuMemcpyBatchAsync", "cuMemcpyBatchAsync_v2"))]
    #[inline]
    pub fn run(&self) -> Result<(), CuResult> {
        if self.is_empty() {
            return Ok(());
        }
        // SAFETY: memory of these sizes is borrowed, the targets exclusively.
        self.stream.submit_copy(|raw, stream| unsafe { self.call(raw, stream) })
    }

    /// # Safety
    /// `stream` is the batch's stream.
    unsafe fn call(&self, raw: Raw, stream: CUstream) -> Result<(), CuResult> {
        // The driver only reads all of these.
        let (targets, sources) = (self.targets.as_ptr(), self.sources.as_ptr());
        let (sizes, count) = (self.sizes.as_ptr(), self.len());
        let (attributes, firsts) = (self.attributes.as_ptr(), self.firsts.as_ptr());
        let kinds = self.attributes.len();
        if let (None, Some(older)) =
            (raw.table().cuMemcpyBatchAsync_v2, raw.table().cuMemcpyBatchAsync)
        {
            let mut failed = 0;
            // SAFETY: the lengths are those of the lists; the caller guarantees that the stream is valid.
            let code = unsafe {
                older(
                    targets.cast_mut(),
                    sources.cast_mut(),
                    sizes.cast_mut(),
                    count,
                    attributes.cast_mut(),
                    firsts.cast_mut(),
                    kinds,
                    &raw mut failed,
                    stream,
                )
            };
            return raw.check(Symbol::cuMemcpyBatchAsync, code);
        }
        // SAFETY: as above.
        unsafe {
            raw.cuMemcpyBatchAsync(
                targets.cast_mut(),
                sources.cast_mut(),
                sizes.cast_mut(),
                count,
                attributes.cast_mut(),
                firsts.cast_mut(),
                kinds,
                stream,
            )
        }
    }
}

/// A batch of copies of regions that is submitted to a stream in one call. The copies run in any order.
///
/// A batch can be run again; running it allocates nothing.
///
/// ```no_run
/// use cuda_driver::copy::{CopySource, RegionBatch};
/// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
/// let image = stream.upload(&[1u8; 640 * 480])?; // 480 rows of 640 bytes
/// let mut corner = stream.alloc(64 * 48)?;
/// let mut batch = RegionBatch::new(stream);
/// batch.push(CopySource::from(&image).row_length(640).offset((576, 432)), &mut corner, (64, 48))?;
/// batch.run()?;
/// # Ok(()) }
/// ```
pub struct RegionBatch<'a> {
    stream: &'a Stream,
    copies: Vec<CUDA_MEMCPY3D_BATCH_OP>,
    borrowed: PhantomData<&'a mut ()>,
}

// SAFETY: the pointers are to borrowed device memory.
unsafe impl Send for RegionBatch<'_> {}
// SAFETY: as above.
unsafe impl Sync for RegionBatch<'_> {}

impl core::fmt::Debug for RegionBatch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RegionBatch").field("copies", &self.copies.len()).finish_non_exhaustive()
    }
}

impl<'a> RegionBatch<'a> {
    /// Creates an empty batch for `stream`.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self { stream, copies: Vec::new(), borrowed: PhantomData }
    }

    /// Adds a copy of a region.
    ///
    /// # Errors
    /// As [`Stream::copy_region`]; [`Error::UnknownElements`] for an array whose element size is unknown, and
    /// [`Error::RowLength`] for rows of memory that aren't a whole number of the array's elements. The batch is
    /// then unchanged.
    pub fn push<T: Element>(
        &mut self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'a, T>>,
        extent: impl Into<Extent>,
    ) -> Result<&mut Self, Error> {
        // SAFETY: the source is read in the stream's order.
        unsafe { self.push_with(source, target, extent, CopyAttributes::default()) }
    }

    /// Adds a copy with its own attributes.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    ///
    /// # Safety
    /// If the source isn't read in stream order, earlier work of the stream that allocates it or writes to it is
    /// complete whenever the batch is run.
    pub unsafe fn push_with<T: Element>(
        &mut self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'a, T>>,
        extent: impl Into<Extent>,
        attributes: CopyAttributes,
    ) -> Result<&mut Self, Error> {
        let (source, target) = (source.into(), target.into());
        self.stream.owns(source.stream())?;
        self.stream.owns(target.stream())?;
        let copy = operation::<T>(&source, &target, extent.into(), attributes)?;
        self.copies.extend(copy);
        Ok(self)
    }

    /// Returns how many copies there are. Empty copies don't count.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.copies.len()
    }

    /// Returns `true` if there is nothing to copy.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    /// Submits all copies to the stream, in stream order.
    ///
    /// [`cuMemcpy3DBatchAsync`](Raw::cuMemcpy3DBatchAsync)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.8 or newer. The legacy default stream
    /// doesn't support batches.
    #[doc(alias("cuMemcpy3DBatchAsync", "cuMemcpy3DBatchAsync_v2"))]
    #[inline]
    pub fn run(&self) -> Result<(), CuResult> {
        if self.is_empty() {
            return Ok(());
        }
        self.stream.submit_copy(|raw, stream| {
            if let (None, Some(older)) =
                (raw.table().cuMemcpy3DBatchAsync_v2, raw.table().cuMemcpy3DBatchAsync)
            {
                let (mut failed, copies) = (0, self.copies.as_ptr().cast_mut());
                // SAFETY: the regions are within memory and arrays that are borrowed; the driver only reads the list.
                let code = unsafe { older(self.len(), copies, &raw mut failed, 0, stream) };
                return raw.check(Symbol::cuMemcpy3DBatchAsync, code);
            }
            // SAFETY: as above.
            unsafe { raw.cuMemcpy3DBatchAsync(&self.copies, 0, stream) }
        })
    }
}

/// Returns a copy of a batch; `None` if there is nothing to copy.
fn operation<T>(
    source: &CopySource<'_, T>,
    target: &CopyTarget<'_, T>,
    extent: Extent,
    attributes: CopyAttributes,
) -> Result<Option<CUDA_MEMCPY3D_BATCH_OP>, Error> {
    let extent = extent.for_copies();
    let (from, to) = (source.locate(extent)?, target.locate(extent)?);
    if extent.width * size_of::<T>() == 0 {
        return Ok(None);
    }
    let is_of_arrays =
        [from.location, to.location].iter().any(|location| matches!(location, Location::Array(_)));
    // Between two pointers, the driver counts bytes; else elements of the array, whatever `T` is.
    let unit = if is_of_arrays { size_of::<T>() } else { 1 };
    if let Some(format) = from.unknown.or(to.unknown) {
        return Err(Error::UnknownElements { format });
    }
    for side in [&from, &to] {
        if !side.pitch.is_multiple_of(unit) && extent.height.max(extent.depth) > 1 {
            return Err(Error::RowLength { pitch: side.pitch, element: unit as u32 });
        }
    }
    let mut copy = CUDA_MEMCPY3D_BATCH_OP {
        src: operand(&from, size_of::<T>(), unit),
        dst: operand(&to, size_of::<T>(), unit),
        ..CUDA_MEMCPY3D_BATCH_OP::default()
    };
    copy.extent = CUextent3D {
        width: extent.width * size_of::<T>() / unit,
        height: extent.height,
        depth: extent.depth,
    };
    copy.srcAccessOrder = attributes.source_access.as_raw();
    copy.flags = attributes.flags.bits();
    Ok(Some(copy))
}

fn operand(side: &LocatedSide, size: usize, unit: usize) -> CUmemcpy3DOperand {
    let pointer = match side.location {
        Location::Array(array) => {
            return CUmemcpy3DOperand {
                type_: CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_ARRAY,
                op: CUmemcpy3DOperand_v1_op {
                    array: CUmemcpy3DOperand_v1_op_array {
                        array,
                        offset: CUoffset3D { x: side.x_bytes / size, y: side.y, z: side.z },
                    },
                },
                ..CUmemcpy3DOperand::default()
            };
        }
        Location::Device(pointer) => pointer,
        Location::Host(pointer) => pointer as CUdeviceptr,
    };
    // The region is within existing memory, so its size in bytes fits an address.
    let offset = (side.z * side.rows + side.y) * side.pitch + side.x_bytes;
    CUmemcpy3DOperand {
        type_: CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_POINTER,
        op: CUmemcpy3DOperand_v1_op {
            ptr: CUmemcpy3DOperand_v1_op_ptr {
                ptr: pointer + offset as CUdeviceptr,
                rowLength: side.pitch / unit,
                layerHeight: side.rows,
                ..CUmemcpy3DOperand_v1_op_ptr::default()
            },
        },
        ..CUmemcpy3DOperand::default()
    }
}

impl Stream {
    /// Copies device memory to device memory of the same length, in the stream's order, with attributes.
    ///
    /// [`cuMemcpyWithAttributesAsync`](Raw::cuMemcpyWithAttributesAsync)
    ///
    /// # Errors
    /// As [`copy`](Self::copy). The driver must be of CUDA 13.2 or newer.
    ///
    /// # Safety
    /// If the source isn't read in stream order, earlier work of the stream that allocates it or writes to it is
    /// complete.
    #[doc(alias = "cuMemcpyWithAttributesAsync")]
    pub unsafe fn copy_with<'a, 'b, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'b, T>>,
        attributes: CopyAttributes,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        self.owns(source.stream())?;
        self.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_raw(), target.as_raw());
        self.submit_copy(|raw, stream| {
            let mut attributes = attributes.to_raw();
            // SAFETY: both are memory of this stream of that many bytes, borrowed separately; the caller guarantees the
            // order.
            unsafe { raw.cuMemcpyWithAttributesAsync(to, from, bytes, &raw mut attributes, stream) }
        })
        .map_err(Error::from)
    }

    /// Copies a region, in the stream's order, with attributes.
    ///
    /// [`cuMemcpy3DWithAttributesAsync`](Raw::cuMemcpy3DWithAttributesAsync)
    ///
    /// # Errors
    /// As [`copy_region`](Self::copy_region), or as [`RegionBatch::push`]. The driver must be of CUDA 13.2 or newer.
    ///
    /// # Safety
    /// If the source isn't read in stream order, earlier work of the stream that allocates it or writes to it is
    /// complete.
    #[doc(alias = "cuMemcpy3DWithAttributesAsync")]
    pub unsafe fn copy_region_with<'a, 'b, T: Element>(
        &self,
        source: impl Into<CopySource<'a, T>>,
        target: impl Into<CopyTarget<'b, T>>,
        extent: impl Into<Extent>,
        attributes: CopyAttributes,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        self.owns(source.stream())?;
        self.owns(target.stream())?;
        let Some(copy) = operation::<T>(&source, &target, extent.into(), attributes)? else {
            return Ok(());
        };
        self.submit_copy(|raw, stream| {
            let mut copy = copy;
            // SAFETY: the region is within both, which are borrowed separately or an array; the caller guarantees the order.
            unsafe { raw.cuMemcpy3DWithAttributesAsync(&raw mut copy, 0, stream) }
        })
        .map_err(Error::from)
    }
}
