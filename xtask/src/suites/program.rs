//! Programs of a distribution, or compiled from their source: each test is a script of a shell, which fails if the program doesn't do what it should.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;
use xtask::{Wheels, debian, git};

use super::KnownFailures;
use super::run::{LIMIT, Results, Selection, Suite};
use crate::workspace::write;

/// A program, and what it is tested with.
#[derive(Deserialize)]
pub(crate) struct Program {
    pub name: String,
    pub version: String,
    /// The packages of Debian that have it.
    #[serde(default)]
    debian: Vec<String>,
    /// Where its source is, instead.
    source: Option<git::Source>,
    /// What each test runs, in a folder of its own, with the test's arguments. `ROOT` is where packages are unpacked, or the
    /// source is.
    script: String,
    #[serde(default)]
    tests: Vec<Test>,
    /// Whether its tests are those of [`TABLE`].
    #[serde(default)]
    table: bool,
    #[serde(flatten)]
    pub known: KnownFailures,
}

/// A test: its name and the arguments of the script.
#[derive(Clone, Deserialize)]
struct Test(String, Vec<String>);

impl Test {
    /// That of a line of [`TABLE`], if it is one.
    fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.split('\t').map(str::to_owned);
        let (name, does) = (parts.next()?, parts.next()?);
        let [arguments, change, reason] = [(); 3].map(|()| parts.next().unwrap_or_default());
        (does == "agrees" && reason.is_empty())
            .then(|| Self(name.clone(), vec![name, arguments, change]))
    }
}

/// The programs of HeCBench, a line each: its name, what it does (`agrees` with the CPU, `ends`, or `no`), its arguments, what
/// sed makes smaller in its source, and why it isn't a test.
const TABLE: &str = include_str!("../../hecbench.tsv");

/// Runs the tests that it is given by names, and prints a line for each. A test has its own shell: after `if`, `set -e` does nothing.
const RUNNER: &str = r#"
for name; do
    printf 'test %s ... ' "$name"
    rm -rf work && mkdir work
    if (cd work && sh "../$name.sh") > output 2>&1 < /dev/null; then echo ok; else echo FAILED; cat output >&2; fi
done
"#;

impl Program {
    /// Returns whether this system can get it.
    pub(crate) fn can_be_here(&self) -> bool {
        self.debian.is_empty() || debian::is_here()
    }

    /// Returns the script of a test.
    fn test(&self, arguments: &[String]) -> String {
        let quoted: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
        format!("set -e -- {}\n{}\n", quoted.join(" "), self.script)
    }

    /// Runs the tests, with variables for the software device.
    pub(crate) fn run(&self, folder: &Path, variables: &[(String, OsString)]) -> Result<Results> {
        let wheels = Wheels::of_this_machine()?;
        let root = match &self.source {
            Some(source) => git::provision(wheels.cache(), source)?,
            None => debian::provision(wheels.cache(), &self.debian)?,
        };
        let workspace = folder.join(&self.name);
        fs::create_dir_all(&workspace)
            .with_context(|| format!("making {}", workspace.display()))?;
        write(&workspace.join("script"), &self.script)?;
        let mut names = Vec::new();
        let table = TABLE.lines().filter(|_| self.table).filter_map(Test::of_line);
        let tests: Vec<Test> = self.tests.iter().cloned().chain(table).collect();
        for Test(name, arguments) in &tests {
            write(&workspace.join(format!("{name}.sh")), &self.test(arguments))?;
            names.push(name.clone());
        }
        let before = |name: &str, folders: Vec<std::path::PathBuf>| -> Result<OsString> {
            let variable = variables.iter().find(|variable| variable.0 == name);
            let value = variable.map(|variable| variable.1.clone()).or_else(|| env::var_os(name));
            let value = value.unwrap_or_default();
            Ok(env::join_paths(env::split_paths(&value).chain(folders))?)
        };
        let path = before("PATH", vec![root.join("usr/bin")])?;
        let libraries = before("LD_LIBRARY_PATH", debian::libraries(&root)?)?;
        let command = |selection: Selection<'_>| {
            let mut command = Command::new("sh");
            let script = match selection {
                Selection::List => r#"for name; do echo "$name: test"; done"#,
                _ => RUNNER,
            };
            command.args(["-c", script, "sh"]);
            match selection {
                Selection::These(names) => command.args(names),
                _ => command.args(&names),
            };
            command
                .current_dir(&workspace)
                .envs(variables.iter().cloned())
                .env("PATH", &path)
                .env("LD_LIBRARY_PATH", &libraries)
                .env("ROOT", &root)
                .env("HOME", &workspace);
            Ok(command)
        };
        let suite = Suite {
            name: self.name.clone(),
            command: &command,
            ends_when_lost: true,
            limit: LIMIT,
        };
        suite.run(&workspace.join("tests.log"))
    }
}

/// Returns a value for a shell.
fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure fails the test")]
mod tests {
    use super::*;

    use std::os::unix::fs::PermissionsExt;

    use crate::suites::Suites;

    /// Runs a test of HeCBench's script, whose program is a script of a shell, and returns whether it passed.
    fn passes(program: &str) -> bool {
        let scratch = tempfile::tempdir().unwrap();
        let at = scratch.path();
        fs::create_dir_all(at.join("src/it's-cuda")).unwrap();
        fs::create_dir_all(at.join("bin")).unwrap();
        fs::write(at.join("src/it's-cuda/main.cu"), program).unwrap();
        let make = at.join("bin/make");
        fs::write(&make, "#!/bin/sh\n(echo '#!/bin/sh'; cat main.cu) > main && chmod +x main\n")
            .unwrap();
        fs::set_permissions(&make, fs::Permissions::from_mode(0o755)).unwrap();
        let suites = Suites::read().unwrap();
        let hecbench = suites.programs.iter().find(|program| program.table).unwrap();
        let arguments = ["it's", "1 2", r#"s/("big"|\$x)/small/"#].map(str::to_owned);
        fs::write(at.join("it.sh"), hecbench.test(&arguments)).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", RUNNER, "sh", "it"]).current_dir(at);
        let output = shell.env("ROOT", at).env("CUDA_HOME", at).output().unwrap();
        let output = String::from_utf8_lossy(&output.stdout);
        assert!(["test it ... ok\n", "test it ... FAILED\n"].contains(&&*output), "{output}");
        output.contains("ok")
    }

    #[test]
    fn a_program_that_disagrees_or_ends_with_an_error_fails() {
        for program in [
            "echo PASS",
            "[ $# = 2 ] && echo 'big' '$x' | grep -q 'small' && echo Success",
            "echo 'Number of incorrect matches: 0'",
            "echo 'Test Results: 0 Failures'; echo 'Test passed'",
        ] {
            assert!(passes(program), "{program}");
        }
        for program in [
            "",
            "echo PASS; exit 1",
            "echo PASS; echo FAIL",
            "echo Success; echo Fail",
            "echo 'Number of incorrect matches: 10'",
            "echo 'Test Results: 10 Failures'; echo 'Test passed'",
            "echo 'Test failed (counts mismatch)'",
            "echo '[PASSED] keys'; echo '[NOT PASSED] values'",
            "echo 'Check correctness on the device'; echo '!!![idx=1] 1 != 2'",
        ] {
            assert!(!passes(program), "{program}");
        }
    }
}
