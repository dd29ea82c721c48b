use std::ffi::CString;

use cuda_driver_sys::CUlinkState_st;
use parking_lot::Mutex;

use super::calls::JitOptions;
use super::handles::Object;

/// PTX that is being put together.
#[derive(Debug)]
pub(super) struct Link {
    pub handle: usize,
    pub context: usize,
    pub parts: Mutex<Vec<String>>,
    /// What was put together; it lives as long as the link.
    pub linked: Mutex<Option<CString>>,
    pub failed: Mutex<bool>,
    /// Where the caller wants the logs.
    pub options: JitOptions,
}

impl Object for Link {
    type Raw = CUlinkState_st;
    const KIND: &'static str = "link";

    fn context(&self) -> usize {
        self.context
    }
}

impl Link {
    /// All parts as one module: the first header counts, and the newest version.
    pub(super) fn text(&self) -> String {
        let parts = self.parts.lock();
        if parts.is_empty() {
            return ".version 6.0\n.target sm_50\n.address_size 64\n".to_owned();
        }
        let is_header = |line: &str| {
            let line = line.trim_start();
            line.starts_with(".version")
                || line.starts_with(".target")
                || line.starts_with(".address_size")
        };
        let newest = |directive: &str| {
            let lines = parts.iter().flat_map(|part| part.lines());
            let number = |line: &str| -> Option<u32> {
                let digits: String = line.chars().filter(char::is_ascii_digit).collect();
                digits.parse().ok()
            };
            lines
                .filter(|line| line.trim_start().starts_with(directive))
                .max_by_key(|line| number(line))
        };
        let header = [".version", ".target", ".address_size"]
            .into_iter()
            .filter_map(newest);
        let body = parts
            .iter()
            .flat_map(|part| part.lines())
            .filter(|line| !is_header(line));
        header.chain(body).flat_map(|line| [line, "\n"]).collect()
    }
}
