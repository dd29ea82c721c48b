//! Contexts, and the calling thread's stack of contexts.

mod coredump;
mod green;
mod log;
mod primary;

use core::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::atomic::Ordering;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::settings::version;
use crate::state::{
    activity::{self, WaitKind},
    context::{check_flags, pop, push, replace_top, reported_flags, top},
    error::*,
    outcome::{In, Out, Outcome},
};

/// The maximum size of the second-level cache for persisting accesses; its granularity is a tenth.
const PERSISTING_L2: usize = 39_321_600;

impl Call {
    pub(crate) fn cuCtxCreate_v2(
        &self,
        pctx: Out<CUcontext>,
        flags: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        let device = self.device(dev)?;
        pctx.not_null()?;
        check_flags(flags)?;
        self.system.check()?;
        pctx.store(self.system.contexts.create(device, flags).raw())
    }

    pub(crate) fn cuCtxCreate(
        &self,
        pctx: Out<CUcontext>,
        flags: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        self.cuCtxCreate_v2(pctx, flags, dev)
    }

    pub(crate) fn cuCtxCreate_v3(
        &self,
        pctx: Out<CUcontext>,
        paramsArray: In<CUexecAffinityParam>,
        numParams: c_int,
        flags: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        self.device(dev)?;
        if numParams != 0 && paramsArray.is_null() {
            return Err(INVALID_VALUE);
        }
        if numParams != 0 {
            // Only contexts of the Multi-Process Service can be limited.
            return Err(UNSUPPORTED_EXEC_AFFINITY);
        }
        self.cuCtxCreate_v2(pctx, flags, dev)
    }

    pub(crate) fn cuCtxCreate_v4(
        &self,
        pctx: Out<CUcontext>,
        ctxCreateParams: In<CUctxCreateParams>,
        flags: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        if let Some(parameters) = ctxCreateParams.get()
            && (parameters.numExecAffinityParams != 0 || !parameters.cigParams.is_null())
        {
            return Err(NOT_SUPPORTED);
        }
        self.cuCtxCreate_v2(pctx, flags, dev)
    }

    pub(crate) fn cuCtxDestroy_v2(&self, ctx: CUcontext) -> Outcome {
        if ctx.is_null() {
            return Err(INVALID_VALUE);
        }
        let context = self.system.contexts.get(ctx).map_err(|_| INVALID_CONTEXT)?;
        if context.is_primary || context.order.green.is_some() {
            return Err(INVALID_CONTEXT);
        }
        self.system.destroy_context(&context);
        if top() == Ok(ctx) {
            let _ = pop();
        }
        Ok(())
    }

    pub(crate) fn cuCtxDestroy(&self, ctx: CUcontext) -> Outcome {
        self.cuCtxDestroy_v2(ctx)
    }

