//! Driver calls that wait until a test lets them go on.

use std::ffi::{CString, c_char, c_int};
use std::path::Path;
use std::thread::yield_now;

/// The functions of `failing.c`.
#[derive(Clone, Copy)]
pub struct HoldFunctions {
    hold: unsafe extern "C" fn(*const c_char, c_int) -> c_int,
    is_held: unsafe extern "C" fn(c_int) -> c_int,
    release: unsafe extern "C" fn(c_int),
}

/// A call that waits until this is dropped.
pub struct Hold {
    number: c_int,
    of: HoldFunctions,
}

impl HoldFunctions {
    /// Returns `None` on a driver whose calls don't wait.
    pub fn new() -> Option<Self> {
        std::env::var_os("CALLED_DRIVER")?;
        let driver = Path::new(&std::env::var_os("CUDA_DRIVER")?).join("libcuda.so.1");
        // SAFETY: it is loaded already, and the functions are declared so.
        unsafe {
            let library = Box::leak(Box::new(libloading::Library::new(driver).unwrap()));
            Some(Self {
                hold: *library.get(b"hold_call").unwrap(),
                is_held: *library.get(b"is_held").unwrap(),
                release: *library.get(b"release").unwrap(),
            })
        }
    }

    /// Lets the next call of a function wait before the driver does it.
    pub fn before(self, name: &str) -> Hold {
        self.hold(name, false)
    }

    /// Lets the next call of a function wait when the driver has done it.
    pub fn after(self, name: &str) -> Hold {
        self.hold(name, true)
    }

    fn hold(self, name: &str, is_after: bool) -> Hold {
        let name = CString::new(name).unwrap();
        // SAFETY: the name lives until the call returns.
        let number = unsafe { (self.hold)(name.as_ptr(), is_after.into()) };
        assert!(number >= 0, "too many calls are held");
        Hold { number, of: self }
    }
}

impl Hold {
    /// Waits until a call waits.
    pub fn wait(&self) {
        // SAFETY: it reads a number.
        while unsafe { (self.of.is_held)(self.number) } == 0 {
            yield_now();
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // SAFETY: it is a hold, which nothing else lets go.
        unsafe { (self.of.release)(self.number) };
    }
}
