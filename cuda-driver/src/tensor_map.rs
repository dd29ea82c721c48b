//! Tensor maps, which describe tensors to the hardware that copies tiles of them.

pub use crate::error::tensor_map::InvalidTensorMap;
pub use crate::generated::enums::{
    TensorMapDataType, TensorMapFloatOobFill, TensorMapIm2ColWideMode, TensorMapInterleave,
    TensorMapL2Promotion, TensorMapSwizzle,
};

use core::ffi::{c_int, c_void};
use core::marker::PhantomData;

use cuda_driver_sys::{CUdeviceptr, CUtensorMap};

use crate::error::{CuResult, Error};
use crate::launch::Argument;
use crate::memory::{DeviceSlice, DeviceSliceMut, Element};
use crate::stream::Stream;

/// A tensor map: a description of a tensor in device memory, and of the tiles that a kernel's bulk copies move.
///
/// It is a value of 128 bytes that a kernel takes as `const __grid_constant__ CUtensorMap`: pass it by reference. Kernels
/// of compute capability 9.0 and newer use it for `cp.async.bulk.tensor` and similar instructions.
///
/// A kernel names a tile by the coordinates of its first element. Unless channels are interleaved, the first coordinate
/// times the size of an element must be a multiple of 16 bytes, also outside the tensor. Otherwise the kernel fails
/// with `CUDA_ERROR_ILLEGAL_INSTRUCTION` (715), as it also does if a tile that it writes begins at a negative
/// coordinate (measured on an H200).
///
/// The map borrows the memory: shared if it was created by [`TensorMapBuilder::encode`], for kernels that only read
/// through it, or exclusively if it was created by [`TensorMapBuilder::encode_mut`]. As with every other argument, the
/// caller of the `unsafe` launch guarantees that the kernel respects this.
///
/// ```no_run
/// use cuda_driver::tensor_map::{TensorMap, TensorMapSwizzle};
///
/// # fn main() -> Result<(), cuda_driver::Error> {
/// # let stream = cuda_driver::Driver::load()?.device(0)?.primary_context()?.stream()?;
/// // 100 rows of 64 floats, from which copies move tiles of 8 rows of 32.
/// let matrix = stream.upload(&[1.0f32; 6400])?;
/// let map = TensorMap::tiled(&[64, 100], &[32, 8])
///     .swizzle(TensorMapSwizzle::SWIZZLE_128B)
///     .encode(&matrix)?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct TensorMap<'m> {
    map: CUtensorMap,
    /// The stream that the memory belongs to, if it is known.
    stream: Option<Stream>,
    /// The size of the tensor in bytes, and the required alignment of its address.
    bytes: u64,
    alignment: u64,
    memory: PhantomData<&'m ()>,
}

/// A type of tensor elements that a map can describe.
///
/// For other types, such as floats that are flushed or rounded to TF32, use
/// [`TensorMapBuilder::data_type`].
pub trait TensorElement: Element + 'static {
    /// The driver's type.
    const DATA_TYPE: TensorMapDataType;
}

impl TensorElement for u8 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::UINT8;
}

impl TensorElement for u16 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::UINT16;
}

impl TensorElement for u32 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::UINT32;
}

impl TensorElement for i32 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::INT32;
}

impl TensorElement for u64 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::UINT64;
}

impl TensorElement for i64 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::INT64;
}

impl TensorElement for f32 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::FLOAT32;
}

impl TensorElement for f64 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::FLOAT64;
}

#[cfg(feature = "half")]
impl TensorElement for half::f16 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::FLOAT16;
}

#[cfg(feature = "half")]
impl TensorElement for half::bf16 {
    const DATA_TYPE: TensorMapDataType = TensorMapDataType::BFLOAT16;
}

/// The tile of a tensor that a copy moves.
#[derive(Debug, Clone, Copy)]
enum Tile<'d> {
    Tiled(&'d [u32]),
    Im2col {
        lower: &'d [c_int],
        upper: &'d [c_int],
        channels: u32,
        pixels: u32,
    },
    Im2colWide {
        lower: c_int,
        upper: c_int,
        channels: u32,
        pixels: u32,
        mode: TensorMapIm2ColWideMode,
    },
}

