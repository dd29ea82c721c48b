//! The graph interface: descriptions with attributes, heuristics with one engine, and plans.

use core::ffi::c_void;
use std::collections::{BTreeMap, HashMap};
use std::process;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;
use parking_lot::Mutex;

use super::arithmetic::host;
use super::convolution::Direction;
use super::handle::because;
use super::interpreter::{Execute, MOST_NODES, operands_of};
use super::kernel::submit;
use super::program::{Computation, Node, Program, Scales, Step, number, program};
use super::view::{MOST, View, data_of};
use super::{BAD_PARAM, Cudnn, NOT_SUPPORTED, NULL_POINTER, Outcome, get, put, signatures, status};

type A = cudnnBackendAttributeName_t;
type D = cudnnBackendDescriptorType_t;
type T = cudnnBackendAttributeType_t;

const PATTERN: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_NOT_SUPPORTED_GRAPH_PATTERN;
const NOT_FINAL: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED;

/// Where the three convolutions have `x`, `w`, `y`, their description, and the factors of the result and of what was there.
const FORWARD: [A; 6] = [
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
];
const DATA: [A; 6] = [
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
];
const FILTER: [A; 6] = [
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
    A::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
];

/// Returns what is so of all engines and plans: a number, or that there is none. There is one engine for a graph, without knobs.
fn known(name: A) -> Option<Option<i64>> {
    Some(match name {
        A::CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE | A::CUDNN_ATTR_ENGINECFG_WORKSPACE_SIZE => {
            Some(WORKSPACE)
        }
        A::CUDNN_ATTR_ENGINECFG_SHARED_MEMORY_USED => Some(0),
        A::CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT => Some(1),
        A::CUDNN_ATTR_ENGINE_GLOBAL_INDEX => Some(0),
        A::CUDNN_ATTR_ENGINE_NUMERICAL_NOTE
        | A::CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE
        | A::CUDNN_ATTR_ENGINE_KNOB_INFO
        | A::CUDNN_ATTR_ENGINECFG_KNOB_CHOICES => None,
        _ => return None,
    })
}

/// Returns the other libraries' name of a type of a graph's tensors.
fn data_of_graphs(data: cudnnDataType_t) -> Outcome<cudaDataType> {
    Ok(match data {
        cudnnDataType_t::CUDNN_DATA_FP8_E4M3 => cudaDataType::CUDA_R_8F_E4M3,
        cudnnDataType_t::CUDNN_DATA_FP8_E5M2 => cudaDataType::CUDA_R_8F_E5M2,
        cudnnDataType_t::CUDNN_DATA_FP8_E8M0 => cudaDataType::CUDA_R_8U,
        _ => data_of(data)?,
    })
}

/// A plan as text.
const TEXT: A = A::CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION;

/// What tells the texts of this process from those of others, whose programs have the same numbers.
fn mark() -> u128 {
    static MARK: OnceLock<u128> = OnceLock::new();
    *MARK.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_nanos() << 32 | u128::from(process::id())
    })
}

/// Returns the text of a plan, which only this process can read.
fn text_of(program: &Arc<Program>) -> String {
    format!("{{\"process\":\"{:x}\",\"program\":{}}}", mark(), number(program))
}

/// Returns the program of a text, which may end with zeros.
fn of_text(text: &[u8]) -> Option<Arc<Program>> {
    let text = core::str::from_utf8(text).ok()?.trim_end_matches('\0');
    let rest = text.strip_prefix(&format!("{{\"process\":\"{:x}\",\"program\":", mark()))?;
    program(rest.strip_suffix('}')?.parse().ok()?)
}

/// The bytes of workspace that a plan pretends to need.
const WORKSPACE: i64 = 16;

/// A description.
#[derive(Debug, Clone)]
struct Description {
    kind: D,
    is_final: bool,
    attributes: BTreeMap<u32, Attribute>,
    /// Of an operation graph, and of what was made for one.
    program: Option<Arc<Program>>,
}

#[derive(Debug, Clone)]
struct Attribute {
    ty: T,
    count: usize,
    bytes: Vec<u8>,
    /// Other descriptions, as they were then.
    others: Vec<SharedDescription>,
}

