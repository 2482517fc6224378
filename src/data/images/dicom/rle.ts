/**
 * An RLE frame (PS3.5 annex G): a segment for each byte of a sample, most significant first, of each component.
 * @returns samples by planes, little endian; null where it is damaged
 */
export function unpackRle(
  bytes: Uint8Array,
  pixels: number,
  components: number,
  bytesPerSample: number,
): Uint8Array | null {
  if (bytes.length < 64) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = view.getUint32(0, true)
  if (segments !== components * bytesPerSample) return null
  const out = new Uint8Array(pixels * components * bytesPerSample)
  for (let segment = 0; segment < segments; segment++) {
    const from = view.getUint32(4 + 4 * segment, true)
    const next = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length
    if (from < 64 || next < from || next > bytes.length) return null
    const component = Math.floor(segment / bytesPerSample)
    const byte = bytesPerSample - 1 - (segment % bytesPerSample)
    const start = component * pixels * bytesPerSample + byte
    if (!unpackSegment(bytes.subarray(from, next), out, start, bytesPerSample, pixels)) return null
  }
  return out
}

/** PackBits. @returns whether all samples were there */
function unpackSegment(
  packed: Uint8Array,
  out: Uint8Array,
  start: number,
  step: number,
  count: number,
): boolean {
  let to = start
  const end = start + count * step
  for (let at = 0; at < packed.length && to < end; ) {
    const control = packed[at++] as number
    if (control < 128) {
      if (at + control + 1 > packed.length) return false
      for (let i = 0; i <= control && to < end; i++, to += step) out[to] = packed[at + i] as number
      at += control + 1
    } else if (control > 128) {
      if (at >= packed.length) return false
      const value = packed[at++] as number
      for (let i = 0; i < 257 - control && to < end; i++, to += step) out[to] = value
    }
  }
  return to >= end
}
