use cuda_driver_sys::{CUDA_RESOURCE_VIEW_DESC, CUDA_TEXTURE_DESC};

use crate::generated::enums::{AddressMode, FilterMode, ResourceViewFormat};

flags! {
    /// Flags for how a texture reads: [`TextureDescriptor::flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct TextureFlags: u32 {
        /// Integers of 8 and 16 bits are read as integers, not as numbers from 0 or -1 to 1.
        const READ_AS_INTEGER = 0x1;
        /// Coordinates range from 0 to 1 instead of to the extent.
        const NORMALIZED_COORDINATES = 0x2;
        /// Colors are converted from sRGB to linear.
        const SRGB = 0x10;
        /// Filtering between levels isn't approximated.
        const DISABLE_TRILINEAR_OPTIMIZATION = 0x20;
        /// Filtering at the edges of a cube continues on the next face.
        const SEAMLESS_CUBEMAP = 0x40;

        // Newer drivers have more.
        const _ = !0;
    }
}

/// How a texture reads: filtering, addressing, and the meaning of coordinates.
///
/// ```
/// use cuda_driver::texture::{FilterMode, TextureDescriptor, TextureFlags};
///
/// let descriptor = TextureDescriptor::default()
///     .filter_mode(FilterMode::LINEAR)
///     .flags(TextureFlags::NORMALIZED_COORDINATES);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TextureDescriptor {
    /// The value outside the extent, in each dimension. `WRAP` and `MIRROR` need
    /// [`NORMALIZED_COORDINATES`](TextureFlags::NORMALIZED_COORDINATES); without it, they act as `CLAMP`.
    pub address_mode: [AddressMode; 3],
    /// The filtering between elements.
    pub filter_mode: FilterMode,
    /// Flags.
    pub flags: TextureFlags,
    /// The maximum anisotropy, up to 16; 0 and 1 disable anisotropic filtering.
    pub max_anisotropy: u32,
    /// The filtering between levels of a mipmapped array.
    pub mipmap_filter_mode: FilterMode,
    /// A value that is added to the level to read.
    pub mipmap_level_bias: f32,
    /// The lowest level that is read.
    pub min_mipmap_level: f32,
    /// The highest level that is read.
    pub max_mipmap_level: f32,
    /// The value outside the extent with the address mode `BORDER`.
    pub border_color: [f32; 4],
}

impl Default for TextureDescriptor {
    /// Reads the nearest element, and outside the extent the element at the edge.
    fn default() -> Self {
        Self {
            address_mode: [AddressMode::CLAMP; 3],
            filter_mode: FilterMode::POINT,
            flags: TextureFlags::empty(),
            max_anisotropy: 0,
            mipmap_filter_mode: FilterMode::POINT,
            mipmap_level_bias: 0.0,
            min_mipmap_level: 0.0,
            max_mipmap_level: 0.0,
            border_color: [0.0; 4],
        }
    }
}

impl TextureDescriptor {
    /// Sets the value outside the extent, in each dimension.
    #[must_use]
    #[inline]
    pub const fn address_mode(mut self, address_mode: [AddressMode; 3]) -> Self {
        self.address_mode = address_mode;
        self
    }

    /// Sets the filtering between elements.
    #[must_use]
    #[inline]
    pub const fn filter_mode(mut self, filter_mode: FilterMode) -> Self {
        self.filter_mode = filter_mode;
        self
    }

    /// Sets the flags.
    #[must_use]
    #[inline]
    pub const fn flags(mut self, flags: TextureFlags) -> Self {
        self.flags = flags;
        self
    }

    /// Sets the maximum anisotropy, up to 16.
    #[must_use]
    #[inline]
    pub const fn max_anisotropy(mut self, max_anisotropy: u32) -> Self {
        self.max_anisotropy = max_anisotropy;
        self
    }

    /// Sets the filtering between levels of a mipmapped array.
    #[must_use]
    #[inline]
    pub const fn mipmap_filter_mode(mut self, mipmap_filter_mode: FilterMode) -> Self {
        self.mipmap_filter_mode = mipmap_filter_mode;
        self
    }

    /// Sets the value that is added to the level to read.
    #[must_use]
    #[inline]
    pub const fn mipmap_level_bias(mut self, mipmap_level_bias: f32) -> Self {
        self.mipmap_level_bias = mipmap_level_bias;
        self
    }

    /// Sets the lowest and the highest level that is read.
    #[must_use]
    #[inline]
    pub const fn mipmap_levels(mut self, min: f32, max: f32) -> Self {
        self.min_mipmap_level = min;
        self.max_mipmap_level = max;
        self
    }

