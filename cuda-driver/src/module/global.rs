//! Global variables of modules and libraries.

use core::ffi::CStr;

use cuda_driver_sys::{CUdeviceptr, Symbol};

use crate::context::Context;
use crate::driver::ToCStr;
use crate::error::{CuResult, Error, ErrorCode};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element};
use crate::module::{InvalidGlobal, Library, Module};
use crate::stream::Stream;

impl Module {
    /// Returns the address and size in bytes of the global variable called `name`.
    ///
    /// [`cuModuleGetGlobal`](crate::driver::Raw::cuModuleGetGlobal)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`] names the variable.
    #[doc(alias("cuModuleGetGlobal", "cuModuleGetGlobal_v2"))]
    #[inline]
    pub fn global(&self, name: &(impl ToCStr + ?Sized)) -> Result<(CUdeviceptr, usize), Error> {
        let name = name.to_c_str()?;
        let context = self.context();
        // SAFETY: the module is alive.
        let found = context
            .retry(context.raw(), |raw| unsafe { raw.cuModuleGetGlobal(self.as_raw(), &name) });
        found.map_err(|error| not_found(error, &name))
    }

    /// Returns the global variable called `name` as elements, for copies and launches on `stream`.
    ///
    /// [`cuModuleGetGlobal`](crate::driver::Raw::cuModuleGetGlobal)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`], or [`InvalidGlobal::Size`] if the variable isn't a whole number of elements.
    ///
    /// # Safety
    /// While the value lives, nothing else accesses the variable: no kernel that isn't passed it, and no other value of
    /// this kind. Earlier work of other streams on it is complete or ordered before `stream`'s.
    #[doc(alias("cuModuleGetGlobal", "cuModuleGetGlobal_v2"))]
    #[inline]
    pub unsafe fn global_slice<'a, T: Element>(
        &'a self,
        stream: &'a Stream,
        name: &(impl ToCStr + ?Sized),
    ) -> Result<DeviceSliceMut<'a, T>, Error> {
        // SAFETY: the variable exists as long as the module is loaded; the caller guarantees the rest.
        unsafe { slice(stream, name, self.global(name)?) }
    }

    /// Copies the global variable called `name` to `target`, in the order of `stream`, and waits until the copy is
    /// done. A variable that isn't an array is a slice of one element ([`core::slice::from_mut`]).
    ///
    /// [`cuModuleGetGlobal`](crate::driver::Raw::cuModuleGetGlobal)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`], [`InvalidGlobal::Size`] if the variable has another size than `target`,
    /// [`Error::OtherContext`], or the driver's error.
    #[doc(alias("cuModuleGetGlobal", "cuModuleGetGlobal_v2"))]
    pub fn read_global<T: Element>(
        &self,
        stream: &Stream,
        name: &(impl ToCStr + ?Sized),
        target: &mut [T],
    ) -> Result<(), Error> {
        read(stream, name, self.global_of(stream, name)?, target)
    }

    /// Copies `source` to the global variable called `name`, in the order of `stream`, and waits until the copy is
    /// done.
    ///
    /// [`cuModuleGetGlobal`](crate::driver::Raw::cuModuleGetGlobal)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`], [`InvalidGlobal::Size`] if the variable has another size than `source`,
    /// [`Error::OtherContext`], or the driver's error.
    #[doc(alias("cuModuleGetGlobal", "cuModuleGetGlobal_v2"))]
    pub fn write_global<T: Element>(
        &self,
        stream: &Stream,
        name: &(impl ToCStr + ?Sized),
        source: &[T],
    ) -> Result<(), Error> {
        write(stream, name, self.global_of(stream, name)?, source)
    }
}

/// Global variables, which a library has in each context.
impl Library {
    /// Returns the address and size in bytes of the global variable called `name` in `context`.
    ///
    /// [`cuLibraryGetGlobal`](crate::driver::Raw::cuLibraryGetGlobal)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`] names the variable.
    #[doc(alias = "cuLibraryGetGlobal")]
    #[inline]
    pub fn global(
        &self,
        context: &Context,
        name: &(impl ToCStr + ?Sized),
    ) -> Result<(CUdeviceptr, usize), Error> {
        let name = name.to_c_str()?;
        let _bound = context.bind_for(self.driver(), Symbol::cuLibraryGetGlobal)?;
        // SAFETY: the context is current and the library alive.
        let found = unsafe { self.raw().cuLibraryGetGlobal(self.as_raw(), &name) };
        found.map_err(|error| not_found(error, &name))
    }

