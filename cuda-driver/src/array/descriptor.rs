use cuda_driver_sys::CUDA_ARRAY3D_DESCRIPTOR;

use crate::generated::enums::ArrayFormat;
use crate::memory::{Element, Extent};

flags! {
    /// The properties and uses of an array: [`ArrayDescriptor::flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct ArrayFlags: u32 {
        /// Layers of one or two dimensions: [`ArrayDescriptor::layered`].
        const LAYERED = 0x1;
        /// Kernels can access it through surface objects.
        const SURFACE_LDST = 0x2;
        /// The six faces of a cube: [`ArrayDescriptor::cube`].
        const CUBEMAP = 0x4;
        /// Kernels gather four elements in one access.
        const TEXTURE_GATHER = 0x8;
        /// It is a depth texture of a graphics API.
        const DEPTH_TEXTURE = 0x10;
        /// Graphics draw into it.
        const COLOR_ATTACHMENT = 0x20;
        /// It has only the memory that is mapped into its tiles.
        const SPARSE = 0x40;
        /// It has only the memory that is mapped into it.
        const DEFERRED_MAPPING = 0x80;
        /// Video is encoded from it or decoded to it.
        const VIDEO_ENCODE_DECODE = 0x100;

        // Newer drivers have more.
        const _ = !0;
    }
}

