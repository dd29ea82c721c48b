//! Host time as a function of the number of columns.

use std::hint::black_box;

use anyhow::Result;
use cuda_arrow::MemoryManager;

use super::{SUBJECT, columns, timed};
use crate::work::{Bench, Goal, Group, Size, Way, Work};

const ROWS: usize = 100;

/// A microsecond per column and operation, in addition to the cost of a batch.
const fn goal(columns: usize, operations: usize) -> Option<Goal> {
    Some(Goal::Within { ns: (operations * columns) as f64 * 1e3 + 100e3 })
}

const fn work<const N: usize>(
    name: &'static str,
    does: &'static str,
    operations: usize,
    ways: fn(&Bench) -> Result<Vec<Way>>,
) -> Work {
    Work {
        name,
        does,
        group: Group::Columns,
        size: |bench: &Bench| -> Size {
            timed(bench.size(10_000_usize.div_ceil(N).min(100), 1) as u32)
        },
        goal: goal(N, operations),
        ways,
    }
}

fn upload<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let manager = MemoryManager::new(&bench.stream);
    let host = columns(N, ROWS)?;
    Ok(vec![Way::queued(SUBJECT, &bench.stream, move || {
        drop(manager.upload(&host)?);
        Ok(())
    })])
}

fn download<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let batch = MemoryManager::new(&bench.stream).upload(&columns(N, ROWS)?)?;
    Ok(vec![Way::queued(SUBJECT, &bench.stream, move || {
        black_box(batch.to_host()?);
        Ok(())
    })])
}

fn export<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let batch = MemoryManager::new(&bench.stream).upload(&columns(N, ROWS)?)?;
    Ok(vec![Way::host(SUBJECT, &bench.stream, move || {
        drop(black_box(batch.export()?));
        Ok(())
    })])
}

fn import<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let manager = MemoryManager::new(&bench.stream);
    let batch = manager.upload(&columns(N, ROWS)?)?;
    Ok(vec![Way::host(SUBJECT, &bench.stream, move || {
        let (array, schema) = batch.export()?;
        // SAFETY: it was just exported.
        drop(black_box(unsafe { manager.import(array, &schema) }?));
        Ok(())
    })])
}

pub static UPLOAD: [Work; 4] = [
    work::<1>("upload, 1 column", UPLOADED, 1, upload::<1>),
    work::<100>("upload, 100 columns", UPLOADED, 1, upload::<100>),
    work::<1000>("upload, 1,000 columns of 100", UPLOADED, 1, upload::<1000>),
    work::<10_000>("upload, 10,000 columns", UPLOADED, 1, upload::<10_000>),
];
const UPLOADED: &str = "a batch of so many columns of 100 rows, and freed";

pub static DOWNLOAD: [Work; 4] = [
    work::<1>("download, 1 column", DOWNLOADED, 1, download::<1>),
    work::<100>("download, 100 columns", DOWNLOADED, 1, download::<100>),
    work::<1000>("download, 1,000 columns of 100", DOWNLOADED, 1, download::<1000>),
    work::<10_000>("download, 10,000 columns", DOWNLOADED, 1, download::<10_000>),
];
const DOWNLOADED: &str = "the same to new host memory";

pub static EXPORT: [Work; 4] = [
    work::<1>("export, 1 column", EXPORTED, 1, export::<1>),
    work::<100>("export, 100 columns", EXPORTED, 1, export::<100>),
    work::<1000>("export, 1,000 columns", EXPORTED, 1, export::<1000>),
    work::<10_000>("export, 10,000 columns", EXPORTED, 1, export::<10_000>),
];
const EXPORTED: &str = "to the C Device interface, and released";

pub static IMPORT: [Work; 4] = [
    work::<1>("export and import, 1 column", IMPORTED, 2, import::<1>),
    work::<100>("export and import, 100 columns", IMPORTED, 2, import::<100>),
    work::<1000>("export and import, 1,000 columns", IMPORTED, 2, import::<1000>),
    work::<10_000>("export and import, 10,000 columns", IMPORTED, 2, import::<10_000>),
];
const IMPORTED: &str = "the same, imported again, and dropped";
