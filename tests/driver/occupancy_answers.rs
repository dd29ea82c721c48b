//! The occupancy calls answer what an H200 answered: for kernels with and without limits of their blocks, shared memory and
//! registers, limits of dynamic shared memory, and preferences for shared memory.

use std::ffi::CString;

use cuda_driver::device::DeviceAttribute;
use cuda_driver::driver::Raw;
use cuda_driver::sys::{CUfunction, CUfunction_attribute};
use cuda_driver::{CuResult, Function};

use cuda_rust::skip;

use crate::device::{TestDevice, with_device};
use crate::texture_answers::inputs::checksum;

/// The cases, and checksums of the answers.
const RECORD: &str = include_str!("occupancy_answers.tsv");

/// What was asked for each case: sizes of blocks, sizes of dynamic shared memory, numbers of blocks, and limits of blocks.
const BLOCK_SIZES: [i32; 19] =
    [0, -1, 1, 31, 32, 33, 64, 65, 96, 128, 192, 256, 288, 512, 768, 1000, 1024, 1025, 2048];
const SHARED: [usize; 18] = [
    0, 1, 128, 1000, 1024, 8192, 32_768, 33_792, 48_128, 49_152, 49_153, 65_536, 102_400, 102_401,
    116_736, 232_448, 232_449, 1_000_000,
];
const BLOCKS: [i32; 17] = [-1, 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 64];
const LIMITS: [i32; 5] = [0, 256, 512, 768, 1024];

/// Returns a kernel with static shared memory, as the record names it.
fn kernel(device: &TestDevice, name: &str, directives: &str) -> Function {
    let bytes = match name {
        "nop" => 0,
        "s100" => 100,
        "s1k" => 1 << 10,
        "s16k" => 16 << 10,
        _ => 48 << 10,
    };
    let body = match bytes {
        0 => String::new(),
        _ => format!(
            ".shared .align 4 .b8 s[{bytes}]; .reg .u32 v; mov.u32 v, s; st.shared.u32 [v], v;"
        ),
    };
    let text = format!(
        ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k() {} {{ {body} ret; }}",
        directives.trim_matches('-')
    );
    let module = device.context.load_ptx(&CString::new(text).unwrap()).unwrap();
    module.function("k").unwrap()
}

/// Returns a code and values; those that a failing call doesn't write are as they were.
fn words<const N: usize>(answer: Result<[i32; N], CuResult>, before: i32) -> Vec<u32> {
    let (code, values) = match answer {
        Ok(values) => (0, values),
        Err(error) => (error.code().as_raw().0, [before; N]),
    };
    [code].into_iter().chain(values.map(|value| value as u32)).collect()
}

/// Returns the checksums of a case, as three columns.
fn answers(device: &TestDevice, raw: Raw, function: CUfunction) -> [String; 3] {
    let count = device.context.device().attribute(DeviceAttribute::MULTIPROCESSOR_COUNT).unwrap();
    let blocks = BLOCK_SIZES.map(|size| {
        let ask = |shared: usize| {
            // SAFETY: the function is loaded, and the context current.
            let found =
                unsafe { raw.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, size, shared) };
            words(found.map(|found| [found]), -9)
        };
        checksum(SHARED.into_iter().flat_map(ask))
    });
    let available = BLOCK_SIZES.map(|size| {
        let ask = |blocks: i32| {
            // SAFETY: as above.
            let found =
                unsafe { raw.cuOccupancyAvailableDynamicSMemPerBlock(function, blocks, size) };
            words(found.map(|found| [found as i32]), 99)
        };
        checksum(BLOCKS.into_iter().flat_map(ask))
    });
    let ask = |shared: usize| {
        LIMITS.into_iter().flat_map(move |limit| {
            // SAFETY: as above; there is no callback.
            let found =
                unsafe { raw.cuOccupancyMaxPotentialBlockSize(function, None, shared, limit) };
            words(found.map(|(grid, block)| [grid / count, block]), -9)
        })
    };
    [blocks.join(" "), available.join(" "), checksum(SHARED.into_iter().flat_map(ask))]
}

#[test]
fn occupancy_is_that_of_an_h200() {
    use CUfunction_attribute as A;
    with_device(None, |device| {
        let capability = device.context.device().compute_capability().unwrap();
        if (capability.major, capability.minor) != (9, 0) {
            return skip("the answers are those of compute capability 9.0");
        }
        let raw = device.driver.raw();
        let _current = device.context.make_current().unwrap();
        let mut wrong = Vec::new();
        for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let kernel = kernel(device, columns[0], columns[1]);
            let mut set = Vec::new();
            for (attribute, column, unset) in [
                (A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, columns[2], -1),
                (A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, columns[3], -2),
            ] {
                let value: i32 = column.split(':').next().unwrap().parse().unwrap();
                // SAFETY: the function is loaded.
                let set_it =
                    || unsafe { raw.cuFuncSetAttribute(kernel.as_raw(), attribute, value) };
                let result = if value == unset { Ok(()) } else { set_it() };
                let code = result.map_or_else(|error| error.code().as_raw().0, |()| 0);
                set.push(format!("{value}:{code}"));
            }
            let found = answers(device, raw, kernel.as_raw());
            if set != columns[2..4] || found != columns[4..7] {
                wrong.push(format!("{}: {set:?} {found:?}", columns[..4].join(" ")));
            }
        }
        assert!(
            wrong.is_empty(),
            "{} cases are wrong:\n{}",
            wrong.len(),
            wrong[..wrong.len().min(4)].join("\n")
        );
    });
}
