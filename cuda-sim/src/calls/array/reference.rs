//! Texture and surface references, the predecessors of texture and surface objects.

use core::ffi::{c_char, c_int, c_uint};

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::calls::module::name_of;
use crate::state::array::texture::image_of;
use crate::state::{
    array::reference::{Reference, ReferenceState},
    array::texture::{no_texture, sample},
    error::*,
    outcome::{In, Out, Outcome, store},
};
use cuda_sim_engine::{DeviceMemory, Texture};
use std::sync::Arc;

fn dimension(dim: c_int) -> Result<usize, CUresult> {
    match usize::try_from(dim) {
        Ok(dim) if dim < 3 => Ok(dim),
        _ => Err(INVALID_VALUE),
    }
}

fn linear(address: CUdeviceptr, bytes: usize, state: &ReferenceState) -> CUDA_RESOURCE_DESC {
    resource(
        CUresourcetype::CU_RESOURCE_TYPE_LINEAR,
        CUDA_RESOURCE_DESC_v1_res {
            linear: CUDA_RESOURCE_DESC_v1_res_linear {
                devPtr: address,
                format: state.format,
                numChannels: state.channels as c_uint,
                sizeInBytes: bytes,
            },
        },
    )
}

fn resource(ty: CUresourcetype, res: CUDA_RESOURCE_DESC_v1_res) -> CUDA_RESOURCE_DESC {
    CUDA_RESOURCE_DESC {
        resType: ty,
        _padding_after_resType: [0; 4],
        res,
        flags: 0,
        _padding_after_flags: [0; 4],
    }
}

impl Call {
    fn reference(&self, handle: *mut core::ffi::c_void) -> Result<Arc<Reference>, CUresult> {
        self.usable_context()?;
        self.system.references.get(handle)
    }

    fn new_reference(&self, variable: Option<u64>, is_surface: bool) -> Result<usize, CUresult> {
        let context = self.usable_context()?;
        let reference = self.system.references.insert(|handle| Reference {
            handle,
            context: context.handle,
            variable,
            is_surface,
            state: Mutex::new(ReferenceState {
                resource: None,
                texture: CUDA_TEXTURE_DESC {
                    addressMode: [CUaddress_mode::CU_TR_ADDRESS_MODE_CLAMP; 3],
                    ..no_texture()
                },
                format: CUarray_format::CU_AD_FORMAT_FLOAT,
                channels: 1,
            }),
        });
        Ok(reference.handle)
    }

    /// Returns the reference for a variable of a module, always the same one, if there is a place for it.
    fn reference_of_module(
        &self,
        hmod: CUmodule,
        name: In<c_char>,
        is_surface: bool,
        is_wanted: bool,
    ) -> Result<usize, CUresult> {
        let module = self.module(hmod)?;
        let name = name_of(&name)?;
        if !is_wanted {
            return Err(INVALID_VALUE);
        }
        let kind = module.reference(name).ok_or(NOT_FOUND)?;
        if (kind == cuda_sim_engine::Reference::Surface) != is_surface {
            return Err(NOT_FOUND);
        }
        let (address, _) = module.global(name).ok_or(NOT_FOUND)?;
        let references = self.system.references.all();
        let reference =
            references.iter().find(|(_, reference)| reference.variable == Some(address));
        match reference {
            Some((handle, _)) => Ok(*handle),
            None => self.new_reference(Some(address), is_surface),
        }
    }

