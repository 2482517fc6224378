/** One picture of a stack of slices: its middle. Ends show the neighbouring part, and neighbours are near duplicates. */

import type { DataSet } from '@voxelwise/pixels'
import { byCodeUnit, groupBy } from '../../engine/base/grouping.ts'
import { anatomicalPlane, answerIn, FrameHeader, planeNormal } from './frame-header.ts'

export const isSlice = (data: DataSet): boolean =>
  ['CT', 'MR', 'PT'].includes(data.text('modality').toUpperCase())

export const countFrames = (data: DataSet): number => Math.max(1, data.number('frames') ?? 1)

/** A slice with what it is sorted by. */
interface Placed {
  /** Along the normal, in mm; null where the header does not state it. */
  readonly position: number | null
  readonly instance: number
}

export interface SliceFile extends Placed {
  readonly path: string
  /** Files of one key are one stack. */
  readonly stack: string
}

const tenths = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 10) / 10 + 0)

function slicePosition(header: FrameHeader): number | null {
  const normal = planeNormal(header.orientation)
  const { position } = header
  if (!normal || position.length !== 3 || position.some(value => !Number.isFinite(value))) return null
  const along = normal.reduce((sum, part, i) => sum + part * (position[i] as number), 0)
  return Math.round(along * 1000) / 1000
}

/** @param path relative path of the file */
export function readSlice(data: DataSet, path: string): SliceFile {
  const header = new FrameHeader(data, 0)
  const stack = JSON.stringify([
    data.text('seriesInstance'),
    header.orientation.map(tenths),
    tenths(header.echoTime),
    header.bValue,
    header.type.slice(2),
  ])
  return { path, stack, position: slicePosition(header), instance: data.number('instanceNumber') ?? 0 }
}

/** Paths of the files that stand for their stacks. */
export function middles(files: readonly SliceFile[]): ReadonlySet<string> {
  const stacks = groupBy(files, ({ stack }) => stack)
  return new Set(
    [...stacks.values()].flatMap(stack => {
      const sorted = inSeries(stack)
      return sorted[Math.floor(sorted.length / 2)] ?? []
    }),
  )
}

/** Paths of the files of one stack, in order. */
export const inSeries = (files: readonly SliceFile[]): readonly string[] =>
  inOrder(files.toSorted((a, b) => byCodeUnit(a.path, b.path))).map(({ path }) => path)

/** By position where every slice has one, then by instance number; equal ones stay as they are. */
function inOrder<P extends Placed>(slices: readonly P[]): readonly P[] {
  const placed = slices.every(({ position }) => position !== null)
  return slices.toSorted(
    (a, b) => (placed ? (a.position as number) - (b.position as number) : 0) || a.instance - b.instance,
  )
}

interface FileFrame {
  readonly frame: number
  readonly header: FrameHeader
}

const framesIn = (data: DataSet): readonly FileFrame[] =>
  Array.from({ length: countFrames(data) }, (_, frame) => ({ frame, header: new FrameHeader(data, frame) }))

const isDerived = ({ header }: FileFrame): boolean =>
  header.words('frameType', 'mrFrameType', 'ctFrameType', 'petFrameType')[0] === 'DERIVED'

/** A file's frames; without the derived ones where it is mixed. */
function ownFrames(data: DataSet): readonly FileFrame[] {
  const frames = framesIn(data)
  const isMixed = data.texts('imageType').some(word => word.toUpperCase() === 'MIXED')
  return isMixed ? frames.filter(frame => !isDerived(frame)) : frames
}

/** The frame that stands for a file of several, from 0; or why the file is left out. */
export function middleFrame(data: DataSet): { readonly frame: number } | { readonly left: string } {
  if (!isSlice(data)) return { frame: Math.floor(countFrames(data) / 2) }
  const frames = ownFrames(data)
  if (frames.every(isDerived)) return { left: 'derived' }
  const placed = frames.map(({ frame, header }) => ({ frame, position: slicePosition(header), instance: 0 }))
  const sorted = inOrder(placed)
  return { frame: sorted[Math.floor(sorted.length / 2)]?.frame ?? 0 }
}

/** Planes that the frames of a file lie in, for the search for three-plane scouts. */
export function framePlanes(data: DataSet): readonly string[] {
  const planes = ownFrames(data).map(({ header }) => anatomicalPlane(header.orientation))
  return [...new Set(planes.flatMap(plane => answerIn(plane) ?? []))]
}