type SharedDescription = Arc<Mutex<Description>>;

/// The live descriptions. They are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, SharedDescription>>> = Mutex::new(None);

fn find(descriptor: cudnnBackendDescriptor_t) -> Outcome<SharedDescription> {
    let live = LIVE.lock();
    let found = live.as_ref().and_then(|live| live.get(&(descriptor as usize)));
    found.cloned().ok_or_else(|| because(NULL_POINTER, "this is no description"))
}

fn size_of_type(ty: T) -> usize {
    match ty {
        T::CUDNN_TYPE_BOOLEAN | T::CUDNN_TYPE_CHAR => 1,
        T::CUDNN_TYPE_HANDLE
        | T::CUDNN_TYPE_INT64
        | T::CUDNN_TYPE_DOUBLE
        | T::CUDNN_TYPE_VOID_PTR
        | T::CUDNN_TYPE_BACKEND_DESCRIPTOR => 8,
        T::CUDNN_TYPE_FRACTION => 16,
        _ => 4,
    }
}

impl Description {
    fn attribute(&self, name: A, ty: T) -> Outcome<&Attribute> {
        let attribute = self.attributes.get(&name.0);
        let missing = || because(BAD_PARAM, "an attribute wasn't set");
        let attribute = attribute.ok_or_else(missing)?;
        if attribute.ty == ty {
            Ok(attribute)
        } else {
            Err(cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE)
        }
    }

