//! Tensor maps.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::*,
    outcome::{In, Out, Outcome},
};
use cuda_sim_engine::{TensorMap, TensorType};

/// The end of the address range for maps.
const ADDRESSES: u64 = 1 << 57;
/// The maximum size of a tile: that of a block's shared memory.
const MAX_TILE_BYTES: u64 = 232_448;

/// The arguments that all three encodings have in common.
struct Common {
    map: *mut CUtensorMap,
    ty: CUtensorMapDataType,
    rank: cuuint32_t,
    address: *mut c_void,
    extent: *const cuuint64_t,
    stride: *const cuuint64_t,
    step: *const cuuint32_t,
    interleave: CUtensorMapInterleave,
    swizzle: CUtensorMapSwizzle,
    promotion: CUtensorMapL2promotion,
    fill: CUtensorMapFloatOOBfill,
}

fn require(holds: bool) -> Outcome {
    if holds { Ok(()) } else { Err(INVALID_VALUE) }
}

/// Reads the first `count` values of an array that must not be null.
///
/// # Safety
/// `from` is null or has that many values.
unsafe fn values<T: Copy, const N: usize>(
    from: *const T,
    count: usize,
    rest: T,
) -> Result<[T; N], CUresult> {
    require(count == 0 || !from.is_null())?;
    let mut values = [rest; N];
    for (index, value) in values.iter_mut().enumerate().take(count) {
        // SAFETY: the caller guarantees that `count` values are readable.
        *value = unsafe { from.add(index).read() };
    }
    Ok(values)
}

impl Common {
    /// Returns the maximum size of a tile's row for the swizzling mode, in bytes.
    fn span(&self) -> Option<u64> {
        use CUtensorMapSwizzle as S;
        match self.swizzle {
            S::CU_TENSOR_MAP_SWIZZLE_NONE => None,
            S::CU_TENSOR_MAP_SWIZZLE_32B => Some(32),
            S::CU_TENSOR_MAP_SWIZZLE_64B => Some(64),
            _ => Some(128),
        }
    }

    /// Checks the common arguments, and creates a map without a tile.
    ///
    /// As on an H200, null pointers, zeros and an invalid rank leave the map unchanged, and later errors zero it.
    /// `counts` are the other values that must not be zero.
    ///
    /// # Safety
    /// The arrays are as long as the rank, and the map is writable.
    unsafe fn check(
        &self,
        ranks: std::ops::RangeInclusive<u32>,
        counts: &[u32],
    ) -> Result<TensorMap, CUresult> {
        // An H200 doesn't check the documented alignment.
        require(!self.map.is_null() && !self.stride.is_null())?;
        require((1..=5).contains(&self.rank))?;
        let rank = self.rank as usize;
        // SAFETY: the caller guarantees the arrays' lengths.
        let (extent, stride, step): ([u64; 5], [u64; 4], [u32; 5]) = unsafe {
            (
                values(self.extent, rank, 1)?,
                values(self.stride, rank - 1, 0)?,
                values(self.step, rank, 1)?,
            )
        };
        require(!extent.contains(&0) && !step.contains(&0) && !counts.contains(&0))?;
        // SAFETY: the caller's map isn't null, and is large enough.
        unsafe { self.map.cast::<[u8; 128]>().write_unaligned([0; 128]) };
        let ty = TensorType::from_number(self.ty.0).ok_or(INVALID_VALUE)?;
        let interleaved = self.interleave.0 != 0;
        require(ranks.contains(&self.rank) && (!interleaved || self.rank >= 3))?;
        require(self.interleave.0 <= 2 && self.swizzle.0 <= 3)?;
        require(self.promotion.0 <= 3 && self.fill.0 <= 1)?;
        let granule: u64 = if self.interleave.0 == 2 { 32 } else { 16 };
        let address = self.address as u64;
        require(address < ADDRESSES && address.is_multiple_of(granule))?;
        require(extent.iter().all(|extent| (1..=1 << 32).contains(extent)))?;
        require(stride.iter().all(|stride| stride.is_multiple_of(granule) && *stride < 1 << 40))?;
        require(step.iter().all(|step| (1..=8).contains(step)))?;
        require(self.fill.0 == 0 || ty.is_float())?;
        Ok(TensorMap {
            address,
            ty,
            rank: self.rank,
            extent,
            stride,
            tile: [1; 5],
            step,
            interleave: self.interleave.0,
            swizzle: self.swizzle.0,
            atomicity: 0,
            fills_nan: self.fill.0 == 1,
            im2col: false,
            corner: [[0; 3]; 2],
        })
    }

