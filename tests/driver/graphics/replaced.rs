//! A driver whose functions for graphics are replaced by those of this file: their resources are memory and arrays of the
//! device.

use core::ffi::c_uint;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::{
    DeviceBuffer,
    array::{ArrayDescriptor, MipmappedArray},
    graphics::{GraphicsRegisterFlags, GraphicsResource},
    sys::{
        CUGLDeviceList, CUarray, CUdevice, CUdeviceptr, CUeglColorFormat, CUeglFrame,
        CUgraphicsResource, CUmipmappedArray, CUresult, CUstream, EGLImageKHR, GLenum, GLuint,
    },
};

use crate::device::TestDevice;

const OK: CUresult = CUresult::CUDA_SUCCESS;
const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

/// The names of OpenGL's objects: of one buffer, and of one image.
pub const BUFFER: GLuint = 7;
pub const IMAGE: GLuint = 8;

/// The handles of the resources: of the buffer, of the image, and of an image of EGL.
pub const RESOURCES: [usize; 3] = [0x100, 0x200, 0x300];

/// What the replaced functions know.
#[derive(Default)]
pub struct Graphics {
    pub calls: Vec<&'static str>,
    pub mapped: Vec<usize>,
    /// The result of the next call, if it is to fail.
    pub failure: Option<CUresult>,
    pub memory: (CUdeviceptr, usize),
    pub mipmapped: usize,
    pub arrays: Vec<usize>,
    pub flags: u32,
}

static GRAPHICS: Mutex<Option<Graphics>> = Mutex::new(None);
static SESSION: Mutex<()> = Mutex::new(());

pub fn with<R>(work: impl FnOnce(&mut Graphics) -> R) -> R {
    let mut graphics = GRAPHICS.lock().unwrap_or_else(PoisonError::into_inner);
    work(graphics.get_or_insert_default())
}

/// Notes a call, and returns its result.
fn call(name: &'static str, result: impl FnOnce(&mut Graphics) -> CUresult) -> CUresult {
    with(|graphics| {
        graphics.calls.push(name);
        match graphics.failure.take() {
            Some(failure) => failure,
            None => result(graphics),
        }
    })
}

/// Writes a result.
///
/// # Safety
/// `to` is writable.
unsafe fn store<T>(to: *mut T, value: T) -> CUresult {
    // SAFETY: the caller guarantees it.
    unsafe { to.write(value) };
    OK
}

unsafe extern "C" fn register_buffer(
    to: *mut CUgraphicsResource,
    buffer: GLuint,
    flags: c_uint,
) -> CUresult {
    call("register", |graphics| {
        graphics.flags = flags;
        match buffer {
            // SAFETY: the wrapper passes a place for the result, here and below.
            BUFFER => unsafe { store(to, RESOURCES[0] as CUgraphicsResource) },
            _ => INVALID,
        }
    })
}

unsafe extern "C" fn register_image(
    to: *mut CUgraphicsResource,
    image: GLuint,
    target: GLenum,
    _: c_uint,
) -> CUresult {
    call("register", |_| match (image, target) {
        // SAFETY: as above.
        (IMAGE, 0x0de1) => unsafe { store(to, RESOURCES[1] as CUgraphicsResource) },
        _ => INVALID,
    })
}

unsafe extern "C" fn register_egl(
    to: *mut CUgraphicsResource,
    _: EGLImageKHR,
    _: c_uint,
) -> CUresult {
    // SAFETY: as above.
    call("register", |_| unsafe { store(to, RESOURCES[2] as CUgraphicsResource) })
}

unsafe extern "C" fn unregister(_: CUgraphicsResource) -> CUresult {
    call("unregister", |_| OK)
}

unsafe extern "C" fn set_flags(_: CUgraphicsResource, flags: c_uint) -> CUresult {
    call("flags", |graphics| {
        graphics.flags = flags;
        OK
    })
}

/// Returns the resources of a list.
///
/// # Safety
/// There are as many.
unsafe fn list(count: c_uint, resources: *mut CUgraphicsResource) -> Vec<usize> {
    // SAFETY: the caller guarantees it.
    let list = unsafe { core::slice::from_raw_parts(resources, count as usize) };
    list.iter().map(|resource| *resource as usize).collect()
}

unsafe extern "C" fn map(count: c_uint, to: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    // SAFETY: the wrapper passes as many, here and below.
    let list = unsafe { list(count, to) };
    call("map", |graphics| {
        let mut mapped = graphics.mapped.clone();
        for resource in list {
            if mapped.contains(&resource) {
                return CUresult::CUDA_ERROR_ALREADY_MAPPED;
            }
            mapped.push(resource);
        }
        graphics.mapped = mapped;
        OK
    })
}

unsafe extern "C" fn unmap(
    count: c_uint,
    resources: *mut CUgraphicsResource,
    _: CUstream,
) -> CUresult {
    // SAFETY: as above.
    let list = unsafe { list(count, resources) };
    call("unmap", |graphics| {
        let before = graphics.mapped.len();
        graphics.mapped.retain(|resource| !list.contains(resource));
        if before - graphics.mapped.len() == list.len() {
            OK
        } else {
            CUresult::CUDA_ERROR_NOT_MAPPED
        }
    })
}

