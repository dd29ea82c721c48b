use core::fmt;

use cuda_driver::memory::DeviceSliceMut;
use cuda_driver::stream::StreamIdentity;
use cuda_driver::sys::{CU_STREAM_LEGACY, CUstream};
use cuda_driver::{Context, Event, Stream};
use cuda_libraries_sys::curand::{Symbol, curandGenerator_t, curandStatus_t};
use cuda_library_support::{CallError, HandleApi, OwnedHandle, StreamCall};

use crate::error::{Error, MOST_LAMBDA, check_for};
use crate::float::Float;
use crate::kind::{Bits, Kind, MAX_DIMENSIONS, Offset};
use crate::library::Curand;

/// A generator of random numbers on a device: [documentation](https://docs.nvidia.com/cuda/curand/host-api-overview.html).
///
/// Each call continues the sequence where the last one ended. Calls are submitted to a stream and return at once; if one is
/// submitted to another stream than the last, that stream waits for the last one's work, because both use the generator's
/// state.
///
/// Dropping it waits until the device is done with all work, because `curandDestroyGenerator` does. It leaves captures of
/// other streams valid.
#[doc(alias("curandDestroyGenerator", "curandSetStream"))]
pub struct Generator<K: Kind> {
    handle: OwnedHandle<Curand>,
    kind: K,
    /// The stream of the last call, and an event after it. The generator doesn't keep the stream, which may be gone.
    last: Option<(StreamIdentity, Event)>,
}

// SAFETY: cuRAND allows a generator to be used by any thread, one at a time.
unsafe impl HandleApi for Curand {
    type Raw = curandGenerator_t;
    const LIBRARY: &'static str = "cuRAND";
    const MODULE: &'static str = "curand";

