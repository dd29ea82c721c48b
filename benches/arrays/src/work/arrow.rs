//! Arrow data of `cuda-arrow`, compared with the raw driver.

mod columns;
mod device;
mod host;
mod messages;
mod processes;

use std::sync::Arc;

use anyhow::Result;
use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
use cuda_arrow::arrow_buffer::{Buffer, ScalarBuffer};
pub use processes::share;

use super::raw::RAW;
use super::{Bench, GIGABYTES, Group, Picture, Shows, Size, Suite};

const SUBJECT: &str = "cuda-arrow";

pub static SUITE: Suite = Suite {
    name: "arrow",
    title: "Arrow's data",
    subject: SUBJECT,
    ways: &[(RAW, "#bab0ac"), (SUBJECT, "#4e79a7")],
    libraries: &[],
    pictures: &[
        Picture {
            group: Group::Host,
            name: "host",
            title: "Record batches from and to the host",
            shows: GIGABYTES,
        },
        Picture {
            group: Group::Device,
            name: "device",
            title: "On the device, of bytes read and written",
            shows: GIGABYTES,
        },
        Picture {
            group: Group::Columns,
            name: "columns",
            title: "Batches of more and more columns of 100 rows",
            shows: Shows::Growth,
        },
        Picture {
            group: Group::Calls,
            name: "calls",
            title: "Host time per call",
            shows: Shows::Ratio,
        },
    ],
    works: &[
        &host::UPLOAD_PINNED,
        &host::UPLOAD_PAGEABLE,
        &host::DOWNLOAD,
        &host::UPLOAD_COLUMNS,
        &host::DOWNLOAD_COLUMNS,
        &device::EQUALITY,
        &device::NULL_COUNT,
        &device::BITMAP_SHIFT,
        &device::SERIALIZE,
        &columns::UPLOAD[0],
        &columns::UPLOAD[1],
        &columns::UPLOAD[2],
        &columns::UPLOAD[3],
        &columns::DOWNLOAD[0],
        &columns::DOWNLOAD[1],
        &columns::DOWNLOAD[2],
        &columns::DOWNLOAD[3],
        &columns::EXPORT[0],
        &columns::EXPORT[1],
        &columns::EXPORT[2],
        &columns::EXPORT[3],
        &columns::IMPORT[0],
        &columns::IMPORT[1],
        &columns::IMPORT[2],
        &columns::IMPORT[3],
        &messages::READ,
        &messages::NESTED[0],
        &messages::NESTED[1],
        &messages::NESTED[2],
        &processes::OPEN,
    ],
};

/// Returns the size of large data in bytes.
fn large(bench: &Bench) -> usize {
    bench.size(1 << 30, 1 << 18)
}

/// A column of numbers in host memory.
fn numbers(values: Buffer) -> ArrayRef {
    let len = values.len() / 4;
    Arc::new(Int32Array::new(ScalarBuffer::new(values, 0, len), None))
}

fn one_column(values: Buffer) -> Result<RecordBatch> {
    Ok(RecordBatch::try_from_iter([("x", numbers(values))])?)
}

/// `count` columns of `rows` numbers.
fn columns(count: usize, rows: usize) -> Result<RecordBatch> {
    let column = |at: usize| {
        let values = (0..rows).map(|row| (row * at) as i32);
        (at.to_string(), numbers(values.collect::<Vec<i32>>().into()))
    };
    Ok(RecordBatch::try_from_iter((0..count).map(column))?)
}

/// A call for which only the host time is measured.
fn timed(calls: u32) -> Size {
    Size { calls, ..Size::default() }
}
