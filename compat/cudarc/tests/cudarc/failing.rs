//! A driver whose calls can fail.

use std::ffi::OsString;
use std::path::Path;

use cudarc::driver::sys::CUresult;

/// Puts a driver whose calls can fail before that in `folder`.
pub fn with_failing_calls(folder: &Path) -> Vec<(&'static str, OsString)> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    let (driver, called) = (folder.join("libcuda.so.1"), folder.join("called.so"));
    std::fs::rename(&driver, &called).unwrap();
    let mut compile = std::process::Command::new(std::env::var_os("CC").unwrap_or("cc".into()));
    compile.args(["-shared", "-fPIC", "-o"]).arg(&driver);
    compile.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cudarc/failing/failing.c"));
    assert!(compile.status().unwrap().success());
    vec![("CALLED_DRIVER", called.into())]
}

/// Lets driver calls fail: see `failing.c`. Returns `None` on a driver that can't.
pub fn failing() -> Option<impl Fn(&str, i64, i64, CUresult) -> i64> {
    std::env::var_os("CALLED_DRIVER")?;
    let driver = Path::new(&std::env::var_os("CUDA_DRIVER")?).join("libcuda.so.1");
    type Fail = unsafe extern "C" fn(*const std::ffi::c_char, i64, i64, i32) -> i64;
    // SAFETY: it is loaded already, and the function is declared so.
    let fail = unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(driver).unwrap()));
        *library.get::<Fail>(b"fail_calls").unwrap()
    };
    Some(move |name: &str, after, count, code: CUresult| {
        let name = std::ffi::CString::new(name).unwrap();
        // SAFETY: the name lives until the call returns.
        unsafe { fail(name.as_ptr(), after, count, code as i32) }
    })
}
