//! Progress on a terminal; nothing is shown if the output isn't one.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Runs `work`, with a spinner next to its name.
pub fn step<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner().with_message(name);
    spinner.enable_steady_tick(Duration::from_millis(120));
    let result = work();
    spinner.finish_and_clear();
    result
}

/// Returns a progress bar of `length` steps.
pub fn bar(name: &'static str, length: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    ProgressBar::new(length.into())
        .with_message(name)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