    fn is_of_file(self) -> bool {
        Curand::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().curandDestroyGenerator {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl<K: Kind> Generator<K> {
    pub(crate) fn new(curand: Curand, context: &Context, kind: K) -> Result<Self, Error> {
        let start = kind.start();
        if let Some(dimensions) = start.dimensions
            && !(1..=MAX_DIMENSIONS).contains(&dimensions)
        {
            return Err(Error::Dimensions(dimensions));
        }
        let symbol = Symbol::curandCreateGenerator;
        let create = curand.require(symbol, curand.raw().curandCreateGenerator)?;
        let create = || {
            let mut raw = core::ptr::null_mut();
            // SAFETY: the pointer is to a live handle, and the context is current.
            let status = unsafe { create(&raw mut raw, K::TYPE) };
            check_for(symbol, status, || format!("{kind:?}"))?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuRAND's function returns a new generator, which nothing else has.
        let handle = unsafe { OwnedHandle::new(curand, context, symbol.function().name, create) }?;
        let generator = Self { handle, kind, last: None };
        let table = curand.raw();
        if let Some(value) = start.ordering.map(crate::kind::Ordering::as_raw) {
            let set = curand
                .require(Symbol::curandSetGeneratorOrdering, table.curandSetGeneratorOrdering)?;
            // SAFETY: the generator is alive, and this has it alone.
            generator.call(Symbol::curandSetGeneratorOrdering, |raw| unsafe { set(raw, value) })?;
        }

        if let Some(value) = start.seed {
            let set = curand.require(
                Symbol::curandSetPseudoRandomGeneratorSeed,
                table.curandSetPseudoRandomGeneratorSeed,
            )?;
            // SAFETY: the generator is alive, and this has it alone.
            generator.call(Symbol::curandSetPseudoRandomGeneratorSeed, |raw| unsafe {
                set(raw, value)
            })?;
        }

        if let Some(value) = start.dimensions {
            let set = curand.require(
                Symbol::curandSetQuasiRandomGeneratorDimensions,
                table.curandSetQuasiRandomGeneratorDimensions,
            )?;
            // SAFETY: the generator is alive, and this has it alone.
            generator.call(Symbol::curandSetQuasiRandomGeneratorDimensions, |raw| unsafe {
                set(raw, value)
            })?;
        }

        if let Some(value) = (start.offset != 0).then_some(start.offset) {
            let set =
                curand.require(Symbol::curandSetGeneratorOffset, table.curandSetGeneratorOffset)?;
            // SAFETY: the generator is alive, and this has it alone.
            generator.call(Symbol::curandSetGeneratorOffset, |raw| unsafe { set(raw, value) })?;
        }
        Ok(generator)
    }

    /// Writes the generator's integers, all of whose bits are random.
    ///
    /// # Errors
    /// [`Error::Call`] or [`Error::NotWhole`], before cuRAND is
    /// called; or cuRAND's error.
    #[doc(alias("curandGenerate", "curandGenerateLongLong"))]
    pub fn bits<'a>(
        &mut self,
        stream: &Stream,
        into: impl Into<DeviceSliceMut<'a, K::Bits>>,
    ) -> Result<(), Error> {
        let into = into.into();
        let table = self.curand().raw();
        if K::Bits::IS_LONG {
            let symbol = Symbol::curandGenerateLongLong;
            let generate = self.curand().require(symbol, table.curandGenerateLongLong)?;
            // SAFETY: `fill` passes the address of so many elements, which are of 64 bits.
            self.fill(("bits", symbol), stream, into, |raw, address, len| unsafe {
                generate(raw, address as *mut u64, len)
            })
        } else {
            let symbol = Symbol::curandGenerate;
            let generate = self.curand().require(symbol, table.curandGenerate)?;
            // SAFETY: as above, of 32 bits.
            self.fill(("bits", symbol), stream, into, |raw, address, len| unsafe {
                generate(raw, address as *mut u32, len)
            })
        }
    }

    /// Writes numbers that are uniformly distributed above 0 and up to 1: 1 can occur, and 0 can't.
    ///
    /// # Errors
    /// As [`bits`](Self::bits).
    #[doc(alias("curandGenerateUniform", "curandGenerateUniformDouble"))]
    pub fn uniform<'a, T: Float>(
        &mut self,
        stream: &Stream,
        into: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let (symbol, generate) = T::uniform(self.curand())?;
        // SAFETY: `fill` passes the address of so many elements.
        self.fill(("uniform", symbol), stream, into.into(), |raw, address, len| unsafe {
            generate(raw, address as *mut T, len)
        })
    }

    /// Writes normally distributed numbers.
    ///
    /// [`Xorwow`](crate::kind::Xorwow) and [`Mrg32k3a`](crate::kind::Mrg32k3a) make such numbers in pairs. An odd length works, too: the
    /// second number of the last pair is dropped.
    ///
    /// # Errors
    /// As [`bits`](Self::bits), [`Error::Misaligned`], or the driver's error if there is no memory for the last pair.
    #[doc(alias("curandGenerateNormal", "curandGenerateNormalDouble"))]
    pub fn normal<'a, T: Float>(
        &mut self,
        stream: &Stream,
        into: impl Into<DeviceSliceMut<'a, T>>,
        mean: T,
        standard_deviation: T,
    ) -> Result<(), Error> {
        let (symbol, generate) = T::normal(self.curand())?;
        self.fill_in_pairs(("normal", symbol), stream, into.into(), |raw, address, len| {
            // SAFETY: `fill` passes the address of so many elements.
            unsafe { generate(raw, address as *mut T, len, mean, standard_deviation) }
        })
    }

    /// Writes numbers whose logarithms are normally distributed, with this mean and standard deviation.
    ///
    /// # Errors
    /// As [`normal`](Self::normal).
    #[doc(alias("curandGenerateLogNormal", "curandGenerateLogNormalDouble"))]
    pub fn log_normal<'a, T: Float>(
        &mut self,
        stream: &Stream,
        into: impl Into<DeviceSliceMut<'a, T>>,
        mean: T,
        standard_deviation: T,
    ) -> Result<(), Error> {
        let (symbol, generate) = T::log_normal(self.curand())?;
        self.fill_in_pairs(("log_normal", symbol), stream, into.into(), |raw, address, len| {
            // SAFETY: `fill` passes the address of so many elements.
            unsafe { generate(raw, address as *mut T, len, mean, standard_deviation) }
        })
    }

