//! Objects of the driver: every kind keeps its object if destroying it fails, and drops the owner of a foreign one once.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    Context, Event, Function, Kernel, Launch, Library, Module, PinnedBuffer, Stream, Version,
    array::{Array, ArrayDescriptor, ArrayFlags, MipmappedArray},
    context::ContextFlags,
    driver::Symbol,
    error::DestroyError,
    event::EventFlags,
    graph::{Graph, GraphExec},
    green::{DevResourceDesc, GreenContext, GreenContextFlags, SmResource},
    launch::Launchable,
    memory::{MemoryPool, PoolProperties, RegisterFlags},
    sys::{CUresult, CUstream, instrument::Instrument},
    texture::{Surface, Texture, TextureDescriptor},
    virtual_memory::{MemAllocationGranularity, PhysicalMemory, PhysicalProperties, Reservation},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

const CODE: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry nothing() { ret; }";

/// An owner of another library's object, which destroys it, and then counts.
struct Theirs<T> {
    object: Option<T>,
    dropped: Arc<AtomicUsize>,
}

impl<T> Drop for Theirs<T> {
    fn drop(&mut self) {
        drop(self.object.take());
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

impl<T> Theirs<T> {
    fn object(&self) -> &T {
        self.object.as_ref().unwrap()
    }
}

/// Makes an object of a kind from the raw handle of [`Theirs`].
macro_rules! foreign {
    ($kind:ident: $parent:expr $(, $more:expr)*) => {
        |theirs: Theirs<$kind>| {
            let handle = theirs.object().as_raw();
            // SAFETY: the handle is of this kind, and lives until the owner is dropped.
            unsafe { $kind::from_owner($parent, handle $(, $more)*, theirs) }
        }
    };
}

/// Launches the kernel of [`CODE`].
fn launch(stream: &Stream, kernel: &impl Launchable) {
    // SAFETY: it takes no arguments, and is loaded.
    unsafe { stream.launch(kernel, Launch::grid(1), ()) }.unwrap();
}

/// A promise of every kind of object.
trait Promise {
    /// Checks it for objects that `make` creates, `destroyer` and `destroy` destroy, and `foreign` makes from the raw
    /// handle and an owner; `clone` clones a value of the kind, if that is possible.
    fn check<T: Debug, U>(
        &self,
        destroyer: Symbol,
        make: impl Fn() -> T,
        destroy: impl Fn(T) -> Result<(), DestroyError<T>>,
        foreign: impl Fn(Theirs<T>) -> U,
        clone: impl Fn(&U) -> Option<U>,
    );
}

fn shared<U: Clone>(value: &U) -> Option<U> {
    Some(value.clone())
}

fn unique<U>(_: &U) -> Option<U> {
    None
}

/// Calls `promise` for each kind of object that can be foreign.
fn every_kind(device: &TestDevice, promise: &impl Promise) {
    let (driver, context, stream) = (device.driver, &device.context, &device.stream);
    let gpu = context.device();
    promise.check(
        Symbol::cuDevicePrimaryCtxRelease_v2,
        || gpu.primary_context().unwrap(),
        Context::destroy,
        foreign!(Context: gpu),
        shared,
    );
    promise.check(
        Symbol::cuCtxDestroy_v2,
        || gpu.create_context(ContextFlags::empty()).unwrap(),
        Context::destroy,
        foreign!(Context: gpu),
        shared,
    );
    if driver.version() >= Version::new(12, 4) {
        let all: SmResource = gpu.resource().unwrap();
        let desc = DevResourceDesc::new(gpu, &[&all]).unwrap();
        promise.check(
            Symbol::cuGreenCtxDestroy,
            || desc.create_green_context(GreenContextFlags::default()).unwrap(),
            GreenContext::destroy,
            |theirs| foreign!(GreenContext: gpu)(theirs).unwrap(),
            shared,
        );
    }
    promise.check(
        Symbol::cuStreamDestroy_v2,
        || context.stream().unwrap(),
        Stream::destroy,
        foreign!(Stream: context),
        shared,
    );
    promise.check(
        Symbol::cuEventDestroy_v2,
        || context.event().unwrap(),
        Event::destroy,
        foreign!(Event: context, EventFlags::empty()),
        shared,
    );
    promise.check(
        Symbol::cuModuleUnload,
        || context.load_ptx(CODE).unwrap(),
        Module::destroy,
        foreign!(Module: context),
        shared,
    );
    if driver.version() >= Version::new(12, 0) {
        promise.check(
            Symbol::cuLibraryUnload,
            || driver.load_library_ptx(CODE).unwrap(),
            Library::destroy,
            foreign!(Library: driver),
            shared,
        );
    }
    let graph = || context.capture().unwrap().finish().unwrap();
    promise.check(Symbol::cuGraphDestroy, graph, Graph::destroy, foreign!(Graph: context), unique);
    promise.check(
        Symbol::cuGraphExecDestroy,
        || graph().instantiate().unwrap(),
        GraphExec::destroy,
        foreign!(GraphExec: context),
        unique,
    );
    every_kind_of_memory(device, promise);
    #[cfg(target_os = "linux")]
    every_external_kind(device, promise);
    let surfaces = ArrayDescriptor::new::<u32>(64).flags(ArrayFlags::SURFACE_LDST);
    let array = stream.create_array(&surfaces).unwrap();
    promise.check(
        Symbol::cuTexObjectDestroy,
        || Texture::new(&array, &TextureDescriptor::default()).unwrap(),
        Texture::destroy,
        foreign!(Texture: stream),
        shared,
    );
    promise.check(
        Symbol::cuSurfObjectDestroy,
        || Surface::new(&array).unwrap(),
        Surface::destroy,
        foreign!(Surface: stream),
        shared,
    );
}

/// Calls `promise` for memory and semaphores of other APIs, if the driver imports them from its own memory.
#[cfg(target_os = "linux")]
fn every_external_kind(device: &TestDevice, promise: &impl Promise) {
    use crate::external::ExportedMemory;
    use cuda_driver::external::{ExternalMemory, ExternalSemaphore};
    let context = &device.context;
    let theirs = ExportedMemory::new(device);
    if let Some(memory) = theirs.import(device) {
        let bytes = memory.bytes();
        promise.check(
            Symbol::cuDestroyExternalMemory,
            || theirs.import(device).unwrap(),
            ExternalMemory::destroy,
            foreign!(ExternalMemory: context, bytes),
            shared,
        );
    }
    if theirs.semaphore(device).is_some() {
        promise.check(
            Symbol::cuDestroyExternalSemaphore,
            || theirs.semaphore(device).unwrap(),
            ExternalSemaphore::destroy,
            foreign!(ExternalSemaphore: context),
            shared,
        );
    }
}

/// Calls `promise` for each kind of memory that can be foreign.
fn every_kind_of_memory(device: &TestDevice, promise: &impl Promise) {
    let (driver, stream) = (device.driver, &device.stream);
    let gpu = device.context.device();
    let descriptor = ArrayDescriptor::new::<f32>((64, 64));
    promise.check(
        Symbol::cuArrayDestroy,
        || stream.create_array(&descriptor).unwrap(),
        Array::destroy,
        |theirs| foreign!(Array: stream)(theirs).unwrap(),
        shared,
    );
    promise.check(
        Symbol::cuMipmappedArrayDestroy,
        || stream.create_mipmapped_array(&descriptor, 3).unwrap(),
        MipmappedArray::destroy,
        foreign!(MipmappedArray: stream, descriptor, 3),
        shared,
    );
    promise.check(
        Symbol::cuMemPoolDestroy,
        || pool(device),
        // SAFETY: nothing was allocated from the pool.
        |pool| unsafe { pool.destroy() },
        foreign!(MemoryPool: gpu),
        shared,
    );
    let bytes = granularity(device);
    promise.check(
        Symbol::cuMemRelease,
        || gpu.create_memory(bytes).unwrap(),
        PhysicalMemory::destroy,
        foreign!(PhysicalMemory: driver, bytes),
        shared,
    );
    promise.check(
        Symbol::cuMemAddressFree,
        || driver.reserve(bytes).unwrap(),
        Reservation::destroy,
        foreign!(Reservation: driver, bytes),
        shared,
    );
}

/// Creates a pool with properties that no other test uses, which is destroyed when it is dropped.
fn pool(device: &TestDevice) -> MemoryPool {
    let gpu = device.context.device();
    let properties = PoolProperties::new(gpu).max_size(416 << 20);
    let pool = device.driver.create_pool(&properties).unwrap();
    // SAFETY: it was just given away, and nothing is allocated from it.
    unsafe { MemoryPool::from_raw(gpu, pool.into_raw().unwrap()) }
}

fn granularity(device: &TestDevice) -> usize {
    PhysicalProperties::new(device.context.device())
        .granularity(device.driver, MemAllocationGranularity::MINIMUM)
        .unwrap()
}

/// A value whose `destroy` failed is returned, and still destroys its object.
struct KeepsItsObject<'a>(&'a Instrument);

impl Promise for KeepsItsObject<'_> {
    fn check<T: Debug, U>(
        &self,
        destroyer: Symbol,
        make: impl Fn() -> T,
        destroy: impl Fn(T) -> Result<(), DestroyError<T>>,
        _: impl Fn(Theirs<T>) -> U,
        _: impl Fn(&U) -> Option<U>,
    ) {
        let instrument = self.0;
        let refused = || {
            let value = make();
            instrument.reset();
            instrument.fail(destroyer, 1, CUresult::CUDA_ERROR_NOT_PERMITTED);
            let error = destroy(value).unwrap_err();
            assert!(
                matches!(&error, DestroyError::Refused(_, result) if result.code().as_raw() == CUresult::CUDA_ERROR_NOT_PERMITTED),
                "{destroyer}: {error}"
            );
            assert_eq!(instrument.calls(destroyer), 1, "{destroyer}");
            error.into_value().expect("the object exists")
        };
        destroy(refused()).unwrap();
        let successes = instrument.successes(destroyer);
        assert_eq!(successes, 1, "{destroyer}: destroying again");
        drop(refused());
        let successes = instrument.successes(destroyer);
        assert_eq!(successes, 1, "{destroyer}: dropping");
    }
}

