//! Memory that other processes of the same user can map.

use std::fs::File;
use std::io;

/// An anonymous file, whose bytes are memory of the processes that map it. It exists as long as there is a descriptor
/// or mapping of it.
#[derive(Debug)]
pub(crate) struct SharedFile {
    file: File,
    identity: Identity,
}

/// Identifies a file among all others that exist on the machine at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    pub device: u64,
    pub inode: u64,
}

impl SharedFile {
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }
}

/// Returns the page size, the granularity of mappings.
pub(crate) fn page() -> u64 {
    system::page()
}

#[cfg(target_os = "linux")]
mod system {
    use core::ffi::{c_char, c_int, c_long, c_uint, c_void};
    use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd};
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::sync::OnceLock;

    use super::*;

    // From the C library, which the standard library links.
    unsafe extern "C" {
        fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
        fn mmap(
            address: *mut c_void,
            length: usize,
            protection: c_int,
            flags: c_int,
            descriptor: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn fallocate(descriptor: c_int, mode: c_int, offset: i64, length: i64) -> c_int;
        fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        fn sysconf(name: c_int) -> c_long;
        fn close(descriptor: c_int) -> c_int;
    }

    const MFD_CLOEXEC: c_uint = 1;
    const MFD_ALLOW_SEALING: c_uint = 2;
    const F_ADD_SEALS: c_int = 1033;
    const F_GET_SEALS: c_int = 1034;
    const F_SEAL_SEAL: c_int = 1;
    const F_SEAL_SHRINK: c_int = 2;
    const F_SEAL_GROW: c_int = 4;
    const MADV_HUGEPAGE: c_int = 14;
    const PROT_READ_WRITE: c_int = 1 | 2;
    const MAP_SHARED: c_int = 0x01;
    const MAP_PRIVATE: c_int = 0x02;
    const MAP_FIXED: c_int = 0x10;
    const MAP_ANONYMOUS: c_int = 0x20;
    const MAP_NORESERVE: c_int = 0x4000;
    const KEEP_SIZE_AND_PUNCH_HOLE: c_int = 1 | 2;
    const SC_PAGESIZE: c_int = 30;

    pub(super) fn page() -> u64 {
        static PAGE: OnceLock<u64> = OnceLock::new();
        // SAFETY: it only reads a system parameter.
        *PAGE.get_or_init(|| u64::try_from(unsafe { sysconf(SC_PAGESIZE) }).unwrap_or(4096))
    }

    impl SharedFile {
        /// Creates a file of that many zero bytes, which need memory once they are touched. Its size can't change.
        pub(crate) fn create(bytes: u64) -> io::Result<Self> {
            let flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
            // SAFETY: the name is null-terminated.
            let descriptor = unsafe { memfd_create(c"cuda-sim".as_ptr(), flags) };
            if descriptor < 0 {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: the descriptor is new, and not used elsewhere.
            let file = unsafe { File::from_raw_fd(descriptor) };
            file.set_len(bytes)?;
            let file = Self::of(file)?;
            file.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)?;
            Ok(file)
        }

        /// Forbids changes of the file to everyone who has it: pages that are mapped must not be cut off.
        fn seal(&self, seals: c_int) -> io::Result<()> {
            // SAFETY: the descriptor is open.
            let sealed = unsafe { fcntl(self.file.as_raw_fd(), F_ADD_SEALS, seals) };
            if sealed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
        }

        fn of(file: File) -> io::Result<Self> {
            let metadata = file.metadata()?;
            let identity = Identity { device: metadata.dev(), inode: metadata.ino() };
            Ok(Self { file, identity })
        }

        /// Opens a descriptor of a process; process 0 is this one, too.
        pub(crate) fn open(process: u32, descriptor: i32) -> io::Result<Self> {
            let process = match process {
                0 => "self".to_owned(),
                process => process.to_string(),
            };
            let path = format!("/proc/{process}/fd/{descriptor}");
            // Other files aren't opened, because that could block.
            if !std::fs::read_link(&path)?.to_string_lossy().starts_with("/memfd:cuda-sim") {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let file = Self::of(File::options().read(true).write(true).open(path)?)?;
            // SAFETY: the descriptor is open.
            let seals = unsafe { fcntl(file.file.as_raw_fd(), F_GET_SEALS) };
            // Another program's file of this name may become shorter.
            if seals < 0 || seals & F_SEAL_SHRINK == 0 {
                return Err(io::ErrorKind::InvalidData.into());
            }
            Ok(file)
        }

        /// Opens an anonymous file of the program by its descriptor, which stays the program's.
        pub(crate) fn of_program(descriptor: i32) -> io::Result<Self> {
            let path = format!("/proc/self/fd/{descriptor}");
            if !std::fs::read_link(&path)?.to_string_lossy().starts_with("/memfd:") {
                return Err(io::ErrorKind::InvalidData.into());
            }
            Self::of(File::options().read(true).write(true).open(path)?)
        }

        /// Returns its descriptor in this process.
        pub(crate) fn descriptor(&self) -> i32 {
            self.file.as_raw_fd()
        }

        /// Returns a new descriptor, which the caller must close. The memory can't be written through it.
        pub(crate) fn another_descriptor(&self) -> io::Result<i32> {
            let path = format!("/proc/self/fd/{}", self.descriptor());
            Ok(File::options().read(true).open(path)?.into_raw_fd())
        }

        pub(crate) fn len(&self) -> io::Result<u64> {
            Ok(self.file.metadata()?.len())
        }

        pub(crate) fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
            self.file.write_all_at(bytes, offset)
        }

        pub(crate) fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
            self.file.read_exact_at(bytes, offset)
        }

        /// Frees the memory of a part of it, which is zero afterwards.
        pub(crate) fn discard(&self, offset: u64, bytes: u64) {
            let descriptor = self.file.as_raw_fd();
            // SAFETY: the descriptor is open. A file without support for holes keeps its memory.
            let _ = unsafe {
                fallocate(descriptor, KEEP_SIZE_AND_PUNCH_HOLE, offset as i64, bytes as i64)
            };
        }

        /// Maps a part of the file over `bytes` bytes at `address`.
        ///
        /// # Safety
        /// The range consists of whole pages of a map that the caller owns, and nothing relies on their contents.
        pub(crate) unsafe fn map_at(
            &self,
            address: u64,
            bytes: u64,
            offset: u64,
        ) -> io::Result<()> {
            // SAFETY: the caller gives up the pages.
            unsafe { map(address, bytes, MAP_SHARED, self.file.as_raw_fd(), offset) }
        }

        /// Returns the file.
        pub(crate) fn as_file(&self) -> &File {
            &self.file
        }
    }

    /// Closes a descriptor that the program has given to the driver; an invalid one is ignored.
    pub(crate) fn close_of_program(descriptor: i32) {
        // SAFETY: the program doesn't use it any more.
        let _ = unsafe { close(descriptor) };
    }

    /// Maps private zeroed memory over `bytes` bytes at `address`, as the arena reserves it.
    ///
    /// # Safety
    /// As for [`SharedFile::map_at`].
    pub(crate) unsafe fn map_private(address: u64, bytes: u64) -> io::Result<()> {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        // SAFETY: the caller gives up the pages.
        unsafe { map(address, bytes, flags, -1, 0) }?;
        // As the arena's other pages, with which the system then merges these: a process may have some 65,000 mappings.
        // SAFETY: advice doesn't change what the pages contain.
        let _ = unsafe { madvise(address as *mut c_void, bytes as usize, MADV_HUGEPAGE) };
        Ok(())
    }

    /// # Safety
    /// As for [`SharedFile::map_at`].
    unsafe fn map(
        address: u64,
        bytes: u64,
        flags: c_int,
        descriptor: c_int,
        offset: u64,
    ) -> io::Result<()> {
        // SAFETY: the caller gives up the pages.
        let mapped = unsafe {
            mmap(
                address as *mut c_void,
                bytes as usize,
                PROT_READ_WRITE,
                flags | MAP_FIXED,
                descriptor,
                offset as i64,
            )
        };
        if mapped as u64 == address { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// On other systems nothing can be shared: no such file is ever created.
#[cfg(not(target_os = "linux"))]
mod system {
    use super::*;

    pub(super) fn page() -> u64 {
        4096
    }

    fn unsupported<T>() -> io::Result<T> {
        Err(io::ErrorKind::Unsupported.into())
    }

    impl SharedFile {
        pub(crate) fn create(_bytes: u64) -> io::Result<Self> {
            unsupported()
        }

        pub(crate) fn open(_process: u32, _descriptor: i32) -> io::Result<Self> {
            unsupported()
        }

        pub(crate) fn of_program(_descriptor: i32) -> io::Result<Self> {
            unsupported()
        }

        pub(crate) fn descriptor(&self) -> i32 {
            -1
        }

        pub(crate) fn another_descriptor(&self) -> io::Result<i32> {
            unsupported()
        }

        pub(crate) fn len(&self) -> io::Result<u64> {
            unsupported()
        }

        pub(crate) fn write_at(&self, _bytes: &[u8], _offset: u64) -> io::Result<()> {
            unsupported()
        }

        pub(crate) fn read_at(&self, _bytes: &mut [u8], _offset: u64) -> io::Result<()> {
            unsupported()
        }

        pub(crate) fn discard(&self, _offset: u64, _bytes: u64) {}

        /// # Safety
        /// It does nothing.
        pub(crate) unsafe fn map_at(&self, _: u64, _: u64, _: u64) -> io::Result<()> {
            unsupported()
        }

        pub(crate) fn as_file(&self) -> &File {
            &self.file
        }
    }

    pub(crate) fn close_of_program(_descriptor: i32) {}

    /// # Safety
    /// It does nothing.
    pub(crate) unsafe fn map_private(_address: u64, _bytes: u64) -> io::Result<()> {
        unsupported()
    }
}

pub(crate) use system::{close_of_program, map_private};