    fn numbers(&self, name: A) -> Outcome<Vec<i64>> {
        let bytes = &self.attribute(name, T::CUDNN_TYPE_INT64)?.bytes;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, i64::from_ne_bytes);
        Ok(bytes.chunks_exact(8).map(number).collect())
    }

    fn number(&self, name: A) -> Outcome<i64> {
        self.numbers(name)?.first().copied().ok_or(BAD_PARAM)
    }

    /// Returns the number of an enumeration.
    fn choice(&self, name: A, ty: T) -> Outcome<u32> {
        let bytes = &self.attribute(name, ty)?.bytes;
        let bytes: [u8; 4] = bytes.as_slice().try_into().map_err(|_| BAD_PARAM)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    fn is_set(&self, name: A) -> bool {
        let attribute = self.attributes.get(&name.0);
        attribute.is_some_and(|attribute| attribute.bytes.first().is_some_and(|byte| *byte != 0))
    }

    fn real(&self, name: A, default: f64) -> Outcome<f64> {
        let Some(attribute) = self.attributes.get(&name.0) else {
            return Ok(default);
        };
        let bytes = attribute.bytes.as_slice();
        match attribute.ty {
            T::CUDNN_TYPE_DOUBLE => bytes.try_into().map(f64::from_ne_bytes),
            _ => bytes.try_into().map(|bytes| f32::from_ne_bytes(bytes).into()),
        }
        .map_err(|_| BAD_PARAM)
    }

    /// Returns another description, which must be final.
    fn other(&self, name: A) -> Outcome<SharedDescription> {
        let others = &self.attribute(name, T::CUDNN_TYPE_BACKEND_DESCRIPTOR)?.others;
        let other = others.first().ok_or(BAD_PARAM)?;
        if other.lock().is_final { Ok(other.clone()) } else { Err(NOT_FINAL) }
    }

    /// Returns a copy of it, because whoever misuses it as a tensor, too, would wait for its lock.
    fn copy(&self, name: A) -> Outcome<Self> {
        Ok(self.other(name)?.lock().clone())
    }

    fn has(&self, name: A) -> bool {
        self.attributes.contains_key(&name.0)
    }

    /// Returns a tensor of a graph.
    fn node(&self) -> Outcome<Node> {
        let dims = self.numbers(A::CUDNN_ATTR_TENSOR_DIMENSIONS)?;
        let strides = self.numbers(A::CUDNN_ATTR_TENSOR_STRIDES)?;
        let data = self.choice(A::CUDNN_ATTR_TENSOR_DATA_TYPE, T::CUDNN_TYPE_DATA_TYPE)?;
        let data = cudnnDataType_t(data);
        self.number(A::CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)?;
        let mode = A::CUDNN_ATTR_TENSOR_REORDERING_MODE;
        let order = if self.has(mode) {
            self.choice(mode, T::CUDNN_TYPE_TENSOR_REORDERING_MODE)?
        } else {
            0
        };
        let are_tiled = order == cudnnBackendTensorReordering_t::CUDNN_TENSOR_REORDERING_F8_128x4.0;
        if order != 0 && !are_tiled {
            return Err(because(NOT_SUPPORTED, "tensors of this order aren't supported"));
        }
        let are_exponents = data == cudnnDataType_t::CUDNN_DATA_FP8_E8M0;
        Ok(Node {
            uid: self.number(A::CUDNN_ATTR_TENSOR_UNIQUE_ID)?,
            view: View::new(data_of_graphs(data)?, &dims, &strides)?,
            is_virtual: self.is_set(A::CUDNN_ATTR_TENSOR_IS_VIRTUAL),
            is_by_value: self.is_set(A::CUDNN_ATTR_TENSOR_IS_BY_VALUE),
            scales: Scales { are_exponents, are_tiled },
        })
    }

    /// Returns a tensor that an attribute names.
    fn tensor(&self, name: A) -> Outcome<Node> {
        let tensor = self.other(name)?;
        let tensor = tensor.lock();
        match tensor.kind {
            D::CUDNN_BACKEND_TENSOR_DESCRIPTOR => tensor.node(),
            _ => Err(BAD_PARAM),
        }
    }

    /// Returns what an operation does, its operands, and its result.
    fn operation(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        match self.kind {
            D::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR => self.matmul(),
            D::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR => self.pointwise(),
            D::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR => self.reduction(),
            D::CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR => {
                self.convolution(Direction::FORWARD, FORWARD)
            }
            D::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR => {
                self.convolution(Direction::DATA, DATA)
            }
            D::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR => {
                self.convolution(Direction::FILTER, FILTER)
            }
            D::CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR => self.normalization(),
            D::CUDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR => self.dequantization(),
            _ => Err(because(PATTERN, "this operation isn't supported")),
        }
    }

    /// The same for a product of matrices.
    fn matmul(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        self.other(A::CUDNN_ATTR_OPERATION_MATMUL_DESC)?;
        let operands = vec![
            self.tensor(A::CUDNN_ATTR_OPERATION_MATMUL_ADESC)?,
            self.tensor(A::CUDNN_ATTR_OPERATION_MATMUL_BDESC)?,
        ];
        let result = self.tensor(A::CUDNN_ATTR_OPERATION_MATMUL_CDESC)?;
        let [a, b, c] = [&operands[0].view, &operands[1].view, &result.view];
        let rank = c.rank();
        let divides = |view: &View| {
            (0..rank.saturating_sub(2))
                .all(|axis| view.dim(axis) > 0 && c.dim(axis).is_multiple_of(view.dim(axis)))
        };
        let fits = rank >= 3
            && a.rank() == rank
            && b.rank() == rank
            && a.dim(rank - 2) == c.dim(rank - 2)
            && b.dim(rank - 1) == c.dim(rank - 1)
            && a.dim(rank - 1) == b.dim(rank - 2)
            && divides(a)
            && divides(b);
        if fits {
            Ok((Computation::Matmul, operands, result))
        } else {
            Err(because(BAD_PARAM, "the matrices don't fit each other"))
        }
    }

    /// The same for a pointwise operation.
    fn pointwise(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        let how = self.copy(A::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR)?;
        let mode = how.choice(A::CUDNN_ATTR_POINTWISE_MODE, T::CUDNN_TYPE_POINTWISE_MODE)?;
        let mode = cudnnPointwiseMode_t(mode);
        let count = operands_of(mode)
            .ok_or_else(|| because(PATTERN, "this pointwise mode isn't supported"))?;
        let names = [
            A::CUDNN_ATTR_OPERATION_POINTWISE_XDESC,
            A::CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
            A::CUDNN_ATTR_OPERATION_POINTWISE_TDESC,
        ];
        let operands: Outcome<Vec<Node>> =
            names.into_iter().take(count).map(|name| self.tensor(name)).collect();
        let axis = if how.has(A::CUDNN_ATTR_POINTWISE_AXIS) {
            how.number(A::CUDNN_ATTR_POINTWISE_AXIS)?
        } else {
            0
        };
        let computation = Computation::Pointwise {
            mode,
            factors: [
                self.real(A::CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, 1.0)?,
                self.real(A::CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2, 1.0)?,
            ],
            axis: usize::try_from(axis).map_err(|_| BAD_PARAM)?.min(MOST - 1),
            lower: how.real(A::CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, 0.0)?,
            upper: how.real(A::CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, f64::INFINITY)?,
            slope: how.real(A::CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 0.0)?,
            elu_alpha: how.real(A::CUDNN_ATTR_POINTWISE_ELU_ALPHA, 1.0)?,
            softplus_beta: how.real(A::CUDNN_ATTR_POINTWISE_SOFTPLUS_BETA, 1.0)?,
            swish_beta: how.real(A::CUDNN_ATTR_POINTWISE_SWISH_BETA, 1.0)?,
        };
        let (operands, result) = (operands?, self.tensor(A::CUDNN_ATTR_OPERATION_POINTWISE_YDESC)?);
        let fits = operands.iter().all(|operand| spreads(&operand.view, &result.view));
        if fits {
            Ok((computation, operands, result))
        } else {
            Err(because(BAD_PARAM, "the dimensions of operands are those of the result, or 1"))
        }
    }

    /// The same for a reduction.
    fn reduction(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        let how = self.other(A::CUDNN_ATTR_OPERATION_REDUCTION_DESC)?;
        let operation = how
            .lock()
            .choice(A::CUDNN_ATTR_REDUCTION_OPERATOR, T::CUDNN_TYPE_REDUCTION_OPERATOR_TYPE)?;
        let from = self.tensor(A::CUDNN_ATTR_OPERATION_REDUCTION_XDESC)?;
        let to = self.tensor(A::CUDNN_ATTR_OPERATION_REDUCTION_YDESC)?;
        if from.view.rank() != to.view.rank() || !spreads(&to.view, &from.view) {
            return Err(because(
                BAD_PARAM,
                "the dimensions of the result are those of the operand, or 1",
            ));
        }
        let computation = Computation::Reduction(cudnnReduceTensorOp_t(operation));
        Ok((computation, vec![from], to))
    }

    /// The same for a convolution, or a gradient of one.
    fn convolution(
        &self,
        direction: Direction,
        [x, w, y, how, alpha, beta]: [A; 6],
    ) -> Outcome<(Computation, Vec<Node>, Node)> {
        let factor = self.real(alpha, 1.0)?;
        if self.real(beta, 0.0)? != 0.0 {
            return Err(because(PATTERN, "a convolution's result isn't added to what was there"));
        }
        let how = self.copy(how)?;
        // The least is what is meant where a number isn't given.
        let spread = |name: A, least: i64| {
            let mut spread = [least; MOST];
            for (place, number) in spread.iter_mut().zip(how.numbers(name)?) {
                if !(least..=i32::MAX.into()).contains(&number) {
                    return Err(because(
                        BAD_PARAM,
                        "a padding, stride or dilation is out of range",
                    ));
                }
                *place = number;
            }
            Ok::<_, cudnnStatus_t>(spread)
        };
        let mode =
            how.choice(A::CUDNN_ATTR_CONVOLUTION_CONV_MODE, T::CUDNN_TYPE_CONVOLUTION_MODE)?;
        let padding = spread(A::CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, 0)?;
        if padding != spread(A::CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, 0)? {
            return Err(because(PATTERN, "padding is the same on both sides"));
        }
        let stride = spread(A::CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, 1)?;
        let dilation = spread(A::CUDNN_ATTR_CONVOLUTION_DILATIONS, 1)?;
        let [x, w, y] = [self.tensor(x)?, self.tensor(w)?, self.tensor(y)?];
        let rank = x.view.rank();
        let mut fits = rank >= 3
            && rank == w.view.rank()
            && rank == y.view.rank()
            && x.view.dims[0] == y.view.dims[0]
            && w.view.dims[0] == y.view.dims[1]
            && x.view.dims[1] % w.view.dims[1].max(1) == 0;
        for axis in 0..rank.saturating_sub(2) {
            let reach = (w.view.dims[axis + 2] - 1).saturating_mul(dilation[axis]);
            let padded = x.view.dims[axis + 2].saturating_add(2 * padding[axis]);
            let rest = padded.saturating_sub(reach).saturating_sub(1);
            fits &= rest >= 0 && y.view.dims[axis + 2] == rest / stride[axis] + 1;
        }
        if !fits {
            return Err(because(BAD_PARAM, "the shapes don't fit each other"));
        }
        let computation = Computation::Convolution {
            direction,
            factor,
            padding,
            stride,
            dilation,
            is_turned: mode == cudnnConvolutionMode_t::CUDNN_CONVOLUTION.0,
        };
        Ok(match direction {
            Direction::FORWARD => (computation, vec![x, w], y),
            Direction::DATA => (computation, vec![w, y], x),
            _ => (computation, vec![x, y], w),
        })
    }

    /// The same for a normalization.
    fn normalization(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        let mode = self.choice(A::CUDNN_ATTR_OPERATION_NORM_FWD_MODE, T::CUDNN_TYPE_NORM_MODE)?;
        let phase =
            self.choice(A::CUDNN_ATTR_OPERATION_NORM_FWD_PHASE, T::CUDNN_TYPE_NORM_FWD_PHASE)?;
        let mode = cudnnBackendNormMode_t(mode);
        let is_known = matches!(
            mode,
            cudnnBackendNormMode_t::CUDNN_LAYER_NORM | cudnnBackendNormMode_t::CUDNN_RMS_NORM
        );
        if !is_known || phase != cudnnBackendNormFwdPhase_t::CUDNN_NORM_FWD_INFERENCE.0 {
            return Err(because(PATTERN, "normalization is that of layers, or RMS, in inference"));
        }
        let has_bias = self.has(A::CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC);
        let mut operands = vec![
            self.tensor(A::CUDNN_ATTR_OPERATION_NORM_FWD_XDESC)?,
            self.tensor(A::CUDNN_ATTR_OPERATION_NORM_FWD_SCALE_DESC)?,
        ];
        if has_bias {
            operands.push(self.tensor(A::CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC)?);
        }
        operands.push(self.tensor(A::CUDNN_ATTR_OPERATION_NORM_FWD_EPSILON_DESC)?);
        let result = self.tensor(A::CUDNN_ATTR_OPERATION_NORM_FWD_YDESC)?;
        Ok((Computation::Norm { mode, has_bias }, operands, result))
    }

    /// The same for a product with the scales of blocks.
    fn dequantization(&self) -> Outcome<(Computation, Vec<Node>, Node)> {
        let operands = vec![
            self.tensor(A::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_XDESC)?,
            self.tensor(A::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_SCALE_DESC)?,
        ];
        let result = self.tensor(A::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_YDESC)?;
        let name = A::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_BLOCK_SIZE;
        let sizes = &self.attribute(name, T::CUDNN_TYPE_INT32)?.bytes;
        let sizes: Vec<usize> = sizes
            .chunks_exact(4)
            .map(|chunk| {
                usize::try_from(chunk.try_into().map_or(0, i32::from_ne_bytes)).unwrap_or(0)
            })
            .collect();
        let [x, scale] = [&operands[0].view, &operands[1].view];
        let rank = x.rank();
        let mut block = [1; MOST];
        match sizes.as_slice() {
            // One size is that of the axis along which there are fewer scales than elements.
            [size] => {
                (0..rank)
                    .filter(|axis| scale.dim(*axis) < x.dim(*axis))
                    .for_each(|i| block[i] = *size);
            }
            sizes if sizes.len() <= rank => block[rank - sizes.len()..rank].copy_from_slice(sizes),
            _ => return Err(because(BAD_PARAM, "there are more sizes of blocks than axes")),
        }
        let fits = scale.rank() == rank
            && x.shape() == result.view.shape()
            && block.iter().all(|size| *size > 0)
            && (0..rank).all(|axis| scale.dim(axis).saturating_mul(block[axis]) >= x.dim(axis));
        if fits {
            Ok((Computation::Dequantize(block), operands, result))
        } else {
            Err(because(BAD_PARAM, "the scales don't fit the elements"))
        }
    }

    /// Returns the program of an operation graph.
    fn graph(&self) -> Outcome<Program> {
        let operations = &self
            .attribute(A::CUDNN_ATTR_OPERATIONGRAPH_OPS, T::CUDNN_TYPE_BACKEND_DESCRIPTOR)?
            .others;
        let mut program = Program { nodes: Vec::new(), steps: Vec::new() };
        for operation in operations {
            let operation = operation.lock();
            if !operation.is_final {
                return Err(NOT_FINAL);
            }
            let (computation, operands, result) = operation.operation()?;
            if result.scales.are_exponents || result.scales.are_tiled {
                return Err(because(PATTERN, "scales of blocks aren't results"));
            }
            let mut place = |node: Node| {
                let position = program.nodes.iter().position(|other| other.uid == node.uid);
                match position {
                    Some(position) if program.nodes[position] == node => Ok(position),
                    Some(_) => Err(because(
                        cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_DUPLICATED_ENTRIES,
                        "two tensors have the same number",
                    )),
                    None => {
                        program.nodes.push(node);
                        Ok(program.nodes.len() - 1)
                    }
                }
            };
            let inputs: Outcome<Vec<usize>> = operands.into_iter().map(&mut place).collect();
            let (inputs, output) = (inputs?, place(result)?);
            if program.is_written(output) {
                return Err(because(BAD_PARAM, "a tensor is the result of two operations"));
            }
            program.steps.push(Step { inputs, output, computation });
        }
        if program.steps.is_empty() || program.nodes.len() > MOST_NODES {
            return Err(because(PATTERN, "there are no operations, or too many"));
        }
        let is_made = |node: usize| program.is_written(node);
        let mut nodes = program.nodes.iter().enumerate();
        if nodes.any(|(index, node)| node.is_virtual && !is_made(index)) {
            return Err(because(BAD_PARAM, "a virtual tensor is no operation's result"));
        }
        program.in_order().ok_or_else(|| because(BAD_PARAM, "operations depend on themselves"))
    }

    fn finalize(&mut self) -> Outcome {
        if self.is_final {
            return Ok(());
        }
        let made_for = |name: A| Ok::<_, cudnnStatus_t>(self.other(name)?.lock().program.clone());
        match self.kind {
            D::CUDNN_BACKEND_TENSOR_DESCRIPTOR => {
                self.node()?;
            }
            D::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR => {
                self.program = Some(Arc::new(self.graph()?));
            }
            D::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR => {
                self.program = made_for(A::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH)?;
            }
            D::CUDNN_BACKEND_ENGINE_DESCRIPTOR => {
                self.program = made_for(A::CUDNN_ATTR_ENGINE_OPERATION_GRAPH)?;
            }
            D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR => {
                self.program = made_for(A::CUDNN_ATTR_ENGINECFG_ENGINE)?;
            }
            D::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR if self.has(TEXT) => {
                let text = &self.attribute(TEXT, T::CUDNN_TYPE_CHAR)?.bytes;
                let read = of_text(text);
                let unknown =
                    || because(NOT_SUPPORTED, "this is no text of a plan of this process");
                self.program = Some(read.ok_or_else(unknown)?);
            }
            D::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR => {
                self.program = made_for(A::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)?;
            }
            D::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR
            | D::CUDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR => {
                self.operation()?;
            }
            D::CUDNN_BACKEND_POINTWISE_DESCRIPTOR
            | D::CUDNN_BACKEND_MATMUL_DESCRIPTOR
            | D::CUDNN_BACKEND_REDUCTION_DESCRIPTOR
            | D::CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR
            | D::CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR => {}
            _ => return Err(because(PATTERN, "this operation isn't supported")),
        }
        self.is_final = true;
        Ok(())
    }

    /// Returns the results of a query that are other descriptions: how many there are, and what makes one.
    fn made(&self, name: A) -> Option<(D, Option<Arc<Program>>)> {
        let kind = match (self.kind, name) {
            (D::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, A::CUDNN_ATTR_ENGINEHEUR_RESULTS) => {
                D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR
            }
            (D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, A::CUDNN_ATTR_ENGINECFG_ENGINE) => {
                D::CUDNN_BACKEND_ENGINE_DESCRIPTOR
            }
            (
                D::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR,
                A::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
            ) => D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR,
            _ => return None,
        };
        Some((kind, self.program.clone()))
    }
}

