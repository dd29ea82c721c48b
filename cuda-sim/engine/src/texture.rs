//! Textures and surfaces: images in device memory, read and filtered as on a GPU.

mod blend;
mod filter;
mod lanes;
mod lookup;
mod surface;
mod texel;

pub use lookup::{Lookup, Mode};
pub use surface::Boundary;

use std::any::Any;
use std::sync::Arc;

/// The type of a texel's channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Channel {
    U8,
    U16,
    U32,
    S8,
    S16,
    S32,
    F16,
    F32,
}

impl Channel {
    /// Returns its size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Channel::U8 | Channel::S8 => 1,
            Channel::U16 | Channel::S16 | Channel::F16 => 2,
            Channel::U32 | Channel::S32 | Channel::F32 => 4,
        }
    }

    /// Returns `true` for an integer, which a texture may read as a number from 0 or -1 to 1.
    pub fn is_integer(self) -> bool {
        !matches!(self, Channel::F16 | Channel::F32)
    }
}

/// The arrangement of an image's texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Geometry {
    D1,
    D2,
    D3,
    Cube,
}

/// One level of an image, in device memory.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// The address of its first texel.
    pub address: u64,
    /// The number of texels, rows, and slices, layers or faces; 1 if there is only one.
    pub extent: [u64; 3],
    /// The distance between rows, in bytes.
    pub pitch: u64,
}

impl Plane {
    /// Returns the address of a texel, whose size is given in bytes.
    fn at(&self, x: u64, y: u64, z: u64, texel: u64) -> u64 {
        self.address + (z * self.extent[1] + y) * self.pitch + x * texel
    }

    /// Returns the size from the first to the last byte.
    pub fn bytes(&self, texel: u64) -> u64 {
        let rows = self.extent[1] * self.extent[2];
        (rows.max(1) - 1) * self.pitch + self.extent[0] * texel
    }
}

/// The meaning of coordinates outside of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are CUDA's own")]
pub enum AddressMode {
    Wrap,
    Clamp,
    Mirror,
    Border,
}

/// How a texture is read.
#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    /// For each dimension.
    pub address: [AddressMode; 3],
    /// Whether neighboring texels are interpolated.
    pub linear: bool,
    /// Whether levels are interpolated.
    pub mip_linear: bool,
    /// Whether coordinates range from 0 to 1.
    pub normalized: bool,
    /// Whether integers are read unchanged.
    pub integer: bool,
    /// Whether colors of 8 bits are converted from sRGB.
    pub srgb: bool,
    /// Whether filters of cubes cross the edges.
    pub seamless: bool,
    /// The color outside of the image, four words.
    pub border: [u32; 4],
    /// Added to the level of detail.
    pub bias: f32,
    /// The smallest level of detail.
    pub min_level: f32,
    /// The largest level of detail.
    pub max_level: f32,
    /// The maximum number of samples of an anisotropic footprint.
    pub anisotropy: u32,
}

impl Default for Sampler {
    fn default() -> Self {
        Sampler {
            address: [AddressMode::Wrap; 3],
            linear: false,
            mip_linear: false,
            normalized: false,
            integer: false,
            srgb: false,
            seamless: false,
            border: [0; 4],
            bias: 0.0,
            min_level: 0.0,
            max_level: 0.0,
            anisotropy: 0,
        }
    }
}

/// An image that kernels read as a texture or use as a surface.
#[derive(Clone)]
pub struct Texture {
    /// Its levels, at least one.
    pub levels: Vec<Plane>,
    /// The type of each channel.
    pub channel: Channel,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u32,
    /// The arrangement of texels.
    pub geometry: Geometry,
    /// Whether it has layers.
    pub layered: bool,
    /// How it is read; unused for a surface.
    pub sampler: Sampler,
    /// Whether it is a surface rather than a texture.
    pub is_surface: bool,
    /// Whether it is linear memory, which is surrounded by zeros in every address mode.
    pub is_linear_memory: bool,
    /// Keeps its memory alive. `None` for memory that its owner may free, which is checked each time.
    pub kept: Option<Arc<dyn Any + Send + Sync>>,
}