    /// Sets the value outside the extent with the address mode `BORDER`.
    #[must_use]
    #[inline]
    pub const fn border_color(mut self, border_color: [f32; 4]) -> Self {
        self.border_color = border_color;
        self
    }

    pub(super) fn to_raw(self) -> CUDA_TEXTURE_DESC {
        CUDA_TEXTURE_DESC {
            addressMode: self.address_mode.map(AddressMode::as_raw),
            filterMode: self.filter_mode.as_raw(),
            flags: self.flags.bits(),
            maxAnisotropy: self.max_anisotropy,
            mipmapFilterMode: self.mipmap_filter_mode.as_raw(),
            mipmapLevelBias: self.mipmap_level_bias,
            minMipmapLevelClamp: self.min_mipmap_level,
            maxMipmapLevelClamp: self.max_mipmap_level,
            borderColor: self.border_color,
            ..CUDA_TEXTURE_DESC::default()
        }
    }

    pub(super) fn from_raw(raw: &CUDA_TEXTURE_DESC) -> Self {
        Self {
            address_mode: raw.addressMode.map(AddressMode::from_raw),
            filter_mode: FilterMode::from_raw(raw.filterMode),
            flags: TextureFlags::from_bits_retain(raw.flags),
            max_anisotropy: raw.maxAnisotropy,
            mipmap_filter_mode: FilterMode::from_raw(raw.mipmapFilterMode),
            mipmap_level_bias: raw.mipmapLevelBias,
            min_mipmap_level: raw.minMipmapLevelClamp,
            max_mipmap_level: raw.maxMipmapLevelClamp,
            border_color: raw.borderColor,
        }
    }
}

/// The part of an array that a texture reads, and the format in which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResourceView {
    /// The format. It has the size of the array's; compressed blocks are read from elements of 64 or 128 bits.
    pub format: ResourceViewFormat,
    /// The number of elements in a row, as the texture reads it: four times the array's for compressed blocks.
    pub width: usize,
    /// The number of rows, as the texture reads it.
    pub height: usize,
    /// The number of slices or layers, as the texture reads it.
    pub depth: usize,
    /// The first level that is read.
    pub first_mipmap_level: u32,
    /// The last level that is read.
    pub last_mipmap_level: u32,
    /// The first layer that is read.
    pub first_layer: u32,
    /// The last layer that is read.
    pub last_layer: u32,
}

impl ResourceView {
    /// Creates a view of the first level and layer with this extent, read as `format`.
    #[must_use]
    #[inline]
    pub fn new(format: ResourceViewFormat, extent: impl Into<crate::memory::Extent>) -> Self {
        let extent = extent.into();
        Self {
            format,
            width: extent.width,
            height: extent.height,
            depth: extent.depth,
            first_mipmap_level: 0,
            last_mipmap_level: 0,
            first_layer: 0,
            last_layer: 0,
        }
    }

    /// Sets the first and the last level that is read.
    #[must_use]
    #[inline]
    pub const fn mipmap_levels(mut self, first: u32, last: u32) -> Self {
        self.first_mipmap_level = first;
        self.last_mipmap_level = last;
        self
    }

    /// Sets the first and the last layer that is read.
    #[must_use]
    #[inline]
    pub const fn layers(mut self, first: u32, last: u32) -> Self {
        self.first_layer = first;
        self.last_layer = last;
        self
    }

    pub(super) fn to_raw(self) -> CUDA_RESOURCE_VIEW_DESC {
        CUDA_RESOURCE_VIEW_DESC {
            format: self.format.as_raw(),
            width: self.width,
            height: self.height,
            depth: self.depth,
            firstMipmapLevel: self.first_mipmap_level,
            lastMipmapLevel: self.last_mipmap_level,
            firstLayer: self.first_layer,
            lastLayer: self.last_layer,
            ..CUDA_RESOURCE_VIEW_DESC::default()
        }
    }

    pub(super) fn from_raw(raw: &CUDA_RESOURCE_VIEW_DESC) -> Self {
        Self {
            format: ResourceViewFormat::from_raw(raw.format),
            width: raw.width,
            height: raw.height,
            depth: raw.depth,
            first_mipmap_level: raw.firstMipmapLevel,
            last_mipmap_level: raw.lastMipmapLevel,
            first_layer: raw.firstLayer,
            last_layer: raw.lastLayer,
        }
    }
}
