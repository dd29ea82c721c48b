//! Types as pyarrow writes them.

use cuda_arrow::arrow_schema::{DataType, Field, IntervalUnit, TimeUnit, UnionMode};

fn unit(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Second => "s",
        TimeUnit::Millisecond => "ms",
        TimeUnit::Microsecond => "us",
        TimeUnit::Nanosecond => "ns",
    }
}

fn field(field: &Field) -> String {
    let not_null = if field.is_nullable() { "" } else { " not null" };
    format!("{}: {}{not_null}", field.name(), text(field.data_type()))
}

/// Returns the text of a type.
pub fn text(data_type: &DataType) -> String {
    use DataType::*;
    match data_type {
        Null => "null".to_owned(),
        Boolean => "bool".to_owned(),
        Float16 => "halffloat".to_owned(),
        Float32 => "float".to_owned(),
        Float64 => "double".to_owned(),
        Utf8 => "string".to_owned(),
        LargeUtf8 => "large_string".to_owned(),
        Utf8View => "string_view".to_owned(),
        Binary => "binary".to_owned(),
        LargeBinary => "large_binary".to_owned(),
        BinaryView => "binary_view".to_owned(),
        FixedSizeBinary(size) => format!("fixed_size_binary[{size}]"),
        Date32 => "date32[day]".to_owned(),
        Date64 => "date64[ms]".to_owned(),
        Time32(time_unit) => format!("time32[{}]", unit(*time_unit)),
        Time64(time_unit) => format!("time64[{}]", unit(*time_unit)),
        Duration(time_unit) => format!("duration[{}]", unit(*time_unit)),
        Timestamp(time_unit, None) => format!("timestamp[{}]", unit(*time_unit)),
        Timestamp(time_unit, Some(zone)) => format!("timestamp[{}, tz={zone}]", unit(*time_unit)),
        Interval(IntervalUnit::MonthDayNano) => "month_day_nano_interval".to_owned(),
        Interval(IntervalUnit::DayTime) => "day_time_interval".to_owned(),
        Interval(IntervalUnit::YearMonth) => "month_interval".to_owned(),
        Decimal32(precision, scale) => format!("decimal32({precision}, {scale})"),
        Decimal64(precision, scale) => format!("decimal64({precision}, {scale})"),
        Decimal128(precision, scale) => format!("decimal128({precision}, {scale})"),
        Decimal256(precision, scale) => format!("decimal256({precision}, {scale})"),
        List(item) => format!("list<{}>", field(item)),
        LargeList(item) => format!("large_list<{}>", field(item)),
        ListView(item) => format!("list_view<{}>", field(item)),
        LargeListView(item) => format!("large_list_view<{}>", field(item)),
        FixedSizeList(item, size) => format!("fixed_size_list<{}>[{size}]", field(item)),
        Struct(fields) => {
            let fields: Vec<String> = fields.iter().map(|child| field(child)).collect();
            format!("struct<{}>", fields.join(", "))
        }
        Union(fields, mode) => {
            let mode = match mode {
                UnionMode::Sparse => "sparse",
                UnionMode::Dense => "dense",
            };
            let fields: Vec<String> =
                fields.iter().map(|(id, child)| format!("{}={id}", field(child))).collect();
            format!("{mode}_union<{}>", fields.join(", "))
        }
        Map(entries, sorted) => {
            let Struct(pair) = entries.data_type() else { panic!("{entries}") };
            // Only names that differ from the default are written.
            let text = |field: &Field, usual: &str| {
                let name = if field.name() == usual {
                    String::new()
                } else {
                    format!(" ('{}')", field.name())
                };
                format!("{}{name}", text(field.data_type()))
            };
            let sorted = if *sorted { ", keys_sorted" } else { "" };
            format!("map<{}, {}{sorted}>", text(&pair[0], "key"), text(&pair[1], "value"))
        }
        Dictionary(keys, values) => {
            format!("dictionary<values={}, indices={}, ordered=0>", text(values), text(keys))
        }
        RunEndEncoded(ends, values) => {
            format!(
                "run_end_encoded<run_ends: {}, values: {}>",
                text(ends.data_type()),
                text(values.data_type())
            )
        }
        other => other.to_string().to_lowercase(),
    }
}
