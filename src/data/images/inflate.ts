import { Z_BLOCK, Z_BUF_ERROR, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit } from 'pako'
import type { Budget } from './budget.ts'

/**
 * The first `size` bytes that a zlib stream (RFC 1950) unpacks to; otherwise whether the stream is `cut` before
 * them or `broken`. What follows them does not matter, the checksum included, as it does not to Pillow: this is
 * zlib itself, called as Pillow calls it.
 *
 * Not `DecompressionStream`: on an error it throws away what it has unpacked, and a strip with one byte of padding
 * behind it is an error to it. Nor could it count blocks: one costs microseconds and need not hold a byte.
 * @param parts the stream, cut anywhere
 * @throws VoxelwiseError `image-too-large` where it has too many blocks; the caller reserves `size`
 */
export function inflate(
  parts: readonly Uint8Array[],
  size: number,
  budget: Budget,
): Uint8Array | 'cut' | 'broken' {
  const stream = new ZStream()
  zlibInflateInit(stream)
  const out = new Uint8Array(size)
  stream.output = out
  stream.next_out = 0
  stream.avail_out = size
  for (const part of parts) {
    stream.input = part
    stream.next_in = 0
    stream.avail_in = part.length
    while (stream.avail_in > 0) {
      const status = zlibInflate(stream, Z_BLOCK)
      if (status === Z_BUF_ERROR) break
      if (status !== Z_OK && status !== Z_STREAM_END) return 'broken'
      if (stream.avail_out === 0) return out
      if (status === Z_STREAM_END) return 'cut'
      budget.count('blocks of compressed data')
    }
  }
  return 'cut'
}
