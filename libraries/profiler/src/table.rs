//! The trace as a table of 80 columns.

use core::fmt::{self, Write};
use std::collections::HashMap;
use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::trace::*;

/// The columns of a line.
const WIDTH: usize = 80;

/// What has one name.
struct NameRow {
    name: String,
    /// What all of them have in common, on a line of its own.
    detail: String,
    times: Vec<u64>,
}

/// Rows in the order of their first time.
#[derive(Default)]
struct Rows {
    rows: Vec<NameRow>,
    places: HashMap<(String, String), usize>,
}

impl Rows {
    fn add(&mut self, name: String, detail: String, time: Span) {
        let key = (name, detail);
        let place = match self.places.get(&key) {
            Some(place) => *place,
            None => {
                let place = self.rows.len();
                self.rows.push(NameRow {
                    name: key.0.clone(),
                    detail: key.1.clone(),
                    times: Vec::new(),
                });
                self.places.insert(key, place);
                place
            }
        };
        let time = time.end.saturating_sub(time.start);
        self.rows[place].times.push(time);
    }

    /// Writes the rows, those that took longest first, with their parts of the whole.
    fn write(&mut self, f: &mut fmt::Formatter<'_>, whole: u64) -> fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        let total =
            |row: &NameRow| row.times.iter().fold(0, |sum: u64, time| sum.saturating_add(*time));
        self.rows.sort_by_key(|row| core::cmp::Reverse(total(row)));
        let head = format!(
            "{:>7} {:>9} {:>7} {:>9} {:>9}  ",
            "share", "total", "count", "average", "most"
        );
        writeln!(f, "{head}name")?;
        for row in &self.rows {
            let sum = total(row);
            let count = row.times.len() as u64;
            let numbers = format!(
                "{:>7} {:>9} {:>7} {:>9} {:>9}  ",
                share(sum, whole),
                time(sum),
                count,
                time(sum / count.max(1)),
                time(row.times.iter().copied().max().unwrap_or(0)),
            );
            writeln!(f, "{numbers}{}", cut(&row.name, WIDTH - numbers.chars().count()))?;
            for line in lines(&row.detail, WIDTH - 9) {
                writeln!(f, "{:>9}{line}", "")?;
            }
        }
        Ok(())
    }
}

/// Returns lines of at most `most` columns, which end at commas; none of an empty text.
fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if line.width() + part.trim_end().width() <= most => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.iter().filter(|line| !line.is_empty()).map(|line| cut(line.trim_end(), most)).collect()
}

/// Returns a text of at most `most` columns, on one line: control characters are escaped.
fn cut(text: &str, most: usize) -> String {
    let mut line = String::new();
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default())
        } else {
            line.push(character)
        }
    }
    if line.width() <= most {
        return line;
    }
    let mut columns = 0;
    let fits = |character: &char| {
        columns += character.width().unwrap_or(0);
        columns < most
    };
    line = line.chars().take_while(fits).collect();
    // Characters may be wider together than one by one.
    while line.width() >= most && line.pop().is_some() {}
    line + "…"
}

/// Returns a time of at most nine characters. Each unit ends before a time that would be rounded to 1000.00 of it.
fn time(nanoseconds: u64) -> String {
    let nanos = nanoseconds as f64;
    match nanoseconds {
        0..1000 => format!("{nanoseconds} ns"),
        1000..999_995 => format!("{:.2} µs", nanos / 1e3),
        999_995..999_995_000 => format!("{:.2} ms", nanos / 1e6),
        999_995_000..9_999_995_000_000 => format!("{:.2} s", nanos / 1e9),
        _ => format!("{:.0} h", nanos / 3600e9),
    }
}

/// Returns a part of at most seven characters, unless it is more than 10000 times the whole.
fn share(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    let digits = usize::from(percent < 999.95);
    format!("{percent:.digits$} %")
}

/// Returns a size: `4 KiB`.
fn size(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} bytes"),
        _ if value.fract() == 0.0 => format!("{value} {}", units[unit]),
        _ => format!("{value:.1} {}", units[unit]),
    }
}

/// Returns `3 kernels`, or `1 kernel`.
fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn shape(shape: [u32; 3]) -> String {
    let [x, y, z] = shape;
    match (y, z) {
        (1, 1) => format!("{x}"),
        (_, 1) => format!("{x}x{y}"),
        _ => format!("{x}x{y}x{z}"),
    }
}

impl Trace {
    /// Returns how long at least one kernel, copy or fill ran, on any device.
    #[must_use]
    pub fn busy(&self) -> Duration {
        Duration::from_nanos(covered(self.work().map(|work| work.ran().1).collect()))
    }

    fn device_rows(&self) -> Rows {
        let mut rows = Rows::default();
        for kernel in &self.kernels {
            let mut detail =
                format!("{} blocks of {} threads", shape(kernel.grid), shape(kernel.block));
            if let Some(part) = kernel.occupancy {
                detail += &format!(", occupancy {:.0} %", 100.0 * part);
            }
            let shared = size(kernel.shared().into());
            detail += &format!(", {} registers, {shared} shared", kernel.registers);
            rows.add(kernel.name.to_string(), detail, kernel.time);
        }
        // All copies of a direction and size are one row, whose bandwidth is that of all of them.
        let mut bytes: HashMap<(CopyKind, u64), (u64, u64)> = HashMap::new();
        for copy in &self.copies {
            let sums = bytes.entry((copy.kind, copy.bytes)).or_default();
            sums.0 = copy.bytes.saturating_add(sums.0);
            sums.1 = copy.time.end.saturating_sub(copy.time.start).saturating_add(sums.1);
        }
        for copy in &self.copies {
            let (sum, time) = bytes[&(copy.kind, copy.bytes)];
            let detail = format!(
                "copy of {} {}, {:.2} GB/s",
                size(copy.bytes),
                copy.kind,
                sum as f64 / time.max(1) as f64
            );
            rows.add("copy".to_owned(), detail, copy.time);
        }
        for fill in &self.fills {
            let detail = format!("fill of {} of {}", size(fill.bytes), fill.to);
            rows.add("fill".to_owned(), detail, fill.time);
        }
        rows
    }
}