    /// Writes numbers of the Poisson distribution whose mean is `lambda`.
    ///
    /// # Errors
    /// As [`bits`](Self::bits), or [`Error::Lambda`].
    #[doc(alias = "curandGeneratePoisson")]
    pub fn poisson<'a>(
        &mut self,
        stream: &Stream,
        into: impl Into<DeviceSliceMut<'a, u32>>,
        lambda: f64,
    ) -> Result<(), Error> {
        check_lambda(lambda)?;
        let symbol = Symbol::curandGeneratePoisson;
        let generate = self.curand().require(symbol, self.curand().raw().curandGeneratePoisson)?;
        // SAFETY: `fill` passes the address of so many elements.
        self.fill(("poisson", symbol), stream, into.into(), |raw, address, len| unsafe {
            generate(raw, address as *mut u32, len, lambda)
        })
    }

    /// Prepares the generator's state on the device, which the first call does otherwise: for measurements.
    ///
    /// # Errors
    /// [`Error::Call`], or cuRAND's error.
    #[doc(alias = "curandGenerateSeeds")]
    pub fn generate_seeds(&mut self, stream: &Stream) -> Result<(), Error> {
        // In a generator that was used, cuRAND would begin again, at another place.
        if self.last.is_some() {
            return Ok(());
        }
        let symbol = Symbol::curandGenerateSeeds;
        let seeds = self.curand().require(symbol, self.curand().raw().curandGenerateSeeds)?;
        self.call_on("generate_seeds", stream, |this| {
            // SAFETY: the generator is alive, and this has it alone.
            this.call(symbol, |raw| unsafe { seeds(raw) })
        })
    }

    /// Returns the kind, as it was when the generator was created or given another offset.
    #[must_use]
    pub fn kind(&self) -> K {
        self.kind
    }

    /// Returns the library.
    #[must_use]
    pub fn curand(&self) -> Curand {
        self.handle.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.handle.context()
    }

    /// Returns cuRAND's own handle, for [`Curand::raw`]. Each method of this type sets the stream anew.
    #[must_use]
    pub fn as_raw(&mut self) -> curandGenerator_t {
        self.handle.raw()
    }

    /// As [`fill`](Self::fill), if need be with a pair elsewhere for the last element.
    fn fill_in_pairs<T: Float>(
        &mut self,
        (call, symbol): (&'static str, Symbol),
        stream: &Stream,
        mut into: DeviceSliceMut<'_, T>,
        mut generate: impl FnMut(curandGenerator_t, u64, usize) -> curandStatus_t,
    ) -> Result<(), Error> {
        let (len, address) = (into.len(), into.as_raw());
        // Otherwise its kernels would fault, and the context would be lost.
        let bytes = 2 * size_of::<T>();
        if K::IN_PAIRS && len > 1 && !address.is_multiple_of(bytes as u64) {
            return Err(Error::Misaligned { address, bytes });
        }
        if !K::IN_PAIRS || len.is_multiple_of(2) {
            return self.fill((call, symbol), stream, into, generate);
        }
        let (pairs, mut last) = into.reborrow().split_at_mut(len - 1)?;
        // Checks the stream, also if there are no pairs.
        self.fill((call, symbol), stream, pairs, &mut generate)?;
        let mut pair = stream.alloc::<T>(2)?;
        self.fill((call, symbol), stream, (&mut pair).into(), generate)?;
        stream.copy(pair.slice(..1)?, &mut last)?;
        Ok(())
    }

    /// Generates elements of a slice.
    ///
    /// `generate` is called with the generator, whose stream is set, the address of the elements, which are the slice's or
    /// none, and their number.
    fn fill<T>(
        &mut self,
        (call, symbol): (&'static str, Symbol),
        stream: &Stream,
        into: DeviceSliceMut<'_, T>,
        generate: impl FnOnce(curandGenerator_t, u64, usize) -> curandStatus_t,
    ) -> Result<(), Error> {
        self.stream_call(call, stream).check_stream("memory", into.stream())?;
        let (address, len) = (into.as_raw(), into.len());
        if let Some(dimensions) = self.kind.start().dimensions
            && !len.is_multiple_of(dimensions as usize)
        {
            return Err(Error::NotWhole { len, dimensions });
        }
        if len == 0 {
            return self.check_stream(call, stream);
        }
        let (kind, raw) = (self.kind, self.handle.raw());
        self.call_on(call, stream, |this| {
            let status = this.context().with_current(|| generate(raw, address, len))?;
            check_for(symbol, status, || format!("{len} numbers of {kind:?}"))
        })
    }

    /// Returns an error for a stream that the generator can't be used on.
    fn check_stream(&self, call: &'static str, stream: &Stream) -> Result<(), Error> {
        if !stream.context().shares_memory_with(self.context()) {
            return Err(CallError::OtherContext { call }.into());
        }
        self.stream_call(call, stream).check_not_captured()
    }

    fn stream_call<'a>(&'a self, name: &'static str, stream: &'a Stream) -> StreamCall<'a> {
        StreamCall { name, stream, context: self.context(), is_recorded: false }
    }

    /// Makes a call on `stream`, after the work of the last one.
    fn call_on(
        &mut self,
        name: &'static str,
        stream: &Stream,
        call: impl FnOnce(&Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.check_stream(name, stream)?;
        let event = match self.last.take() {
            Some((last, event)) => {
                if !last.is_of(stream)
                    && let Err(error) = stream.wait_event(&event)
                {
                    self.last = Some((last, event));
                    return Err(error.into());
                }
                event
            }
            None => self.context().pooled_event()?,
        };
        let result = self.set_stream(stream.as_raw()).and_then(|()| call(self));
        let recorded = stream.record(&event).or_else(|error| {
            // Without the event, a call on another stream couldn't wait.
            stream.synchronize().and(Err(error))
        });
        // Nothing of the call remains in cuRAND's generator.
        let reset = self.set_stream(CU_STREAM_LEGACY);
        self.last = Some((stream.identity(), event));
        result?;
        recorded?;
        reset
    }

    fn set_stream(&self, stream: CUstream) -> Result<(), Error> {
        let symbol = Symbol::curandSetStream;
        let set = self.curand().require(symbol, self.curand().raw().curandSetStream)?;
        // SAFETY: the generator is alive, and this has it alone; the stream is alive, or the context's.
        self.call(symbol, |raw| unsafe { set(raw, stream.cast()) })
    }

    /// Calls a function in the generator's context.
    fn call(
        &self,
        symbol: Symbol,
        call: impl FnOnce(curandGenerator_t) -> curandStatus_t,
    ) -> Result<(), Error> {
        let (kind, raw) = (self.kind, self.handle.raw());
        let status = self.context().with_current(|| call(raw))?;
        check_for(symbol, status, || format!("{kind:?}"))
    }
}

