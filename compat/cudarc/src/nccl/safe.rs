//! Communicators, and the collectives of slices and views.

use std::sync::Arc;

use super::result::{self, NcclError, NcclStatus};
pub use super::result::{group_end, group_start};
use super::sys::{self, ncclDataType_t as Type};
use crate::driver::safe::any_memory::{Use, read, write};
use crate::driver::safe::group;
use crate::driver::{
    CudaContext, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut, DriverError,
    SyncOnDrop,
    sys::{CUdeviceptr, CUresult},
};

const INVALID: NcclError = NcclError(sys::ncclResult_t::ncclInvalidArgument);

/// What ranks share to find each other.
#[derive(Debug, Clone, Copy)]
pub struct Id {
    id: sys::ncclUniqueId,
}

impl Id {
    pub fn new() -> Result<Self, NcclError> {
        let id = result::get_uniqueid()?;
        Ok(Self { id })
    }

    /// That of another process, by its bytes.
    pub fn uninit(internal: [core::ffi::c_char; 128]) -> Self {
        let id = sys::ncclUniqueId { internal };
        Self { id }
    }

    pub fn internal(&self) -> &[core::ffi::c_char; 128] {
        &self.id.internal
    }
}

#[derive(Debug, Clone, Copy)]
pub enum ReduceOp {
    Sum,
    Prod,
    Max,
    Min,
    Avg,
}

impl ReduceOp {
    fn code(self) -> sys::ncclRedOp_t {
        match self {
            Self::Sum => sys::ncclRedOp_t::ncclSum,
            Self::Prod => sys::ncclRedOp_t::ncclProd,
            Self::Max => sys::ncclRedOp_t::ncclMax,
            Self::Min => sys::ncclRedOp_t::ncclMin,
            Self::Avg => sys::ncclRedOp_t::ncclAvg,
        }
    }
}

/// The types of elements.
pub trait NcclType {
    fn as_nccl_type() -> sys::ncclDataType_t;
}

impl NcclType for f32 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclFloat32
    }
}

impl NcclType for f64 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclFloat64
    }
}

impl NcclType for i8 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclInt8
    }
}

impl NcclType for i32 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclInt32
    }
}

impl NcclType for i64 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclInt64
    }
}

impl NcclType for u8 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclUint8
    }
}

impl NcclType for u32 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclUint32
    }
}

impl NcclType for u64 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclUint64
    }
}

impl NcclType for char {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclUint8
    }
}

#[cfg(feature = "f16")]
impl NcclType for half::f16 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclFloat16
    }
}

#[cfg(feature = "f16")]
impl NcclType for half::bf16 {
    fn as_nccl_type() -> sys::ncclDataType_t {
        Type::ncclBfloat16
    }
}

/// Returns how many elements of NCCL's type as many elements have.
fn elements<T>(len: usize, ty: Type) -> usize {
    let size = match ty {
        Type::ncclInt8 | Type::ncclUint8 | Type::ncclFloat8e4m3 | Type::ncclFloat8e5m2 => 1,
        Type::ncclFloat16 | Type::ncclBfloat16 => 2,
        Type::ncclInt32 | Type::ncclUint32 | Type::ncclFloat32 => 4,
        _ => 8,
    };
    // The memory has this number of bytes. Another crate's memory may have any length.
    len.saturating_mul(size_of::<T>()) / size
}

/// A rank of a communicator, whose work is done in the order of a stream.
#[derive(Debug)]
pub struct Comm {
    comm: sys::ncclComm_t,
    stream: Arc<CudaStream>,
    rank: usize,
    world_size: usize,
}

impl Drop for Comm {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::comm_abort(self.comm) };
    }
}

/// What a rank does with `T`s.
#[derive(Clone, Copy)]
enum Work {
    Send(i32),
    Recv(i32),
    Broadcast(i32),
    AllGather,
    AllReduce(ReduceOp),
    Reduce(ReduceOp, i32),
    ReduceScatter(ReduceOp),
}

/// The address of elements, and their number.
type Elements = (CUdeviceptr, usize);

