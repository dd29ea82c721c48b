//! Each operation in three versions: in C, in Rust through the raw function pointers, and with `cuda-driver`.
//!
//! A version is a loop over a number of calls. All three versions of an operation do the same work for each call,
//! including the values of arguments, and check each result.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use std::cell::RefCell;
use std::rc::Rc;

use cuda_driver::{
    ArgumentList, Context, DeviceBuffer, Error, Event, Function, Launch, Module, Stream,
    graph::{GraphExec, KernelNode},
    sys::{CUdeviceptr, CUresult},
};
use cuda_rust::block_on;

use crate::measure::{Failure, Operation, SUBJECT, Way};
use crate::work::{Handles, Work};

/// The objects that the `cuda-driver` version uses.
pub struct WrappedObjects {
    context: Context,
    stream: Stream,
    event: Event,
    kernel_0: Function,
    kernel_5: Function,
    kernel_16: Function,
    kernel_256: Function,
    /// Of 20 launches without arguments, one after the other.
    graph: GraphExec,
    x: DeviceBuffer<u32>,
    y: DeviceBuffer<u32>,
    z: DeviceBuffer<u32>,
    list: ArgumentList<'static>,
    host: Box<[u32; 1]>,
}

impl WrappedObjects {
    /// Creates everything that the operations need; `module` has the kernels of [`kernel::ptx`](crate::kernel::ptx).
    pub fn new(context: Context, module: &Module) -> Result<Self, Error> {
        let stream = context.stream()?;
        let kernel_0 = module.function("kernel_0")?;
        let mut graph = context.create_graph()?;
        let mut last = None;
        for _ in 0..20 {
            // SAFETY: kernel_0(), which lives as long as the graph.
            let node = unsafe { KernelNode::new(&kernel_0, Launch::grid(1).block(32), ()) };
            last = Some(graph.add_node(last.as_slice(), node)?);
        }
        Ok(Self {
            event: context.event()?,
            kernel_0,
            kernel_5: module.function("kernel_5")?,
            kernel_16: module.function("kernel_16")?,
            kernel_256: module.function("kernel_256")?,
            graph: graph.instantiate()?,
            x: stream.alloc(1)?,
            y: stream.alloc(1)?,
            z: stream.alloc(1)?,
            list: ArgumentList::new(),
            host: Box::new([7]),
            context,
            stream,
        })
    }

    /// Returns the handles of the same objects, which live as long as `self`.
    fn handles(&self) -> Handles {
        Handles {
            context: self.context.as_raw(),
            stream: self.stream.as_raw(),
            event: self.event.as_raw(),
            kernel_0: self.kernel_0.as_raw(),
            kernel_5: self.kernel_5.as_raw(),
            kernel_16: self.kernel_16.as_raw(),
            kernel_256: self.kernel_256.as_raw(),
            graph: self.graph.as_raw(),
            x: self.x.as_raw(),
            y: self.y.as_raw(),
            z: self.z.as_raw(),
            host: self.host.as_ptr().cast(),
        }
    }

    fn fill_list(&mut self, first: u32) {
        self.list.clear();
        self.list.extend((0..256u32).map(|index| first.wrapping_add(index)));
    }
}

/// A loop in C. The `Work` holds live handles and functions of their driver.
type InC = unsafe extern "C" fn(*const Work, u64) -> CUresult;
/// The same in Rust, for the same `Work`.
type Raw = unsafe fn(&Work, u64) -> Result<(), CUresult>;

/// What all versions use.
struct SharedObjects {
    /// The driver's functions, and the handles of objects that `wrapped` owns.
    work: Work,
    wrapped: RefCell<WrappedObjects>,
}

/// A function of `benches/launch/twin.c`, if it was compiled.
macro_rules! c_twin {
    ($name:ident) => {{
        #[cfg(c_twin)]
        {
            unsafe extern "C" {
                fn $name(work: *const Work, calls: u64) -> CUresult;
            }
            Some($name as InC)
        }
        #[cfg(not(c_twin))]
        {
            None
        }
    }};
}

