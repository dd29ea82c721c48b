//! Texture and surface objects: their descriptions, and the images that kernels use.

use std::sync::Arc;

use cuda_driver_sys::*;

use crate::state::array::{Array, MipmappedArray, array_to_copy};
use crate::state::error::*;
use crate::state::handles::{Handles, Object};
use cuda_sim_engine::{AddressMode, Channel, Geometry, Plane, Sampler, Texture};

/// A texture or surface object.
#[derive(Clone)]
pub(crate) struct ImageObject {
    pub handle: usize,
    pub context: usize,
    pub resource: CUDA_RESOURCE_DESC,
    pub texture: CUDA_TEXTURE_DESC,
    pub view: Option<CUDA_RESOURCE_VIEW_DESC>,
    pub is_surface: bool,
}

impl std::fmt::Debug for ImageObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImageObject")
            .field("handle", &self.handle)
            .field("is_surface", &self.is_surface)
            .finish_non_exhaustive()
    }
}

// SAFETY: the handles in the descriptions are plain numbers here, which are never dereferenced.
unsafe impl Send for ImageObject {}
// SAFETY: as above.
unsafe impl Sync for ImageObject {}

impl Object for ImageObject {
    type Raw = core::ffi::c_void;
    const KIND: &'static str = "texture or surface object";
    const INVALID: CUresult = INVALID_VALUE;
    // Kernels that were submitted before may still use it.
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        self.context
    }
}

/// The largest texture of linear memory, in texels.
pub(crate) const MAX_TEXELS: u64 = 1 << 28;
/// The largest texture of pitched memory: texels, rows, pitch in bytes.
const MAX_PITCHED: [u64; 3] = [131_072, 65_000, 2_097_120];
/// The alignment of texture addresses, as in the device's attribute.
const ALIGNMENT: u64 = 512;
/// The alignment of texture pitches, as in the device's attribute.
const PITCH_ALIGNMENT: u64 = 32;
/// The valid flags of a texture; an H200 accepts two more that have no names.
const FLAGS: u32 = 0x7f;

/// Returns the channel type of a format, and `true` if integers are always read as numbers from 0 or -1 to 1.
fn channel(format: CUarray_format) -> Option<(Channel, bool)> {
    use CUarray_format as F;
    Some(match format {
        F::CU_AD_FORMAT_UNSIGNED_INT8 => (Channel::U8, false),
        F::CU_AD_FORMAT_UNSIGNED_INT16 => (Channel::U16, false),
        F::CU_AD_FORMAT_UNSIGNED_INT32 => (Channel::U32, false),
        F::CU_AD_FORMAT_SIGNED_INT8 => (Channel::S8, false),
        F::CU_AD_FORMAT_SIGNED_INT16 => (Channel::S16, false),
        F::CU_AD_FORMAT_SIGNED_INT32 => (Channel::S32, false),
        F::CU_AD_FORMAT_HALF => (Channel::F16, false),
        F::CU_AD_FORMAT_FLOAT => (Channel::F32, false),
        F::CU_AD_FORMAT_UNORM_INT8X1
        | F::CU_AD_FORMAT_UNORM_INT8X2
        | F::CU_AD_FORMAT_UNORM_INT8X4 => (Channel::U8, true),
        F::CU_AD_FORMAT_UNORM_INT16X1
        | F::CU_AD_FORMAT_UNORM_INT16X2
        | F::CU_AD_FORMAT_UNORM_INT16X4 => (Channel::U16, true),
        F::CU_AD_FORMAT_SNORM_INT8X1
        | F::CU_AD_FORMAT_SNORM_INT8X2
        | F::CU_AD_FORMAT_SNORM_INT8X4 => (Channel::S8, true),
        F::CU_AD_FORMAT_SNORM_INT16X1
        | F::CU_AD_FORMAT_SNORM_INT16X2
        | F::CU_AD_FORMAT_SNORM_INT16X4 => (Channel::S16, true),
        _ => return None,
    })
}

/// Returns the format of a view; `None` for compressed blocks, which are unsupported.
fn viewed(format: CUresourceViewFormat) -> Option<(Channel, u32)> {
    let number = format.0;
    if !(1..=24).contains(&number) {
        return None;
    }
    const CHANNELS: [Channel; 8] = [
        Channel::U8,
        Channel::S8,
        Channel::U16,
        Channel::S16,
        Channel::U32,
        Channel::S32,
        Channel::F16,
        Channel::F32,
    ];
    let index = (number - 1) as usize;
    Some((CHANNELS[index / 3], [1, 2, 4][index % 3]))
}