/// Returns whether the dimensions of one tensor are those of another, or 1.
fn spreads(from: &View, to: &View) -> bool {
    let Some(offset) = to.rank().checked_sub(from.rank()) else {
        return from.len() == 1;
    };
    (0..from.rank()).all(|axis| from.dim(axis) == 1 || from.dim(axis) == to.dim(axis + offset))
}

/// Returns what a plan executes, from the numbers, pointers and memory of a variant pack.
///
/// # Safety
/// The pointer for a tensor by value is to a number of its type.
unsafe fn prepare(plan: &Description, pack: &Description) -> Outcome<Execute> {
    if !plan.is_final || !pack.is_final {
        return Err(NOT_FINAL);
    }
    let program = plan.program.as_ref().ok_or(BAD_PARAM)?;
    let uids = pack.numbers(A::CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS)?;
    let pointers =
        pack.attribute(A::CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, T::CUDNN_TYPE_VOID_PTR)?;
    let pointer = |bytes: &[u8]| bytes.try_into().map_or(0, usize::from_ne_bytes);
    let pointers: Vec<usize> = pointers.bytes.chunks_exact(8).map(pointer).collect();
    let workspace = pack.attribute(A::CUDNN_ATTR_VARIANT_PACK_WORKSPACE, T::CUDNN_TYPE_VOID_PTR)?;
    if pointer(&workspace.bytes) == 0 {
        return Err(because(BAD_PARAM, "there is no workspace"));
    }
    let mut execute = Execute { program: number(program), values: [0; MOST_NODES] };
    for (index, node) in program.nodes.iter().enumerate() {
        if node.is_virtual {
            continue;
        }
        let place = uids.iter().position(|uid| *uid == node.uid);
        let pointer = place.and_then(|place| pointers.get(place)).copied();
        let pointer = pointer.ok_or_else(|| because(BAD_PARAM, "a tensor has no pointer"))?;
        execute.values[index] = if node.is_by_value {
            // SAFETY: the caller guarantees it.
            unsafe { host(&node.view, pointer as *const c_void)? }.to_bits()
        } else {
            pointer as u64
        };
    }
    Ok(execute)
}

