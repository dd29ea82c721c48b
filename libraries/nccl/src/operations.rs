use core::ops::Range;

use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};

use crate::communicator::Communicator;
use crate::element::NcclType;
use crate::error::Error;
use crate::operator::Operator;
use crate::plan::OperationPlan;

/// The operations, which run at once: those of a [`Group`](crate::Group) are only recorded.
impl Communicator {
    /// Reduces the buffers of all ranks, and stores the result on each rank. Both buffers have the same length.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclAllReduce")]
    pub unsafe fn all_reduce<'a, T: NcclType>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(self, stream)?.all_reduce(x.into(), y.into(), operator)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Like [`all_reduce`](Self::all_reduce), in one buffer.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclAllReduce")]
    pub unsafe fn all_reduce_in_place<'a, T: NcclType>(
        &self,
        stream: &Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(self, stream)?.all_reduce_in_place(y.into(), operator)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Reduces the buffers of all ranks, and stores the result on the root. `y` is `Some` only on the root.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclReduce")]
    pub unsafe fn reduce<'a, T: NcclType>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: Option<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.reduce(x.into(), y, operator, root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Like [`reduce`](Self::reduce), in one buffer, which doesn't change on the other ranks.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclReduce")]
    pub unsafe fn reduce_in_place<'a, T: NcclType>(
        &self,
        stream: &Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
        root: usize,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(self, stream)?.reduce_in_place(y.into(), operator, root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Copies the root's buffer to each rank.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias("ncclBroadcast", "ncclBcast"))]
    pub unsafe fn broadcast<'a, T: Element>(
        &self,
        stream: &Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.broadcast(y.into(), root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Like [`broadcast`](Self::broadcast), from another buffer, which is `Some` only on the root.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclBroadcast")]
    pub unsafe fn broadcast_from<'a, T: Element>(
        &self,
        stream: &Stream,
        x: Option<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.broadcast_from(x, y.into(), root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Concatenates the buffers of all ranks on each rank: `y` is as long as all parts together.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclAllGather")]
    pub unsafe fn all_gather<'a, T: Element>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.all_gather(x.into(), y.into())?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Like [`all_gather`](Self::all_gather), in one buffer, in which each rank's part is in its position.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclAllGather")]
    pub unsafe fn all_gather_in_place<'a, T: Element>(
        &self,
        stream: &Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.all_gather_in_place(y.into())?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Reduces the buffers of all ranks, and stores on each rank its part of the result: `x` is as long as all parts
    /// together.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclReduceScatter")]
    pub unsafe fn reduce_scatter<'a, T: NcclType>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(self, stream)?.reduce_scatter(x.into(), y.into(), operator)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Like [`reduce_scatter`](Self::reduce_scatter), in one buffer: this rank's part of it has the result,
    /// [`Communicator::part`] of its length, and the rest is unspecified.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclReduceScatter")]
    pub unsafe fn reduce_scatter_in_place<'a, T: NcclType>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(self, stream)?.reduce_scatter_in_place(x.into(), operator)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Sends a part of `x` to each rank, and receives one from each, in rank order.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclAlltoAll")]
    pub unsafe fn all_to_all<'a, T: Element>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.all_to_all(x.into(), y.into())?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Concatenates the buffers of all ranks on the root. `y` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclGather")]
    pub unsafe fn gather<'a, T: Element>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: Option<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.gather(x.into(), y, root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Distributes the root's buffer, one part to each rank. `x` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclScatter")]
    pub unsafe fn scatter<'a, T: Element>(
        &self,
        stream: &Stream,
        x: Option<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.scatter(x, y.into(), root)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Sends to `peer`, which receives as much. It may wait on the device until the peer receives: put operations that
    /// depend on each other, such as sends in both directions, into one [`Group`](crate::Group).
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclSend")]
    pub unsafe fn send<'a, T: Element>(
        &self,
        stream: &Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        peer: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.send(x.into(), peer)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Receives from `peer`, which sends as much: see [`send`](Self::send).
    ///
    /// # Errors
    /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    #[doc(alias = "ncclRecv")]
    pub unsafe fn recv<'a, T: Element>(
        &self,
        stream: &Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        peer: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(self, stream)?.recv(y.into(), peer)?;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.run(&operation) }
    }

    /// Returns this rank's part of a buffer of `len` elements that has one part for each rank.
    ///
    /// # Errors
    /// [`Error::Uneven`].
    pub fn part(&self, len: usize) -> Result<Range<usize>, Error> {
        let nranks = self.nranks();
        if !len.is_multiple_of(nranks) {
            return Err(Error::Uneven { buffer: "buffer", len, nranks });
        }
        let part = len / nranks;
        Ok(self.rank() * part..(self.rank() + 1) * part)
    }

    /// # Safety
    /// The contract of operations.
    #[inline]
    unsafe fn run(&self, operation: &crate::operation::Operation) -> Result<(), Error> {
        let comm = self.alive()?;
        // SAFETY: the communicator is alive, its context current, and the caller guarantees the ranks. The buffers
        // belong to the stream, and so live until the work is done.
        let issue = || unsafe { operation.issue(self.nccl(), comm, self.nranks(), self.rank()) };
        let (symbol, result) = self.context().with_current(issue)??;
        self.settle(symbol, result)
    }
}
