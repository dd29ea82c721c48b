//! Copies of contiguous bytes.

use core::ffi::c_void;
use std::sync::Arc;

use cuda_driver_sys::{CUcontext, CUdeviceptr, CUmemcpySrcAccessOrder as Order, CUstream, *};

use crate::calls::Call;
use crate::state::{
    activity::Place as Memory,
    error::*,
    outcome::Outcome,
    plain::Plain,
    stream::{Role, Stream},
    transfer::{Copy, PitchedPlace},
    work::{STAGED, Work},
};

/// The kind of memory of a copy's source or destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::calls) enum Side {
    Host,
    Device,
    /// Any, depending on the address.
    Unified,
}

impl Side {
    fn kind(self) -> CUmemorytype {
        match self {
            Self::Host => CUmemorytype::CU_MEMORYTYPE_HOST,
            Self::Device => CUmemorytype::CU_MEMORYTYPE_DEVICE,
            Self::Unified => CUmemorytype::CU_MEMORYTYPE_UNIFIED,
        }
    }
}

/// The stream of a copy, and whether the call may return before the copy is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::calls) enum CopyTime {
    /// The default stream; the call waits, unless the copy is within the device.
    Now,
    On(CUstream),
    /// The stream of a batch, or of a copy with attributes, and when it reads the source.
    Ordered(CUstream, Order),
}

/// Returns `true` if a copy is done when a call with a stream, or of a batch with this order, returns, as on a GPU
/// (`tests/driver/waiting_copies.tsv`).
fn waits_for_copy([to, from]: [Memory; 2], sides: [Side; 2], order: Option<Order>) -> bool {
    let to_host = matches!(to, Memory::Pinned | Memory::Pageable);
    match order {
        Some(Order::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM) => from == Memory::Pageable && !to_host,
        Some(Order::CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL) => {
            from != Memory::Pageable && !(to == Memory::Pageable && from == Memory::Pinned)
        }
        Some(_) => false,
        None => {
            let [is_to_host, is_from_host] = sides.map(|side| side == Side::Host);
            to == Memory::Pageable
                || to == Memory::Managed && is_to_host
                || from == Memory::Managed && is_from_host
                || to_host && matches!(from, Memory::Pinned | Memory::Pageable)
        }
    }
}

impl Call {
    fn memory_at(&self, address: u64) -> Memory {
        Memory::at(&self.system.memory, address)
    }

    /// Returns `true` if all is memory of the device alone, so that calls without a stream don't wait for a copy or a fill.
    /// They do for memory that is set to be waited for, and for other contexts', whose streams know nothing of this one.
    fn is_within_device(&self, stream: &Stream, addresses: &[u64]) -> bool {
        let memory = &self.system.memory;
        let is_waited_for = |address| {
            let Some(allocation) = memory.containing(address) else { return false };
            let is_own = [0, stream.context].contains(&allocation.context);
            !is_own || self.system.sync_memops.lock().get(&allocation.id) == Some(&true)
        };
        addresses.iter().all(|&address| {
            !matches!(self.memory_at(address), Memory::Managed | Memory::Pinned | Memory::Pageable)
                && !is_waited_for(address)
        })
    }

    /// Returns the legacy streams of other contexts whose memory a copy of a legacy stream is to or from: between devices, such a
    /// copy comes after all earlier work of both, and before all that follows.
    fn others_between(&self, stream: &Stream, ends: [u64; 2]) -> Vec<Arc<Stream>> {
        let context_of = |address| {
            let context = self.system.memory.containing(address)?.context;
            let is_other = ![0, stream.context].contains(&context);
            let context =
                is_other.then(|| self.system.contexts.get(context as CUcontext).ok())??;
            Some(context.legacy.clone())
        };
        match stream.role {
            Role::Legacy => ends.into_iter().filter_map(context_of).collect(),
            _ => Vec::new(),
        }
    }

    /// Runs the work of a call without a stream, and waits for it unless all of its memory is within the device.
    pub(in crate::calls) fn run(
        &self,
        stream: &Arc<Stream>,
        work: Work,
        addresses: &[u64],
    ) -> Outcome {
        if !self.is_within_device(stream, addresses) {
            return stream.run_now(self.system, &work);
        }
        stream.refuse_while_capturing()?;
        stream.submit(self.system, work, None).map(drop)
    }

