use std::ffi::{CStr, CString};

use crate::pch::PchStatus;
use cuda_arch::ObjectCode;

/// The information that a compilation returns in addition to its output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) log: String,
    pub(crate) pch: Option<PchStatus>,
    /// Each name expression with the name that the compiler gave it.
    pub(crate) lowered_names: Vec<(CString, CString)>,
}

impl Notes {
    /// Restores the notes of a saved compilation.
    pub(crate) fn restored(log: String, lowered_names: Vec<(CString, CString)>) -> Self {
        Self { log, pch: None, lowered_names }
    }

    /// Returns the code with its names and its log.
    #[inline]
    pub(crate) fn attach_to(self, object: ObjectCode) -> ObjectCode {
        object.with_symbols(self.lowered_names).with_log(self.log)
    }

    #[inline]
    pub(crate) fn lowered_name(&self, expression: &str) -> Option<&CStr> {
        let mut names = self.lowered_names.iter();
        let (_, lowered) = names.find(|(known, _)| known.to_bytes() == expression.as_bytes())?;
        Some(lowered)
    }
}
