use std::borrow::Cow;
use std::ffi::{CStr, CString, NulError};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;

use crate::cpp::CppTypes;
use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::flow::Flow;
use crate::library::Nvrtc;
use crate::text::{IntoText, Text};
use cuda_arch::Arch;

/// A program in CUDA C++, its headers, and the options to compile it with:
/// [documentation](https://docs.nvidia.com/cuda/nvrtc/index.html).
///
/// It can be compiled many times, and from many threads. Options are methods with NVRTC's names: a switch that has no value
/// takes no argument (`generate_line_info()`), others take theirs (`fmad(true)`).
///
/// ```no_run
/// use nvrtc::{Arch, Program, Standard};
///
/// let source = "template <typename T> __global__ void scale(T *x, T by) { x[threadIdx.x] *= by * FACTOR; }";
/// let ptx = Program::new("scale.cu", source)
///     .arch(Arch::compute(7, 5))
///     .std(Standard::Cpp17)
///     .define("FACTOR", 2)
///     .name_expression("scale<float>") // instantiates it
///     .compile_ptx()?;
/// assert_eq!(ptx.lowered_name("scale<float>"), Some(c"_Z5scaleIfEvPT_S0_"));
/// # Ok::<(), nvrtc::NvrtcError>(())
/// ```
#[doc(alias = "nvrtcDestroyProgram")]
#[derive(Clone, Debug)]
#[must_use = "a program does nothing until it is compiled"]
pub struct Program<'a> {
    /// `None` for the NVRTC of this machine.
    nvrtc: Option<Nvrtc>,
    pub(crate) name: Cow<'a, CStr>,
    pub(crate) source: Cow<'a, CStr>,
    pub(crate) header_names: Vec<Cow<'a, CStr>>,
    pub(crate) headers: Vec<Cow<'a, CStr>>,
    pub(crate) name_expressions: Vec<Cow<'a, CStr>>,
    pub(crate) arch: Option<Arch>,
    fmad: Option<bool>,
    options: Vec<CString>,
    /// The options with precompiled headers whose validity the caller guaranteed.
    pub(crate) trusted_pch: Vec<CString>,
    pub(crate) flow: Option<Flow<'a>>,
    /// The first string that can't be a C string, and where its NUL byte is, reported when the program is compiled. Not the
    /// error, because cloning that takes long to compile.
    with_nul: Option<(Text, usize)>,
}

impl<'a> Program<'a> {
    /// Creates a program to compile with the NVRTC of this machine, which is loaded at that point.
    ///
    /// `name` appears as the file name in NVRTC's messages. Compiling reports all errors, including strings that
    /// contain a NUL byte.
    #[doc(alias = "nvrtcCreateProgram")]
    pub fn new(name: impl IntoText<'a>, source: impl IntoText<'a>) -> Self {
        let mut program = Self {
            nvrtc: None,
            name: Cow::default(),
            source: Cow::default(),
            header_names: Vec::new(),
            headers: Vec::new(),
            name_expressions: Vec::new(),
            arch: None,
            fmad: None,
            options: Vec::new(),
            trusted_pch: Vec::new(),
            flow: None,
            with_nul: None,
        };
        program.name = program.c_string(name.into_text(), |_| Text::Name);
        program.source = program.c_string(source.into_text(), |_| Text::Source);
        program
    }

    /// Compiles with `nvrtc` instead.
    #[inline]
    pub fn with_nvrtc(mut self, nvrtc: Nvrtc) -> Self {
        self.nvrtc = Some(nvrtc);
        self
    }

    /// Returns the NVRTC to compile with, and loads it if necessary.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Load`], which lists every place that was searched for NVRTC.
    #[inline]
    pub fn nvrtc(&self) -> Result<Nvrtc, NvrtcError> {
        self.nvrtc.map_or_else(Nvrtc::load, Ok)
    }

    /// Returns the NVRTC that was [set](Self::with_nvrtc), if any.
    #[must_use]
    #[inline]
    pub fn given_nvrtc(&self) -> Option<Nvrtc> {
        self.nvrtc
    }

    /// Returns the name.
    #[must_use]
    #[inline]
    pub fn name(&self) -> &CStr {
        &self.name
    }

    /// Returns the source.
    #[must_use]
    #[inline]
    pub fn source(&self) -> &CStr {
        &self.source
    }

    /// Returns the headers in memory, each with its name.
    #[inline]
    pub fn headers(&self) -> impl Iterator<Item = (&CStr, &CStr)> {
        let names = self.header_names.iter().map(AsRef::as_ref);
        names.zip(self.headers.iter().map(AsRef::as_ref))
    }

    /// Returns the requested name expressions.
    pub fn name_expressions(&self) -> impl Iterator<Item = &CStr> {
        self.name_expressions.iter().map(AsRef::as_ref)
    }

