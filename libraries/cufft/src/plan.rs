use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use cuda_driver::{Context, Element};
use cuda_libraries_sys::cufft::{Symbol, cufftHandle};
use cuda_library_support::{CurrentStream, HandleApi, OwnedHandle};

use crate::callback::{self, Callback};
use crate::element::{Transform, Types};
use crate::error::{Error, check};
use crate::library::Cufft;
use crate::resolved_shape::ResolvedShape;
use crate::shape::Shape;

/// What cuFFT needs to transform elements of `A` to elements of `B` in one shape, on a device:
/// [documentation](https://docs.nvidia.com/cuda/cufft/index.html#fourier-transform-setup).
///
/// Making one takes long, beside a transform, and some device memory: programs keep it, or [`Plans`](crate::Plans), which keep
/// those of several shapes.
///
/// Dropping it waits until the device is done with all work, because `cufftDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode: keep plans until captures have ended.
#[doc(alias = "cufftDestroy")]
pub struct Plan<A, B> {
    pub(crate) state: Arc<PlanState>,
    pub(crate) settings: PlanSettings,
    elements: PhantomData<fn(A) -> B>,
}

/// The plan itself.
pub(crate) struct PlanState {
    /// First, so that it is dropped before the callbacks, which its transforms read.
    pub(crate) handle: OwnedHandle<Cufft>,
    pub(crate) types: Types,
    pub(crate) shape: ResolvedShape,
    pub(crate) is_in_place: bool,
    /// The bytes of its work area.
    pub(crate) workspace: usize,
    callbacks: Vec<callback::CallbackCode>,
}

/// What is set in a plan: the stream, and the address of the work area, or 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlanSettings {
    pub(crate) stream: CurrentStream,
    pub(crate) work_area: u64,
}

impl<A: Transform<B>, B: Element> Plan<A, B> {
    /// # Safety
    /// As [`Cufft::plan_with_callbacks`] of the callbacks, to load and to store.
    unsafe fn new(
        cufft: Cufft,
        context: &Context,
        shape: Shape,
        callbacks: [Option<Callback<'_>>; 2],
    ) -> Result<Self, Error> {
        let types = A::TYPES;
        let resolved = shape.resolved(&types)?;
        let callbacks = callbacks.into_iter().enumerate().filter_map(|(index, callback)| {
            callback.map(|callback| callback.resolved(index == 1, &types, context))
        });
        let callbacks = callbacks.collect::<Result<Vec<_>, _>>()?;
        let table = cufft.raw();
        let create = cufft.require(Symbol::cufftCreate, table.cufftCreate)?;
        // A plan that couldn't be destroyed would be leaked.
        cufft.require(Symbol::cufftDestroy, table.cufftDestroy)?;
        let allocation = Symbol::cufftSetAutoAllocation;
        let set_allocation = cufft.require(allocation, table.cufftSetAutoAllocation)?;
        let make = cufft.require(Symbol::cufftXtMakePlanMany, table.cufftXtMakePlanMany)?;
        let operands = || format!("{:?} {shape}", types.kind);
        let create = || {
            let mut raw = 0;
            // SAFETY: the pointer is to a live handle, and the context is current.
            check(Symbol::cufftCreate, unsafe { create(&raw mut raw) }, operands)?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuFFT's function returns a new plan, which nothing else has.
        let handle = unsafe { OwnedHandle::new(cufft, context, "cufftCreate", create) }?;
        let raw = handle.raw();
        let mut state = PlanState {
            handle,
            types,
            shape: resolved,
            is_in_place: resolved.is_in_place(types.sizes),
            workspace: 0,
            callbacks,
        };
        // SAFETY: the plan is alive, and this has it alone.
        let status = context.with_current(|| unsafe { set_allocation(raw, 0) })?;
        check(allocation, status, operands)?;
        for callback in &state.callbacks {
            // SAFETY: as above; the plan keeps the callback, and the caller guarantees its code.
            context.with_current(|| unsafe { callback.set(cufft, raw) })??;
        }
        let ResolvedShape { rank, mut axes, input, output, .. } = resolved;
        let (mut of_input, mut of_output) = (input.embed, output.embed);
        let first = 3 - rank;
        // SAFETY: as above; the pointers are to `rank` live numbers, and to a live size.
        let status = context.with_current(|| unsafe {
            make(
                raw,
                rank as i32,
                axes[first..].as_mut_ptr(),
                of_input[first..].as_mut_ptr(),
                input.stride(),
                input.distance(),
                types.input,
                of_output[first..].as_mut_ptr(),
                output.stride(),
                output.distance(),
                types.output,
                resolved.batch(),
                &raw mut state.workspace,
                types.computation,
            )
        })?;
        check(Symbol::cufftXtMakePlanMany, status, operands)?;
        Ok(Self {
            state: Arc::new(state),
            settings: PlanSettings::default(),
            elements: PhantomData,
        })
    }
}

impl<A, B> Plan<A, B> {
    /// Returns the bytes that a [`Workspace`](crate::Workspace) for it has: 0 for most sizes whose prime factors are small.
    #[doc(alias("cufftGetSize", "cufftEstimateMany", "cufftGetSizeMany"))]
    #[doc(alias("cufftEstimate1d", "cufftEstimate2d", "cufftEstimate3d"))]
    #[must_use]
    pub fn workspace_len(&self) -> usize {
        self.state.workspace
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.state.shape.shape
    }

    /// Returns the number of elements that input and output have at least.
    #[must_use]
    pub fn lens(&self) -> (usize, usize) {
        (self.state.shape.input.needed, self.state.shape.output.needed)
    }

    /// Returns whether results can replace what is transformed.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.state.is_in_place
    }

    /// Returns a value that keeps cuFFT's plan alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<A, B> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    pub fn cufft(&self) -> Cufft {
        self.state.handle.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.state.handle.context()
    }

