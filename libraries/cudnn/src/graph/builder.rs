use cuda_libraries_sys::cudnn::*;

use crate::call::{ALIGNMENT, Operand};
use crate::error::Error;
use crate::graph::descriptor::{Descriptor, Descriptors};
use crate::graph::plan::{CompiledPlan, Scalar};
use crate::handle::Dnn;
use crate::library::Cudnn;

type A = cudnnBackendAttributeName_t;
type D = cudnnBackendDescriptorType_t;
type T = cudnnBackendAttributeType_t;

/// A tensor of a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Its place among the descriptions.
    index: usize,
    pub(crate) uid: i64,
}

/// Where the elements of a tensor are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Memory,
    /// In registers alone, as far as a program can tell.
    Virtual,
    /// In host memory, one element.
    Value,
}

/// An operation of one or two operands or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    mode: cudnnPointwiseMode_t,
    compute: cudnnDataType_t,
    axis: Option<i64>,
}

impl Operation {
    /// One that is computed in `f32`.
    pub(crate) const fn new(mode: cudnnPointwiseMode_t) -> Self {
        Self { mode, compute: cudnnDataType_t::CUDNN_DATA_FLOAT, axis: None }
    }

    pub(crate) const fn compute(mut self, compute: cudnnDataType_t) -> Self {
        self.compute = compute;
        self
    }

    pub(crate) const fn axis(mut self, axis: i64) -> Self {
        self.axis = Some(axis);
        self
    }
}

/// An operation graph that is being built. Dimensions and distances are those of the host's numbers, and of tensors that cuDNN
/// accepts.
pub(crate) struct Graph {
    cudnn: Cudnn,
    descriptors: Descriptors,
    /// The places of operations among the descriptions.
    operations: Vec<usize>,
    values: Vec<Scalar>,
    next: i64,
}

impl Graph {
    pub(crate) fn new(cudnn: Cudnn) -> Self {
        Self {
            cudnn,
            descriptors: Descriptors::default(),
            operations: Vec::new(),
            values: Vec::new(),
            next: 1,
        }
    }

    /// Adds a tensor in device memory.
    pub(crate) fn memory(
        &mut self,
        data: cudnnDataType_t,
        dims: &[i64],
        strides: &[i64],
    ) -> Result<Node, Error> {
        self.tensor(Home::Memory, data, dims, strides)
    }

    /// Adds a tensor that is an operation's result, and in no memory.
    pub(crate) fn between(&mut self, data: cudnnDataType_t, dims: &[i64]) -> Result<Node, Error> {
        let mut strides = vec![1_i64; dims.len()];
        for axis in (1..dims.len()).rev() {
            strides[axis - 1] = strides[axis].saturating_mul(dims[axis]);
        }
        self.tensor(Home::Virtual, data, dims, &strides)
    }

    /// Adds a number.
    pub(crate) fn value(&mut self, value: f32, rank: usize) -> Result<Node, Error> {
        let ones = vec![1; rank];
        let node = self.tensor(Home::Value, cudnnDataType_t::CUDNN_DATA_FLOAT, &ones, &ones)?;
        self.values.push(Scalar { uid: node.uid, bits: value.to_bits() });
        Ok(node)
    }

    /// Adds an integer.
    pub(crate) fn integer(&mut self, value: i32, rank: usize) -> Result<Node, Error> {
        let ones = vec![1; rank];
        let node = self.tensor(Home::Value, cudnnDataType_t::CUDNN_DATA_INT32, &ones, &ones)?;
        self.values.push(Scalar { uid: node.uid, bits: value.cast_unsigned() });
        Ok(node)
    }

