//! The detector of races in random kernels, compared with the memory model of PTX as a graph of all operations of all threads.
//!
//! A kernel is a list of steps, in one order for all threads. A table in memory says who takes part in a step, and at which offset. Each
//! write has a value of its own, and each thread logs what it finds, so that it is known afterwards what read from what.

use crate::device::{Device, args, model};
use crate::shorter_random::Random;
use cuda_sim_engine::{Checks, DeviceModel, Races};
use std::collections::{BTreeMap, BTreeSet};

/// In the table: the thread doesn't take part.
const NONE: u32 = u32::MAX;
const LANES: usize = 32;
/// The number of the step after the last one.
const END: usize = 99;
/// Bytes of global memory, and of shared memory of each block.
const BYTES: u32 = 320;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    Cta,
    Cluster,
    Gpu,
    Sys,
}
const SCOPES: [Scope; 4] = [Scope::Cta, Scope::Cluster, Scope::Gpu, Scope::Sys];
const SCOPE_NAMES: [&str; 4] = ["cta", "cluster", "gpu", "sys"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    Exchange,
    Add,
    /// Stores if it finds 0.
    Swap,
    Reduce,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Global,
    Shared,
    /// Shared memory of a block of the cluster, whose rank is in the upper half of the offset.
    Cluster,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    kind: Kind,
    space: Space,
    size: u32,
    /// Its scope, if it is strong.
    scope: Option<Scope>,
    volatile: bool,
    acquires: bool,
    releases: bool,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Access(Access),
    Fence {
        scope: Scope,
        sem: &'static str,
    },
    /// Of whole warps; those with 1 in the table only arrive. All that take part are as many.
    Bar {
        id: u32,
        count: Option<usize>,
    },
    WarpSync(u32),
    ClusterArrive {
        releases: bool,
    },
    ClusterWait,
    /// Threads that take part in no step before the one of this number go there.
    Skip(usize),
}

#[derive(Clone, Debug)]
struct Step {
    id: usize,
    op: Op,
    /// Only those take part that found something other than 0 in this step.
    guard: Option<usize>,
    /// Others branch.
    branches: bool,
    at: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Kernel {
    blocks: usize,
    threads: usize,
    cluster: usize,
    cooperative: bool,
    steps: Vec<Step>,
    /// The number of steps that were made.
    made: usize,
}

/// What a thread writes in a step.
fn value(thread: usize, step: usize, size: u32) -> u64 {
    let mut value = (thread as u32).wrapping_mul(0x9e37_79b1).wrapping_add(seed_of(step));
    value ^= value >> 15;
    value = value.wrapping_mul(0x85eb_ca6b);
    value ^= value >> 13;
    u64::from(value) & (u64::MAX >> (64 - 8 * size))
}

fn seed_of(step: usize) -> u32 {
    (step as u32 + 1).wrapping_mul(0xc2b2_ae35)
}

impl Access {
    fn reads(self) -> bool {
        self.kind != Kind::Store
    }

    fn text(self, step: usize) -> String {
        let sem = match (self.acquires, self.releases) {
            _ if self.volatile => ".volatile",
            (true, true) => ".acq_rel",
            (true, false) => ".acquire",
            (false, true) => ".release",
            _ if self.scope.is_some() => ".relaxed",
            _ => "",
        };
        let scope = match self.scope {
            Some(scope) if !self.volatile => format!(".{}", SCOPE_NAMES[scope as usize]),
            _ => String::new(),
        };
        let (space, at) = match self.space {
            Space::Global => ("global", "%d1"),
            Space::Shared => ("shared", "%r3"),
            Space::Cluster => ("shared::cluster", "%r3"),
        };
        let (size, v, w) =
            (self.size * 8, format!("%v{step}"), if self.size == 8 { "%d2" } else { "%r2" });
        let to = if self.size == 8 { v.clone() } else { "%r4".into() };
        let access = format!("{sem}{scope}.{space}");
        match self.kind {
            Kind::Load => format!("ld{access}.u{size} {v}, [{at}];"),
            Kind::Store => format!("st{access}.u{size} [{at}], {w};"),
            Kind::Exchange => format!("atom{access}.exch.b{size} {to}, [{at}], {w};"),
            Kind::Add => format!("atom{access}.add.u{size} {to}, [{at}], {w};"),
            Kind::Swap => format!("atom{access}.cas.b{size} {to}, [{at}], 0, {w};"),
            Kind::Reduce => format!("red{access}.add.u{size} [{at}], {w};"),
        }
    }
}

impl Kernel {
    fn count(&self) -> usize {
        self.blocks * self.threads
    }

    fn warps(&self) -> usize {
        self.threads.div_ceil(LANES)
    }

    /// The block, the warp in it, and the lane of a thread.
    fn place(&self, thread: usize) -> (usize, usize, usize) {
        let (block, thread) = (thread / self.threads, thread % self.threads);
        (block, thread / LANES, thread % LANES)
    }

