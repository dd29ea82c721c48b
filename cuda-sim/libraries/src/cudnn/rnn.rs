//! Recurrent networks: descriptions of them and of their sequences, the sizes of their memory, and where their weights are.

mod backward;
mod forward;
mod network;
mod sequences;

use core::cmp::Ordering;
use core::ffi::{c_int, c_void};
use std::collections::HashMap;
use std::sync::Arc;

use cuda_libraries_sys::cudnn::*;
use parking_lot::Mutex;

use super::descriptor::describe_tensor;
use super::dropout::dropout;
use super::handle::because;
use super::kernel::submit;
use super::view::{View, data_of};
use super::{
    BAD_PARAM, Cudnn, NOT_SUPPORTED, NULL_POINTER, Outcome, put, put_if_wanted, signatures, status,
};
use backward::{BackwardData, BackwardWeights};
use forward::Forward;
use network::Network;
use sequences::Sequences;

/// What a description has.
#[derive(Debug, Clone)]
enum Description {
    Network(Option<Box<NetworkDescription>>),
    Sequences(Option<Arc<Sequences>>),
}

/// A network, and what only who asks for it needs.
#[derive(Debug, Clone, Copy)]
struct NetworkDescription {
    network: Network,
    algorithm: cudnnRNNAlgo_t,
    data: cudnnDataType_t,
    precision: cudnnDataType_t,
    math: cudnnMathType_t,
    dropout: usize,
    flags: u32,
    clip_nan: cudnnNanPropagation_t,
}

/// The live descriptions. They are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, Description>>> = Mutex::new(None);

fn create(empty: Description) -> usize {
    static NEXT: Mutex<usize> = Mutex::new(0x8_0000);
    let mut next = NEXT.lock();
    *next += 64;
    LIVE.lock().get_or_insert_default().insert(*next, empty);
    *next
}

fn find(handle: usize) -> Outcome<Description> {
    let live = LIVE.lock();
    let found = live.as_ref().and_then(|live| live.get(&handle)).cloned();
    found.ok_or_else(|| because(BAD_PARAM, "this is no description of the kind"))
}

fn replace(handle: usize, description: Description) -> Outcome {
    let descriptor = find(handle)?;
    if core::mem::discriminant(&descriptor) != core::mem::discriminant(&description) {
        return Err(because(BAD_PARAM, "this is no description of the kind"));
    }
    LIVE.lock().get_or_insert_default().insert(handle, description);
    Ok(())
}

fn destroy(handle: usize) -> Outcome {
    find(handle)?;
    LIVE.lock().as_mut().map(|live| live.remove(&handle));
    Ok(())
}