impl Comm {
    /// Returns a communicator for the devices of these streams, in this order.
    pub fn from_devices(streams: Vec<Arc<CudaStream>>) -> Result<Vec<Self>, NcclError> {
        let world_size = streams.len();
        let ordinals: Vec<_> =
            streams.iter().map(|stream| stream.context().ordinal() as i32).collect();
        let mut comms = vec![core::ptr::null_mut(); world_size];
        // SAFETY: both have that many entries.
        unsafe {
            result::comm_init_all(comms.as_mut_ptr(), world_size as i32, ordinals.as_ptr())?;
        }
        let ranks = comms.into_iter().zip(streams).enumerate();
        let ranks = ranks.map(|(rank, (comm, stream))| Self { comm, stream, rank, world_size });
        Ok(ranks.collect())
    }

    /// Joins a communicator; waits for the other ranks.
    pub fn from_rank(
        stream: Arc<CudaStream>,
        rank: usize,
        world_size: usize,
        id: Id,
    ) -> Result<Self, NcclError> {
        let number = |value: usize| i32::try_from(value).map_err(|_| INVALID);
        let (ranks, own) = (number(world_size)?, number(rank)?);
        let bound = stream.context().bind_to_thread();
        bound.map_err(|_| NcclError(sys::ncclResult_t::ncclUnhandledCudaError))?;
        let mut comm = core::ptr::null_mut();
        // SAFETY: there is room for the communicator.
        unsafe { result::comm_init_rank(&raw mut comm, ranks, id.id, own) }?;
        Ok(Self { comm, stream, rank, world_size })
    }

    pub fn stream(&self) -> Arc<CudaStream> {
        self.stream.clone()
    }

    pub fn context(&self) -> &Arc<CudaContext> {
        self.stream.context()
    }

    pub fn ordinal(&self) -> usize {
        self.context().ordinal()
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    pub fn world_size(&self) -> usize {
        self.world_size
    }

    /// Returns a group, whose calls are made when it is dropped.
    pub fn group(&self) -> Group<'_> {
        Group { comm: self, begun: group_start(), syncs: Vec::new() }
    }

    /// Does it, if what is read and written is within the memory.
    fn submit<T: NcclType>(
        &self,
        work: Work,
        from: Option<Elements>,
        to: Option<Elements>,
    ) -> Result<NcclStatus, NcclError> {
        // Once: what another crate implements may return another one each time.
        let ty = T::as_nccl_type();
        let elements = |part: Option<Elements>| part.map_or(0, |(_, len)| elements::<T>(len, ty));
        let (sent, received) = (elements(from), elements(to));
        let is_root = |root: i32| i32::try_from(self.rank) == Ok(root);
        let (count, fits) = match work {
            Work::Send(_) => (sent, true),
            Work::Recv(_) => (received, true),
            Work::Broadcast(root) => (received, !is_root(root) || sent >= received),
            Work::AllGather => (sent, received / self.world_size >= sent),
            Work::AllReduce(_) => (sent, received >= sent),
            Work::Reduce(_, root) => (sent, !is_root(root) || received >= sent),
            Work::ReduceScatter(_) => (received, sent / self.world_size >= received),
        };
        if !fits {
            return Err(INVALID);
        }
        group::uses(&self.stream);
        let src = from.map_or(core::ptr::null(), |(address, _)| address as *const _);
        let dst = to.map_or(core::ptr::null_mut(), |(address, _)| address as *mut _);
        let (comm, stream) = (self.comm, self.stream.cu_stream().cast());
        // SAFETY: the communicator is alive, and `count` elements are within what is read and written.
        unsafe {
            match work {
                Work::Send(peer) => result::send(src, count, ty, peer, comm, stream),
                Work::Recv(peer) => result::recv(dst, count, ty, peer, comm, stream),
                Work::Broadcast(root) => result::broadcast(src, dst, count, ty, root, comm, stream),
                Work::AllGather => result::all_gather(src, dst, count, ty, comm, stream),
                Work::AllReduce(op) => {
                    result::all_reduce(src, dst, count, ty, op.code(), comm, stream)
                }
                Work::Reduce(op, root) => {
                    result::reduce(src, dst, count, ty, op.code(), root, comm, stream)
                }
                Work::ReduceScatter(op) => {
                    result::reduce_scatter(src, dst, count, ty, op.code(), comm, stream)
                }
            }
        }
    }

    fn in_place<T: NcclType>(
        &self,
        work: Work,
        of: &mut impl DevicePtrMut<T>,
    ) -> Result<NcclStatus, NcclError> {
        let len = of.len();
        let (address, _until) = write(of, &self.stream);
        self.submit::<T>(work, Some((address, len)), Some((address, len)))
    }

