/** The signature of a PNG file and what no decoder would take: enough to be known for an image, and told from others. */
export const pngBytes = new Uint8Array([
  ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
  ...Array.from({ length: 60 }, (_, i) => i),
])
