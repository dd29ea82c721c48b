//! The trace as Chrome and Perfetto read it.

use core::fmt::Write;

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

/// The process of the host's rows; devices come after it.
const HOST: u32 = 0;

/// The process of the rows of ranges and marks, one for each thread.
const MARKERS: u32 = u32::MAX;

impl Trace {
    /// Returns it as JSON in Chrome's trace format, which <https://ui.perfetto.dev> opens: a row for each thread and stream, and
    /// an arrow from each call to what it submitted.
    #[must_use]
    pub fn to_chrome(&self) -> String {
        let mut events = Events::default();
        self.names(&mut events);
        for it in &self.calls {
            let arguments = json!({"result": it.result, "correlation": it.correlation});
            events.push(&self.event(&it.name, (HOST, it.thread), it.time, &arguments));
        }
        for it in &self.markers {
            let arguments = json!({"domain": it.domain});
            let row = (MARKERS, it.thread.unwrap_or(0));
            events.push(&self.event(&it.name, row, it.time, &arguments));
        }
        for it in self.work() {
            let (place, time, _) = it.ran();
            let mut arguments = serde_json::to_value(it).unwrap_or_default();
            if let Some(fields) = arguments.as_object_mut() {
                fields.remove("time");
            }
            events.push(&self.event(&it.name(), row(place), time, &arguments));
        }
        self.arrows(&mut events);
        let dropped = json!({"dropped": self.dropped, "incomplete": self.incomplete});
        format!(
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{dropped},\"traceEvents\":[\n{}\n]}}",
            events.0
        )
    }

    /// Names the rows.
    fn names(&self, events: &mut Events) {
        let mut name = |what: &str, pid: u32, tid: u32, text: String| {
            let arguments = json!({"name": text});
            events
                .push(&json!({"ph": "M", "name": what, "pid": pid, "tid": tid, "args": arguments}));
        };
        name("process_name", HOST, 0, "host".to_owned());
        if !self.markers.is_empty() {
            name("process_name", MARKERS, 0, "ranges and marks".to_owned());
        }
        let mut places: Vec<(u32, u32)> = self.work().map(|it| row(it.ran().0)).collect();
        places.sort_unstable();
        places.dedup();
        for (device, stream) in places {
            let text = format!("device {}", device - 1);
            name("process_name", device, stream, text);
            name("thread_name", device, stream, format!("stream {stream}"));
        }
    }

    fn event(&self, name: &str, (pid, tid): (u32, u32), time: Span, arguments: &Value) -> Value {
        let duration = time.end.saturating_sub(time.start) as f64 / 1e3;
        json!({"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": self.micros(time.start), "dur": duration,
            "args": arguments})
    }

    /// An arrow from each call to the work with its number.
    fn arrows(&self, events: &mut Events) {
        let calls = self.calls.iter().map(|call| (call.correlation, call));
        let calls: std::collections::HashMap<u32, &Call> = calls.collect();
        for (id, work) in self.work().enumerate() {
            let (place, time, correlation) = work.ran();
            let Some(call) = calls.get(&correlation) else {
                continue;
            };
            let (pid, tid) = row(place);
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
fn row(place: Place) -> (u32, u32) {
    (place.device.saturating_add(1), place.stream)
}
