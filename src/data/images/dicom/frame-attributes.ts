/** What holds for one frame: its own functional group, else the shared one, else the file's (PS3.3 C.7.6.16). */
import { type Window, type WindowFunction, windowFunctions } from '../../../engine/protocol/window-policy.ts'
import type { DataSet } from './data-set.ts'
import type { Name } from './tags.ts'

export interface FrameAttributes {
  readonly modalityLut: DataSet | null
  readonly slope: number | null
  readonly intercept: number | null
  /** Whether values of the modality are Hounsfield units. */
  readonly isHounsfield: boolean
  readonly voiLuts: readonly DataSet[]
  readonly windows: readonly Window[]
  readonly inverted: boolean
  /** Null where the file has no padding. */
  readonly isPadding: ((stored: number) => boolean) | null
}

/** Items of a functional group for a frame. */
export function groupItems(data: DataSet, frame: number, group: Name): readonly DataSet[] {
  const own = data.items('perFrameGroups')[frame]?.items(group) ?? []
  return own.length > 0 ? own : (data.items('sharedGroups')[0]?.items(group) ?? [])
}

/** The first of them; null where there is none. */
export const groupOf = (data: DataSet, frame: number, group: Name): DataSet | null =>
  groupItems(data, frame, group)[0] ?? null

/** @param frame from 0 */
export function frameAttributes(data: DataSet, frame: number): FrameAttributes {
  const signed = data.number('pixelRepresentation') === 1
  const transformation = groupOf(data, frame, 'pixelTransformation') ?? data
  const voi = groupOf(data, frame, 'frameVoiLut') ?? data
  const slope = transformation.number('rescaleSlope')
  const intercept = transformation.number('rescaleIntercept')
  const modality = data.text('modality')
  const type = transformation.text('rescaleType')
  const padding = data.number('padding', signed)
  const limit = data.number('paddingLimit', signed) ?? padding
  return {
    modalityLut: data.items('modalityLut')[0] ?? null,
    slope,
    intercept,
    isHounsfield: modality === 'CT' && slope !== null && intercept !== null && (type === '' || type === 'HU'),
    voiLuts: voi.items('voiLut'),
    windows: windowsOf(voi),
    inverted: data.text('presentationLutShape') === 'INVERSE',
    isPadding:
      padding === null || limit === null
        ? null
        : stored => stored >= Math.min(padding, limit) && stored <= Math.max(padding, limit),
  }
}

function windowsOf(data: DataSet): readonly Window[] {
  const widths = data.numbers('windowWidth')
  const named = data.text('windowFunction')
  const name: WindowFunction = windowFunctions.find(known => known === named) ?? 'LINEAR'
  return data
    .numbers('windowCentre')
    .map((centre, i) => ({ centre, width: widths[i] ?? Number.NaN, function: name }))
}
