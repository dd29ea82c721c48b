//! Groups and joins files of pyarrow's on the device, writes the result back, and draws it.
//!
//! `weather [FOLDER]`: the temperatures of summer days in `readings.arrow`, of each city in `cities.arrow`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cuda_arrow::arrow_array::types::{Float32Type, Float64Type, Int64Type};
use cuda_arrow::arrow_array::{RecordBatch, TimestampSecondArray, cast::AsArray};
use cuda_arrow::{
    Aggregate, Comparison, DeviceFileReader, DeviceFileWriter, DeviceRecordBatch, Error, Function,
    JoinType, MemoryManager, SortKey,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("weather"));
    fs::create_dir_all(&folder)?;
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let manager = MemoryManager::of_device(device)?;
    let readings = read(&manager, "readings.arrow")?;
    let cities = read(&manager, "cities.arrow")?;

    // From June 1 to September 1, 2025. Timestamps of another unit would do, too.
    let time = readings.column("time")?;
    let begin = TimestampSecondArray::new_scalar(1_748_736_000);
    let end = TimestampSecondArray::new_scalar(1_756_684_800);
    let is_summer = time
        .compare(Comparison::GreaterEqual, &begin)?
        .and(&time.compare(Comparison::Less, &end)?)?;
    let aggregates = [
        Aggregate::of("celsius", Function::Mean),
        Aggregate::of("celsius", Function::Min),
        Aggregate::of("celsius", Function::Max),
        Aggregate::of("celsius", Function::Count),
    ];
    let summer = readings
        .filter(&is_summer)?
        .group_by(&["code"], &aggregates)?
        // Texts in a dictionary, and texts that aren't.
        .join(&cities, &[("code", "code")], JoinType::Inner)?
        .sort_by(&[SortKey::descending("celsius_mean")])?;

    let path = folder.join("summer.arrow");
    let mut writer = DeviceFileWriter::new(&manager, File::create(&path)?, summer.schema())?;
    writer.write(&summer)?;
    writer.finish()?;
    let host = summer.to_host()?;
    fs::write(folder.join("summer.svg"), picture(&host)?)?;
    println!(
        "{}: {} readings of {} cities: {}",
        device.name()?,
        readings.num_rows(),
        host.num_rows(),
        folder.display()
    );
    for row in rows(&host)? {
        println!(
            "{:10} {:5.1} °C ({:.1} to {:.1}), on {} days",
            row.city, row.mean, row.least, row.most, row.days
        );
    }
    Ok(())
}

/// Reads all batches of a file as one.
fn read(manager: &MemoryManager, name: &str) -> Result<DeviceRecordBatch, Error> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/weather");
    let file = File::open(path.join(name)).map_err(cuda_arrow::arrow_schema::ArrowError::from)?;
    let batches = DeviceFileReader::from_host(manager, file)?;
    DeviceRecordBatch::concat(&batches.collect::<Result<Vec<_>, _>>()?)
}

struct Row {
    city: String,
    mean: f64,
    least: f32,
    most: f32,
    days: i64,
}

fn rows(batch: &RecordBatch) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let column = |name: &str| batch.column_by_name(name).ok_or("a column is missing");
    let city = column("city")?.as_string::<i32>();
    let mean = column("celsius_mean")?.as_primitive::<Float64Type>();
    let least = column("celsius_min")?.as_primitive::<Float32Type>();
    let most = column("celsius_max")?.as_primitive::<Float32Type>();
    let days = column("celsius_count")?.as_primitive::<Int64Type>();
    let rows = (0..batch.num_rows()).map(|at| Row {
        city: city.value(at).to_owned(),
        mean: mean.value(at),
        least: least.value(at),
        most: most.value(at),
        days: days.value(at),
    });
    Ok(rows.collect())
}

/// A bar from the least to the greatest temperature of each city, with a mark at the mean.
fn picture(batch: &RecordBatch) -> Result<String, Box<dyn std::error::Error>> {
    let rows = rows(batch)?;
    let (left, step, scale) = (110.0, 34.0, 12.0);
    let x = |celsius: f64| left + scale * (celsius + 5.0);
    let height = 70.0 + step * rows.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"360\" y=\"24\" text-anchor=\"middle\" font-size=\"16\">Temperatures at noon, June to August 2025, in °C</text>\n"
    );
    for celsius in (0..=45).step_by(5) {
        let (x, bottom) = (x(f64::from(celsius)), height - 30.0);
        writeln!(
            svg,
            "<path d=\"M{x} 40V{bottom}\" stroke=\"#dddddd\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{celsius}</text>",
            height - 10.0
        )?;
    }
    for (at, row) in rows.iter().enumerate() {
        let y = 44.0 + step * at as f64;
        let (from, to, mean) = (x(row.least.into()), x(row.most.into()), x(row.mean));
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{from:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"22\" rx=\"4\" fill=\"#a0cbe8\"/>\
             <rect x=\"{:.1}\" y=\"{y}\" width=\"4\" height=\"22\" fill=\"#d6604d\"/>",
            left - 10.0,
            y + 16.0,
            row.city,
            to - from,
            mean - 2.0
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
