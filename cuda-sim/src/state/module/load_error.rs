use std::collections::BTreeSet;

use cuda_driver_sys::CUresult;
use parking_lot::Mutex;

use crate::standard_error::print_line;

/// A program that can't be loaded: the code, and the log for the caller.
#[derive(Debug, Clone)]
pub(crate) struct LoadError {
    pub code: CUresult,
    pub log: String,
    /// Whether a symbol is undefined, which linking may resolve.
    pub is_unresolved: bool,
}

impl LoadError {
    pub(crate) fn new(code: CUresult, log: String) -> Self {
        Self { code, log, is_unresolved: false }
    }
}

impl From<CUresult> for LoadError {
    fn from(code: CUresult) -> Self {
        Self::new(code, String::new())
    }
}

/// Prints the first error of a log, once for each: who loads a module and asks for no log, as a runtime does, passes on the code
/// alone.
pub(crate) fn print_first_error(log: &str) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_error = |line: &&str| line.contains("error ") || line.contains("fatal ");
    if let Some(line) = log.lines().find(is_error)
        && PRINTED.lock().insert(line.to_owned())
    {
        print_line(format_args!("cuda-sim: a module can't be loaded: {line}"));
    }
}