/// Returns the length of the union of spans.
fn covered(mut spans: Vec<Span>) -> u64 {
    spans.sort_by_key(|span| span.start);
    let (mut sum, mut end) = (0, 0);
    for span in spans {
        sum += span.end.saturating_sub(span.start.max(end));
        end = end.max(span.end);
    }
    sum
}

/// A table of 80 columns: the kernels, copies and fills, then the calls, those that took longest first.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.time.end.saturating_sub(self.time.start);
        let busy = u64::try_from(self.busy().as_nanos()).unwrap_or(u64::MAX);
        writeln!(
            f,
            "{}, {}, {} and {} in {}",
            count(self.kernels.len(), "kernel", "kernels"),
            count(self.copies.len(), "copy", "copies"),
            count(self.fills.len(), "fill", "fills"),
            count(self.calls.len(), "call", "calls"),
            time(whole),
        )?;
        if (self.dropped, self.incomplete) != (0, 0) {
            writeln!(
                f,
                "NOT ALL: {} records were dropped, and {} weren't complete",
                self.dropped, self.incomplete
            )?;
        }
        writeln!(f, "\nDevice: busy for {} ({})", time(busy), share(busy, whole))?;
        self.device_rows().write(f, whole)?;
        let mut rows = Rows::default();
        for call in &self.calls {
            rows.add(call.name.to_string(), String::new(), call.time);
        }
        let in_calls = covered(self.calls.iter().map(|call| call.time).collect());
        writeln!(f, "\nHost: in calls for {} ({})", time(in_calls), share(in_calls, whole))?;
        rows.write(f, whole)?;
        self.write_memory(f)?;
        let mut rows = Rows::default();
        for marker in &self.markers {
            rows.add(marker.name.to_string(), String::new(), marker.time);
        }
        if !self.markers.is_empty() {
            writeln!(f, "\nRanges and marks")?;
        }
        rows.write(f, whole)
    }
}

impl Trace {
    fn write_memory(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |operation| {
            let operations = self.memory.iter().filter(|memory| memory.operation == operation);
            operations
                .fold((0, 0), |(n, bytes), memory| (n + 1, memory.bytes.saturating_add(bytes)))
        };
        let mut text = String::new();
        for (operation, one, several) in [
            (MemoryOperation::Allocation, "allocation", "allocations"),
            (MemoryOperation::Release, "release", "releases"),
        ] {
            let (number, bytes) = sum(operation);
            if number > 0 {
                let comma = if text.is_empty() { "" } else { ", " };
                let counted = count(number, one, several);
                write!(text, "{comma}{counted} of {}", size(bytes))?;
            }
        }
        if text.is_empty() { Ok(()) } else { writeln!(f, "\nMemory: {text}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_spans_count_once() {
        let span = |(start, end)| Span { start, end };
        let all = [(10, 20), (5, 12), (30, 40), (32, 33)].map(span);
        assert_eq!(covered(all.to_vec()), 25);
        assert_eq!(covered(Vec::new()), 0);
    }

    #[test]
    fn every_time_fits_its_column() {
        let powers = (0..20).map(|power| 10u64.pow(power));
        let near = powers.flat_map(|power| [power - 1, power, power + 1, power - power / 100_000]);
        for nanoseconds in near.chain([u64::MAX]) {
            let text = time(nanoseconds);
            assert!(text.chars().count() <= 9, "{text}");
        }
        assert_eq!(time(999_999), "1.00 ms");
    }

    #[test]
    fn a_long_detail_is_on_several_lines() {
        let detail =
            "100000x200 blocks of 1024 threads, occupancy 100 %, 255 registers, 227.5 KiB shared";
        let expected = [
            "100000x200 blocks of 1024 threads, occupancy 100 %, 255 registers,",
            "227.5 KiB shared",
        ];
        assert_eq!(lines(detail, WIDTH - 9), expected);
        assert_eq!(lines("", 71), [""; 0]);
    }

    #[test]
    fn no_name_and_no_number_is_wider_than_the_table() {
        let names = [
            "x".repeat(1000),
            "漢字".repeat(40),
            "e\u{301}".repeat(40),
            "\u{263a}\u{fe0f}".repeat(40),
            "first\nsecond\t\u{1b}[31m\u{0}".repeat(5),
            String::new(),
        ];
        for (whole, end) in [(1, 1), (0, u64::MAX), (u64::MAX, u64::MAX)] {
            let markers = names.iter().map(|name| Marker {
                name: name.as_str().into(),
                domain: None,
                thread: None,
                time: Span { start: 0, end },
            });
            let mut trace = Trace {
                time: Span { start: 0, end: whole },
                markers: markers.collect(),
                ..Trace::default()
            };
            trace.markers.extend(trace.markers.clone());
            let table = trace.to_string();
            for line in table.lines() {
                assert!(line.width() <= WIDTH, "{}: {line}", line.width());
                assert!(!line.contains(char::is_control), "{line:?}");
            }
            assert_eq!(table.lines().count(), 8 + names.len(), "{table}");
            let json: serde_json::Value = serde_json::from_str(&trace.to_chrome()).unwrap();
            assert_eq!(json["traceEvents"][2]["name"], *names[0]);
        }
    }
}