    /// Checks the size of a tile's row.
    fn check_row(&self, elements: u32, ty: TensorType) -> Outcome {
        let bytes = u64::from(elements) * u64::from(ty.size());
        require(bytes.is_multiple_of(16))?;
        require(self.interleave.0 != 0 || self.span().is_none_or(|span| bytes <= span))
    }

    /// Writes the map.
    ///
    /// # Safety
    /// The pointer is writable.
    unsafe fn write(&self, map: &TensorMap) -> Outcome {
        // SAFETY: the caller guarantees that the map is writable. Headers before 13.0 align it to only 64.
        unsafe { self.map.cast::<[u8; 128]>().write_unaligned(map.pack()) };
        Ok(())
    }
}

impl Call {
    pub(crate) unsafe fn cuTensorMapEncodeTiled(
        &self,
        tensorMap: *mut CUtensorMap,
        tensorDataType: CUtensorMapDataType,
        tensorRank: cuuint32_t,
        globalAddress: *mut c_void,
        globalDim: *const cuuint64_t,
        globalStrides: *const cuuint64_t,
        boxDim: *const cuuint32_t,
        elementStrides: *const cuuint32_t,
        interleave: CUtensorMapInterleave,
        swizzle: CUtensorMapSwizzle,
        l2Promotion: CUtensorMapL2promotion,
        oobFill: CUtensorMapFloatOOBfill,
    ) -> Outcome {
        let common = Common {
            map: tensorMap,
            ty: tensorDataType,
            rank: tensorRank,
            address: globalAddress,
            extent: globalDim,
            stride: globalStrides,
            step: elementStrides,
            interleave,
            swizzle,
            promotion: l2Promotion,
            fill: oobFill,
        };
        // SAFETY: the program passes arrays as long as the rank.
        let tile: [u32; 5] = unsafe { values(boxDim, tensorRank as usize, 1)? };
        // SAFETY: the same, and a writable map.
        let map = unsafe { common.check(1..=5, &tile)? };
        require(tile.iter().all(|tile| (1..=256).contains(tile)))?;
        common.check_row(tile[0], map.ty)?;
        let map = TensorMap { tile, ..map };
        require(map.tile_bytes() <= MAX_TILE_BYTES)?;
        // SAFETY: the program's map is writable.
        unsafe { common.write(&map) }
    }

