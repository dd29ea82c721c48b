//! The detector of races on the Indigo suite, whose kernels aren't part of this repository: `CUDA_TEST_INDIGO` names the folder
//! `indigo` of HiRace's artifact (SC24). A kernel has a race if its name has a bug other than `boundsBug`.

use crate::device::{Device, args};
use cuda_sim_engine::{Outcome, Races};
use nvrtc::{Arch, Nvrtc};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The graphs of the artifact, and the shapes that kernels run with.
const GRAPHS: [&str; 3] = ["DAG_5n_5e.egr", "DAG_100n_200e.egr", "power_law_200n_1000e.egr"];
const SHAPES: [(u32, u32); 3] = [(2, 64), (1, 256), (200, 64)];

/// What host code in between calls.
const HOST: &str = "void qsort(void *, size_t, size_t, int (*)(const void *, const void *)) {}\n";

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A graph: where each node's neighbors begin, and the neighbors.
fn graph(file: &Path) -> (Vec<i32>, Vec<i32>) {
    let bytes = fs::read(file).unwrap();
    let mut words = bytes.chunks_exact(4).map(|word| i32::from_le_bytes(word.try_into().unwrap()));
    let (nodes, edges) = (words.next().unwrap(), words.next().unwrap());
    let index = words.by_ref().take(nodes as usize + 1).collect();
    (index, words.take(edges as usize).collect())
}

/// Numbers below `below`, the first one 0.
fn values(count: usize, below: usize, seed: u64) -> Vec<i32> {
    let mut numbers: Vec<i32> = crate::device::numbers(count, seed)
        .into_iter()
        .map(|number| (number as usize % below) as i32)
        .collect();
    numbers[0] = 0;
    numbers
}

#[test]
#[ignore = "needs the artifact, whose folder CUDA_TEST_INDIGO names, and takes a minute"]
fn races_of_the_indigo_suite_are_found() {
    let folder = PathBuf::from(std::env::var_os("CUDA_TEST_INDIGO").expect("CUDA_TEST_INDIGO"));
    let nvrtc = Nvrtc::load().unwrap();
    // By pattern: kernels, with a race, found, stopped by a fault before one, missed, and reported without one.
    let mut table: BTreeMap<String, [u32; 6]> = BTreeMap::new();
    for file in sources(&folder.join("indigo_sources")) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let kernel = "__global__ void test_kernel";
        let text = text
            .replace("#include \"indigo_cuda.h\"", "")
            .replace(kernel, &format!("extern \"C\" {kernel}"));
        let source = format!("{HOST}{text}");
        let program = nvrtc
            .program(format!("{name}.cu"), &source)
            .option("--device-as-default-execution-space")
            .option("--generate-line-info")
            .arch(Arch::compute(8, 0));
        let ptx = program.compile_ptx().unwrap_or_else(|error| panic!("{name}: {error}"));
        let has_race = name.replace("boundsBug", "").contains("Bug");
        let (mut reported, mut stopped) = (None, None);
        for (graph_file, (blocks, threads)) in
            GRAPHS.iter().flat_map(|graph| SHAPES.map(|shape| (graph, shape)))
        {
            let (index, list) = graph(&folder.join("input").join(graph_file));
            let (nodes, edges) = (index.len() - 1, list.len().max(1));
            let size = nodes.max(edges);
            let mut device = Device::load(ptx.as_str());
            device.races = Some(Races::default());
            device.limits.fuel = Some(1 << 24);
            let (index, list) = (device.upload(&index), device.upload(&list));
            let data = [nodes, edges].map(|below| device.upload(&values(size, below, 1)));
            let arguments = args()
                .buffer(&index)
                .buffer(&list)
                .buffer(&data[0])
                .buffer(&data[1])
                .value(nodes as i32);
            // A kernel out of bounds faults, and one with a race may not end.
            if let Err(fault) = device.try_run("test_kernel", blocks, threads, arguments) {
                stopped = Some(fault);
            }
            let races = device.races.as_ref().unwrap().take();
            reported = reported.or_else(|| races.first().map(ToString::to_string));
        }
        let pattern = file.parent().unwrap().file_name().unwrap();
        let row = table.entry(pattern.to_string_lossy().into_owned()).or_default();
        row[0] += 1;
        row[1] += u32::from(has_race);
        match (has_race, &reported) {
            (true, Some(_)) => row[2] += 1,
            (true, None) if stopped.is_some() => row[3] += 1,
            (true, None) => {
                row[4] += 1;
                eprintln!("missed: {name}");
            }
            (false, Some(race)) => {
                row[5] += 1;
                eprintln!("reported: {name}: {race}");
            }
            (false, None) => {}
        }
    }
    eprintln!("pattern: kernels, with a race, found, stopped by a fault, missed, others reported");
    for (pattern, row) in &table {
        eprintln!("{pattern}: {row:?}");
    }
    let total = table.values().fold([0; 6], |all, row| std::array::from_fn(|at| all[at] + row[at]));
    eprintln!("all: {total:?}");
    assert!(total[0] > 0 && total[4] == 0 && total[5] == 0, "{total:?}");
}

/// Returns the source of a kernel of ScoR, without its host code.
fn kernel_of(text: &str) -> String {
    let text = text.replace("#include <stdio.h>", "");
    let (before, rest) = text.split_once("void errCheck()").unwrap();
    let (_, rest) = rest.split_once("\n}\n").unwrap();
    let (kernel, _) = rest.split_once("int main").unwrap();
    format!("{before}{kernel}").replace("__global__ void", "extern \"C\" __global__ void")
}

#[test]
#[ignore = "needs the micro-benchmarks, whose folder CUDA_TEST_SCOR names"]
fn races_of_scor_are_found() {
    let folder = PathBuf::from(std::env::var_os("CUDA_TEST_SCOR").expect("CUDA_TEST_SCOR"));
    let nvrtc = Nvrtc::load().unwrap();
    // Kernels with a race, found in the usual order, found in any, and reported of those without one.
    let mut table = [[0; 5]; 2];
    for file in sources(&folder) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let number = |define: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("#define {define} ")));
            line.unwrap().split_whitespace().nth(2).unwrap().parse::<u32>().unwrap()
        };
        let (blocks, threads) = (number("NBLOCKS"), number("TPERBLK"));
        // As PTX has it, two `volatile` accesses don't race.
        let kernel = kernel_of(&text);
        let plain = kernel.replace("volatile unsigned", "unsigned");
        for (source, row) in [kernel, plain].iter().zip(&mut table) {
            let program = nvrtc.program(format!("{name}.cu"), source).arch(Arch::compute(8, 0));
            let ptx = program.compile_ptx().unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut device = Device::load(ptx.as_str());
            device.races = Some(Races::default());
            device.checks.schedules = true;
            let data = device.zeroed::<u32>(1024);
            let explored = device.explore("kmain", blocks, threads, args().buffer(&data), 1000);
            let usual = device.races.as_ref().unwrap().take();
            let mut others = explored.differences.iter();
            let is_found =
                !usual.is_empty() || others.any(|other| matches!(other.outcome, Outcome::Race(_)));
            let has_race = !name.starts_with("norace");
            row[0] += u32::from(has_race);
            row[1] += u32::from(has_race && !usual.is_empty());
            row[2] += u32::from(has_race && is_found);
            row[3] += u32::from(!has_race);
            row[4] += u32::from(!has_race && is_found);
            if has_race != is_found {
                eprintln!("{name}: {explored}; {usual:?}");
            }
        }
    }
    eprintln!("as written, and without volatile: {table:?}");
    assert_eq!(table[1][2], table[1][0]);
}
