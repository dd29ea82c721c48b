//! How the archive of this crate becomes a library: what the linker is told.

use core::fmt::Write;

use crate::release::Release;

impl Release {
    /// Returns a version script for the linker: the names that the library exports, in a version of its name.
    #[must_use]
    pub fn version_script(self) -> String {
        let mut script = format!("{} {{\n  global:\n", self.soname());
        for (name, _) in self.exports() {
            // Writing to a string can't fail.
            let _ = writeln!(script, "    {name};");
        }
        script.push_str("  local: *;\n};\n");
        script
    }

    /// Returns the definitions of names that are functions of another name, in the form `name=function`.
    #[must_use]
    pub fn definitions(self) -> Vec<String> {
        let exports = self.exports();
        let renamed = exports.iter().filter(|(name, function)| name != function);
        renamed.map(|(name, function)| format!("{name}={function}")).collect()
    }
}
