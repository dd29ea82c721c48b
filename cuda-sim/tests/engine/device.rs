//! A device for tests of the engine alone: host memory, and programs from the test data.

use cuda_sim_engine::{
    Checks, Child, Counters, DeviceMemory, DeviceModel, Exploration, Fault, Image, Item, Launch,
    Limits, Output, Program, Races, Range, Texture, WorkPlace, explore, run,
};
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// Memory that kernels may access, and nothing else.
#[derive(Default)]
pub struct HostMemory {
    live: Mutex<BTreeMap<u64, (u64, Vec<u128>)>>,
    images: Mutex<BTreeMap<u64, Arc<Texture>>>,
    protected: Mutex<BTreeSet<u64>>,
}

impl HostMemory {
    pub fn allocate(&self, size: u64) -> u64 {
        // With a page of distance on both sides, so that accesses outside are detected.
        let words = vec![0u128; size.div_ceil(16) as usize + 512];
        let address = words.as_ptr() as u64 + 4096;
        self.live.lock().unwrap().insert(address, (size, words));
        address
    }

    /// Adds a texture or a surface, and returns its handle.
    pub fn add_image(&self, image: Texture) -> u64 {
        let mut images = self.images.lock().unwrap();
        let handle = images.len() as u64 + 1;
        images.insert(handle, Arc::new(image));
        handle
    }

    /// Makes an allocation read-only.
    pub fn protect(&self, address: u64) {
        self.protected.lock().unwrap().insert(address);
    }

    pub fn free(&self, address: u64) -> bool {
        self.live.lock().unwrap().remove(&address).is_some()
    }
}

// SAFETY: a range is a live vector's, and while a kernel runs, only the kernel frees one.
unsafe impl DeviceMemory for HostMemory {
    fn find(&self, address: u64) -> Option<Range> {
        let live = self.live.lock().unwrap();
        let (&start, (size, _)) = live.range(..=address).next_back()?;
        (address < start + size).then_some(Range {
            start,
            end: start + size,
            writable: !self.protected.lock().unwrap().contains(&start),
        })
    }

    fn image(&self, handle: u64) -> Option<Arc<Texture>> {
        self.images.lock().unwrap().get(&handle).cloned()
    }

    fn describe(&self, address: u64) -> String {
        let live = self.live.lock().unwrap();
        let nearest = live.iter().min_by_key(|(start, (size, _))| {
            address.abs_diff(**start).min(address.abs_diff(**start + size))
        });
        match nearest {
            Some((start, (size, _))) if address >= start + size => {
                format!("{} bytes past an allocation of {size} bytes", address - start - size)
            }
            Some((start, (size, _))) => {
                format!("{} bytes before an allocation of {size} bytes", start.abs_diff(address))
            }
            None => "nothing is allocated".into(),
        }
    }

    fn generation(&self) -> u64 {
        0
    }

    fn heap_allocate(&self, size: u64) -> Option<u64> {
        Some(self.allocate(size.max(1)))
    }

    fn heap_free(&self, address: u64) -> bool {
        self.free(address)
    }
}

/// Records what kernels print.
#[derive(Default)]
struct PrintRecorder(Mutex<Vec<u8>>, Mutex<Vec<u8>>, Mutex<Vec<String>>);

impl Output for PrintRecorder {
    fn print(&self, text: &[u8]) {
        self.0.lock().unwrap().extend_from_slice(text);
    }

    fn complain(&self, text: &[u8]) {
        self.1.lock().unwrap().extend_from_slice(text);
    }

    fn takes_long(&self, launch: &Launch<'_>) {
        self.2.lock().unwrap().push(launch.kernel.name.clone());
    }
}

/// Elements in device memory.
pub struct Buffer<T> {
    pub address: u64,
    pub len: usize,
    element: PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    pub fn read(&self) -> Vec<T> {
        // SAFETY: the buffer was allocated with this many elements, all of which a kernel has written.
        unsafe { std::slice::from_raw_parts(self.address as *const T, self.len) }.to_vec()
    }

    pub fn write(&self, elements: &[T]) {
        assert_eq!(elements.len(), self.len);
        // SAFETY: the buffer was allocated with this many elements, and no kernel runs while a test writes.
        unsafe {
            std::ptr::copy_nonoverlapping(elements.as_ptr(), self.address as *mut T, self.len)
        };
    }
}

/// A kernel's arguments, each naturally aligned.
#[derive(Default, Clone)]
pub struct Args(pub Vec<u8>);

