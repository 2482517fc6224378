import { crc32 } from '@voxelwise/pixels'
import { presentRecord, presentRun } from '../../engine/protocol/earlier-forms.ts'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sliced } from './private-files.ts'

export type JournalEntry = { readonly run: Run } | { readonly load: RunLoad } | { readonly record: RunRecord }

/** The combined contents of a run's journals. */
export interface Journaled {
  /** The latest version; null if no journal has one: from an import that was interrupted. */
  readonly run: Run | null
  readonly load: RunLoad | null
  /** Each sample once, in order. */
  readonly records: readonly RunRecord[]
  /** Bytes that are no complete entry: an interrupted write, or damage. */
  readonly damaged: number
}

/** `VxJ1`: the start of a frame, so that reading continues after a damaged one. */
const magic = [0x56, 0x78, 0x4a, 0x31] as const
/** Bytes of a frame before its entry. */
export const headBytes = 12

/**
 * Entries as bytes, each in a frame: the magic number, length and CRC-32 of the content (uint32, little-endian), and the
 * entry as JSON in UTF-8.
 */
export function journalBytes(entries: readonly JournalEntry[]): Uint8Array<ArrayBuffer> {
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

/** Bytes per read of a journal. */
const sliceBytes = 8_000_000

interface JournalSlice {
  readonly bodies: readonly Uint8Array<ArrayBuffer>[]
  /** Where in the file the buffer of these texts begins. */
  readonly at: number
  readonly damaged: number
}

/** The contents of a journal, a slice of the file at a time. */
export async function* journalSlices(file: Sliced): AsyncGenerator<JournalSlice> {
  const { size } = file
  let held = new Uint8Array()
  for (let at = 0; at < size; ) {
    const next = new Uint8Array(await file.slice(at, Math.min(at + sliceBytes, size)).arrayBuffer())
    at += next.length
    const bytes = new Uint8Array(held.length + next.length)
    bytes.set(held)
    bytes.set(next, held.length)
    const { bodies, damaged, end } = bodiesIn(bytes, size - at)
    yield { bodies, at: at - bytes.length, damaged }
    held = bytes.slice(end)
  }
}

/** The complete entries at the start of a part of a journal that is still being written, and where the next one starts. */
export function framesAt(bytes: Uint8Array<ArrayBuffer>): {
  readonly bodies: readonly Uint8Array<ArrayBuffer>[]
  readonly end: number
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bodies: Uint8Array<ArrayBuffer>[] = []
  let end = 0
  for (let body = firstBody(bytes, view, 0); body; body = firstBody(bytes, view, end)) {
    bodies.push(body)
    end += headBytes + body.length
  }
  return { bodies, end }
}

const firstBody = (bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number) =>
  magic.every((byte, i) => bytes[at + i] === byte) ? bodyAt(bytes, view, at) : null

const decoder = new TextDecoder()

/** @param body as `journalSlices` gives it */
export function readEntry(body: Uint8Array<ArrayBuffer>): JournalEntry {
  const entry: JournalEntry = JSON.parse(decoder.decode(body))
  if ('run' in entry) return { run: presentRun(entry.run) }
  return 'record' in entry ? { record: presentRecord(entry.record) } : entry
}

/** Bytes in which a record gives its sample's index. */
const beginning = 200
const recordsSample =
  /^\{"record":\{"status":"(?:answered|failed)","run":"[^"\\]*","sample":\{"index":(\d+)[,}]/

/** Index of the sample that an entry is the record of, without reading all of it where it is as we write it; null of any other. */
export function recordIndex(body: Uint8Array<ArrayBuffer>): number | null {
  const match = recordsSample.exec(decoder.decode(body.subarray(0, beginning)))
  if (match) return Number(match[1])
  const entry = readEntry(body)
  return 'record' in entry ? entry.record.sample.index : null
}

/** @param following bytes of the file behind these @returns `end`: up to where they were read */
function bodiesIn(bytes: Uint8Array<ArrayBuffer>, following: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bodies: Uint8Array<ArrayBuffer>[] = []
  let whole = 0
  // The first bytes of a frame may be the last of these.
  let end = following > 0 ? Math.max(0, bytes.length - magic.length + 1) : bytes.length
  for (let at = nextFrame(bytes, 0); at >= 0; ) {
    if (isCut(bytes, view, at, following)) {
      end = at
      break
    }
    const body = bodyAt(bytes, view, at)
    if (body === null) {
      at = nextFrame(bytes, at + 1)
      continue
    }
    bodies.push(body)
    whole += headBytes + body.length
    const behind = at + headBytes + body.length
    end = Math.max(end, behind)
    at = nextFrame(bytes, behind)
  }
  return { bodies, damaged: end - whole, end }
}

/** Whether further bytes may complete a frame. */
function isCut(bytes: Uint8Array, view: DataView, at: number, following: number): boolean {
  const missing = at + headBytes - bytes.length
  if (missing > 0) return missing <= following
  const beyond = at + headBytes + view.getUint32(at + 4, true) - bytes.length
  return beyond > 0 && beyond <= following
}

/** @returns null if the frame is incomplete */
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
