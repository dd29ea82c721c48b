//! Compiles what was requested, and writes the outputs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build::{Build, Source, Structure};
use crate::committed;
use crate::compile::{CompiledFiles, Compiler};
use crate::error::{Error, ErrorKind};
use crate::identifiers::{camel, raw};
use crate::script;
use crate::watch;

impl Build {
    /// Compiles, and writes `name.rs` and the image to the build script's output folder, to be included:
    ///
    /// ```text
    /// mod kernels { include!(concat!(env!("OUT_DIR"), "/kernels.rs")); }
    /// ```
    ///
    /// Messages of the compiler are passed to Cargo, and so are every included file, and where another one would be included in
    /// its place. Where that isn't there, Cargo watches a link to it in the output folder, or on Windows the folder that it would
    /// be in, unless what Cargo builds is there, too; and if a file is behind links, the folders of these.
    ///
    /// # Errors
    /// An [`Error`] with the compiler's log, or with the reason why a kernel can't be called from Rust.
    pub fn write(&self, name: &str) -> Result<(), Error> {
        let folder = env::var_os("OUT_DIR").map(PathBuf::from);
        let folder = folder.ok_or(ErrorKind::NotInBuildScript { variable: "OUT_DIR" })?;
        let result = self.write_to(&folder, name);
        match &result {
            Ok(notes) => notes.iter().for_each(|note| println!("{note}")),
            Err(error) => script::error_warnings(error).iter().for_each(|note| println!("{note}")),
        }
        // Even if compiling failed, Cargo must watch the inputs.
        if result.is_err()
            && let Source::File(path) = &self.source
        {
            println!("{}", script::changed(path));
        }
        result.map(|_| ())
    }

    /// Like [`write`](Self::write), to any folder; returns the lines for Cargo.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_to(&self, folder: &Path, name: &str) -> Result<Vec<String>, Error> {
        let type_name = match &self.type_name {
            Some(name) => name.clone(),
            None => camel(name),
        };
        for (name, kind) in [(type_name.as_str(), "type"), (name, "module")]
            .into_iter()
            .chain(self.instances.iter().map(|(_, name)| (name.as_str(), "function")))
        {
            check_name(name, kind)?;
        }
        let (source_name, source) = self.read_source()?;
        self.check_duplicates(&source_name)?;
        let compiler = Compiler {
            build: self,
            source_name: &source_name,
            source: &source,
            type_name: &type_name,
            stem: name,
        };
        let compiled = match &self.committed {
            None => compiler.compile()?,
            Some(path) => committed::compile(&compiler, path)?,
        };
        let CompiledFiles { rust, image, image_name, mut notes, mut dependencies } = compiled;
        if let Source::File(path) = &self.source {
            dependencies.add(path);
        }
        if let Some(path) = &self.committed {
            dependencies.add(path);
            notes.push(script::environment(committed::UPDATE));
        }
        notes.extend(watch::lines(&dependencies, name));
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            // An unchanged file keeps its modification time, so that nothing is recompiled.
            if fs::read(&path).is_ok_and(|content| content == bytes) {
                return Ok(());
            }
            fs::write(&path, bytes).map_err(|error| ErrorKind::Write { path, error })
        };
        // A source without kernels and variables has none.
        if !image.is_empty() {
            write(&image_name, &image)?;
        }
        write(&format!("{name}.rs"), rust.as_bytes())?;
        Ok(notes)
    }

    /// Rejects duplicate names in the build script, because only one would be used.
    fn check_duplicates(&self, source_name: &str) -> Result<(), Error> {
        let structures = self.structures.iter().map(|structure| &structure.cpp);
        let mut lists = vec![
            ("Build::structure".to_owned(), structures.collect()),
            ("Build::leave_out".to_owned(), self.left_out.iter().collect()),
        ];
        for Structure { cpp, fields, .. } in &self.structures {
            lists.push((format!("Structure::field of {cpp}"), fields.iter().collect()));
        }
        for (method, names) in lists {
            let mut names: Vec<&String> = names;
            names.sort_unstable();
            if let Some(name) = names.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]) {
                return Err(ErrorKind::Twice {
                    source_name: source_name.to_owned(),
                    method,
                    name: name.clone(),
                }
                .into());
            }
        }
        Ok(())
    }

    fn read_source(&self) -> Result<(String, String), Error> {
        match &self.source {
            Source::Text { name, text } => {
                let text = text.trim_start_matches('\u{feff}');
                Ok((name.clone(), text.to_owned()))
            }
            Source::File(path) => {
                let text = fs::read(path)
                    .map_err(|error| ErrorKind::Read { path: path.clone(), error })?;
                let text = String::from_utf8_lossy(&text);
                // NVRTC can't read a byte order mark.
                let text = text.trim_start_matches('\u{feff}').to_owned();
                Ok((path.display().to_string(), text))
            }
        }
    }
}

fn check_name(name: &str, kind: &'static str) -> Result<(), Error> {
    let mut characters = name.chars();
    let begins = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if begins && characters.all(|c| c.is_alphanumeric() || c == '_') && raw(name) == name {
        return Ok(());
    }
    let name = name.to_owned();
    Err(ErrorKind::Name { name, kind }.into())
}
