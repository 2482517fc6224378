/** A grey picture with all of its depth: of a DICOM file, a volume, or a file of 16 bits. */
import type { Pixels } from '../pixels.ts'
import type { Window } from '../window-policy.ts'

export type SampleValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

export interface LookUpTable {
  /** The value that the first entry is for. */
  readonly first: number
  readonly entries: ArrayLike<number>
  /** Bits of an entry. */
  readonly bits: number
}

/** How a stored value becomes a value of the modality. */
type Rescale =
  | { readonly kind: 'linear'; readonly slope: number; readonly intercept: number }
  | { readonly kind: 'table'; readonly table: LookUpTable }

/** Stored values, and what their file states about showing them. Plain data, which crosses threads. */
export interface GreyFrame {
  readonly width: number
  readonly height: number
  /** As stored: rows from top to bottom. */
  readonly values: SampleValues
  readonly rescale: Rescale
  /** Whether values of the modality are Hounsfield units. */
  readonly isHounsfield: boolean
  /** By number, like windows; null for one that is empty or damaged. */
  readonly voiLuts: readonly (LookUpTable | null)[]
  readonly windows: readonly Window[]
  /** Whether the least value is white. */
  readonly isInverted: boolean
  /** Least and greatest stored value that is no picture; null where the file has no padding. */
  readonly padding: readonly [number, number] | null
}

/** Values as they are stored, or the colours of a picture that has no values. */
export type FullFrame = (
  | { readonly kind: 'grey'; readonly grey: GreyFrame }
  | { readonly kind: 'colour'; readonly pixels: Pixels }
) & {
  /** The file claims more data than it has; no pixel is missing. */
  readonly overrun?: true
}

export const asStored: Rescale = { kind: 'linear', slope: 1, intercept: 0 }

/** Samples whose file states nothing about showing them. */
export const plainGreys = (
  width: number,
  height: number,
  values: SampleValues,
  isInverted = false,
): GreyFrame => ({
  ...{ width, height, values, isInverted },
  rescale: asStored,
  isHounsfield: false,
  voiLuts: [],
  windows: [],
  padding: null,
})

/** A stored value to a value of the modality (Hounsfield units of a CT). */
export function rescaled(rescale: Rescale): (stored: number) => number {
  if (rescale.kind === 'table') return stored => lookUp(rescale.table, stored)
  const { slope, intercept } = rescale
  return stored => slope * stored + intercept
}

/** Values outside a table have its first or its last entry. */
export function lookUp({ first, entries }: LookUpTable, value: number): number {
  const at = Math.floor(value - first)
  return entries[at < 0 ? 0 : Math.min(at, entries.length - 1)] as number
}

/** Turns the bytes of each number round, in place: between big and little endian. */
export function reverseBytes(bytes: Uint8Array, width: number): void {
  const half = width >> 1
  for (let from = 0; from + width <= bytes.length; from += width)
    for (let i = 0; i < half; i++) {
      const low = bytes[from + i] as number
      bytes[from + i] = bytes[from + width - 1 - i] as number
      bytes[from + width - 1 - i] = low
    }
}
