//! Texture and surface objects.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::array::texture::image_of;
use crate::state::{
    array::texture::{ImageObject, narrow, no_texture, sample},
    error::*,
    outcome::{In, Out, Outcome},
};
use cuda_sim_engine::Texture;
use std::sync::Arc;

impl Call {
    /// Adds an image to the tables of the API and of kernels.
    fn add_image(&self, object: ImageObject, image: Texture) -> u64 {
        let object = self.system.images.insert(|handle| ImageObject { handle, ..object });
        let handle = object.handle as u64;
        self.system.memory.set_image(handle, Some(Arc::new(image)));
        handle
    }

    fn image(&self, handle: u64, is_surface: bool) -> Result<Arc<ImageObject>, CUresult> {
        let object = self.system.images.get(handle as usize as _)?;
        if object.is_surface == is_surface { Ok(object) } else { Err(INVALID_VALUE) }
    }

    fn destroy_image(&self, handle: u64, is_surface: bool) -> Outcome {
        self.usable_context()?;
        // As on an H200, destroying an invalid handle isn't an error.
        if self.image(handle, is_surface).is_err() {
            return Ok(());
        }
        self.system.images.remove(handle as usize as _)?;
        self.system.retire_image(handle);
        Ok(())
    }

    pub(crate) fn cuTexObjectCreate(
        &self,
        pTexObject: Out<CUtexObject>,
        pResDesc: In<CUDA_RESOURCE_DESC>,
        pTexDesc: In<CUDA_TEXTURE_DESC>,
        pResViewDesc: In<CUDA_RESOURCE_VIEW_DESC>,
    ) -> Outcome {
        let context = self.usable_context()?;
        let resource = pResDesc.read()?;
        let texture = pTexDesc.read()?;
        pTexObject.not_null()?;
        let view = pResViewDesc.get();
        // SAFETY: the program's description has the type of its union.
        let image = unsafe { image_of(&resource, &self.system.arrays, &self.system.mipmapped) };
        let mut image = image.map_err(|code| match code {
            CONTEXT_IS_DESTROYED => INVALID_VALUE,
            code => code,
        })?;
        if let Some(view) = view {
            narrow(&mut image, &view)?;
        }
        sample(&mut image, &texture)?;
        let object = ImageObject {
            handle: 0,
            context: context.handle,
            resource,
            texture,
            view,
            is_surface: false,
        };
        pTexObject.store(self.add_image(object, image))
    }

    pub(crate) fn cuTexObjectDestroy(&self, texObject: CUtexObject) -> Outcome {
        self.destroy_image(texObject, false)
    }

    pub(crate) fn cuTexObjectGetResourceDesc(
        &self,
        pResDesc: Out<CUDA_RESOURCE_DESC>,
        texObject: CUtexObject,
    ) -> Outcome {
        self.usable_context()?;
        pResDesc.store(self.image(texObject, false)?.resource)
    }

    pub(crate) fn cuTexObjectGetTextureDesc(
        &self,
        pTexDesc: Out<CUDA_TEXTURE_DESC>,
        texObject: CUtexObject,
    ) -> Outcome {
        self.usable_context()?;
        pTexDesc.store(self.image(texObject, false)?.texture)
    }

    pub(crate) fn cuTexObjectGetResourceViewDesc(
        &self,
        pResViewDesc: Out<CUDA_RESOURCE_VIEW_DESC>,
        texObject: CUtexObject,
    ) -> Outcome {
        self.usable_context()?;
        let object = self.image(texObject, false)?;
        // According to the documentation this is an error; an H200 returns zeros.
        pResViewDesc.store(object.view.unwrap_or_default())
    }

    pub(crate) fn cuSurfObjectCreate(
        &self,
        pSurfObject: Out<CUsurfObject>,
        pResDesc: In<CUDA_RESOURCE_DESC>,
    ) -> Outcome {
        let context = self.usable_context()?;
        let resource = pResDesc.read()?;
        if pSurfObject.is_null() || resource.resType != CUresourcetype::CU_RESOURCE_TYPE_ARRAY {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program's description has the type of its union.
        let image = unsafe { image_of(&resource, &self.system.arrays, &self.system.mipmapped) };
        let mut image = image.map_err(|code| match code {
            CONTEXT_IS_DESTROYED => INVALID_VALUE,
            code => code,
        })?;
        image.is_surface = true;
        let object = ImageObject {
            handle: 0,
            context: context.handle,
            resource,
            texture: no_texture(),
            view: None,
            is_surface: true,
        };
        pSurfObject.store(self.add_image(object, image))
    }

    pub(crate) fn cuSurfObjectDestroy(&self, surfObject: CUsurfObject) -> Outcome {
        self.destroy_image(surfObject, true)
    }

    pub(crate) fn cuSurfObjectGetResourceDesc(
        &self,
        pResDesc: Out<CUDA_RESOURCE_DESC>,
        surfObject: CUsurfObject,
    ) -> Outcome {
        self.usable_context()?;
        pResDesc.store(self.image(surfObject, true)?.resource)
    }
}
