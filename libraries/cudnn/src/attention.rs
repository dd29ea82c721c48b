//! Scaled dot-product attention.

use core::fmt;
use core::marker::PhantomData;

use cuda_libraries_sys::cudnn::{
    cudnnDataType_t, cudnnPointwiseMode_t as P, cudnnReduceTensorOp_t,
};
use half::{bf16, f16};

use crate::call::Operand;
use crate::element::{Float, sealed};
use crate::error::{Error, NoAlgorithm};
use crate::graph::{CompiledPlan, Graph, Node, Operation};
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

const FLOAT: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_FLOAT;
const INT32: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT32;
const BOOLEAN: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_BOOLEAN;

/// An element of which cuDNN computes attention: `f16` or `bf16`. Sums and softmax are `f32`.
#[diagnostic::on_unimplemented(
    message = "cuDNN has no attention of `{Self}`",
    note = "there is that of f16 and of bf16"
)]
pub trait AttentionElement: Float + sealed::Sealed {}

impl AttentionElement for f16 {}
impl AttentionElement for bf16 {}

/// Which keys a query sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Mask {
    /// All.
    #[default]
    None,
    /// Query `i` sees the keys up to `i`.
    Causal,
    /// The last query sees all keys, and those before it one less each: for queries that continue a sequence whose keys are there
    /// already. There are no fewer keys than queries, and no bias.
    CausalBottomRight,
}

/// Attention: `softmax(scale q kᵀ + bias) v`, where keys that a query doesn't see don't count.
///
/// cuDNN compiles it for layouts, which takes time: [`Dnn::attention_plan`] returns a plan that a program keeps.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[doc(alias("SDPA", "flash attention"))]
pub struct Attention {
    scale: Option<f32>,
    mask: Mask,
}

impl Attention {
    /// Creates attention to all keys, with the scale `1 / sqrt(d)`, where `d` is the number of elements of a query.
    #[must_use]
    pub const fn new() -> Self {
        Self { scale: None, mask: Mask::None }
    }

    /// Sets the factor of the products of queries and keys.
    #[must_use]
    pub const fn scale(mut self, scale: f32) -> Self {
        self.scale = Some(scale);
        self
    }

    /// Sets which keys a query sees.
    #[must_use]
    pub const fn mask(mut self, mask: Mask) -> Self {
        self.mask = mask;
        self
    }
}

/// The layouts of attention. Dimensions are in the order batch, heads, sequence and elements, however they are in memory; the
/// elements of a query, a key, a value and a result are next to each other, a multiple of 8.
///
/// There may be fewer heads of keys and values than of queries, which then share them: a divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttentionLayouts {
    /// Queries.
    pub q: Layout,
    /// Keys, with as many elements as queries.
    pub k: Layout,
    /// Values, as many as keys.
    pub v: Layout,
    /// What is added to the products of queries and keys: batch, heads, queries and keys, the first two of which may be 1.
    pub bias: Option<Layout>,
    /// The result: an element of a value's number for each query.
    pub o: Layout,
}

impl AttentionLayouts {
    /// Checks that they fit each other.
    fn check(&self, call: &'static str, mask: Mask) -> Result<(), Error> {
        let mut all = vec![("q", &self.q), ("k", &self.k), ("v", &self.v), ("o", &self.o)];
        if let Some(bias) = &self.bias {
            all.push(("bias", bias));
        }
        let wrong = |rule: String| Err(Error::shapes(call, &all, rule));
        for (name, layout) in &all {
            if layout.rank() != 4 {
                return wrong(format!(
                    "{name} must have 4 dimensions: batch, heads, sequence and elements"
                ));
            }
            if layout.strides()[3] != 1 && layout.shape()[3] != 1 {
                return wrong(format!("the elements of {name} must be next to each other"));
            }
        }
        let [q, k, v, o] = [self.q, self.k, self.v, self.o];
        let (q, k, v, o) = (q.shape(), k.shape(), v.shape(), o.shape());
        if k[0] != q[0] || v[0] != q[0] || o[0] != q[0] {
            return wrong("all must have the same batch".into());
        }
        if !q[1].is_multiple_of(k[1]) || !q[1].is_multiple_of(v[1]) {
            return wrong("the heads of q must be a multiple of those of k and v".into());
        }
        if k[3] != q[3] || v[2] != k[2] {
            return wrong(
                "keys must have as many elements as queries, and there must be a value for each"
                    .into(),
            );
        }
        if o[1] != q[1] || o[2] != q[2] || o[3] != v[3] {
            let shape = [q[0], q[1], q[2], v[3]];
            return wrong(format!("o must be of {shape:?}"));
        }
        if !q[3].is_multiple_of(8) || !v[3].is_multiple_of(8) {
            return wrong("cuDNN takes queries and values of a multiple of 8 elements".into());
        }
        if mask == Mask::CausalBottomRight && q[2] > k[2] {
            return wrong("with this mask, there must be no more queries than keys".into());
        }
        if mask == Mask::CausalBottomRight && self.bias.is_some() {
            return wrong("cuDNN has no bias with this mask".into());
        }
        if let Some(bias) = &self.bias {
            let bias = bias.shape();
            let fits = |axis: usize| bias[axis] == q[axis] || bias[axis] == 1;
            if !fits(0) || !fits(1) || bias[2] != q[2] || bias[3] != k[2] {
                let shape = [q[0], q[1], q[2], k[2]];
                return wrong(format!(
                    "bias must be of {shape:?}, of which the first two may be 1"
                ));
            }
        }
        Ok(())
    }
}