    /// Returns the PTX, and for each line the step whose access it is.
    fn ptx(&self) -> (String, BTreeMap<u32, usize>) {
        let mut lines: Vec<String> = ".version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 g, .param .u64 t, .param .u64 l) {
.reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %d<10>; .reg .b64 %v<99>; .shared .align 16 .b8 s[320];
ld.param.u64 %d0, [g]; ld.param.u64 %d8, [t]; ld.param.u64 %d9, [l];
mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r0, %r1, %r2, %r0; mov.u32 %r9, s;
mul.wide.u32 %d3, %r0, 4; add.u64 %d8, %d8, %d3; mul.wide.u32 %d3, %r0, 8; add.u64 %d9, %d9, %d3;"
            .lines()
            .map(str::to_owned)
            .collect();
        let mut sites = BTreeMap::new();
        for step in &self.steps {
            if matches!(step.op, Op::Access(_)) {
                lines.push(format!("mov.u64 %v{}, 0;", step.id));
            }
        }
        for step in &self.steps {
            let id = step.id;
            lines.push(format!("T{id}:"));
            lines.push(format!(
                "ld.global.u32 %r1, [%d8+{}]; setp.ne.s32 %p1, %r1, -1;",
                id * self.count() * 4
            ));
            if let Some(guard) = step.guard {
                lines.push(format!("setp.ne.and.s64 %p1, %v{guard}, 0, %p1;"));
            }
            let with = if step.branches { "" } else { "@%p1 " };
            let mut body = Vec::new();
            match step.op {
                Op::Access(access) => {
                    body.push(match access.space {
                        Space::Global => "cvt.u64.u32 %d1, %r1; add.u64 %d1, %d0, %d1;".to_owned(),
                        Space::Shared => "add.u32 %r3, %r9, %r1;".into(),
                        Space::Cluster => "shr.u32 %r3, %r1, 16; and.b32 %r1, %r1, 0xffff; mapa.shared::cluster.u32 %r3, %r9, %r3; add.u32 %r3, %r3, %r1;".into(),
                    });
                    body.push(format!("mad.lo.u32 %r2, %r0, 0x9e3779b1, {:#x}; shr.u32 %r5, %r2, 15; xor.b32 %r2, %r2, %r5; mul.lo.u32 %r2, %r2, 0x85ebca6b; shr.u32 %r5, %r2, 13; xor.b32 %r2, %r2, %r5; cvt.u64.u32 %d2, %r2;", seed_of(id)));
                    lines.append(&mut std::mem::take(&mut body));
                    body.push(access.text(id));
                    if access.reads() && access.kind != Kind::Reduce {
                        if access.kind != Kind::Load && access.size != 8 {
                            body.push(format!("cvt.u64.u32 %v{id}, %r4;"));
                        }
                        body.push(format!(
                            "st.global.u64 [%d9+{}], %v{id};",
                            id * self.count() * 8
                        ));
                    }
                }
                Op::Fence { scope, sem } => {
                    body.push(format!("fence.{sem}.{};", SCOPE_NAMES[scope as usize]))
                }
                Op::Bar { id, count } => {
                    let count = count.map_or(String::new(), |count| format!(", {count}"));
                    lines.push(
                        "setp.eq.and.s32 %p2, %r1, 0, %p1; setp.eq.and.s32 %p3, %r1, 1, %p1;"
                            .into(),
                    );
                    lines.push(format!("@%p2 bar.sync {id}{count};"));
                    if !count.is_empty() {
                        lines.push(format!("@%p3 bar.arrive {id}{count};"));
                    }
                }
                Op::WarpSync(mask) => body.push(format!("bar.warp.sync {mask:#x};")),
                Op::ClusterArrive { releases } => body.push(format!(
                    "barrier.cluster.arrive.{};",
                    if releases { "release" } else { "relaxed" }
                )),
                Op::ClusterWait => body.push("barrier.cluster.wait.acquire;".into()),
                Op::Skip(end) => lines.push(format!("@!%p1 bra T{end};")),
            }
            if step.branches && !body.is_empty() {
                lines.push(format!("@!%p1 bra L{id};"));
            }
            for (each, line) in body.iter().enumerate() {
                lines.push(format!("{with}{line}"));
                if each == 0 && matches!(step.op, Op::Access(_)) {
                    sites.insert(lines.len() as u32, id);
                }
            }
            if step.branches && !body.is_empty() {
                lines.push(format!("L{id}:"));
            }
        }
        lines.push(format!("T{END}:"));
        if self.cluster > 1 {
            lines.push("barrier.cluster.arrive; barrier.cluster.wait;".into());
        }
        lines.push("ret;\n}\n".into());
        (lines.join("\n"), sites)
    }

    /// Runs it, and returns what each thread found in each step, and the races.
    fn run(&self, ptx: &str, seed: Option<u64>) -> (Vec<u64>, Vec<cuda_sim_engine::Race>) {
        let sm_90 = DeviceModel { compute_capability: (9, 0), ..model() };
        let mut device = Device::load_on(ptx, &sm_90);
        device.cluster = [self.cluster as u32, 1, 1];
        device.cooperative = self.cooperative;
        device.seed = seed;
        device.limits.fuel = Some(1 << 22);
        device.races = Some(Races::default());
        device.checks = Checks { races: true, ..Checks::default() };
        let mut table = vec![NONE; self.made * self.count()];
        for step in &self.steps {
            table[step.id * self.count()..][..self.count()].copy_from_slice(&step.at);
        }
        let (memory, table) = (device.zeroed::<u8>(BYTES as usize), device.upload(&table));
        let log = device.zeroed::<u64>(self.made * self.count());
        let arguments = args().buffer(&memory).buffer(&table).buffer(&log);
        let result = device.try_run("k", self.blocks as u32, self.threads as u32, arguments);
        result.unwrap_or_else(|fault| panic!("{fault}\n{ptx}"));
        (log.read(), device.races.as_ref().unwrap().take())
    }
}

/// What one thread does in a step.
#[derive(Clone, Debug)]
struct Event {
    thread: usize,
    step: Step,
    access: Option<Access>,
    /// The memory, 0 or one more than the block whose shared memory it is, and the first byte.
    at: (usize, u32),
    found: u64,
    writes: bool,
    /// What it writes, if that is known.
    written: Option<u64>,
}

/// The graph of a run.
struct Model<'k> {
    kernel: &'k Kernel,
    events: Vec<Event>,
    /// By event, the writes that precede it in observation order.
    observed: Vec<BTreeSet<usize>>,
    /// By event, the reads that it precedes so.
    readers: Vec<Vec<usize>>,
    /// By event, or barrier, a bit for each that precedes it in base causality order.
    before: Vec<Vec<u64>>,
}

