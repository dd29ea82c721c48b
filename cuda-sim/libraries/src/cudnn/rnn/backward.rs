//! A network's gradients: of its inputs and first states, and then of its weights.

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::super::dropout::flat;
use super::super::view::Blend;
use super::forward::{States, Weights, memory_view, planned};
use super::network::Reserve;
use super::sequences::Plan;
use crate::operation::Operation;

/// The gradients of inputs, first states and cells; 0 for zeros, and for none.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct BackwardData {
    pub plan: u64,
    pub dy: u64,
    pub dx: u64,
    /// The first states, the gradients of the last ones, and where those of the first go.
    pub h: [u64; 3],
    pub c: [u64; 3],
    pub weights: u64,
    pub reserve: u64,
}

// SAFETY: it consists of numbers, so any bytes are one; the plan is looked up.
unsafe impl Operation for BackwardData {
    const NAME: &'static str = "cudnn::rnn_gradient";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let plan = planned(call, self.plan)?;
        let (network, slots) = (&plan.network, plan.x.slots());
        let reserve = network.reserve(slots);
        let weights = flat(network.data, self.weights, network.weights()).load(call)?;
        let load = |address, size| States::load(call, &plan, address, size);
        let (h, c) = (load(self.h[0], network.output)?, load(self.c[0], network.hidden)?);
        let mut dh = load(self.h[1], network.output)?;
        let mut dc = load(self.c[1], network.hidden)?;
        let mut memory = memory_view(&reserve, self.reserve).load(call)?;
        let mut of_output = plan.y.load(call, self.dy)?;
        for layer in (0..network.layers).rev() {
            let first = layer * network.directions();
            let mut of_input = vec![0.0; slots * network.input_of(first)];
            for pseudo_layer in first..first + network.directions() {
                let mut cells = Cells {
                    plan: &plan,
                    weights: Weights { network, all: &weights, pseudo_layer },
                    reserve: &reserve,
                    memory: &mut memory[reserve.layer(pseudo_layer)],
                };
                cells.run([&h, &c], [&mut dh, &mut dc], &of_output, &mut of_input);
            }
            if layer > 0 {
                let [_, factors] = reserve.inputs(layer);
                for (value, factor) in of_input.iter_mut().zip(&memory[factors]) {
                    *value *= factor;
                }
            }
            of_output = of_input;
        }
        if self.dx != 0 {
            plan.x.store(call, self.dx, &of_output, Some(0.0))?;
        }
        dh.store(call, &plan, self.h[2])?;
        if network.cell == cudnnRNNMode_t::CUDNN_LSTM {
            dc.store(call, &plan, self.c[2])?;
        }
        memory_view(&reserve, self.reserve).store(call, Blend::WRITE, &memory)
    }
}

/// The cells of a layer of one direction, and what is remembered of them.
struct Cells<'c> {
    plan: &'c Plan,
    weights: Weights<'c>,
    reserve: &'c Reserve,
    memory: &'c mut [f64],
}

/// Returns the slots of a sequence's steps in the order in which a direction takes them.
fn slots_of(plan: &Plan, direction: usize, sequence: usize) -> Vec<usize> {
    let slot = |step: usize| step * plan.x.batch + sequence;
    let steps = 0..plan.x.lengths[sequence];
    if direction == 0 { steps.map(slot).collect() } else { steps.rev().map(slot).collect() }
}

