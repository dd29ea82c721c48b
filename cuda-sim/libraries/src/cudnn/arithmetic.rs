//! Sums and products of tensors, and reductions.

use core::ffi::c_void;

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{blend, op_tensor, reduce, tensor};
use super::handle::{because, factor};
use super::kernel::{larger, smaller, submit};
use super::view::{Blend, View};
use super::{BAD_PARAM, Cudnn, NOT_SUPPORTED, Outcome, put, signatures, status};
use crate::operation::Operation;

/// `c = op(alpha a, alpha2 b) + beta c`
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Combine {
    operation: cudnnOpTensorOp_t,
    /// Whether `a` alone is a term.
    is_unary: u32,
    alpha: f64,
    alpha2: f64,
    beta: f64,
    /// What the operation is applied to instead of `a`, if that is none.
    value: f64,
    a: View,
    b: View,
    c: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Combine {
    const NAME: &'static str = "cudnn::tensors";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        use cudnnOpTensorOp_t as O;
        let shape = self.c.shape();
        let a = if self.a.is_none() {
            vec![self.value; self.c.len()]
        } else {
            self.a.load_as(call, shape)?
        };
        let b = if self.b.is_none() { vec![0.0; a.len()] } else { self.b.load_as(call, shape)? };
        let value = |(a, b): (&f64, &f64)| {
            let (a, b) = (self.alpha * a, self.alpha2 * b);
            match self.operation {
                _ if self.is_unary != 0 => a,
                O::CUDNN_OP_TENSOR_ADD => a + b,
                O::CUDNN_OP_TENSOR_MUL => a * b,
                O::CUDNN_OP_TENSOR_MIN => smaller(a, b),
                O::CUDNN_OP_TENSOR_MAX => larger(a, b),
                O::CUDNN_OP_TENSOR_SQRT => a.sqrt(),
                _ => 1.0 - a,
            }
        };
        let values: Vec<f64> = a.iter().zip(&b).map(value).collect();
        let blend = Blend { alpha: 1.0, beta: self.beta };
        self.c.store(call, blend, &values)
    }
}

/// Returns whether the dimensions of `a` are those of `c`, or 1.
fn spreads(a: &View, c: &View) -> bool {
    let mut pairs = a.shape().iter().zip(c.shape());
    a.rank() == c.rank() && pairs.all(|(a, c)| a == c || *a == 1)
}

impl Combine {
    fn unary(a: View, c: View, blend: Blend) -> Self {
        Self {
            operation: cudnnOpTensorOp_t::CUDNN_OP_TENSOR_ADD,
            is_unary: 1,
            alpha: blend.alpha,
            alpha2: 0.0,
            beta: blend.beta,
            value: 0.0,
            a,
            b: View::NONE,
            c,
        }
    }
}

/// The reduction of a tensor along the dimensions where the result has one element.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Reduction {
    operation: cudnnReduceTensorOp_t,
    reserved: u32,
    indices: u64,
    blend: Blend,
    a: View,
    c: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Reduction {
    const NAME: &'static str = "cudnn::reduction";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let values = self.a.load(call)?;
        let (results, chosen) = reduced(self.operation, &values, self.a.shape(), self.c.shape());
        self.c.store(call, self.blend, &results)?;
        if self.indices == 0 {
            return Ok(());
        }
        let mut indices = View::NONE;
        indices.address = self.indices;
        indices.data = cudaDataType::CUDA_R_32I;
        indices.rank = 1;
        indices.dims[0] = chosen.len() as i64;
        let chosen: Vec<f64> = chosen.into_iter().map(|index| index as f64).collect();
        indices.store(call, Blend::WRITE, &chosen)
    }
}

