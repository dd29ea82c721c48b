//! Bulk copies of tensor tiles, compared with the elements that the PTX manual specifies.

use crate::device::{Device, args};
use crate::texts::on_every_ptx_with;
use cuda_sim_engine::{TensorMap, TensorType};

/// A packed tensor of 32-bit integers.
fn map(address: u64, extent: &[u64], tile: &[u32]) -> TensorMap {
    let mut map = TensorMap {
        address,
        ty: TensorType::S32,
        rank: extent.len() as u32,
        extent: [1; 5],
        stride: [0; 4],
        tile: [1; 5],
        step: [1; 5],
        interleave: 0,
        swizzle: 0,
        atomicity: 0,
        fills_nan: false,
        im2col: false,
        corner: [[0; 3]; 2],
    };
    map.extent[..extent.len()].copy_from_slice(extent);
    map.tile[..tile.len()].copy_from_slice(tile);
    let mut bytes = 4;
    for (stride, extent) in map.stride.iter_mut().zip(&extent[..extent.len() - 1]) {
        bytes *= extent;
        *stride = bytes;
    }
    map
}

/// Copies a tile of that many words: coordinates, the kind of copy, offsets.
fn load(device: &mut Device, map: &TensorMap, at: [i32; 8], words: usize) -> Vec<i32> {
    device.dynamic_shared = 1 << 15;
    let at = device.upload(&at);
    let out = device.zeroed::<i32>(words);
    let arguments =
        args().value(AlignedMap(map.pack())).buffer(&at).value(words as u32 * 4).buffer(&out);
    device.run("tm", 1, 32, arguments);
    out.read()
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct AlignedMap([u8; 128]);

#[test]
fn a_tile_of_any_dimensions_is_copied_with_zeros_around_the_tensor() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let elements: Vec<i32> = (0..4096).collect();
        let memory = device.upload(&elements);
        let row = map(memory.address, &[64], &[16]);
        let expected: Vec<i32> = (-4..12).map(|at| at.max(0)).collect();
        assert_eq!(load(device, &row, [-4, 0, 0, 0, 0, 0, 0, 0], 16), expected);
        let block = map(memory.address, &[16, 8, 4], &[4, 3, 2]);
        let mut expected = Vec::new();
        for z in 2..4 {
            for y in 6..9 {
                for x in 12..16 {
                    let inside = y < 8 && z < 4;
                    expected.push(if inside { (z * 8 + y) * 16 + x } else { 0 });
                }
            }
        }
        assert_eq!(load(device, &block, [12, 6, 2, 0, 0, 1, 0, 0], 24), expected);
        let five = map(memory.address, &[8, 4, 4, 4, 4], &[4, 2, 2, 2, 2]);
        let found = load(device, &five, [4, 1, 3, 0, 2, 3, 0, 0], 64);
        for (index, found) in found.into_iter().enumerate() {
            let at = [
                index % 4 + 4,
                index / 4 % 2 + 1,
                index / 8 % 2 + 3,
                index / 16 % 2,
                index / 32 + 2,
            ];
            let inside = at[2] < 4;
            let element = (((at[4] * 4 + at[3]) * 4 + at[2]) * 4 + at[1]) * 8 + at[0];
            assert_eq!(found, if inside { element as i32 } else { 0 });
        }
    });
}

#[test]
fn a_row_begins_at_a_multiple_of_16_bytes() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..64).collect::<Vec<i32>>());
        let row = map(memory.address, &[64], &[16]);
        device.dynamic_shared = 1024;
        for first in [-1, 1, 2, 3, 61, 65] {
            let at = device.upload(&[first, 0, 0, 0, 0, 0, 0, 0]);
            let out = device.zeroed::<i32>(16);
            let arguments = args().value(AlignedMap(row.pack())).buffer(&at).value(64).buffer(&out);
            let fault = device.try_run("tm", 1, 1, arguments).unwrap_err();
            assert!(fault.report.contains("multiple of 16 bytes"), "{fault}");
        }
    });
}

#[test]
fn a_step_among_interleaved_channels_is_a_slice() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..4096).collect::<Vec<i32>>());
        for (interleave, words) in [(1u32, 4), (2, 8)] {
            let interleaved = TensorMap {
                interleave,
                stride: [256, 2048, 0, 0],
                ..map(memory.address, &[64, 8, 8], &[8, 1, 1])
            };
            for first in [-1, 0, 1, 5] {
                let at = [first, 1, 1, 0, 0, 1, 0, 0];
                let found = load(device, &interleaved, at, words as usize * 8);
                let expected: Vec<i32> = (first * words..(first + 8) * words)
                    .map(|word| if word < 0 { 0 } else { 0x240 + word })
                    .collect();
                assert_eq!(found, expected);
            }
        }
    });
}

