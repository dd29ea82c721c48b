//! Loading real libraries.

use crate::real::{alone, only, skip};

macro_rules! every_release_has_the_functions_that_are_as_old_as_it_and_no_others {
    ($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        use cuda_libraries_sys::$library::{Symbol, library_of, load_with};
        let test = concat!(
            "load::",
            stringify!($library),
            "::every_release_has_the_functions_that_are_as_old_as_it_and_no_others"
        );
        for folder in super::alone(test, $variable, $file) {
            let search = super::only($variable, &folder);
            let table = match load_with(&search) {
                // The runtime and newer releases of CUPTI need a driver for that.
                Err(error)
                    if ["cudaErrorInsufficientDriver", "CUPTI_ERROR_UNKNOWN"]
                        .iter()
                        .any(|code| error.to_string().contains(code)) =>
                {
                    super::skip(test, "no driver is installed");
                    continue;
                }
                loaded => loaded.unwrap_or_else(|error| panic!("{error}")),
            };
            let same = load_with(&search).unwrap();
            assert!(std::ptr::eq(table, same), "{}", folder.display());
            let path = library_of(table).unwrap().path.as_deref().unwrap();
            assert!(path.starts_with(folder.canonicalize().unwrap()));
            // libNVVM reports the version of its interface, which newer releases don't change, and others none.
            let version = table.version();
            let is_surprise = |symbol: &Symbol| {
                let function = symbol.function();
                if version == 0 || $variable == "CUDA_NVVM" {
                    let is_in_all = function.since == 0 && function.until.is_none();
                    return is_in_all && table.get(*symbol).is_none();
                }
                let is_gone = function.until.is_some_and(|until| version >= until);
                let should_exist = version >= function.since && !is_gone;
                table.get(*symbol).is_some() != should_exist
            };
            let surprises: Vec<Symbol> = Symbol::ALL.iter().copied().filter(is_surprise).collect();
            assert_eq!(surprises, [], "{}", folder.display());
            println!("{} {}", table.version(), folder.display());
        }
    };
}
use every_release_has_the_functions_that_are_as_old_as_it_and_no_others;

on_every_library! {
    every_release_has_the_functions_that_are_as_old_as_it_and_no_others
}

#[test]
fn cublas_names_its_status_without_a_device() {
    let test = "load::cublas_names_its_status_without_a_device";
    for folder in alone(test, "CUDA_CUBLAS", "libcublas.so.") {
        use cuda_libraries_sys::cublas::{cublasStatus_t, load_with};
        let table = load_with(&only("CUDA_CUBLAS", &folder)).unwrap();
        let name_of = table.cublasGetStatusName.unwrap();
        for (name, status) in cublasStatus_t::ENUMERATORS {
            // SAFETY: the function returns a C string that lives as long as the library, which is never unloaded.
            let returned = unsafe { std::ffi::CStr::from_ptr(name_of(*status)) };
            assert_eq!(returned.to_str().unwrap(), *name, "{}", folder.display());
        }
    }
}
