//! An image that Vulkan writes, CUDA inverts, and Vulkan reads back, ordered by a timeline semaphore.

mod vulkan;

use std::error::Error;
use std::process::ExitCode;

use cuda_driver::{
    Context, Driver, Launch, Stream,
    array::{ArrayDescriptor, ArrayFlags},
    external::{
        ExternalMemoryFlags, ExternalMemoryHandle, ExternalSemaphoreHandle, SemaphoreSignals,
        SemaphoreWaits,
    },
    texture::Surface,
};

use vulkan::Vulkan;

/// The extent of the image.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 480;

/// The values of the semaphore, in the order of the program.
const WRITTEN: u64 = 1;
const INVERTED: u64 = 2;

/// Inverts the colors of an image of four bytes for each texel.
const INVERT: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry invert(.param .u64 image, .param .u32 width, .param .u32 height)
{
    .reg .pred %outside<2>;
    .reg .b32 %r<12>;
    .reg .b64 %image;
    ld.param.u64 %image, [image];
    ld.param.u32 %r0, [width];
    ld.param.u32 %r1, [height];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mov.u32 %r2, %ctaid.y;
    mov.u32 %r3, %ntid.y;
    mov.u32 %r4, %tid.y;
    mad.lo.u32 %r6, %r2, %r3, %r4;
    setp.ge.u32 %outside0, %r5, %r0;
    setp.ge.u32 %outside1, %r6, %r1;
    @%outside0 ret;
    @%outside1 ret;
    shl.b32 %r7, %r5, 2;
    suld.b.2d.b32.trap {%r8}, [%image, {%r7, %r6}];
    xor.b32 %r8, %r8, 0x00ffffff;
    sust.b.2d.b32.trap [%image, {%r7, %r6}], {%r8};
    ret;
}
";

fn main() -> ExitCode {
    match share() {
        Ok(inverted) => {
            println!(
                "shared an image of {WIDTH} x {HEIGHT} texels: CUDA inverted {inverted} of them"
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Shares the image, and returns how many of its texels are inverted.
fn share() -> Result<String, Box<dyn Error>> {
    let device = Driver::load()?.device(0)?;
    let context = device.primary_context()?;
    let vulkan = Vulkan::on(device.uuid()?.0)?;
    let texels: Vec<[u8; 4]> = (0..HEIGHT)
        .flat_map(|y| (0..WIDTH).map(move |x| [x as u8, y as u8, (x + y) as u8, 255]))
        .collect();

    let image = vulkan.image(WIDTH, HEIGHT)?;
    let timeline = vulkan.timeline()?;
    let staging = vulkan.staging(texels.as_flattened())?;
    vulkan.write(&staging, &image, &timeline, WRITTEN)?;
    // Vulkan waits for CUDA on the GPU, so this can be submitted before.
    vulkan.read(&image, &staging, &timeline, INVERTED)?;

    invert(&context, &vulkan, &image, &timeline)?;

    let found = vulkan.wait(&staging)?;
    let inverted = |[r, g, b, a]: [u8; 4]| [!r, !g, !b, a];
    let pairs = texels.iter().zip(found.as_chunks().0);
    let count = pairs.filter(|(texel, found)| inverted(**texel) == **found);
    match count.count() {
        count if count == texels.len() => Ok("all".to_owned()),
        count => Err(format!("only {count} of {} texels are inverted", texels.len()).into()),
    }
}

/// Inverts the image in place, after Vulkan has written it and before Vulkan reads it.
fn invert(
    context: &Context,
    vulkan: &Vulkan,
    image: &vulkan::Image,
    timeline: &vulkan::Timeline,
) -> Result<(), Box<dyn Error>> {
    let stream: Stream = context.stream()?;
    let invert = context.load_ptx(INVERT)?.function("invert")?;

    let handle = ExternalMemoryHandle::OpaqueFd(vulkan.memory_of(image)?);
    let dedicated = ExternalMemoryFlags::DEDICATED;
    // SAFETY: the descriptor is of the image's dedicated memory, which has this size, on the same GPU.
    let memory = unsafe { context.import_external_memory(handle, image.bytes, dedicated) }?;
    let descriptor = ArrayDescriptor::new::<[u8; 4]>((WIDTH as usize, HEIGHT as usize));
    let descriptor = descriptor.flags(ArrayFlags::SURFACE_LDST | ArrayFlags::COLOR_ATTACHMENT);
    // SAFETY: the image is at the start of its memory, and has this extent, format and use. The semaphore orders what Vulkan
    // does with it.
    let levels = unsafe { memory.mipmapped_array(&stream, 0, &descriptor, 1) }?;
    let surface = Surface::new(&levels.level(0)?)?;

    let handle = ExternalSemaphoreHandle::TimelineSemaphoreFd(vulkan.descriptor_of(timeline)?);
    // SAFETY: it is a descriptor of a timeline semaphore on the same GPU, whose values only grow.
    let timeline = unsafe { context.import_external_semaphore(handle) }?;

    stream.wait_external_semaphores(&SemaphoreWaits::new().fence(&timeline, WRITTEN))?;
    let blocks = (WIDTH.div_ceil(16), HEIGHT.div_ceil(16));
    let launch = Launch::grid(blocks).block((16, 16));
    // SAFETY: invert(surface, u32, u32), with the extent of the surface.
    unsafe { stream.launch(&invert, launch, (&surface, WIDTH, HEIGHT)) }?;
    stream.signal_external_semaphores(&SemaphoreSignals::new().fence(&timeline, INVERTED))?;
    Ok(stream.synchronize()?)
}
