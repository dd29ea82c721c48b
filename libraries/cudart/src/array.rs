//! Arrays, in the runtime's description of elements: bits of each channel, and what they mean.

use core::ffi::c_uint;

use cuda_driver_sys::{
    CUDA_ARRAY3D_CUBEMAP, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED,
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, CUarray_format,
};
use cuda_libraries_sys::cudart::{
    cudaChannelFormatDesc, cudaChannelFormatKind, cudaError_t, cudaExtent,
};

use crate::api::{Api, Outcome, out};

/// The plain formats, with the bits of a channel.
const FORMATS: [(CUarray_format, i32, cudaChannelFormatKind); 8] = {
    use CUarray_format as Format;
    use cudaChannelFormatKind as Kind;
    [
        (Format::CU_AD_FORMAT_UNSIGNED_INT8, 8, Kind::cudaChannelFormatKindUnsigned),
        (Format::CU_AD_FORMAT_UNSIGNED_INT16, 16, Kind::cudaChannelFormatKindUnsigned),
        (Format::CU_AD_FORMAT_UNSIGNED_INT32, 32, Kind::cudaChannelFormatKindUnsigned),
        (Format::CU_AD_FORMAT_SIGNED_INT8, 8, Kind::cudaChannelFormatKindSigned),
        (Format::CU_AD_FORMAT_SIGNED_INT16, 16, Kind::cudaChannelFormatKindSigned),
        (Format::CU_AD_FORMAT_SIGNED_INT32, 32, Kind::cudaChannelFormatKindSigned),
        (Format::CU_AD_FORMAT_HALF, 16, Kind::cudaChannelFormatKindFloat),
        (Format::CU_AD_FORMAT_FLOAT, 32, Kind::cudaChannelFormatKindFloat),
    ]
};

/// The normalized formats, with the bits of a channel, and how many there are.
const NORMALIZED: [(CUarray_format, i32, usize, cudaChannelFormatKind); 12] = {
    use CUarray_format as Format;
    use cudaChannelFormatKind as Kind;
    [
        (Format::CU_AD_FORMAT_UNORM_INT8X1, 8, 1, Kind::cudaChannelFormatKindUnsignedNormalized8X1),
        (Format::CU_AD_FORMAT_UNORM_INT8X2, 8, 2, Kind::cudaChannelFormatKindUnsignedNormalized8X2),
        (Format::CU_AD_FORMAT_UNORM_INT8X4, 8, 4, Kind::cudaChannelFormatKindUnsignedNormalized8X4),
        (
            Format::CU_AD_FORMAT_UNORM_INT16X1,
            16,
            1,
            Kind::cudaChannelFormatKindUnsignedNormalized16X1,
        ),
        (
            Format::CU_AD_FORMAT_UNORM_INT16X2,
            16,
            2,
            Kind::cudaChannelFormatKindUnsignedNormalized16X2,
        ),
        (
            Format::CU_AD_FORMAT_UNORM_INT16X4,
            16,
            4,
            Kind::cudaChannelFormatKindUnsignedNormalized16X4,
        ),
        (Format::CU_AD_FORMAT_SNORM_INT8X1, 8, 1, Kind::cudaChannelFormatKindSignedNormalized8X1),
        (Format::CU_AD_FORMAT_SNORM_INT8X2, 8, 2, Kind::cudaChannelFormatKindSignedNormalized8X2),
        (Format::CU_AD_FORMAT_SNORM_INT8X4, 8, 4, Kind::cudaChannelFormatKindSignedNormalized8X4),
        (
            Format::CU_AD_FORMAT_SNORM_INT16X1,
            16,
            1,
            Kind::cudaChannelFormatKindSignedNormalized16X1,
        ),
        (
            Format::CU_AD_FORMAT_SNORM_INT16X2,
            16,
            2,
            Kind::cudaChannelFormatKindSignedNormalized16X2,
        ),
        (
            Format::CU_AD_FORMAT_SNORM_INT16X4,
            16,
            4,
            Kind::cudaChannelFormatKindSignedNormalized16X4,
        ),
    ]
};

/// Returns the bits of a channel, and what they mean, of a format that is plain or normalized.
fn channel(format: CUarray_format) -> Option<(i32, cudaChannelFormatKind)> {
    let plain = FORMATS.iter().map(|(format, bits, kind)| (*format, *bits, *kind));
    let mut all =
        plain.chain(NORMALIZED.iter().map(|(format, bits, _, kind)| (*format, *bits, *kind)));
    all.find(|(of, ..)| *of == format).map(|(_, bits, kind)| (bits, kind))
}

/// Returns the bytes of an element; 0 for other formats.
pub(crate) fn element_size(description: &CUDA_ARRAY3D_DESCRIPTOR) -> usize {
    let channel = channel(description.Format);
    channel.map_or(0, |(bits, _)| (bits as usize / 8) * description.NumChannels as usize)
}

/// Returns the driver's format and the number of channels.
pub(crate) fn format(description: &cudaChannelFormatDesc) -> Outcome<(CUarray_format, c_uint)> {
    let error = cudaError_t::cudaErrorInvalidChannelDescriptor;
    let &cudaChannelFormatDesc { x, y, z, w, f } = description;
    let channels = [x, y, z, w].iter().take_while(|bits| **bits != 0).count();
    let regular = match channels {
        1 => [y, z, w] == [0; 3],
        2 => y == x && [z, w] == [0; 2],
        4 => [y, z, w] == [x; 3],
        _ => false,
    };
    let normalized = NORMALIZED.iter().find(|(.., kind)| *kind == f);
    if let Some((format, bits, count, _)) = normalized {
        let is_so = regular && *bits == x && *count == channels;
        return if is_so { Ok((*format, channels as c_uint)) } else { Err(error) };
    }
    let found = FORMATS.iter().find(|(_, bits, kind)| *bits == x && *kind == f);
    match found {
        Some((format, ..)) if regular => Ok((*format, channels as c_uint)),
        _ => Err(error),
    }
}

