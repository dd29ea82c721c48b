use core::ops::Range;

use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};

use crate::communicator::Communicator;
use crate::element::NcclType;
use crate::error::Error;
use crate::group::Group;
use crate::operator::Operator;
use crate::plan::OperationPlan;

/// Defines each operation as a method of [`Communicator`], which runs it, and of [`Group`], which records it.
macro_rules! operations {
    ($(
        $(#[$attribute:meta])*
        fn $name:ident<$element:ident: $bound:ident>($($parameter:ident: $ty:ty = $argument:expr),*);
    )*) => {
        impl Communicator {
            $(
                $(#[$attribute])*
                ///
                /// # Errors
                /// An error for arguments that don't fit, before NCCL is called; [`Error::Aborted`]; or NCCL's error.
                ///
                /// # Safety
                /// The contract of [operations](Communicator#what-operations-demand).
                pub unsafe fn $name<'a, $element: $bound>(&self, stream: &Stream, $($parameter: $ty),*) -> Result<(), Error> {
                    let operation = OperationPlan::new(self, stream)?.$name($($argument),*)?;
                    // SAFETY: the caller guarantees what the other ranks do.
                    unsafe { self.run(&operation) }
                }
            )*
        }

        /// The operations, as those of [`Communicator`]: each is checked, and run by [`launch`](Group::launch).
        impl<'a> Group<'a> {
            $(
                $(#[$attribute])*
                ///
                /// # Errors
                /// An error for arguments that don't fit.
                pub fn $name<$element: $bound>(&mut self, comm: &'a Communicator, stream: &'a Stream, $($parameter: $ty),*) -> Result<(), Error> {
                    let operation = OperationPlan::new(comm, stream)?.$name($($argument),*)?;
                    self.record(comm, operation)
                }
            )*
        }
    };
}

operations! {
    /// Reduces the buffers of all ranks, and stores the result on each rank. Both buffers have the same length.
    #[doc(alias = "ncclAllReduce")]
    fn all_reduce<T: NcclType>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: impl Into<DeviceSliceMut<'a, T>> = y.into(), operator: impl Operator<T> + 'a = operator);

    /// Like [`all_reduce`](Self::all_reduce), in one buffer.
    #[doc(alias = "ncclAllReduce")]
    fn all_reduce_in_place<T: NcclType>(y: impl Into<DeviceSliceMut<'a, T>> = y.into(), operator: impl Operator<T> + 'a = operator);

    /// Reduces the buffers of all ranks, and stores the result on the root. `y` is `Some` only on the root.
    #[doc(alias = "ncclReduce")]
    fn reduce<T: NcclType>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: Option<DeviceSliceMut<'a, T>> = y, operator: impl Operator<T> + 'a = operator, root: usize = root);

    /// Like [`reduce`](Self::reduce), in one buffer, which doesn't change on the other ranks.
    #[doc(alias = "ncclReduce")]
    fn reduce_in_place<T: NcclType>(y: impl Into<DeviceSliceMut<'a, T>> = y.into(), operator: impl Operator<T> + 'a = operator, root: usize = root);

    /// Copies the root's buffer to each rank.
    #[doc(alias("ncclBroadcast", "ncclBcast"))]
    fn broadcast<T: Element>(y: impl Into<DeviceSliceMut<'a, T>> = y.into(), root: usize = root);

    /// Like [`broadcast`](Self::broadcast), from another buffer, which is `Some` only on the root.
    #[doc(alias = "ncclBroadcast")]
    fn broadcast_from<T: Element>(x: Option<DeviceSlice<'a, T>> = x, y: impl Into<DeviceSliceMut<'a, T>> = y.into(), root: usize = root);

    /// Concatenates the buffers of all ranks on each rank: `y` is as long as all parts together.
    #[doc(alias = "ncclAllGather")]
    fn all_gather<T: Element>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: impl Into<DeviceSliceMut<'a, T>> = y.into());

    /// Like [`all_gather`](Self::all_gather), in one buffer, in which each rank's part is in its position.
    #[doc(alias = "ncclAllGather")]
    fn all_gather_in_place<T: Element>(y: impl Into<DeviceSliceMut<'a, T>> = y.into());

    /// Reduces the buffers of all ranks, and stores on each rank its part of the result: `x` is as long as all parts
    /// together.
    #[doc(alias = "ncclReduceScatter")]
    fn reduce_scatter<T: NcclType>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: impl Into<DeviceSliceMut<'a, T>> = y.into(), operator: impl Operator<T> + 'a = operator);

    /// Like [`reduce_scatter`](Self::reduce_scatter), in one buffer: this rank's part of it has the result,
    /// [`Communicator::part`] of its length, and the rest is unspecified.
    #[doc(alias = "ncclReduceScatter")]
    fn reduce_scatter_in_place<T: NcclType>(x: impl Into<DeviceSliceMut<'a, T>> = x.into(), operator: impl Operator<T> + 'a = operator);

    /// Sends a part of `x` to each rank, and receives one from each, in rank order.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    #[doc(alias = "ncclAlltoAll")]
    fn all_to_all<T: Element>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: impl Into<DeviceSliceMut<'a, T>> = y.into());

    /// Concatenates the buffers of all ranks on the root. `y` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    #[doc(alias = "ncclGather")]
    fn gather<T: Element>(x: impl Into<DeviceSlice<'a, T>> = x.into(), y: Option<DeviceSliceMut<'a, T>> = y, root: usize = root);

    /// Distributes the root's buffer, one part to each rank. `x` is `Some` only on the root.
    ///
    /// Before NCCL 2.28.3, it consists of sends and receives.
    #[doc(alias = "ncclScatter")]
    fn scatter<T: Element>(x: Option<DeviceSlice<'a, T>> = x, y: impl Into<DeviceSliceMut<'a, T>> = y.into(), root: usize = root);

    /// Sends to `peer`, which receives as much. It may wait on the device until the peer receives: put operations that
    /// depend on each other, such as sends in both directions, into one [`Group`].
    #[doc(alias = "ncclSend")]
    fn send<T: Element>(x: impl Into<DeviceSlice<'a, T>> = x.into(), peer: usize = peer);

    /// Receives from `peer`, which sends as much: see [`send`](Self::send).
    #[doc(alias = "ncclRecv")]
    fn recv<T: Element>(y: impl Into<DeviceSliceMut<'a, T>> = y.into(), peer: usize = peer);
}

impl Communicator {
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
