use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};

use super::Group;
use crate::communicator::Communicator;
use crate::element::NcclType;
use crate::error::Error;
use crate::operator::Operator;
use crate::plan::OperationPlan;

/// The operations, as those of [`Communicator`]: each is checked, and run by [`launch`](Group::launch).
impl<'a> Group<'a> {
    /// Reduces the buffers of all ranks, and stores the result on each rank. Both buffers have the same length.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclAllReduce")]
    pub fn all_reduce<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(comm, stream)?.all_reduce(x.into(), y.into(), operator)?;
        self.record(comm, operation)
    }

    /// Like [`all_reduce`](Self::all_reduce), in one buffer.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclAllReduce")]
    pub fn all_reduce_in_place<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(comm, stream)?.all_reduce_in_place(y.into(), operator)?;
        self.record(comm, operation)
    }

    /// Reduces the buffers of all ranks, and stores the result on the root. `y` is `Some` only on the root.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclReduce")]
    pub fn reduce<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: Option<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.reduce(x.into(), y, operator, root)?;
        self.record(comm, operation)
    }

    /// Like [`reduce`](Self::reduce), in one buffer, which doesn't change on the other ranks.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclReduce")]
    pub fn reduce_in_place<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
        root: usize,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(comm, stream)?.reduce_in_place(y.into(), operator, root)?;
        self.record(comm, operation)
    }

    /// Copies the root's buffer to each rank.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias("ncclBroadcast", "ncclBcast"))]
    pub fn broadcast<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.broadcast(y.into(), root)?;
        self.record(comm, operation)
    }

    /// Like [`broadcast`](Self::broadcast), from another buffer, which is `Some` only on the root.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclBroadcast")]
    pub fn broadcast_from<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: Option<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.broadcast_from(x, y.into(), root)?;
        self.record(comm, operation)
    }

    /// Concatenates the buffers of all ranks on each rank: `y` is as long as all parts together.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclAllGather")]
    pub fn all_gather<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.all_gather(x.into(), y.into())?;
        self.record(comm, operation)
    }

    /// Like [`all_gather`](Self::all_gather), in one buffer, in which each rank's part is in its position.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclAllGather")]
    pub fn all_gather_in_place<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.all_gather_in_place(y.into())?;
        self.record(comm, operation)
    }

    /// Reduces the buffers of all ranks, and stores on each rank its part of the result: `x` is as long as all parts
    /// together.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclReduceScatter")]
    pub fn reduce_scatter<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(comm, stream)?.reduce_scatter(x.into(), y.into(), operator)?;
        self.record(comm, operation)
    }

    /// Like [`reduce_scatter`](Self::reduce_scatter), in one buffer: this rank's part of it has the result,
    /// [`Communicator::part`] of its length, and the rest is unspecified.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclReduceScatter")]
    pub fn reduce_scatter_in_place<T: NcclType>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSliceMut<'a, T>>,
        operator: impl Operator<T> + 'a,
    ) -> Result<(), Error> {
        let operation =
            OperationPlan::new(comm, stream)?.reduce_scatter_in_place(x.into(), operator)?;
        self.record(comm, operation)
    }

    /// Sends a part of `x` to each rank, and receives one from each, in rank order.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclAlltoAll")]
    pub fn all_to_all<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.all_to_all(x.into(), y.into())?;
        self.record(comm, operation)
    }

    /// Concatenates the buffers of all ranks on the root. `y` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclGather")]
    pub fn gather<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        y: Option<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.gather(x.into(), y, root)?;
        self.record(comm, operation)
    }

    /// Distributes the root's buffer, one part to each rank. `x` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclScatter")]
    pub fn scatter<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: Option<DeviceSlice<'a, T>>,
        y: impl Into<DeviceSliceMut<'a, T>>,
        root: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.scatter(x, y.into(), root)?;
        self.record(comm, operation)
    }

    /// Sends to `peer`, which receives as much. It may wait on the device until the peer receives: put operations that
    /// depend on each other, such as sends in both directions, into one [`Group`].
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclSend")]
    pub fn send<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        x: impl Into<DeviceSlice<'a, T>>,
        peer: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.send(x.into(), peer)?;
        self.record(comm, operation)
    }

    /// Receives from `peer`, which sends as much: see [`send`](Self::send).
    ///
    /// # Errors
    /// An error for arguments that don't fit.
    #[doc(alias = "ncclRecv")]
    pub fn recv<T: Element>(
        &mut self,
        comm: &'a Communicator,
        stream: &'a Stream,
        y: impl Into<DeviceSliceMut<'a, T>>,
        peer: usize,
    ) -> Result<(), Error> {
        let operation = OperationPlan::new(comm, stream)?.recv(y.into(), peer)?;
        self.record(comm, operation)
    }
}
