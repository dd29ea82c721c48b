//! Recurrent networks and dropout: outputs are compared with the formulas, and gradients with differences of outputs.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use cuda_libraries_sys::cudnn::*;

use super::{SUCCESS, Status, TestHandle, cudnn, message};

const LSTM: cudnnRNNMode_t = cudnnRNNMode_t::CUDNN_LSTM;
const GRU: cudnnRNNMode_t = cudnnRNNMode_t::CUDNN_GRU;
const DOUBLE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_DOUBLE;

/// A network of `f64`, and its sequences.
#[derive(Debug, Clone)]
struct Case {
    cell: cudnnRNNMode_t,
    bias: cudnnRNNBiasMode_t,
    directions: usize,
    skips_input: bool,
    input: usize,
    hidden: usize,
    projection: usize,
    layers: usize,
    layout: cudnnRNNDataLayout_t,
    lengths: Vec<c_int>,
    dropout: f32,
}

impl Case {
    fn new(cell: cudnnRNNMode_t) -> Self {
        Self {
            cell,
            bias: cudnnRNNBiasMode_t::CUDNN_RNN_DOUBLE_BIAS,
            directions: 1,
            skips_input: false,
            input: 3,
            hidden: 2,
            projection: 0,
            layers: 1,
            layout: cudnnRNNDataLayout_t::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
            lengths: vec![4, 4],
            dropout: 0.0,
        }
    }

    fn output(&self) -> usize {
        if self.projection == 0 { self.hidden } else { self.projection }
    }
}

/// Numbers between -1 and 1 that look random.
fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| 2.0 * random.f64() - 1.0).collect()
}

/// What a network is given, or the gradients of it.
#[derive(Debug, Clone)]
struct Values {
    x: Vec<f64>,
    h: Vec<f64>,
    c: Vec<f64>,
    weights: Vec<f64>,
}

/// A network on the device.
struct Network {
    test: TestHandle,
    case: Case,
    rnn: cudnnRNNDescriptor_t,
    x: cudnnRNNDataDescriptor_t,
    y: cudnnRNNDataDescriptor_t,
    weight_bytes: usize,
    reserve: cuda_driver::DeviceBuffer<u8>,
    states: cuda_driver::DeviceBuffer<u8>,
    dropout: cudnnDropoutDescriptor_t,
}

fn sequences(case: &Case, vector: usize) -> cudnnRNNDataDescriptor_t {
    let mut descriptor = null_mut();
    assert_eq!(call!(cudnnCreateRNNDataDescriptor(&raw mut descriptor)), SUCCESS);
    let steps = case.lengths.iter().copied().max().unwrap();
    let (batch, mut fill) = (case.lengths.len() as c_int, 7.0_f64);
    let fill: *mut c_void = (&raw mut fill).cast();
    let lengths = case.lengths.as_ptr();
    let vector = vector as c_int;
    let status = call!(cudnnSetRNNDataDescriptor(
        descriptor,
        DOUBLE,
        case.layout,
        steps,
        batch,
        vector,
        lengths,
        fill
    ));
    assert_eq!(status, SUCCESS, "{}", message());
    descriptor
}