    /// Checks the source or destination of a copy.
    pub(in crate::calls) fn check_side(
        &self,
        copy: &Copy,
        place: PitchedPlace,
        side: Side,
    ) -> Outcome {
        self.check_place(copy, place, side, |at, bytes| self.system.memory.holds(at, bytes))
    }

    /// The same for a copy that is executed later, when memory of a graph may be allocated.
    pub(in crate::calls) fn check_later(
        &self,
        copy: &Copy,
        place: PitchedPlace,
        side: Side,
    ) -> Outcome {
        self.check_place(copy, place, side, |at, bytes| self.system.memory.will_hold(at, bytes))
    }

    fn check_place(
        &self,
        copy: &Copy,
        place: PitchedPlace,
        side: Side,
        holds: impl Fn(u64, u64) -> bool,
    ) -> Outcome {
        let extent = place.extent(copy.width, copy.height, copy.depth).ok_or(INVALID_VALUE)?;
        // A device address is also accepted as host memory.
        let is_host = side != Side::Device && !self.system.memory.is_ours(place.address);
        let is_right = if is_host
            && (side == Side::Host || self.memory_at(place.address) == Memory::Pageable)
        {
            place.address != 0
        } else {
            holds(place.address, extent)
        };
        if is_right { Ok(()) } else { Err(INVALID_VALUE) }
    }

    /// Checks a copy, and performs it or submits it to its stream.
    pub(in crate::calls) fn copy(
        &self,
        copy: Copy,
        to: Side,
        from: Side,
        when: CopyTime,
    ) -> Outcome {
        self.copy_described(copy, to, from, when, None)
    }

    /// The same for a copy whose node, if it is captured, has this description.
    pub(in crate::calls) fn copy_described(
        &self,
        copy: Copy,
        to: Side,
        from: Side,
        when: CopyTime,
        described: Option<&CUDA_MEMCPY3D>,
    ) -> Outcome {
        let stream = match when {
            CopyTime::Now => self.stream(core::ptr::null_mut())?,
            CopyTime::On(stream) | CopyTime::Ordered(stream, _) => self.stream(stream)?,
        };
        self.system.check()?;
        if copy.bytes() == 0 {
            if when == CopyTime::Now {
                stream.refuse_during_captures()?;
            }
            return Ok(());
        }
        let is_captured = stream.capturing.lock().is_some();
        let check = if is_captured { Self::check_later } else { Self::check_side };
        check(self, &copy, copy.to, to)?;
        check(self, &copy, copy.from, from)?;
        if !self.system.memory.may_write(copy.to.address) {
            return Err(INVALID_VALUE);
        }
        let ends = [copy.to.address, copy.from.address];
        if when == CopyTime::Now {
            for other in self.others_between(&stream, ends) {
                other.synchronize(self.system)?;
            }
            return self.run(&stream, Work::Copy(copy, None), &ends);
        }
        let (target, source) = (self.memory_at(copy.to.address), self.memory_at(copy.from.address));
        let order = match when {
            CopyTime::Ordered(_, order) => Some(order),
            _ => None,
        };
        let waits = waits_for_copy([target, source], [to, from], order);
        let is_read_later = match order {
            Some(Order::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM) => true,
            Some(Order::CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL) => false,
            _ => source != Memory::Pageable,
        };
        if is_captured || !waits && is_read_later {
            let described = described.filter(|_| is_captured);
            let described = described.map(|described| Box::new(Plain(*described)));
            let work = Work::Copy(copy, described);
            let others = if is_captured { Vec::new() } else { self.others_between(&stream, ends) };
            let mut after = None;
            for other in &others {
                let mark = other.submit(self.system, Work::Nothing, after)?;
                after = mark.ticket();
            }
            let copied = stream.submit(self.system, work, after)?.ticket();
            for other in others {
                other.submit(self.system, Work::Nothing, copied.clone())?;
            }
            return Ok(());
        }
        // As with the real driver, the caller may modify pageable memory as soon as the call returns.
        if waits || copy.bytes() > STAGED {
            return stream.run_now(self.system, &Work::Copy(copy, None));
        }
        let mut bytes = vec![0; copy.bytes() as usize];
        // SAFETY: the caller guarantees that the host memory has these rows.
        unsafe { copy.packed(bytes.as_mut_ptr() as u64).run() };
        let work = Work::Staged(Arc::from(bytes), copy);
        stream.submit(self.system, work, None).map(drop)
    }