    pub(crate) fn cuCtxAttach(&self, pctx: Out<CUcontext>, flags: c_uint) -> Outcome {
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        let context = self.current()?;
        pctx.store(context.raw())?;
        context.uses.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn cuCtxDetach(&self, ctx: CUcontext) -> Outcome {
        // Unlike a primary context, one that was destroyed is no context any more.
        let context = self.system.contexts.get(ctx).map_err(|code| {
            if self.system.contexts.is_primary(ctx) { code } else { INVALID_CONTEXT }
        })?;
        if context.uses.fetch_sub(1, Ordering::Relaxed) == 1 {
            return self.cuCtxDestroy_v2(ctx);
        }
        Ok(())
    }

    /// Returns whether a handle may be made current: that of a living or destroyed context.
    fn may_be_current(&self, context: CUcontext) -> Outcome {
        match self.system.contexts.get(context) {
            Err(CONTEXT_IS_DESTROYED) => Ok(()),
            other => other.map(drop),
        }
    }

    pub(crate) fn cuCtxPushCurrent_v2(&self, ctx: CUcontext) -> Outcome {
        if ctx.is_null() {
            return Err(INVALID_VALUE);
        }
        self.may_be_current(ctx)?;
        push(ctx);
        Ok(())
    }

    pub(crate) fn cuCtxPushCurrent(&self, ctx: CUcontext) -> Outcome {
        self.cuCtxPushCurrent_v2(ctx)
    }

    pub(crate) fn cuCtxPopCurrent_v2(&self, pctx: Out<CUcontext>) -> Outcome {
        let popped = pop()?;
        pctx.store_optional(popped);
        Ok(())
    }

    pub(crate) fn cuCtxPopCurrent(&self, pctx: Out<CUcontext>) -> Outcome {
        self.cuCtxPopCurrent_v2(pctx)
    }

    pub(crate) fn cuCtxSetCurrent(&self, ctx: CUcontext) -> Outcome {
        if ctx.is_null() {
            let _ = pop();
            return Ok(());
        }
        self.may_be_current(ctx)?;
        replace_top(ctx);
        Ok(())
    }

    pub(crate) fn cuCtxGetCurrent(&self, pctx: Out<CUcontext>) -> Outcome {
        pctx.store(top().unwrap_or(core::ptr::null_mut()))
    }

    pub(crate) fn cuCtxGetDevice(&self, device: Out<CUdevice>) -> Outcome {
        self.cuCtxGetDevice_v2(device, core::ptr::null_mut())
    }

    pub(crate) fn cuCtxGetDevice_v2(&self, device: Out<CUdevice>, ctx: CUcontext) -> Outcome {
        let context = if ctx.is_null() { top()? } else { ctx };
        device.store(self.system.contexts.device(context)? as CUdevice)
    }

    pub(crate) fn cuCtxGetFlags(&self, flags: Out<c_uint>) -> Outcome {
        flags.not_null()?;
        match self.current() {
            // A primary context has its flags also while it isn't there.
            Err(CONTEXT_IS_DESTROYED) if self.system.contexts.is_primary(top()?) => {
                let device = self.system.contexts.device(top()?)?;
                let (own, _) = self.system.contexts.primary_state(device)?;
                flags.store(reported_flags(own) | CUctx_flags::CU_CTX_MAP_HOST.0)
            }
            context => flags.store(context?.flags.load(Ordering::Relaxed)),
        }
    }

    pub(crate) fn cuCtxSetFlags(&self, flags: c_uint) -> Outcome {
        let context = self.current()?;
        check_flags(flags)?;
        // The flag for mapped memory is fixed at creation.
        let map_host = CUctx_flags::CU_CTX_MAP_HOST.0;
        let fixed_flags = context.flags.load(Ordering::Relaxed) & map_host;
        let flags = reported_flags(flags) & !map_host | fixed_flags;
        context.flags.store(flags, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn cuCtxGetId(&self, ctx: CUcontext, ctxId: Out<c_ulonglong>) -> Outcome {
        ctxId.store(self.system.contexts.get_or_current(ctx)?.id)
    }

    pub(crate) fn cuCtxSynchronize(&self) -> Outcome {
        let context = self.current()?;
        activity::wait(WaitKind::HostForContext, (0, context.raw() as usize), || {
            self.system.synchronize(&context)
        })
    }

    pub(crate) fn cuCtxSynchronize_v2(&self, ctx: CUcontext) -> Outcome {
        let context = self.system.contexts.get_or_current(ctx)?;
        activity::wait(WaitKind::HostForContext, (0, context.raw() as usize), || {
            self.system.synchronize(&context)
        })
    }

    pub(crate) fn cuCtxSetLimit(&self, limit: CUlimit, value: usize) -> Outcome {
        use CUlimit as L;
        let context = self.usable_context()?;
        let value = match limit {
            // The stack can't be larger than the maximum local memory of a launch.
            L::CU_LIMIT_STACK_SIZE if value > 511 << 10 => return Err(INVALID_VALUE),
            L::CU_LIMIT_STACK_SIZE => value.next_multiple_of(16),
            L::CU_LIMIT_PRINTF_FIFO_SIZE if self.system.has_printed() => return Err(INVALID_VALUE),
            L::CU_LIMIT_PRINTF_FIFO_SIZE => value.clamp(512 << 10, 2 << 30).next_multiple_of(256),
            L::CU_LIMIT_MALLOC_HEAP_SIZE => {
                value.max(4 << 20).checked_next_multiple_of(64 << 10).unwrap_or(usize::MAX)
            }
            L::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT => value.clamp(32, 599_186),
            L::CU_LIMIT_MAX_L2_FETCH_GRANULARITY if value <= 128 => value,
            L::CU_LIMIT_PERSISTING_L2_CACHE_SIZE if value <= PERSISTING_L2 => {
                value.next_multiple_of(PERSISTING_L2 / 10)
            }
            L::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH | L::CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED => {
                return Err(UNSUPPORTED_LIMIT);
            }
            // These can be read but not set.
            L::CU_LIMIT_SHMEM_SIZE | L::CU_LIMIT_CIG_ENABLED => return Err(NOT_PERMITTED),
            _ => return Err(INVALID_VALUE),
        };
        let current = context.limits.lock().get(limit.0 as usize).copied();
        let is_new = value != current.ok_or(UNSUPPORTED_LIMIT)?;
        // As on an H200, whose stacks move.
        if limit == L::CU_LIMIT_STACK_SIZE && is_new {
            self.system.wait_for(&context);
        }
        if let Some(place) = context.limits.lock().get_mut(limit.0 as usize) {
            *place = value;
        }
        if limit == L::CU_LIMIT_MALLOC_HEAP_SIZE {
            self.system.memory.set_heap_limit(value as u64);
        }
        Ok(())
    }

    pub(crate) fn cuCtxGetLimit(&self, pvalue: Out<usize>, limit: CUlimit) -> Outcome {
        use CUlimit as L;
        let context = self.current()?;
        pvalue.not_null()?;
        let value = match limit {
            // Kernels of compute capability 9.0 can't synchronize with child kernels.
            L::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH | L::CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED => {
                return Err(UNSUPPORTED_LIMIT);
            }
            L::CU_LIMIT_PER_BLOCK_MEMORY_SIZE if version() < 13010 => return Err(INVALID_VALUE),
            L::CU_LIMIT_SHMEM_SIZE => self.system.model.engine.shared_per_block as usize,
            _ => {
                let limits = context.limits.lock();
                let current = limits.get(limit.0 as usize);
                current.copied().ok_or(INVALID_VALUE)?
            }
        };
        pvalue.store(value)
    }

    pub(crate) fn cuCtxGetCacheConfig(&self, pconfig: Out<CUfunc_cache>) -> Outcome {
        pconfig.store(CUfunc_cache(self.current()?.cache_config.load(Ordering::Relaxed)))
    }

    pub(crate) fn cuCtxSetCacheConfig(&self, config: CUfunc_cache) -> Outcome {
        let context = self.current()?;
        if config.0 > CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL.0 {
            return Err(INVALID_VALUE);
        }
        context.cache_config.store(config.0, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn cuCtxGetSharedMemConfig(&self, pConfig: Out<CUsharedconfig>) -> Outcome {
        pConfig.store(CUsharedconfig(self.current()?.shared_config.load(Ordering::Relaxed)))
    }

    // Shared memory banks have a fixed width, so this has no effect.
    pub(crate) fn cuCtxSetSharedMemConfig(&self, config: CUsharedconfig) -> Outcome {
        self.current()?;
        if config.0 > 2 { Err(INVALID_VALUE) } else { Ok(()) }
    }

    // Every context has all multiprocessors.
    pub(crate) fn cuCtxGetExecAffinity(
        &self,
        pExecAffinity: Out<CUexecAffinityParam>,
        type_: CUexecAffinityType,
    ) -> Outcome {
        if self.current()?.order.green.is_some() {
            return Err(INVALID_CONTEXT);
        }
        pExecAffinity.not_null()?;
        if type_ != CUexecAffinityType::CU_EXEC_AFFINITY_TYPE_SM_COUNT {
            return Err(UNSUPPORTED_EXEC_AFFINITY);
        }
        let mut affinity = CUexecAffinityParam { type_, ..CUexecAffinityParam::default() };
        affinity.param.smCount.val = self.system.model.engine.multiprocessors;
        pExecAffinity.store(affinity)
    }

    pub(crate) fn cuCtxGetApiVersion(&self, ctx: CUcontext, version: Out<c_uint>) -> Outcome {
        if ctx.is_null() {
            self.current()?
        } else {
            self.system.contexts.get(ctx).map_err(|_| INVALID_CONTEXT)?
        };
        version.store(3020)
    }

    pub(crate) fn cuCtxGetStreamPriorityRange(
        &self,
        leastPriority: Out<c_int>,
        greatestPriority: Out<c_int>,
    ) -> Outcome {
        self.current()?;
        leastPriority.store_optional(0);
        greatestPriority.store_optional(-5);
        Ok(())
    }

    pub(crate) fn cuCtxResetPersistingL2Cache(&self) -> Outcome {
        self.usable_context().map(drop)
    }

    pub(crate) fn cuCtxRecordEvent(&self, hCtx: CUcontext, hEvent: CUevent) -> Outcome {
        let context = self.system.contexts.get(hCtx)?;
        self.record_context(&context, hEvent)
    }

    pub(crate) fn cuCtxWaitEvent(&self, hCtx: CUcontext, hEvent: CUevent) -> Outcome {
        let context = self.system.contexts.get(hCtx)?;
        self.hold_context(&context, hEvent)
    }
}