function!(Cudnn::cudnnBackendCreateDescriptor, |descriptorType, descriptor| {
    static NEXT: Mutex<usize> = Mutex::new(0x7000);
    if descriptor.is_null() {
        return NULL_POINTER;
    }
    let description = Description {
        kind: descriptorType,
        is_final: false,
        attributes: BTreeMap::new(),
        program: None,
    };
    let mut next = NEXT.lock();
    *next += 64;
    LIVE.lock().get_or_insert_default().insert(*next, Arc::new(Mutex::new(description)));
    status(put(descriptor, *next as cudnnBackendDescriptor_t))
});

function!(Cudnn::cudnnBackendDestroyDescriptor, |descriptor| {
    let removed = LIVE.lock().as_mut().and_then(|live| live.remove(&(descriptor as usize)));
    // Others may refer to it.
    status(removed.map(drop).ok_or(NULL_POINTER))
});

function!(Cudnn::cudnnBackendFinalize, |descriptor| {
    status(find(descriptor).and_then(|description| description.lock().finalize()))
});

call! { Cudnn::cudnnBackendSetAttribute(
    descriptor, attributeName, attributeType, elementCount, arrayOfElements,
) => {
    let description = find(descriptor)?;
    let count = usize::try_from(elementCount).map_err(|_| BAD_PARAM)?;
    if arrayOfElements.is_null() {
        return Err(NULL_POINTER);
    }
    let len = count.checked_mul(size_of_type(attributeType)).ok_or(BAD_PARAM)?;
    let bytes = core::slice::from_raw_parts(arrayOfElements.cast::<u8>(), len).to_vec();
    let mut others = Vec::new();
    if attributeType == T::CUDNN_TYPE_BACKEND_DESCRIPTOR {
        let array = arrayOfElements.cast::<cudnnBackendDescriptor_t>();
        for index in 0..count {
            let other = find(get(array.wrapping_add(index))?)?;
            if Arc::ptr_eq(&other, &description) {
                return Err(because(BAD_PARAM, "a description refers to itself"));
            }
            others.push(other);
        }
    }
    let mut description = description.lock();
    if description.is_final {
        return Err(because(BAD_PARAM, "the description is final"));
    }
    let attribute = Attribute { ty: attributeType, count, bytes, others };
    description.attributes.insert(attributeName.0, attribute);
    Ok(())
} }

