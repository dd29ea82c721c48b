//! A network's outputs, by the formulas of cuDNN's documentation of `cudnnRNNMode_t`.

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::super::activation::sigmoid;
use super::super::dropout::{draw, flat};
use super::super::view::{Blend, View};
use super::network::{Network, Reserve};
use super::sequences::{Plan, plan};
use crate::operation::Operation;

/// A network's outputs and last states.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Forward {
    pub plan: u64,
    pub trains: u64,
    pub probability: f64,
    pub states: u64,
    pub x: u64,
    pub y: u64,
    /// The first and the last states, and cells; 0 for zeros, and for none.
    pub h: [u64; 2],
    pub c: [u64; 2],
    pub weights: u64,
    pub reserve: u64,
}

// SAFETY: it consists of numbers, so any bytes are one; the plan is looked up.
unsafe impl Operation for Forward {
    const NAME: &'static str = "cudnn::rnn";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let plan = planned(call, self.plan)?;
        let (network, slots) = (&plan.network, plan.x.slots());
        let reserve = network.reserve(slots);
        let weights = flat(network.data, self.weights, network.weights()).load(call)?;
        let h = States::load(call, &plan, self.h[0], network.output)?;
        let c = States::load(call, &plan, self.c[0], network.hidden)?;
        let (mut last_h, mut last_c) = (h.empty(), c.empty());
        let mut memory = vec![0.0; reserve.len];
        let mut input = plan.x.load(call, self.x)?;
        let directions = network.directions();
        let mut output = Vec::new();
        for layer in 0..network.layers {
            if layer > 0 {
                let count = output.len();
                let probability = if self.trains == 0 { 0.0 } else { self.probability };
                let factors = draw(call, self.states, probability, count)?;
                input = output.iter().zip(&factors).map(|(value, factor)| value * factor).collect();
                let [inputs, dropped] = reserve.inputs(layer);
                memory[inputs].copy_from_slice(&input);
                memory[dropped].copy_from_slice(&factors);
            }
            output = vec![0.0; slots * directions * network.output];
            for direction in 0..directions {
                let pseudo_layer = layer * directions + direction;
                let cells = Cells {
                    plan: &plan,
                    weights: Weights { network, all: &weights, pseudo_layer },
                    reserve: &reserve,
                    memory: &mut memory[reserve.layer(pseudo_layer)],
                };
                cells.run(&input, [&h, &c], [&mut last_h, &mut last_c], &mut output);
            }
        }
        plan.y.store(call, self.y, &output, plan.y.fill)?;
        last_h.store(call, &plan, self.h[1])?;
        if network.cell == cudnnRNNMode_t::CUDNN_LSTM {
            last_c.store(call, &plan, self.c[1])?;
        }
        match self.trains {
            0 => Ok(()),
            _ => memory_view(&reserve, self.reserve).store(call, Blend::WRITE, &memory),
        }
    }
}

/// Returns the plan of a number.
pub(super) fn planned(call: &NativeCall<'_>, number: u64) -> Result<std::sync::Arc<Plan>, Fault> {
    plan(number).ok_or_else(|| call.trap("there is no such network"))
}

/// What training remembers, in memory.
pub(super) fn memory_view(reserve: &Reserve, address: u64) -> View {
    flat(cudaDataType::CUDA_R_64F, address, reserve.len)
}

/// States or cells of all layers and sequences.
pub(super) struct States {
    pub all: Vec<f64>,
    size: usize,
    batch: usize,
}

impl States {
    /// Reads them; zeros if there are none.
    pub(super) fn load(
        call: &NativeCall<'_>,
        plan: &Plan,
        address: u64,
        size: usize,
    ) -> Result<Self, Fault> {
        let batch = plan.x.batch;
        let len = plan.network.pseudo_layers() * batch * size;
        let all = match address {
            0 => vec![0.0; len],
            _ => flat(plan.network.data, address, len).load(call)?,
        };
        Ok(Self { all, size, batch })
    }

    pub(super) fn empty(&self) -> Self {
        Self { all: vec![0.0; self.all.len()], ..*self }
    }

    /// Writes them, if there is a place for them.
    pub(super) fn store(
        &self,
        call: &NativeCall<'_>,
        plan: &Plan,
        address: u64,
    ) -> Result<(), Fault> {
        match address {
            0 => Ok(()),
            _ => {
                let view = flat(plan.network.data, address, self.all.len());
                view.store(call, Blend::WRITE, &self.all)
            }
        }
    }

    pub(super) fn at(&self, pseudo_layer: usize, sequence: usize) -> core::ops::Range<usize> {
        let start = (pseudo_layer * self.batch + sequence) * self.size;
        start..start + self.size
    }
}

/// The weights of a layer of one direction.
#[derive(Clone, Copy)]
pub(super) struct Weights<'w> {
    pub network: &'w Network,
    pub all: &'w [f64],
    pub pseudo_layer: usize,
}

