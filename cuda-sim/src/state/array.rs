pub(crate) mod reference;
pub(crate) mod texture;

use std::sync::Arc;

use cuda_driver_sys::*;

use crate::memory::{AllocationKind, Owner, SharedFile};
use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::handles::{Handles, Object};
use crate::state::transfer::PitchedPlace;

/// An array: elements in one to three dimensions, or in layers of one or two.
///
/// Its storage lives until the last reference is dropped, so objects that read it only need a reference.
#[derive(Debug)]
pub(crate) struct Array {
    pub handle: usize,
    pub context: usize,
    /// The device address of its storage, which is tightly packed: element `(x, y, z)` is the
    /// `(z * rows + y) * width + x`-th.
    pub address: u64,
    pub width: u64,
    /// As given at creation: 0 in one dimension.
    pub height: u64,
    /// The number of slices, layers or faces, as given at creation: 0 if there is only one.
    pub depth: u64,
    pub format: CUarray_format,
    pub channels: u32,
    /// `CUDA_ARRAY3D_*`.
    pub flags: u32,
    /// Whether it is a level of a mipmapped array, which owns it.
    pub is_level: bool,
}

/// A mipmapped array: levels, each half as large as the previous one.
#[derive(Debug)]
pub(crate) struct MipmappedArray {
    pub handle: usize,
    pub context: usize,
    pub levels: Vec<Arc<Array>>,
}

impl Object for Array {
    type Raw = CUarray_st;
    const KIND: &'static str = "array";
    const ENDED: CUresult = CONTEXT_IS_DESTROYED;

    fn context(&self) -> usize {
        self.context
    }
}

impl Object for MipmappedArray {
    type Raw = CUmipmappedArray_st;
    const KIND: &'static str = "mipmapped array";
    const ENDED: CUresult = CONTEXT_IS_DESTROYED;

    fn context(&self) -> usize {
        self.context
    }
}

/// Returns the size of a channel in bytes, and the number of channels if the format defines it. `None` for unsupported
/// formats: those of video and of compressed blocks.
pub(crate) fn format(format: CUarray_format) -> Option<(u32, Option<u32>)> {
    use CUarray_format as F;
    Some(match format {
        F::CU_AD_FORMAT_UNSIGNED_INT8 | F::CU_AD_FORMAT_SIGNED_INT8 => (1, None),
        F::CU_AD_FORMAT_UNSIGNED_INT16 | F::CU_AD_FORMAT_SIGNED_INT16 | F::CU_AD_FORMAT_HALF => {
            (2, None)
        }
        F::CU_AD_FORMAT_UNSIGNED_INT32 | F::CU_AD_FORMAT_SIGNED_INT32 | F::CU_AD_FORMAT_FLOAT => {
            (4, None)
        }
        F::CU_AD_FORMAT_UNORM_INT8X1 | F::CU_AD_FORMAT_SNORM_INT8X1 => (1, Some(1)),
        F::CU_AD_FORMAT_UNORM_INT8X2 | F::CU_AD_FORMAT_SNORM_INT8X2 => (1, Some(2)),
        F::CU_AD_FORMAT_UNORM_INT8X4
        | F::CU_AD_FORMAT_SNORM_INT8X4
        | F::CU_AD_FORMAT_UNORM_INT_101010_2 => (1, Some(4)),
        F::CU_AD_FORMAT_UNORM_INT16X1 | F::CU_AD_FORMAT_SNORM_INT16X1 => (2, Some(1)),
        F::CU_AD_FORMAT_UNORM_INT16X2 | F::CU_AD_FORMAT_SNORM_INT16X2 => (2, Some(2)),
        F::CU_AD_FORMAT_UNORM_INT16X4 | F::CU_AD_FORMAT_SNORM_INT16X4 => (2, Some(4)),
        _ => return None,
    })
}

