use std::sync::Arc;

use cuda_driver::{
    Error, Launch,
    array::{ArrayDescriptor, ArrayFlags},
    error::DestroyError,
    texture::{
        AddressMode, FilterMode, ResourceView, ResourceViewFormat, Surface, Texture,
        TextureDescriptor, TextureFlags,
    },
};

use crate::device::{alone, is_software, on_every_driver};

/// Reads `n` texels along a line, and doubles a surface's elements.
const PTX: &str = r"
.version 7.0
.target sm_50
.address_size 64
.visible .entry sample(.param .u64 texture, .param .u64 out, .param .f32 first, .param .f32 step)
{
    .reg .u64 %t, %p, %o;
    .reg .u32 %i;
    .reg .f32 %f, %x, %y, %s, %r, %g, %b, %a;
    ld.param.u64 %t, [texture];
    ld.param.u64 %p, [out];
    ld.param.f32 %x, [first];
    ld.param.f32 %s, [step];
    mov.u32 %i, %tid.x;
    cvt.rn.f32.u32 %f, %i;
    fma.rn.f32 %x, %f, %s, %x;
    mov.f32 %y, 0f3F000000;
    tex.2d.v4.f32.f32 {%r, %g, %b, %a}, [%t, {%x, %y}];
    mul.wide.u32 %o, %i, 4;
    add.u64 %p, %p, %o;
    st.global.f32 [%p], %r;
    ret;
}
.visible .entry double(.param .u64 surface)
{
    .reg .u64 %t;
    .reg .u32 %i, %x, %v;
    ld.param.u64 %t, [surface];
    mov.u32 %i, %tid.x;
    shl.b32 %x, %i, 2;
    suld.b.1d.b32.trap {%v}, [%t, {%x}];
    add.u32 %v, %v, %v;
    sust.b.1d.b32.trap [%t, {%x}], {%v};
    ret;
}
";

fn linear() -> TextureDescriptor {
    TextureDescriptor::default().filter_mode(FilterMode::LINEAR)
}

#[test]
fn a_view_is_of_the_first_level_and_layer_unless_set() {
    let view = ResourceView::new(ResourceViewFormat::FLOAT_1X32, (16, 8));
    let first = (view.first_mipmap_level, view.first_layer);
    let last = (view.last_mipmap_level, view.last_layer);
    assert_eq!((first, last), ((0, 0), (0, 0)));
    let view = view.mipmap_levels(1, 2).layers(3, 4);
    assert_eq!((view.first_mipmap_level, view.last_mipmap_level), (1, 2));
    assert_eq!((view.first_layer, view.last_layer), (3, 4));
}

