//! Compiles with nvcc.

use cuda_pathfinder::VARIABLES;

use super::{Compiler, Made};
use crate::error::Error;
use crate::generate::ImageKind;
use crate::nvcc;
use crate::nvcc::Nvcc;
use crate::script;

impl Compiler<'_> {
    pub(super) fn with_nvcc(&self, options: &[String]) -> Result<Made, Error> {
        let found = Nvcc::find(self.source_name)?;
        let out = found.compile(self.source_name, self.source, options, &self.archs())?;
        let mut notes: Vec<String> =
            out.included.iter().map(|path| script::changed(path)).collect();
        // A bare name is searched for on `PATH`, not in the script's folder.
        if found.path.components().count() > 1 {
            notes.push(script::changed(&found.path));
        }
        let variables = nvcc::VARIABLES.into_iter().chain(VARIABLES);
        let variables = variables.filter(|name| *name != "PATH");
        notes.extend(variables.map(script::environment));
        let (kind, suffix) = match self.archs().as_slice() {
            [only] if !only.is_real() => (ImageKind::Ptx, "ptx"),
            _ => (ImageKind::Code, "fatbin"),
        };
        Ok(Made {
            ptx: out.ptx,
            lowered: Vec::new(),
            image: out.image,
            kind,
            suffix,
            log: out.log,
            notes,
        })
    }
}
