//! A network's shape: where its weights are, and what its training remembers.

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::super::handle::because;
use super::super::{BAD_PARAM, NOT_SUPPORTED, Outcome};
use crate::element::size_of_data;

/// A recurrent network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Network {
    pub cell: cudnnRNNMode_t,
    pub bias: cudnnRNNBiasMode_t,
    pub is_bidirectional: bool,
    /// Whether the first layer adds its input to each gate instead of a product.
    pub skips_input: bool,
    pub data: cudaDataType,
    /// The sizes of an input, of a state, and of an output, which is smaller where it is a projection.
    pub input: usize,
    pub hidden: usize,
    pub output: usize,
    pub layers: usize,
    /// Between which numbers cells stay.
    pub clip: Option<[f64; 2]>,
}

/// A place in the weights, and the numbers of rows and columns.
pub(super) type Matrix = (usize, [usize; 2]);

impl Network {
    /// Returns the error of what can't be.
    pub(super) fn check(&self) -> Outcome {
        if [self.input, self.hidden, self.output, self.layers].contains(&0) || self.cell.0 > 3 {
            return Err(because(BAD_PARAM, "a size is zero, or the kind of cells unknown"));
        }
        if self.skips_input && self.input != self.hidden {
            return Err(because(BAD_PARAM, "an input without weights has the size of a state"));
        }
        if self.output > self.hidden || self.projects() && self.cell != cudnnRNNMode_t::CUDNN_LSTM {
            return Err(because(BAD_PARAM, "only LSTM projects states, to smaller ones"));
        }
        match self.data {
            cudaDataType::CUDA_R_16F
            | cudaDataType::CUDA_R_16BF
            | cudaDataType::CUDA_R_32F
            | cudaDataType::CUDA_R_64F => Ok(()),
            _ => Err(because(NOT_SUPPORTED, "networks are of floating-point numbers")),
        }
    }

    pub(super) fn element_size(&self) -> Outcome<usize> {
        size_of_data(self.data).map(|size| size as usize).ok_or(NOT_SUPPORTED)
    }

    pub(super) fn projects(&self) -> bool {
        self.output != self.hidden
    }

    pub(super) fn directions(&self) -> usize {
        if self.is_bidirectional { 2 } else { 1 }
    }

    /// Layers, each once for a direction.
    pub(super) fn pseudo_layers(&self) -> usize {
        self.layers * self.directions()
    }

    pub(super) fn gates(&self) -> usize {
        match self.cell {
            cudnnRNNMode_t::CUDNN_LSTM => 4,
            cudnnRNNMode_t::CUDNN_GRU => 3,
            _ => 1,
        }
    }

    /// The matrices of a layer: for each gate that of the input, for each that of the state, and the projection.
    pub(super) fn matrices_of_layer(&self) -> usize {
        2 * self.gates() + usize::from(self.projects())
    }

    /// The size of a layer's input.
    pub(super) fn input_of(&self, pseudo_layer: usize) -> usize {
        match pseudo_layer / self.directions() {
            0 => self.input,
            _ => self.directions() * self.output,
        }
    }

    /// Returns whether a layer adds its input.
    pub(super) fn skips(&self, pseudo_layer: usize) -> bool {
        self.skips_input && pseudo_layer < self.directions()
    }

    /// Returns the rows and columns of a matrix; none if there is no such.
    fn shape(&self, pseudo_layer: usize, id: usize) -> Option<[usize; 2]> {
        let gates = self.gates();
        match id {
            id if id < gates => {
                (!self.skips(pseudo_layer)).then(|| [self.hidden, self.input_of(pseudo_layer)])
            }
            id if id < 2 * gates => Some([self.hidden, self.output]),
            id if id == 2 * gates && self.projects() => Some([self.output, self.hidden]),
            _ => None,
        }
    }

