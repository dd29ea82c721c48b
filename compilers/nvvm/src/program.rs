use std::borrow::Cow;

use crate::library::Nvvm;
use cuda_arch::Arch;

/// Modules of NVVM IR, and the options to compile them with:
/// [documentation](https://docs.nvidia.com/cuda/libnvvm-api/index.html).
///
/// It can be compiled many times, and from many threads. Methods have the names of libNVVM's options; what isn't set is
/// libNVVM's default.
///
/// ```no_run
/// use nvvm::{Arch, Program};
///
/// let ir = r#"
/// target triple = "nvptx64-nvidia-cuda"
/// define void @set(i32* %out) {
///   store i32 7, i32* %out
///   ret void
/// }
/// !nvvm.annotations = !{!0}
/// !0 = !{void (i32*)* @set, !"kernel", i32 1}
/// !nvvmir.version = !{!1}
/// !1 = !{i32 2, i32 0}
/// "#;
/// let ptx = Program::new().module("set", ir).arch(Arch::compute(7, 5)).compile_ptx()?;
/// # Ok::<(), nvvm::NvvmError>(())
/// ```
#[doc(alias = "nvvmDestroyProgram")]
#[derive(Clone, Debug, Default)]
#[must_use = "a program does nothing until it is compiled"]
pub struct Program<'a> {
    /// `None` for the libNVVM of this machine.
    pub(crate) nvvm: Option<Nvvm>,
    pub(crate) modules: Vec<Module<'a>>,
    pub(crate) has_libdevice: bool,
    options: Vec<String>,
}

/// A module, and its name in messages.
#[derive(Clone, Debug)]
pub(crate) struct Module<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) code: Cow<'a, [u8]>,
    /// Whether only what other modules use of it is linked.
    pub(crate) is_lazy: bool,
}

impl<'a> Program<'a> {
    /// Creates a program without modules, to compile with the libNVVM of this machine, which is loaded at that point.
    #[doc(alias = "nvvmCreateProgram")]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles with `nvvm` instead.
    pub fn with_nvvm(mut self, nvvm: Nvvm) -> Self {
        self.nvvm = Some(nvvm);
        self
    }

    /// Adds a module as text. All modules are linked; `name` appears in messages.
    #[doc(alias = "nvvmAddModuleToProgram")]
    pub fn module(mut self, name: impl Into<Cow<'a, str>>, ir: impl Into<Cow<'a, str>>) -> Self {
        let code = match ir.into() {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        self.modules.push(Module { name: name.into(), code, is_lazy: false });
        self
    }

    /// Adds a module as LLVM's bitcode.
    ///
    /// # Safety
    /// It is whole, as a compiler wrote it, for an LLVM that this libNVVM reads: LLVM doesn't check all of it.
    #[doc(alias = "nvvmAddModuleToProgram")]
    pub unsafe fn bitcode(
        mut self,
        name: impl Into<Cow<'a, str>>,
        code: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        self.modules.push(Module { name: name.into(), code: code.into(), is_lazy: false });
        self
    }

    /// Adds a library as bitcode: of it, only what other modules use is linked.
    ///
    /// # Safety
    /// As [`bitcode`](Self::bitcode).
    #[doc(alias = "nvvmLazyAddModuleToProgram")]
    pub unsafe fn lazy_bitcode(
        mut self,
        name: impl Into<Cow<'a, str>>,
        code: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        self.modules.push(Module { name: name.into(), code: code.into(), is_lazy: true });
        self
    }

    /// Adds NVIDIA's libdevice, with the [math functions](https://docs.nvidia.com/cuda/libdevice-users-guide/index.html)
    /// `__nv_sinf` and so on. It is found when the program is compiled.
    pub fn libdevice(mut self) -> Self {
        self.has_libdevice = true;
        self
    }

    /// Compiles for the virtual architecture `arch`. The default is libNVVM's.
    #[doc(alias = "-arch")]
    pub fn arch(self, arch: Arch) -> Self {
        self.option(format!("-arch={arch}"))
    }

    /// Sets whether the code is optimized; on by default.
    #[doc(alias = "-opt")]
    pub fn optimize(self, optimize: bool) -> Self {
        self.option(format!("-opt={}", if optimize { 3 } else { 0 }))
    }

    /// Adds information for debuggers.
    #[doc(alias = "-g")]
    pub fn debug_info(self) -> Self {
        self.option("-g")
    }

    /// Adds lines of the source.
    #[doc(alias = "-generate-line-info")]
    pub fn generate_line_info(self) -> Self {
        self.option("-generate-line-info")
    }

    /// Sets whether subnormal numbers of `f32` become zero; off by default.
    #[doc(alias = "-ftz")]
    pub fn ftz(self, ftz: bool) -> Self {
        self.option(format!("-ftz={}", u8::from(ftz)))
    }

    /// Sets whether square roots of `f32` are rounded as IEEE 754 says, rather than approximated; on by default.
    #[doc(alias = "-prec-sqrt")]
    pub fn prec_sqrt(self, prec_sqrt: bool) -> Self {
        self.option(format!("-prec-sqrt={}", u8::from(prec_sqrt)))
    }

    /// Sets whether quotients of `f32` are rounded as IEEE 754 says, rather than approximated; on by default.
    #[doc(alias = "-prec-div")]
    pub fn prec_div(self, prec_div: bool) -> Self {
        self.option(format!("-prec-div={}", u8::from(prec_div)))
    }

    /// Sets whether a multiplication and an addition may be fused into one operation that rounds once; on by default.
    #[doc(alias = "-fma")]
    pub fn fma(self, fma: bool) -> Self {
        self.option(format!("-fma={}", u8::from(fma)))
    }

    /// Adds any [option](https://docs.nvidia.com/cuda/libnvvm-api/index.html) of libNVVM, one word.
    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Returns the options, as they are passed to libNVVM.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(String::as_str)
    }
}
