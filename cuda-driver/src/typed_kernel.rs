use core::fmt;
use core::marker::PhantomData;

use crate::argument::{Arguments, Parameters};
use crate::{
    ArgumentCheck, ArgumentError, Function, Kernel, Launch, LaunchError, Launchable, Stream,
};

/// A kernel whose signature was checked against its image, once, and that is launched without `unsafe`.
///
/// Its arguments are of the signature's types, so that a literal `0` is what the kernel takes, and no `i32`. A launch is
/// the same one driver call as [`Stream::launch`], and allocates nothing.
///
/// ```no_run
/// # use cuda_driver::{DeviceBuffer, Function, Launch, Stream};
/// # fn run(stream: &Stream, function: Function) -> Result<(), cuda_driver::Error> {
/// // saxpy(float a, const float *x, const float *y, float *out, size_t n)
/// type Saxpy<'a> = (f32, &'a DeviceBuffer<f32>, &'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, usize);
///
/// // SAFETY: saxpy reads n elements of x and y, and writes as many of out, in blocks of whatever shape.
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
/// # What its maker promises
/// [`Function::typed`], [`typed_if`](Function::typed_if) and the same of [`Kernel`] are `unsafe`, for the driver tells of
/// parameters no more than number, places and sizes. From then on any code may launch the kernel, on any stream of the
/// context, or of any context if it is a [`Kernel`], with any arguments of these types and any [`Launch`] that the condition of
/// `typed_if` allows. So for all of them:
/// - The kernel takes parameters of these types in this order. A type that has the same size (`f32` and `u32`) isn't told
///   from another. Every value of a type is one that the kernel can take: of an address that is a number, for one. A type of
///   another crate's that refers to memory tells its stream ([`Argument::stream`](crate::Argument::stream)).
/// - It stays within the memory that it is given, and writes only to what it gets by a `&mut` reference or a
///   `DeviceSliceMut`. That holds for memory of any length and any content, which may be bytes that nobody wrote yet: so it
///   uses no index that it reads there without a check. And it holds for any number of blocks and threads, any size of dynamic
///   shared memory, and any attributes: if it needs some, a condition asks for it ([`Launch::block_dim`],
///   [`Launch::dynamic_shared_memory`], [`Launch::cluster_dim`], [`Launch::is_cooperative`]).
/// - It keeps no address of this memory for later.
/// - What it accesses beside its arguments, such as variables of its module, may be accessed by several launches at once,
///   for streams run beside each other, and by the host: safe code may write any bytes to a variable
///   ([`Module::write_global`](crate::Module::write_global)) while the kernel runs. So it follows no pointer in one.
///
/// # What a launch looks after
/// That the arguments are of these types (the compiler), that memory lives and isn't lent elsewhere (the borrow checker),
/// that it belongs to the stream, in whose order it is used and freed, that function and stream are of one context, that the
/// launch doesn't overlap earlier work of the stream, and that it isn't recorded into somebody's graph.
pub struct TypedKernel<S, K = Function, C = Always> {
    kernel: K,
    condition: C,
    check: ArgumentCheck,
    signature: PhantomData<fn(S)>,
}

/// The condition of a [`TypedKernel`] that every launch fulfils.
#[derive(Debug, Clone, Copy, Default)]
pub struct Always;