/// The owner of a foreign object is dropped with the last clone, and once; the value doesn't destroy the object.
struct DropsItsOwner<'a>(&'a Instrument);

impl Promise for DropsItsOwner<'_> {
    fn check<T: Debug, U>(
        &self,
        destroyer: Symbol,
        make: impl Fn() -> T,
        _: impl Fn(T) -> Result<(), DestroyError<T>>,
        foreign: impl Fn(Theirs<T>) -> U,
        clone: impl Fn(&U) -> Option<U>,
    ) {
        let instrument = self.0;
        instrument.reset();
        let dropped = Arc::new(AtomicUsize::new(0));
        let value = foreign(Theirs { object: Some(make()), dropped: dropped.clone() });
        let earlier = instrument.successes(destroyer);
        let clone = clone(&value);
        if clone.is_some() {
            drop(value);
            assert_eq!(dropped.load(Ordering::Relaxed), 0, "{destroyer}: a clone lives");
            assert_eq!(instrument.successes(destroyer), earlier, "{destroyer}");
            drop(clone);
        } else {
            assert_eq!(dropped.load(Ordering::Relaxed), 0, "{destroyer}");
            drop(value);
        }
        assert_eq!(dropped.load(Ordering::Relaxed), 1, "{destroyer}");
        let by_owner = instrument.successes(destroyer) - earlier;
        assert_eq!(by_owner, 1, "{destroyer}");
    }
}

