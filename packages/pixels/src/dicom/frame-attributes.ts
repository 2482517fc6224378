/** What holds for one frame: its own functional group, else the shared one, else the file's (PS3.3 C.7.6.16). */

import { asStored, type GreyFrame, type LookUpTable } from '../grey/grey-frame.ts'
import { type Window, type WindowFunction, windowFunctions } from '../window-policy.ts'
import type { DataSet } from './data-set.ts'
import type { FrameSamples } from './frame-samples.ts'
import type { Name } from './tags.ts'

/** A modality or VOI table (PS3.3 C.11.1.1, C.11.2.1.1); null where it is empty or damaged. */
function readTable(item: DataSet, signed: boolean): LookUpTable | null {
  return readLookUpTable(item.numbers('lutDescriptor', signed), item.bytes('lutData'), item.littleEndian)
}

/** Entries of one byte where there are not bytes enough for two. */
export function readLookUpTable(
  descriptor: readonly number[],
  bytes: Uint8Array | null,
  littleEndian: boolean,
): LookUpTable | null {
  const [count = Number.NaN, first = Number.NaN, bits = Number.NaN] = descriptor
  if (!bytes || Number.isNaN(bits)) return null
  const length = count & 0xffff || 1 << 16
  const depth = bits & 0xff
  if (depth < 1 || depth > 16 || bytes.length < length) return null
  if (bytes.length < 2 * length) return { first, bits: depth, entries: bytes.subarray(0, length) }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Uint16Array(length)
  for (let i = 0; i < length; i++) entries[i] = view.getUint16(2 * i, littleEndian)
  return { first, bits: depth, entries }
}

export function groupItems(data: DataSet, frame: number, group: Name): readonly DataSet[] {
  const frameItems = data.items('perFrameGroups')[frame]?.items(group) ?? []
  return frameItems.length > 0 ? frameItems : (data.items('sharedGroups')[0]?.items(group) ?? [])
}

/** The first of them; null where there is none. */
export const firstGroupItem = (data: DataSet, frame: number, group: Name): DataSet | null =>
  groupItems(data, frame, group)[0] ?? null

/** A frame of a grey picture with all of its depth. */
export function greyFrame(samples: FrameSamples, data: DataSet, frame: number): GreyFrame {
  const { columns: width, rows: height, values, signed } = samples
  const transformation = firstGroupItem(data, frame, 'pixelTransformation') ?? data
  const voi = firstGroupItem(data, frame, 'frameVoiLut') ?? data
  const slope = transformation.number('rescaleSlope')
  const intercept = transformation.number('rescaleIntercept')
  const hasScale = slope !== null && intercept !== null
  const modalityLut = data.items('modalityLut')[0]
  const table = modalityLut && readTable(modalityLut, signed)
  const type = transformation.text('rescaleType')
  const isHounsfield = data.text('modality') === 'CT' && hasScale && (type === '' || type === 'HU')
  return {
    ...{ width, height, values, isHounsfield },
    rescale: table ? { kind: 'table', table } : hasScale ? { kind: 'linear', slope, intercept } : asStored,
    voiLuts: voi.items('voiLut').map(item => readTable(item, signed)),
    windows: readWindows(voi),
    isInverted: samples.photometric === 'MONOCHROME1' || data.text('presentationLutShape') === 'INVERSE',
    padding: readPadding(data),
  }
}

/** Two bytes that mean what the pixels' own mean (PS3.3 C.7.5.1.1.2): some writers state US beside signed pixels. */
function readPadding(data: DataSet): readonly [number, number] | null {
  const signed = data.number('pixelRepresentation') === 1
  const asPixel = (name: 'padding' | 'paddingLimit'): number | null => {
    const value = data.number(name, signed)
    if (value === null) return null
    return signed ? (value << 16) >> 16 : value & 0xffff
  }
  const padding = asPixel('padding')
  if (padding === null) return null
  const limit = asPixel('paddingLimit') ?? padding
  return [Math.min(padding, limit), Math.max(padding, limit)]
}

function readWindows(data: DataSet): readonly Window[] {
  const widths = data.numbers('windowWidth')
  const named = data.text('windowFunction')
  const name: WindowFunction = windowFunctions.find(known => known === named) ?? 'LINEAR'
  return data
    .numbers('windowCentre')
    .map((centre, i) => ({ centre, width: widths[i] ?? Number.NaN, function: name }))
}
