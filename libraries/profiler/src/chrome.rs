//! The trace as Chrome and Perfetto read it.

use core::cmp::Reverse;
use core::fmt::Write;
use std::collections::HashMap;

use serde_json::{Value, json};

use crate::trace::*;

/// Events, which are written at once: as values, they would take some times the memory of the text.
#[derive(Default)]
struct Events(String);

impl Events {
    fn push(&mut self, event: &Value) {
        let comma = if self.0.is_empty() { "" } else { ",\n" };
        // Writing to a text can't fail.
        let _ = write!(self.0, "{comma}{event}");
    }
}

/// A row's place: its process and thread.
type RowPlace = (u32, u32);

/// The rows of boxes. In one, they are beside or within each other, because Perfetto leaves others out; those are in further
/// rows: nodes of a graph and ranges may overlap.
#[derive(Default)]
struct Rows {
    /// The numbers of a row and its further ones, with the ends of the boxes that are open.
    open: HashMap<RowPlace, Vec<(u32, Vec<u64>)>>,
    further: u32,
}

impl Rows {
    /// Returns the row of a box, which starts after those before it.
    fn place(&mut self, row: RowPlace, time: Span) -> RowPlace {
        let rows = self.open.entry(row).or_default();
        for (number, ends) in &mut *rows {
            while ends.pop_if(|end| *end <= time.start).is_some() {}
            if ends.last().is_none_or(|end| time.end <= *end) {
                ends.push(time.end);
                return (row.0, *number);
            }
        }
        let mut number = row.1;
        if !rows.is_empty() {
            self.further += 1;
            number = u32::MAX - self.further;
        }
        rows.push((number, vec![time.end]));
        (row.0, number)
    }
}

/// The process of the host's rows; devices come after it.
const HOST: u32 = 0;

/// The process of the rows of ranges and marks, one for each thread.
const MARKERS: u32 = u32::MAX;

impl Trace {
    /// Returns it as JSON in Chrome's trace format, which <https://ui.perfetto.dev> opens: a row for each thread and stream, and
    /// an arrow from each call to what it submitted. What overlaps in a row, as nodes of a graph do, has further ones.
    #[must_use]
    pub fn to_chrome(&self) -> String {
        let in_order = |time: Span| (time.start, Reverse(time.end));
        let mut work: Vec<_> = self.work().collect();
        work.sort_by_key(|work| in_order(work.ran().1));
        let mut rows = Rows::default();
        let place = |work: Work<'_>| rows.place(row(work.ran().0), work.ran().1);
        let places: Vec<RowPlace> = work.iter().copied().map(place).collect();
        let mut events = Events::default();
        self.names(&rows, &mut events);
        for call in &self.calls {
            let arguments = json!({"result": call.result, "correlation": call.correlation});
            events.push(&self.event(&call.name, (HOST, call.thread), call.time, &arguments));
        }
        let mut markers: Vec<_> = self.markers.iter().collect();
        markers.sort_by_key(|marker| in_order(marker.time));
        for marker in markers {
            let arguments = json!({"domain": marker.domain});
            let row = rows.place((MARKERS, marker.thread.unwrap_or(0)), marker.time);
            events.push(&self.event(&marker.name, row, marker.time, &arguments));
        }
        for (work, row) in work.iter().zip(&places) {
            let mut arguments = serde_json::to_value(work).unwrap_or_default();
            if let Some(fields) = arguments.as_object_mut() {
                fields.remove("time");
            }
            events.push(&self.event(&work.name(), *row, work.ran().1, &arguments));
        }
        self.arrows(work.into_iter().zip(places), &mut events);
        let dropped = json!({"dropped": self.dropped, "incomplete": self.incomplete});
        format!(
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{dropped},\"traceEvents\":[\n{}\n]}}",
            events.0
        )
    }

    /// Names the rows.
    fn names(&self, rows: &Rows, events: &mut Events) {
        let mut name = |kind: &str, pid: u32, tid: u32, text: String| {
            let arguments = json!({"name": text});
            events
                .push(&json!({"ph": "M", "name": kind, "pid": pid, "tid": tid, "args": arguments}));
        };
        name("process_name", HOST, 0, "host".to_owned());
        if !self.markers.is_empty() {
            name("process_name", MARKERS, 0, "ranges and marks".to_owned());
        }
        let places = rows.open.iter();
        let mut places: Vec<(RowPlace, u32)> =
            places.flat_map(|(row, all)| all.iter().map(|(number, _)| (*row, *number))).collect();
        places.sort_unstable();
        for ((device, stream), number) in places {
            let text = format!("device {}", device - 1);
            name("process_name", device, number, text);
            name("thread_name", device, number, format!("stream {stream}"));
        }
    }

    fn event(&self, name: &str, (pid, tid): RowPlace, time: Span, arguments: &Value) -> Value {
        let duration = time.end.saturating_sub(time.start) as f64 / 1e3;
        json!({"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": self.micros(time.start), "dur": duration,
            "args": arguments})
    }

    /// An arrow from each call to the work with its number.
    fn arrows<'a>(&self, work: impl Iterator<Item = (Work<'a>, RowPlace)>, events: &mut Events) {
        let calls = self.calls.iter().map(|call| (call.correlation, call));
        let calls: HashMap<u32, &Call> = calls.collect();
        for (id, (work, (pid, tid))) in work.enumerate() {
            let (_, time, correlation) = work.ran();
            let Some(call) = calls.get(&correlation) else {
                continue;
            };
            let from = json!({"ph": "s", "id": id, "name": "launch", "cat": "launch", "pid": HOST, "tid": call.thread,
                "ts": self.micros(call.time.start)});
            let to = json!({"ph": "f", "bp": "e", "id": id, "name": "launch", "cat": "launch", "pid": pid, "tid": tid,
                "ts": self.micros(time.start)});
            events.push(&from);
            events.push(&to);
        }
    }

    /// Returns a time since the start, in microseconds: a device's clock may be a little before it.
    fn micros(&self, time: u64) -> f64 {
        (i128::from(time) - i128::from(self.time.start)) as f64 / 1e3
    }
}

/// Returns the process and thread that stand for a place.
fn row(place: Place) -> RowPlace {
    (place.device.saturating_add(1), place.stream)
}
