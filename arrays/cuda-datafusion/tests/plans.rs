//! Queries on the device have the results that DataFusion's own operators have, and plans say what runs there.

use std::sync::Arc;

use cuda_arrow::MemoryManager;
use cuda_datafusion::{DeviceTable, OnDevice};
use datafusion::arrow::array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int32Array, Int64Array,
    RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::execution::SessionStateBuilder;
use datafusion::physical_plan::{collect, displayable};
use datafusion::prelude::{SessionConfig, SessionContext};

fn manager() -> MemoryManager {
    MemoryManager::of_device(cuda_sim::gpu_or_software().unwrap().device(0).unwrap()).unwrap()
}

/// A session without the device and one with it, of the same tables.
fn sessions() -> [SessionContext; 2] {
    let config = || SessionConfig::new().with_target_partitions(3).with_batch_size(7);
    let builder = || SessionStateBuilder::new_with_default_features().with_config(config());
    let rules = OnDevice::new(&manager()).among_rules();
    let states = [builder().build(), builder().with_physical_optimizer_rules(rules).build()];
    let sessions = states.map(SessionContext::new_with_state);
    for session in &sessions {
        for (name, batch) in [("a", first()), ("b", second())] {
            let parts = (0..3).map(|it| {
                let (from, to) = (batch.num_rows() * it / 3, batch.num_rows() * (it + 1) / 3);
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
    let some = |it: i64, every: i64| (it % every != 0).then_some(it);
    let all = || 0..n;
    let floats = [0.5, -0.0, 0.0, f64::NAN, 7.25, -3.5, f64::INFINITY];
    let texts = ["", "one", "zwölf", "three", "a%b"];
    RecordBatch::try_from_iter([
        ("k", Arc::new(Int64Array::from_iter(all().map(|it| some(it * 7 % 11, 5)))) as ArrayRef),
        (
            "x",
            Arc::new(Float64Array::from_iter(
                all().map(|it| some(it, 9).map(|it| floats[it as usize % 7])),
            )),
        ),
        (
            "y",
            Arc::new(Float64Array::from_iter_values(all().map(|it| (it * 37 % 101) as f64 / 4.0))),
        ),
        (
            "t",
            Arc::new(StringArray::from_iter(
                all().map(|it| some(it, 6).map(|it| texts[it as usize % 5])),
            )),
        ),
        (
            "v",
            Arc::new(StringViewArray::from_iter_values(
                all().map(|it| format!("a long text of {}", it % 4)),
            )),
        ),
        ("d", Arc::new(Date32Array::from_iter_values(all().map(|it| 8000 + it as i32 * 13)))),
        ("b", Arc::new(BooleanArray::from_iter(all().map(|it| some(it, 7).map(|it| it % 2 == 0))))),
        (
            "c",
            Arc::new(
                Decimal128Array::from_iter_values(all().map(|it| i128::from(it) * 101 - 900))
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
            Arc::new(Int64Array::from_iter(all().map(|it| (it % 6 != 1).then_some(it * 3 % 14))))
                as ArrayRef,
        ),
        ("i", Arc::new(Int32Array::from_iter_values(all().map(|it| it as i32 - 5)))),
        (
            "t",
            Arc::new(StringArray::from_iter_values(
                all().map(|it| ["one", "three", "x"][it as usize % 3]),
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
    let [host, device] = sessions();
    let mut wrong = Vec::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/queries.txt");
    let queries = std::fs::read_to_string(file).unwrap();
    let lines = queries.lines().filter_map(|it| it.split_once(": "));
    for (nodes, query) in lines.filter(|it| !it.0.starts_with('#')) {
        let run = async |session: &SessionContext| {
            let plan = session.sql(query).await.unwrap().create_physical_plan().await.unwrap();
            let shown = displayable(plan.as_ref()).indent(false).to_string();
            (collect(plan, session.task_ctx()).await.map(|it| text(&it)), shown)
        };
        let (expected, _) = run(&host).await;
        let (found, plan) = run(&device).await;
        let node =
            |it: &str| Some(it.trim().strip_prefix("Device")?.split_once("Exec")?.0.to_owned());
        let on_device = plan.lines().filter_map(node).collect::<Vec<_>>().join(" ");
        let is_same = match (&found, &expected) {
            (Ok(found), Ok(expected)) => found == expected,
            (found, expected) => found.is_err() && expected.is_err(),
        };
        if !is_same || on_device != nodes {
            let [found, expected] =
                [found, expected].map(|it| it.unwrap_or_else(|it| it.to_string()));
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
    let [host, device] = sessions();
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
