//! Messages and nested columns.

use std::sync::Arc;

use anyhow::Result;
use cuda_arrow::arrow_array::{Array, ArrayRef, Int8Array, ListArray, RecordBatch};
use cuda_arrow::arrow_buffer::OffsetBuffer;
use cuda_arrow::arrow_schema::Field;
use cuda_arrow::{Dictionaries, MemoryManager, Message, StreamSchema};

use super::{SUBJECT, large, one_column, timed};
use crate::work::{Bench, Goal, Group, Way, Work};

pub const READ: Work = Work {
    name: "read of a message",
    does: "a message of 1 GiB that is on the device, whose columns are views of it",
    group: Group::Calls,
    size: |_| timed(20),
    goal: Some(Goal::Within { ns: 100e3 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let batch = manager.upload(&one_column(vec![1i32; large(bench) / 4].into())?)?;
        let message = manager.serialize(&batch)?;
        let schema = StreamSchema::new(batch.schema())?;
        Ok(vec![Way::host(SUBJECT, &bench.stream, move || {
            let message = Message::read(&message)?;
            drop(message.record_batch(&schema, &Dictionaries::new())?);
            Ok(())
        })])
    },
};

/// 1,000 entries of nested lists of depth `depth`.
fn nested(depth: usize) -> Result<RecordBatch> {
    let mut array: ArrayRef = Arc::new(Int8Array::from(vec![1i8; 1000]));
    for _ in 1..depth {
        let field = Arc::new(Field::new("item", array.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths(vec![1; array.len()]);
        array = Arc::new(ListArray::new(field, offsets, array, None));
    }
    Ok(RecordBatch::try_from_iter([("x", array)])?)
}

fn serialize<const DEPTH: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let manager = MemoryManager::new(&bench.stream);
    let batch = manager.upload(&nested(DEPTH)?)?;
    Ok(vec![Way::queued(SUBJECT, &bench.stream, move || {
        drop(manager.serialize(&batch.slice(1, 998)?)?);
        Ok(())
    })])
}

const fn work(name: &'static str, ways: fn(&Bench) -> Result<Vec<Way>>) -> Work {
    Work {
        name,
        does: "a message of 998 entries of nested lists out of 1,000, on the device",
        group: Group::Calls,
        size: |_| timed(20),
        goal: None,
        ways,
    }
}

pub static NESTED: [Work; 3] = [
    work("message, 1 deep", serialize::<1>),
    work("message, 8 deep", serialize::<8>),
    work("message, 64 deep", serialize::<64>),
];
