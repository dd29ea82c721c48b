//! Textures and surfaces answer what an H200 answered: every format, dimension, address mode and filter, in and around
//! images.

mod image;
pub mod inputs;

use std::ffi::CString;
use std::mem::zeroed;

use cuda_driver::Launch;
use cuda_driver::sys::{CUDA_TEXTURE_DESC, CUaddress_mode, CUfilter_mode};

use crate::device::{TestDevice, alone, with_device};
use image::{Image, Shape};
use inputs::{ACCESSES, FORMATS, LOOKUPS, accesses, checksum, coordinates, values};

/// The kind of an image and of the instructions that access it, and its recorded checksums.
const RECORD: &str = include_str!("texture_answers.tsv");

/// The color outside of images.
const BORDER: [f32; 4] = [0.3, -0.7, 5.0, 0.9];

/// The flag of a surface.
const SURFACE: u32 = 2;

/// Returns the operand with the coordinates of a geometry.
fn operand(geometry: &str) -> &'static str {
    match geometry {
        "1d" => "{c0}",
        "2d" => "{c0, c1}",
        "a1d" => "{l, c0}",
        "a2d" => "{l, c0, c1, c1}",
        "acube" => "{l, c0, c1, c2}",
        _ => "{c0, c1, c2, c2}",
    }
}

const HEAD: &str = "(.param .u64 image, .param .u64 at, .param .u64 data, .param .u32 first)
{
    .reg .b64 T, p, o, w, d<4>; .reg .b32 c<3>, l, i, v<4>; .reg .b16 h<4>; .reg .pred q;
    ld.param.u64 T, [image]; ld.param.u64 p, [at]; ld.param.u64 o, [data];";

/// Returns a kernel whose threads look up a position each, of level 0 if it `names_level`.
fn lookup(geometry: &str, coordinates: &str, names_level: bool) -> String {
    let at = operand(geometry);
    let zero = if coordinates == "f32" { ", 0f00000000" } else { ", 0" };
    let (level, zero) = if names_level { (".level", zero) } else { ("", "") };
    format!(
        ".visible .entry k{HEAD}
        ld.param.u32 l, [first]; mov.u32 i, %tid.x; mul.wide.u32 w, i, 16; add.u64 p, p, w; add.u64 o, o, w;
        mul.wide.u32 w, l, 16; add.u64 o, o, w; ld.global.v4.b32 {{c0, c1, c2, l}}, [p];
        tex{level}.{geometry}.v4.f32.{coordinates} {{v0, v1, v2, v3}}, [T, {at}]{zero};
        st.global.v4.b32 [o], {{v0, v1, v2, v3}}; ret;
        }}"
    )
}

/// Returns a kernel whose only thread accesses a surface several times, with four values of 64 bits each.
fn access(name: &str, instruction: &str, geometry: &str, bits: u32, registers: usize) -> String {
    let at = operand(geometry);
    let (register, ty) = match bits {
        8 | 16 => ('h', "u16"),
        32 => ('v', "u32"),
        _ => ('d', "u64"),
    };
    let list: Vec<String> = (0..registers).map(|index| format!("{register}{index}")).collect();
    let list = list.join(", ");
    let each = |line: &dyn Fn(usize) -> String| (0..4).map(line).collect::<String>();
    let body = if name == "suld" {
        let out = each(&|index| {
            if index < registers {
                format!("cvt.u64.{ty} w, {register}{index}; st.global.u64 [o+{}], w; ", 8 * index)
            } else {
                format!("st.global.u64 [o+{}], 0; ", 8 * index)
            }
        });
        format!("{instruction} {{{list}}}, [T, {at}]; {out}")
    } else {
        let load = each(&|index| {
            format!("ld.global.u64 w, [o+{}]; cvt.{ty}.u64 {register}{index}, w; ", 8 * index)
        });
        format!("{load}{instruction} [T, {at}], {{{list}}};")
    };
    format!(
        ".visible .entry k{HEAD}
        mov.b32 i, 0;
    NEXT:
        ld.global.v4.b32 {{c0, c1, c2, l}}, [p]; {body}
        add.u64 p, p, 16; add.u64 o, o, 32; add.u32 i, i, 1; setp.lt.u32 q, i, {ACCESSES}; @q bra NEXT; ret;
        }}"
    )
}

fn module(device: &TestDevice, kernel: &str) -> cuda_driver::Module {
    let text = format!(".version 7.0\n.target sm_70\n.address_size 64\n{kernel}");
    device.context.load_ptx(&CString::new(text).unwrap()).unwrap()
}

/// Returns the lines of the record for `instruction`: the words before the checksums, and those.
fn recorded(instruction: &str) -> impl Iterator<Item = (Vec<&'static str>, Vec<&'static str>)> {
    RECORD.lines().filter_map(move |line| {
        let (case, sums) = line.strip_prefix(instruction)?.strip_prefix(' ')?.split_once('\t')?;
        Some((case.split(' ').collect(), sums.split(' ').collect()))
    })
}

