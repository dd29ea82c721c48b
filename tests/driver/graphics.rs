//! Buffers and images of graphics APIs. No graphics API is needed: the driver's functions for it are replaced (`replaced.rs`).
//! `opengl.rs` uses OpenGL itself.

mod replaced;

use core::ffi::c_void;

use cuda_driver::{
    Error, ErrorCode,
    error::DestroyError,
    graphics::{
        EglColorFormat, EglPlanes, GlDeviceList, GraphicsMapFlags, GraphicsRegisterFlags,
        GraphicsResource,
    },
    sys::CUresult,
};

use crate::device::{alone, on_every_driver, process, with_device};
use replaced::{RESOURCES, Session, with};

#[test]
#[ignore = "run in a separate process, because a driver might not survive it"]
fn registers_without_a_graphics_context() {
    with_device(None, |device| {
        // SAFETY: there are no objects.
        let registered =
            unsafe { device.context.register_gl_buffer(1, GraphicsRegisterFlags::empty()) };
        let error = registered.unwrap_err().to_string();
        assert!(error.starts_with("cuGraphicsGLRegisterBuffer: "), "{error}");
        // SAFETY: as above.
        let registered =
            unsafe { device.context.register_gl_image(1, 0x0de1, GraphicsRegisterFlags::empty()) };
        assert!(registered.is_err());
        let error = device.driver.gl_devices(GlDeviceList::ALL).unwrap_err().to_string();
        assert!(error.starts_with("cuGLGetDevices"), "{error}");
    });
}

#[test]
fn without_a_graphics_context_registration_is_an_error() {
    let output = process("graphics::registers_without_a_graphics_context").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 passed"), "{text}{}", String::from_utf8_lossy(&output.stderr));
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

    fn several_resources_are_mapped_in_one_call_and_unmapped_one_by_one(device) {
        let session = Session::new(device);
        let stream = &session.device.stream;
        let (buffer, image) = (session.buffer(), session.image());
        let error = GraphicsResource::map_all(&[&buffer, &image, &buffer], stream).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::ALREADY_MAPPED);
        assert!(with(|graphics| graphics.mapped.is_empty()));
        session.calls();
        let mut mapped = GraphicsResource::map_all(&[&buffer, &image], stream).unwrap();
        mapped.pop();
        assert_eq!(with(|graphics| graphics.mapped.clone()), [RESOURCES[0]]);
        assert_eq!(mapped[0].slice::<u32>().unwrap().len(), 4);
        drop(mapped);
        assert_eq!(session.calls(), ["map", "unmap", "pointer", "unmap"]);
        assert!(GraphicsResource::map_all(&[], stream).unwrap().is_empty());
        assert!(session.calls().is_empty());
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
        assert!(!with(|graphics| graphics.mapped.is_empty()));
        drop(image);
        assert!(with(|graphics| graphics.mapped.is_empty()));
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
        assert!(with(|graphics| graphics.mapped.is_empty()));
        let mapped = resource.map(&session.device.stream).unwrap();
        with(|graphics| graphics.failure = Some(CUresult::CUDA_ERROR_INVALID_GRAPHICS_CONTEXT));
        let Err(DestroyError::Refused(mapped, _)) = mapped.unmap() else {
            panic!("the driver refused to unmap it");
        };
        mapped.unmap().unwrap();
        assert!(with(|graphics| graphics.mapped.is_empty()));
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