impl<'k> Model<'k> {
    /// As PTX has it, or with what `docs/checks.md` says counts as ordered besides.
    fn new(kernel: &'k Kernel, log: &[u64], lenient: bool) -> Model<'k> {
        let mut events = Vec::new();
        for thread in 0..kernel.count() {
            let found = |step: usize| log[step * kernel.count() + thread];
            for step in &kernel.steps {
                let at = step.at[thread];
                if at == NONE || step.guard.is_some_and(|guard| found(guard) == 0) {
                    continue;
                }
                let access = match step.op {
                    Op::Access(access) => Some(access),
                    _ => None,
                };
                let block = kernel.place(thread).0;
                let at = match access.map(|it| it.space) {
                    Some(Space::Shared) => (block + 1, at),
                    Some(Space::Cluster) => (
                        block / kernel.cluster * kernel.cluster + (at >> 16) as usize + 1,
                        at & 0xffff,
                    ),
                    _ => (0, at),
                };
                let found = found(step.id);
                let new = |it: Access| {
                    let value = value(thread, step.id, it.size);
                    match it.kind {
                        Kind::Load | Kind::Reduce => None,
                        Kind::Add => {
                            Some(found.wrapping_add(value) & (u64::MAX >> (64 - 8 * it.size)))
                        }
                        Kind::Swap => (found == 0).then_some(value),
                        Kind::Store | Kind::Exchange => Some(value),
                    }
                };
                let written = access.and_then(new);
                let writes = written.is_some() || access.is_some_and(|it| it.kind == Kind::Reduce);
                events.push(Event {
                    thread,
                    step: step.clone(),
                    access,
                    at,
                    found,
                    writes,
                    written,
                });
            }
        }
        let mut model = Model {
            kernel,
            observed: vec![BTreeSet::new(); events.len()],
            readers: vec![Vec::new(); events.len()],
            events,
            before: Vec::new(),
        };
        model.observe(lenient);
        model.order();
        model
    }

    fn covers(&self, scope: Scope, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|event| self.kernel.place(self.events[event].thread).0);
        match scope {
            Scope::Cta => a == b,
            Scope::Cluster => a / self.kernel.cluster == b / self.kernel.cluster,
            _ => true,
        }
    }

    fn scope(&self, event: usize) -> Option<Scope> {
        match self.events[event].step.op {
            Op::Fence { scope, .. } => Some(scope),
            _ => self.events[event].access?.scope,
        }
    }

    fn morally_strong(&self, a: usize, b: usize) -> bool {
        let scopes = self.scope(a).zip(self.scope(b));
        scopes.is_some_and(|(x, y)| self.covers(x.min(y), a, b))
    }

    fn observe(&mut self, lenient: bool) {
        let strong: Vec<usize> = (0..self.events.len())
            .filter(|it| self.events[*it].access.is_some_and(|it| it.scope.is_some()))
            .collect();
        // What a read is directly after: a write, and reductions since, whose order doesn't matter.
        let mut after = vec![Vec::new(); self.events.len()];
        for &read in &strong {
            let of = &self.events[read];
            let access = of.access.unwrap();
            if !access.reads() || access.kind == Kind::Reduce {
                continue;
            }
            let here = |it: &usize| self.events[*it].at == of.at && *it != read;
            let by_value = |value: u64| {
                strong
                    .iter()
                    .copied()
                    .find(|it| here(it) && self.events[*it].written == Some(value))
            };
            let reductions: Vec<usize> = strong
                .iter()
                .copied()
                .filter(|it| here(it) && self.events[*it].access.unwrap().kind == Kind::Reduce)
                .collect();
            assert!(reductions.len() <= 10, "{} reductions at an address", reductions.len());
            let kept = u64::MAX >> (64 - 8 * access.size);
            for some in 0..1u32 << reductions.len() {
                let some: Vec<usize> = (0..reductions.len())
                    .filter(|it| some >> it & 1 != 0)
                    .map(|it| reductions[it])
                    .collect();
                let sum = some.iter().fold(0u64, |sum, it| {
                    sum.wrapping_add(value(
                        self.events[*it].thread,
                        self.events[*it].step.id,
                        access.size,
                    ))
                });
                let first = of.found.wrapping_sub(sum) & kept;
                let writer = by_value(first);
                if writer.is_some() || first == 0 {
                    after[read] = some.into_iter().chain(writer).collect();
                    break;
                }
            }
        }
        for &read in strong.iter().filter(|_| lenient) {
            // What a strong access found isn't told apart from what was there before; a reduction counts as one that finds it.
            let others =
                strong.iter().copied().filter(|it| self.events[*it].at == self.events[read].at);
            let others = others.filter(|it| *it != read && self.events[*it].writes);
            let others: Vec<usize> = others.filter(|it| self.morally_strong(*it, read)).collect();
            others.iter().for_each(|write| self.readers[*write].push(read));
            let of = &self.events[read];
            if after[read].is_empty()
                && (of.found != 0 || of.access.is_some_and(|it| it.kind == Kind::Reduce))
            {
                after[read] = others;
            }
        }
        for &read in &strong {
            let (mut left, mut seen) = (vec![(read, read)], BTreeSet::new());
            while let Some((last, next)) = left.pop() {
                for &write in &after[next] {
                    // Where one isn't of a scope that has both, they race.
                    if (lenient || self.morally_strong(write, last)) && seen.insert(write) {
                        let is_atomic = self.events[write].access.unwrap().reads();
                        left.extend(is_atomic.then_some((write, write)));
                    }
                }
            }
            if lenient {
                // The lanes of a warp that access an address in one instruction count as one.
                let is_same = |a: usize, b: usize| {
                    let [a, b] = [a, b].map(|it| &self.events[it]);
                    a.step.id == b.step.id
                        && a.at == b.at
                        && self.kernel.place(a.thread).0 == self.kernel.place(b.thread).0
                        && self.kernel.place(a.thread).1 == self.kernel.place(b.thread).1
                };
                let more: Vec<usize> = strong
                    .iter()
                    .copied()
                    .filter(|it| {
                        self.events[*it].writes
                            && *it != read
                            && (is_same(*it, read) || seen.iter().any(|of| is_same(*of, *it)))
                    })
                    .collect();
                seen.extend(more);
            }
            seen.iter().for_each(|write| self.readers[*write].push(read));
            self.observed[read] = seen;
        }
    }

