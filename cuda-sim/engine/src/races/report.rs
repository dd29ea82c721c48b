//! Reports of races.

use crate::code::watch::{AccessKind, Scope, Watch};
use crate::races::WorkPlace;
use crate::races::race::{Race, RaceAccess, ReportedRace};
use crate::races::state::{LaunchRecord, RaceState};
use crate::races::thread::Thread;
use std::fmt;

/// An access for a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportedAccess {
    pub thread: Thread,
    pub stamp: u32,
    pub site: u32,
    pub kind: AccessKind,
    pub scope: Option<Scope>,
}

/// Two of them.
#[derive(Clone, Debug)]
pub struct Pair {
    pub first: ReportedAccess,
    pub second: ReportedAccess,
    pub same_value: bool,
    pub too_narrow: Option<Scope>,
    pub memory: String,
    /// The number of blocks of a cluster.
    pub cluster: u32,
}

/// The most races that are recorded.
const MOST: usize = 1000;

impl RaceState {
    fn watch(&self, site: u32) -> Option<(&crate::code::sites::SiteTable, &Watch)> {
        let (first, table) = self.tables.range(..=site).next_back()?;
        Some((table, table.watches.get((site - first) as usize)?))
    }

    /// Records a race, or counts it if it was.
    pub fn report(&mut self, pair: Pair) {
        let site_of = |access: &ReportedAccess| {
            let launch = self.launch_of(access.thread, access.stamp);
            let launch = launch.map(|(launch, _)| launch);
            let operation = launch.filter(|launch| !launch.operation.is_empty());
            (access.site, operation.map(|record| (record.operation.clone(), record.place.stream)))
        };
        let sites = (site_of(&pair.first), site_of(&pair.second));
        let same = |reported: &&mut ReportedRace| {
            reported.sites == sites
                || (&reported.sites.1, &reported.sites.0) == (&sites.0, &sites.1)
        };
        if let Some(reported) = self.races.iter_mut().find(same) {
            reported.race.count += 1;
            reported.race.same_value &= pair.same_value;
            return;
        }
        if self.races.len() >= MOST {
            return;
        }
        let race = Race {
            first: self.described(pair.first),
            second: self.described(pair.second),
            memory: pair.memory.clone(),
            reason: self.reason(&pair),
            same_value: pair.same_value,
            allowed: false,
            count: 1,
        };
        self.races.push(ReportedRace { sites, race });
    }

    fn described(&self, access: ReportedAccess) -> RaceAccess {
        let thread = self.issuer_of(access.thread, access.stamp);
        let launch = self.launch_of(access.thread, access.stamp);
        let number = thread.warp() * 32 + thread.lane();
        let (kernel, block, index, launch_number) = match launch {
            Some((launch, block)) => {
                let [x, y, _] = launch.grid.map(u64::from);
                let block = [block % x, block / x % y, block / x / y].map(|index| index as u32);
                let [x, y, _] = launch.block;
                let index = [number % x, number / x % y, number / x / y];
                (launch.kernel.clone(), block, index, launch.number)
            }
            None => (String::new(), [0; 3], [number, 0, 0], 0),
        };
        let mut described = RaceAccess {
            kernel,
            function: String::new(),
            line: 0,
            source: None,
            instruction: String::new(),
            writes: access.kind != AccessKind::Read,
            block,
            thread: index,
            by_copy: access.thread.is_async(),
            launch: launch_number,
            place: launch.map_or_else(WorkPlace::default, |(launch, _)| launch.place),
        };
        if let Some((launch, _)) = launch
            && !launch.operation.is_empty()
        {
            described.instruction.clone_from(&launch.operation);
        }
        if let Some((table, watch)) = self.watch(access.site) {
            let place = watch.place;
            described.line = place.line;
            described.instruction.clone_from(&watch.text);
            let file = place.file.and_then(|file| table.files.get(file as usize));
            described.source = file.map(|file| (file.clone(), place.source_line));
            if let Some(function) = table.functions.get(place.function as usize)
                && *function != described.kernel
            {
                described.function.clone_from(function);
            }
        }
        described
    }

