extern "C" __global__ void hello() { printf("hello\n"); }