    /// Returns the options, as they are passed to NVRTC.
    #[inline]
    pub fn options(&self) -> impl Iterator<Item = Cow<'_, CStr>> {
        self.nvrtc_options().into_iter()
    }

    /// Compiles for `arch`. The default is NVRTC's, a virtual architecture.
    #[doc(alias("--gpu-architecture", "-arch"))]
    #[inline]
    pub fn arch(mut self, arch: Arch) -> Self {
        self.arch = Some(arch);
        self
    }

    /// Sets whether a multiplication and an addition may be fused into one operation that rounds once; on by default.
    #[doc(alias = "--fmad")]
    #[inline]
    pub fn fmad(mut self, fmad: bool) -> Self {
        self.fmad = Some(fmad);
        self
    }

    /// Defines the macro `name` as `value`.
    #[doc(alias("--define-macro", "-D"))]
    pub fn define(self, name: &str, value: impl Display) -> Self {
        self.option(format!("--define-macro={name}={value}"))
    }

    /// Searches `folder` for headers, after the folders that were added before.
    #[doc(alias("--include-path", "-I"))]
    pub fn include_dir(mut self, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref().as_os_str().as_encoded_bytes();
        let option = [b"--include-path=", folder].concat();
        self.push_option(CString::new(option));
        self
    }

    /// Adds any [option](https://docs.nvidia.com/cuda/nvrtc/index.html#supported-compile-options) of
    /// NVRTC, one word such as `--use_fast_math` or `--std=c++17`.
    pub fn option<'o>(mut self, option: impl IntoText<'o>) -> Self {
        let option = option.into_text().map(Cow::into_owned);
        self.push_option(option);
        self
    }

    /// Adds a header in memory, which the source can include as `name`.
    pub fn header(mut self, name: impl IntoText<'a>, text: impl IntoText<'a>) -> Self {
        let name = self.c_string(name.into_text(), Text::HeaderName);
        let text =
            self.c_string(text.into_text(), |_| Text::Header(name.to_string_lossy().into_owned()));
        self.header_names.push(name);
        self.headers.push(text);
        self
    }

    /// Checks that every string of it can be passed to NVRTC. Compiling does this first.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::InteriorNul`] for the first string that contains a NUL byte.
    #[inline]
    pub fn check(&self) -> Result<(), NvrtcError> {
        match self.with_nul.clone() {
            None => Ok(()),
            Some((text, at)) => Err(NvrtcErrorKind::InteriorNul { text, at }.into()),
        }
    }

    /// Requests the name of a kernel or variable in the output, for a C++ expression such as `scale<float>`: see
    /// [`Ptx::lowered_name`](crate::ptx::Ptx::lowered_name). This also instantiates templates.
    #[doc(alias = "nvrtcAddNameExpression")]
    pub fn name_expression(mut self, expression: impl IntoText<'a>) -> Self {
        let expression = self.c_string(expression.into_text(), Text::NameExpression);
        self.name_expressions.push(expression);
        self
    }

    /// Requests the name of the template `function` for these types, such as `instance::<(f32, u64)>("scale")` for
    /// `scale<float, unsigned long long>`: see [`Ptx::lowered_instance`](crate::ptx::Ptx::lowered_instance).
    pub fn instance<T: CppTypes>(self, function: &str) -> Self {
        self.name_expression(crate::cpp::instance_name::<T>(function))
    }

    /// Lets NVRTC call `callback` repeatedly while it compiles, from any thread. If it returns
    /// [`Break`](ControlFlow::Break), the compilation ends with [`NvrtcErrorKind::Cancelled`]. Requires NVRTC 12.8.
    ///
    /// The callback must not use NVRTC, which would deadlock: compiling on the callback's thread returns
    /// [`NvrtcErrorKind::InCallback`]. If the callback panics, the compilation ends, and the panic continues in the
    /// thread that compiles.
    #[doc(alias = "nvrtcSetFlowCallback")]
    #[inline]
    pub fn flow(mut self, callback: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        self.flow = Some(Flow::new(callback));
        self
    }

    /// Returns the name, for messages; NVRTC's own if there is none.
    pub(crate) fn shown_name(&self) -> String {
        if self.name.is_empty() {
            return "default_program".to_owned();
        }
        self.name.to_string_lossy().into_owned()
    }

    /// Returns the options as they are passed to NVRTC.
    pub(crate) fn nvrtc_options(&self) -> Vec<Cow<'_, CStr>> {
        let mut options = Vec::new();
        let mut add = |option: String| {
            // It contains no NUL byte.
            if let Ok(option) = CString::new(option) {
                options.push(Cow::Owned(option));
            }
        };
        if let Some(arch) = self.arch {
            add(format!("--gpu-architecture={arch}"));
        }
        if let Some(fmad) = self.fmad {
            add(format!("--fmad={fmad}"));
        }
        for option in &self.options {
            options.push(option.as_c_str().into());
        }
        options
    }

    #[inline]
    pub(crate) fn push_option(&mut self, option: Result<CString, NulError>) {
        let option = self.c_string(option.map(Cow::Owned), Text::Option);
        self.options.push(option.into_owned());
    }

    pub(crate) fn last_option(&self) -> Option<&CString> {
        self.options.last()
    }

    /// Returns the string as a C string, or an empty one if it contains a NUL byte.
    fn c_string<'t>(
        &mut self,
        text: Result<Cow<'t, CStr>, NulError>,
        which: impl FnOnce(String) -> Text,
    ) -> Cow<'t, CStr> {
        text.unwrap_or_else(|error| {
            let at = error.nul_position();
            let text = error.into_vec();
            if self.with_nul.is_none() {
                let text = which(String::from_utf8_lossy(&text).into_owned());
                self.with_nul = Some((text, at));
            }
            Cow::default()
        })
    }
}

/// Returns the options as text, for messages.
pub(crate) fn shown(options: &[Cow<'_, CStr>]) -> Vec<String> {
    let mut shown = Vec::new();
    for option in options {
        shown.push(option.to_string_lossy().into_owned());
    }
    shown
}

impl Nvrtc {
    /// Creates a program to compile with this NVRTC, as [`Program::new`] does for the default NVRTC.
    pub fn program<'a>(self, name: impl IntoText<'a>, source: impl IntoText<'a>) -> Program<'a> {
        Program::new(name, source).with_nvrtc(self)
    }
}