    /// Returns the operations that begin a release pattern whose write this is, or that end an acquire pattern whose read it is.
    fn patterns(&self, of: usize, acquires: bool) -> Vec<usize> {
        let own = &self.events[of];
        let does = |event: usize| {
            let it = &self.events[event];
            let is_other_side = if acquires { event > of } else { event < of };
            match (it.step.op, it.access) {
                _ if it.thread != own.thread => false,
                (Op::Fence { sem, .. }, _) => {
                    is_other_side
                        && (sem == "acq_rel"
                            || sem == "sc"
                            || sem == if acquires { "acquire" } else { "release" })
                }
                (_, Some(access)) => {
                    it.at == own.at
                        && (is_other_side || event == of)
                        && if acquires { access.acquires } else { access.releases && it.writes }
                }
                _ => false,
            }
        };
        (0..self.events.len()).filter(|it| does(*it)).collect()
    }

    fn order(&mut self) {
        let count = self.events.len();
        let mut direct = vec![Vec::new(); count];
        let mut barriers: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
        let mut round = BTreeMap::new();
        for event in 0..count {
            let it = &self.events[event];
            if event > 0 && self.events[event - 1].thread == it.thread {
                direct[event].push(event - 1);
            }
            let (block, warp, _) = self.kernel.place(it.thread);
            let cluster = block / self.kernel.cluster;
            let arrived = round.entry(it.thread).or_insert(0);
            let (key, arrives, waits) = match it.step.op {
                Op::Bar { .. } => ((it.step.id, block, 0), true, it.step.at[it.thread] == 0),
                Op::WarpSync(_) => ((it.step.id, block, warp), true, true),
                Op::ClusterArrive { releases } => {
                    *arrived = it.step.id;
                    ((it.step.id, cluster, 0), releases, false)
                }
                Op::ClusterWait => ((*arrived, cluster, 0), false, true),
                _ => continue,
            };
            let next = direct.len();
            let barrier = *barriers.entry(key).or_insert(next);
            if barrier == next {
                direct.push(Vec::new());
            }
            if arrives {
                direct[barrier].push(event);
            }
            if waits {
                direct[event].push(barrier);
            }
        }
        let mut known: BTreeMap<(usize, bool), Vec<usize>> = BTreeMap::new();
        for read in 0..count {
            if self.events[read].access.is_some_and(|it| it.kind == Kind::Reduce) {
                continue;
            }
            for &write in &self.observed[read] {
                let firsts = known
                    .entry((write, false))
                    .or_insert_with(|| self.patterns(write, false))
                    .clone();
                let lasts = known.entry((read, true)).or_insert_with(|| self.patterns(read, true));
                for last in lasts {
                    direct[*last]
                        .extend(firsts.iter().filter(|first| self.morally_strong(**first, *last)));
                }
            }
        }
        let mut before = vec![vec![0u64; direct.len().div_ceil(64)]; direct.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (event, direct) in direct.iter().enumerate() {
                let mut own = std::mem::take(&mut before[event]);
                for &of in direct.iter().filter(|of| **of != event) {
                    own[of / 64] |= 1 << (of % 64);
                    for (own, other) in own.iter_mut().zip(&before[of]) {
                        changed |= *other & !*own != 0;
                        *own |= other;
                    }
                }
                before[event] = own;
            }
        }
        self.before = before;
    }

    /// A thread's reads and its strong writes need room each.
    fn kept(&self, event: usize) -> (usize, bool) {
        (self.events[event].thread, self.events[event].writes)
    }

    fn is_before_in_base(&self, a: usize, b: usize) -> bool {
        self.before[b][a / 64] >> (a % 64) & 1 != 0
    }

    fn is_before(&self, a: usize, b: usize) -> bool {
        let mut all = std::iter::once(&a).chain(&self.readers[a]);
        all.any(|of| self.is_before_in_base(*of, b))
    }

    /// Returns `true` if only what a third thread's strong access found orders two accesses, which the detector may have no room for.
    fn may_be_reported(&self, a: usize, b: usize) -> bool {
        let [x, y] = [a, b].map(|it| &self.events[it]);
        let ends = |it: &Event| it.at.1 + it.access.map_or(0, |it| it.size);
        let is_here = |it: &Event| {
            it.at.0 == x.at.0 && it.at.1 < ends(x).max(ends(y)) && ends(it) > x.at.1.min(y.at.1)
        };
        let all = (0..self.events.len())
            .filter(|it| self.events[*it].access.is_some() && is_here(&self.events[*it]));
        let kept: BTreeSet<(usize, bool)> = all.map(|it| self.kept(it)).collect();
        let warp = |it: &Event| self.kernel.place(it.thread).1;
        // Nor is what one lane does to another in an instruction known before that.
        let is_of_lanes = |of: &Event| {
            self.events.iter().any(|it| {
                it.step.id == of.step.id
                    && it.thread != of.thread
                    && it.at == of.at
                    && warp(it) == warp(of)
            })
        };
        let is_known = is_of_lanes(x) && x.access.is_some_and(Access::reads)
            || is_of_lanes(y) && y.access.is_some_and(Access::reads);
        is_known || kept.len() > 2 && !self.is_before_in_base(a, b) && !self.is_before_in_base(b, a)
    }

