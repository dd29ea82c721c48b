//! What a context needs of others: its green contexts, and what is created in it.

use std::sync::Arc;

use cuda_driver_sys::CUresult;

use crate::memory::AllocationKind;
use crate::settings::Settings;
use crate::standard_error::print_line;
use crate::state::context::Context;
use crate::state::context::green::{GreenContext, Processors};
use crate::state::handles::Object;
use crate::state::outcome::Outcome;
use crate::state::ticket::Ticket;
use crate::system::System;
use crate::system::live::LiveObject;

impl System {
    /// Returns the pending work of a context's streams, and of those of its green contexts.
    pub(crate) fn pending(&self, context: &Context) -> Vec<Ticket> {
        let mut tickets = context.order.pending();
        if context.is_primary {
            let green = self.green.live.all();
            let parts = green.iter().filter(|(_, green)| green.context.handle == context.handle);
            tickets.extend(parts.flat_map(|(_, green)| green.context.order.pending()));
        }
        tickets
    }

    /// Waits for a context's streams, and ignores errors of their work.
    pub(crate) fn wait_for(&self, context: &Context) {
        for ticket in self.pending(context) {
            ticket.wait_or_execute(self.devices);
            self.devices.host_waited(ticket.known());
        }
    }

    /// Waits until all work of a context's streams is done.
    pub(crate) fn synchronize(&self, context: &Context) -> Outcome {
        context.refuse_captures()?;
        self.wait_for(context);
        self.flush_printed();
        self.check()
    }

    /// Destroys a context and everything created in it, once its work is done.
    pub(crate) fn destroy_context(&self, context: &Context) {
        self.end_context(context);
        self.storage.end(context.handle);
    }

    fn end_context(&self, context: &Context) {
        if !context.end() {
            return;
        }
        self.wait_for(context);
        self.flush_printed();
        self.report_leaks(context);
        self.contexts.remove(context);
        self.forget_context(context);
        context.order.clear();
    }

    /// Releases one use of a device's primary context; the last one destroys it.
    pub(crate) fn release_primary(&self, device: usize) -> Outcome {
        let mut ended = None;
        self.contexts.release_primary(device, |context| {
            self.end_context(context);
            ended = Some(context.handle);
        })?;
        // A destructor may use the device's primary context, which isn't locked anymore.
        ended.into_iter().for_each(|context| self.storage.end(context));
        Ok(())
    }

    /// Destroys a device's primary context, even if it is in use.
    pub(crate) fn reset_primary(&self, device: usize) -> Outcome {
        let mut ended = None;
        self.contexts.reset_primary(device, |context| {
            self.end_context(context);
            ended = Some(context.handle);
        })?;
        ended.into_iter().for_each(|context| self.storage.end(context));
        Ok(())
    }

    /// Retains the device's primary context, and creates a green context with some of its multiprocessors.
    pub(crate) fn create_green(
        &self,
        device: usize,
        part: Processors,
    ) -> Result<Arc<GreenContext>, CUresult> {
        let primary = self.contexts.retain_primary(device)?;
        Ok(self.green.live.insert(|handle| GreenContext {
            handle,
            context: self.contexts.add_green(handle, &primary, part.count),
            part,
        }))
    }

    /// Destroys a green context once its work is done, and releases its use of the primary context.
    pub(crate) fn destroy_green(&self, green: &GreenContext) -> Outcome {
        self.wait_for(&green.context);
        self.flush_printed();
        self.contexts.remove_green(&green.context);
        self.storage.end(green.context.handle);
        self.release_primary(green.context.device)
    }

    /// Lists the living objects of a context that is being destroyed, if the environment requests it.
    fn report_leaks(&self, context: &Context) {
        if !Settings::get().leaks {
            return;
        }
        let of_context = |object: &LiveObject| {
            object.context == context.handle as u64
                && object.kind != Context::KIND
                && object.kind != GreenContext::KIND
        };
        let leaks: Vec<_> = self.live_objects().into_iter().filter(of_context).collect();
        if !leaks.is_empty() {
            print_line(format_args!(
                "cuda-sim: context {:#x} was destroyed with {} living objects:",
                context.handle,
                leaks.len()
            ));
            leaks.iter().for_each(|leak| print_line(format_args!("cuda-sim:   {leak}")));
        }
    }

    /// Removes everything that belongs to a context from the tables, but links, which need none, and the memory of pools, which
    /// are the device's, if the context isn't its primary one.
    fn forget_context(&self, context: &Context) {
        let (context, is_own) = (context.handle, !context.is_primary);
        self.streams.remove_of_context(context);
        self.events.remove_of_context(context);
        self.modules.remove_of_context(context);
        self.functions.remove_of_context(context);
        for image in self.images.remove_of_context(context) {
            self.memory.set_image(image.handle as u64, None);
        }
        self.references.remove_of_context(context);
        self.external_memory.remove_of_context(context);
        self.external_semaphores.remove_of_context(context);
        self.mipmapped.remove_of_context(context);
        self.arrays.remove_of_context(context);
        for allocation in self
            .memory
            .live()
            .into_iter()
            // An array's storage is freed with the last reference to the array.
            .filter(|allocation| {
                allocation.context == context
                    && allocation.kind != AllocationKind::Array
                    && !(is_own && matches!(allocation.kind, AllocationKind::Pool(_)))
            })
        {
            self.end(allocation.start);
        }
    }
}
