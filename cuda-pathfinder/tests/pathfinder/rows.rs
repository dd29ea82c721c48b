//! Tests of the tables of libraries and header sets.

use std::collections::BTreeSet;

use cuda_pathfinder::{
    CRT_HEADERS, DRIVER, HEADER_SETS, HeaderSet, Help, LIBRARIES, Library, NVCOMP, NVJPEG2K,
    NVRTC_BUILTINS, NVTIFF, Os, Scope, header_set_of,
};

use crate::machine::Machine;

/// The libraries that cuda.pathfinder 1.9 knows.
const LIBRARY_NAMES: [&str; 50] = [
    "cublas",
    "cublasLt",
    "cublasmp",
    "cuda",
    "cudart",
    "cudensitymat",
    "cudla",
    "cudnn",
    "cudss",
    "cufft",
    "cufftMp",
    "cufftw",
    "cufile",
    "cupauliprop",
    "cupti",
    "curand",
    "cusolver",
    "cusolverMg",
    "cusolverMp",
    "cusparse",
    "cusparseLt",
    "custabilizer",
    "custatevec",
    "cutensor",
    "cutensorMg",
    "cutensorMp",
    "cutensornet",
    "mathdx",
    "nccl",
    "nppc",
    "nppial",
    "nppicc",
    "nppidei",
    "nppif",
    "nppig",
    "nppim",
    "nppist",
    "nppisu",
    "nppitc",
    "npps",
    "nvJitLink",
    "nvblas",
    "nvcudla",
    "nvfatbin",
    "nvjpeg",
    "nvml",
    "nvpl_fftw",
    "nvrtc",
    "nvshmem_host",
    "nvvm",
];

/// The sets of headers that cuda.pathfinder 1.9 knows.
const HEADER_SET_NAMES: [&str; 31] = [
    "cccl",
    "cublas",
    "cudart",
    "cudensitymat",
    "cudla",
    "cudnn",
    "cufft",
    "cufile",
    "cupauliprop",
    "curand",
    "cusolver",
    "cusolverMp",
    "cusparse",
    "cusparseLt",
    "custabilizer",
    "custatevec",
    "cute",
    "cutensor",
    "cutensornet",
    "cutlass",
    "mathdx",
    "nccl",
    "npp",
    "nvcc",
    "nvfatbin",
    "nvjitlink",
    "nvjpeg",
    "nvrtc",
    "nvshmem",
    "nvvm",
    "profiler",
];

#[test]
fn the_libraries_are_those_of_nvidias_pathfinder_and_four_more() {
    let mut names: BTreeSet<_> = LIBRARY_NAMES.into();
    assert_eq!(names.len(), 50);
    names.extend([&NVRTC_BUILTINS, &NVCOMP, &NVJPEG2K, &NVTIFF].map(|library| library.name));
    let rows: BTreeSet<_> = LIBRARIES.iter().map(|library| library.name).collect();
    assert_eq!(rows, names);
    assert_eq!(LIBRARIES.len(), 54);
}

#[test]
fn the_header_sets_are_those_of_nvidias_pathfinder_and_one_more() {
    let mut names: BTreeSet<_> = HEADER_SET_NAMES.into();
    assert_eq!(names.len(), 31);
    names.insert(CRT_HEADERS.name);
    let rows: BTreeSet<_> = HEADER_SETS.iter().map(|set| set.name).collect();
    assert_eq!(rows, names);
    assert_eq!(HEADER_SETS.len(), 32);
}

#[test]
fn a_row_is_found_by_its_name_in_any_case() {
    for library in LIBRARIES {
        let found = Library::from_name(&library.name.to_uppercase());
        assert!(found.is_some_and(|found| std::ptr::eq(found, library)));
    }
    for set in HEADER_SETS {
        let found = HeaderSet::from_name(&set.name.to_uppercase());
        assert!(found.is_some_and(|found| std::ptr::eq(found, set)));
    }
    assert!(Library::from_name("libnvrtc").is_none());
}

