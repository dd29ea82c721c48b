//! Memory and semaphores of other APIs.

mod graphics;
pub(crate) mod ipc;

use core::ffi::c_uint;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{AllocationKind, SharedFile, close_of_program};
use crate::state::outcome::{In, Out, Outcome};
use crate::state::{
    array::{Array, Shape},
    error::*,
    external::{ExternalMemory, ExternalSemaphore, Semaphores},
    work::Work,
};

/// Returns `length` elements at a pointer that the program gave.
///
/// # Safety
/// `pointer` is null, or there are as many elements during the call.
unsafe fn list<'a, T>(pointer: *const T, length: c_uint) -> Result<&'a [T], CUresult> {
    match (pointer.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(INVALID_VALUE),
        (false, _) => {
            // SAFETY: the caller guarantees that there are that many.
            Ok(unsafe { core::slice::from_raw_parts(pointer, length as usize) })
        }
    }
}

impl Call {
    pub(crate) fn cuImportExternalMemory(
        &self,
        extMem_out: Out<CUexternalMemory>,
        memHandleDesc: In<CUDA_EXTERNAL_MEMORY_HANDLE_DESC>,
    ) -> Outcome {
        use CUexternalMemoryHandleType as T;
        let context = self.usable_context()?;
        let desc = memHandleDesc.read()?;
        if extMem_out.is_null() || desc.flags & !CUDA_EXTERNAL_MEMORY_DEDICATED != 0 {
            return Err(INVALID_VALUE);
        }
        // SAFETY: every bit pattern of the union's first field is a valid number.
        let descriptor = unsafe { desc.handle.fd };
        match desc.type_ {
            T::CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD => {}
            // Devices of Tegra have these.
            T::CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD if descriptor >= 0 => {
                return Err(NOT_SUPPORTED);
            }
            // Other systems have the others.
            _ => return Err(INVALID_VALUE),
        }
        if desc.size == 0 {
            return Err(INVALID_VALUE);
        }
        // As on a GPU, the size is believed, and the descriptor is closed even if it is of something else.
        let file = SharedFile::of_program(descriptor);
        close_of_program(descriptor);
        let file = file.map_err(|_| UNKNOWN)?;
        let memory = self.system.external_memory.insert(|handle| ExternalMemory {
            handle,
            context: context.handle,
            file: Arc::new(file),
            bytes: desc.size,
        });
        extMem_out.store(memory.handle as CUexternalMemory)
    }

    pub(crate) fn cuDestroyExternalMemory(&self, extMem: CUexternalMemory) -> Outcome {
        self.system.external_memory.remove(extMem).map(drop)
    }

    pub(crate) fn cuExternalMemoryGetMappedBuffer(
        &self,
        devPtr: Out<CUdeviceptr>,
        extMem: CUexternalMemory,
        bufferDesc: In<CUDA_EXTERNAL_MEMORY_BUFFER_DESC>,
    ) -> Outcome {
        let context = self.usable_context()?;
        let desc = bufferDesc.read()?;
        let memory = self.system.external_memory.get(extMem)?;
        let end = desc.offset.checked_add(desc.size);
        let is_within = end.is_some_and(|end| end <= memory.bytes);
        if devPtr.is_null() || desc.flags != 0 || desc.size == 0 || !is_within {
            return Err(INVALID_VALUE);
        }
        let (offset, owner) = (Some(desc.offset), context.owner());
        let start = (self.system.memory)
            .allocate_in(&memory.file, offset, desc.size, AllocationKind::External, owner)
            .ok_or(INVALID_VALUE)?;
        devPtr.store(start)
    }

    pub(crate) fn cuExternalMemoryGetMappedMipmappedArray(
        &self,
        mipmap: Out<CUmipmappedArray>,
        extMem: CUexternalMemory,
        mipmapDesc: In<CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC>,
    ) -> Outcome {
        let context = self.usable_context()?;
        let desc = mipmapDesc.read()?;
        let memory = self.system.external_memory.get(extMem)?;
        let shape = Shape::of(&desc.arrayDesc);
        // What the other API does with the image makes no difference here.
        Shape { flags: shape.flags & !CUDA_ARRAY3D_COLOR_ATTACHMENT, ..shape }.check()?;
        let is_possible = (1..=shape.max_levels()).contains(&desc.numLevels);
        if mipmap.is_null() || !shape.can_have_levels() || !is_possible {
            return Err(INVALID_VALUE);
        }
        // The levels follow each other, each as elements in rows.
        let mut places = Vec::new();
        let mut end = desc.offset;
        for level in 0..desc.numLevels {
            let shape = shape.level(level);
            places.push((shape, end));
            let bytes = shape.bytes().ok_or(INVALID_VALUE)?;
            end = end.checked_add(bytes).ok_or(INVALID_VALUE)?;
        }
        if end > memory.bytes {
            return Err(INVALID_VALUE);
        }
        let levels = places.into_iter().map(|(shape, offset)| {
            let (arrays, owner) = (&self.system.arrays, context.owner());
            Array::in_file(self.system, arrays, owner, shape, &memory.file, offset)
        });
        mipmap.store(self.new_mipmapped(&context, levels)?)
    }

