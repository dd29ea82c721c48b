//! Tensor maps: valid and invalid ones, and copies by kernels.

use std::sync::OnceLock;

use cuda_driver::{
    Error, ErrorCode, Function, Launch,
    tensor_map::{
        InvalidTensorMap as Refused, TensorMap, TensorMapBuilder, TensorMapDataType,
        TensorMapFloatOobFill, TensorMapInterleave, TensorMapSwizzle,
    },
};
use nvrtc::{Arch, Nvrtc};

use crate::device::{TestDevice, on_every_driver};

const SOURCE: &str = r#"
struct alignas(64) Map { unsigned long long opaque[16]; };
extern "C" {
__global__ void load(const __grid_constant__ Map map, int x, int y, unsigned bytes, unsigned char *out) {
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned to = __cvta_generic_to_shared(tile), at = __cvta_generic_to_shared(&barrier);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.proxy.async;" :: "r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(at), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(to), "l"(&map), "r"(x), "r"(y), "r"(at) : "memory");
    for (unsigned done = 0; !done;)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
                     : "=r"(done) : "r"(at) : "memory");
    for (unsigned i = 0; i < bytes; i++) out[i] = tile[i];
}
__global__ void store(const __grid_constant__ Map map, int x, int y, unsigned bytes, const unsigned char *in) {
    extern __shared__ __align__(1024) unsigned char tile[];
    unsigned from = __cvta_generic_to_shared(tile);
    for (unsigned i = 0; i < bytes; i++) tile[i] = in[i];
    asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
                 :: "l"(&map), "r"(x), "r"(y), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
}
"#;

/// Returns a kernel of the source; `None`, and a note, if it isn't available.
fn kernel(device: &TestDevice, name: &str) -> Option<Function> {
    static PTX: OnceLock<Result<String, String>> = OnceLock::new();
    if device.context.device().compute_capability().unwrap().major < 9 {
        cuda_rust::skip("tensor maps need compute capability 9.0");
        return None;
    }
    let compile = || {
        let nvrtc = Nvrtc::load().map_err(|error| error.to_string())?;
        let program = nvrtc.program("tensor.cu", SOURCE).arch(Arch::compute(9, 0));
        let ptx = program.compile_ptx().map_err(|error| error.to_string())?;
        Ok(ptx.as_str().to_owned())
    };
    match PTX.get_or_init(compile) {
        Ok(ptx) => Some(device.context.load_ptx(ptx.as_str()).unwrap().function(name).unwrap()),
        Err(reason) => {
            cuda_rust::skip(reason);
            None
        }
    }
}

/// Returns `true` if the driver, as limited by the test, lacks tensor maps, after checking the error.
fn is_too_old(device: &TestDevice) -> bool {
    let memory = device.stream.alloc::<f32>(64).unwrap();
    match TensorMap::tiled(&[64], &[4]).encode(&memory) {
        Ok(_) => false,
        Err(error) => {
            let result = error.result().expect("it is the driver's");
            assert!(result.is_absent(), "{result}");
            assert!(result.to_string().contains("needs a driver of 12."), "{result}");
            true
        }
    }
}

/// Loads a tile of `len` words through a map.
fn loaded(
    device: &TestDevice,
    map: &TensorMap<'_>,
    (x, y): (i32, i32),
    len: usize,
) -> Option<Vec<u32>> {
    let load = kernel(device, "load")?;
    let mut out = device.stream.alloc::<u32>(len).unwrap();
    let launch = Launch::grid(1).shared_memory(16384);
    // SAFETY: load(const Map map, int x, int y, unsigned bytes, unsigned char *out), bytes of which are so many
    unsafe { device.stream.launch(&load, launch, (map, x, y, (len * 4) as u32, &mut out)) }
        .unwrap();
    Some(out.to_vec().unwrap())
}

fn matrix() -> Vec<u32> {
    (0..64 * 32).collect()
}