/// The requested shape of an array.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub width: u64,
    pub height: u64,
    pub depth: u64,
    pub format: CUarray_format,
    pub channels: u32,
    pub flags: u32,
}

impl Shape {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Rejects shapes that the driver rejects, and features that the device's attributes exclude.
    pub(crate) fn check(&self) -> Result<(), CUresult> {
        const KNOWN: u32 = CUDA_ARRAY3D_LAYERED
            | CUDA_ARRAY3D_SURFACE_LDST
            | CUDA_ARRAY3D_CUBEMAP
            | CUDA_ARRAY3D_TEXTURE_GATHER
            | CUDA_ARRAY3D_SPARSE
            | CUDA_ARRAY3D_DEFERRED_MAPPING
            | CUDA_ARRAY3D_VIDEO_ENCODE_DECODE;
        let (_, fixed) = format(self.format).ok_or(INVALID_VALUE)?;
        let channels_fit = match fixed {
            Some(channels) => self.channels == channels,
            None => matches!(self.channels, 1 | 2 | 4),
        };
        if self.flags & !KNOWN != 0 || !channels_fit || !self.fits() {
            return Err(INVALID_VALUE);
        }
        match self.flags & (CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING) {
            0 => Ok(()),
            CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING => Err(NOT_SUPPORTED),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Returns `true` if the extents fit the kind, and are within the limits in the device's attributes.
    fn fits(&self) -> bool {
        let (w, h, d) = (self.width, self.height, self.depth);
        let (layered, cube) = (self.has(CUDA_ARRAY3D_LAYERED), self.has(CUDA_ARRAY3D_CUBEMAP));
        let within = |width: u64, height: u64, depth: u64| w <= width && h <= height && d <= depth;
        if w == 0 || self.has(CUDA_ARRAY3D_TEXTURE_GATHER) && (h == 0 || !within(32768, 32768, 0)) {
            return false;
        }
        match (layered, cube) {
            (true, true) => w == h && d > 0 && d.is_multiple_of(6) && within(32768, 32768, 2046),
            (false, true) => w == h && d == 6 && w <= 32768,
            (true, false) if h == 0 => d > 0 && within(32768, 0, 2048),
            (true, false) => d > 0 && within(32768, 32768, 2048),
            (false, false) if h == 0 && self.has(CUDA_ARRAY3D_SURFACE_LDST) => within(32768, 0, 0),
            (false, false) if h == 0 => within(131_072, 0, 0),
            (false, false) if d == 0 => within(131_072, 65536, 0),
            (false, false) => within(16384, 16384, 16384) || within(8192, 8192, 32768),
        }
    }

    /// Returns `true` if it isn't too large for the first level of a mipmapped array.
    pub(crate) fn can_have_levels(&self) -> bool {
        self.width <= 32768 && self.height <= 32768
    }

    /// Returns the maximum number of levels of such a mipmapped array.
    pub(crate) fn max_levels(&self) -> u32 {
        let depth =
            if self.has(CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP) { 0 } else { self.depth };
        1 + self.width.max(self.height).max(depth).max(1).ilog2()
    }

    /// Returns the shape of a level.
    pub(crate) fn level(&self, level: u32) -> Self {
        let half = |extent: u64| {
            if extent == 0 { 0 } else { (extent >> level).max(1) }
        };
        let keeps_depth = self.has(CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
        Self {
            width: half(self.width),
            height: half(self.height),
            depth: if keeps_depth { self.depth } else { half(self.depth) },
            ..*self
        }
    }

    /// Returns the size of an element in bytes, with all its channels.
    fn element(&self) -> u64 {
        let (bytes, _) = format(self.format).unwrap_or((1, None));
        u64::from(bytes) * u64::from(self.channels)
    }

    pub(crate) fn bytes(&self) -> Option<u64> {
        let rows = self.height.max(1).checked_mul(self.depth.max(1))?;
        self.width.checked_mul(rows)?.checked_mul(self.element())
    }
}

impl Array {
    /// Creates an array of a valid shape, in zeroed memory of its owner.
    pub(crate) fn new(
        devices: &Devices,
        arrays: &Handles<Self>,
        owner: Owner,
        shape: Shape,
        is_level: bool,
    ) -> Result<Arc<Self>, CUresult> {
        let bytes = shape.bytes().ok_or(INVALID_VALUE)?;
        let address = (devices.memory)
            .allocate(bytes, 512, AllocationKind::Array, owner)
            .ok_or(OUT_OF_MEMORY)?;
        Ok(Self::at(arrays, owner, shape, is_level, address))
    }

    /// Creates a level of a valid shape in memory of another API, at a byte of its file.
    pub(crate) fn in_file(
        devices: &Devices,
        arrays: &Handles<Self>,
        owner: Owner,
        shape: Shape,
        file: &Arc<SharedFile>,
        offset: u64,
    ) -> Result<Arc<Self>, CUresult> {
        let bytes = shape.bytes().ok_or(INVALID_VALUE)?;
        let address = (devices.memory)
            .allocate_in(file, Some(offset), bytes, AllocationKind::Array, owner)
            .ok_or(OUT_OF_MEMORY)?;
        Ok(Self::at(arrays, owner, shape, true, address))
    }

    fn at(
        arrays: &Handles<Self>,
        owner: Owner,
        shape: Shape,
        is_level: bool,
        address: u64,
    ) -> Arc<Self> {
        arrays.insert(|handle| Self {
            handle,
            context: owner.context,
            address,
            width: shape.width,
            height: shape.height,
            depth: shape.depth,
            format: shape.format,
            channels: shape.channels,
            flags: shape.flags,
            is_level,
        })
    }

    pub(crate) fn raw(&self) -> CUarray {
        self.handle as CUarray
    }

    /// Returns the number of rows of a slice; 1 in one dimension.
    pub(crate) fn rows(&self) -> u64 {
        self.height.max(1)
    }

    /// Returns the number of slices, layers or faces; 1 if there is only one.
    pub(crate) fn slices(&self) -> u64 {
        self.depth.max(1)
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape {
            width: self.width,
            height: self.height,
            depth: self.depth,
            format: self.format,
            channels: self.channels,
            flags: self.flags,
        }
    }

    /// Returns the size of an element in bytes, with all its channels.
    pub(crate) fn element(&self) -> u64 {
        self.shape().element()
    }

    /// Returns the distance between rows in bytes.
    pub(crate) fn pitch(&self) -> u64 {
        self.width * self.element()
    }

    /// Returns the position of a shape, given in bytes, rows and slices, that begins at byte, row and slice `at`.
    pub(crate) fn place(&self, at: [u64; 3], shape: [u64; 3]) -> Result<PitchedPlace, CUresult> {
        let pitch = self.pitch();
        let has = [pitch, self.rows(), self.slices()];
        let fits = |((at, shape), has): ((u64, u64), u64)| {
            at.checked_add(shape).is_some_and(|end| end <= has)
        };
        let is_within = at.into_iter().zip(shape).zip(has).all(fits);
        if !is_within {
            return Err(INVALID_VALUE);
        }
        Ok(PitchedPlace {
            address: self.address + (at[2] * self.rows() + at[1]) * pitch + at[0],
            pitch,
            slice: self.rows() * pitch,
        })
    }
}

/// Returns the array of a handle for a copy, for which null is an invalid value.
pub(crate) fn array_to_copy(
    arrays: &Handles<Array>,
    array: CUarray,
) -> Result<Arc<Array>, CUresult> {
    if array.is_null() {
        return Err(INVALID_VALUE);
    }
    arrays.get(array)
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Ok(devices) = Devices::get() {
            devices.end(self.address);
        }
    }
}

impl MipmappedArray {
    pub(crate) fn raw(&self) -> CUmipmappedArray {
        self.handle as CUmipmappedArray
    }
}
