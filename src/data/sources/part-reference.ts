/** How the fields of a sample name a frame of a file, or a slice of a volume. */

import { type Plane, planes, splitPart, withPart } from '@voxelwise/pixels'
import { get, type JsonObject, type MaybeJson } from '@voxelwise/python'

/** Whether a file may be DICOM by its name: such files often have no ending. */
export function mayBeDicom(path: string): boolean {
  const file = splitPart(path).path
  const name = file.split('/').at(-1) ?? ''
  return /\.(?:dcm|dicom|ima|\d+)$/i.test(name) || !(name.includes('.') || file.includes('//'))
}

const isArray = (path: string): boolean => /\.npy$/i.test(splitPart(path).path)

const isVolume = (path: string): boolean => /\.nii(?:\.gz)?$/i.test(splitPart(path).path)

/** Whether a file may have more depth than 8 bits by its name. A PNG shows it in its header only. */
export const mayHaveDepth = (path: string): boolean =>
  mayBeDicom(path) || isVolume(path) || isArray(path) || /\.tiff?$/i.test(splitPart(path).path)

/** Fields that name a part of such a file; none of a file that has no parts. */
export function partFields(path: string): readonly string[] {
  if (isVolume(path)) return ['axis', 'index', 'slices']
  return isArray(path) || mayBeDicom(path) ? ['frame', 'slices'] : []
}

/** Slices of one question: more than any model takes. */
export const mostSlices = 200

/** How many slices of a volume a question has, and along which axis. */
export interface SliceRule {
  readonly slices?: number | undefined
  readonly axis?: Plane | undefined
}

/** How a rule is written in settings and on the command line. */
export const sliceRuleForm = 'N or N:AXIS (sagittal, coronal, axial)'

/** @returns null where the text is no rule; without an axis it is axial */
export function readSliceRule(text: string): SliceRule | null {
  const [, number, axis] = /^([1-9]\d{0,2})(?::(sagittal|coronal|axial))?$/.exec(text) ?? []
  const slices = Number(number)
  return slices <= mostSlices ? { slices, axis: (axis ?? 'axial') as Plane } : null
}

/** Whether an image may be a volume of which no slice is named. */
export const mayBeVolume = (path: string): boolean =>
  splitPart(path).part === null && (isVolume(path) || isArray(path) || mayBeDicom(path))

/**
 * The image of a sample, with the part that its fields name: of a DICOM file `frame` (from 1); of a volume `axis` (0, 1, 2 or
 * sagittal, coronal, axial) and `index` (from 0). With `slices` instead it is that many images in order, evenly spread.
 * @param rule of the mapping, for fields that the sample lacks
 */
export function sampleParts(
  path: string,
  fields: JsonObject,
  rule: SliceRule = {},
): readonly [string, ...string[]] {
  const plane = readPlane(get(fields, 'axis') ?? rule.axis)
  const along = isVolume(path) ? plane : mayBeDicom(path) || isArray(path) ? 'frame' : null
  if (along === null) return [path]
  const isHounsfield = along !== 'frame' && String(get(fields, 'modality') ?? '').toUpperCase() === 'CT'
  const number = readWhole(get(fields, along === 'frame' ? 'frame' : 'index'))
  if (number !== null) {
    const isNamed = along !== 'frame' || number > 0
    return [isNamed ? withPart(path, { along, number, of: null, isHounsfield }) : path]
  }
  const sliceCount = readWhole(get(fields, 'slices') ?? rule.slices)
  if (sliceCount === null || sliceCount < 1 || sliceCount > mostSlices) return [path]
  const part = (number: number): string => withPart(path, { along, number, of: sliceCount, isHounsfield })
  return [part(1), ...Array.from({ length: sliceCount - 1 }, (_, i) => part(i + 2))]
}

function readWhole(value: MaybeJson): number | null {
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 1e7 ? number : null
}

function readPlane(value: MaybeJson): Plane | null {
  const number = readWhole(value)
  if (number !== null) return planes[number] ?? null
  return planes.find(plane => plane === String(value).toLowerCase()) ?? null
}
