use core::fmt;
use core::marker::PhantomData;

use cuda_driver_sys::Symbol;

use crate::error::Error;
use crate::launch::{
    ArgumentCheck, Arguments, Launch, Launchable, Parameters, UnmetCondition,
    launchable::sealed::Code,
};
use crate::module::{Function, Kernel};
use crate::stream::Stream;

/// A kernel whose signature was checked once against its image, and that is launched without `unsafe`.
///
/// Its arguments have the signature's types, so that a literal `0` gets the kernel's type, and doesn't default to
/// `i32`. A launch is one driver call, as with [`Stream::launch`], and allocates nothing.
///
/// ```no_run
/// # use cuda_driver::{DeviceBuffer, Function, Launch, Stream};
/// # fn run(stream: &Stream, function: Function) -> Result<(), cuda_driver::Error> {
/// // saxpy(float a, const float *x, const float *y, float *out, size_t n)
/// type Saxpy<'a> = (f32, &'a DeviceBuffer<f32>, &'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, usize);
///
/// // SAFETY: saxpy reads n elements of x and y, and writes as many of out, in blocks of any shape.
/// let saxpy = unsafe {
///     function.typed_if::<Saxpy<'static>, _>(|_, (_, x, y, out, n)| [x.len(), y.len(), out.len()].iter().all(|len| n <= len))
/// }?;
///
/// let (x, y) = (stream.upload(&[1.0f32; 1000])?, stream.upload(&[2.0f32; 1000])?);
/// let mut out = stream.alloc(1000)?;
/// saxpy.launch(stream, Launch::elements(1000, 512), (2.0, &x, &y, &mut out, 1000))?;
/// # Ok(()) }
/// ```
///
/// # What its author promises
/// [`Function::typed`], [`typed_if`](Function::typed_if) and the same methods of [`Kernel`] are `unsafe`, because the
/// driver reports only the number, offsets and sizes of parameters. Afterwards, any code may launch the kernel, on any
/// stream of the context, or of any context if it is a [`Kernel`], with any arguments of these types and any [`Launch`]
/// that the condition of `typed_if` allows. So all such launches must satisfy:
/// - The kernel takes parameters of these types in this order. Types of the same size (`f32` and `u32`) can't be
///   distinguished. Every value of a type is valid for the kernel, for example every number that is passed as an
///   address. A type of another crate that refers to memory returns its stream
///   ([`Argument::stream`](crate::launch::Argument::stream)).
/// - It stays within the memory that it is passed, and writes only to memory that is passed by a `&mut` reference or a
///   `DeviceSliceMut`. This holds for memory of any length and any contents, even uninitialized bytes, so it checks
///   every index that it reads there. It also holds for any number of blocks and threads, any size of dynamic shared
///   memory, and any attributes: if the kernel needs particular ones, a condition requires them ([`Launch::block_dim`],
///   [`Launch::dynamic_shared_memory`], [`Launch::cluster_dim`], [`Launch::is_cooperative`]).
/// - It doesn't keep addresses of this memory for later.
/// - Memory that it accesses besides its arguments, such as variables of its module, may be accessed concurrently by
///   several launches, because streams run concurrently, and by the host: safe code may write any bytes to a variable
///   ([`Module::write_global`](crate::module::Module::write_global)) while the kernel runs. So it dereferences no pointer in a
///   variable.
///
/// # What a launch checks
/// The compiler checks that the arguments have these types, and that memory is alive and not borrowed elsewhere. The
/// launch checks that memory belongs to the stream, in whose order it is used and freed, that function and stream
/// belong to one context, that the launch doesn't overlap earlier work of the stream, and that it isn't recorded into a
/// graph.
pub struct TypedKernel<S, K = Function, C = Always> {
    kernel: K,
    condition: C,
    check: ArgumentCheck,
    signature: PhantomData<fn(S)>,
}

/// The condition of a [`TypedKernel`] that every launch meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Always;