impl Cells<'_> {
    fn run(
        &mut self,
        [h, c]: [&States; 2],
        [dh, dc]: [&mut States; 2],
        of_output: &[f64],
        of_input: &mut [f64],
    ) {
        let network = &self.plan.network;
        let pseudo_layer = self.weights.pseudo_layer;
        let (size, own) = (network.input_of(pseudo_layer), network.output);
        let direction = pseudo_layer % network.directions();
        for sequence in 0..self.plan.x.batch {
            let slots = slots_of(self.plan, direction, sequence);
            let mut dstate = dh.all[dh.at(pseudo_layer, sequence)].to_vec();
            let mut dcell = dc.all[dc.at(pseudo_layer, sequence)].to_vec();
            for (index, slot) in slots.iter().enumerate().rev() {
                let start = (slot * network.directions() + direction) * own;
                for (total, own) in dstate.iter_mut().zip(&of_output[start..start + own]) {
                    *total += own;
                }
                let before = index.checked_sub(1).map(|index| slots[index]);
                let parts = &self.reserve.of_layer;
                let [state, cell] = match before {
                    Some(slot) => [parts.output.at(slot), parts.extra.at(slot)]
                        .map(|place| self.memory[place].to_vec()),
                    None => [
                        h.all[h.at(pseudo_layer, sequence)].to_vec(),
                        c.all[c.at(pseudo_layer, sequence)].to_vec(),
                    ],
                };
                let dinput = &mut of_input[slot * size..][..size];
                dstate = self.step(*slot, [&state, &cell], dstate, &mut dcell, dinput);
            }
            let place = dh.at(pseudo_layer, sequence);
            dh.all[place].copy_from_slice(&dstate);
            let place = dc.at(pseudo_layer, sequence);
            dc.all[place].copy_from_slice(&dcell);
        }
    }

    /// Goes back a step: adds the gradient of its input, and returns that of the state before it.
    fn step(
        &mut self,
        slot: usize,
        [state, cell_before]: [&[f64]; 2],
        dstate: Vec<f64>,
        dcell: &mut [f64],
        dinput: &mut [f64],
    ) -> Vec<f64> {
        let network = &self.plan.network;
        let (hidden, count) = (network.hidden, network.gates());
        let parts = &self.reserve.of_layer;
        let gates = self.memory[parts.gates.at(slot)].to_vec();
        let gate = |gate: usize, at: usize| gates[gate * hidden + at];
        let extra = self.memory[parts.extra.at(slot)].to_vec();
        let mut of_raw = dstate.clone();
        if network.projects() {
            of_raw = vec![0.0; hidden];
            self.weights.add_turned(2 * count, &dstate, &mut of_raw);
        }
        let mut of_input = vec![0.0; count * hidden];
        let mut of_state = vec![0.0; count * hidden];
        let mut before = vec![0.0; network.output];
        for at in 0..hidden {
            let mut set = |gate: usize, of: f64| {
                of_input[gate * hidden + at] = of;
                of_state[gate * hidden + at] = of;
            };
            match network.cell {
                cudnnRNNMode_t::CUDNN_LSTM => {
                    let [i, f, g, o] = [0, 1, 2, 3].map(|n| gate(n, at));
                    let tanh = extra[at].tanh();
                    let mut dc = dcell[at] + of_raw[at] * o * (1.0 - tanh * tanh);
                    // A cell at a limit doesn't follow what it is made of.
                    if network.clip.is_some_and(|[l, u]| extra[at] <= l || extra[at] >= u) {
                        dc = 0.0;
                    }
                    set(0, dc * g * i * (1.0 - i));
                    set(1, dc * cell_before[at] * f * (1.0 - f));
                    set(2, dc * i * (1.0 - g * g));
                    set(3, of_raw[at] * tanh * o * (1.0 - o));
                    dcell[at] = dc * f;
                }
                cudnnRNNMode_t::CUDNN_GRU => {
                    let [r, z, new] = [0, 1, 2].map(|n| gate(n, at));
                    let dnew = of_raw[at] * (1.0 - z) * (1.0 - new * new);
                    set(0, dnew * extra[at] * r * (1.0 - r));
                    set(1, of_raw[at] * (state[at] - new) * z * (1.0 - z));
                    set(2, dnew);
                    of_state[2 * hidden + at] = dnew * r;
                    before[at] = of_raw[at] * z;
                }
                cudnnRNNMode_t::CUDNN_RNN_RELU => {
                    set(0, if gate(0, at) > 0.0 { of_raw[at] } else { 0.0 });
                }
                _ => set(0, of_raw[at] * (1.0 - gate(0, at).powi(2))),
            }
        }
        for gate in 0..count {
            let gate_rows = gate * hidden..(gate + 1) * hidden;
            self.weights.add_turned(gate, &of_input[gate_rows.clone()], dinput);
            if network.skips(self.weights.pseudo_layer) {
                for (to, of) in dinput.iter_mut().zip(&of_input[gate_rows.clone()]) {
                    *to += of;
                }
            }
            self.weights.add_turned(count + gate, &of_state[gate_rows], &mut before);
        }
        self.memory[parts.of_input.at(slot)].copy_from_slice(&of_input);
        self.memory[parts.of_state.at(slot)].copy_from_slice(&of_state);
        self.memory[parts.of_output.at(slot)].copy_from_slice(&dstate);
        before
    }
}

