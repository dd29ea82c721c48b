//! Kernels with clusters launch as on an H200: with each directive about clusters, attribute of functions, grid and cluster.

use std::ffi::{CString, c_void};
use std::mem::zeroed;
use std::ptr;

use cuda_driver::driver::Raw;
use cuda_driver::sys::{
    CUfunction, CUfunction_attribute, CUlaunchAttribute, CUlaunchAttributeID as Id, CUlaunchConfig,
};
use cuda_driver::{CuResult, Function};
use cuda_rust::skip;

use crate::device::{TestDevice, alone, with_device};
use crate::texture_answers::inputs::checksum;

/// The cases, and checksums of the answers.
const RECORD: &str = include_str!("cluster_answers.tsv");

const GRIDS: [[u32; 3]; 14] = [
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [4, 1, 1],
    [6, 1, 1],
    [8, 1, 1],
    [12, 1, 1],
    [16, 1, 1],
    [32, 1, 1],
    [2, 2, 1],
    [4, 2, 1],
    [2, 4, 1],
    [0, 1, 1],
    [2, 2, 2],
];

/// Clusters of launches, at first none.
const CLUSTERS: [Option<[u32; 3]>; 14] = [
    None,
    Some([1, 1, 1]),
    Some([2, 1, 1]),
    Some([4, 1, 1]),
    Some([8, 1, 1]),
    Some([16, 1, 1]),
    Some([32, 1, 1]),
    Some([1, 2, 1]),
    Some([2, 2, 1]),
    Some([1, 1, 2]),
    Some([3, 1, 1]),
    Some([0, 0, 0]),
    Some([0, 1, 1]),
    Some([2, 1, 0]),
];

/// As many clusters are asked with all else.
const FEW: usize = 6;

/// The attributes `REQUIRED_CLUSTER_WIDTH`, `_HEIGHT` and `_DEPTH`.
const REQUIRED: [u32; 3] = [11, 12, 13];

/// A launch with these attributes.
#[derive(Clone, Copy)]
struct ClusterLaunch {
    grid: [u32; 3],
    cluster: Option<[u32; 3]>,
    block: u32,
    cooperative: bool,
    preferred: Option<u32>,
}

fn ask(grid: [u32; 3], cluster: Option<[u32; 3]>) -> ClusterLaunch {
    ClusterLaunch { grid, cluster, block: 32, cooperative: false, preferred: None }
}

impl ClusterLaunch {
    fn attributes(self) -> Vec<CUlaunchAttribute> {
        let new = |id| {
            // SAFETY: all zeros is a value of it.
            let mut attribute: CUlaunchAttribute = unsafe { zeroed() };
            attribute.id = id;
            attribute
        };
        let mut attributes = Vec::new();
        let preferred = self.preferred.map(|x| [x, 1, 1]);
        for (id, shape) in [
            (Id::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, self.cluster),
            (Id::CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION, preferred),
        ] {
            let Some([x, y, z]) = shape else { continue };
            let mut attribute = new(id);
            attribute.value.clusterDim.x = x;
            attribute.value.clusterDim.y = y;
            attribute.value.clusterDim.z = z;
            attributes.push(attribute);
        }
        if self.cooperative {
            let mut attribute = new(Id::CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
            attribute.value.cooperative = 1;
            attributes.push(attribute);
        }
        attributes
    }

    /// Returns the code of a launch of a kernel that does nothing.
    fn launch(self, device: &TestDevice, function: CUfunction) -> u32 {
        let raw = device.driver.raw();
        let attributes = self.attributes();
        let mut config = self.config(&attributes);
        config.hStream = device.stream.as_raw();
        let mut parameter = 0u64;
        let mut parameters = [(&raw mut parameter).cast::<c_void>()];
        // SAFETY: the kernel has one parameter of 64 bits, and the attributes live.
        let launched = unsafe {
            raw.cuLaunchKernelEx(
                &raw const config,
                function,
                parameters.as_mut_ptr(),
                ptr::null_mut(),
            )
        };
        code(launched)
    }

    fn config(self, attributes: &[CUlaunchAttribute]) -> CUlaunchConfig {
        // SAFETY: all zeros is a value of it.
        let mut config: CUlaunchConfig = unsafe { zeroed() };
        [config.gridDimX, config.gridDimY, config.gridDimZ] = self.grid;
        [config.blockDimX, config.blockDimY, config.blockDimZ] = [self.block, 1, 1];
        config.attrs = attributes.as_ptr().cast_mut();
        config.numAttrs = attributes.len() as u32;
        config
    }
}

fn code<T>(result: Result<T, CuResult>) -> u32 {
    result.err().map_or(0, |error| error.code().as_raw().0)
}

/// Returns a code and a value, -9 if there is none.
fn words(result: Result<i32, CuResult>) -> [u32; 2] {
    [code(result), result.unwrap_or(-9) as u32]
}

fn kernel(device: &TestDevice, directives: &str) -> Function {
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {} {{ ret; }}",
        directives.trim_start_matches('-')
    );
    let module = device.context.load_ptx(&CString::new(text).unwrap()).unwrap();
    module.function("k").unwrap()
}

fn attribute(raw: Raw, number: u32, function: CUfunction) -> [u32; 2] {
    // SAFETY: the function is loaded.
    words(unsafe { raw.cuFuncGetAttribute(CUfunction_attribute(number), function) })
}

