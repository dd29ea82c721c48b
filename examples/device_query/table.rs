//! The look of the report's tables.

use comfy_table::{ContentArrangement, Row, Table, presets};

/// Bug reports are read at this width, wherever they were written.
const WIDTH: u16 = 100;

pub fn table(header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(header);
    table
}
