//! Arrays, in the runtime's description of elements: bits of each channel, and what they mean.

use core::ffi::c_uint;

use cuda_driver_sys::{
    CUDA_ARRAY3D_CUBEMAP, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED,
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, CUarray_format,
};
use cuda_libraries_sys::cudart::{
    cudaChannelFormatDesc, cudaChannelFormatKind, cudaError_t, cudaExtent,
};

use crate::api::{Api, Outcome};

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

/// Returns the bytes of an element; 0 for formats that aren't plain.
pub(crate) fn element_size(description: &CUDA_ARRAY3D_DESCRIPTOR) -> usize {
    let format = FORMATS.iter().find(|(format, ..)| *format == description.Format);
    format.map_or(0, |(_, bits, _)| (*bits as usize / 8) * description.NumChannels as usize)
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
    let found = FORMATS.iter().find(|(_, bits, kind)| *bits == x && *kind == f);
    match found {
        Some((format, ..)) if regular => Ok((*format, channels as c_uint)),
        _ => Err(error),
    }
}

/// Returns the runtime's description of a format.
pub(crate) fn channels(format: CUarray_format, count: c_uint) -> cudaChannelFormatDesc {
    let found = FORMATS.iter().find(|(it, ..)| *it == format);
    let Some((_, bits, f)) = found else {
        return cudaChannelFormatDesc {
            f: cudaChannelFormatKind::cudaChannelFormatKindNone,
            ..Default::default()
        };
    };
    let of = |index| if index < count { *bits } else { 0 };
    cudaChannelFormatDesc { x: of(0), y: of(1), z: of(2), w: of(3), f: *f }
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
        cu_in_any_context!(self, cuArray3DGetDescriptor_v2(&raw mut found, array.cast()))?;
        // Each may be null.
        let _ = put!(desc, channels(found.Format, found.NumChannels));
        let _ = put!(
            extent,
            cudaExtent { width: found.Width, height: found.Height, depth: found.Depth }
        );
        let _ = put!(flags, found.Flags);
        Ok(())
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
