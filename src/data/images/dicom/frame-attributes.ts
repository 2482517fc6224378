/** What holds for one frame: its own functional group, else the shared one, else the file's (PS3.3 C.7.6.16). */
import { type Window, type WindowFunction, windowFunctions } from '../../../engine/protocol/window-policy.ts'
import { asStored, type GreyFrame } from '../grey/grey-frame.ts'
import type { DataSet } from './data-set.ts'
import type { FrameSamples } from './frame-samples.ts'
import { readTable } from './look-up-table.ts'
import type { Name } from './tags.ts'

/** Items of a functional group for a frame. */
export function groupItems(data: DataSet, frame: number, group: Name): readonly DataSet[] {
  const own = data.items('perFrameGroups')[frame]?.items(group) ?? []
  return own.length > 0 ? own : (data.items('sharedGroups')[0]?.items(group) ?? [])
}

/** The first of them; null where there is none. */
export const groupOf = (data: DataSet, frame: number, group: Name): DataSet | null =>
  groupItems(data, frame, group)[0] ?? null

/**
 * The frame with all of its depth.
 * @param samples of a grey picture
 * @param frame from 0
 */
export function greyFrame(samples: FrameSamples, data: DataSet, frame: number): GreyFrame {
  const { columns: width, rows: height, values, signed } = samples
  const transformation = groupOf(data, frame, 'pixelTransformation') ?? data
  const voi = groupOf(data, frame, 'frameVoiLut') ?? data
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
    windows: windowsOf(voi),
    isInverted: samples.photometric === 'MONOCHROME1' || data.text('presentationLutShape') === 'INVERSE',
    padding: paddingOf(data),
  }
}

function paddingOf(data: DataSet): readonly [number, number] | null {
  const signed = data.number('pixelRepresentation') === 1
  const padding = data.number('padding', signed)
  if (padding === null) return null
  const limit = data.number('paddingLimit', signed) ?? padding
  return [Math.min(padding, limit), Math.max(padding, limit)]
}

function windowsOf(data: DataSet): readonly Window[] {
  const widths = data.numbers('windowWidth')
  const named = data.text('windowFunction')
  const name: WindowFunction = windowFunctions.find(known => known === named) ?? 'LINEAR'
  return data
    .numbers('windowCentre')
    .map((centre, i) => ({ centre, width: widths[i] ?? Number.NaN, function: name }))
}
