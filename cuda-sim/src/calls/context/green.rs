//! Green contexts and their resources.

use core::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::settings::version;
use crate::state::outcome::{In, InOut, Out, Outcome};
use crate::state::{
    context::{
        green::{
            Granularity, GreenContext, Processors, ResourceDesc, next_split, workqueue,
            workqueue_config,
        },
        top,
    },
    error::*,
    stream::Role,
};

/// The first driver version with work queues, in which green contexts need no default stream.
const WORKQUEUES: c_int = 13010;

impl Call {
    fn granularity(&self) -> Granularity {
        Granularity::of(self.system.model.engine.compute_capability)
    }

    /// Returns all multiprocessors of a device.
    fn processors(&self, device: usize) -> Processors {
        Processors {
            device: device as u32,
            first: 0,
            count: self.system.model.engine.multiprocessors,
            alignment: self.granularity().step,
            flags: 0,
            split: 0,
        }
    }

    /// Returns a resource of a device, or of a part of it.
    fn resource(
        &self,
        part: Processors,
        kind: CUdevResourceType,
        is_context: bool,
    ) -> Result<CUdevResource, CUresult> {
        use CUdevResourceType as T;
        match kind {
            T::CU_DEV_RESOURCE_TYPE_SM => Ok(part.to_raw(self.granularity())),
            T::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG if version() >= WORKQUEUES => {
                Ok(workqueue_config(part.device as usize))
            }
            T::CU_DEV_RESOURCE_TYPE_WORKQUEUE if is_context && version() >= WORKQUEUES => {
                Ok(workqueue())
            }
            _ => Err(INVALID_RESOURCE_TYPE),
        }
    }

    fn green(&self, green: CUgreenCtx) -> Result<Arc<GreenContext>, CUresult> {
        let green = self.system.green.live.get(green)?;
        // The primary context may have been reset.
        self.system.contexts.get(green.context.raw())?;
        Ok(green)
    }

    pub(crate) fn cuDeviceGetDevResource(
        &self,
        device: CUdevice,
        resource: Out<CUdevResource>,
        type_: CUdevResourceType,
    ) -> Outcome {
        let device = self.device(device)?;
        resource.not_null()?;
        resource.store(self.resource(self.processors(device), type_, false)?)
    }

    pub(crate) fn cuCtxGetDevResource(
        &self,
        hCtx: CUcontext,
        resource: Out<CUdevResource>,
        type_: CUdevResourceType,
    ) -> Outcome {
        resource.not_null()?;
        let context = self.system.contexts.get(hCtx)?;
        let part = match context.order.green {
            Some(part) => self.green(part.handle as CUgreenCtx)?.part,
            None => self.processors(context.device),
        };
        resource.store(self.resource(part, type_, true)?)
    }

    pub(crate) fn cuGreenCtxGetDevResource(
        &self,
        hCtx: CUgreenCtx,
        resource: Out<CUdevResource>,
        type_: CUdevResourceType,
    ) -> Outcome {
        let green = self.green(hCtx)?;
        resource.not_null()?;
        resource.store(self.resource(green.part, type_, true)?)
    }

    pub(crate) fn cuStreamGetDevResource(
        &self,
        hStream: CUstream,
        resource: Out<CUdevResource>,
        type_: CUdevResourceType,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        resource.not_null()?;
        if type_ != CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM {
            return Err(INVALID_RESOURCE_TYPE);
        }
        let part = match stream.green()? {
            Some(part) => self.green(part.handle as CUgreenCtx)?.part,
            None => self.processors(self.context_of(&stream)?.device),
        };
        resource.store(self.resource(part, type_, true)?)
    }