/// When a [`TypedKernel`] may be launched: a closure of the launch and its arguments, or [`Always`].
pub trait Condition<S: Parameters> {
    /// Returns `true` if a launch is one that the kernel is right for.
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

macro_rules! typed {
    ($($code:ty),*) => {$(
        impl $code {
            /// Returns the kernel as one of this signature, whose number, sizes and alignments of parameters are
            /// checked now: from then on it is launched without `unsafe`.
            ///
            /// In the signature memory is `&DeviceBuffer<T>`, `&mut DeviceBuffer<T>`, `DeviceSlice<T>` or
            /// `DeviceSliceMut<T>`.
            ///
            /// # Errors
            /// An [`ArgumentError`] that says which parameter is another. Drivers before 12.4 can't tell, and everything is
            /// taken ([`TypedKernel::check`]).
            ///
            /// # Safety
            /// The kernel is right whoever launches it, with whatever arguments of these types:
            /// [what its maker promises](TypedKernel#what-its-maker-promises).
            pub unsafe fn typed<S: Parameters>(
                self,
            ) -> Result<TypedKernel<S, Self>, ArgumentError> {
                Ok(TypedKernel::new(self.check_arguments::<S>()?, self, Always))
            }

            /// [`typed`](Self::typed), for launches that fulfil a condition; others are refused with
            /// [`LaunchError::Condition`].
            ///
            /// # Errors
            /// As [`typed`](Self::typed).
            ///
            /// # Safety
            /// The kernel is right whoever launches it, with whatever arguments of these types for which `condition`
            /// answers `true`: [what its maker promises](TypedKernel#what-its-maker-promises).
            pub unsafe fn typed_if<S, C>(
                self,
                condition: C,
            ) -> Result<TypedKernel<S, Self, C>, ArgumentError>
            where
                S: Parameters,
                C: for<'a> Fn(&Launch<'_>, &S::Arguments<'a>) -> bool,
            {
                Ok(TypedKernel::new(self.check_arguments::<S>()?, self, condition))
            }
        }
    )*};
}

typed!(Function, Kernel);

impl<S: Parameters, K: Launchable, C> TypedKernel<S, K, C> {
    fn new(check: ArgumentCheck, kernel: K, condition: C) -> Self {
        Self {
            kernel,
            condition,
            check,
            signature: PhantomData,
        }
    }

    /// Returns the function or the kernel.
    #[must_use]
    #[inline]
    pub fn kernel(&self) -> &K {
        &self.kernel
    }

    /// Returns the same, without its signature.
    #[must_use]
    #[inline]
    pub fn into_kernel(self) -> K {
        self.kernel
    }

    /// Returns whether the signature could be checked: not with drivers before 12.4.
    #[must_use]
    #[inline]
    pub fn check(&self) -> ArgumentCheck {
        self.check
    }
}

impl<S: Parameters, K: Launchable, C: Condition<S>> TypedKernel<S, K, C> {
    /// Launches the kernel on `stream`, once for each thread of `launch`. It is one driver call and allocates nothing.
    ///
    /// # Errors
    /// - [`LaunchError::OtherStream`], where an argument is memory of another stream.
    /// - [`LaunchError::OtherContext`], where the function is of another context than the stream.
    /// - [`LaunchError::Condition`], where the kernel's condition isn't fulfilled.
    /// - [`LaunchError::Overlap`], where `launch` has
    ///   [`programmatic_stream_serialization`](crate::LaunchAttribute::programmatic_stream_serialization), by which it could
    ///   begin before its memory is ready: that is for [`Stream::launch`].
    /// - As [`Stream::launch`]; what other code captures is refused.
    #[inline]
    #[doc(alias = "cuLaunchKernel")]
    #[doc(alias = "cuLaunchKernelEx")]
    pub fn launch(
        &self,
        stream: &Stream,
        launch: Launch<'_>,
        arguments: S::Arguments<'_>,
    ) -> Result<(), LaunchError> {
        if let Some(index) = arguments.other_stream(stream) {
            return Err(LaunchError::OtherStream { index });
        }
        if !self.kernel.is_of(stream) {
            return Err(LaunchError::OtherContext);
        }
        if !self.condition.allows(&launch, &arguments) {
            return Err(LaunchError::Condition);
        }
        if launch.may_overlap() {
            return Err(LaunchError::Overlap);
        }
        if stream.is_capturable() {
            stream.refuse_capture()?;
        }
        // SAFETY: the maker of the typed kernel guarantees every launch with arguments of its types that its condition
        // allows; memory belongs to the stream, in whose order safe code uses and frees it, and the code to its context,
        // which is waited for before code is unloaded.
        unsafe { stream.launch_of_any_stream(&self.kernel, launch, arguments) }
    }
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