/// The formats in each number of channels: name, number of the format, size, channels.
fn formats() -> impl Iterator<Item = (&'static str, i32, usize, usize)> {
    let each = |(name, number, size)| [1, 2, 4].map(move |channels| (name, number, size, channels));
    FORMATS.into_iter().flat_map(each)
}

/// How textures are read in a line of the record: the index among formats, flags, and a name.
fn reads() -> Vec<(usize, u32, String)> {
    let (as_integer, srgb) = (1, 0x10);
    let mut reads = Vec::new();
    for (format, (name, ..)) in FORMATS.into_iter().enumerate() {
        let flags: &[u32] = if name.starts_with('f') { &[0] } else { &[0, as_integer] };
        for flag in flags {
            reads.extend(
                [0, 1, 2].map(|n| (3 * format + n, *flag, format!("{name} x{} {flag}", 1 << n))),
            );
        }
    }
    reads.extend([0, 1, 2].map(|n| (n, srgb, format!("sRGB x{}", 1 << n))));
    reads
}

/// Makes a texture of an image, which outlives it.
fn texture(
    device: &TestDevice,
    image: &Image<'_>,
    mode: CUaddress_mode,
    filter: CUfilter_mode,
    flags: u32,
) -> u64 {
    // SAFETY: all zeros is a value of it.
    let mut descriptor: CUDA_TEXTURE_DESC = unsafe { zeroed() };
    descriptor.addressMode = [mode; 3];
    descriptor.filterMode = filter;
    descriptor.flags = flags;
    descriptor.borderColor = BORDER;
    let (raw, resource) = (device.driver.raw(), &raw const image.resource);
    // SAFETY: the descriptions are valid.
    let texture = device.context.with_current(|| unsafe {
        raw.cuTexObjectCreate(resource, &raw const descriptor, std::ptr::null())
    });
    texture.unwrap().unwrap()
}

fn destroy(device: &TestDevice, texture: u64) {
    let raw = device.driver.raw();
    // SAFETY: the texture isn't used any more.
    device.context.with_current(|| unsafe { raw.cuTexObjectDestroy(texture) }).unwrap().unwrap();
}

/// Looks up positions in an image of floats by the instructions of every geometry, as integers, as integers with a level,
/// and as floats; returns a checksum for each.
fn look_up_by_each(device: &TestDevice, kind: &str, mode: i32) -> Vec<String> {
    let stream = &device.stream;
    let (_, number, size) = FORMATS.into_iter().find(|(name, ..)| *name == "f32").unwrap();
    let image = Image::new(device, kind, ("f32", size), (number, 1), 0);
    let texture = texture(
        device,
        &image,
        CUaddress_mode(mode as _),
        CUfilter_mode::CU_TR_FILTER_MODE_POINT,
        0,
    );
    let mut sums = Vec::new();
    for geometry in ["1d", "2d", "3d", "a1d", "a2d"] {
        for (ints, names_level) in [("s32", false), ("s32", true), ("f32", false)] {
            let module = module(device, &lookup(geometry, ints, names_level));
            let kernel = module.function("k").unwrap();
            let at = coordinates(&[5, 4, 3], 3, (false, ints == "s32", false));
            let at = stream.upload(&at).unwrap();
            let mut out = stream.alloc_zeroed::<u32>(LOOKUPS * 4).unwrap();
            let launch = Launch::grid(1).block(LOOKUPS as u32);
            // SAFETY: k(.u64, .u64, .u64, .u32) has as many threads as there are positions and results.
            unsafe { stream.launch(&kernel, launch, (texture, &at, &mut out, 0u32)) }.unwrap();
            sums.push(checksum(out.to_vec().unwrap()));
        }
    }
    destroy(device, texture);
    sums
}

fn look_up(device: &TestDevice, kind: &str, wrong: &mut Vec<String>) {
    let stream = &device.stream;
    let shape = Shape::of(kind);
    let images: Vec<Image<'_>> = formats()
        .map(|(name, number, size, channels)| {
            Image::new(device, kind, (name, size), (number, channels), 0)
        })
        .collect();
    let reads = reads();
    for ints in ["f32", "s32"] {
        if ints == "s32" && kind.ends_with("cube") {
            continue;
        }
        let module = module(device, &lookup(shape.geometry, ints, false));
        let kernel = module.function("k").unwrap();
        let of_kind = recorded("tex")
            .filter(|(case, _)| case[0] == kind && case[1] == ints[..1].replace('s', "i"));
        for (case, sums) in of_kind {
            let is_normalized = case[2] == "1";
            let at = coordinates(
                &shape.sizes(),
                shape.layers,
                (is_normalized, ints == "s32", kind.ends_with("cube")),
            );
            let at = stream.upload(&at).unwrap();
            let mut out = stream.alloc_zeroed::<u32>(reads.len() * LOOKUPS * 4).unwrap();
            let mode = CUaddress_mode(case[3].parse().unwrap());
            let mut textures = Vec::new();
            for (index, (image, flags, _)) in reads.iter().enumerate() {
                let filter = CUfilter_mode(case[4].parse().unwrap());
                let flags = flags | u32::from(is_normalized) << 1;
                let texture = texture(device, &images[*image], mode, filter, flags);
                textures.push(texture);
                let first = (index * LOOKUPS) as u32;
                let launch = Launch::grid(1).block(LOOKUPS as u32);
                // SAFETY: k(.u64, .u64, .u64, .u32) has as many threads as there are positions, and as many results.
                unsafe { stream.launch(&kernel, launch, (texture, &at, &mut out, first)) }.unwrap();
            }
            let found = out.to_vec().unwrap();
            textures.into_iter().for_each(|texture| destroy(device, texture));
            for ((found, sum), (_, _, name)) in found.chunks(LOOKUPS * 4).zip(sums).zip(&reads) {
                if checksum(found.iter().copied()) != sum {
                    wrong.push(format!("tex {}: {name}", case.join(" ")));
                }
            }
        }
    }
}

