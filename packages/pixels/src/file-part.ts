/** How a path names a frame of a file, or a slice of a volume: one text, since images are known by it. */

export const planes = ['sagittal', 'coronal', 'axial'] as const
export type Plane = (typeof planes)[number]

/** Which part of a file a picture is. */
export interface FilePart {
  readonly along: 'frame' | Plane
  /** The number in the file: a frame from 1, a slice from 0. With `of` it is one of that many, from 1. */
  readonly number: number
  /** Parts that are evenly spread over the file; null where `number` is the file's own. */
  readonly of: number | null
  /** Whether the data set states that values are Hounsfield units, which a volume's file does not. */
  readonly isHounsfield: boolean
}

const written = /\/\/(frame|sagittal|coronal|axial)=(\d{1,7})(?:of(\d{1,4}))?(,HU)?$/

/** The path of a file with a part behind it. */
export const withPart = (path: string, { along, number, of, isHounsfield }: FilePart): string =>
  `${path}//${along}=${number}${of === null ? '' : `of${of}`}${isHounsfield ? ',HU' : ''}`

/** @param frame from 1 */
export const withFrame = (path: string, frame: number): string =>
  withPart(path, { along: 'frame', number: frame, of: null, isHounsfield: false })

/** @returns the path of the file, and the part that stands behind it */
export function splitPart(path: string): { readonly path: string; readonly part: FilePart | null } {
  const match = written.exec(path)
  if (!match) return { path, part: null }
  const [, along, number, of, unit] = match
  const part = {
    along: along as FilePart['along'],
    number: Number(number),
    of: of === undefined ? null : Number(of),
    isHounsfield: unit !== undefined,
  }
  return { path: path.slice(0, match.index), part }
}

/**
 * The place of a part among all that a file has, from 0: its own, or the middle of one of `of` equal stretches.
 * @returns null where the file has no such part
 */
export function placeInFile({ along, number, of }: FilePart, count: number): number | null {
  const place =
    of === null
      ? number - (along === 'frame' ? 1 : 0)
      : number >= 1 && number <= of
        ? Math.floor(((number - 0.5) * count) / of)
        : -1
  return place >= 0 && place < count ? place : null
}
