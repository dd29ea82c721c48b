//! Video instructions, compared with an H200.

use crate::recorded::assert_recorded;

#[test]
#[expect(clippy::too_many_lines, reason = "a row for each instruction")]
fn video_instructions_choose_shift_saturate_and_compare() {
    for (instruction, rows) in [
        (
            "vadd.s32.s32.s32.sat %r, %ra, %rb;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x0),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0x80000000),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x7ffffffe),
            ],
        ),
        (
            "vadd.u32.s32.u32.add %r, %ra, %rb, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7fffffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c79ec8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0xfffffffe),
            ],
        ),
        (
            "vsub.s32.u32.s32.sat %r, %ra.h1, %rb.b2;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x0),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0x8000),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x10000),
            ],
        ),
        (
            "vabsdiff.s32.s32.s32.sat.min %r, %ra.b1, %rb.h0, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x0),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c79ec8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x80000000),
            ],
        ),
        (
            "vmax.u32.u32.u32 %r.b1, %ra, %rb.h1, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7fff00ff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c700c8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x8000ff00),
            ],
        ),
        (
            "vshl.u32.u32.u32.wrap.add %r, %ra, %rb.b1, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7fffffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0x54c79ec8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x0),
            ],
        ),
        (
            "vshr.s32.s32.u32.clamp %r, %ra, %rb;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x0),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xffffffff),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0xffffffff),
            ],
        ),
        (
            "vmad.s32.s32.s32.sat.shr7 %r, -%ra.h1, %rb.b2, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0xffffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xffa98f3d),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0xfeffffff),
            ],
        ),
        (
            "vmad.u32.u32.u32.po %r, %ra.h0, %rb.b1, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x80000000),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c79ec9),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x80feff02),
            ],
        ),
        (
            "vset.s32.u32.lt.add %r, %ra.b0, %rb, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7fffffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c79ec9),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x80000001),
            ],
        ),
        (
            "vset2.u32.s32.ge %r, %ra, %rb, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x10001),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0x10001),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x10001),
            ],
        ),
        (
            "vset4.s32.s32.ne.add %r, %ra, %rb, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7fffffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4c79ec8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x80000001),
            ],
        ),
        (
            "vset2.u32.s32.gt %r.h1, %ra.h30, %rb.h12, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0xffff),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0x19ec8),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x10000),
            ],
        ),
        (
            "vset4.s32.s32.le %r.b20, %ra.b7612, %rb.b0123, %rc;",
            [
                ([0x0, 0x0, 0x7fffffff], 0x7f01ff01),
                ([0x80000000, 0x80000000, 0xd4c79ec8], 0xd4019e00),
                ([0xffffffff, 0x7fffffff, 0x80000000], 0x80010001),
            ],
        ),
    ] {
        assert_recorded(instruction, &rows);
    }
}

#[test]
fn scalar_video_instructions_go_beyond_a_word_as_an_h200_does() {
    for (instruction, operands, expected) in [
        // The upper half receives the upper half.
        ("vadd.u32.u32.u32 %r.h1, %ra, %rb, %rc;", [2, 0xffff_ff30, 0x21], 0xffff_0021),
        ("vmin.u32.u32.u32 %r.h1, %ra.h0, %rb.b0, %rc;", [0xffff, 0x3f, 0x1a6e_72b9], 0x72b9),
        // Unsigned words wrap, and a negative value is more than a part can hold.
        ("vadd.u32.s32.u32.sat %r, %ra, %rb;", [4, 0xffff_fffe, 0], 2),
        ("vadd.u32.u32.s32.sat %r.b0, %ra, %rb, %rc;", [2, 0xffff_ff30, 0x21], 0xff),
        ("vadd.u32.u32.s32.sat %r, %ra.h0, %rb;", [0, 0xffff_ff94, 0], 0),
        ("vadd.u32.u32.u32.max %r, %ra, %rb, %rc;", [0x1f, 0x8000_001e, 0xdff8_3c26], 0x8000_003d),
        (
            "vabsdiff.u32.u32.s32.max %r, %ra, %rb, %rc;",
            [0xffff_ffff, 0x8000_0000, 0x8000_0001],
            0x7fff_ffff,
        ),
        ("vset.s32.u32.eq.min %r, %ra, %rb, %rc;", [0, 1, 0x8000_0001], 0x8000_0001),
        // 34 bits of a shifted value are kept.
        ("vshl.u32.u32.u32.sat.clamp %r, %ra, %rb;", [0x8000_0001, 1, 0], 0xffff_ffff),
        ("vshl.u32.u32.u32.sat.clamp %r, %ra, %rb;", [0x8000_0001, 2, 0], 0),
        ("vshl.u32.u32.u32.sat.clamp %r, %ra, %rb;", [0x8000_0001, 3, 0], 8),
        // Words are multiplied as signed numbers.
        ("vmad.u32.u32.u32.shr7 %r, %ra, %rb, %rc;", [2, 0xffff_ff30, 0x21], 0xffff_fffd),
        ("vmad.u32.u32.u32.sat %r, %ra, %rb, %rc;", [2, 0xffff_ff30, 0x21], 0),
    ] {
        assert_recorded(instruction, &[(operands, expected)]);
    }
}