fn access_surfaces(device: &TestDevice, instruction: &str, wrong: &mut Vec<String>) {
    let stream = &device.stream;
    let raw = device.driver.raw();
    let is_formatted = instruction == "sust.p";
    for (case, sums) in recorded(instruction) {
        let (kind, boundary) = (case[0], case[1]);
        let shape = Shape::of(kind);
        let registers: usize = case[case.len() - 1].parse().unwrap();
        let bits: u32 = if is_formatted { 32 } else { case[2].parse().unwrap() };
        let vector = if registers == 1 { String::new() } else { format!(".v{registers}") };
        let dotted = if is_formatted { "sust.p".into() } else { format!("{instruction}.b") };
        let text = format!("{dotted}.{kind}{vector}.b{bits}.{boundary}");
        let name = if instruction == "suld" { "suld" } else { "sust" };
        let module = module(device, &access(name, &text, kind, bits, registers));
        let kernel = module.function("k").unwrap();
        let is_recorded = |name: &str| is_formatted || ["u8", "u16", "f32"].contains(&name);
        let some = formats().filter(|(name, ..)| is_recorded(name));
        for ((format, number, size, channels), sum) in some.zip(sums).filter(|(_, sum)| *sum != "-")
        {
            let mut image = Image::new(device, kind, (format, size), (number, channels), SURFACE);
            let mut sizes = shape.sizes();
            let mut step = 1;
            if !is_formatted {
                step = bits as usize / 8 * registers;
                sizes[0] = (image.row / step).max(1) as i32;
            }
            let seed = if is_formatted { 11000 } else { 13000 };
            let at = accesses(&sizes, shape.layers, step as i32, seed, boundary == "trap");
            let at = stream.upload(&at).unwrap();
            let data =
                if instruction == "suld" { vec![0; 4 * ACCESSES] } else { values(is_formatted) };
            let mut data = stream.upload(&data).unwrap();
            // SAFETY: the description is valid, and the array outlives the surface.
            let surface = device
                .context
                .with_current(|| unsafe { raw.cuSurfObjectCreate(&raw const image.resource) });
            let surface = surface.unwrap().unwrap();
            let launch = Launch::grid(1).block(1);
            // SAFETY: k(.u64, .u64, .u64, .u32) accesses as many places and values as there are.
            unsafe { stream.launch(&kernel, launch, (surface, &at, &mut data, 0u32)) }.unwrap();
            let found: Vec<u32> = match instruction {
                "suld" => data
                    .to_vec()
                    .unwrap()
                    .into_iter()
                    .flat_map(|value| [value as u32, (value >> 32) as u32])
                    .collect(),
                _ => {
                    stream.synchronize().unwrap();
                    image.read().into_iter().map(u32::from).collect()
                }
            };
            // SAFETY: the surface isn't used any more.
            device
                .context
                .with_current(|| unsafe { raw.cuSurfObjectDestroy(surface) })
                .unwrap()
                .unwrap();
            if checksum(found) != sum {
                wrong.push(format!("{instruction} {}: {format} x{channels}", case.join(" ")));
            }
        }
    }
}

/// Fails with the first cases that are wrong.
fn expect_none(wrong: &[String]) {
    let some: Vec<&str> = wrong.iter().take(40).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), some.join("\n"));
}

#[test]
fn textures_answer_as_an_h200() {
    with_device(None, |device| {
        let device = alone(device);
        let mut wrong = Vec::new();
        for kind in ["1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "pitch", "linear"] {
            look_up(&device, kind, &mut wrong);
        }
        expect_none(&wrong);
    });
}

#[test]
fn instructions_of_another_geometry_answer_as_an_h200() {
    with_device(None, |device| {
        let device = alone(device);
        let mut wrong = Vec::new();
        for (case, sums) in recorded("each") {
            let found = look_up_by_each(&device, case[0], case[1].parse().unwrap());
            if found != sums {
                wrong.push(format!("each {}\t{}", case.join(" "), found.join(" ")));
            }
        }
        expect_none(&wrong);
    });
}

#[test]
fn surfaces_answer_as_an_h200() {
    with_device(None, |device| {
        let device = alone(device);
        let mut wrong = Vec::new();
        for instruction in ["suld", "sust", "sust.p"] {
            access_surfaces(&device, instruction, &mut wrong);
        }
        expect_none(&wrong);
    });
}