impl Weights<'_> {
    /// Adds the product of a matrix and a vector.
    pub(super) fn add_product(&self, id: usize, vector: &[f64], to: &mut [f64]) {
        if let Some((place, [_, columns])) = self.network.matrix(self.pseudo_layer, id) {
            for (to, row) in to.iter_mut().zip(self.all[place..].chunks_exact(columns)) {
                *to += row.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>();
            }
        }
    }

    /// Adds the product of a matrix, turned, and a vector.
    pub(super) fn add_turned(&self, id: usize, vector: &[f64], to: &mut [f64]) {
        if let Some((place, [_, columns])) = self.network.matrix(self.pseudo_layer, id) {
            for (factor, row) in vector.iter().zip(self.all[place..].chunks_exact(columns)) {
                for (to, weight) in to.iter_mut().zip(row) {
                    *to += factor * weight;
                }
            }
        }
    }

    fn add_bias(&self, id: usize, to: &mut [f64]) {
        if let Some(place) = self.network.bias_of(self.pseudo_layer, id) {
            for (to, bias) in to.iter_mut().zip(&self.all[place..]) {
                *to += bias;
            }
        }
    }

    /// What a gate has of the input.
    fn of_input(&self, gate: usize, input: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.network.hidden];
        if self.network.skips(self.pseudo_layer) {
            sum.copy_from_slice(input);
        }
        self.add_product(gate, input, &mut sum);
        self.add_bias(gate, &mut sum);
        sum
    }

    /// What a gate has of the state.
    fn of_state(&self, gate: usize, state: &[f64]) -> Vec<f64> {
        let id = self.network.gates() + gate;
        let mut sum = vec![0.0; self.network.hidden];
        self.add_product(id, state, &mut sum);
        self.add_bias(id, &mut sum);
        sum
    }
}

/// The cells of a layer of one direction, and what is remembered of them.
struct Cells<'c> {
    plan: &'c Plan,
    weights: Weights<'c>,
    reserve: &'c Reserve,
    memory: &'c mut [f64],
}

impl Cells<'_> {
    /// Computes the outputs of all sequences.
    fn run(
        mut self,
        input: &[f64],
        [h, c]: [&States; 2],
        [last_h, last_c]: [&mut States; 2],
        output: &mut [f64],
    ) {
        let network = &self.plan.network;
        let pseudo_layer = self.weights.pseudo_layer;
        let (size, own) = (network.input_of(pseudo_layer), network.output);
        let direction = pseudo_layer % network.directions();
        for (sequence, length) in self.plan.x.lengths.iter().enumerate() {
            let mut state = h.all[h.at(pseudo_layer, sequence)].to_vec();
            let mut cell = c.all[c.at(pseudo_layer, sequence)].to_vec();
            for step in 0..*length {
                let step = if direction == 0 { step } else { length - 1 - step };
                let slot = step * self.plan.x.batch + sequence;
                let x = &input[slot * size..][..size];
                state = self.step(slot, x, &state, &mut cell);
                let start = (slot * network.directions() + direction) * own;
                output[start..start + own].copy_from_slice(&state);
            }
            let place = last_h.at(pseudo_layer, sequence);
            last_h.all[place].copy_from_slice(&state);
            let place = last_c.at(pseudo_layer, sequence);
            last_c.all[place].copy_from_slice(&cell);
        }
    }

    /// Computes the state after a step, and remembers what its gradient needs.
    fn step(&mut self, slot: usize, x: &[f64], state: &[f64], cell: &mut [f64]) -> Vec<f64> {
        let network = &self.plan.network;
        let weights = self.weights;
        let sum = |gate: usize| -> Vec<f64> {
            let of_state = weights.of_state(gate, state);
            weights.of_input(gate, x).iter().zip(of_state).map(|(a, b)| a + b).collect()
        };
        let each = |values: Vec<f64>, function: fn(f64) -> f64| -> Vec<f64> {
            values.into_iter().map(function).collect()
        };
        let (gates, extra, raw): (Vec<Vec<f64>>, Vec<f64>, Vec<f64>) = match network.cell {
            cudnnRNNMode_t::CUDNN_LSTM => {
                let [i, f, o] = [0, 1, 3].map(|gate| each(sum(gate), sigmoid));
                let g = each(sum(2), f64::tanh);
                for (index, cell) in cell.iter_mut().enumerate() {
                    *cell = f[index] * *cell + i[index] * g[index];
                    if let Some([lower, upper]) = network.clip {
                        *cell = cell.max(lower).min(upper);
                    }
                }
                let raw = cell.iter().zip(&o).map(|(cell, o)| o * cell.tanh()).collect();
                (vec![i, f, g, o], cell.to_vec(), raw)
            }
            cudnnRNNMode_t::CUDNN_GRU => {
                let [r, z] = [0, 1].map(|gate| each(sum(gate), sigmoid));
                let of_state = weights.of_state(2, state);
                let of_input = weights.of_input(2, x);
                let new =
                    (0..network.hidden).map(|at| (of_input[at] + r[at] * of_state[at]).tanh());
                let new: Vec<f64> = new.collect();
                let next =
                    (0..network.hidden).map(|at| (1.0 - z[at]) * new[at] + z[at] * state[at]);
                let next = next.collect();
                (vec![r, z, new], of_state, next)
            }
            mode => {
                let is_relu = mode == cudnnRNNMode_t::CUDNN_RNN_RELU;
                let function =
                    if is_relu { |x: f64| if x < 0.0 { 0.0 } else { x } } else { f64::tanh };
                let next = each(sum(0), function);
                (vec![next.clone()], vec![0.0; network.hidden], next)
            }
        };
        let output = if network.projects() {
            let mut output = vec![0.0; network.output];
            weights.add_product(2 * network.gates(), &raw, &mut output);
            output
        } else {
            raw.clone()
        };
        let parts = &self.reserve.of_layer;
        self.memory[parts.gates.at(slot)].copy_from_slice(&gates.concat());
        self.memory[parts.extra.at(slot)].copy_from_slice(&extra);
        self.memory[parts.raw.at(slot)].copy_from_slice(&raw);
        self.memory[parts.output.at(slot)].copy_from_slice(&output);
        output
    }
}
