//! What is in the folder of the libraries. It is looked for before the program begins, so that
//! later nothing takes a lock or memory: the loader asks between `fork` and `exec`, too.

use core::ffi::CStr;
use std::env;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The variable that names it.
const VARIABLE: &str = "CUDA_SIM_LIBRARIES";

/// Files by their names.
pub(crate) struct Files(OnceLock<Vec<(CString, CString)>>);

/// The libraries, and the stand-ins for programs.
pub(crate) static LIBRARIES: Files = Files(OnceLock::new());
pub(crate) static PROGRAMS: Files = Files(OnceLock::new());

/// Finds both.
pub(crate) fn find() {
    let folder = env::var_os(VARIABLE).map(PathBuf::from);
    LIBRARIES.find(folder.as_deref());
    PROGRAMS.find(folder.map(|folder| folder.join("bin")).as_deref());
}

impl Files {
    fn find(&self, folder: Option<&Path>) {
        self.0.get_or_init(|| {
            let files = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
            let names = files.filter_map(|file| {
                let path = file.ok()?.path();
                let text = |text: &OsStr| CString::new(text.as_bytes()).ok();
                Some((text(path.file_name()?)?, text(path.as_os_str())?))
            });
            names.collect()
        });
    }

    /// Returns the path of a file. It is valid for ever.
    pub(crate) fn path(&'static self, name: &[u8]) -> Option<&'static CStr> {
        let mut all = self.0.get().into_iter().flatten();
        all.find(|entry| entry.0.to_bytes() == name).map(|entry| entry.1.as_c_str())
    }
}
