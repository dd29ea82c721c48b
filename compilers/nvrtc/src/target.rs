use std::fmt;

use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::library::Nvrtc;
use crate::program::Program;
use crate::ptx::Ptx;
use cuda_arch::{Arch, ObjectCode, Version};

/// The target of a compilation: a GPU, and the driver that loads the output.
///
/// ```no_run
/// use nvrtc::{Program, Target, Version};
///
/// // A GPU that need not be here; `Target::of_device` is one that is.
/// let target = Target::new((9, 0), Version::new(13, 0));
/// let program = Program::new("k.cu", r#"extern "C" __global__ void k() {}"#);
/// let code = program.compile_for(target)?; // machine code, or PTX where NVRTC doesn't know the GPU
/// # Ok::<(), nvrtc::NvrtcError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    capability: (u32, u32),
    driver: Version,
    takes_cubin: bool,
}

impl Target {
    /// Creates the target of a GPU with this compute capability, such as `(9, 0)`, and a driver of this CUDA version,
    /// which need not be on this machine.
    #[must_use]
    #[inline]
    pub const fn new(capability: (u32, u32), driver: Version) -> Self {
        Self { capability, driver, takes_cubin: true }
    }

    /// Creates the target of a device from its compute capability, its driver's CUDA version, and its name.
    ///
    /// It works for a GPU and for `cuda-sim`'s software device, which is recognized by its name and loads only PTX.
    /// With the crate `cuda-driver`:
    ///
    /// ```text
    /// Target::of_device(device.compute_capability()?, device.driver().version(), &device.name()?)
    /// ```
    ///
    /// A software device accepts PTX up to that of its driver's CUDA version, as a GPU's driver does: a newer NVRTC
    /// results in [`NvrtcErrorKind::PtxTooNew`].
    #[must_use]
    #[inline]
    pub fn of_device(capability: impl Into<(u32, u32)>, driver: Version, name: &str) -> Self {
        let target = Self::new(capability.into(), driver);
        if cuda_arch::loads_machine_code(name) { target } else { target.without_cubin() }
    }

    /// Returns the CUDA version of the driver.
    #[must_use]
    #[inline]
    pub const fn driver(self) -> Version {
        self.driver
    }

    /// Sets that only PTX can be loaded; [`of_device`](Self::of_device) detects this automatically.
    #[must_use]
    #[inline]
    pub const fn without_cubin(self) -> Self {
        Self { takes_cubin: false, ..self }
    }
}

impl Nvrtc {
    /// Returns the best architecture of this NVRTC for a GPU of this compute capability: the GPU's real architecture,
    /// or, if this NVRTC doesn't know it, the newest virtual one that it supports and that the GPU can run.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::OldGpu`] if NVRTC supports only newer GPUs, or NVRTC's error.
    #[inline]
    pub fn native_arch(self, capability: (u32, u32)) -> Result<Arch, NvrtcError> {
        let (major, minor) = capability;
        let archs = self.supported_archs()?;
        let older = archs.iter().filter(|arch| arch.capability() <= capability);
        match older.max_by_key(|arch| arch.capability()) {
            Some(arch) if arch.capability() == capability => Ok(Arch::sm(major, minor)),
            Some(arch) => Ok(*arch),
            None => {
                Err(NvrtcErrorKind::OldGpu { capability, supported: archs, nvrtc: self.version() }
                    .into())
            }
        }
    }
}

impl Ptx {
    /// Checks that a driver of this CUDA version can load it.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::PtxTooNew`], which names both versions.
    #[inline]
    pub fn check_driver(&self, driver: Version) -> Result<(), NvrtcError> {
        match self.version() {
            Some(version) if version.cuda_version().is_none_or(|needed| needed > driver) => {
                Err(NvrtcErrorKind::PtxTooNew { version, driver }.into())
            }
            _ => Ok(()),
        }
    }
}

impl Program<'_> {
    /// Compiles to code that `target` can load: machine code if NVRTC supports the GPU, and otherwise PTX, which a
    /// newer driver compiles itself.
    ///
    /// This avoids PTX of an NVRTC newer than the driver, which the driver would reject. Machine code has all features
    /// of the GPU: those of `sm_90a` on 9.0. If no NVRTC was [set](Self::with_nvrtc) and the machine's has a newer
    /// major version than the driver, an older one is searched for ([`Nvrtc::load_for_driver`]). This overrides
    /// [`arch`](Self::arch).
    ///
    /// # Errors
    /// [`NvrtcErrorKind::DriverTooOld`] if the driver has an older major version than NVRTC,
    /// [`PtxTooNew`](NvrtcErrorKind::PtxTooNew) if only PTX could be loaded and is too new,
    /// [`OldGpu`](NvrtcErrorKind::OldGpu), and those of [`compile_ptx`](Self::compile_ptx).
    #[inline]
    pub fn compile_for(&self, target: Target) -> Result<ObjectCode, NvrtcError> {
        let nvrtc = self.nvrtc_for(target)?;
        let program = self.clone().with_nvrtc(nvrtc);
        let arch = nvrtc.native_arch(target.capability)?;
        if arch.is_real() && target.takes_cubin {
            if nvrtc.version().major > target.driver.major {
                return Err(NvrtcErrorKind::DriverTooOld {
                    driver: target.driver,
                    nvrtc: nvrtc.version(),
                }
                .into());
            }
            let arch = with_specific_features(arch, nvrtc.version());
            return program.arch(arch).compile_cubin();
        }
        let ptx = program.arch(arch.to_virtual()).compile_ptx()?;
        ptx.check_driver(target.driver)?;
        Ok(ptx.into())
    }

    /// Returns the NVRTC that [`compile_for`](Self::compile_for) compiles with: the one that was
    /// [set](Self::with_nvrtc), or else the newest on this machine whose output the target's driver can load.
    ///
    /// # Errors
    /// As [`nvrtc`](Self::nvrtc).
    #[inline]
    pub fn nvrtc_for(&self, target: Target) -> Result<Nvrtc, NvrtcError> {
        self.given_nvrtc().map_or_else(|| Nvrtc::load_for_driver(target.driver), Ok)
    }
}

/// Returns the architecture with its specific features, such as `wgmma` of `sm_90a`, if its compute capability has
/// any. The cubin is for a single GPU, so it need not be compatible with others.
#[inline]
fn with_specific_features(arch: Arch, nvrtc: Version) -> Arch {
    match arch.capability() {
        (9, 0) if nvrtc.major < 12 => arch,
        capability if capability >= (9, 0) => arch.architecture_specific(),
        _ => arch,
    }
}

/// Formats it as `compute capability 9.0 with a driver of CUDA 13.0`, followed by `, by PTX alone` if it can't load
/// cubins.
impl fmt::Display for Target {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.capability;
        write!(
            f,
            "compute capability {major}.{minor} with a driver of CUDA {}{}",
            self.driver,
            if self.takes_cubin { "" } else { ", by PTX alone" }
        )
    }
}