impl std::fmt::Debug for Texture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Texture")
            .field("levels", &self.levels)
            .field("channel", &self.channel)
            .field("channels", &self.channels)
            .field("geometry", &self.geometry)
            .finish_non_exhaustive()
    }
}

fn address(mode: AddressMode) -> u32 {
    match mode {
        AddressMode::Clamp => 0x1131,
        AddressMode::Border => 0x1132,
        AddressMode::Wrap => 0x1133,
        AddressMode::Mirror => 0x1134,
    }
}

impl Texture {
    /// Returns the size of a texel in bytes.
    pub fn texel(&self) -> u64 {
        self.channel.size() * u64::from(self.channels)
    }

    /// Returns the number of dimensions of one layer or face.
    fn dimensions(&self) -> usize {
        match self.geometry {
            Geometry::D1 => 1,
            Geometry::D2 | Geometry::Cube => 2,
            Geometry::D3 => 3,
        }
    }

    /// Returns the number of layers, of six faces each for a cube; 1 without layers.
    fn layers(&self) -> u64 {
        let slices = self.levels[0].extent[2];
        match self.geometry {
            Geometry::D3 => 1,
            Geometry::Cube => (slices / 6).max(1),
            _ => slices,
        }
    }

    /// Returns the result of `txq` or `suq`.
    pub fn query(&self, query: Query, level: i32) -> u32 {
        // The driver's numbers for formats.
        let plane = match usize::try_from(level).ok().and_then(|level| self.levels.get(level)) {
            Some(plane) => plane,
            None if matches!(query, Query::Width | Query::Height | Query::Depth) => return 0,
            None => &self.levels[0],
        };
        let extent = |dimension: usize| plane.extent[dimension] as u32;
        match query {
            Query::Width => extent(0),
            Query::Height => extent(1),
            Query::Depth if self.geometry == Geometry::D3 => extent(2),
            Query::Depth => 1,
            Query::ArraySize if self.layered => self.layers() as u32,
            Query::ArraySize => 1,
            Query::Levels => self.levels.len() as u32,
            Query::Samples => 1,
            Query::Normalized => u32::from(self.sampler.normalized),
            Query::DataType => match self.channel {
                Channel::S8 => 0x10d7,
                Channel::S16 => 0x10d8,
                Channel::S32 => 0x10d9,
                Channel::U8 => 0x10da,
                Channel::U16 => 0x10db,
                Channel::U32 => 0x10dc,
                Channel::F16 => 0x10dd,
                Channel::F32 => 0x10de,
            },
            Query::Order => match self.channels {
                1 => 0x10b0,
                2 => 0x10b2,
                _ => 0x10b5,
            },
            Query::Layout => 0,
            // OpenCL's numbers, as for formats: these weren't recorded from a GPU.
            Query::Filter => 0x1140 + u32::from(self.sampler.linear),
            Query::Address0 => address(self.sampler.address[0]),
            Query::Address1 => address(self.sampler.address[1]),
            Query::Address2 => address(self.sampler.address[2]),
            Query::Unnormalized => u32::from(!self.sampler.normalized),
        }
    }

    /// Returns the same memory, read by another sampler.
    pub fn with_sampler(&self, sampler: Sampler) -> Texture {
        Texture { levels: self.levels.clone(), sampler, kept: self.kept.clone(), ..*self }
    }
}

/// A query of `txq` or `suq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
#[repr(u32)]
pub enum Query {
    Width,
    Height,
    Depth,
    ArraySize,
    Levels,
    Samples,
    Normalized,
    DataType,
    Order,
    Layout,
    Filter,
    Address0,
    Address1,
    Address2,
    Unnormalized,
}
