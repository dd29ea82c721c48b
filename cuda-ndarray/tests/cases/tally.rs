//! How cases came out: shared by the crates that read such.

use std::env;

/// How a case came out.
pub enum Outcome {
    Passed,
    /// What this crate says that it doesn't do.
    Unsupported(String),
    Failed(String),
}

#[derive(Default)]
pub struct Tally {
    pub files: usize,
    passed: [usize; 2],
    all: [usize; 2],
    unsupported: usize,
    pub failures: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, name: &str, tier: u64, outcome: Outcome) {
        let place = usize::from(tier > 1);
        let all_required = env::var("COMPANION_TIER").is_ok_and(|tier| tier == "2");
        self.all[place] += 1;
        match outcome {
            Outcome::Passed => self.passed[place] += 1,
            Outcome::Unsupported(_) if tier > 1 && !all_required => self.unsupported += 1,
            Outcome::Unsupported(text) => self.fail(format!("{name}: unsupported: {text}")),
            Outcome::Failed(text) => self.fail(format!("{name}: {text}")),
        }
    }

    pub fn fail(&mut self, text: String) {
        self.failures.push(text);
    }

    pub fn end(self) {
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
        let ([one, two], [all_one, all_two]) = (self.passed, self.all);
        println!(
            "tier 1: {one} / {all_one} passed; tier 2: {two} / {all_two} passed, {} unsupported",
            self.unsupported
        );
        if !self.failures.is_empty() {
            std::process::exit(1);
        }
    }
}
