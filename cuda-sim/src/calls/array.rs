//! Arrays and mipmapped arrays.

mod copy;
mod reference;
mod tensor_map;
mod texture;

use core::ffi::c_uint;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::context::Context;
use crate::state::{
    array::{Array, MipmappedArray, Shape},
    error::*,
    outcome::{In, Out, Outcome},
};

impl Shape {
    pub(in crate::calls) fn of(desc: &CUDA_ARRAY3D_DESCRIPTOR) -> Self {
        Self {
            width: desc.Width as u64,
            height: desc.Height as u64,
            depth: desc.Depth as u64,
            format: desc.Format,
            channels: desc.NumChannels,
            flags: desc.Flags,
        }
    }
}

impl Call {
    /// Makes an array in zeroed memory of a context, after removing those that no work uses anymore.
    fn new_array(
        &self,
        context: &Context,
        shape: Shape,
        is_level: bool,
    ) -> Result<Arc<Array>, CUresult> {
        self.system.end_images();
        let owner = context.owner();
        Array::new(self.system, &self.system.arrays, owner, shape, is_level)
    }

    fn create_array(&self, pHandle: Out<CUarray>, shape: Shape) -> Outcome {
        let context = self.usable_context()?;
        shape.check()?;
        pHandle.store(self.new_array(&context, shape, false)?.raw())
    }

    pub(crate) fn cuArrayCreate_v2(
        &self,
        pHandle: Out<CUarray>,
        pAllocateArray: In<CUDA_ARRAY_DESCRIPTOR>,
    ) -> Outcome {
        self.usable_context()?;
        let desc = pAllocateArray.read()?;
        pHandle.not_null()?;
        let shape = Shape {
            width: desc.Width as u64,
            height: desc.Height as u64,
            depth: 0,
            format: desc.Format,
            channels: desc.NumChannels,
            flags: 0,
        };
        self.create_array(pHandle, shape)
    }

    pub(crate) fn cuArray3DCreate_v2(
        &self,
        pHandle: Out<CUarray>,
        pAllocateArray: In<CUDA_ARRAY3D_DESCRIPTOR>,
    ) -> Outcome {
        self.usable_context()?;
        let desc = pAllocateArray.read()?;
        pHandle.not_null()?;
        self.create_array(pHandle, Shape::of(&desc))
    }

    pub(crate) fn cuArrayGetDescriptor_v2(
        &self,
        pArrayDescriptor: Out<CUDA_ARRAY_DESCRIPTOR>,
        hArray: CUarray,
    ) -> Outcome {
        let array = self.system.arrays.get(hArray)?;
        pArrayDescriptor.store(CUDA_ARRAY_DESCRIPTOR {
            Width: array.width as usize,
            Height: array.height as usize,
            Format: array.format,
            NumChannels: array.channels,
        })
    }

    pub(crate) fn cuArray3DGetDescriptor_v2(
        &self,
        pArrayDescriptor: Out<CUDA_ARRAY3D_DESCRIPTOR>,
        hArray: CUarray,
    ) -> Outcome {
        let array = self.system.arrays.get(hArray)?;
        pArrayDescriptor.store(CUDA_ARRAY3D_DESCRIPTOR {
            Width: array.width as usize,
            Height: array.height as usize,
            Depth: array.depth as usize,
            Format: array.format,
            NumChannels: array.channels,
            Flags: array.flags,
            ..CUDA_ARRAY3D_DESCRIPTOR::default()
        })
    }

    pub(crate) fn cuArrayDestroy(&self, hArray: CUarray) -> Outcome {
        let array = self.system.arrays.get(hArray)?;
        self.wait_before_destroying(array.context)?;
        if array.is_level {
            // The real driver accepts it, and the mipmapped array keeps the level.
            return Ok(());
        }
        self.system.arrays.remove(hArray).map(drop)
    }

    /// Waits until no submitted work of a context can use an object that is about to be destroyed.
    fn wait_before_destroying(&self, context: usize) -> Outcome {
        self.system.check()?;
        self.refuse_while_capturing()?;
        if let Ok(context) = self.system.contexts.get(context as CUcontext) {
            self.system.wait_for(&context);
            self.system.flush_printed();
        }
        self.system.check()
    }