    fn both<T: NcclType>(
        &self,
        work: Work,
        from: Option<&impl DevicePtr<T>>,
        to: Option<&mut impl DevicePtrMut<T>>,
    ) -> Result<NcclStatus, NcclError> {
        let from = from.map(|buffer| (buffer.len(), read(buffer, &self.stream)));
        let to = to.map(|buffer| (buffer.len(), write(buffer, &self.stream)));
        let part = |(len, (address, _)): &(usize, (CUdeviceptr, Use<'_>))| (*address, *len);
        self.submit::<T>(work, from.as_ref().map(part), to.as_ref().map(part))
    }

    pub fn send<S: DevicePtr<T>, T: NcclType>(&self, data: &S, peer: i32) -> Result<(), NcclError> {
        let len = data.len();
        let (src, _until) = read(data, &self.stream);
        let from = Some((src, len));
        self.submit::<T>(Work::Send(peer), from, None).map(drop)
    }

    pub fn recv<R: DevicePtrMut<T>, T: NcclType>(
        &self,
        buff: &mut R,
        peer: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::Recv(peer), buff)
    }

    /// The buffer to send is that of `root`, which needs one.
    pub fn broadcast<S: DevicePtr<T>, R: DevicePtrMut<T>, T: NcclType>(
        &self,
        sendbuff: Option<&S>,
        recvbuff: &mut R,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.both(Work::Broadcast(root), sendbuff, Some(recvbuff))
    }

    pub fn broadcast_in_place<R: DevicePtrMut<T>, T: NcclType>(
        &self,
        recvbuff: &mut R,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::Broadcast(root), recvbuff)
    }

    pub fn all_gather<S: DevicePtr<T>, R: DevicePtrMut<T>, T: NcclType>(
        &self,
        sendbuff: &S,
        recvbuff: &mut R,
    ) -> Result<NcclStatus, NcclError> {
        self.both(Work::AllGather, Some(sendbuff), Some(recvbuff))
    }

    pub fn all_reduce<S: DevicePtr<T>, R: DevicePtrMut<T>, T: NcclType>(
        &self,
        sendbuff: &S,
        recvbuff: &mut R,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.both(Work::AllReduce(*reduce_op), Some(sendbuff), Some(recvbuff))
    }

    pub fn all_reduce_in_place<R: DevicePtrMut<T>, T: NcclType>(
        &self,
        buff: &mut R,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::AllReduce(*reduce_op), buff)
    }

    /// The buffer to receive is that of `root`, which needs one.
    pub fn reduce<S: DevicePtr<T>, R: DevicePtrMut<T>, T: NcclType>(
        &self,
        sendbuff: &S,
        recvbuff: Option<&mut R>,
        reduce_op: &ReduceOp,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.both(Work::Reduce(*reduce_op, root), Some(sendbuff), recvbuff)
    }

    pub fn reduce_in_place<R: DevicePtrMut<T>, T: NcclType>(
        &self,
        recvbuff: &mut R,
        reduce_op: &ReduceOp,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::Reduce(*reduce_op, root), recvbuff)
    }

    pub fn reduce_scatter<S: DevicePtr<T>, R: DevicePtrMut<T>, T: NcclType>(
        &self,
        sendbuff: &S,
        recvbuff: &mut R,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.both(Work::ReduceScatter(*reduce_op), Some(sendbuff), Some(recvbuff))
    }
}

/// Calls that are made together when it is dropped, and until then borrow what they use. With other groups, they are made when
/// the last of these is dropped; memory that is dropped before is freed then.
#[derive(Debug)]
pub struct Group<'a> {
    comm: &'a Comm,
    begun: Result<NcclStatus, NcclError>,
    syncs: Vec<SyncOnDrop<'a>>,
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        if self.begun.is_ok() && group_end().is_err() {
            // The next call of the context that can returns an error.
            let error = DriverError(CUresult::CUDA_ERROR_UNKNOWN);
            self.comm.context().record_err(Err::<(), _>(error));
        }
    }
}

