//! File metadata that shows changes without reading the file.

use std::ffi::CStr;
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::checksum::checksum;

/// The metadata that identifies a file's contents: device, inode, length, and the times of the last change
/// of the contents and of the inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(pub [u64; 5]);

impl Stamp {
    /// Returns the stamp of the file or folder at a path, following links.
    #[cfg(unix)]
    pub fn of(path: &Path) -> Option<Self> {
        system::stamp(rustix::fs::CWD, path)
    }

    /// Returns the stamp of a link itself.
    #[cfg(unix)]
    pub fn of_link(path: &Path) -> Option<Self> {
        system::stamp_by_stat(rustix::fs::CWD, path, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)
    }

    /// Returns the stamp of the file or folder at a path, following links.
    #[cfg(not(unix))]
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::of_metadata(&std::fs::metadata(path).ok()?))
    }

    /// Returns the stamp of a link itself.
    #[cfg(not(unix))]
    pub fn of_link(path: &Path) -> Option<Self> {
        Some(Self::of_metadata(&std::fs::symlink_metadata(path).ok()?))
    }

    #[cfg(not(unix))]
    fn of_metadata(about: &std::fs::Metadata) -> Self {
        let time = |time: std::io::Result<SystemTime>| time.map_or(0, nanoseconds);
        Self([
            0,
            u64::from(about.is_dir()),
            about.len(),
            time(about.modified()),
            time(about.created()),
        ])
    }

    /// Returns what all paths of one file have in common.
    #[cfg(unix)]
    pub fn identity(&self, _: &Path) -> [u64; 2] {
        [self.0[0], self.0[1]]
    }

    /// Returns what all paths of one file have in common.
    #[cfg(not(unix))]
    pub fn identity(&self, path: &Path) -> PathBuf {
        std::fs::canonicalize(path).unwrap_or_default()
    }

    /// Returns eight bytes that stand for the stamp.
    pub fn checksum(&self) -> u64 {
        checksum(self.0.map(u64::to_le_bytes).as_flattened())
    }

    /// Returns `true` if a change at the time `now` would change the stamp. If it is too recent, the file system's
    /// clock may have the same tick for both.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        self.0[3..].iter().all(|time| settles_in(*time, now).is_zero())
    }

    /// Returns how long it takes until a change would change the stamp.
    pub fn settles_in(&self, now: SystemTime) -> Duration {
        // On Unix, the time that programs can't set; elsewhere, that of the last change.
        settles_in(self.0[if cfg!(unix) { 4 } else { 3 }], now)
    }
}

/// Returns how long it takes until the file system's clock certainly has another tick than that of `time`.
fn settles_in(time: u64, now: SystemTime) -> Duration {
    /// Twice the tick of a kernel's clock, that of a file system that counts in milliseconds or hundredths, and that of
    /// one that counts in seconds or pairs of them.
    const MARGINS: [Duration; 3] =
        [Duration::from_millis(20), Duration::from_millis(40), Duration::from_secs(3)];
    let margin = match time {
        _ if time.is_multiple_of(1_000_000_000) => MARGINS[2],
        _ if time.is_multiple_of(1_000_000) => MARGINS[1],
        _ => MARGINS[0],
    };
    let settled = (Duration::from_nanos(time) + margin).saturating_add(Duration::from_nanos(1));
    settled.saturating_sub(Duration::from_nanos(nanoseconds(now)))
}

/// An open folder, so that its path is resolved once for all files in it.
#[derive(Debug)]
pub struct OpenFolder {
    #[cfg(unix)]
    folder: std::os::fd::OwnedFd,
    #[cfg(not(unix))]
    folder: PathBuf,
}

#[cfg(unix)]
impl OpenFolder {
    /// Returns the folder at a path, through links.
    pub fn at(path: &CStr) -> Option<Self> {
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(target_os = "linux")]
        let flags = flags | OFlags::PATH;
        let folder = openat(CWD, path, flags, Mode::empty()).ok()?;
        Some(Self { folder })
    }

    /// Returns the stamp of the folder.
    pub fn own_stamp(&self) -> Option<Stamp> {
        system::own_stamp(&self.folder)
    }

    /// Returns the stamp of a file or folder in it, through links.
    pub fn stamp(&self, name: &CStr) -> Option<Stamp> {
        system::stamp(&self.folder, name)
    }

    /// Returns `true` if there is definitely nothing with this name, not even a dangling link.
    pub fn lacks(&self, name: &CStr) -> bool {
        use rustix::fs::{AtFlags, statat};
        let found = statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW);
        matches!(found, Err(rustix::io::Errno::NOENT))
    }
}

#[cfg(not(unix))]
impl OpenFolder {
    /// Returns the folder at a path.
    pub fn at(path: &CStr) -> Option<Self> {
        let folder = path_of(path)?;
        folder.is_dir().then_some(Self { folder })
    }

