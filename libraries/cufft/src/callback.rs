use core::ffi::c_void;
use core::fmt;
use std::ffi::CString;
use std::sync::Arc;

use cuda_driver::{Context, DeviceBuffer, Element, Stream};
use cuda_libraries_sys::cufft::{Symbol, cufftHandle, cufftXtCallbackType};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_library_support::CallError;

use crate::element::Types;
use crate::error::{Error, check};
use crate::library::Cufft;

/// A function in CUDA C++ that cuFFT calls to load or to store an element, and compiles into its kernels:
/// [documentation](https://docs.nvidia.com/cuda/cufft/index.html#cufft-callback-routines).
/// [`Cufft::plan_with_callbacks`] has an example.
///
/// | | of real numbers | of complex numbers |
/// |---|---|---|
/// | load | `float load(void *x, unsigned long long at, void *info, void *shared)` | `float2 load(…)` |
/// | store | `void store(void *y, unsigned long long at, float value, void *info, void *shared)` | `void store(…, float2 value, …)` |
///
/// Of `f64` they have `double` and `double2`. `x` and `y` are where the slices of the call begin, `at` counts their elements.
#[doc(alias("cufftJITCallbackLoadC", "cufftJITCallbackLoadZ", "cufftJITCallbackLoadR"))]
#[doc(alias("cufftJITCallbackStoreC", "cufftJITCallbackStoreZ", "cufftJITCallbackStoreR"))]
#[doc(alias("cufftJITCallbackLoadD", "cufftJITCallbackStoreD"))]
#[derive(Clone)]
pub struct Callback<'a> {
    name: &'a str,
    code: &'a [u8],
    info: Option<Arc<dyn Info>>,
}

impl<'a> Callback<'a> {
    /// Creates a callback from the name of a `__device__` function of C++, and the LTO-IR or the fat binary that has it. It
    /// is linked with that of the plan's other callback, and so has no function that is in both.
    #[must_use]
    pub fn new(name: &'a str, code: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self { name, code: code.as_ref(), info: None }
    }

    /// Sets the memory whose address the function gets as `info`; otherwise it gets null. The plan keeps it.
    #[doc(alias = "callerInfo")]
    #[must_use]
    pub fn info<T: Element + Send + Sync>(self, memory: impl Into<Arc<DeviceBuffer<T>>>) -> Self {
        Self { info: Some(memory.into()), ..self }
    }

    /// Checks it, and returns it as cuFFT takes it; as the plan's store callback, or its load callback.
    pub(crate) fn resolved(
        self,
        is_store: bool,
        types: &Types,
        context: &Context,
    ) -> Result<CallbackCode, Error> {
        let refused = |rule| Error::Callback { name: self.name.to_owned(), rule };
        let name = CString::new(self.name).ok().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| refused("its name isn't empty, and has no null byte"))?;
        if self.code.is_empty() {
            return Err(refused("its code is LTO-IR or a fat binary, and this is empty"));
        }
        use cufftXtCallbackType as Kind;
        let kinds = match if is_store { types.output } else { types.input } {
            cudaDataType::CUDA_C_32F => [Kind::CUFFT_CB_LD_COMPLEX, Kind::CUFFT_CB_ST_COMPLEX],
            cudaDataType::CUDA_R_32F => [Kind::CUFFT_CB_LD_REAL, Kind::CUFFT_CB_ST_REAL],
            cudaDataType::CUDA_R_64F => {
                [Kind::CUFFT_CB_LD_REAL_DOUBLE, Kind::CUFFT_CB_ST_REAL_DOUBLE]
            }
            cudaDataType::CUDA_C_64F => {
                [Kind::CUFFT_CB_LD_COMPLEX_DOUBLE, Kind::CUFFT_CB_ST_COMPLEX_DOUBLE]
            }
            _ => return Err(refused("cuFFT has callbacks for f32, f64 and their complex numbers")),
        };
        if let Some(info) = &self.info {
            if !info.stream().context().shares_memory_with(context) {
                return Err(CallError::OtherContext { call: "plan_with_callbacks" }.into());
            }
            // Transforms may run on any stream, and nothing writes what the plan keeps.
            info.stream().synchronize()?;
        }
        let mut code = vec![0_u128; self.code.len().div_ceil(size_of::<u128>())];
        bytemuck::cast_slice_mut(&mut code)[..self.code.len()].copy_from_slice(self.code);
        let (kind, len) = (kinds[usize::from(is_store)], self.code.len());
        Ok(CallbackCode { name, code, len, kind, info: self.info })
    }
}

impl fmt::Debug for Callback<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let address = self.info.as_ref().map(|info| info.address());
        f.debug_struct("Callback")
            .field("name", &self.name)
            .field("info", &address)
            .finish_non_exhaustive()
    }
}

/// Device memory of any elements.
trait Info: Send + Sync {
    fn stream(&self) -> &Stream;
    fn address(&self) -> u64;
}

impl<T: Element + Send + Sync> Info for DeviceBuffer<T> {
    fn stream(&self) -> &Stream {
        self.stream()
    }

    fn address(&self) -> u64 {
        self.as_raw()
    }
}

/// A callback as cuFFT takes it. It reads name and code not before the plan is made.
pub(crate) struct CallbackCode {
    name: CString,
    /// nvJitLink wants it at a multiple of 16 bytes.
    code: Vec<u128>,
    /// The bytes of the code.
    len: usize,
    kind: cufftXtCallbackType,
    info: Option<Arc<dyn Info>>,
}

impl CallbackCode {
    /// Sets it in a plan that isn't made yet.
    ///
    /// # Safety
    /// The plan is alive, nothing else uses it, and this lives as long. A context is current, and the code is what
    /// [`Cufft::plan_with_callbacks`] demands.
    pub(crate) unsafe fn set(&self, cufft: Cufft, raw: cufftHandle) -> Result<(), Error> {
        let table = cufft.raw();
        // That of cuFFT 11 has another name.
        let symbol = match cufft.version() {
            ..12000 => Symbol::__cufftXtSetJITCallback_12_7,
            _ => Symbol::cufftXtSetJITCallback,
        };
        let slot = table.cufftXtSetJITCallback.or(table.__cufftXtSetJITCallback_12_7);
        let set = cufft.require(symbol, slot)?;
        let mut info = self.info.as_ref().map_or(0, |info| info.address()) as *mut c_void;
        let code = self.code.as_ptr().cast();
        // SAFETY: the caller guarantees the plan and the code, of so many bytes; a plan for one device reads one address.
        let status =
            unsafe { set(raw, self.name.as_ptr(), code, self.len, self.kind, &raw mut info) };
        check(symbol, status, || format!("{:?} {:?} of {} bytes", self.kind, self.name, self.len))
    }
}