#[test]
fn every_row_is_complete() {
    for library in LIBRARIES {
        let name = library.name;
        assert!(!name.is_empty() && !library.title.is_empty(), "{name}");
        assert!(!library.sonames().linux.is_empty(), "{name} has no file on Linux");
        let has_folders = |os| {
            library.sonames().on(os).is_empty()
                || library.scope == Scope::Driver
                || !library.folders.on(os).is_empty()
        };
        assert!(has_folders(Os::Linux) && has_folders(Os::Windows), "{name}");
        let has_wheels = !library.wheels.linux.is_empty();
        assert_eq!(has_wheels, library.scope == Scope::Everywhere, "{name}");
        if library.sonames().windows.is_empty() {
            assert!(library.wheels.windows.is_empty(), "{name} has wheels for Windows");
        }
    }
}

#[test]
fn file_names_fit_their_system_and_are_unique() {
    for os in [Os::Linux, Os::Windows] {
        let mut all = BTreeSet::new();
        for library in LIBRARIES {
            for soname in library.sonames().on(os) {
                let fits = match os {
                    Os::Linux => soname.file.starts_with("lib") && soname.file.contains(".so"),
                    Os::Windows => soname.file.ends_with(".dll"),
                };
                assert!(fits, "{} on {os}", soname.file);
                let stem = library.name.split('_').next().unwrap().to_lowercase();
                let is_its_own = soname.file.to_lowercase().contains(&stem);
                assert!(is_its_own || library.name == "nvml", "{} of {stem}", soname.file);
                assert!(all.insert(soname.file), "{} is of two rows", soname.file);
            }
        }
    }
}

#[test]
fn the_variable_of_a_row_is_its_name_in_upper_case() {
    for library in LIBRARIES {
        let expected = match library.name {
            // CUDA_CUDA would be unclear.
            "cuda" => "CUDA_DRIVER".to_owned(),
            name => format!("CUDA_{}", name.to_uppercase().replace('-', "_")),
        };
        assert_eq!(library.variable(), expected);
    }
}

#[test]
fn dependencies_are_rows_without_cycles() {
    fn visit(library: &Library, path: &mut Vec<&'static str>) {
        assert!(!path.contains(&library.name), "{path:?} and again {}", library.name);
        path.push(library.name);
        for needed in library.needs {
            let row = LIBRARIES.iter().find(|row| row.name == needed.name).unwrap();
            assert!(std::ptr::eq(*row, *needed));
            visit(needed, path);
        }
        path.pop();
    }
    for library in LIBRARIES {
        visit(library, &mut Vec::new());
        let distinct: BTreeSet<_> = library.needs.iter().map(|needed| needed.name).collect();
        assert_eq!(distinct.len(), library.needs.len(), "{}", library.name);
    }
}

#[test]
fn the_help_of_a_row_lists_packages_by_version_newest_first() {
    let helps = LIBRARIES.iter().map(|library| (library.name, library.help));
    let sets = HEADER_SETS.iter().map(|set| (set.name, set.help));
    for (name, help) in helps.chain(sets) {
        assert!(help.text(None).is_some_and(|text| text.len() > 10), "{name}");
        let Help::Pip(packages) = help else {
            continue;
        };
        let majors: Vec<_> = packages.iter().map(|(major, _)| *major).collect();
        assert!(majors.is_sorted_by(|a, b| a > b), "{name}: {majors:?}");
        for (major, package) in packages {
            // From CUDA 13 on, the names of the toolkit's packages have no number.
            let suffix = package.rsplit_once("-cu").and_then(|(_, number)| number.parse().ok());
            assert!(suffix == Some(*major) || (*major >= 13 && suffix.is_none()), "{package}");
        }
    }
}

#[test]
fn every_set_of_headers_is_found_in_each_of_its_wheels() {
    for set in HEADER_SETS {
        for wheel in set.wheels {
            let folder = format!("venv/lib/python3.12/site-packages/{wheel}");
            let machine = Machine::linux()
                .set_path("VIRTUAL_ENV", "venv")
                .file(&format!("{folder}/{}", set.header), "");
            let found = machine.search().headers(set).unwrap();
            assert_eq!(found.folder, machine.path(&folder));
        }
    }
}

#[test]
fn every_set_of_headers_is_found_in_each_folder_of_a_toolkit() {
    for os in [Os::Linux, Os::Windows] {
        for set in HEADER_SETS {
            for folder in set.folders {
                let folder = format!("toolkit/{}", folder.replace('*', "x86_64-linux"));
                let machine = Machine::new(os)
                    .set_path("CUDA_PATH", "toolkit")
                    .file(&format!("{folder}/{}", set.header), "");
                let found = machine.search().headers(set).unwrap();
                assert_eq!(found.folder, machine.path(&folder));
            }
        }
    }
}

