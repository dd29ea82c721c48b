//! Buffers and textures of OpenGL itself, without a window: EGL gives a context on the GPU.
#![cfg(target_os = "linux")]

use core::ffi::{CStr, c_char, c_void};
use core::ptr::{null, null_mut};

use cuda_driver::{
    Error, Launch,
    graphics::{EglPlanes, GlDeviceList, GraphicsRegisterFlags, MappedResource},
};
use libloading::Library;

use crate::device::{TestDevice, is_software, with_device};
use crate::kernels;

type Handle = *mut c_void;

const PLATFORM_DEVICE: u32 = 0x313f;
const OPENGL: u32 = 0x30a2;
const ARRAY_BUFFER: u32 = 0x8892;
const STATIC_DRAW: u32 = 0x88e4;
const TEXTURE_2D: u32 = 0x0de1;
const RGBA8: i32 = 0x8058;
const RGBA: u32 = 0x1908;
const UNSIGNED_BYTE: u32 = 0x1401;
const TEXTURE_MAX_LEVEL: u32 = 0x813d;
const GL_TEXTURE: u32 = 0x30b1;

/// A context of OpenGL that is current on the test's thread.
struct Gl {
    egl: &'static Library,
    display: Handle,
    context: Handle,
}

/// Calls a function of EGL or OpenGL, which the loader returns by its name.
macro_rules! gl {
    ($gl:expr, $name:ident($($argument:expr => $ty:ty),*) $(-> $result:ty)?) => {{
        let function = $gl.function(concat!(stringify!($name), "\0"));
        // SAFETY: the function has this signature, according to its API's headers, and the context is current.
        unsafe {
            let function: unsafe extern "C" fn($($ty),*) $(-> $result)? = core::mem::transmute(function);
            function($($argument),*)
        }
    }};
}

impl Gl {
    /// Makes a context current that uses the test's GPU; the reason if there is none.
    fn current(device: &TestDevice) -> Result<Self, String> {
        // SAFETY: the library is EGL's loader.
        let egl = unsafe { Library::new("libEGL.so.1") }
            .map_err(|error| format!("there is no EGL: {error}"))?;
        // EGL doesn't support being unloaded.
        let egl: &'static Library = Box::leak(Box::new(egl));
        let mut gl = Self { egl, display: null_mut(), context: null_mut() };
        let (mut devices, mut count) = ([null_mut(); 16], 0i32);
        let has_devices = gl!(gl, eglQueryDevicesEXT(16 => i32, devices.as_mut_ptr() => *mut Handle, &raw mut count => *mut i32) -> u32);
        let count = if has_devices == 1 { count } else { 0 };
        for of in devices.into_iter().take(usize::try_from(count).unwrap_or(0)) {
            gl.display = gl!(gl, eglGetPlatformDisplayEXT(PLATFORM_DEVICE => u32, of => Handle, null() => *const i32) -> Handle);
            if gl.is_made_current()
                && let Ok(found) = device.driver.gl_devices(GlDeviceList::ALL)
                && found.contains(&device.context.device())
            {
                return Ok(gl);
            }
        }
        Err(format!("none of EGL's {count} devices is the GPU"))
    }

    fn is_made_current(&mut self) -> bool {
        let (display, none) = (self.display, null_mut());
        if gl!(self, eglInitialize(display => Handle, null_mut() => *mut i32, null_mut() => *mut i32) -> u32)
            != 1
            || gl!(self, eglBindAPI(OPENGL => u32) -> u32) != 1
        {
            return false;
        }
        self.context = gl!(self, eglCreateContext(display => Handle, none => Handle, none => Handle, null() => *const i32) -> Handle);
        !self.context.is_null()
            && gl!(self, eglMakeCurrent(display => Handle, none => Handle, none => Handle, self.context => Handle) -> u32)
                == 1
    }

    /// Returns a function of EGL or OpenGL; the name ends with a null.
    fn function(&self, name: &str) -> *const c_void {
        let name = CStr::from_bytes_with_nul(name.as_bytes()).unwrap();
        // SAFETY: both are functions of EGL with these signatures.
        let found = unsafe {
            let symbol = self.egl.get::<unsafe extern "C" fn()>(name.to_bytes_with_nul());
            match symbol {
                Ok(function) => *function as *const c_void,
                Err(_) => {
                    let find =
                        self.egl.get::<unsafe extern "C" fn(*const c_char) -> *const c_void>(
                            b"eglGetProcAddress\0",
                        );
                    find.unwrap()(name.as_ptr())
                }
            }
        };
        assert!(!found.is_null(), "OpenGL has no {name:?}");
        found
    }