/// The gradients of weights, after those of inputs.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct BackwardWeights {
    pub plan: u64,
    /// Whether they are added to what is there.
    pub adds: u64,
    pub x: u64,
    pub hx: u64,
    pub dweights: u64,
    pub reserve: u64,
}

// SAFETY: it consists of numbers, so any bytes are one; the plan is looked up.
unsafe impl Operation for BackwardWeights {
    const NAME: &'static str = "cudnn::rnn_weights";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let plan = planned(call, self.plan)?;
        let network = &plan.network;
        let reserve = network.reserve(plan.x.slots());
        let memory = memory_view(&reserve, self.reserve).load(call)?;
        let h = States::load(call, &plan, self.hx, network.output)?;
        let x = plan.x.load(call, self.x)?;
        let mut sums = Sums { plan: &plan, all: vec![0.0; network.weights()] };
        for pseudo_layer in 0..network.pseudo_layers() {
            let input = match pseudo_layer / network.directions() {
                0 => &x,
                layer => &memory[reserve.inputs(layer)[0].clone()],
            };
            let layer_reserve = &memory[reserve.layer(pseudo_layer)];
            sums.add_layer(pseudo_layer, input, layer_reserve, &reserve, &h);
        }
        let blend = Blend { beta: self.adds as f64, ..Blend::WRITE };
        flat(network.data, self.dweights, sums.all.len()).store(call, blend, &sums.all)
    }
}

/// The gradients of all weights.
struct Sums<'s> {
    plan: &'s Plan,
    all: Vec<f64>,
}

impl Sums<'_> {
    fn add_layer(
        &mut self,
        pseudo_layer: usize,
        input: &[f64],
        memory: &[f64],
        reserve: &Reserve,
        h: &States,
    ) {
        let network = &self.plan.network;
        let (size, count, hidden) =
            (network.input_of(pseudo_layer), network.gates(), network.hidden);
        let parts = &reserve.of_layer;
        let direction = pseudo_layer % network.directions();
        for sequence in 0..self.plan.x.batch {
            let mut state = &h.all[h.at(pseudo_layer, sequence)];
            for slot in slots_of(self.plan, direction, sequence) {
                let x = &input[slot * size..][..size];
                let (of_input, of_state) =
                    (&memory[parts.of_input.at(slot)], &memory[parts.of_state.at(slot)]);
                for gate in 0..count {
                    let gate_rows = gate * hidden..(gate + 1) * hidden;
                    self.add(pseudo_layer, gate, &of_input[gate_rows.clone()], x);
                    self.add(pseudo_layer, count + gate, &of_state[gate_rows], state);
                }
                if network.projects() {
                    let of_output = &memory[parts.of_output.at(slot)];
                    self.add_product(
                        pseudo_layer,
                        2 * count,
                        of_output,
                        &memory[parts.raw.at(slot)],
                    );
                }
                state = &memory[parts.output.at(slot)];
            }
        }
    }

    /// Adds the gradients of a gate's matrix and bias.
    fn add(&mut self, pseudo_layer: usize, id: usize, of: &[f64], vector: &[f64]) {
        self.add_product(pseudo_layer, id, of, vector);
        if let Some(place) = self.plan.network.bias_of(pseudo_layer, id) {
            for (to, of) in self.all[place..].iter_mut().zip(of) {
                *to += of;
            }
        }
    }

    fn add_product(&mut self, pseudo_layer: usize, id: usize, of: &[f64], vector: &[f64]) {
        if let Some((place, [_, columns])) = self.plan.network.matrix(pseudo_layer, id) {
            for (row, of) in self.all[place..].chunks_exact_mut(columns).zip(of) {
                for (to, value) in row.iter_mut().zip(vector) {
                    *to += of * value;
                }
            }
        }
    }
}