impl Network {
    fn new(case: &Case) -> Self {
        let test = TestHandle::new();
        let (mut rnn, mut dropout) = (null_mut(), null_mut());
        assert_eq!(call!(cudnnCreateDropoutDescriptor(&raw mut dropout)), SUCCESS);
        let mut bytes = 0;
        assert_eq!(call!(cudnnDropoutGetStatesSize(test.raw, &raw mut bytes)), SUCCESS);
        let states = test.stream.alloc_zeroed::<u8>(bytes).unwrap();
        let at = states.as_raw() as *mut c_void;
        let status =
            call!(cudnnSetDropoutDescriptor(dropout, test.raw, case.dropout, at, bytes, 5));
        assert_eq!(status, SUCCESS);
        assert_eq!(call!(cudnnCreateRNNDescriptor(&raw mut rnn)), SUCCESS);
        let status = call!(cudnnSetRNNDescriptor_v8(
            rnn,
            cudnnRNNAlgo_t::CUDNN_RNN_ALGO_STANDARD,
            case.cell,
            case.bias,
            cudnnDirectionMode_t(case.directions as u32 - 1),
            cudnnRNNInputMode_t(case.skips_input.into()),
            DOUBLE,
            DOUBLE,
            cudnnMathType_t::CUDNN_DEFAULT_MATH,
            case.input as i32,
            case.hidden as i32,
            case.output() as i32,
            case.layers as i32,
            dropout,
            0,
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        let x = sequences(case, case.input);
        let y = sequences(case, case.directions * case.output());
        let (mut weight_bytes, mut work, mut reserve) = (0, 0, 0);
        let status = call!(cudnnGetRNNWeightSpaceSize(test.raw, rnn, &raw mut weight_bytes));
        assert_eq!(status, SUCCESS);
        let training = cudnnForwardMode_t::CUDNN_FWD_MODE_TRAINING;
        let status = call!(cudnnGetRNNTempSpaceSizes(
            test.raw,
            rnn,
            training,
            x,
            &raw mut work,
            &raw mut reserve
        ));
        assert_eq!(status, SUCCESS);
        let reserve = test.stream.alloc_zeroed::<u8>(reserve).unwrap();
        let case = case.clone();
        Self { test, case, rnn, x, y, weight_bytes, reserve, states, dropout }
    }

    /// The numbers of inputs, outputs, states, cells and weights in memory.
    fn sizes(&self) -> [usize; 5] {
        let case = &self.case;
        let (batch, steps) = (case.lengths.len(), case.lengths.iter().max().copied().unwrap());
        let is_packed = case.layout == cudnnRNNDataLayout_t::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED;
        let vectors = if is_packed {
            case.lengths.iter().sum::<c_int>() as usize
        } else {
            batch * steps as usize
        };
        let states = case.layers * case.directions * batch;
        [
            vectors * case.input,
            vectors * case.directions * case.output(),
            states * case.output(),
            states * case.hidden,
            self.weight_bytes / 8,
        ]
    }

    fn random(&self) -> Values {
        let [x, _, h, c, weights] = self.sizes();
        Values {
            x: numbers(x, 1),
            h: numbers(h, 2),
            c: numbers(c, 3),
            weights: numbers(weights, 4),
        }
    }

    /// Returns the outputs, and the last states and cells.
    fn forward(&self, values: &Values) -> [Vec<f64>; 3] {
        let stream = &self.test.stream;
        // The draws are those of the first run again.
        let status = call!(cudnnSetDropoutDescriptor(
            self.dropout,
            self.test.raw,
            self.case.dropout,
            self.states.as_raw() as *mut c_void,
            self.states.len(),
            5
        ));
        assert_eq!(status, SUCCESS);
        let [x, h, c, w] = [&values.x, &values.h, &values.c, &values.weights]
            .map(|values| stream.upload(values).unwrap());
        let [_, len, states, cells, _] = self.sizes();
        let [y, hy, cy] = [len, states, cells].map(|len| stream.alloc_zeroed::<f64>(len).unwrap());
        let at = |address: u64| address as *mut c_void;
        let status = call!(cudnnRNNForward(
            self.test.raw,
            self.rnn,
            cudnnForwardMode_t::CUDNN_FWD_MODE_TRAINING,
            core::ptr::null(),
            self.x,
            at(x.as_raw()),
            self.y,
            at(y.as_raw()),
            null_mut(),
            at(h.as_raw()),
            at(hy.as_raw()),
            null_mut(),
            at(c.as_raw()),
            at(cy.as_raw()),
            self.weight_bytes,
            at(w.as_raw()),
            0,
            null_mut(),
            self.reserve.len(),
            at(self.reserve.as_raw()),
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        [y.to_vec().unwrap(), hy.to_vec().unwrap(), cy.to_vec().unwrap()]
    }

    /// Returns the gradients for those of the outputs, last states and cells, after `forward`.
    fn backward(&self, values: &Values, gradients: &[Vec<f64>; 3]) -> Values {
        let stream = &self.test.stream;
        let [x, h, c, w] = [&values.x, &values.h, &values.c, &values.weights]
            .map(|values| stream.upload(values).unwrap());
        let [dy, dhy, dcy] = [0, 1, 2].map(|index| stream.upload(&gradients[index]).unwrap());
        let [inputs, _, states, cells, weights] = self.sizes();
        let [dx, dhx, dcx] =
            [inputs, states, cells].map(|len| stream.alloc_zeroed::<f64>(len).unwrap());
        // They are added to what is there.
        let dw = stream.upload(&vec![10.0; weights]).unwrap();
        let at = |address: u64| address as *mut c_void;
        let reserve = (self.reserve.len(), at(self.reserve.as_raw()));
        let status = call!(cudnnRNNBackwardData_v8(
            self.test.raw,
            self.rnn,
            core::ptr::null(),
            self.y,
            null_mut(),
            at(dy.as_raw()),
            self.x,
            at(dx.as_raw()),
            null_mut(),
            at(h.as_raw()),
            at(dhy.as_raw()),
            at(dhx.as_raw()),
            null_mut(),
            at(c.as_raw()),
            at(dcy.as_raw()),
            at(dcx.as_raw()),
            self.weight_bytes,
            at(w.as_raw()),
            0,
            null_mut(),
            reserve.0,
            reserve.1,
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        let status = call!(cudnnRNNBackwardWeights_v8(
            self.test.raw,
            self.rnn,
            cudnnWgradMode_t::CUDNN_WGRAD_MODE_ADD,
            core::ptr::null(),
            self.x,
            at(x.as_raw()),
            null_mut(),
            at(h.as_raw()),
            self.y,
            null_mut(),
            self.weight_bytes,
            at(dw.as_raw()),
            0,
            null_mut(),
            reserve.0,
            reserve.1,
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        let weights = dw.to_vec().unwrap().into_iter().map(|weight| weight - 10.0).collect();
        Values {
            x: dx.to_vec().unwrap(),
            h: dhx.to_vec().unwrap(),
            c: dcx.to_vec().unwrap(),
            weights,
        }
    }

    /// Returns where a matrix and a bias are in the weights, and the matrix's shape.
    fn place(&self, layer: i32, id: i32) -> (Option<usize>, Option<usize>, [i32; 3]) {
        let (mut matrix, mut bias) = (null_mut(), null_mut());
        let [mut of_matrix, mut of_bias] = [null_mut(); 2];
        for description in [&mut of_matrix, &mut of_bias] {
            assert_eq!(call!(cudnnCreateTensorDescriptor(description)), SUCCESS);
        }
        const BASE: usize = 1 << 20;
        let status = call!(cudnnGetRNNWeightParams(
            self.test.raw,
            self.rnn,
            layer,
            self.weight_bytes,
            BASE as *const c_void,
            id,
            of_matrix,
            &raw mut matrix,
            of_bias,
            &raw mut bias,
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        let [matrix, bias] =
            [matrix, bias].map(|at| (at as usize).checked_sub(BASE).map(|bytes| bytes / 8));
        let (mut dims, mut strides, mut count, mut data) = ([0; 3], [0; 3], 0, DOUBLE);
        if matrix.is_some() {
            let status = call!(cudnnGetTensorNdDescriptor(
                of_matrix,
                3,
                &raw mut data,
                &raw mut count,
                dims.as_mut_ptr(),
                strides.as_mut_ptr()
            ));
            assert_eq!((status, count), (SUCCESS, 3));
        }
        (matrix, bias, dims)
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the outputs of one layer of one direction, by the formulas.
fn expected(network: &Network, values: &Values) -> Vec<f64> {
    let case = &network.case;
    let (gates, batch) = (if case.cell == LSTM { 4 } else { 3 }, case.lengths.len());
    let sum = |id: i32, vector: &[f64], row: usize| {
        let (matrix, bias, dims) = network.place(0, id);
        assert_eq!(dims, [1, case.hidden as i32, vector.len() as i32]);
        let row_at = matrix.unwrap() + row * vector.len();
        let weights = &values.weights[row_at..row_at + vector.len()];
        let product: f64 = weights.iter().zip(vector).map(|(a, b)| a * b).sum();
        product + values.weights[bias.unwrap() + row]
    };
    let mut y = vec![0.0; 4 * batch * case.hidden];
    for sequence in 0..batch {
        let test = sequence * case.hidden..(sequence + 1) * case.hidden;
        let (mut h, mut c) = (values.h[test.clone()].to_vec(), values.c[test].to_vec());
        for step in 0..4 {
            let at = step * batch + sequence;
            let x = &values.x[at * case.input..(at + 1) * case.input];
            let before = h.clone();
            for row in 0..case.hidden {
                let input = |gate: i32| sum(gate, x, row);
                let state = |gate: i32| sum(gates + gate, &before, row);
                let both = |gate: i32| input(gate) + state(gate);
                h[row] = if case.cell == LSTM {
                    c[row] = sigmoid(both(1)) * c[row] + sigmoid(both(0)) * both(2).tanh();
                    sigmoid(both(3)) * c[row].tanh()
                } else {
                    let new = (input(2) + sigmoid(both(0)) * state(2)).tanh();
                    let update = sigmoid(both(1));
                    (1.0 - update) * new + update * before[row]
                };
            }
            y[at * case.hidden..(at + 1) * case.hidden].copy_from_slice(&h);
        }
    }
    y
}

#[test]
fn a_layer_of_lstm_or_gru_is_what_its_formulas_say() {
    for cell in [LSTM, GRU] {
        let network = Network::new(&Case::new(cell));
        let values = network.random();
        let [y, last, _] = network.forward(&values);
        let outputs = expected(&network, &values);
        let are_near = y.iter().zip(&outputs).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(are_near && y.len() == outputs.len(), "{cell:?}: {y:?} {outputs:?}");
        assert_eq!(last, y[y.len() - last.len()..]);
    }
}

/// The networks and sequences of which gradients are compared.
fn cases() -> Vec<Case> {
    use cudnnRNNBiasMode_t as B;
    use cudnnRNNDataLayout_t as L;
    let mut cases = Vec::new();
    for cell in 0..4 {
        let plain = Case::new(cudnnRNNMode_t(cell));
        let packed = L::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED;
        cases.push(Case { layers: 2, directions: 2, ..plain.clone() });
        cases.push(Case { lengths: vec![3, 2, 1], directions: 2, layout: packed, ..plain.clone() });
        cases.push(Case {
            lengths: vec![1, 3],
            layout: L::CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED,
            bias: B::CUDNN_RNN_SINGLE_INP_BIAS,
            layers: 2,
            dropout: 0.4,
            ..plain.clone()
        });
        let bias = B::CUDNN_RNN_SINGLE_REC_BIAS;
        cases.push(Case { input: 2, skips_input: true, bias, layers: 2, ..plain.clone() });
        cases.push(Case {
            bias: B::CUDNN_RNN_NO_BIAS,
            lengths: vec![2, 3],
            directions: 2,
            ..plain
        });
    }
    cases.push(Case { hidden: 3, projection: 2, layers: 2, directions: 2, ..Case::new(LSTM) });
    cases
}

#[test]
fn gradients_of_networks_are_those_of_differences() {
    for case in cases() {
        let network = Network::new(&case);
        let values = network.random();
        let results = network.forward(&values);
        let mut weights =
            [0, 1, 2].map(|index: usize| numbers(results[index].len(), 10 + index as u64));
        if case.cell != LSTM {
            weights[2].fill(0.0);
        }
        let gradients = network.backward(&values, &weights);
        let total = |values: &Values| -> f64 {
            let results = network.forward(values);
            let pairs = results.iter().zip(&weights).flat_map(|(a, b)| a.iter().zip(b));
            pairs.map(|(a, b)| a * b).sum()
        };
        const STEP: f64 = 1e-6;
        type Part = fn(&mut Values) -> &mut Vec<f64>;
        let parts: [Part; 4] = [
            |values| &mut values.x,
            |values| &mut values.h,
            |values| &mut values.c,
            |values| &mut values.weights,
        ];
        for (part, of_part) in parts.into_iter().enumerate() {
            let gradient = of_part(&mut gradients.clone()).clone();
            // Some of each are enough.
            for index in (0..gradient.len()).step_by(1 + gradient.len() / 7) {
                let moved = |by: f64| {
                    let mut values = values.clone();
                    of_part(&mut values)[index] += by;
                    total(&values)
                };
                let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
                let is_right = (gradient[index] - difference).abs() < 1e-6;
                assert!(
                    is_right,
                    "{case:?}: part {part}, {index}: {} {difference}",
                    gradient[index]
                );
            }
        }
    }
}

#[test]
fn shorter_sequences_are_followed_by_the_padding() {
    let case = Case { lengths: vec![1, 3], ..Case::new(GRU) };
    let network = Network::new(&case);
    let [y, last, _] = network.forward(&network.random());
    assert_eq!(y[4..6], [7.0, 7.0]);
    assert_eq!(y[8..10], [7.0, 7.0]);
    assert_eq!(last[..2], y[..2]);
    assert_eq!(last[2..], y[10..]);
}

#[test]
fn the_place_of_a_matrix_or_of_a_bias_can_be_asked_for_alone() {
    let network = Network::new(&Case::new(LSTM));
    let both = network.place(0, 1);
    const BASE: usize = 1 << 20;
    for wants_matrix in [true, false] {
        let (mut place, none) = (null_mut(), null_mut());
        let [matrix, bias] =
            if wants_matrix { [&raw mut place, none] } else { [none, &raw mut place] };
        let status = call!(cudnnGetRNNWeightParams(
            network.test.raw,
            network.rnn,
            0,
            network.weight_bytes,
            BASE as *const c_void,
            1,
            null_mut(),
            matrix,
            null_mut(),
            bias,
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        let expected = if wants_matrix { both.0 } else { both.1 };
        assert_eq!(Some((place as usize - BASE) / 8), expected);
    }
}

#[test]
fn a_part_of_what_a_network_has_can_be_asked_for() {
    let case = Case { projection: 1, ..Case::new(LSTM) };
    let network = Network::new(&case);
    let (mut cell, mut hidden, mut projection) = (GRU, 0, 0);
    let status = call!(cudnnGetRNNDescriptor_v8(
        network.rnn,
        null_mut(),
        &raw mut cell,
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        &raw mut hidden,
        &raw mut projection,
        null_mut(),
        null_mut(),
        null_mut(),
    ));
    assert_eq!((status, cell, hidden, projection), (SUCCESS, LSTM, 2, 1), "{}", message());
}

#[test]
fn what_does_not_fit_a_network_is_refused() {
    let network = Network::new(&Case::new(LSTM));
    let refused = Status::CUDNN_STATUS_BAD_PARAM;
    let mut place = null_mut();
    let (none, size) = (null_mut(), network.weight_bytes);
    for (layer, id, size) in [(1, 0, size), (0, 8, size), (-1, 0, size), (0, 0, size - 1)] {
        let status = call!(cudnnGetRNNWeightParams(
            network.test.raw,
            network.rnn,
            layer,
            size,
            none,
            id,
            none.cast(),
            &raw mut place,
            none.cast(),
            &raw mut place
        ));
        assert_eq!(status, refused, "{layer} {id} {size}");
    }
    let at = network.reserve.as_raw() as *mut c_void;
    let mode = cudnnForwardMode_t::CUDNN_FWD_MODE_TRAINING;
    let status = call!(cudnnRNNForward(
        network.test.raw,
        network.rnn,
        mode,
        core::ptr::null(),
        network.x,
        at,
        network.x,
        at,
        none.cast(),
        none,
        none,
        none.cast(),
        none,
        none,
        size,
        at,
        0,
        none,
        network.reserve.len(),
        at
    ));
    assert_eq!(status, refused, "outputs have another size than inputs");
}

#[test]
fn dropout_keeps_a_part_and_its_gradient_is_of_the_same() {
    const COUNT: usize = 4096;
    let test = TestHandle::new();
    let description = super::tensor([1, 1, 64, 64]);
    let (mut descriptor, mut states_size, mut reserve_size) = (null_mut(), 0, 0);
    assert_eq!(call!(cudnnCreateDropoutDescriptor(&raw mut descriptor)), SUCCESS);
    assert_eq!(call!(cudnnDropoutGetStatesSize(test.raw, &raw mut states_size)), SUCCESS);
    let status = call!(cudnnDropoutGetReserveSpaceSize(description, &raw mut reserve_size));
    assert_eq!(status, SUCCESS);
    let states = test.stream.alloc_zeroed::<u8>(states_size).unwrap();
    let reserve = test.stream.alloc_zeroed::<u8>(reserve_size).unwrap();
    let at = |address: u64| address as *mut c_void;
    let seeded = || {
        let states = at(states.as_raw());
        let status =
            call!(cudnnSetDropoutDescriptor(descriptor, test.raw, 0.25, states, states_size, 9));
        assert_eq!(status, SUCCESS);
    };
    let x = test.stream.upload(&[3.0_f32; COUNT]).unwrap();
    let y = test.stream.alloc_zeroed::<f32>(COUNT).unwrap();
    let forward = || {
        let (from, to) = (at(x.as_raw()), at(y.as_raw()));
        let reserve_space = (at(reserve.as_raw()), reserve_size);
        let status = call!(cudnnDropoutForward(
            test.raw,
            descriptor,
            description,
            from,
            description,
            to,
            reserve_space.0,
            reserve_space.1
        ));
        assert_eq!(status, SUCCESS, "{}", message());
        y.to_vec().unwrap()
    };
    seeded();
    let (first, second) = (forward(), forward());
    assert!(first.iter().all(|value| [0.0, 4.0].contains(value)));
    let dropped = first.iter().filter(|value| **value == 0.0).count();
    assert!((900..1150).contains(&dropped), "{dropped}");
    assert_ne!(first, second);
    let (from, to) = (at(x.as_raw()), at(y.as_raw()));
    let status = call!(cudnnDropoutBackward(
        test.raw,
        descriptor,
        description,
        from,
        description,
        to,
        at(reserve.as_raw()),
        reserve_size
    ));
    assert_eq!(status, SUCCESS, "{}", message());
    assert_eq!(y.to_vec().unwrap(), second);
    seeded();
    assert_eq!(forward(), first);
}
