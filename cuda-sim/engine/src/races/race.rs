//! A race.

use crate::races::WorkPlace;

/// Two accesses to the same memory, at least one a write, that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// The access that was executed first.
    pub first: RaceAccess,
    /// The other one.
    pub second: RaceAccess,
    /// Where they met first.
    pub memory: String,
    /// What is missing between them.
    pub reason: String,
    /// Whether each store of these lines left the value that was there.
    pub same_value: bool,
    /// Whether that is allowed in its kernel.
    pub allowed: bool,
    /// At how many places these two lines race.
    pub count: u64,
}

/// One of the accesses of a [`Race`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceAccess {
    /// The kernel.
    pub kernel: String,
    /// The function, if it isn't the kernel itself.
    pub function: String,
    /// The line of the PTX.
    pub line: u32,
    /// The file and the line of the source, if the PTX has line information.
    pub source: Option<(String, u32)>,
    /// The instruction.
    pub instruction: String,
    /// Whether it writes.
    pub writes: bool,
    /// The block.
    pub block: [u32; 3],
    /// The thread in the block.
    pub thread: [u32; 3],
    /// Whether a copy that the thread started did it.
    pub by_copy: bool,
    /// The number of the launch, in the order of their beginning; 0 for other work.
    pub launch: u64,
    /// Where the work was submitted.
    pub place: WorkPlace,
}

impl Race {
    /// Returns `true` if it is one of the same two lines of a kernel as another.
    pub(crate) fn is_of_lines_of(&self, other: &Race) -> bool {
        let lines = |race: &Race| {
            let [a, b] =
                [&race.first, &race.second].map(|access| (access.kernel.clone(), access.line));
            if a <= b { [a, b] } else { [b, a] }
        };
        lines(self) == lines(other)
    }
}

/// A race, and the sites of its accesses.
#[derive(Clone, Debug)]
pub struct ReportedRace {
    pub sites: (AccessSite, AccessSite),
    pub race: Race,
}

/// The site of an access, and what it is and the handle of its stream, if it isn't a kernel's.
pub type AccessSite = (u32, Option<(String, u64)>);