fn address_mode(mode: CUaddress_mode) -> Option<AddressMode> {
    use CUaddress_mode as M;
    Some(match mode {
        M::CU_TR_ADDRESS_MODE_WRAP => AddressMode::Wrap,
        M::CU_TR_ADDRESS_MODE_CLAMP => AddressMode::Clamp,
        M::CU_TR_ADDRESS_MODE_MIRROR => AddressMode::Mirror,
        M::CU_TR_ADDRESS_MODE_BORDER => AddressMode::Border,
        _ => return None,
    })
}

fn is_linear(mode: CUfilter_mode) -> Result<bool, CUresult> {
    match mode {
        CUfilter_mode::CU_TR_FILTER_MODE_POINT => Ok(false),
        CUfilter_mode::CU_TR_FILTER_MODE_LINEAR => Ok(true),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the sampler of a description.
fn sampler(desc: &CUDA_TEXTURE_DESC, dimensions: usize) -> Result<Sampler, CUresult> {
    if desc.flags & !FLAGS != 0 || desc.reserved != [0; 12] {
        return Err(INVALID_VALUE);
    }
    let mut address = [AddressMode::Wrap; 3];
    for (index, (to, from)) in address.iter_mut().zip(desc.addressMode).enumerate() {
        match address_mode(from) {
            // That of the second dimension also affects an image of one.
            Some(mode) => *to = mode,
            None if index >= dimensions => {}
            None => return Err(INVALID_VALUE),
        }
    }
    let has = |flag: u32| desc.flags & flag != 0;
    Ok(Sampler {
        address,
        linear: is_linear(desc.filterMode)?,
        mip_linear: is_linear(desc.mipmapFilterMode)?,
        normalized: has(CU_TRSF_NORMALIZED_COORDINATES),
        integer: has(CU_TRSF_READ_AS_INTEGER),
        srgb: has(CU_TRSF_SRGB),
        seamless: has(CU_TRSF_SEAMLESS_CUBEMAP),
        border: desc.borderColor.map(f32::to_bits),
        bias: desc.mipmapLevelBias,
        min_level: desc.minMipmapLevelClamp,
        max_level: desc.maxMipmapLevelClamp,
        anisotropy: desc.maxAnisotropy,
    })
}

/// Returns the image of arrays that are the levels of a mipmapped array.
fn of_arrays(levels: &[Arc<Array>]) -> Option<Texture> {
    let first = levels.first()?;
    let (channel, normalized) = channel(first.format)?;
    let has = |flag: u32| first.flags & flag != 0;
    let plane = |array: &Arc<Array>| Plane {
        address: array.address,
        extent: [array.width, array.rows(), array.slices()],
        pitch: array.pitch(),
    };
    let geometry = if has(CUDA_ARRAY3D_CUBEMAP) {
        Geometry::Cube
    } else if first.height == 0 {
        Geometry::D1
    } else if first.depth == 0 || has(CUDA_ARRAY3D_LAYERED) {
        Geometry::D2
    } else {
        Geometry::D3
    };
    let sampler = Sampler { integer: !normalized, ..Sampler::default() };
    Some(Texture {
        levels: levels.iter().map(plane).collect(),
        channel,
        channels: first.channels,
        geometry,
        layered: has(CUDA_ARRAY3D_LAYERED),
        sampler,
        is_surface: false,
        is_linear_memory: false,
        kept: Some(Arc::new(levels.to_vec())),
    })
}

/// Returns the image of a resource, without a sampler.
///
/// # Safety
/// The type in the description is that of its union.
pub(crate) unsafe fn image_of(
    desc: &CUDA_RESOURCE_DESC,
    arrays: &Handles<Array>,
    mipmapped: &Handles<MipmappedArray>,
) -> Result<Texture, CUresult> {
    use CUresourcetype as T;
    if desc.flags != 0 {
        return Err(INVALID_VALUE);
    }
    match desc.resType {
        T::CU_RESOURCE_TYPE_ARRAY => {
            // SAFETY: the caller guarantees that the type is that of the union.
            let array = unsafe { desc.res.array };
            let array = array_to_copy(arrays, array.hArray)?;
            of_arrays(&[array]).ok_or(INVALID_VALUE)
        }
        T::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
            // SAFETY: as above.
            let handle = unsafe { desc.res.mipmap }.hMipmappedArray;
            if handle.is_null() {
                return Err(INVALID_VALUE);
            }
            let mipmapped = mipmapped.get(handle)?;
            of_arrays(&mipmapped.levels).ok_or(INVALID_VALUE)
        }
        T::CU_RESOURCE_TYPE_LINEAR => {
            // SAFETY: as above.
            let linear = unsafe { desc.res.linear };
            let (channel, channels) = memory_format(linear.format, linear.numChannels)?;
            let texel = channel.size() * u64::from(channels);
            let size = linear.sizeInBytes as u64;
            let texels = size / texel;
            if linear.devPtr == 0 || !linear.devPtr.is_multiple_of(ALIGNMENT) || texels > MAX_TEXELS
            {
                return Err(INVALID_VALUE);
            }
            Ok(of_memory(
                channel,
                channels,
                Geometry::D1,
                Plane { address: linear.devPtr, extent: [texels, 1, 1], pitch: size },
            ))
        }
        T::CU_RESOURCE_TYPE_PITCH2D => {
            // SAFETY: as above.
            let pitched = unsafe { desc.res.pitch2D };
            let (channel, channels) = memory_format(pitched.format, pitched.numChannels)?;
            let (width, height) = (pitched.width as u64, pitched.height as u64);
            let pitch = pitched.pitchInBytes as u64;
            let given = [width, height, pitch];
            if pitched.devPtr == 0
                || !pitched.devPtr.is_multiple_of(ALIGNMENT)
                || !pitch.is_multiple_of(PITCH_ALIGNMENT)
                || given.iter().zip(MAX_PITCHED).any(|(given, most)| *given > most)
            {
                return Err(INVALID_VALUE);
            }
            Ok(of_memory(
                channel,
                channels,
                Geometry::D2,
                Plane { address: pitched.devPtr, extent: [width, height, 1], pitch },
            ))
        }
        _ => Err(INVALID_VALUE),
    }
}

fn memory_format(format: CUarray_format, channels: u32) -> Result<(Channel, u32), CUresult> {
    let (channel, _) = channel(format).ok_or(INVALID_VALUE)?;
    match channels {
        1 | 2 | 4 => Ok((channel, channels)),
        _ => Err(INVALID_VALUE),
    }
}

fn of_memory(channel: Channel, channels: u32, geometry: Geometry, plane: Plane) -> Texture {
    Texture {
        levels: vec![plane],
        channel,
        channels,
        geometry,
        layered: false,
        sampler: Sampler { integer: true, ..Sampler::default() },
        is_surface: false,
        is_linear_memory: geometry == Geometry::D1,
        kept: None,
    }
}

/// Returns the default description of a texture.
pub(crate) fn no_texture() -> CUDA_TEXTURE_DESC {
    CUDA_TEXTURE_DESC {
        addressMode: [CUaddress_mode::CU_TR_ADDRESS_MODE_WRAP; 3],
        filterMode: CUfilter_mode::CU_TR_FILTER_MODE_POINT,
        flags: 0,
        maxAnisotropy: 0,
        mipmapFilterMode: CUfilter_mode::CU_TR_FILTER_MODE_POINT,
        mipmapLevelBias: 0.0,
        minMipmapLevelClamp: 0.0,
        maxMipmapLevelClamp: 0.0,
        borderColor: [0.0; 4],
        reserved: [0; 12],
    }
}

/// Applies a texture description to an image.
pub(crate) fn sample(image: &mut Texture, desc: &CUDA_TEXTURE_DESC) -> Result<(), CUresult> {
    let may_be_integer = image.sampler.integer;
    let dimensions = match image.geometry {
        // A row is filtered with its neighbors in the second.
        Geometry::D1 | Geometry::D2 | Geometry::Cube => 2,
        Geometry::D3 => 3,
    };
    let sampler = sampler(desc, dimensions)?;
    if sampler.seamless && image.geometry != Geometry::Cube {
        return Err(INVALID_VALUE);
    }
    image.sampler = Sampler { integer: sampler.integer && may_be_integer, ..sampler };
    Ok(())
}

/// Applies a view to an image.
pub(crate) fn narrow(image: &mut Texture, view: &CUDA_RESOURCE_VIEW_DESC) -> Result<(), CUresult> {
    if image.kept.is_none() {
        return Err(INVALID_VALUE);
    }
    if view.format != CUresourceViewFormat::CU_RES_VIEW_FORMAT_NONE {
        let (channel, channels) = viewed(view.format).ok_or(INVALID_VALUE)?;
        if channel.size() != image.channel.size() || channels != image.channels {
            return Err(INVALID_VALUE);
        }
        image.channel = channel;
    }
    let (first, last) = (view.firstMipmapLevel as usize, view.lastMipmapLevel as usize);
    if first > last || last >= image.levels.len() {
        return Err(INVALID_VALUE);
    }
    image.levels = image.levels[first..=last].to_vec();
    let (first, last) = (u64::from(view.firstLayer), u64::from(view.lastLayer));
    if first > last {
        return Err(INVALID_VALUE);
    }
    if image.layered {
        let faces = if image.geometry == Geometry::Cube { 6 } else { 1 };
        for plane in &mut image.levels {
            if (last + 1) * faces > plane.extent[2] {
                return Err(INVALID_VALUE);
            }
            plane.address += first * faces * plane.extent[1] * plane.pitch;
            plane.extent[2] = (last + 1 - first) * faces;
        }
    } else if last > 0 {
        return Err(INVALID_VALUE);
    }
    Ok(())
}
