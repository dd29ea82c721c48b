use core::mem::size_of;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapOptions, MmapRaw};

use super::system::System;
use super::work::wait_until;
use crate::memory::SharedFile;

/// How far several processes are with an event: a file with two numbers.
#[derive(Debug)]
pub(super) struct SharedEvent {
    file: SharedFile,
    map: MmapRaw,
}

/// What is in the file. Each recording has a number, from 1 on.
#[derive(Debug)]
#[repr(C)]
struct Numbers {
    /// The last recording that was made.
    recorded: AtomicU64,
    /// The last recording that its stream came to.
    completed: AtomicU64,
}

impl SharedEvent {
    /// An event that was never recorded.
    pub(super) fn create() -> io::Result<Arc<Self>> {
        Self::map(SharedFile::create(size_of::<Numbers>() as u64)?)
    }

    /// Returns the event of another process.
    pub(super) fn map(file: SharedFile) -> io::Result<Arc<Self>> {
        if file.len()? != size_of::<Numbers>() as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let map = MmapOptions::new()
            .len(size_of::<Numbers>())
            .map_raw(file.as_file())?;
        Ok(Arc::new(Self { file, map }))
    }

    pub(super) fn file(&self) -> &SharedFile {
        &self.file
    }

    fn numbers(&self) -> &Numbers {
        // SAFETY: the map is as long as this, aligned to a page, and lives as long as `self`; all processes use it by atomic
        // operations alone.
        unsafe { &*self.map.as_mut_ptr().cast::<Numbers>() }
    }

    /// Begins a recording.
    pub(super) fn record(&self) -> u64 {
        self.numbers().recorded.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// Ends a recording.
    pub(super) fn complete(&self, number: u64) {
        self.numbers().completed.fetch_max(number, Ordering::AcqRel);
    }

    /// Returns the last recording, if there is one.
    pub(super) fn last(&self) -> Option<u64> {
        Some(self.numbers().recorded.load(Ordering::Acquire)).filter(|last| *last > 0)
    }

    pub(super) fn is_complete(&self, number: u64) -> bool {
        self.numbers().completed.load(Ordering::Acquire) >= number
    }

    /// Waits for a recording. One of a process that ended before it is waited for until the device is lost.
    pub(super) fn wait(&self, number: u64, system: &System) {
        wait_until(|| self.is_complete(number), system);
    }
}
