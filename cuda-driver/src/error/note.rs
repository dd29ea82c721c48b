//! What is known about a failed call, for the text of its error: what the driver's log says, or which limit a value is
//! beyond.

use core::cell::RefCell;
use core::ffi::{c_char, c_void};
use core::ptr;
use core::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{
    CUlogLevel, CUlogsCallback, CUlogsCallbackHandle, CUresult, DriverTable, Symbol,
};

/// The number of a note; 0 is none.
pub(super) type Number = u16;

/// How many notes are kept: those of the latest errors.
const MAX_NOTES: usize = 256;
/// The maximum length of a note, in bytes, and of the number of messages in it.
const MAX_LEN: usize = 400;
const MESSAGES: usize = 8;

static NOTES: Mutex<Notes> = Mutex::new(Notes { all: Vec::new(), last: 0 });

struct Notes {
    /// The latest, each at its number modulo [`MAX_NOTES`]; empty before the first.
    all: Vec<Option<Note>>,
    last: Number,
}

struct Note {
    number: Number,
    /// What it is about, because numbers are used again after 65,535 errors.
    call: (Symbol, CUresult),
    text: String,
}

fn notes() -> MutexGuard<'static, Notes> {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the driver has logged for the last call of a thread that failed.
#[derive(Default)]
struct LoggedFailure {
    /// The messages, and the line with the call's name and code, with which they end.
    messages: Vec<String>,
    end: Option<String>,
}

/// `cuLogsRegisterCallback`.
type Register =
    unsafe extern "C" fn(CUlogsCallback, *mut c_void, *mut CUlogsCallbackHandle) -> CUresult;

thread_local! {
    static SAID: RefCell<LoggedFailure> = const { RefCell::new(LoggedFailure { messages: Vec::new(), end: None }) };
}

/// Lets a driver that has a log tell why calls fail: it calls a function within each call that does, on the same thread.
#[inline]
pub(crate) fn listen(table: &DriverTable) {
    /// The driver that was last seen to call it.
    static LAST: AtomicUsize = AtomicUsize::new(0);
    if let Some(register) = table.cuLogsRegisterCallback {
        let driver = register as usize;
        if LAST.swap(driver, Ordering::Relaxed) != driver {
            listen_once(register);
        }
    }
}

#[cold]
fn listen_once(register: Register) {
    /// The drivers that call it.
    static ALL: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    let driver = register as usize;
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if !all.contains(&driver) {
        let mut handle = ptr::null_mut();
        // SAFETY: the function has no state but its thread's, so it may be called at any time. Without it, errors have no
        // notes.
        let result = unsafe { register(Some(logged), ptr::null_mut(), &raw mut handle) };
        all.extend((result == CUresult::CUDA_SUCCESS).then_some(driver));
    }
}

/// # Safety
/// `message` is a text of `length` bytes.
unsafe extern "C" fn logged(
    _: *mut c_void,
    level: CUlogLevel,
    message: *mut c_char,
    length: usize,
) {
    if message.is_null() || level != CUlogLevel::CU_LOG_LEVEL_ERROR {
        return;
    }
    // SAFETY: the driver passes a text of this length.
    let mut text = unsafe { slice::from_raw_parts(message.cast::<u8>(), length) };
    while let [before @ .., 0 | b'\n'] = text {
        text = before;
    }
    let text = String::from_utf8_lossy(text);
    let (_, message) = split_log_entry(&text);
    // A thread that ends has none any more, and needs none.
    let _ = SAID.try_with(|said| {
        if let Ok(mut said) = said.try_borrow_mut() {
            said.add(message);
        }
    });
}

/// Splits an entry of the driver's log into its fields in brackets (time, thread, source, severity, and maybe the function)
/// and its message.
pub(crate) fn split_log_entry(text: &str) -> ([Option<&str>; 5], &str) {
    let (mut fields, mut rest) = ([None; 5], text);
    for (index, field) in fields.iter_mut().enumerate() {
        let Some((inner, after)) =
            rest.strip_prefix('[').and_then(|bracketed| bracketed.split_once(']'))
        else {
            break;
        };
        // A message may begin with a bracket, too.
        if index == 4 && !inner.starts_with("cu") {
            break;
        }
        (*field, rest) = (Some(inner), after);
    }
    (fields, rest.trim_ascii_start())
}

impl LoggedFailure {
    fn add(&mut self, message: &str) {
        let is_end = message.starts_with("Returning ");
        // Several tables of one driver are told the same.
        if is_end {
            self.end.get_or_insert_with(|| message.to_owned());
            return;
        }
        if self.end.take().is_some() {
            self.messages.clear();
        }
        if self.messages.last().is_none_or(|last| last != message) {
            // Another part may have failed, and never said that a call did.
            if self.messages.len() == MESSAGES {
                self.messages.remove(0);
            }
            self.messages.push(message.to_owned());
        }
    }

