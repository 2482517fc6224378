import {
  Z_BLOCK,
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit,
  zlibInflateInit2,
} from 'pako'
import type { Budget } from './budget.ts'
import type { SlicedBytes } from './dicom/sliced-bytes.ts'
import type { Faults } from './faults.ts'
import { joinedBytes } from './joined-bytes.ts'

/**
 * The first `size` bytes that a zlib stream (RFC 1950) unpacks to; otherwise whether the stream is `cut` before
 * them or `broken`. What follows them does not matter, the checksum included, as it does not to Pillow: this is
 * zlib itself, called as Pillow calls it.
 *
 * Not `DecompressionStream`: on an error it throws away what it has unpacked, and a strip with one byte of padding
 * behind it is an error to it. Nor could it count blocks: one costs microseconds and need not hold a byte.
 * @param parts the stream, cut anywhere
 * @throws PixelError `image-too-large` where it has too many blocks; the caller reserves `size`
 */
export function inflate(
  parts: readonly Uint8Array[],
  size: number,
  budget: Budget,
): Uint8Array | 'cut' | 'broken' {
  const stream = new ZStream()
  zlibInflateInit(stream)
  const out = new Uint8Array(size)
  writeTo(stream, out)
  for (const part of parts) {
    readFrom(stream, part)
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

/** What is unpacked next. */
function readFrom(stream: ZStream, packed: Uint8Array): void {
  stream.input = packed
  stream.next_in = 0
  stream.avail_in = packed.length
}

/** Where it is unpacked to. */
function writeTo(stream: ZStream, out: Uint8Array<ArrayBuffer>): void {
  stream.output = out
  stream.next_out = 0
  stream.avail_out = out.length
}

const PIECE = 1 << 18

/**
 * The data set of a deflated file (PS3.5 A.5): a raw stream, which may be followed by padding.
 * @throws PixelError image-truncated, image-unreadable; image-too-large above `most` bytes
 */
export async function inflateRaw(
  source: SlicedBytes,
  from: number,
  most: number,
  faults: Faults,
): Promise<Uint8Array> {
  const stream = new ZStream()
  zlibInflateInit2(stream, -15)
  const parts: Uint8Array[] = []
  let size = 0
  for (let at = from; at < source.size; at += PIECE) {
    readFrom(stream, await source.read(at, Math.min(source.size, at + PIECE)))
    for (;;) {
      const out = new Uint8Array(PIECE)
      writeTo(stream, out)
      const status = zlibInflate(stream, Z_NO_FLUSH)
      const filled = PIECE - stream.avail_out
      size += filled
      if (size > most) throw faults.crowded('bytes once inflated', most)
      if (filled > 0) parts.push(out.subarray(0, filled))
      if (status === Z_STREAM_END) return joinedBytes(parts, size)
      if (status !== Z_OK && status !== Z_BUF_ERROR) throw faults.damaged('its compressed data set is broken')
      if (stream.avail_out > 0) break
    }
  }
  throw faults.cut()
}

/** Window of 32 kB, with a gzip header (RFC 1952). */
const GZIP = 31

/**
 * What a gzip file unpacks to, piece by piece: a piece is valid until the next. Ends early where the file is cut or broken.
 * A file may have several members (RFC 1952, 2.2), as bgzip and pigz write them: one follows the other.
 * @throws PixelError image-too-large where it has too many blocks
 */
export function* unzipped(bytes: Uint8Array, budget: Budget): Generator<Uint8Array> {
  const out = new Uint8Array(PIECE)
  let stream = memberFrom(bytes)
  for (;;) {
    writeTo(stream, out)
    const status = zlibInflate(stream, Z_BLOCK)
    const filled = PIECE - stream.avail_out
    if (filled > 0) yield out.subarray(0, filled)
    if (status === Z_STREAM_END) {
      const rest = bytes.subarray(bytes.length - stream.avail_in)
      if (rest[0] !== 0x1f || rest[1] !== 0x8b) return
      stream = memberFrom(rest)
      budget.count('blocks of compressed data')
      continue
    }
    if (status !== Z_OK && status !== Z_BUF_ERROR) return
    if (filled === 0 && stream.avail_in === 0) return
    if (filled < PIECE) budget.count('blocks of compressed data')
  }
}

function memberFrom(bytes: Uint8Array): ZStream {
  const stream = new ZStream()
  zlibInflateInit2(stream, GZIP)
  readFrom(stream, bytes)
  return stream
}
