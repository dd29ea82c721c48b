//! Textures, compared with an independent filter for single texels.

use crate::device::{Buffer, Device, args};
use crate::texts::on_every_ptx;
use cuda_sim_engine::{AddressMode, Channel, Geometry, Plane, Sampler, Texture};

/// A pseudo-random number generator.
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 16_777_216.0
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

/// An image of floats with that many texels, rows and slices.
struct Image {
    extent: [usize; 3],
    channels: usize,
    texels: Vec<f32>,
}

impl Image {
    fn random(extent: [usize; 3], channels: usize, seed: u32) -> Image {
        let mut random = Random(seed);
        let count = extent.iter().product::<usize>() * channels;
        Image { extent, channels, texels: (0..count).map(|_| random.within(-1.0, 1.0)).collect() }
    }

    fn texel(&self, [x, y, z]: [usize; 3], channel: usize) -> f32 {
        let [width, height, _] = self.extent;
        if channel < self.channels {
            self.texels[((z * height + y) * width + x) * self.channels + channel]
        } else {
            0.0
        }
    }

    fn texture(
        &self,
        device: &Device,
        geometry: Geometry,
        sampler: Sampler,
    ) -> (Buffer<f32>, Texture) {
        let memory = device.upload(&self.texels);
        let [width, height, depth] = self.extent.map(|extent| extent as u64);
        let texture = Texture {
            levels: vec![Plane {
                address: memory.address,
                extent: [width, height, depth],
                pitch: width * 4 * self.channels as u64,
            }],
            channel: Channel::F32,
            channels: self.channels as u32,
            geometry,
            layered: false,
            sampler,
            is_surface: false,
            is_linear_memory: false,
            kept: None,
        };
        (memory, texture)
    }
}

const MODES: [AddressMode; 4] =
    [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border];

fn sampler(mode: AddressMode, linear: bool, normalized: bool) -> Sampler {
    Sampler { address: [mode; 3], linear, normalized, ..Sampler::default() }
}

/// Returns the index of a texel, or `None` for the border, step by step.
fn index(mut at: i64, size: usize, mode: AddressMode, normalized: bool) -> Option<usize> {
    let last = size as i64 - 1;
    match mode {
        AddressMode::Border if at < 0 || at > last => return None,
        AddressMode::Wrap if normalized => {
            while at < 0 {
                at += size as i64;
            }
            at %= size as i64;
        }
        AddressMode::Mirror if normalized => {
            while at < 0 || at > last {
                at = if at < 0 { -1 - at } else { 2 * last + 1 - at };
            }
        }
        _ => at = at.max(0).min(last),
    }
    Some(at as usize)
}

/// Interpolates a texel from its neighbors, one dimension after the other, with weights rounded to 256ths.
fn filtered(image: &Image, sampler: &Sampler, at: &[f32], channel: usize) -> f64 {
    fn along(
        image: &Image,
        sampler: &Sampler,
        at: &[f32],
        fixed: &mut Vec<Option<usize>>,
        channel: usize,
    ) -> f64 {
        let dimension = fixed.len();
        if dimension == at.len() {
            let place: Option<Vec<usize>> = fixed.iter().copied().collect();
            return place.map_or(0.0, |mut place| {
                place.resize(3, 0);
                f64::from(image.texel([place[0], place[1], place[2]], channel))
            });
        }
        let size = image.extent[dimension];
        let scale = if sampler.normalized { size as f64 } else { 1.0 };
        let place = f64::from(at[dimension]) * scale;
        let mode = sampler.address[dimension];
        let steps: Vec<(i64, f64)> = if sampler.linear {
            let place = (place * 256.0).round() / 256.0 - 0.5;
            let part = place - place.floor();
            vec![(place.floor() as i64, 1.0 - part), (place.floor() as i64 + 1, part)]
        } else {
            vec![(place.floor() as i64, 1.0)]
        };
        let mut sum = 0.0;
        for (step, weight) in steps {
            fixed.push(index(step, size, mode, sampler.normalized));
            sum += weight * along(image, sampler, at, fixed, channel);
            fixed.pop();
        }
        sum
    }
    along(image, sampler, at, &mut Vec::new(), channel)
}