/// A description of a tensor, which [`encode`](Self::encode) converts to a map: [`TensorMap::tiled`],
/// [`TensorMap::im2col`], [`TensorMap::im2col_wide`].
///
/// Dimensions are counted from the innermost, whose elements are contiguous.
#[derive(Debug, Clone, Copy)]
#[must_use = "a description does nothing until it is encoded"]
pub struct TensorMapBuilder<'d> {
    extent: &'d [u64],
    strides: Option<&'d [u64]>,
    steps: Option<&'d [u32]>,
    tile: Tile<'d>,
    data_type: Option<TensorMapDataType>,
    interleave: TensorMapInterleave,
    swizzle: TensorMapSwizzle,
    l2_promotion: TensorMapL2Promotion,
    fill: TensorMapFloatOobFill,
}

impl TensorMap<'_> {
    /// Describes a tensor with the extent of its 1 to 5 dimensions and of its tiles, in elements.
    #[inline]
    pub fn tiled<'d>(extent: &'d [u64], tile: &'d [u32]) -> TensorMapBuilder<'d> {
        TensorMapBuilder::new(extent, Tile::Tiled(tile))
    }

    /// Describes a tensor of images: channels, then one to three dimensions of pixels, then images. Copies move columns
    /// of `pixels` pixels with `channels` channels of each, within a box whose lower and upper corners are given
    /// relative to the tensor's, in each dimension of pixels.
    #[inline]
    pub fn im2col<'d>(
        extent: &'d [u64],
        lower: &'d [i32],
        upper: &'d [i32],
        channels: u32,
        pixels: u32,
    ) -> TensorMapBuilder<'d> {
        let tile = Tile::Im2col { lower, upper, channels, pixels };
        TensorMapBuilder::new(extent, tile)
    }

    /// Like [`im2col`](Self::im2col), with columns only along the width, the only dimension of the box. Requires
    /// compute capability 10.0, and a driver of CUDA 12.8.
    #[inline]
    pub fn im2col_wide(
        extent: &[u64],
        lower: i32,
        upper: i32,
        channels: u32,
        pixels: u32,
        mode: TensorMapIm2ColWideMode,
    ) -> TensorMapBuilder<'_> {
        let tile = Tile::Im2colWide { lower, upper, channels, pixels, mode };
        TensorMapBuilder::new(extent, tile)
    }
}

impl<'m> TensorMap<'m> {
    /// Makes the map describe the same tensor in other memory.
    ///
    /// [`cuTensorMapReplaceAddress`](crate::driver::Raw::cuTensorMapReplaceAddress)
    ///
    /// # Errors
    /// [`Error::TensorMap`] if the memory is smaller than the tensor, or misaligned. For a map from
    /// [`from_raw`](Self::from_raw), whose tensor's size is unknown, the size isn't checked.
    #[doc(alias = "cuTensorMapReplaceAddress")]
    pub fn replace_address<T: TensorElement>(
        &mut self,
        memory: impl Into<DeviceSlice<'m, T>>,
    ) -> Result<(), Error> {
        let memory = memory.into();
        self.replace(memory.as_raw(), memory.len() * size_of::<T>(), memory.stream())
    }

    /// As [`replace_address`](Self::replace_address), for kernels that write.
    ///
    /// # Errors
    /// As [`replace_address`](Self::replace_address).
    pub fn replace_address_mut<T: TensorElement>(
        &mut self,
        memory: impl Into<DeviceSliceMut<'m, T>>,
    ) -> Result<(), Error> {
        let memory = memory.into();
        self.replace(memory.as_raw(), memory.len() * size_of::<T>(), memory.stream())
    }

    /// Returns the map, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> &CUtensorMap {
        &self.map
    }

    /// Creates a value for a map that was encoded elsewhere.
    ///
    /// # Safety
    /// - It was encoded by the driver.
    /// - The memory that it describes lives, and isn't used otherwise, as long as the value.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(map: CUtensorMap) -> Self {
        Self { map, stream: None, bytes: 0, alignment: 1, memory: PhantomData }
    }

    fn replace(
        &mut self,
        address: CUdeviceptr,
        bytes: usize,
        stream: &Stream,
    ) -> Result<(), Error> {
        check_memory(address, bytes as u64, self.alignment, self.bytes)?;
        let raw = stream.context().raw();
        let _bound = stream.context().bind()?;
        // SAFETY: the driver encoded the map, and the tensor fits into the memory that it borrows.
        unsafe { raw.cuTensorMapReplaceAddress(&raw mut self.map, address as *mut c_void) }?;
        self.stream = Some(stream.clone());
        Ok(())
    }
}

