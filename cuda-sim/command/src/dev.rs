//! A `/dev` with the file by which programs such as JAX know that there is a GPU, for this process
//! and those that it starts.

use std::fs::{self, DirEntry, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{PermissionsExt, symlink};
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

/// Where the new one is made. It is there on every machine, is no part of `/dev`, as the folder for temporary files may be,
/// and is itself again once what hides it has been moved.
const PLACE: &str = "/proc";

/// Gives this process a `/dev` of its own, which has what the machine's has, and those files, which
/// are empty.
pub(crate) fn give() -> Result<()> {
    leave_namespace().context(
        "making a /dev of its own, for which a program has to be allowed to make a namespace of \
         users or mounts",
    )?;
    make().context("making a /dev of its own")
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

fn make() -> Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .context("keeping mounts from other processes, for which / has to be one")?;
    // Other processes do not see it, and it is moved away from there below.
    let new = Path::new(PLACE);
    mount("cuda-sim", new, "tmpfs", MountFlags::empty(), c"mode=755")
        .with_context(|| format!("mounting a new one at {PLACE}"))?;
    for entry in fs::read_dir(DEV).context("reading /dev")? {
        let entry = entry.context("reading /dev")?;
        match give_entry(&entry, &new.join(entry.file_name())) {
            // It is gone meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            result => result.with_context(|| format!("giving it {}", entry.path().display()))?,
        }
    }
    for name in FILES {
        let file = new.join(name);
        let result = File::create(&file)
            .and_then(|_| fs::set_permissions(&file, PermissionsExt::from_mode(0o666)));
        result.with_context(|| format!("giving it {name}"))?;
    }
    mount_move(new, DEV).context("putting it in the place of the machine's")
}

/// Puts an entry of the machine's `/dev` into the new one.
fn give_entry(entry: &DirEntry, place: &Path) -> io::Result<()> {
    let (path, kind) = (entry.path(), entry.file_type()?);
    if kind.is_symlink() {
        return symlink(fs::read_link(path)?, place);
    }
    if kind.is_dir() {
        fs::create_dir(place)?;
    } else {
        File::create(place)?;
    }
    Ok(mount_bind_recursive(path, place)?)
}