    /// Returns the global variable called `name` in the context of `stream`, as elements, for copies and launches on
    /// it.
    ///
    /// [`cuLibraryGetGlobal`](crate::driver::Raw::cuLibraryGetGlobal)
    ///
    /// # Errors
    /// As [`Module::global_slice`].
    ///
    /// # Safety
    /// As [`Module::global_slice`].
    #[doc(alias = "cuLibraryGetGlobal")]
    #[inline]
    pub unsafe fn global_slice<'a, T: Element>(
        &'a self,
        stream: &'a Stream,
        name: &(impl ToCStr + ?Sized),
    ) -> Result<DeviceSliceMut<'a, T>, Error> {
        // SAFETY: the variable exists as long as the library is loaded; the caller guarantees the rest.
        unsafe { slice(stream, name, self.global(stream.context(), name)?) }
    }

    /// Copies the global variable called `name`, of the context of `stream`, to `target`, in the order of `stream`, and
    /// waits until the copy is done.
    ///
    /// [`cuLibraryGetGlobal`](crate::driver::Raw::cuLibraryGetGlobal)
    ///
    /// # Errors
    /// As [`Module::read_global`].
    #[doc(alias = "cuLibraryGetGlobal")]
    pub fn read_global<T: Element>(
        &self,
        stream: &Stream,
        name: &(impl ToCStr + ?Sized),
        target: &mut [T],
    ) -> Result<(), Error> {
        read(stream, name, self.global(stream.context(), name)?, target)
    }

    /// Copies `source` to the global variable called `name`, of the context of `stream`, in the order of `stream`, and
    /// waits until the copy is done.
    ///
    /// [`cuLibraryGetGlobal`](crate::driver::Raw::cuLibraryGetGlobal)
    ///
    /// # Errors
    /// As [`Module::write_global`].
    #[doc(alias = "cuLibraryGetGlobal")]
    pub fn write_global<T: Element>(
        &self,
        stream: &Stream,
        name: &(impl ToCStr + ?Sized),
        source: &[T],
    ) -> Result<(), Error> {
        write(stream, name, self.global(stream.context(), name)?, source)
    }

    /// Returns the address and size in bytes of the managed variable called `name`, which is the same in every context.
    ///
    /// [`cuLibraryGetManaged`](crate::driver::Raw::cuLibraryGetManaged)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`](crate::module::InvalidGlobal::NotFound) names the variable; one that isn't managed isn't found, either.
    #[doc(alias = "cuLibraryGetManaged")]
    #[inline]
    pub fn managed(&self, name: &(impl ToCStr + ?Sized)) -> Result<(CUdeviceptr, usize), Error> {
        let name = name.to_c_str()?;
        // SAFETY: the library is alive.
        let found = unsafe { self.raw().cuLibraryGetManaged(self.as_raw(), &name) };
        found.map_err(|error| not_found(error, &name))
    }

    /// Returns the managed variable called `name` as elements that the host accesses.
    ///
    /// [`cuLibraryGetManaged`](crate::driver::Raw::cuLibraryGetManaged)
    ///
    /// # Errors
    /// [`InvalidGlobal::NotFound`], [`InvalidGlobal::Size`] if the variable isn't a whole number of elements, or
    /// [`InvalidGlobal::Alignment`].
    ///
    /// # Safety
    /// While the value lives, nothing else accesses the variable: no kernel, and no other value of this kind. If a device
    /// lacks [`CONCURRENT_MANAGED_ACCESS`](crate::device::DeviceAttribute::CONCURRENT_MANAGED_ACCESS), no kernel may run on it at
    /// all.
    #[doc(alias = "cuLibraryGetManaged")]
    #[expect(clippy::mut_from_ref, reason = "the caller guarantees it")]
    pub unsafe fn managed_slice<T: Element>(
        &self,
        name: &(impl ToCStr + ?Sized),
    ) -> Result<&mut [T], Error> {
        let (pointer, bytes) = self.managed(name)?;
        let len = bytes / size_of::<T>().max(1);
        check_size::<T>(name, bytes, len)?;
        let start = core::ptr::with_exposed_provenance_mut::<T>(pointer as usize);
        if !start.is_aligned() {
            return Err(InvalidGlobal::Alignment {
                name: name.to_c_str()?.to_string_lossy().into_owned(),
                align: align_of::<T>(),
            }
            .into());
        }
        // SAFETY: the variable has that many bytes as long as the library is loaded, the host can access them, and any
        // bytes are valid elements; the caller guarantees the rest.
        Ok(unsafe { core::slice::from_raw_parts_mut(start, len) })
    }
}