/// Attention that was compiled for layouts, on the device of a handle. It keeps that handle's state.
#[doc(alias(
    "cudnnBackendCreateDescriptor",
    "cudnnBackendDestroyDescriptor",
    "cudnnBackendExecute",
    "cudnnBackendFinalize",
    "cudnnBackendGetAttribute",
    "cudnnBackendSetAttribute"
))]
pub struct AttentionPlan<T> {
    plan: CompiledPlan,
    layouts: AttentionLayouts,
    /// The numbers of `q`, `k`, `v` and `o`.
    uids: [i64; 4],
    bias: Option<i64>,
    _element: PhantomData<fn(T)>,
}

impl<T> AttentionPlan<T> {
    /// Returns the bytes of workspace that it needs.
    #[must_use]
    pub fn workspace(&self) -> usize {
        self.plan.workspace()
    }

    /// Returns the layouts that it is for.
    #[must_use]
    pub fn layouts(&self) -> &AttentionLayouts {
        &self.layouts
    }
}

impl<T> fmt::Debug for AttentionPlan<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttentionPlan")
            .field("layouts", &self.layouts)
            .field("workspace", &self.workspace())
            .finish_non_exhaustive()
    }
}

fn numbers<const N: usize>(values: &[usize]) -> [i64; N] {
    let mut numbers = [0; N];
    for (number, value) in numbers.iter_mut().zip(values) {
        *number = i64::try_from(*value).unwrap_or(i64::MAX);
    }
    numbers
}

fn memory(graph: &mut Graph, data: cudnnDataType_t, layout: &Layout) -> Result<Node, Error> {
    let (dims, strides) = (numbers::<4>(layout.shape()), numbers::<4>(layout.strides()));
    graph.memory(data, &dims, &strides)
}

