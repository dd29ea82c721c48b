"""Small PTX modules of some 80 kinds, at the boundaries of target, version, declarations, modifiers, types and operands.

acceptance.py PTXAS FIRST LAST COUNT: for each seed from FIRST to LAST, COUNT modules of each kind, after a line with its name and
whether they are a kernel's body: + or -, as ptxas (13.0) takes it or not, target, version, and the text, with tabs between
modules. What surrounds a body is in tests/engine/acceptance.rs. Modules that end ptxas itself are left out, and so is what a driver takes and
ptxas doesn't, or the reverse.
"""
import random, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

REGISTERS = '.reg .pred p<4>; .reg .b16 h<16>; .reg .b32 r<20>; .reg .f32 f<20>; .reg .b64 d<16>; .reg .f64 g<16>;'
SYMBOLS = '.global .b32 gv[4]; .const .b32 cv[4]; .shared .b64 sv[4]; .global .texref tx; .global .surfref sf; .func fn() { ret; }'

R={'pred':'p','b8':'h','u8':'h','s8':'h','b16':'h','u16':'h','s16':'h','f16':'h','bf16':'h','e4m3x2':'h','e5m2x2':'h','b32':'r','u32':'r','s32':'r','f16x2':'r','bf16x2':'r','tf32':'r','u16x2':'r','s16x2':'r','f32':'f','b64':'d','u64':'d','s64':'d','f32x2':'d','f64':'g','b128':'q','e2m1x2':'h','u4':'r','s4':'r','b1':'r','e4m3':'r','e5m2':'r','u8x4':'r','s8x4':'r'}
SINCE={50:4.0,52:4.1,53:4.2,60:5.0,61:5.0,62:5.0,70:6.0,72:6.1,75:6.3,80:7.0,86:7.1,87:7.4,89:7.8,90:7.8}
VERS=['4.0','4.1','4.2','4.3','5.0','6.0','6.1','6.2','6.3','6.4','6.5','7.0','7.1','7.2','7.3','7.4','7.5','7.6','7.7','7.8','8.0','8.1','8.2','8.3','8.4','8.5','8.6','8.7','8.8','9.0']
def where(r):
    x=r.random()
    if x<.45: return r.choice(['sm_90','sm_90','sm_90a']),r.choice(['9.0','8.8','8.6','8.5'])
    t=r.choice([50,60,61,70,75,80,86,89,90])
    v=[v for v in VERS if float(v)>=SINCE[t]]
    if x<.7: return f'sm_{t}', r.choice(v[-4:])
    v=r.choice(v)
    return (f'sm_{t}'+('a' if t==90 and v!='7.8' and r.random()<.4 else '')),v
REGS = R
CNT={'h':16,'r':20,'f':20,'d':16,'g':16,'p':4,'q':4}
def reg(r,c): return c+str(r.randrange(CNT[c]))
def operand(r,t,noise):
    if r.random()<noise:
        return r.choice([reg(r,r.choice('hrfdgp')),str(r.choice([0,1,-1,5,31,64,255,1000,70000])),'0f3f800000','1.0','0d3ff0000000000000','%tid.x','%laneid','{r1}','_','[d1]','-r1','!p1','a'])
    c=REGS.get(t,'r')
    if r.random()<.04 and t not in('pred',): return r.choice(['1','2','0'] if c in 'hrd' and t not in('f16','bf16') else ['1.0','0f3f800000'])
    return reg(r,c)
TYPES=['pred','b8','u8','s8','b16','u16','s16','f16','bf16','b32','u32','s32','f16x2','bf16x2','u16x2','s16x2','tf32','f32','b64','u64','s64','f64','f32x2','e4m3x2','e5m2x2','b128']
W2={'u16':'r','s16':'r','u32':'d','s32':'d'}
class K:
    def __init__(s,ops,mods,operands): s.ops=ops.split('|'); s.mods=mods; s.operands=operands
def pick(r,text): return r.choice(text.split('|'))
def instr(r,k):
    noise=r.choice([0,0,0,0,.12,.2])
    op=r.choice(k.ops)
    words=[]
    types=[]
    for slot in k.mods:
        # slot: 'a|b|' random choice; '?x|y' optional with prob .3; '~x|y' rare .08 ; type slots '#list'
        if slot[0]=='?':
            if r.random()<.35: words.append(pick(r,slot[1:]))
        elif slot[0]=='~':
            if r.random()<.06: words.append(pick(r,slot[1:]))
        elif slot[0]=='#':
            t=pick(r,slot[1:])
            if r.random()<.08: t=r.choice(TYPES)
            if r.random()<.02: continue
            words.append(t); types.append(t)
        else:
            if r.random()<.07: continue
            w=pick(r,slot)
            if w: words.append(w)
    types=(types+['b32']*4)
    w2=[]
    for w in '.'.join(words).split('.'):
        if w and (w in TYPES or w in('row','col') or w not in w2): w2.append(w)
    words=w2
    m=op+''.join('.'+w for w in words if w)
    ops=[]
    spec=k.operands(r,words,types) if callable(k.operands) else k.operands
    for o in spec:
        if o[0]=='!': ops.append(o[1:]); continue
        if o=='W': ops.append(reg(r,W2.get(types[0],REGS.get(types[0],'r')))); continue
        t={'T':types[0],'U':types[1],'V':types[2],'X':types[3]}.get(o,o)
        ops.append(operand(r,t,noise))
    x=r.random()
    if x<.02 and ops: ops.pop()
    elif x<.03: ops.append(reg(r,'r'))
    return m+' '+','.join(ops)+';'

POOL='sat ftz relu aligned sync cta gpu sys cluster relaxed acquire release acq_rel sc global shared shared::cta shared::cluster local const param volatile weak v2 v4 b8 b16 b32 b64 u32 s32 u64 f16 f32 f64 pred uni noftz L2::cache_hint L2::128B nc row col x1 x2 trans shared::cluster.global tile im2col mbarrier::complete_tx::bytes bulk_group read noinc parity expect_tx multicast::cluster 1d 2d cg ca'.split()
def expand(r,t):
    while True:
        m=re.search(r'\{([^{}]*)\}',t)
        if not m: return t.replace('⟨','{').replace('⟩','}')
        t=t[:m.start()]+r.choice(m[1].split('|'))+t[m.end():]
def T(*templates,noise=.2):
    ts=[t.replace('<','⟨').replace('>','⟩') for t in templates]
    def go(r):
        l=expand(r,r.choice(ts))
        l=re.sub(r'\$([hrfdgp])',lambda m:reg(r,m[1]),l)
        if r.random()<noise:
            head,_,tail=l.partition(' ')
            ws=head.rstrip(';').split('.')
            x=r.random()
            if x<.3 and len(ws)>1: ws.pop(r.randrange(1,len(ws)))
            elif x<.55:
                w=r.choice(POOL)
                if w not in ws: ws.insert(r.randrange(1,len(ws)+1),w)
            elif x<.7 and len(ws)>1: ws[r.randrange(1,len(ws))]=r.choice(POOL)
            elif tail:
                ops=tail.rstrip(';').split(',')
                if '{' not in tail:
                    i=r.randrange(len(ops))
                    if r.random()<.3: ops.pop(i)
                    elif r.random()<.2: ops.append('r1')
                    else:
                        o=operand(r,'b32',1)
                        ops[i]=('['+o+']' if ops[i].startswith('[') and r.random()<.6 else o)
                    tail=','.join(ops)+';'
                    if tail==';': tail=''; 
            l='.'.join(ws)+(' '+tail if tail and tail!=';' else ';')
        return l
    return go