/// Returns the runtime's description of a format.
pub(crate) fn channels(format: CUarray_format, count: c_uint) -> cudaChannelFormatDesc {
    let Some((bits, f)) = channel(format) else {
        return cudaChannelFormatDesc {
            f: cudaChannelFormatKind::cudaChannelFormatKindNone,
            ..Default::default()
        };
    };
    let bits_at = |index| if index < count { bits } else { 0 };
    cudaChannelFormatDesc { x: bits_at(0), y: bits_at(1), z: bits_at(2), w: bits_at(3), f }
}

fn description(
    desc: *const cudaChannelFormatDesc,
    extent: cudaExtent,
    flags: c_uint,
) -> Outcome<CUDA_ARRAY3D_DESCRIPTOR> {
    let given = get!(desc)?;
    // The shape is looked at before the format; the driver finds what else is wrong with it.
    let (layered, cubemap) = (flags & CUDA_ARRAY3D_LAYERED != 0, flags & CUDA_ARRAY3D_CUBEMAP != 0);
    let cudaExtent { width, height, depth } = extent;
    let faces = if cubemap { 6 } else { 1 };
    if width == 0
        || cubemap && width != height
        || (layered || cubemap) && (depth == 0 || depth % faces != 0)
        || !layered && depth != 0 && height == 0
    {
        return Err(cudaError_t::cudaErrorInvalidValue);
    }
    let (format, channels) = format(&given)?;
    Ok(CUDA_ARRAY3D_DESCRIPTOR {
        Width: extent.width,
        Height: extent.height,
        Depth: extent.depth,
        Format: format,
        NumChannels: channels,
        Flags: flags,
        ..Default::default()
    })
}

impl Api {
    entry!(cudaMalloc3DArray, |self, array, desc, extent, flags| {
        self.ready()?;
        out(desc)?;
        put!(array, core::ptr::null_mut())?;
        let description = description(desc, extent, flags)?;
        let mut created = core::ptr::null_mut();
        cu!(self, cuArray3DCreate_v2(&raw mut created, &raw const description))?;
        put!(array, created.cast())
    });

    entry!(cudaMallocArray, |self, array, desc, width, height, flags| {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe {
            self.cudaMalloc3DArray(array, desc, cudaExtent { width, height, depth: 0 }, flags)
        }
    });

    entry!(cudaMallocMipmappedArray, |self, mipmappedArray, desc, extent, numLevels, flags| {
        self.ready()?;
        out(desc)?;
        put!(mipmappedArray, core::ptr::null_mut())?;
        let description = description(desc, extent, flags)?;
        let mut created = core::ptr::null_mut();
        cu!(self, cuMipmappedArrayCreate(&raw mut created, &raw const description, numLevels))?;
        put!(mipmappedArray, created.cast())
    });

    entry!(cudaFreeArray, |self, array| {
        if array.is_null() {
            return self.ready();
        }
        cu!(self, cuArrayDestroy(array.cast()))
    });

    entry!(cudaFreeMipmappedArray, |self, mipmappedArray| {
        if mipmappedArray.is_null() {
            return self.ready();
        }
        cu!(self, cuMipmappedArrayDestroy(mipmappedArray.cast()))
    });

    entry!(cudaArrayGetInfo, |self, desc, extent, flags, array| {
        let mut found = CUDA_ARRAY3D_DESCRIPTOR::default();
        // Each may be null, and is zero where the call fails.
        let _ = put!(desc, Default::default());
        let _ = put!(extent, Default::default());
        let _ = put!(flags, 0);
        cu_in_any_context!(self, cuArray3DGetDescriptor_v2(&raw mut found, array.cast()))?;
        let _ = put!(desc, channels(found.Format, found.NumChannels));
        let _ = put!(
            extent,
            cudaExtent { width: found.Width, height: found.Height, depth: found.Depth }
        );
        let _ = put!(flags, found.Flags);
        Ok(())
    });

    entry!(cudaArrayGetMemoryRequirements, |self, memoryRequirements, array, device| {
        put!(memoryRequirements, Default::default())?;
        cu!(self, cuArrayGetMemoryRequirements(memoryRequirements.cast(), array.cast(), device))
    });

    entry!(cudaMipmappedArrayGetMemoryRequirements, |self, memoryRequirements, mipmap, device| {
        put!(memoryRequirements, Default::default())?;
        cu!(
            self,
            cuMipmappedArrayGetMemoryRequirements(memoryRequirements.cast(), mipmap.cast(), device)
        )
    });

    entry!(cudaGetChannelDesc, |self, desc, array| {
        let mut found = CUDA_ARRAY3D_DESCRIPTOR::default();
        cu!(self, cuArray3DGetDescriptor_v2(&raw mut found, array.cast_mut().cast()))?;
        put!(desc, channels(found.Format, found.NumChannels))
    });

    entry!(cudaExternalMemoryGetMappedMipmappedArray, |self, mipmap, extMem, mipmapDesc| {
        let given = get!(mipmapDesc)?;
        let converted = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
            offset: given.offset,
            arrayDesc: description(&raw const given.formatDesc, given.extent, given.flags)?,
            numLevels: given.numLevels,
            ..Default::default()
        };
        let mut mapped = core::ptr::null_mut();
        cu!(
            self,
            cuExternalMemoryGetMappedMipmappedArray(
                &raw mut mapped,
                extMem.cast(),
                &raw const converted
            )
        )?;
        put!(mipmap, mapped.cast())
    });
}
