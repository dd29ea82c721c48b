//! The entry points, by NVIDIA's groups: the methods of [`Call`].
//!
//! The names are those of the headers, and so are the parameters' types, but for a pointer to one value, which is an `In`,
//! `Out` or `InOut` of [`outcome`](crate::state::outcome). A pointer that is dereferenced other than as one value makes the
//! method `unsafe`: it is as NVIDIA's documentation of the function requires. Addresses don't. Pointers are checked for null
//! where the real driver checks them, and handles are looked up, never dereferenced.
#![allow(non_snake_case, clippy::too_many_arguments)]

mod array;
mod context;
mod device;
mod event;
mod external;
mod graph;
mod launch;
mod memory;
mod module;
mod stream;

use std::sync::Arc;

use cuda_driver_sys::{
    CUdevice, CUmemLocation, CUmemLocationType, CUresult, CUstream, DefaultStream,
};

use crate::state::context::Context;
use crate::state::error::{INVALID_CONTEXT, INVALID_DEVICE, INVALID_HANDLE, INVALID_VALUE};
use crate::state::location::Location;
use crate::state::stream::Stream;
use crate::system::System;

/// One call of the driver API: the context that its methods need in addition to their arguments.
pub(crate) struct Call {
    pub system: &'static System,
    pub default_stream: DefaultStream,
}

impl Call {
    /// Returns the ordinal of a device, if it exists.
    fn device(&self, device: CUdevice) -> Result<usize, CUresult> {
        usize::try_from(device)
            .ok()
            .filter(|device| *device < self.system.model.devices)
            .ok_or(INVALID_DEVICE)
    }

    /// Converts a location of memory. There is one NUMA node of host memory.
    fn location(&self, location: &CUmemLocation) -> Result<Location, CUresult> {
        // SAFETY: the locations for which it is called have a number.
        let id = || unsafe { location.id.id };
        match location.type_ {
            CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => {
                self.device(id()).map(Location::Device)
            }
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST => Ok(Location::Host),
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA if id() == 0 => {
                Ok(Location::HostNuma(0))
            }
            _ => Err(INVALID_VALUE),
        }
    }

    /// Returns the current context of the calling thread.
    fn current(&self) -> Result<Arc<Context>, CUresult> {
        self.system.contexts.current()
    }

    /// Returns the context that owns the current one's memory: itself, or for a green context the primary one.
    fn owning_context(&self) -> Result<Arc<Context>, CUresult> {
        self.system.contexts.get(self.current()?.handle as _)
    }

    /// Returns the current context; fails if the device is unusable.
    pub(crate) fn usable_context(&self) -> Result<Arc<Context>, CUresult> {
        let context = self.current()?;
        self.system.check()?;
        Ok(context)
    }

    /// Returns the stream of a handle; 0, 1 and 2 are the current context's default streams.
    fn stream(&self, stream: CUstream) -> Result<Arc<Stream>, CUresult> {
        match (stream as usize, self.default_stream) {
            (0, DefaultStream::PerThread) | (2, _) => Ok(self.current()?.per_thread_stream()),
            (0 | 1, _) => Ok(self.current()?.legacy.clone()),
            _ => self.system.streams.get(stream),
        }
    }

    /// Returns the context of a stream.
    fn context_of(&self, stream: &Stream) -> Result<Arc<Context>, CUresult> {
        self.system.contexts.get(stream.context as _).map_err(|code| match code {
            INVALID_CONTEXT => INVALID_HANDLE,
            code => code,
        })
    }
}