#[test]
fn element_strides_skip_elements() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..512).collect::<Vec<i32>>());
        let stepped =
            TensorMap { step: [1, 3, 1, 1, 1], ..map(memory.address, &[16, 16, 2], &[4, 8, 1]) };
        let found = load(device, &stepped, [4, 1, 1, 0, 0, 1, 0, 0], 12);
        let expected: Vec<i32> =
            [1, 4, 7].iter().flat_map(|y| (4..8).map(move |x| 256 + y * 16 + x)).collect();
        assert_eq!(found, expected);
    });
}

#[test]
fn swizzles_exchange_chunks_by_the_address_in_shared_memory() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..2048).collect::<Vec<i32>>());
        for (swizzle, bytes) in [(1u32, 32usize), (2, 64), (3, 128)] {
            let words = bytes / 4;
            let swizzled = TensorMap {
                swizzle,
                ..map(memory.address, &[words as u64, 32, 1], &[words as u32, 32, 1])
            };
            let found = load(device, &swizzled, [0, 0, 0, 0, 0, 1, 0, 0], words * 32);
            for (index, found) in found.into_iter().enumerate() {
                let address = index * 4;
                // The lowest bits of the index of the 128-byte row are combined with the index of the 16-byte chunk.
                let chunk = (address / 128 % 8) & (bytes / 16 - 1);
                let from = address ^ (chunk * 16);
                assert_eq!(found, (from / 4) as i32, "swizzle {swizzle}, word {index}");
            }
        }
    });
}

#[test]
fn im2col_columns_follow_the_pixels_of_a_box() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..8 * 6 * 5 * 3).collect::<Vec<i32>>());
        let columns = TensorMap {
            im2col: true,
            tile: [4, 24, 1, 1, 1],
            corner: [[-1, -1, 0], [-1, -1, 0]],
            ..map(memory.address, &[8, 6, 5, 3], &[])
        };
        let found = load(device, &columns, [4, 2, 1, 0, 0, 2, 2, 1], 96);
        let (mut w, mut h, mut n) = (2i32, 1i32, 0i32);
        let mut expected = Vec::new();
        for _ in 0..24 {
            for c in 4..8 {
                let (x, y) = (w + 2, h + 1);
                let inside = (0..6).contains(&x) && (0..5).contains(&y);
                expected.push(if inside { ((n * 5 + y) * 6 + x) * 8 + c } else { 0 });
            }
            w += 1;
            if w == 5 {
                (w, h) = (-1, h + 1);
            }
            if h == 4 {
                (h, n) = (-1, n + 1);
            }
        }
        assert_eq!(found, expected);
    });
}

#[test]
fn a_reduction_adds_a_tile_to_the_tensor() {
    on_every_ptx_with("tensormap", "tm_add", |device| {
        let memory = device.upload(&[100u32; 64]);
        let tensor = map(memory.address, &[8, 8], &[8, 4]);
        let tile = device.upload(&(0..32).collect::<Vec<u32>>());
        let tensor = TensorMap { ty: TensorType::U32, ..tensor };
        let arguments = args().value(AlignedMap(tensor.pack())).value(4).value(6).buffer(&tile);
        device.run("tm_add", 1, 32, arguments);
        let expected: Vec<u32> = (0..64)
            .map(|at| (at % 8, at / 8))
            .map(|(x, y)| if x >= 4 && y >= 6 { 100 + (y - 6) * 8 + x - 4 } else { 100 })
            .collect();
        assert_eq!(memory.read(), expected);
    });
}

#[test]
fn only_elements_inside_the_tensor_are_written() {
    on_every_ptx_with("tensormap", "tm_add", |device| {
        let memory = device.upload(&[100u32; 64]);
        let tensor = TensorMap { ty: TensorType::U32, ..map(memory.address, &[8, 8], &[8, 4]) };
        let tile = device.upload(&[1u32; 32]);
        for (x, y) in [(-4, 0), (0, -1)] {
            let arguments = args().value(AlignedMap(tensor.pack())).value(x).value(y).buffer(&tile);
            let fault = device.try_run("tm_add", 1, 32, arguments).unwrap_err();
            assert!(fault.report.contains("before the tensor"), "{fault}");
        }
        assert_eq!(memory.read(), [100u32; 64]);
    });
}

