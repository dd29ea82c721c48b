//! Surfaces, compared with their bytes.

use crate::device::{Buffer, Device, args};
use crate::texts::on_every_ptx;
use cuda_sim_engine::{Channel, ErrorCode, Geometry, Plane, Sampler, Texture};

fn surface<T: Copy>(
    device: &Device,
    memory: &Buffer<T>,
    (channel, channels): (Channel, u32),
    (geometry, layered): (Geometry, bool),
    extent: [u64; 3],
) -> u64 {
    device.memory.add_image(Texture {
        levels: vec![Plane {
            address: memory.address,
            extent,
            pitch: extent[0] * channel.size() * u64::from(channels),
        }],
        channel,
        channels,
        geometry,
        layered,
        sampler: Sampler::default(),
        is_surface: true,
        is_linear_memory: false,
        kept: None,
    })
}

#[test]
fn pixels_are_read_and_written_by_their_bytes() {
    on_every_ptx("surface", |device| {
        let pixels: Vec<[u8; 4]> = (0..20u8).map(|at| [at, 2 * at, 3 * at, 4 * at]).collect();
        let (from, to) = (device.upload(&pixels), device.zeroed::<[u8; 4]>(20));
        let [source, target] = [&from, &to].map(|memory| {
            surface(device, memory, (Channel::U8, 4), (Geometry::D2, false), [5, 4, 1])
        });
        device.run("invert", 1, (8, 8), args().value(source).value(target).value(5).value(4));
        let expected: Vec<[u8; 4]> =
            pixels.iter().map(|[r, g, b, a]| [255 - r, 255 - g, 255 - b, *a]).collect();
        assert_eq!(to.read(), expected);
    });
}

#[test]
fn accesses_outside_are_zero_clamped_or_a_fault() {
    on_every_ptx("surface", |device| {
        let memory = device.upload(&(0..12).map(|at| at + 100).collect::<Vec<i32>>());
        let handle = surface(device, &memory, (Channel::S32, 1), (Geometry::D2, false), [4, 3, 1]);
        let read = |mode: i32| {
            let out = device.zeroed::<i32>(64);
            let arguments = args().value(handle).value(mode).buffer(&out);
            device.try_run("around", 1, (8, 8), arguments).map(|()| out.read())
        };
        let at = |index: i32| (index % 8 - 2, index / 8 - 2);
        let inside = |x: i32, y: i32| (0..4).contains(&x) && (0..3).contains(&y);
        let zero = (0..64).map(at).map(|(x, y)| if inside(x, y) { 100 + y * 4 + x } else { 0 });
        assert_eq!(read(0).unwrap(), zero.collect::<Vec<i32>>());
        let near = (0..64).map(at).map(|(x, y)| 100 + y.clamp(0, 2) * 4 + x.clamp(0, 3));
        assert_eq!(read(1).unwrap(), near.collect::<Vec<i32>>());
        let fault = read(2).unwrap_err();
        assert!(fault.report.contains("outside the surface"), "{fault}");
    });
}

#[test]
fn slices_and_layers_have_separate_addresses() {
    on_every_ptx("surface", |device| {
        let three = device.upload(&(0..60).collect::<Vec<i32>>());
        let layers = device.zeroed::<i32>(60);
        let kind = (Channel::S32, 1);
        let source = surface(device, &three, kind, (Geometry::D3, false), [5, 4, 3]);
        let target = surface(device, &layers, kind, (Geometry::D2, true), [5, 4, 3]);
        let out = device.zeroed::<i32>(60);
        device.run("slices", 1, [5, 4, 3], args().value(source).value(target).buffer(&out));
        let expected: Vec<i32> = (0..60).map(|at| at * 2).collect();
        assert_eq!(out.read(), expected);
        assert_eq!(layers.read(), expected);
    });
}

#[test]
fn four_words_are_accessed_at_once() {
    on_every_ptx("surface", |device| {
        let memory = device.upload(&[[1, 2, 3, 4], [5, 6, 7, 8i32]]);
        let handle = surface(device, &memory, (Channel::S32, 4), (Geometry::D1, false), [2, 1, 1]);
        let out = device.zeroed::<[i32; 4]>(2);
        device.run("wide", 1, 2, args().value(handle).buffer(&out));
        assert_eq!(out.read(), [[1, 2, 3, 4], [5, 6, 7, 8]]);
        assert_eq!(memory.read(), [[4, 3, 2, 1], [8, 7, 6, 5]]);
    });
}

#[test]
fn a_reduction_counts_every_thread_within_the_surface() {
    on_every_ptx("surface", |device| {
        let memory = device.zeroed::<u32>(8);
        let handle = surface(device, &memory, (Channel::U32, 1), (Geometry::D2, false), [4, 2, 1]);
        device.run("count", 10, 100, args().value(handle));
        assert_eq!(memory.read(), [0, 0, 0, 0, 200, 200, 200, 200]);
    });
}

#[test]
fn an_access_that_is_not_a_multiple_of_its_size_faults() {
    let ptx = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry odd(.param .u64 s) {
        .reg .b64 %rd<2>; .reg .b32 %r<4>;
        ld.param.u64 %rd1, [s]; mov.u32 %r1, 2; mov.u32 %r2, 0;
        suld.b.2d.b32.trap %r3, [%rd1, {%r1, %r2}];
        sust.b.2d.b32.trap [%rd1, {%r2, %r2}], %r3;
        ret; }";
    let device = Device::load(ptx);
    let memory = device.zeroed::<u32>(8);
    let handle = surface(&device, &memory, (Channel::U32, 1), (Geometry::D2, false), [4, 2, 1]);
    let fault = device.try_run("odd", 1, 1, args().value(handle)).unwrap_err();
    assert_eq!(fault.code, ErrorCode::CUDA_ERROR_MISALIGNED_ADDRESS);
}
