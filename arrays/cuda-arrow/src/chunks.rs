use core::fmt;
use core::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use arrow_array::{Array, RecordBatch};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::layout::{BufferSpec, ChildEntries, Layout};
use crate::manager::MemoryManager;

/// The batches of a source that may be larger than device memory, one after the other on the device: while one is computed
/// with, a thread copies the next, on a stream of its own. [`MemoryManager::chunks`] makes it.
///
/// Batches are split or joined to chunks of similar size. Each belongs to the manager's stream, which waits for its copy; its memory is
/// freed when it is dropped, after the work with it. Dropping this doesn't wait: the thread ends with the batch that it reads or copies.
pub struct Chunks {
    manager: MemoryManager,
    /// `None` after the end.
    chunks: Option<Receiver<Result<Chunk, Error>>>,
    thread: Option<JoinHandle<()>>,
    rows: usize,
    bytes: usize,
}

/// A batch of the copying thread, and its bytes on the host.
type Chunk = (DeviceRecordBatch, usize);

/// The parts of a budget of which a chunk has one: there are up to three, and the rest is for work.
const PARTS: usize = 16;

/// Smaller chunks cost more calls than copies.
const MIN_BYTES: usize = 64 << 10;

impl MemoryManager {
    /// Copies a source's batches to the device in chunks, such that those there together take at most a fifth of `budget`
    /// bytes: the rest is for what is computed of one. A row that is larger is a chunk of its own, and a chunk has at least 64 KiB, if
    /// there are. Dictionaries, and what views, unions and runs refer to, come with each chunk.
    ///
    /// Copies are fastest from [pinned](Self::pinned) memory; other memory goes through pinned windows. The source is read by a
    /// thread.
    ///
    /// ```
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// use std::sync::Arc;
    /// use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
    /// use cuda_arrow::arrow_schema::ArrowError;
    ///
    /// let batches = (0..10).map(|i| {
    ///     let numbers: ArrayRef = Arc::new(Int32Array::from(vec![i; 1000]));
    ///     RecordBatch::try_from_iter([("x", numbers)])
    /// });
    /// let mut rows = 0;
    /// for chunk in manager.chunks(batches, 1 << 20)? {
    ///     rows += chunk?.num_rows();
    /// }
    /// assert_eq!(rows, 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The driver's, or [`Error::Arrow`] if there is no thread. Errors of the source and of copies are items.
    pub fn chunks<I>(&self, batches: I, budget: usize) -> Result<Chunks, Error>
    where
        I: IntoIterator<Item = Result<RecordBatch, ArrowError>>,
        I::IntoIter: Send + 'static,
    {
        let stream = self.context().stream()?;
        let copies = Self::with_resource(&stream, Arc::new(self.inner.resource.0.clone()));
        let (sender, chunks) = sync_channel(0);
        let mut reader = Reader {
            copies,
            size: (budget / PARTS).max(MIN_BYTES),
            waiting: Vec::new(),
            bytes: 0,
            sender,
        };
        let batches = batches.into_iter();
        let thread = thread::Builder::new().name("chunks".to_owned()).spawn(move || {
            // It ends, whether the receiver is gone or all is sent.
            let _ = reader.read(batches);
        });
        let thread = thread.map_err(|error| {
            ArrowError::IoError(format!("starting a thread that reads batches: {error}"), error)
        })?;
        Ok(Chunks {
            manager: self.clone(),
            chunks: Some(chunks),
            thread: Some(thread),
            rows: 0,
            bytes: 0,
        })
    }
}

impl Chunks {
    /// Returns the number of rows of the chunks so far, for a display of progress.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of bytes that they had on the host.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Waits for the thread, which has nothing left to do, and returns an error if it panicked.
    fn end(&mut self) -> Option<Error> {
        self.chunks = None;
        let panicked = self.thread.take()?.join().is_err();
        let text = "the source of batches panicked; what it had read is lost";
        panicked.then(|| ArrowError::ExternalError(text.into()).into())
    }
}

