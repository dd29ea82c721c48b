use litemap::LiteMap;
use std::collections::VecDeque;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use cuda_driver_sys::{CUlogLevel, CUresult, Symbol};
use parking_lot::Mutex;

use crate::state::handles::next;
use crate::state::host_function::in_host_function;

/// The size of the log, in bytes, as of a driver's.
const SIZE: usize = 25_600;
/// The number of entries that are kept: more than fit into that size.
const ENTRIES: usize = 512;

/// The maximum length of a text, in characters.
const LONGEST: usize = 4096;

type Callback = unsafe extern "C" fn(*mut c_void, CUlogLevel, *mut c_char, usize);

/// The log of failed calls and of faults, and the callbacks that get its entries.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    /// The latest ones.
    all: VecDeque<Entry>,
    /// The number of all entries so far.
    count: u32,
    /// The functions and their arguments, by their handles.
    callbacks: LiteMap<usize, (Callback, usize)>,
}

#[derive(Debug, Clone)]
struct Entry {
    time: SystemTime,
    thread: u64,
    message: Message,
}

/// Formatted when it is read, so that failing calls stay cheap.
#[derive(Debug, Clone)]
enum Message {
    Returned(CUresult, Symbol),
    Text(String),
}

impl Message {
    fn of(text: &str) -> Self {
        Self::Text(text.chars().take(LONGEST).collect())
    }
}

impl Log {
    /// Adds that a call failed, after passing on the fault that it fails because of, which is kept already. Waiting isn't
    /// failing.
    pub(crate) fn returned(&self, code: CUresult, symbol: Symbol, fault: Option<&str>) {
        if code != CUresult::CUDA_ERROR_NOT_READY {
            if let Some(fault) = fault {
                self.pass_on(&Message::of(fault));
            }
            let message = Message::Returned(code, symbol);
            self.add(message.clone());
            self.pass_on(&message);
        }
    }

    /// Adds the reason why a call is about to fail.
    pub(crate) fn text(&self, text: &str) {
        let message = Message::of(text);
        self.add(message.clone());
        self.pass_on(&message);
    }

    /// Adds what a kernel did, on whichever thread runs it.
    pub(crate) fn keep(&self, text: &str) {
        self.add(Message::of(text));
    }

    fn add(&self, message: Message) {
        let mut entries = self.0.lock();
        entries.count = entries.count.wrapping_add(1);
        if entries.all.len() == ENTRIES {
            entries.all.pop_front();
        }
        entries.all.push_back(Entry { time: SystemTime::now(), thread: thread_id(), message });
    }

    /// Calls the callbacks, on this thread.
    fn pass_on(&self, message: &Message) {
        let callbacks: Vec<_> = self.0.lock().callbacks.values().copied().collect();
        let text = (!callbacks.is_empty()).then(|| message.to_string());
        for (callback, argument) in callbacks {
            let mut text: Vec<u8> = text.clone().unwrap_or_default().into();
            let length = text.len();
            text.push(0);
            // SAFETY: the code that registered the callback guaranteed that it is valid with this argument.
            in_host_function(|| unsafe {
                callback(
                    argument as *mut c_void,
                    CUlogLevel::CU_LOG_LEVEL_ERROR,
                    text.as_mut_ptr().cast(),
                    length,
                );
            });
        }
    }

    /// Returns the place of the next entry.
    pub(crate) fn position(&self) -> u32 {
        self.0.lock().count
    }

    /// Returns the entries from `position` on, or all, as lines of at most `limit` bytes together, and the place of the next entry;
    /// `None` if not even the latest entry fits.
    pub(crate) fn read(&self, position: Option<u32>, limit: usize) -> (Option<String>, u32) {
        let entries = self.0.lock();
        let (len, count) = (entries.all.len(), entries.count);
        let wanted = position.map_or(len, |position| count.wrapping_sub(position) as usize);
        let lines = entries.all.iter().rev().take(wanted).map(Entry::line);
        let limit = limit.min(SIZE);
        let (mut chosen, mut size) = (Vec::new(), 0);
        for line in lines {
            if size + line.len() > limit {
                break;
            }
            size += line.len();
            chosen.push(line);
        }
        if chosen.is_empty() && wanted > 0 && len > 0 {
            return (None, count);
        }
        if chosen.len() < wanted {
            let note = format!("{} earlier entries are left out\n", wanted - chosen.len());
            while size + note.len() > limit && chosen.len() > 1 {
                size -= chosen.pop().map_or(0, |line| line.len());
            }
            if size + note.len() <= limit {
                chosen.push(note);
            }
        }
        chosen.reverse();
        (Some(chosen.concat()), count)
    }

    pub(crate) fn register(&self, callback: Callback, argument: usize) -> usize {
        let handle = next();
        let callbacks = &mut self.0.lock().callbacks;
        callbacks.insert(handle, (callback, argument));
        handle
    }

    /// Removes a callback, and returns whether there was one.
    pub(crate) fn unregister(&self, handle: usize) -> bool {
        self.0.lock().callbacks.remove(&handle).is_some()
    }
}

impl Entry {
    fn line(&self) -> String {
        let since = self.time.duration_since(SystemTime::UNIX_EPOCH);
        let milliseconds = since.map_or(0, |since| since.as_millis()) % 86_400_000;
        let (seconds, thread) = (milliseconds / 1000, self.thread);
        format!(
            "[{:02}:{:02}:{:02}.{:03}][{thread}][CUDA][E] {}\n",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            milliseconds % 1000,
            self.message
        )
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Returned(code, symbol) => {
                let name = code.name().unwrap_or("unknown");
                write!(f, "Returning {} ({name}) from {symbol}", code.0)
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Returns the operating system's number of the thread, or where that is unknown one of this process's own.
fn thread_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    fn new() -> u64 {
        let link = std::fs::read_link("/proc/thread-self").ok();
        let number = link.and_then(|link| link.file_name()?.to_str()?.parse().ok());
        number.unwrap_or_else(|| NEXT.fetch_add(1, Ordering::Relaxed))
    }
    thread_local! {
        static ID: u64 = new();
    }
    ID.try_with(|id| *id).unwrap_or(0)
}