    /// Takes the messages, if they are about this call.
    fn take(&mut self, symbol: Symbol, code: CUresult) -> Option<String> {
        let Self { messages, end } = core::mem::take(self);
        let said = end.filter(|_| !messages.is_empty())?;
        let begin = format!("Returning {} (", code.0);
        let end = format!(") from {symbol}");
        said.strip_prefix(&begin)?.strip_suffix(&end)?;
        let mut note = "the driver logged: ".to_owned();
        for (index, message) in messages.iter().enumerate() {
            note.push_str(if index == 0 { "" } else { "; " });
            note.push_str(message);
        }
        if note.len() > MAX_LEN {
            let mut cut = MAX_LEN;
            while !note.is_char_boundary(cut) {
                cut -= 1;
            }
            note.truncate(cut);
        }
        Some(note)
    }
}

/// Keeps what the driver has logged for the call of this thread that has just failed, and returns its number.
pub(super) fn keep(symbol: Symbol, code: CUresult) -> Number {
    let said = SAID.try_with(|said| said.try_borrow_mut().ok()?.take(symbol, code));
    match said {
        Ok(Some(note)) => add(symbol, code, note),
        _ => 0,
    }
}

/// Keeps a note of a call, and returns its number.
pub(super) fn add(symbol: Symbol, code: CUresult, note: String) -> Number {
    let mut notes = notes();
    notes.last = notes.last.checked_add(1).unwrap_or(1);
    let number = notes.last;
    while notes.all.len() < MAX_NOTES {
        notes.all.push(None);
    }
    if let Some(place) = notes.all.get_mut(usize::from(number) % MAX_NOTES) {
        *place = Some(Note { number, call: (symbol, code), text: note });
    }
    number
}

/// Returns the note of an error, if it is still kept.
pub(super) fn get(number: Number, symbol: Symbol, code: CUresult) -> Option<String> {
    let notes = notes();
    let note = notes.all.get(usize::from(number) % MAX_NOTES)?.as_ref()?;
    let is_same = note.number == number && note.call == (symbol, code);
    is_same.then(|| note.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(lines: &[&str]) {
        for line in lines {
            // SAFETY: the text has this length, and is only read.
            unsafe {
                logged(
                    ptr::null_mut(),
                    CUlogLevel::CU_LOG_LEVEL_ERROR,
                    line.as_ptr().cast_mut().cast(),
                    line.len(),
                );
            }
        }
    }

    const CALL: Symbol = Symbol::cuMemsetD32_v2;
    const CODE: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
    const END: &str = "Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemsetD32_v2";

    #[test]
    fn an_error_has_what_the_driver_logged_for_its_call_alone() {
        say(&["of another call", "Returning 2 (CUDA_ERROR_OUT_OF_MEMORY) from cuMemAlloc_v2"]);
        say(&["[1:2:3.4][5][CUDA][E] not aligned\n", "not aligned", "nor allocated", END, END]);
        let number = keep(CALL, CODE);
        assert_eq!(
            get(number, CALL, CODE).as_deref(),
            Some("the driver logged: not aligned; nor allocated")
        );
        assert_eq!(keep(CALL, CODE), 0, "the note of an earlier error");
        say(&["not aligned", END]);
        assert_eq!(keep(Symbol::cuMemAlloc_v2, CODE), 0);
        assert_eq!(keep(CALL, CODE), 0, "the other error was the later one");
        say(&[END]);
        assert_eq!(keep(CALL, CODE), 0);
        std::thread::spawn(|| say(&["of another thread", END])).join().unwrap();
        assert_eq!(keep(CALL, CODE), 0);
    }

    #[test]
    fn a_note_is_not_read_by_an_older_error_with_its_number() {
        say(&["first", END]);
        let number = keep(CALL, CODE);
        for _ in 0..=u16::MAX {
            say(&["other", "Returning 2 (CUDA_ERROR_OUT_OF_MEMORY) from cuMemAlloc_v2"]);
            keep(Symbol::cuMemAlloc_v2, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        assert_eq!(get(number, CALL, CODE), None);
    }

    #[test]
    fn warnings_and_old_messages_are_left_out() {
        let warning = "it is slow";
        // SAFETY: the text has this length, and is only read.
        unsafe {
            let level = CUlogLevel::CU_LOG_LEVEL_WARNING;
            logged(ptr::null_mut(), level, warning.as_ptr().cast_mut().cast(), warning.len());
        }
        (0..100).for_each(|number| say(&[&format!("message {number}")]));
        say(&[END]);
        let number = keep(CALL, CODE);
        let note = get(number, CALL, CODE).unwrap();
        assert!(
            note.starts_with("the driver logged: message 92;") && note.ends_with("; message 99"),
            "{note}"
        );
    }

    #[test]
    fn notes_are_limited_in_length_and_number() {
        let long = "ä".repeat(MAX_LEN);
        say(&[&long, END]);
        let first = keep(CALL, CODE);
        let length = get(first, CALL, CODE).unwrap().len();
        assert!((MAX_LEN - 1..=MAX_LEN).contains(&length), "{length}");
        for _ in 0..2 * MAX_NOTES {
            say(&["short", END]);
            assert_ne!(keep(CALL, CODE), 0);
        }
        assert_eq!(get(first, CALL, CODE), None);
    }
}
