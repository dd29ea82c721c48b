"""Random CUDA C++ kernels whose result PTX and CUDA C++ define. gen(seed) -> (source, config)."""
import os, random
PRE = r'''
#include <cuda_fp16.h>
#include <cuda_bf16.h>
%(includes)s
typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16; typedef unsigned u32; typedef int s32;
typedef unsigned long long u64; typedef long long s64; typedef float f32; typedef double f64; typedef __half f16; typedef __nv_bfloat16 bf16;
typedef unsigned __int128 u128; typedef __int128 s128;
#define DI __device__ __forceinline__
DI u32 fb(f32 x) { %(canonf)s return __float_as_uint(x); }
DI u64 db(f64 x) { %(canond)s return (u64)__double_as_longlong(x); }
DI u32 hb(f16 x) { %(canonh)s return __half_as_ushort(x); }
DI u32 bb(bf16 x) { %(canonb)s return __bfloat16_as_ushort(x); }
DI f32 bf(u32 x) { return __uint_as_float(x); }
DI f64 bd(u64 x) { return __longlong_as_double((s64)x); }
DI f16 bh(u32 x) { return __ushort_as_half((u16)x); }
DI bf16 bb16(u32 x) { return __ushort_as_bfloat16((u16)x); }
DI f32 tf(f32 x) { u32 b = fb(x); return __uint_as_float((b & 0x807fffffu) | ((((b >> 23) & 15u) + 120u) << 23)); }
DI f64 td(f64 x) { u64 b = db(x); return __longlong_as_double((s64)((b & 0x800fffffffffffffull) | ((((b >> 52) & 15ull) + 1016ull) << 52))); }
DI f16 th(f16 x) { u32 b = hb(x); return __ushort_as_half((u16)((b & 0x83ffu) | ((((b >> 10) & 7u) + 11u) << 10))); }
DI bf16 tb(bf16 x) { u32 b = bb(x); return __ushort_as_bfloat16((u16)((b & 0x807fu) | ((((b >> 7) & 7u) + 123u) << 7))); }
DI s32 sadd(s32 a, s32 b) { return (s32)((u32)a + (u32)b); }
DI s32 ssub(s32 a, s32 b) { return (s32)((u32)a - (u32)b); }
DI s32 smul(s32 a, s32 b) { return (s32)((u32)a * (u32)b); }
DI s32 sdiv(s32 a, s32 b) { if (b == 0) return a; if (b == -1) return (s32)(0u - (u32)a); return a / b; }
DI s32 srem(s32 a, s32 b) { if (b == 0 || b == -1) return 0; return a %% b; }
DI s64 ladd(s64 a, s64 b) { return (s64)((u64)a + (u64)b); }
DI s64 lsub(s64 a, s64 b) { return (s64)((u64)a - (u64)b); }
DI s64 lmul(s64 a, s64 b) { return (s64)((u64)a * (u64)b); }
DI s64 ldivi(s64 a, s64 b) { if (b == 0) return a; if (b == -1) return (s64)(0ull - (u64)a); return a / b; }
DI s64 lrem(s64 a, s64 b) { if (b == 0 || b == -1) return 0; return a %% b; }
DI s128 qdiv(s128 a, s128 b) { if (b == 0) return a; if (b == -1) return (s128)(0 - (u128)a); return a / b; }
DI s128 qrem(s128 a, s128 b) { if (b == 0 || b == -1) return 0; return a %% b; }
DI u128 mk(u64 h, u64 l) { return ((u128)h << 64) | l; }
DI u32 nth(u32 m, u32 n) { n %%= __popc(m); for (u32 i = 0; i < n; i++) m &= m - 1; return __ffs(m) - 1; }
union U { u32 w[4]; u64 l[2]; f32 f[4]; f64 d[2]; u16 h[8]; u8 b[16]; uint4 v; int2 i2[2]; float4 f4; ushort4 s4[2]; uchar4 c4[4]; double2 d2; };
struct P16 { u32 w[16]; };
struct S1 { u8 a; u16 b; u32 c; u64 d; f32 e; };
struct __align__(16) S2 { s16 x; s64 y; f64 z; s8 q[5]; };
struct BF { u32 a : 5; s32 b : 9; u32 c : 17; u32 d : 1; u64 e : 40; };
'''
INT = ['u32', 's32', 'u64', 's64', 'u16', 's16', 'u8', 's8']
RND = ['rn', 'rz', 'ru', 'rd']
SIMD = '__vadd4 __vadd2 __vsub4 __vsub2 __vaddss4 __vaddss2 __vaddus4 __vaddus2 __vsubss4 __vsubss2 __vsubus4 __vsubus2 __vavgs4 __vavgs2 __vavgu4 __vavgu2 __vhaddu4 __vhaddu2 __vabsdiffs4 __vabsdiffs2 __vabsdiffu4 __vabsdiffu2 __vsads4 __vsads2 __vsadu4 __vsadu2 __vcmpeq4 __vcmpeq2 __vcmpgts4 __vcmpgts2 __vcmpgtu4 __vcmpgtu2 __vcmples4 __vcmpleu2 __vcmpltu4 __vcmpne4 __vmaxs4 __vmaxs2 __vmaxu4 __vmaxu2 __vmins4 __vmins2 __vminu4 __vminu2 __vseteq4 __vsetgts2 __vsetgtu4 __vsetles4 __vsetne2 __vsetlts4 __vsetgeu4 __vsetgeu2'.split()
SIMD1 = '__vabs4 __vabs2 __vabsss4 __vabsss2 __vneg4 __vneg2 __vnegss4 __vnegss2'.split()
DPXU3 = '__vimax3_u32 __vimin3_u32 __viaddmax_u32 __viaddmin_u32 __viaddmax_s16x2 __viaddmin_s16x2 __viaddmax_u16x2 __vimax3_s16x2 __vimin3_u16x2 __vimax3_s16x2_relu __viaddmax_s16x2_relu __viaddmin_s16x2_relu __vimin3_s16x2_relu'.split()
DPXS3 = '__vimax3_s32 __vimin3_s32 __viaddmax_s32 __viaddmin_s32 __vimax3_s32_relu __viaddmax_s32_relu __vimin3_s32_relu __viaddmin_s32_relu'.split()
class G:
    def __init__(s, seed, opts=None):
        s.r = r = random.Random(seed); s.seed = seed; s.opts = opts or {}
        s.arch = r.choice([75, 80, 90, 90]); s.fmad = r.random() < .5; s.debug = r.random() < .13 and not os.environ.get('HC_NODEBUG'); s.ftz = r.random() < .2
        s.raw = r.random() < .03; s.plain = not s.fmad or r.random() < .15
        s.ext = set()
        allf = ['f32', 'f64', 'half', 'bf16', 'i128', 'simd', 'dpx', 'asm', 'libm', 'libmd', 'vec', 'arr', 'shared', 'warp', 'atomics', 'call', 'rec', 'fptr', 'switch', 'loop', 'goto', 'union', 'struct', 'const', 'printf', 'cg', 'dyn', 'narrow', 'i64', 'cta', 'bitf', 'lambda', 'alloca', 'virt', 'volatile', 'memops', 'param', 'cluster', 'fp8', 'gconst', 'cudastd']
        s.feat = {f for f in allf if r.random() < .5} | {'loop'}
        if s.opts.get('feat'): s.feat = set(s.opts['feat'])
        s.n = 0; s.globals = []; s.funcs = []; s.nfun = 0; s.bx = r.choice([32, 64, 64, 96, 128]); s.gx = r.choice([1, 2, 3])
        s.depth = 0; s.infun = 0; s.budget = 0; s.inl = {}
        if 'warp' not in s.feat and 'cg' not in s.feat and 'cluster' not in s.feat and r.random() < .3: s.bx = r.choice([1, 7, 33, 50, 100])
        s.by = 2 if s.bx in (32, 64) and r.random() < .2 else 1
        if s.arch < 90 or s.gx == 3: s.feat.discard('cluster')
    def name(s, p): s.n += 1; return f'{p}{s.n}'
    def types(s):
        t = ['u32', 's32', 'u32', 's32']
        if 'i64' in s.feat: t += ['u64', 's64']
        if 'narrow' in s.feat: t += ['u16', 's16', 'u8', 's8']
        if 'f32' in s.feat: t += ['f32', 'f32']
        if 'f64' in s.feat: t += ['f64']
        if 'half' in s.feat: t += ['f16']
        if 'bf16' in s.feat: t += ['bf16']
        if 'i128' in s.feat: t += ['u128', 's128']
        return t
    def const(s, t):
        r = s.r
        if t in ('u32', 's32', 'u64', 's64', 'u16', 's16', 'u8', 's8', 'u128', 's128'):
            v = r.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 100, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678, r.getrandbits(32), r.getrandbits(16), r.getrandbits(64), r.getrandbits(8)])
            return f'({t}){v & (1 << 64) - 1}{"ull" if v >> 32 else "u"}'
        if t == 'f32': return f'bf(0x{r.choice([0x3f800000, 0xbf800000, 0x40490fdb, 0x3f000000, 0x7f7fffff, 0x00800000, 1, 0x80000000, 0x4b800000, 0x7f800000, r.getrandbits(32) & 0xbfffffff, (r.getrandbits(23)) | 0x3f800000]):x}u)'
        if t == 'f64': return f'bd(0x{r.choice([0x3ff0000000000000, 0xbff8000000000000, 0x400921fb54442d18, 0x7fefffffffffffff, 1, 0x8000000000000000, r.getrandbits(52) | 0x3ff0000000000000, r.getrandbits(62)]):x}ull)'
        if t == 'f16': return f'bh(0x{r.choice([0x3c00, 0xbc00, 0x4248, 1, 0x7bff, 0x8000, 0x7c00, r.getrandbits(15)]):x}u)'
        if t == 'bf16': return f'bb16(0x{r.choice([0x3f80, 0xbf80, 0x4049, 1, 0x7f7f, 0x8000, 0x7f80, r.getrandbits(15)]):x}u)'
    def var(s, t):
        v = [n for n, k in s.vars if k == t]
        return s.r.choice(v) if v else None
    def e(s, t, d=None):
        r = s.r
        if d is None: d = r.choice([1, 2, 2, 3])
        if d <= 0 or r.random() < .12:
            v = s.var(t)
            if v and r.random() < .85: return v
            if r.random() < .35: return s.const(t)
            return s.conv(t)
        return getattr(s, 'e_' + t)(d - 1)
    def conv(s, t):
        """A leaf of another type, as t."""
        r = s.r
        if t == 'u32' and r.random() < .5:
            o = ['threadIdx.x', 'blockIdx.x', 'lane', 'tid', 'blockDim.x']
            if 'const' in s.feat: o.append(f'CT[{s.var("u32") or 3} & 15]')
            if 'param' in s.feat and not s.infun: o.append(f'p.w[{s.var("u32") or 3} & 15]')
            if 'gconst' in s.feat: o.append(f'GT[{s.var("u32") or 3} & 7]')
            return r.choice(o)
        v = [(n, k) for n, k in s.vars if k != t]
        if not v: return s.const(t)
        n, k = r.choice(v); return s.cast(t, n, k)
    def cast(s, t, x, k):
        r = s.r; fl = ('f32', 'f64', 'f16', 'bf16'); q = ('u128', 's128')
        if t == k: return x
        if t not in fl and k not in fl:
            return f'({t})({x})'
        if t not in fl:  # float to integer
            if k in ('f16', 'bf16') and t in ('u16', 's16', 'u32', 's32', 'u64', 's64') and r.random() < .6 and k == 'f16':
                f = {'u16': 'ushort', 's16': 'short', 'u32': 'uint', 's32': 'int', 'u64': 'ull', 's64': 'll'}[t]; return f'__half2{f}_{r.choice(RND)}({x})'
            if k in ('f16', 'bf16') and r.random() < .5: return f'({t}){"hb" if k == "f16" else "bb"}({x})'
            if k == 'f16': return s.cast(t, f'__half2float({x})', 'f32')
            if k == 'bf16': return s.cast(t, f'__bfloat162float({x})', 'f32')
            if t in ('u16', 's16', 'u8', 's8'): return f'({t}){s.cast("u32" if t[0] == "u" else "s32", x, k)}'
            if t in q: return f'({t}){s.cast("u64" if t[0] == "u" else "s64", x, k)}'
            if r.random() < .25: return f'({t}){"fb" if k == "f32" else "db"}({x})'
            f = {'u32': 'uint', 's32': 'int', 'u64': 'ull', 's64': 'll'}[t]
            return f'__{"float" if k == "f32" else "double"}2{f}_{r.choice(RND)}({x})'
        if k not in fl:
            if t == 'f16':
                if r.random() < .4: return f'bh((u32)({x}))'
                f = {'u16': 'ushort', 's16': 'short', 'u32': 'uint', 's32': 'int', 'u64': 'ull', 's64': 'll'}.get(k)
                return f'__{f}2half_{r.choice(RND)}({x})' if f else f'__int2half_rn((s32)({x}))'
            if t == 'bf16':
                if r.random() < .4: return f'bb16((u32)({x}))'
                f = {'u16': 'ushort', 's16': 'short', 'u32': 'uint', 's32': 'int', 'u64': 'ull', 's64': 'll'}.get(k)
                return f'__{f}2bfloat16_{r.choice(RND)}({x})' if f else f'__int2bfloat16_rn((s32)({x}))'
            f = {'u32': 'uint', 's32': 'int', 'u64': 'ull', 's64': 'll'}.get(k)
            if t == 'f32':
                if r.random() < .3: return f'bf((u32)({x}))'
                return f'__{f}2float_{r.choice(RND)}({x})' if f else f'(f32)({x})' if k not in q else f'(f32)(s32)({x})'
            if r.random() < .3: return f'bd((u64)({x}))'
            if k in ('u64', 's64'): return f'__{f}2double_{r.choice(RND)}({x})'
            return f'(f64)({x})' if k not in q else f'(f64)(s32)({x})'
        # float to float
        if k == 'f16': return s.cast(t, f'__half2float({x})', 'f32')
        if k == 'bf16': return s.cast(t, f'__bfloat162float({x})', 'f32')
        if t == 'f16': return f'__float2half_{r.choice(RND)}({x})' if k == 'f32' else f'__double2half({x})'
        if t == 'bf16': return f'__float2bfloat16_{r.choice(RND)}({x})' if k == 'f32' else f'__double2bfloat16({x})'
        if t == 'f32': return f'__double2float_{r.choice(RND)}({x})'
        return f'(f64)({x})'
    def cond(s, d=1):
        r = s.r; t = r.choice(s.types())
        if r.random() < .15 and d > 0: return f'({s.cond(d - 1)} {r.choice(["&&", "||", "!=", "=="])} {s.cond(d - 1)})'
        if t in ('f16', 'bf16'):
            return f'{r.choice(["__heq", "__hne", "__hlt", "__hle", "__hgt", "__hge", "__hequ", "__hneu", "__hltu", "__hleu", "__hgtu", "__hgeu"])}({s.e(t, d)}, {s.e(t, d)})'
        if t == 'f32' and r.random() < .2: return f'{r.choice(["isnan", "isinf", "isfinite", "signbit"])}({s.e(t, d)})'
        if r.random() < .3 and t in ('u32', 's32', 'u64', 'u8', 'u16'): return f'(({s.e(t, d)}) & {r.choice([1, 2, 3, 4, 8])})'
        return f'(({s.e(t, d)}) {r.choice(["<", "<=", ">", ">=", "==", "!="])} ({s.e(t, d)}))'
    def e_u32(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .3: return f'({E("u32", d)} {r.choice("+-*&|^")} {E("u32", d)})'
        if c < .4: return f'({E("u32", d)} {r.choice(["<<", ">>"])} ({E("u32", d)} & 31))'
        if c < .44: return f'({E("u32", d)} {r.choice("/%")} ({E("u32", d)} | {r.choice([1, 1, 16, 0x80000000])}u))' if r.random() < .6 else f'({E("u32", d)} {r.choice("/%")} {r.choice([3, 7, 10, 100, 641, 65537, 0xfffffff1])}u)'
        if c < .48: return f'({s.cond(d)} ? {E("u32", d)} : {E("u32", d)})'
        if c < .52: return f'(u32){r.choice([s.cond(d), "(" + E("s32", d) + ")"])}'
        if c < .55 and 'f32' in s.feat: return f'fb({E("f32", d)})'
        if c < .57 and 'f64' in s.feat: return f'(u32){r.choice(["__double2hiint", "__double2loint"])}(bd(db({E("f64", d)})))'
        if c < .60: return s.conv('u32')
        if c < .64 and 'simd' in s.feat: return f'{r.choice(SIMD)}({E("u32", d)}, {E("u32", d)})' if r.random() < .85 else f'{r.choice(SIMD1)}({E("u32", d)})'
        if c < .67 and 'dpx' in s.feat: return f'{r.choice(DPXU3)}({E("u32", d)}, {E("u32", d)}, {E("u32", d)})'
        if c < .69 and 'i64' in s.feat: return f'(u32)({E("u64", d)} >> {r.choice([0, 16, 32, 33])})'
        if c < .71 and 'half' in s.feat: return f'hb({E("f16", d)})'
        if c < .73 and 'bf16' in s.feat: return f'bb({E("bf16", d)})'
        if c < .76 and 'asm' in s.feat: return s.asm_u32(d)
        if c < .775 and 'fp8' in s.feat and 'f32' in s.feat:
            s.ext.add('#include <cuda_fp8.h>'); return f'(u32)__nv_cvt_float_to_fp8({E("f32", d)}, {r.choice(["__NV_SATFINITE", "__NV_NOSAT"])}, {r.choice(["__NV_E4M3", "__NV_E5M2"])})'
        f = r.choice(['__umulhi(A,B)', '__brev(A)', '(u32)__popc(A)', '(u32)__clz((s32)A)', '(u32)__ffs((s32)A)', '__byte_perm(A,B,C)', '__funnelshift_l(A,B,C)', '__funnelshift_r(A,B,C)', '__funnelshift_lc(A,B,C)', '__funnelshift_rc(A,B,C)', '__usad(A,B,C)', '__umul24(A,B)', '__dp4a(A,B,C)', '__dp2a_lo(A,B,C)', '__dp2a_hi(A,B,C)', 'umin(A,B)', 'umax(A,B)', '__uhadd(A,B)', '__urhadd(A,B)', '(~A)', '(0u-A)', '((A<<(C&31))|(A>>((0u-C)&31)))', '(A&B|~A&C)', '(A^B^C)', '((A&B)|(A&C)|(B&C))', '((A>>(C&31))&((1u<<(B&31))-1u))', '__nv_bswap(A)' if False else '__byte_perm(A,0u,0x0123)'])
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('C', '\2').replace('\0', f'({E("u32", d)})').replace('\1', f'({E("u32", d)})').replace('\2', f'({E("u32", d)})') + ')'
    def e_s32(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .3: return f'{r.choice(["sadd", "ssub", "smul", "sadd", "sdiv", "srem"])}({E("s32", d)}, {E("s32", d)})'
        if c < .38: return f'({E("s32", d)} {r.choice("&|^")} {E("s32", d)})'
        if c < .45: return f'({E("s32", d)} >> ({E("u32", d)} & 31))'
        if c < .49: return f'({s.cond(d)} ? {E("s32", d)} : {E("s32", d)})'
        if c < .52: return f'sdiv({E("s32", d)}, {r.choice([3, -3, 7, 10, 16, -16, 1000, 65537])})' if r.random() < .5 else f'srem({E("s32", d)}, {r.choice([3, -3, 7, 10, 16, -16, 1000])})'
        if c < .62: return s.conv('s32')
        if c < .66 and 'dpx' in s.feat: return f'{r.choice(DPXS3)}({E("s32", d)}, {E("s32", d)}, {E("s32", d)})'
        if c < .70 and 'asm' in s.feat: return s.asm_s32(d)
        if c < .74 and 'f32' in s.feat: return r.choice([f'__float2int_{r.choice(RND)}({E("f32", d)})', f'ilogbf(tf({E("f32", d)}))'])
        f = r.choice(['__mulhi(A,B)', '__mul24(A,B)', '(s32)__sad(A,B,(u32)C)', '__hadd(A,B)', '__rhadd(A,B)', 'min(A,B)', 'max(A,B)', '__dp4a(A,B,C)', '(~A)', 'abs(A|1)' , '(s32)(s8)A', '(s32)(s16)A', '(s32)(u8)A', '(s32)(0u-(u32)A)', '((s32)((u32)A<<(C&31)))', '__popc((u32)A)', '__clz(A)', '(s32)(signed char)(A>>8)', 'max(min(A,B),C)', '((s32)((u32)A<<13)>>17)', '__clzll((s64)A)', '__ffsll((s64)A)'])
        if 'abs' in f: f = '(A<0?(s32)(0u-(u32)A):A)'
        a, b, cc = (f'({E("s32", d)})' for _ in range(3))
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('C', '\2').replace('\0', a).replace('\1', b).replace('\2', cc) + ')'
    def e_u64(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .3: return f'({E("u64", d)} {r.choice("+-*&|^")} {E("u64", d)})'
        if c < .42: return f'({E("u64", d)} {r.choice(["<<", ">>"])} ({E("u32", d)} & 63))'
        if c < .46: return f'({E("u64", d)} {r.choice("/%")} ({E("u64", d)} | {r.choice(["1ull", "0x100000000ull", "0x10ull"])}))' if r.random() < .7 else f'({E("u64", d)} {r.choice("/%")} {r.choice([3, 10, 1000000007, 0xfffffffffffffff1])}ull)'
        if c < .52: return f'((u64){E("u32", d)} * (u64){E("u32", d)})'
        if c < .57: return f'({s.cond(d)} ? {E("u64", d)} : {E("u64", d)})'
        if c < .63: return s.conv('u64')
        if c < .68 and 'f64' in s.feat: return f'db({E("f64", d)})'
        if c < .73 and 'i128' in s.feat: return f'(u64)({E("u128", d)} >> {r.choice([0, 1, 63, 64, 65, 100])})'
        if c < .77 and 'asm' in s.feat: return s.asm_u64(d)
        if c < .81: return f'(((u64){E("u32", d)} << 32) | {E("u32", d)})'
        f = r.choice(['__umul64hi(A,B)', '__brevll(A)', '(u64)__popcll(A)', '(u64)__clzll((s64)A)', '(u64)__ffsll((s64)A)', 'ullmin(A,B)', 'ullmax(A,B)', '(~A)', '(0ull-A)', '((A<<7)|(A>>57))', '(u64)(u32)A', '(u64)(s64)(s32)A', '(A*A+(u64)(u32)B)', '((A&0xffffffffull)*(B>>32))'])
        a, b = (f'({E("u64", d)})' for _ in range(2))
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('\0', a).replace('\1', b) + ')'
    def e_s64(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .35: return f'{r.choice(["ladd", "lsub", "lmul", "ldivi", "lrem"])}({E("s64", d)}, {E("s64", d)})'
        if c < .47: return f'({E("s64", d)} >> ({E("u32", d)} & 63))'
        if c < .55: return f'((s64){E("s32", d)} * (s64){E("s32", d)})'
        if c < .60: return f'({s.cond(d)} ? {E("s64", d)} : {E("s64", d)})'
        if c < .70: return s.conv('s64')
        if c < .75 and 'i128' in s.feat: return f'(s64)({E("s128", d)} >> {r.choice([0, 31, 64, 90])})'
        f = r.choice(['__mul64hi(A,B)', 'llmin(A,B)', 'llmax(A,B)', '(~A)', '(s64)(s32)A', '(s64)(0ull-(u64)A)', '(s64)((u64)A<<((u32)B&63))', '((s64)((u64)A<<20)>>30)', '(s64)(s16)A', 'ladd(lmul((s64)(s32)A,(s64)(s32)B),A)', '(A<0?(s64)(0ull-(u64)A):A)'])
        a, b = (f'({E("s64", d)})' for _ in range(2))
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('\0', a).replace('\1', b) + ')'
    def narrow(s, t, d):
        r = s.r; w = 'u32' if r.random() < .6 else 's32'
        v = s.var(t)
        if v and r.random() < .5: return f'({t})({v} {r.choice("+-&|^")} {s.e(t, d)})'
        return f'({t})({s.e(w, d)})'
    def e_u8(s, d): return s.narrow('u8', d)
    def e_s8(s, d): return s.narrow('s8', d)
    def e_u16(s, d): return f'(u16)((u32){s.e("u16", d)} * (u32){s.e("u16", d)})' if s.r.random() < .2 else s.narrow('u16', d)
    def e_s16(s, d): return f'(s16)((s32){s.e("s16", d)} {s.r.choice("*+-")} (s32){s.e("s16", d)})' if s.r.random() < .3 else s.narrow('s16', d)
    def e_u128(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .4: return f'({E("u128", d)} {r.choice("+-*&|^")} {E("u128", d)})'
        if c < .6: return f'({E("u128", d)} {r.choice(["<<", ">>"])} ({E("u32", d)} & 127))'
        if c < .65: return f'({E("u128", 0)} {r.choice("/%")} ({E("u128", 0)} | 1))'
        if c < .75: return f'mk({E("u64", d)}, {E("u64", d)})'
        if c < .82: return f'((u128){E("u64", d)} * {E("u64", d)})'
        if c < .9: return f'({s.cond(d)} ? {E("u128", d)} : {E("u128", d)})'
        return f'(u128){E("s64", d)}'
    def e_s128(s, d):
        r = s.r; E = s.e; c = r.random()
        if c < .3: return f'(s128)((u128){E("s128", d)} {r.choice("+-*")} (u128){E("s128", d)})'
        if c < .5: return f'({E("s128", d)} >> ({E("u32", d)} & 127))'
        if c < .56: return f'{r.choice(["qdiv", "qrem"])}({E("s128", 0)}, {E("s128", 0)})'
        if c < .7: return f'((s128){E("s64", d)} * {E("s64", d)})'
        if c < .8: return f'(s128){E("u128", d)}'
        return f'({s.cond(d)} ? {E("s128", d)} : (s128){E("s64", d)})'
    def e_f32(s, d):
        r = s.r; E = s.e; c = r.random(); F = lambda: E('f32', d)
        if c < .34: return f'__f{r.choice(["add", "sub", "mul", "add", "mul", "div"])}_{r.choice(RND)}({F()}, {F()})'
        if c < .46: return f'__fmaf_{r.choice(RND)}({F()}, {F()}, {F()})'
        if c < .50: return f'__f{r.choice(["sqrt", "rcp"])}_{r.choice(RND)}({F()})'
        if c < .58 and s.plain: return f'({F()} {r.choice("+-*/")} {F()})'
        if c < .61: return f'({s.cond(d)} ? {F()} : {F()})'
        if c < .67: return s.conv('f32')
        if c < .70: return f'tf({F()})'
        if c < .76 and 'libm' in s.feat:
            f = r.choice(['sinf(tf(A))', 'cosf(tf(A))', 'atanf(A)', 'logf(fabsf(tf(A)))', 'log1pf(fabsf(tf(A)))', 'fmodf(tf(A),tf(B))', 'remainderf(tf(A),tf(B))', 'ldexpf(A,(s32)(fb(B)&63)-31)', 'nextafterf(A,B)', 'logbf(tf(A))', 'sinf(A)', 'cosf(A)', 'roundf(A)', 'lrintf(tf(A))', 'sqrtf(A)', 'hypotf(tf(A),tf(B))', 'log2f(fabsf(tf(A)))', 'acosf(__saturatef(A))', 'asinf(__saturatef(A))', 'erff(A)', 'expm1f(tf(A))', 'expf(tf(A))', 'cbrtf(A)', 'tanf(tf(A))', 'powf(fabsf(tf(A)),tf(B))', 'rsqrtf(fabsf(tf(A)))'] if r.random() < .5 else ['fmodf(tf(A),tf(B))', 'ldexpf(A,(s32)(fb(B)&63)-31)', 'nextafterf(A,B)', 'sinf(tf(A))', 'cosf(tf(A))', 'logf(fabsf(tf(A)))', 'roundf(A)', 'logbf(tf(A))', 'sqrtf(A)'])
        else: f = r.choice(['fminf(A,B)', 'fmaxf(A,B)', 'fabsf(A)', '(-A)', 'copysignf(A,B)', 'floorf(A)', 'ceilf(A)', 'truncf(A)', 'rintf(A)', '__saturatef(A)', 'nearbyintf(A)', 'fdimf(A,B)' if s.plain else 'fminf(A,B)', 'fmaf(A,B,A)', 'bf(fb(A)^0x80000000u)', '__fmaf_ieee_rn(A,B,B)'])
        a, b = f'({F()})', f'({F()})'
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('\0', a).replace('\1', b) + ')'
    def e_f64(s, d):
        r = s.r; E = s.e; c = r.random(); F = lambda: E('f64', d)
        if c < .34: return f'__d{r.choice(["add", "sub", "mul", "add", "mul", "div"])}_{r.choice(RND)}({F()}, {F()})'
        if c < .46: return f'__fma_{r.choice(RND)}({F()}, {F()}, {F()})'
        if c < .50: return f'__d{r.choice(["sqrt", "rcp"])}_{r.choice(RND)}({F()})'
        if c < .58 and s.plain: return f'({F()} {r.choice("+-*/")} {F()})'
        if c < .61: return f'({s.cond(d)} ? {F()} : {F()})'
        if c < .68: return s.conv('f64')
        if c < .71: return f'td({F()})'
        if c < .76 and 'libmd' in s.feat: f = r.choice(['exp(td(A))', 'log(fabs(td(A)))', 'sin(td(A))', 'cos(td(A))', 'fmod(td(A),td(B))', 'ldexp(A,(s32)(db(B)&127)-63)', 'nextafter(A,B)', 'logb(td(A))', 'round(A)', 'remainder(td(A),td(B))', 'sqrt(A)', 'exp2(td(A))', 'atan(A)', 'cbrt(A)', 'log2(fabs(td(A)))', 'tanh(td(A))', 'pow(fabs(td(A)),td(B))', 'sin(A)', 'erf(td(A))'])
        else: f = r.choice(['fmin(A,B)', 'fmax(A,B)', 'fabs(A)', '(-A)', 'copysign(A,B)', 'floor(A)', 'ceil(A)', 'trunc(A)', 'rint(A)', 'fma(A,B,A)', 'bd(db(A)^(1ull<<63))', '__hiloint2double(__double2hiint(A),__double2loint(B))'])
        a, b = f'({F()})', f'({F()})'
        return '(' + f.replace('A', '\0').replace('B', '\1').replace('\0', a).replace('\1', b) + ')'
    def half(s, t, d):
        r = s.r; E = s.e; c = r.random(); F = lambda: E(t, d); cc = 'h' if t == 'f16' else 'b'
        if c < .35: return f'__h{r.choice(["add", "sub", "mul"])}{"_rn" if s.fmad and not s.plain else r.choice(["", "_rn", "_sat"])}({F()}, {F()})'
        if c < .45 and (t == 'f16' or s.arch >= 80): return f'__hfma{r.choice(["", "_sat", "_relu"])}({F()}, {F()}, {F()})'
        if c < .52: return f'__h{r.choice(["min", "max", "min_nan", "max_nan"])}({F()}, {F()})'
        if c < .58: return f'__h{r.choice(["abs", "neg"])}({F()})'
        if c < .63: return f'({s.cond(d)} ? {F()} : {F()})'
        if c < .72: return s.conv(t)
        if c < .78: return f't{cc}({F()})'
        if c < .84: return f'h{r.choice(["floor", "ceil", "trunc", "rint"])}({F()})'
        if c < .94:
            v = 'half2' if t == 'f16' else 'bfloat162'; pre = '__halves2half2' if t == 'f16' else '__halves2bfloat162'
            o = r.choice(['__hadd2_rn(A,B)', '__hmul2_rn(A,B)', '__hsub2_rn(A,B)', '__hfma2(A,B,A)', '__hmin2(A,B)', '__hmax2(A,B)', '__hneg2(A)', '__habs2(A)', '__hfma2_relu(A,B,B)', '__hmax2_nan(A,B)', '__hgt2(A,B)', '__hleu2(A,B)', '__hne2(A,B)'])
            if t == 'bf16' and s.arch < 80 and 'fma' in o: o = '__hadd2_rn(A,B)'
            p = lambda: f'{pre}({E(t, d)}, {E(t, d)})'; o = o.replace('A', '\0').replace('B', '\1').replace('\0', p()).replace('\1', p())
            return f'__{r.choice(["low", "high"])}2{"half" if t == "f16" else "bfloat16"}({o})'
        return ('__float2half_%s' if t == 'f16' else '__float2bfloat16_%s') % r.choice(RND) + f'({E("f32", d)})' if 'f32' in s.feat else F()
    def e_f16(s, d): return s.half('f16', d)
    def e_bf16(s, d): return s.half('bf16', d)
    # inline PTX
    def asm(s, t, text, ins, c):
        """An inline statement in a helper of its own, so that it can be an expression."""
        key = (t, text, tuple(k for k, _ in ins))
        if key not in s.inl:
            n = f'ia{len(s.inl)}'; s.inl[key] = n
            con = {'u32': 'r', 's32': 'r', 'u64': 'l', 's64': 'l', 'f32': 'f', 'f64': 'd', 'u16': 'h'}
            body = '"' + text + '" : "=' + con[t] + '"(r) : ' + ', '.join(f'"{con[k]}"(a{i})' for i, (k, _) in enumerate(ins))
            s.globals.append(f'DI {t} {n}({", ".join(f"{k} a{i}" for i, (k, _) in enumerate(ins))}) {{ {t} r; asm{" volatile" if len(s.inl) % 3 == 0 else ""}({body}); return r; }}')
        return f'{s.inl[key]}({", ".join(x for _, x in ins)})'
    def asm_u32(s, d):
        r = s.r; E = s.e; u = lambda: ('u32', E('u32', d))
        o = r.choice([
            (f'lop3.b32 %0, %1, %2, %3, {r.getrandbits(8)};', 3), ('prmt.b32%s %%0, %%1, %%2, %%3;' % r.choice(['', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16']), 3),
            ('bfi.b32 %0, %1, %2, %3, 7;', 3), ('bfe.u32 %0, %1, %2, %3;', 3), ('shf.l.wrap.b32 %0, %1, %2, %3;', 3), ('shf.r.clamp.b32 %0, %1, %2, %3;', 3), ('mad.hi.u32 %0, %1, %2, %3;', 3), ('mad.lo.u32 %0, %1, %2, %3;', 3),
            ('{ .reg .u32 t; add.cc.u32 t, %1, %2; addc.u32 %0, t, %3; }', 3), ('{ .reg .u32 t; sub.cc.u32 t, %1, %2; subc.cc.u32 t, t, %3; addc.u32 %0, t, 0; }', 3), ('{ .reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.u32 %0, %1, %2, t; }', 3),
            ('sad.u32 %0, %1, %2, %3;', 3), ('mul24.hi.u32 %0, %1, %2;', 2), ('mad24.lo.u32 %0, %1, %2, %3;', 3), ('bfind.u32 %0, %1;', 1), ('bfind.shiftamt.u32 %0, %1;', 1), ('brev.b32 %0, %1;', 1), ('shl.b32 %0, %1, %2;', 2), ('shr.u32 %0, %1, %2;', 2), ('shr.s32 %0, %1, %2;', 2),
            ('{ .reg .pred p, q; setp.lt.u32 p|q, %1, %2; @p mov.u32 %0, %3; @!p xor.b32 %0, %3, %1; }', 3), ('{ .reg .pred p; setp.ge.s32 p, %1, %2; selp.b32 %0, %3, 5, p; }', 3), ('set.lt.u32.u32 %0, %1, %2;', 2), ('slct.u32.s32 %0, %1, %2, %3;', 3), ('cnot.b32 %0, %1;', 1), ('dp4a.u32.s32 %0, %1, %2, %3;', 3), ('dp2a.hi.s32.u32 %0, %1, %2, %3;', 3), ('vadd4.u32.u32.u32.sat %0, %1, %2, %3;', 3), ('vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;', 3), ('vmax2.s32.s32.s32 %0, %1, %2, %3;', 3), ('bmsk.clamp.b32 %0, %1, %2;', 2), ('szext.wrap.u32 %0, %1, %2;', 2), ('fns.b32 %0, %1, 0, 1;', 1),
            ('{ .reg .b16 a, b; mov.b32 {a, b}, %1; mul.wide.u16 %0, a, b; }', 1), ('{ .reg .b16 a, b, c, e; mov.b32 {a, b}, %1; mov.b32 {c, e}, %2; add.u16 a, a, e; sub.u16 b, b, c; mov.b32 %0, {b, a}; }', 2), ('{ .reg .b8 x<4>; mov.b32 {x0, x1, x2, x3}, %1; mov.b32 %0, {x3, x1, x0, x2}; }', 1) if False else ('cvt.u32.u16 %0, %1;', 0),
            ('{ .reg .b64 t; mov.b64 t, {%1, %2}; shr.u64 t, t, %3; cvt.u32.u64 %0, t; }', 3), ('{ .reg .pred p; .reg .u32 t; mov.u32 t, %1; mov.u32 %0, 0; and.b32 t, t, 15; L%=: setp.eq.u32 p, t, 0; @p bra D%=; mad.lo.u32 %0, %0, %2, t; sub.u32 t, t, 1; bra L%=; D%=: }', 2),
            ('cvt.sat.u8.s32 %0, %1;', 1), ('cvt.u32.s8 %0, %1;', 1) , ('cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;', 3), ('{ .reg .pred p, q; setp.ne.u32 p, %1, 0; setp.gt.and.s32 q, %2, %3, p; selp.u32 %0, %2, %1, q; }', 3), ('mov.u32 %0, %%laneid;', 0), ('mov.u32 %0, %%ntid.x;', 0), ('mov.u32 %0, %%lanemask_le;', 0), ('mov.u32 %0, %%nctaid.x;', 0), ('popc.b32 %0, %1;', 1)])
        t, n = o
        if n == 0 and 'cvt' in t: return s.e('u32', d)
        if 'cvt.pack' in t and s.arch < 72: return s.e('u32', d)
        return s.asm('u32', t, [u() for _ in range(n)], d)
    def asm_s32(s, d):
        r = s.r; u = lambda: ('s32', s.e('s32', d))
        t, n = r.choice([('bfe.s32 %0, %1, %2, %3;', 3), ('mad.hi.s32 %0, %1, %2, %3;', 3), ('sad.s32 %0, %1, %2, %3;', 3), ('add.sat.s32 %0, %1, %2;', 2), ('sub.sat.s32 %0, %1, %2;', 2), ('mul24.hi.s32 %0, %1, %2;', 2), ('abs.s32 %0, %1;', 1), ('neg.s32 %0, %1;', 1), ('bfind.s32 %0, %1;', 1), ('szext.clamp.s32 %0, %1, %2;', 2), ('min.s32 %0, %1, %2;', 2), ('shr.s32 %0, %1, %2;', 2), ('cvt.s32.s8 %0, %1;', 1), ('cvt.sat.s16.s32 %0, %1;', 1), ('cvt.sat.s32.u32 %0, %1;', 1), ('dp4a.s32.s32 %0, %1, %2, %3;', 3), ('set.gt.s32.s32 %0, %1, %2;', 2), ('{ .reg .s16 a, b; cvt.s16.s32 a, %1; cvt.s16.s32 b, %2; mad.lo.s16 a, a, b, b; cvt.s32.s16 %0, a; }', 2), ('{ .reg .s16 a, b; cvt.s16.s32 a, %1; cvt.s16.s32 b, %2; mul.hi.s16 a, a, b; cvt.s32.s16 %0, a; }', 2), ('{ .reg .s16 a; .reg .u32 t; cvt.s16.s32 a, %1; and.b32 t, %2, 31; shr.s16 a, a, t; cvt.s32.s16 %0, a; }', 2), ('mad.hi.sat.s32 %0, %1, %2, %3;', 3)])
        if t.startswith('mad.hi'): t = 'mad.hi.s32 %0, %1, %2, %3;'
        return s.asm('s32', t, [u() for _ in range(n)], d)
    def asm_u64(s, d):
        r = s.r; u = lambda: ('u64', s.e('u64', d))
        t, n = r.choice([('mad.hi.u64 %0, %1, %2, %3;', 3), ('mul.hi.s64 %0, %1, %2;', 2), ('sad.u64 %0, %1, %2, %3;', 3), ('{ .reg .u64 t; add.cc.u64 t, %1, %2; addc.u64 %0, t, %3; }', 3), ('{ .reg .u64 t; mad.lo.cc.u64 t, %1, %2, %3; madc.hi.u64 %0, %1, %3, t; }', 3), ('{ .reg .u32 a; cvt.u32.u64 a, %2; and.b32 a, a, 127; bfe.u64 %0, %1, a, 13; }', 2), ('{ .reg .u32 a; cvt.u32.u64 a, %3; and.b32 a, a, 63; bfi.b64 %0, %1, %2, a, 21; }', 3), ('{ .reg .u32 a; cvt.u32.u64 a, %2; shl.b64 %0, %1, a; }', 2), ('{ .reg .u32 a; cvt.u32.u64 a, %2; shr.s64 %0, %1, a; }', 2), ('brev.b64 %0, %1;', 1), ('abs.s64 %0, %1;', 1), ('cnot.b64 %0, %1;', 1), ('{ .reg .u32 a, b; mov.b64 {a, b}, %1; mov.b64 %0, {b, a}; }', 1), ('{ .reg .b16 a, b, c, e; mov.b64 {a, b, c, e}, %1; mov.b64 %0, {e, a, c, b}; }', 1), ('{ .reg .u32 a; bfind.s64 a, %1; cvt.u64.u32 %0, a; }', 1), ('{ .reg .pred p; setp.hi.u64 p, %1, %2; selp.b64 %0, %1, %3, p; }', 3), ('{ .reg .u32 a, b; mov.b64 {a, b}, %1; mul.wide.s32 %0, a, b; }', 1), ('{ .reg .u32 a, b; mov.b64 {a, b}, %1; mad.wide.u32 %0, a, b, %2; }', 2)])
        return s.asm('u64', t, [u() for _ in range(n)], d)
    # statements
    def block(s, n, ind): return '\n'.join(s.stmt(ind) for _ in range(n))
    def assign(s, ind):
        t = s.r.choice(s.types()); v = s.var(t)
        if not v: return ''
        if t in ('u32', 'u64', 'u8', 'u16') and s.r.random() < .2: return f'{ind}{v} {s.r.choice(["+=", "^=", "|=", "&=", "-="])} {s.e(t)};'
        if t == 'u32' and s.r.random() < .06: return f'{ind}{s.r.choice(["++", "--"])}{v};'
        return f'{ind}{v} = {s.e(t)};'
    def stmt(s, ind='  '):
        r = s.r; s.budget -= 1; c = r.random(); F = s.feat
        deep = s.depth >= 3 or s.budget <= 0
        if deep or c < .38: return s.assign(ind)
        s.depth += 1
        try:
            if c < .50:
                n = r.choice([1, 1, 2, 3]); t = f'{ind}if ({s.cond()}) {{\n{s.block(n, ind + "  ")}\n{ind}}}'
                if r.random() < .5: t += f' else {{\n{s.block(r.choice([1, 2]), ind + "  ")}\n{ind}}}'
                return t
            if c < .62 and 'loop' in F: return s.loop(ind)
            if c < .66 and 'switch' in F: return s.switch(ind)
            if c < .71 and 'arr' in F: return s.arr(ind)
            if c < .74 and 'shared' in F and not s.infun: return f'{ind}{r.choice(["sh", "sh"])}[tid * 4 + ({s.e("u32", 1)} & 3)] {r.choice(["=", "^=", "+="])} {s.e("u32")};\n{ind}{s.var("u32")} = sh[tid * 4 + ({s.e("u32", 1)} & 3)];'
            if c < .79 and 'atomics' in F and not s.infun: return s.atomic(ind)
            if c < .83 and 'call' in F and s.funcs: return s.call(ind)
            if c < .86 and 'union' in F: return s.union(ind)
            if c < .89 and 'vec' in F and not s.infun: return s.vec(ind)
            if c < .91 and 'struct' in F: return s.struct(ind)
            if c < .93 and 'memops' in F and not s.infun: return s.mem(ind)
            if c < .945 and 'bitf' in F:
                n = s.name('bf'); return f'{ind}{{ BF {n}; {n}.a = {s.e("u32", 1)}; {n}.b = (s32)({s.e("u32", 1)} & 255); {n}.c = {s.e("u32", 1)}; {n}.d = 1; {n}.e = {s.e("u32", 1)}; {n}.{r.choice("ac")} += 3; {s.var("u32")} ^= {n}.a + {n}.c * 3u + (u32){n}.b; {s.var("s32")} = (s32)({n}.e >> 3) ^ {n}.b; }}'
            if c < .96 and 'lambda' in F:
                return f'{ind}{{ auto fl = [&](u32 q, s32 w) {{ {s.var("s32")} = sadd(w, (s32)q); return q ^ {s.e("u32", 1)}; }}; {s.var("u32")} = fl({s.e("u32", 1)}, {s.e("s32", 1)}) + fl({s.e("u32", 1)}, 3); }}'
            if c < .97 and 'alloca' in F and not s.infun and s.arch >= 75 and not s.debug and r.random() < .5:
                n = s.name('al'); return f'{ind}{{ u32 k{n} = ({s.e("u32", 1)} & 7) + 1; u32* {n} = (u32*)alloca(k{n} * 4); for (u32 i = 0; i < k{n}; i++) {n}[i] = {s.e("u32", 1)} + i; u32 a{n} = 0; for (u32 i = 0; i < k{n}; i++) a{n} = a{n} * 31 + {n}[k{n} - 1 - i]; {s.var("u32")} = a{n}; }}' if s.opts.get('alloca') else s.assign(ind)
            if c < .98 and 'virt' in F: s.virt(); return f'{ind}{{ VA va; VB vb; va.k = {s.e("u32", 1)}; vb.k = {s.e("u32", 1)}; vb.j = 7; VBase* vp = {s.cond(0)} ? (VBase*)&va : (VBase*)&vb; {s.var("u32")} = vp->f({s.e("u32", 1)}); }}'
            return s.assign(ind)
        finally: s.depth -= 1
    def virt(s):
        if 'VBase' not in s.inl:
            s.inl['VBase'] = 1; s.globals.append('struct VBase { u32 k; __device__ virtual u32 f(u32 x) = 0; };\nstruct VA : VBase { __device__ u32 f(u32 x) override { return x * 3 + k; } };\nstruct VB : VBase { u32 j; __device__ u32 f(u32 x) override { return (x ^ k) - j; } };')
    def loop(s, ind):
        r = s.r; i = s.name('i'); c = r.random(); n = r.choice([1, 1, 2]); inner = ind + '  '; s.loops = getattr(s, 'loops', 0) + 1
        def brk():
            if r.random() < .35: return f'\n{inner}if ({s.cond(0)}) {r.choice(["break", "continue"])};'
            return ''
        if c < .4: bound = str(r.choice([2, 3, 5, 8])) if r.random() < .5 else f'({s.e("u32", 1)} & {r.choice([3, 7])}) + 1'; un = r.choice(['', '', '#pragma unroll 1\n' + ind, '#pragma unroll\n' + ind]); return f'{ind}{un}for (u32 {i} = 0, n{i} = {bound}; {i} < n{i}; {i}++) {{{brk()}\n{s.block(n, inner)}{brk()}\n{inner}{s.var("u32")} += {i};\n{ind}}}'
        if c < .7: return f'{ind}u32 {i} = {s.e("u32", 1)} & 15;\n{ind}while ({i} != 0) {{\n{inner}{i}--;{brk()}\n{s.block(n, inner)}\n{ind}}}'
        if c < .85: return f'{ind}u32 {i} = 0;\n{ind}do {{\n{inner}{i} += ({s.e("u32", 0)} & 1) + 1;{brk()}\n{s.block(n, inner)}\n{ind}}} while ({i} < {r.choice([3, 6, 9])} && {s.cond(0)});'
        j = s.name('j')
        lab = s.name('out') if 'goto' in s.feat else None
        go = f'{inner}  if ({s.cond(0)}) goto {lab};' if lab else f'{inner}  if ({s.cond(0)}) break;'
        t = f'{ind}{{ u32 {i}, {j};\n{ind}for ({i} = 0; {i} < 4; {i}++) {{\n{inner}for ({j} = {i}; {j} < 5; {j}++) {{\n{s.block(1, inner + "  ")}\n{go}\n{inner}}}\n{s.block(1, inner)}\n{ind}}}\n'
        return t + (f'{ind}{lab}: ;\n{ind}}}' if lab else f'{ind}}}')
    def switch(s, ind):
        r = s.r; k = r.choice([3, 4, 6, 8, 12, 16]); t = f'{ind}switch ({s.e("u32", 1)} % {k + r.choice([0, 1])}u) {{\n'
        for i in range(k):
            t += f'{ind}case {i}: {s.assign("")}' + ('' if r.random() < .25 and i < k - 1 else ' break;') + '\n'
            if k <= 6 and r.random() < .3: t = t[:-1] + '\n'
        return t + f'{ind}default: {s.assign("")}\n{ind}}}'
    def arr(s, ind):
        r = s.r; k = r.choice(s.arrs); n, t, m = k; v = s.var(t) or s.const(t); c = r.random()
        if c < .4: return f'{ind}{n}[{s.e("u32", 1)} & {m - 1}] = {s.e(t)};\n{ind}{v} = {n}[{s.e("u32", 1)} & {m - 1}];'
        if c < .6: i = s.name('q'); return f'{ind}for (u32 {i} = 0; {i} < {m}; {i}++) {{ {n}[{i}] = {s.e(t, 1)}; if ({s.cond(0)}) {v} = {n}[({i} * 3) & {m - 1}]; }}'
        if c < .8: i = s.name('pp'); k2 = s.r.choice([q for q in s.arrs if q[1] == t]); return f'{ind}{{ {t}* {i} = {s.cond(0)} ? &{n}[0] : &{k2[0]}[{k2[2] // 2}]; *{i} = {s.e(t, 1)}; {v} = {i}[{s.r.randrange(0, min(m, k2[2] // 2))}]; }}'
        i = s.name('q'); return f'{ind}for (u32 {i} = 1; {i} < {m}; {i}++) {{ {t} t{i} = {n}[{i}]; u32 j{i} = {i}; while (j{i} > 0 && {"hb" if t == "f16" else "bb" if t == "bf16" else "fb" if t == "f32" else "db" if t == "f64" else ""}({n}[j{i} - 1]) > {"hb" if t == "f16" else "bb" if t == "bf16" else "fb" if t == "f32" else "db" if t == "f64" else ""}(t{i})) {{ {n}[j{i}] = {n}[j{i} - 1]; j{i}--; }} {n}[j{i}] = t{i}; }}\n{ind}{v} = {n}[{s.e("u32", 1)} & {m - 1}];'
    def atomic(s, ind):
        r = s.r; c = r.random(); u = s.var('u32')
        if c < .5:
            o = r.choice(['atomicAdd(&aux[I], X)', 'atomicMin(&aux[64 + I], X)', 'atomicMax(&aux[128 + I], X)', 'atomicOr(&aux[192 + I], X)', 'atomicXor(&aux[256 + I], X)', 'atomicMax((s32*)&aux[320 + I], (s32)(X))', 'atomicMin((s32*)&aux[384 + I], (s32)(X))', 'atomicAdd((u64*)&aux[448 + 2 * I], (u64)(X) << 20)', 'atomicSub(&aux[I], X)', 'atomicMax((u64*)&aux[576 + 2 * I], (u64)(X) * 0x100000001ull)', 'atomicXor((u64*)&aux[704 + 2 * I], (u64)(X) * 0x1234567ull)', 'atomicAdd_system(&aux[I], X)', 'atomicAdd_block(&aux[832 + I + blockIdx.x * 16], X)'])
            return ind + o.replace('blockIdx', '\4').replace('I', f'({s.e("u32", 1)} & 15)').replace('\4', 'blockIdx').replace('Xor', '\3').replace('X', s.e('u32')).replace('\3', 'Xor') + ';'
        # its own position: the old value is known
        a = f'&out[tid0 * W + {s.W - 4}]'
        o = r.choice(['atomicAdd(A, X)', 'atomicExch(A, X)', 'atomicMin(A, X)', 'atomicMax(A, X)', 'atomicInc(A, X)', 'atomicDec(A, X)', 'atomicCAS(A, X, Y)', 'atomicAnd(A, X)', 'atomicOr(A, X)', 'atomicXor(A, X)', '(u32)atomicAdd((u64*)A, (u64)(X))', '(u32)(atomicCAS((u64*)A, (u64)(X), (u64)(Y) << 32) >> 32)', '(u32)(atomicExch((u64*)A, ((u64)(X) << 32) | (Y)) >> 13)', 'fb(atomicAdd((f32*)A, tf(bf(X))))', '(u32)atomicCAS((u16*)A, (u16)(X), (u16)(Y))', 'atomicAdd(SH, X)', 'atomicCAS(SH, X, Y)', 'atomicMin(SH, X)', 'fb(atomicAdd((f32*)SH, tf(bf(X))))', 'atomicInc(SH, X)', '(u32)(s32)atomicMax((s32*)SH, (s32)(X))', 'atomicExch(SH, X)'])
        if 'SH' in o and 'shared' not in s.feat: o = 'atomicAdd(A, X)'
        if 'f64' in s.feat and r.random() < .1: return f'{ind}{u} = (u32)db(atomicAdd((f64*){a}, td(bd((u64)({s.e("u32", 1)}) << 32))));'
        return f'{ind}{u} = ' + o.replace('SH', '&sh[tid * 4 + 2]').replace('A,', a + ',').replace('Xor', '\3').replace('X', s.e('u32', 1)).replace('\3', 'Xor').replace('Y', s.e('u32', 1)) + ';'
    def call(s, ind):
        n, rt, ps = s.r.choice(s.funcs); v = s.var(rt)
        args = []
        for t in ps:
            if t == 'u32*':
                o = [a for a, k, m in s.arrs if k == 'u32' and m >= 8]; o = [f'&{a}[0]' for a in o]
                if not o: return s.assign(ind)
                if 'shared' in s.feat and not s.infun and s.r.random() < .4: o = ['&shp[tid * 8]']
                args.append(s.r.choice(o))
            elif t == 'S1': args.append(f'S1{{(u8){s.e("u32", 0)}, (u16){s.e("u32", 0)}, {s.e("u32", 0)}, (u64){s.e("u32", 0)}, bf({s.e("u32", 0)})}}')
            else: args.append(s.e(t, 1))
        x = f'{n}({", ".join(args)})'
        if rt == 'S2': u = s.name('rs'); return f'{ind}{{ S2 {u} = {x}; {s.var("u32")} ^= (u32){u}.x + (u32){u}.y + {u}.q[{s.e("u32", 0)} % 5u] + (u32)db({u}.z); }}'
        if v is None: return s.assign(ind)
        return f'{ind}{v} = {x};' if s.r.random() < .7 else f'{ind}if ({s.cond()}) {v} = {x};'
    def union(s, ind):
        n = s.name('un'); w = lambda: f'{n}.' + s.r.choice([f'w[{s.e("u32", 0)} & 3] = {s.e("u32", 1)}', f'l[{s.e("u32", 0)} & 1] = (u64){s.e("u32", 1)} * 0x10001ull', f'h[{s.e("u32", 0)} & 7] = (u16){s.e("u32", 1)}', f'b[{s.e("u32", 0)} & 15] = (u8){s.e("u32", 1)}', f'f[{s.r.randrange(4)}] = bf(fb(bf({s.e("u32", 1)})))'])
        g = lambda: s.r.choice([f'{s.var("u32")} = {n}.w[{s.e("u32", 0)} & 3];', f'{s.var("u32")} ^= {n}.h[{s.e("u32", 0)} & 7];', f'{s.var("s32")} = {n}.b[{s.e("u32", 0)} & 15];', f'{s.var("u32")} += (u32)({n}.l[{s.e("u32", 0)} & 1] >> 17);'])
        return f'{ind}{{ U {n}; {n}.v = make_uint4({s.e("u32", 1)}, {s.e("u32", 1)}, {s.e("u32", 1)}, {s.e("u32", 1)}); {w()}; {w()}; {g()} {g()} }}'
    def vec(s, ind):
        r = s.r; n = s.name('v'); c = r.random()
        if c < .5:
            return f'{ind}{{ uint4 {n} = ((const uint4*)in)[{s.e("u32", 1)} & 1023]; {n}.x += {n}.w; {n}.y ^= {s.e("u32", 1)}; {s.var("u32")} = {n}.{r.choice("xyzw")} + {n}.y; {s.var("s32")} = (s32)({n}.z >> 3); }}'
        if c < .75: return f'{ind}{{ uchar4 {n} = ((const uchar4*)in)[{s.e("u32", 1)} & 4095]; short2 s{n} = ((const short2*)in)[{s.e("u32", 1)} & 4095]; {s.var("u32")} = {n}.x * 3u + {n}.w + (u32)s{n}.x; {s.var("s32")} = s{n}.y - {n}.z; }}'
        return f'{ind}{{ float4 {n} = make_float4(tf(bf({s.e("u32", 1)})), 2.5f, tf(bf({s.e("u32", 1)})), -1.0f); double2 d{n} = make_double2(__fma_rn((f64){n}.x, (f64){n}.y, 1.0), (f64){n}.z); {s.var("u32")} = fb(__fadd_rn({n}.x, {n}.w)); {s.var("u32")} ^= (u32)(db(d{n}.x) >> 23) + (u32)db(d{n}.y); }}'
    def struct(s, ind):
        n = s.name('st'); return f'{ind}{{ S1 {n} = {{(u8){s.e("u32", 1)}, (u16){s.e("u32", 1)}, {s.e("u32", 1)}, (u64){s.e("u32", 1)}, bf({s.e("u32", 0)} & 0x7f7fffffu)}}; S1 k{n} = {n}; S1* p{n} = {s.cond(0)} ? &{n} : &k{n}; p{n}->b += 77; p{n}->d *= 3; {s.var("u32")} = {n}.a + {n}.b * 3u + {n}.c + (u32)({n}.d >> 7) + fb({n}.e); {s.var("s32")} = (s32)k{n}.b; }}'
    def mem(s, ind):
        r = s.r; c = r.random(); a = f'out[tid0 * W + {s.W - 2}]'
        ld = r.choice(['__ldg(&in[I])', '__ldcg(&in[I])', '__ldca(&in[I])', '__ldcs(&in[I])', '__ldlu(&in[I])', '__ldcv(&in[I])', '*(volatile const u32*)&in[I]'])
        if c < .5: return f'{ind}{s.var("u32")} = ' + ld.replace('I', f'{s.e("u32", 1)} & 4095') + ';'
        st = r.choice(['__stwb(&A, X)', '__stcg(&A, X)', '__stcs(&A, X)', '__stwt(&A, X)', '*(volatile u32*)&A = X', '((u16*)&A)[Y & 1] = (u16)(X)', '((u8*)&A)[Y & 3] = (u8)(X)', 'memcpy(&A, &in[Y & 4095], 4)', 'memset(&A, 90, Z)', '*(u64*)&A = (u64)(X) * 0x100000003ull'])
        return ind + st.replace('X', s.e('u32', 1)).replace('Y', s.e('u32', 0)).replace('Z', str(r.choice([1, 2, 3, 4]))).replace('A', a) + f';\n{ind}{s.var("u32")} ^= {a};'
    # collective phases, in uniform control flow
    def phase(s):
        r = s.r; F = s.feat; o = []; u = s.var('u32'); ss = s.var('s32')
        if 'shared' in F or 'cta' in F:
            o += [f'  __syncthreads(); shx[tid] = {s.e("u32", 1)}; __syncthreads(); {u} = shx[(tid {r.choice(["+ 1", "+ 33", "* 5 + 3", "+ NT - 1"])}) % NT]; __syncthreads();'] * 2
            o += [f'  {u} = (u32)__syncthreads_count({s.cond()});', f'  {u} += (u32)__syncthreads_or({s.cond()});', f'  {ss} = __syncthreads_and({s.cond()});',
                  f'  __syncthreads(); shx[tid] = {s.e("u32", 1)}; __syncthreads(); for (u32 st = 1; st < NT; st *= 2) {{ u32 t = tid >= st ? shx[tid - st] : 0; __syncthreads(); shx[tid] += t; __syncthreads(); }} {u} = shx[tid];  __syncthreads();']
            o += [f'  __syncthreads(); if (tid < 16) shx[tid] = 0; __syncthreads(); atomicAdd(&shx[{s.e("u32", 1)} & 15], {s.e("u32", 1)}); __syncthreads(); {u} = shx[tid & 15]; __syncthreads();',
                  f'  __syncthreads(); if (tid == 0) shx[0] = 0xffffffffu; __syncthreads(); atomicMin(&shx[0], {s.e("u32", 1)}); __syncthreads(); {u} ^= shx[0]; __syncthreads();'] if s.bx >= 16 else []
        if 'warp' in F:
            M = '0xffffffffu'
            ts = [t for t in ('u32', 's32', 'u64', 's64', 'f32', 'f64') if s.var(t)]; t = r.choice(ts); v = s.var(t)
            t2 = r.choice([q for q in ts if q != t] or ts)
            w = r.choice([32, 32, 16, 8, 4, 2])
            o += [f'  {v} = __shfl_sync({M}, {s.e(t, 1)}, {s.e("u32", 1)} & 31, {w});', f'  {v} = __shfl_up_sync({M}, {s.e(t, 1)}, {r.choice([1, 2, 4, 7, 16, 31])}, {w});', f'  {v} = __shfl_down_sync({M}, {s.e(t, 1)}, {r.choice([1, 2, 3, 8, 16])}, {w});', f'  {v} = __shfl_xor_sync({M}, {s.e(t, 1)}, {r.choice([1, 2, 5, 8, 16, 31])}, {w});',
                  f'  {u} = __ballot_sync({M}, {s.cond()});', f'  {u} += __any_sync({M}, {s.cond()}) * 3u + __all_sync({M}, {s.cond()});', f'  {u} = __match_any_sync({M}, {s.e("u32", 1)} & {r.choice([1, 3, 7])});', f'  {{ int pr; {u} = __match_all_sync({M}, {s.e("u32", 1)} & {r.choice(["1", "0"])}, &pr); {ss} += pr; }}', f'  {{ u32 mm = __ballot_sync({M}, {s.cond(0)}); {u} = __fns(mm, lane, {r.choice([1, 0, -1, 2])}); }}' ,
                  f'  {{ bool cc = {s.cond()}; u32 mm = __ballot_sync({M}, cc); if (cc) {{ {v} = __shfl_sync(mm, {s.e(t, 1)}, nth(mm, {s.e("u32", 0)} & 31)); {u} ^= __ballot_sync(mm, {s.cond(0)}); {s.assign("")} }} else {{ {u} = __match_any_sync(~mm, {s.e("u32", 1)} & 3); {s.assign("")} }} __syncwarp(); }}',
                  f'  {{ u32 mm = {M}, it = {s.e("u32", 1)} & 7; while (true) {{ bool go = it != 0; mm = __ballot_sync(mm, go); if (!go) break; it--; {u} += __shfl_sync(mm, {s.e("u32", 1)}, 31 - __clz(mm)); {s.assign("")} }} __syncwarp(); }}',
                  f'  for (int o = 16; o; o >>= 1) {v} = {"(" + t + ")" if t[0] != "f" else ""}({v} {"+" if t[0] == "u" else "^" if t[0] == "s" else "+" if False else ""} __shfl_xor_sync({M}, {v}, o));' if t[0] in 'us' else f'  for (int o = 1; o < 32; o <<= 1) {{ {t} tt = __shfl_up_sync({M}, {v}, o); if (lane >= o) {v} = {"__fadd_rn" if t == "f32" else "__dadd_rn"}({v}, tt); }}']
            if s.arch >= 80:
                o += [f'  {u} = __reduce_{r.choice(["add", "min", "max", "and", "or", "xor"])}_sync({M}, {s.e("u32", 1)});', f'  {ss} = __reduce_{r.choice(["add", "min", "max"])}_sync({M}, {s.e("s32", 1)});', f'  {{ bool cc = {s.cond()}; u32 mm = __ballot_sync({M}, cc); if (cc) {u} = __reduce_{r.choice(["add", "max", "xor"])}_sync(mm, {s.e("u32", 1)}); else {ss} = __reduce_{r.choice(["add", "min"])}_sync(~mm, {s.e("s32", 1)}); __syncwarp(); }}']
            if 'half' in F: o += [f'  {s.var("f16")} = __shfl_xor_sync({M}, {s.e("f16", 1)}, {r.choice([1, 4, 16])});']
        if 'cg' in F:
            w = r.choice([2, 4, 8, 16, 32]); s.ext.add('#include <cooperative_groups.h>'); s.ext.add('#include <cooperative_groups/reduce.h>'); s.ext.add('#include <cooperative_groups/scan.h>')
            T = f'auto tl = cooperative_groups::tiled_partition<{w}>(cooperative_groups::this_thread_block());'
            o += [f'  {{ {T} {u} = tl.shfl_xor({s.e("u32", 1)}, {r.choice([1, w // 2])}) + tl.thread_rank() * tl.meta_group_rank(); }}', f'  {{ {T} {u} = cooperative_groups::reduce(tl, (u32)({s.e("u32", 1)}), cooperative_groups::{r.choice(["plus", "less", "greater", "bit_xor", "bit_and", "bit_or"])}<u32>()); }}', f'  {{ {T} {u} = cooperative_groups::{r.choice(["inclusive", "exclusive"])}_scan(tl, (u32)({s.e("u32", 1)})); }}', f'  {{ {T} {u} = tl.ballot({s.cond()}) + tl.match_any({s.e("u32", 1)} & 3); }}', f'  {{ {T} auto bp = cooperative_groups::binary_partition(tl, ({s.e("u32", 1)} & 1) != 0); {u} = bp.size() + bp.thread_rank() * 64u + cooperative_groups::reduce(bp, (u32)({s.e("u32", 1)}), cooperative_groups::plus<u32>()); }}', f'  {{ auto cw = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()); auto lp = cooperative_groups::labeled_partition(cw, {s.e("u32", 1)} & 3); {u} = lp.size() * 100u + lp.thread_rank() + lp.shfl({s.e("u32", 1)}, 0); }}', f'  {{ auto tb = cooperative_groups::this_thread_block(); tb.sync(); {u} += tb.thread_rank() * 3u + tb.size(); }}']
            if s.bx % 32: o = o[-1:]
        if 'cluster' in F and s.gx == 2:
            s.ext.add('#include <cooperative_groups.h>')
            o += [f'  {{ auto cl = cooperative_groups::this_cluster(); shx[tid] = {s.e("u32", 1)}; cl.sync(); u32* rp = cl.map_shared_rank(shx, (cl.block_rank() + {r.choice([0, 1])}) % cl.num_blocks()); {u} = rp[(tid + 1) % NT] + cl.block_rank(); cl.sync(); }}', f'  {{ auto cl = cooperative_groups::this_cluster(); if (tid < 8) shx[tid] = 0; cl.sync(); u32* rp = cl.map_shared_rank(shx, {s.e("u32", 1)} & 1); atomicAdd(&rp[{s.e("u32", 1)} & 7], {s.e("u32", 1)}); cl.sync(); {u} = shx[tid & 7]; cl.sync(); }}'] * 2
        if 'dyn' in F:
            o += [f'  __syncthreads(); dsh[tid] = {s.e("u32", 1)}; __syncthreads(); {u} = dsh[NT - 1 - tid] + ((u8*)dsh)[tid]; __syncthreads();']
        return r.choice(o) if o else ''
    def function(s):
        r = s.r; n = f'fn{len(s.funcs)}'; ts = [t for t in s.types()]; ps = [r.choice(ts) for _ in range(r.choice([1, 2, 3, 5]))]; rt = r.choice(ts)
        if 'struct' in s.feat and r.random() < .3: ps.append('S1')
        if 'arr' in s.feat and r.random() < .4: ps.append('u32*')
        if 'struct' in s.feat and r.random() < .15: rt = 'S2'
        save = s.vars, s.arrs, s.infun, s.depth, s.budget
        s.vars = [(f'a{i}', t) for i, t in enumerate(ps) if t not in ('S1', 'u32*')]; s.arrs = [('a%d' % i, 'u32', 8) for i, t in enumerate(ps) if t == 'u32*']; s.infun = 1; s.depth = 1; s.budget = 6
        init = ''
        for t in sorted(set(s.types()) | {"u32", "s32"}):
            if rt == t or t in ('u32', 's32') or r.random() < .3: init += f'  {t} l{t} = {s.e(t, 1) if s.vars else s.const(t)};\n'; s.vars.append((f'l{t}', t))
        if 'arr' in s.feat and not s.arrs: init += '  u32 fa[8]; for (int i = 0; i < 8; i++) fa[i] = lu32 + i;\n'; s.arrs = [('fa', 'u32', 8)]
        if not s.arrs: init += '  u32 fa[8]; for (int i = 0; i < 8; i++) fa[i] = i;\n'; s.arrs = [('fa', 'u32', 8)]
        if 'S1' in ps: i = ps.index('S1'); init += f'  lu32 += a{i}.a + a{i}.b * 5u + a{i}.c + (u32)a{i}.d + fb(a{i}.e);\n'
        body = s.block(r.choice([2, 3, 4]), '  ')
        if r.random() < .6: body += f'\n  if ({s.cond()}) return {s.ret(rt)};\n' + s.block(1, '  ')
        s.vars, s.depth, s.budget = save[0], save[3], save[4]
        vars2 = s.vars; s.vars = [(f'l{t}', t) for t in (s.types() + ['u32', 's32']) if f'{t} l{t} =' in init]; ret = s.ret(rt); s.vars, s.arrs, s.infun = vars2, save[1], save[2]
        att = r.choice(['__noinline__', '__noinline__', '', '__forceinline__'])
        text = f'__device__ {att} {rt} {n}({", ".join(f"{t} a{i}" for i, t in enumerate(ps))}) {{\n  const u32 lane = threadIdx.x & 31, tid = threadIdx.x; (void)lane; (void)tid;\n{init}{body}\n  return {ret};\n}}'
        s.globals.append(text); s.funcs.append((n, rt, ps))
    def ret(s, rt):
        if rt == 'S2': return f'S2{{(s16){s.e("u32", 0)}, (s64){s.e("u32", 0)}, bd((u64){s.e("u32", 0)} << 31), {{1, (s8){s.e("u32", 0)}, 3, 4, (s8){s.e("u32", 0)}}}}}'
        return s.e(rt, 1)
    def rec(s):
        save = s.vars, s.arrs, s.infun; s.infun = 1; s.vars = [('n', 'u32'), ('x', 'u32'), ('y', 's32')]; s.arrs = []
        t = f'__device__ __noinline__ u32 rec0(u32 n, u32 x, s32 y) {{\n  const u32 lane = threadIdx.x & 31, tid = threadIdx.x; (void)lane; (void)tid;\n  if (n == 0) return {s.e("u32", 1)};\n  x = {s.e("u32", 1)};\n  if ({s.cond(0)}) return rec0(n - 1, {s.e("u32", 1)}, {s.e("s32", 0)}) + {s.e("u32", 1)};\n  for (int i = 0; i < 2; i++) {{ if ({s.cond(0)}) x ^= rec0(n >> 1, {s.e("u32", 0)}, {s.e("s32", 1)}); else y += i; }}\n  return x + (u32)y + {s.e("u32", 1)};\n}}'
        s.vars, s.arrs, s.infun = save; s.globals.append(t); s.funcs.append(('rec0', 'u32', ['#']))
    def gen(s):
        r = s.r; F = s.feat; s.vars = []; s.arrs = []; decl = ''; s.W = 16; NV = r.choice([1, 2])
        if 'const' in F: s.globals.append('__constant__ u32 CT[16] = {' + ', '.join(f'{r.getrandbits(32)}u' for _ in range(16)) + '};')
        if 'gconst' in F: s.globals.append('__device__ u32 GA[8] = {' + ', '.join(f'{r.getrandbits(32)}u' for _ in range(5)) + '};\n__device__ u32* GP = &GA[2];\n__device__ const u32 GT[8] = {' + ', '.join(f'{r.getrandbits(16)}u' for _ in range(8)) + '};\n__device__ f32 GF = 1.5f; __device__ const f64 GD[3] = {0.1, 1e300, -2.0};')
        if 'call' in F:
            for _ in range(r.choice([1, 2, 3])): s.function()
        fptr = ''
        if 'fptr' in F:
            s.globals.append('__device__ __noinline__ u32 q0(u32 a, u32 b) { return a * b + 1; }\n__device__ __noinline__ u32 q1(u32 a, u32 b) { return (a ^ b) >> 3; }\n__device__ __noinline__ u32 q2(u32 a, u32 b) { u32 x[4] = {a, b, a + b, a - b}; return x[(a ^ b) & 3]; }\n__device__ __noinline__ u32 q3(u32 a, u32 b) { return a < b ? q0(b, a) : q1(a, b); }\ntypedef u32 (*QF)(u32, u32);\n__device__ QF QT[4] = {q0, q1, q2, q3};')
        if 'rec' in F: s.rec(); s.funcs.pop()
        k = 0; init = ''
        for t in dict.fromkeys(s.types()):
            for j in range(NV + (t in ('u32', 's32'))):
                n = f'{t}_{j}'; s.vars.append((n, t)); k += 1; ix = f'in[(tid0 * 7 + {k * 97}) & 4095]'; ix2 = f'in[(tid0 * 5 + {k * 31 + 7}) & 4095]'
                x = {'u64': f'((u64){ix} << 32 | {ix2})', 's64': f'(s64)((u64){ix} << 32 | {ix2})', 'f32': f'bf({ix})', 'f64': f'bd((u64){ix} << 32 | {ix2})', 'f16': f'bh({ix})', 'bf16': f'bb16({ix})', 'u128': f'mk(((u64){ix} << 32 | {ix2}), ((u64){ix2} << 32 | {ix}))', 's128': f'(s128)mk(((u64){ix} << 32 | {ix2}), ((u64){ix2} << 32 | {ix}))'}.get(t, f'({t}){ix}')
                init += f'  {"volatile " if "volatile" in F and t in ("u32", "f32") and r.random() < .3 else ""}{t} {n} = {x};\n'
        for t, m in [('u32', 8)] + ([('u8', 16)] if 'narrow' in F else []) + ([('f32', 4)] if 'f32' in F else []) + ([('u64', 4)] if 'i64' in F else []) + ([('f16', 4)] if 'half' in F else []):
            n = f'ar_{t}'; s.arrs.append((n, t, m)); init += f'  {t} {n}[{m}]; for (int i = 0; i < {m}; i++) {n}[i] = {s.cast(t, "u32_0", "u32") if t != "u8" else "(u8)(u32_0 + i)"};\n'
            if t == 'u32' and r.random() < .5: s.arrs.append(('ar2_u32', 'u32', 16)); init += '  u32 ar2_u32[16]; for (int i = 0; i < 16; i++) ar2_u32[i] = u32_0 * i;\n'
        body = ''; s.budget = r.choice([8, 14, 20])
        for i in range(r.choice([2, 3, 4, 5])):
            body += s.block(r.choice([1, 2, 3]), '  ') + '\n'
            p = s.phase()
            if p: body += p + '\n'
            if 'fptr' in F and r.random() < .4: body += f'  {s.var("u32")} = QT[{s.e("u32", 1)} & 3]({s.e("u32", 1)}, {s.e("u32", 1)});\n'
            if 'rec' in F and r.random() < .4: body += f'  {s.var("u32")} = rec0({s.e("u32", 1)} & 3, {s.e("u32", 1)}, {s.e("s32", 1)});\n'
            if 'gconst' in F and r.random() < .4: body += f'  {s.var("u32")} ^= GP[{s.e("u32", 0)} & 3] + __float_as_uint(GF) + (u32)db(GD[{s.e("u32", 0)} % 3u]);\n'
            if s.r.random() < .1 and 'warp' not in F and 'cg' not in F and 'shared' not in F and 'dyn' not in F and 'cta' not in F and 'cluster' not in F: body += f'  if ({s.cond(0)}) {{ out[tid0 * W] = {s.e("u32", 1)}; return; }}\n'
        if 'printf' in F:
            fm = []; a = []
            for _ in range(r.choice([1, 2, 3, 4])):
                t = r.choice(['u32', 's32'] + [t for t in ('u64', 's64', 'f32', 'f64', 'u8', 's16') if s.var(t)])
                fl = r.choice(['', '', '-', '0', '+', '#', ' ']); wd = r.choice(['', '', '1', '5', '12']); 
                if t in ('f32', 'f64'): fm.append(f'%{fl}{wd}{r.choice(["", ".0", ".3", ".10"])}{r.choice("fegEGa" if r.random() < .3 else "feg")}'); a.append(f'(f64){("tf" if t == "f32" else "td")}({s.var(t)})' if r.random() < .6 else f'(f64){s.var(t)}')
                elif t in ('u64', 's64'): fm.append(f'%{fl}{wd}{r.choice(["ll", "l"])}{r.choice("uxXo" if t[0] == "u" else "di")}'); a.append(s.var(t))
                else: fm.append(f'%{fl}{wd}{r.choice(["", "", ".3"])}{r.choice("uxXoc" if t[0] == "u" else "di")}' if True else ''); a.append(f'(u32)(65 + {s.var(t)} % 26)' if fm[-1].endswith('c') else s.var(t))
                if fm[-1].endswith('c'): fm[-1] = f'%{r.choice(["", "-"])}{wd}c'
            if r.random() < .3: fm.append('%s|%%'); a.append(r.choice(['"abc"', '(u32_0 & 1 ? "odd" : "even")']))
            body += f'  if (tid0 == {r.randrange(0, s.bx)}) printf("[{" ".join(fm)}]\\n", {", ".join(a)});\n'
        st = ''; slots = 0
        vs = s.vars[:]; r.shuffle(vs)
        for n, t in vs:
            need = {'u64': 2, 's64': 2, 'f64': 2, 'u128': 4, 's128': 4}.get(t, 1)
            if slots + need > s.W - 4: continue
            o = f'out[tid0 * W + {slots}]'
            st += {'f32': f'  {o} = fb({n});\n', 'f16': f'  {o} = hb({n});\n', 'bf16': f'  {o} = bb({n});\n'}.get(t, f'  {o} = (u32){n};\n' if need == 1 else ''.join(f'  out[tid0 * W + {slots + q}] = (u32)({"db(" + n + ")" if t == "f64" else "(u128)" + n if need == 4 else "(u64)" + n} >> {32 * q});\n' for q in range(need)))
            slots += need
        if 'arr' in F: st += ''.join(f'  {{ u32 h = 1; for (int i = 0; i < {m}; i++) h = h * 31 + {"fb" if t == "f32" else "hb" if t == "f16" else "(u32)"}({n}[i]); aux[1024 + tid0] ^= h; }}\n' for n, t, m in s.arrs)
        par = r.choice(['const P16 p', 'const __grid_constant__ P16 p']) if 'param' in F else 'P16 p'
        lb = f'__launch_bounds__({max(128, s.bx * s.by)})' if r.random() < .3 else ''
        cl = '__cluster_dims__(2, 1, 1) ' if 'cluster' in F and s.gx == 2 and r.random() < .5 else ''
        s.cldim = 1 if cl or not ('cluster' in F and s.gx == 2) else 2
        sh = '  __shared__ u32 sh[NT * 4]; __shared__ u32 shp[NT * 8]; __shared__ u32 shx[NT < 16 ? 16 : NT];\n  for (u32 i = tid; i < NT * 4; i += NT) sh[i] = i; for (u32 i = tid; i < NT * 8; i += NT) shp[i] = i * 3; __syncthreads();\n'
        used = ('sh[' in body or 'shp[' in body or 'shx' in body)
        dsh = '  extern __shared__ u32 dsh[];\n' if 'dsh' in body else ''
        g = '\n'.join(s.globals)
        cnf = '' if s.raw else 'if (x != x) return 0x7fffffffu;'; cnd = '' if s.raw else 'if (x != x) return 0x7fffffffffffffffull;'; cnh = '' if s.raw else 'if (__hisnan(x)) return 0x7fffu;'
        src = PRE % dict(includes='\n'.join(sorted(s.ext)), canonf=cnf, canond=cnd, canonh=cnh, canonb=cnh) + f'#define NT {s.bx * s.by}u\n#define W {s.W}u\n' + g + f'''
extern "C" __global__ {cl}{lb} void k(const u32* {r.choice(["", "__restrict__ "])}in, u32* out, u32* aux, {par}) {{
  const u32 tid = threadIdx.x + blockDim.x * threadIdx.y, tid0 = tid + NT * blockIdx.x, lane = tid & 31; (void)lane;
{sh if used else ''}{dsh}  for (u32 i = 0; i < W; i++) out[tid0 * W + i] = i * 0x01010101u;
{init}{body}{st}}}
'''
        nt = s.bx * s.by
        opts = [f'--gpu-architecture=compute_{s.arch}', f'--fmad={"true" if s.fmad else "false"}', '--device-int128', '-std=c++17'] + (['-G'] if s.debug else []) + (['--ftz=true'] if s.ftz else [])
        cfg = dict(seed=s.seed, arch=s.arch, fmad=s.fmad, debug=s.debug, ftz=s.ftz, raw=s.raw, plain=s.plain, opts=opts, grid=s.gx, bx=s.bx, by=s.by, dyn=(nt * 4 + 64) if dsh else 0, cluster=s.cldim if s.cldim > 1 else 1, out=nt * s.gx * s.W * 4, aux=8192, feat=sorted(F))
        return src, cfg
def gen(seed, opts=None): return G(seed, opts).gen()
if __name__ == '__main__':
    import json, sys, inputs
    folder, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    inputs.write(folder); sources = []
    for seed in range(first, last):
        text, c = gen(seed); name = f'k{seed}'
        with open(f'{folder}/{name}.cu', 'w') as file: file.write(text)
        launch = f'k {c["grid"]} 1 1 {c["bx"]} {c["by"]} 1 {c["dyn"]} {c["cluster"]} 0 in_k{seed % 3}.bin {c["out"]} {c["aux"]}'
        sources.append(dict(name=name, options=c['opts'], launch=launch))
    with open(f'{folder}/kernels.json', 'w') as file: json.dump(sources, file)