    fn tensor(
        &mut self,
        home: Home,
        data: cudnnDataType_t,
        dims: &[i64],
        strides: &[i64],
    ) -> Result<Node, Error> {
        let tensor = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_TENSOR_DESCRIPTOR)?;
        let uid = self.next;
        tensor.numbers(A::CUDNN_ATTR_TENSOR_UNIQUE_ID, &[uid])?;
        tensor.data_type(A::CUDNN_ATTR_TENSOR_DATA_TYPE, data)?;
        tensor.numbers(A::CUDNN_ATTR_TENSOR_DIMENSIONS, dims)?;
        tensor.numbers(A::CUDNN_ATTR_TENSOR_STRIDES, strides)?;
        tensor.numbers(A::CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, &[ALIGNMENT as i64])?;
        tensor.flag(A::CUDNN_ATTR_TENSOR_IS_VIRTUAL, home == Home::Virtual)?;
        tensor.flag(A::CUDNN_ATTR_TENSOR_IS_BY_VALUE, home == Home::Value)?;
        tensor.finalize()?;
        self.next += 1;
        let index = self.add(tensor);
        Ok(Node { index, uid })
    }

    fn add(&mut self, descriptor: Descriptor) -> usize {
        self.descriptors.add(descriptor)
    }

    fn others(&self, descriptor: &Descriptor, name: A, nodes: &[usize]) -> Result<(), Error> {
        let others = nodes.iter().filter_map(|index| self.descriptors.get(*index));
        descriptor.others(name, &others.collect::<Vec<_>>())
    }

    /// Adds an operation of tensors, after what describes it otherwise is set.
    fn operation(&mut self, operation: Descriptor, tensors: &[(A, Node)]) -> Result<(), Error> {
        for (name, node) in tensors {
            self.others(&operation, *name, &[node.index])?;
        }
        operation.finalize()?;
        let index = self.add(operation);
        self.operations.push(index);
        Ok(())
    }

    /// Adds `c = a b`, of matrices whose elements are summed in `f32`.
    pub(crate) fn matmul(&mut self, a: Node, b: Node, c: Node) -> Result<(), Error> {
        let how = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_MATMUL_DESCRIPTOR)?;
        how.data_type(A::CUDNN_ATTR_MATMUL_COMP_TYPE, cudnnDataType_t::CUDNN_DATA_FLOAT)?;
        how.finalize()?;
        let how = self.add(how);
        let operation = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR)?;
        self.others(&operation, A::CUDNN_ATTR_OPERATION_MATMUL_DESC, &[how])?;
        let tensors = [
            (A::CUDNN_ATTR_OPERATION_MATMUL_ADESC, a),
            (A::CUDNN_ATTR_OPERATION_MATMUL_BDESC, b),
            (A::CUDNN_ATTR_OPERATION_MATMUL_CDESC, c),
        ];
        self.operation(operation, &tensors)
    }

    /// Adds an operation on each element.
    pub(crate) fn pointwise(
        &mut self,
        operation: Operation,
        operands: &[Node],
        result: Node,
    ) -> Result<Node, Error> {
        let how = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_POINTWISE_DESCRIPTOR)?;
        how.choice(A::CUDNN_ATTR_POINTWISE_MODE, T::CUDNN_TYPE_POINTWISE_MODE, operation.mode.0)?;
        how.data_type(A::CUDNN_ATTR_POINTWISE_MATH_PREC, operation.compute)?;
        if let Some(axis) = operation.axis {
            how.numbers(A::CUDNN_ATTR_POINTWISE_AXIS, &[axis])?;
        }
        how.finalize()?;
        let how = self.add(how);
        let operation =
            Descriptor::new(self.cudnn, D::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR)?;
        self.others(&operation, A::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, &[how])?;
        let names = [
            A::CUDNN_ATTR_OPERATION_POINTWISE_XDESC,
            A::CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
            A::CUDNN_ATTR_OPERATION_POINTWISE_TDESC,
        ];
        let mut tensors: Vec<(A, Node)> = names.into_iter().zip(operands.iter().copied()).collect();
        tensors.push((A::CUDNN_ATTR_OPERATION_POINTWISE_YDESC, result));
        self.operation(operation, &tensors)?;
        Ok(result)
    }

    /// Adds a reduction along the dimensions of which the result has one element.
    pub(crate) fn reduction(
        &mut self,
        operation: cudnnReduceTensorOp_t,
        x: Node,
        y: Node,
    ) -> Result<Node, Error> {
        let how = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_REDUCTION_DESCRIPTOR)?;
        let ty = T::CUDNN_TYPE_REDUCTION_OPERATOR_TYPE;
        how.choice(A::CUDNN_ATTR_REDUCTION_OPERATOR, ty, operation.0)?;
        how.data_type(A::CUDNN_ATTR_REDUCTION_COMP_TYPE, cudnnDataType_t::CUDNN_DATA_FLOAT)?;
        how.finalize()?;
        let how = self.add(how);
        let operation =
            Descriptor::new(self.cudnn, D::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR)?;
        self.others(&operation, A::CUDNN_ATTR_OPERATION_REDUCTION_DESC, &[how])?;
        let tensors = [
            (A::CUDNN_ATTR_OPERATION_REDUCTION_XDESC, x),
            (A::CUDNN_ATTR_OPERATION_REDUCTION_YDESC, y),
        ];
        self.operation(operation, &tensors)?;
        Ok(y)
    }

    /// Adds a normalization of each row.
    pub(crate) fn norm(
        &mut self,
        mode: cudnnBackendNormMode_t,
        [x, scale, epsilon, y]: [Node; 4],
        bias: Option<Node>,
    ) -> Result<(), Error> {
        let operation =
            Descriptor::new(self.cudnn, D::CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR)?;
        operation.choice(A::CUDNN_ATTR_OPERATION_NORM_FWD_MODE, T::CUDNN_TYPE_NORM_MODE, mode.0)?;
        operation.choice(
            A::CUDNN_ATTR_OPERATION_NORM_FWD_PHASE,
            T::CUDNN_TYPE_NORM_FWD_PHASE,
            cudnnBackendNormFwdPhase_t::CUDNN_NORM_FWD_INFERENCE.0,
        )?;
        let mut tensors = vec![
            (A::CUDNN_ATTR_OPERATION_NORM_FWD_XDESC, x),
            (A::CUDNN_ATTR_OPERATION_NORM_FWD_SCALE_DESC, scale),
            (A::CUDNN_ATTR_OPERATION_NORM_FWD_EPSILON_DESC, epsilon),
            (A::CUDNN_ATTR_OPERATION_NORM_FWD_YDESC, y),
        ];
        tensors.extend(bias.map(|bias| (A::CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC, bias)));
        self.operation(operation, &tensors)
    }

    /// Lets cuDNN compile it, with the fastest engine that suits the conditions of the call. The operands are for errors.
    pub(crate) fn compile(
        mut self,
        dnn: &mut Dnn<'_>,
        call: &'static str,
        operands: &[Operand<'_>],
    ) -> Result<CompiledPlan, Error> {
        let graph = Descriptor::new(self.cudnn, D::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)?;
        graph.handle(A::CUDNN_ATTR_OPERATIONGRAPH_HANDLE, dnn.handle.raw())?;
        self.others(&graph, A::CUDNN_ATTR_OPERATIONGRAPH_OPS, &self.operations)?;
        dnn.in_context(|| graph.finalize())?;
        let graph = self.add(graph);
        CompiledPlan::new(dnn, call, operands, self.descriptors, graph, self.values)
    }
}