    /// Creates a buffer object with this content.
    fn buffer(&self, content: &[u32]) -> u32 {
        let mut buffer = 0u32;
        gl!(self, glGenBuffers(1 => i32, &raw mut buffer => *mut u32));
        gl!(self, glBindBuffer(ARRAY_BUFFER => u32, buffer => u32));
        gl!(self, glBufferData(ARRAY_BUFFER => u32, size_of_val(content) => usize, content.as_ptr() => *const u32, STATIC_DRAW => u32));
        self.is_fine();
        buffer
    }

    fn content(&self, buffer: u32, len: usize) -> Vec<u32> {
        let mut content = vec![0u32; len];
        gl!(self, glBindBuffer(ARRAY_BUFFER => u32, buffer => u32));
        gl!(self, glGetBufferSubData(ARRAY_BUFFER => u32, 0 => usize, 4 * len => usize, content.as_mut_ptr() => *mut u32));
        self.is_fine();
        content
    }

    /// Creates a texture of 4 x 4 texels and one level.
    fn texture(&self, texels: &[[u8; 4]; 16]) -> u32 {
        let mut texture = 0u32;
        gl!(self, glGenTextures(1 => i32, &raw mut texture => *mut u32));
        gl!(self, glBindTexture(TEXTURE_2D => u32, texture => u32));
        gl!(self, glTexParameteri(TEXTURE_2D => u32, TEXTURE_MAX_LEVEL => u32, 0 => i32));
        gl!(self, glTexImage2D(
            TEXTURE_2D => u32, 0 => i32, RGBA8 => i32, 4 => i32, 4 => i32, 0 => i32, RGBA => u32, UNSIGNED_BYTE => u32,
            texels.as_ptr() => *const [u8; 4]
        ));
        self.is_fine();
        texture
    }

    fn texels(&self, texture: u32) -> [[u8; 4]; 16] {
        let mut texels = [[0u8; 4]; 16];
        gl!(self, glBindTexture(TEXTURE_2D => u32, texture => u32));
        gl!(self, glGetTexImage(TEXTURE_2D => u32, 0 => i32, RGBA => u32, UNSIGNED_BYTE => u32, texels.as_mut_ptr() => *mut [u8; 4]));
        self.is_fine();
        texels
    }

    fn is_fine(&self) {
        assert_eq!(gl!(self, glGetError() -> u32), 0, "OpenGL reports an error");
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        let (display, none) = (self.display, null_mut());
        gl!(self, eglMakeCurrent(display => Handle, none => Handle, none => Handle, none => Handle) -> u32);
        gl!(self, eglDestroyContext(display => Handle, self.context => Handle) -> u32);
    }
}

/// Runs a test with a context of OpenGL on the GPU.
fn with_gl(test: impl FnOnce(&TestDevice, &Gl)) {
    if is_software() {
        return cuda_rust::skip("OpenGL shares nothing with the software device");
    }
    with_device(None, |device| match Gl::current(device) {
        Ok(gl) => test(device, &gl),
        Err(reason) => cuda_rust::skip(reason),
    });
}

#[test]
fn a_buffer_of_opengl_is_read_and_written() {
    with_gl(|device, gl| {
        let buffer = gl.buffer(&[1, 2, 3, 4]);
        // SAFETY: the buffer is one of the current context, and OpenGL doesn't use it while it is mapped.
        let resource =
            unsafe { (device.context).register_gl_buffer(buffer, GraphicsRegisterFlags::empty()) }
                .unwrap();
        for round in 1..4 {
            let before = gl.content(buffer, 4);
            let mut mapped = resource.map(&device.stream).unwrap();
            let mut found = [0u32; 4];
            device.stream.download(mapped.slice::<u32>().unwrap(), &mut found).unwrap();
            assert_eq!(found, *before);
            device.stream.fill(mapped.slice_mut::<u32>().unwrap(), 10 * round).unwrap();
            mapped.unmap().unwrap();
            assert_eq!(gl.content(buffer, 4), [10 * round; 4]);
        }
        resource.destroy().unwrap();
        assert_eq!(gl.content(buffer, 4), [30; 4], "the buffer is OpenGL's");
    });
}

#[test]
fn a_kernel_writes_a_buffer_of_opengl() {
    with_gl(|device, gl| {
        let Some(four) = kernels::kernel(&device.context, "four") else {
            return;
        };
        let buffer = gl.buffer(&[0; 4]);
        // SAFETY: as above.
        let resource =
            unsafe { (device.context).register_gl_buffer(buffer, GraphicsRegisterFlags::empty()) }
                .unwrap();
        let mut mapped = resource.map(&device.stream).unwrap();
        let mut out = mapped.slice_mut::<i32>().unwrap();
        // SAFETY: four(int, int, int, int *), which writes one number.
        unsafe { device.stream.launch(&four, Launch::grid(1), (1i32, 2i32, 3i32, &mut out)) }
            .unwrap();
        drop(mapped);
        assert_eq!(gl.content(buffer, 4), [321, 0, 0, 0]);
    });
}

