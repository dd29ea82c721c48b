//! Buffers with wrong contents return errors, and are never read out of bounds.

use std::fs;

use cuda_awkward::{Backend, Dtype, Form, HostArray};
use fastrand::Rng;
use serde_json::Value as Json;

use crate::{backend, rounds};

struct Input {
    form: Form,
    length: usize,
    buffers: Vec<(String, Vec<u8>)>,
}

fn bytes(buffer: &Json) -> Vec<u8> {
    let dtype = Dtype::of_name(buffer["dtype"].as_str().unwrap()).unwrap();
    let data = buffer["data"].as_array().unwrap().iter();
    data.flat_map(|it| match dtype {
        Dtype::Float64 => it.as_f64().unwrap_or(f64::NAN).to_le_bytes().to_vec(),
        Dtype::Bool => vec![u8::from(it.as_bool().unwrap())],
        _ => it.as_i64().unwrap().to_le_bytes()[..dtype.size()].to_vec(),
    })
    .collect()
}

/// Returns the inputs of the cases.
fn inputs() -> Vec<Input> {
    let mut inputs = Vec::new();
    for file in ["buffers", "missing", "records", "structure", "getitem"] {
        let text = fs::read_to_string(format!("tests/data/ragged/{file}.json")).unwrap();
        let json: Json = serde_json::from_str(&text).unwrap();
        for input in json["inputs"].as_object().unwrap().values() {
            let buffers = input["buffers"].as_object().unwrap().iter();
            inputs.push(Input {
                form: Form::from_json(&input["form"].to_string()).unwrap(),
                length: input["length"].as_u64().unwrap() as usize,
                buffers: buffers.map(|(name, buffer)| (name.clone(), bytes(buffer))).collect(),
            });
        }
    }
    inputs
}

/// Changes a number, a length, or leaves a buffer out.
fn mutate(input: &mut Input, random: &mut Rng) {
    let which = random.usize(..input.buffers.len());
    if random.u8(..20) == 0 {
        input.buffers.remove(which);
        return;
    }
    if random.u8(..20) == 0 {
        input.length = [0, 1, 7, 1000, usize::MAX / 2][random.usize(..5)];
        return;
    }
    let bytes = &mut input.buffers[which].1;
    match random.u8(..6) {
        0 => bytes.truncate(random.usize(..=bytes.len())),
        1..=3 if bytes.len() >= 8 => {
            let at = random.usize(..bytes.len() / 8) * 8;
            let value: i64 = match random.u8(..5) {
                0 => -1,
                1 => i64::MAX,
                2 => i64::from(random.i32(..)),
                3 => i64::from(random.u8(..12)),
                _ => random.i64(..),
            };
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        _ if !bytes.is_empty() => {
            let at = random.usize(..bytes.len());
            bytes[at] ^= 1 << random.u8(..8);
        }
        _ => {}
    }
}

/// Returns `true` if it was taken. What is taken is read whole, and computed with.
fn try_it(gpu: &Backend, input: &Input, works: bool) -> bool {
    let buffers = input
        .buffers
        .iter()
        .map(|(name, bytes)| (name.clone(), gpu.manager().copy_from_host(bytes).unwrap()));
    let buffers: Vec<_> = buffers.collect();
    // SAFETY: only `is_valid` is called on it.
    let unchecked =
        unsafe { gpu.from_buffers_unchecked(&input.form, input.length, buffers.clone()) };
    let array = gpu.from_buffers(&input.form, input.length, buffers);
    if let Ok(unchecked) = unchecked {
        assert_eq!(unchecked.is_valid().unwrap(), array.is_ok(), "{array:?}");
    }
    let host = HostArray::from_buffers(&input.form, input.length, input.buffers.iter().cloned());
    assert_eq!(array.is_ok(), host.is_ok(), "{array:?} {host:?}");
    let (Ok(array), Ok(host)) = (array, host) else {
        return false;
    };
    if works {
        let found = array.to_host().unwrap().value().unwrap().to_string();
        assert_eq!(found, host.value().unwrap().to_string());
        let _ = array.sum(-1);
        let _ = array.slice(1..).unwrap().sort(-1, true);
        let _ = array.num(-1);
    }
    true
}

on_the_device! {
    fn a_wrong_offset_is_detected(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(3);
        let (mut whole, mut broken) = (0, 0);
        let inputs = inputs();
        for round in 0..rounds(3_000) {
            let from = &inputs[round % inputs.len()];
            let mut input = Input {
                form: from.form.clone(),
                length: from.length,
                buffers: from.buffers.clone(),
            };
            mutate(&mut input, &mut random);
            match try_it(&gpu, &input, round % 10 == 0) {
                true => whole += 1,
                false => broken += 1,
            }
        }
        assert!(whole > 100 && broken > 100, "{whole} {broken}");
        gpu.stream().synchronize().unwrap();
    }
}
