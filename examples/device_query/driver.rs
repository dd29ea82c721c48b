//! The driver, and which functions of `cuda.h` it has.

use std::collections::BTreeMap;
use std::fmt;

use cuda_driver::{
    Version,
    sys::{DriverTable, Symbol, library},
};
use serde::{Serialize, Serializer};

use crate::table::table;

#[derive(Serialize)]
pub struct DriverReport {
    #[serde(serialize_with = "text")]
    version: Version,
    path: Option<String>,
    place: Option<String>,
    cuda_h: Share,
    cuda_profiler_h: Share,
    /// The entry points of the headers for OpenGL, EGL and VDPAU.
    graphics_h: Share,
    /// The variants with a per-thread default stream.
    per_thread: Share,
    missing: MissingSymbols,
}

/// How many entry points there are, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Share {
    present: usize,
    total: usize,
}

/// The missing entry points, by the CUDA version that introduced them.
#[derive(Debug, PartialEq, Eq)]
struct MissingSymbols(BTreeMap<Version, Vec<Symbol>>);

impl DriverReport {
    /// Describes a loaded driver; `per_thread` is its table of the per-thread default stream.
    pub fn collect(legacy: &DriverTable, per_thread: &DriverTable) -> Self {
        let found = library();
        let declared_in = |header| share(legacy, move |symbol: Symbol| symbol.header() == header);
        Self {
            version: Version::from_number(u32::try_from(legacy.version()).unwrap_or(0)),
            path: found
                .and_then(|found| found.path.as_ref())
                .map(|path| path.display().to_string()),
            place: found.map(|found| found.place.to_string()),
            cuda_h: declared_in("cuda.h"),
            cuda_profiler_h: declared_in("cudaProfiler.h"),
            graphics_h: share(legacy, |symbol| {
                !["cuda.h", "cudaProfiler.h"].contains(&symbol.header())
            }),
            per_thread: share(per_thread, |symbol| symbol.per_thread().is_some()),
            missing: MissingSymbols::of(legacy),
        }
    }

    pub fn version(&self) -> Version {
        self.version
    }
}

/// Returns how many of the chosen entry points a table has.
fn share(table: &DriverTable, chosen: impl Fn(Symbol) -> bool) -> Share {
    Symbol::ALL.iter().copied().filter(|symbol| chosen(*symbol)).fold(
        Share::default(),
        |share, symbol| Share {
            present: share.present + usize::from(table.get(symbol).is_some()),
            total: share.total + 1,
        },
    )
}

impl MissingSymbols {
    fn of(table: &DriverTable) -> Self {
        let mut missing = BTreeMap::<_, Vec<_>>::new();
        for symbol in table.missing() {
            let since = Version::from_number(symbol.since().into());
            missing.entry(since).or_default().push(symbol);
        }
        Self(missing)
    }
}

impl Serialize for MissingSymbols {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names =
            |symbols: &Vec<Symbol>| symbols.iter().map(ToString::to_string).collect::<Vec<_>>();
        serializer.collect_map(
            self.0.iter().map(|(version, symbols)| (version.to_string(), names(symbols))),
        )
    }
}

fn text<S: Serializer>(version: &Version, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(version)
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.present, self.total)
    }
}

impl fmt::Display for DriverReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.as_deref().unwrap_or("path unknown");
        write!(f, "driver         {}, {path}", self.version)?;
        write!(
            f,
            "\nentry points   {} of cuda.h, {} of cudaProfiler.h, {} for graphics, {} per-thread variants",
            self.cuda_h, self.cuda_profiler_h, self.graphics_h, self.per_thread
        )?;
        if self.missing.0.is_empty() {
            return Ok(());
        }
        let mut table = table(["driver", "brings the entry points that are missing here"]);
        for (version, symbols) in &self.missing.0 {
            let names: Vec<String> = symbols.iter().map(ToString::to_string).collect();
            let since = if *version <= self.version {
                format!("{version} (!)")
            } else {
                version.to_string()
            };
            table.add_row([since, names.join(", ")]);
        }
        write!(f, "\n{}", table.trim_fmt())?;
        if self.missing.0.keys().any(|version| *version <= self.version) {
            write!(f, "\n(!) this driver is new enough to have them, and doesn't")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake_driver;

    #[test]
    fn a_missing_entry_point_is_listed_under_its_version() {
        let table = fake_driver::table();
        let missing = MissingSymbols::of(table);
        let green = Symbol::cuGreenCtxCreate;
        let since = Version::from_number(green.since().into());
        assert!(missing.0.get(&since).is_some_and(|symbols| symbols.contains(&green)));
        assert!(missing.0.values().flatten().all(|symbol| *symbol != Symbol::cuInit));
    }

    #[test]
    fn every_entry_point_is_of_one_of_the_headers() {
        let report = DriverReport::collect(fake_driver::table(), fake_driver::table());
        assert_eq!(
            report.cuda_h.total + report.cuda_profiler_h.total + report.graphics_h.total,
            Symbol::ALL.len()
        );
        let missing: usize = report.missing.0.values().map(Vec::len).sum();
        let present =
            report.cuda_h.present + report.cuda_profiler_h.present + report.graphics_h.present;
        assert_eq!(present + missing, Symbol::ALL.len());
    }

    #[test]
    fn an_entry_point_that_the_driver_should_have_is_marked() {
        let report = DriverReport::collect(fake_driver::table(), fake_driver::table());
        let text = report.to_string();
        assert!(text.contains("(!) this driver is new enough"), "{text}");
    }
}