    pub(crate) unsafe fn cuTensorMapEncodeIm2col(
        &self,
        tensorMap: *mut CUtensorMap,
        tensorDataType: CUtensorMapDataType,
        tensorRank: cuuint32_t,
        globalAddress: *mut c_void,
        globalDim: *const cuuint64_t,
        globalStrides: *const cuuint64_t,
        pixelBoxLowerCorner: *const c_int,
        pixelBoxUpperCorner: *const c_int,
        channelsPerPixel: cuuint32_t,
        pixelsPerColumn: cuuint32_t,
        elementStrides: *const cuuint32_t,
        interleave: CUtensorMapInterleave,
        swizzle: CUtensorMapSwizzle,
        l2Promotion: CUtensorMapL2promotion,
        oobFill: CUtensorMapFloatOOBfill,
    ) -> Outcome {
        let common = Common {
            map: tensorMap,
            ty: tensorDataType,
            rank: tensorRank,
            address: globalAddress,
            extent: globalDim,
            stride: globalStrides,
            step: elementStrides,
            interleave,
            swizzle,
            promotion: l2Promotion,
            fill: oobFill,
        };
        let spatial = (tensorRank as usize).clamp(2, 5) - 2;
        require(!pixelBoxLowerCorner.is_null() && !pixelBoxUpperCorner.is_null())?;
        // SAFETY: the program passes arrays as long as the rank, and a writable map.
        let map = unsafe { common.check(3..=5, &[channelsPerPixel, pixelsPerColumn])? };
        // SAFETY: the corners have a value for each spatial dimension.
        let (lower, upper): ([c_int; 3], [c_int; 3]) = unsafe {
            (values(pixelBoxLowerCorner, spatial, 0)?, values(pixelBoxUpperCorner, spatial, 0)?)
        };
        let range = match tensorRank {
            3 => -32768..=32767,
            4 => -128..=127,
            _ => -16..=15,
        };
        require(lower.iter().chain(&upper).all(|corner| range.contains(corner)))?;
        for dimension in 0..spatial {
            let extent = map.extent[dimension + 1] as i64;
            let length = extent + i64::from(upper[dimension]) - i64::from(lower[dimension]);
            require(length > 0)?;
        }
        require((1..=256).contains(&channelsPerPixel) && (1..=1024).contains(&pixelsPerColumn))?;
        common.check_row(channelsPerPixel, map.ty)?;
        let corner = [lower, upper].map(|corner| corner.map(|at| at as i16));
        let tile = [channelsPerPixel, pixelsPerColumn, 1, 1, 1];
        // SAFETY: the program's map is writable.
        unsafe { common.write(&TensorMap { tile, im2col: true, corner, ..map }) }
    }

    // This needs compute capability 10.0, and the device has 9.0.
    pub(crate) fn cuTensorMapEncodeIm2colWide(
        &self,
        _tensorMap: Out<CUtensorMap>,
        _tensorDataType: CUtensorMapDataType,
        _tensorRank: cuuint32_t,
        _globalAddress: *mut c_void,
        _globalDim: In<cuuint64_t>,
        _globalStrides: In<cuuint64_t>,
        _pixelBoxLowerCornerWidth: c_int,
        _pixelBoxUpperCornerWidth: c_int,
        _channelsPerPixel: cuuint32_t,
        _pixelsPerColumn: cuuint32_t,
        _elementStrides: In<cuuint32_t>,
        _interleave: CUtensorMapInterleave,
        _mode: CUtensorMapIm2ColWideMode,
        _swizzle: CUtensorMapSwizzle,
        _l2Promotion: CUtensorMapL2promotion,
        _oobFill: CUtensorMapFloatOOBfill,
    ) -> Outcome {
        Err(INVALID_VALUE)
    }

    pub(crate) unsafe fn cuTensorMapReplaceAddress(
        &self,
        tensorMap: *mut CUtensorMap,
        globalAddress: *mut c_void,
    ) -> Outcome {
        require(!tensorMap.is_null())?;
        // SAFETY: a map has 128 bytes, of any alignment.
        let bytes = unsafe { tensorMap.cast::<[u8; 128]>().read_unaligned() };
        let tensor_map = TensorMap::unpack(&bytes);
        let granule = match tensor_map {
            Some(map) if map.interleave == 2 => 32,
            _ => 16,
        };
        let address = globalAddress as u64;
        require(address < ADDRESSES && address.is_multiple_of(granule))?;
        match tensor_map {
            Some(map) => {
                let bytes = TensorMap { address, ..map }.pack();
                // SAFETY: as above.
                unsafe { tensorMap.cast::<[u8; 128]>().write_unaligned(bytes) };
            }
            // An H200 also writes an address to an invalid map, which remains invalid.
            // SAFETY: as above.
            None => unsafe { tensorMap.cast::<u64>().write_unaligned(address) },
        }
        Ok(())
    }
}