fn look(device: &Device, kernel: &str, handle: u64, at: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let from = device.upload(at);
    let out = device.zeroed::<[f32; 4]>(at.len());
    let arguments = args().value(handle).buffer(&from).buffer(&out).value(at.len() as i32);
    device.run(kernel, at.len().div_ceil(64) as u32, 64, arguments);
    out.read()
}

/// Runs a kernel at random positions of an image, and compares with the filter above, up to a rounding error in the
/// last bit; of several dimensions, up to a 256th for each texel, as products of weights are rounded to these.
fn compare(device: &Device, kernel: &str, geometry: Geometry, image: &Image, sampler: Sampler) {
    let (_memory, texture) = image.texture(device, geometry, sampler);
    let handle = device.memory.add_image(texture);
    let dimensions = match geometry {
        Geometry::D1 => 1,
        Geometry::D2 => 2,
        _ => 3,
    };
    let most =
        if sampler.linear && dimensions > 1 { f64::from(1 << dimensions) / 256.0 } else { 2e-6 };
    let mut random = Random(7);
    let at: Vec<[f32; 4]> = (0..300)
        .map(|_| {
            std::array::from_fn(|dimension| {
                let size = match (sampler.normalized, dimension < 3) {
                    (false, true) => image.extent[dimension] as f32,
                    _ => 1.0,
                };
                // Not close to positions at which weights are rounded.
                let place = random.within(-1.5, 2.5) * size;
                (place * 1024.0).floor() / 1024.0 + 1.0 / 65536.0
            })
        })
        .collect();
    for (at, found) in at.iter().zip(look(device, kernel, handle, &at)) {
        for (channel, found) in found.into_iter().enumerate() {
            let expected = filtered(image, &sampler, &at[..dimensions], channel);
            let off = (f64::from(found) - expected).abs();
            assert!(
                off <= most,
                "{kernel} {sampler:?} at {at:?}, channel {channel}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn every_address_mode_and_filter_follows_the_programming_guide() {
    on_every_ptx("texture", |device| {
        let images = [
            ("tex1", Geometry::D1, Image::random([8, 1, 1], 1, 1)),
            ("tex2", Geometry::D2, Image::random([8, 4, 1], 2, 2)),
            ("tex3", Geometry::D3, Image::random([4, 8, 2], 4, 3)),
        ];
        for (kernel, geometry, image) in &images {
            for mode in MODES {
                for linear in [false, true] {
                    for normalized in [false, true] {
                        let mut sampler = sampler(mode, linear, normalized);
                        // A row of one dimension is filtered with the border beside it.
                        sampler.border = [0; 4];
                        if image.channels < 4 && mode == AddressMode::Border {
                            continue;
                        }
                        compare(device, kernel, *geometry, image, sampler);
                    }
                }
            }
        }
    });
}

#[test]
fn weights_have_eight_bits() {
    on_every_ptx("texture", |device| {
        let image = Image { extent: [2, 1, 1], channels: 1, texels: vec![0.0, 256.0] };
        let (_memory, texture) =
            image.texture(device, Geometry::D1, sampler(AddressMode::Clamp, true, false));
        let handle = device.memory.add_image(texture);
        let at: Vec<[f32; 4]> = (0..256)
            .map(|step| [0.5 + step as f32 / 256.0 + 1.0 / 1024.0, 0.0, 0.0, 0.0])
            .collect();
        let found = look(device, "tex1", handle, &at);
        for (step, found) in found.into_iter().enumerate() {
            assert_eq!(found[0], step as f32);
        }
    });
}

#[test]
fn integers_are_read_as_they_are_or_as_numbers_up_to_one() {
    on_every_ptx("texture", |device| {
        let bytes: Vec<u8> = (0..64).map(|at| (at * 37) as u8).collect();
        let memory = device.upload(&bytes);
        let texture = |integer| Texture {
            levels: vec![Plane { address: memory.address, extent: [4, 4, 1], pitch: 16 }],
            channel: Channel::U8,
            channels: 4,
            geometry: Geometry::D2,
            layered: false,
            sampler: Sampler { integer, ..sampler(AddressMode::Clamp, false, false) },
            is_surface: false,
            is_linear_memory: false,
            kept: None,
        };
        let at: Vec<[f32; 4]> =
            (0..16).map(|at| [(at % 4) as f32, (at / 4) as f32, 0.0, 0.0]).collect();
        let handle = device.memory.add_image(texture(false));
        for (index, found) in look(device, "tex2", handle, &at).into_iter().enumerate() {
            let expected: [f32; 4] =
                std::array::from_fn(|channel| f32::from(bytes[index * 4 + channel]) / 255.0);
            assert_eq!(found, expected);
        }
        let handle = device.memory.add_image(texture(true));
        for (index, found) in look(device, "integers2", handle, &at).into_iter().enumerate() {
            let expected: [u32; 4] =
                std::array::from_fn(|channel| bytes[index * 4 + channel].into());
            assert_eq!(found.map(f32::to_bits), expected);
        }
    });
}

#[test]
fn lanes_with_one_texture_read_what_each_lane_reads() {
    // Lanes whose handles differ are looked up one by one.
    let device = Device::load(
        ".version 7.0\n.target sm_75\n.address_size 64
        .visible .entry k(.param .u64 first, .param .u64 second, .param .u64 at, .param .u64 out)
        {
            .reg .pred %p; .reg .b32 %r<8>; .reg .f32 %f<3>; .reg .b64 %d<8>;
            ld.param.u64 %d1, [first];
            ld.param.u64 %d2, [second];
            ld.param.u64 %d3, [at];
            ld.param.u64 %d4, [out];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %d5, %r1, 8;
            mul.wide.u32 %d6, %r1, 16;
            add.s64 %d3, %d3, %d5;
            add.s64 %d4, %d4, %d6;
            ld.global.v2.f32 {%f1, %f2}, [%d3];
            and.b32 %r2, %r1, 1;
            setp.eq.u32 %p, %r2, 1;
            selp.b64 %d7, %d2, %d1, %p;
            tex.2d.v4.u32.f32 {%r3, %r4, %r5, %r6}, [%d7, {%f1, %f2}];
            st.global.v4.u32 [%d4], {%r3, %r4, %r5, %r6};
            ret;
        }",
    );
    let mut random = Random(11);
    let bytes: Vec<u8> = (0..4096).map(|_| random.within(0.0, 256.0) as u8).collect();
    let memory = device.upload(&bytes);
    let channels = [
        Channel::U8,
        Channel::S8,
        Channel::U16,
        Channel::S16,
        Channel::U32,
        Channel::S32,
        Channel::F16,
        Channel::F32,
    ];
    for case in 0..channels.len() * 3 * 4 * 8 {
        let channel = channels[case % 8];
        let count = [1, 2, 4][case / 8 % 3];
        let [linear, normalized, integer] = [0, 1, 2].map(|bit| ((case / 96) >> bit) & 1 == 1);
        let extent = [7, 5, 1];
        let texture = || Texture {
            levels: vec![Plane { address: memory.address, extent, pitch: 128 }],
            channel,
            channels: count,
            geometry: Geometry::D2,
            layered: false,
            sampler: Sampler {
                integer,
                border: [0x3f00_0000, 0x3f80_0000, 0xbf00_0000, 7],
                ..sampler(MODES[case / 24 % 4], linear, normalized)
            },
            is_surface: false,
            is_linear_memory: false,
            kept: None,
        };
        let at: Vec<[f32; 2]> = (0..64)
            .map(|index| {
                let edges = [f32::NAN, f32::INFINITY, -1e30, 3e9, -0.0];
                [0, 1].map(|dimension| match index {
                    0..5 => edges[index],
                    _ if normalized => random.within(-2.5, 3.5),
                    _ => random.within(-1.5, 2.5) * extent[dimension] as f32,
                })
            })
            .collect();
        let at = device.upload(&at);
        let [first, second] = [0, 1].map(|_| device.memory.add_image(texture()));
        let [alike, apart] = [first, second].map(|second| {
            let out = device.zeroed::<[u32; 4]>(64);
            let arguments = args().value(first).value(second);
            device.run("k", 1, 64, arguments.buffer(&at).buffer(&out));
            out.read()
        });
        let texture = texture();
        for (index, (alike, apart)) in alike.iter().zip(&apart).enumerate() {
            assert_eq!(alike, apart, "{texture:?} {:?}", at.read()[index]);
        }
    }
}

#[test]
fn layers_beyond_the_last_are_the_last() {
    on_every_ptx("texture", |device| {
        let image = Image::random([4, 4, 3], 1, 5);
        let (_memory, texture) =
            image.texture(device, Geometry::D2, sampler(AddressMode::Clamp, false, false));
        let handle = device.memory.add_image(Texture { layered: true, ..texture });
        let at: Vec<[f32; 4]> = (0..5).map(|layer| [1.0, 2.0, layer as f32, 0.0]).collect();
        for (layer, found) in look(device, "layered2", handle, &at).into_iter().enumerate() {
            assert_eq!(found[0], image.texel([1, 2, layer.min(2)], 0));
        }
    });
}

#[test]
fn a_direction_selects_a_face_of_a_cube() {
    on_every_ptx("texture", |device| {
        let image = Image {
            extent: [1, 1, 12],
            channels: 1,
            texels: (0..12).map(|face| face as f32).collect(),
        };
        let (_memory, texture) =
            image.texture(device, Geometry::Cube, sampler(AddressMode::Clamp, false, true));
        let at = [
            [1.0, 0.2, -0.3, 0.0],
            [-1.0, 0.2, -0.3, 0.0],
            [0.1, 1.0, 0.3, 0.0],
            [0.1, -1.0, 0.3, 0.0],
            [0.1, 0.2, 1.0, 0.0],
            [0.1, 0.2, -1.0, 0.0],
        ];
        let handle = device.memory.add_image(texture.clone());
        let faces: Vec<f32> =
            look(device, "cube", handle, &at).iter().map(|found| found[0]).collect();
        assert_eq!(faces, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let handle = device.memory.add_image(Texture { layered: true, ..texture });
        let second: Vec<[f32; 4]> = at.iter().map(|[x, y, z, _]| [*x, *y, *z, 1.0]).collect();
        let faces: Vec<f32> =
            look(device, "layered_cube", handle, &second).iter().map(|found| found[0]).collect();
        assert_eq!(faces, [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
    });
}

#[test]
fn mipmap_levels_are_selected_or_interpolated() {
    on_every_ptx("texture", |device| {
        let memory = device.upload(
            &(0..3).flat_map(|level| vec![level as f32; 16 >> (2 * level)]).collect::<Vec<f32>>(),
        );
        let plane = |first: u64, size: u64| Plane {
            address: memory.address + first * 4,
            extent: [size, size, 1],
            pitch: size * 4,
        };
        let texture = |mip_linear| Texture {
            levels: vec![plane(0, 4), plane(16, 2), plane(20, 1)],
            channel: Channel::F32,
            channels: 1,
            geometry: Geometry::D2,
            layered: false,
            sampler: Sampler {
                mip_linear,
                max_level: 9.0,
                ..sampler(AddressMode::Clamp, true, true)
            },
            is_surface: false,
            is_linear_memory: false,
            kept: None,
        };
        let levels = [-1.0, 0.0, 0.25, 0.75, 1.0, 1.5, 2.0, 7.0];
        let at = levels.map(|level| [0.5, 0.5, level, 0.0]);
        let read = |mip_linear| {
            let handle = device.memory.add_image(texture(mip_linear));
            look(device, "level2", handle, &at).iter().map(|found| found[0]).collect::<Vec<f32>>()
        };
        assert_eq!(read(true), [0.0, 0.0, 0.25, 0.75, 1.0, 1.5, 2.0, 2.0]);
        assert_eq!(read(false)[..5], [0.0, 0.0, 0.0, 1.0, 1.0]);
        let handle = device.memory.add_image(texture(true));
        let gradients = [0.25f32, 0.5, 1.0, 2.0].map(|step| [0.5, 0.5, step, step]);
        let found = look(device, "gradient2", handle, &gradients);
        assert_eq!(found.iter().map(|found| found[0]).collect::<Vec<f32>>(), [0.0, 1.0, 2.0, 2.0]);
    });
}

#[test]
fn gathering_returns_the_four_texels_of_a_filter() {
    on_every_ptx("texture", |device| {
        let image = Image::random([8, 8, 1], 4, 9);
        let (_memory, texture) =
            image.texture(device, Geometry::D2, sampler(AddressMode::Clamp, false, false));
        let handle = device.memory.add_image(texture);
        let at = [[3.2, 5.1, 0.0, 0.0], [0.1, 7.9, 0.0, 0.0]];
        for (kernel, channel) in [("gather2", 0), ("gather2_w", 3)] {
            let found = look(device, kernel, handle, &at);
            let texel = |x, y| image.texel([x, y, 0], channel);
            assert_eq!(found[0], [texel(2, 5), texel(3, 5), texel(3, 4), texel(2, 4)]);
            assert_eq!(found[1], [texel(0, 7); 4]);
        }
    });
}

#[test]
fn an_invalid_texture_handle_is_a_fault() {
    on_every_ptx("texture", |device| {
        let out = device.zeroed::<[f32; 4]>(1);
        let at = device.upload(&[[0.0f32; 4]]);
        let arguments = args().value(0x1234u64).buffer(&at).buffer(&out).value(1);
        let fault = device.try_run("tex2", 1, 1, arguments).unwrap_err();
        assert!(fault.report.contains("0x1234 is no texture's"), "{fault}");
    });
}

#[test]
fn a_texture_of_memory_that_was_freed_faults() {
    on_every_ptx("texture", |device| {
        let image = Image::random([8, 4, 1], 1, 1);
        let (memory, texture) =
            image.texture(device, Geometry::D2, sampler(AddressMode::Clamp, true, false));
        let handle = device.memory.add_image(texture);
        let at = device.upload(&[[1.0f32; 4]]);
        let out = device.zeroed::<[f32; 4]>(1);
        assert!(device.memory.free(memory.address));
        let arguments = args().value(handle).buffer(&at).buffer(&out).value(1);
        let fault = device.try_run("tex2", 1, 1, arguments).unwrap_err();
        assert_eq!(fault.code, cuda_sim_engine::ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS);
    });
}

#[test]
fn a_texture_reports_its_size() {
    on_every_ptx("texture", |device| {
        let image = Image::random([8, 4, 1], 1, 1);
        let (_memory, texture) =
            image.texture(device, Geometry::D2, sampler(AddressMode::Clamp, true, true));
        let handle = device.memory.add_image(texture);
        let out = device.zeroed::<u32>(4);
        device.run("sizes", 1, 1, args().value(handle).buffer(&out));
        let sizes = out.read();
        assert_eq!((sizes[0], sizes[1], sizes[3]), (8, 4, 1));
    });
}
