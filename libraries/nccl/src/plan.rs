use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream, sys::CUdeviceptr};

use crate::communicator::Communicator;
use crate::element::{NcclType, moved, size_of_code};
use crate::error::Error;
use crate::library::ranks;
use crate::operation::{Operation, OperationKind};
use crate::operator::Operator;

/// A buffer of an operation.
struct OperationBuffer {
    /// Its name in errors.
    name: &'static str,
    pointer: CUdeviceptr,
    len: usize,
}

/// The context of an operation: a rank, and the stream.
pub(crate) struct OperationPlan<'c> {
    comm: &'c Communicator,
    stream: &'c Stream,
}

const SENDER: &str = "sender";
const RECEIVER: &str = "receiver";

impl<'c> OperationPlan<'c> {
    pub(crate) fn new(comm: &'c Communicator, stream: &'c Stream) -> Result<Self, Error> {
        if !stream.context().shares_memory_with(comm.context()) {
            return Err(Error::OtherContext { device: comm.device() });
        }
        Ok(Self { comm, stream })
    }

    fn read<T>(&self, slice: &DeviceSlice<'_, T>) -> Result<OperationBuffer, Error> {
        self.side(SENDER, slice.stream(), slice.as_raw(), slice.len())
    }

    fn write<T>(&self, slice: &DeviceSliceMut<'_, T>) -> Result<OperationBuffer, Error> {
        self.side(RECEIVER, slice.stream(), slice.as_raw(), slice.len())
    }

    // Without inlining, it would return through memory, which takes as long as everything else.
    #[inline]
    fn side(
        &self,
        name: &'static str,
        stream: &Stream,
        pointer: CUdeviceptr,
        len: usize,
    ) -> Result<OperationBuffer, Error> {
        if stream == self.stream {
            Ok(OperationBuffer { name, pointer, len })
        } else {
            Err(Error::OtherStream { buffer: name })
        }
    }

    /// Returns the buffer that only the root has, if this is the root.
    fn at_root<B>(
        &self,
        buffer: &'static str,
        root_buffer: Option<B>,
        root: usize,
    ) -> Result<Option<B>, Error> {
        ranks(self.comm.nranks(), root)?;
        let rank = self.comm.rank();
        if root_buffer.is_some() == (rank == root) {
            Ok(root_buffer)
        } else {
            Err(Error::RootBuffer { buffer, rank, root })
        }
    }

    fn moving<T: Element>(
        &self,
        kind: OperationKind,
        count: usize,
        root: usize,
    ) -> Result<Operation, Error> {
        let (code, each) = moved::<T>();
        let (_, root) = ranks(self.comm.nranks(), root)?;
        Ok(Operation {
            kind,
            count: count.saturating_mul(each),
            code,
            root,
            stream: self.stream.as_raw(),
            ..Operation::NOTHING
        })
    }

    /// Reduces `count` elements of `x` into `y`. Bytes are counted in elements of the operator's type.
    fn reducing<T: NcclType>(
        &self,
        kind: OperationKind,
        count: usize,
        (x, y): (&OperationBuffer, &OperationBuffer),
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let (_, root) = ranks(self.comm.nranks(), root)?;
        let code = operator.data_type();
        let mut elements = count;
        if code != T::CODE {
            let each = size_of_code(code);
            x.has_elements(count, each)?;
            y.has_elements(count, each)?;
            elements = count / each;
        }
        Ok(Operation {
            kind,
            count: elements,
            code,
            operator: operator.code(self.comm)?,
            root,
            stream: self.stream.as_raw(),
            ..Operation::NOTHING
        }
        .between(x, y))
    }

