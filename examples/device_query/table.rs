//! The look of the report's tables.

use comfy_table::{ContentArrangement, LineStyle, Row, Table, TableStyle};

/// The width of the tables, the same on every terminal, for bug reports.
const WIDTH: u16 = 80;

/// Lines above and below the table and its header, none between the rows.
const STYLE: TableStyle =
    TableStyle::new().top_border(LINE).header_separator(LINE).bottom_border(LINE);
const LINE: LineStyle = LineStyle::none().fill('─').junction('─');

/// Returns an empty table. It is written with `trim_fmt`, because its cells end in blanks.
pub fn table(header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(header);
    table
}
