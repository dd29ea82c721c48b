//! Descriptions of arrays by other libraries: DLPack's tensors, and dictionaries of the CUDA array interface. What is taken
//! lies within memory of the device, and a tensor is given back once, whatever it says.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use arbitrary::{Arbitrary, Unstructured};
use cuda_driver::{DeviceBuffer, stream::wait_for_deferred};
use cuda_ndarray::dlpack::Tensor;
use cuda_ndarray::dlpack::abi::{
    DLDataType, DLDevice, DLDeviceType, DLManagedTensorVersioned, DLPackVersion, DLTensor,
};
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::IxDyn;
use cuda_ndarray::{DeviceArray, SharedDeviceArray};

use crate::device::{check_device, stream};

/// The bytes that tensors and dictionaries may describe.
const BYTES: usize = 256;

/// A tensor of another library's, with any numbers.
#[derive(Arbitrary, Debug)]
struct TensorDescription {
    major: bool,
    minor: u32,
    flags: u64,
    /// From the start of the memory, unless it is wild.
    address: i16,
    wild: Option<u64>,
    device: Option<(i32, i32)>,
    dtype: Option<(u8, u8, u16)>,
    ndim: Option<i32>,
    shape: Vec<Number>,
    strides: Option<Vec<Number>>,
    byte_offset: Number,
    is_shared: bool,
}

/// Mostly a small number.
#[derive(Arbitrary, Debug, Clone, Copy)]
enum Number {
    Small(i8),
    Any(i64),
    /// Near the ends.
    Large(i8),
}

impl Number {
    fn get(self) -> i64 {
        match self {
            Self::Small(number) => number.into(),
            Self::Any(number) => number,
            Self::Large(less) => i64::MAX.wrapping_add(less.into()),
        }
    }
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

/// What a tensor points to.
struct Owner {
    tensor: DLManagedTensorVersioned,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

unsafe extern "C" fn delete(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: it is the tensor of an owner that was leaked, and is deleted once.
    drop(unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Owner>()) });
    DELETED.fetch_add(1, Ordering::SeqCst);
}

/// Returns the memory that is described.
fn memory() -> &'static DeviceBuffer<u8> {
    static MEMORY: OnceLock<DeviceBuffer<u8>> = OnceLock::new();
    MEMORY.get_or_init(|| stream().alloc_zeroed(BYTES).unwrap())
}

/// The most axes that the lists of lengths have: a consumer can't check that there are as many as a tensor says.
const AXES: usize = 70;

/// Tensors, imported to be read or written.
pub(crate) fn tensors(input: &[u8]) {
    let Ok(described) = TensorDescription::arbitrary(&mut Unstructured::new(input)) else { return };
    let before = DELETED.load(Ordering::SeqCst);
    let is_shared = described.is_shared;
    let pointer = described.leak();
    // SAFETY: the tensor is valid but for its numbers, which are checked.
    if let Ok(tensor) = unsafe { Tensor::from_raw(pointer) } {
        drop(format!("{:?} {}", tensor.as_dl_tensor(), tensor.is_read_only()));
        // SAFETY: all work on the memory is done, and nothing else uses it meanwhile.
        let host = unsafe {
            if is_shared {
                let array: Result<SharedDeviceArray<f32, IxDyn>, _> = tensor.into_shared(stream());
                array.ok().filter(|array| array.len() <= BYTES).map(|array| array.to_host())
            } else {
                let array: Result<DeviceArray<f32, IxDyn>, _> = tensor.into_array(stream());
                array.ok().map(|array| array.to_host())
            }
        };
        assert!(host.is_none_or(|host| host.is_ok()));
    }
    wait_for_deferred();
    assert_eq!(DELETED.load(Ordering::SeqCst), before + 1, "it is deleted once");
    check_device();
}

impl TensorDescription {
    fn leak(self) -> *mut DLManagedTensorVersioned {
        let numbers = |list: &[Number]| -> Vec<i64> {
            let mut numbers: Vec<_> = list.iter().take(AXES).map(|number| number.get()).collect();
            numbers.resize(AXES, 1);
            numbers
        };
        let given = i32::try_from(self.shape.len()).unwrap_or(i32::MAX);
        let ndim = self.ndim.unwrap_or(given).min(AXES as i32);
        let start = memory().as_raw().wrapping_add_signed(self.address.into());
        let (device_type, device_id) = self.device.unwrap_or((DLDeviceType::CUDA.0, 0));
        let (code, bits, lanes) = self.dtype.unwrap_or((2, 32, 1));
        let dl_tensor = DLTensor {
            data: self.wild.unwrap_or(start) as usize as *mut c_void,
            device: DLDevice { device_type: DLDeviceType(device_type), device_id },
            ndim,
            dtype: DLDataType { code, bits, lanes },
            shape: null_mut(),
            strides: null_mut(),
            byte_offset: self.byte_offset.get() as u64,
        };
        let version = DLPackVersion { major: if self.major { 2 } else { 1 }, minor: self.minor };
        let owner = Owner {
            tensor: DLManagedTensorVersioned {
                version,
                manager_ctx: null_mut(),
                deleter: Some(delete),
                flags: self.flags,
                dl_tensor,
            },
            shape: numbers(&self.shape),
            strides: self.strides.as_deref().map(numbers).unwrap_or_default(),
        };
        let owner = Box::into_raw(Box::new(owner));
        // SAFETY: it was just leaked.
        unsafe {
            (*owner).tensor.manager_ctx = owner.cast();
            (*owner).tensor.dl_tensor.shape = (*owner).shape.as_mut_ptr();
            if !(*owner).strides.is_empty() {
                (*owner).tensor.dl_tensor.strides = (*owner).strides.as_mut_ptr();
            }
            &raw mut (*owner).tensor
        }
    }
}

/// Dictionaries of the CUDA array interface, as Python writes them.
pub(crate) fn dictionaries(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(found) = CudaArrayInterface::parse(text) else { return };
    assert!(found.version <= 3 && found.stream != Some(0), "{text}");
    let again = CudaArrayInterface::parse(&found.to_string());
    assert_eq!(again.as_ref(), Ok(&found), "{text}");
    // Its stream may be any handle, and its address that of anything.
    if found.stream.is_some() {
        return;
    }
    let start = memory().as_raw();
    let moved = CudaArrayInterface { data: (start + found.data.0 % 300, found.data.1), ..found };
    // SAFETY: nothing writes to the memory.
    let array = unsafe { moved.into_shared::<f32, IxDyn>((), stream()) };
    if let Ok(array) = array
        && array.len() <= BYTES
    {
        array.to_host().unwrap();
    }
    check_device();
}