impl Argument for &TensorMap<'_> {
    type Value = CUtensorMap;

    #[inline]
    fn value(&self) -> CUtensorMap {
        self.map
    }

    #[inline]
    fn stream(&self) -> Option<&Stream> {
        self.stream.as_ref()
    }
}

/// Rejects memory into which the tensor doesn't fit.
fn check_memory(
    address: CUdeviceptr,
    has: u64,
    multiple: u64,
    needed: u64,
) -> Result<(), InvalidTensorMap> {
    if !address.is_multiple_of(multiple) {
        return Err(InvalidTensorMap::Address { address, multiple });
    }
    if needed > has {
        return Err(InvalidTensorMap::Memory { needed, has });
    }
    Ok(())
}

/// A checked description, as the driver expects it.
struct CheckedTensorMap {
    data_type: TensorMapDataType,
    strides: [u64; 4],
    steps: [u32; 5],
    bytes: u64,
    alignment: u64,
}

impl<'d> TensorMapBuilder<'d> {
    fn new(extent: &'d [u64], tile: Tile<'d>) -> Self {
        Self {
            extent,
            strides: None,
            steps: None,
            tile,
            data_type: None,
            interleave: TensorMapInterleave::NONE,
            swizzle: TensorMapSwizzle::NONE,
            l2_promotion: TensorMapL2Promotion::NONE,
            fill: TensorMapFloatOobFill::NONE,
        }
    }

    /// Sets the distance in bytes from element to element in each dimension except the first; by default, the tensor is
    /// packed.
    #[inline]
    pub fn strides(mut self, bytes: &'d [u64]) -> Self {
        self.strides = Some(bytes);
        self
    }

    /// Sets the step from element to element of a tile in each dimension, from 1 to 8; 1 by default. The extent of a
    /// tile includes skipped elements.
    #[inline]
    pub fn element_strides(mut self, steps: &'d [u32]) -> Self {
        self.steps = Some(steps);
        self
    }

    /// Sets the type of the elements, if it differs from the memory's: another type of the same size, or for memory of
    /// bytes any type, which can so be chosen at run time.
    ///
    /// Types smaller than a byte require memory of bytes, and count each value as an element. `TYPE_16U4_ALIGN8B` is two
    /// values per byte: a row of the tensor has a multiple of 2 elements, one of a tile a multiple of 32.
    /// `TYPE_16U4_ALIGN16B` and `TYPE_16U6_ALIGN16B` are packed in memory, and padded to 16 bytes per 16 values in the
    /// tile: a row of the tensor has a multiple of 128 elements, one of a tile has 128, and addresses and strides are
    /// multiples of 32 bytes. Kernels only read through maps of `TYPE_16U4_ALIGN16B`. The driver of a device that lacks
    /// these types answers with `CUDA_ERROR_INVALID_VALUE`.
    ///
    /// ```no_run
    /// use cuda_driver::tensor_map::{TensorMap, TensorMapDataType};
    ///
    /// # fn main() -> Result<(), cuda_driver::Error> {
    /// # let stream = cuda_driver::Driver::load()?.device(0)?.primary_context()?.stream()?;
    /// // 64 rows of 256 values of 4 bits.
    /// let weights = stream.upload(&[0u8; 64 * 128])?;
    /// let map = TensorMap::tiled(&[256, 64], &[128, 8])
    ///     .data_type(TensorMapDataType::TYPE_16U4_ALIGN16B)
    ///     .encode(&weights)?;
    /// # Ok(()) }
    /// ```
    #[inline]
    pub fn data_type(mut self, data_type: TensorMapDataType) -> Self {
        self.data_type = Some(data_type);
        self
    }

    /// Sets how channels are interleaved: in slices of 16 or 32 bytes, which are the unit of the first dimension
    /// instead of elements.
    #[inline]
    pub fn interleave(mut self, interleave: TensorMapInterleave) -> Self {
        self.interleave = interleave;
        self
    }

