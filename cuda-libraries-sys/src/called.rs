//! The macros that make what the calls of a library have in common, for the crates that wrap one.

/// Defines the error of a wrapper: its own variants, and those that every such crate has; the error of a function of the
/// library; and checks of its results.
///
/// `$owner` is what a program makes in a context, and `$record` its method that records calls. A crate whose functions have other
/// errors, or other workspaces, says which calls are recorded, and the parts of a release's number.
#[doc(hidden)]
#[macro_export]
macro_rules! library_errors {
    (
        $title:literal, $owner:literal, $record:literal, $module:ident::$Status:ident::$SUCCESS:ident,
        $(#[$doc:meta])*
        pub enum $Error:ident {
            $(#[$of_library:meta])*
            $Library:ident(Box<$Failure:ident>),
            $($own:tt)*
        }
    ) => {
        $crate::library_errors! {
            $title, $owner, concat!("`", $record, "` records calls whose memory lives long enough, workspaces too"), $module,
            |number| [number / 1000, number / 100 % 10, number % 100],
            $(#[$doc])*
            pub enum $Error {
                $(#[$of_library])*
                $Library(Box<$Failure>),
                /// The workspace is smaller than the call needs.
                #[error("{call} needs a workspace of {needed} bytes, and it has {found}")]
                Workspace {
                    /// The call.
                    call: &'static str,
                    /// The bytes that are needed.
                    needed: usize,
                    /// Those that there are.
                    found: usize,
                },
                $($own)*
            }
        }

        #[doc = concat!("An error of a function of ", $title, ".")]
        #[derive(thiserror::Error)]
        #[non_exhaustive]
        #[error("{function} returned {status}{}{arguments}", if arguments.is_empty() { "" } else { ", for " })]
        pub struct $Failure {
            /// The function, by its name in C.
            pub function: &'static str,
            /// The code.
            pub status: $crate::$module::$Status,
            /// What it was called with.
            pub arguments: String,
        }

        /// Returns the error of a status, with what was passed.
        #[inline]
        pub(crate) fn check(
            symbol: $crate::$module::Symbol,
            status: $crate::$module::$Status,
            arguments: impl FnOnce() -> String,
        ) -> Result<(), $Error> {
            match status {
                $crate::$module::$Status::$SUCCESS => Ok(()),
                status => Err($Error::$Library(Box::new($Failure {
                    function: symbol.function().name,
                    status,
                    arguments: arguments(),
                }))),
            }
        }

        cuda_driver::debug_as_display!($Failure);
    };
    (
        $title:literal, $owner:literal, $records:expr, $module:ident, |$number:ident| $parts:expr,
        $(#[$doc:meta])*
        pub enum $Error:ident {
            $(#[$of_library:meta])*
            $Library:ident(Box<$Failure:ident>),
            $($own:tt)*
        }
    ) => {
        $(#[$doc])*
        #[derive(thiserror::Error)]
        #[non_exhaustive]
        pub enum $Error {
            #[doc = concat!("No ", $title, " could be loaded.")]
            #[error(transparent)]
            Load(Box<$crate::$module::LoadError>),
            #[doc = concat!("This ", $title, " lacks a function.")]
            #[error(
                "this {} has no {}: it is {}, and {} or newer is needed",
                $title,
                function.name,
                $Error::release(*found),
                $Error::release(function.since)
            )]
            Absent {
                /// The function.
                function: &'static $crate::Function,
                /// The release that is loaded.
                found: u32,
            },
            $(#[$of_library])*
            #[error(transparent)]
            $Library(Box<$Failure>),
            /// The driver returned an error.
            #[error(transparent)]
            Driver(#[from] cuda_driver::CuResult),
            /// Memory could not be allocated or copied.
            #[error(transparent)]
            Memory(#[from] cuda_driver::Error),
            /// The address of elements isn't a multiple of what the library demands.
            #[error(
                "{call} can't take {operand}: its address, {address:#x}, isn't a multiple of {alignment} bytes. Copy it to a \
                 buffer of its own"
            )]
            Misaligned {
                /// The call.
                call: &'static str,
                /// The operand.
                operand: &'static str,
                /// Its address.
                address: u64,
                /// The multiple that it must be.
                alignment: usize,
            },
            /// A buffer belongs to another stream.
            #[error(
                "{call}'s {operand} belongs to another stream than the call: take it there with its own stream's methods first"
            )]
            OtherStream {
                /// The call.
                call: &'static str,
                /// The operand.
                operand: &'static str,
            },
            #[doc = concat!("The stream, or memory, is of another context than the ", $owner, ".")]
            #[error("the stream or the memory of {call} is of another context than the {}: create one for each context", $owner)]
            OtherContext {
                /// The call.
                call: &'static str,
            },
            /// The library that was loaded is NVIDIA's, and the context isn't of NVIDIA's driver: it may be of the software device.
            #[error(
                "{function} failed, because this {} is NVIDIA's, and the context is of another driver than NVIDIA's: for the \
                 software device, pass `cuda_sim_libraries::{}::table()` to `from_table`, instead of `load`",
                $title,
                stringify!($module)
            )]
            OtherDriver {
                /// The function, by its name in C.
                function: &'static str,
            },
            /// Other code captures the stream, or a call has to allocate or to wait while it is captured.
            #[error(
                "{call} isn't possible while the stream is captured: a graph could run when the memory is gone, and has no \
                 results yet. {}", $records
            )]
            Captured {
                /// The call.
                call: &'static str,
            },
            /// A call is to be recorded, and the capture has ended or is invalid.
            #[error("{call} can't be recorded: the capture has ended, or a call has invalidated it")]
            NotRecording {
                /// The call.
                call: &'static str,
            },
            $($own)*
        }

        impl $Error {
            /// Returns a release as text, from its number.
            pub(crate) fn release($number: u32) -> String {
                let [major, minor, patch] = $parts;
                format!("{major}.{minor}.{patch}")
            }

            /// Returns the error of a call that isn't possible with its stream and operands.
            #[cold]
            pub(crate) fn of_library_call(call: &'static str, error: cuda_driver::stream::LibraryCallError) -> Self {
                use cuda_driver::stream::LibraryCallError;
                match error {
                    LibraryCallError::OtherContext => Self::OtherContext { call },
                    LibraryCallError::OtherStream { operand } => Self::OtherStream { call, operand },
                    LibraryCallError::Misaligned { operand, address, alignment } => {
                        Self::Misaligned { call, operand, address, alignment }
                    }
                    LibraryCallError::Captured => Self::Captured { call },
                    LibraryCallError::NotRecording => Self::NotRecording { call },
                    LibraryCallError::Driver(error) => Self::Driver(error),
                }
            }
        }

        impl From<$crate::$module::LoadError> for $Error {
            fn from(error: $crate::$module::LoadError) -> Self {
                Self::Load(Box::new(error))
            }
        }

        cuda_driver::debug_as_display!($Error);
    };
}