    /// Changes a reference, and the image that kernels use.
    fn change(
        &self,
        handle: *mut core::ffi::c_void,
        f: impl FnOnce(&mut ReferenceState) -> Outcome,
    ) -> Outcome {
        let reference = self.reference(handle)?;
        let mut state = reference.state.lock();
        f(&mut state)?;
        let image = state.resource.and_then(|resource| {
            // SAFETY: the calls below create descriptions whose type is that of their union.
            let mut image =
                unsafe { image_of(&resource, &self.system.arrays, &self.system.mipmapped) }.ok()?;
            sample(&mut image, &state.texture).ok()?;
            Some(Arc::new(Texture { is_surface: reference.is_surface, ..image }))
        });
        let handle = reference.handle as u64;
        self.system.memory.set_image(handle, image);
        if let Some(variable) = reference.variable
            && self.system.memory.find(variable).is_some()
        {
            // SAFETY: the variable has eight bytes and its module is loaded.
            unsafe { (variable as *mut u64).write_unaligned(handle) };
        }
        Ok(())
    }

    pub(crate) fn cuModuleGetTexRef(
        &self,
        pTexRef: Out<CUtexref>,
        hmod: CUmodule,
        name: In<c_char>,
    ) -> Outcome {
        let handle = self.reference_of_module(hmod, name, false, !pTexRef.is_null())?;
        pTexRef.store(handle as CUtexref)
    }

    pub(crate) fn cuModuleGetSurfRef(
        &self,
        pSurfRef: Out<CUsurfref>,
        hmod: CUmodule,
        name: In<c_char>,
    ) -> Outcome {
        let handle = self.reference_of_module(hmod, name, true, !pSurfRef.is_null())?;
        pSurfRef.store(handle as CUsurfref)
    }

    pub(crate) fn cuTexRefCreate(&self, pTexRef: Out<CUtexref>) -> Outcome {
        pTexRef.not_null()?;
        pTexRef.store(self.new_reference(None, false)? as CUtexref)
    }