impl Dnn<'_> {
    /// Compiles attention for layouts. It suits the workspace and the determinism that are set.
    ///
    /// # Errors
    /// [`Error::Shapes`], if they don't fit each other, and [`Error::NoAlgorithm`], if cuDNN has none for them on this device.
    pub fn attention_plan<T: AttentionElement>(
        &mut self,
        attention: &Attention,
        layouts: &AttentionLayouts,
    ) -> Result<AttentionPlan<T>, Error> {
        let call = "attention_plan";
        layouts.check(call, attention.mask)?;
        if let Some(reason) = gap(self.cudnn().version(), attention.mask, layouts) {
            return Err(Error::NoAlgorithm(Box::new(NoAlgorithm {
                call,
                operands: Vec::new(),
                reasons: vec![reason.into()],
            })));
        }
        for (operand, value) in [("q", layouts.q.shape()[2]), ("k", layouts.k.shape()[2])] {
            if i32::try_from(value).is_err() {
                return Err(Error::TooLarge { call, operand, value });
            }
        }
        let named = [
            ("q", Some(layouts.q)),
            ("k", Some(layouts.k)),
            ("v", Some(layouts.v)),
            ("bias", layouts.bias),
            ("o", Some(layouts.o)),
        ];
        let operand = |(name, layout): (&'static str, Option<Layout>)| {
            Some(Operand {
                name,
                layout: layout?,
                data: T::DATA,
                data_name: T::NAME,
                stream: self.stream,
                address: 0,
            })
        };
        let operands: Vec<Operand<'_>> = named.into_iter().filter_map(operand).collect();
        self.check(call, &operands)?;

        let ([batch, heads, queries, len], [_, _, keys, _]) =
            (numbers::<4>(layouts.q.shape()), numbers::<4>(layouts.k.shape()));
        let scores = [batch, heads, queries, keys];
        let mut graph = Graph::new(self.cudnn());
        let q = memory(&mut graph, T::DATA, &layouts.q)?;
        // The matrix of keys, transposed.
        let (mut dims, mut strides) =
            (numbers::<4>(layouts.k.shape()), numbers::<4>(layouts.k.strides()));
        dims.swap(2, 3);
        strides.swap(2, 3);
        let k = graph.memory(T::DATA, &dims, &strides)?;
        let v = memory(&mut graph, T::DATA, &layouts.v)?;
        let o = memory(&mut graph, T::DATA, &layouts.o)?;
        let products = graph.between(FLOAT, &scores)?;
        graph.matmul(q, k, products)?;
        let scale = attention.scale.unwrap_or(1.0 / (len as f32).sqrt());
        let scale = graph.value(scale, 4)?;
        let scaled = graph.between(FLOAT, &scores)?;
        let mul = Operation::new(P::CUDNN_POINTWISE_MUL);
        let mut last = graph.pointwise(mul, &[products, scale], scaled)?;
        let mut bias_uid = None;
        if let Some(bias) = &layouts.bias {
            let bias = memory(&mut graph, T::DATA, bias)?;
            bias_uid = Some(bias.uid);
            let sum = graph.between(FLOAT, &scores)?;
            let add = Operation::new(P::CUDNN_POINTWISE_ADD);
            last = graph.pointwise(add, &[last, bias], sum)?;
        }
        if attention.mask != Mask::None {
            let shift = match attention.mask {
                Mask::CausalBottomRight => Some([queries, keys]),
                _ => None,
            };
            last = self.masked(&mut graph, last, &scores, shift)?;
        }
        let weights = softmax(&mut graph, last, &scores, T::DATA)?;
        graph.matmul(weights, v, o)?;
        Ok(AttentionPlan {
            plan: graph.compile(self, call, &operands)?,
            layouts: *layouts,
            uids: [q, k, v, o].map(|tensor| tensor.uid),
            bias: bias_uid,
            _element: PhantomData,
        })
    }

    /// Replaces the products of queries with keys that they don't see.
    fn masked(
        &self,
        graph: &mut Graph,
        x: Node,
        scores: &[i64],
        shift: Option<[i64; 2]>,
    ) -> Result<Node, Error> {
        let index = |axis| Operation::new(P::CUDNN_POINTWISE_GEN_INDEX).axis(axis);
        let rows = graph.between(INT32, scores)?;
        let mut rows = graph.pointwise(index(2), &[x], rows)?;
        let columns = graph.between(INT32, scores)?;
        let columns = graph.pointwise(index(3), &[x], columns)?;
        if let Some([queries, keys]) = shift {
            for (mode, number) in
                [(P::CUDNN_POINTWISE_ADD, keys), (P::CUDNN_POINTWISE_SUB, queries)]
            {
                let number = graph.integer(i32::try_from(number).unwrap_or(i32::MAX), 4)?;
                let moved = graph.between(INT32, scores)?;
                let operation = Operation::new(mode).compute(INT32);
                rows = graph.pointwise(operation, &[rows, number], moved)?;
            }
        }
        let seen = graph.between(BOOLEAN, scores)?;
        let compare = Operation::new(P::CUDNN_POINTWISE_CMP_GE).compute(BOOLEAN);
        let seen = graph.pointwise(compare, &[rows, columns], seen)?;
        // Before 9.10, kernels take the lowest number instead of infinity.
        let lowest = if self.cudnn().version() < 91_000 { f32::MIN } else { f32::NEG_INFINITY };
        let lowest = graph.value(lowest, 4)?;
        let masked = graph.between(FLOAT, scores)?;
        let select = Operation::new(P::CUDNN_POINTWISE_BINARY_SELECT);
        graph.pointwise(select, &[x, lowest, seen], masked)
    }

    /// Computes attention with a plan.
    ///
    /// # Errors
    /// As [`Dnn`] says, and [`Error::OtherProblem`], if the plan is for other layouts or another handle.
    pub fn attention<T: AttentionElement>(
        &mut self,
        plan: &AttentionPlan<T>,
        q: Tensor<'_, T>,
        k: Tensor<'_, T>,
        v: Tensor<'_, T>,
        bias: Option<Tensor<'_, T>>,
        o: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "attention";
        let AttentionLayouts { q: of_q, k: of_k, v: of_v, bias: of_bias, o: of_o } = plan.layouts;
        let found = AttentionLayouts {
            q: q.layout(),
            k: k.layout(),
            v: v.layout(),
            bias: bias.as_ref().map(Tensor::layout),
            o: o.layout(),
        };
        if found != plan.layouts || !plan.plan.is_of(self) {
            let bias = of_bias.map_or_else(|| "none".to_owned(), |bias| bias.to_string());
            return Err(Error::OtherProblem {
                call,
                found: format!("q of {of_q}, k of {of_k}, v of {of_v}, bias {bias}, o of {of_o}"),
            });
        }
        let operands = [q.operand("q"), k.operand("k"), v.operand("v"), o.operand("o")];
        let mut tensors: Vec<_> = plan.uids.into_iter().zip(operands).collect();
        let bias = bias.map(|bias| bias.operand("bias"));
        tensors.extend(plan.bias.zip(bias));
        let operands: Vec<_> = tensors.iter().map(|(_, operand)| *operand).collect();
        self.check(call, &operands)?;
        plan.plan.execute(self, call, &tensors)
    }
}

