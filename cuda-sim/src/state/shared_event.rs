use core::mem::size_of;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapOptions, MmapRaw};

use crate::memory::SharedFile;

use crate::state::devices::Devices;

/// An event that several processes share: a file with two numbers.
#[derive(Debug)]
pub(crate) struct SharedEvent {
    file: SharedFile,
    map: MmapRaw,
}

/// The contents of the file. Recordings are numbered, starting at 1.
#[derive(Debug)]
#[repr(C)]
struct Numbers {
    /// The number of the last recording.
    recorded: AtomicU64,
    /// The number of the last completed recording.
    completed: AtomicU64,
}

impl SharedEvent {
    /// Creates an event that hasn't been recorded.
    pub(crate) fn create() -> io::Result<Arc<Self>> {
        Self::map(SharedFile::create(size_of::<Numbers>() as u64)?)
    }

    /// Maps the event of another process.
    pub(crate) fn map(file: SharedFile) -> io::Result<Arc<Self>> {
        if file.len()? != size_of::<Numbers>() as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let map = MmapOptions::new().len(size_of::<Numbers>()).map_raw(file.as_file())?;
        Ok(Arc::new(Self { file, map }))
    }

    pub(crate) fn file(&self) -> &SharedFile {
        &self.file
    }

    fn numbers(&self) -> &Numbers {
        // SAFETY: the map is large enough, page-aligned, and lives as long as `self`; all processes access it only with
        // atomic operations.
        unsafe { &*self.map.as_mut_ptr().cast::<Numbers>() }
    }

    /// Starts a recording.
    pub(crate) fn record(&self) -> u64 {
        self.numbers().recorded.fetch_add(1, Ordering::AcqRel).wrapping_add(1)
    }

    /// Completes a recording.
    pub(crate) fn complete(&self, number: u64) {
        self.numbers().completed.fetch_max(number, Ordering::AcqRel);
    }

    /// Returns the last recording, if there is one.
    pub(crate) fn last(&self) -> Option<u64> {
        Some(self.numbers().recorded.load(Ordering::Acquire)).filter(|last| *last > 0)
    }

    pub(crate) fn is_complete(&self, number: u64) -> bool {
        self.numbers().completed.load(Ordering::Acquire) >= number
    }

    /// Waits for a recording. If its process ended first, it waits until the device becomes unusable.
    pub(crate) fn wait(&self, number: u64, devices: &Devices) {
        devices.wait_until(|| self.is_complete(number));
    }
}
