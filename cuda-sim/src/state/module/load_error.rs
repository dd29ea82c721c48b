use cuda_driver_sys::CUresult;

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