    pub(crate) fn all_reduce<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        y.exactly(x.len)?;
        self.reducing(OperationKind::AllReduce, x.len, (&x, &y), operator, 0)
    }

    pub(crate) fn all_reduce_in_place<T: NcclType>(
        &self,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        self.reducing(OperationKind::AllReduce, y.len, (&y, &y), operator, 0)
    }

    pub(crate) fn reduce<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: Option<DeviceSliceMut<'_, T>>,
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        let Some(y) = self.at_root(RECEIVER, y, root)? else {
            let nothing = OperationBuffer { name: RECEIVER, pointer: 0, len: 0 };
            return self.reducing(OperationKind::Reduce, x.len, (&x, &nothing), operator, root);
        };
        let y = self.write(&y)?;
        y.exactly(x.len)?;
        self.reducing(OperationKind::Reduce, x.len, (&x, &y), operator, root)
    }

    pub(crate) fn reduce_in_place<T: NcclType>(
        &self,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        self.reducing(OperationKind::Reduce, y.len, (&y, &y), operator, root)
    }

    pub(crate) fn broadcast<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(self.moving::<T>(OperationKind::Broadcast, y.len, root)?.between(&y, &y))
    }

    pub(crate) fn broadcast_from<T: Element>(
        &self,
        x: Option<DeviceSlice<'_, T>>,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let operation = self.moving::<T>(OperationKind::Broadcast, y.len, root)?;
        let Some(x) = self.at_root(SENDER, x, root)? else {
            return Ok(operation.between(&y, &y));
        };
        let x = self.read(&x)?;
        x.exactly(y.len)?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn all_gather<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        y.exactly(x.len.saturating_mul(self.comm.nranks()))?;
        Ok(self.moving::<T>(OperationKind::AllGather, x.len, 0)?.between(&x, &y))
    }

    pub(crate) fn all_gather_in_place<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let mine = y.part_of::<T>(self.comm)?;
        Ok(self.moving::<T>(OperationKind::AllGather, mine.len, 0)?.between(&mine, &y))
    }

    pub(crate) fn reduce_scatter<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        x.exactly(y.len.saturating_mul(self.comm.nranks()))?;
        self.reducing(OperationKind::ReduceScatter, y.len, (&x, &y), operator, 0)
    }

    pub(crate) fn reduce_scatter_in_place<T: NcclType>(
        &self,
        x: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let x = self.write(&x)?;
        let mine = x.part_of::<T>(self.comm)?;
        self.reducing(OperationKind::ReduceScatter, mine.len, (&x, &mine), operator, 0)
    }

    pub(crate) fn all_to_all<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        let part = x.part_of::<T>(self.comm)?;
        y.exactly(x.len)?;
        Ok(self.moving::<T>(OperationKind::AllToAll, part.len, 0)?.between(&x, &y))
    }

    pub(crate) fn gather<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: Option<DeviceSliceMut<'_, T>>,
        root: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        let operation = self.moving::<T>(OperationKind::Gather, x.len, root)?;
        let Some(y) = self.at_root(RECEIVER, y, root)? else {
            return Ok(operation.from(&x));
        };
        let y = self.write(&y)?;
        y.exactly(x.len.saturating_mul(self.comm.nranks()))?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn scatter<T: Element>(
        &self,
        x: Option<DeviceSlice<'_, T>>,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let operation = self.moving::<T>(OperationKind::Scatter, y.len, root)?;
        let Some(x) = self.at_root(SENDER, x, root)? else {
            return Ok(Operation { receive: y.pointer, ..operation });
        };
        let x = self.read(&x)?;
        x.exactly(y.len.saturating_mul(self.comm.nranks()))?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn send<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        peer: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        Ok(self.moving::<T>(OperationKind::Send, x.len, peer)?.from(&x))
    }

    pub(crate) fn recv<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
        peer: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(Operation {
            receive: y.pointer,
            ..self.moving::<T>(OperationKind::Receive, y.len, peer)?
        })
    }
}

impl Operation {
    fn between(self, x: &OperationBuffer, y: &OperationBuffer) -> Self {
        Self { send: x.pointer, receive: y.pointer, ..self }
    }

    fn from(self, x: &OperationBuffer) -> Self {
        Self { send: x.pointer, ..self }
    }
}

impl OperationBuffer {
    fn exactly(&self, expected: usize) -> Result<(), Error> {
        if self.len == expected {
            Ok(())
        } else {
            Err(Error::Length { buffer: self.name, expected, found: self.len })
        }
    }

    /// Rejects `count` bytes that aren't whole elements of `each` bytes, or not aligned for them.
    fn has_elements(&self, count: usize, each: usize) -> Result<(), Error> {
        if count.is_multiple_of(each) && self.pointer.is_multiple_of(each as CUdeviceptr) {
            Ok(())
        } else {
            Err(Error::NotElements { buffer: self.name, address: self.pointer, bytes: count, each })
        }
    }

    /// Returns the rank's own part of a buffer that has one part for each rank.
    fn part_of<T>(&self, comm: &Communicator) -> Result<Self, Error> {
        let (nranks, len) = (comm.nranks(), self.len);
        if !len.is_multiple_of(nranks) {
            return Err(Error::Uneven { buffer: self.name, len, nranks });
        }
        let len = len / nranks;
        let before = comm.rank() * len * size_of::<T>();
        Ok(Self { name: self.name, pointer: self.pointer.wrapping_add(before as CUdeviceptr), len })
    }
}