impl SharedObjects {
    fn operation(
        self: &Rc<Self>,
        name: &'static str,
        in_c: Option<InC>,
        raw: Raw,
        wrapped: fn(&mut WrappedObjects, u64) -> Result<(), Error>,
    ) -> Operation {
        let mut ways = Vec::new();
        let failed = |code: CUresult| -> Failure { format!("the driver answered {code}").into() };
        if let Some(in_c) = in_c {
            let shared = Rc::clone(self);
            ways.push(Way::new("C", move |calls| {
                // SAFETY: `shared` keeps the objects behind the handles alive.
                match unsafe { in_c(&shared.work, calls) } {
                    OK => Ok(()),
                    code => Err(failed(code)),
                }
            }));
        }
        let shared = Rc::clone(self);
        ways.push(Way::new("Rust, raw", move |calls| {
            // SAFETY: as above.
            unsafe { raw(&shared.work, calls) }.map_err(failed)
        }));
        let shared = Rc::clone(self);
        ways.push(Way::new(SUBJECT, move |calls| {
            Ok(wrapped(&mut shared.wrapped.borrow_mut(), calls)?)
        }));
        Operation { name, context_is_current: true, is_queued: true, ways }
    }
}

/// Returns every operation, in the order of the table; `None` if the driver lacks one, as before 11.2.
#[rustfmt::skip]
pub fn all(wrapped: WrappedObjects) -> Option<Vec<Operation>> {
    let table = wrapped.context.driver().raw().table();
    let work = Work::new(table, wrapped.handles())?;
    let shared = Rc::new(SharedObjects { work, wrapped: RefCell::new(wrapped) });
    macro_rules! operation {
        ($name:literal, $c:ident, $way:ident) => {
            shared.operation($name, c_twin!($c), raw::$way, wrapped::$way)
        };
    }
    Some(vec![
        operation!("launch, no arguments", twin_launch_0, launch_0),
        operation!("launch, 5 arguments", twin_launch_5, launch_5),
        operation!("launch, 16 arguments", twin_launch_16, launch_16),
        operation!("launch, list of 256 arguments", twin_launch_256, launch_256),
        operation!("fill list of 256 and launch", twin_fill_and_launch_256, fill_and_launch_256),
        operation!("copy 4 bytes, host to device", twin_copy_to_device, copy_to_device),
        operation!("copy 4 bytes, device to device", twin_copy_on_device, copy_on_device),
        operation!("record event", twin_record, record),
        Operation {
            is_queued: false,
            ..operation!("query stream", twin_query, query)
        },
        operation!("launch graph of 20 kernels", twin_launch_graph, launch_graph),
        Operation {
            is_queued: false,
            ..operation!("run graph of 20 kernels", twin_run_graph, run_graph)
        },
        Operation {
            is_queued: false,
            ..shared.operation("await graph of 20 kernels", c_twin!(twin_run_graph), raw::run_graph, wrapped::await_graph)
        },
        operation!("alloc and free", twin_alloc_and_free, alloc_and_free),
        shared.operation("alloc and drop", c_twin!(twin_alloc_and_free), raw::alloc_and_free, wrapped::alloc_and_drop),
        Operation {
            is_queued: false,
            ..operation!("bind context, already current", twin_bind, bind)
        },
        Operation {
            context_is_current: false,
            is_queued: false,
            ..operation!("bind context, not current", twin_bind, bind)
        },
    ])
}

const OK: CUresult = CUresult::CUDA_SUCCESS;

#[inline]
fn check(result: CUresult) -> Result<(), CUresult> {
    if result == OK { Ok(()) } else { Err(result) }
}

/// Rust through the raw function pointers, in the same way as `benches/launch/twin.c`.
///
/// All are unsafe for the same reason: the `Work` must have live handles and functions of their driver.
mod raw {
    use super::*;

    /// Makes `$calls` calls; the body makes one from the `Work`, the handles and the index of the call.
    macro_rules! each_call {
        ($(fn $name:ident($work:ident, $handles:ident, $i:pat) $body:block)*) => {$(
            pub(super) unsafe fn $name(work: &Work, calls: u64) -> Result<(), CUresult> {
                let $work = *work;
                let $handles = $work.handles;
                for $i in 0..calls {
                    // SAFETY: the caller's `Work` has live handles; arguments live until the call returns, which has
                    // read them.
                    check(unsafe { $body })?;
                }
                Ok(())
            }
        )*};
    }

