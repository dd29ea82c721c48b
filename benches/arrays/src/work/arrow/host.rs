//! Record batches from and to the host.

use std::hint::black_box;

use cuda_arrow::MemoryManager;

use super::{SUBJECT, columns, large, one_column};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW},
};

const ONE: fn(&Bench) -> Size =
    |bench| Size { calls: 1, bytes: large(bench) as u64, operations: 0, shape: Vec::new() };

pub const UPLOAD_PINNED: Work = Work {
    name: "upload, pinned",
    does: "a batch of 1 GiB in one column, from pinned memory, and freed",
    group: Group::Host,
    size: ONE,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let mut host = manager.pinned(large(bench))?;
        host.fill(1);
        let host = host.freeze();
        let address = host.as_ptr() as usize;
        let batch = one_column(host)?;
        Ok(vec![
            raw::to_device(bench, address, large(bench)),
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(manager.upload(&batch)?);
                Ok(())
            }),
        ])
    },
};

pub const UPLOAD_PAGEABLE: Work = Work {
    name: "upload, pageable",
    does: "the same from memory that isn't pinned",
    group: Group::Host,
    size: ONE,
    goal: Some(Goal::Throughput { over: RAW, part: 0.99 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let host = vec![1i32; large(bench) / 4];
        let address = host.as_ptr() as usize;
        let batch = one_column(host.into())?;
        Ok(vec![
            raw::to_device(bench, address, large(bench)),
            Way::queued(SUBJECT, &bench.stream, move || {
                drop(manager.upload(&batch)?);
                Ok(())
            }),
        ])
    },
};

pub const DOWNLOAD: Work = Work {
    name: "download",
    does: "a batch of 1 GiB in one column to new host memory; the raw driver copies to memory of zeros, as calloc gives it",
    group: Group::Host,
    size: ONE,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let batch = manager.upload(&one_column(vec![1i32; large(bench) / 4].into())?)?;
        Ok(vec![
            raw::to_new_host(bench, large(bench))?,
            Way::queued(SUBJECT, &bench.stream, move || {
                black_box(batch.to_host()?);
                Ok(())
            }),
        ])
    },
};

/// Columns of 4 KiB.
fn narrow(bench: &Bench) -> (usize, usize) {
    (bench.size(1000, 10), 1024)
}

const NARROW: fn(&Bench) -> Size = |bench| {
    let (count, rows) = narrow(bench);
    Size { calls: 20, bytes: 4 * (count * rows) as u64, operations: 0, shape: vec![count, rows] }
};

pub const UPLOAD_COLUMNS: Work = Work {
    name: "upload, 1,000 columns",
    does: "a batch of 1,000 columns of 4 KiB, and freed; the raw driver copies as many bytes that lie together",
    group: Group::Host,
    size: NARROW,
    goal: Some(Goal::Throughput { over: RAW, part: 0.8 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let (count, rows) = narrow(bench);
        let batch = columns(count, rows)?;
        let host = vec![1u8; 4 * count * rows];
        let address = host.as_ptr() as usize;
        Ok(vec![
            raw::to_device(bench, address, host.len()),
            Way::queued(SUBJECT, &bench.stream, move || {
                black_box(&host);
                drop(manager.upload(&batch)?);
                Ok(())
            }),
        ])
    },
};

pub const DOWNLOAD_COLUMNS: Work = Work {
    name: "download, 1,000 columns",
    does: "the same back, to new host memory",
    group: Group::Host,
    size: NARROW,
    goal: Some(Goal::Throughput { over: RAW, part: 0.8 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let (count, rows) = narrow(bench);
        let batch = manager.upload(&columns(count, rows)?)?;
        Ok(vec![
            raw::to_new_host(bench, 4 * count * rows)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                black_box(batch.to_host()?);
                Ok(())
            }),
        ])
    },
};
