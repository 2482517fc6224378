/** A slice of a NIfTI volume (docs/images.md). */

import type { Budget } from '../budget.ts'
import type { Faults } from '../faults.ts'
import { type FilePart, type Plane, placeInFile, planes } from '../file-part.ts'
import { type GreyFrame, reverseBytes, type SampleValues } from '../grey/grey-frame.ts'
import { unzipped } from '../inflate.ts'
import { HEADER, type NiftiHeader, niftiVersion, readNiftiHeader } from './header.ts'
import { findOrientation, type Orientation, type StoredAxis } from './orientation.ts'

/** Bytes of a file: where they begin, and how many. */
type Range = readonly [from: number, length: number]

/** Copies ascending ranges of a stream, one after the other. @returns how many bytes there were */
function gather(pieces: Iterable<Uint8Array>, ranges: Iterable<Range>, out: Uint8Array): number {
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

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Whether a file may be a volume, by its first bytes: a compressed one shows it inside. */
export const isVolume = (head: Uint8Array): boolean => isGzip(head) || niftiVersion(head) !== null

/** Whether a file is a volume, compressed or not. @throws PixelError image-too-large */
export function isNifti(bytes: Uint8Array, budget: Budget): boolean {
  if (!isGzip(bytes)) return niftiVersion(bytes.subarray(0, HEADER)) !== null
  return niftiVersion(readHead(bytes, budget)) !== null
}

const unpackedPieces = (bytes: Uint8Array, budget: Budget): Iterable<Uint8Array> =>
  isGzip(bytes) ? unzipped(bytes, budget) : [bytes]

function readHead(bytes: Uint8Array, budget: Budget): Uint8Array {
  const head = new Uint8Array(HEADER)
  return head.subarray(0, gather(unpackedPieces(bytes, budget), [[0, HEADER]], head))
}

/** A volume whose header was read. */
interface OpenedVolume {
  readonly header: NiftiHeader
  readonly orientation: Orientation
}

/** @throws PixelError image-unreadable, image-unsupported, image-too-large */
export function openNifti(bytes: Uint8Array, budget: Budget): OpenedVolume {
  const header = readNiftiHeader(readHead(bytes, budget))
  if (header === null) throw budget.faults.damaged('its header makes no sense')
  const orientation = findOrientation(header.affine)
  if (orientation === null) throw budget.faults.damaged('its header gives no orientation')
  if (header.Values === null) throw budget.faults.unsupported(`NIfTI of data type ${header.code}`)
  if (header.volumes > 1) throw budget.faults.unsupported(`NIfTI of ${header.volumes} volumes`)
  return { header, orientation }
}

/** Slices at right angles to an anatomical axis. */
export const slicesAlong = ({ header, orientation }: OpenedVolume, plane: Plane): number =>
  header.shape[axisAcross(orientation, plane).axis] ?? 1

const axisAcross = (orientation: Orientation, plane: Plane): StoredAxis =>
  orientation[planes.indexOf(plane)] as StoredAxis

/** The slice that a question names, from 0. @throws PixelError image-frame */
export function chosenSlice(volume: OpenedVolume, part: FilePart | null, faults: Faults): [Plane, number] {
  const plane = part && part.along !== 'frame' ? part.along : null
  const place = part && plane ? placeInFile(part, slicesAlong(volume, plane)) : null
  if (plane && place !== null) return [plane, place]
  throw faults.otherFrame(
    plane
      ? `The volume has ${slicesAlong(volume, plane)} ${plane} slices, and the question names ${part?.number}.`
      : 'The file is a volume, and the question names no slice.',
    'Give the question the fields "axis" (sagittal, coronal or axial) and "index" (from 0).',
  )
}

/**
 * A slice as a radiologist sees it: the patient’s right is left, the front is left in a sagittal one, and up or the front
 * is up. Nothing is resampled.
 * @param place from 0: from left to right, from back to front, from below upwards
 * @throws PixelError image-truncated, image-too-large
 */
export function niftiSlice(
  bytes: Uint8Array,
  { header, orientation }: OpenedVolume,
  plane: Plane,
  place: number,
  isHounsfield: boolean,
  budget: Budget,
): GreyFrame {
  const fixed = axisAcross(orientation, plane)
  const [across, up] = ([0, 1, 2] as const)
    .filter(axis => planes[axis] !== plane)
    .map(axis => orientation[axis]) as [StoredAxis, StoredAxis]
  const { shape, slope, intercept, window } = header
  const [width, height] = [shape[across.axis] ?? 1, shape[up.axis] ?? 1]
  budget.picture(width, height)
  const index = fixed.isReversed ? (shape[fixed.axis] ?? 1) - 1 - place : place
  const stored = storedSlice(bytes, header, fixed.axis, index, budget)
  // The lower of the slice's two axes is stored faster.
  const [columnStep, rowStep] = across.axis < up.axis ? [1, width] : [height, 1]
  const values = stored.slice()
  for (let row = 0, to = 0; row < height; row++) {
    const y = up.isReversed ? row : height - 1 - row
    for (let column = 0; column < width; column++, to++) {
      const x = across.isReversed ? column : width - 1 - column
      values[to] = stored[x * columnStep + y * rowStep] as number
    }
  }
  return {
    ...{ width, height, values, isHounsfield },
    rescale: { kind: 'linear', slope, intercept },
    voiLuts: [],
    windows: window ? [window] : [],
    isInverted: false,
    padding: null,
  }
}

/** The voxels of a slice in the order of the file. */
function storedSlice(
  bytes: Uint8Array,
  header: NiftiHeader,
  axis: number,
  index: number,
  budget: Budget,
): SampleValues {
  const Values = header.Values ?? Uint8Array
  const size = Values.BYTES_PER_ELEMENT
  const [x, y, z] = header.shape
  const count = (x * y * z) / (header.shape[axis] ?? 1)
  // The values, their copy, and what must be unpacked before the last of them.
  budget.reserve(2 * count * size)
  if (isGzip(bytes)) budget.unpack(header.offset + (axis === 2 ? x * y * (index + 1) : x * y * z) * size)
  const raw = new Uint8Array(count * size)
  if (gather(unpackedPieces(bytes, budget), sliceRanges(header, axis, index, size), raw) < raw.length)
    throw budget.faults.cut()
  if (!header.littleEndian) reverseBytes(raw, size)
  return new Values(raw.buffer)
}

function* sliceRanges(
  { shape, offset }: NiftiHeader,
  axis: number,
  index: number,
  size: number,
): Generator<Range> {
  const [x, y, z] = shape
  if (axis === 2) yield [offset + index * x * y * size, x * y * size]
  else if (axis === 1) for (let k = 0; k < z; k++) yield [offset + (k * y + index) * x * size, x * size]
  else for (let row = 0; row < y * z; row++) yield [offset + (row * x + index) * size, size]
}