#[test]
fn every_header_set_contains_its_identifying_header() {
    for set in HEADER_SETS {
        let found = header_set_of(set.header);
        assert!(
            found.is_some_and(|found| std::ptr::eq(found, set)),
            "{} is of {:?}",
            set.header,
            found.map(|found| found.name)
        );
        for pattern in set.brings {
            let rest = pattern.strip_suffix('*').unwrap_or(pattern);
            assert!(!rest.contains('*'), "{pattern}: a * is allowed only at the end");
            assert!(header_set_of(rest).is_some(), "{pattern}");
        }
    }
}

#[test]
fn the_set_of_a_header_is_found_by_its_name() {
    let cases = [
        ("cuda_fp16.h", "cudart"),
        ("cuda_bf16.h", "cudart"),
        ("cuda_fp8.h", "cudart"),
        ("cooperative_groups.h", "cudart"),
        ("cooperative_groups/reduce.h", "cudart"),
        ("mma.h", "cudart"),
        ("vector_types.h", "cudart"),
        ("crt/mma.h", "crt"),
        ("cuda/std/atomic", "cccl"),
        ("cuda/barrier", "cccl"),
        ("cub/cub.cuh", "cccl"),
        ("thrust/device_vector.h", "cccl"),
        ("nv/target", "cccl"),
        ("cuda_profiler_api.h", "profiler"),
        ("curand_kernel.h", "curand"),
        ("cusparseLt.h", "cusparseLt"),
        ("cusolverMp.h", "cusolverMp"),
        ("cutlass/gemm/device/gemm.h", "cutlass"),
        ("nvshmemx.h", "nvshmem"),
    ];
    for (header, set) in cases {
        assert_eq!(header_set_of(header).map(|set| set.name), Some(set), "{header}");
    }
    for header in ["vector", "my_kernels.h", "mma.hpp", "", "cuda", "/usr/include/cuda.h"] {
        assert!(header_set_of(header).is_none(), "{header}");
    }
}

#[test]
fn every_row_is_found_by_its_override() {
    for library in LIBRARIES {
        for soname in library.sonames().linux {
            let file = format!("mine/{}", soname.file);
            let machine = Machine::linux().set_path(library.variable(), &file).library(&file);
            let found = machine.search().load(library).unwrap();
            assert_eq!(found.soname, soname.file);
        }
    }
}

#[test]
fn every_library_is_found_in_each_of_its_wheels() {
    for os in [Os::Linux, Os::Windows] {
        let site = match os {
            Os::Linux => "venv/lib/python3.12/site-packages",
            Os::Windows => "venv/Lib/site-packages",
        };
        // One machine, because a file system may take long to reuse what was just removed.
        let mut machine = Machine::new(os).set_path("VIRTUAL_ENV", "venv");
        for library in LIBRARIES {
            for wheel in library.wheels.on(os) {
                for soname in library.sonames().on(os) {
                    let file = format!("{site}/{wheel}/{}", soname.file);
                    machine = machine.file(&file, "");
                    let candidates = machine.search().candidates(library);
                    assert_eq!(candidates.len(), 1, "{} in {wheel}", soname.file);
                    assert_eq!(candidates[0].path, machine.path(&file));
                    machine = machine.without(&file);
                }
            }
        }
    }
}

#[test]
fn names_are_listed_newest_first() {
    for library in LIBRARIES {
        for os in [Os::Linux, Os::Windows] {
            let majors: Vec<_> =
                library.sonames().on(os).iter().map(|soname| soname.major).collect();
            assert!(majors.is_sorted_by(|a, b| a >= b), "{}: {majors:?}", library.name);
        }
    }
}

#[test]
fn override_variables_are_unique() {
    let variables: BTreeSet<_> = LIBRARIES.iter().map(|library| library.variable()).collect();
    assert_eq!(variables.len(), LIBRARIES.len());
}

#[test]
fn the_stub_of_the_driver_is_never_used() {
    assert_eq!(DRIVER.scope, Scope::Driver);
    assert!(DRIVER.sonames().linux.iter().all(|soname| soname.file == "libcuda.so.1"));
}