    pub(crate) fn cuArrayGetPlane(
        &self,
        pPlaneArray: Out<CUarray>,
        hArray: CUarray,
        _planeIdx: c_uint,
    ) -> Outcome {
        self.system.arrays.get(hArray)?;
        let _ = pPlaneArray;
        // Planar formats aren't supported.
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuArrayGetSparseProperties(
        &self,
        sparseProperties: Out<CUDA_ARRAY_SPARSE_PROPERTIES>,
        array: CUarray,
    ) -> Outcome {
        let _ = (sparseProperties, array);
        // No array is sparse, here and below.
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuMipmappedArrayGetSparseProperties(
        &self,
        sparseProperties: Out<CUDA_ARRAY_SPARSE_PROPERTIES>,
        mipmap: CUmipmappedArray,
    ) -> Outcome {
        let _ = (sparseProperties, mipmap);
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuArrayGetMemoryRequirements(
        &self,
        memoryRequirements: Out<CUDA_ARRAY_MEMORY_REQUIREMENTS>,
        array: CUarray,
        device: CUdevice,
    ) -> Outcome {
        let _ = (memoryRequirements, array, device);
        // All arrays already have memory, here and below.
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuMipmappedArrayGetMemoryRequirements(
        &self,
        memoryRequirements: Out<CUDA_ARRAY_MEMORY_REQUIREMENTS>,
        mipmap: CUmipmappedArray,
        device: CUdevice,
    ) -> Outcome {
        let _ = (memoryRequirements, mipmap, device);
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuMipmappedArrayCreate(
        &self,
        pHandle: Out<CUmipmappedArray>,
        pMipmappedArrayDesc: In<CUDA_ARRAY3D_DESCRIPTOR>,
        numMipmapLevels: c_uint,
    ) -> Outcome {
        let context = self.usable_context()?;
        let desc = pMipmappedArrayDesc.read()?;
        let shape = Shape::of(&desc);
        shape.check()?;
        if pHandle.is_null() || !shape.can_have_levels() {
            return Err(INVALID_VALUE);
        }
        // As documented, the number is clamped to the maximum.
        let count = numMipmapLevels.clamp(1, shape.max_levels());
        let levels = (0..count).map(|level| self.new_array(&context, shape.level(level), true));
        pHandle.store(self.new_mipmapped(&context, levels)?)
    }

    /// Makes a mipmapped array of levels, which are removed if one can't be made.
    pub(super) fn new_mipmapped(
        &self,
        context: &Context,
        arrays: impl Iterator<Item = Result<Arc<Array>, CUresult>>,
    ) -> Result<CUmipmappedArray, CUresult> {
        let mut levels: Vec<Arc<Array>> = Vec::new();
        for level in arrays {
            levels.push(level.inspect_err(|_| {
                for array in &levels {
                    let _ = self.system.arrays.remove(array.raw());
                }
            })?);
        }
        let (handles, context) = (&self.system.mipmapped, context.handle);
        Ok(handles.insert(|handle| MipmappedArray { handle, context, levels }).raw())
    }

    pub(crate) fn cuMipmappedArrayGetLevel(
        &self,
        pLevelArray: Out<CUarray>,
        hMipmappedArray: CUmipmappedArray,
        level: c_uint,
    ) -> Outcome {
        let mipmapped = self.system.mipmapped.get(hMipmappedArray)?;
        let level = mipmapped.levels.get(level as usize).ok_or(INVALID_VALUE)?;
        pLevelArray.store(level.raw())
    }

    pub(crate) fn cuMipmappedArrayDestroy(&self, hMipmappedArray: CUmipmappedArray) -> Outcome {
        let mipmapped = self.system.mipmapped.get(hMipmappedArray)?;
        self.wait_before_destroying(mipmapped.context)?;
        self.system.mipmapped.remove(hMipmappedArray)?;
        for level in &mipmapped.levels {
            let _ = self.system.arrays.remove(level.raw());
        }
        Ok(())
    }
}
