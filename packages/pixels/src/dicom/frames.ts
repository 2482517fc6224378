/** Which bytes belong to a frame. */

import type { Faults } from '../faults.ts'
import { joinedBytes } from '../joined-bytes.ts'
import type { DataSet, Fragment, PixelPlace } from './data-set.ts'
import type { SlicedBytes } from './sliced-bytes.ts'

/** Bytes of a compressed frame. */
const LARGEST_FRAME = 256_000_000

/**
 * The compressed bytes of a frame (PS3.5 A.4): by the extended or the basic offset table, else by one fragment a frame, else
 * by where codestreams start.
 */
export async function encapsulatedFrame(
  source: SlicedBytes,
  { fragments }: PixelPlace & { readonly fragments: readonly Fragment[] },
  data: DataSet,
  frame: number,
  frames: number,
  faults: Faults,
): Promise<Uint8Array> {
  const [table, ...parts] = fragments
  if (table === undefined || parts.length === 0) throw faults.damaged('its pixel data has no fragments')
  const frameParts =
    (frames === 1 ? parts : null) ??
    byOffsets(parts, data.numbers('extendedOffsets'), frame, frames) ??
    byOffsets(parts, await basicOffsets(source, table), frame, frames) ??
    (parts.length === frames ? parts.slice(frame, frame + 1) : await byStarts(source, parts, frame, frames))
  if (!frameParts || frameParts.length === 0) throw faults.damaged('it does not say where each frame begins')
  const size = frameParts.reduce((sum, { length }) => sum + length, 0)
  if (size > LARGEST_FRAME) throw faults.crowded('bytes in a frame', LARGEST_FRAME)
  const bytes: Uint8Array[] = []
  for (const { from, length } of frameParts) bytes.push(await source.read(from, from + length))
  return joinedBytes(bytes, size)
}

async function basicOffsets(source: SlicedBytes, { from, length }: Fragment): Promise<readonly number[]> {
  const bytes = (await source.read(from, from + length)).slice()
  const view = new DataView(bytes.buffer)
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => view.getUint32(4 * i, true))
}

/** Offsets count from the first fragment's item tag. @returns null where the table does not fit the fragments */
function byOffsets(
  parts: readonly Fragment[],
  offsets: readonly number[],
  frame: number,
  frames: number,
): readonly Fragment[] | null {
  if (offsets.length !== frames) return null
  const first = (parts[0]?.from ?? 0) - 8
  const start = offsets[frame] as number
  const end = offsets[frame + 1] ?? Number.POSITIVE_INFINITY
  const frameParts = parts.filter(({ from }) => from - 8 - first >= start && from - 8 - first < end)
  return frameParts[0] && frameParts[0].from - 8 - first === start ? frameParts : null
}

/** Fragments from one start of a codestream to the next. */
async function byStarts(
  source: SlicedBytes,
  parts: readonly Fragment[],
  frame: number,
  frames: number,
): Promise<readonly Fragment[] | null> {
  const groups: Fragment[][] = []
  for (const part of parts) {
    const [a, b, c, d] = await source.read(part.from, part.from + 4)
    const isStart =
      (a === 0xff && b === 0xd8 && c === 0xff) || (a === 0xff && b === 0x4f && c === 0xff && d === 0x51)
    if (isStart || groups.length === 0) groups.push([part])
    else groups.at(-1)?.push(part)
  }
  return groups.length === frames ? (groups[frame] ?? null) : null
}
