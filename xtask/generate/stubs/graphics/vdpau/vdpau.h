/* What cudaVDPAU.h uses of <vdpau/vdpau.h>. A function is passed by its address, which only the driver calls. */
#pragma once
typedef unsigned int VdpDevice;
typedef unsigned int VdpVideoSurface;
typedef unsigned int VdpOutputSurface;
typedef void VdpGetProcAddress;
