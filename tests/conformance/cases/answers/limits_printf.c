#include "conf.h"
KCASE(limits_printf) {
  CUmodule m = kmod(0); CUfunction f = kfn(m, "hello"); size_t v; RC("set_before", d.cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 2 << 20)); d.cuCtxGetLimit(&v, CU_LIMIT_PRINTF_FIFO_SIZE); OI("before", v); RC("heap_before", d.cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 16 << 20)); d.cuCtxGetLimit(&v, CU_LIMIT_MALLOC_HEAP_SIZE); OI("heap", v); CK(d.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0)); CK(d.cuCtxSynchronize());
  RC("set_after", d.cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 4 << 20)); d.cuCtxGetLimit(&v, CU_LIMIT_PRINTF_FIFO_SIZE); OI("after", v); RC("set_same", d.cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 2 << 20)); RC("heap_after", d.cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 32 << 20)); RC("stack_after", d.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048));
}
