use core::ffi::CStr;
use core::ptr::null_mut;
use std::ffi::CString;
use std::path::Path;

use cuda_arch::{Code, Image};
use cuda_driver_sys::{CUlinkState, Symbol};

use crate::context::Context;
use crate::driver::{Raw, ToCStr};
use crate::error::{CuResult, Error};
use crate::module::{
    JitInputType, JitLog, JitOptions,
    image::{check_text, explain_ptx, refusal, refused, text_of, unreadable},
    jit::JitCall,
};
use crate::object::{Object, ObjectKind, Ownership};
use crate::opaque::Opaque;
use crate::trace::span;

/// The driver's linker, which combines PTX, cubins, objects and libraries into one image.
///
/// ```no_run
/// # let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
/// # let (caller, called) = ("", "");
/// let mut linker = context.linker()?;
/// linker.add_ptx("caller", caller)?;
/// linker.add_ptx("called", called)?;
/// let module = context.load(&linker.complete()?)?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug)]
#[doc(alias = "cuLinkDestroy")]
pub struct Linker {
    object: Object<LinkKind>,
}

#[derive(Debug)]
struct LinkKind {
    context: Context,
    /// The driver writes to the logs, and their lengths to the values of the options, until the link is destroyed, not only
    /// while it is created: if they are freed earlier, a program crashes under compute-sanitizer, and rarely without it.
    jit: JitCall,
}

impl Context {
    /// Creates a linker for the context's device.
    ///
    /// [`cuLinkCreate`](Raw::cuLinkCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuLinkCreate", "cuLinkCreate_v2"))]
    #[inline]
    pub fn linker(&self) -> Result<Linker, CuResult> {
        self.linker_with(&JitOptions::new())
    }

    /// Creates a linker that compiles and links with `options`.
    ///
    /// [`cuLinkCreate`](Raw::cuLinkCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuLinkCreate", "cuLinkCreate_v2"))]
    #[inline]
    pub fn linker_with(&self, options: &JitOptions) -> Result<Linker, CuResult> {
        let jit = JitCall::new(options);
        let _bound = self.bind()?;
        // SAFETY: the context is current, there are as many values as options, each of the type of its option, and the
        // logs have the given size. They and the values live as long as the link.
        let state = unsafe { self.raw().cuLinkCreate(jit.count(), jit.keys(), jit.values()) }?;
        let kind = LinkKind { context: self.clone(), jit };
        Ok(Linker { object: Object::new(state, Ownership::Owned, kind) })
    }
}

impl Linker {
    /// Returns the context whose device the linker targets.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Adds the output of a compiler or a linker; `name` appears in the log.
    ///
    /// [`cuLinkAddData`](Raw::cuLinkAddData)
    ///
    /// # Errors
    /// An [`Error`] with the linker's log: `CUDA_ERROR_INVALID_IMAGE` (200) for CUDA Tile code, which can't be
    /// linked.
    #[doc(alias("cuLinkAddData", "cuLinkAddData_v2"))]
    #[inline]
    pub fn add(
        &mut self,
        name: &(impl ToCStr + ?Sized),
        image: &(impl Image + ?Sized),
    ) -> Result<(), Error> {
        let name = name.to_c_str()?;
        let code = image.code();
        let kind = match code {
            Code::Ptx(text) => return self.add_text(&name, text),
            Code::Fatbin(_) => JitInputType::FATBINARY,
            Code::Cubin(_) => JitInputType::CUBIN,
            // The driver would misinterpret it, and follow offsets in it.
            _ => {
                let text = "the driver's linker accepts PTX, cubins and fatbins, but no CUDA Tile code; load that without linking";
                let call = Symbol::cuLinkAddData_v2;
                return Err(refused(self.raw(), call, text.to_string()));
            }
        };
        // SAFETY: the trait promises a whole image.
        unsafe { self.add_code(kind, &name, code.as_bytes()) }
    }

    /// Adds PTX; `name` appears in the log. Symbols that it declares `.extern` may be added later.
    ///
    /// [`cuLinkAddData`](Raw::cuLinkAddData)
    ///
    /// # Errors
    /// An [`Error`] with the linker's log: `CUDA_ERROR_INVALID_SOURCE` (300) for a symbol that is already defined.
    #[doc(alias("cuLinkAddData", "cuLinkAddData_v2"))]
    #[inline]
    pub fn add_ptx(
        &mut self,
        name: &(impl ToCStr + ?Sized),
        ptx: &(impl ToCStr + ?Sized),
    ) -> Result<(), Error> {
        let name = name.to_c_str()?;
        let ptx = text_of(ptx, self.raw(), Symbol::cuLinkAddData_v2)?;
        self.add_text(&name, &ptx)
    }

    /// Adds data of a kind; `name` appears in the log.
    ///
    /// [`cuLinkAddData`](Raw::cuLinkAddData)
    ///
    /// # Errors
    /// An [`Error`] with the linker's log.
    ///
    /// # Safety
    /// The data is of that kind, complete, as one of NVIDIA's tools wrote it, and PTX has a null byte at its end: the
    /// driver follows the offsets in machine code unchecked.
    #[doc(alias("cuLinkAddData", "cuLinkAddData_v2"))]
    #[inline]
    pub unsafe fn add_data(
        &mut self,
        kind: JitInputType,
        name: &(impl ToCStr + ?Sized),
        data: &[u8],
    ) -> Result<(), Error> {
        let name = name.to_c_str()?;
        // SAFETY: the caller guarantees that the data is valid.
        unsafe { self.add_code(kind, &name, data) }
    }

