//! What all calls have in common.

use crate::library::check_status;
use core::ffi::c_void;

use cuda_driver::Stream;
use cuda_libraries_sys::cudnn::{Symbol, cudnnDataType_t, cudnnHandle_t, cudnnStatus_t};
use cuda_library_support::StreamCall;

use crate::descriptor::{FilterDescriptor, TensorDescriptor};
use crate::element::Factor;
use crate::error::Error;
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::library::Cudnn;

/// The multiple of bytes at which tensors begin: cuDNN's kernels read so many at once.
pub(crate) const ALIGNMENT: usize = 16;

/// What is checked of a tensor, and shown in errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    pub(crate) name: &'static str,
    pub(crate) layout: Layout,
    pub(crate) data: cudnnDataType_t,
    pub(crate) data_name: &'static str,
    pub(crate) stream: &'a Stream,
    pub(crate) address: u64,
}

impl Operand<'_> {
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.address as usize as *mut c_void
    }

    pub(crate) fn descriptor(
        &self,
        cudnn: Cudnn,
        call: &'static str,
    ) -> Result<TensorDescriptor, Error> {
        TensorDescriptor::new(cudnn, &self.layout.as_raw(call, self.name)?, self.data)
    }

    /// Returns the description of a filter, for images that are channels last or not.
    pub(crate) fn filter(
        &self,
        cudnn: Cudnn,
        call: &'static str,
        is_channels_last: bool,
    ) -> Result<FilterDescriptor, Error> {
        let is_last = match (self.layout.is_packed(), self.layout.is_channels_last()) {
            (true, true) => is_channels_last,
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                return Err(Error::shapes(
                    call,
                    &[(self.name, &self.layout)],
                    "a filter must be packed, or channels last without gaps",
                ));
            }
        };
        FilterDescriptor::new(cudnn, &self.layout.as_raw(call, self.name)?, self.data, is_last)
    }
}

/// Returns operands in words.
pub(crate) fn listed(operands: &[Operand<'_>]) -> Vec<String> {
    let named = |operand: &Operand<'_>| {
        format!("{} of {} {}", operand.name, operand.layout, operand.data_name)
    };
    operands.iter().map(named).collect()
}

impl Dnn<'_> {
    pub(crate) fn cudnn(&self) -> Cudnn {
        self.handle.cudnn()
    }

    pub(crate) fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.handle.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Checks that the operands may be used by the call.
    pub(crate) fn check(&self, call: &'static str, operands: &[Operand<'_>]) -> Result<(), Error> {
        self.stream_call(call).check(operands.iter().map(|operand| {
            let &Operand { name, stream, address, .. } = operand;
            cuda_library_support::Operand { name, stream, address, alignment: ALIGNMENT }
        }))
    }

    /// Checks that the stream may be waited for.
    pub(crate) fn check_not_captured(&self, call: &'static str) -> Result<(), Error> {
        self.stream_call(call).check_not_captured()
    }

    /// Checks that operands have the same shape.
    pub(crate) fn check_same_shape(
        &self,
        call: &'static str,
        operands: &[Operand<'_>],
    ) -> Result<(), Error> {
        let mut shapes = operands.iter().map(|operand| operand.layout);
        let Some(first) = shapes.next() else {
            return Ok(());
        };
        if shapes.all(|layout| layout.shape() == first.shape()) {
            Ok(())
        } else {
            let operands: Vec<_> =
                operands.iter().map(|operand| (operand.name, &operand.layout)).collect();
            Err(Error::shapes(call, &operands, "their shapes must be the same"))
        }
    }

    /// Checks that operands have the same layout, without gaps, where cuDNN computes something else if they don't.
    pub(crate) fn check_same_layout(
        &self,
        call: &'static str,
        operands: &[Operand<'_>],
    ) -> Result<(), Error> {
        self.check_same_shape(call, operands)?;
        let all = |is: fn(&Layout) -> bool| operands.iter().all(|operand| is(&operand.layout));
        if all(Layout::is_packed)
            || all(|operand| operand.rank() <= 4 && operand.is_channels_last())
        {
            Ok(())
        } else {
            let operands: Vec<_> =
                operands.iter().map(|operand| (operand.name, &operand.layout)).collect();
            let rule = "they must all be packed, or all channels last with at most 4 dimensions";
            Err(Error::shapes(call, &operands, rule))
        }
    }

    /// Returns the factors of the result and of what was there before.
    pub(crate) fn factors(&self, is_double: bool) -> (Factor, Factor) {
        (Factor::new(self.alpha, is_double), Factor::new(self.beta, is_double))
    }

    /// Calls a function on the stream, in the handle's context.
    pub(crate) fn run(
        &mut self,
        symbol: Symbol,
        operands: &[Operand<'_>],
        call: impl FnOnce(cudnnHandle_t) -> cudnnStatus_t,
    ) -> Result<(), Error> {
        let cudnn = self.cudnn();
        let status = self.with_handle(call)??;
        check_status(cudnn, symbol.function().name, status, || listed(operands))
    }

    /// Calls the function of a slot with the handle, as [`run`](Self::run) does.
    pub(crate) fn call<F>(
        &mut self,
        operands: &[Operand<'_>],
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F, cudnnHandle_t) -> cudnnStatus_t,
    ) -> Result<(), Error> {
        let function = self.cudnn().require(symbol, slot)?;
        self.run(symbol, operands, |handle| call(function, handle))
    }

    /// Calls something in the handle's context.
    pub(crate) fn in_context<R>(
        &self,
        call: impl FnOnce() -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.handle.context().with_current(call)?
    }

    /// Calls something with the handle, whose stream is set, in its context.
    pub(crate) fn with_handle<R>(
        &mut self,
        call: impl FnOnce(cudnnHandle_t) -> R,
    ) -> Result<Result<R, Error>, Error> {
        let cudnn = self.cudnn();
        let set = cudnn.require(Symbol::cudnnSetStream, cudnn.raw().cudnnSetStream)?;
        let (raw, stream) = (self.handle.raw(), self.stream.as_raw());
        Ok(self.handle.context().with_current(|| {
            // SAFETY: the handle is alive, and this has it alone; the stream is alive.
            let status = unsafe { set(raw, stream.cast()) };
            check_status(cudnn, "cudnnSetStream", status, Vec::new)?;
            Ok(call(raw))
        })?)
    }
}
