//! Host memory is read while a copy to it goes on.
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
