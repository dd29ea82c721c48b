//! Vulkan's side: a device, an image and a semaphore that can be exported, and commands that copy the image.

use std::error::Error;
use std::ffi::CStr;
use std::os::fd::{FromRawFd, OwnedFd};

use ash::{khr, vk};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;
const MEMORY: vk::ExternalMemoryHandleTypeFlags = vk::ExternalMemoryHandleTypeFlags::OPAQUE_FD;
const SEMAPHORE: vk::ExternalSemaphoreHandleTypeFlags =
    vk::ExternalSemaphoreHandleTypeFlags::OPAQUE_FD;

/// A device of Vulkan with one queue. What is made on it lives until the program ends, as the example does.
pub struct Vulkan {
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    family: u32,
    queue: vk::Queue,
    pool: vk::CommandPool,
}

/// An image in memory of its own, which can be exported.
pub struct Image {
    image: vk::Image,
    memory: vk::DeviceMemory,
    width: u32,
    height: u32,
    /// The size of the memory, in bytes.
    pub bytes: usize,
}

/// A timeline semaphore that can be exported.
pub struct Timeline(vk::Semaphore);

/// A buffer that the host accesses.
pub struct Staging {
    buffer: vk::Buffer,
    address: *mut u8,
    bytes: usize,
}

impl Vulkan {
    /// Opens the GPU with this UUID, which CUDA reports, too.
    pub fn on(uuid: [u8; 16]) -> Result<Self> {
        // SAFETY: the loader is Vulkan's.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| {
            format!("no Vulkan loader was found ({error}); install it, for example `apt install libvulkan1`")
        })?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the description is valid, here and below.
        let instance = unsafe { entry.create_instance(&info, None) }
            .map_err(|error| format!("Vulkan doesn't start: {error}; no driver of it was found"))?;
        // SAFETY: the instance is alive, here and below.
        let devices = unsafe { instance.enumerate_physical_devices() }?;
        let count = devices.len();
        let has_uuid = |device: &vk::PhysicalDevice| {
            let mut id = vk::PhysicalDeviceIDProperties::default();
            let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut id);
            // SAFETY: as above.
            unsafe { instance.get_physical_device_properties2(*device, &mut properties) };
            id.device_uuid == uuid
        };
        let physical = devices.into_iter().find(has_uuid).ok_or_else(|| {
            format!("none of Vulkan's {count} devices is the GPU of CUDA; is NVIDIA's Vulkan driver installed?")
        })?;
        Self::open(entry, instance, physical)
    }

    fn open(
        entry: ash::Entry,
        instance: ash::Instance,
        physical: vk::PhysicalDevice,
    ) -> Result<Self> {
        // SAFETY: as above.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let copies = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        let family = families.iter().position(|family| family.queue_flags.intersects(copies));
        let family = u32::try_from(family.ok_or("the GPU has no queue for commands")?)?;
        let queue = [vk::DeviceQueueCreateInfo::default()
            .queue_family_index(family)
            .queue_priorities(&[1.0])];
        let extensions: [&CStr; 2] =
            [khr::external_memory_fd::NAME, khr::external_semaphore_fd::NAME];
        let extensions = extensions.map(CStr::as_ptr);
        let mut timelines =
            vk::PhysicalDeviceTimelineSemaphoreFeatures::default().timeline_semaphore(true);
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queue)
            .enabled_extension_names(&extensions)
            .push_next(&mut timelines);
        // SAFETY: as above.
        let device = unsafe { instance.create_device(physical, &info, None) }
            .map_err(|error| format!("the GPU can't export memory and semaphores: {error}"))?;
        // SAFETY: the device is alive, here and in all functions below, and has the queue.
        let queue = unsafe { device.get_device_queue(family, 0) };
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        // SAFETY: as above.
        let pool = unsafe { device.create_command_pool(&info, None) }?;
        Ok(Self { _entry: entry, instance, physical, device, family, queue, pool })
    }

    /// Creates an image in the layout that suits the GPU best, in memory that can be exported.
    pub fn image(&self, width: u32, height: u32) -> Result<Image> {
        let mut external = vk::ExternalMemoryImageCreateInfo::default().handle_types(MEMORY);
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(FORMAT)
            .extent(vk::Extent3D { width, height, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(
                vk::ImageUsageFlags::TRANSFER_SRC
                    | vk::ImageUsageFlags::TRANSFER_DST
                    | vk::ImageUsageFlags::STORAGE
                    | vk::ImageUsageFlags::COLOR_ATTACHMENT,
            )
            .push_next(&mut external);
        // SAFETY: as above.
        let image = unsafe { self.device.create_image(&info, None) }?;
        // SAFETY: as above, with the image.
        let needs = unsafe { self.device.get_image_memory_requirements(image) };
        let mut export = vk::ExportMemoryAllocateInfo::default().handle_types(MEMORY);
        let mut dedicated = vk::MemoryDedicatedAllocateInfo::default().image(image);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(self.memory_type(&needs, vk::MemoryPropertyFlags::DEVICE_LOCAL)?)
            .push_next(&mut export)
            .push_next(&mut dedicated);
        // SAFETY: as above.
        let memory = unsafe { self.device.allocate_memory(&info, None) }?;
        // SAFETY: the memory was allocated for the image.
        unsafe { self.device.bind_image_memory(image, memory, 0) }?;
        Ok(Image { image, memory, width, height, bytes: usize::try_from(needs.size)? })
    }

    /// Creates a timeline semaphore of the value 0.
    pub fn timeline(&self) -> Result<Timeline> {
        let mut kind = vk::SemaphoreTypeCreateInfo::default()
            .semaphore_type(vk::SemaphoreType::TIMELINE)
            .initial_value(0);
        let mut export = vk::ExportSemaphoreCreateInfo::default().handle_types(SEMAPHORE);
        let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind).push_next(&mut export);
        // SAFETY: as above.
        Ok(Timeline(unsafe { self.device.create_semaphore(&info, None) }?))
    }

    /// Returns a descriptor of the image's memory.
    pub fn memory_of(&self, image: &Image) -> Result<OwnedFd> {
        let functions = khr::external_memory_fd::Device::new(&self.instance, &self.device);
        let info = vk::MemoryGetFdInfoKHR::default().memory(image.memory).handle_type(MEMORY);
        // SAFETY: the memory can be exported, and the descriptor is new.
        Ok(unsafe { OwnedFd::from_raw_fd(functions.get_memory_fd(&info)?) })
    }

    /// Returns a descriptor of the semaphore.
    pub fn descriptor_of(&self, timeline: &Timeline) -> Result<OwnedFd> {
        let functions = khr::external_semaphore_fd::Device::new(&self.instance, &self.device);
        let info =
            vk::SemaphoreGetFdInfoKHR::default().semaphore(timeline.0).handle_type(SEMAPHORE);
        // SAFETY: the semaphore can be exported, and the descriptor is new.
        Ok(unsafe { OwnedFd::from_raw_fd(functions.get_semaphore_fd(&info)?) })
    }

    /// Creates a buffer of these bytes, which the host and commands access.
    pub fn staging(&self, content: &[u8]) -> Result<Staging> {
        let info = vk::BufferCreateInfo::default()
            .size(content.len() as u64)
            .usage(vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST);
        // SAFETY: as above.
        let buffer = unsafe { self.device.create_buffer(&info, None) }?;
        // SAFETY: as above, with the buffer.
        let needs = unsafe { self.device.get_buffer_memory_requirements(buffer) };
        let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(self.memory_type(&needs, host)?);
        // SAFETY: as above; the memory was allocated for the buffer, and the whole of it is mapped.
        let address = unsafe {
            let memory = self.device.allocate_memory(&info, None)?;
            self.device.bind_buffer_memory(buffer, memory, 0)?;
            let flags = vk::MemoryMapFlags::empty();
            self.device.map_memory(memory, 0, vk::WHOLE_SIZE, flags)?.cast::<u8>()
        };
        // SAFETY: as many bytes are mapped, and no command uses them yet.
        unsafe { address.copy_from_nonoverlapping(content.as_ptr(), content.len()) };
        Ok(Staging { buffer, address, bytes: content.len() })
    }

    /// Submits commands that write the image, hand it over, and set the semaphore to `value`.
    pub fn write(
        &self,
        from: &Staging,
        image: &Image,
        timeline: &Timeline,
        value: u64,
    ) -> Result<()> {
        use vk::{AccessFlags as A, ImageLayout as L, PipelineStageFlags as P};
        self.submit(None, Some((timeline, value)), |commands| {
            let written = image.barrier(L::UNDEFINED, L::TRANSFER_DST_OPTIMAL);
            let written = written.dst_access_mask(A::TRANSFER_WRITE);
            let given = image.barrier(L::TRANSFER_DST_OPTIMAL, L::GENERAL);
            let given = given
                .src_access_mask(A::TRANSFER_WRITE)
                .src_queue_family_index(self.family)
                .dst_queue_family_index(vk::QUEUE_FAMILY_EXTERNAL);
            // SAFETY: the commands are being recorded, and what they use lives until the program ends.
            unsafe {
                let stages = (P::TOP_OF_PIPE, P::TRANSFER);
                self.order(commands, stages, written);
                self.device.cmd_copy_buffer_to_image(
                    commands,
                    from.buffer,
                    image.image,
                    L::TRANSFER_DST_OPTIMAL,
                    &[image.region()],
                );
                self.order(commands, (P::TRANSFER, P::BOTTOM_OF_PIPE), given);
            }
        })
    }

    /// Submits commands that wait for the semaphore's `value`, take the image back, and read it.
    pub fn read(&self, image: &Image, to: &Staging, timeline: &Timeline, value: u64) -> Result<()> {
        use vk::{AccessFlags as A, ImageLayout as L, PipelineStageFlags as P};
        self.submit(Some((timeline, value)), None, |commands| {
            let taken = image.barrier(L::GENERAL, L::TRANSFER_SRC_OPTIMAL);
            let taken = taken
                .dst_access_mask(A::TRANSFER_READ)
                .src_queue_family_index(vk::QUEUE_FAMILY_EXTERNAL)
                .dst_queue_family_index(self.family);
            // SAFETY: as above.
            unsafe {
                self.order(commands, (P::TRANSFER, P::TRANSFER), taken);
                self.device.cmd_copy_image_to_buffer(
                    commands,
                    image.image,
                    L::TRANSFER_SRC_OPTIMAL,
                    to.buffer,
                    &[image.region()],
                );
            }
        })
    }

    /// Waits for all commands, and returns the contents of the buffer.
    pub fn wait<'a>(&self, staging: &'a Staging) -> Result<&'a [u8]> {
        // SAFETY: no other thread uses the queue.
        unsafe { self.device.queue_wait_idle(self.queue) }?;
        // SAFETY: as many bytes are mapped, and no command uses them any more.
        Ok(unsafe { std::slice::from_raw_parts(staging.address, staging.bytes) })
    }

    /// Records a barrier.
    ///
    /// # Safety
    /// `commands` are being recorded, and the barrier's image is alive.
    unsafe fn order(
        &self,
        commands: vk::CommandBuffer,
        (before, after): (vk::PipelineStageFlags, vk::PipelineStageFlags),
        barrier: vk::ImageMemoryBarrier<'_>,
    ) {
        let flags = vk::DependencyFlags::empty();
        // SAFETY: the caller guarantees it.
        unsafe {
            self.device.cmd_pipeline_barrier(commands, before, after, flags, &[], &[], &[barrier]);
        }
    }

    /// Submits what `record` records, between a wait and a signal of timeline semaphores.
    fn submit(
        &self,
        wait: Option<(&Timeline, u64)>,
        signal: Option<(&Timeline, u64)>,
        record: impl Fn(vk::CommandBuffer),
    ) -> Result<()> {
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.pool)
            .command_buffer_count(1);
        // SAFETY: the pool is alive, and one command buffer is requested.
        let commands = unsafe { self.device.allocate_command_buffers(&info) }?;
        let once = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        let begin = vk::CommandBufferBeginInfo::default().flags(once);
        for commands in &commands {
            // SAFETY: the commands are recorded on this thread alone.
            unsafe { self.device.begin_command_buffer(*commands, &begin) }?;
            record(*commands);
            // SAFETY: as above.
            unsafe { self.device.end_command_buffer(*commands) }?;
        }
        let list = |of: Option<(&Timeline, u64)>| match of {
            Some((timeline, value)) => (vec![timeline.0], vec![value]),
            None => (Vec::new(), Vec::new()),
        };
        let ((waits, wait_values), (signals, signal_values)) = (list(wait), list(signal));
        let stages = [vk::PipelineStageFlags::TRANSFER];
        let mut values = vk::TimelineSemaphoreSubmitInfo::default()
            .wait_semaphore_values(&wait_values)
            .signal_semaphore_values(&signal_values);
        let info = vk::SubmitInfo::default()
            .command_buffers(&commands)
            .wait_semaphores(&waits)
            .wait_dst_stage_mask(stages.get(..waits.len()).unwrap_or_default())
            .signal_semaphores(&signals)
            .push_next(&mut values);
        // SAFETY: no other thread uses the queue, and what is submitted lives until the program ends.
        Ok(unsafe { self.device.queue_submit(self.queue, &[info], vk::Fence::null()) }?)
    }

    /// Returns a type of memory that is suitable and has these properties.
    fn memory_type(
        &self,
        needs: &vk::MemoryRequirements,
        has: vk::MemoryPropertyFlags,
    ) -> Result<u32> {
        // SAFETY: the instance is alive.
        let all = unsafe { self.instance.get_physical_device_memory_properties(self.physical) };
        let found = all.memory_types_as_slice().iter().enumerate().position(|(i, memory)| {
            needs.memory_type_bits & (1 << i) != 0 && memory.property_flags.contains(has)
        });
        Ok(u32::try_from(found.ok_or("the GPU has no suitable memory")?)?)
    }
}

impl Image {
    /// Returns a barrier between two layouts.
    fn barrier(
        &self,
        from: vk::ImageLayout,
        to: vk::ImageLayout,
    ) -> vk::ImageMemoryBarrier<'static> {
        let all = vk::ImageSubresourceRange::default()
            .aspect_mask(vk::ImageAspectFlags::COLOR)
            .level_count(1)
            .layer_count(1);
        vk::ImageMemoryBarrier::default()
            .image(self.image)
            .subresource_range(all)
            .old_layout(from)
            .new_layout(to)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
    }

    /// Returns the whole of the image, for a copy.
    fn region(&self) -> vk::BufferImageCopy {
        let first = vk::ImageSubresourceLayers::default()
            .aspect_mask(vk::ImageAspectFlags::COLOR)
            .layer_count(1);
        let (width, height) = (self.width, self.height);
        vk::BufferImageCopy::default().image_subresource(first).image_extent(vk::Extent3D {
            width,
            height,
            depth: 1,
        })
    }
}