    /// Adds a file of a kind.
    ///
    /// [`cuLinkAddFile`](Raw::cuLinkAddFile)
    ///
    /// # Errors
    /// An [`Error`] with the linker's log; the driver doesn't report why it can't read a file.
    ///
    /// # Safety
    /// The file is of that kind, complete, as one of NVIDIA's tools wrote it: the driver follows the offsets in machine
    /// code unchecked.
    #[doc(alias("cuLinkAddFile", "cuLinkAddFile_v2"))]
    #[inline]
    pub unsafe fn add_file(
        &mut self,
        kind: JitInputType,
        path: impl AsRef<Path>,
    ) -> Result<(), Error> {
        let path = path.as_ref();
        let name = CString::new(path.as_os_str().as_encoded_bytes())
            .map_err(|error| unreadable(path, &error.into()))?;
        let (state, kind) = (self.as_raw(), kind.as_raw());
        // SAFETY: the link lives, the path is a C string, and there are no options; the caller guarantees that the file
        // is valid.
        let added = self.context().retry(self.raw(), |raw| unsafe {
            raw.cuLinkAddFile(state, kind, &name, 0, null_mut(), null_mut())
        });
        added.map_err(|result| {
            let file = format!("adding {}", path.display());
            refusal(result, Some(file), &self.object.jit)
        })
    }

    /// Links the added inputs.
    ///
    /// [`cuLinkComplete`](Raw::cuLinkComplete)
    ///
    /// # Errors
    /// An [`Error`] with the linker's log: `CUDA_ERROR_INVALID_SOURCE` (300) for a symbol that is undefined or
    /// defined twice.
    #[doc(alias = "cuLinkComplete")]
    #[inline]
    pub fn complete(self) -> Result<LinkedImage, Error> {
        span!("cuLinkComplete");
        let state = self.as_raw();
        // SAFETY: the link lives.
        let linked = self.context().retry(self.raw(), |raw| unsafe { raw.cuLinkComplete(state) });
        match linked {
            Ok((image, size)) => {
                Ok(LinkedImage { image: Opaque(image.cast()), size, linker: self })
            }
            Err(result) => Err(refusal(result, None, &self.object.jit)),
        }
    }

    /// Returns the linker's log so far.
    #[must_use]
    #[inline]
    pub fn log(&self) -> JitLog {
        self.object.jit.log()
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub const fn as_raw(&self) -> CUlinkState {
        self.object.handle()
    }

    #[inline]
    fn add_text(&mut self, name: &CStr, ptx: &CStr) -> Result<(), Error> {
        check_text(ptx, self.raw(), Symbol::cuLinkAddData_v2)?;
        // SAFETY: PTX may be any text, with a null byte at its end.
        let added = unsafe { self.call_add(JitInputType::PTX, name, ptx.to_bytes_with_nul()) };
        added.map_err(|result| refusal(result, explain_ptx(result, ptx), &self.object.jit))
    }

    /// # Safety
    /// As [`add_data`](Self::add_data).
    #[inline]
    unsafe fn add_code(
        &mut self,
        kind: JitInputType,
        name: &CStr,
        data: &[u8],
    ) -> Result<(), Error> {
        // SAFETY: the caller guarantees that the data is valid.
        let added = unsafe { self.call_add(kind, name, data) };
        added.map_err(|result| refusal(result, None, &self.object.jit))
    }

    /// # Safety
    /// As [`add_data`](Self::add_data).
    #[inline]
    unsafe fn call_add(
        &mut self,
        kind: JitInputType,
        name: &CStr,
        data: &[u8],
    ) -> Result<(), CuResult> {
        let (state, kind) = (self.as_raw(), kind.as_raw());
        // SAFETY: the link lives, the data has that many bytes, the name is a C string, and there are no options. The
        // driver writes to none of them, and keeps none; the caller guarantees that the data is valid.
        self.context().retry(self.raw(), |raw| unsafe {
            raw.cuLinkAddData(
                state,
                kind,
                data.as_ptr().cast_mut().cast(),
                data.len(),
                name.as_ptr(),
                0,
                null_mut(),
                null_mut(),
            )
        })
    }

    fn raw(&self) -> Raw {
        self.context().raw()
    }
}

impl ObjectKind for LinkKind {
    type Handle = CUlinkState;

    #[inline]
    unsafe fn destroy(&mut self, state: CUlinkState) -> Result<(), CuResult> {
        let (context, raw) = (&self.context, self.context.raw());
        // SAFETY: the caller gives up the link, whose logs and values are still alive.
        context.retry(raw, |raw| unsafe { raw.cuLinkDestroy(state) })
    }
}

/// An image that the driver's linker created: machine code, or a software device's equivalent. Dropping it destroys the
/// link, and with it the image.
#[derive(Debug)]
#[doc(alias = "cuLinkDestroy")]
pub struct LinkedImage {
    image: Opaque<*mut u8>,
    size: usize,
    linker: Linker,
}

impl LinkedImage {
    /// Returns the image.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: the driver returned an image of that size, which lives as long as the link.
        unsafe { core::slice::from_raw_parts(self.image.0, self.size) }
    }

    /// Returns the linker's log.
    #[must_use]
    #[inline]
    pub fn log(&self) -> JitLog {
        self.linker.log()
    }
}

// SAFETY: the driver's linker wrote it completely.
unsafe impl Image for LinkedImage {
    #[inline]
    fn code(&self) -> Code<'_> {
        match CStr::from_bytes_with_nul(self.as_bytes()) {
            // A software device links PTX to PTX; an ELF file isn't text.
            Ok(text) if !self.as_bytes().starts_with(b"\x7fELF") => Code::Ptx(text),
            _ => Code::Cubin(self.as_bytes()),
        }
    }
}
