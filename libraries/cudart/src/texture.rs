//! Texture and surface objects.

use core::ffi::c_int;

use cuda_driver_sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_RESOURCE_DESC, CUDA_TEXTURE_DESC, CUarray_format, CUresourcetype,
};
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaResourceDesc, cudaResourceType, cudaTextureDesc, cudaTextureFilterMode,
    cudaTextureReadMode,
};

use crate::api::{Api, Outcome, same};
use crate::array::{channels, format};
use crate::memory::{address, pointer};

/// Returns the driver's description of what a texture reads.
fn resource(descriptor: &cudaResourceDesc) -> Outcome<CUDA_RESOURCE_DESC> {
    let mut result = CUDA_RESOURCE_DESC::default();
    // SAFETY: the type says which member of the unions the program set; all are plain bytes.
    unsafe {
        match descriptor.resType {
            cudaResourceType::cudaResourceTypeArray => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
                result.res.array.hArray = handle(descriptor.res.array.array.cast())?;
            }
            cudaResourceType::cudaResourceTypeMipmappedArray => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
                result.res.mipmap.hMipmappedArray = handle(descriptor.res.mipmap.mipmap.cast())?;
            }
            cudaResourceType::cudaResourceTypeLinear => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
                let linear = descriptor.res.linear;
                result.res.linear.devPtr = address(linear.devPtr);
                (result.res.linear.format, result.res.linear.numChannels) = format(&linear.desc)?;
                result.res.linear.sizeInBytes = linear.sizeInBytes;
            }
            cudaResourceType::cudaResourceTypePitch2D => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_PITCH2D;
                let plane = descriptor.res.pitch2D;
                result.res.pitch2D.devPtr = address(plane.devPtr);
                (result.res.pitch2D.format, result.res.pitch2D.numChannels) = format(&plane.desc)?;
                (result.res.pitch2D.width, result.res.pitch2D.height) = (plane.width, plane.height);
                result.res.pitch2D.pitchInBytes = plane.pitchInBytes;
            }
            _ => return Err(cudaError_t::cudaErrorInvalidValue),
        }
    }
    Ok(result)
}

/// Refuses an array that is null.
fn handle<T>(array: *mut T) -> Outcome<*mut T> {
    if array.is_null() { Err(cudaError_t::cudaErrorInvalidResourceHandle) } else { Ok(array) }
}

/// Returns the program's description of what a texture reads.
fn resource_of(descriptor: &CUDA_RESOURCE_DESC) -> Outcome<cudaResourceDesc> {
    let mut result = cudaResourceDesc::default();
    // SAFETY: the driver's type says which member of the unions it set; all are plain bytes.
    unsafe {
        match descriptor.resType {
            CUresourcetype::CU_RESOURCE_TYPE_ARRAY => {
                result.resType = cudaResourceType::cudaResourceTypeArray;
                result.res.array.array = descriptor.res.array.hArray.cast();
            }
            CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
                result.resType = cudaResourceType::cudaResourceTypeMipmappedArray;
                result.res.mipmap.mipmap = descriptor.res.mipmap.hMipmappedArray.cast();
            }
            CUresourcetype::CU_RESOURCE_TYPE_LINEAR => {
                result.resType = cudaResourceType::cudaResourceTypeLinear;
                let linear = descriptor.res.linear;
                result.res.linear.devPtr = pointer(linear.devPtr);
                result.res.linear.desc = channels(linear.format, linear.numChannels);
                result.res.linear.sizeInBytes = linear.sizeInBytes;
            }
            CUresourcetype::CU_RESOURCE_TYPE_PITCH2D => {
                result.resType = cudaResourceType::cudaResourceTypePitch2D;
                let plane = descriptor.res.pitch2D;
                result.res.pitch2D.devPtr = pointer(plane.devPtr);
                result.res.pitch2D.desc = channels(plane.format, plane.numChannels);
                (result.res.pitch2D.width, result.res.pitch2D.height) = (plane.width, plane.height);
                result.res.pitch2D.pitchInBytes = plane.pitchInBytes;
            }
            _ => return Err(cudaError_t::cudaErrorUnknown),
        }
    }
    Ok(result)
}

