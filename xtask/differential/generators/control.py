"""Random PTX programs: any control flow, guards on everything, calls, temporaries; each thread by itself."""
import os, random, re, sys
OUT, A, B = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]); os.makedirs(OUT, exist_ok=True)
class P:
    def __init__(s, seed):
        s.r = random.Random(seed); s.nt = 0; s.nl = 0; s.decl = []; s.out = []; s.funcs = []
    def new(s, t):
        s.nt += 1; n = f'%t{s.nt}'; s.decl.append(f'.reg .{t} {n};'); return n
    def lab(s): s.nl += 1; return f'L{s.nl}_{s.fid}'
    def U(s, x=None): return s.r.choice(s.u + (s.tu * 2))
    def imm(s): return str(s.r.choice([0, 1, 2, 3, 5, 7, 16, 31, 32, 255, 0x7fffffff, 0xffffffff, s.r.getrandbits(32)]))
    def UI(s): return s.U() if s.r.random() < .75 else s.imm()
    def L(s): return s.r.choice(s.l + s.tl * 2)
    def Pd(s): return s.r.choice(s.p + s.tp)
    def dst(s, k):
        """A register to write: one of the fixed ones, or a new temporary."""
        if s.r.random() < .4:
            t = s.new({'u': 'b32', 'l': 'b64', 'p': 'pred', 'h': 'b16', 'f': 'f32', 'd': 'f64'}[k]); s.fresh.append((k, t)); return t
        return s.r.choice({'u': s.u, 'l': s.l, 'p': s.p, 'h': s.h, 'f': s.f, 'd': s.d}[k])
    def settle(s):
        for k, t in s.fresh: {'u': s.tu, 'l': s.tl, 'p': s.tp, 'h': s.th, 'f': s.tf, 'd': s.td}[k].append(t)
        s.fresh = []
    def ins(s):
        r = s.r; c = r.random(); U, UI, L = s.U, s.UI, s.L
        # a guarded write may only go to a register that already has a value
        g = ''
        if r.random() < .3: g = f'@{r.choice(["", "!"])}{s.Pd()} '
        D = (lambda k: r.choice({'u': s.u, 'l': s.l, 'p': s.p, 'h': s.h, 'f': s.f, 'd': s.d}[k])) if g else s.dst
        def two(k):
            a = D(k); b = D(k)
            while b == a: b = r.choice({'u': s.u, 'l': s.l, 'p': s.p}[k])
            return a, b
        if c < .30: x = f'{r.choice(["add.u32", "sub.u32", "mul.lo.u32", "and.b32", "or.b32", "xor.b32", "min.s32", "max.u32", "mul.hi.u32", "mul24.lo.s32", "min.u32"])} {D("u")}, {U()}, {UI()}'
        elif c < .36: x = f'{r.choice(["shl.b32", "shr.u32", "shr.s32"])} {D("u")}, {U()}, {UI()}'
        elif c < .42: x = f'{r.choice(["mad.lo.u32", "sad.s32", "lop3.b32", "prmt.b32", "shf.l.wrap.b32", "bfe.u32", "mad.hi.s32", "dp4a.u32.u32", "slct.u32.s32"])} {D("u")}, {U()}, {U()}, {U()}'; x += f', {r.getrandbits(8)}' if 'lop3' in x else ''
        elif c < .46: x = f'{r.choice(["popc.b32", "clz.b32", "brev.b32", "not.b32", "neg.s32", "bfind.u32", "abs.s32", "cnot.b32"])} {D("u")}, {U()}'
        elif c < .52: x = f'{r.choice(["add.u64", "sub.u64", "mul.lo.u64", "xor.b64", "and.b64", "min.s64", "mul.hi.u64"])} {D("l")}, {L()}, {L()}'
        elif c < .55: x = f'{r.choice(["shl.b64", "shr.u64", "shr.s64"])} {D("l")}, {L()}, {U()}'
        elif c < .57: x = f'mad.wide.u32 {D("l")}, {U()}, {U()}, {L()}'
        elif c < .59: x = f'mov.b64 {D("l")}, {{{U()}, {U()}}}'
        elif c < .61: a, b = two('u'); x = f'mov.b64 {{{a}, {b}}}, {L()}'
        elif c < .63: x = r.choice([f'cvt.u32.u64 {D("u")}, {L()}', f'cvt.s64.s32 {D("l")}, {U()}', f'cvt.u32.u16 {D("u")}, {r.choice(s.h + s.th)}', f'cvt.u16.u32 {D("h")}, {U()}', f'cvt.rn.f32.s32 {D("f")}, {U()}', f'cvt.rzi.s32.f32 {D("u")}, {r.choice(s.f + s.tf)}', f'cvt.f64.f32 {D("d")}, {r.choice(s.f + s.tf)}', f'cvt.rn.f32.f64 {D("f")}, {r.choice(s.d + s.td)}'])
        elif c < .69: x = f'setp.{r.choice(["lt", "eq", "ne", "gt", "ge", "le"])}.{r.choice(["u32", "s32"])} {D("p")}, {U()}, {UI()}'
        elif c < .71: a, b = two('p'); x = f'setp.{r.choice(["lt", "ne"])}.{r.choice(["and", "or", "xor"])}.u32 {a}|{b}, {U()}, {U()}, {r.choice(["", "!"])}{s.Pd()}'
        elif c < .73: x = f'{r.choice(["and", "or", "xor"])}.pred {D("p")}, {s.Pd()}, {s.Pd()}'
        elif c < .77: x = f'selp.b32 {D("u")}, {UI()}, {U()}, {s.Pd()}'
        elif c < .79: x = f'selp.b64 {D("l")}, {L()}, {L()}, {s.Pd()}'
        elif c < .81: x = f'{r.choice(["add.rn.f32", "mul.rz.f32", "sub.rm.f32", "min.f32", "max.NaN.f32"])} {D("f")}, {r.choice(s.f + s.tf)}, {r.choice(s.f + s.tf)}'
        elif c < .82: x = f'fma.rn.f64 {D("d")}, {r.choice(s.d + s.td)}, {r.choice(s.d + s.td)}, {r.choice(s.d + s.td)}'
        elif c < .83: x = f'{r.choice(["add.u16", "mul.lo.s16", "xor.b16", "min.s16"])} {D("h")}, {r.choice(s.h + s.th)}, {r.choice(s.h + s.th)}'
        elif c < .84 and not g: a, b = D('u'), D('u'); q, w = U(), U(); x = f'add.cc.u32 {a}, {q}, {w};\n addc.u32 {b}, {U()}, 0'
        elif c < .85 and not g:
            a = D('u'); x = f'sub.cc.u32 {a}, {U()}, {U()};\n subc.cc.u32 {D("u")}, {U()}, {U()};\n addc.u32 {D("u")}, 1, 2'
        elif c < .88: x = f'st.{r.choice(["local", "local", "shared", "global"])}'
        elif c < .93: x = 'ld'
        elif c < .945: x = r.choice([f'mov.b32 {D("u")}, {UI()}', f'mov.b64 {D("l")}, {L()}', f'mov.u32 {D("u")}, %tid.x', f'mov.u32 {D("u")}, {r.choice(["%laneid", "%ctaid.x", "%ntid.x"])}', f'mov.b32 {D("f")}, {U()}', f'mov.b32 {D("u")}, {r.choice(s.f + s.tf)}', f'mov.b64 {D("d")}, {L()}', f'mov.b64 {D("l")}, {r.choice(s.d + s.td)}', f'mov.pred {D("p")}, {s.Pd()}' if not s.r.random() < .5 else f'not.pred {D("p")}, {s.Pd()}'])
        elif c < .96 and s.atom: x = f'atom.{r.choice(["global.add", "global.exch", "global.max", "global.xor"])}.{"b32"} {D("u")}, [%priv+{r.choice([0, 4, 8])}], {U()}'; x = x.replace('add.b32', 'add.u32').replace('max.b32', 'max.s32')
        elif c < .985 and s.callees:
            f, n, rets = r.choice(s.callees); a = [f'.param .b32 ca{i}; st.param.b32 [ca{i}], {U()};' for i in range(n)]; d = [D('u') for _ in range(rets)]
            cc = f'call{"" if g else ".uni" if r.random() < .0 else ""} ' + (f'({", ".join(f"cq{i}" for i in range(rets))}), ' if rets else '') + f'{f}, ({", ".join(f"ca{i}" for i in range(n))});'
            return '{ ' + ' '.join(a) + ' ' + ' '.join(f'.param .b32 cq{i};' for i in range(rets)) + f' {cc} ' + ' '.join(f'ld.param.b32 {d[i]}, [cq{i}];' for i in range(rets)) + ' }'
        else: x = f'add.u32 {D("u")}, {U()}, 1'
        if x.startswith('st.'):
            sp = x[3:]; base = {'local': '%lop', 'shared': '%shp', 'global': '%priv'}[sp]
            x = f'{x}.{r.choice([f"b32 [{base}+{r.choice([0, 4, 8, 12])}], {U()}", f"b64 [{base}+8], {L()}", f"b16 [{base}+6], {r.choice(s.h + s.th)}", f"b8 [{base}+{r.randrange(16)}], {U()}", f"v2.b32 [{base}+8], {{{U()}, {U()}}}", f"v4.b32 [{base}], {{{U()}, {U()}, {U()}, {U()}}}"])}'
        elif x == 'ld':
            sp = r.choice(['local', 'shared', 'global', 'global']); base = {'local': '%lop', 'shared': '%shp', 'global': '%priv'}[sp]
            k = r.random()
            if k < .4: x = f'ld.{sp}.b32 {D("u")}, [{base}+{r.choice([0, 4, 8, 12])}]'
            elif k < .55: x = f'ld.{sp}.b64 {D("l")}, [{base}+{r.choice([0, 8])}]'
            elif k < .7: a, b = two('u'); x = f'ld.{sp}.v2.b32 {{{a}, {b}}}, [{base}+8]'
            elif k < .8: x = f'ld.{sp}.{r.choice(["u8", "s8", "s16"])} {D("u")}, [{base}+{r.choice([0, 2, 10])}]'
            elif k < .9: x = f'ld.global.nc.b32 {D("u")}, [%inp+{r.randrange(0, 4000, 4)}]'
            else: x = f'ld.{sp}.u16 {D("h")}, [{base}+{r.choice([0, 2, 4, 6])}]'
        return g + x + ';'
    def straight(s, n):
        t = []
        for _ in range(n):
            x = s.ins(); t.append(x); words = set(re.findall(r'%t\d+', x)); s.fresh = [(k, q) for k, q in s.fresh if q in words]; s.settle()
        return t
    def scope(s): return [list(x) for x in (s.tu, s.tl, s.tp, s.th, s.tf, s.td)]
    def back(s, m): s.tu, s.tl, s.tp, s.th, s.tf, s.td = m
    def block(s, depth):
        """Some instructions, diamonds and inner loops; temporaries made in an arm are gone behind it."""
        r = s.r; t = s.straight(r.choice([2, 3, 5]))
        for _ in range(r.choice([0, 1, 1, 2]) if depth < 3 else 0):
            m = s.scope(); k = r.random()
            if k < .6:
                e, j = s.lab(), s.lab(); t.append(f'@{r.choice(["", "!"])}{s.Pd()} bra {e};'); t += s.block(depth + 1); s.back([list(x) for x in m]); t.append(f'bra{r.choice(["", ".uni"]) if 0 else ""} {j};'); t.append(f'{e}:'); t += s.block(depth + 1); s.back(m); t.append(f'{j}:')
            elif k < .85:
                c = s.new('b32'); q = s.new('pred'); h = s.lab(); x = s.lab(); t.append(f'and.b32 {c}, {s.U()}, {r.choice([1, 3, 7])};'); t.append(f'{h}:'); t += s.block(depth + 1)
                if r.random() < .4: t.append(f'@{s.Pd()} bra {x};')
                t += s.straight(1); s.back(m); t += [f'sub.u32 {c}, {c}, 1;', f'setp.ge.s32 {q}, {c}, 0;', f'@{q} bra {h};', f'{x}:']
            else:
                n = r.choice([2, 3, 4, 5]); ls = [s.lab() for _ in range(n)]; j = s.lab(); i = s.new('b32'); tab = s.lab()
                t += [f'rem.u32 {i}, {s.U()}, {n};', f'{tab}: .branchtargets {", ".join(ls)};', f'brx.idx {i}, {tab};']
                for l in ls: t.append(f'{l}:'); t += s.straight(r.choice([1, 2])); s.back([list(x) for x in m]); t += [f'bra {j};'] if r.random() < .7 else []
                t.append(f'{j}:')
            t += s.straight(r.choice([1, 2]))
        return t
    def body(s, fid, nb, end):
        s.fid = fid; r = s.r; labs = [f'B{i}_{fid}' for i in range(nb)]; t = []
        for i in range(nb):
            s.tu, s.tl, s.tp, s.th, s.tf, s.td, s.fresh = [], [], [], [], [], [], []
            t.append(f'{labs[i]}:'); t += ['sub.u32 %fuel, %fuel, 1;', f'setp.eq.u32 %fp, %fuel, 0;', f'@%fp bra {end};']; t += s.block(0)
            k = r.random()
            if k < .5: t.append(f'@{r.choice(["", "!"])}{s.Pd()} bra {r.choice(labs)};')
            elif k < .6: t.append(f'bra {r.choice(labs)};')
            elif k < .68: t.append(f'@{s.Pd()} bra {r.choice(labs)};'); t.append(f'@{s.Pd()} bra {r.choice(labs)};')
            elif k < .74: t += [f'and.b32 %fx, {s.U()}, 1;', f'BT{i}_{fid}: .branchtargets {r.choice(labs)}, {r.choice(labs)};', f'brx.idx %fx, BT{i}_{fid};']
            elif k < .77 and end.startswith('END'): t.append(f'@{s.Pd()} bra {end};')
        return t
    REGS = '.reg .b32 %fuel, %fx, %shp; .reg .pred %fp; .reg .b64 %priv, %inp, %lop;'
    def program(s):
        r = s.r; s.callees = []; text = ''
        s.u = [f'%u{i}' for i in range(r.choice([4, 8, 12]))]; s.l = [f'%l{i}' for i in range(r.choice([2, 4]))]; s.p = [f'%p{i}' for i in range(r.choice([2, 4]))]; s.h = ['%h0', '%h1']; s.f = ['%f0', '%f1', '%f2']; s.d = ['%d0', '%d1']
        regs = lambda: f'.reg .b32 {", ".join(s.u)}; .reg .b64 {", ".join(s.l)}; .reg .pred {", ".join(s.p)}; .reg .b16 {", ".join(s.h)}; .reg .f32 {", ".join(s.f)}; .reg .f64 {", ".join(s.d)};'
        def init(srcs):
            t = []
            for i, x in enumerate(s.u): t.append(f'mov.b32 {x}, {srcs[i % len(srcs)]};' if i < len(srcs) else f'mad.lo.u32 {x}, {srcs[i % len(srcs)]}, {2 * i + 1}, {i * 77};')
            for i, x in enumerate(s.l): t.append(f'mov.b64 {x}, {{{s.u[i % len(s.u)]}, {s.u[(i + 1) % len(s.u)]}}};')
            for i, x in enumerate(s.p): t.append(f'setp.lt.s32 {x}, {s.u[i % len(s.u)]}, {s.u[(i + 2) % len(s.u)]};')
            for i, x in enumerate(s.h): t.append(f'cvt.u16.u32 {x}, {s.u[i]};')
            for i, x in enumerate(s.f): t.append(f'cvt.rn.f32.s32 {x}, {s.u[i % len(s.u)]};')
            for i, x in enumerate(s.d): t.append(f'cvt.rn.f64.s32 {x}, {s.u[i]};')
            return t
        s.atom = 0
        # functions only use their own local memory
        for k in range(r.choice([0, 1, 2, 3])):
            n, rets = r.choice([1, 2, 3]), 1; s.decl = []; rec = r.random() < .3
            name = f'fn{k}'; old = s.callees
            if rec: s.callees = s.callees
            b = s.body(name, r.choice([2, 3]), f'END_{name}')
            b = [x.replace('%priv', '%lop').replace('st.global', 'st.local').replace('ld.global.b', 'ld.local.b').replace('ld.global.v', 'ld.local.v').replace('ld.global.u', 'ld.local.u').replace('ld.global.s', 'ld.local.s').replace('st.shared', 'st.local').replace('ld.shared', 'ld.local').replace('%shp', '%lop') for x in b]
            b = [re.sub(r'ld\.global\.nc\.b32 (%\w+), \[%inp\+(\d+)\]', r'mov.b32 \1, \2', x) for x in b]
            text += f'.func (.param .b32 q0) {name} ({", ".join(f".param .b32 a{i}" for i in range(n))})\n{{\n{regs()}\n{self_regs}\n.local .align 16 .b8 lo[16];\n' + '\n'.join(s.decl) + '\n' + '\n'.join([f'mov.u64 %lop, lo; mov.u32 %fuel, {r.choice([3, 6])};'] + [f'ld.param.b32 {s.u[i]}, [a{i}];' for i in range(n)] + ['st.local.v4.b32 [%lop], {' + ', '.join([s.u[i % n] for i in range(4)]) + '};'] + init(s.u[:n]) + b + [f'END_{name}:'] + [f'xor.b32 {s.u[0]}, {s.u[0]}, {x};' for x in s.u[1:]] + [f'cvt.u32.u64 %fx, {x}; add.u32 {s.u[0]}, {s.u[0]}, %fx;' for x in s.l] + [f'st.param.b32 [q0], {s.u[0]};', 'ret;']) + '\n}\n'
            s.callees = s.callees + [(name, n, 1)]
        s.atom = 1; s.decl = []
        b = s.body('k', r.choice([3, 5, 8]), 'END_k')
        st = []; o = 0
        for x in s.u: st.append(f'st.global.b32 [%out+{o}], {x};'); o += 4
        for x in s.p: st.append(f'selp.b32 %fx, 1, 0, {x}; st.global.b32 [%out+{o}], %fx;'); o += 4
        for x in s.h: st.append(f'cvt.u32.u16 %fx, {x}; st.global.b32 [%out+{o}], %fx;'); o += 4
        for x in s.f: st.append(f'testp.notanumber.f32 %fp, {x}; selp.f32 {x}, 0f3F800000, {x}, %fp; st.global.f32 [%out+{o}], {x};'); o += 4
        o = (o + 7) // 8 * 8
        for x in s.l: st.append(f'st.global.b64 [%out+{o}], {x};'); o += 8
        for x in s.d: st.append(f'testp.notanumber.f64 %fp, {x}; selp.f64 {x}, 0d3FF0000000000000, {x}, %fp; st.global.f64 [%out+{o}], {x};'); o += 8
        text += f'.visible .entry k(.param .u64 pi, .param .u64 po, .param .u64 pa, .param .align 4 .b8 pp[64])\n{{\n{regs()}\n{self_regs}\n.reg .b64 %out, %in1; .reg .b32 %tt, %x0, %x1, %x2; .shared .align 16 .b8 sh[2048]; .local .align 16 .b8 lo[16];\n' + '\n'.join(s.decl) + f'''
ld.param.u64 %inp, [pi]; ld.param.u64 %out, [po]; ld.param.u64 %priv, [pa]; cvta.to.global.u64 %inp, %inp; cvta.to.global.u64 %out, %out; cvta.to.global.u64 %priv, %priv;
mov.u32 %tt, %tid.x; mov.u32 %x0, %ctaid.x; mad.lo.u32 %tt, %x0, 64, %tt; mad.wide.u32 %out, %tt, {o}, %out; mad.wide.u32 %priv, %tt, 16, %priv; mad.wide.u32 %in1, %tt, 12, %inp;
mov.u32 %x1, %tid.x; shl.b32 %x1, %x1, 4; mov.u32 %shp, sh; add.u32 %shp, %shp, %x1; mov.u64 %lop, lo; mov.u32 %fuel, {r.choice([12, 25, 40])};
ld.global.b32 %x0, [%in1]; ld.global.b32 %x1, [%in1+4]; ld.global.b32 %x2, [%in1+8];
st.local.v4.b32 [%lop], {{%x0, %x1, %x2, %tt}}; st.shared.v4.b32 [%shp], {{%x1, %x0, %x2, %tt}}; st.global.v4.b32 [%priv], {{%x2, %x0, %x1, %tt}};
''' + '\n'.join(init(['%x0', '%x1', '%x2']) + b + ['END_k:'] + st + ['ret;']) + '\n}\n'
        return '.version 8.3\n.target sm_80\n.address_size 64\n' + text, o
self_regs = P.REGS
if __name__ == '__main__':
    import inputs; inputs.write(OUT)
    man = open(f'{OUT}/c{A}.man', 'w')
    for seed in range(A, B):
        t, o = P(seed).program(); open(f'{OUT}/c{seed}.ptx', 'w').write(t); man.write(f'c{seed} c{seed}.ptx k 2 1 1 64 1 1 0 1 0 in_k0.bin {o * 128} 2048 exact\n')
