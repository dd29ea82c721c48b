use core::any::Any;
use core::fmt;
use std::sync::Arc;

use cuda_driver_sys::{
    CUDA_RESOURCE_DESC, CUDA_RESOURCE_DESC_v1_res, CUDA_RESOURCE_DESC_v1_res_array,
    CUDA_RESOURCE_DESC_v1_res_linear, CUDA_RESOURCE_DESC_v1_res_mipmap,
    CUDA_RESOURCE_DESC_v1_res_pitch2D, CUresourcetype,
};

use super::{ResourceView, TextureDescriptor, TextureFlags};
use crate::array::{Array, ArrayFormat, MipmappedArray, Texel};
use crate::error::Error;
use crate::memory::{DeviceBuffer, PitchedBuffer};
use crate::object::Owner;
use crate::opaque::Opaque;
use crate::stream::Stream;
use crate::texture::{FilterMode, InvalidTexture};

/// The array or memory that a texture reads and keeps alive.
///
/// Create it from `&array`, from `&mipmapped_array`, or from a buffer, which it takes: a [`DeviceBuffer`], which is
/// read as one row, or a [`PitchedBuffer`]. To keep using a buffer, pass it in an [`Arc`].
#[derive(Clone)]
pub struct TextureResource {
    backing: Backing,
}

#[derive(Clone)]
enum Backing {
    Array(Array),
    Mipmapped(MipmappedArray),
    Memory(Arc<Memory>),
}

/// A buffer with the format in which it is read.
struct Memory {
    description: Opaque<CUDA_RESOURCE_DESC>,
    format: ArrayFormat,
    stream: Stream,
    _buffer: Owner,
}

impl From<&Array> for TextureResource {
    fn from(array: &Array) -> Self {
        Self { backing: Backing::Array(array.clone()) }
    }
}

impl From<&MipmappedArray> for TextureResource {
    fn from(array: &MipmappedArray) -> Self {
        Self { backing: Backing::Mipmapped(array.clone()) }
    }
}

impl<T: Texel + Send + Sync> From<Arc<DeviceBuffer<T>>> for TextureResource {
    fn from(buffer: Arc<DeviceBuffer<T>>) -> Self {
        let linear = CUDA_RESOURCE_DESC_v1_res_linear {
            devPtr: buffer.as_raw(),
            format: T::FORMAT.as_raw(),
            numChannels: T::CHANNELS,
            sizeInBytes: buffer.len() * size_of::<T>(),
        };
        let description = CUDA_RESOURCE_DESC {
            resType: CUresourcetype::CU_RESOURCE_TYPE_LINEAR,
            res: CUDA_RESOURCE_DESC_v1_res { linear },
            ..CUDA_RESOURCE_DESC::default()
        };
        Self::of_memory::<T>(description, buffer.stream().clone(), buffer)
    }
}

impl<T: Texel + Send + Sync> From<Arc<PitchedBuffer<T>>> for TextureResource {
    fn from(buffer: Arc<PitchedBuffer<T>>) -> Self {
        let rows = CUDA_RESOURCE_DESC_v1_res_pitch2D {
            devPtr: buffer.as_raw(),
            format: T::FORMAT.as_raw(),
            numChannels: T::CHANNELS,
            width: buffer.width(),
            height: buffer.height(),
            pitchInBytes: buffer.pitch(),
        };
        let description = CUDA_RESOURCE_DESC {
            resType: CUresourcetype::CU_RESOURCE_TYPE_PITCH2D,
            res: CUDA_RESOURCE_DESC_v1_res { pitch2D: rows },
            ..CUDA_RESOURCE_DESC::default()
        };
        Self::of_memory::<T>(description, buffer.stream().clone(), buffer)
    }
}

impl<T: Texel + Send + Sync> From<DeviceBuffer<T>> for TextureResource {
    fn from(buffer: DeviceBuffer<T>) -> Self {
        Arc::new(buffer).into()
    }
}

impl<T: Texel + Send + Sync> From<PitchedBuffer<T>> for TextureResource {
    fn from(buffer: PitchedBuffer<T>) -> Self {
        Arc::new(buffer).into()
    }
}

impl TextureResource {
    fn of_memory<T: Texel>(
        description: CUDA_RESOURCE_DESC,
        stream: Stream,
        buffer: impl Any + Send,
    ) -> Self {
        Self {
            backing: Backing::Memory(Arc::new(Memory {
                description: Opaque(description),
                format: T::FORMAT,
                stream,
                _buffer: Owner::new(buffer),
            })),
        }
    }

    /// Returns the stream that it belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        match &self.backing {
            Backing::Array(array) => array.stream(),
            Backing::Mipmapped(array) => array.stream(),
            Backing::Memory(memory) => &memory.stream,
        }
    }

    pub(crate) fn to_raw(&self) -> CUDA_RESOURCE_DESC {
        let (kind, res) = match &self.backing {
            Backing::Memory(memory) => return memory.description.0,
            Backing::Array(array) => {
                let array = CUDA_RESOURCE_DESC_v1_res_array { hArray: array.as_raw() };
                (CUresourcetype::CU_RESOURCE_TYPE_ARRAY, CUDA_RESOURCE_DESC_v1_res { array })
            }
            Backing::Mipmapped(array) => {
                let mipmap = CUDA_RESOURCE_DESC_v1_res_mipmap { hMipmappedArray: array.as_raw() };
                (
                    CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                    CUDA_RESOURCE_DESC_v1_res { mipmap },
                )
            }
        };
        CUDA_RESOURCE_DESC { resType: kind, res, ..CUDA_RESOURCE_DESC::default() }
    }

    fn format(&self) -> ArrayFormat {
        match &self.backing {
            Backing::Array(array) => array.descriptor().format,
            Backing::Mipmapped(array) => array.descriptor().format,
            Backing::Memory(memory) => memory.format,
        }
    }

    /// Rejects textures that are documented as invalid.
    pub(super) fn check(
        &self,
        descriptor: &TextureDescriptor,
        view: Option<&ResourceView>,
    ) -> Result<(), Error> {
        use ArrayFormat as F;
        let format = self.format();
        let is_memory = matches!(self.backing, Backing::Memory(_));
        let is_wide_integer = matches!(format, F::UNSIGNED_INT32 | F::SIGNED_INT32);
        let is_narrow_integer = matches!(
            format,
            F::UNSIGNED_INT8 | F::SIGNED_INT8 | F::UNSIGNED_INT16 | F::SIGNED_INT16
        );
        let reads_integers = is_wide_integer
            || is_narrow_integer && descriptor.flags.contains(TextureFlags::READ_AS_INTEGER);
        let rules = [
            (descriptor.max_anisotropy > 16, "the anisotropy must be at most 16"),
            (
                view.is_none() && reads_integers && descriptor.filter_mode == FilterMode::LINEAR,
                "integers that are read as integers can't be filtered; use POINT, or omit READ_AS_INTEGER",
            ),
            (is_memory && view.is_some(), "only arrays can be read through a view"),
        ];
        match rules.iter().find(|rule| rule.0) {
            None => Ok(()),
            Some((_, reason)) => Err(Error::Texture(Box::new(InvalidTexture {
                descriptor: *descriptor,
                format,
                reason,
            }))),
        }
    }
}

impl fmt::Debug for TextureResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.backing {
            Backing::Array(array) => array.fmt(f),
            Backing::Mipmapped(array) => array.fmt(f),
            Backing::Memory(memory) => {
                f.debug_struct("Memory").field("format", &memory.format).finish_non_exhaustive()
            }
        }
    }
}