    fn race(&self, a: usize, b: usize) -> bool {
        let [x, y] = [a, b].map(|it| &self.events[it]);
        x.thread != y.thread
            && (x.writes || y.writes)
            && !self.morally_strong(a, b)
            && !self.is_before(a, b)
            && !self.is_before(b, a)
    }

    /// Returns the accesses of each byte, by block and word for shared memory; those of which all bytes are accessed alike once.
    fn places(&self) -> BTreeSet<Vec<Vec<usize>>> {
        let mut bytes: BTreeMap<(bool, u32), BTreeMap<(usize, u32), Vec<usize>>> = BTreeMap::new();
        for (number, event) in self.events.iter().enumerate() {
            let (memory, first) = event.at;
            for byte in first..first + event.access.map_or(0, |it| it.size) {
                let key = if memory != 0 { (true, byte & !7) } else { (false, byte) };
                bytes.entry(key).or_default().entry((memory, byte)).or_default().push(number);
            }
        }
        bytes.into_values().map(|it| it.into_values().collect()).collect()
    }

    /// Returns the races at a place, and whether one of them is found for sure, if these are the accesses that a detector
    /// with room for two of them, besides the last weak write, has to tell apart.
    fn races(&self, place: &[usize]) -> (BTreeSet<(usize, usize)>, bool) {
        let pairs = place
            .iter()
            .enumerate()
            .flat_map(|(at, a)| place[at + 1..].iter().map(move |b| (*a, *b)));
        let races: BTreeSet<(usize, usize)> = pairs.filter(|(a, b)| self.race(*a, *b)).collect();
        let is_weak_write = |it: usize| self.events[it].writes && self.scope(it).is_none();
        let is_found = |later: usize, earlier: usize| {
            let is_racing =
                |it: usize| races.contains(&(it, later)) || races.contains(&(later, it));
            let others =
                place.iter().filter(|it| **it != later && !is_weak_write(**it) && !is_racing(**it));
            let others: BTreeSet<(usize, bool)> = others.map(|it| self.kept(*it)).collect();
            // What happened after it takes its place, even if that races with less.
            let is_replaced = || {
                let mut since = place
                    .iter()
                    .filter(|it| **it != later && !is_weak_write(**it) && !is_racing(**it));
                since.any(|it| self.is_before(earlier, *it))
            };
            is_weak_write(earlier) || others.len() <= 1 && !is_replaced()
        };
        let must = races.iter().any(|(a, b)| is_found(*a, *b) && is_found(*b, *a));
        (races, must)
    }
}

/// What a step does without its number; a guard is a step of the same list.
type Steps = Vec<(Op, Option<usize>, Vec<u32>)>;

/// Makes a kernel.
struct Maker {
    random: Random,
    kernel: Kernel,
    /// The number of the next barrier at which threads arrive without waiting.
    next_bar: u32,
    flags: Vec<(Space, u32, u32)>,
    data: Vec<(Space, u32)>,
    /// The usual size of data.
    size: u32,
}

/// How an access is strong.
type Strength = (Option<Scope>, bool, bool, bool);
const WEAK: Strength = (None, false, false, false);

impl Maker {
    fn kernel(seed: u64) -> Kernel {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let blocks = random.of(&[1, 1, 2, 2, 3, 4]);
        let most = 100 / blocks;
        let threads = random.of(&[1, 2, 3, 5, 8, 32, 33, 34, 40, 64, 66]).min(most);
        let cluster =
            if blocks % 2 == 0 && random.chance(50) { random.of(&[2, blocks]) } else { 1 };
        let cooperative = random.chance(50);
        let kernel = Kernel { blocks, threads, cluster, cooperative, steps: Vec::new(), made: 0 };
        let mut maker =
            Maker { random, kernel, next_bar: 8, flags: Vec::new(), data: Vec::new(), size: 4 };
        for _ in 0..2 {
            let (at, size) = maker.random.of(&[(0, 8), (8, 8), (32, 4), (36, 4), (48, 2)]);
            let space = maker.space();
            maker.flags.push((space, at, size));
        }
        for _ in 0..3 {
            let place = (maker.space(), maker.random.of(&[16, 64, 72, 128, 160, 192]));
            maker.data.push(place);
        }
        let mut all: Vec<Steps> = Vec::new();
        for _ in 0..1 + maker.random.below(4) {
            maker.size = maker.random.of(&[4, 4, 4, 1, 2, 8]);
            let next = match maker.random.below(8) {
                0..4 => maker.message(),
                4..7 => maker.barrier(),
                _ => vec![maker.any()],
            };
            let is_of_cluster =
                |steps: &Steps| steps.iter().any(|step| matches!(step.0, Op::ClusterWait));
            match all.last_mut() {
                Some(last)
                    if maker.random.chance(40)
                        && !(is_of_cluster(last) && is_of_cluster(&next)) =>
                {
                    let own = std::mem::take(last);
                    *last = maker.merged(own, next);
                }
                _ => all.push(next),
            }
        }
        for steps in all {
            let first = maker.kernel.made;
            for (op, guard, at) in steps {
                let (id, branches) = (maker.kernel.made, maker.random.chance(50));
                maker.kernel.made += 1;
                maker.kernel.steps.push(Step {
                    id,
                    op,
                    guard: guard.map(|it| it + first),
                    branches,
                    at,
                });
            }
        }
        if maker.random.chance(40) {
            maker.add_skip();
        }
        maker.kernel
    }