/// The condition under which a [`TypedKernel`] may be launched: a closure of the launch and its arguments, or
/// [`Always`].
pub trait Condition<S: Parameters> {
    /// Returns `true` if the kernel is sound for a launch.
    fn allows(&self, launch: &Launch<'_>, arguments: &S::Arguments<'_>) -> bool;
}

impl<S: Parameters> Condition<S> for Always {
    #[inline]
    fn allows(&self, _: &Launch<'_>, _: &S::Arguments<'_>) -> bool {
        true
    }
}

impl<S, C> Condition<S> for C
where
    S: Parameters,
    C: for<'a> Fn(&Launch<'_>, &S::Arguments<'a>) -> bool,
{
    #[inline]
    fn allows(&self, launch: &Launch<'_>, arguments: &S::Arguments<'_>) -> bool {
        self(launch, arguments)
    }
}

impl Function {
    /// Returns the kernel as one with this signature, and checks the number, sizes and alignments of its
    /// parameters. Launches of the result need no `unsafe`.
    ///
    /// In the signature, memory is `&DeviceBuffer<T>`, `&mut DeviceBuffer<T>`, `DeviceSlice<T>` or
    /// `DeviceSliceMut<T>`.
    ///
    /// # Errors
    /// An [`Error`] that names the parameter that differs. Drivers before 12.4 can't check, and every
    /// signature is accepted ([`TypedKernel::check`]).
    ///
    /// # Safety
    /// Every launch of the kernel is sound, with any arguments of these types: see [what its author
    /// promises](TypedKernel#what-its-author-promises).
    pub unsafe fn typed<S: Parameters>(self) -> Result<TypedKernel<S, Self>, Error> {
        Ok(TypedKernel::new(self.check_arguments::<S>()?, self, Always))
    }

    /// Like [`typed`](Self::typed), for launches that meet a condition; others fail with
    /// [`Error::Condition`].
    ///
    /// # Errors
    /// As [`typed`](Self::typed).
    ///
    /// # Safety
    /// Every launch of the kernel is sound, with any arguments of these types for which `condition` returns
    /// `true`: see [what its author promises](TypedKernel#what-its-author-promises).
    pub unsafe fn typed_if<S, C>(self, condition: C) -> Result<TypedKernel<S, Self, C>, Error>
    where
        S: Parameters,
        C: for<'a> Fn(&Launch<'_>, &S::Arguments<'a>) -> bool,
    {
        Ok(TypedKernel::new(self.check_arguments::<S>()?, self, condition))
    }
}

impl Kernel {
    /// Returns the kernel as one with this signature, and checks the number, sizes and alignments of its
    /// parameters. Launches of the result need no `unsafe`.
    ///
    /// In the signature, memory is `&DeviceBuffer<T>`, `&mut DeviceBuffer<T>`, `DeviceSlice<T>` or
    /// `DeviceSliceMut<T>`.
    ///
    /// # Errors
    /// An [`Error`] that names the parameter that differs. Drivers before 12.4 can't check, and every
    /// signature is accepted ([`TypedKernel::check`]).
    ///
    /// # Safety
    /// Every launch of the kernel is sound, with any arguments of these types: see [what its author
    /// promises](TypedKernel#what-its-author-promises).
    pub unsafe fn typed<S: Parameters>(self) -> Result<TypedKernel<S, Self>, Error> {
        Ok(TypedKernel::new(self.check_arguments::<S>()?, self, Always))
    }

    /// Like [`typed`](Self::typed), for launches that meet a condition; others fail with
    /// [`Error::Condition`].
    ///
    /// # Errors
    /// As [`typed`](Self::typed).
    ///
    /// # Safety
    /// Every launch of the kernel is sound, with any arguments of these types for which `condition` returns
    /// `true`: see [what its author promises](TypedKernel#what-its-author-promises).
    pub unsafe fn typed_if<S, C>(self, condition: C) -> Result<TypedKernel<S, Self, C>, Error>
    where
        S: Parameters,
        C: for<'a> Fn(&Launch<'_>, &S::Arguments<'a>) -> bool,
    {
        Ok(TypedKernel::new(self.check_arguments::<S>()?, self, condition))
    }
}

