/**
 * RGBA to premultiplied RGBa and back, as `Image.resize` does around a weighing filter so that the colour of
 * transparent pixels does not bleed (libImaging/Convert.c, `rgbA2rgba` and `rgba2rgbA`).
 * Input and output are interleaved, four bytes a pixel.
 */
export function premultiply(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const out = new Uint8Array(rgba.length)
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] ?? 0
    for (let c = i; c < i + 3; c++) {
      // x / 255, rounded, without a division
      const product = (rgba[c] ?? 0) * alpha + 128
      out[c] = ((product >> 8) + product) >> 8
    }
    out[i + 3] = alpha
  }
  return out
}

/** The inverse of `premultiply` up to rounding; wholly transparent pixels keep what colour they have. */
export function unpremultiply(premultiplied: Uint8Array | Uint8ClampedArray): Uint8Array {
  const out = new Uint8Array(premultiplied)
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out[i + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (let c = i; c < i + 3; c++) out[c] = Math.min(Math.trunc((255 * (out[c] ?? 0)) / alpha), 255)
  }
  return out
}
