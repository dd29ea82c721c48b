//! Files that go by a library's name and aren't it.

use std::fs;
use std::path::Path;
use std::process::Command;

use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cublas::{CublasTable, cublasStatus_t, functions, library_of, load_with};
use cuda_pathfinder::{Environment, Os, Search};
use tempfile::TempDir;

use crate::real::only;

/// The functions by which cuBLAS is recognized; it reports version 12.4.5.
const HOLLOW: &str = "
    int cublasGetProperty(int part, int *value) { *value = part == 0 ? 12 : 3 + part; return 0; }
    int cublasCreate_v2(void) { return 1; }
    int cublasSgemm_v2(void) { return 14; }";

fn compile(source: &str, into: &Path) {
    let file = into.with_extension("c");
    fs::write(&file, source).unwrap();
    let mut cc = Command::new("cc");
    let status = cc.args(["-shared", "-fPIC", "-o"]).args([into, &file]).status();
    assert!(status.unwrap().success(), "cc failed");
}

/// A folder with a cuBLAS that is compiled from C, and the cuBLASLt that cuBLAS needs.
fn library(source: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    compile(source, &folder.path().join("libcublas.so.12"));
    compile("int cublasLtNothing;", &folder.path().join("libcublasLt.so.12"));
    folder
}

#[test]
fn a_missing_library_is_an_error_with_the_searched_places_and_a_remedy() {
    let nowhere = Search::with_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error = load_with(&nowhere).unwrap_err().to_string();
    for part in ["libcublas.so.13", "CUDA_CUBLAS", "pip install 'nvidia-cublas"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_library_without_the_functions_of_every_release_is_rejected() {
    let folder = library("int cublasCreate_v2(void) { return 1; }");
    let error = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap_err();
    let LoadError::Other { library, path, symbol, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((*library, *symbol), ("cuBLAS", "cublasGetProperty"));
    let file = folder.path().canonicalize().unwrap().join("libcublas.so.12");
    assert_eq!(path.as_deref(), Some(file.as_path()));
    for part in ["is not cuBLAS", "CUDA_CUBLAS"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_failed_version_query_is_an_error_with_its_result() {
    let folder = library(&HOLLOW.replace("return 0", "return 14"));
    let error = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap_err();
    assert!(matches!(error, LoadError::Version { .. }), "{error}");
    for part in ["cublasGetProperty returned", "CUBLAS_STATUS_INTERNAL_ERROR"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_library_that_lacks_functions_loads_and_lists_them() {
    let folder = library(HOLLOW);
    let table = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap();
    assert_eq!(table.version(), 120_405);
    assert_eq!(table.missing().count(), 590 - 3);
    assert!(table.cublasDgemm_v2.is_none());
}

#[test]
fn a_library_found_by_two_paths_has_one_table() {
    let folder = library(HOLLOW);
    let link = folder.path().join("libcublas.so.12.4");
    std::os::unix::fs::symlink(folder.path().join("libcublas.so.12"), &link).unwrap();
    let first = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap();
    let second = load_with(&only("CUDA_CUBLAS", &link)).unwrap();
    assert!(std::ptr::eq(first, second));
}

#[test]
fn a_table_from_elsewhere_has_no_library() {
    // SAFETY: a table without functions.
    let table = unsafe { CublasTable::from_fn(13000, |_| std::ptr::null()) };
    assert!(library_of(&table).is_none());
}

#[test]
fn a_c_named_function_reports_that_the_chosen_library_lacks_it() {
    let folder = library(HOLLOW);
    let table = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap();
    // SAFETY: no other test of this process calls these functions, or has a handle.
    unsafe { functions::use_table(table) };
    let mut handle = std::ptr::null_mut();
    // SAFETY: the function of the library above reads nothing.
    let created = unsafe { functions::cublasCreate_v2(&raw mut handle) };
    assert_eq!(created, cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED);
    // SAFETY: there is no such function, so that nothing is read.
    let destroyed = unsafe { functions::cublasDestroy_v2(handle) };
    assert_eq!(destroyed, cublasStatus_t::FUNCTION_NOT_FOUND);
    // SAFETY: as above.
    assert_eq!(unsafe { functions::cublasGetCudartVersion() }, 0);
}

#[test]
fn a_name_with_two_interfaces_is_in_the_slot_of_the_loaded_release() {
    use cuda_libraries_sys::cudart::{Symbol, load_with};
    let source = "
        int cudaRuntimeGetVersion(int *version) { *version = VERSION; return 0; }
        int cudaMalloc(void) { return 1; }
        int cudaMemAdvise(void) { return 1; }
        int cudaSignalExternalSemaphoresAsync(void) { return 1; }";
    let (old, new) = (Symbol::cudaMemAdvise_12_9, Symbol::cudaMemAdvise);
    for (version, expected) in [
        ("11080", [true, false, false]),
        ("12090", [true, false, false]),
        ("13000", [false, true, true]),
        ("13050", [false, true, true]),
    ] {
        let folder = TempDir::new().unwrap();
        compile(&source.replace("VERSION", version), &folder.path().join("libcudart.so.13"));
        let table = load_with(&only("CUDA_CUDART", folder.path())).unwrap();
        let found = [old, new, Symbol::cudaSignalExternalSemaphoresAsync]
            .map(|symbol| table.get(symbol).is_some());
        assert_eq!(found, expected, "{version}");
    }
}

#[test]
fn a_text_file_is_skipped_and_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("libcublas.so.12");
    fs::write(&file, "not a library").unwrap();
    let error = load_with(&only("CUDA_CUBLAS", &file)).unwrap_err();
    assert!(matches!(error, LoadError::NotFound(_)), "{error}");
    let file = file.display().to_string();
    assert!(error.to_string().contains(&file), "{error}");
}

#[test]
fn a_missing_library_says_what_the_software_device_has_instead() {
    let folder = TempDir::new().unwrap();
    let missing = load_with(&only("CUDA_CUBLAS", folder.path())).unwrap_err().to_string();
    let instead = "pass `cuda_sim_libraries::cublas::table()` to `from_table`";
    assert!(missing.lines().last().is_some_and(|line| line.contains(instead)), "{missing}");
    // It has no NVVM.
    let search = only("CUDA_NVVM", folder.path());
    let missing = cuda_libraries_sys::nvvm::load_with(&search).unwrap_err().to_string();
    assert!(!missing.contains("cuda_sim_libraries"), "{missing}");
}

#[test]
fn an_nvjitlink_whose_functions_have_numbers_alone_is_loaded_and_is_of_the_newest() {
    use cuda_libraries_sys::nvjitlink::load_with;
    let functions = ["Create", "AddData", "Complete"];
    let source = functions.map(|name| {
        format!(
            "int __nvJitLink{name}_12_0(void) {{ return 0; }}
             int __nvJitLink{name}_12_1(void) {{ return 1; }}\n"
        )
    });
    let folder = TempDir::new().unwrap();
    compile(&source.concat(), &folder.path().join("libnvJitLink.so.12"));
    let table = load_with(&only("CUDA_NVJITLINK", folder.path())).unwrap();
    assert_eq!(table.version(), 12010);
    assert_eq!(table.missing().count(), 16 - 3);
    let complete = table.nvJitLinkComplete.unwrap();
    // SAFETY: the function above has no parameters, and takes none of the registers that C passes them in.
    let result = unsafe { complete(std::ptr::null_mut()) };
    assert_eq!(result.0, 1, "the older of the two was taken");
}

#[test]
fn a_c_named_function_that_returns_a_text_has_one_without_a_library() {
    use cuda_libraries_sys::nvrtc::{NvrtcTable, functions, nvrtcResult};
    // SAFETY: a table without functions.
    let empty = unsafe { NvrtcTable::from_fn(13000, |_| std::ptr::null()) };
    let empty: &'static NvrtcTable = Box::leak(Box::new(empty));
    // SAFETY: no other test of this process calls these functions.
    unsafe { functions::use_table(empty) };
    // SAFETY: the function takes a number, and returns a C string that lives forever.
    let text = unsafe {
        std::ffi::CStr::from_ptr(functions::nvrtcGetErrorString(nvrtcResult::NVRTC_SUCCESS))
    };
    assert_eq!(text, c"the loaded library lacks the function");
}
