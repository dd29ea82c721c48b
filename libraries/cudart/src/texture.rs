//! Texture and surface objects.

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUDA_TEXTURE_DESC, CUresourcetype};
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaResourceDesc, cudaResourceType, cudaResourceViewDesc, cudaSurfaceObject_t,
    cudaTextureDesc, cudaTextureDesc_v2, cudaTextureObject_t, cudaTextureReadMode,
};

use crate::api::{Api, Outcome, same};
use crate::array::format;
use crate::memory::address;

/// Returns the driver's description of what a texture reads.
fn resource(given: &cudaResourceDesc) -> Outcome<CUDA_RESOURCE_DESC> {
    let mut result = CUDA_RESOURCE_DESC::default();
    // SAFETY: the type says which member of the unions the program set; all are plain bytes.
    unsafe {
        match given.resType {
            cudaResourceType::cudaResourceTypeArray => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
                result.res.array.hArray = given.res.array.array.cast();
            }
            cudaResourceType::cudaResourceTypeMipmappedArray => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
                result.res.mipmap.hMipmappedArray = given.res.mipmap.mipmap.cast();
            }
            cudaResourceType::cudaResourceTypeLinear => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
                let linear = given.res.linear;
                result.res.linear.devPtr = address(linear.devPtr);
                (result.res.linear.format, result.res.linear.numChannels) = format(&linear.desc)?;
                result.res.linear.sizeInBytes = linear.sizeInBytes;
            }
            cudaResourceType::cudaResourceTypePitch2D => {
                result.resType = CUresourcetype::CU_RESOURCE_TYPE_PITCH2D;
                let plane = given.res.pitch2D;
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

/// Returns the driver's description of how a texture reads.
fn sampling(given: &cudaTextureDesc) -> CUDA_TEXTURE_DESC {
    const READ_AS_INTEGER: u32 = 1;
    const NORMALIZED_COORDINATES: u32 = 2;
    const SRGB: u32 = 16;
    const DISABLE_TRILINEAR_OPTIMIZATION: u32 = 32;
    const SEAMLESS_CUBEMAP: u32 = 64;
    let flags = [
        (
            given.readMode == cudaTextureReadMode::cudaReadModeElementType,
            READ_AS_INTEGER,
        ),
        (given.normalizedCoords != 0, NORMALIZED_COORDINATES),
        (given.sRGB != 0, SRGB),
        (
            given.disableTrilinearOptimization != 0,
            DISABLE_TRILINEAR_OPTIMIZATION,
        ),
        (given.seamlessCubemap != 0, SEAMLESS_CUBEMAP),
    ];
    CUDA_TEXTURE_DESC {
        // SAFETY: the enumerators have the same numbers.
        addressMode: unsafe { same(given.addressMode) },
        // SAFETY: as above.
        filterMode: unsafe { same(given.filterMode) },
        flags: flags
            .iter()
            .filter(|(set, _)| *set)
            .map(|(_, flag)| flag)
            .sum(),
        maxAnisotropy: given.maxAnisotropy,
        // SAFETY: as above.
        mipmapFilterMode: unsafe { same(given.mipmapFilterMode) },
        mipmapLevelBias: given.mipmapLevelBias,
        minMipmapLevelClamp: given.minMipmapLevelClamp,
        maxMipmapLevelClamp: given.maxMipmapLevelClamp,
        borderColor: given.borderColor,
        ..Default::default()
    }
}

impl Api {
    pub(crate) unsafe fn cudaCreateTextureObject(
        &self,
        pTexObject: *mut cudaTextureObject_t,
        pResDesc: *const cudaResourceDesc,
        pTexDesc: *const cudaTextureDesc,
        pResViewDesc: *const cudaResourceViewDesc,
    ) -> Outcome {
        let resource = resource(&get!(pResDesc)?)?;
        let sampling = sampling(&get!(pTexDesc)?);
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
    }

    pub(crate) unsafe fn cudaCreateTextureObject_v2(
        &self,
        pTexObject: *mut cudaTextureObject_t,
        pResDesc: *const cudaResourceDesc,
        pTexDesc: *const cudaTextureDesc_v2,
        pResViewDesc: *const cudaResourceViewDesc,
    ) -> Outcome {
        // SAFETY: the caller fulfils the contract; the structs have the same fields.
        unsafe { self.cudaCreateTextureObject(pTexObject, pResDesc, pTexDesc.cast(), pResViewDesc) }
    }

    pub(crate) unsafe fn cudaCreateSurfaceObject(
        &self,
        pSurfObject: *mut cudaSurfaceObject_t,
        pResDesc: *const cudaResourceDesc,
    ) -> Outcome {
        let resource = resource(&get!(pResDesc)?)?;
        cu!(self, cuSurfObjectCreate(pSurfObject, &raw const resource))
    }
}