on_every_driver! {
    fn a_copy_through_a_map_reads_a_tile(device) {
        if is_too_old(device) { return }
        let memory = device.stream.upload(&matrix()).unwrap();
        let map = TensorMap::tiled(&[64, 32], &[8, 4]).encode(&memory).unwrap();
        let Some(tile) = loaded(device, &map, (4, 3), 32) else { return };
        let expected: Vec<u32> = (0..32).map(|at| (3 + at / 8) * 64 + 4 + at % 8).collect();
        assert_eq!(tile, expected);
    }

    fn elements_outside_the_tensor_are_zero(device) {
        if is_too_old(device) { return }
        let memory = device.stream.upload(&matrix()).unwrap();
        let map = TensorMap::tiled(&[64, 32], &[8, 4]).encode(&memory).unwrap();
        let Some(tile) = loaded(device, &map, (-4, 30), 32) else { return };
        let expected: Vec<u32> = (0..32)
            .map(|at| (30 + at / 8, (at % 8) as i32 - 4))
            .map(|(y, x)| if x < 0 || y >= 32 { 0 } else { y * 64 + x as u32 })
            .collect();
        assert_eq!(tile, expected);
    }

    fn elements_outside_a_tensor_of_floats_can_be_nan(device) {
        if is_too_old(device) { return }
        let memory = device.stream.upload(&[1.0f32; 256]).unwrap();
        let map = TensorMap::tiled(&[14, 16], &[4, 2])
            .strides(&[64])
            .oob_fill(TensorMapFloatOobFill::NAN_REQUEST_ZERO_FMA)
            .encode(&memory)
            .unwrap();
        let Some(tile) = loaded(device, &map, (12, 15), 8) else { return };
        let is_nan: Vec<bool> = tile.into_iter().map(|bits| f32::from_bits(bits).is_nan()).collect();
        assert_eq!(is_nan, [false, false, true, true, true, true, true, true]);
    }

    fn strides_skip_the_gaps_between_rows(device) {
        if is_too_old(device) { return }
        let memory = device.stream.upload(&matrix()).unwrap();
        let map = TensorMap::tiled(&[20, 8], &[4, 2]).strides(&[512]).encode(&memory).unwrap();
        let Some(tile) = loaded(device, &map, (4, 3), 8) else { return };
        assert_eq!(tile, [388, 389, 390, 391, 516, 517, 518, 519]);
    }

    fn a_swizzle_spreads_chunks_of_16_bytes(device) {
        if is_too_old(device) { return }
        let memory = device.stream.upload(&matrix()).unwrap();
        let map = TensorMap::tiled(&[32, 64], &[32, 8])
            .swizzle(TensorMapSwizzle::SWIZZLE_128B)
            .encode(&memory)
            .unwrap();
        let Some(tile) = loaded(device, &map, (0, 0), 256) else { return };
        for at in 0..256u32 {
            let (row, chunk, word) = (at / 32, at % 32 / 4, at % 4);
            assert_eq!(tile[at as usize], row * 32 + (chunk ^ row) * 4 + word);
        }
    }

    fn a_copy_through_a_map_writes_a_tile_and_nothing_outside(device) {
        if is_too_old(device) { return }
        let Some(store) = kernel(device, "store") else { return };
        let mut memory = device.stream.alloc_zeroed::<u32>(256).unwrap();
        let tile: Vec<u32> = (1..=32).collect();
        let tile = device.stream.upload(&tile).unwrap();
        let map = TensorMap::tiled(&[16, 16], &[8, 4]).encode_mut(&mut memory).unwrap();
        let launch = Launch::grid(1).shared_memory(16384);
        // SAFETY: store(const Map map, int x, int y, unsigned bytes, const unsigned char *in), 128 bytes
        unsafe { device.stream.launch(&store, launch, (&map, 12i32, 14i32, 128u32, &tile)) }.unwrap();
        let mut expected = vec![0; 256];
        for (y, x) in [(14, 12), (14, 13), (14, 14), (14, 15), (15, 12), (15, 13), (15, 14), (15, 15)] {
            expected[y * 16 + x] = ((y - 14) * 8 + x - 12 + 1) as u32;
        }
        assert_eq!(memory.to_vec().unwrap(), expected);
    }

    fn a_map_can_be_applied_to_other_memory(device) {
        if is_too_old(device) { return }
        let first = device.stream.upload(&matrix()).unwrap();
        let second = device.stream.upload(&[7u32; 2048]).unwrap();
        let small = device.stream.upload(&[7u32; 2047]).unwrap();
        let mut map = TensorMap::tiled(&[64, 32], &[8, 4]).encode(&first).unwrap();
        map.replace_address::<u32>(&second).unwrap();
        let refused = map.replace_address::<u32>(&small).unwrap_err();
        assert!(refused_for(&refused) == Some(&Refused::Memory { needed: 8192, has: 8188 }), "{refused}");
        let Some(tile) = loaded(device, &map, (0, 0), 32) else { return };
        assert_eq!(tile, [7; 32]);
    }

    fn each_impossible_description_is_rejected_with_the_reason(device) {
        let memory = device.stream.alloc::<f32>(4096).unwrap();
        let refused = |description: TensorMapBuilder<'_>| {
            let error = description.encode(&memory).expect_err("this can't be");
            refused_for(&error).unwrap_or_else(|| panic!("{error}")).clone()
        };
        let tiled = |extent, tile| refused(TensorMap::tiled(extent, tile));
        assert_eq!(tiled(&[], &[]), Refused::Rank { rank: 0, least: 1 });
        assert_eq!(tiled(&[4; 6], &[4; 6]), Refused::Rank { rank: 6, least: 1 });
        assert_eq!(tiled(&[64, 32], &[4]), Refused::Length { parameter: "extents of a tile", given: 1, expected: 2 });
        assert_eq!(tiled(&[64, 0], &[4, 4]), Refused::Extent { dimension: 1, extent: 0 });
        assert_eq!(tiled(&[64, 32], &[4, 257]), Refused::Tile { dimension: 1, extent: 257 });
        assert_eq!(tiled(&[64, 32], &[3, 4]), Refused::Row(12));
        assert_eq!(tiled(&[61, 32], &[4, 4]), Refused::Stride { dimension: 1, stride: 244, multiple: 16 });
        assert_eq!(tiled(&[64, 65], &[4, 4]), Refused::Memory { needed: 16640, has: 16384 });
        let usual = || TensorMap::tiled(&[64, 32], &[16, 4]);
        assert_eq!(refused(usual().element_strides(&[1, 9])), Refused::Step { dimension: 1, step: 9 });
        assert_eq!(refused(usual().strides(&[])), Refused::Length { parameter: "strides", given: 0, expected: 1 });
        assert_eq!(refused(usual().interleave(TensorMapInterleave::INTERLEAVE_16B)), Refused::Rank { rank: 2, least: 3 });
        let swizzle = TensorMapSwizzle::SWIZZLE_32B;
        assert_eq!(refused(usual().swizzle(swizzle)), Refused::Swizzled { row: 64, swizzle });
        let data_type = TensorMapDataType::INT64;
        assert_eq!(refused(usual().data_type(data_type)), Refused::DataType { data_type, element: 4 });
        let (integer, fill) = (TensorMapDataType::INT32, TensorMapFloatOobFill::NAN_REQUEST_ZERO_FMA);
        assert_eq!(refused(usual().data_type(integer).oob_fill(fill)), Refused::Fill(integer));
        let interleaved = TensorMap::tiled(&[16, 8, 8], &[8, 4, 4]).interleave(TensorMapInterleave::INTERLEAVE_32B);
        assert_eq!(refused(interleaved), Refused::InterleavedSwizzle(TensorMapSwizzle::NONE));
        let images: &[u64] = &[8, 6, 5, 3];
        let im2col = |lower, upper, channels, pixels| refused(TensorMap::im2col(images, lower, upper, channels, pixels));
        assert_eq!(im2col(&[0], &[0, 0], 4, 8), Refused::Length { parameter: "lower corners", given: 1, expected: 2 });
        assert_eq!(im2col(&[0, -129], &[0, 0], 4, 8), Refused::Corner { dimension: 2, corner: -129, most: 128 });
        assert_eq!(im2col(&[6, 0], &[0, 0], 4, 8), Refused::EmptyBox { dimension: 1, extent: 6, lower: 6, upper: 0 });
        assert_eq!(im2col(&[0, 0], &[0, 0], 257, 8), Refused::Channels(257));
        assert_eq!(im2col(&[0, 0], &[0, 0], 4, 0), Refused::Pixels(0));
        let misaligned = TensorMap::tiled(&[64], &[4]).encode(memory.slice(1..).unwrap()).unwrap_err();
        assert!(matches!(refused_for(&misaligned), Some(Refused::Address { multiple: 16, .. })), "{misaligned}");
    }

    fn bytes_are_a_tensor_of_a_type_chosen_at_run_time(device) {
        if is_too_old(device) { return }
        let elements = matrix();
        let bytes: &[u8] = bytemuck::cast_slice(&elements);
        let memory = device.stream.upload(bytes).unwrap();
        let usual = TensorMap::tiled(&[64, 32], &[8, 4]);
        let maps = [TensorMapDataType::UINT32, TensorMapDataType::INT32]
            .map(|ty| usual.data_type(ty).encode(&memory).unwrap());
        let larger = usual.data_type(TensorMapDataType::UINT64).encode(&memory).unwrap_err();
        assert_eq!(refused_for(&larger), Some(&Refused::Memory { needed: 16384, has: 8192 }));
        for map in maps {
            let Some(tile) = loaded(device, &map, (4, 3), 32) else { return };
            let expected: Vec<u32> = (0..32).map(|at| (3 + at / 8) * 64 + 4 + at % 8).collect();
            assert_eq!(tile, expected);
        }
    }

    fn types_smaller_than_a_byte_reach_the_driver_if_they_obey_its_rules(device) {
        use TensorMapDataType as T;
        use TensorMapSwizzle as S;
        if is_too_old(device) { return }
        let memory = device.stream.alloc::<u8>(128 * 64).unwrap();
        let accepted = |description: TensorMapBuilder<'_>| match description.encode(&memory) {
            Ok(_) => {}
            // The software device lacks them, and other devices may.
            Err(error) => {
                let result = error.result().unwrap_or_else(|| panic!("{error}"));
                assert_eq!(result.code(), ErrorCode::INVALID_VALUE, "{error}");
            }
        };
        let refused = |description: TensorMapBuilder<'_>| {
            let error = description.encode(&memory).expect_err("this can't be");
            refused_for(&error).unwrap_or_else(|| panic!("{error}")).clone()
        };
        let tensor_map = |data_type, extent, tile| TensorMap::tiled(extent, tile).data_type(data_type);
        // 64 rows of 256 values fill the memory.
        accepted(tensor_map(T::TYPE_16U4_ALIGN8B, &[256, 64], &[96, 8]));
        accepted(tensor_map(T::TYPE_16U4_ALIGN16B, &[256, 64], &[128, 8]).swizzle(S::SWIZZLE_128B));
        accepted(tensor_map(T::TYPE_16U6_ALIGN16B, &[128, 64], &[128, 8]).swizzle(S::SWIZZLE_128B_ATOM_64B));
        assert_eq!(refused(tensor_map(T::TYPE_16U4_ALIGN16B, &[256, 65], &[128, 8])), Refused::Memory { needed: 8320, has: 8192 });
        assert_eq!(refused(tensor_map(T::TYPE_16U6_ALIGN16B, &[128, 86], &[128, 8])), Refused::Memory { needed: 8256, has: 8192 });
        let (ty, four) = (T::TYPE_16U4_ALIGN8B, T::TYPE_16U4_ALIGN16B);
        assert_eq!(refused(tensor_map(ty, &[33], &[32])), Refused::PackedExtent { data_type: ty, extent: 33, multiple: 2 });
        assert_eq!(refused(tensor_map(four, &[192], &[128])), Refused::PackedExtent { data_type: four, extent: 192, multiple: 128 });
        assert!(matches!(refused(tensor_map(ty, &[64], &[33])), Refused::PackedTile { elements: 33, .. }));
        assert_eq!(refused(tensor_map(four, &[256], &[256])), Refused::PackedTile { data_type: four, elements: 256, possible: &[128] });
        assert!(matches!(refused(tensor_map(four, &[128], &[128]).swizzle(S::SWIZZLE_64B)), Refused::PackedSwizzle { .. }));
        assert!(matches!(refused(tensor_map(four, &[128], &[128]).swizzle(S::SWIZZLE_128B_ATOM_64B)), Refused::PackedSwizzle { .. }));
        let stride = tensor_map(four, &[128, 4], &[128, 4]).strides(&[80]);
        assert_eq!(refused(stride), Refused::Stride { dimension: 1, stride: 80, multiple: 32 });
        let six = T::TYPE_16U6_ALIGN16B;
        let interleaved = tensor_map(six, &[128, 2, 2], &[128, 1, 1]).interleave(TensorMapInterleave::INTERLEAVE_16B);
        assert_eq!(refused(interleaved), Refused::PackedInterleave(six));
        let fill = TensorMapFloatOobFill::NAN_REQUEST_ZERO_FMA;
        assert_eq!(refused(tensor_map(six, &[128], &[128]).oob_fill(fill)), Refused::Fill(six));
        let misaligned = tensor_map(four, &[128], &[128]).encode(memory.slice(16..).unwrap()).unwrap_err();
        assert!(matches!(refused_for(&misaligned), Some(Refused::Address { multiple: 32, .. })), "{misaligned}");
        let words = device.stream.alloc::<u32>(64).unwrap();
        let words = tensor_map(four, &[128], &[128]).encode(&words).unwrap_err();
        assert_eq!(refused_for(&words), Some(&Refused::DataType { data_type: four, element: 4 }));
    }

    fn a_map_may_describe_more_than_its_memory_by_an_unsafe_call(device) {
        if is_too_old(device) { return }
        let mut memory = device.stream.upload(&matrix()[..64 * 8]).unwrap();
        let whole = TensorMap::tiled(&[64, 32], &[8, 4]);
        assert!(whole.encode(&memory).is_err());
        // SAFETY: no kernel uses it.
        unsafe { whole.encode_mut_unchecked(&mut memory) }.unwrap();
        // SAFETY: the kernel reads rows 3 to 6 of 8.
        let map = unsafe { whole.encode_unchecked(&memory) }.unwrap();
        let other = device.stream.upload(&[7u32; 64 * 8]).unwrap();
        let replaced = map.clone().replace_address::<u32>(&other).unwrap_err();
        assert_eq!(refused_for(&replaced), Some(&Refused::Memory { needed: 8192, has: 2048 }));
        let Some(tile) = loaded(device, &map, (4, 3), 32) else { return };
        let expected: Vec<u32> = (0..32).map(|at| (3 + at / 8) * 64 + 4 + at % 8).collect();
        assert_eq!(tile, expected);
    }

    fn an_error_of_a_map_states_the_requirement(device) {
        let memory = device.stream.alloc::<f32>(64).unwrap();
        let error: Error = TensorMap::tiled(&[64], &[3]).encode(&memory).unwrap_err();
        assert_eq!(error.to_string(), "a row of the tile has 12 bytes, which must be a multiple of 16");
        assert!(error.result().is_none(), "the driver wasn't asked");
    }
}

fn refused_for(error: &Error) -> Option<&Refused> {
    match error {
        Error::TensorMap(refused) => Some(refused),
        _ => None,
    }
}
