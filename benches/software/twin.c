/* The kernels of benches/software as a C program would write them, for one thread.
 *
 * Each does the same arithmetic in the same order as its kernel; only that the kernels contract to fused operations. */

#include <stddef.h>
#include <stdint.h>

void twin_saxpy(float a, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void twin_mandelbrot(int32_t *out, int32_t w, int32_t h, int32_t most, float x0, float y0, float dx, float dy)
{
    for (int32_t py = 0; py < h; py++) {
        for (int32_t px = 0; px < w; px++) {
            float cx = x0 + px * dx, cy = y0 + py * dy, x = 0, y = 0;
            int32_t iteration = 0;
            while (x * x + y * y < 4 && iteration < most) {
                float t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                iteration++;
            }
            out[py * w + px] = iteration;
        }
    }
}

void twin_matmul(const float *a, const float *b, float *c, int32_t n)
{
    for (int32_t row = 0; row < n; row++) {
        for (int32_t column = 0; column < n; column++) {
            float sum = 0;
            for (int32_t k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
    }
}

#define TILE 16

/* In tiles as the kernel does it, which a compiler can turn into vector instructions; n is a multiple of a tile's side. */
void twin_matmul_tiled(const float *a, const float *b, float *c, int32_t n)
{
    for (int32_t row = 0; row < n; row += TILE) {
        for (int32_t column = 0; column < n; column += TILE) {
            float tile_a[TILE][TILE], tile_b[TILE][TILE], sum[TILE][TILE] = { { 0 } };
            for (int32_t k = 0; k < n; k += TILE) {
                for (int y = 0; y < TILE; y++) {
                    for (int x = 0; x < TILE; x++) {
                        tile_a[y][x] = a[(row + y) * n + k + x];
                        tile_b[y][x] = b[(k + y) * n + column + x];
                    }
                }
                for (int y = 0; y < TILE; y++) {
                    for (int x = 0; x < TILE; x++) {
                        float s = sum[y][x];
                        for (int q = 0; q < TILE; q++) s += tile_a[y][q] * tile_b[q][x];
                        sum[y][x] = s;
                    }
                }
            }
            for (int y = 0; y < TILE; y++) {
                for (int x = 0; x < TILE; x++) c[(row + y) * n + column + x] = sum[y][x];
            }
        }
    }
}
