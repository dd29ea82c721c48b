use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use cuda_rust::measured::{Setup, rounded};
use serde::Serialize;

use crate::blocks::Blocks;
use crate::kernels::Speed;
use crate::memory::Memory;
use crate::programs::ProgramFigures;

/// A rule below the header, and none between the rows.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// The figures, and how they were measured.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    setup: Setup,
    cuda_sim: &'static str,
    kernels: Vec<KernelFigures>,
    programs_on_one_core: Vec<ProgramFigures>,
    programs_on_all_cores: Vec<ProgramFigures>,
    blocks: Vec<BlockFigures>,
    memory: Vec<MemoryFigures>,
}

#[derive(Serialize)]
struct KernelFigures {
    kernel: &'static str,
    ms: f64,
    core_ns_a_thread_instruction: f64,
    in_c: Vec<TwinFigures>,
}

#[derive(Serialize)]
struct TwinFigures {
    way: &'static str,
    ms: f64,
    device_is_times_as_fast: f64,
}

#[derive(Serialize)]
struct BlockFigures {
    blocks: u32,
    launch_us: f64,
    ns_a_block: f64,
}

#[derive(Serialize)]
struct MemoryFigures {
    kernel: &'static str,
    own_mib: f64,
    over_mib: Option<f64>,
}

impl Report {
    pub fn new(
        speed: Vec<Speed>,
        (programs_on_one_core, programs_on_all_cores): (Vec<ProgramFigures>, Vec<ProgramFigures>),
        blocks: Vec<Blocks>,
        memory: Vec<Memory>,
    ) -> Self {
        Self {
            setup: Setup::now(),
            cuda_sim: env!("CARGO_PKG_VERSION"),
            kernels: speed.iter().map(KernelFigures::of).collect(),
            programs_on_one_core,
            programs_on_all_cores,
            blocks: blocks.iter().map(BlockFigures::of).collect(),
            memory: memory.iter().map(MemoryFigures::of).collect(),
        }
    }

    fn kernel_rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for figures in &self.kernels {
            rows.push(vec![
                format!("{} on the software device", figures.kernel),
                format!("{:.2}", figures.ms),
                String::new(),
                format!("{:.3}", figures.core_ns_a_thread_instruction),
            ]);
            for twin in &figures.in_c {
                rows.push(vec![
                    format!("  C, one thread: {}", twin.way),
                    format!("{:.2}", twin.ms),
                    format!("× {:.2}", twin.device_is_times_as_fast),
                    String::new(),
                ]);
            }
        }
        rows
    }
}

impl KernelFigures {
    fn of(speed: &Speed) -> Self {
        Self {
            kernel: speed.kernel,
            ms: rounded(speed.nanoseconds / 1e6),
            core_ns_a_thread_instruction: rounded(speed.each_instruction),
            in_c: speed
                .twins
                .iter()
                .map(|twin| TwinFigures {
                    way: twin.name,
                    ms: rounded(twin.nanoseconds / 1e6),
                    device_is_times_as_fast: rounded(twin.faster),
                })
                .collect(),
        }
    }
}

impl BlockFigures {
    fn of(blocks: &Blocks) -> Self {
        Self {
            blocks: blocks.blocks,
            launch_us: rounded(blocks.launch / 1e3),
            ns_a_block: rounded(blocks.each()),
        }
    }
}

impl MemoryFigures {
    fn of(memory: &Memory) -> Self {
        let mebibytes = |bytes: u64| rounded(bytes as f64 / f64::from(1 << 20));
        Self {
            kernel: memory.kernel,
            own_mib: mebibytes(memory.own),
            over_mib: memory.over().map(mebibytes),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.setup)?;
        let header = ["", "ms", "device is faster", "core ns a thread instruction"];
        writeln!(f, "{}\n", table(&header, self.kernel_rows()))?;
        let tables = [
            (&self.programs_on_one_core, "on one core, ms of the processor"),
            (&self.programs_on_all_cores, "on all cores, ms"),
        ];
        for (programs, title) in tables {
            writeln!(f, "{}\n", program_table(programs, title))?;
        }
        let rows = self.blocks.iter().map(|figures| {
            vec![
                figures.blocks.to_string(),
                format!("{:.1}", figures.launch_us),
                format!("{:.1}", figures.ns_a_block),
            ]
        });
        writeln!(f, "{}\n", table(&["blocks of 256 threads", "µs a launch", "ns a block"], rows))?;
        let rows = self.memory.iter().map(|figures| {
            vec![
                figures.kernel.to_owned(),
                format!("{:.1}", figures.own_mib),
                figures.over_mib.map_or_else(|| "–".to_owned(), |over| format!("{over:.1}")),
            ]
        });
        write!(f, "{}", table(&["memory, MiB", "the program's own", "in addition"], rows))
    }
}

fn program_table(programs: &[ProgramFigures], title: &str) -> Table {
    let rows = programs.iter().map(|figures| {
        vec![
            figures.program.clone(),
            figures.threads.to_string(),
            format!("{:.2}", figures.ms),
            format!("{:.2}", figures.c_ms),
            format!("{:.2}", figures.fair_c_ms),
            format!("× {:.2}", figures.over_c),
            format!("× {:.2}", figures.over_fair_c),
            figures.fair_does.clone(),
        ]
    });
    let header = [
        title,
        "threads",
        "device",
        "C",
        "fair C",
        "over C",
        "over fair C",
        "which does, as the kernel",
    ];
    let mut programs = table(&header, rows);
    if let Some(words) = programs.column_mut(header.len() - 1) {
        words.set_cell_alignment(CellAlignment::Left);
    }
    programs
}

fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
