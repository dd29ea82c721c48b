//! How long to wait until work is asked about again.

use std::time::{Duration, Instant};

/// Until work is this old, whoever waits for it asks about it continuously: waking another thread takes as long.
pub const BRIEF: Duration = Duration::from_micros(25);

/// How late a thread wakes up after a pause: shorter pauses are useless.
const OVERSLEEP: Duration = Duration::from_micros(10);

/// The shortest pause.
const MIN_PAUSE: Duration = Duration::from_micros(5);

/// The longest pause, which bounds both the delay and the processor's time.
pub const MAX_PAUSE: Duration = Duration::from_millis(4);

/// How long a visit of the only queue with pending work asks continuously; with more queues, each has its share.
pub const MAX_VISIT: Duration = Duration::from_micros(100);

/// The longest pause doubles, triples and so on with this number of queues that have pending work, so that more queues
/// don't take more of the processor's time.
const QUEUES: usize = 16;

/// How long the recent work of a queue took.
#[derive(Debug, Default)]
pub struct History {
    /// When the last work was seen to be done.
    end: Option<Instant>,
    /// When the current work was last seen not to be done.
    asked: Option<Instant>,
    /// How long the last work took, and the one before it.
    took: [Duration; 2],
}

impl History {
    /// Returns how old work is that was submitted at `since`, counted from the end of the work before it.
    pub fn age(&self, since: Instant, now: Instant) -> Duration {
        now.saturating_duration_since(self.begin(since))
    }

    fn begin(&self, since: Instant) -> Instant {
        self.end.map_or(since, |end| end.max(since))
    }

    /// Notes that the oldest work isn't done.
    pub fn note_question(&mut self, now: Instant) {
        self.asked = Some(now);
    }

    /// Notes that the oldest work is done. It ended at some time after the last question about it; if there was none,
    /// its time isn't known.
    pub fn note_end(&mut self, since: Instant, now: Instant) {
        let begin = self.begin(since);
        if let Some(asked) = self.asked.take()
            && asked >= begin
        {
            let end = asked + now.saturating_duration_since(asked) / 2;
            self.took = [end.saturating_duration_since(begin), self.took[0]];
        }
        self.end = Some(now);
    }

    /// Returns how long the next work will take if it is like the last two, which took about the same time.
    pub fn expected(&self) -> Option<Duration> {
        let [last, before] = self.took;
        (!before.is_zero() && last.abs_diff(before) <= before / 4).then(|| last.min(before))
    }

    /// Returns `true` if it pays to ask continuously about new work of this age.
    #[inline]
    pub fn is_brief(&self, age: Duration) -> bool {
        age < BRIEF && self.expected().is_none_or(|expected| expected < 2 * BRIEF)
    }

    /// Returns `true` if work of this age should end now, so that it pays to ask continuously.
    pub fn is_ending(&self, age: Duration) -> bool {
        let ends = |expected| age >= eve(expected) && age < expected + margin(expected);
        self.expected().is_some_and(ends)
    }
}

/// Returns the share of a time for each of several queues.
pub fn share_of(time: Duration, queues: usize) -> Duration {
    time / u32::try_from(queues).unwrap_or(u32::MAX).max(1)
}

/// How inexact a guess of the time may be.
fn margin(expected: Duration) -> Duration {
    (expected / 32).clamp(Duration::from_micros(6), Duration::from_micros(60))
}

/// When the continuous questions begin.
fn eve(expected: Duration) -> Duration {
    expected.saturating_sub(margin(expected) + OVERSLEEP)
}

/// Returns the pause before the next question about work of this `age`, of which `queues` have some.
///
/// The pause is an eighth of the age, so that a result is late by at most that, and a long wait costs little. If the
/// end can be guessed, there are few questions before it, the last ones after short pauses, because a thread wakes up
/// late from a long one. A wrong guess makes a result late by at most half of its age or an eighth of the guess.
pub fn pause(age: Duration, expected: Option<Duration>, queues: usize) -> Duration {
    let pause = match expected {
        Some(expected) if age < eve(expected) => {
            let left = eve(expected) - age;
            (age / 2).max(expected / 8).min(left * 3 / 4)
        }
        Some(expected) if age < expected * 9 / 8 => expected / 64,
        _ => age / 8,
    };
    let times = u32::try_from(1 + queues / QUEUES).unwrap_or(u32::MAX);
    let longest = MAX_PAUSE.saturating_mul(times);
    pause.clamp(MIN_PAUSE, longest)
}