impl Module {
    /// Returns the address and size of a variable, for work on `stream`.
    fn global_of(
        &self,
        stream: &Stream,
        name: &(impl ToCStr + ?Sized),
    ) -> Result<(CUdeviceptr, usize), Error> {
        if !stream.context().shares_memory_with(self.context()) {
            return Err(Error::OtherContext);
        }
        self.global(name)
    }
}

/// Returns the error of a variable that doesn't exist, with its name.
#[inline]
pub(crate) fn not_found(error: CuResult, name: &CStr) -> Error {
    if is_missing(error, name) {
        let name = name.to_string_lossy().into_owned();
        InvalidGlobal::NotFound { name }.into()
    } else {
        Error::Driver(error)
    }
}

/// Returns `true` if a call failed because no symbol has this name. The driver reports an empty name as an invalid
/// value.
pub(crate) fn is_missing(error: CuResult, name: &CStr) -> bool {
    match error.code() {
        ErrorCode::NOT_FOUND => true,
        ErrorCode::INVALID_VALUE => name.is_empty(),
        _ => false,
    }
}

/// Returns a variable as elements.
///
/// # Safety
/// The variable is of the stream's context and stays loaded for `'a`, and nothing else accesses it meanwhile.
unsafe fn slice<'a, T: Element>(
    stream: &'a Stream,
    name: &(impl ToCStr + ?Sized),
    (pointer, bytes): (CUdeviceptr, usize),
) -> Result<DeviceSliceMut<'a, T>, Error> {
    let len = bytes / size_of::<T>().max(1);
    check_size::<T>(name, bytes, len)?;
    // SAFETY: the variable has that many bytes; the caller guarantees the rest.
    Ok(unsafe { DeviceSliceMut::from_raw_parts(stream, pointer, len) })
}

/// Copies a variable, of the stream's context, to `target`.
fn read<T: Element>(
    stream: &Stream,
    name: &(impl ToCStr + ?Sized),
    (pointer, bytes): (CUdeviceptr, usize),
    target: &mut [T],
) -> Result<(), Error> {
    check_size::<T>(name, bytes, target.len())?;
    // SAFETY: the variable has that many bytes as long as its code is loaded. A kernel that runs meanwhile can change
    // the copied bytes; any bytes are valid elements.
    let source = unsafe { DeviceSlice::<T>::from_raw_parts(stream, pointer, target.len()) };
    stream.download(source, target)
}

/// Copies `source` to a variable of the stream's context.
fn write<T: Element>(
    stream: &Stream,
    name: &(impl ToCStr + ?Sized),
    (pointer, bytes): (CUdeviceptr, usize),
    source: &[T],
) -> Result<(), Error> {
    check_size::<T>(name, bytes, source.len())?;
    // SAFETY: as above. The code that launches kernels which use the variable must order them.
    let target = unsafe { DeviceSliceMut::<T>::from_raw_parts(stream, pointer, source.len()) };
    stream.upload_into(source, target)
}

/// Returns an error unless `len` elements have that many bytes.
fn check_size<T>(name: &(impl ToCStr + ?Sized), bytes: usize, len: usize) -> Result<(), Error> {
    let size = size_of::<T>();
    if len.checked_mul(size) == Some(bytes) {
        return Ok(());
    }
    Err(InvalidGlobal::Size {
        name: name.to_c_str()?.to_string_lossy().into_owned(),
        bytes,
        len,
        size,
    }
    .into())
}
