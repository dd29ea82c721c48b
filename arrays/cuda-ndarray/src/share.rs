use crate::error::share::ShareError;
use cuda_driver::{DeviceBuffer, DeviceSlice, Stream, ipc::IpcMemHandle};
use ndarray::Dimension;

use crate::array::DeviceArray;
use crate::dtype::Dtype;
use crate::error::Error;
use crate::layout::Layout;
use crate::view::DeviceArrayView;

/// A handle with which another process can open an array of this one: Numba's `IpcArrayHandle`. Its
/// [bytes](Self::to_bytes) can be sent in any way.
///
/// The array's memory must come from [`UnpooledResource`](cuda_driver::memory::resource::UnpooledResource): memory of a pool can't be shared by a handle.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_driver::memory::resource::UnpooledResource;
/// use cuda_ndarray::{MakeArrays, SharedArray};
///
/// let array = stream.with_resource(&UnpooledResource).zeros::<f32, _>((2, 3))?;
/// stream.synchronize()?;
/// let bytes = array.share()?.to_bytes(); // to be sent to another process
/// let there = SharedArray::from_bytes(&bytes)?; // which opens it with `SharedArray::open`
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedArray {
    handle: IpcMemHandle,
    /// The UUID of the device.
    uuid: [u8; 16],
    /// The process that owns the memory.
    process: u32,
    typestr: String,
    /// The size of the allocation in bytes.
    size: u64,
    /// The start of the array in the allocation, in bytes.
    start: u64,
    shape: Vec<u64>,
    strides: Vec<i64>,
    /// The position of the element of index 0, relative to `start`.
    offset: u64,
}

/// The first bytes: a name, and the version of the format.
const MAGIC: [u8; 8] = *b"cuNDarr\x01";

impl<A: Dtype, D: Dimension> DeviceArray<A, D> {
    /// Returns a handle with which other processes of this machine can [open](SharedArray::open) the array, which must live
    /// until they have closed it: until they have dropped the opened arrays, and completed the work on them.
    ///
    /// # Errors
    /// [`ShareError::Empty`]; [`ShareError::Ipc`] for memory of a pool, if the system doesn't support sharing, or with
    /// another error of the driver.
    pub fn share(&self) -> Result<SharedArray, Error> {
        if self.alloc_size() == 0 {
            return Err(ShareError::Empty.into());
        }
        let handle = self.as_buffer().ipc_handle().map_err(ShareError::from)?;
        let context = self.stream().context();
        let base = self.as_buffer().as_raw();
        let (start, size) = context.address_range(base)?;
        Ok(SharedArray {
            handle,
            uuid: context.device().uuid()?.0,
            process: std::process::id(),
            typestr: A::dtype().typestr(),
            size: size as u64,
            start: base - start,
            shape: self.shape().iter().map(|dim| *dim as u64).collect(),
            strides: self.strides().iter().map(|stride| *stride as i64).collect(),
            offset: self.layout().offset() as u64,
        })
    }
}

/// An array of another process, to read. When it is dropped, it is closed after the work of its stream.
#[derive(Debug)]
pub struct OpenedArray<A, D> {
    memory: DeviceBuffer<u8>,
    start: usize,
    layout: Layout<D>,
    elements: core::marker::PhantomData<A>,
}

impl<A: Dtype, D: Dimension> OpenedArray<A, D> {
    /// Returns the elements, to read.
    ///
    /// # Errors
    /// Never returns an error, because the layout was checked when it was opened.
    pub fn view(&self) -> Result<DeviceArrayView<'_, A, D>, Error> {
        let bytes: DeviceSlice<'_, u8> = self.memory.slice(self.start..)?;
        DeviceArrayView::from_slice(whole_elements(bytes)?, self.layout.clone())
    }
}

