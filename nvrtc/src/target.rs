use std::fmt;

use crate::{Arch, Nvrtc, NvrtcError, NvrtcErrorKind, ObjectCode, Program, Ptx, Version};

/// What a program is compiled for: a GPU, and the driver that loads it.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    capability: (u32, u32),
    driver: Version,
    takes_cubin: bool,
}

impl Target {
    /// A GPU of this compute capability, `(9, 0)`, with a driver of this CUDA version: one that need not be here.
    #[must_use]
    #[inline]
    pub const fn new(capability: (u32, u32), driver: Version) -> Self {
        Self {
            capability,
            driver,
            takes_cubin: true,
        }
    }

    /// A device by what it says of itself: its compute capability, its driver's CUDA version, and its name.
    ///
    /// The same line serves for a GPU and for `cuda-sim`'s software device, which is known by its name and loads PTX
    /// alone. With the crate `cuda-driver` it reads:
    ///
    /// ```text
    /// Target::of_device(device.compute_capability()?, device.driver().version(), &device.name()?)
    /// ```
    ///
    /// A software device takes PTX up to the version that its driver's CUDA version has, as a driver for GPUs does: an
    /// NVRTC that is newer is [`NvrtcErrorKind::PtxTooNew`] there.
    #[must_use]
    pub fn of_device(capability: impl Into<(u32, u32)>, driver: Version, name: &str) -> Self {
        let target = Self::new(capability.into(), driver);
        if cuda_arch::loads_machine_code(name) {
            target
        } else {
            target.without_cubin()
        }
    }

    /// The CUDA version of the driver.
    #[must_use]
    #[inline]
    pub const fn driver(self) -> Version {
        self.driver
    }

    /// The same where only PTX can be loaded; [`of_device`](Self::of_device) knows by itself whether it is so.
    #[must_use]
    #[inline]
    pub const fn without_cubin(self) -> Self {
        Self {
            takes_cubin: false,
            ..self
        }
    }
}

impl Nvrtc {
    /// What this NVRTC compiles best to for a GPU of this compute capability: the GPU's own real architecture, or, where
    /// NVRTC is older than the GPU, the newest virtual one that it knows.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::OldGpu`] where NVRTC knows only newer GPUs, or what it answers.
    #[inline]
    pub fn native_arch(self, capability: (u32, u32)) -> Result<Arch, NvrtcError> {
        let (major, minor) = capability;
        let known = self.supported_archs()?;
        let older = known.iter().filter(|arch| arch.capability() <= capability);
        match older.max_by_key(|arch| arch.capability()) {
            Some(arch) if arch.capability() == capability => Ok(Arch::sm(major, minor)),
            Some(arch) => Ok(*arch),
            None => Err(NvrtcErrorKind::OldGpu {
                capability,
                supported: known,
                nvrtc: self.version(),
            }
            .into()),
        }
    }
}

impl Ptx {
    /// Whether a driver of this CUDA version takes it.
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
    /// Compiles to what `target` can load: machine code where NVRTC knows the GPU, or else PTX, which a newer driver
    /// compiles itself.
    ///
    /// So PTX of an NVRTC that is newer than the driver, which that would refuse, doesn't come about. Machine code has all
    /// features of the very GPU: those of `sm_90a` on 9.0. Where no NVRTC was [given](Self::with_nvrtc) and the machine's is
    /// of a newer major version than the driver, an older one is looked for ([`Nvrtc::load_for_driver`]).
    /// [`arch`](Self::arch) is chosen here.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::DriverTooOld`] where the driver is of an older major version than NVRTC,
    /// [`PtxTooNew`](NvrtcErrorKind::PtxTooNew) where only PTX could be loaded and is too new,
    /// [`OldGpu`](NvrtcErrorKind::OldGpu), and those of [`compile_ptx`](Self::compile_ptx).
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
            let arch = with_its_own_features(arch, nvrtc.version());
            return program.arch(arch).compile_cubin();
        }
        let ptx = program.arch(arch.to_virtual()).compile_ptx()?;
        ptx.check_driver(target.driver)?;
        Ok(ptx.into())
    }

    /// The NVRTC that [`compile_for`](Self::compile_for) compiles with: the one that was [given](Self::with_nvrtc), or else
    /// the newest here that the target's driver takes code of.
    ///
    /// # Errors
    /// As [`nvrtc`](Self::nvrtc).
    #[inline]
    pub fn nvrtc_for(&self, target: Target) -> Result<Nvrtc, NvrtcError> {
        self.given_nvrtc()
            .map_or_else(|| Nvrtc::load_for_driver(target.driver), Ok)
    }
}

/// The architecture with what only it has, such as `wgmma` of `sm_90a`, from the compute capability on that has some:
/// a cubin for this very GPU loses nothing by it.
fn with_its_own_features(arch: Arch, nvrtc: Version) -> Arch {
    match arch.capability() {
        (9, 0) if nvrtc.major < 12 => arch,
        capability if capability >= (9, 0) => arch.architecture_specific(),
        _ => arch,
    }
}

/// `compute capability 9.0 with a driver of CUDA 13.0`, and `, by PTX alone` where no cubin is taken.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.capability;
        write!(
            f,
            "compute capability {major}.{minor} with a driver of CUDA {}{}",
            self.driver,
            if self.takes_cubin {
                ""
            } else {
                ", by PTX alone"
            }
        )
    }
}