    /// Each list in its order.
    fn merged(&mut self, a: Steps, b: Steps) -> Steps {
        let (mut steps, mut left) =
            (Steps::new(), [a, b].map(|steps| steps.into_iter().enumerate().peekable()));
        let mut places: [Vec<usize>; 2] = Default::default();
        while left.iter_mut().any(|it| it.peek().is_some()) {
            let from = self.random.below(2);
            if let Some((_, (op, guard, at))) = left[from].next() {
                places[from].push(steps.len());
                steps.push((op, guard.map(|it| places[from][it]), at));
            }
        }
        steps
    }

    fn add_skip(&mut self) {
        let (steps, id) = (&self.kernel.steps, self.kernel.made);
        let first = self.random.below(steps.len());
        let last = (first + 1 + self.random.below(4)).min(steps.len());
        let stays = |thread: usize| steps[first..last].iter().any(|it| it.at[thread] != NONE);
        let at = (0..self.kernel.count()).map(|it| if stays(it) { 0 } else { NONE }).collect();
        let op = Op::Skip(steps.get(last).map_or(END, |it| it.id));
        self.kernel.made += 1;
        self.kernel.steps.insert(first, Step { id, op, guard: None, branches: false, at });
    }

    fn space(&mut self) -> Space {
        match self.random.below(4) {
            0 | 1 => Space::Global,
            2 if self.kernel.cluster > 1 => Space::Cluster,
            _ => Space::Shared,
        }
    }

    fn who(&mut self) -> Vec<bool> {
        let (how, block) = (self.random.below(7), self.random.below(self.kernel.blocks));
        let (warp, lane, part) = (
            self.random.below(self.kernel.warps()),
            self.random.below(LANES),
            self.random.below(2),
        );
        let one = self.random.below(self.kernel.count());
        let all = (0..self.kernel.count()).map(|thread| {
            let (of, own, at) = self.kernel.place(thread);
            match how {
                0 | 1 => thread == one,
                2 => (of, own) == (block, warp),
                3 => of == block && at <= lane,
                4 => at % 2 == part,
                5 => thread % self.kernel.threads == 0,
                _ => true,
            }
        });
        all.collect()
    }

    /// Returns the offsets of those who take part: of one address, of a row, or irregular ones.
    fn at(
        &mut self,
        who: &[bool],
        (space, base): (Space, u32),
        size: u32,
        shape: usize,
    ) -> Vec<u32> {
        let by = [1, 3, 7, 31][shape / 3 % 4];
        let all = who.iter().enumerate().map(|(thread, takes_part)| {
            let (block, _, lane) = self.kernel.place(thread);
            let lane = lane as u32;
            let offset = match shape % 3 {
                _ if base < 64 => base,
                0 => base,
                1 => base.min(BYTES - 32 * size) + lane * size,
                _ => base.min(BYTES - 32 * size) + lane * by % 8 * size,
            };
            let rank = match space {
                Space::Cluster => (shape / 2 + shape % 2 * block) % self.kernel.cluster,
                _ => 0,
            };
            if *takes_part { (rank as u32) << 16 | offset / size * size } else { NONE }
        });
        all.collect()
    }

    fn access(
        kind: Kind,
        space: Space,
        size: u32,
        (scope, volatile, acquires, releases): Strength,
    ) -> Op {
        Op::Access(Access { kind, space, size, scope, volatile, acquires, releases })
    }

    fn scope(&mut self) -> Scope {
        match self.random.chance(40) {
            true => Scope::Gpu,
            false => self.random.of(&SCOPES),
        }
    }

    fn fence(&mut self, who: &[bool]) -> (Op, Option<usize>, Vec<u32>) {
        let op =
            Op::Fence { scope: self.scope(), sem: self.random.of(&["acq_rel", "acq_rel", "sc"]) };
        (op, None, who.iter().map(|it| if *it { 0 } else { NONE }).collect())
    }

    /// An access of data; its size and whether it is strong are random.
    fn data(
        &mut self,
        who: &[bool],
        place: (Space, u32),
        shape: usize,
    ) -> (Op, Option<usize>, Vec<u32>) {
        let (mut size, mut strength) = (self.size, WEAK);
        if self.random.chance(15) {
            size = self.random.of(&[1, 2, 4, 8]);
        }
        let mut kind = self.random.of(&[Kind::Load, Kind::Store]);
        if self.random.chance(20) {
            size = if place.1 < 32 { 8 } else { 4 };
            strength = self.strength(false, false);
            let reduces = who.iter().filter(|it| **it).count() == 1 && self.random.chance(30);
            kind = if reduces {
                Kind::Reduce
            } else {
                self.random.of(&[Kind::Load, Kind::Store, Kind::Add, Kind::Exchange])
            };
            strength.1 &= matches!(kind, Kind::Load | Kind::Store);
        }
        (Self::access(kind, place.0, size, strength), None, self.at(who, place, size, shape))
    }

    fn strength(&mut self, acquires: bool, releases: bool) -> Strength {
        let volatile = !acquires && !releases && self.random.chance(20);
        (Some(if volatile { Scope::Sys } else { self.scope() }), volatile, acquires, releases)
    }

    fn any(&mut self) -> (Op, Option<usize>, Vec<u32>) {
        let (who, place, shape) = (self.who(), self.random.of(&self.data), self.random.below(12));
        self.data(&who, place, shape)
    }

