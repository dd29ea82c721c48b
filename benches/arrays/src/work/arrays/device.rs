//! Copies on the device between layouts, compared with a plain copy of the same size.

use anyhow::Result;
use cuda_ndarray::ndarray::{Ix2, Ix4, s};
use cuda_ndarray::{DeviceArray, MakeArrays};

use super::SUBJECT;
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW},
};

/// The number of copies in a sample, enough to hide the host time.
const CALLS: u32 = 20;

fn square(bench: &Bench) -> usize {
    bench.size(8192, 64)
}

fn matrix(bench: &Bench) -> Size {
    let side = square(bench);
    Size {
        calls: CALLS,
        bytes: 2 * 4 * (side * side) as u64,
        operations: 0,
        shape: vec![side, side],
    }
}

pub const TRANSPOSE: Work = Work {
    name: "transpose",
    does: "8192 × 8192 float32 to a new array, transposed: `t().to_standard_layout()`, CuPy's `ascontiguousarray(a.T)`, Numba's \
           `transpose`; the raw driver copies without transposing, to memory that is there. Bytes read and written count",
    group: Group::Device,
    size: matrix,
    goal: Some(Goal::Throughput { over: RAW, part: 0.85 }),
    ways: |bench| {
        let side = square(bench);
        let array: DeviceArray<f32, Ix2> = bench.stream.from_elem((side, side), 1.0)?;
        Ok(vec![
            raw::copy(bench, matrix(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(array.t().to_standard_layout()?);
                Ok(())
            }),
        ])
    },
};

fn half_of_matrix(bench: &Bench) -> Size {
    let side = square(bench);
    // For every second row, all sectors are read.
    let (read, written) = (4 * side * side / 2, 4 * side * side / 4);
    Size { calls: CALLS, bytes: (read + written) as u64, operations: 0, shape: vec![side, side] }
}

pub const EVERY_SECOND: Work = Work {
    name: "[::2, ::2]",
    does: "every second element of every second row of 8192 × 8192 float32 to a new array. Bytes read in whole sectors and \
           written count; the raw driver copies as many",
    group: Group::Device,
    size: half_of_matrix,
    goal: Some(Goal::Throughput { over: RAW, part: 0.6 }),
    ways: |bench| {
        let side = square(bench);
        let array: DeviceArray<f32, Ix2> = bench.stream.from_elem((side, side), 1.0)?;
        Ok(vec![
            raw::copy(bench, half_of_matrix(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(array.slice(s![..;2, ..;2])?.to_standard_layout()?);
                Ok(())
            }),
        ])
    },
};

fn four(bench: &Bench) -> Size {
    let side = bench.size(128, 8);
    let shape = vec![side / 2, side, side / 2, side];
    Size {
        calls: CALLS,
        bytes: 2 * 4 * shape.iter().product::<usize>() as u64,
        operations: 0,
        shape,
    }
}

fn permuted(bench: &Bench, axes: [usize; 4]) -> Result<Vec<Way>> {
    let shape: [usize; 4] = four(bench).shape.try_into().unwrap_or_default();
    let array: DeviceArray<f32, Ix4> = bench.stream.from_elem(shape, 1.0)?;
    Ok(vec![
        raw::copy(bench, four(bench).bytes)?,
        Way::queued(SUBJECT, &bench.stream, move || {
            drop(array.view().permuted_axes(axes)?.to_standard_layout()?);
            Ok(())
        }),
    ])
}

pub const PERMUTE: Work = Work {
    name: "axes (0, 2, 1, 3)",
    does: "64 × 128 × 64 × 128 float32 to a new array with these axes. Bytes read and written count",
    group: Group::Device,
    size: four,
    goal: Some(Goal::Throughput { over: RAW, part: 0.6 }),
    ways: |bench| permuted(bench, [0, 2, 1, 3]),
};

pub const PERMUTE_ALL: Work = Work {
    name: "axes (2, 0, 3, 1)",
    does: "the same with axes of which none stays",
    group: Group::Device,
    size: four,
    goal: Some(Goal::Throughput { over: RAW, part: 0.6 }),
    ways: |bench| permuted(bench, [2, 0, 3, 1]),
};