    /// Copies contiguous bytes.
    pub(in crate::calls) fn linear(
        &self,
        [to, from]: [u64; 2],
        [to_side, from_side]: [Side; 2],
        bytes: usize,
        when: CopyTime,
    ) -> Outcome {
        let mut described =
            CUDA_MEMCPY3D { WidthInBytes: bytes, Height: 1, Depth: 1, ..CUDA_MEMCPY3D::default() };
        match from_side {
            Side::Host => described.srcHost = from as *const c_void,
            Side::Device | Side::Unified => described.srcDevice = from,
        }
        match to_side {
            Side::Host => described.dstHost = to as *mut c_void,
            Side::Device | Side::Unified => described.dstDevice = to,
        }
        (described.srcMemoryType, described.dstMemoryType) = (from_side.kind(), to_side.kind());
        self.copy_described(
            Copy::linear(to, from, bytes as u64),
            to_side,
            from_side,
            when,
            Some(&described),
        )
    }

    pub(crate) fn cuMemcpyPeer(
        &self,
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
    ) -> Outcome {
        self.current()?;
        // The addresses determine the devices; the contexts only need to be valid.
        self.system.contexts.get_or_current(dstContext)?;
        self.system.contexts.get_or_current(srcContext)?;
        self.linear([dstDevice, srcDevice], [Side::Device; 2], ByteCount, CopyTime::Now)
    }

    pub(crate) fn cuMemcpyPeerAsync(
        &self,
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        // The addresses determine the devices; the contexts only need to be valid.
        self.system.contexts.get_or_current(dstContext)?;
        self.system.contexts.get_or_current(srcContext)?;
        // Unlike other copies, one between contexts can't be captured.
        self.stream(hStream)?.refuse_while_capturing()?;
        self.linear([dstDevice, srcDevice], [Side::Device; 2], ByteCount, CopyTime::On(hStream))
    }
}

impl Call {
    pub(crate) fn cuMemcpy(&self, dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) -> Outcome {
        self.linear([dst, src], [Side::Unified, Side::Unified], ByteCount, CopyTime::Now)
    }

    pub(crate) fn cuMemcpyAsync(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.linear([dst, src], [Side::Unified, Side::Unified], ByteCount, CopyTime::On(hStream))
    }

    pub(crate) unsafe fn cuMemcpyHtoD_v2(
        &self,
        dst: CUdeviceptr,
        src: *const c_void,
        ByteCount: usize,
    ) -> Outcome {
        self.linear([dst, src as u64], [Side::Device, Side::Host], ByteCount, CopyTime::Now)
    }

    pub(crate) unsafe fn cuMemcpyHtoDAsync_v2(
        &self,
        dst: CUdeviceptr,
        src: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.linear([dst, src as u64], [Side::Device, Side::Host], ByteCount, CopyTime::On(hStream))
    }

    pub(crate) unsafe fn cuMemcpyDtoH_v2(
        &self,
        dst: *mut c_void,
        src: CUdeviceptr,
        ByteCount: usize,
    ) -> Outcome {
        self.linear([dst as u64, src], [Side::Host, Side::Device], ByteCount, CopyTime::Now)
    }

    pub(crate) unsafe fn cuMemcpyDtoHAsync_v2(
        &self,
        dst: *mut c_void,
        src: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.linear([dst as u64, src], [Side::Host, Side::Device], ByteCount, CopyTime::On(hStream))
    }

    pub(crate) fn cuMemcpyDtoD_v2(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        ByteCount: usize,
    ) -> Outcome {
        self.linear([dst, src], [Side::Device, Side::Device], ByteCount, CopyTime::Now)
    }

    pub(crate) fn cuMemcpyDtoDAsync_v2(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.linear([dst, src], [Side::Device, Side::Device], ByteCount, CopyTime::On(hStream))
    }
}