    pub(crate) fn cuTexRefDestroy(&self, hTexRef: CUtexref) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        self.system.references.remove(hTexRef.cast())?;
        self.system.memory.set_image(reference.handle as u64, None);
        Ok(())
    }

    pub(crate) fn cuTexRefSetArray(
        &self,
        hTexRef: CUtexref,
        hArray: CUarray,
        _Flags: c_uint,
    ) -> Outcome {
        let array = self.system.array_to_copy(hArray)?;
        self.change(hTexRef.cast(), |state| {
            (state.format, state.channels) = (array.format, array.channels as c_int);
            let array = CUDA_RESOURCE_DESC_v1_res_array { hArray };
            let ty = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
            state.resource = Some(resource(ty, CUDA_RESOURCE_DESC_v1_res { array }));
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetMipmappedArray(
        &self,
        hTexRef: CUtexref,
        hMipmappedArray: CUmipmappedArray,
        Flags: c_uint,
    ) -> Outcome {
        if Flags != CU_TRSA_OVERRIDE_FORMAT || hMipmappedArray.is_null() {
            return Err(INVALID_VALUE);
        }
        self.system.mipmapped.get(hMipmappedArray)?;
        self.change(hTexRef.cast(), |state| {
            let mipmap = CUDA_RESOURCE_DESC_v1_res_mipmap { hMipmappedArray };
            let ty = CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
            state.resource = Some(resource(ty, CUDA_RESOURCE_DESC_v1_res { mipmap }));
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetAddress_v2(
        &self,
        ByteOffset: Out<usize>,
        hTexRef: CUtexref,
        dptr: CUdeviceptr,
        bytes: usize,
    ) -> Outcome {
        // An unaligned address is bound at the aligned one before it, and the caller receives the offset.
        let offset = (dptr % 512) as usize;
        if offset != 0 && ByteOffset.is_null() {
            return Err(INVALID_VALUE);
        }
        self.change(hTexRef.cast(), |state| {
            let bytes = bytes.saturating_add(offset);
            state.resource = Some(linear(dptr - offset as u64, bytes, state));
            Ok(())
        })?;
        ByteOffset.store_optional(offset);
        Ok(())
    }

    pub(crate) fn cuTexRefSetAddress2D_v3(
        &self,
        hTexRef: CUtexref,
        desc: In<CUDA_ARRAY_DESCRIPTOR>,
        dptr: CUdeviceptr,
        Pitch: usize,
    ) -> Outcome {
        let desc = &desc.read()?;
        self.change(hTexRef.cast(), |state| {
            let pitch2D = CUDA_RESOURCE_DESC_v1_res_pitch2D {
                devPtr: dptr,
                format: desc.Format,
                numChannels: desc.NumChannels,
                width: desc.Width,
                height: desc.Height,
                pitchInBytes: Pitch,
            };
            let ty = CUresourcetype::CU_RESOURCE_TYPE_PITCH2D;
            state.resource = Some(resource(ty, CUDA_RESOURCE_DESC_v1_res { pitch2D }));
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetFormat(
        &self,
        hTexRef: CUtexref,
        fmt: CUarray_format,
        NumPackedComponents: c_int,
    ) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            if !matches!(NumPackedComponents, 1 | 2 | 4) {
                return Err(INVALID_VALUE);
            }
            (state.format, state.channels) = (fmt, NumPackedComponents);
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetAddressMode(
        &self,
        hTexRef: CUtexref,
        dim: c_int,
        am: CUaddress_mode,
    ) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.addressMode[dimension(dim)?] = am;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetMipmapLevelClamp(
        &self,
        hTexRef: CUtexref,
        minMipmapLevelClamp: f32,
        maxMipmapLevelClamp: f32,
    ) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.minMipmapLevelClamp = minMipmapLevelClamp;
            state.texture.maxMipmapLevelClamp = maxMipmapLevelClamp;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetMaxAnisotropy(&self, hTexRef: CUtexref, maxAniso: c_uint) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.maxAnisotropy = maxAniso;
            Ok(())
        })
    }

    pub(crate) unsafe fn cuTexRefSetBorderColor(
        &self,
        hTexRef: CUtexref,
        pBorderColor: *mut f32,
    ) -> Outcome {
        if pBorderColor.is_null() {
            return Err(INVALID_VALUE);
        }
        self.change(hTexRef.cast(), |state| {
            // SAFETY: the caller guarantees that it points to four values.
            state.texture.borderColor = unsafe { pBorderColor.cast::<[f32; 4]>().read() };
            Ok(())
        })
    }

    pub(crate) fn cuTexRefSetFlags(&self, hTexRef: CUtexref, Flags: c_uint) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            if Flags & !0x73 != 0 {
                return Err(INVALID_VALUE);
            }
            state.texture.flags = Flags;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefGetAddress_v2(
        &self,
        pdptr: Out<CUdeviceptr>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let state = reference.state.lock();
        use CUresourcetype as T;
        let address = match state.resource {
            // SAFETY: the type is that of the union.
            Some(bound) if bound.resType == T::CU_RESOURCE_TYPE_LINEAR => unsafe {
                bound.res.linear.devPtr
            },
            // SAFETY: as above.
            Some(bound) if bound.resType == T::CU_RESOURCE_TYPE_PITCH2D => unsafe {
                bound.res.pitch2D.devPtr
            },
            _ => {
                pdptr.store(0)?;
                return Err(INVALID_VALUE);
            }
        };
        pdptr.store(address)
    }

    pub(crate) fn cuTexRefGetArray(&self, phArray: Out<CUarray>, hTexRef: CUtexref) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let state = reference.state.lock();
        match state.resource {
            Some(bound) if bound.resType == CUresourcetype::CU_RESOURCE_TYPE_ARRAY => {
                // SAFETY: the type is that of the union.
                phArray.store(unsafe { bound.res.array }.hArray)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuTexRefGetMipmappedArray(
        &self,
        phMipmappedArray: Out<CUmipmappedArray>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let state = reference.state.lock();
        match state.resource {
            Some(bound) if bound.resType == CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
                // SAFETY: the type is that of the union.
                phMipmappedArray.store(unsafe { bound.res.mipmap }.hMipmappedArray)
            }
            _ => Err(INVALID_VALUE),
        }
    }

    pub(crate) fn cuTexRefGetAddressMode(
        &self,
        pam: Out<CUaddress_mode>,
        hTexRef: CUtexref,
        dim: c_int,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let mode = reference.state.lock().texture.addressMode[dimension(dim)?];
        pam.store(mode)
    }

    pub(crate) fn cuTexRefGetFormat(
        &self,
        pFormat: Out<CUarray_format>,
        pNumChannels: Out<c_int>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let state = reference.state.lock();
        pFormat.store_optional(state.format);
        pNumChannels.store_optional(state.channels);
        Ok(())
    }

    pub(crate) fn cuTexRefGetMipmapLevelClamp(
        &self,
        pminMipmapLevelClamp: Out<f32>,
        pmaxMipmapLevelClamp: Out<f32>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let state = reference.state.lock();
        pminMipmapLevelClamp.store_optional(state.texture.minMipmapLevelClamp);
        pmaxMipmapLevelClamp.store_optional(state.texture.maxMipmapLevelClamp);
        Ok(())
    }

    pub(crate) fn cuTexRefGetMaxAnisotropy(
        &self,
        pmaxAniso: Out<c_int>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let most = reference.state.lock().texture.maxAnisotropy;
        pmaxAniso.store(most as c_int)
    }

    pub(crate) unsafe fn cuTexRefGetBorderColor(
        &self,
        pBorderColor: *mut f32,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let border = reference.state.lock().texture.borderColor;
        // SAFETY: it is null, or has room for four values.
        unsafe { store(pBorderColor.cast::<[f32; 4]>(), border) }
    }

    pub(crate) fn cuTexRefGetFlags(&self, pFlags: Out<c_uint>, hTexRef: CUtexref) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let flags = reference.state.lock().texture.flags;
        pFlags.store(flags)
    }

    pub(crate) fn cuSurfRefSetArray(
        &self,
        hSurfRef: CUsurfref,
        hArray: CUarray,
        Flags: c_uint,
    ) -> Outcome {
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        self.system.array_to_copy(hArray)?;
        self.change(hSurfRef.cast(), |state| {
            let array = CUDA_RESOURCE_DESC_v1_res_array { hArray };
            let ty = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
            state.resource = Some(resource(ty, CUDA_RESOURCE_DESC_v1_res { array }));
            Ok(())
        })
    }

    pub(crate) fn cuSurfRefGetArray(&self, phArray: Out<CUarray>, hSurfRef: CUsurfref) -> Outcome {
        self.cuTexRefGetArray(phArray, hSurfRef.cast())
    }
}

impl Call {
    pub(crate) fn cuTexRefSetFilterMode(&self, hTexRef: CUtexref, value: CUfilter_mode) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.filterMode = value;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefGetFilterMode(
        &self,
        to: Out<CUfilter_mode>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let value = reference.state.lock().texture.filterMode;
        to.store(value)
    }

    pub(crate) fn cuTexRefSetMipmapFilterMode(
        &self,
        hTexRef: CUtexref,
        value: CUfilter_mode,
    ) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.mipmapFilterMode = value;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefGetMipmapFilterMode(
        &self,
        to: Out<CUfilter_mode>,
        hTexRef: CUtexref,
    ) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let value = reference.state.lock().texture.mipmapFilterMode;
        to.store(value)
    }

    pub(crate) fn cuTexRefSetMipmapLevelBias(&self, hTexRef: CUtexref, value: f32) -> Outcome {
        self.change(hTexRef.cast(), |state| {
            state.texture.mipmapLevelBias = value;
            Ok(())
        })
    }

    pub(crate) fn cuTexRefGetMipmapLevelBias(&self, to: Out<f32>, hTexRef: CUtexref) -> Outcome {
        let reference = self.reference(hTexRef.cast())?;
        let value = reference.state.lock().texture.mipmapLevelBias;
        to.store(value)
    }
}