    pub(crate) unsafe fn cuDevSmResourceSplitByCount(
        &self,
        result: *mut CUdevResource,
        nbGroups: InOut<c_uint>,
        input: In<CUdevResource>,
        remainder: Out<CUdevResource>,
        flags: c_uint,
        minCount: c_uint,
    ) -> Outcome {
        use CUdevSmResourceSplitByCount_flags as F;
        let (groups, input) = (nbGroups.input.read()?, input.read()?);
        let input = Processors::from_raw(&input)?;
        let fine = F::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING.0;
        let wide = F::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE.0;
        // Unknown flags are ignored.
        let granularity = match flags & (fine | wide) {
            // Even the smallest part can run the largest clusters.
            0 => self.granularity(),
            known if known == wide => self.granularity(),
            known if known == fine => Granularity { least: 2, step: 2 },
            _ => return Err(INVALID_VALUE),
        };
        if minCount > input.count || input.split != 0 {
            return Err(INVALID_RESOURCE_CONFIGURATION);
        }
        let size = granularity.round(minCount).min(input.count);
        let possible = input.count / size;
        if result.is_null() {
            return nbGroups.output.store(possible);
        }
        let count = possible.min(groups);
        if count == 0 {
            return Err(INVALID_VALUE);
        }
        let split = next_split();
        let part = |number: u32, count| {
            let part = Processors {
                first: input.first + number * size,
                count,
                // Only set for the part of a green context.
                alignment: 0,
                split,
                ..input
            };
            part.to_raw(granularity)
        };
        for number in 0..count {
            // SAFETY: the program's array has as many groups as it asks for.
            unsafe { result.add(number as usize).write(part(number, size)) };
        }
        nbGroups.output.store(count)?;
        remainder.store_optional(match input.count - count * size {
            0 => CUdevResource::default(),
            rest => part(count, rest),
        });
        Ok(())
    }

    pub(crate) unsafe fn cuDevSmResourceSplit(
        &self,
        result: *mut CUdevResource,
        nbGroups: c_uint,
        input: In<CUdevResource>,
        remainder: Out<CUdevResource>,
        flags: c_uint,
        groupParams: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS,
    ) -> Outcome {
        if nbGroups == 0 || groupParams.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        let input = Processors::from_raw(&input.read()?)?;
        // SAFETY: the caller guarantees that there are that many.
        let groups = unsafe { core::slice::from_raw_parts_mut(groupParams, nbGroups as usize) };
        let granularity = self.granularity();
        let most_together = if granularity.step == 8 { 32 } else { 2 };
        let split = next_split();
        let mut first = 0;
        let mut parts = Vec::new();
        for group in groups.iter() {
            let allowed = CUdevSmResourceGroup_flags::CU_DEV_SM_RESOURCE_GROUP_BACKFILL.0;
            let together = match group.coscheduledSmCount {
                0 => granularity.step,
                count => count,
            };
            if group.flags & !allowed != 0
                || together % 2 != 0
                || together > most_together
                || group.smCount % 2 != 0
                || group.smCount > input.count
            {
                return Err(INVALID_VALUE);
            }
            let backfills = group.flags & allowed != 0;
            let left = input.count - first;
            let count = match group.smCount {
                0 if backfills => left,
                0 => left - left % together,
                count => count,
            };
            let fits = count <= left && (backfills || count % together == 0);
            if !fits || !result.is_null() && (count == 0 || count < together) {
                return Err(INVALID_RESOURCE_CONFIGURATION);
            }
            parts.push(Processors {
                first: input.first + first,
                count,
                alignment: together,
                flags: group.flags,
                split,
                ..input
            });
            first += count;
        }
        for (number, (group, part)) in groups.iter_mut().zip(&parts).enumerate() {
            group.smCount = part.count;
            if !result.is_null() {
                // SAFETY: the program's array has as many groups.
                unsafe { result.add(number).write(part.to_raw(granularity)) };
            }
        }
        let rest = Processors {
            first: input.first + first,
            count: input.count - first,
            alignment: 2,
            split,
            ..input
        };
        remainder.store_optional(match rest.count {
            0 => CUdevResource::default(),
            _ => rest.to_raw(granularity),
        });
        Ok(())
    }

