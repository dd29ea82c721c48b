use std::fmt;

/// What came out of a link, and what was said about it.
///
/// It is as good as its output where bytes are asked for: `cuModuleLoadData` takes those of a cubin and of a
/// PTX text, which ends in a NUL byte.
#[derive(Clone)]
pub struct Linked<T> {
    output: T,
    log: String,
}

impl<T> Linked<T> {
    /// The output of a linker, with its log.
    pub fn new(output: T, log: String) -> Self {
        Self { output, log }
    }

    /// The output.
    #[must_use]
    pub fn output(&self) -> &T {
        &self.output
    }

    /// The output, without the log.
    #[must_use]
    pub fn into_output(self) -> T {
        self.output
    }

    /// The log of the link, warnings and remarks; empty if there were none.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.log
    }
}

impl<U: ?Sized, T: AsRef<U>> AsRef<U> for Linked<T> {
    fn as_ref(&self) -> &U {
        self.output.as_ref()
    }
}

impl<T> fmt::Debug for Linked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linked")
            .field("log", &self.log)
            .finish_non_exhaustive()
    }
}