on_every_driver! {
    fn a_texture_interpolates_the_elements_of_an_array(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<f32>((4, 1))).unwrap();
        stream.upload_region(&[0.0f32, 1.0, 2.0, 3.0], &array, (4, 1)).unwrap();
        let texture = Texture::new(&array, &linear()).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(8).unwrap();
        let kernel = device.context.load_ptx(PTX).unwrap().function("sample").unwrap();
        // SAFETY: the texture's elements are floats, and there are as many threads as results.
        unsafe { stream.launch(&kernel, Launch::grid(1).block(8), (&texture, &mut out, 0.0f32, 0.5f32)) }.unwrap();
        // Texels are at the centres, and coordinates outside return the edge.
        assert_eq!(out.to_vec().unwrap(), [0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
    }

    fn a_submitted_kernel_uses_a_texture_that_is_destroyed(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<f32>((4, 1))).unwrap();
        stream.upload_region(&[0.0f32, 1.0, 2.0, 3.0], &array, (4, 1)).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(4).unwrap();
        let kernel = device.context.load_ptx(PTX).unwrap().function("sample").unwrap();
        let texture = Texture::new(&array, &TextureDescriptor::default()).unwrap();
        let raw = texture.into_raw().unwrap();
        let (go, held) = std::sync::mpsc::channel::<()>();
        stream.launch_host_func(move || _ = held.recv()).unwrap();
        // SAFETY: the texture's elements are floats, and there are as many threads as results; the array outlives it.
        unsafe { stream.launch(&kernel, Launch::grid(1).block(4), (raw, &mut out, 0.5f32, 1.0f32)) }.unwrap();
        // On an H200, one of the calls below waits for the kernel.
        let go = is_software().then_some(go);
        // SAFETY: the texture is destroyed once.
        device.context.with_current(|| unsafe { device.driver.raw().cuTexObjectDestroy(raw) }).unwrap().unwrap();
        // The next one may have its handle.
        let other = stream.create_array(&ArrayDescriptor::new::<f32>((4, 1))).unwrap();
        let next = Texture::new(&other, &TextureDescriptor::default()).unwrap();
        drop(go);
        assert_eq!(out.to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0]);
        drop((next, array));
    }

    fn a_kernel_reads_a_buffer_in_rows_through_a_texture(device) {
        let stream = &device.stream;
        let mut pitched = stream.alloc_pitched::<u8>(4, 2).unwrap();
        stream.upload_region(&[0u8, 51, 102, 255, 0, 0, 0, 0], &mut pitched, (4, 2)).unwrap();
        let texture = Texture::new(pitched, &TextureDescriptor::default()).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(4).unwrap();
        let kernel = device.context.load_ptx(PTX).unwrap().function("sample").unwrap();
        // SAFETY: the texture's elements are read as floats, and there are as many threads as results.
        unsafe { stream.launch(&kernel, Launch::grid(1).block(4), (&texture, &mut out, 0.5f32, 1.0f32)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [0.0, 0.2, 0.4, 1.0]);
    }

    fn a_kernel_reads_and_writes_an_array_through_a_surface(device) {
        let stream = &device.stream;
        let descriptor = ArrayDescriptor::new::<u32>(4).flags(ArrayFlags::SURFACE_LDST);
        let array = stream.create_array(&descriptor).unwrap();
        stream.upload_region(&[1u32, 2, 3, 4], &array, 4).unwrap();
        let surface = Surface::new(&array).unwrap();
        let kernel = device.context.load_ptx(PTX).unwrap().function("double").unwrap();
        // SAFETY: the surface has as many elements as there are threads.
        unsafe { stream.launch(&kernel, Launch::grid(1).block(4), (&surface,)) }.unwrap();
        let mut back = [0u32; 4];
        stream.download_region(&array, &mut back, 4).unwrap();
        assert_eq!(back, [2, 4, 6, 8]);
        surface.destroy().unwrap();
    }

    fn a_texture_keeps_what_it_reads_alive(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<f32>((4, 1))).unwrap();
        let texture = Texture::new(&array, &linear()).unwrap();
        let array = match array.destroy() {
            Err(DestroyError::Shared(array)) => array,
            other => panic!("{other:?}"),
        };
        texture.destroy().unwrap();
        array.destroy().unwrap();
        let buffer = Arc::new(stream.upload(&[1.0f32; 64]).unwrap());
        let texture = Texture::new(buffer.clone(), &TextureDescriptor::default()).unwrap();
        assert_eq!(Arc::strong_count(&buffer), 2);
        texture.destroy().unwrap();
        assert_eq!(Arc::strong_count(&buffer), 1);
    }

    fn a_texture_reports_its_descriptor(device) {
        let array = device.stream.create_array(&ArrayDescriptor::new::<f32>((16, 8))).unwrap();
        let descriptor = linear()
            .address_mode([AddressMode::WRAP, AddressMode::BORDER, AddressMode::CLAMP])
            .flags(TextureFlags::NORMALIZED_COORDINATES)
            .border_color([1.0, 0.5, 0.25, 1.0]);
        let view = ResourceView::new(ResourceViewFormat::FLOAT_1X32, (16, 8));
        let texture = Texture::with_view(&array, &descriptor, &view).unwrap();
        // A driver may not store the border color unless all modes use the border.
        let reported = texture.descriptor().unwrap();
        assert_eq!(reported.border_color(descriptor.border_color), descriptor);
        assert_eq!(texture.view().unwrap(), Some(view));
        let resource = texture.resource_desc().unwrap();
        // SAFETY: the texture is of an array.
        assert_eq!(unsafe { resource.res.array }.hArray, array.as_raw());
        let without = Texture::new(&array, &descriptor).unwrap();
        assert_eq!(without.view().unwrap(), None);
    }

    fn a_mipmapped_array_is_read_by_normalized_coordinates(device) {
        let stream = &device.stream;
        let array = stream.create_mipmapped_array(&ArrayDescriptor::new::<f32>((4, 4)), 3).unwrap();
        let descriptor = linear().flags(TextureFlags::NORMALIZED_COORDINATES).mipmap_levels(0.0, 2.0);
        let texture = Texture::new(&array, &descriptor).unwrap();
        assert!(array.destroy().is_err());
        texture.destroy().unwrap();
    }

    fn an_invalid_texture_is_rejected_with_the_rule(device) {
        let stream = &device.stream;
        let bytes = stream.create_array(&ArrayDescriptor::new::<u8>((16, 8))).unwrap();
        let integers = linear().flags(TextureFlags::READ_AS_INTEGER);
        let slanting = linear().max_anisotropy(17);
        for (descriptor, words) in [(integers, "can't be filtered"), (slanting, "at most 16")] {
            match Texture::new(&bytes, &descriptor).unwrap_err() {
                Error::Texture(error) => assert!(error.reason.contains(words), "{error}"),
                other @ Error::Driver(_) => panic!("{other}"),
                _ => unreachable!(),
            }
        }
        let buffer = stream.upload(&[1.0f32; 64]).unwrap();
        let view = ResourceView::new(ResourceViewFormat::FLOAT_1X32, 64);
        let error = Texture::with_view(buffer, &TextureDescriptor::default(), &view).unwrap_err();
        assert!(matches!(error, Error::Texture(_)), "{error}");
    }
}