fn set(raw: Raw, function: CUfunction, number: u32, value: i32) -> u32 {
    // SAFETY: the function is loaded.
    code(unsafe { raw.cuFuncSetAttribute(function, CUfunction_attribute(number), value) })
}

/// Sets an attribute as the record says, and the other axes of a cluster to one.
fn set_for_launches(raw: Raw, function: CUfunction, setting: &str) -> (u32, bool) {
    let (number, value) = setting.split_once('=').unwrap();
    let Ok(number) = number.parse::<u32>() else { return (0, false) };
    let result = set(raw, function, number, value.parse().unwrap());
    if number == REQUIRED[0] || number == REQUIRED[1] {
        // Which a kernel with directives may refuse.
        for other in REQUIRED.into_iter().filter(|other| *other != number) {
            let _refused = set(raw, function, other, 1);
        }
    }
    (result, true)
}

/// Returns the checksums of what was asked about a kernel.
fn answers(device: &TestDevice, directives: &str, asked: &str) -> Vec<String> {
    let raw = device.driver.raw();
    let kernel_of = || kernel(device, directives);
    let loaded = kernel_of();
    let function = loaded.as_raw();
    match asked {
        "attributes" => {
            let numbers = std::iter::once(0).chain(8..=18);
            vec![checksum(numbers.flat_map(|number| attribute(raw, number, function)))]
        }
        "set" => {
            let mut all = Vec::new();
            for number in 10..=16 {
                for value in [-1, 0, 1, 2, 3, 4, 8, 9, 16, 17, 64] {
                    let kernel = kernel_of();
                    all.push(set(raw, kernel.as_raw(), number, value));
                    all.extend(attribute(raw, number, kernel.as_raw()));
                }
            }
            vec![checksum(all)]
        }
        "plain" => {
            let one = |cooperative| {
                move |grid| {
                    ClusterLaunch { cooperative, ..ask(grid, None) }.launch(device, function)
                }
            };
            let codes = GRIDS.map(one(false)).into_iter().chain(GRIDS.map(one(true)));
            vec![checksum(codes)]
        }
        "preferred" => {
            let preferred_codes = |cluster| {
                let codes = [1, 2, 4, 8, 16, 3].into_iter().flat_map(|preferred| {
                    GRIDS[..9].iter().map(move |grid| {
                        let preferred = Some(preferred);
                        ClusterLaunch { preferred, ..ask(*grid, cluster) }.launch(device, function)
                    })
                });
                checksum(codes)
            };
            CLUSTERS[..FEW].iter().copied().map(preferred_codes).collect()
        }
        "large" => {
            let large_codes = |cluster| {
                let large = ask([100_000, 1, 1], cluster);
                let cooperative = ClusterLaunch { cooperative: true, ..large };
                checksum([cooperative.launch(device, function), large.launch(device, function)])
            };
            CLUSTERS[..FEW].iter().copied().map(large_codes).collect()
        }
        _ if asked.starts_with("occupancy ") => {
            set_for_launches(raw, function, asked.trim_start_matches("occupancy "));
            let mut all = Vec::new();
            for cluster in CLUSTERS {
                for grid in [0, 3, 6, 9].map(|index| GRIDS[index]) {
                    let asked = ask(grid, cluster);
                    let attributes = asked.attributes();
                    let config = asked.config(&attributes);
                    let config = &raw const config;
                    // SAFETY: the function is loaded, and the attributes live.
                    let [size, active] = unsafe {
                        [
                            raw.cuOccupancyMaxPotentialClusterSize(function, config),
                            raw.cuOccupancyMaxActiveClusters(function, config),
                        ]
                    };
                    all.extend(words(size));
                    // How many there are depends on the groups of multiprocessors.
                    let [result, count] = words(active);
                    all.extend([result, (count as i32).signum() as u32]);
                }
            }
            vec![checksum(all)]
        }
        setting => {
            let (result, is_set) = set_for_launches(raw, function, setting);
            let mut sums = Vec::new();
            for cooperative in [false, true] {
                let clusters = if is_set && cooperative { 4 } else { CLUSTERS.len() };
                for cluster in &CLUSTERS[..clusters] {
                    let one = |grid| ClusterLaunch { cooperative, ..ask(grid, *cluster) };
                    let mut codes = vec![result];
                    codes.extend(GRIDS.map(|grid| one(grid).launch(device, function)));
                    let wide = ClusterLaunch { block: 64, ..one(GRIDS[3]) };
                    codes.push(wide.launch(device, function));
                    sums.push(checksum(codes));
                }
            }
            sums
        }
    }
}

#[test]
fn kernels_with_clusters_launch_as_on_an_h200() {
    with_device(None, |device| {
        let capability = device.context.device().compute_capability().unwrap();
        if (capability.major, capability.minor) != (9, 0) || device.driver.version().major < 13 {
            return skip("the answers are those of compute capability 9.0 and a driver of CUDA 13");
        }
        let device = &alone(device);
        let _current = device.context.make_current().unwrap();
        let mut wrong = Vec::new();
        for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let found = answers(device, columns[0], columns[1]).join(" ");
            if found != columns[2] {
                wrong.push(format!("{} {}\n  {found}\n  {}", columns[0], columns[1], columns[2]));
            }
        }
        device.stream.synchronize().unwrap();
        let some = wrong[..wrong.len().min(8)].join("\n");
        assert!(wrong.is_empty(), "{} cases are wrong:\n{some}", wrong.len());
    });
}