impl Args {
    pub fn value<T: Copy>(mut self, value: T) -> Args {
        self.0.resize(self.0.len().next_multiple_of(align_of::<T>()), 0);
        // SAFETY: arguments are numbers, or structures of them without padding.
        let bytes =
            unsafe { std::slice::from_raw_parts((&raw const value).cast::<u8>(), size_of::<T>()) };
        self.0.extend_from_slice(bytes);
        self
    }

    pub fn buffer<T>(self, buffer: &Buffer<T>) -> Args {
        self.value(buffer.address)
    }
}

pub fn args() -> Args {
    Args::default()
}

/// A loaded program with its own memory.
pub struct Device {
    pub memory: HostMemory,
    /// The architecture that the program was compiled for; the device itself accepts all.
    pub arch: (u32, u32),
    image: Image,
    printed: PrintRecorder,
    pub limits: Limits,
    pub cooperative: bool,
    pub cluster: [u32; 3],
    pub dynamic_shared: u32,
    pub seed: Option<u64>,
    pub checks: Checks,
    /// The detector of races, if launches are checked.
    pub races: Option<Races>,
}

/// The variable of the process that tests the handlers for CPUs without AVX2.
pub const WITHOUT_AVX2: &str = "CUDA_TEST_CHILD";

/// The variable that checks all kernels for races, and prints those that are found.
const CHECKED: &str = "CUDA_TEST_RACES";

/// The variable with the number of a schedule that all kernels run in.
const SCHEDULE: &str = "CUDA_TEST_SCHEDULE";

/// The variable that counts all kernels.
const COUNTED: &str = "CUDA_TEST_COUNTERS";

/// Returns `true` in that process.
pub fn is_without_avx2() -> bool {
    std::env::var_os(WITHOUT_AVX2).is_some()
}

/// A device that accepts all test data.
pub fn model() -> DeviceModel {
    DeviceModel {
        compute_capability: (10, 0),
        ptx_version: (9, 9),
        avx2: !is_without_avx2(),
        ..DeviceModel::default()
    }
}

impl Device {
    pub fn load(ptx: &str) -> Device {
        Device::load_on(ptx, &model())
    }