const READ_AS_INTEGER: u32 = 1;
const NORMALIZED_COORDINATES: u32 = 2;
const SRGB: u32 = 16;
const DISABLE_TRILINEAR_OPTIMIZATION: u32 = 32;
const SEAMLESS_CUBEMAP: u32 = 64;

/// Returns the program's description of how a texture reads.
fn sampling_of(descriptor: &CUDA_TEXTURE_DESC) -> cudaTextureDesc {
    let has = |flag| c_int::from(descriptor.flags & flag != 0);
    cudaTextureDesc {
        // SAFETY: the enumerators have the same numbers.
        addressMode: unsafe { same(descriptor.addressMode) },
        // SAFETY: as above.
        filterMode: unsafe { same(descriptor.filterMode) },
        readMode: match has(READ_AS_INTEGER) {
            0 => cudaTextureReadMode::cudaReadModeNormalizedFloat,
            _ => cudaTextureReadMode::cudaReadModeElementType,
        },
        sRGB: has(SRGB),
        borderColor: descriptor.borderColor,
        normalizedCoords: has(NORMALIZED_COORDINATES),
        maxAnisotropy: descriptor.maxAnisotropy,
        // SAFETY: as above.
        mipmapFilterMode: unsafe { same(descriptor.mipmapFilterMode) },
        mipmapLevelBias: descriptor.mipmapLevelBias,
        minMipmapLevelClamp: descriptor.minMipmapLevelClamp,
        maxMipmapLevelClamp: descriptor.maxMipmapLevelClamp,
        disableTrilinearOptimization: has(DISABLE_TRILINEAR_OPTIMIZATION),
        seamlessCubemap: has(SEAMLESS_CUBEMAP),
    }
}

/// Returns the driver's description of how a texture reads.
fn sampling(descriptor: &cudaTextureDesc) -> CUDA_TEXTURE_DESC {
    let flags = [
        (descriptor.readMode == cudaTextureReadMode::cudaReadModeElementType, READ_AS_INTEGER),
        (descriptor.normalizedCoords != 0, NORMALIZED_COORDINATES),
        (descriptor.sRGB != 0, SRGB),
        (descriptor.disableTrilinearOptimization != 0, DISABLE_TRILINEAR_OPTIMIZATION),
        (descriptor.seamlessCubemap != 0, SEAMLESS_CUBEMAP),
    ];
    CUDA_TEXTURE_DESC {
        // SAFETY: the enumerators have the same numbers.
        addressMode: unsafe { same(descriptor.addressMode) },
        // SAFETY: as above.
        filterMode: unsafe { same(descriptor.filterMode) },
        flags: flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum(),
        maxAnisotropy: descriptor.maxAnisotropy,
        // SAFETY: as above.
        mipmapFilterMode: unsafe { same(descriptor.mipmapFilterMode) },
        mipmapLevelBias: descriptor.mipmapLevelBias,
        minMipmapLevelClamp: descriptor.minMipmapLevelClamp,
        maxMipmapLevelClamp: descriptor.maxMipmapLevelClamp,
        borderColor: descriptor.borderColor,
        ..Default::default()
    }
}

