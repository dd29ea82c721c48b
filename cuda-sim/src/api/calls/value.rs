//! Streams that write numbers to memory and wait for them.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use super::Call;
use crate::api::{
    error::*,
    graph::Plain,
    outcome::Outcome,
    work::{Comparison, Value, Work},
};

impl Call {
    fn value(&self, address: CUdeviceptr, value: u64, wide: bool) -> Result<Value, CUresult> {
        let size = if wide { 8 } else { 4 };
        let allocation = self.system.memory.containing(address);
        let is_managed = allocation.is_some_and(|it| it.kind.is_managed());
        let will_be_there = self.system.memory.will_hold(address, size);
        if !address.is_multiple_of(size) || !will_be_there || is_managed {
            return Err(INVALID_VALUE);
        }
        Ok(Value {
            address,
            value,
            wide,
        })
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

    /// Checks the operations of a batch.
    pub(super) unsafe fn operations(
        &self,
        count: c_uint,
        operations: *const CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Result<(Vec<Plain<CUstreamBatchMemOpParams>>, Vec<Work>), CUresult> {
        use CUstreamBatchMemOpType as T;
        if flags != 0 || count >= 256 || operations.is_null() && count > 0 {
            return Err(INVALID_VALUE);
        }
        let (mut given, mut batch) = (Vec::new(), Vec::new());
        for i in 0..count as usize {
            let operation = &*operations.add(i);
            let (wait, write) = (&operation.waitValue, &operation.writeValue);
            given.push(Plain(*operation));
            batch.push(match operation.operation {
                T::CU_STREAM_MEM_OP_WAIT_VALUE_32 => {
                    self.wait(wait.address, wait.value.value.into(), false, wait.flags)?
                }
                T::CU_STREAM_MEM_OP_WAIT_VALUE_64 => {
                    self.wait(wait.address, wait.value.value64, true, wait.flags)?
                }
                T::CU_STREAM_MEM_OP_WRITE_VALUE_32 => {
                    self.write(write.address, write.value.value.into(), false, write.flags)?
                }
                T::CU_STREAM_MEM_OP_WRITE_VALUE_64 => {
                    self.write(write.address, write.value.value64, true, write.flags)?
                }
                // Writes are always visible to later operations.
                T::CU_STREAM_MEM_OP_BARRIER if operation.memoryBarrier.flags <= 1 => Work::Nothing,
                T::CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES => return Err(NOT_SUPPORTED),
                _ => return Err(INVALID_VALUE),
            });
        }
        Ok((given, batch))
    }

    fn submit_work(&self, stream: CUstream, work: Work) -> Outcome {
        let stream = self.stream(stream)?;
        let is_there = |(address, size)| self.system.memory.holds(address, size);
        // Only what is captured may be in memory that a graph has yet to allocate.
        if stream.capturing.lock().is_none() && !work.number().is_none_or(is_there) {
            return Err(INVALID_VALUE);
        }
        stream.submit(self.system, work, None).map(drop)
    }

    pub(in crate::api) unsafe fn cuStreamWriteValue32(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWriteValue32_v2(stream, addr, value, flags)
    }

    pub(in crate::api) unsafe fn cuStreamWriteValue32_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_work(stream, self.write(addr, value.into(), false, flags)?)
    }

    pub(in crate::api) unsafe fn cuStreamWriteValue64(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWriteValue64_v2(stream, addr, value, flags)
    }

    pub(in crate::api) unsafe fn cuStreamWriteValue64_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_work(stream, self.write(addr, value, true, flags)?)
    }

    pub(in crate::api) unsafe fn cuStreamWaitValue32(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWaitValue32_v2(stream, addr, value, flags)
    }

    pub(in crate::api) unsafe fn cuStreamWaitValue32_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint32_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_work(stream, self.wait(addr, value.into(), false, flags)?)
    }

    pub(in crate::api) unsafe fn cuStreamWaitValue64(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamWaitValue64_v2(stream, addr, value, flags)
    }

    pub(in crate::api) unsafe fn cuStreamWaitValue64_v2(
        &self,
        stream: CUstream,
        addr: CUdeviceptr,
        value: cuuint64_t,
        flags: c_uint,
    ) -> Outcome {
        self.submit_work(stream, self.wait(addr, value, true, flags)?)
    }

    pub(in crate::api) unsafe fn cuStreamBatchMemOp(
        &self,
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Outcome {
        self.cuStreamBatchMemOp_v2(stream, count, paramArray, flags)
    }

    pub(in crate::api) unsafe fn cuStreamBatchMemOp_v2(
        &self,
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    ) -> Outcome {
        for work in self.operations(count, paramArray, flags)?.1 {
            self.submit_work(stream, work)?;
        }
        Ok(())
    }
}
