//! Operations on the device, compared with a copy that reads and writes as many bytes in total.

use std::sync::Arc;

use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::{ArrayParts, DeviceArray, DeviceRecordBatch, MemoryManager};

use super::{SUBJECT, large, one_column};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW},
};

/// The number of calls in a sample, enough to hide the wait at its end.
const CALLS: u32 = 10;

const TWICE: fn(&Bench) -> Size =
    |bench| Size { calls: CALLS, bytes: 2 * large(bench) as u64, operations: 0, shape: Vec::new() };

const ONCE: fn(&Bench) -> Size =
    |bench| Size { bytes: large(bench) as u64, operations: 0, ..TWICE(bench) };

const GOAL: Option<Goal> = Some(Goal::Throughput { over: RAW, part: 0.8 });

pub const EQUALITY: Work = Work {
    name: "equality",
    does: "two buffers of 1 GiB that are equal",
    group: Group::Device,
    size: TWICE,
    goal: GOAL,
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let a = manager.copy_from_host(&vec![0x5a; large(bench)])?;
        let b = manager.copy(&a)?;
        Ok(vec![
            raw::copy(bench, TWICE(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                anyhow::ensure!(a.equals(&b)?, "equal buffers differ");
                Ok(())
            }),
        ])
    },
};

/// A column of 1 GiB of bits, which is also its own validity if requested.
fn bits(bench: &Bench, with_nulls: bool) -> anyhow::Result<ArrayParts> {
    let manager = MemoryManager::new(&bench.stream);
    let bits = manager.copy_from_host(&vec![0x5a; large(bench)])?;
    Ok(ArrayParts {
        data_type: DataType::Boolean,
        len: 8 * large(bench),
        offset: 0,
        null_count: None,
        nulls: with_nulls.then(|| bits.clone()),
        buffers: vec![bits],
        children: Vec::new(),
        dictionary: None,
    })
}

pub const NULL_COUNT: Work = Work {
    name: "null count",
    does: "of a validity of 1 GiB, which is only read",
    group: Group::Device,
    size: ONCE,
    goal: GOAL,
    ways: |bench| {
        let parts = bits(bench, true)?;
        let half = parts.len / 2;
        Ok(vec![
            raw::copy(bench, ONCE(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                // The count is cached.
                let array = DeviceArray::try_new(parts.clone())?;
                anyhow::ensure!(array.null_count()? == half, "the count is wrong");
                Ok(())
            }),
        ])
    },
};

pub const BITMAP_SHIFT: Work = Work {
    name: "bitmap shift",
    does: "a message of bits of 1 GiB that begin with the third of a byte, and freed",
    group: Group::Device,
    size: TWICE,
    goal: GOAL,
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let column = DeviceArray::try_new(bits(bench, false)?)?;
        let rows = column.len() - 3;
        let field = Field::new("b", DataType::Boolean, false);
        let schema = Arc::new(Schema::new(vec![field]));
        let columns = vec![column.slice(3, rows)?];
        let batch = DeviceRecordBatch::try_new(&manager, schema, columns, rows)?;
        Ok(vec![
            raw::copy_to_new(bench, TWICE(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(manager.serialize(&batch)?);
                Ok(())
            }),
        ])
    },
};

pub const SERIALIZE: Work = Work {
    name: "serialize",
    does: "a message of a column of 1 GiB on the device, and freed",
    group: Group::Device,
    size: TWICE,
    goal: GOAL,
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let batch = manager.upload(&one_column(vec![1i32; large(bench) / 4].into())?)?;
        Ok(vec![
            raw::copy_to_new(bench, TWICE(bench).bytes)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(manager.serialize(&batch)?);
                Ok(())
            }),
        ])
    },
};
