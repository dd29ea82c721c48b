//! Operation graphs, as the kernel that executes them takes them.

use std::sync::Arc;

use cuda_libraries_sys::cudnn::*;
use parking_lot::Mutex;

use super::convolution::Direction;
use super::view::{MOST, View};

/// A tensor of a graph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub uid: i64,
    pub view: View,
    /// Whether it is in no memory.
    pub is_virtual: bool,
    /// Whether its only element is in host memory.
    pub is_by_value: bool,
    /// How its elements of a byte are meant.
    pub scales: Scales,
}

/// What the elements of a tensor are as the scales of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scales {
    /// Whether they are exponents of two, with 127 for 1, and 255 for what isn't a number.
    pub are_exponents: bool,
    /// Whether those of 128 rows and 4 columns follow each other, where columns are along the axis without a stride.
    pub are_tiled: bool,
}

/// An operation on tensors, by their places in the graph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    pub inputs: Vec<usize>,
    pub output: usize,
    pub computation: Computation,
}

/// What a step computes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Computation {
    Matmul,
    Pointwise {
        mode: cudnnPointwiseMode_t,
        /// The factors of the first two operands.
        factors: [f64; 2],
        axis: usize,
        /// The limits of ReLU, and its slope below the first.
        lower: f64,
        upper: f64,
        slope: f64,
        elu_alpha: f64,
        softplus_beta: f64,
        swish_beta: f64,
    },
    Reduction(cudnnReduceTensorOp_t),
    /// The product of elements with the scales of their blocks, which have these dimensions.
    Dequantize([usize; MOST]),
    Convolution {
        /// Whose operands are in the order of `Convolve`.
        direction: Direction,
        /// Of the result.
        factor: f64,
        padding: [i64; MOST],
        stride: [i64; MOST],
        dilation: [i64; MOST],
        is_turned: bool,
    },
    Norm {
        mode: cudnnBackendNormMode_t,
        has_bias: bool,
    },
}

impl Computation {
    /// Returns whether an operand isn't read, and counts as zeros, because its factor is zero: TensorFlow gives a sum of a
    /// convolution and nothing such a second operand, with a null pointer.
    pub(super) fn ignores(&self, operand: usize) -> bool {
        match self {
            Computation::Pointwise { factors, .. } => factors.get(operand) == Some(&0.0),
            _ => false,
        }
    }
}

/// An operation graph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Program {
    pub nodes: Vec<Node>,
    /// In an order in which each step's operands are there.
    pub steps: Vec<Step>,
}

impl Program {
    /// Returns the places of tensors that a program reads or writes in memory.
    pub(super) fn is_written(&self, node: usize) -> bool {
        self.steps.iter().any(|step| step.output == node)
    }

    /// Returns whether cuDNN has an engine for it: attention is recognized by the logarithm of its sums.
    pub(super) fn is_supported(&self) -> bool {
        let products = self.steps.iter().filter(|step| step.computation == Computation::Matmul);
        let has = |wanted: cudnnPointwiseMode_t| {
            let has_mode = |step: &Step| matches!(step.computation, Computation::Pointwise { mode, .. } if mode == wanted);
            self.steps.iter().any(has_mode)
        };
        let is_attention = products.count() > 1 && has(cudnnPointwiseMode_t::CUDNN_POINTWISE_EXP);
        !is_attention || has(cudnnPointwiseMode_t::CUDNN_POINTWISE_LOG)
    }

    /// Puts steps in an order in which their operands are there; `None` if there is no such order.
    pub(super) fn in_order(mut self) -> Option<Self> {
        let mut left = core::mem::take(&mut self.steps);
        while !left.is_empty() {
            let is_made = |node: &usize| left.iter().any(|step| step.output == *node);
            let ready = left.iter().position(|step| !step.inputs.iter().any(is_made))?;
            self.steps.push(left.remove(ready));
        }
        Some(self)
    }
}

/// All graphs that were executed. They stay, because a graph of the driver may launch one at any time; those that are the same
/// are there once.
static PROGRAMS: Mutex<Vec<Arc<Program>>> = Mutex::new(Vec::new());

/// Returns the number of a program.
pub(super) fn number(program: &Arc<Program>) -> u64 {
    let mut programs = PROGRAMS.lock();
    let position = programs.iter().position(|other| other == program);
    let index = position.unwrap_or_else(|| {
        programs.push(program.clone());
        programs.len() - 1
    });
    index as u64
}

/// Returns the program of a number.
pub(super) fn program(number: u64) -> Option<Arc<Program>> {
    let index = usize::try_from(number).ok()?;
    PROGRAMS.lock().get(index).cloned()
}
