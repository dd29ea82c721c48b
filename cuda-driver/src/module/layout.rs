use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuda_driver_sys::{CUresult, Symbol};

use crate::driver::Raw;
use crate::error::CuResult;

/// The position and size of a kernel's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParameterInfo {
    /// Its offset, in bytes.
    pub offset: usize,
    /// Its size, in bytes.
    pub size: usize,
}

/// The parameters of a kernel, which the driver is asked for once; `None` if it is older than CUDA 12.4 and doesn't
/// report them.
#[derive(Debug, Default)]
pub(crate) struct Layout(OnceLock<Option<Vec<ParameterInfo>>>);

impl Layout {
    /// Returns the parameters, after asking for them the first time. An error isn't kept: it may be that of earlier work.
    #[inline]
    pub(crate) fn get_or_ask(
        &self,
        ask: impl FnOnce() -> Result<Vec<ParameterInfo>, CuResult>,
    ) -> Result<Option<&[ParameterInfo]>, CuResult> {
        match self.0.get() {
            Some(known) => Ok(known.as_deref()),
            None => self.keep(ask()),
        }
    }

    #[cold]
    fn keep(
        &self,
        asked: Result<Vec<ParameterInfo>, CuResult>,
    ) -> Result<Option<&[ParameterInfo]>, CuResult> {
        let parameters = match asked {
            Ok(parameters) => Some(parameters),
            Err(error) if error.is_absent() => None,
            Err(error) => return Err(error),
        };
        Ok(self.0.get_or_init(|| parameters).as_deref())
    }
}

/// A function of the driver that reports the offset and the size of a parameter.
type GetInfo<H> = unsafe extern "C" fn(H, usize, *mut usize, *mut usize) -> CUresult;

/// Queries the parameters, up to the first index without one, which isn't an error to report.
///
/// # Safety
/// The handle is valid for the function, `symbol`.
pub(super) unsafe fn parameters<H: Copy>(
    raw: Raw,
    (symbol, get): (Symbol, Option<GetInfo<H>>),
    handle: H,
) -> Result<Vec<ParameterInfo>, CuResult> {
    let get = get.ok_or_else(|| raw.absent(symbol))?;
    let mut parameters = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the caller passes on that the handle is valid, and the driver writes both numbers.
        let code = unsafe { get(handle, parameters.len(), &raw mut offset, &raw mut size) };
        match code {
            CUresult::CUDA_ERROR_INVALID_VALUE => return Ok(parameters),
            code => raw.check(symbol, code)?,
        }
        parameters.push(ParameterInfo { offset, size });
    }
}

/// The layouts of the kernels of a module or a library, in the order of their handles, so that each is asked for once,
/// however often the kernel is looked up.
#[derive(Debug, Default)]
pub(super) struct Layouts(Mutex<Vec<(usize, Arc<Layout>)>>);

impl Layouts {
    /// Returns the layout of the kernel with this handle, which is the same as long as the code is loaded.
    pub(super) fn of<T>(&self, handle: *mut T) -> Arc<Layout> {
        let mut layouts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = layouts.partition_point(|(known, _)| *known < handle.addr());
        match layouts.get(index) {
            Some((known, layout)) if *known == handle.addr() => layout.clone(),
            _ => {
                let layout = Arc::default();
                layouts.insert(index, (handle.addr(), Arc::clone(&layout)));
                layout
            }
        }
    }
}
