use std::ops::Range;
use std::sync::Arc;

use cuda_driver::{DeviceBuffer, Launch, Stream, memory::SharedBuffer};

use crate::Result;
use crate::allocator::Allocator;
use crate::kernels::{Arguments, Kernels, Number, Op};
use crate::view::View;

/// The state that the tensors of a context share.
#[derive(Clone, Default)]
pub struct Backend {
    pub allocator: Arc<Allocator>,
    kernels: Arc<Kernels>,
}

/// A tensor of `N` axes: a view of storage that other tensors may share, and the stream of its computations. It is
/// immutable.
#[derive(Clone)]
pub struct Tensor<T, const N: usize> {
    pub storage: SharedBuffer<T>,
    view: View<N>,
    backend: Backend,
}

impl Backend {
    /// Creates a tensor on `stream` from these elements, in row order.
    pub fn tensor<T: Number, const N: usize>(
        &self,
        stream: &Stream,
        elements: &[T],
        shape: [usize; N],
    ) -> Result<Tensor<T, N>> {
        let view = View::rows(shape, &[elements.len()])?;
        let mut buffer = self.allocator.alloc(stream, elements.len())?;
        stream.upload_into(elements, &mut buffer)?;
        Ok(self.written(buffer, view))
    }

    fn written<T, const N: usize>(&self, buffer: DeviceBuffer<T>, view: View<N>) -> Tensor<T, N> {
        Tensor { storage: buffer.into_shared(), view, backend: self.clone() }
    }
}

impl<T: Number, const N: usize> Tensor<T, N> {
    pub fn shape(&self) -> [usize; N] {
        self.view.shape
    }

    fn with<const M: usize>(&self, view: View<M>) -> Tensor<T, M> {
        Tensor { storage: self.storage.clone(), view, backend: self.backend.clone() }
    }

    /// Returns a range of an axis.
    pub fn slice(&self, axis: usize, range: Range<usize>) -> Result<Self> {
        Ok(self.with(self.view.slice(axis, range)?))
    }

    /// Returns the axes in reverse order.
    pub fn transpose(&self) -> Self {
        self.with(self.view.transpose())
    }

    /// Returns the same elements in another shape.
    pub fn reshape<const M: usize>(&self, shape: [usize; M]) -> Result<Tensor<T, M>> {
        Ok(self.with(self.view.reshape(shape)?))
    }

    /// Returns a tensor of one element on this one's stream.
    pub fn scalar(&self, element: T) -> Result<Self> {
        self.backend.tensor(self.storage.stream(), &[element], [1; N])
    }

    /// Returns the same tensor for work on `stream`, which waits for the work that wrote it.
    pub fn on(&self, stream: &Stream) -> Result<Self> {
        let mut tensor = self.clone();
        tensor.storage = self.storage.on(stream)?;
        Ok(tensor)
    }

    pub fn map(&self, op: Op) -> Result<Self> {
        self.zip(op, self)
    }

    /// Applies `op` to each pair of elements, on this tensor's stream.
    pub fn zip(&self, op: Op, other: &Self) -> Result<Self> {
        self.zip_on(op, other, &[])
    }

    /// [`zip`](Self::zip), with the result's elements divided among `branches`, which run concurrently.
    pub fn zip_on(&self, op: Op, other: &Self, branches: &[Stream]) -> Result<Self> {
        let (a, b) = self.view.common(&other.view)?;
        let (n, stream) = (a.len(), self.storage.stream());
        let kernel = self.backend.kernels.get::<T, N>(stream.context(), op)?;
        let mut out = self.backend.allocator.alloc::<T>(stream, n)?;
        // Dropped at the end, which records that the stream is done with it.
        let other = other.storage.on(stream)?;
        let (x, y) = (self.storage.as_slice(), other.as_slice());
        let size = n.div_ceil(branches.len().max(1)).max(1);
        stream.fork(|fork| {
            for (index, part) in out.as_slice_mut().chunks_mut(size).enumerate() {
                let branch = branches.get(index).unwrap_or(stream);
                let (begin, len) = (index * size, part.len());
                let (x, y) = (fork.share(branch, x)?, fork.share(branch, y)?);
                let part = fork.lend(branch, part)?;
                let arguments: Arguments<T, N> = (x, a, y, b, part, begin, len);
                // SAFETY: these are elementwise's; views lie within their storage, and the part has `len` elements.
                unsafe { branch.launch(&kernel, Launch::elements(len, 256), arguments) }?;
            }
            Ok(())
        })?;
        Ok(self.backend.written(out, View::rows(a.shape, &a.shape)?))
    }

    /// Returns the sum along the last axis, which becomes one element.
    pub fn sum(&self) -> Result<Self> {
        let axis = N.saturating_sub(1);
        let mut sum = self.slice(axis, 0..1)?;
        for column in 1..self.view.shape[axis] {
            sum = sum.zip(Op::Add, &self.slice(axis, column..column + 1)?)?;
        }
        Ok(sum)
    }

    /// Returns the elements in row order.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let Ok(range) = self.view.contiguous() else {
            return self.map(Op::Copy)?.to_vec();
        };
        Ok(self.storage.as_slice().slice(range)?.to_vec()?)
    }
}
