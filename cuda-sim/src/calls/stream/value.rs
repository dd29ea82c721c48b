//! Streams that write numbers to memory and wait for them.

use core::ffi::c_uint;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::settings::version;
use crate::state::{
    error::*,
    graph::node::{Batch, NodeKind},
    outcome::Outcome,
    plain::Plain,
    work::{Comparison, Reduction, Value, Work},
};

impl Call {
    fn value(&self, address: CUdeviceptr, value: u64, wide: bool) -> Result<Value, CUresult> {
        let size = if wide { 8 } else { 4 };
        let allocation = self.system.memory.containing(address);
        let is_managed = allocation.is_some_and(|allocation| allocation.kind.is_managed());
        let will_be_there = self.system.memory.will_hold(address, size);
        if !address.is_multiple_of(size) || !will_be_there || is_managed {
            return Err(INVALID_VALUE);
        }
        Ok(Value { address, value, wide })
    }

    /// Fails for numbers in memory that a graph has yet to allocate, or of pools. Both can be captured.
    fn check_numbers(&self, work: &[Work]) -> Outcome {
        let memory = &self.system.memory;
        let is_valid = |(address, size)| {
            let allocation = memory.containing(address);
            memory.holds(address, size)
                && !allocation.is_some_and(|allocation| allocation.kind.is_of_pool())
        };
        if work.iter().all(|operation| operation.number().is_none_or(is_valid)) {
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    }

    fn write(
        &self,
        address: CUdeviceptr,
        value: u64,
        wide: bool,
        flags: c_uint,
    ) -> Result<Work, CUresult> {
        // The real driver rejects CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER too.
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        Ok(Work::Write(self.value(address, value, wide)?))
    }

    fn wait(
        &self,
        address: CUdeviceptr,
        value: u64,
        wide: bool,
        flags: c_uint,
    ) -> Result<Work, CUresult> {
        use CUstreamWaitValue_flags as F;
        let comparison = match F(flags & !F::CU_STREAM_WAIT_VALUE_FLUSH.0) {
            F::CU_STREAM_WAIT_VALUE_GEQ => Comparison::GreaterOrEqual,
            F::CU_STREAM_WAIT_VALUE_EQ => Comparison::Equal,
            F::CU_STREAM_WAIT_VALUE_AND => Comparison::And,
            F::CU_STREAM_WAIT_VALUE_NOR => Comparison::Nor,
            _ => return Err(INVALID_VALUE),
        };
        if flags & F::CU_STREAM_WAIT_VALUE_FLUSH.0 != 0 {
            return Err(NOT_SUPPORTED);
        }
        Ok(Work::Wait(self.value(address, value, wide)?, comparison))
    }

    fn reduction(
        &self,
        operation: &CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st,
    ) -> Result<Work, CUresult> {
        use CUstreamAtomicReductionDataType as D;
        use CUstreamAtomicReductionOpType as R;
        // Older drivers don't have the operation.
        if version() < 13050 || operation.flags != 0 {
            return Err(INVALID_VALUE);
        }
        let wide = match operation.dataType {
            D::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32 => false,
            D::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64 => true,
            _ => return Err(INVALID_VALUE),
        };
        let reduction = match operation.reductionOp {
            R::CU_STREAM_ATOMIC_REDUCTION_OP_OR => Reduction::Or,
            R::CU_STREAM_ATOMIC_REDUCTION_OP_AND => Reduction::And,
            R::CU_STREAM_ATOMIC_REDUCTION_OP_ADD => Reduction::Add,
            _ => return Err(INVALID_VALUE),
        };
        Ok(Work::Reduce(self.value(operation.address, operation.value, wide)?, reduction))
    }

    /// Checks an operation of a batch.
    ///
    /// # Safety
    /// The fields of its type are those that were written.
    unsafe fn operation(&self, operation: &CUstreamBatchMemOpParams) -> Result<Work, CUresult> {
        use CUstreamBatchMemOpType as T;
        // SAFETY: each begins with its type.
        let type_ = unsafe { operation.operation };
        // SAFETY: what is read of them is what the type has.
        let (wait, write) = unsafe { (&operation.waitValue, &operation.writeValue) };
        Ok(match type_ {
            T::CU_STREAM_MEM_OP_WAIT_VALUE_32 => {
                // SAFETY: it has 32 bits.
                let value = unsafe { wait.value.value };
                self.wait(wait.address, value.into(), false, wait.flags)?
            }
            T::CU_STREAM_MEM_OP_WAIT_VALUE_64 => {
                // SAFETY: it has 64 bits.
                let value = unsafe { wait.value.value64 };
                self.wait(wait.address, value, true, wait.flags)?
            }
            T::CU_STREAM_MEM_OP_WRITE_VALUE_32 => {
                // SAFETY: it has 32 bits.
                let value = unsafe { write.value.value };
                self.write(write.address, value.into(), false, write.flags)?
            }
            T::CU_STREAM_MEM_OP_WRITE_VALUE_64 => {
                // SAFETY: it has 64 bits.
                let value = unsafe { write.value.value64 };
                self.write(write.address, value, true, write.flags)?
            }
            T::CU_STREAM_MEM_OP_ATOMIC_REDUCTION => {
                // SAFETY: the type is that of the union.
                self.reduction(unsafe { &operation.atomicReduction })?
            }
            // Writes are always visible to later operations.
            // SAFETY: the type is that of the union.
            T::CU_STREAM_MEM_OP_BARRIER if unsafe { operation.memoryBarrier.flags } <= 1 => {
                Work::Nothing
            }
            T::CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES => return Err(NOT_SUPPORTED),
            _ => return Err(INVALID_VALUE),
        })
    }

    /// Checks the operations of a batch.
    ///
    /// # Safety
    /// The array is null or has `count` elements.
    pub(in crate::calls) unsafe fn operations(
        &self,
        count: c_uint,
        operations: *const CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Result<(Vec<Plain<CUstreamBatchMemOpParams>>, Vec<Work>), CUresult> {
        if flags != 0 || count >= 256 || operations.is_null() && count > 0 {
            return Err(INVALID_VALUE);
        }
        let (mut given, mut batch) = (Vec::new(), Vec::new());
        for i in 0..count as usize {
            // SAFETY: the caller guarantees that there are that many.
            let operation = unsafe { &*operations.add(i) };
            given.push(Plain(*operation));
            // SAFETY: the program wrote the fields of the type.
            batch.push(unsafe { self.operation(operation)? });
        }
        Ok((given, batch))
    }

    /// Submits operations, or none if one of them can't be done; a capture makes one node of them.
    fn submit_operations(
        &self,
        stream: CUstream,
        (operations, work): (Vec<Plain<CUstreamBatchMemOpParams>>, Vec<Work>),
    ) -> Outcome {
        let stream = self.stream(stream)?;
        if work.is_empty() {
            return Ok(());
        }
        let mut capturing = stream.capturing.lock();
        if let Some(part) = &mut *capturing {
            let batch = Batch { context: 0, flags: 0, operations, work };
            let captured = part.add_node(NodeKind::Batch(Arc::new(batch)))?;
            drop(capturing);
            return captured.ask();
        }
        drop(capturing);
        self.check_numbers(&work)?;
        for work in work {
            stream.submit(self.system, work, None)?;
        }
        Ok(())
    }

    fn submit_operation(&self, stream: CUstream, operation: CUstreamBatchMemOpParams) -> Outcome {
        // SAFETY: the callers write the fields of the type.
        let work = unsafe { self.operation(&operation)? };
        self.submit_operations(stream, (vec![Plain(operation)], vec![work]))
    }

    fn submit_write(
        &self,
        stream: CUstream,
        operation: CUstreamBatchMemOpType,
        address: CUdeviceptr,
        value: u64,
        flags: c_uint,
    ) -> Outcome {
        let mut params = CUstreamBatchMemOpParams { pad: [0; 6] };
        params.operation = operation;
        params.writeValue.address = address;
        params.writeValue.value.value64 = value;
        params.writeValue.flags = flags;
        self.submit_operation(stream, params)
    }

    fn submit_wait(
        &self,
        stream: CUstream,
        operation: CUstreamBatchMemOpType,
        address: CUdeviceptr,
        value: u64,
        flags: c_uint,
    ) -> Outcome {
        let mut params = CUstreamBatchMemOpParams { pad: [0; 6] };
        params.operation = operation;
        params.waitValue.address = address;
        params.waitValue.value.value64 = value;
        params.waitValue.flags = flags;
        self.submit_operation(stream, params)
    }

    pub(crate) unsafe fn cuStreamBatchMemOp(
        &self,
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe { self.cuStreamBatchMemOp_v2(stream, count, paramArray, flags) }
    }

    pub(crate) unsafe fn cuStreamBatchMemOp_v2(
        &self,
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Outcome {
        // SAFETY: the program's array has `count` elements.
        let operations = unsafe { self.operations(count, paramArray, flags)? };
        self.submit_operations(stream, operations)
    }
}

impl Call {
    pub(crate) fn cuStreamWriteValue32(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_write(
            stream,
            CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32,
            addr,
            value.into(),
            flags,
        )
    }

    pub(crate) fn cuStreamWriteValue32_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWriteValue32(stream, addr, value, flags)
    }

    pub(crate) fn cuStreamWriteValue64(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_write(
            stream,
            CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_64,
            addr,
            value,
            flags,
        )
    }

    pub(crate) fn cuStreamWriteValue64_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWriteValue64(stream, addr, value, flags)
    }

    pub(crate) fn cuStreamWaitValue32(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_wait(
            stream,
            CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WAIT_VALUE_32,
            addr,
            value.into(),
            flags,
        )
    }

    pub(crate) fn cuStreamWaitValue32_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWaitValue32(stream, addr, value, flags)
    }

    pub(crate) fn cuStreamWaitValue64(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_wait(
            stream,
            CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WAIT_VALUE_64,
            addr,
            value,
            flags,
        )
    }

    pub(crate) fn cuStreamWaitValue64_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWaitValue64(stream, addr, value, flags)
    }
}
