use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::suites::run::{LIMIT, Results, Selection, Suite};
use crate::workspace::{cargo, succeed};

/// The tests that Cargo runs.
pub(crate) struct Tests<'a> {
    pub name: &'a str,
    pub workspace: &'a Path,
    pub environment: &'a [(String, OsString)],
    /// The arguments of Cargo, and of the test programs.
    pub arguments: &'a [&'a str],
    pub of_programs: &'a [String],
}

impl Tests<'_> {
    fn cargo(&self) -> Command {
        let mut command = cargo(self.workspace, "test");
        command.args(self.arguments).arg("--no-fail-fast");
        command.envs(self.environment.iter().cloned());
        command
    }

    /// Compiles them, and runs them unless `no_run` is set.
    pub(crate) fn run(&self, no_run: bool) -> Result<Results> {
        succeed(self.cargo().arg("--no-run"))?;
        if no_run {
            return Ok(Results::default());
        }
        let command = |selection: Selection<'_>| {
            let mut command = self.cargo();
            let programs = self.of_programs;
            match selection {
                Selection::List => {
                    command.arg("--").args(programs);
                    command.args(["--list", "--format", "terse"])
                }
                Selection::All => command.arg("--").args(programs),
                Selection::These(names) => {
                    // rustdoc takes long, also for none of its tests.
                    let is_example = names.iter().any(|name| name.contains(" (line "));
                    if !self.arguments.iter().any(|argument| argument.starts_with("--test")) {
                        command.arg(if is_example { "--doc" } else { "--tests" });
                    }
                    command.arg("--").args(programs).arg("--exact").args(names)
                }
            };
            Ok(command)
        };
        let suite = Suite {
            name: self.name.to_owned(),
            command: &command,
            ends_when_lost: false,
            limit: LIMIT,
        };
        suite.run(&self.workspace.join("tests.log"))
    }
}
