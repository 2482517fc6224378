import { crc32 } from '../../engine/base/crc32.ts'
import type { Frame } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LoadedDataset } from '../../engine/protocol/sample.ts'

/** What of a data set was skipped or odd when a run began, and what the run draws from; older runs do not tell that. */
export interface RunLoad extends Pick<LoadedDataset, 'skipped' | 'findings' | 'badFiles'> {
  readonly frame?: Frame
}

/** One thing that a journal says of a run. */
export type JournalEntry = { readonly run: Run } | { readonly load: RunLoad } | { readonly record: RunRecord }

/** What the journals of a run come to. */
export interface Journaled {
  /** As it was last; null where no journal says it: of an import that broke off. */
  readonly run: Run | null
  readonly load: RunLoad | null
  /** Each sample once, in order. */
  readonly records: readonly RunRecord[]
  /** Bytes that are no whole entry: a write that broke off, or damage. */
  readonly damaged: number
}

/** `VxJ1`: where a frame begins, so that reading goes on behind a damaged one. */
const magic = [0x56, 0x78, 0x4a, 0x31] as const
const headBytes = 12

/**
 * Entries as bytes to be appended, each in a frame of its own: the magic number, the length and the CRC-32 of what
 * follows (uint32, little-endian), and the entry as JSON in UTF-8.
 */
export function framesOf(entries: readonly JournalEntry[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const bodies = entries.map(entry => encoder.encode(JSON.stringify(entry)))
  const bytes = new Uint8Array(bodies.reduce((sum, { length }) => sum + headBytes + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const body of bodies) {
    bytes.set(magic, at)
    view.setUint32(at + 4, body.length, true)
    view.setUint32(at + 8, crc32(body), true)
    bytes.set(body, at + headBytes)
    at += headBytes + body.length
  }
  return bytes
}

/** The whole entries among some bytes, however they were cut or damaged, and how many bytes belong to none. */
export function readFrames(bytes: Uint8Array<ArrayBuffer>): {
  readonly entries: readonly JournalEntry[]
  readonly damaged: number
} {
  const decoder = new TextDecoder()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: JournalEntry[] = []
  let whole = 0
  for (let at = nextFrame(bytes, 0); at >= 0; ) {
    const body = bodyAt(bytes, view, at)
    if (body === null) {
      at = nextFrame(bytes, at + 1)
      continue
    }
    entries.push(JSON.parse(decoder.decode(body)))
    whole += headBytes + body.length
    at = nextFrame(bytes, at + headBytes + body.length)
  }
  return { entries, damaged: bytes.length - whole }
}

/** @returns null where what stands there is not whole */
function bodyAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): Uint8Array<ArrayBuffer> | null {
  if (at + headBytes > bytes.length) return null
  const length = view.getUint32(at + 4, true)
  if (at + headBytes + length > bytes.length) return null
  const body = bytes.subarray(at + headBytes, at + headBytes + length)
  return crc32(body) === view.getUint32(at + 8, true) ? body : null
}

function nextFrame(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(magic[0], from); at >= 0; at = bytes.indexOf(magic[0], at + 1))
    if (magic.every((byte, i) => bytes[at + i] === byte)) return at
  return -1
}

/** @param files the journals of one run, the oldest first: of two records of a sample the first is the one that was shown */
export function replay(files: readonly Uint8Array<ArrayBuffer>[]): Journaled {
  let run: Run | null = null
  let load: RunLoad | null = null
  let damaged = 0
  const records = new Map<number, RunRecord>()
  for (const file of files) {
    const read = readFrames(file)
    damaged += read.damaged
    for (const entry of read.entries) {
      if ('run' in entry) run = entry.run
      else if ('load' in entry) load = entry.load
      else if (!records.has(entry.record.sample.index)) records.set(entry.record.sample.index, entry.record)
    }
  }
  const inOrder = [...records.values()].sort((a, b) => a.sample.index - b.sample.index)
  return { run, load, records: inOrder, damaged }
}
