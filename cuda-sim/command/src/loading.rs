//! What keeps a program from being started, or from being given the device's libraries: the loader of its file, and what it
//! is started by.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, StatVfsMountFlags, access, getxattr, statvfs};
use rustix::process::{getegid, geteuid};

use crate::elf::Elf;
use crate::script::{Script, about_carriage_return};

/// So many programs can name each other in their first lines.
const LEVELS: usize = 5;

const SET_USER: u32 = 0o4000;
/// Only with the right to execute for the group does it change the group.
const SET_GROUP: u32 = 0o2010;

/// Returns why the device's libraries don't reach a program, a sentence for each cause.
pub(crate) fn obstacles(program: &OsStr) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(file) = find(program) {
        look(&file, LEVELS, &mut all);
    }
    all
}

/// Returns the file that a program's name stands for, by the variable `PATH`.
fn find(program: &OsStr) -> Option<PathBuf> {
    let is_program = |file: &PathBuf| file.is_file() && access(file, Access::EXEC_OK).is_ok();
    if program.as_bytes().contains(&b'/') {
        return Some(program.into()).filter(is_program);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(is_program)
}

fn look(path: &Path, levels: usize, all: &mut Vec<String>) {
    // One that may be executed and not read tells nothing.
    let Ok(file) = File::open(path) else {
        return;
    };
    let name = path.display();
    if let Some(script) = Script::read(&file) {
        let Some(program) = script.program_of_env() else {
            if levels > 0 {
                look(&script.interpreter, levels - 1, all);
            }
            return;
        };
        match find(&program) {
            Some(file) if levels > 0 => look(&file, levels - 1, all),
            Some(_) => {}
            None => all.push(format!(
                "the first line of {name} names `{}`, which isn't in PATH{}",
                program.as_bytes().escape_ascii(),
                about_carriage_return(Path::new(&program))
            )),
        }
        return;
    }
    let Some(elf) = Elf::read(&file) else {
        return;
    };
    let reaches = "the device's libraries reach only what it starts";
    if elf.is_foreign {
        all.push(format!("{name} is for another machine: {reaches}"));
    } else if elf.is_32_bit {
        all.push(format!(
            "{name} has 32 bits, and the device's libraries have 64: they reach only what it starts"
        ));
    } else if elf.is_static {
        all.push(format!("{name} is linked statically, and loads no libraries: the device's reach only what it starts"));
    } else if let Some(loader) = elf.interpreter
        && loader.as_os_str().as_bytes().windows(4).any(|part| part == b"musl")
    {
        all.push(format!(
            "{name} is loaded by {}, and the device's libraries are for glibc: they reach only what it starts",
            loader.display()
        ));
    }
    if let Some(privilege) = fs::metadata(path).ok().and_then(|file| privilege(path, &file)) {
        all.push(format!(
            "{name} is {privilege}, for which the loader ignores where libraries are: {reaches}"
        ));
    }
}

/// Returns what gives a program rights that this process doesn't have.
fn privilege(path: &Path, file: &Metadata) -> Option<&'static str> {
    let mount = statvfs(path).ok()?;
    if mount.f_flag.contains(StatVfsMountFlags::NOSUID) {
        return None;
    }
    if file.mode() & SET_USER != 0 && file.uid() != geteuid().as_raw() {
        return Some("setuid");
    }
    if file.mode() & SET_GROUP == SET_GROUP && file.gid() != getegid().as_raw() {
        return Some("setgid");
    }
    let mut capabilities = [0_u8; 64];
    let has_capabilities = getxattr(path, "security.capability", &mut capabilities).is_ok();
    (has_capabilities && !geteuid().is_root()).then_some("given capabilities")
}

/// Returns what is missing if the file of a program is there, and yet can't be started because one isn't found.
pub(crate) fn missing(program: &OsStr) -> Option<String> {
    missing_of(&find(program)?, LEVELS)
}

fn missing_of(path: &Path, levels: usize) -> Option<String> {
    let file = File::open(path).ok()?;
    if let Some(script) = Script::read(&file) {
        let interpreter = &script.interpreter;
        if !interpreter.exists() {
            return Some(format!(
                "the first line of {} names `{}`, which isn't there{}",
                path.display(),
                interpreter.as_os_str().as_bytes().escape_ascii(),
                about_carriage_return(interpreter)
            ));
        }
        return missing_of(interpreter, levels.checked_sub(1)?);
    }
    if let Some(loader) = Elf::read(&file).and_then(|elf| elf.interpreter)
        && !loader.exists()
    {
        return Some(format!("its loader, {}, isn't there", loader.display()));
    }
    let interpreter = registered(path, &file).ok()??;
    Some(format!("{}, which is registered for such files, isn't there", interpreter.display()))
}

/// Where formats of programs are registered (`binfmt_misc`).
const FORMATS: &str = "/proc/sys/fs/binfmt_misc";

/// Returns the program that is registered for a file of this format, if it isn't there.
fn registered(path: &Path, file: &File) -> io::Result<Option<PathBuf>> {
    let mut start = [0; 256];
    let length = std::os::unix::fs::FileExt::read_at(file, &mut start, 0)?;
    for entry in fs::read_dir(FORMATS)? {
        let text = fs::read_to_string(entry?.path()).unwrap_or_default();
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let Some(interpreter) = value("interpreter ").map(PathBuf::from) else {
            continue;
        };
        let bytes = |text: &str| -> Vec<u8> {
            let digits = text.as_bytes().chunks(2).filter_map(|pair| str::from_utf8(pair).ok());
            digits.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
        };
        let is_format = match (value("extension ."), value("magic ").map(bytes)) {
            (Some(extension), _) => path.extension().is_some_and(|other| other == extension),
            (None, Some(magic)) => {
                let offset = value("offset ").and_then(|text| text.parse().ok()).unwrap_or(0);
                let mask = value("mask ").map_or(vec![0xff; magic.len()], bytes);
                let found = start[..length].get(offset..offset + magic.len());
                let masked = |(byte, mask): (&u8, &u8)| byte & mask;
                found.is_some_and(|found| {
                    found.iter().zip(&mask).map(masked).eq(magic.iter().zip(&mask).map(masked))
                })
            }
            _ => false,
        };
        if is_format && text.starts_with("enabled") && !interpreter.exists() {
            return Ok(Some(interpreter));
        }
    }
    Ok(None)
}