call! { Cudnn::cudnnBackendGetAttribute(
    descriptor, attributeName, attributeType, requestedElementCount, elementCount, arrayOfElements,
) => {
    let descriptor = find(descriptor)?;
    let description = descriptor.lock();
    if !description.is_final {
        return Err(NOT_FINAL);
    }
    let answer = |count: i64| if elementCount.is_null() {
        Ok(())
    } else {
        put(elementCount, count)
    };
    let wanted = usize::try_from(requestedElementCount).map_err(|_| BAD_PARAM)?;
    if let Some((kind, program)) = description.made(attributeName) {
        let is_unknown = program.as_ref().is_some_and(|program| !program.is_supported());
        if kind == D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR && is_unknown {
            return answer(0);
        }
        if wanted > 0 && !arrayOfElements.is_null() {
            let other = find(get(arrayOfElements.cast::<cudnnBackendDescriptor_t>())?)?;
            if Arc::ptr_eq(&other, &descriptor) {
                return Err(BAD_PARAM);
            }
            let mut other = other.lock();
            if other.kind != kind {
                return Err(BAD_PARAM);
            }
            other.program = program;
            other.is_final = true;
        }
        return answer(1);
    }
    match known(attributeName).filter(|_| !description.has(attributeName)) {
        Some(Some(number)) => {
            if wanted > 0 {
                match attributeType {
                    T::CUDNN_TYPE_INT64 => put(arrayOfElements.cast::<i64>(), number)?,
                    T::CUDNN_TYPE_INT32 => put(arrayOfElements.cast::<i32>(), number as i32)?,
                    _ => return Err(cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE),
                }
            }
            return answer(1);
        }
        Some(None) => return answer(0),
        None => {}
    }
    if let (TEXT, Some(program)) = (attributeName, &description.program) {
        let text = text_of(program);
        let copied = text.len().min(wanted);
        if copied > 0 && arrayOfElements.is_null() {
            return Err(NULL_POINTER);
        }
        core::ptr::copy_nonoverlapping(text.as_ptr(), arrayOfElements.cast(), copied);
        return answer(text.len() as i64);
    }
    let attribute = description.attribute(attributeName, attributeType)?;
    let count = attribute.count.min(wanted);
    let bytes = &attribute.bytes[..count * size_of_type(attributeType)];
    if count > 0 && arrayOfElements.is_null() {
        return Err(NULL_POINTER);
    }
    core::ptr::copy_nonoverlapping(bytes.as_ptr(), arrayOfElements.cast(), bytes.len());
    answer(attribute.count as i64)
} }

function!(
    Cudnn::cudnnGetExecutionPlanWorkspaceSize,
    |_handle, executionPlan, _variantPack, workspaceSizeInBytes| {
        let found = find(executionPlan);
        status(found.and_then(|_| put(workspaceSizeInBytes, WORKSPACE as usize)))
    }
);

call!(Cudnn::cudnnBackendExecute, |handle, executionPlan, variantPack| {
    let (plan, pack) = (find(executionPlan)?, find(variantPack)?);
    if Arc::ptr_eq(&plan, &pack) {
        return Err(BAD_PARAM);
    }
    let execute = prepare(&plan.lock(), &pack.lock())?;
    submit(handle, &execute)
});