    /// Returns the array of pointers to local variables that the driver expects.
    macro_rules! pointers {
        ($($value:ident),*) => {
            [$((&raw const $value).cast_mut().cast::<c_void>()),*]
        };
    }

    each_call! {
        fn launch_0(work, handles, _) {
            (work.launch)(
                handles.kernel_0, 1, 1, 1, 32, 1, 1, 0, handles.stream, ptr::null_mut(), ptr::null_mut(),
            )
        }

        fn launch_5(work, handles, i) {
            let Handles { x, y, z, .. } = handles;
            let (a, n) = (2f32, i as usize);
            let mut parameters = pointers!(a, x, y, z, n);
            (work.launch)(
                handles.kernel_5, 1, 1, 1, 32, 1, 1, 0, handles.stream, parameters.as_mut_ptr(), ptr::null_mut(),
            )
        }

        fn launch_16(work, handles, i) {
            let Handles { x, y, z, .. } = handles;
            let a = i as u32;
            let (b, c, d, e, f, g) = (1u32, 2u32, 3u32, 4u32, 5u32, 6u32);
            let (h, j, k, l, m, n) = (7u32, 8u32, 9u32, 10u32, 11u32, 12u32);
            let mut parameters = pointers!(a, b, c, d, e, f, g, h, j, k, l, m, n, x, y, z);
            (work.launch)(
                handles.kernel_16, 1, 1, 1, 32, 1, 1, 0, handles.stream, parameters.as_mut_ptr(), ptr::null_mut(),
            )
        }

        fn fill_and_launch_256(work, handles, i) {
            let mut values = [const { MaybeUninit::uninit() }; 256];
            let mut parameters = [const { MaybeUninit::uninit() }; 256];
            fill(&mut values, &mut parameters, i as u32);
            let parameters = parameters.as_mut_ptr().cast();
            (work.launch)(
                handles.kernel_256, 1, 1, 1, 32, 1, 1, 0, handles.stream, parameters, ptr::null_mut(),
            )
        }

        fn copy_to_device(work, handles, _) {
            (work.copy_to_device)(handles.x, handles.host, 4, handles.stream)
        }

        fn copy_on_device(work, handles, _) {
            (work.copy_on_device)(handles.y, handles.x, 4, handles.stream)
        }

        fn record(work, handles, _) {
            (work.record)(handles.event, handles.stream)
        }

        fn query(work, handles, _) {
            (work.query)(handles.stream)
        }

        fn launch_graph(work, handles, _) {
            (work.launch_graph)(handles.graph, handles.stream)
        }

        fn run_graph(work, handles, _) {
            check((work.launch_graph)(handles.graph, handles.stream))?;
            (work.synchronize)(handles.stream)
        }

        fn alloc_and_free(work, handles, _) {
            let mut pointer: CUdeviceptr = 0;
            check((work.alloc)(&raw mut pointer, 4, handles.stream))?;
            (work.free)(pointer, handles.stream)
        }

        fn bind(work, handles, _) {
            let mut current = ptr::null_mut();
            let result = (work.current)(&raw mut current);
            if result == OK && current != handles.context {
                let mut popped = ptr::null_mut();
                check((work.push)(handles.context))?;
                (work.pop)(&raw mut popped)
            } else {
                result
            }
        }
    }

    pub(super) unsafe fn launch_256(work: &Work, calls: u64) -> Result<(), CUresult> {
        let Work { launch, handles, .. } = *work;
        let mut values = [const { MaybeUninit::uninit() }; 256];
        let mut parameters = [const { MaybeUninit::uninit() }; 256];
        fill(&mut values, &mut parameters, 0);
        for _ in 0..calls {
            // SAFETY: the caller's `Work` has live handles, and the arguments outlive the call.
            check(unsafe {
                launch(
                    handles.kernel_256,
                    1,
                    1,
                    1,
                    32,
                    1,
                    1,
                    0,
                    handles.stream,
                    parameters.as_mut_ptr().cast(),
                    ptr::null_mut(),
                )
            })?;
        }
        Ok(())
    }

