//! Several architectures of one source, which share the Rust code.

use std::collections::BTreeSet;

use nvrtc::Arch;

use super::Compiler;
use crate::error::{Error, ErrorKind};
use crate::nvcc::Nvcc;
use crate::probe::{ProbedTypes, RequestedStructure};
use crate::ptx::{Contents, Entry};

impl Compiler<'_> {
    pub(super) fn archs(&self) -> Vec<Arch> {
        if self.build.archs.is_empty() {
            vec![Arch::compute(7, 5)]
        } else {
            self.build.archs.clone()
        }
    }

    pub(super) fn first_arch(&self) -> Arch {
        self.build.archs.first().copied().unwrap_or(Arch::compute(7, 5))
    }

    /// Checks that kernels, variables and structures are the same for all architectures, because they share the
    /// Rust code but the source may depend on `__CUDA_ARCH__`. Launch bounds and shared memory are merged, so that they
    /// hold for all.
    pub(super) fn merge_other_archs(
        &self,
        contents: &mut Contents,
        probed: &ProbedTypes,
        requested: (&[RequestedStructure], &[String]),
        kernels: &mut BTreeSet<String>,
    ) -> Result<(), Error> {
        // A source with neither of these words is the same for all architectures.
        let may_differ = ["__CUDA_ARCH", "include"].map(|word| self.source.contains(word));
        let has_options = self.build.nvcc.is_some() || !self.build.adjustments.is_empty();
        if !has_options && may_differ == [false, false] {
            return Ok(());
        }
        let first = self.first_arch().to_virtual();
        let mut seen = vec![first];
        for arch in self.archs().into_iter().map(Arch::to_virtual) {
            if seen.contains(&arch) {
                continue;
            }
            seen.push(arch);
            let ptx = match &self.build.nvcc {
                Some(options) => {
                    let nvcc = Nvcc::find(self.source_name)?;
                    nvcc.probe(self.source_name, self.source, options, arch)?
                }
                None => {
                    let ptx = self.build.cache.compile_ptx(&self.program(self.source, arch)?);
                    let ptx = ptx.map_err(|error| self.nvrtc_error(error))?;
                    ptx.as_str().to_owned()
                }
            };
            let others = Contents::of(&ptx);
            let probed_there = self.probe_types(&others, requested, arch)?;
            let differs = |item| {
                let source_name = self.source_name.to_owned();
                ErrorKind::Architectures { source_name, item, first, other: arch }
            };
            if let Some(item) = probed.difference(contents, &probed_there, &others) {
                return Err(differs(item).into());
            }
            kernels.extend(others.entries.iter().map(Entry::cpp_name));
            for entry in &mut contents.entries {
                if let Some(other) = others.entries.iter().find(|other| other.name == entry.name) {
                    let name = entry.cpp_name();
                    let merged = entry.merge(other);
                    merged.map_err(|part| differs(format!("{part} of the kernel {name}")))?;
                }
            }
        }
        Ok(())
    }
}