impl<K: Offset> Generator<K> {
    /// Continues after the first `offset` integers of the sequence, or points if it has dimensions.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandSetGeneratorOffset")]
    pub fn set_offset(&mut self, offset: u64) -> Result<(), Error> {
        let symbol = Symbol::curandSetGeneratorOffset;
        let set = self.curand().require(symbol, self.curand().raw().curandSetGeneratorOffset)?;
        // SAFETY: the generator is alive, and this has it alone.
        self.call(symbol, |raw| unsafe { set(raw, offset) })?;
        self.kind.set_offset(offset);
        Ok(())
    }
}

impl<K: Kind> fmt::Debug for Generator<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("kind", &self.kind)
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

/// Checks the mean of a Poisson distribution; cuRAND itself accepts NaN.
pub(crate) fn check_lambda(lambda: f64) -> Result<(), Error> {
    if lambda > 0.0 && lambda <= MOST_LAMBDA { Ok(()) } else { Err(Error::Lambda(lambda)) }
}

impl Curand {
    /// Creates a generator on the device of `context`: `Xorwow::seed(42)`, or `Sobol32::dimensions(3)`.
    ///
    /// # Errors
    /// cuRAND's error, or the driver's.
    #[doc(alias = "curandCreateGenerator")]
    pub fn generator<K: Kind>(self, context: &Context, kind: K) -> Result<Generator<K>, Error> {
        Generator::new(self, context, kind)
    }
}