impl<'g> Group<'g> {
    pub fn comm(&self) -> &'g Comm {
        self.comm
    }

    fn submit<T: NcclType>(
        &mut self,
        work: Work,
        from: Option<CudaView<'g, T>>,
        to: Option<CudaViewMut<'g, T>>,
    ) -> Result<NcclStatus, NcclError> {
        self.begun.clone()?;
        let stream = &*self.comm.stream;
        let from = from.map(|buffer| (buffer.len(), buffer.view_ptr(stream)));
        let to = to.map(|buffer| (buffer.len(), buffer.view_ptr_mut(stream)));
        let part = |(len, (address, _)): &(usize, (CUdeviceptr, SyncOnDrop<'_>))| (*address, *len);
        let (src, dst) = (from.as_ref().map(part), to.as_ref().map(part));
        let status = self.comm.submit::<T>(work, src, dst)?;
        let used = from.into_iter().chain(to);
        self.syncs.extend(used.map(|(_, (_, until))| until));
        Ok(status)
    }

    fn in_place<T: NcclType>(
        &mut self,
        work: Work,
        of: CudaViewMut<'g, T>,
    ) -> Result<NcclStatus, NcclError> {
        self.begun.clone()?;
        let len = of.len();
        let (address, until) = of.view_ptr_mut(&self.comm.stream);
        let part = Some((address, len));
        let status = self.comm.submit::<T>(work, part, part)?;
        self.syncs.push(until);
        Ok(status)
    }

    pub fn send<'s: 'g, T: NcclType>(
        &mut self,
        data: CudaView<'s, T>,
        peer: i32,
    ) -> Result<(), NcclError> {
        self.submit(Work::Send(peer), Some(data), None).map(drop)
    }

    pub fn recv<'r: 'g, T: NcclType>(
        &mut self,
        buff: CudaViewMut<'r, T>,
        peer: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::Recv(peer), None, Some(buff))
    }

    /// As [`Comm::broadcast`].
    pub fn broadcast<'s: 'g, 'r: 'g, T: NcclType>(
        &mut self,
        sendbuff: Option<CudaView<'s, T>>,
        recvbuff: CudaViewMut<'r, T>,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::Broadcast(root), sendbuff, Some(recvbuff))
    }

    pub fn broadcast_in_place<'r: 'g, T: NcclType>(
        &mut self,
        recvbuff: CudaViewMut<'r, T>,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::Broadcast(root), recvbuff)
    }

    pub fn all_gather<'s: 'g, 'r: 'g, T: NcclType>(
        &mut self,
        sendbuff: CudaView<'s, T>,
        recvbuff: CudaViewMut<'r, T>,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::AllGather, Some(sendbuff), Some(recvbuff))
    }

    pub fn all_reduce<'s: 'g, 'r: 'g, T: NcclType>(
        &mut self,
        sendbuff: CudaView<'s, T>,
        recvbuff: CudaViewMut<'r, T>,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::AllReduce(*reduce_op), Some(sendbuff), Some(recvbuff))
    }

    pub fn all_reduce_in_place<'r: 'g, T: NcclType>(
        &mut self,
        buff: CudaViewMut<'r, T>,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::AllReduce(*reduce_op), buff)
    }

    /// As [`Comm::reduce`].
    pub fn reduce<'s: 'g, 'r: 'g, T: NcclType>(
        &mut self,
        sendbuff: CudaView<'s, T>,
        recvbuff: Option<CudaViewMut<'r, T>>,
        reduce_op: &ReduceOp,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::Reduce(*reduce_op, root), Some(sendbuff), recvbuff)
    }

    pub fn reduce_in_place<'s: 'g, T: NcclType>(
        &mut self,
        recvbuff: CudaViewMut<'s, T>,
        reduce_op: &ReduceOp,
        root: i32,
    ) -> Result<NcclStatus, NcclError> {
        self.in_place(Work::Reduce(*reduce_op, root), recvbuff)
    }

    pub fn reduce_scatter<'s: 'g, 'r: 'g, T: NcclType>(
        &mut self,
        sendbuff: CudaView<'s, T>,
        recvbuff: CudaViewMut<'r, T>,
        reduce_op: &ReduceOp,
    ) -> Result<NcclStatus, NcclError> {
        self.submit(Work::ReduceScatter(*reduce_op), Some(sendbuff), Some(recvbuff))
    }
}

/// Calls what is in the block, between [`group_start`] and [`group_end`]. What it uses has to live until then.
#[macro_export]
macro_rules! group {
    ($x:block) => {
        $crate::nccl::result::group_start().unwrap();
        $x
        $crate::nccl::result::group_end().unwrap();
    };
}
