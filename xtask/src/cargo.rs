//! Running Cargo on this workspace.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// Returns the workspace's folder.
pub(crate) fn workspace() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Returns a command of the Cargo that runs this program, on the workspace, regardless of the current folder.
///
/// The current folder isn't changed, because users' paths may be relative.
pub(crate) fn command(subcommand: &str) -> Command {
    on(subcommand, "Cargo.toml")
}

/// Returns the same for the benchmark of launches compared with cudarc, which isn't in the workspace, but shares its
/// target folder.
pub(crate) fn cudarc_compare(subcommand: &str) -> Result<Command> {
    let mut command = on(subcommand, "benches/cudarc/Cargo.toml");
    command.env("CARGO_TARGET_DIR", metadata()?.target_directory);
    Ok(command)
}

/// Returns a call of Cargo for a manifest, by its path from the workspace.
pub(crate) fn on(subcommand: &str, manifest: impl AsRef<Path>) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.arg(subcommand).arg("--manifest-path").arg(workspace().join(manifest));
    command
}

/// The part of Cargo's metadata that is used.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    /// The folder that the workspace is built in.
    pub target_directory: PathBuf,
    pub packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub name: String,
    pub version: String,
    pub features: BTreeMap<String, Vec<String>>,
    pub manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
    /// The registries that it may be published to; `None` for any.
    publish: Option<Vec<String>>,
    pub targets: Vec<Target>,
}

/// What a package depends on.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    /// Its folder, if it is a package of the workspace.
    pub path: Option<PathBuf>,
}

/// A library or a program of a package.
#[derive(Deserialize)]
pub(crate) struct Target {
    pub name: String,
    pub kind: Vec<String>,
}

impl Target {
    /// Returns whether it is of this kind.
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|target_kind| target_kind == kind)
    }
}

impl Package {
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }
}

/// Returns the workspace's metadata from Cargo.
pub(crate) fn metadata() -> Result<Metadata> {
    let mut metadata = command("metadata");
    metadata.args(["--no-deps", "--format-version", "1"]);
    let output = metadata.output().context("starting Cargo")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo metadata failed: {messages}");
    serde_json::from_slice(&output.stdout).context("reading the output of cargo metadata")
}

/// Builds the one program that `arguments` select in a package, and returns its file. Unlike `cargo run`, starting it
/// needs no standard error that can be written.
pub(crate) fn build(package: &str, arguments: &[&str]) -> Result<PathBuf> {
    build_with(package, arguments, |_| ())
}

/// The same, with changes to Cargo's call.
pub(crate) fn build_with(
    package: &str,
    arguments: &[&str],
    change: impl FnOnce(&mut Command),
) -> Result<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        executable: Option<PathBuf>,
    }
    let mut build = command("build");
    build.args(["--package", package]).args(arguments);
    build.arg("--message-format=json-render-diagnostics");
    change(&mut build);
    let output = build
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {}", build.get_program().display()))?;
    ensure!(output.status.success(), "{package} wasn't built ({})", output.status);
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok()?.executable)
        .next_back()
        .with_context(|| format!("cargo built {package} but reported no program"))
}

const LD_LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Gives `command` the user's value of `LD_LIBRARY_PATH`, to which Cargo has added folders.
pub(crate) fn restore_library_path(command: &mut Command) {
    let folders = users_library_path();
    if folders.is_empty() {
        command.env_remove(LD_LIBRARY_PATH);
    } else if let Ok(path) = env::join_paths(folders) {
        command.env(LD_LIBRARY_PATH, path);
    }
}

/// Returns the folders in the user's value of `LD_LIBRARY_PATH`.
pub(crate) fn users_library_path() -> Vec<PathBuf> {
    let path = env::var_os(LD_LIBRARY_PATH).unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let folders = without_added(&folders).iter();
    let folders = folders.filter(|folder| !folder.as_os_str().is_empty());
    folders.cloned().collect()
}

/// Returns the folders after those that `cargo run` put first: the target folder's, and the target's libraries in the
/// toolchain; rustup has put the toolchain's own libraries after them.
fn without_added(folders: &[PathBuf]) -> &[PathBuf] {
    let of_target = |folder: &Path| {
        Some(folder.ancestors().find(|folder| folder.ends_with("rustlib"))?.parent()?.to_owned())
    };
    let last = folders
        .iter()
        .enumerate()
        .filter_map(|(index, folder)| Some((index, of_target(folder)?)))
        .next_back();
    let Some((index, of_toolchain)) = last else {
        return folders;
    };
    let rest = &folders[index + 1..];
    rest.strip_prefix(&[of_toolchain]).unwrap_or(rest)
}

/// Runs `command` and returns its exit code.
pub(crate) fn run(command: &mut Command) -> Result<ExitCode> {
    let status = command
        .status()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(match code {
        Some(code) => ExitCode::from(code),
        // Killed by a signal, which Cargo has reported.
        None => ExitCode::FAILURE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_cargo_and_rustup_added_are_not_the_users() {
        let cleaned = |path: &str| {
            let folders: Vec<PathBuf> = path.split(':').map(PathBuf::from).collect();
            let folders = without_added(&folders).iter();
            folders.map(|folder| folder.to_str().unwrap().to_owned()).collect::<Vec<_>>().join(":")
        };
        let target = "/work/target/debug:/work/target/debug/deps";
        for (sysroot, users) in [
            ("/root/.rustup/toolchains/stable", "/opt/cuda/lib64:/opt/lib"),
            ("/root/.rustup/toolchains/stable", ""),
            ("/usr", "/usr/local/cuda/lib64"),
        ] {
            let cargo = format!("{target}:{sysroot}/lib/rustlib/x86_64-unknown-linux-gnu/lib");
            assert_eq!(cleaned(&format!("{cargo}:{users}")), users);
            assert_eq!(cleaned(&format!("{cargo}:{sysroot}/lib:{users}")), users);
            // A second Cargo runs in the environment of the first.
            assert_eq!(cleaned(&format!("{cargo}:{cargo}:{users}")), users);
            assert_eq!(cleaned(users), users);
        }
    }
}