/// Returns the bytes as elements, without a partial last one.
fn whole_elements<A: Dtype>(bytes: DeviceSlice<'_, u8>) -> Result<DeviceSlice<'_, A>, Error> {
    let size = size_of::<A>().max(1);
    let len = bytes.len() / size * size;
    Ok(bytes.slice(..len)?.cast()?)
}

impl SharedArray {
    /// Opens the array, for `stream` to read.
    ///
    /// # Errors
    /// A [`ShareError`]; [`Error::Ndim`], [`Error::TooLarge`], [`Error::OutOfMemoryRange`].
    ///
    /// # Safety
    /// - The handle is that of an array that another process shares and keeps until it is closed here: after the opened
    ///   array is dropped, and the work submitted to `stream` before is completed.
    /// - Nothing writes to it meanwhile, and earlier work on it is completed, or ordered before that of `stream` by an
    ///   event that processes share.
    pub unsafe fn open<A: Dtype, D: Dimension>(
        &self,
        stream: &Stream,
    ) -> Result<OpenedArray<A, D>, Error> {
        let expected = A::dtype().typestr();
        if self.typestr != expected {
            let found = self.typestr.clone();
            return Err(ShareError::Dtype { found, expected }.into());
        }
        if self.process == std::process::id() {
            return Err(ShareError::OwnProcess.into());
        }
        let ours = stream.context().device().uuid()?.0;
        if self.uuid != ours {
            let theirs = self.uuid;
            return Err(ShareError::Device { theirs, ours }.into());
        }
        let too_large = |_| ShareError::Bytes {
            len: self.to_bytes().len(),
            reason: "it has more elements than an address can count",
        };
        let shape: Vec<usize> = self
            .shape
            .iter()
            .map(|dim| usize::try_from(*dim))
            .collect::<Result<_, _>>()
            .map_err(too_large)?;
        let strides: Vec<isize> = self.strides.iter().map(|stride| *stride as isize).collect();
        let offset = usize::try_from(self.offset).map_err(too_large)?;
        let layout = Layout::new(&shape, &strides, offset)?;
        let (size, start) = (
            usize::try_from(self.size).map_err(too_large)?,
            usize::try_from(self.start).map_err(too_large)?,
        );
        let elements = size.saturating_sub(start) / size_of::<A>().max(1);
        if layout.range().end > elements {
            return Err(layout.outside(elements));
        }
        // SAFETY: the caller guarantees that the other process keeps the array.
        let memory = unsafe { stream.open_ipc(&self.handle, size) }.map_err(ShareError::from)?;
        Ok(OpenedArray { memory, start, layout, elements: core::marker::PhantomData })
    }

    /// Returns the bytes, to be sent to another process.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.handle.as_bytes());
        bytes.extend(self.uuid);
        bytes.extend(self.process.to_le_bytes());
        bytes.extend((self.shape.len() as u32).to_le_bytes());
        for number in [self.size, self.start, self.offset] {
            bytes.extend(number.to_le_bytes());
        }
        for len in &self.shape {
            bytes.extend(len.to_le_bytes());
        }
        for stride in &self.strides {
            bytes.extend(stride.to_le_bytes());
        }
        bytes.extend(self.typestr.as_bytes());
        bytes
    }

    /// Reads a handle from its bytes.
    ///
    /// # Errors
    /// [`ShareError::Bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShareError> {
        let refused = |reason| ShareError::Bytes { len: bytes.len(), reason };
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (part, after) = rest.split_at_checked(count).ok_or(refused("there are too few"))?;
            rest = after;
            Ok::<_, ShareError>(part)
        };
        if take(MAGIC.len())? != MAGIC {
            return Err(refused("they begin otherwise, or are of another version"));
        }
        let handle = IpcMemHandle::try_from(take(64)?)?;
        let uuid = take(16)?.try_into().map_err(|_| refused("there are too few"))?;
        let mut number = |size: usize| {
            let mut bytes = [0; 8];
            bytes[..size].copy_from_slice(take(size)?);
            Ok::<_, ShareError>(u64::from_le_bytes(bytes))
        };
        let process = number(4)? as u32;
        let ndim = number(4)?;
        let (size, start, offset) = (number(8)?, number(8)?, number(8)?);
        // At most the available bytes.
        let shape = (0..ndim).map(|_| number(8)).collect::<Result<Vec<_>, _>>()?;
        let strides =
            (0..ndim).map(|_| Ok(number(8)? as i64)).collect::<Result<Vec<_>, ShareError>>()?;
        let typestr = core::str::from_utf8(rest).map_err(|_| refused("the type isn't text"))?;
        Ok(Self {
            handle,
            uuid,
            process,
            typestr: typestr.to_owned(),
            size,
            start,
            shape,
            strides,
            offset,
        })
    }
}