/// Reduces elements of one shape to another, and returns the place of the chosen one among those of each result.
pub(super) fn reduced(
    operation: cudnnReduceTensorOp_t,
    values: &[f64],
    from: &[i64],
    to: &[i64],
) -> (Vec<f64>, Vec<usize>) {
    use cudnnReduceTensorOp_t as R;
    let start = match operation {
        R::CUDNN_REDUCE_TENSOR_MUL | R::CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS => 1.0,
        R::CUDNN_REDUCE_TENSOR_MIN => f64::INFINITY,
        R::CUDNN_REDUCE_TENSOR_MAX => f64::NEG_INFINITY,
        _ => 0.0,
    };
    let len = to.iter().product::<i64>().max(0) as usize;
    let mut results = vec![start; len];
    let mut chosen = vec![0; len];
    let mut counts = vec![0_usize; len];
    for (index, value) in values.iter().enumerate() {
        let (mut index, mut place, mut scale) = (index, 0, 1);
        for (from, to) in from.iter().zip(to).rev() {
            let at = index % *from as usize;
            index /= *from as usize;
            place += if *to == 1 { 0 } else { at * scale };
            scale *= *to as usize;
        }
        let before = results[place];
        let next = match operation {
            R::CUDNN_REDUCE_TENSOR_MUL => before * value,
            R::CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS if *value == 0.0 => before,
            R::CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS => before * value,
            R::CUDNN_REDUCE_TENSOR_MIN => smaller(before, *value),
            R::CUDNN_REDUCE_TENSOR_MAX => larger(before, *value),
            R::CUDNN_REDUCE_TENSOR_AMAX => larger(before, value.abs()),
            R::CUDNN_REDUCE_TENSOR_NORM1 => before + value.abs(),
            R::CUDNN_REDUCE_TENSOR_NORM2 => before + value * value,
            _ => before + value,
        };
        if next != before {
            chosen[place] = counts[place];
        }
        results[place] = next;
        counts[place] += 1;
    }
    for (result, count) in results.iter_mut().zip(counts) {
        match operation {
            R::CUDNN_REDUCE_TENSOR_AVG => *result /= count.max(1) as f64,
            R::CUDNN_REDUCE_TENSOR_NORM2 => *result = result.sqrt(),
            _ => {}
        }
    }
    (results, chosen)
}

/// The bytes of workspace that a reduction pretends to need.
const WORKSPACE: usize = 256;

call!(Cudnn::cudnnTransformTensor, |handle, alpha, xDesc, x, beta, yDesc, y| {
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    if x.shape() != y.shape() || x.data != y.data {
        return Err(BAD_PARAM);
    }
    submit(handle, &Combine::unary(x, y, blend(alpha, beta, &y)?))
});

call!(Cudnn::cudnnAddTensor, |handle, alpha, aDesc, A, beta, cDesc, C| {
    let (a, c) = (tensor(aDesc)?.at(A as u64), tensor(cDesc)?.at(C as u64));
    if !spreads(&a, &c) {
        return Err(because(BAD_PARAM, "the dimensions of a are those of c, or 1"));
    }
    submit(handle, &Combine::unary(a, c, blend(alpha, beta, &c)?))
});

call!(Cudnn::cudnnConvolutionBackwardBias, |handle, alpha, dyDesc, dy, beta, dbDesc, db| {
    let (a, c) = (tensor(dyDesc)?.at(dy as u64), tensor(dbDesc)?.at(db as u64));
    if !spreads(&c, &a) || c.dims[1] != a.dims[1] || c.len() as i64 != c.dims[1] {
        return Err(because(BAD_PARAM, "db has an element for each channel"));
    }
    let reduction = Reduction {
        operation: cudnnReduceTensorOp_t::CUDNN_REDUCE_TENSOR_ADD,
        reserved: 0,
        indices: 0,
        blend: blend(alpha, beta, &c)?,
        a,
        c,
    };
    submit(handle, &reduction)
});

call!(Cudnn::cudnnSetTensor, |handle, yDesc, y, valuePtr| {
    let y = tensor(yDesc)?.at(y as u64);
    // That of 16-bit floats is a single one.
    let value = match y.data {
        cudaDataType::CUDA_R_16F | cudaDataType::CUDA_R_16BF => factor(valuePtr, false)?,
        _ => host(&y, valuePtr)?,
    };
    let mut fill = Combine::unary(View::NONE, y, Blend::WRITE);
    fill.value = value;
    submit(handle, &fill)
});

call!(Cudnn::cudnnScaleTensor, |handle, yDesc, y, alpha| {
    let y = tensor(yDesc)?.at(y as u64);
    let blend = Blend { alpha: factor(alpha, y.is_double())?, beta: 0.0 };
    submit(handle, &Combine::unary(y, y, blend))
});

