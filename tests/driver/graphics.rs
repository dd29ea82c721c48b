//! Buffers and images of graphics APIs. No graphics API is needed: the functions of the driver's table for it are replaced by
//! those of this file, whose resources are memory and arrays of the device. `opengl.rs` uses OpenGL itself.

use core::ffi::{c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::{
    DeviceBuffer, Error, ErrorCode,
    array::{ArrayDescriptor, MipmappedArray},
    error::DestroyError,
    graphics::{EglColorFormat, EglPlanes, GlDeviceList, GraphicsMapFlags, GraphicsRegisterFlags},
    sys::{
        CUGLDeviceList, CUarray, CUdevice, CUdeviceptr, CUeglColorFormat, CUeglFrame,
        CUgraphicsResource, CUmipmappedArray, CUresult, CUstream, EGLImageKHR, GLenum, GLuint,
    },
};

use crate::device::{TestDevice, alone, on_every_driver, process, with_device};

const OK: CUresult = CUresult::CUDA_SUCCESS;
const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

/// The names of OpenGL's objects: of one buffer, and of one image.
const BUFFER: GLuint = 7;
const IMAGE: GLuint = 8;

/// The handles of the resources: of the buffer, of the image, and of an image of EGL.
const RESOURCES: [usize; 3] = [0x100, 0x200, 0x300];

/// What the replaced functions know.
#[derive(Default)]
struct Graphics {
    calls: Vec<&'static str>,
    is_mapped: bool,
    /// The result of the next call, if it is to fail.
    failure: Option<CUresult>,
    memory: (CUdeviceptr, usize),
    mipmapped: usize,
    arrays: Vec<usize>,
    flags: u32,
}

static GRAPHICS: Mutex<Option<Graphics>> = Mutex::new(None);
static SESSION: Mutex<()> = Mutex::new(());

fn with<R>(work: impl FnOnce(&mut Graphics) -> R) -> R {
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
    call("register", |_| unsafe {
        store(to, RESOURCES[2] as CUgraphicsResource)
    })
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

unsafe extern "C" fn map(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    call("map", |graphics| {
        match core::mem::replace(&mut graphics.is_mapped, true) {
            false => OK,
            true => CUresult::CUDA_ERROR_ALREADY_MAPPED,
        }
    })
}

unsafe extern "C" fn unmap(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    call("unmap", |graphics| {
        match core::mem::take(&mut graphics.is_mapped) {
            true => OK,
            false => CUresult::CUDA_ERROR_NOT_MAPPED,
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
    call("mipmapped", |graphics| unsafe {
        store(to, graphics.mipmapped as CUmipmappedArray)
    })
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
struct Session {
    device: TestDevice,
    memory: DeviceBuffer<u32>,
    image: MipmappedArray,
    _alone: MutexGuard<'static, ()>,
}

impl Session {
    fn new(device: &TestDevice) -> Self {
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
        let image = device
            .stream
            .create_mipmapped_array(&descriptor, 2)
            .unwrap();
        let arrays = [0, 1].map(|level| image.level(level).unwrap().as_raw() as usize);
        with(|graphics| {
            *graphics = Graphics {
                memory: (memory.as_raw(), 16),
                mipmapped: image.as_raw() as usize,
                arrays: arrays.to_vec(),
                ..Graphics::default()
            };
        });
        Self {
            device,
            memory,
            image,
            _alone: alone,
        }
    }

    fn buffer(&self) -> cuda_driver::graphics::GraphicsResource {
        // SAFETY: the buffer exists, and only its mappings use it.
        unsafe {
            self.device
                .context
                .register_gl_buffer(BUFFER, GraphicsRegisterFlags::WRITE_DISCARD)
        }
        .unwrap()
    }

    fn image(&self) -> cuda_driver::graphics::GraphicsResource {
        // SAFETY: the image exists, and only its mappings use it.
        unsafe {
            self.device
                .context
                .register_gl_image(IMAGE, 0x0de1, GraphicsRegisterFlags::empty())
        }
        .unwrap()
    }

    /// Returns the calls since the last time.
    fn calls(&self) -> Vec<&'static str> {
        with(|graphics| core::mem::take(&mut graphics.calls))
    }
}

#[test]
#[ignore = "run in a separate process, because a driver might not survive it"]
fn registers_without_a_graphics_context() {
    with_device(None, |device| {
        // SAFETY: there are no objects.
        let registered = unsafe {
            device
                .context
                .register_gl_buffer(1, GraphicsRegisterFlags::empty())
        };
        let error = registered.unwrap_err().to_string();
        assert!(error.starts_with("cuGraphicsGLRegisterBuffer: "), "{error}");
        // SAFETY: as above.
        let registered = unsafe {
            device
                .context
                .register_gl_image(1, 0x0de1, GraphicsRegisterFlags::empty())
        };
        assert!(registered.is_err());
        let error = device
            .driver
            .gl_devices(GlDeviceList::ALL)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("cuGLGetDevices"), "{error}");
    });
}

#[test]
fn without_a_graphics_context_registration_is_an_error() {
    let output = process("graphics::registers_without_a_graphics_context")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

on_every_driver! {
    fn a_mapped_buffer_is_memory_of_the_stream_until_it_is_unmapped(device) {
        let session = Session::new(device);
        let stream = &session.device.stream;
        let resource = session.buffer();
        assert_eq!(with(|graphics| graphics.flags), 2);
        let mut mapped = resource.map(stream).unwrap();
        let mut found = [0u32; 4];
        stream.download(mapped.slice::<u32>().unwrap(), &mut found).unwrap();
        assert_eq!(found, [1, 2, 3, 4]);
        stream.fill(mapped.slice_mut::<u64>().unwrap(), 5).unwrap();
        assert_eq!((mapped.resource().as_raw(), mapped.stream()), (resource.as_raw(), stream));
        mapped.unmap().unwrap();
        assert_eq!(session.calls(), ["register", "map", "pointer", "pointer", "unmap"]);
        assert_eq!(session.memory.to_vec().unwrap(), [5, 0, 5, 0]);
        resource.destroy().unwrap();
        assert_eq!(session.calls(), ["unregister"]);
    }

    fn dropping_unmaps_and_then_unregisters(device) {
        let session = Session::new(device);
        let resource = session.buffer();
        let mapped = resource.map(&session.device.stream).unwrap();
        let Err(DestroyError::Shared(resource)) = resource.destroy() else {
            panic!("the mapping needs the resource");
        };
        drop(resource);
        session.calls();
        drop(mapped);
        assert_eq!(session.calls(), ["unmap", "unregister"]);
    }

    fn a_resource_is_mapped_once_at_a_time(device) {
        let session = Session::new(device);
        let resource = session.buffer();
        let mapped = resource.map(&session.device.stream).unwrap();
        let error = resource.map(&session.device.stream).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::ALREADY_MAPPED);
        session.calls();
        drop(mapped);
        assert_eq!(session.calls(), ["unmap"], "the refused mapping unmaps nothing");
        resource.set_map_flags(GraphicsMapFlags::READ_ONLY).unwrap();
        assert_eq!(with(|graphics| graphics.flags), 1);
        drop(resource.map(&session.device.stream).unwrap());
        assert_eq!(session.calls(), ["flags", "map", "unmap"]);
    }

    fn an_array_keeps_its_image_mapped(device) {
        let session = Session::new(device);
        let stream = &session.device.stream;
        let mapped = session.image().map(stream).unwrap();
        let array = mapped.array(0, 1).unwrap();
        assert_eq!((array.extent().width, array.extent().height), (4, 2));
        let Err(DestroyError::Shared(mapped)) = mapped.unmap() else {
            panic!("the array needs the mapping");
        };
        drop(mapped);
        stream.upload_region(&[7u32; 8], &array, (4, 2)).unwrap();
        assert!(!session.calls().contains(&"unmap"));
        drop(array);
        assert_eq!(session.calls(), ["unmap", "unregister"]);
        let mut found = [0u32; 8];
        stream.download_region(&session.image.level(1).unwrap(), &mut found, (4, 2)).unwrap();
        assert_eq!(found, [7; 8]);
    }

    fn a_mapped_image_has_its_levels_of_detail(device) {
        let session = Session::new(device);
        let resource = session.image();
        let mapped = resource.map(&session.device.stream).unwrap();
        let image = mapped.mipmapped_array().unwrap();
        drop(mapped);
        assert_eq!(image.levels(), 2);
        assert_eq!((image.descriptor().width, image.descriptor().height), (8, 4));
        assert!(matches!(image.level(2), Err(Error::Level { .. })));
        assert!(with(|graphics| graphics.is_mapped));
        drop(image);
        assert!(!with(|graphics| graphics.is_mapped));
    }

    fn an_image_is_not_memory_and_elements_have_to_fit(device) {
        let session = Session::new(device);
        let mapped = session.image().map(&session.device.stream).unwrap();
        let error = mapped.slice::<u32>().unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::NOT_MAPPED_AS_POINTER);
        assert_eq!(mapped.array(0, 2).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        drop(mapped);
        let mapped = session.buffer().map(&session.device.stream).unwrap();
        assert!(matches!(mapped.slice::<[u32; 3]>(), Err(Error::Cast(_))));
    }

    fn an_image_of_egl_is_always_mapped(device) {
        let session = Session::new(device);
        // SAFETY: the functions of this file don't follow the address.
        let resource = unsafe {
            session.device.context.register_egl_image(core::ptr::null_mut::<c_void>(), GraphicsRegisterFlags::empty())
        }.unwrap();
        let mapped = resource.map(&session.device.stream).unwrap();
        let frame = mapped.egl_frame(0, 0).unwrap();
        assert_eq!(frame.color_format, EglColorFormat::YUV420_SEMIPLANAR);
        assert_eq!((frame.width, frame.height), (8, 4));
        let EglPlanes::Arrays(planes) = &frame.planes else {
            panic!("the planes are arrays");
        };
        assert_eq!(planes.iter().map(|plane| plane.extent().width).collect::<Vec<_>>(), [8, 4]);
        drop((mapped, resource));
        assert_eq!(session.calls(), ["register", "frame"]);
        drop(frame);
        assert_eq!(session.calls(), ["unregister"]);
    }

    fn what_a_driver_refuses_is_an_error_and_leaves_nothing_behind(device) {
        let session = Session::new(device);
        // SAFETY: there is no such buffer.
        let refused = unsafe { session.device.context.register_gl_buffer(99, GraphicsRegisterFlags::empty()) };
        assert!(refused.unwrap_err().to_string().starts_with("cuGraphicsGLRegisterBuffer: "));
        assert_eq!(session.calls(), ["register"]);
        let resource = session.buffer();
        with(|graphics| graphics.failure = Some(CUresult::CUDA_ERROR_INVALID_GRAPHICS_CONTEXT));
        let error = resource.map(&session.device.stream).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_GRAPHICS_CONTEXT);
        assert!(!with(|graphics| graphics.is_mapped));
        let mapped = resource.map(&session.device.stream).unwrap();
        with(|graphics| graphics.failure = Some(CUresult::CUDA_ERROR_INVALID_GRAPHICS_CONTEXT));
        let Err(DestroyError::Refused(mapped, _)) = mapped.unmap() else {
            panic!("the driver refused to unmap it");
        };
        mapped.unmap().unwrap();
        assert!(!with(|graphics| graphics.is_mapped));
    }

    fn a_stream_of_another_context_has_no_graphics_resource(device) {
        let session = Session::new(device);
        let other = alone(&session.device);
        assert_eq!(session.buffer().map(&other.stream).unwrap_err(), Error::OtherContext);
        assert_eq!(session.calls(), ["register", "unregister"]);
    }

    fn the_devices_of_opengl_are_devices(device) {
        let session = Session::new(device);
        let devices = session.device.driver.gl_devices(GlDeviceList::ALL).unwrap();
        assert_eq!(devices, [session.device.context.device()]);
        let error = session.device.driver.gl_devices(GlDeviceList::NEXT_FRAME).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
    }
}