    /// Returns cuFFT's own handle, for [`Cufft::raw`]. What an earlier call has set, stream and work area, may be gone: set them
    /// first. The next transform sets them anew: take the handle again before others set them again.
    #[must_use]
    pub fn as_raw(&mut self) -> cufftHandle {
        self.settings = PlanSettings { stream: CurrentStream::default(), work_area: u64::MAX };
        self.state.handle.raw()
    }
}

// SAFETY: cuFFT allows a plan to be used by any thread, one at a time.
unsafe impl HandleApi for Cufft {
    type Raw = cufftHandle;
    const LIBRARY: &'static str = "cuFFT";
    const MODULE: &'static str = "cufft";

    fn is_of_file(self) -> bool {
        Cufft::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cufftDestroy {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl<A, B> fmt::Debug for Plan<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("kind", &self.state.types.kind)
            .field("shape", &format_args!("{}", self.state.shape.shape))
            .field("workspace", &self.state.workspace)
            .finish_non_exhaustive()
    }
}

impl Cufft {
    /// Plans transforms of a shape on the device of `context`: `cufft.plan::<f32, Complex<f32>>(&context, [480, 640])`.
    ///
    /// # Errors
    /// [`Error::Shape`], cuFFT's error, or the driver's.
    #[doc(alias("cufftCreate", "cufftPlan1d", "cufftPlan2d", "cufftPlan3d", "cufftPlanMany"))]
    #[doc(alias("cufftMakePlan1d", "cufftMakePlan2d", "cufftMakePlan3d", "cufftMakePlanMany"))]
    #[doc(alias("cufftMakePlanMany64", "cufftXtMakePlanMany"))]
    pub fn plan<A: Transform<B>, B: Element>(
        self,
        context: &Context,
        shape: impl Into<Shape>,
    ) -> Result<Plan<A, B>, Error> {
        // SAFETY: there are no callbacks.
        unsafe { Plan::new(self, context, shape.into(), [None, None]) }
    }

    /// Plans transforms that load and store elements with functions of the caller's: they scale, filter or convert on the way,
    /// without a pass over memory of its own. It requires cuFFT of CUDA 12.9 or newer, and nvJitLink, with which cuFFT links.
    ///
    /// ```no_run
    /// use cuda_driver::Driver;
    /// use cufft::{Callback, Complex, Cufft};
    /// use nvrtc::{Arch, Program};
    ///
    /// let context = Driver::load()?.device(0)?.primary_context()?;
    /// let stream = context.stream()?;
    /// let source = "__device__ float scaled(void *x, unsigned long long at, void *info, void *) {
    ///     return ((const float *)x)[at] * *(const float *)info;
    /// }";
    /// let program = Program::new("scaled.cu", source).arch(Arch::compute(7, 5));
    /// let code = program.relocatable_device_code(true).compile_lto_ir()?;
    /// let load = Callback::new("scaled", &code).info(stream.upload(&[0.5_f32])?);
    /// // SAFETY: it reads the element that it is asked for, and the number that the plan keeps.
    /// let plan = unsafe {
    ///     Cufft::load()?.plan_with_callbacks::<f32, Complex<f32>>(&context, 8, Some(load), None)
    /// };
    /// let (x, mut y) = (stream.upload(&[1.0_f32; 8])?, stream.alloc(5)?);
    /// plan?.on(&stream).forward(&x, &mut y)?;
    /// assert_eq!(y.to_vec()?[0].re, 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The plan keeps what callbacks were given, until it and each [`owner`](Plan::owner) of it are dropped. Copies to `info` that
    /// were submitted before are done when this returns.
    ///
    /// # Safety
    /// - The code is undamaged, of a compiler that isn't newer than nvJitLink.
    /// - The functions have the signatures of the [types](Callback) that are loaded and stored.
    /// - They access the element that they are called for, and what else they may: memory that lives as long as the transforms
    ///   run, that no other code writes meanwhile, nor reads if they write it; the plan ensures it of what `info` is, if they only
    ///   read it. cuFFT calls them from any thread, in any order, several times for an element if it likes.
    ///
    /// # Errors
    /// As [`plan`](Self::plan); [`Error::Callback`]; [`Error::Absent`]; [`Error::Call`], if `info` is of another context; and cuFFT's error:
    /// `CUFFT_INTERNAL_ERROR`, if it can't link the code, because there is no such function or both have one of the same name; and
    /// `CUFFT_NOT_SUPPORTED`, if an axis has a large prime factor, as 5003.
    #[doc(alias("cufftXtSetJITCallback", "__cufftXtSetJITCallback_12_7", "cufftXtSetCallback"))]
    pub unsafe fn plan_with_callbacks<A: Transform<B>, B: Element>(
        self,
        context: &Context,
        shape: impl Into<Shape>,
        load: Option<Callback<'_>>,
        store: Option<Callback<'_>>,
    ) -> Result<Plan<A, B>, Error> {
        // SAFETY: the caller guarantees it.
        unsafe { Plan::new(self, context, shape.into(), [load, store]) }
    }
}