#[test]
fn a_texture_of_opengl_is_an_array() {
    with_gl(|device, gl| {
        let texels: [[u8; 4]; 16] = core::array::from_fn(|i| [i as u8, 1, 2, 255]);
        let texture = gl.texture(&texels);
        // SAFETY: the texture is one of the current context, and OpenGL doesn't use it while it is mapped.
        let resource = unsafe {
            let flags = GraphicsRegisterFlags::SURFACE_LDST;
            device.context.register_gl_image(texture, TEXTURE_2D, flags)
        }
        .unwrap();
        let mapped: MappedResource = resource.map(&device.stream).unwrap();
        let array = mapped.array(0, 0).unwrap();
        assert_eq!((array.extent().width, array.extent().height), (4, 4));
        let mut found = [[0u8; 4]; 16];
        device.stream.download_region(&array, &mut found, (4, 4)).unwrap();
        assert_eq!(found, texels);
        let image = mapped.mipmapped_array().unwrap();
        assert_eq!((image.levels(), image.descriptor().width), (1, 4));
        let inverted = texels.map(|texel| texel.map(|channel| !channel));
        device.stream.upload_region(&inverted, &array, (4, 4)).unwrap();
        drop((mapped, array, image));
        assert_eq!(gl.texels(texture), inverted);
    });
}

#[test]
fn an_image_of_egl_is_a_frame() {
    with_gl(|device, gl| {
        let texels: [[u8; 4]; 16] = core::array::from_fn(|i| [i as u8, 3, 5, 7]);
        let texture = gl.texture(&[[0; 4]; 16]);
        let object = core::ptr::without_provenance_mut::<c_void>(texture as usize);
        let image = gl!(gl, eglCreateImage(
            gl.display => Handle, gl.context => Handle, GL_TEXTURE => u32, object => Handle, null() => *const isize
        ) -> Handle);
        if image.is_null() {
            return cuda_rust::skip("EGL makes no image of a texture");
        }
        // Making the image leaves its contents undefined.
        gl!(gl, glTexSubImage2D(
            TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 4 => i32, RGBA => u32, UNSIGNED_BYTE => u32,
            texels.as_ptr() => *const [u8; 4]
        ));
        assert_eq!(gl.texels(texture), texels);
        gl!(gl, glFinish());
        // SAFETY: the image lives until it is unregistered, and nothing else uses it meanwhile.
        let registered =
            unsafe { (device.context).register_egl_image(image, GraphicsRegisterFlags::empty()) };
        match registered {
            Ok(resource) => {
                let mapped = resource.map(&device.stream).unwrap();
                let frame = mapped.egl_frame(0, 0).unwrap();
                assert_eq!((frame.width, frame.height), (4, 4));
                if let EglPlanes::Arrays(planes) = &frame.planes {
                    let mut found = [[0u8; 4]; 16];
                    device.stream.download_region(&planes[0], &mut found, (4, 4)).unwrap();
                    assert_eq!(found, texels);
                }
            }
            Err(error) => cuda_rust::skip(format!("the driver registers no image of EGL: {error}")),
        }
        gl!(gl, eglDestroyImage(gl.display => Handle, image => Handle) -> u32);
    });
}

#[test]
fn objects_that_opengl_does_not_have_are_an_error() {
    with_gl(|device, gl| {
        let buffer = gl.buffer(&[0; 4]);
        // SAFETY: there is no such object, or it is one of another kind.
        let registered = unsafe {
            let flags = GraphicsRegisterFlags::empty();
            [
                device.context.register_gl_buffer(buffer + 1000, flags),
                device.context.register_gl_image(1000, TEXTURE_2D, flags),
            ]
        };
        for registered in registered {
            let error = Error::from(registered.unwrap_err());
            assert!(error.result().is_some(), "{error}");
        }
        // SAFETY: the buffer exists, and OpenGL doesn't use it while it is mapped.
        let resource =
            unsafe { (device.context).register_gl_buffer(buffer, GraphicsRegisterFlags::empty()) }
                .unwrap();
        let mapped = resource.map(&device.stream).unwrap();
        assert!(resource.map(&device.stream).is_err(), "it is mapped");
        assert!(mapped.array(0, 0).is_err(), "it is no image");
        assert_eq!(mapped.slice::<u32>().unwrap().len(), 4);
    });
}