#[test]
fn a_map_is_changed_in_shared_memory_and_copied_out() {
    let ptx = ".version 8.5\n.target sm_90a\n.address_size 64
    .visible .entry replace(.param .u64 from, .param .u64 to, .param .u64 address) {
        .reg .b64 %rd<9>; .reg .b32 %r<3>; .shared .align 128 .b8 copy[128];
        ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to]; ld.param.u64 %rd3, [address];
        mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 4; add.u64 %rd5, %rd1, %rd4; ld.global.u32 %r2, [%rd5];
        mov.u64 %rd6, copy; add.u64 %rd7, %rd6, %rd4; st.shared.u32 [%rd7], %r2; bar.warp.sync -1;
        tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd6], %rd3;
        tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd6], 0, 6;
        tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%rd6], 2;
        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd2], [%rd6], 128;
        fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
        ret; }";
    let device = Device::load(ptx);
    let old = map(0x1000, &[64, 8], &[4, 2]);
    let (from, to) = (device.upload(&[old.pack()]), device.zeroed::<u128>(16));
    // A map in global memory is aligned to its size.
    let at = to.address.next_multiple_of(128);
    let first = ((at - to.address) / 16) as usize;
    device.run("replace", 1, 32, args().buffer(&from).value(at).value(0x2000u64));
    let bytes: Vec<u8> =
        to.read()[first..first + 8].iter().flat_map(|word| word.to_le_bytes()).collect();
    let new = TensorMap::unpack(&bytes.try_into().unwrap()).expect("it is a map");
    let mut expected = TensorMap { address: 0x2000, swizzle: 2, ..old };
    expected.extent[0] = 6;
    assert_eq!(new, expected);
}

/// The text of a kernel that makes a map of zeros, by replacing what is given, each a field, its type, and values.
fn making(fields: &[String]) -> String {
    let replace = |field: &String| {
        let (field, values) = field.split_once(' ').expect("a field and its values");
        let bits =
            if field.contains("address") || field.contains("global_stride") { 64 } else { 32 };
        format!("tensormap.replace.tile.{field}.shared::cta.b1024.b{bits} [%rd2], {values};\n")
    };
    let fields: String = fields.iter().map(replace).collect();
    format!(
        ".version 8.8\n.target sm_100a\n.address_size 64
        .visible .entry make(.param .u64 to, .param .u64 address) {{
        .reg .b64 %rd<6>; .reg .b32 %r<2>; .shared .align 128 .b8 map[128];
        ld.param.u64 %rd1, [to]; ld.param.u64 %rd5, [address];
        mov.u64 %rd2, map; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd2, %rd3;
        st.shared.u32 [%rd4], 0; bar.warp.sync -1;
        {fields}
        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%rd2], 128;
        ret; }}"
    )
}

/// Runs such a kernel, and returns the map.
fn made(fields: &[String], address: u64) -> TensorMap {
    let device = Device::load(&making(fields));
    let to = device.zeroed::<u8>(256);
    let place = (to.address.next_multiple_of(128) - to.address) as usize;
    device.run("make", 1, 32, args().value(to.address + place as u64).value(address));
    let bytes = &to.read()[place..place + 128];
    TensorMap::unpack(bytes.try_into().unwrap()).expect("it is a map")
}

#[test]
fn a_map_is_made_of_zeros_by_replacing_its_fields() {
    use TensorType as T;
    // In the order of the instruction's numbers, which isn't that of the driver's.
    let types = [
        T::U8,
        T::U16,
        T::U32,
        T::S32,
        T::U64,
        T::S64,
        T::F16,
        T::F32,
        T::F32Ftz,
        T::F64,
        T::Bf16,
        T::Tf32,
        T::Tf32Ftz,
    ];
    let (extent, tile, stride) = ([40, 30, 20, 10, 5], [8, 4, 3, 2, 1], [512, 4096, 8192, 16384]);
    for (number, ty) in types.into_iter().enumerate() {
        let rank = number % 5 + 1;
        let mut fields = vec![
            "global_address %rd5".to_owned(),
            format!("rank {}", rank - 1),
            format!("elemtype {number}"),
            format!("interleave_layout {}", number % 3),
            format!("swizzle_atomicity {}", number % 4),
            format!("swizzle_mode {}", (number + 1) % 4),
            format!("fill_mode {}", number % 2),
        ];
        let mut expected = TensorMap {
            ty,
            rank: rank as u32,
            interleave: number as u32 % 3,
            atomicity: number as u32 % 4,
            swizzle: (number as u32 + 1) % 4,
            fills_nan: number % 2 == 1,
            tile: [0; 5],
            ..map(0x4_0000_1000, &[1], &[1])
        };
        for dimension in 0..rank {
            fields.push(format!("box_dim {dimension}, {}", tile[dimension]));
            fields.push(format!("global_dim {dimension}, {}", extent[dimension]));
            fields.push(format!("element_stride {dimension}, {}", dimension + 1));
            (expected.tile[dimension], expected.extent[dimension]) =
                (tile[dimension], extent[dimension]);
            expected.step[dimension] = dimension as u32 + 1;
            if dimension + 1 < rank {
                fields.push(format!("global_stride {dimension}, {}", stride[dimension]));
                expected.stride[dimension] = stride[dimension];
            }
        }
        assert_eq!(made(&fields, 0x4_0000_1000), expected, "{ty:?}");
    }
}