    /// Sets how a tile is distributed over the banks of shared memory.
    #[inline]
    pub fn swizzle(mut self, swizzle: TensorMapSwizzle) -> Self {
        self.swizzle = swizzle;
        self
    }

    /// Sets how much the L2 cache fetches at a time.
    #[inline]
    pub fn l2_promotion(mut self, promotion: TensorMapL2Promotion) -> Self {
        self.l2_promotion = promotion;
        self
    }

    /// Sets the value of a tile outside the tensor: zeros, or NaN.
    #[inline]
    pub fn oob_fill(mut self, fill: TensorMapFloatOobFill) -> Self {
        self.fill = fill;
        self
    }

    /// Creates the map of a tensor that kernels only read.
    ///
    /// [`cuTensorMapEncodeTiled`](crate::driver::Raw::cuTensorMapEncodeTiled),
    /// [`cuTensorMapEncodeIm2col`](crate::driver::Raw::cuTensorMapEncodeIm2col) or
    /// [`cuTensorMapEncodeIm2colWide`](crate::driver::Raw::cuTensorMapEncodeIm2colWide)
    ///
    /// # Errors
    /// [`Error::TensorMap`] names the invalid value, before the driver is called. Requires a driver of CUDA 12.0
    /// or newer.
    #[doc(alias("cuTensorMapEncodeTiled", "cuTensorMapEncodeIm2col"))]
    #[doc(alias = "cuTensorMapEncodeIm2colWide")]
    #[inline]
    pub fn encode<'m, T: TensorElement>(
        &self,
        memory: impl Into<DeviceSlice<'m, T>>,
    ) -> Result<TensorMap<'m>, Error> {
        let memory = memory.into();
        self.encode_at::<T>(memory.as_raw(), Some(memory.len()), memory.stream())
    }

    /// Creates the map of a tensor that kernels also write.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    #[inline]
    pub fn encode_mut<'m, T: TensorElement>(
        &self,
        memory: impl Into<DeviceSliceMut<'m, T>>,
    ) -> Result<TensorMap<'m>, Error> {
        let memory = memory.into();
        self.encode_at::<T>(memory.as_raw(), Some(memory.len()), memory.stream())
    }

    /// As [`encode`](Self::encode), for a tensor of which the memory holds only a part.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), except that the memory may be smaller than the tensor.
    ///
    /// # Safety
    /// Through the map and its clones, kernels access only those elements of the tensor that are in the memory.
    #[inline]
    pub unsafe fn encode_unchecked<'m, T: TensorElement>(
        &self,
        memory: impl Into<DeviceSlice<'m, T>>,
    ) -> Result<TensorMap<'m>, Error> {
        let memory = memory.into();
        self.encode_at::<T>(memory.as_raw(), None, memory.stream())
    }

    /// As [`encode_mut`](Self::encode_mut), for a tensor of which the memory holds only a part.
    ///
    /// # Errors
    /// As [`encode_unchecked`](Self::encode_unchecked).
    ///
    /// # Safety
    /// As for [`encode_unchecked`](Self::encode_unchecked).
    #[inline]
    pub unsafe fn encode_mut_unchecked<'m, T: TensorElement>(
        &self,
        memory: impl Into<DeviceSliceMut<'m, T>>,
    ) -> Result<TensorMap<'m>, Error> {
        let memory = memory.into();
        self.encode_at::<T>(memory.as_raw(), None, memory.stream())
    }

    /// Creates the map of a tensor at `address`, where so many elements are, if that is checked.
    fn encode_at<'m, T: TensorElement>(
        &self,
        address: CUdeviceptr,
        len: Option<usize>,
        stream: &Stream,
    ) -> Result<TensorMap<'m>, Error> {
        let checked = self.check::<T>()?;
        let has = len.map_or(u64::MAX, |len| (len * size_of::<T>()) as u64);
        check_memory(address, has, checked.alignment, checked.bytes)?;
        let _bound = stream.context().bind()?;
        // SAFETY: the arrays are as long as the rank, which was checked, and the context is current.
        let map = unsafe { self.call(stream.context().raw(), address, &checked) }?;
        Ok(TensorMap {
            map,
            stream: Some(stream.clone()),
            bytes: checked.bytes,
            alignment: checked.alignment,
            memory: PhantomData,
        })
    }

    /// Makes the driver's call.
    ///
    /// # Safety
    /// All values were checked.
    unsafe fn call(
        &self,
        raw: crate::driver::Raw,
        address: CUdeviceptr,
        checked: &CheckedTensorMap,
    ) -> Result<CUtensorMap, CuResult> {
        let rank = self.extent.len() as u32;
        let address = address as *mut c_void;
        let (extent, strides) = (self.extent.as_ptr(), checked.strides.as_ptr());
        let (ty, steps) = (checked.data_type.into(), checked.steps.as_ptr());
        let (interleave, swizzle) = (self.interleave.into(), self.swizzle.into());
        let (promotion, fill) = (self.l2_promotion.into(), self.fill.into());
        // SAFETY: the caller guarantees that all values were checked.
        unsafe {
            match self.tile {
                Tile::Tiled(tile) => raw.cuTensorMapEncodeTiled(
                    ty,
                    rank,
                    address,
                    extent,
                    strides,
                    tile.as_ptr(),
                    steps,
                    interleave,
                    swizzle,
                    promotion,
                    fill,
                ),
                Tile::Im2col { lower, upper, channels, pixels } => raw.cuTensorMapEncodeIm2col(
                    ty,
                    rank,
                    address,
                    extent,
                    strides,
                    lower.as_ptr(),
                    upper.as_ptr(),
                    channels,
                    pixels,
                    steps,
                    interleave,
                    swizzle,
                    promotion,
                    fill,
                ),
                Tile::Im2colWide { lower, upper, channels, pixels, mode } => raw
                    .cuTensorMapEncodeIm2colWide(
                        ty,
                        rank,
                        address,
                        extent,
                        strides,
                        lower,
                        upper,
                        channels,
                        pixels,
                        steps,
                        interleave,
                        mode.into(),
                        swizzle,
                        promotion,
                        fill,
                    ),
            }
        }
    }

    /// Rejects descriptions that the driver would reject, with the reason.
    fn check<T: TensorElement>(&self) -> Result<CheckedTensorMap, InvalidTensorMap> {
        use InvalidTensorMap as R;
        let rank = self.extent.len();
        let interleaved = self.interleave != TensorMapInterleave::NONE;
        let tiled = matches!(self.tile, Tile::Tiled(_));
        let least = if tiled && !interleaved { 1 } else { 3 };
        if !(least..=5).contains(&rank) {
            return Err(R::Rank { rank, least });
        }
        let data_type = self.data_type.unwrap_or(T::DATA_TYPE);
        let element = size_of::<T>() as u64;
        let bits = match bits_of(data_type) {
            // Bytes hold elements of every type.
            Some(bits) if element == 1 || bits == element * 8 => bits,
            _ => return Err(R::DataType { data_type, element }),
        };
        let is_32 = self.interleave == TensorMapInterleave::INTERLEAVE_32B;
        if is_32 && self.swizzle != TensorMapSwizzle::SWIZZLE_32B {
            return Err(R::InterleavedSwizzle(self.swizzle));
        }
        if self.fill != TensorMapFloatOobFill::NONE && !is_float(data_type) {
            return Err(R::Fill(data_type));
        }
        for (dimension, &extent) in self.extent.iter().enumerate() {
            if !(1..=1 << 32).contains(&extent) {
                return Err(R::Extent { dimension, extent });
            }
        }
        // Interleaved channels are in slices, which are the unit of the first dimension.
        let slice = if is_32 { 32 } else { 16 };
        let packing = packing(data_type);
        if let Some(packing) = packing {
            self.check_packing(data_type, packing)?;
        }
        let alignment = packing.map_or(slice, |packing| slice.max(packing.alignment));
        let row_of_tensor = self.extent[0] * if interleaved { slice * 8 } else { bits } / 8;
        let (strides, bytes) = self.check_strides(row_of_tensor, alignment)?;
        let steps = self.check_steps()?;
        let row = self.check_tile(rank)?;
        if let Some(packing) = packing
            && !packing.tile.contains(&row)
        {
            return Err(R::PackedTile { data_type, elements: row, possible: packing.tile });
        }
        let bytes_of_row = u64::from(row) * bits / 8;
        let span = span(self.swizzle);
        if !bytes_of_row.is_multiple_of(16) {
            return Err(R::Row(bytes_of_row));
        }
        if !interleaved && span.is_some_and(|span| bytes_of_row > span) {
            return Err(R::Swizzled { row: bytes_of_row, swizzle: self.swizzle });
        }
        Ok(CheckedTensorMap { data_type, strides, steps, bytes, alignment })
    }

    /// Checks what types smaller than a byte require of the tensor.
    fn check_packing(
        &self,
        data_type: TensorMapDataType,
        packing: Packing,
    ) -> Result<(), InvalidTensorMap> {
        use InvalidTensorMap as R;
        if !self.extent[0].is_multiple_of(packing.extent) {
            return Err(R::PackedExtent {
                data_type,
                extent: self.extent[0],
                multiple: packing.extent,
            });
        }
        if !packing.interleaves && self.interleave != TensorMapInterleave::NONE {
            return Err(R::PackedInterleave(data_type));
        }
        if let Some(possible) = packing.swizzles
            && !possible.contains(&self.swizzle)
        {
            return Err(R::PackedSwizzle { data_type, swizzle: self.swizzle, possible });
        }
        Ok(())
    }

    /// Returns the strides, and the bytes of the whole tensor, of which a row has `row` bytes.
    fn check_strides(&self, row: u64, multiple: u64) -> Result<([u64; 4], u64), InvalidTensorMap> {
        use InvalidTensorMap as R;
        let rank = self.extent.len();
        let mut strides = [0; 4];
        if let Some(given) = self.strides {
            check_length("strides", given.len(), rank - 1)?;
            strides[..rank - 1].copy_from_slice(given);
        } else {
            let mut packed = row;
            for (stride, extent) in strides.iter_mut().zip(&self.extent[1..]) {
                *stride = packed;
                packed = packed.saturating_mul(*extent);
            }
        }
        let mut bytes = row;
        for (index, &stride) in strides[..rank - 1].iter().enumerate() {
            // It is a power of two.
            if stride & (multiple - 1) != 0 || stride >= 1 << 40 {
                return Err(R::Stride { dimension: index + 1, stride, multiple });
            }
            bytes = bytes.saturating_add((self.extent[index + 1] - 1).saturating_mul(stride));
        }
        Ok((strides, bytes))
    }

    fn check_steps(&self) -> Result<[u32; 5], InvalidTensorMap> {
        let mut steps = [1; 5];
        let Some(given) = self.steps else {
            return Ok(steps);
        };
        check_length("element strides", given.len(), self.extent.len())?;
        steps[..given.len()].copy_from_slice(given);
        for (dimension, &step) in steps.iter().enumerate() {
            if !(1..=8).contains(&step) {
                return Err(InvalidTensorMap::Step { dimension, step });
            }
        }
        Ok(steps)
    }

    /// Checks the tile, and returns the number of elements in its row.
    fn check_tile(&self, rank: usize) -> Result<u32, InvalidTensorMap> {
        use InvalidTensorMap as R;
        let (channels, pixels) = match self.tile {
            Tile::Tiled(tile) => {
                check_length("extents of a tile", tile.len(), rank)?;
                for (dimension, &extent) in tile.iter().enumerate() {
                    if !(1..=256).contains(&extent) {
                        return Err(R::Tile { dimension, extent });
                    }
                }
                return Ok(tile[0]);
            }
            Tile::Im2col { lower, upper, channels, pixels } => {
                check_length("lower corners", lower.len(), rank - 2)?;
                check_length("upper corners", upper.len(), rank - 2)?;
                let most = match rank {
                    3 => 1 << 15,
                    4 => 1 << 7,
                    _ => 1 << 4,
                };
                for (index, (&lower, &upper)) in lower.iter().zip(upper).enumerate() {
                    self.check_corner(index + 1, lower, upper, most)?;
                }
                (channels, pixels)
            }
            Tile::Im2colWide { lower, upper, channels, pixels, .. } => {
                self.check_corner(1, lower, upper, 1 << 15)?;
                (channels, pixels)
            }
        };
        if !(1..=256).contains(&channels) {
            return Err(R::Channels(channels));
        }
        if !(1..=1024).contains(&pixels) {
            return Err(R::Pixels(pixels));
        }
        Ok(channels)
    }

    fn check_corner(
        &self,
        dimension: usize,
        lower: i32,
        upper: i32,
        most: i32,
    ) -> Result<(), InvalidTensorMap> {
        let range = -most..most;
        if !range.contains(&lower) || !range.contains(&upper) {
            let corner = if range.contains(&lower) { upper } else { lower };
            return Err(InvalidTensorMap::Corner { dimension, corner, most });
        }
        let extent = self.extent[dimension];
        if extent as i64 + i64::from(upper) - i64::from(lower) <= 0 {
            return Err(InvalidTensorMap::EmptyBox { dimension, extent, lower, upper });
        }
        Ok(())
    }
}