function! { Cudnn::cudnnOpTensor(
    handle, opTensorDesc, alpha1, aDesc, A, alpha2, bDesc, B, beta, cDesc, C,
) => {
    use cudnnOpTensorOp_t as O;
    let call = || {
        let operation = op_tensor(opTensorDesc)?;
        let (a, c) = (tensor(aDesc)?.at(A as u64), tensor(cDesc)?.at(C as u64));
        let has_one = matches!(operation, O::CUDNN_OP_TENSOR_SQRT | O::CUDNN_OP_TENSOR_NOT);
        let (b, alpha2) = if has_one {
            (View::NONE, 0.0)
        } else {
            (tensor(bDesc)?.at(B as u64), factor(alpha2, c.is_double())?)
        };
        if a.shape() != c.shape() || (!has_one && !spreads(&b, &c)) {
            return Err(because(
                BAD_PARAM,
                "a has the shape of c, and the dimensions of b are those of c, or 1",
            ));
        }
        let combination = Combine {
            operation,
            is_unary: 0,
            alpha: factor(alpha1, c.is_double())?,
            alpha2,
            beta: factor(beta, c.is_double())?,
            value: 0.0,
            a,
            b,
            c,
        };
        submit(handle, &combination)
    };
    status(call())
} }

function!(
    Cudnn::cudnnGetReductionIndicesSize,
    |_handle, _reduceTensorDesc, _aDesc, cDesc, sizeInBytes| {
        status(tensor(cDesc).and_then(|c| put(sizeInBytes, c.len() * 4)))
    }
);

function!(
    Cudnn::cudnnGetReductionWorkspaceSize,
    |_handle, reduceTensorDesc, _aDesc, _cDesc, sizeInBytes| {
        status(reduce(reduceTensorDesc).and_then(|_| put(sizeInBytes, WORKSPACE)))
    }
);

function! { Cudnn::cudnnReduceTensor(
    handle, reduceTensorDesc, indices, indicesSizeInBytes, workspace, workspaceSizeInBytes, alpha,
    aDesc, A, beta, cDesc, C,
) => {
    use cudnnReduceTensorOp_t as R;
    let call = || {
        let (operation, wanted) = reduce(reduceTensorDesc)?;
        let (a, c) = (tensor(aDesc)?.at(A as u64), tensor(cDesc)?.at(C as u64));
        if workspace.is_null() || workspaceSizeInBytes < WORKSPACE {
            return Err(cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT);
        }
        if !spreads(&c, &a) || c.shape() == a.shape() {
            return Err(because(
                BAD_PARAM,
                "the dimensions of c are those of a, or 1, and one differs",
            ));
        }
        let has_indices =
            wanted == cudnnReduceTensorIndices_t::CUDNN_REDUCE_TENSOR_FLATTENED_INDICES;
        let chooses = matches!(
            operation,
            R::CUDNN_REDUCE_TENSOR_MIN | R::CUDNN_REDUCE_TENSOR_MAX | R::CUDNN_REDUCE_TENSOR_AMAX
        );
        if has_indices && !chooses {
            return Err(because(NOT_SUPPORTED, "indices are those of the largest or the smallest"));
        }
        if has_indices && (indices.is_null() || indicesSizeInBytes < c.len() * 4) {
            return Err(BAD_PARAM);
        }
        let reduction = Reduction {
            operation,
            reserved: 0,
            indices: if has_indices { indices as u64 } else { 0 },
            blend: blend(alpha, beta, &c)?,
            a,
            c,
        };
        submit(handle, &reduction)
    };
    status(call())
} }

/// Reads a number of a tensor's type in host memory.
///
/// # Safety
/// The pointer is null or to one.
pub(super) unsafe fn host(view: &View, pointer: *const c_void) -> Outcome<f64> {
    use super::get;
    // SAFETY: the caller guarantees it.
    Ok(unsafe {
        match view.data {
            cudaDataType::CUDA_R_64F => get(pointer.cast::<f64>())?,
            cudaDataType::CUDA_R_32F => get(pointer.cast::<f32>())?.into(),
            cudaDataType::CUDA_R_16F => get(pointer.cast::<half::f16>())?.to_f64(),
            cudaDataType::CUDA_R_16BF => get(pointer.cast::<half::bf16>())?.to_f64(),
            cudaDataType::CUDA_R_8I => get(pointer.cast::<i8>())?.into(),
            cudaDataType::CUDA_R_8U => get(pointer.cast::<u8>())?.into(),
            cudaDataType::CUDA_R_32I => get(pointer.cast::<i32>())?.into(),
            cudaDataType::CUDA_R_64I => get(pointer.cast::<i64>())? as f64,
            _ => return Err(NOT_SUPPORTED),
        }
    })
}
