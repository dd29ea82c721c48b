//! Queries on the device have the results that DataFusion's own operators have, and plans say what runs there.

use std::alloc::Layout;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_arrow::MemoryManager;
use cuda_datafusion::{DeviceTable, OnDevice};
use cuda_driver::memory::DeviceBuffer;
use cuda_driver::memory::resource::{DevicePool, MemoryResource};
use cuda_driver::{Error, Stream};
use datafusion::arrow::array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int32Array, Int64Array,
    RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::datasource::MemTable;
use datafusion::execution::{SendableRecordBatchStream, SessionStateBuilder, TaskContext};
use datafusion::physical_plan::execution_plan::replace_children_if_necessary;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::physical_plan::{collect, displayable, execute_stream};
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use futures::future::{FutureExt, try_join_all};

fn manager() -> MemoryManager {
    MemoryManager::of_device(cuda_sim::gpu_or_software().unwrap().device(0).unwrap()).unwrap()
}

/// A session without the device and one with it, of the same tables.
fn sessions(manager: &MemoryManager) -> [SessionContext; 2] {
    let config = || SessionConfig::new().with_target_partitions(3).with_batch_size(7);
    let builder = || SessionStateBuilder::new_with_default_features().with_config(config());
    let rules = OnDevice::new(manager).among_rules();
    let states = [builder().build(), builder().with_physical_optimizer_rules(rules).build()];
    let sessions = states.map(SessionContext::new_with_state);
    for session in &sessions {
        for (name, batch) in [("a", first()), ("b", second())] {
            let parts = (0..3).map(|i| {
                let (from, to) = (batch.num_rows() * i / 3, batch.num_rows() * (i + 1) / 3);
                vec![batch.slice(from, to - from)]
            });
            let table = MemTable::try_new(batch.schema(), parts.collect()).unwrap();
            session.register_table(name, Arc::new(table)).unwrap();
        }
    }
    sessions
}

fn first() -> RecordBatch {
    let n = 100;
    let some = |i: i64, every: i64| (i % every != 0).then_some(i);
    let all = || 0..n;
    let floats = [0.5, -0.0, 0.0, f64::NAN, 7.25, -3.5, f64::INFINITY];
    let texts = ["", "one", "zwölf", "three", "a%b"];
    RecordBatch::try_from_iter([
        ("k", Arc::new(Int64Array::from_iter(all().map(|i| some(i * 7 % 11, 5)))) as ArrayRef),
        (
            "x",
            Arc::new(Float64Array::from_iter(
                all().map(|i| some(i, 9).map(|i| floats[i as usize % 7])),
            )),
        ),
        ("y", Arc::new(Float64Array::from_iter_values(all().map(|i| (i * 37 % 101) as f64 / 4.0)))),
        (
            "t",
            Arc::new(StringArray::from_iter(
                all().map(|i| some(i, 6).map(|i| texts[i as usize % 5])),
            )),
        ),
        (
            "v",
            Arc::new(StringViewArray::from_iter_values(
                all().map(|i| format!("a long text of {}", i % 4)),
            )),
        ),
        ("d", Arc::new(Date32Array::from_iter_values(all().map(|i| 8000 + i as i32 * 13)))),
        ("b", Arc::new(BooleanArray::from_iter(all().map(|i| some(i, 7).map(|i| i % 2 == 0))))),
        (
            "c",
            Arc::new(
                Decimal128Array::from_iter_values(all().map(|i| i128::from(i) * 101 - 900))
                    .with_precision_and_scale(15, 2)
                    .unwrap(),
            ),
        ),
    ])
    .unwrap()
}

fn second() -> RecordBatch {
    let all = || 0..20i64;
    RecordBatch::try_from_iter([
        (
            "k",
            Arc::new(Int64Array::from_iter(all().map(|i| (i % 6 != 1).then_some(i * 3 % 14))))
                as ArrayRef,
        ),
        ("i", Arc::new(Int32Array::from_iter_values(all().map(|i| i as i32 - 5)))),
        (
            "t",
            Arc::new(StringArray::from_iter_values(
                all().map(|i| ["one", "three", "x"][i as usize % 3]),
            )),
        ),
    ])
    .unwrap()
}