    /// Returns where a matrix is: the matrices of all layers follow each other.
    pub(super) fn matrix(&self, pseudo_layer: usize, id: usize) -> Option<Matrix> {
        let shape = self.shape(pseudo_layer, id)?;
        let len = |layer: usize, id: usize| self.shape(layer, id).map_or(0, |[m, n]| m * n);
        let of_layer = |layer| (0..self.matrices_of_layer()).map(move |id| len(layer, id));
        let before = (0..pseudo_layer).flat_map(of_layer).sum::<usize>();
        Some((before + (0..id).map(|id| len(pseudo_layer, id)).sum::<usize>(), shape))
    }

    /// Returns the numbers of a layer's biases: those of inputs, of states, or of both.
    fn biases(&self) -> core::ops::Range<usize> {
        use cudnnRNNBiasMode_t as B;
        let gates = self.gates();
        match self.bias {
            B::CUDNN_RNN_SINGLE_INP_BIAS => 0..gates,
            B::CUDNN_RNN_SINGLE_REC_BIAS => gates..2 * gates,
            B::CUDNN_RNN_DOUBLE_BIAS => 0..2 * gates,
            _ => 0..0,
        }
    }

    /// Returns where a bias is: those of all layers follow the matrices.
    pub(super) fn bias_of(&self, pseudo_layer: usize, id: usize) -> Option<usize> {
        let biases = self.biases();
        let index = id.checked_sub(biases.start).filter(|_| biases.contains(&id))?;
        Some(self.all_matrices() + (pseudo_layer * biases.len() + index) * self.hidden)
    }

    fn all_matrices(&self) -> usize {
        let of_layer =
            |layer| (0..self.matrices_of_layer()).filter_map(move |id| self.shape(layer, id));
        (0..self.pseudo_layers()).flat_map(of_layer).map(|[m, n]| m * n).sum()
    }

    /// The number of all weights.
    pub(super) fn weights(&self) -> usize {
        self.all_matrices() + self.pseudo_layers() * self.biases().len() * self.hidden
    }

    /// Returns where training remembers what.
    pub(super) fn reserve(&self, slots: usize) -> Reserve {
        let (gates, hidden) = (self.gates() * self.hidden, self.hidden);
        let mut len = 0;
        let mut part = |size: usize| {
            let place = len;
            len += size * slots;
            Part { place, size }
        };
        let of_layer = Layer {
            gates: part(gates),
            extra: part(hidden),
            raw: part(hidden),
            output: part(self.output),
            of_input: part(gates),
            of_state: part(gates),
            of_output: part(self.output),
        };
        let layer_len = len;
        let between = self.directions() * self.output * slots;
        let layers = layer_len * self.pseudo_layers();
        Reserve {
            of_layer,
            layer_len,
            layers,
            between,
            len: layers + 2 * between * (self.layers - 1),
        }
    }
}

/// Vectors of one size, one for each slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    place: usize,
    size: usize,
}

impl Part {
    /// Returns where the vector of a slot is.
    pub(super) fn at(&self, slot: usize) -> core::ops::Range<usize> {
        let start = self.place + slot * self.size;
        start..start + self.size
    }
}

/// What training remembers of a layer of one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer {
    /// The gates after their functions.
    pub gates: Part,
    /// LSTM's cell; GRU's product of the state for the new one.
    pub extra: Part,
    /// The state before it is projected, and after it.
    pub raw: Part,
    pub output: Part,
    /// The gradients: of the gates' products of the input and of the state, and of the output.
    pub of_input: Part,
    pub of_state: Part,
    pub of_output: Part,
}

/// What training remembers: of each layer, and between each two the inputs of the next, and the factors of dropout.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reserve {
    pub of_layer: Layer,
    layer_len: usize,
    layers: usize,
    between: usize,
    pub len: usize,
}

impl Reserve {
    /// Returns where a layer's parts are.
    pub(super) fn layer(&self, pseudo_layer: usize) -> core::ops::Range<usize> {
        pseudo_layer * self.layer_len..(pseudo_layer + 1) * self.layer_len
    }

    /// Returns where the inputs of a layer after the first are, and the factors.
    pub(super) fn inputs(&self, layer: usize) -> [core::ops::Range<usize>; 2] {
        let start = self.layers + 2 * self.between * (layer - 1);
        [start..start + self.between, start + self.between..start + 2 * self.between]
    }
}
