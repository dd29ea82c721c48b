//! A `/dev` with the file by which programs such as JAX know that there is a GPU, for this process
//! and those that it starts.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_move,
};
use rustix::process::{getgid, getuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// The files of NVIDIA's driver that are looked for.
const FILES: [&str; 2] = ["nvidia0", "nvidiactl"];

const DEV: &str = "/dev";

/// Gives this process a `/dev` of its own, which has what the machine's has, and those files, which
/// are empty.
pub(crate) fn give() -> Result<()> {
    leave_namespace().and_then(|()| make()).context(
        "making a /dev of its own, for which a program has to be allowed to make a namespace of \
         users or mounts",
    )
}

/// Moves this process to a namespace of mounts: as who may do so, or else as the owner of a
/// namespace of users.
fn leave_namespace() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    // SAFETY: this program has one thread, and what it does later depends on no mount.
    let left = unsafe { unshare_unsafe(UnshareFlags::NEWNS) };
    if left != Err(Errno::PERM) {
        return Ok(left?);
    }
    // SAFETY: the same.
    unsafe { unshare_unsafe(UnshareFlags::NEWNS | UnshareFlags::NEWUSER) }?;
    for (file, text) in [
        ("setgroups", "deny".to_owned()),
        ("uid_map", format!("{user} {user} 1")),
        ("gid_map", format!("{group} {group} 1")),
    ] {
        fs::write(Path::new("/proc/self").join(file), text)?;
    }
    Ok(())
}

fn make() -> io::Result<()> {
    // Other processes do not see it, and it is moved away from there below.
    let new = std::env::temp_dir();
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    mount("cuda-sim", &new, "tmpfs", MountFlags::empty(), c"mode=755")?;
    for entry in fs::read_dir(DEV)? {
        let entry = entry?;
        let (path, place) = (entry.path(), new.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_symlink() {
            symlink(fs::read_link(path)?, place)?;
            continue;
        }
        match kind.is_dir() {
            true => fs::create_dir(&place)?,
            false => drop(File::create(&place)?),
        }
        mount_bind_recursive(path, place)?;
    }
    for file in FILES {
        File::create(new.join(file))?;
    }
    Ok(mount_move(new, DEV)?)
}
