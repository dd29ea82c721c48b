//! Programs from their text.

use crate::code::Code;
use crate::code::Observers;
use crate::code::program::Program;
use crate::code::sites::{FIRST_SITE, SITE};
use crate::decode::decode;
use crate::device::DeviceModel;
use crate::device::error::CompileError;
use std::sync::atomic::{AtomicU32, Ordering};

impl Program {
    /// Reads `ptx` and decodes it for `device`. It keeps the text for observers, without a copy if it is owned.
    ///
    /// # Errors
    /// [`CompileErrorKind::Unsupported`](crate::device::error::CompileErrorKind::Unsupported) names every instruction
    /// that can't be executed.
    pub fn compile(ptx: impl Into<String>, device: &DeviceModel) -> Result<Program, CompileError> {
        let text = ptx.into();
        let decoded = decode(&text, device, Observers::default())?;
        Ok(Program {
            kernels: decoded.kernels,
            globals: decoded.globals,
            code: decoded.code,
            text,
            observed: Default::default(),
            architecture: decoded.architecture,
            reserved_shared: decoded.reserved_shared,
            device: device.clone(),
        })
    }

    /// Returns its instructions as these observers need them.
    pub(crate) fn observed_code(&self, observers: Observers) -> Option<&Code> {
        /// The number of the next instruction that a detector is told about.
        static SITES: AtomicU32 = AtomicU32::new(FIRST_SITE);
        let which = usize::from(observers.races) + 2 * usize::from(observers.counters);
        let observed = self.observed[which].get_or_init(|| {
            let mut code = decode(&self.text, &self.device, observers).ok()?.code;
            let count = code.watches.len() as u32;
            code.first_site = SITES.fetch_add(count.max(1), Ordering::Relaxed);
            (code.first_site.saturating_add(count) <= SITE).then_some(code)
        });
        observed.as_ref()
    }
}