impl<S: Parameters, K: Launchable, C> TypedKernel<S, K, C> {
    fn new(check: ArgumentCheck, kernel: K, condition: C) -> Self {
        Self { kernel, condition, check, signature: PhantomData }
    }

    /// Returns the function or the kernel.
    #[must_use]
    #[inline]
    pub fn kernel(&self) -> &K {
        &self.kernel
    }

    /// Returns the kernel, without its signature.
    #[must_use]
    #[inline]
    pub fn into_kernel(self) -> K {
        self.kernel
    }

    /// Returns whether the signature could be checked. Drivers before 12.4 can't.
    #[must_use]
    #[inline]
    pub fn check(&self) -> ArgumentCheck {
        self.check
    }
}

impl<S: Parameters, K: Launchable, C: Condition<S>> TypedKernel<S, K, C> {
    /// Launches the kernel on `stream` with the threads of `launch`. It is one driver call and allocates nothing.
    ///
    /// [`cuLaunchKernel`](crate::driver::Raw::cuLaunchKernel),
    /// or [`cuLaunchKernelEx`](crate::driver::Raw::cuLaunchKernelEx) if `launch` has attributes
    ///
    /// # Errors
    /// - [`Error::ArgumentOfOtherStream`] if an argument is memory of another stream.
    /// - [`Error::FunctionOfOtherContext`] if the function belongs to another context than the stream.
    /// - [`Error::Condition`] if the kernel's condition isn't met.
    /// - [`Error::Overlap`] if `launch` has
    ///   [`programmatic_stream_serialization`](crate::launch::LaunchAttribute::programmatic_stream_serialization), with which
    ///   it could begin before its memory is ready. Use [`Stream::launch`] for that.
    /// - As [`Stream::launch`]; a stream that other code captures is rejected.
    #[inline]
    #[doc(alias("cuLaunchKernel", "cuLaunchKernelEx"))]
    pub fn launch(
        &self,
        stream: &Stream,
        launch: Launch<'_>,
        arguments: S::Arguments<'_>,
    ) -> Result<(), Error> {
        if let Some((index, owner)) = arguments.other_stream(stream) {
            return Err(Error::of_argument(index, stream, owner));
        }
        if !self.kernel.is_of(stream.context()) {
            return Err(Error::FunctionOfOtherContext);
        }
        if !self.condition.allows(&launch, &arguments) {
            return Err(unmet(&self.kernel, &launch, arguments.shown()));
        }
        if launch.may_overlap() {
            return Err(Error::Overlap);
        }
        if stream.is_capturable() {
            stream.refuse_capture(Symbol::cuLaunchKernelEx)?;
        }
        // SAFETY: the author of the typed kernel guarantees that every launch with arguments of its types is sound if
        // its condition allows it. Memory belongs to the stream, in whose order safe code uses and frees it. The code
        // belongs to its context, and the driver waits for that before it unloads code.
        unsafe { stream.launch_of_any_stream(&self.kernel, launch, arguments) }
    }
}

/// Says what was launched.
#[cold]
#[inline]
fn unmet(code: &dyn Code, launch: &Launch<'_>, arguments: Vec<String>) -> Error {
    let unmet = UnmetCondition {
        kernel: code.name().ok(),
        grid: launch.grid_dim(),
        block: launch.block_dim(),
        shared_memory: launch.dynamic_shared_memory(),
        arguments,
    };
    unmet.into()
}

impl<S, K: Clone, C: Clone> Clone for TypedKernel<S, K, C> {
    fn clone(&self) -> Self {
        Self {
            kernel: self.kernel.clone(),
            condition: self.condition.clone(),
            check: self.check,
            signature: PhantomData,
        }
    }
}

impl<S, K: fmt::Debug, C> fmt::Debug for TypedKernel<S, K, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedKernel")
            .field("kernel", &self.kernel)
            .field("signature", &core::any::type_name::<S>())
            .finish_non_exhaustive()
    }
}
