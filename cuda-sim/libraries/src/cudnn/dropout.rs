//! Dropout, and the states of its random numbers, which are in device memory: a seed, and how many numbers were drawn.

use core::ffi::c_void;
use std::collections::HashMap;

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};
use parking_lot::Mutex;

use super::descriptor::tensor;
use super::handle::because;
use super::kernel::submit;
use super::view::{Blend, View};
use super::{BAD_PARAM, Cudnn, NULL_POINTER, Outcome, put, signatures, status};
use crate::operation::Operation;

/// What a description has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Dropout {
    pub probability: f32,
    pub states: u64,
    seed: u64,
}

/// The bytes of the states.
const STATES: usize = 16;

/// The live descriptions. They are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, Dropout>>> = Mutex::new(None);

/// Returns what a description has.
pub(super) fn dropout(descriptor: cudnnDropoutDescriptor_t) -> Outcome<Dropout> {
    let live = LIVE.lock();
    let found = live.as_ref().and_then(|live| live.get(&(descriptor as usize))).copied();
    found.ok_or_else(|| because(BAD_PARAM, "this is no description of dropout"))
}

fn set(descriptor: cudnnDropoutDescriptor_t, dropout: Dropout) -> Outcome {
    if !(0.0..=1.0).contains(&dropout.probability) {
        return Err(because(BAD_PARAM, "the probability isn't between 0 and 1"));
    }
    let mut live = LIVE.lock();
    let place = live.as_mut().and_then(|live| live.get_mut(&(descriptor as usize)));
    *place.ok_or_else(|| because(BAD_PARAM, "this is no description of dropout"))? = dropout;
    Ok(())
}

function!(Cudnn::cudnnCreateDropoutDescriptor, |dropoutDesc| {
    static NEXT: Mutex<usize> = Mutex::new(0x6_0000);
    if dropoutDesc.is_null() {
        return NULL_POINTER;
    }
    let mut next = NEXT.lock();
    *next += 64;
    LIVE.lock().get_or_insert_default().insert(*next, Dropout::default());
    status(put(dropoutDesc, *next as cudnnDropoutDescriptor_t))
});

function!(Cudnn::cudnnDestroyDropoutDescriptor, |dropoutDesc| {
    let removed = LIVE.lock().as_mut().and_then(|live| live.remove(&(dropoutDesc as usize)));
    status(removed.map(drop).ok_or(BAD_PARAM))
});

function!(Cudnn::cudnnDropoutGetStatesSize, |_handle, sizeInBytes| {
    status(put(sizeInBytes, STATES))
});

// A byte for each element: whether it stays.
call!(Cudnn::cudnnDropoutGetReserveSpaceSize, |xdesc, sizeInBytes| {
    put(sizeInBytes, tensor(xdesc)?.len())
});

call! { Cudnn::cudnnSetDropoutDescriptor(
    dropoutDesc, handle, dropout, states, stateSizeInBytes, seed,
) => {
    if states.is_null() {
        // Without states, it drops nothing, as while a network isn't trained.
        return set(dropoutDesc, Dropout { probability: dropout, states: 0, seed });
    }
    if stateSizeInBytes < STATES {
        return Err(because(BAD_PARAM, "the states have fewer than 16 bytes"));
    }
    set(dropoutDesc, Dropout { probability: dropout, states: states as u64, seed })?;
    submit(handle, &Seed { states: states as u64, seed })
} }

call! { Cudnn::cudnnRestoreDropoutDescriptor(
    dropoutDesc, _handle, dropout, states, stateSizeInBytes, seed,
) => {
    if stateSizeInBytes < STATES {
        return Err(because(BAD_PARAM, "the states have fewer than 16 bytes"));
    }
    set(dropoutDesc, Dropout { probability: dropout, states: states as u64, seed })
} }

call! { Cudnn::cudnnGetDropoutDescriptor(dropoutDesc, _handle, dropout, states, seed) => {
    let description = self::dropout(dropoutDesc)?;
    put(dropout, description.probability)?;
    put(states, description.states as *mut c_void)?;
    put(seed, description.seed)
} }

/// Numbers in memory, one after another.
pub(super) fn flat(data: cudaDataType, address: u64, len: usize) -> View {
    let mut view = View { address, data, rank: 1, ..View::NONE };
    view.dims[0] = len as i64;
    view
}

/// Begins the states.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Seed {
    states: u64,
    seed: u64,
}

// SAFETY: it consists of integers, so any bytes are one.
unsafe impl Operation for Seed {
    const NAME: &'static str = "cudnn::dropout_seed";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        write_states(call, self.states, [self.seed, 0])
    }
}