    /// Writes 256 values and the pointers to them.
    #[inline]
    fn fill(
        values: &mut [MaybeUninit<u32>; 256],
        parameters: &mut [MaybeUninit<*mut c_void>; 256],
        first: u32,
    ) {
        for (index, (value, parameter)) in (0..).zip(values.iter_mut().zip(parameters)) {
            let value = value.write(first.wrapping_add(index));
            parameter.write(ptr::from_mut(value).cast());
        }
    }
}

/// With `cuda-driver`.
mod wrapped {
    use super::*;

    fn launch() -> Launch<'static> {
        Launch::grid(1).block(32)
    }

    pub(super) fn launch_0(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            // SAFETY: kernel_0()
            unsafe { w.stream.launch(&w.kernel_0, launch(), ()) }?;
        }
        Ok(())
    }

    pub(super) fn launch_5(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for i in 0..calls {
            let arguments = (2f32, &w.x, &w.y, &mut w.z, i as usize);
            // SAFETY: kernel_5(float, three pointers, size_t), which uses none of them.
            unsafe { w.stream.launch(&w.kernel_5, launch(), arguments) }?;
        }
        Ok(())
    }

    pub(super) fn launch_16(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for i in 0..calls {
            let arguments = (
                i as u32, 1u32, 2u32, 3u32, 4u32, 5u32, 6u32, 7u32, 8u32, 9u32, 10u32, 11u32,
                12u32, &w.x, &w.y, &mut w.z,
            );
            // SAFETY: kernel_16(13 × unsigned, three pointers), which uses none of them.
            unsafe { w.stream.launch(&w.kernel_16, launch(), arguments) }?;
        }
        Ok(())
    }

    pub(super) fn launch_256(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        w.fill_list(0);
        for _ in 0..calls {
            // SAFETY: kernel_256(256 × unsigned)
            unsafe { w.stream.launch(&w.kernel_256, launch(), &w.list) }?;
        }
        Ok(())
    }

    pub(super) fn fill_and_launch_256(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for i in 0..calls {
            w.fill_list(i as u32);
            // SAFETY: kernel_256(256 × unsigned)
            unsafe { w.stream.launch(&w.kernel_256, launch(), &w.list) }?;
        }
        Ok(())
    }

    pub(super) fn copy_to_device(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            // SAFETY: the host's bytes are never written, and the measurement synchronizes after the loop.
            unsafe { w.stream.upload_into_async(w.host.as_slice(), &mut w.x) }?;
        }
        Ok(())
    }

    pub(super) fn copy_on_device(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            w.stream.copy(&w.x, &mut w.y)?;
        }
        Ok(())
    }

    pub(super) fn record(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            w.stream.record(&w.event)?;
        }
        Ok(())
    }

    pub(super) fn query(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            w.stream.query()?;
        }
        Ok(())
    }

    pub(super) fn launch_graph(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            // SAFETY: the kernels use no memory, and their module lives as long as `w`.
            unsafe { w.graph.launch(&w.stream) }?;
        }
        Ok(())
    }

    pub(super) fn run_graph(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            // SAFETY: as above.
            unsafe { w.graph.launch(&w.stream) }?;
            w.stream.synchronize()?;
        }
        Ok(())
    }

    pub(super) fn await_graph(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            // SAFETY: as above.
            unsafe { w.graph.launch(&w.stream) }?;
            block_on(w.stream.done()?)?;
        }
        Ok(())
    }

    pub(super) fn alloc_and_free(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            w.stream.alloc::<u32>(1)?.destroy()?;
        }
        Ok(())
    }

    pub(super) fn alloc_and_drop(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            drop(w.stream.alloc::<u32>(1)?);
        }
        Ok(())
    }

    pub(super) fn bind(w: &mut WrappedObjects, calls: u64) -> Result<(), Error> {
        for _ in 0..calls {
            w.context.with_current(|| ())?;
        }
        Ok(())
    }
}