on_every_driver! {
    fn a_failed_destroy_returns_the_value_which_still_owns_its_object(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let keeps = KeepsItsObject(&instrument);
        every_kind(&device, &keeps);
        let no_owner = |_: Theirs<_>| ();
        let memory = device.context.device().create_memory(granularity(&device)).unwrap();
        let addresses = device.driver.reserve(memory.bytes()).unwrap();
        keeps.check(Symbol::cuMemUnmap, || addresses.map(0, &memory).unwrap(), cuda_driver::virtual_memory::Mapping::destroy, |_| (), unique);
        keeps.check(Symbol::cuMemFreeHost, || device.context.pinned::<u32>(10).unwrap(), PinnedBuffer::destroy, |_| (), unique);
        keeps.check(
            Symbol::cuMemHostUnregister,
            || device.context.register(vec![0u32; 10_000], RegisterFlags::empty()).unwrap(),
            |registered| registered.into_inner().map(drop),
            no_owner,
            unique,
        );
    }

    fn the_owner_of_a_foreign_object_is_dropped_once_with_the_last_clone(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        every_kind(&device, &DropsItsOwner(&instrument));
    }

    fn destroying_a_foreign_object_only_drops_its_owner(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let dropped = Arc::new(AtomicUsize::new(0));
        let shared_stream = Arc::new(device.context.stream().unwrap());
        let theirs = Theirs { object: Some(shared_stream.clone()), dropped: dropped.clone() };
        // SAFETY: the stream lives as long as the `Arc`.
        let stream = unsafe { Stream::from_owner(&device.context, shared_stream.as_raw(), theirs) };
        let stream = stream.into_raw().unwrap_err();
        assert_eq!(dropped.load(Ordering::Relaxed), 0, "a foreign object has no handle to give away");
        instrument.reset();
        stream.destroy().unwrap();
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
        assert_eq!(instrument.calls(Symbol::cuStreamDestroy_v2), 0);
        shared_stream.synchronize().unwrap();
    }

    fn an_owner_is_dropped_before_what_its_object_needs(device) {
        /// Destroys a stream, and needs its context for that.
        struct Destroys(cuda_driver::Raw, CUstream, Arc<AtomicUsize>);
        // SAFETY: any thread may destroy the stream.
        unsafe impl Send for Destroys {}
        impl Drop for Destroys {
            fn drop(&mut self) {
                // SAFETY: no other code destroys the stream.
                let destroyed = unsafe { self.0.cuStreamDestroy(self.1) };
                self.2.fetch_add(usize::from(destroyed.is_ok()), Ordering::Relaxed);
            }
        }
        let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let handle = own_context.stream().unwrap().into_raw().unwrap();
        let destroyed = Arc::new(AtomicUsize::new(0));
        let owner = Destroys(device.driver.raw(), handle, destroyed.clone());
        // SAFETY: the stream lives until the owner is dropped.
        let stream = unsafe { Stream::from_owner(&own_context, handle, owner) };
        drop(own_context);
        drop(stream);
        assert_eq!(destroyed.load(Ordering::Relaxed), 1, "the context was gone");
    }

    fn what_is_made_from_a_foreign_object_keeps_its_owner(device) {
        let (context, gpu) = (&device.context, device.context.device());
        let dropped = Arc::new(AtomicUsize::new(0));
        let alive = |object: &str| assert_eq!(dropped.swap(0, Ordering::Relaxed), 0, "{object}");
        let gone = |object: &str| assert_eq!(dropped.swap(0, Ordering::Relaxed), 1, "{object}");

        let own_context = gpu.create_context(ContextFlags::empty()).unwrap();
        let theirs = Theirs { object: Some(own_context), dropped: dropped.clone() };
        let foreign = foreign!(Context: gpu)(theirs);
        let buffer = foreign.stream().unwrap().upload(&[1u32, 2]).unwrap();
        drop(foreign);
        assert_eq!(buffer.to_vec().unwrap(), [1, 2]);
        alive("a context by a buffer");
        drop(buffer);
        gone("a context by a buffer");

        let theirs = Theirs { object: Some(context.stream().unwrap()), dropped: dropped.clone() };
        let foreign = foreign!(Stream: context)(theirs);
        let buffer = foreign.upload(&[3u32]).unwrap();
        drop(foreign);
        alive("a stream by a buffer");
        drop(buffer);
        gone("a stream by a buffer");

        let theirs = Theirs { object: Some(context.load_ptx(CODE).unwrap()), dropped: dropped.clone() };
        let foreign = foreign!(Module: context)(theirs);
        let function = foreign.function("nothing").unwrap();
        drop(foreign);
        alive("a module by a function");
        drop(function);
        gone("a module by a function");

        let bytes = granularity(device);
        let theirs = Theirs { object: Some(gpu.create_memory(bytes).unwrap()), dropped: dropped.clone() };
        let foreign = foreign!(PhysicalMemory: device.driver, bytes)(theirs);
        let mapping = device.driver.reserve(bytes).unwrap().map(0, &foreign).unwrap();
        drop(foreign);
        alive("memory by a mapping");
        drop(mapping);
        gone("memory by a mapping");

        let descriptor = ArrayDescriptor::new::<f32>((64, 64));
        let mipmapped = device.stream.create_mipmapped_array(&descriptor, 3).unwrap();
        let theirs = Theirs { object: Some(mipmapped), dropped: dropped.clone() };
        let foreign = foreign!(MipmappedArray: &device.stream, descriptor, 3)(theirs);
        let texture = Texture::new(&foreign.level(1).unwrap(), &TextureDescriptor::default()).unwrap();
        drop(foreign);
        alive("an array by a texture of its level");
        drop(texture);
        gone("an array by a texture of its level");
    }

    fn a_foreign_function_is_launched_and_keeps_its_owner(device) {
        let (context, stream) = (&device.context, &device.stream);
        let module = context.load_ptx(CODE).unwrap();
        let handle = module.function("nothing").unwrap().as_raw();
        // SAFETY: the handle is of this kind, and its code outlives both.
        let (of_module, borrowed) = unsafe { (Function::from_raw(&module, handle), Function::borrow_raw(context, handle)) };
        launch(stream, &of_module);
        launch(stream, &borrowed);
        assert!(of_module.module().is_some() && borrowed.module().is_none());
        drop(borrowed);
        let module = module.destroy().unwrap_err().into_value().expect("a function keeps it");
        drop(of_module);
        let dropped = Arc::new(AtomicUsize::new(0));
        let theirs = Theirs { object: Some(module), dropped: dropped.clone() };
        // SAFETY: the handle is of the module that the owner keeps loaded.
        let foreign = unsafe { Function::from_owner(context, handle, theirs) };
        let clone = foreign.clone();
        drop(foreign);
        launch(stream, &clone);
        assert_eq!(dropped.load(Ordering::Relaxed), 0);
        drop(clone);
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    }

    fn a_foreign_kernel_is_launched_and_keeps_its_owner(device) {
        if device.driver.version() < Version::new(12, 0) { return }
        let (driver, context, stream) = (device.driver, &device.context, &device.stream);
        let library = driver.load_library_ptx(CODE).unwrap();
        let handle = library.kernel("nothing").unwrap().as_raw();
        // SAFETY: the handle is of this kind, and its code outlives both.
        let (of_library, borrowed) = unsafe { (Kernel::from_raw(&library, handle), Kernel::borrow_raw(driver, handle)) };
        launch(stream, &of_library);
        launch(stream, &borrowed);
        assert!(of_library.library().is_some() && borrowed.library().is_none());
        drop(borrowed);
        let library = library.destroy().unwrap_err().into_value().expect("a kernel keeps it");
        drop(of_library);
        let dropped = Arc::new(AtomicUsize::new(0));
        let theirs = Theirs { object: Some(library), dropped: dropped.clone() };
        // SAFETY: the handle is of the library that the owner keeps loaded.
        let foreign = unsafe { Kernel::from_owner(driver, handle, theirs) };
        let function = foreign.function(context).unwrap();
        drop(foreign);
        launch(stream, &function);
        assert_eq!(dropped.load(Ordering::Relaxed), 0, "a function keeps it");
        drop(function);
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    }

    fn threads_share_an_executable_graph(device) {
        let mut counts = device.stream.alloc_zeroed::<u32>(4).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph and its launches.
        unsafe { capture.fill(&mut counts, 7) }.unwrap();
        let graph = Arc::new(capture.finish().unwrap().instantiate().unwrap());
        device.stream.synchronize().unwrap();
        let streams = [0; 4].map(|_| device.context.stream().unwrap());
        std::thread::scope(|threads| {
            for stream in &streams {
                let graph = graph.clone();
                threads.spawn(move || {
                    for _ in 0..20 {
                        // SAFETY: every launch writes the same values, which nothing reads meanwhile.
                        unsafe { graph.launch(stream) }.unwrap();
                    }
                    stream.synchronize().unwrap();
                });
            }
        });
        assert_eq!(counts.to_vec().unwrap(), [7; 4]);
    }
}