/// Writes the states, a byte after another.
fn write_states(call: &NativeCall<'_>, address: u64, states: [u64; 2]) -> Result<(), Fault> {
    let bytes: Vec<f64> =
        states.iter().flat_map(|state| state.to_le_bytes()).map(f64::from).collect();
    flat(cudaDataType::CUDA_R_8U, address, STATES).store(call, Blend::WRITE, &bytes)
}

fn read_states(call: &NativeCall<'_>, address: u64) -> Result<[u64; 2], Fault> {
    let bytes = flat(cudaDataType::CUDA_R_8U, address, STATES).load(call)?;
    let number = |from: usize| {
        bytes[from..from + 8].iter().rev().fold(0_u64, |number, byte| number << 8 | *byte as u64)
    };
    Ok([number(0), number(8)])
}

/// Draws for so many elements whether each stays, and what it is multiplied by: SplitMix64 of the seed and the number of the draw.
pub(super) fn draw(
    call: &NativeCall<'_>,
    states: u64,
    probability: f64,
    count: usize,
) -> Result<Vec<f64>, Fault> {
    if states == 0 || probability == 0.0 {
        return Ok(vec![1.0; count]);
    }
    let [seed, drawn] = read_states(call, states)?;
    let factor = if probability < 1.0 { 1.0 / (1.0 - probability) } else { 0.0 };
    let factors = (0..count as u64).map(|index| {
        let mut bits = seed.wrapping_add((drawn + index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let uniform = (bits >> 11) as f64 / (1_u64 << 53) as f64;
        if uniform < probability { 0.0 } else { factor }
    });
    let factors = factors.collect();
    write_states(call, states, [seed, drawn + count as u64])?;
    Ok(factors)
}

/// Dropout of a tensor, or its gradient.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Drop {
    is_gradient: u64,
    probability: f64,
    states: u64,
    reserve: u64,
    from: View,
    to: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Drop {
    const NAME: &'static str = "cudnn::dropout";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let mut values = self.from.load(call)?;
        let mask = flat(cudaDataType::CUDA_R_8U, self.reserve, values.len());
        let stays = match self.is_gradient {
            0 => {
                let factors = draw(call, self.states, self.probability, values.len())?;
                let stays: Vec<f64> =
                    factors.iter().map(|factor| f64::from(u8::from(*factor != 0.0))).collect();
                mask.store(call, Blend::WRITE, &stays)?;
                stays
            }
            _ => mask.load(call)?,
        };
        let is_off = self.states == 0 || self.probability == 0.0;
        let factor = if is_off { 1.0 } else { 1.0 / (1.0 - self.probability) };
        for (value, stays) in values.iter_mut().zip(stays) {
            *value = if stays == 0.0 { 0.0 } else { *value * factor };
        }
        self.to.store(call, Blend::WRITE, &values)
    }
}

fn prepare(
    descriptor: cudnnDropoutDescriptor_t,
    from: View,
    to: View,
    reserve: (u64, usize),
) -> Outcome<Drop> {
    let dropout = dropout(descriptor)?;
    if from.shape() != to.shape() || from.data != to.data {
        return Err(because(BAD_PARAM, "the tensors differ"));
    }
    if reserve.1 < from.len() {
        return Err(because(BAD_PARAM, "the reserve space is too small"));
    }
    let probability = dropout.probability.into();
    Ok(Drop { is_gradient: 0, probability, states: dropout.states, reserve: reserve.0, from, to })
}

call! { Cudnn::cudnnDropoutForward(
    handle, dropoutDesc, xdesc, x, ydesc, y, reserveSpace, reserveSpaceSizeInBytes,
) => {
    let (x, y) = (tensor(xdesc)?.at(x as u64), tensor(ydesc)?.at(y as u64));
    let reserve = (reserveSpace as u64, reserveSpaceSizeInBytes);
    submit(handle, &prepare(dropoutDesc, x, y, reserve)?)
} }

call! { Cudnn::cudnnDropoutBackward(
    handle, dropoutDesc, dydesc, dy, dxdesc, dx, reserveSpace, reserveSpaceSizeInBytes,
) => {
    let (dy, dx) = (tensor(dydesc)?.at(dy as u64), tensor(dxdesc)?.at(dx as u64));
    let reserve = (reserveSpace as u64, reserveSpaceSizeInBytes);
    let gradient = Drop { is_gradient: 1, ..prepare(dropoutDesc, dy, dx, reserve)? };
    submit(handle, &gradient)
} }