    pub(crate) fn cuImportExternalSemaphore(
        &self,
        extSem_out: Out<CUexternalSemaphore>,
        semHandleDesc: In<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC>,
    ) -> Outcome {
        use CUexternalSemaphoreHandleType as T;
        let context = self.usable_context()?;
        let desc = semHandleDesc.read()?;
        if extSem_out.is_null() || desc.flags != 0 {
            return Err(INVALID_VALUE);
        }
        let is_timeline = match desc.type_ {
            T::CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD => false,
            T::CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD => true,
            // Other systems have the others.
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: the handle of these types is a descriptor.
        let descriptor = unsafe { desc.handle.fd };
        if is_timeline && descriptor < 0 {
            return Err(INVALID_VALUE);
        }
        let file = SharedFile::of_program(descriptor).map_err(|_| UNKNOWN)?;
        let has_number = file.len().is_ok_and(|length| length >= ExternalSemaphore::SIZE);
        let map = has_number.then(|| ExternalSemaphore::map(&file).ok());
        let map = map.flatten().ok_or(UNKNOWN)?;
        close_of_program(descriptor);
        let semaphore = self
            .system
            .external_semaphores
            .insert(|handle| ExternalSemaphore::new(handle, context.handle, is_timeline, map));
        extSem_out.store(semaphore.handle as CUexternalSemaphore)
    }

    // Submitted signals and waits still happen.
    pub(crate) fn cuDestroyExternalSemaphore(&self, extSem: CUexternalSemaphore) -> Outcome {
        self.system.external_semaphores.remove(extSem).map(drop)
    }

    pub(crate) unsafe fn cuSignalExternalSemaphoresAsync(
        &self,
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        if numExtSems == 0 {
            return Err(INVALID_VALUE);
        }
        let signals = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
            extSemArray: extSemArray.cast_mut(),
            paramsArray,
            numExtSems,
            ..CUDA_EXT_SEM_SIGNAL_NODE_PARAMS::default()
        };
        // SAFETY: the program's arrays have that many elements.
        let work = Work::Semaphores(unsafe { self.signals(&signals)? });
        stream.submit(self.system, work, None).map(drop)
    }

    pub(crate) unsafe fn cuWaitExternalSemaphoresAsync(
        &self,
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    ) -> Outcome {
        let stream = self.stream(stream)?;
        if numExtSems == 0 {
            return Err(INVALID_VALUE);
        }
        let waits = CUDA_EXT_SEM_WAIT_NODE_PARAMS {
            extSemArray: extSemArray.cast_mut(),
            paramsArray,
            numExtSems,
            ..CUDA_EXT_SEM_WAIT_NODE_PARAMS::default()
        };
        // SAFETY: the program's arrays have that many elements.
        let work = Work::Semaphores(unsafe { self.waits(&waits)? });
        stream.submit(self.system, work, None).map(drop)
    }

    /// Looks up the semaphores of a list to signal.
    ///
    /// # Safety
    /// Its arrays are null, or have that many elements.
    pub(crate) unsafe fn signals(
        &self,
        node: &CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    ) -> Result<Arc<Semaphores>, CUresult> {
        // SAFETY: the caller guarantees it.
        let (semaphores, parameters) = unsafe {
            (list(node.extSemArray, node.numExtSems)?, list(node.paramsArray, node.numExtSems))
        };
        Ok(Semaphores::to_signal(self.semaphores(semaphores)?, parameters?))
    }

    /// Looks up the semaphores of a list to wait for.
    ///
    /// # Safety
    /// Its arrays are null, or have that many elements.
    pub(crate) unsafe fn waits(
        &self,
        node: &CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    ) -> Result<Arc<Semaphores>, CUresult> {
        // SAFETY: the caller guarantees it.
        let (semaphores, parameters) = unsafe {
            (list(node.extSemArray, node.numExtSems)?, list(node.paramsArray, node.numExtSems))
        };
        Ok(Semaphores::to_wait_for(self.semaphores(semaphores)?, parameters?))
    }

    fn semaphores(
        &self,
        handles: &[CUexternalSemaphore],
    ) -> Result<Vec<Arc<ExternalSemaphore>>, CUresult> {
        handles.iter().map(|handle| self.system.external_semaphores.get(*handle)).collect()
    }
}
