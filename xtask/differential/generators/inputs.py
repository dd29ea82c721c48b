"""The inputs of kernels and of control flow: random words, numbers with their edges, and mostly small numbers."""
import random, struct

EDGES = [0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x007fffff, 0x7f7fffff, 0x4f000000, 0xffffffff, 0x7fffffff, 0x80000001]


def single(value):
    return struct.unpack('<I', struct.pack('<f', value))[0]


def word(which, r):
    c = r.random()
    if which == 0:
        return r.getrandbits(32)
    if which == 1:
        if c < .15:
            return r.choice(EDGES)
        if c < .4:
            return r.randrange(256)
        return single(r.uniform(-100, 100)) if c < .7 else r.getrandbits(32)
    if c < .6:
        return single(r.uniform(-4, 4))
    return (r.getrandbits(32) & 0x80ffffff) | 0x3f000000 if c < .8 else r.randrange(64)


def write(folder):
    """Writes in_k0.bin to in_k2.bin."""
    for which in range(3):
        r = random.Random(100 + which)
        words = [word(which, r) for _ in range(16384)]
        with open(f'{folder}/in_k{which}.bin', 'wb') as file:
            file.write(struct.pack('<16384I', *words))