/// A type of the host that is an element of an array: one, two or four channels of a number.
///
/// # Safety
/// The type has the size of `CHANNELS` channels of `FORMAT`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an element of an array",
    note = "elements are numbers of up to 32 bits, and arrays of two or four of them; for other formats say \
            `ArrayDescriptor::with_format`"
)]
pub unsafe trait Texel: Element {
    /// The format of a channel.
    const FORMAT: ArrayFormat;
    /// The number of channels.
    const CHANNELS: u32;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for u8 {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT8;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [u8; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT8;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [u8; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT8;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for u16 {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT16;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [u16; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT16;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [u16; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT16;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for u32 {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT32;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [u32; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT32;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [u32; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::UNSIGNED_INT32;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for i8 {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT8;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [i8; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT8;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [i8; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT8;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for i16 {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT16;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [i16; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT16;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [i16; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT16;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for i32 {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT32;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [i32; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT32;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [i32; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::SIGNED_INT32;
    const CHANNELS: u32 = 4;
}

// SAFETY: the format is that of the type.
unsafe impl Texel for f32 {
    const FORMAT: ArrayFormat = ArrayFormat::FLOAT;
    const CHANNELS: u32 = 1;
}

// SAFETY: as above, twice.
unsafe impl Texel for [f32; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::FLOAT;
    const CHANNELS: u32 = 2;
}

// SAFETY: as above, four times.
unsafe impl Texel for [f32; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::FLOAT;
    const CHANNELS: u32 = 4;
}

#[cfg(feature = "half")]
// SAFETY: the format is that of the type.
unsafe impl Texel for half::f16 {
    const FORMAT: ArrayFormat = ArrayFormat::HALF;
    const CHANNELS: u32 = 1;
}

#[cfg(feature = "half")]
// SAFETY: as above, twice.
unsafe impl Texel for [half::f16; 2] {
    const FORMAT: ArrayFormat = ArrayFormat::HALF;
    const CHANNELS: u32 = 2;
}

#[cfg(feature = "half")]
// SAFETY: as above, four times.
unsafe impl Texel for [half::f16; 4] {
    const FORMAT: ArrayFormat = ArrayFormat::HALF;
    const CHANNELS: u32 = 4;
}

/// A description of an array: its extent, the format of its elements, and its flags.
///
/// ```
/// use cuda_driver::array::{ArrayDescriptor, ArrayFlags, ArrayFormat};
///
/// let picture = ArrayDescriptor::new::<[u8; 4]>((640, 480)).flags(ArrayFlags::SURFACE_LDST);
/// assert_eq!((picture.width, picture.height, picture.depth), (640, 480, 0));
/// let faces = ArrayDescriptor::new::<f32>((256, 256)).cube();
/// assert_eq!(faces.depth, 6);
/// let video = ArrayDescriptor::with_format((64, 64), ArrayFormat::NV12, 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ArrayDescriptor {
    /// The number of elements in a row.
    pub width: usize,
    /// The number of rows; 0 in one dimension.
    pub height: usize,
    /// The number of slices, layers or faces; 0 if there is only one.
    pub depth: usize,
    /// The format of a channel.
    pub format: ArrayFormat,
    /// The channels of an element: 1, 2 or 4, and 3 in some video formats.
    pub channels: u32,
    /// The array's properties and uses.
    pub flags: ArrayFlags,
}

impl ArrayDescriptor {
    /// Describes an array of elements of type `T`, in one dimension (`1000`), two (`(640, 480)`) or three (`(64, 64,
    /// 64)`).
    #[must_use]
    pub fn new<T: Texel>(extent: impl Into<Extent>) -> Self {
        Self::with_format(extent, T::FORMAT, T::CHANNELS)
    }

    /// Describes an array of elements of any format.
    #[must_use]
    #[inline]
    pub fn with_format(extent: impl Into<Extent>, format: ArrayFormat, channels: u32) -> Self {
        let Extent { width, height, depth } = extent.into();
        Self { width, height, depth, format, channels, flags: ArrayFlags::empty() }
    }

    /// Sets the number of layers, each of the one or two dimensions given so far.
    #[must_use]
    #[inline]
    pub fn layered(mut self, layers: usize) -> Self {
        self.depth = layers;
        self.flags |= ArrayFlags::LAYERED;
        self
    }

    /// Makes it the six faces of a cube, each of the square given so far.
    #[must_use]
    #[inline]
    pub fn cube(mut self) -> Self {
        self.depth = 6;
        self.flags |= ArrayFlags::CUBEMAP;
        self
    }

    /// Makes it a layered array of `cubes` cubes, six layers each.
    #[must_use]
    #[inline]
    pub fn cube_layered(mut self, cubes: usize) -> Self {
        self.depth = cubes.saturating_mul(6);
        self.flags |= ArrayFlags::CUBEMAP | ArrayFlags::LAYERED;
        self
    }

    /// Adds flags.
    #[must_use]
    #[inline]
    pub fn flags(mut self, flags: ArrayFlags) -> Self {
        self.flags |= flags;
        self
    }

    /// Returns the extent as copies use it: at least one row and one slice.
    #[must_use]
    #[inline]
    pub fn extent(&self) -> Extent {
        Extent { width: self.width, height: self.height.max(1), depth: self.depth.max(1) }
    }

    /// Returns the size of an element in bytes; `None` for block-compressed and video formats, and for those that this
    /// crate doesn't know.
    #[must_use]
    #[inline]
    pub fn element_size(&self) -> Option<usize> {
        use ArrayFormat as F;
        let channel = match self.format {
            F::UNSIGNED_INT8
            | F::SIGNED_INT8
            | F::UNORM_INT8X1
            | F::UNORM_INT8X2
            | F::UNORM_INT8X4
            | F::SNORM_INT8X1
            | F::SNORM_INT8X2
            | F::SNORM_INT8X4 => 1,
            F::UNSIGNED_INT16
            | F::SIGNED_INT16
            | F::HALF
            | F::UNORM_INT16X1
            | F::UNORM_INT16X2
            | F::UNORM_INT16X4
            | F::SNORM_INT16X1
            | F::SNORM_INT16X2
            | F::SNORM_INT16X4 => 2,
            F::UNSIGNED_INT32 | F::SIGNED_INT32 | F::FLOAT => 4,
            F::UNORM_INT_101010_2 => return Some(4),
            _ => return None,
        };
        Some(channel * self.channels as usize)
    }

    pub(super) fn broken_rule(&self) -> Option<&'static str> {
        let (height, depth) = (self.height, self.depth);
        let layered = self.flags.contains(ArrayFlags::LAYERED);
        let cube = self.flags.contains(ArrayFlags::CUBEMAP);
        let gathers = self.flags.contains(ArrayFlags::TEXTURE_GATHER);
        let is_plain = self.element_size().is_some();
        let rules = [
            (self.width == 0, "the width must be at least 1"),
            (
                is_plain && !matches!(self.channels, 1 | 2 | 4),
                "an element must have 1, 2 or 4 channels",
            ),
            (
                !layered && !cube && height == 0 && depth > 0,
                "three dimensions need a height, and layers of one dimension the flag LAYERED",
            ),
            (layered && depth == 0, "there must be at least one layer"),
            (cube && self.width != height, "the faces of a cube must be square"),
            (cube && !layered && depth != 6, "a cube must have a depth of 6"),
            (
                cube && layered && !depth.is_multiple_of(6),
                "the depth of layered cubes must be a multiple of 6",
            ),
            (
                gathers && (height == 0 || depth > 0),
                "TEXTURE_GATHER needs an array of two dimensions",
            ),
        ];
        rules.iter().find(|rule| rule.0).map(|rule| rule.1)
    }

    pub(crate) fn to_raw(self) -> CUDA_ARRAY3D_DESCRIPTOR {
        CUDA_ARRAY3D_DESCRIPTOR {
            Width: self.width,
            Height: self.height,
            Depth: self.depth,
            Format: self.format.as_raw(),
            NumChannels: self.channels,
            Flags: self.flags.bits(),
            ..CUDA_ARRAY3D_DESCRIPTOR::default()
        }
    }

    pub(crate) fn from_raw(raw: &CUDA_ARRAY3D_DESCRIPTOR) -> Self {
        Self {
            width: raw.Width,
            height: raw.Height,
            depth: raw.Depth,
            format: ArrayFormat::from_raw(raw.Format),
            channels: raw.NumChannels,
            flags: ArrayFlags::from_bits_retain(raw.Flags),
        }
    }

    /// Returns the bytes of all elements, if this crate knows their size.
    pub(super) fn bytes(&self) -> usize {
        let extent = self.extent();
        (extent.width)
            .saturating_mul(extent.height)
            .saturating_mul(extent.depth)
            .saturating_mul(self.element_size().unwrap_or(1))
    }
}
