//! The table in the crate's documentation.

use std::fs;
use std::path::Path;

use cuda_libraries_sys::Function;

macro_rules! the_documentation_counts_the_functions_and_layouts_of_these_releases {
    ($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        let layouts = crate::layout::$library::TYPES.len();
        super::check(stringify!($library), cuda_libraries_sys::$library::FUNCTIONS, layouts);
    };
}
use the_documentation_counts_the_functions_and_layouts_of_these_releases;

on_every_library! {
    the_documentation_counts_the_functions_and_layouts_of_these_releases
}

fn check(library: &str, functions: &[Function], layouts: usize) {
    let mut lines = include_str!("../../src/lib.rs").lines();
    let row = lines.find(|line| line.starts_with(&format!("//! | `{library}` |"))).unwrap();
    let newest = functions.iter().filter(|function| function.until.is_none()).count();
    let counts = format!("| {newest} of {} | {layouts} |", functions.len());
    assert!(row.contains(&counts), "`{row}` has no `{counts}`");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xtask/libraries");
    // Those of CUDA's own header sets have no record.
    let Ok(record) = fs::read_to_string(folder.join(library).with_extension("toml")) else {
        return;
    };
    let releases = record.lines().find_map(|line| line.strip_prefix("releases = ")).unwrap();
    let releases: Vec<&str> = releases.split('"').skip(1).step_by(2).collect();
    let span = format!("| {} to {} |", releases[0], releases[releases.len() - 1]);
    assert!(row.contains(&span), "`{row}` has no `{span}`");
}
