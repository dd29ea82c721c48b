//! Memory and events shared between processes.

use core::ffi::{c_char, c_uint};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{AllocationKind, Owner};
use crate::state::outcome::{Out, Outcome};
use crate::state::{
    error::*,
    event::Event,
    ipc::{IpcKind as Of, Ticket},
    shared_event::SharedEvent,
};

/// Converts the bytes of a handle to C's type.
fn to_c(bytes: [u8; 64]) -> [c_char; 64] {
    bytes.map(|byte| byte as c_char)
}

fn from_c(bytes: [c_char; 64]) -> [u8; 64] {
    bytes.map(|byte| byte as u8)
}

impl Call {
    pub(crate) fn cuIpcGetMemHandle(
        &self,
        pHandle: Out<CUipcMemHandle>,
        dptr: CUdeviceptr,
    ) -> Outcome {
        self.usable_context()?;
        pHandle.not_null()?;
        let allocation = self.system.memory.containing(dptr).ok_or(INVALID_VALUE)?;
        if allocation.kind != AllocationKind::Device {
            return Err(INVALID_VALUE);
        }
        let file = self.system.memory.export(&allocation).map_err(|_| MAP_FAILED)?;
        let ticket = Ticket {
            size: allocation.size,
            device: allocation.device as u32,
            ..Ticket::new(Of::Memory, &file)
        };
        pHandle.store(CUipcMemHandle { reserved: to_c(ticket.to_bytes()) })
    }

    pub(crate) fn cuIpcOpenMemHandle_v2(
        &self,
        pdptr: Out<CUdeviceptr>,
        handle: CUipcMemHandle,
        Flags: c_uint,
    ) -> Outcome {
        let context = self.usable_context()?;
        if pdptr.is_null() || !matches!(Flags, 1 | 3) {
            return Err(INVALID_VALUE);
        }
        let ticket =
            Ticket::from_bytes(Of::Memory, &from_c(handle.reserved)).ok_or(INVALID_VALUE)?;
        let device = self.device(ticket.device as CUdevice)?;
        let owner = Owner { device, ..context.owner() };
        let memory = &self.system.memory;
        let address = self.system.imports.open(&ticket, |file| {
            let address =
                memory.allocate_in(&file, Some(0), ticket.size, AllocationKind::Imported, owner);
            let mapped = address.and_then(|address| memory.starting_at(address));
            mapped.map(|mapped| (mapped.start, mapped.id)).ok_or(MAP_FAILED)
        })?;
        pdptr.store(address)
    }

    pub(crate) fn cuIpcOpenMemHandle(
        &self,
        pdptr: Out<CUdeviceptr>,
        handle: CUipcMemHandle,
        Flags: c_uint,
    ) -> Outcome {
        self.cuIpcOpenMemHandle_v2(pdptr, handle, Flags)
    }

    pub(crate) fn cuIpcCloseMemHandle(&self, dptr: CUdeviceptr) -> Outcome {
        self.usable_context()?;
        let allocation = self.system.memory.starting_at(dptr).ok_or(INVALID_VALUE)?;
        self.refuse_while_capturing()?;
        if self.system.imports.close(dptr)? {
            self.end(&allocation)?;
        }
        Ok(())
    }

    pub(crate) fn cuIpcGetEventHandle(
        &self,
        pHandle: Out<CUipcEventHandle>,
        event: CUevent,
    ) -> Outcome {
        self.usable_context()?;
        if pHandle.is_null() || event.is_null() {
            return Err(INVALID_VALUE);
        }
        let event = self.system.events.get(event)?;
        if event.flags & CUevent_flags::CU_EVENT_INTERPROCESS.0 == 0 || event.is_imported {
            // As a driver does, by which Warp tells it.
            pHandle.store(CUipcEventHandle { reserved: [0; 64] })?;
            return Err(INVALID_HANDLE);
        }
        // Without such files, no process can open it.
        let shared = event.shared.as_ref().ok_or(NOT_SUPPORTED)?;
        pHandle.store(CUipcEventHandle {
            reserved: to_c(Ticket::new(Of::Event, shared.file()).to_bytes()),
        })
    }

    pub(crate) fn cuIpcOpenEventHandle(
        &self,
        phEvent: Out<CUevent>,
        handle: CUipcEventHandle,
    ) -> Outcome {
        let context = self.usable_context()?;
        phEvent.not_null()?;
        let ticket = Ticket::from_bytes(Of::Event, &from_c(handle.reserved)).ok_or(MAP_FAILED)?;
        let shared = SharedEvent::map(ticket.open()?).map_err(|_| MAP_FAILED)?;
        let flags =
            CUevent_flags::CU_EVENT_INTERPROCESS.0 | CUevent_flags::CU_EVENT_DISABLE_TIMING.0;
        let event = self.system.events.insert(|handle| {
            let mut event = Event::new(handle, context.handle, flags, Some(shared));
            event.is_imported = true;
            event
        });
        phEvent.store(event.handle as CUevent)
    }
}

/// Creates the shared state of an interprocess event, if requested.
pub(in crate::calls) fn shared_event(flags: c_uint) -> Option<Arc<SharedEvent>> {
    let is_shared = flags & CUevent_flags::CU_EVENT_INTERPROCESS.0 != 0;
    is_shared.then(SharedEvent::create)?.ok()
}
