use std::fmt;
use std::io::{IsTerminal, stdout};

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};
use cuda_pathfinder::{HEADER_SETS, LIBRARIES, Os};
use serde::Serialize;

/// The libraries and headers that can be searched for.
#[derive(Serialize)]
pub struct List {
    libraries: Vec<LibraryRow>,
    headers: Vec<HeaderRow>,
}

#[derive(Serialize)]
struct LibraryRow {
    name: &'static str,
    title: &'static str,
    /// The variable that names the file or its folder.
    variable: &'static str,
    /// The file names on this system, newest first.
    files: Vec<&'static str>,
    /// The libraries that are loaded before it.
    needs: Vec<&'static str>,
    /// How to install it.
    help: String,
}

#[derive(Serialize)]
struct HeaderRow {
    name: &'static str,
    title: &'static str,
    /// The file that identifies the folder.
    header: &'static str,
    /// The headers that a program includes from it.
    brings: &'static [&'static str],
    help: String,
}

impl List {
    /// Lists everything; the help is for the major version `newest` of CUDA, or for the newest one.
    pub fn new(newest: Option<u32>) -> Self {
        let libraries = LIBRARIES.iter().map(|library| {
            let files = library.sonames().on(Os::current()).iter();
            LibraryRow {
                name: library.name,
                title: library.title,
                variable: library.variable(),
                files: files.map(|soname| soname.file).collect(),
                needs: library.needs.iter().map(|needed| needed.name).collect(),
                help: library.help.text(newest).unwrap_or_default(),
            }
        });
        let headers = HEADER_SETS.iter().map(|set| HeaderRow {
            name: set.name,
            title: set.title,
            header: set.header,
            brings: set.brings,
            help: set.help.text(newest).unwrap_or_default(),
        });
        Self { libraries: libraries.collect(), headers: headers.collect() }
    }
}

/// Two tables.
impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut libraries = table(["library", "title", "variable", "how to install it"]);
        for row in &self.libraries {
            libraries.add_row([row.name, row.title, row.variable, &row.help]);
        }
        let mut headers = table(["headers", "title", "found by", "how to install it"]);
        for row in &self.headers {
            headers.add_row([row.name, row.title, row.header, &row.help]);
        }
        write!(f, "{}\n\n{}", libraries.trim_fmt(), headers.trim_fmt())
    }
}

fn table(header: [&str; 4]) -> Table {
    const LINE: LineStyle = LineStyle::none().fill('─').junction('─');
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(LINE))
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header);
    // Programs find a row in a line; on a terminal, cells are broken where it ends.
    if stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(80);
    }
    table
}