fn text(batches: &[RecordBatch]) -> String {
    pretty_format_batches(batches).unwrap().to_string()
}

#[tokio::test]
async fn results_are_those_of_the_host() {
    let [host, device] = sessions(&manager());
    let mut wrong = Vec::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/queries.txt");
    let queries = std::fs::read_to_string(file).unwrap();
    let lines = queries.lines().filter_map(|line| line.split_once(": "));
    for (nodes, query) in lines.filter(|line| !line.0.starts_with('#')) {
        let run = async |session: &SessionContext| {
            let plan = session.sql(query).await.unwrap().create_physical_plan().await.unwrap();
            let shown = displayable(plan.as_ref()).indent(false).to_string();
            (collect(plan, session.task_ctx()).await.map(|batches| text(&batches)), shown)
        };
        let (expected, _) = run(&host).await;
        let (found, plan) = run(&device).await;
        let node =
            |line: &str| Some(line.trim().strip_prefix("Device")?.split_once("Exec")?.0.to_owned());
        let on_device = plan.lines().filter_map(node).collect::<Vec<_>>().join(" ");
        let is_same = match (&found, &expected) {
            (Ok(found), Ok(expected)) => found == expected,
            (found, expected) => found.is_err() && expected.is_err(),
        };
        if !is_same || on_device != nodes {
            let [found, expected] =
                [found, expected].map(|outcome| outcome.unwrap_or_else(|error| error.to_string()));
            wrong.push(format!(
                "{query}\n{on_device}\n{plan}\nfound\n{found}\nexpected\n{expected}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A table in device memory of numbers and texts.
fn device_table(manager: &MemoryManager) -> DeviceTable {
    use cuda_arrow::arrow_array as device;
    let host = device::RecordBatch::try_from_iter([
        ("n", Arc::new(device::Int64Array::from(vec![3, 1, 2, 1])) as device::ArrayRef),
        ("t", Arc::new(device::StringArray::from(vec![Some("c"), Some("a"), None, Some("b")]))),
    ]);
    DeviceTable::new(&manager.upload(&host.unwrap()).unwrap()).unwrap()
}

#[tokio::test]
async fn a_table_in_device_memory_is_read_there_and_by_the_host() {
    let manager = manager();
    let [host, device] = sessions(&manager);
    for session in [&host, &device] {
        session.register_table("g", Arc::new(device_table(&manager))).unwrap();
    }
    let query = "SELECT t, n FROM g WHERE n < 3 ORDER BY n, t";
    let expected = host.sql(query).await.unwrap().collect().await.unwrap();
    let found = device.sql(query).await.unwrap().collect().await.unwrap();
    assert_eq!(text(&found), text(&expected));
    assert_eq!(found[0].num_rows(), 3);
    let plan = device.sql(query).await.unwrap().create_physical_plan().await.unwrap();
    let shown = displayable(plan.as_ref()).indent(false).to_string();
    assert_eq!(shown.matches("Device").count(), shown.lines().count(), "{shown}");
    let error = device.sql("SELECT 1 / (n - 1) FROM g").await.unwrap().collect().await.unwrap_err();
    let error = error.to_string();
    assert!(error.contains("n@") && error.contains("division by zero"), "{error}");
}

/// Memory that has room for this many buffers more.
struct LimitedMemory(AtomicUsize);

impl MemoryResource for LimitedMemory {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let one_less = |bytes: usize| bytes.checked_sub(1);
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => DevicePool.allocate(stream, layout),
            Err(_) => stream.alloc(1 << 50),
        }
    }
}

#[test]
fn a_plan_that_fails_leaves_no_memory_and_runs_again() {
    let limited = Arc::new(LimitedMemory(AtomicUsize::new(usize::MAX)));
    let stream = manager().stream().clone();
    let manager = MemoryManager::with_resource(&stream, limited.clone());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(failing(&limited, &manager));
    // Work of a dropped stream may go on until here.
    drop(runtime);
    assert_eq!(manager.bytes_allocated(), 0);
}

async fn failing(limited: &LimitedMemory, manager: &MemoryManager) {
    let [host, device] = sessions(manager);
    let query = "SELECT a.t, sum(y) AS s, count(DISTINCT i) FROM a JOIN b ON a.k = b.k WHERE y > 1
        GROUP BY a.t ORDER BY s";
    let expected = text(&host.sql(query).await.unwrap().collect().await.unwrap());
    let plan = device.sql(query).await.unwrap().create_physical_plan().await.unwrap();
    let run = || collect(plan.clone(), device.task_ctx());
    for buffers in 0.. {
        limited.0.store(buffers, Ordering::Relaxed);
        match run().await {
            Ok(made) => {
                assert_eq!(text(&made), expected, "with {buffers} buffers");
                break;
            }
            Err(error) => assert!(error.to_string().contains("memory"), "{buffers}: {error}"),
        }
    }
    limited.0.store(usize::MAX, Ordering::Relaxed);
    // Streams that are dropped, of which one has begun.
    drop(execute_stream(plan.clone(), device.task_ctx()).unwrap());
    let mut begun = execute_stream(plan.clone(), device.task_ctx()).unwrap();
    assert!(begun.next().now_or_never().is_none());
    drop(begun);
    let several = (0..6).map(|_| tokio::spawn(run()));
    for made in try_join_all(several).await.unwrap() {
        assert_eq!(text(&made.unwrap()), expected);
    }
}

/// A source of a column of another type than it says.
#[derive(Debug)]
struct Liar(SchemaRef);

impl PartitionStream for Liar {
    fn schema(&self) -> &SchemaRef {
        &self.0
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let batch = second().project(&[1]).unwrap();
        let batches = futures::stream::iter([Ok(batch)]);
        Box::pin(RecordBatchStreamAdapter::new(self.0.clone(), batches))
    }
}

#[tokio::test]
async fn rows_of_other_types_than_their_plan_says_are_an_error() {
    let [_, device] = sessions(&manager());
    let liar = Arc::new(Liar(second().project(&[0]).unwrap().schema()));
    let table = StreamingTable::try_new(liar.0.clone(), vec![liar]).unwrap();
    device.register_table("l", Arc::new(table)).unwrap();
    let plan = device.sql("SELECT k + 1 FROM l").await.unwrap();
    let plan = plan.create_physical_plan().await.unwrap();
    assert_eq!(plan.name(), "DeviceProjectionExec");
    let error = collect(plan.clone(), device.task_ctx()).await.unwrap_err().to_string();
    assert!(error.contains("Int32"), "{error}");
    let other = device.table("b").await.unwrap().create_physical_plan().await.unwrap();
    let error = replace_children_if_necessary(plan, vec![other]).unwrap_err().to_string();
    assert!(error.contains("instead of [[Int64]]"), "{error}");
}

#[tokio::test]
async fn a_table_of_another_stream_is_joined() {
    let here = manager();
    let [host, device] = sessions(&here);
    for session in [&host, &device] {
        for (name, manager) in [("g", &manager()), ("h", &here)] {
            session.register_table(name, Arc::new(device_table(manager))).unwrap();
        }
    }
    let query =
        "SELECT g.t, h.t AS u, d FROM g JOIN h ON g.n = h.n JOIN a ON a.k = g.n ORDER BY 1, 2, 3";
    let expected = host.sql(query).await.unwrap().collect().await.unwrap();
    let found = device.sql(query).await.unwrap().collect().await.unwrap();
    assert_eq!(text(&found), text(&expected));
}
