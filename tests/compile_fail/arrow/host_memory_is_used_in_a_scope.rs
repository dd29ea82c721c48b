//! Host memory can't be read while a copy to it runs.
use cuda_arrow::Buffer;
use cuda_driver::Stream;

fn early(stream: &Stream, buffer: &Buffer) {
    let mut host = [0; 100];
    stream
        .scope(|scope| {
            scope.download(buffer.as_slice(), &mut host)?;
            println!("{}", host[0]);
            Ok(())
        })
        .unwrap();
}

fn main() {}