#[test]
fn a_tile_of_a_map_that_was_made_of_zeros_is_copied() {
    on_every_ptx_with("tensormap", "tm", |device| {
        let memory = device.upload(&(0..512).collect::<Vec<i32>>());
        for swizzle in 0..4 {
            let fields = [
                "global_address %rd5",
                "rank 2",
                "elemtype 3",
                "fill_mode 0",
                "interleave_layout 0",
                "box_dim 0, 8",
                "box_dim 1, 4",
                "box_dim 2, 2",
                "global_dim 0, 8",
                "global_dim 1, 8",
                "global_dim 2, 8",
                "element_stride 0, 1",
                "element_stride 1, 1",
                "element_stride 2, 1",
                "global_stride 0, 32",
                "global_stride 1, 256",
            ];
            let mut fields: Vec<_> = fields.into_iter().map(str::to_owned).collect();
            fields.push(format!("swizzle_mode {swizzle}"));
            let new = made(&fields, memory.address);
            let tensor_map = TensorMap { swizzle, ..map(memory.address, &[8, 8, 8], &[8, 4, 2]) };
            let at = [0, 4, 6, 0, 0, 1, 0, 0];
            assert_eq!(load(device, &new, at, 64), load(device, &tensor_map, at, 64));
        }
    });
}

#[test]
fn a_map_whose_boxes_are_empty_faults() {
    on_every_ptx_with("tensormap", "tm", |device| {
        device.dynamic_shared = 1024;
        let (at, out) = (device.upload(&[0; 8]), device.zeroed::<i32>(16));
        let empty = TensorMap { tile: [4, 0, 1, 1, 1], ..map(at.address, &[4, 2, 1], &[1]) };
        let arguments = args().value(AlignedMap(empty.pack())).buffer(&at).value(64).buffer(&out);
        let fault = device.try_run("tm", 1, 1, arguments).unwrap_err();
        assert!(fault.report.contains("boxes of 0 elements in dimension 1"), "{fault}");
    });
}

#[test]
fn a_map_is_changed_in_global_memory() {
    let ptx = ".version 8.5\n.target sm_90a\n.address_size 64
    .visible .entry replace(.param .u64 map, .param .u64 address) {
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [map]; ld.param.u64 %rd2, [address];
        tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;
        tensormap.replace.tile.global_dim.b1024.b32 [%rd1+128], 1, 5;
        ret; }";
    let device = Device::load(ptx);
    let old = map(0x1000, &[64, 8], &[4, 2]);
    let maps = device.zeroed::<u8>(3 * 128);
    let place = (maps.address.next_multiple_of(128) - maps.address) as usize;
    let mut bytes = [0; 3 * 128];
    bytes[place..][..128].copy_from_slice(&old.pack());
    bytes[place + 128..][..128].copy_from_slice(&old.pack());
    maps.write(&bytes);
    let at = maps.address + place as u64;
    device.run("replace", 1, 1, args().value(at).value(0x2000u64));
    let read = maps.read();
    let new = |number: usize| {
        let bytes = &read[place + number * 128..][..128];
        TensorMap::unpack(bytes.try_into().unwrap()).expect("it is a map")
    };
    let address = 0x2000;
    assert_eq!(new(0), TensorMap { address, ..old });
    let mut expected = old;
    expected.extent[1] = 5;
    assert_eq!(new(1), expected);
}

#[test]
fn bytes_that_are_not_a_map_fault() {
    on_every_ptx_with("tensormap", "tm", |device| {
        device.dynamic_shared = 1024;
        let (at, out) = (device.upload(&[0; 8]), device.zeroed::<i32>(16));
        let arguments = args().value(AlignedMap([7; 128])).buffer(&at).value(64).buffer(&out);
        let fault = device.try_run("tm", 1, 1, arguments).unwrap_err();
        assert!(fault.report.contains("has no tensor map"), "{fault}");
    });
}