impl Api {
    /// Refuses linear filters of numbers that aren't read as floats, and reading those as floats that can't be.
    fn check_reading(
        &self,
        resource: &CUDA_RESOURCE_DESC,
        descriptor: &cudaTextureDesc,
    ) -> Outcome {
        use CUarray_format as Format;
        // SAFETY: the type says which member of the union was set; all are plain bytes.
        let (array, linear, plane) = unsafe {
            let res = &resource.res;
            (res.array.hArray, res.linear.format, res.pitch2D.format)
        };
        let format = match resource.resType {
            CUresourcetype::CU_RESOURCE_TYPE_LINEAR => linear,
            CUresourcetype::CU_RESOURCE_TYPE_PITCH2D => plane,
            CUresourcetype::CU_RESOURCE_TYPE_ARRAY => {
                let mut found = CUDA_ARRAY3D_DESCRIPTOR::default();
                cu!(self, cuArray3DGetDescriptor_v2(&raw mut found, array))?;
                found.Format
            }
            _ => return Ok(()),
        };
        let normalized = descriptor.readMode == cudaTextureReadMode::cudaReadModeNormalizedFloat;
        let (is_read_as_float, can_be_normalized) = match format {
            Format::CU_AD_FORMAT_HALF | Format::CU_AD_FORMAT_FLOAT => (true, false),
            Format::CU_AD_FORMAT_UNSIGNED_INT32 | Format::CU_AD_FORMAT_SIGNED_INT32 => {
                (false, false)
            }
            Format::CU_AD_FORMAT_UNSIGNED_INT8
            | Format::CU_AD_FORMAT_UNSIGNED_INT16
            | Format::CU_AD_FORMAT_SIGNED_INT8
            | Format::CU_AD_FORMAT_SIGNED_INT16 => (normalized, true),
            _ => return Ok(()),
        };
        if descriptor.filterMode == cudaTextureFilterMode::cudaFilterModeLinear && !is_read_as_float
        {
            return Err(cudaError_t::cudaErrorInvalidFilterSetting);
        }
        if normalized && !can_be_normalized {
            return Err(cudaError_t::cudaErrorInvalidNormSetting);
        }
        Ok(())
    }

    entry!(cudaCreateTextureObject, |self, pTexObject, pResDesc, pTexDesc, pResViewDesc| {
        self.ready()?;
        let resource = resource(&get!(pResDesc)?)?;
        let given = get!(pTexDesc)?;
        self.check_reading(&resource, &given)?;
        let sampling = sampling(&given);
        // A view has the same layout, and the same numbers.
        cu!(
            self,
            cuTexObjectCreate(
                pTexObject,
                &raw const resource,
                &raw const sampling,
                pResViewDesc.cast()
            )
        )
    });

    entry!(cudaCreateTextureObject_v2, |self, pTexObject, pResDesc, pTexDesc, pResViewDesc| {
        // SAFETY: the caller fulfils the contract; the structs have the same fields.
        unsafe { self.cudaCreateTextureObject(pTexObject, pResDesc, pTexDesc.cast(), pResViewDesc) }
    });

    entry!(cudaCreateSurfaceObject, |self, pSurfObject, pResDesc| {
        self.ready()?;
        let resource = resource(&get!(pResDesc)?)?;
        cu!(self, cuSurfObjectCreate(pSurfObject, &raw const resource))
    });

    entry!(cudaGetTextureObjectResourceDesc, |self, pResDesc, texObject| {
        let mut found = CUDA_RESOURCE_DESC::default();
        cu!(self, cuTexObjectGetResourceDesc(&raw mut found, texObject))?;
        put!(pResDesc, resource_of(&found)?)
    });

    entry!(cudaGetTextureObjectTextureDesc, |self, pTexDesc, texObject| {
        let mut found = CUDA_TEXTURE_DESC::default();
        cu!(self, cuTexObjectGetTextureDesc(&raw mut found, texObject))?;
        put!(pTexDesc, sampling_of(&found))
    });

    entry!(cudaGetTextureObjectTextureDesc_v2, |self, pTexDesc, texObject| {
        // SAFETY: the caller fulfils the contract; the structs have the same fields.
        unsafe { self.cudaGetTextureObjectTextureDesc(pTexDesc.cast(), texObject) }
    });

    entry!(cudaGetSurfaceObjectResourceDesc, |self, pResDesc, surfObject| {
        let mut found = CUDA_RESOURCE_DESC::default();
        cu!(self, cuSurfObjectGetResourceDesc(&raw mut found, surfObject))?;
        put!(pResDesc, resource_of(&found)?)
    });

    entry!(cudaDeviceGetTexture1DLinearMaxWidth, |self, maxWidthInElements, fmtDesc, device| {
        let (format, channels) = format(&get!(fmtDesc)?)?;
        cu_without_context!(
            self,
            cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, format, channels, device)
        )
    });
}