fn check_length(
    parameter: &'static str,
    length: usize,
    expected: usize,
) -> Result<(), InvalidTensorMap> {
    if length == expected {
        Ok(())
    } else {
        Err(InvalidTensorMap::Length { parameter, given: length, expected })
    }
}

/// Returns the bits of an element; `None` for unknown types.
fn bits_of(data_type: TensorMapDataType) -> Option<u64> {
    use TensorMapDataType as T;
    Some(match data_type {
        T::TYPE_16U4_ALIGN8B | T::TYPE_16U4_ALIGN16B => 4,
        T::TYPE_16U6_ALIGN16B => 6,
        T::UINT8 => 8,
        T::UINT16 | T::FLOAT16 | T::BFLOAT16 => 16,
        T::UINT32 | T::INT32 | T::FLOAT32 | T::FLOAT32_FTZ | T::TFLOAT32 | T::TFLOAT32_FTZ => 32,
        T::UINT64 | T::INT64 | T::FLOAT64 => 64,
        _ => return None,
    })
}

/// What a type smaller than a byte requires, in elements and bytes.
#[derive(Clone, Copy)]
struct Packing {
    /// What the tensor's row is a multiple of.
    extent: u64,
    /// The possible rows of a tile.
    tile: &'static [u32],
    /// What the address and strides are a multiple of.
    alignment: u64,
    interleaves: bool,
    /// The possible swizzles, if they are limited.
    swizzles: Option<&'static [TensorMapSwizzle]>,
}