    /// An access of a flag.
    fn flag(
        &mut self,
        who: &[bool],
        (space, at, size): (Space, u32, u32),
        shape: usize,
        writes: bool,
        orders: bool,
    ) -> (Op, Option<usize>, Vec<u32>) {
        let single = who.iter().filter(|it| **it).count() == 1;
        let kinds: &[Kind] = match (writes, size) {
            (true, 2) => &[Kind::Store],
            (false, 2) => &[Kind::Load],
            (true, _) if single => {
                &[Kind::Store, Kind::Store, Kind::Exchange, Kind::Add, Kind::Reduce, Kind::Swap]
            }
            (true, _) => &[Kind::Store, Kind::Exchange, Kind::Add, Kind::Swap],
            (false, _) => &[Kind::Load, Kind::Load, Kind::Add, Kind::Exchange, Kind::Swap],
        };
        let kind = self.random.of(kinds);
        let also =
            self.random.chance(50) && !matches!(kind, Kind::Store | Kind::Load | Kind::Reduce);
        let mut strength = self.strength(orders && (!writes || also), orders && (writes || also));
        if !matches!(kind, Kind::Load | Kind::Store) && strength.1 {
            strength.1 = false;
        }
        if self.random.chance(5) && matches!(kind, Kind::Load | Kind::Store) {
            strength = WEAK;
        }
        (Self::access(kind, space, size, strength), None, self.at(who, (space, at), size, shape))
    }

    /// Some write data and a flag; others read the flag, and if they find something, the data.
    fn message(&mut self) -> Steps {
        let (from, to, flag) = (self.who(), self.who(), self.random.of(&self.flags));
        let (mut steps, places) =
            (Steps::new(), [0; 2].map(|_| (self.random.of(&self.data), self.random.below(12))));
        let flag_shape = self.random.below(12);
        for (place, shape) in places {
            steps.push(self.data(&from, place, shape));
        }
        let mut sender = from.clone();
        if self.random.chance(40) {
            let (first, mut of) = (from.iter().position(|it| *it), 0..);
            steps.push((Op::WarpSync(u32::MAX), None, vec![0; self.kernel.count()]));
            sender.iter_mut().for_each(|it| *it = of.next() == first);
        }
        let how = self.random.below(6);
        if how < 2 {
            steps.push(self.fence(&sender));
        }
        steps.push(self.flag(&sender, flag, flag_shape, true, (2..5).contains(&how)));
        if how == 4 {
            steps.push(self.flag(&sender, flag, flag_shape, true, false));
        }
        let how = self.random.below(6);
        let seen = steps.len();
        steps.push(self.flag(&to, flag, flag_shape, false, how < 3));
        if how == 4 {
            steps.push(self.flag(&to, flag, flag_shape, false, true));
        }
        if how == 3 || how == 5 {
            steps.push(self.fence(&to));
        }
        for (place, shape) in places {
            let (op, _, at) = self.data(&to, place, shape);
            steps.push((op, Some(seen), at));
        }
        if self.random.chance(15) {
            let (op, at) = (
                Self::access(Kind::Store, flag.0, flag.2, WEAK),
                self.at(&to, (flag.0, flag.1), flag.2, flag_shape),
            );
            steps.push((op, Some(seen), at));
        }
        steps
    }

    /// Accesses before and after a barrier.
    fn barrier(&mut self) -> Steps {
        let place = self.random.of(&self.data);
        let (before, after, shapes) =
            (self.who(), self.who(), [0; 2].map(|_| self.random.below(12)));
        let mut steps = vec![self.data(&before, place, shapes[0])];
        let count = self.kernel.count();
        let warps = self.random.below(1 << self.kernel.warps());
        let of_warps = |it: usize, kernel: &Kernel| warps >> kernel.place(it).1 & 1 != 0;
        match self.random.below(5) {
            0 => steps.push((Op::Bar { id: 0, count: None }, None, vec![0; count])),
            1 if warps != 0 => {
                let threads = LANES * warps.count_ones() as usize;
                let at = (0..count)
                    .map(|it| if of_warps(it, &self.kernel) { 0 } else { NONE })
                    .collect();
                steps.push((Op::Bar { id: warps as u32, count: Some(threads) }, None, at));
            }
            2 if warps != 0 && self.next_bar < 16 => {
                let at = (0..count).map(|it| u32::from(!of_warps(it, &self.kernel))).collect();
                let threads = LANES * self.kernel.warps();
                steps.push((Op::Bar { id: self.next_bar, count: Some(threads) }, None, at));
                self.next_bar += 1;
            }
            3 if self.kernel.cluster > 1 => {
                steps.push((
                    Op::ClusterArrive { releases: self.random.chance(80) },
                    None,
                    vec![0; count],
                ));
                if self.random.chance(50) {
                    steps.push(self.any());
                }
                steps.push((Op::ClusterWait, None, vec![0; count]));
            }
            _ => {
                let mask = self.random.of(&[u32::MAX, 0xffff, 0x5555_5555, 0xff, 0xaaaa_aaaa, 3]);
                let at = (0..count)
                    .map(|it| if mask >> self.kernel.place(it).2 & 1 != 0 { 0 } else { NONE })
                    .collect();
                steps.push((Op::WarpSync(mask), None, at));
            }
        }
        let shape = self.random.of(&shapes);
        steps.push(self.data(&after, place, shape));
        steps
    }
}

/// What a comparison counted.
#[derive(Debug, Default)]
struct Counts {
    races: usize,
    found: usize,
    /// Places with races that needn't be found.
    missable: usize,
    /// Reports of pairs that only observation orders.
    only_observed: usize,
    /// Kernels without a race, in which something was observed.
    clean: usize,
}

