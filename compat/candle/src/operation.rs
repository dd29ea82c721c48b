//! The operations that are measured.

use std::time::Instant;

use candle_core::{DType, Device, Result, Tensor};

use crate::transformer::Transformer;

/// An operation of candle.
pub struct Operation {
    pub name: &'static str,
    /// How many calls are timed at once.
    pub calls: u32,
    /// Makes its operands, of small sizes if only that it runs matters.
    pub prepare: fn(&Device, bool) -> Result<Call>,
}

pub type Call = Box<dyn FnMut() -> Result<()>>;

/// Returns the nanoseconds of a call, with the wait for the last one.
pub fn time(device: &Device, call: &mut Call, calls: u32) -> Result<f64> {
    device.synchronize()?;
    let begin = Instant::now();
    for _ in 0..calls {
        call()?;
    }
    device.synchronize()?;
    Ok(begin.elapsed().as_secs_f64() * 1e9 / f64::from(calls))
}

fn random<S: Into<candle_core::Shape>>(shape: S, device: &Device) -> Result<Tensor> {
    Tensor::randn(0.0_f32, 1.0, shape, device)
}

fn matmul(device: &Device, side: usize, dtype: DType) -> Result<Call> {
    let a = random((side, side), device)?.to_dtype(dtype)?;
    let b = random((side, side), device)?.to_dtype(dtype)?;
    Ok(Box::new(move || a.matmul(&b).map(drop)))
}

pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "add of 16 elements",
        calls: 2000,
        prepare: |device, _| {
            let (a, b) = (random(16, device)?, random(16, device)?);
            Ok(Box::new(move || (&a + &b).map(drop)))
        },
    },
    Operation {
        name: "matmul, f32, 16²",
        calls: 2000,
        prepare: |device, _| matmul(device, 16, DType::F32),
    },
    Operation {
        name: "matmul, f32, 1024²",
        calls: 100,
        prepare: |device, small| matmul(device, if small { 32 } else { 1024 }, DType::F32),
    },
    Operation {
        name: "matmul, bf16, 4096²",
        calls: 50,
        prepare: |device, small| matmul(device, if small { 32 } else { 4096 }, DType::BF16),
    },
    Operation {
        name: "conv2d, 64 to 64 channels, 3²",
        calls: 100,
        prepare: |device, small| {
            let (batch, side) = if small { (1, 8) } else { (8, 56) };
            let x = random((batch, 64, side, side), device)?;
            let kernel = random((64, 64, 3, 3), device)?;
            Ok(Box::new(move || x.conv2d(&kernel, 1, 1, 1, 1).map(drop)))
        },
    },
    Operation {
        name: "softmax, rows of 1024",
        calls: 200,
        prepare: |device, small| {
            let x = random((if small { 4 } else { 32768 }, 1024), device)?;
            Ok(Box::new(move || candle_nn::ops::softmax_last_dim(&x).map(drop)))
        },
    },
    Operation {
        name: "1 MiB to the device and back",
        calls: 50,
        prepare: |device, _| {
            let (host, device) = (vec![1.0_f32; 1 << 18], device.clone());
            Ok(Box::new(move || {
                let x = Tensor::from_slice(&host, 1 << 18, &device)?;
                x.to_vec1::<f32>().map(drop)
            }))
        },
    },
    Operation {
        name: "a token of a small transformer",
        calls: 20,
        prepare: |device, _| {
            let model = Transformer::random(device)?;
            Ok(Box::new(move || model.generate(&[1, 2, 3], 1).map(drop)))
        },
    },
];