/// Returns the requirements of a type smaller than a byte.
fn packing(data_type: TensorMapDataType) -> Option<Packing> {
    use TensorMapDataType as T;
    use TensorMapSwizzle as S;
    let padded = Packing {
        extent: 128,
        tile: &[128],
        alignment: 32,
        interleaves: true,
        swizzles: Some(&[S::NONE, S::SWIZZLE_128B, S::SWIZZLE_128B_ATOM_32B]),
    };
    Some(match data_type {
        T::TYPE_16U4_ALIGN8B => Packing {
            extent: 2,
            tile: &[32, 64, 96, 128, 160, 192, 224, 256],
            alignment: 16,
            interleaves: true,
            swizzles: None,
        },
        T::TYPE_16U4_ALIGN16B => padded,
        T::TYPE_16U6_ALIGN16B => Packing {
            interleaves: false,
            swizzles: Some(&[
                S::NONE,
                S::SWIZZLE_128B,
                S::SWIZZLE_128B_ATOM_32B,
                S::SWIZZLE_128B_ATOM_64B,
            ]),
            ..padded
        },
        _ => return None,
    })
}

fn is_float(data_type: TensorMapDataType) -> bool {
    use TensorMapDataType as T;
    matches!(
        data_type,
        T::FLOAT16
            | T::BFLOAT16
            | T::FLOAT32
            | T::FLOAT64
            | T::FLOAT32_FTZ
            | T::TFLOAT32
            | T::TFLOAT32_FTZ
    )
}

/// Returns the maximum bytes of a tile's row with a swizzle; `None` for no limit.
fn span(swizzle: TensorMapSwizzle) -> Option<u64> {
    use TensorMapSwizzle as S;
    match swizzle {
        S::NONE => None,
        S::SWIZZLE_32B => Some(32),
        S::SWIZZLE_64B => Some(64),
        _ => Some(128),
    }
}