/// Defines memory that calls may use while they run, which begins at a multiple of 256 bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! workspace {
    ($Error:ty, $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct Workspace {
            buffer: cuda_driver::DeviceBuffer<u8>,
        }

        impl Workspace {
            /// Allocates `len` bytes, which belong to `stream`.
            ///
            /// # Errors
            /// The driver's error if there isn't enough memory.
            pub fn new(stream: &cuda_driver::Stream, len: usize) -> Result<Self, $Error> {
                Ok(Self { buffer: stream.alloc(len)? })
            }

            /// Returns the number of bytes.
            #[must_use]
            pub fn len(&self) -> usize {
                self.buffer.len()
            }

            /// Returns `true` if it has no bytes.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.buffer.is_empty()
            }

            pub(crate) fn slice(&mut self) -> cuda_driver::DeviceSliceMut<'_, u8> {
                self.buffer.as_slice_mut()
            }
        }

        impl From<cuda_driver::DeviceBuffer<u8>> for Workspace {
            /// Takes memory of any source. It must begin at a multiple of 256 bytes, as the driver's does.
            fn from(buffer: cuda_driver::DeviceBuffer<u8>) -> Self {
                Self { buffer }
            }
        }
    };
}

/// Defines what a handle and the graphs that use it share, and what each crate's `Handle` has, whose field `state` it is.
///
/// `with` names more that is made for the handle and destroyed before it. `as_raw` says what a program does with the raw handle,
/// and how this crate forgets what is set in it.
#[doc(hidden)]
#[macro_export]
macro_rules! handle_state {
    (
        $title:literal, $library:ident: $Library:ident, $module:ident::$Raw:ident, $create:ident, $destroy:ident,
        $(with $part:ident: $Part:ident, $create_part:ident, $destroy_part:ident,)?
        check |$of:pat_param, $symbol:ident, $status:ident| $check:expr,
        $(#[$as_raw:meta])*
        fn as_raw(&mut $self:ident) $forget:block
    ) => {
        /// The raw handle, and where it is.
        pub(crate) struct HandleState {
            $library: $Library,
            raw: $crate::$module::$Raw,
            $($part: $crate::$module::$Part,)?
            pub(crate) context: cuda_driver::Context,
        }

        // SAFETY: the library allows a handle to be used by any thread, one at a time. What calls it has `&mut Handle`, and it is
        // destroyed when nothing else has it.
        unsafe impl Send for HandleState {}
        // SAFETY: as above; a shared reference only reads fields that don't change.
        unsafe impl Sync for HandleState {}

        impl HandleState {
            fn new(
                $library: $Library,
                context: &cuda_driver::Context,
            ) -> Result<std::sync::Arc<Self>, Error> {
                use $crate::$module::Symbol;
                let check = |$of: $Library, $symbol: Symbol, $status| $check;
                let table = $library.raw();
                let create = $library.require(Symbol::$create, table.$create)?;
                // What couldn't be destroyed would be leaked.
                $library.require(Symbol::$destroy, table.$destroy)?;
                $(
                    let create_part = $library.require(Symbol::$create_part, table.$create_part)?;
                    $library.require(Symbol::$destroy_part, table.$destroy_part)?;
                )?
                let mut raw = core::ptr::null_mut();
                // SAFETY: the pointer is to a live pointer, and a context is current.
                let status = context.with_current(|| unsafe { create(&raw mut raw) })?;
                let created = check($library, Symbol::$create, status);
                if created.is_err() && $library.is_of_file() && !context.driver().is_installed() {
                    return Err(Error::OtherDriver { function: Symbol::$create.function().name });
                }
                created?;
                // From here on, dropping it destroys the handle.
                let state = Self {
                    $library,
                    raw,
                    $($part: core::ptr::null_mut(),)?
                    context: context.clone(),
                };
                $(
                    let mut state = state;
                    // SAFETY: as above.
                    let status = context.with_current(|| unsafe { create_part(&raw mut state.$part) })?;
                    check($library, Symbol::$create_part, status)?;
                )?
                Ok(std::sync::Arc::new(state))
            }
        }

        impl Drop for HandleState {
            fn drop(&mut self) {
                let table = self.$library.raw();
                // If its context is gone, so is what it has there.
                let _ = self.context.with_current_relaxed(|| {
                    $(
                        if let Some(destroy) = table.$destroy_part.filter(|_| !self.$part.is_null()) {
                            // SAFETY: it is alive, and nothing uses it afterwards.
                            unsafe { destroy(self.$part) };
                        }
                    )?
                    if let Some(destroy) = table.$destroy {
                        // SAFETY: it is alive, and nothing uses it afterwards.
                        unsafe { destroy(self.raw) };
                    }
                });
            }
        }

        impl Handle {
            #[doc = concat!("Returns a value that keeps ", $title, "'s handle alive, for a graph that uses it.")]
            #[must_use]
            pub fn owner(&self) -> impl core::any::Any + Send + Sync + use<> {
                self.state.clone()
            }

            /// Returns the library.
            #[must_use]
            #[inline]
            pub fn $library(&self) -> $Library {
                self.state.$library
            }

            /// Returns the context that it was created in.
            #[must_use]
            #[inline]
            pub fn context(&self) -> &cuda_driver::Context {
                &self.state.context
            }

            #[doc = concat!("Returns ", $title, "'s own handle, for [`", stringify!($Library), "::raw`].")]
            $(#[$as_raw])*
            #[must_use]
            pub fn as_raw(&mut $self) -> $crate::$module::$Raw {
                $forget
                $self.state.raw
            }
        }

        impl core::fmt::Debug for Handle {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("Handle")
                    .field(stringify!($library), &self.state.$library)
                    .field("context", &self.state.context)
                    .finish_non_exhaustive()
            }
        }
    };
}
