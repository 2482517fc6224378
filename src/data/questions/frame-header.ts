import { type DataSet, firstGroupItem, groupItems, type Name } from '@voxelwise/pixels'

/** An underscore is a space in the words of Image Type and its like. */
const words = (texts: readonly string[]): readonly string[] =>
  texts.map(text => text.toUpperCase().replaceAll('_', ' ').trim())

/** What a header states of one frame: its own functional group first, then the shared one, then the file. */
export class FrameHeader {
  readonly data: DataSet
  readonly #frame: number

  /** @param frame from 0 */
  constructor(data: DataSet, frame: number) {
    this.data = data
    this.#frame = frame
  }

  /** Where an element stands that may lie in one of these groups. */
  place(name: Name, ...groups: readonly Name[]): DataSet {
    for (const group of groups) {
      const groupData = firstGroupItem(this.data, this.#frame, group)
      if (groupData?.holds(name)) return groupData
    }
    return this.data
  }

  /** Items of a sequence that may be a functional group. */
  items(name: Name): readonly DataSet[] {
    const frameItems = groupItems(this.data, this.#frame, name)
    return frameItems.length > 0 ? frameItems : this.data.items(name)
  }

  text(name: Name, ...groups: readonly Name[]): string {
    return this.place(name, ...groups)
      .text(name)
      .toUpperCase()
  }

  words(name: Name, ...groups: readonly Name[]): readonly string[] {
    return words(this.place(name, ...groups).texts(name))
  }

  number(name: Name, ...groups: readonly Name[]): number | null {
    return this.place(name, ...groups).number(name)
  }

  get modality(): string {
    return this.data.text('modality').toUpperCase()
  }

  /** Frame Type where there is one, else Image Type. */
  get type(): readonly string[] {
    const group = this.place('frameType', 'mrFrameType', 'ctFrameType', 'petFrameType')
    return words(group.has('frameType') ? group.texts('frameType') : this.data.texts('imageType'))
  }

  get orientation(): readonly number[] {
    return this.place('imageOrientation', 'planeOrientation').numbers('imageOrientation')
  }

  get position(): readonly number[] {
    return this.place('imagePosition', 'planePosition').numbers('imagePosition')
  }

  get spacing(): readonly number[] {
    return this.place('pixelSpacing', 'pixelMeasures').numbers('pixelSpacing')
  }

  get echoTime(): number | null {
    return this.number('effectiveEchoTime', 'mrEcho') ?? this.data.number('echoTime')
  }

  get bValue(): number | null {
    return this.number('diffusionBValue', 'mrDiffusion')
  }
}

/** Normal of the plane of an image; null where its orientation is missing or no orientation. */
export function planeNormal(orientation: readonly number[]): readonly [number, number, number] | null {
  if (orientation.length !== 6 || orientation.some(value => !Number.isFinite(value))) return null
  const [a, b, c, d, e, f] = orientation as [number, number, number, number, number, number]
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}

/** What a header answers, or why a question is left out. */
export type HeaderFinding = { readonly answer: string } | { readonly left: string }

export const answerIn = (finding: HeaderFinding | null | undefined): string | null =>
  finding && 'answer' in finding ? finding.answer : null

/** Least component of the normal: Clunie's threshold. */
const CLEAR = 0.8
const TOLERANCE = 0.02

/** The anatomical plane of an orientation (0020,0037). */
export function anatomicalPlane(orientation: readonly number[]): HeaderFinding {
  if (orientation.length === 0) return { left: 'orientation-missing' }
  const normal = planeNormal(orientation)
  if (!normal) return { left: 'orientation-invalid' }
  const row = orientation.slice(0, 3)
  const column = orientation.slice(3)
  const product = row.reduce((sum, value, i) => sum + value * (column[i] as number), 0)
  const isUnit = (side: readonly number[]): boolean => Math.abs(Math.hypot(...side) - 1) <= TOLERANCE
  if (!isUnit(row) || !isUnit(column) || Math.abs(product) > TOLERANCE) return { left: 'orientation-invalid' }
  const [x, y, z] = normal.map(Math.abs) as [number, number, number]
  if (x >= CLEAR && x >= y && x >= z) return { answer: 'Sagittal' }
  if (y >= CLEAR && y >= z) return { answer: 'Coronal' }
  return z >= CLEAR ? { answer: 'Axial' } : { left: 'oblique' }
}
