import { Z_BLOCK, Z_BUF_ERROR, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2 } from 'pako'
import type { Budget } from '../budget.ts'

/** Window of 32 kB, with a gzip header (RFC 1952). */
const GZIP = 31
const PIECE = 1 << 18

/** Bytes of a file: where they begin, and how many. */
export type Range = readonly [from: number, length: number]

/**
 * What a gzip file unpacks to, piece by piece: a piece is valid until the next. Ends early where the file is cut or broken.
 * @throws VoxelwiseError image-too-large where it has too many blocks
 */
export function* unzipped(bytes: Uint8Array, budget: Budget): Generator<Uint8Array> {
  const stream = new ZStream()
  zlibInflateInit2(stream, GZIP)
  stream.input = bytes
  stream.next_in = 0
  stream.avail_in = bytes.length
  const out = new Uint8Array(PIECE)
  for (;;) {
    stream.output = out
    stream.next_out = 0
    stream.avail_out = PIECE
    const status = zlibInflate(stream, Z_BLOCK)
    const filled = PIECE - stream.avail_out
    if (filled > 0) yield out.subarray(0, filled)
    if (status === Z_STREAM_END || (status !== Z_OK && status !== Z_BUF_ERROR)) return
    if (filled === 0 && stream.avail_in === 0) return
    if (filled < PIECE) budget.count('blocks of compressed data')
  }
}

/**
 * Copies some ranges of a stream, one after the other.
 * @param ranges in ascending order, without overlap
 * @returns how many bytes there were
 */
export function gather(pieces: Iterable<Uint8Array>, ranges: Iterable<Range>, out: Uint8Array): number {
  const waiting = ranges[Symbol.iterator]()
  let range = waiting.next()
  let base = 0
  let to = 0
  let taken = 0
  for (const piece of pieces) {
    const end = base + piece.length
    while (!range.done) {
      const [from, length] = range.value
      const start = from + taken
      if (start >= end) break
      const stop = Math.min(end, from + length)
      out.set(piece.subarray(start - base, stop - base), to)
      to += stop - start
      taken += stop - start
      if (taken < length) break
      taken = 0
      range = waiting.next()
    }
    if (range.done) return to
    base = end
  }
  return to
}
