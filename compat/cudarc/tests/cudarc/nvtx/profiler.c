// A profiler that prints what NVTX's functions are called with. The types are those of nvToolsExt.h and nvtxTypes.h.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union { uint64_t u64; double f64; } payload;
    int32_t messageType;
    union { const char *ascii; } message;
} Attributes;

typedef void (*Function)(void);
typedef struct {
    size_t struct_size;
    int (*GetModuleFunctionTable)(int module, Function ***table, unsigned *size);
} Callbacks;
typedef struct {
    size_t struct_size;
    uint32_t version, reserved0;
    void (*SetInjectionNvtxVersion)(uint32_t version);
} VersionInfo;

static void describe(const char *what, const Attributes *it) {
    int known = it->version == 3 && it->size == sizeof *it && it->messageType == 1;
    printf("%s %s category %u color %d %x payload %d %g %d\n", what, it->message.ascii, it->category, it->colorType,
           it->color, it->payloadType, it->payload.f64, known);
}
static void mark(const Attributes *it) { describe("mark", it); }
static uint64_t start(const Attributes *it) { describe("start", it); return 7; }
static void end(uint64_t id) { printf("end %d\n", (int)id); }
static int push(const char *message) { printf("push %s\n", message); return 0; }
static int pop(void) { printf("pop\n"); return 0; }
static void category(uint32_t number, const char *name) { printf("category %u %s\n", number, name); }
static void *domain(const char *name) { printf("domain %s\n", name); return (void *)name; }

int InitializeInjectionNvtx2(const void *(*table_of)(uint32_t)) {
    const Callbacks *callbacks = table_of(1);
    const VersionInfo *version = table_of(3);
    Function **core, **core2;
    unsigned size, size2;
    if (version->version != 3 || table_of(2) || callbacks->struct_size != sizeof *callbacks) return 0;
    version->SetInjectionNvtxVersion(3);
    if (!callbacks->GetModuleFunctionTable(1, &core, &size) || size != 16) return 0;
    if (!callbacks->GetModuleFunctionTable(5, &core2, &size2) || size2 != 16) return 0;
    if (callbacks->GetModuleFunctionTable(2, NULL, NULL)) return 0;
    *core[1] = (Function)mark;
    *core[4] = (Function)start;
    *core[7] = (Function)end;
    *core[9] = (Function)push;
    *core[11] = (Function)pop;
    *core[12] = (Function)category;
    *core2[12] = (Function)domain;
    return 1;
}
