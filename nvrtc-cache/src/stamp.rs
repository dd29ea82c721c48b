//! What the system tells of a file without reading it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file that has the same stamp as before has the same contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(pub [u64; 5]);

impl Stamp {
    /// That of the file or folder at a path, through links.
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().map(Self::of_metadata)
    }

    #[cfg(unix)]
    fn of_metadata(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanoseconds: i64| {
            let seconds = seconds.unsigned_abs().wrapping_mul(1_000_000_000);
            seconds.wrapping_add(nanoseconds.unsigned_abs())
        };
        Self([
            about.dev(),
            about.ino(),
            about.size(),
            time(about.mtime(), about.mtime_nsec()),
            time(about.ctime(), about.ctime_nsec()),
        ])
    }

    #[cfg(not(unix))]
    fn of_metadata(about: &Metadata) -> Self {
        let time = |time: std::io::Result<SystemTime>| time.map_or(0, nanoseconds);
        Self([
            0,
            u64::from(about.is_dir()),
            about.len(),
            time(about.modified()),
            time(about.created()),
        ])
    }

    /// Whether a change that came at the very time of `now` would show: else the clock of the file system may stand
    /// still for both.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        /// The tick of a kernel's clock, twice; and that of a file system that counts in seconds.
        const FINE: Duration = Duration::from_millis(20);
        const COARSE: Duration = Duration::from_secs(3);
        let now = nanoseconds(now);
        self.0[3..].iter().all(|time| {
            let is_coarse = time % 1_000_000 == 0;
            let margin = if is_coarse { COARSE } else { FINE };
            u128::from(*time) + margin.as_nanos() < u128::from(now)
        })
    }
}

/// Looks at many files, of which those of one folder come one behind the other: the way to the folder is gone once.
#[derive(Debug, Default)]
pub struct Looker {
    /// The folder that is open.
    #[cfg(unix)]
    folder: Option<(std::path::PathBuf, std::os::fd::OwnedFd)>,
}

impl Looker {
    /// The stamp of the file or folder at a path, through links.
    #[cfg(unix)]
    pub fn stamp(&mut self, path: &Path) -> Option<Stamp> {
        use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, statat};
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Stamp::of(path);
        };
        if parent.as_os_str().is_empty() {
            return Stamp::of(path);
        }
        if self.folder.as_ref().is_none_or(|(open, _)| open != parent) {
            let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
            #[cfg(target_os = "linux")]
            let flags = flags | OFlags::PATH;
            let open = openat(CWD, parent, flags, Mode::empty()).ok()?;
            self.folder = Some((parent.to_path_buf(), open));
        }
        let (_, open) = self.folder.as_ref()?;
        let about = statat(open, name, AtFlags::empty()).ok()?;
        #[allow(
            clippy::unnecessary_cast,
            clippy::cast_sign_loss,
            reason = "the types are other on other systems"
        )]
        let time = |seconds: i64, nanoseconds: u64| {
            let seconds = seconds.unsigned_abs().wrapping_mul(1_000_000_000);
            seconds.wrapping_add(nanoseconds)
        };
        #[allow(
            clippy::unnecessary_cast,
            clippy::cast_sign_loss,
            reason = "the types are other on other systems"
        )]
        Some(Stamp([
            about.st_dev as u64,
            about.st_ino as u64,
            about.st_size as u64,
            time(about.st_mtime as i64, about.st_mtime_nsec as u64),
            time(about.st_ctime as i64, about.st_ctime_nsec as u64),
        ]))
    }

    /// The stamp of the file or folder at a path, through links.
    #[cfg(not(unix))]
    pub fn stamp(&mut self, path: &Path) -> Option<Stamp> {
        Stamp::of(path)
    }
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_looker_sees_what_the_system_tells() {
        let mut looker = Looker::default();
        for path in [
            "/",
            "/etc",
            "/etc/passwd",
            "Cargo.toml",
            "src/stamp.rs",
            "src/lib.rs",
            "/nowhere/at/all",
        ] {
            let path = Path::new(path);
            assert_eq!(looker.stamp(path), Stamp::of(path), "{}", path.display());
        }
        assert!(looker.stamp(Path::new("Cargo.toml")).is_some());
    }
}
