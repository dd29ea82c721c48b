use core::marker::PhantomData;
use std::sync::Arc;

use cuda_driver::{Stream, sys::CUdeviceptr};
use ndarray::Dimension;

use crate::arithmetic::scalar::Scalar;
use crate::array::DeviceArray;
use crate::shared::SharedDeviceArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// What is computed of arrays, element by element: [`compute`](Self::compute) makes an array of it.
///
/// Operators of arrays and the methods here make expressions, and nothing is computed before `compute`. One kernel computes a
/// whole expression, and nothing between is written to memory. A part that is used several times, by a clone, is computed once.
#[must_use = "it is computed by `compute`"]
pub struct Expr<'a, A, D> {
    node: Arc<Node<'a>>,
    value: PhantomData<fn() -> (A, D)>,
}

/// The maximum number of functions in an expression: it is walked by calls.
pub(super) const MOST_CALLS: usize = 256;

/// A part of an expression, of the type with this name in the kernel.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) ty: &'static str,
    pub(super) kind: NodeKind<'a>,
    calls: usize,
}

#[derive(Debug)]
pub(super) enum NodeKind<'a> {
    Array(Elements<'a>),
    /// The bytes of a value that is the same for all elements.
    Scalar([u64; 2]),
    /// A function of the kernel.
    Call(&'static str, Vec<Arc<Node<'a>>>),
    /// More functions than there may be.
    TooLong(usize),
}

/// The elements of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Elements<'a> {
    /// The address of the element of index 0.
    pub(super) address: CUdeviceptr,
    pub(super) shape: Vec<usize>,
    pub(super) strides: Vec<isize>,
    /// The size of an element, in bytes.
    pub(super) size: usize,
    pub(super) stream: &'a Stream,
}

impl<A, D> Clone for Expr<'_, A, D> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone(), value: PhantomData }
    }
}

impl<A, D> core::fmt::Debug for Expr<'_, A, D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Expr")
            .field("element", &core::any::type_name::<A>())
            .field("functions", &self.node.calls)
            .finish_non_exhaustive()
    }
}

impl<'a, A: Scalar, D> Expr<'a, A, D> {
    fn new(kind: NodeKind<'a>) -> Self {
        let calls = match &kind {
            NodeKind::Call(_, operands) => {
                operands.iter().fold(1, |sum: usize, operand| sum.saturating_add(operand.calls))
            }
            _ => 0,
        };
        let kind = if calls > MOST_CALLS { NodeKind::TooLong(calls) } else { kind };
        let node = Node { ty: A::NAME, kind, calls };
        Self { node: Arc::new(node), value: PhantomData }
    }

    /// A function of the kernel, of parts.
    pub(super) fn call<const N: usize>(name: &'static str, operands: [Arc<Node<'a>>; N]) -> Self {
        Self::new(NodeKind::Call(name, operands.into()))
    }

    pub(super) fn of_scalar(value: A) -> Self {
        let mut words = [0u64; 2];
        let bytes = bytemuck::bytes_of(&value);
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self::new(NodeKind::Scalar(words))
    }
}

impl<'a, A, D> Expr<'a, A, D> {
    pub(super) fn node(&self) -> &Arc<Node<'a>> {
        &self.node
    }

    pub(super) fn into_node(self) -> Arc<Node<'a>> {
        self.node
    }
}

/// What operators and methods take with an [`Expr`]: another one, an array or a view, or a number.
pub trait Operand<'a, A> {
    /// The dimension of its shape; a number has that of an array without axes.
    type Dim: Dimension;

    /// Returns it as an expression.
    fn into_expr(self) -> Expr<'a, A, Self::Dim>;
}

impl<'a, A, D: Dimension> Operand<'a, A> for Expr<'a, A, D> {
    type Dim = D;

    fn into_expr(self) -> Self {
        self
    }
}

impl<'a, A, D: Dimension> Operand<'a, A> for &Expr<'a, A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        self.clone()
    }
}

impl<'a, A: Scalar, D: Dimension> Operand<'a, A> for DeviceArrayView<'a, A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        let address = if self.is_empty() { 0 } else { self.address_of(self.layout().offset()) };
        Expr::new(NodeKind::Array(Elements {
            address,
            shape: self.shape().to_vec(),
            strides: self.strides().to_vec(),
            size: size_of::<A>(),
            stream: self.stream(),
        }))
    }
}

impl<'a, A: Scalar, D: Dimension> Operand<'a, A> for &DeviceArrayView<'a, A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        self.clone().into_expr()
    }
}

impl<'a, A: Scalar, D: Dimension> Operand<'a, A> for &'a DeviceArray<A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        self.view().into_expr()
    }
}

impl<'a, A: Scalar, D: Dimension> Operand<'a, A> for &'a SharedDeviceArray<A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        self.view().into_expr()
    }
}

impl<'a, A: Scalar, D: Dimension> Operand<'a, A> for &'a DeviceArrayViewMut<'_, A, D> {
    type Dim = D;

    fn into_expr(self) -> Expr<'a, A, D> {
        self.view().into_expr()
    }
}