unsafe extern "C" fn pointer(
    to: *mut CUdeviceptr,
    size: *mut usize,
    resource: CUgraphicsResource,
) -> CUresult {
    call("pointer", |graphics| {
        if resource as usize != RESOURCES[0] {
            return CUresult::CUDA_ERROR_NOT_MAPPED_AS_POINTER;
        }
        // SAFETY: as above.
        unsafe {
            store(size, graphics.memory.1);
            store(to, graphics.memory.0)
        }
    })
}

unsafe extern "C" fn array(
    to: *mut CUarray,
    _: CUgraphicsResource,
    layer: c_uint,
    level: c_uint,
) -> CUresult {
    call("array", |graphics| {
        match graphics.arrays.get(level as usize) {
            // SAFETY: as above.
            Some(array) if layer == 0 => unsafe { store(to, *array as CUarray) },
            _ => INVALID,
        }
    })
}

unsafe extern "C" fn mipmapped(to: *mut CUmipmappedArray, _: CUgraphicsResource) -> CUresult {
    // SAFETY: as above.
    call("mipmapped", |graphics| unsafe { store(to, graphics.mipmapped as CUmipmappedArray) })
}

unsafe extern "C" fn frame(
    to: *mut CUeglFrame,
    _: CUgraphicsResource,
    _: c_uint,
    _: c_uint,
) -> CUresult {
    call("frame", |graphics| {
        let mut frame = CUeglFrame {
            width: 8,
            height: 4,
            planeCount: 2,
            numChannels: 1,
            eglColorFormat: CUeglColorFormat::CU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR,
            ..CUeglFrame::default()
        };
        frame.frame.pArray = [0, 1, 2].map(|i| match graphics.arrays.get(i) {
            Some(array) => *array as CUarray,
            None => core::ptr::null_mut(),
        });
        // SAFETY: as above.
        unsafe { store(to, frame) }
    })
}

unsafe extern "C" fn devices(
    count: *mut c_uint,
    to: *mut CUdevice,
    room: c_uint,
    list: CUGLDeviceList,
) -> CUresult {
    call("devices", |_| {
        if room == 0 || list != CUGLDeviceList::CU_GL_DEVICE_LIST_ALL {
            return INVALID;
        }
        // SAFETY: there is room for one device.
        unsafe {
            store(to, 0);
            store(count, 1)
        }
    })
}

/// A device with these functions, and what their resources are. Only one test uses them at a time.
pub struct Session {
    pub device: TestDevice,
    pub memory: DeviceBuffer<u32>,
    pub image: MipmappedArray,
    _alone: MutexGuard<'static, ()>,
}

impl Session {
    pub fn new(device: &TestDevice) -> Self {
        let alone = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
        let table = device.driver.raw().table();
        let mut table = table.capped(table.version());
        table.cuGraphicsGLRegisterBuffer = Some(register_buffer);
        table.cuGraphicsGLRegisterImage = Some(register_image);
        table.cuGraphicsEGLRegisterImage = Some(register_egl);
        table.cuGraphicsUnregisterResource = Some(unregister);
        table.cuGraphicsResourceSetMapFlags_v2 = Some(set_flags);
        table.cuGraphicsMapResources = Some(map);
        table.cuGraphicsUnmapResources = Some(unmap);
        table.cuGraphicsResourceGetMappedPointer_v2 = Some(pointer);
        table.cuGraphicsSubResourceGetMappedArray = Some(array);
        table.cuGraphicsResourceGetMappedMipmappedArray = Some(mipmapped);
        table.cuGraphicsResourceGetMappedEglFrame = Some(frame);
        table.cuGLGetDevices_v2 = Some(devices);
        let device = TestDevice::new(Box::leak(Box::new(table)));
        let memory = device.stream.upload(&[1u32, 2, 3, 4]).unwrap();
        let descriptor = ArrayDescriptor::new::<u32>((8, 4));
        let image = device.stream.create_mipmapped_array(&descriptor, 2).unwrap();
        let arrays = [0, 1].map(|level| image.level(level).unwrap().as_raw() as usize);
        with(|graphics| {
            *graphics = Graphics {
                memory: (memory.as_raw(), 16),
                mipmapped: image.as_raw() as usize,
                arrays: arrays.to_vec(),
                ..Graphics::default()
            };
        });
        Self { device, memory, image, _alone: alone }
    }

    pub fn buffer(&self) -> GraphicsResource {
        // SAFETY: the buffer exists, and only its mappings use it.
        unsafe {
            self.device.context.register_gl_buffer(BUFFER, GraphicsRegisterFlags::WRITE_DISCARD)
        }
        .unwrap()
    }

    pub fn image(&self) -> GraphicsResource {
        // SAFETY: the image exists, and only its mappings use it.
        unsafe {
            self.device.context.register_gl_image(IMAGE, 0x0de1, GraphicsRegisterFlags::empty())
        }
        .unwrap()
    }

    /// Returns the calls since the last time.
    pub fn calls(&self) -> Vec<&'static str> {
        with(|graphics| core::mem::take(&mut graphics.calls))
    }
}