fn whole(descriptor: cudnnRNNDescriptor_t) -> Outcome<NetworkDescription> {
    match find(descriptor as usize)? {
        Description::Network(Some(whole)) => Ok(*whole),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

fn sequences(descriptor: cudnnRNNDataDescriptor_t) -> Outcome<Arc<Sequences>> {
    match find(descriptor as usize)? {
        Description::Sequences(Some(sequences)) => Ok(sequences),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

/// Returns a size as a number of the host.
fn size(number: i32) -> Outcome<usize> {
    usize::try_from(number).map_err(|_| because(BAD_PARAM, "a size is negative"))
}

function!(Cudnn::cudnnCreateRNNDescriptor, |rnnDesc| {
    if rnnDesc.is_null() {
        return NULL_POINTER;
    }
    status(put(rnnDesc, create(Description::Network(None)) as cudnnRNNDescriptor_t))
});

function!(Cudnn::cudnnDestroyRNNDescriptor, |rnnDesc| { status(destroy(rnnDesc as usize)) });

function!(Cudnn::cudnnCreateRNNDataDescriptor, |rnnDataDesc| {
    if rnnDataDesc.is_null() {
        return NULL_POINTER;
    }
    status(put(rnnDataDesc, create(Description::Sequences(None)) as cudnnRNNDataDescriptor_t))
});

function!(Cudnn::cudnnDestroyRNNDataDescriptor, |rnnDataDesc| {
    status(destroy(rnnDataDesc as usize))
});

call! { Cudnn::cudnnSetRNNDescriptor_v8(
    rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType, mathPrec, mathType, inputSize,
    hiddenSize, projSize, numLayers, dropoutDesc, auxFlags,
) => {
    let of_projection = size(projSize)?;
    let hidden = size(hiddenSize)?;
    let network = Network {
        cell: cellMode,
        bias: biasMode,
        is_bidirectional: dirMode == cudnnDirectionMode_t::CUDNN_BIDIRECTIONAL,
        skips_input: inputMode == cudnnRNNInputMode_t::CUDNN_SKIP_INPUT,
        data: data_of(dataType)?,
        input: size(inputSize)?,
        hidden,
        // As the library has it: the hidden size means that there is none.
        output: if of_projection == 0 { hidden } else { of_projection },
        layers: size(numLayers)?,
        clip: None,
    };
    network.check()?;
    let probability = if dropoutDesc.is_null() { 0.0 } else { dropout(dropoutDesc)?.probability };
    if !(0.0..=1.0).contains(&probability) {
        return Err(BAD_PARAM);
    }
    let whole = NetworkDescription {
        network,
        algorithm: algo,
        data: dataType,
        precision: mathPrec,
        math: mathType,
        dropout: dropoutDesc as usize,
        flags: auxFlags,
        clip_nan: cudnnNanPropagation_t::CUDNN_NOT_PROPAGATE_NAN,
    };
    replace(rnnDesc as usize, Description::Network(Some(Box::new(whole))))
} }

call! { Cudnn::cudnnGetRNNDescriptor_v8(
    rnnDesc, algo, cellMode, biasMode, dirMode, inputMode, dataType, mathPrec, mathType, inputSize,
    hiddenSize, projSize, numLayers, dropoutDesc, auxFlags,
) => {
    let whole = whole(rnnDesc)?;
    let network = whole.network;
    let direction = cudnnDirectionMode_t(network.is_bidirectional.into());
    put_if_wanted(algo, whole.algorithm)?;
    put_if_wanted(cellMode, network.cell)?;
    put_if_wanted(biasMode, network.bias)?;
    put_if_wanted(dirMode, direction)?;
    put_if_wanted(inputMode, cudnnRNNInputMode_t(network.skips_input.into()))?;
    put_if_wanted(dataType, whole.data)?;
    put_if_wanted(mathPrec, whole.precision)?;
    put_if_wanted(mathType, whole.math)?;
    put_if_wanted(inputSize, network.input as i32)?;
    put_if_wanted(hiddenSize, network.hidden as i32)?;
    put_if_wanted(projSize, network.output as i32)?;
    put_if_wanted(numLayers, network.layers as i32)?;
    put_if_wanted(dropoutDesc, whole.dropout as cudnnDropoutDescriptor_t)?;
    put_if_wanted(auxFlags, whole.flags)
} }

/// Sets between which numbers cells of LSTM stay.
fn set_clip(
    descriptor: cudnnRNNDescriptor_t,
    mode: cudnnRNNClipMode_t,
    nan: cudnnNanPropagation_t,
    limits: [f64; 2],
) -> Outcome {
    let mut whole = whole(descriptor)?;
    let is_clipped = mode == cudnnRNNClipMode_t::CUDNN_RNN_CLIP_MINMAX;
    let is_ordered = limits[0].partial_cmp(&limits[1]).is_some_and(Ordering::is_le);
    if is_clipped && !is_ordered {
        return Err(because(BAD_PARAM, "the limits aren't in order"));
    }
    whole.network.clip = is_clipped.then_some(limits);
    whole.clip_nan = nan;
    replace(descriptor as usize, Description::Network(Some(Box::new(whole))))
}

call!(Cudnn::cudnnRNNSetClip_v8, |rnnDesc, clipMode, clipNanOpt, lclip, rclip| {
    set_clip(rnnDesc, clipMode, clipNanOpt, [lclip, rclip])
});

call!(Cudnn::cudnnRNNSetClip_v9, |rnnDesc, clipMode, lclip, rclip| {
    let nan = cudnnNanPropagation_t::CUDNN_NOT_PROPAGATE_NAN;
    set_clip(rnnDesc, clipMode, nan, [lclip, rclip])
});

/// Tells them.
///
/// # Safety
/// The pointers are null or writable.
unsafe fn get_clip(
    whole: &NetworkDescription,
    mode: *mut cudnnRNNClipMode_t,
    limits: [*mut f64; 2],
) -> Outcome {
    let [lower, upper] = whole.network.clip.unwrap_or_default();
    let clips = cudnnRNNClipMode_t(whole.network.clip.is_some().into());
    // SAFETY: the caller guarantees it.
    unsafe {
        put(mode, clips)?;
        put(limits[0], lower)?;
        put(limits[1], upper)
    }
}

call!(Cudnn::cudnnRNNGetClip_v8, |rnnDesc, clipMode, clipNanOpt, lclip, rclip| {
    let whole = whole(rnnDesc)?;
    put(clipNanOpt, whole.clip_nan)?;
    get_clip(&whole, clipMode, [lclip, rclip])
});

call!(Cudnn::cudnnRNNGetClip_v9, |rnnDesc, clipMode, lclip, rclip| {
    get_clip(&whole(rnnDesc)?, clipMode, [lclip, rclip])
});

call!(Cudnn::cudnnBuildRNNDynamic, |_handle, rnnDesc, _miniBatch| { whole(rnnDesc).map(drop) });

call! { Cudnn::cudnnSetRNNDataDescriptor(
    rnnDataDesc, dataType, layout, maxSeqLength, batchSize, vectorSize, seqLengthArray, paddingFill,
) => {
    let batch = size(batchSize)?;
    if seqLengthArray.is_null() {
        return Err(NULL_POINTER);
    }
    let lengths: Outcome<Vec<usize>> =
        (0..batch).map(|index| size(seqLengthArray.add(index).read())).collect();
    let data = data_of(dataType)?;
    let fill = match (paddingFill.is_null(), dataType) {
        (true, _) => None,
        (_, cudnnDataType_t::CUDNN_DATA_DOUBLE) => Some(paddingFill.cast::<f64>().read_unaligned()),
        (_, cudnnDataType_t::CUDNN_DATA_FLOAT) => {
            Some(paddingFill.cast::<f32>().read_unaligned().into())
        }
        // Of the types with fewer bits, only zero is easily told from others.
        _ if paddingFill.cast::<u16>().read_unaligned() == 0 => Some(0.0),
        _ => return Err(because(NOT_SUPPORTED, "padding of 16 bits is zero")),
    };
    let (steps, vector) = (size(maxSeqLength)?, size(vectorSize)?);
    let new = Sequences { kind: dataType, data, layout, steps, batch, vector, lengths: lengths?, fill };
    new.check()?;
    replace(rnnDataDesc as usize, Description::Sequences(Some(Arc::new(new))))
} }

call! { Cudnn::cudnnGetRNNDataDescriptor(
    rnnDataDesc, dataType, layout, maxSeqLength, batchSize, vectorSize, arrayLengthRequested,
    seqLengthArray, paddingFill,
) => {
    let sequences = sequences(rnnDataDesc)?;
    put(dataType, sequences.kind)?;
    put(layout, sequences.layout)?;
    put(maxSeqLength, sequences.steps as c_int)?;
    put(batchSize, sequences.batch as c_int)?;
    put(vectorSize, sequences.vector as c_int)?;
    for (index, length) in sequences.lengths.iter().take(size(arrayLengthRequested)?).enumerate() {
        put(seqLengthArray.wrapping_add(index), *length as c_int)?;
    }
    match (sequences.fill, sequences.kind) {
        _ if paddingFill.is_null() => Ok(()),
        (Some(fill), cudnnDataType_t::CUDNN_DATA_DOUBLE) => put(paddingFill.cast(), fill),
        (Some(fill), cudnnDataType_t::CUDNN_DATA_FLOAT) => put(paddingFill.cast(), fill as f32),
        (Some(_), _) => put(paddingFill.cast(), 0_u16),
        (None, _) => Ok(()),
    }
} }

call!(Cudnn::cudnnGetRNNWeightSpaceSize, |_handle, rnnDesc, weightSpaceSize| {
    let network = whole(rnnDesc)?.network;
    put(weightSpaceSize, network.weights() * network.element_size()?)
});

/// The bytes of workspace that a network pretends to need.
const WORKSPACE: usize = 256;

call! { Cudnn::cudnnGetRNNTempSpaceSizes(
    _handle, rnnDesc, fwdMode, xDesc, workSpaceSize, reserveSpaceSize,
) => {
    let (network, x) = (whole(rnnDesc)?.network, sequences(xDesc)?);
    put_if_wanted(workSpaceSize, WORKSPACE)?;
    if reserveSpaceSize.is_null() {
        return Ok(());
    }
    let trains = fwdMode == cudnnForwardMode_t::CUDNN_FWD_MODE_TRAINING;
    put(reserveSpaceSize, if trains { network.reserve(x.slots()).len * size_of::<f64>() } else { 0 })
} }

call! { Cudnn::cudnnGetRNNWeightParams(
    _handle, rnnDesc, pseudoLayer, weightSpaceSize, weightSpace, linLayerID, mDesc, mAddr, bDesc,
    bAddr,
) => {
    let whole = whole(rnnDesc)?;
    let network = whole.network;
    let (layer, id) = (size(pseudoLayer)?, size(linLayerID)?);
    let ids = network.matrices_of_layer();
    if layer >= network.pseudo_layers() || id >= ids {
        return Err(because(BAD_PARAM, "there is no such layer, or no such matrix of it"));
    }
    let bytes = network.element_size()?;
    if weightSpaceSize < network.weights() * bytes {
        return Err(because(BAD_PARAM, "the weights are smaller than those of the network"));
    }
    let at = |place: usize| weightSpace.cast::<u8>().wrapping_add(place * bytes).cast_mut();
    let parts = [
        (network.matrix(layer, id), mDesc, mAddr),
        (network.bias_of(layer, id).map(|place| (place, [network.hidden, 1])), bDesc, bAddr),
    ];
    for (part, description, address) in parts {
        let Some((place, [rows, columns])) = part else {
            put_if_wanted(address, core::ptr::null_mut::<c_void>())?;
            continue;
        };
        let (rows, columns) = (rows as i64, columns as i64);
        let view = View::new(network.data, &[1, rows, columns], &[rows * columns, columns, 1])?;
        if !description.is_null() {
            describe_tensor(description, view, whole.data)?;
        }
        put_if_wanted(address, at(place).cast::<c_void>())?;
    }
    Ok(())
} }

/// Checks that two descriptions are of the same sequences.
fn are_alike(x: &Sequences, y: &Sequences, network: &Network) -> Outcome {
    let fits = x.steps == y.steps
        && x.batch == y.batch
        && x.lengths == y.lengths
        && x.vector == network.input
        && y.vector == network.directions() * network.output;
    if fits {
        Ok(())
    } else {
        Err(because(BAD_PARAM, "the sequences don't fit the network, or each other"))
    }
}

/// What each call is given: the network, and its sequences.
fn given(
    rnn: cudnnRNNDescriptor_t,
    x: cudnnRNNDataDescriptor_t,
    y: cudnnRNNDataDescriptor_t,
) -> Outcome<(NetworkDescription, u64)> {
    let whole = whole(rnn)?;
    let [x, y] = [sequences(x)?, sequences(y)?];
    are_alike(&x, &y, &whole.network)?;
    Ok((whole, sequences::number(&whole.network, [x, y])))
}

/// Checks the sizes of weights and of the reserve space.
fn check_sizes(plan: u64, weights: usize, reserve: Option<usize>) -> Outcome {
    let plan = sequences::plan(plan).ok_or(BAD_PARAM)?;
    if weights < plan.network.weights() * plan.network.element_size()? {
        return Err(because(BAD_PARAM, "the weights are smaller than those of the network"));
    }
    let wanted = plan.network.reserve(plan.x.slots()).len * size_of::<f64>();
    if reserve.is_some_and(|reserve| reserve < wanted) {
        Err(because(BAD_PARAM, "the reserve space is too small"))
    } else {
        Ok(())
    }
}

call! { Cudnn::cudnnRNNForward(
    handle, rnnDesc, fwdMode, _devSeqLengths, xDesc, x, yDesc, y, _hDesc, hx, hy, _cDesc, cx, cy,
    weightSpaceSize, weightSpace, _workSpaceSize, _workSpace, reserveSpaceSize, reserveSpace,
) => {
    let (whole, plan) = given(rnnDesc, xDesc, yDesc)?;
    let trains = fwdMode == cudnnForwardMode_t::CUDNN_FWD_MODE_TRAINING;
    check_sizes(plan, weightSpaceSize, trains.then_some(reserveSpaceSize))?;
    let drops = match whole.dropout {
        0 => Default::default(),
        descriptor => dropout(descriptor as cudnnDropoutDescriptor_t)?,
    };
    submit(handle, &Forward {
        plan,
        trains: trains.into(),
        probability: drops.probability.into(),
        states: drops.states,
        x: x as u64,
        y: y as u64,
        h: [hx as u64, hy as u64],
        c: [cx as u64, cy as u64],
        weights: weightSpace as u64,
        reserve: if trains { reserveSpace as u64 } else { 0 },
    })
} }

call! { Cudnn::cudnnRNNBackwardData_v8(
    handle, rnnDesc, _devSeqLengths, yDesc, _y, dy, xDesc, dx, _hDesc, hx, dhy, dhx, _cDesc, cx, dcy,
    dcx, weightSpaceSize, weightSpace, _workSpaceSize, _workSpace, reserveSpaceSize, reserveSpace,
) => {
    let (_, plan) = given(rnnDesc, xDesc, yDesc)?;
    check_sizes(plan, weightSpaceSize, Some(reserveSpaceSize))?;
    submit(handle, &BackwardData {
        plan,
        dy: dy as u64,
        dx: dx as u64,
        h: [hx as u64, dhy as u64, dhx as u64],
        c: [cx as u64, dcy as u64, dcx as u64],
        weights: weightSpace as u64,
        reserve: reserveSpace as u64,
    })
} }

call! { Cudnn::cudnnRNNBackwardWeights_v8(
    handle, rnnDesc, addGrad, _devSeqLengths, xDesc, x, _hDesc, hx, yDesc, _y, weightSpaceSize,
    dweightSpace, _workSpaceSize, _workSpace, reserveSpaceSize, reserveSpace,
) => {
    let (_, plan) = given(rnnDesc, xDesc, yDesc)?;
    check_sizes(plan, weightSpaceSize, Some(reserveSpaceSize))?;
    submit(handle, &BackwardWeights {
        plan,
        adds: (addGrad == cudnnWgradMode_t::CUDNN_WGRAD_MODE_ADD).into(),
        x: x as u64,
        hx: hx as u64,
        dweights: dweightSpace as u64,
        reserve: reserveSpace as u64,
    })
} }
