//! The outputs of compilation.

use std::ffi::CStr;

use cuda_arch::BinaryKind;

use crate::binary::{OptixIr, TileIr};
use crate::compile::Compilation;
use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::flow;
use crate::library::Nvrtc;
use crate::notes::Notes;
use crate::program::{Program, shown};
use crate::ptx::Ptx;
use cuda_arch::ObjectCode;

impl Program<'_> {
    /// Compiles to PTX.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Load`] if there is no NVRTC, [`Compile`](NvrtcErrorKind::Compile) with NVRTC's log for an
    /// error in the source, [`InvalidOption`](NvrtcErrorKind::InvalidOption) and
    /// [`UnsupportedArch`](NvrtcErrorKind::UnsupportedArch) for what this NVRTC doesn't support, and
    /// [`NoOutput`](NvrtcErrorKind::NoOutput) if the options request another output.
    #[doc(alias("nvrtcCompileProgram", "nvrtcGetPTX", "nvrtcGetPTXSize"))]
    #[inline]
    pub fn compile_ptx(&self) -> Result<Ptx, NvrtcError> {
        let compilation = self.compile(&[])?;
        let text = compilation.ptx()?;
        if text.is_empty() {
            return Err(self.no_output("PTX", compilation.nvrtc()));
        }
        Ok(Ptx::new(text, compilation.into_notes()))
    }

    /// Compiles to machine code for the real architecture set with [`arch`](Self::arch).
    ///
    /// A GPU of the same major and a higher minor compute capability also runs it, unless the architecture is
    /// [specific](cuda_arch::Arch::architecture_specific). The name of an [instance](Self::instance) is
    /// [`symbol`](ObjectCode::symbol) of [`instance_name`](crate::cpp::instance_name).
    ///
    /// # Errors
    /// [`NvrtcErrorKind::VirtualArch`] if it is a virtual one, [`NoOutput`](NvrtcErrorKind::NoOutput) if it isn't set,
    /// otherwise as [`compile_ptx`](Self::compile_ptx).
    #[doc(alias("nvrtcCompileProgram", "nvrtcGetCUBIN", "nvrtcGetCUBINSize"))]
    #[inline]
    pub fn compile_cubin(&self) -> Result<ObjectCode, NvrtcError> {
        if let Some(arch) = self.arch.filter(|arch| !arch.is_real()) {
            let program = self.shown_name();
            return Err(NvrtcErrorKind::VirtualArch { program, arch }.into());
        }
        self.compile_to(&[], "cubin", Compilation::cubin, cubin)
    }

    /// Compiles to LTO-IR, which a linker optimizes together with that of other programs. NVRTC before 12.0 generates
    /// NVVM code instead.
    ///
    /// # Errors
    /// As [`compile_ptx`](Self::compile_ptx).
    #[doc(alias(
        "nvrtcGetLTOIR",
        "nvrtcGetNVVM",
        "--dlink-time-opt",
        "-dlto",
        "nvrtcGetLTOIRSize",
        "nvrtcGetNVVMSize"
    ))]
    #[inline]
    pub fn compile_lto_ir(&self) -> Result<ObjectCode, NvrtcError> {
        self.compile_to(&[c"--dlink-time-opt"], "LTO-IR", Compilation::lto_ir, lto_ir)
    }

    /// Compiles to OptiX IR. Requires NVRTC 12.0.
    ///
    /// # Errors
    /// As [`compile_ptx`](Self::compile_ptx).
    #[doc(alias("nvrtcGetOptiXIR", "--optix-ir", "nvrtcGetOptiXIRSize"))]
    #[inline]
    pub fn compile_optix_ir(&self) -> Result<OptixIr, NvrtcError> {
        self.compile_to(&[c"--optix-ir"], "OptiX IR", Compilation::optix_ir, OptixIr::new)
    }

    /// Compiles the tile kernels of the source to CUDA Tile IR. Requires NVRTC 13.3.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::NoOutput`] if the source has none, else as [`compile_ptx`](Self::compile_ptx).
    #[doc(alias("nvrtcGetTileIR", "--tile-only", "nvrtcGetTileIRSize"))]
    #[inline]
    pub fn compile_tile_ir(&self) -> Result<TileIr, NvrtcError> {
        self.compile_to(&[c"--tile-only"], "tile IR", Compilation::tile_ir, TileIr::new)
    }

    /// Compiles with `implied` options, and returns one of the outputs.
    fn compile_to<T>(
        &self,
        implied: &[&'static CStr],
        name: &'static str,
        output: impl Fn(&Compilation) -> Result<Vec<u8>, NvrtcError>,
        make: impl Fn(Vec<u8>, Notes) -> T,
    ) -> Result<T, NvrtcError> {
        let compilation = self.compile(implied)?;
        let bytes = output(&compilation)?;
        if bytes.is_empty() {
            return Err(self.no_output(name, compilation.nvrtc()));
        }
        Ok(make(bytes, compilation.into_notes()))
    }

    fn compile(&self, implied: &[&'static CStr]) -> Result<Compilation, NvrtcError> {
        self.check()?;
        if flow::is_in_callback() {
            return Err(NvrtcErrorKind::InCallback.into());
        }
        if let Some(option) = self.untrusted_pch() {
            let program = self.shown_name();
            return Err(NvrtcErrorKind::UntrustedPch { program, option }.into());
        }
        Compilation::new(self, self.nvrtc()?, implied)
    }

    fn no_output(&self, output: &'static str, nvrtc: Nvrtc) -> NvrtcError {
        NvrtcErrorKind::NoOutput {
            program: self.shown_name(),
            output,
            options: shown(&self.nvrtc_options()),
            nvrtc: nvrtc.version(),
        }
        .into()
    }
}

#[inline]
fn cubin(bytes: Vec<u8>, notes: Notes) -> ObjectCode {
    // SAFETY: NVRTC has just written the bytes.
    notes.attach_to(unsafe { ObjectCode::binary(BinaryKind::Cubin, bytes) })
}

#[inline]
fn lto_ir(bytes: Vec<u8>, notes: Notes) -> ObjectCode {
    // SAFETY: NVRTC has just written the bytes.
    notes.attach_to(unsafe { ObjectCode::binary(BinaryKind::LtoIr, bytes) })
}