BITS={'f16':16,'bf16':16,'tf32':32,'f32':32,'f64':64,'s8':8,'u8':8,'s4':4,'u4':4,'b1':1,'e4m3':8,'e5m2':8,'s32':32,'u32':32}
def frag(t,n,off):
    b=BITS[t]
    if b==64: c=max(1,n//32); return '{'+','.join(f'g{(off+i)%16}' for i in range(c))+'}',c
    if t in('f32',): c=n//32; return '{'+','.join(f'f{(off+i)%40}' for i in range(c))+'}',c
    c=max(1,n*b//32//32); return '{'+','.join(f'r{(off+i)%40}' for i in range(c))+'}',c
def mma_text(sh,d,a,b,c,sp=False,bop='',lay='row.col',sat='',al='.aligned',ordered=''):
    m,n,k=map(int,re.match(r'm(\d+)n(\d+)k(\d+)',sh).groups())
    if sh=='m8n8k4' and a=='f16':
        A='{r0,r1}';B='{r2,r3}'
        D='{r4,r5,r6,r7}' if d=='f16' else '{f0,f1,f2,f3,f4,f5,f6,f7}'
        C='{r4,r5,r6,r7}' if c=='f16' else '{f0,f1,f2,f3,f4,f5,f6,f7}'
    else:
        D=frag(d,m*n,0)[0];A=frag(a,m*k//(2 if sp else 1),4)[0];B=frag(b,k*n,8)[0];C=frag(c,m*n,0)[0]
    return f'mma{".sp"+ordered if sp else ""}.sync{al}.{sh}.{lay}{sat}.{d}.{a}.{b}.{c}{bop} {D},{A},{B},{C}'+(',r9,0' if sp else '')+';'
SHAPES='m8n8k4 m16n8k4 m16n8k8 m16n8k16 m16n8k32 m16n8k64 m8n8k16 m8n8k32 m8n8k128 m16n8k128 m16n8k256'.split()
AB='f16 bf16 tf32 f64 s8 u8 s4 u4 b1 e4m3 e5m2'.split()
CD='f16 f32 f64 s32 bf16'.split()

ALL_KINDS = {}

ALL='u16|s16|u32|s32|u64|s64|f16|f16x2|bf16|bf16x2|f32|f64|u16x2|s16x2|b16|b32|b64'
X='~sat|relu|ftz|NaN|approx|rn|rz|cc|lo|hi|wide|full|satfinite|xorsign.abs|abs|x|noftz|uni|rni|aligned'
FL='f16|f16x2|bf16|bf16x2|f32|f64'
IN='u16|s16|u32|s32|u64|s64'
kinds = {
'int_binary':[K('add|sub|mul|div|rem|min|max|addc|subc',['?sat|cc|lo|hi|relu|lo',X,'#'+IN+'|u16x2|s16x2'],['T','T','T']),K('mul',['lo|hi',X,'#'+IN],['T','T','T']),K('mul',['wide',X,'#u16|s16|u32|s32|u64'],['W','T','T'])],
'int_mad':[K('mad|madc|mad24|sad',['lo|hi','?cc|sat',X,'#'+IN],['T','T','T','T']),K('mad',['wide',X,'#u16|s16|u32|s32'],['W','T','T','W']),K('mul24',['lo|hi',X,'#u32|s32|u16'],['T','T','T']),K('sad',[X,'#'+IN],['T','T','T','T'])],
'int_unary':[K('abs|neg',[X,'#'+ALL],['T','T']),K('brev|not|cnot',[X,'#b16|b32|b64|pred|u32'],['T','T'])],
'logic':[K('and|or|xor',[X,'#b16|b32|b64|pred|u32|s32'],['T','T','T']),K('prmt',[X,'?f4e|b4e|rc8|ecl|ecr|rc16','#b32|u32'],['T','T','T','T']),K('bfe',[X,'#u32|s32|u64|s64|b32'],['T','T','b32','b32']),K('bfi',[X,'#b32|b64|u32'],['T','T','T','b32','b32'])],
'float_binary':[K('add|sub|mul|div',['?rn|rz|rm|rp|approx|full','?ftz|sat',X,'#'+FL],['T','T','T'])],
'fma':[K('fma|mad',['rn|rn|rz|rm|rp','?ftz|sat|relu',X,'#'+FL],['T','T','T','T'])],
'float_minmax':[K('min|max',['?ftz|NaN|xorsign.abs','?ftz|NaN|xorsign.abs|relu',X,'#'+FL+'|s32|u32|s16x2'],['T','T','T'])],
'float_unary':[K('rcp|sqrt|rsqrt|sin|cos|lg2|ex2|tanh|abs|neg',['?approx|rn|rz|rm|rp','?ftz',X,'#'+FL],['T','T']),K('copysign',[X,'#'+FL],['T','T','T']),K('rsqrt|ex2|tanh|sin|cos|lg2',['approx','?ftz',X,'#'+FL],['T','T'])],
}

ALL_KINDS.update(kinds)

CMP='eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan'
CT='u8|s8|u16|s16|u32|s32|u64|s64|f16|bf16|f32|f64'
PK='e4m3x2|e5m2x2|f16x2|bf16x2|tf32'
def setp(r,w,t):
    o=['!'+('p0|p1' if r.random()<.3 else 'p0' if r.random()<.9 else reg(r,'r')),'T','T']
    if any(x in w for x in('and','or','xor')) != (r.random()<.04): o.append('pred')
    return o
def set_(r,w,t):
    o=['T','U','U']
    if any(x in w for x in('and','or','xor')) != (r.random()<.04): o.append('pred')
    return o
def pk(r,w,t):
    n=2 if t[1]=='f32' and t[0] in('f16x2','bf16x2','e4m3x2','e5m2x2') else 1
    if r.random()<.05: n=3-n
    return ['T']+['U']*n
def lop(r,w,t):
    b=any(x in w for x in('and','or','xor'))!=(r.random()<.05)
    return [('!r0|p1' if b else '!r0'),'b32','b32','b32','!'+str(r.choice([0,1,128,255,256,-1]))]+(['pred'] if b else [])
kinds = {
'setp':[K('setp',[CMP,'?and|or|xor','~ftz',X,'#'+ALL],setp)],
'set':[K('set',[CMP,'?and|or|xor','~ftz',X,'#u32|s32|f32|f16|bf16|u16|f16x2|bf16x2','#'+ALL],set_),K('set',[CMP,'?and','~ftz','#f16x2|bf16x2|f16|bf16|u32|u16','#f16|bf16|f16x2|bf16x2'],set_)],
'select':[K('selp',[X,'#'+ALL+'|b8|b128|pred'],['T','T','T','pred']),K('slct',['~ftz',X,'#'+ALL,'#s32|f32|u32|f16'],['T','T','T','U'])],
'shift':[K('shl|shr',[X,'#'+ALL],['T','T','b32']),K('shf',['l|r','clamp|wrap',X,'#b32|u32|b64'],['T','T','T','b32'])],
'bits':[K('popc|clz',[X,'#b32|b64|u32|b16'],['b32','T']),K('bfind',['?shiftamt',X,'#u32|s32|u64|s64|b32'],['b32','T']),K('szext|bmsk',['clamp|wrap',X,'#u32|s32|b32'],['T','T','T']),K('fns',[X,'#b32|u32'],['T','T','T','b32']),K('testp',['finite|infinite|number|notanumber|normal|subnormal',X,'#f32|f64|f16'],['pred','T'])],
'dot':[K('dp4a',[X,'#u32|s32|b32','#u32|s32|b32'],['b32']*4),K('dp2a',['lo|hi',X,'#u32|s32|b32','#u32|s32'],['b32']*4)],
'lop3':[K('lop3',['~and|or|xor',X,'#b32|b64'],lop)],
'cvt':[K('cvt',['?rn|rz|rm|rp|rni|rzi|rmi|rpi|rna','?sat|ftz|relu|satfinite',X,'#'+CT,'#'+CT],['T','U']),K('cvt',['rni|rzi|rmi|rpi|','?sat|ftz',X,'#'+IN+'|u8|s8|bf16|f16','#f16|bf16|f32|f64'],['T','U']),K('cvt',['rn|rz|rm|rp|','?sat|ftz|relu|satfinite',X,'#f16|bf16|f32|f64','#'+CT],['T','U'])],
'cvt_packed':[K('cvt',['rn|rz|rna','?satfinite','?relu|sat|ftz',X,'#'+PK,'#f32|f16x2|e4m3x2|e5m2x2|bf16x2'],pk),K('cvt',['rn','satfinite','?relu','#e4m3x2|e5m2x2','#f32|f16x2'],pk),K('cvt',['pack','sat|','#u16|s16|u8|s8|u4|s4|u2','#s32','#b32'],['b32','b32','b32','b32']),K('cvt',['pack','sat','#u16|s16|u8|s8','#s32'],['b32','b32','b32'])],
}

ALL_KINDS.update(kinds)

MT='b8|u8|s8|b16|u16|s16|b32|u32|s32|f32|b64|u64|s64|f64'
SS='global|shared|shared::cta|shared::cluster|local|const|param|param::entry|param::func'
EV='L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate|L2::evict_normal|L2::evict_first|L2::evict_last'
PF='L2::64B|L2::128B|L2::256B'
COP='ca|cg|cs|lu|cv|wb|wt'
SC='cta|cluster|gpu|sys'
Y='~weak|volatile|relaxed|acquire|release|mmio|nc|ca|cg|wb|L1::evict_last|L2::64B|sat|ftz|cta|global|const|v2|v8|unified|noftz|acq_rel'
def adr(r,w):
    x=r.random()
    for sp in w:
        if sp.startswith('shared') or sp in('local','const','param'):
            if x<.35: return '!['+reg(r,'r')+']'
    if x<.06: return '!['+r.choice(['r1','h1','f1','g1','1234','gv','sv','lv','cv','a','d1-4','d1+4','gv+4'])+']'
    return '!['+reg(r,'d')+']'
def vec(r,w,t,n=None):
    for x in w:
        if x[0]=='v' and x[1:].isdigit(): n=int(x[1:])
    if r.random()<.02: n=r.choice([1,2,3,4])
    if not n: return t
    return '!{'+','.join(operand(r,t,0.003) for _ in range(n))+'}'
def ldst(r,w,t,st):
    a,v=adr(r,w),vec(r,w,t[0])
    o=[a,v] if st else [v,a]
    if ('L2::cache_hint' in w) != (r.random()<.03): o.append('b64')
    return o
def ld(r,w,t): return ldst(r,w,t,0)
def st(r,w,t): return ldst(r,w,t,1)
def atom(r,w,t):
    o=[vec(r,w,t[0]),adr(r,w),vec(r,w,t[0])]
    if 'cas' in w: o.append(vec(r,w,t[0]))
    if ('L2::cache_hint' in w) != (r.random()<.03): o.append('b64')
    return o
def red(r,w,t): return atom(r,w,t)[1:]
AT='b16|b32|b64|u32|s32|u64|s64|f16|f16x2|bf16|bf16x2|f32|f64'
AO='add|min|max|inc|dec|and|or|xor|exch|cas'
kinds = {
'ld':[K('ld',['?weak|volatile|relaxed|acquire|mmio.relaxed','?'+SC,'?global|'+SS,'?'+COP,'?'+EV,'?'+PF,'~L2::cache_hint','?v2|v4|v2|v4|v8',Y,'#'+MT],ld),
 K('ld',['?'+SS,'?ca|cg|cs|lu|cv','?v2|v4','#'+MT],ld),K('ld',['relaxed|acquire','cta|cluster|gpu|sys','?'+SS,'?'+EV,'?'+PF,'?v2|v4','#'+MT],ld),K('ld',['volatile','?'+SS,'?'+PF,'?v2|v4','#'+MT],ld),
 K('ld',['global','nc','?ca|cg|cs|lu|cv','?'+EV,'?'+PF,'?L2::cache_hint','?v2|v4',Y,'#'+MT],ld),K('ld',['global','?'+EV,'?L2::cache_hint','?'+PF,Y,'#'+MT],ld),K('ld',['mmio','relaxed','sys','?global|'+SS,Y,'#'+MT],ld)],
'ldu':[K('ldu',['?global|shared|const|local|param','?v2|v4|v8',Y,'#'+MT],ld)],
'st':[K('st',['?weak|volatile|relaxed|release|mmio.relaxed','?'+SC,'?global|'+SS,'?'+COP,'?'+EV,'~'+PF,'~L2::cache_hint','?v2|v4|v2|v4|v8',Y,'#'+MT],st),
 K('st',['?'+SS,'?cg|cs|wb|wt','?v2|v4','#'+MT],st),K('st',['relaxed|release','cta|cluster|gpu|sys','?'+SS,'?'+EV,'?v2|v4','#'+MT],st),K('st',['volatile','?'+SS,'?v2|v4','#'+MT],st),
 K('st',['global','?'+EV,'?L2::cache_hint',Y,'#'+MT],st),K('st',['mmio','relaxed','sys','?global|'+SS,Y,'#'+MT],st)],
'atom':[K('atom',['?relaxed|acquire|release|acq_rel|sc|weak','?'+SC,'?global|shared|shared::cta|shared::cluster|local|const','~L2::cache_hint',AO,'?noftz','~v2|v4|v8',Y,'#'+AT],atom),
 K('atom',['?global|shared','add|min|max','noftz','?v2|v4|v8','#f16|f16x2|bf16|bf16x2|f32'],atom),
 K('atom',['?global|shared|shared::cluster',AO,'#u32|s32|u64|s64|b32|b64|f32|f64|b16'],atom)],
'red':[K('red',['?relaxed|acquire|release|acq_rel|sc|weak','?'+SC,'?global|shared|shared::cta|shared::cluster|local|const','~L2::cache_hint',AO,'?noftz','~v2|v4|v8',Y,'#'+AT],red),
 K('red',['?global|shared','add|min|max','noftz','?v2|v4|v8','#f16|f16x2|bf16|bf16x2|f32'],red),
 K('red',['?global|shared|shared::cluster',AO,'#u32|s32|u64|s64|b32|b64|f32|f64'],red)],
}

ALL_KINDS.update(kinds)

SH='{|.shared|.shared::cta|.shared::cluster}'
SC='{|.cta|.cluster|.gpu|.sys}'
LV='{|||.L2::64B|.L2::128B|.L2::256B|.L1::evict_last}'
kinds = {
'bar':[T('bar{.sync|.arrive|.cta.sync|.cta.arrive} {$r|0|1|15|16|7}{|,32|,64|,33|,$r};','barrier{.sync|.arrive|.cta.sync|.cta.arrive}{|.aligned} {$r|0|15|16}{|,32|,64|,33|,$r};','{bar|barrier}{|.cta}.red{.popc|.and|.or|.xor|}{|.aligned}{.u32|.pred} {$r|$p},{0|1|16|$r}{|,32|,$r|,33},{$p|!$p};','bar.warp{.sync|} {$r|-1|0xff};')],
'barrier_cluster':[T('barrier.cluster{.arrive|.wait}{|.release|.relaxed|.acquire}{|.aligned};','barrier.cluster{.arrive|.wait}{|.release|.relaxed|.acquire}{|.aligned};')],
'vote':[T('vote{|.sync}{.all|.any|.uni|.ballot}{.pred|.b32|.u32} {$p|$r},{$p|!$p}{|,-1|,$r};','activemask{.b32|.u32|} $r;','vote.sync{.all.pred $p|.any.pred $p|.uni.pred $p|.ballot.b32 $r},{$p|!$p},{$r|-1};')],
'match':[T('match{.any|.all}{.sync|.sync|}{.b32|.b64|.u32} {$r|$r|p1},{$r|$d},{$r|-1};','match{.all|.any}.sync{.b32 r0|p1,$r|.b64 r0|p1,$d|.b32 $r,$r},-1;'.replace('r0|p1','r0¦p1')),],
'redux':[T('redux{.sync|}{.add|.min|.max|.and|.or|.xor}{.u32|.s32|.b32|.f32} $r,$r,{$r|-1};')],
'shfl':[T('shfl{.sync|.sync|}{.up|.down|.bfly|.idx|}{.b32|.b32|.u32|.f32|.b64} {$r|$r|r0¦p1|$f},{$r|$f|5},{$r|0|1},{31|$r|0}{,-1|,-1|,$r|};')],
'elect':[T('elect{.sync|} {r0¦p0|_¦p1|$r|$p},{-1|$r};')],
'fence':[T('fence{|.sc|.acq_rel|.acquire|.release|.relaxed}{.cta|.gpu|.sys|.cluster|};','fence.proxy{.alias|.async|.async.global|.async.shared::cta|.async.shared::cluster|.async.shared|.async.local};','membar{.cta|.gl|.sys|.gpu|.cluster|.proxy.alias|};','fence{.acquire|.release|.acq_rel}{.sync_restrict::shared::cluster|.sync_restrict::shared::cta}{.cluster|.cta|};','fence.mbarrier_init{.release|.acquire|}{.cluster|.cta|};','fence.proxy{.async::generic|.tensormap::generic}{.acquire|.release}{|.sync_restrict::shared::cluster|.sync_restrict::shared::cta}{.cta|.cluster|.gpu|.sys}{;| [$d],128;| [$d],64;}','fence.proxy.tensormap::generic{.acquire|.release}{.cta|.cluster|.gpu|.sys|}{;| [$d],128;| [$d],64;| [$d];| [gv],128;}')],
'misc':[T('nanosleep{.u32|.b32|} {$r|100};','pmevent{|.mask} {0|15|16|$r|65535|65536|-1};','trap;','brkpt;','exit;','griddepcontrol{.wait|.launch_dependents|};','setmaxnreg{.inc|.dec|}{.sync|}{.aligned|}{.u32|} {24|32|25|256|264|16|$r};','ret{|.uni};')],
'cp_async':[T('cp.async{.ca|.cg|.cs|}{.shared|.shared::cta|.shared::cluster|.global}{.global|.global|.shared}{||.L2::cache_hint}'+LV+' [{$r|$d}],[$d],{4|8|16|16|2|$r}{||,$r|,8|,$p}{||,$d};','cp.async{.ca|.cg}{.shared|.shared::cta}.global'+LV+' [{$r|$d}],[{$d|gv|sv}],{4|8|16|16}{|,$r|,$p|,!$p};','cp.async{.ca|.cg}{.shared|.shared::cta}.global.L2::cache_hint [$r],[$d],16{|,$r|,$p},$d;','cp.async{.commit_group|.wait_all};','cp.async.wait_group {0|1|$r|-1|100};','cp.async.mbarrier.arrive{|.noinc}'+SH+'.b64 [{$r|$d|sv|gv}];')],
'mbarrier':[T('mbarrier{.init|.inval|.expect_tx|.complete_tx}{||.relaxed.cta|.relaxed.cluster|.relaxed|.cta}'+SH+'.b64 [{$r|$d|sv|gv}]{|,$r|,4};','mbarrier{.init|.expect_tx|.complete_tx}{|.relaxed.cta|.relaxed.cluster}'+SH+'.b64 [$d],{$r|4};',
 'mbarrier{.arrive|.arrive_drop}{||.noComplete|.expect_tx}{||.release.cta|.release.cluster|.relaxed.cta|.relaxed.cluster|.release.gpu|.acquire.cta|.release}'+SH+'.b64 {$d|$d|_},[{$d|$r}]{|,$r|,4};','mbarrier{.arrive|.arrive_drop}{||.noComplete|.expect_tx}{||.release.cta|.release.cluster|.relaxed.cta|.relaxed.cluster}{|.shared|.shared::cta} $d,[$d]{|,$r};','mbarrier{.arrive|.arrive_drop}{|.expect_tx}{||.release.cta|.release.cluster|.relaxed.cta|.relaxed.cluster}.shared::cluster.b64 {_|$d},[$d]{|,$r};',
 'mbarrier{.test_wait|.try_wait}{|.parity}{||.acquire.cta|.acquire.cluster|.relaxed.cta|.relaxed.cluster|.release.cta|.acquire|.acquire.gpu}'+SH+'.b64 $p,[{$d|$r}],{$d|$r}{||,$r|,1000};','mbarrier.pending_count{|.shared}{.b64|.b32} {$r|$d},$d;')],
'st_async':[T('st.async{|.weak|.relaxed}'+SH+'{.mbarrier::complete_tx::bytes|.mbarrier::complete_tx::bytes|}{|.v2|.v4}{.b32|.u32|.b64|.f32|.s64|.b16|.f64} [{$d|$r}],{$r|$d|$f|<r1,r2>|<d1,d2>|<r1,r2,r3,r4>|<f1,f2>},[{$d|$r}];','st.async{|.weak}.shared::cluster.mbarrier::complete_tx::bytes{.b32 [$d],$r|.b64 [$r],$d|.v2.b32 [$d],<r1,r2>|.v4.u32 [$d],<r1,r2,r3,r4>|.v2.b64 [$d],<d1,d2>|.v4.b64 [$d],<d1,d2,d3,d4>|.f64 [$d],$g},[$r];')],
'red_async':[T('red.async{.relaxed|.relaxed|}{.cluster|.cluster|.cta|.gpu|}{.shared::cluster|.shared::cluster||.shared|.global}{.mbarrier::complete_tx::bytes|.mbarrier::complete_tx::bytes|}{.inc|.dec|.min|.max|.add|.and|.or|.xor|.exch}{.u32|.s32|.b32|.u64|.s64|.b64} [{$d|$r}],{$r|$r|$d},[{$d|$r}];','red.async.relaxed.cluster{.shared::cluster|}.mbarrier::complete_tx::bytes{.inc.u32|.dec.u32|.min.s32|.max.u32|.add.s32|.and.b32|.or.b32|.xor.u32|.add.u64|.add.s64} [{$d|$r}],{$r|$d},[{$d|$r}];')],
}
for k,v in kinds.items(): kinds[k]=(lambda f: (lambda r: f(r).replace('¦','|')))(v[0])

ALL_KINDS.update(kinds)

def v(c,n,o=0): return '<'+','.join(f'{c}{(o+i)%16}' for i in range(n))+'>'
def mma(r):
    good=[('m8n8k4','f16','f16','f16','f16'),('m8n8k4','f32','f16','f16','f32'),('m16n8k8','f16','f16','f16','f16'),('m16n8k8','f32','f16','f16','f32'),('m16n8k16','f32','f16','f16','f32'),('m16n8k16','f16','f16','f16','f16'),('m16n8k8','f32','bf16','bf16','f32'),('m16n8k16','f32','bf16','bf16','f32'),('m16n8k4','f32','tf32','tf32','f32'),('m16n8k8','f32','tf32','tf32','f32'),('m8n8k4','f64','f64','f64','f64'),('m16n8k8','f64','f64','f64','f64'),('m8n8k16','s32','s8','u8','s32'),('m16n8k16','s32','s8','s8','s32'),('m16n8k32','s32','u8','s8','s32'),('m8n8k32','s32','s4','u4','s32'),('m16n8k64','s32','u4','u4','s32'),('m8n8k128','s32','b1','b1','s32'),('m16n8k256','s32','b1','b1','s32'),('m16n8k32','f32','e4m3','e5m2','f32'),('m16n8k32','f16','e4m3','e5m2','f16'),('m16n8k16','f32','e4m3','e5m2','f32')]
    sp=r.random()<.25
    sh,d,a,b,c=r.choice(good)
    if sp:
        sh,d,a,b,c=r.choice([('m16n8k8','f32','tf32','tf32','f32'),('m16n8k16','f32','tf32','tf32','f32'),('m16n8k16','f16','f16','f16','f16'),('m16n8k32','f32','f16','f16','f32'),('m16n8k16','f32','bf16','bf16','f32'),('m16n8k32','s32','s8','u8','s32'),('m16n8k64','s32','s8','u8','s32'),('m16n8k64','s32','s4','u4','s32'),('m16n8k128','s32','s4','u4','s32'),('m16n8k64','f32','e4m3','e4m3','f32')])
    x=r.random()
    if x<.1: sh=r.choice(SHAPES)
    elif x<.25:
        i=r.randrange(4); l=[d,a,b,c]; l[i]=r.choice(AB+CD[1:] if i in(1,2) else CD); d,a,b,c=l
    elif x<.3: d=c=r.choice(CD)
    bop=r.choice(['.xor.popc','.and.popc','']) if a=='b1' or r.random()<.02 else ''
    try: l=mma_text(sh,d,a,b,c,sp,bop,lay=r.choice(['row.col']*6+['row.row','col.row','col.col','row','col']),sat=r.choice(['']*5+['.satfinite','.rn','.rz','.relu','.sat']),al=r.choice(['.aligned']*7+['']),ordered=r.choice(['','::ordered_metadata']) if sp else '')
    except KeyError: return mma(r)
    if sp: l=l.replace(',r9,0;',r.choice([',r9,0;',',r9,1;',',r9,2;',',r9,3;',',r9,4;',',d9,0;',';',',r9,r1;']))
    if r.random()<.12:
        import re
        # mutate a fragment
        fr=re.findall(r'\{[^}]*\}',l)
        f=r.choice(fr); es=f[1:-1].split(',')
        y=r.random()
        if y<.4: g='{'+','.join(es[:-1] or es*2)+'}'
        elif y<.7:
            es[r.randrange(len(es))]=reg(r,r.choice('hrfdg')); g='{'+','.join(es)+'}'
        else: g='{'+','.join(reg(r,'hrfdg'[len(f)%5]) for _ in es)+'}'
        l=l.replace(f,g,1)
    return l
def wmma(r):
    W=[('m16n16k16','f16',8,8),('m8n32k16','f16',8,8),('m32n8k16','f16',8,8),('m16n16k16','bf16',4,4),('m8n32k16','bf16',2,8),('m32n8k16','bf16',8,2),('m16n16k8','tf32',4,4),('m16n16k16','s8',2,2),('m8n32k16','u8',1,4),('m32n8k16','s8',4,1),('m8n8k4','f64',1,1),('m8n8k32','s4',1,1),('m8n8k32','u4',1,1),('m8n8k128','b1',1,1)]
    sh,t,a,b=r.choice(W)
    al=r.choice(['.aligned']*6+[''])
    def lay(): return r.choice(['row','col'])
    n=2 if 'm8n8k' in sh else 8
    def fr(c,n,o=0):
        if r.random()<.03: n=r.choice([1,2,4,8])
        if r.random()<.03: c=r.choice('hrfdg')
        return '{'+','.join(f'{c}{(o+i)%16}' for i in range(n))+'}'
    def cd(x,o=0): return fr('f',n,o) if x=='f32' else fr('g',n,o) if x=='f64' else fr('r',4,o) if x=='f16' else fr('r',n,o)
    ss=r.choice(['','','.global','.shared','.shared::cta','.shared::cluster','.local','.const'])
    st=r.choice(['',',r1',',16',',d1'])
    if r.random()<.05: sh=r.choice(W)[0]
    if r.random()<.05: t=r.choice(W)[1]
    k=r.random()
    rc='g' if t=='f64' else 'r'
    A=r.choice(['[d0]','[d3]','[r5]' if 'shared' in ss else '[d1]'])
    ld={'f64':'row'}.get(t) or lay()
    if t in('s4','u4','b1') and r.random()<.7: two='row.col'
    else: two=lay()+'.'+lay()
    if k<.35:
        f=r.choice('ab'); 
        l1=('row' if f=='a' else 'col') if t in('s4','u4','b1') and r.random()<.7 else lay()
        return f'wmma.load.{f}.sync{al}.{l1}.{sh}{ss}.{t} {fr(rc,a if f=="a" else b)},{A}{st};'
    acc={'f16':r.choice(['f16','f32']),'bf16':'f32','tf32':'f32','s8':'s32','u8':'s32','s4':'s32','u4':'s32','b1':'s32','f64':'f64'}[t]
    if r.random()<.06: acc=r.choice(['f16','f32','s32','f64','bf16'])
    if k<.5: return f'wmma.load.c.sync{al}.{lay()}.{sh}{ss}.{acc} {cd(acc)},{A}{st};'
    if k<.62: return f'wmma.store.d.sync{al}.{lay()}.{sh}{ss}.{acc} {A},{cd(acc)}{st};'
    d=r.choice([acc,acc,acc,'f16','f32']) if t=='f16' else acc
    sat=r.choice(['']*4+['.satfinite','.rn','.rz'])
    op=r.choice(['.xor.popc','.and.popc','']) if t=='b1' else ''
    ty=f'{d}.{acc}' if t=='f16' else f'{d}.{t}.{t if r.random()<.95 else "u8"}.{acc}'
    return f'wmma.mma{op}.sync{al}.{two}.{sh}.{ty}{sat} {cd(d)},{fr(rc,a,8)},{fr(rc,b)},{cd(acc,3)};'
kinds = {'mma':mma,'wmma':wmma,
'ldmatrix':T('{ldmatrix|ldmatrix|ldmatrix}.sync{.aligned|.aligned|}{.m8n8|.m8n8|.m8n8|.m16n16}{.x1|.x2|.x4|.x8|}{|.trans}{|.shared|.shared::cta|.shared::cluster|.global}{.b16|.b16|.b16|.b8} {<r0>|<r0,r1>|<r0,r1,r2,r3>|r0|<f0>|<r0,f1>},[{$d|$r|sv|gv|h1}];','ldmatrix.sync.aligned.m8n8{.x1{|.trans}{|.shared}.b16 <r0>|.x2{|.trans}{|.shared}.b16 <r0,r1>|.x4{|.trans}{|.shared}.b16 <r0,r1,r2,r3>},[{$d|$r}];'),
'stmatrix':T('stmatrix.sync{.aligned|.aligned|}{.m8n8|.m8n8|.m16n8}{.x1|.x2|.x4|}{|.trans}{|.shared|.shared::cta|.shared::cluster|.global}{.b16|.b16|.b8} [{$d|$r|sv|gv}],{<r0>|<r0,r1>|<r0,r1,r2,r3>|r0|<f0>};','stmatrix.sync.aligned.m8n8{.x1{|.trans}{|.shared}.b16 [$d],<r0>|.x2{|.trans}{|.shared}.b16 [$d],<r0,r1>|.x4{|.trans}{|.shared}.b16 [$d],<r0,r1,r2,r3>};'),
'movmatrix':T('movmatrix.sync{.aligned|.aligned|}.m8n8{.trans|.trans|}{.b16|.b32} $r,{$r|<r1>|$f};'),
}

ALL_KINDS.update(kinds)

def v(c,n,o=0): return '<'+','.join(f'{c}{(o+i)%16}' for i in range(n))+'>'
CO='{<$r>|<$r,$r>|<$r,$r,$r>|<$r,$r,$r,$r>|<$r,$r,$r,$r,$r>}'
def tensor(r):
    d=r.randrange(1,6); n=d if r.random()<.95 else r.randrange(1,6)
    co='{'+','.join(reg(r,'r') for _ in range(n))+'}'
    mode=r.choice(['','','.tile','.im2col','.im2col_no_offs']) 
    k=r.random()
    dst=r.choice(['.shared::cluster']*5+['.shared::cta','.shared'])
    hint=r.choice(['','','.L2::cache_hint']); h=',d3' if (hint!='')!=(r.random()<.04) else ''
    off=''
    if mode=='.im2col' or r.random()<.03:
        m=max(0,d-2) if r.random()<.95 else r.randrange(0,4)
        off=',{'+','.join(reg(r,'h') for _ in range(m))+'}' if m else ''
    mc=r.choice(['','','.multicast::cluster']); m=(',h1' if r.random()<.9 else ',r1') if (mc!='')!=(r.random()<.03) else ''
    comp=r.choice(['.mbarrier::complete_tx::bytes']*9+['']); grp=r.choice(['.bulk_group']*9+[''])
    src=r.choice(['.shared::cta']*8+['.shared','.shared::cluster'])
    dd=r.choice(['d1','d1','r1','gv'])
    if k<.45: return f'cp.async.bulk.tensor.{d}d{dst}.global{mode}{comp}{mc}{hint} [{r.choice(["r0","d0"])}],[{dd},{co}],[r2]{off}{m}{h};'
    if k<.65: return f'cp.async.bulk.tensor.{d}d.global{src}{mode}{grp}{hint} [{dd},{co}],[r2]{h};'
    if k<.8: return f'cp.reduce.async.bulk.tensor.{d}d.global{src}{r.choice([".add",".min",".inc",".xor",".exch",""])}{mode}{grp}{hint} [{dd},{co}],[r2]{h};'
    return f'cp.async.bulk.prefetch.tensor.{d}d{r.choice([".L2",".L2",".L2",".L1",""])}.global{mode}{hint} [{dd},{co}]{off}{h};'
def wg(r):
    n=r.choice([8,16,24,32,40,48,64,56,96,128])
    k,d,a,b=r.choice([(16,'f32','f16','f16'),(16,'f16','f16','f16'),(16,'f32','bf16','bf16'),(8,'f32','tf32','tf32'),(32,'f32','e4m3','e5m2'),(32,'f16','e5m2','e4m3'),(32,'s32','s8','s8'),(32,'s32','s8','u8'),(256,'s32','b1','b1')])
    sp=r.random()<.3
    k0=k
    if sp: k=k*2
    if r.random()<.05: k=r.choice([8,16,32,64,256])
    if r.random()<.05: a=r.choice(['f16','bf16','tf32','s8','e4m3'])
    if r.random()<.05: d=r.choice(['f16','f32','s32','bf16'])
    c={'f32':'f','f16':'r','s32':'r','bf16':'r'}[d]; cnt=n//4 if d=='f16' else n//2
    if r.random()<.04: cnt+=r.choice([-1,1])
    D='{'+','.join(f'{c}{i%40}' for i in range(cnt))+'}'
    regA=r.random()<.4
    A='{r0,r1,r2,r3}' if regA else 'd0'
    tail=''
    if a in('f16','bf16'): tail=',1,1,0,0' if not regA else ',1,-1,1'
    elif a in('tf32','e4m3','e5m2'): tail=',1,1'
    if r.random()<.06: tail=r.choice(['',',1',',1,1',',1,1,0',',2,1,0,0',',1,1,2,0'])
    s=',r5,0' if sp else ''
    if r.random()<.03: s=',r5,3'
    al=r.choice(['.aligned']*9+[''])
    sat=r.choice(['']*5+['.satfinite']) if d=='s32' else ''
    bop=r.choice(['.and.popc']*4+['.xor.popc','']) if a=='b1' else ''
    return f'wgmma.mma_async{".sp" if sp else ""}.sync{al}.m64n{n}k{k}.{d}.{a}.{b}{bop}{sat} {D},{A},d1{s},{r.choice(["p0","p0","1","!p1","r1"])}{tail};'
MS='{||.weak|.relaxed.gpu|.relaxed.sys|.acquire.sys|.release.gpu|.relaxed|.acquire.cta|.release.cluster}'
kinds = {
'bulk':T('cp.async.bulk{.shared::cluster|.shared::cluster|.shared::cta|.shared|.global}{.global|.global|.shared::cta|.shared}{.mbarrier::complete_tx::bytes|.mbarrier::complete_tx::bytes|.bulk_group|}{||.multicast::cluster}{||.L2::cache_hint} [{$r|$d}],[$d],{16|32|8|$r|0|24},[{$r|$d}]{||,$h|,5}{||,$d};',
 'cp.async.bulk.global{.shared::cta|.shared::cta|.shared|.shared::cluster}{.bulk_group|.bulk_group|}{||.L2::cache_hint} [{$d|gv}],[{$r|$d}],{16|$r|17}{||,$d};','cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$r],[$d],{16|$r|$d},[$r];','cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{ [$r],[$d],$r,[$r],$h;|.L2::cache_hint [$r],[$d],$r,[$r],$h,$d;}','cp.async.bulk.prefetch{.L2|.L2|.L1|}{.global|.global|}{||.L2::cache_hint} [{$d|gv}],{16|$r|20}{||,$d};','cp.async.bulk{.commit_group;|.wait_group 0;|.wait_group.read 1;|.wait_group $r;}'),
'bulk_reduce':T('cp.reduce.async.bulk.shared::cluster.shared::cta{.mbarrier::complete_tx::bytes|.mbarrier::complete_tx::bytes|}{.add|.min|.max|.inc|.dec|.and|.or|.xor|.exch}{.u32|.s32|.b32|.u64|.s64|.f32} [{$r|$d}],[{$r|$d}],{16|$r|8},[{$r|$d}];','cp.reduce.async.bulk.global.shared::cta.bulk_group{||.L2::cache_hint}{.add|.min|.max|.inc|.dec|.and|.or|.xor|.exch}{||.noftz}{.u32|.s32|.b32|.u64|.s64|.b64|.f32|.f64|.f16|.bf16|.f16x2} [$d],[{$r|$d}],{16|$r}{||,$d};'),
'tensor':tensor,
'tensormap':T('tensormap.replace{.tile|.tile|.tile|.im2col|}{.global_address|.rank|.box_dim|.global_dim|.global_stride|.element_stride|.elemtype|.interleave_layout|.swizzle_mode|.fill_mode}{|.global|.shared::cta|.shared|.local}.b1024{.b32|.b64} [{$d|gv}],{$r|$d|1|0,$r|1,$d|5,$r|3};','tensormap.replace.tile{.global_address{|.global|.shared::cta}.b1024.b64 [$d],$d|.rank.global.b1024.b32 [$d],$r|.box_dim.b1024.b32 [$d],{0|4|5},$r|.global_stride.b1024.b64 [$d],{0|3|4|5},$d|.elemtype.global.b1024.b32 [$d],{0|12|13|15|16}|.interleave_layout.global.b1024.b32 [$d],{0|2|3}|.swizzle_mode.shared::cta.b1024.b32 [$d],{0|3|4|5}|.fill_mode.global.b1024.b32 [$d],{0|1|2}};','tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic{.release|.release|.acquire|}{.cta|.cluster|.gpu|.sys|}.sync{.aligned|.aligned|} [$d],[{$r|$d}],{128|128|64|$r};'),
'multimem':T('multimem.ld_reduce'+MS+'{.global|.global||.shared}{|||.v2|.v4|.v8}{.add|.min|.max|.and|.or|.xor|.inc}{|||.acc::f32}{.u32|.s32|.b32|.u64|.s64|.b64|.f32|.f64|.f16|.bf16|.f16x2|.bf16x2} {$r|$d|$f|$g|$h|<r0,r1>|<f0,f1>|<f0,f1,f2,f3>|<r0,r1,r2,r3>|<h0,h1,h2,h3>|<h0,h1>|<h0,h1,h2,h3,h4,h5,h6,h7>},[$d];','multimem.ld_reduce'+MS+'{.global|}{.add.u32 $r|.min.s64 $d|.and.b32 $r|.add.f64 $g|.v2.add.f32 <f1,f2>|.v4.add.f32 <f1,f2,f3,f4>|.v4.add.f16x2 <r1,r2,r3,r4>|.v8.max.bf16 <h1,h2,h3,h4,h5,h6,h7,h8>|.max.f16x2 $r|.add.acc::f32.bf16x2 $r|.add.f16 $h|.add.s64 $d},[$d];',
 'multimem.st'+MS+'{.global|}{.u32 [$d],$r|.s64 [$d],$d|.b32 [$d],$r|.f64 [$d],$g|.v2.f32 [$d],<f1,f2>|.v4.f16x2 [$d],<r1,r2,r3,r4>|.v8.bf16 [$d],<h1,h2,h3,h4,h5,h6,h7,h8>|.f16 [$d],$h|.v2.u32 [$d],<r1,r2>|.f32 [$d],$f|.v4.u32 [$d],<r1,r2,r3,r4>};','multimem.red'+MS+'{.global|}{.add.u32 [$d],$r|.min.s64 [$d],$d|.add.s64 [$d],$d|.and.b32 [$d],$r|.add.f64 [$d],$g|.v2.add.f32 [$d],<f1,f2>|.v4.min.f16x2 [$d],<r1,r2,r3,r4>|.v8.add.bf16 [$d],<h1,h2,h3,h4,h5,h6,h7,h8>|.add.f16 [$d],$h|.add.f32 [$d],$f|.min.f32 [$d],$f};'),
'wgmma':[lambda r: wg(r) if r.random()<.8 else T('wgmma{.fence|.commit_group}{.sync|}{.aligned|.aligned|};','wgmma.wait_group.sync{.aligned|} {0|1|7|8|$r};')(r)][0],
}

ALL_KINDS.update(kinds)

def tex(r):
    lvl=r.choice(['','','','.base','.level','.level','.grad'])
    g=r.choice('1d 2d 3d a1d a2d cube acube 2dms a2dms 2d 1d'.split())
    dt=r.choice('u32 s32 f32 f32 f16 f16x2 b32'.split()); ct=r.choice('f32 f32 s32 u32'.split()) if g not in('2dms','a2dms') else r.choice(['s32','s32','f32'])
    c={'f32':'f','f16':'h'}.get(dt,'r'); n=2 if dt=='f16x2' else 4
    v='.v'+str(n)
    if r.random()<.04: v=r.choice(['','.v2','.v4'])
    D='{'+','.join(reg(r,c) for _ in range(n))+'}'
    if r.random()<.15: D+='|p1'
    cc='f' if ct=='f32' else 'r'
    cnt={'1d':1,'a1d':2,'2d':r.choice([2,2,4])}.get(g,4)
    if r.random()<.04: cnt=r.choice([1,2,3,4])
    cs=[reg(r,cc) for _ in range(cnt)]
    if g in('a1d','a2d','acube') : cs[0]=reg(r,'r')
    if g=='a2dms' and len(cs)>1: cs[1]=reg(r,'r')
    C='{'+','.join(cs)+'}'
    if r.random()<.03: C=r.choice(['f1','r1'])
    S=r.choice(['','','d2,'])
    dim={'1d':1,'a1d':1,'3d':4,'cube':4,'acube':4}.get(g,2)
    def vec(c,n): return '{'+','.join(reg(r,c) for _ in range(n))+'}'
    tail=''
    if lvl=='.level': tail+=','+reg(r,cc)
    if lvl=='.grad': tail+=','+vec('f',dim)+','+vec('f',dim)
    if r.random()<.2: tail+=','+vec('r',dim if r.random()<.95 else r.randrange(1,5))
    if r.random()<.2: tail+=','+reg(r,'f')
    A=r.choice(['d1']*9+['r1','gv','tx'])
    return f'tex{lvl}.{g}{v}.{dt}.{ct} {D},[{A},{S}{C}]{tail};'
def surf(r):
    k=r.random()
    g=r.choice('1d 2d 3d a1d a2d 2d cube'.split())
    cnt={'1d':1,'a1d':2,'2d':r.choice([2,2,4])}.get(g,4)
    if r.random()<.05: cnt=r.choice([1,2,3,4])
    co='{'+','.join(reg(r,'r') for _ in range(cnt))+'}'
    if r.random()<.03: co='r1'
    cl=r.choice(['.trap','.clamp','.zero','.trap',''] if r.random()<.95 else ['.wrap'])
    A=r.choice(['d1']*9+['r1','gv','sf'])
    def val(t,n):
        c=REGS[t]
        x=[reg(r,c) for _ in range(n)]
        return x[0] if n==1 else '{'+','.join(x)+'}'
    if k<.6:
        t=r.choice('b8 b16 b32 b64 b32'.split() if r.random()<.93 else ['u32','f32'])
        n=r.choice([1,1,2,4]); v='' if n==1 else f'.v{n}'
        if r.random()<.02: v='.v8'
        cop=r.choice(['']*6+['.ca','.cg','.cs','.cv','.wb','.wt','.lu'])
        if k<.3: return f'suld.b.{g}{cop}{v}.{t}{cl} {val(t,n)},[{A},{co}];'
        return f'sust.{r.choice("bbp")}.{g}{cop}{v}.{t}{cl} [{A},{co}],{val(t,n)};'
    op=r.choice(['.add','.min','.max','.and','.or','.add']); t=r.choice('u32 s32 b32 u64 s64 b64'.split())
    return f'sured.{r.choice("bbp")}{op}.{g}.{t}{cl} [{A},{co}],{val(t,1)};'
kinds = {
'tex':tex,'surface':surf,
'tld4':T('tld4{.r|.g|.b|.a|}{.2d|.2d|.a2d|.cube|.acube|.1d}{.v4|.v4|.v2|}{.f32|.s32|.u32}{.f32|.f32|.s32} {<f0,f1,f2,f3>|<r0,r1,r2,r3>|<f0,f1,f2,f3>¦p1},[$d,{|d2,}{<f1,f2>|<r1,f2,f3,f4>|<f1,f2,f3,f4>}]{||,<r1,r2>|,$f};'),
'query':T('txq{.width|.height|.depth|.channel_data_type|.channel_order|.normalized_coords|.array_size|.num_mipmap_levels|.num_samples|.filter_mode|.addr_mode_0|.addr_mode_1|.addr_mode_2|.force_unnormalized_coords|.memory_layout}{.b32|.b32|.u32} $r,[{$d|$d|$d|tx|gv|$r}];','txq.level{.width|.height|.depth|.array_size}.b32 $r,[$d],{$r|1};','suq{.width|.height|.depth|.channel_data_type|.channel_order|.array_size|.memory_layout|.num_samples}.b32 $r,[{$d|$d|sf|gv}];','istypep{.texref|.samplerref|.surfref|} $p,{$d|gv|$r};'),
'prefetch':T('prefetch{|.global|.local|.shared|.const|.param}{.L1|.L2|.L2::evict_last|.L2::evict_normal|.tensormap|.L3}{|} [{$d|gv|lv|$r|a}];','prefetch{.global|}{.L2::evict_last|.L2::evict_normal} [{$d|gv}];','prefetch{|.const|.param|.global}.tensormap [{$d|a|gv}];','prefetchu{.L1|.L2} [{$d|gv}];','{applypriority|discard}{|.global|.shared}{.L2::evict_normal|.L2|.L2::evict_last} [{$d|gv}],{128|64|$r};','applypriority{|.global}.L2::evict_normal [$d],128;','discard{|.global}.L2 [$d],128;'),
'createpolicy':T('createpolicy.fractional{.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged}{||.L2::evict_first|.L2::evict_unchanged|.L2::evict_last}{.b64|.b64|.b32} $d{|,1.0|,0.5|,$f|,0f3f800000|,1|,2.0|,0.0|,-1.0};','createpolicy.range{|.global|.shared}{.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged}{||.L2::evict_first|.L2::evict_unchanged}.b64 $d,[{$d|gv}],{$r|100|0x1000},{$r|0x2000};','createpolicy.cvt{.L2|.L1|}.b64 $d,{$d|1};'),
'cvta':T('cvta{|.to}{.global|.shared|.shared::cta|.shared::cluster|.local|.const|.param|.param::entry}{.u64|.u64|.u64|.u32|.b64} {$d|$r},{$d|$d|gv|sv|cv|lv|a|gv+4|1};','cvta{.global.u64 $d,gv|.shared.u64 $d,sv|.const.u64 $d,cv|.local.u64 $d,lv|.param.u64 $d,a|.to.global.u64 $d,$d|.to.param.u64 $d,$d};'),
'isspacep':T('isspacep{.global|.shared|.shared::cta|.shared::cluster|.local|.const|.param|.param::entry|.param::func} $p,{$d|$d|$r|gv|1};'),
'mapa':T('mapa{|.shared::cluster|.shared|.shared::cta}{.u32|.u64|.b64} {$r|$d},{$r|$d|sv|gv},{$r|0};','getctarank{|.shared::cluster|.shared|.shared::cta}{.u32|.u64} $r,{$r|$d|sv|sv+4};'),
'stack':T('alloca{.u64|.u32|.b64} {$d|$r},{$d|$r|16}{|,8|,16|,3|,$r};','{stacksave|stackrestore}{.u64|.u32|.b64} {$d|$r};'),
}
for k,v in list(kinds.items()): kinds[k]=(lambda f: (lambda r: f(r).replace('¦','|')))(v)

ALL_KINDS.update(kinds)

SP='%tid.x|%tid.y|%ntid.z|%ctaid.x|%nctaid.x|%tid.w|%laneid|%warpid|%nwarpid|%smid|%nsmid|%gridid|%clock|%clock_hi|%clock64|%globaltimer|%globaltimer_lo|%globaltimer_hi|%lanemask_eq|%lanemask_gt|%total_smem_size|%aggr_smem_size|%dynamic_smem_size|%is_explicit_cluster|%cluster_ctarank|%cluster_nctarank|%clusterid.x|%nclusterid.y|%cluster_ctaid.z|%cluster_nctaid.x|%reserved_smem_offset_begin|%reserved_smem_offset_1|%current_graph_exec|%pm0|%pm7|%pm8|%pm3_64|%envreg0|%envreg31|%envreg32|%tid|%ctaid|%clusterid|%foo'
kinds = {
'special':T('mov{.u32|.u32|.b32|.s32|.u64|.b64|.u16|.b16|.pred|.f32} {$r|$r|$r|$d|$h|$p|$f},{'+SP+'};','mov{.u32|.s32|.b32} $r,{'+SP+'};','mov{.u64|.b64|.s64} $d,{'+SP+'};','cvt{.u32.u32 $r|.u64.u32 $d|.u16.u32 $h|.u32.u64 $r|.rn.f32.u32 $f},{'+SP+'};','mov{.v4|.v4|.v2}{.u32|.b32|.u16} {<r0,r1,r2,r3>|<r0,r1>},{'+SP+'};','add.u32 $r,{'+SP+'},$r;','setp.eq.u32 $p,{'+SP+'},0;','mad.lo.u32 $r,%ctaid.x,%ntid.x,%tid.x;','st.global.u32 [$d],{'+SP+'};','mov.u32 f1,{'+SP+'};'),
'mov':T('mov{.b16|.u16|.s16|.b32|.u32|.s32|.f32|.b64|.u64|.s64|.f64|.pred|.f16|.b8|.u8|.b128|.bf16|.f16x2} {$r|$d|$f|$g|$h|$p},{$r|$d|$f|$g|$h|$p|1|0f3f800000|1.0|gv|sv|cv|lv|a|gv+4|fn|-1|!p1|0d3ff0000000000000|_|zz};','mov{.b16 $h,{$h|1}|.u32 $r,{$r|1|sv|-1}|.f32 $f,{$f|1.0|0f00000000|1}|.u64 $d,{$d|gv|sv|lv|cv|a|gv+8|fn}|.f64 $g,{$g|1.0}|.pred $p,{$p|!p2|1}|.b32 $r,{$f|$r|0f3f800000}};'),
'mov_pack':T('mov{.b16|.b32|.b32|.b64|.b64|.u32|.f64|.b128} {$r|$d|$f|$g|$h},{<h1,h2>|<r1,r2>|<f1,r2>|<h1,h2,h3,h4>|<h1>|<r1>|<d1,d2>|<h1,r1>|<_,h1>|<r1,_>|<1,h1>|<1,r1>|<0f3f800000,r2>|<%tid.x,r2>|<h1,h2,h3>|<f1,f2>|<p1,p2>};','mov{.b32|.b64|.b64|.b16|.u64} {<h1,h2>|<r1,r2>|<f1,r2>|<h1,h2,h3,h4>|<h1>|<r1>|<_,h1>|<r1,_>|<h1,r1>|<_,_>|<r1,r1>},{$r|$d|$f|$g|$h|1|gv};','mov{.b32 <h1,h2>,$r|.b32 $r,<h1,h2>|.b64 <r1,r2>,$d|.b64 $d,<r1,r2>|.b64 $d,<h1,h2,h3,h4>|.b64 $g,<f1,f2>};','mov{.v2|.v4}{.u32|.b32|.f32|.b64|.u16} {<r1,r2>|<r1,r2,r3,r4>|<f1,f2>|<d1,d2>|<h1,h2>},{<r1,r2>|<r1,r2,r3,r4>|<f1,f2>|<d1,d2>|<1,2>|<h1,h2>};'),
}

ALL_KINDS.update(kinds)

SEL='{|||.b0|.b3|.h0|.h1|.b4|.h2|.x}'
S2='{|||.h10|.h32|.h3|.b10}'; S4='{|||.b3210|.b7654|.b321|.h10}'
TY='{.u32|.s32|.u32|.s32|.b32}'
kinds = {'video':T(f'{{vadd|vsub|vabsdiff|vmin|vmax}}{TY}{TY}{TY}{{||.sat}}{{||.add|.min|.max}} $r{SEL},$r{SEL},$r{SEL}{{||,$r}};',f'{{vshl|vshr}}{TY}{TY}{{.u32|.u32|.s32}}{{.clamp|.wrap|}}{{||.sat}}{{||.add|.min}} $r,$r{SEL},$r{SEL}{{||,$r}};',f'vmad{TY}{TY}{TY}{{||.po}}{{||.sat}}{{||.shr7|.shr15}} $r,{{|-}}$r{SEL},{{|-}}$r{SEL},{{|-}}$r;',f'vset{TY}{TY}{{.eq|.ne|.lt|.le|.gt|.ge|.lo}}{{||.add|.min}} $r,$r{SEL},$r{SEL}{{||,$r}};',
f'{{vadd|vsub}}{TY}{TY}{TY}{{||.sat}} $r,$r,$r;',f'{{vadd|vsub|vmin|vmax}}{TY}{TY}{TY}{{|.sat}}{{.add|.min|.max}} $r,$r{{.b0|.h1|}},$r,$r;'),
'video_simd':T(f'{{vadd2|vsub2|vabsdiff2|vmin2|vmax2|vavrg2}}{TY}{TY}{TY}{{||.sat}}{{||.add}} $r{S2},$r{S2},$r{S2},$r;',f'{{vadd4|vsub4|vabsdiff4|vmin4|vmax4|vavrg4}}{TY}{TY}{TY}{{||.sat}}{{||.add}} $r{S4},$r{S4},$r{S4},$r;',f'{{vset2|vset4}}{TY}{TY}{{.eq|.ne|.lt|.ge}}{{||.add}} $r,$r,$r,$r;',f'{{vadd2|vadd4}}{TY}{TY}{TY} $r,$r,$r;'),
'guarded':T('@p1 add.u32 $r,$r,$r;','@!p1 mov.u32 $r,5;','@r1 add.u32 $r,$r,$r;')}

ALL_KINDS.update(kinds)

CALLED = '''.func F0() { ret; }
.func F1(.param .b32 q) { ret; }
.func F64(.param .b64 q) { ret; }
.func FA(.param .align 8 .b8 q[16]) { ret; }
.func (.param .b32 r) G1(.param .b32 q) { ret; }
.func (.param .b64 r) G64() { ret; }
.func FR(.reg .b32 q) { ret; }
.func FF(.reg .f32 q) { ret; }
.func FP(.reg .pred q) { ret; }
.func (.reg .b32 r) GR(.reg .b32 q) { ret; }
.func (.reg .b32 r, .reg .b32 s) GR2(.reg .b32 q) { ret; }
.func F2(.param .b32 q, .param .b32 p) { ret; }
.func FU(.param .u32 q) { ret; }
.func FFP(.param .f32 q) { ret; }
.func FB(.param .b8 q) { ret; }
.func FZ(.param .b8 q[]) { ret; }
'''
CALL_PARAMS = '.param .b32 P; .param .b32 Q; .param .b64 P64; .param .align 8 .b8 PA[16]; .param .align 4 .b8 PB[16]; .param .b8 P8; .param .f32 PF; .param .u32 PU; .local .b32 L;'
PROTOTYPES = 'proto: .callprototype (.param .b32 _) _ (.param .b32 _); proto1: .callprototype _ (.param .b32 _); proto0: .callprototype _ (); targets: .calltargets F1; targets0: .calltargets F0;\n'
CALLS = '''call F0;
call F0, ();
call (), F0, ();
call.uni F0;
call F0, (P);
call F1, (P);
call F1;
call F1, ();
call F1, (P, Q);
call F1, (r0);
call F1, (5);
call F1, (-5);
call F1, (1.0);
call F1, (0f3f800000);
call F1, (_);
call F1, (f0);
call F1, (d0);
call F1, (h0);
call F1, (p0);
call F1, (P64);
call F1, (P8);
call F1, (PF);
call F1, (PU);
call FU, (P);
call FU, (PF);
call FU, (r0);
call FU, (f0);
call FFP, (P);
call FFP, (PF);
call FFP, (PU);
call FFP, (f0);
call FFP, (r0);
call FFP, (1.0);
call FFP, (1);
call F1, (PB);
call F1, (PA);
call F1, (L);
call F1, (undefined);
call F1, ([P]);
call F1, ({r0});
call F1, (%tid.x);
call F1, (a);
call F64, (a);
call F1, P;
call (P), F1, (Q);
call F64, (P64);
call F64, (P);
call F64, (d0);
call F64, (r0);
call F64, (5);
call FA, (PA);
call FA, (PB);
call FA, (P64);
call FA, (d0);
call FA, (5);
call G1, (P);
call (P), G1, (Q);
call (P), G1, (P);
call (r0), G1, (P);
call (r0), G1, (r1);
call (_), G1, (P);
call (_), G1, (r1);
call (5), G1, (P);
call (P64), G1, (P);
call (PF), G1, (P);
call (P, Q), G1, (P);
call (f0), G1, (P);
call (d0), G1, (P);
call (a), G1, (P);
call G64;
call (P64), G64;
call (P64), G64, ();
call (d0), G64, ();
call (r0), G64, ();
call FR, (r0);
call FR, (5);
call FR, (P);
call FR, (d0);
call FR, (f0);
call FR, (%tid.x);
call FF, (f0);
call FF, (1.0);
call FF, (r0);
call FF, (5);
call FP, (p0);
call FP, (!p0);
call FP, (1);
call (r0), GR, (r1);
call (r0), GR, (5);
call (_), GR, (r1);
call GR, (r1);
call (P), GR, (r1);
call (r0), GR, (P);
call (r0, r1), GR2, (r2);
call (r0), GR2, (r2);
call (_, r1), GR2, (r2);
call F2, (P, Q);
call F2, (P, P);
call F2, (P, r0);
call F2, (r0, 5);
call F2, (P);
call E1, (P);
call FB, (P8);
call FB, (h0);
call FB, (r0);
call FB, (5);
call FZ, (PA);
call FZ, (P);
call k;
call undefined;
call undefined, (P);
call r0;
call d0;
call d0, ();
call d0, (P);
call (P), d0, (Q), proto;
call d0, (Q), proto1;
call d0, (), proto0;
call d0, proto0;
call d0, proto1;
call r0, (), proto0;
call h0, (), proto0;
call d0, (r0), proto1;
call d0, (5), proto1;
call F1, (P), proto1;
call d0, (P), targets;
call d0, (), targets0;
call d0, targets0;
call d0, (P), nothing;
call d0, (P64), proto1;
call d0, (), proto1;
call [d0], (), proto0;
call %tid.x, (), proto0;
call.foo F0;
@p0 call F0;
@p0 call F1, (P);
st.param.b32 [P],r0; call F1, (P);
st.param.b32 [P64],r0; call F1, (P);
st.param.b64 [P],d0; call F1, (P);
st.param.b32 [P+4],r0; call F1, (P);
st.param.b32 [P],r0; call (Q), G1, (P); ld.param.b32 r1,[Q];
call (Q), G1, (P); ld.param.b32 r1,[Q+4];
call (Q), G1, (P); ld.param.b64 d1,[Q];
ld.param.b32 r1,[PA];
ld.param.b32 r1,[P];
st.param.b32 [P],r0;
st.param.v2.b64 [PA],{d0,d1}; call FA, (PA);
st.param.b8 [PA+15],h0; call FA, (PA);
st.param.b32 [a],r0;
ld.param.u64 d0,[a];
ld.param.u64 d0,[a+8];
ld.param.u32 r0,[a+4];
ld.param.u64 d0,[b];
ld.param.u64 d0,[k];
ld.param.u64 d0,[L];
mov.u64 d0,F0; call d0, (), proto0;
mov.u64 d0,E1;
mov.u32 r0,F0;
mov.u64 d0,k;
x: .calltargets F0, F1;
x: .calltargets k;
x: .calltargets E1;
bra proto0;
call proto0;'''.split('\n')
DECLARED=['.global .u32 x;','.global .u32 x[4];','.global .b32 x;','.visible .global .u32 x;','.extern .global .u32 x;','.weak .global .u32 x;','.common .global .u32 x;','.global .u32 x = 1;','.const .u32 x = 1;','.shared .u32 x;','.extern .shared .b8 x[];','.func x() { ret; }','.func x();','.extern .func x();','.visible .func x() { ret; }','.weak .func x() { ret; }','.func (.param .b32 r) x(.param .b32 q) { ret; }','.func x(.param .b32 q) { ret; }','.func x(.param .b32 q);','.func x(.param .b64 q);','.entry x() { ret; }','.entry x();','.extern .entry x();','.visible .entry x() { ret; }','.weak .entry x() { ret; }','.entry x(.param .b32 q) { ret; }','.entry x(.param .b32 q);','.global .texref x;','.local .u32 x;','.visible .entry x();','.func x(.param .b32 z) { ret; }','.func (.param .b32 r) x();','.func (.reg .b32 r) x(.reg .b32 q) { ret; }','.func (.reg .b32 r) x(.reg .b32 q);','.noreturn_dummy']
DECLARED=DECLARED[:-1]+['.extern .func x() .noreturn;','.func x() .noreturn { ret; }']
INSIDE=['.reg .b32 x;','.reg .b64 x;','.reg .b64 x<4>;','.reg .b64 r0;','.reg .b32 r0;','.reg .b32 r5<2>;','.reg .b32 r<20>;','.reg .b32 r<4>;','.reg .b32 r30;','x: ','r0: ','.local .b32 x;','.shared .b32 x;','.param .b32 x;','.param .b32 a;','.local .b32 a;','.reg .b32 a;','a:','.local .b32 r0;','k:','.reg .b32 k;','.local .b32 k;','{ .reg .b32 x; }','{ .reg .b64 r0; }','{ x: }','{ .local .b32 x; }','{ .param .b32 a; }','{ .reg .b32 a; }','bra x; x:','.global .b32 x;','.const .b32 x = 1;','x: .branchtargets x;','x: .callprototype _ ();','.reg .b32 x1;','.reg .b32 x<2>;','{ r0: }','.reg .pred p<4>;', '.reg .b32 %x;','.reg .b32 x, x;','.local .b32 x, x;']
def module(decl='',body=''): return decl+('\n' if decl else '')+f'.visible .entry k(.param .b64 a)\n{{\n{REGISTERS}\n{body}\nret;\n}}\n'
def X(r,*ts):
    l=expand(r,r.choice(ts).replace('<','⟨').replace('>','⟩'))
    return re.sub(r'\$([hrfdgp])(?![a-z_])',lambda m:reg(r,m[1]),l)
TY='{b32|u32|s32|f32|b64|u64|s64|f64|b8|u8|s8|b16|u16|s16|f16|f16x2|b128|pred|bf16|bf16x2|tf32|b1|u4|e4m3|texref|surfref|samplerref}'
ETY='{b32|u32|s32|f32|b64|u64|f64|b8|u8|b16|u16|f16|b128}'
LK='{||||.visible|.extern|.weak|.common}'
SPC='{.global|.global|.const|.shared|.local|.reg|.param|.tex|.shared::cta}'
DIM='{|||[4]|[]|[0]|[2][3]|[][2]|<4>|[1+1]|[2][]}'
AL='{||||.align 4|.align 8|.align 16|.align 3|.align 0|.align 128|.align 1024}'
VEC='{|||||.v2|.v4|.v8|.v3}'
ATT='{|||||||.attribute(.managed)|.attribute(.foo)|.attribute()|.ptr}'
INI='{||||= 1|= {1,2}|= {1}|= 0|= 1.0|= 0x10}'.replace('= {1,2}','= ⟨1,2⟩').replace('= {1}','= ⟨1⟩')
def decl_var(r):
    return module(X(r,f'{LK} {SPC} {AL} {ATT} {VEC} .{TY} {{x|x|x|x|x, y|%x|$x|_x|_|1x|}}{DIM} {INI};',f'{LK} {{.global|.const|.shared}} .{ETY} x{DIM};',f'{LK} {{.align 8 .global|.global .align 4|.global .b32 .align 4|.global .global|.global .shared|.global .align 4 .align 8}} .b32 x;',f'.global {VEC} .{ETY} x{DIM};',f'.global {ATT} .{TY} x;',f'{LK} {LK} .global .b32 x;'))
IV='{1|-1|0|1.0|-1.0|1.|.5|1e3|1.5e-3|0f3f800000|0d3ff0000000000000|0x10|017|0b101|1U|WARP_SZ|300|70000|4294967296|-129|1+2*3|(1+2)|~0|!1|1 ? 2 : 3|5/0|1 << 4|y|y+4|generic(y)|generic(y)+4|y-4|f|f+4|c|s|x|z|0xff(y)|0xff00(y)|0xf0(y)|0xff(generic(y))|0xff(y+4)|"abc"|(1.0)|1.0+2.0|-(1.0)|inf|(.s64) 5|18446744073709551615|99999999999999999999|1e400|0f3f8|-0|0xffffffffffffffff}'
def decl_init(r):
    ty=X(r,f'{ETY}')
    pre='.global .u32 y; .const .u32 c = 1; .shared .u32 s; .func f() { ret; } '
    k=r.random()
    sp=r.choice(['.global']*6+['.const','.shared','.extern .global','.local'])
    v=lambda: X(r,IV)
    if k<.5: return module(pre+f'{sp} .{ty} x = {v()};')
    if k<.6: return module(pre+f'{sp} .{r.choice(["u8","u64","u32","f32","b32"])} x[{r.choice([2,2,4,""])}] = {{{v()}, {v()}}};')
    if k<.7: return module(pre+f'{sp} .u32 x{r.choice(["[2]","[]","[2][2]","[1]",""])} = {r.choice(["{1,2}","{1}","{}","1","{{1,2},{3,4}}","{{1},{2}}","{1,2,3}","{1,}","{{1,2,3}}","{1,2,3,4}"])};')
    if k<.8: return module(pre+f'{sp} {r.choice([".v2",".v4"])} .{r.choice(["u32","f32"])} x{r.choice(["","","[2]"])} = {r.choice(["{1,2}","{1.0,2.0}","{1,2,3,4}","1","{{1,2},{3,4}}","{1.0,2.0,3.0,4.0}"])};')
    return module(pre+f'{sp} .{r.choice(["u64","u32","b64","s64","f64","u8","u16"])} x = {X(r,"{y|generic(y)|f|c|y+4|s|z|0xff(y)|0xff00(y)|k}")};')
def duplicates(r):
    k=r.random()
    if k<.45: return module(r.choice(DECLARED)+' '+r.choice(DECLARED))
    if k<.6: return module(r.choice(DECLARED),r.choice(INSIDE))
    if k<.95: return module('',r.choice(INSIDE)+' '+r.choice(INSIDE))
    return '.file 1 "a.c"\n.file '+r.choice('12')+' "b.c"\n'+module()
PT='{b32|u32|s32|f32|b64|u64|f64|b8|u8|b16|f16|f16x2|b128|pred|bf16|texref|surfref|samplerref|tf32}'
def params(r):
    P=lambda: X(r,f'{{.param|.param|.param|.param|.param|.reg|.const|.global||.local}} {AL} {VEC} .{PT} {{||||.ptr|.ptr .global|.ptr .shared|.ptr .const .align 4|.ptr .global .align 8|.align 4|.global|.ptr .align 4 .global}} {{a|a|a|q|_|b}}{{|||[4]|[]|[0]|[2][2]|<2>| = 1}}',f'.param .{{b32|u64|f32|b64|u8}} {{a|q|b}}',f'.param .align {{4|8|16|3|256}} .b8 a[{{4|16|0|}}]',f'.param .{{u64|u32|b64|f64}} .ptr {{.global|.const|.local|.shared||.param}} {{|.align 4|.align 3}} a')
    n=r.choice([1,1,1,2,2,0])
    l=', '.join(P() for _ in range(n))
    if r.random()<.04: l+=','
    return X(r,'{.visible|.visible||.weak|.extern}')+f' .entry k({l}) {{ {REGISTERS} {X(r,"{|||ld.param.u32 r0,[a];|st.param.b32 [a],r0;|ld.param.u64 d0,[a];}")} ret; }}\n'
def func_params(r):
    P=lambda: X(r,f'{{.param|.param|.param|.reg|.reg|.const|.global||.local}} {AL} {VEC} .{PT} {{|||||.ptr|.ptr .global}} {{a|a|q|_|b}}{{|||[4]|[]|[0]|[2][2]|<2>}}',f'{{.param|.reg}} .{{b32|u64|f32|b64|u8|pred}} {{a|q|b}}')
    n=r.choice([1,1,2,0]); m=r.choice([0,0,1,1,2])
    res=f'({", ".join(P() for _ in range(m))}) ' if m or r.random()<.05 else ''
    l=', '.join(P() for _ in range(n))
    if r.random()<.04: l+=','
    return X(r,'{|.visible|.weak|.extern|.common}')+f' .func {res}f{"("+l+")" if r.random()<.95 else ""} {r.choice(["{ ret; }"]*6+[";","{ }","{ ret; };","ret;","{ exit; }"])}\n'+module()
D1='{.maxntid {1|32|1,1,1|1024|0|1,0|2048|1,1,1,1|-1|1.0|}|.reqntid {32|1,1,1|0|2048}|.minnctapersm {1|0|4}|.maxnctapersm {1|0}|.maxnreg {16|0|1|255|256}|.noreturn|.pragma "nounroll";|.pragma nounroll;|.abi_preserve 8|.abi_preserve_control 8|.explicitcluster|.reqnctapercluster {2|1,1,1|8|0}|.maxclusterrank {4|8|0}|.blocksareclusters|.foo|.unique}'
def directives(r):
    n=r.choice([1,1,1,2,2,3])
    ds=' '.join(X(r,D1) for _ in range(n))
    if r.random()<.25: return f'.func f(.param .b32 q) {ds} {{ ret; }}\n'+module()
    if r.random()<.1: return f'.visible .entry k() .reqntid 32 .reqnctapercluster 2 .blocksareclusters {{ ret; }}'
    return f'.visible .entry k(.param .b64 a) {ds} {{ {REGISTERS} ret; }}\n'
BODY='''.reg .b32 x<4>;|.reg .b32 x<0>;|.reg .b32 x<-1>;|.reg .b32 x[2];|.reg .v2 .b32 x;|.reg .v4 .f32 x; mov.v4.f32 x,⟨f0,f1,f2,f3⟩;|.reg .v2 .b32 x; ld.global.v2.b32 x,[d0];|.reg .v2 .b32 x; add.u32 r1,x.x,x.y;|.reg .v4 .b64 x;|.reg .v2 .pred x;|.reg .v8 .b32 x;|.reg .b8 x;|.reg .f16 x;|.reg .bf16 x;|.reg .f16x2 x;|.reg .tf32 x;|.reg .b128 x;|.reg .e4m3 x;|.reg .texref x;|.reg .align 8 .b32 x;|.reg .b32 = 1;|.reg .b32 x = 1;|.reg x;|.reg .b32;|.reg .b32 .b64 x;|.reg .b32 _;|.reg .b32 WARP_SZ;|.reg .b32 add;|.local .b32 x;|.local .b32 x = 1;|.local .b32 x[];|.local .b32 x[2][2];|.local .align 16 .b8 x[32];|.local .bf16 x;|.shared .b32 x;|.shared .b32 x[];|.extern .shared .b32 x[];|.shared .b32 x = 1;|.global .b32 x;|.global .b32 x = 1;|.global .b32 x[];|.const .b32 x = 1;|.param .b32 x;|.param .b8 x[];|.param .b32 x = 1;|.param .v2 .b32 x;|.param .f16x2 x;|.visible .global .b32 x;|.visible .reg .b32 x;|.global .texref x;|.pragma "nounroll";|.pragma "foo";|.pragma nounroll;|.pragma ;|.pragma "nounroll"|.loc 1 1 1|.loc 1 1|.loc x 1 1|.loc 1 1 1;|.loc 0 0 0|.loc -1 1 1|.loc 1 1 1, function_name L1, inlined_at 1 1 1|.loc 1 1 1 .loc 1 2 2, function_name L1, inlined_at 1 1 1|.loc 1 1 1, inlined_at 1 1 1|.file 1 "a.c"|.maxntid 32|.version 8.0|.entry y() ⟨ ret; ⟩|.section .debug_info ⟨ ⟩|.noreturn|.foo|.minnctapersm 1|.address_size 64|;|⟨ ⟩|⟨ ; ⟩|⟨ add.u32 r0,r1,r2; ⟩;|.alias y, k;|.reg .b32 x, y; mov.b32 x,y;|.local .align 3 .b32 x;|.shared .v4 .f32 x;|.reg .u16 x, x1;'''
def directive_inside(r): return module('',X(r,'{'+BODY+'}'))
LAB='''x: y: z:|x : ret;|%x: ret;|$x: bra $x;|_: ret;|1x: ret;|x:: ret;|bra x; x:|bra y;|⟨ x: ⟩ bra x;|x: ⟨ bra x; ⟩|⟨ bra x; ⟩ x:|bra r0;|bra k;|bra a;|bra 1;|bra [r0];|bra x, y; x: y:|bra.uni x; x:|@p0 bra x; x:|@!p0 bra x; x:|@r0 bra x; x:|@p9 ret;|@1 ret;|@p0;|@p0 ⟨ ret; ⟩|@!!p0 ret;|brx.idx r0, x; x: .branchtargets y; y:|x: .branchtargets y; brx.idx r0, x; y:|x: .branchtargets y; @p0 brx.idx r0, x; y:|x: .branchtargets y; brx.idx d0, x; y:|brx.idx r0, y; y:|x: .branchtargets x;|x: .branchtargets y;|x: .branchtargets ;|x: .branchtargets x|x: .calltargets k;|x: .calltargets y;|x: .callprototype _ ();|x: .callprototype ();|x: .callprototype (.param .b32 _) _ (.param .b32 _);|x: .callprototype _ (.param .b32);|x: .callprototype y ();|x: .callprototype _;|.callprototype _ ();|.branchtargets r;|bra.foo x; x:|bra;|bra x x: |x: bra x|ret 1;|exit; x:|x: x: ret;|⟨ x: ⟩ ⟨ x: ⟩|x: ⟨ x: bra x; ⟩|brx.idx.uni r0, x;|brx x;|@p0 exit;|trap; brkpt;|@p0 x: ret;|bra x; ⟨ x: ⟩'''
def labels(r): return module('',X(r,'{'+LAB+'}'))
def calls(r):
    line=r.choice(CALLS)
    text=(PROTOTYPES if 'proto' in line or 'targets' in line else '')+line
    functions='\n'.join(f for f in CALLED.strip().split('\n') if re.search(r'\b'+re.search(r' (\w+)\([^()]*\) \{',f)[1]+r'\b',text))
    return module(functions,CALL_PARAMS+'\n'+text)
def header(r):
    k=r.random()
    v=r.choice('8.8 8 8.10 8.9 7.9 6.6 5.2 4.4 3.3 2.4 9.0 9.1 10.0 8.0.1 8.0; 7.8 7.0 6.3 6.5 8.4 5.0 4.3 3.0 2.3 3.9 1.4'.split())
    t=r.choice('sm_80|sm_90|sm_90a|sm_80a|sm_91|sm_88|sm_090|compute_90|compute_80|lto_80|sm_10|sm_20|sm_35|sm_37|sm_52|sm_62|sm_72|sm_87|sm_89|sm_75|SM_90|sm90|sm_|sm_80, sm_90|sm_90, sm_80|sm_80, debug|debug|debug, sm_80|sm_80, texmode_unified|sm_80, texmode_independent|sm_80, texmode_independent, texmode_unified|sm_80, map_f64_to_f32|sm_80, foo|sm_80,|sm_80;|sm_80 sm_90|sm_70|sm_50|sm_60|sm_86|sm_90f|sm_100|sm_100a|sm_120'.split('|'))
    if k<.3: return f'.version {v}\n.target {r.choice(["sm_80","sm_50","sm_90","sm_70"])}\n.address_size 64\n'+module()
    if k<.7: return f'.version {r.choice(["9.0","8.8","8.0","7.8","7.0","6.3"])}\n.target {t}\n.address_size 64\n'+module()
    return X(r,r.choice(['.version 8.0 .target sm_80 {.address_size 64|.address_size 32|.address_size 16|.address_size|.address_size 0x40||.address_size 64 .address_size 64|.target sm_80 .address_size 64|;|.version 8.0 .address_size 64} ','.target sm_80 .version 8.0 .address_size 64 ','.version 8.0 .address_size 64 .target sm_80 ','.version 8.0 .address_size 64 ']))+module()+X(r,'{||||.target sm_80|.address_size 64|;|}|.version 8.0}')
FILE='''.file 1 "a.c"|.file 1 "a.c" .file 1 "b.c"|.file 1 "a.c" .file 2 "b.c"|.file 0 "a.c"|.file -1 "a.c"|.file 1 a.c|.file "a.c"|.file 1 "a.c", 5|.file 1 "a.c", 5, 6|.file 1 "a.c", 5, 6, 7|.file 1 "a.c";|.loc 1 1 1|.pragma "nounroll";|.pragma nounroll;|.pragma "foo";|.pragma "nounroll"|.section .debug_str ⟨ .b8 1, 2 ⟩|.section .debug_str ⟨ x: .b8 1 .b32 x ⟩|.section .debug_str ⟨ .b8 "a" ⟩|.section .debug_str ⟨ .foo 1 ⟩|.section .debug_info ⟨ .b32 .debug_str ⟩|.section foo ⟨ .b8 1 ⟩|.section .debug_str .b8 1|.section .debug_str ⟨ .u32 5 ⟩|.section .debug_str ⟨ .b8 -1 ⟩|.alias x, y;|.func y() ⟨ ret; ⟩ .func x(); .alias x, y;|.func y() ⟨ ret; ⟩ .func x(.param .b32 a); .alias x, y;|.func y() ⟨ ret; ⟩ .alias x, y;|.func y() ⟨ ret; ⟩ .func x() ⟨ ret; ⟩ .alias x, y;|.entry y() ⟨ ret; ⟩ .entry x(); .alias x, y;|.alias x;|.foo|foo|add.u32 r0,r1,r2;|⟨ ⟩|/* comment */|/* comment|// c|# 1 "file"
|#line 1 "f"
|# foo
|@|;|.entry _() ⟨ ret; ⟩|.entry WARP_SZ() ⟨ ret; ⟩|.entry %z() ⟨ ret; ⟩|.entry z( ⟨ ret; ⟩|.visible entry z() ⟨ ret; ⟩|.visible .entry .func z() ⟨ ret; ⟩|.entry z() ⟨ ret ⟩|.entry z() ⟨ ret; ⟩;|.extern .func e(); |.func u();|.entry u();|.weak .func u();'''
def items(r): return X(r,'{'+FILE+'}')+'\n'+module()
def limits(r):
    n=r.choice([65535,65536,65537,70000,4352,4353,4351,32764,32765,49152,49153,232448,232449,131072])
    k=r.randrange(5)
    if k==0: return module(f'.const .b8 x[{r.choice([65535,65536,65537,70000])}];',r.choice(['','ld.const.b8 r0,[x];']))
    if k==1: return module(f'.const .b8 x[65536]; .const .b8 y;',r.choice(['','ld.const.b8 r0,[x];']))
    if k==2: return f'.entry k(.param .b8 a[{r.choice([4351,4352,4353,32764,32765])}]) {{ ret; }}'
    if k==3: return module('',r.choice([f'pmevent {r.choice([15,16])};',f'bar.sync {r.choice([15,16])};',f'.local .b8 x[{n}]; st.local.b8 [x],r0;',f'setmaxnreg.inc.sync.aligned.u32 {r.choice([24,256,264,16,25])};',f'cp.async.bulk.global.shared::cta.bulk_group [d0],[r1],{r.choice([16,17,0,32,8])};',f'createpolicy.fractional.L2::evict_first.b64 d0,{r.choice(["1.0","0.5","0.0","2.0","-1.0"])};',f'bfe.u32 r0,r1,{r.choice([0,31,255,256])},5;']))
    return module(f'.shared .b8 x[{r.choice([100,49152])}];','st.shared.b8 [x],r0;')
SMALL='b8 b8 u8 s8 b16 b16 u16 s16 f16 f16 b32 u32 s32 f32 f16x2 b64 f64 bf16 pred b128'.split()
SMALL_BITS={'b8':8,'u8':8,'s8':8,'b16':16,'u16':16,'s16':16,'f16':16,'bf16':16,'b32':32,'u32':32,'s32':32,'f32':32,'f16x2':32,'b64':64,'f64':64,'pred':1,'b128':128}
# Registers of types that REGISTERS lacks.
OWN={'b8':'b','u8':'u','s8':'s','s16':'t','f16':'e','b128':'w','f16x2':'x'}
def near(r,t,odds=.8):
    """A type: mostly this one, or one of its size, or any."""
    k=r.random()
    if k<odds: return t
    return r.choice([a for a in SMALL if k>=odds+.15 or SMALL_BITS[a]==SMALL_BITS[t]])
def small_type(r): return r.choice('b8 b8 b8 u8 s8 b16 b16 b16 u16 s16 f16 f16 f16'.split()) if r.random()<.75 else r.choice(SMALL)
def formal(r,space,t,name):
    if space=='.reg': return f'.reg .{t} {name}'
    shape=r.choice(['']*9+['[1]','[2]','[3]','[4]','[8]','[16]','[]'] if r.random()<.97 else ['[0]','[2][2]'])
    align=r.choice(['']*5+['.align '+n for n in ('1','2','4','8','16')])
    return f'.param {align+" " if align else ""}{r.choice([""]*29+[".v2 "])}.{t} {name}{shape}'
def small_register(r,t):
    """A register that mostly fits."""
    k=r.random()
    if k<.45 and t in OWN: return OWN[t]+str(r.randrange(2))
    if k<.95: return reg(r,R[t] if R[t] in 'hrfdgp' else 'd')
    return r.choice('hrfdgpbuste')+str(r.randrange(2))
def own_registers(body):
    """The declarations of the registers of OWN that a body names."""
    return ' '.join(f'.reg .{t} {n}<2>;' for t,n in OWN.items() if re.search(rf'\b{n}[01]\b',body))
def passed(r,t,result):
    """What an argument can be, or take a result, other than a variable."""
    k=r.random()
    if k<.25: return small_register(r,near(r,t))
    if k<.4 and not result: return r.choice(['0','1','-1','255','256','70000','WARP_SZ'] if r.random()<(.2 if t in('f16','f32','f64') else .8) else ['1.0','0f3f800000','0d3ff0000000000000','%tid.x'])
    if k<.45 if result else k<.41: return '_'
    if k<.47: return '{'+','.join(small_register(r,t) for _ in range(r.choice([1,2])))+'}'
    return None
def small_calls(r):
    """A function with small parameters and results, and a call of it, some by address."""
    n,m=r.choice([(1,0),(1,0),(0,1),(0,1),(1,1),(2,0),(2,1),(0,2),(1,2)])
    before=[]; inside=[]; lists=[]
    for count,name,result in((n,'q',False),(m,'o',True)):
        values=[]; decls=[]
        space=r.choice(['.param','.param','.param','.reg'] if count<2 or not result else ['.reg']*9+['.param'])
        for i in range(count):
            t=small_type(r)
            d=formal(r,space,t,f'{name}{i}')
            decls.append(d)
            v=passed(r,t,result)
            if v is None:
                v=f'{name.upper()}{i}'
                own=d.replace('.reg','.param') if r.random()<.85 else formal(r,'.param',t,f'{name}{i}')
                own=re.sub(rf'\.{t} {name}{i}',f'.{near(r,t,.85)} {v}',own)
                before.append(own.replace('[]','[4]')+';')
            values.append(v)
            if r.random()<.5:
                value=small_register(r,t)
                x=f'{name}{i}'
                inside.append(f'mov.{t} {x},{value};' if space=='.reg' and r.random()<.8 else f'st.param.{t} [{x}],{value};' if result else f'ld.param.{t} {value},[{x}];')
        lists.append((decls,values))
    (params,args),(results,outs)=lists
    inside=' '.join(inside)
    head=f'({", ".join(results)}) ' if results else ''
    f=f'.func {head}f({", ".join(params)}) {{ {REGISTERS} {own_registers(inside)} {inside} ret; }}'
    o=f'({", ".join(outs)}), ' if outs else ''
    a=f', ({", ".join(args)})' if args else ''
    if r.random()<.2:
        lines=f'proto: .callprototype {head}_ ({", ".join(params)});\n' if r.random()<.7 else 'proto: .calltargets f;\n'
        call=f'{lines}mov.u64 d9, f; call {o}d9{a or ", ()"}, proto;'
    else: call=f'call{r.choice(["",".uni"])} {o}f{a};'
    body=' '.join(before)+'\n'+call
    if r.random()<.05: return f+f'\n.func unused() {{ {REGISTERS} {own_registers(body)} {body} ret; }}\n'+module()
    return f+'\n'+module('',own_registers(body)+' '+body)
def small_access(r):
    """A load or store of a parameter of a kernel or a function, or of a variable for a call."""
    t=small_type(r)
    place=r.choice(['entry','entry','func','func','result','local','local'])
    name={'entry':'q','func':'q','result':'o','local':'P'}[place]
    d=formal(r,'.param',t,name)
    load=r.random()<(.95 if place in('entry','func') else .5 if place=='local' else .1)
    a=near(r,t,.5) if r.random()<.7 else r.choice('b8 u8 s8 b16 u16 s16 b32 b64 u64 s64 f32'.split())
    v=r.choice(['']*6+['.v2','.v4'] if r.random()<.97 else ['.v8','.v3'])
    n=int(v[2:] or 1) if v else 1
    wide={'b8':'hrdbus','u8':'hrdbus','s8':'hrdbus','b16':'hrdte','u16':'hrdt','s16':'hrdt','f16':'he','b32':'rfdx','u32':'rd','s32':'rd','f32':'f'}.get(a,'')
    kind=r.choice(wide) if wide and r.random()<.5 else None
    regs=[kind+str(i%2) if kind else small_register(r,a) for i in range(n)]
    if n>1 and not kind and r.random()<.9: regs=[regs[0][0]+str(i%2) for i in range(n)]
    if not load and r.random()<.15: regs[0]=r.choice(['0','1','-1','255','256','1.0','0f3f800000','_'])
    value=regs[0] if n==1 else '{'+','.join(regs)+'}'
    space=r.choice(['.param']*9+['.param::func','.param::entry'])+r.choice(['']*25+['.volatile','.relaxed.gpu','.ca'])
    at=f'[{name}{r.choice(["","","","+0","+1","+2","+4","+8","-1"])}]'
    line=f'ld{space}{v}.{a} {value},{at};' if load else f'st{space}{v}.{a} {at},{value};'
    if r.random()<.04: line=r.choice([f'mov.b64 d1,{name}; ld.param.{a} {regs[0]},[d1];',f'mov.b32 r1,{name};',f'cvta.param.u64 d1,{name};',f'mov.b64 d1,{name}+4;'])
    own=own_registers(line)
    if place=='entry': return f'.visible .entry k({d}) {{ {REGISTERS} {own} {line} ret; }}\n'
    if place=='func': return f'.func f({d}) {{ {REGISTERS} {own} {line} ret; }}\n'+module()
    if place=='result': return f'.func ({d}) f() {{ {REGISTERS} {own} {line} ret; }}\n'+module()
    return f'.func g(.param .b32 z) {{ ret; }}\n'+module('',f'{d.replace("[]","[4]")}; {own} {line}'+(' .param .b32 Z; call g, (Z);' if r.random()<.3 else ''))
MODULES = {n:globals()[n] for n in 'decl_var decl_init duplicates params func_params directives directive_inside labels calls header items limits small_calls small_access'.split()}


# What a driver takes and ptxas doesn't, and what it refuses and ptxas takes.
DRIVER = re.compile(r'\.ptr \.shared|\.param[^,()]*\.(texref|surfref)|suq\.(array_size|channel_\w+|memory_layout)|\.target [^\n]*,')
OTHERWISE = re.compile(r'scoped variables in \.(reg|local)|too much shared data')


def verdict(ptxas, text):
    """True if ptxas takes the module, False if not, None if that says nothing."""
    target = re.search(r'\.target[^\n]*?(sm_(\d+)([af]?))', text)
    own = target and (target[3] or int(target[2]) > 90)
    if DRIVER.search(text):
        return None
    arch = target[1] if own else 'sm_90'
    done = subprocess.run([ptxas, '-arch=' + arch, '/dev/stdin', '-o', '/dev/null'], input=text.encode(), capture_output=True)
    log = (done.stderr + done.stdout).decode()
    real = [line for line in log.split('\n') if line.strip() and 'warning' not in line and 'info' not in line]
    if done.returncode and (not real or OTHERWISE.search(log)):
        # It ended, or a driver decides otherwise.
        return None if 'Program uses 32-bit' not in log else False
    return done.returncode == 0


def main():
    ptxas, first, last, count = sys.argv[1], *map(int, sys.argv[2:5])
    rows = []
    for seed in range(first, last):
        r = random.Random(seed)
        for name, kind in ALL_KINDS.items():
            for _ in range(count):
                target, version = where(r)
                body = kind(r) if callable(kind) else instr(r, r.choice(kind))
                rows.append((name, target, version, 'body', body))
        for name, kind in MODULES.items():
            for _ in range(count):
                target, version = where(r)
                rows.append((name, target, version, 'module', kind(r)))
    def text(row):
        _, target, version, what, body = row
        head = f'.version {version}\n.target {target}\n.address_size 64\n'
        if what == 'module':
            return body if body.startswith(('.version', '.target')) else head + body
        return f'{head}{SYMBOLS}\n.visible .entry k(.param .b64 a)\n{{\n{REGISTERS}\n.local .b32 lv[4];\n{body}\nret;\n}}\n'
    with ThreadPoolExecutor(3) as pool:
        verdicts = pool.map(lambda row: verdict(ptxas, text(row)), rows)
    last, line = None, ''
    for (name, target, version, what, body), taken in zip(rows, verdicts):
        if taken is not None:
            body = body.replace(REGISTERS, '(registers)').replace(CALL_PARAMS, '(parameters)').replace(PROTOTYPES, '(prototypes)')
            body = body.replace('\\', '\\\\').replace('\n', '\\n').replace('\t', '\\t')
            row = f"{'+' if taken else '-'}{target[3:]}/{version} {body}"
            if (name, what) != last or len(line) + 1 + len(row) > 120:
                print(line, end='\n' if line else '')
                line = row
            else:
                line += '\t' + row
            if (name, what) != last:
                last = name, what
                print(*last)
    print(line)


if __name__ == '__main__':
    main()
