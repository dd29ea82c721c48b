//! Folders of repositories, fetched into the cache.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::cache::Cache;
use crate::wheels::name_of;

/// Which folders of a repository.
#[derive(Deserialize)]
pub struct Source {
    /// Its address, as for `git fetch`.
    pub repository: String,
    /// The commit, in full.
    pub commit: String,
    /// The folders, from the root.
    pub folders: Vec<String>,
}

/// Fetches the folders, if needed, and returns the one that has them.
pub fn provision(cache: &Cache, source: &Source) -> Result<PathBuf> {
    let Source { repository, commit, folders } = source;
    let key = format!("{repository}\n{commit}\n{}", folders.join("\n"));
    cache.entry(format!("git/{}", name_of(key.as_bytes())), |folder| {
        xtask_print::print_note(format_args!("fetching {} of {repository}", folders.join(", ")));
        fill(folder, source).with_context(|| format!("fetching {commit} of {repository}"))
    })
}

/// Fetches the files of the folders alone: repositories have data of hundreds of megabytes.
fn fill(folder: &Path, source: &Source) -> Result<()> {
    run(folder, &["init", "--quiet"])?;
    run(folder, &["remote", "add", "origin", &source.repository])?;
    let fetch = ["fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin"];
    run(folder, &[&fetch[..], &[&source.commit]].concat())?;
    let patterns: Vec<String> = source.folders.iter().map(|folder| format!("/{folder}/")).collect();
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    run(folder, &[&["sparse-checkout", "set", "--no-cone"][..], &patterns].concat())?;
    run(folder, &["checkout", "--quiet", "FETCH_HEAD"])?;
    Ok(())
}

/// Runs git in a folder, and returns what it prints.
pub fn run(folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    let output = command.output().context("starting git")?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", arguments.join(" "), message.trim());
    }
    String::from_utf8(output.stdout).context("reading what git prints")
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::fs;

    #[test]
    fn the_named_folders_of_a_commit_are_fetched_alone() {
        let repository = tempfile::tempdir().unwrap();
        let at = repository.path();
        for file in ["a/x", "b/y", "c/z"] {
            fs::create_dir_all(at.join(file).parent().unwrap()).unwrap();
            fs::write(at.join(file), file).unwrap();
        }
        let git = |arguments: &[&str]| drop(run(at, arguments).unwrap());
        git(&["init", "--quiet"]);
        git(&["config", "uploadpack.allowFilter", "true"]);
        git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
        git(&["add", "."]);
        let name = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let commit = ["commit", "--quiet", "--no-gpg-sign", "-m", "first"];
        git(&[&name[..], &commit].concat());
        let head = run(at, &["rev-parse", "HEAD"]).unwrap();
        fs::write(at.join("a/x"), "changed").unwrap();
        git(&[&name[..], &["commit", "--quiet", "--no-gpg-sign", "-am", "second"]].concat());
        let target = tempfile::tempdir().unwrap();
        let mut source = Source {
            repository: format!("file://{}", at.display()),
            commit: head.trim().to_owned(),
            folders: vec!["a".to_owned(), "c".to_owned()],
        };
        fill(target.path(), &source).unwrap();
        let text = |file: &str| fs::read_to_string(target.path().join(file)).ok();
        assert_eq!(text("a/x").as_deref(), Some("a/x"));
        assert_eq!(text("c/z").as_deref(), Some("c/z"));
        assert_eq!(text("b/y"), None);
        source.commit = "0".repeat(40);
        let other = tempfile::tempdir().unwrap();
        let error = fill(other.path(), &source).unwrap_err().to_string();
        assert!(error.starts_with("git fetch"), "{error}");
    }
}