/// Returns what is against attention in a release of cuDNN that would compute wrong results instead of refusing it, as the notes of
/// its releases and its own front end say.
fn gap(version: u32, mask: Mask, layouts: &AttentionLayouts) -> Option<&'static str> {
    let [queries, keys] = [&layouts.q, &layouts.k].map(|layout| layout.shape()[2]);
    let is_odd = !queries.is_multiple_of(64) || !keys.is_multiple_of(64);
    match mask {
        _ if matches!(version, 91_000 | 91_001) => Some("cuDNN 9.10.2 or newer is needed"),
        Mask::CausalBottomRight if version < 90_600 && is_odd => {
            Some("before cuDNN 9.6, both lengths must be multiples of 64 with this mask")
        }
        Mask::Causal | Mask::CausalBottomRight if version <= 90_900 && queries == 1 => {
            Some("up to cuDNN 9.9, one query has no mask")
        }
        _ => None,
    }
}

/// Adds softmax along the keys, whose result is of another type.
fn softmax(
    graph: &mut Graph,
    x: Node,
    scores: &[i64],
    data: cudnnDataType_t,
) -> Result<Node, Error> {
    let mut each = scores.to_vec();
    if let Some(last) = each.last_mut() {
        *last = 1;
    }
    let most = graph.between(FLOAT, &each)?;
    let most = graph.reduction(cudnnReduceTensorOp_t::CUDNN_REDUCE_TENSOR_MAX, x, most)?;
    let less = graph.between(FLOAT, scores)?;
    let less = graph.pointwise(Operation::new(P::CUDNN_POINTWISE_SUB), &[x, most], less)?;
    let powers = graph.between(FLOAT, scores)?;
    let powers = graph.pointwise(Operation::new(P::CUDNN_POINTWISE_EXP), &[less], powers)?;
    let sum = graph.between(FLOAT, &each)?;
    let sum = graph.reduction(cudnnReduceTensorOp_t::CUDNN_REDUCE_TENSOR_ADD, powers, sum)?;
    // The logarithm of the sum, which training would keep. cuDNN 9.19 recognizes attention by it, and takes the graph for another
    // one without it, or faults.
    let logarithm = graph.between(FLOAT, &each)?;
    let log = Operation::new(P::CUDNN_POINTWISE_LOG);
    let logarithm = graph.pointwise(log, &[sum], logarithm)?;
    let statistics = graph.between(FLOAT, &each)?;
    let add = Operation::new(P::CUDNN_POINTWISE_ADD);
    graph.pointwise(add, &[most, logarithm], statistics)?;
    let weights = graph.between(data, scores)?;
    graph.pointwise(Operation::new(P::CUDNN_POINTWISE_DIV), &[powers, sum], weights)
}