    /// Returns the stamp of the folder.
    pub fn own_stamp(&self) -> Option<Stamp> {
        Stamp::of(&self.folder)
    }

    /// Returns the stamp of a file or folder in it.
    pub fn stamp(&self, name: &CStr) -> Option<Stamp> {
        Stamp::of(&self.folder.join(path_of(name)?))
    }

    /// Returns `true` if there is definitely nothing with this name.
    pub fn lacks(&self, name: &CStr) -> bool {
        let found = path_of(name).map(|name| self.folder.join(name).symlink_metadata());
        matches!(found, Some(Err(error)) if error.kind() == std::io::ErrorKind::NotFound)
    }
}

#[cfg(not(unix))]
fn path_of(bytes: &CStr) -> Option<PathBuf> {
    bytes.to_str().ok().map(PathBuf::from)
}

#[cfg(unix)]
mod system {
    use std::os::fd::AsFd;

    use rustix::fs::{AtFlags, statat};
    use rustix::path::Arg;

    use super::Stamp;

    fn time(seconds: i64, nanoseconds: u64) -> u64 {
        let seconds = seconds.unsigned_abs().wrapping_mul(1_000_000_000);
        seconds.wrapping_add(nanoseconds)
    }

    /// Returns the stamp of the file or folder with a name in `folder`, through links.
    #[cfg(target_os = "linux")]
    pub fn stamp(folder: impl AsFd, name: impl Arg + Copy) -> Option<Stamp> {
        let stamp = query(&folder, name, AtFlags::empty());
        stamp.unwrap_or_else(|| stamp_by_stat(folder, name, AtFlags::empty()))
    }

    /// Returns the stamp of `folder` itself.
    #[cfg(target_os = "linux")]
    pub fn own_stamp(folder: impl AsFd) -> Option<Stamp> {
        let stamp = query(&folder, c"", AtFlags::EMPTY_PATH);
        stamp.unwrap_or_else(|| stamp_by_stat(folder, c".", AtFlags::empty()))
    }

    /// Returns the stamp, if there is one; `None` if the system lacks the call.
    ///
    /// On a network file system, this requests current metadata instead of cached metadata, as opening the files for a
    /// compilation also would.
    #[cfg(target_os = "linux")]
    fn query(folder: impl AsFd, name: impl Arg, flags: AtFlags) -> Option<Option<Stamp>> {
        use rustix::fs::{StatxFlags, makedev, statx};
        let wanted = StatxFlags::INO | StatxFlags::SIZE | StatxFlags::MTIME | StatxFlags::CTIME;
        let about = match statx(folder, name, flags | AtFlags::STATX_FORCE_SYNC, wanted) {
            Ok(about) => about,
            // Systems before Linux 4.11, and sandboxes that don't know the call.
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => return None,
            Err(_) => return Some(None),
        };
        let (modified, changed) = (about.stx_mtime, about.stx_ctime);
        Some(Some(Stamp([
            makedev(about.stx_dev_major, about.stx_dev_minor),
            about.stx_ino,
            about.stx_size,
            time(modified.tv_sec, u64::from(modified.tv_nsec)),
            time(changed.tv_sec, u64::from(changed.tv_nsec)),
        ])))
    }

    #[cfg(not(target_os = "linux"))]
    pub fn stamp(folder: impl AsFd, name: impl Arg) -> Option<Stamp> {
        stamp_by_stat(folder, name, AtFlags::empty())
    }

    #[cfg(not(target_os = "linux"))]
    pub fn own_stamp(folder: impl AsFd) -> Option<Stamp> {
        stamp_by_stat(folder, c".", AtFlags::empty())
    }

    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_sign_loss,
        reason = "the types are other on other systems"
    )]
    pub fn stamp_by_stat(folder: impl AsFd, name: impl Arg, flags: AtFlags) -> Option<Stamp> {
        let about = statat(folder, name, flags).ok()?;
        Some(Stamp([
            about.st_dev as u64,
            about.st_ino as u64,
            about.st_size as u64,
            time(about.st_mtime as i64, about.st_mtime_nsec as u64),
            time(about.st_ctime as i64, about.st_ctime_nsec as u64),
        ]))
    }
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_stat_a_file_agrees() {
        let here = OpenFolder::at(c".").unwrap();
        for name in [c"/", c"/etc/passwd", c"Cargo.toml", c"src/stamp.rs", c"/nowhere"] {
            let path = Path::new(name.to_str().unwrap());
            let stamp = Stamp::of(path);
            assert_eq!(here.stamp(name), stamp, "{}", path.display());
            let before = system::stamp_by_stat(rustix::fs::CWD, name, rustix::fs::AtFlags::empty());
            assert_eq!(before, stamp, "{}", path.display());
            assert_eq!(here.lacks(name), stamp.is_none(), "{}", path.display());
        }
        assert!(here.stamp(c"Cargo.toml").is_some());
        assert_eq!(here.own_stamp(), Stamp::of(Path::new(".")));
    }
}