    fn reason(&self, pair: &Pair) -> String {
        let (a, b) = (pair.first.thread, pair.second.thread);
        let launch = |access: &ReportedAccess| {
            self.launch_of(access.thread, access.stamp).map(|(record, _)| record)
        };
        let number = |access: Option<&LaunchRecord>| access.map(|record| record.first_block);
        let (first, second) = (launch(&pair.first), launch(&pair.second));
        if number(first) != number(second) {
            let places = first.zip(second).map(|(a, b)| (a.place, b.place));
            return match places {
                Some((a, b))
                    if (a.stream, a.graph) == (b.stream, b.graph) && (a.launch, b.launch) != (0, 0) =>
                {
                    "what a kernel launches is after what its thread did before, and what precedes it in its stream, and no more".into()
                }
                Some((a, b)) if a == b && a.graph != 0 => {
                    "no edges of the graph order the two nodes".into()
                }
                Some((a, b)) if a != b => format!("no event or wait orders {a} and {b}"),
                Some((a, _)) if a.stream != 0 => {
                    "the second kernel may start before the first has ended, and no griddepcontrol.wait is before its access".into()
                }
                _ => "no stream, event or wait orders the two".into(),
            };
        }
        let begin = second.map_or(0, |launch| launch.first_block);
        let cluster = |thread: Thread| {
            u64::from(thread.block()).wrapping_sub(begin) % crate::races::thread::BLOCKS
                / u64::from(pair.cluster.max(1))
        };
        let (least, apart) = match () {
            () if a.block() == b.block() => (Scope::Block, "the same block"),
            () if cluster(a) == cluster(b) => (Scope::Cluster, "different blocks of a cluster"),
            () => (Scope::Device, "different blocks"),
        };
        if a.is_async() || b.is_async() {
            let missing = if a.is_async() {
                "nothing waits for the copy in between: its group, and then a barrier for other threads, or the barrier that counts it"
            } else if pair.first.kind == AccessKind::Read {
                "no barrier is between them, before the copy is started"
            } else {
                "no barrier is between them, before the copy is started, or no fence.proxy.async"
            };
            return missing.into();
        }
        if let (Some(first_scope), Some(second_scope)) = (pair.first.scope, pair.second.scope) {
            return format!(
                "they are atomic, but of {} scope, and the threads are in {apart}",
                name(first_scope.min(second_scope))
            );
        }
        if let Some(scope) = pair.too_narrow.filter(|scope| *scope < least) {
            return format!(
                "what released and acquired is of {} scope, and the threads are in {apart}",
                name(scope)
            );
        }
        let one_is_atomic = match (pair.first.scope, pair.second.scope) {
            (None, None) => "",
            _ => " (only one of them is atomic)",
        };
        let missing = match least {
            Scope::Block if a.warp() == b.warp() => {
                "no __syncwarp is between them, and the lanes of a warp don't run in lockstep"
            }
            Scope::Block => "no barrier of the block is between them",
            Scope::Cluster => {
                "no barrier of the cluster is between them, nor a release and an acquire of its scope"
            }
            _ => {
                "no release and acquire of device scope is between them, and a barrier orders only the threads of its block"
            }
        };
        format!("{missing}{one_is_atomic}")
    }
}

fn name(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "block",
        Scope::Cluster => "cluster",
        Scope::Device => "device",
        Scope::System => "system",
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (&self.first, &self.second);
        let kind = match (first.writes, second.writes) {
            (true, true) => "two writes",
            (true, false) => "a write and a read",
            (false, _) => "a read and a write",
        };
        write!(f, "race of {kind}, of {}: {}", self.memory, self.reason)?;
        if self.same_value {
            f.write_str("; the same value is written")?;
        }
        if self.allowed {
            write!(f, ", which is allowed in {}", self.first.kernel)?;
        }
        if self.count > 1 {
            write!(f, "; at {} places", self.count)?;
        }
        write!(f, "\n  first  {first}\n  second {second}")
    }
}

impl fmt::Display for RaceAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.instruction)?;
        if self.kernel.is_empty() {
            return write!(f, ", on {}", self.place);
        }
        if self.by_copy {
            f.write_str(", asynchronously")?;
        }
        write!(f, " in kernel {}", self.kernel)?;
        if !self.function.is_empty() {
            write!(f, ", function {}", self.function)?;
        }
        write!(f, ", PTX line {}", self.line)?;
        if let Some((file, line)) = &self.source {
            write!(f, " ({file}:{line})")?;
        }
        let ([x, y, z], [tx, ty, tz]) = (self.block, self.thread);
        write!(f, ", block ({x}, {y}, {z}), thread ({tx}, {ty}, {tz}), launch {}", self.launch)?;
        match self.place.launch {
            0 => Ok(()),
            launcher => write!(f, " by launch {launcher}"),
        }
    }
}
