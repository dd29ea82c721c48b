//! Graphics: what a driver answers where there is no graphics API. So there are no resources either.

use core::ffi::c_uint;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::*,
    outcome::{Out, Outcome},
};

/// The result of a call that needs OpenGL, whose library isn't loaded.
const NO_OPENGL: Outcome = Err(OPERATING_SYSTEM);

/// The result of a call with a resource, or with a connection to a stream of EGL.
const NO_RESOURCE: Outcome = Err(INVALID_HANDLE);

/// Functions that answer the same whatever their arguments, once there is a context.
macro_rules! answers {
    ($($answer:expr => $($name:ident($($parameter:ty),*)),+;)*) => {
        impl Call {$($(
            pub(crate) unsafe fn $name(&self, $(_: $parameter),*) -> Outcome {
                self.usable_context()?;
                $answer
            }
        )+)*}
    };
}

answers! {
    NO_RESOURCE =>
        cuGraphicsUnregisterResource(CUgraphicsResource),
        cuGraphicsSubResourceGetMappedArray(*mut CUarray, CUgraphicsResource, c_uint, c_uint),
        cuGraphicsResourceGetMappedMipmappedArray(*mut CUmipmappedArray, CUgraphicsResource),
        cuGraphicsResourceGetMappedPointer_v2(*mut CUdeviceptr, *mut usize, CUgraphicsResource),
        cuGraphicsResourceGetMappedPointer(*mut CUdeviceptr_v1, *mut c_uint, CUgraphicsResource),
        cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource, c_uint),
        cuGraphicsResourceSetMapFlags(CUgraphicsResource, c_uint),
        cuGraphicsResourceGetMappedEglFrame(*mut CUeglFrame, CUgraphicsResource, c_uint, c_uint),
        cuEGLStreamConsumerConnect(*mut CUeglStreamConnection, EGLStreamKHR),
        cuEGLStreamConsumerConnectWithFlags(*mut CUeglStreamConnection, EGLStreamKHR, c_uint),
        cuEGLStreamConsumerDisconnect(*mut CUeglStreamConnection),
        cuEGLStreamConsumerAcquireFrame(*mut CUeglStreamConnection, *mut CUgraphicsResource, *mut CUstream, c_uint),
        cuEGLStreamConsumerReleaseFrame(*mut CUeglStreamConnection, CUgraphicsResource, *mut CUstream),
        cuEGLStreamProducerConnect(*mut CUeglStreamConnection, EGLStreamKHR, EGLint, EGLint),
        cuEGLStreamProducerDisconnect(*mut CUeglStreamConnection),
        cuEGLStreamProducerPresentFrame(*mut CUeglStreamConnection, CUeglFrame, *mut CUstream),
        cuEGLStreamProducerReturnFrame(*mut CUeglStreamConnection, *mut CUeglFrame, *mut CUstream);
    NO_OPENGL =>
        cuGraphicsGLRegisterBuffer(*mut CUgraphicsResource, GLuint, c_uint),
        cuGraphicsGLRegisterImage(*mut CUgraphicsResource, GLuint, GLenum, c_uint),
        cuGLGetDevices_v2(*mut c_uint, *mut CUdevice, c_uint, CUGLDeviceList),
        cuGLGetDevices(*mut c_uint, *mut CUdevice, c_uint, CUGLDeviceList),
        cuGLCtxCreate_v2(*mut CUcontext, c_uint, CUdevice),
        cuGLCtxCreate(*mut CUcontext, c_uint, CUdevice),
        cuGLInit(),
        cuGLRegisterBufferObject(GLuint);
    // No buffer object is registered.
    Err(INVALID_VALUE) =>
        cuGLMapBufferObject_v2(*mut CUdeviceptr, *mut usize, GLuint),
        cuGLMapBufferObject(*mut CUdeviceptr_v1, *mut c_uint, GLuint),
        cuGLUnmapBufferObject(GLuint),
        cuGLUnregisterBufferObject(GLuint),
        cuGLSetBufferObjectMapFlags(GLuint, c_uint),
        cuGLMapBufferObjectAsync_v2(*mut CUdeviceptr, *mut usize, GLuint, CUstream),
        cuGLMapBufferObjectAsync(*mut CUdeviceptr_v1, *mut c_uint, GLuint, CUstream),
        cuGLUnmapBufferObjectAsync(GLuint, CUstream);
    Err(UNKNOWN) =>
        cuGraphicsEGLRegisterImage(*mut CUgraphicsResource, EGLImageKHR, c_uint);
    // No context is one for VDPAU.
    Err(INVALID_CONTEXT) =>
        cuGraphicsVDPAURegisterVideoSurface(*mut CUgraphicsResource, VdpVideoSurface, c_uint),
        cuGraphicsVDPAURegisterOutputSurface(*mut CUgraphicsResource, VdpOutputSurface, c_uint);
}

impl Call {
    pub(crate) fn cuGraphicsMapResources(
        &self,
        count: c_uint,
        resources: Out<CUgraphicsResource>,
        hStream: CUstream,
    ) -> Outcome {
        self.stream(hStream)?;
        if count == 0 || resources.is_null() { Err(INVALID_VALUE) } else { NO_RESOURCE }
    }

    pub(crate) fn cuGraphicsUnmapResources(
        &self,
        count: c_uint,
        resources: Out<CUgraphicsResource>,
        hStream: CUstream,
    ) -> Outcome {
        self.cuGraphicsMapResources(count, resources, hStream)
    }

    pub(crate) fn cuVDPAUGetDevice(
        &self,
        _: Out<CUdevice>,
        _: VdpDevice,
        _: Out<VdpGetProcAddress>,
    ) -> Outcome {
        // No device of VDPAU is this one.
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuVDPAUCtxCreate_v2(
        &self,
        _: Out<CUcontext>,
        _: c_uint,
        _: CUdevice,
        _: VdpDevice,
        _: Out<VdpGetProcAddress>,
    ) -> Outcome {
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuVDPAUCtxCreate(
        &self,
        pCtx: Out<CUcontext>,
        flags: c_uint,
        device: CUdevice,
        vdpDevice: VdpDevice,
        vdpGetProcAddress: Out<VdpGetProcAddress>,
    ) -> Outcome {
        self.cuVDPAUCtxCreate_v2(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
    }
}