/// Compares the detector with the model; returns how they differ.
fn check(kernel: &Kernel, counts: &mut Counts) -> Option<String> {
    let (ptx, sites) = kernel.ptx();
    for seed in [None, Some(1), Some(2)] {
        let (log, found) = kernel.run(&ptx, seed);
        let strict = Model::new(kernel, &log, false);
        let (mut reported, mut tolerated) = (BTreeSet::new(), BTreeSet::new());
        for race in &found {
            let sides = [&race.first, &race.second].map(|of| {
                let thread = of.block[0] as usize * kernel.threads + of.thread[0] as usize;
                let step = sites.get(&of.line);
                strict.events.iter().position(|it| it.thread == thread && Some(&it.step.id) == step)
            });
            let [Some(a), Some(b)] = sides else {
                return Some(format!("schedule {seed:?}: not of the kernel's steps: {race}"));
            };
            if !strict.race(a, b) && strict.may_be_reported(a, b) {
                counts.only_observed += 1;
                tolerated.insert((a.min(b), a.max(b)));
            } else if !strict.race(a, b) {
                return Some(format!("schedule {seed:?}: not a race: {race}"));
            }
            let steps = [a, b].map(|it| strict.events[it].step.id);
            reported.insert((steps[0].min(steps[1]), steps[0].max(steps[1])));
        }
        let lenient = Model::new(kernel, &log, true);
        let mut any = false;
        // The first race at an offset is the only one: blocks run in the same shared memory, one after the other.
        for blocks in lenient.places() {
            let (races, must): (Vec<_>, Vec<bool>) =
                blocks.iter().map(|place| lenient.races(place)).unzip();
            let steps = |(a, b): (usize, usize)| {
                let [a, b] = [a, b].map(|it| lenient.events[it].step.id);
                (a.min(b), a.max(b))
            };
            let races: Vec<(usize, usize)> = races.into_iter().flatten().collect();
            let is_one = |races: &[(usize, usize)]| {
                races.iter().any(|pair| reported.contains(&steps(*pair)))
            };
            let is_reported = is_one(&races)
                || blocks.iter().any(|place| is_one(&Vec::from_iter(strict.races(place).0)));
            // No other race is reported at a place.
            let is_taken = |(a, b): &(usize, usize)| {
                blocks.iter().any(|place| place.contains(a) && place.contains(b))
            };
            let must = must.into_iter().any(|it| it) && !tolerated.iter().any(is_taken);
            any |= !races.is_empty();
            counts.races += usize::from(!races.is_empty());
            counts.found += usize::from(is_reported);
            counts.missable += usize::from(!races.is_empty() && !must);
            if must && !is_reported {
                let all = races.iter().map(|pair| {
                    (
                        steps(*pair),
                        [pair.0, pair.1].map(|it| kernel.named(lenient.events[it].thread)),
                    )
                });
                return Some(format!(
                    "schedule {seed:?}: missed, of {reported:?}: {:?}",
                    all.collect::<Vec<_>>()
                ));
            }
        }
        counts.clean += usize::from(!any && strict.observed.iter().any(|it| !it.is_empty()));
    }
    None
}

/// Removes a step, and what needs it.
fn remove(kernel: &mut Kernel, at: usize) {
    let step = kernel.steps.remove(at);
    let next = kernel.steps.get(at).map_or(END, |it| it.id);
    for other in &mut kernel.steps {
        if let Op::Skip(end) = &mut other.op
            && *end == step.id
        {
            *end = next;
        }
    }
    let of_cluster = |it: &Step| matches!(it.op, Op::ClusterWait | Op::ClusterArrive { .. });
    let needs = |it: &Step| it.guard == Some(step.id) || of_cluster(&step) && of_cluster(it);
    while let Some(other) = kernel.steps.iter().position(needs) {
        remove(kernel, other);
    }
}

/// Makes a kernel for which the two differ smaller.
fn smallest(mut kernel: Kernel) -> Kernel {
    let fails = |kernel: &Kernel| check(kernel, &mut Counts::default()).is_some();
    let mut at = 0;
    while at < kernel.steps.len() {
        let mut smaller = kernel.clone();
        remove(&mut smaller, at);
        if fails(&smaller) {
            (kernel, at) = (smaller, 0);
        } else {
            at += 1;
        }
    }
    for at in (0..kernel.steps.len())
        .filter(|at| matches!(kernel.steps[*at].op, Op::Access(_) | Op::Fence { .. }))
        .collect::<Vec<_>>()
    {
        for thread in 0..kernel.count() {
            let mut smaller = kernel.clone();
            if std::mem::replace(&mut smaller.steps[at].at[thread], NONE) != NONE && fails(&smaller)
            {
                kernel = smaller;
            }
        }
    }
    kernel
}

impl std::fmt::Display for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Kernel { blocks, threads, cluster, cooperative, .. } = self;
        writeln!(
            f,
            "{blocks} blocks of {threads} threads, clusters of {cluster}, cooperative: {cooperative}"
        )?;
        for step in &self.steps {
            let text = match step.op {
                Op::Access(access) => access.text(step.id),
                op => format!("{op:?}"),
            };
            write!(f, "  {}: {text}{}", step.id, if step.branches { " (branch)" } else { "" })?;
            if let Some(guard) = step.guard {
                write!(f, " if {guard} found something")?;
            }
            let who = step.at.iter().enumerate().filter(|it| *it.1 != NONE);
            let who = who.map(|(thread, at)| format!("{}: {at:#x}", self.named(thread)));
            writeln!(f, " by {:?}", who.take(12).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

impl Kernel {
    fn named(&self, thread: usize) -> String {
        let (block, warp, lane) = self.place(thread);
        format!("{block}.{warp}.{lane}")
    }
}

#[test]
fn the_detector_finds_the_races_of_random_kernels_that_the_memory_model_has() {
    let first = crate::options::number("seed", 1);
    let rounds = crate::options::number("rounds", 100);
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    for seed in first..first + rounds {
        let kernel = Maker::kernel(seed);
        if let Some(how) = check(&kernel, &mut counts) {
            let small = smallest(kernel);
            let how = check(&small, &mut Counts::default()).unwrap_or(how);
            failures.push(format!("seed {seed}: {how}\n{small}"));
            if failures.len() >= crate::options::number("most", 3) {
                break;
            }
        }
    }
    eprintln!("{counts:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