impl Iterator for Chunks {
    type Item = Result<DeviceRecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.chunks.as_ref()?.recv() {
            Ok(Ok((batch, bytes))) => {
                self.rows += batch.num_rows();
                self.bytes += bytes;
                Some(batch.on(&self.manager))
            }
            Ok(Err(error)) => {
                self.chunks = None;
                Some(Err(error))
            }
            Err(_) => self.end().map(Err),
        }
    }
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// What the thread has.
struct Reader {
    copies: MemoryManager,
    /// The bytes of a chunk.
    size: usize,
    /// Batches that are to be one chunk, and their bytes.
    waiting: Vec<RecordBatch>,
    bytes: usize,
    sender: SyncSender<Result<Chunk, Error>>,
}

/// The receiver of the chunks is gone.
struct ReceiverGone;

impl Reader {
    fn read(
        &mut self,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    ) -> Result<(), ReceiverGone> {
        for batch in batches {
            match batch {
                Ok(batch) => self.add(&batch)?,
                Err(error) => return self.sender.send(Err(error.into())).map_err(|_| ReceiverGone),
            }
        }
        self.send()
    }

    /// Adds a batch, by halves if it is large.
    fn add(&mut self, batch: &RecordBatch) -> Result<(), ReceiverGone> {
        let ([of_rows, of_all], rows) = (bytes_of(batch), batch.num_rows());
        if of_rows > self.size && rows > 1 {
            self.add(&batch.slice(0, rows / 2))?;
            return self.add(&batch.slice(rows / 2, rows - rows / 2));
        }
        let bytes = of_rows + of_all;
        if self.bytes + bytes > self.size {
            self.send()?;
        }
        self.waiting.push(batch.clone());
        self.bytes += bytes;
        Ok(())
    }

    fn send(&mut self) -> Result<(), ReceiverGone> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let chunk = self.upload().map(|batch| (batch, self.bytes));
        self.waiting.clear();
        self.bytes = 0;
        let failed = chunk.is_err();
        self.sender.send(chunk).map_err(|_| ReceiverGone)?;
        if failed { Err(ReceiverGone) } else { Ok(()) }
    }

    fn upload(&self) -> Result<DeviceRecordBatch, Error> {
        let parts = self.waiting.iter().map(|part| self.copies.upload(part));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        match &parts[..] {
            [only] => Ok(only.clone()),
            all => DeviceRecordBatch::concat(all),
        }
    }
}

/// Returns the bytes of a batch's rows, without others of the same buffers, and those that come with any of its rows.
pub(crate) fn bytes_of(batch: &RecordBatch) -> [usize; 2] {
    let mut bytes = [0; 2];
    for column in batch.columns() {
        let data = column.to_data();
        add(&data, 0..data.len(), false, &mut bytes);
    }
    bytes
}

/// Adds those of some entries of an array, as they are [copied](crate::upload::host_parts). What can't be is an error of the copy.
fn add(data: &ArrayData, entries: Range<usize>, is_whole: bool, bytes: &mut [usize; 2]) {
    let Some(layout) = Layout::of(data.data_type()) else { return };
    let (first, len) = (data.offset() + entries.start, entries.len());
    let (mut own, mut used) = (data.nulls().map_or(0, |_| len.div_ceil(8)), 0..0);
    for (spec, buffer) in layout.specs().iter().zip(data.buffers()) {
        own += match *spec {
            BufferSpec::Fixed(width) => len * width,
            BufferSpec::Bits => len.div_ceil(8),
            BufferSpec::Offsets(width) => {
                let offset = |at: usize| match width {
                    8 => buffer.typed_data::<i64>().get(at).map_or(0, |offset| *offset as usize),
                    _ => buffer.typed_data::<i32>().get(at).map_or(0, |offset| *offset as usize),
                };
                used = offset(first)..offset(first + len);
                (len + 1) * width
            }
            BufferSpec::Bytes => used.len(),
        };
    }
    bytes[usize::from(is_whole)] += own;
    // Those of views.
    bytes[1] +=
        data.buffers().iter().skip(layout.specs().len()).map(|buffer| buffer.len()).sum::<usize>();
    for child in data.child_data() {
        match layout.entries {
            _ if matches!(data.data_type(), DataType::Dictionary(..)) => {
                add(child, 0..child.len(), true, bytes);
            }
            ChildEntries::Fixed(count) => {
                add(child, first * count..(first + len) * count, is_whole, bytes)
            }
            ChildEntries::Offsets => add(child, used.clone(), is_whole, bytes),
            ChildEntries::Any => add(child, 0..child.len(), true, bytes),
        }
    }
}