    pub(crate) unsafe fn cuDevResourceGenerateDesc(
        &self,
        phDesc: Out<CUdevResourceDesc>,
        resources: *mut CUdevResource,
        nbResources: c_uint,
    ) -> Outcome {
        use CUdevResourceType as T;
        if phDesc.is_null() || resources.is_null() || nbResources == 0 {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller guarantees that there are that many.
        let resources = unsafe { core::slice::from_raw_parts(resources, nbResources as usize) };
        let mut parts: Vec<Processors> = Vec::new();
        for resource in resources {
            let is_queue = matches!(
                resource.type_,
                T::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG | T::CU_DEV_RESOURCE_TYPE_WORKQUEUE
            );
            if is_queue && version() >= WORKQUEUES {
                continue;
            }
            let part = Processors::from_raw(resource)?;
            if !parts.iter().all(|other| part.is_compatible_with(*other)) {
                return Err(INVALID_RESOURCE_CONFIGURATION);
            }
            parts.push(part);
        }
        let part = match parts.first() {
            Some(part) => Processors { count: parts.iter().map(|part| part.count).sum(), ..*part },
            // With only queues, the context gets all multiprocessors.
            None => self.processors(0),
        };
        let descs = &self.system.green.descs;
        let desc = descs.insert(|handle| ResourceDesc { handle, part });
        phDesc.store(desc.handle as CUdevResourceDesc)
    }

    pub(crate) fn cuGreenCtxCreate(
        &self,
        phCtx: Out<CUgreenCtx>,
        desc: CUdevResourceDesc,
        dev: CUdevice,
        flags: c_uint,
    ) -> Outcome {
        phCtx.not_null()?;
        let device = self.device(dev)?;
        let allowed = CUgreenCtxCreate_flags::CU_GREEN_CTX_DEFAULT_STREAM.0;
        if flags & !allowed != 0 || flags == 0 && version() < WORKQUEUES {
            return Err(INVALID_VALUE);
        }
        let whole = self.processors(device);
        // For a null descriptor, the real driver creates one with everything.
        let part = if desc.is_null() {
            whole
        } else {
            let part = self.system.green.descs.get(desc)?.part;
            if part.device != whole.device {
                return Err(INVALID_VALUE);
            }
            Processors { first: part.first, count: part.count, ..whole }
        };
        self.system.check()?;
        let green = self.system.create_green(device, part)?;
        phCtx.store(green.handle as CUgreenCtx)
    }

    pub(crate) fn cuGreenCtxDestroy(&self, hCtx: CUgreenCtx) -> Outcome {
        let contexts = &self.system.contexts;
        let lost = |code| {
            if contexts.was_destroyed(hCtx as CUcontext) { CONTEXT_IS_DESTROYED } else { code }
        };
        let green = self.system.green.live.remove(hCtx).map_err(lost)?;
        self.system.destroy_green(&green)?;
        self.system.check()
    }

    pub(crate) fn cuCtxFromGreenCtx(&self, pContext: Out<CUcontext>, hCtx: CUgreenCtx) -> Outcome {
        pContext.not_null()?;
        pContext.store(self.green(hCtx)?.context.raw())
    }

    pub(crate) fn cuGreenCtxGetId(
        &self,
        greenCtx: CUgreenCtx,
        greenCtxId: Out<c_ulonglong>,
    ) -> Outcome {
        greenCtxId.not_null()?;
        let green = if greenCtx.is_null() {
            let current = self.system.contexts.get(top()?)?;
            let part = current.order.green.ok_or(INVALID_CONTEXT)?;
            self.green(part.handle as CUgreenCtx)?
        } else {
            self.green(greenCtx)?
        };
        greenCtxId.store(green.context.id)
    }

    pub(crate) fn cuGreenCtxRecordEvent(&self, hCtx: CUgreenCtx, hEvent: CUevent) -> Outcome {
        let context = self.green(hCtx)?.context.clone();
        self.record_context(&context, hEvent)
    }

    pub(crate) fn cuGreenCtxWaitEvent(&self, hCtx: CUgreenCtx, hEvent: CUevent) -> Outcome {
        let context = self.green(hCtx)?.context.clone();
        self.hold_context(&context, hEvent)
    }

    pub(crate) fn cuStreamGetGreenCtx(&self, hStream: CUstream, phCtx: Out<CUgreenCtx>) -> Outcome {
        let stream = self.stream(hStream)?;
        stream.refuse_in_lost_capture()?;
        let green = stream.green()?;
        phCtx.store(green.map_or(0, |part| part.handle) as CUgreenCtx)
    }

    pub(crate) fn cuGreenCtxStreamCreate(
        &self,
        phStream: Out<CUstream>,
        greenCtx: CUgreenCtx,
        flags: c_uint,
        priority: c_int,
    ) -> Outcome {
        phStream.not_null()?;
        let context = self.green(greenCtx)?.context.clone();
        if CUstream_flags(flags) != CUstream_flags::CU_STREAM_NON_BLOCKING {
            return Err(INVALID_VALUE);
        }
        self.system.check()?;
        let stream = self.create_stream(&context, Role::NonBlocking, priority)?;
        phStream.store(stream.handle as CUstream)
    }
}