    pub fn load_on(ptx: &str, model: &DeviceModel) -> Device {
        let program = Program::compile(ptx, model).unwrap_or_else(|error| panic!("{error}"));
        let memory = HostMemory::default();
        let program = Arc::new(program);
        let addresses: Vec<u64> =
            program.globals().iter().map(|global| memory.allocate(global.size.max(1))).collect();
        let image = Image::new(program, addresses);
        for (index, &address) in image.addresses().iter().enumerate() {
            let bytes = image.initial_contents(index);
            // SAFETY: the variable was just allocated with its size.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len())
            };
        }
        let schedule = std::env::var(SCHEDULE).ok().and_then(|number| number.parse().ok());
        Device {
            memory,
            arch: (0, 0),
            image,
            printed: PrintRecorder::default(),
            limits: Limits { stack: 1 << 16, fuel: Some(1 << 32), ..Limits::default() },
            cooperative: false,
            cluster: [1; 3],
            dynamic_shared: 0,
            seed: schedule,
            checks: Checks { races: true, schedules: schedule.is_some(), ..Checks::default() },
            races: std::env::var_os(CHECKED).map(|_| Races::default()),
        }
    }

    pub fn upload<T: Copy>(&self, elements: &[T]) -> Buffer<T> {
        let address = self.memory.allocate(size_of_val(elements) as u64);
        // SAFETY: the memory was just allocated with this size.
        unsafe {
            std::ptr::copy_nonoverlapping(elements.as_ptr(), address as *mut T, elements.len())
        };
        Buffer { address, len: elements.len(), element: PhantomData }
    }

    pub fn zeroed<T: Copy + Default>(&self, len: usize) -> Buffer<T> {
        self.upload(&vec![T::default(); len])
    }

    /// Returns the address of a variable of the program.
    pub fn global<T>(&self, name: &str) -> Buffer<T> {
        let globals = self.image.program().globals();
        let index =
            globals.iter().position(|global| global.name == name).expect("the variable is there");
        let len = globals[index].size as usize / size_of::<T>();
        Buffer { address: self.image.addresses()[index], len, element: PhantomData }
    }

    pub fn try_run(
        &self,
        kernel: &str,
        grid: impl Shape,
        block: impl Shape,
        args: Args,
    ) -> Result<(), Fault> {
        self.with_launch(kernel, (grid.shape(), block.shape()), &args, |launch| {
            run(launch, &self.memory, &self.printed)
        })
    }

    /// Runs a kernel of one thread as an item of work, and returns what it launches.
    pub fn run_as(&self, item: &Item<'_>, kernel: &str, args: &Args) -> Vec<Child> {
        let children = parking_lot::Mutex::default();
        self.with_launch(kernel, ([1; 3], [1; 3]), args, |launch| {
            let launch = Launch { races: Some(item), children: Some(&children), ..*launch };
            run(&launch, &self.memory, &self.printed).unwrap_or_else(|fault| panic!("{fault}"));
        });
        children.into_inner()
    }

    /// Runs a kernel in up to `most` schedules.
    pub fn explore(
        &self,
        kernel: &str,
        grid: impl Shape,
        block: impl Shape,
        args: Args,
        most: u32,
    ) -> Exploration {
        self.with_launch(kernel, (grid.shape(), block.shape()), &args, |launch| {
            let (result, explored) = explore(launch, &self.memory, &self.printed, most);
            result.unwrap_or_else(|fault| panic!("{fault}"));
            explored
        })
    }

    fn with_launch<R>(
        &self,
        kernel: &str,
        (grid, block): ([u32; 3], [u32; 3]),
        args: &Args,
        run: impl FnOnce(&Launch<'_>) -> R,
    ) -> R {
        let program = self.image.program().clone();
        let kernel =
            program.kernels().find(|other| other.name == kernel).expect("the kernel is there");
        let counters = std::env::var_os(COUNTED).map(|_| Counters::default());
        // After all launches before it.
        let item = self.races.as_ref().map(|races| {
            let before = races.everything();
            races.begin(&before, WorkPlace::default())
        });
        let launch = Launch {
            image: &self.image,
            kernel,
            grid,
            block,
            cluster: self.cluster,
            dynamic_shared: self.dynamic_shared,
            params: &args.0,
            cooperative: self.cooperative,
            limits: self.limits,
            schedule_seed: self.seed,
            planned_fault: None,
            checks: self.checks,
            races: item.as_ref(),
            counters: counters.as_ref(),
            children: None,
        };
        let result = run(&launch);
        if std::env::var_os(CHECKED).is_some()
            && let Some(races) = &self.races
        {
            for race in races.fresh() {
                eprintln!("RACE {race}");
            }
        }
        result
    }

    pub fn run(&self, kernel: &str, grid: impl Shape, block: impl Shape, args: Args) {
        self.try_run(kernel, grid, block, args).unwrap_or_else(|fault| panic!("{fault}"));
    }

    pub fn printed(&self) -> String {
        String::from_utf8_lossy(&self.printed.0.lock().unwrap()).into_owned()
    }

    /// Returns the kernels that were reported because they take long.
    pub fn long_ones(&self) -> Vec<String> {
        self.printed.2.lock().unwrap().clone()
    }

    /// Returns the messages of assertions.
    pub fn complaints(&self) -> String {
        String::from_utf8_lossy(&self.printed.1.lock().unwrap()).into_owned()
    }
}

/// A grid's or a block's shape.
pub trait Shape {
    fn shape(self) -> [u32; 3];
}
impl Shape for u32 {
    fn shape(self) -> [u32; 3] {
        [self, 1, 1]
    }
}
impl Shape for [u32; 3] {
    fn shape(self) -> [u32; 3] {
        self
    }
}
impl Shape for (u32, u32) {
    fn shape(self) -> [u32; 3] {
        [self.0, self.1, 1]
    }
}

/// Returns pseudo-random numbers.
pub fn numbers(count: usize, seed: u64) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let step = |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    (0..count).map(step).collect()
}

/// Returns numbers between `low` and `high`.
pub fn floats(count: usize, seed: u64, low: f32, high: f32) -> Vec<f32> {
    numbers(count, seed)
        .into_iter()
        .map(|n| low + (high - low) * (n as f32 / (1u32 << 31) as f32))
        .collect()
}

/// Asserts that every element is within `tolerance`, relative to its size.
pub fn assert_close(actual: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(actual.len(), expected.len());
    for (index, (a, w)) in actual.iter().zip(expected).enumerate() {
        assert!(
            (a - w).abs() <= tolerance * w.abs().max(1e-3),
            "element {index}: {a} instead of {w}"
        );
    }
}

/// Asserts that every element is the same, including the sign of zeros; all NaNs are equal.
pub fn assert_same<T: Copy + Into<f64>>(actual: &[T], expected: &[T]) {
    assert_eq!(actual.len(), expected.len());
    for (index, (&a, &w)) in actual.iter().zip(expected).enumerate() {
        let (a, w): (f64, f64) = (a.into(), w.into());
        assert!(
            a.to_bits() == w.to_bits() || a.is_nan() && w.is_nan(),
            "element {index}: {a} instead of {w}"
        );
    }
}
