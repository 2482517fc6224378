import { Budget } from '../budget.ts'
import type { ImageCodec } from '../codec.ts'
import { Faults } from '../faults.ts'
import { type FilePart, placeInFile } from '../file-part.ts'
import { type ShownPicture, shownFrame } from '../grey/display.ts'
import type { FullFrame } from '../grey/grey-frame.ts'
import type { WindowPolicy } from '../window-policy.ts'
import { dicomColours } from './colours.ts'
import { greyFrame } from './frame-attributes.ts'
import { type FrameSamples, type PixelLayout, readFrame, readLayout } from './frame-samples.ts'
import { type DicomFile, parseDicom } from './parse.ts'
import { memorySource, type SlicedBytes } from './sliced-bytes.ts'
import { pictureNames } from './tags.ts'

export { isDicom } from './parse.ts'

/** An opened file: its header was read, its pixels were not. */
interface OpenedDicom extends DicomFile {
  readonly layout: PixelLayout
  readonly faults: Faults
}

/** @throws PixelError image-unsupported, image-truncated, image-unreadable, image-too-large */
export async function openDicom(source: SlicedBytes, name: string): Promise<OpenedDicom> {
  const faults = new Faults(name)
  const file = await parseDicom(source, faults, { names: pictureNames, whole: false })
  if (file.data.pixels === null) throw faults.unsupported('this DICOM file: it has no picture')
  return { ...file, layout: readLayout(file.data, faults), faults }
}

/** The frame that a question names, from 0; of a file with one frame that one. @throws PixelError image-frame */
export function chosenFrame(
  { frames }: Pick<PixelLayout, 'frames'>,
  part: FilePart | null,
  faults: Faults,
): number {
  if (part === null && frames === 1) return 0
  const place = part?.along === 'frame' ? placeInFile(part, frames) : null
  if (place !== null) return place
  const named = part === null ? 'none' : `${part.along} ${part.number}`
  throw faults.otherFrame(
    `The file has ${frames} frames, and the question names ${named}.`,
    `Give the question a field "frame" from 1 to ${frames}.`,
  )
}

/** @throws PixelError as `openDicom` */
export function frameSamples(opened: OpenedDicom, frame: number, codec: ImageCodec): Promise<FrameSamples> {
  return readFrame(opened, opened.layout, frame, codec, budgetFor(opened))
}

function budgetFor({ layout: { columns, rows }, faults }: OpenedDicom): Budget {
  const budget = new Budget(faults.name, 0)
  budget.picture(columns, rows)
  return budget
}

/**
 * @param frame from 0
 * @throws PixelError as `openDicom`
 */
export async function readDicomFrame(
  opened: OpenedDicom,
  frame: number,
  codec: ImageCodec,
): Promise<FullFrame> {
  const samples = await frameSamples(opened, frame, codec)
  const { columns: width, rows: height } = samples
  const overrun = samples.overrun && { overrun: samples.overrun }
  const budget = budgetFor(opened)
  if (samples.components === 3 || samples.photometric === 'PALETTE COLOR') {
    const data = dicomColours(samples, opened.data, budget)
    return { kind: 'colour', pixels: { width, height, channels: 3, data }, ...overrun }
  }
  if (!samples.photometric.startsWith('MONOCHROME'))
    throw opened.faults.unsupported('the colours of this DICOM file')
  budget.reserve(width * height * 4)
  return { kind: 'grey', grey: greyFrame(samples, opened.data, frame), ...overrun }
}

/** The picture of a frame as a model is shown it. @throws PixelError image-frame, and as `openDicom` */
export async function readDicom(
  bytes: Uint8Array,
  name: string,
  part: FilePart | null,
  policy: WindowPolicy,
  codec: ImageCodec,
): Promise<ShownPicture> {
  const opened = await openDicom(memorySource(bytes), name)
  const frame = chosenFrame(opened.layout, part, opened.faults)
  return shownFrame(await readDicomFrame(opened, frame, codec), policy)
}
