import { findRepresentation, type Name } from './tags.ts'

/** A fragment of encapsulated pixel data: where its bytes lie in the source. */
export interface Fragment {
  readonly from: number
  readonly length: number
}

/** Where pixel data lies in the source. */
export interface PixelPlace {
  readonly name: 'pixels' | 'floatPixels' | 'doublePixels'
  readonly vr: string
  readonly from: number
  /** Bytes of native data that are there, which may be fewer than the element claims. */
  readonly length: number
  /** Fragments of encapsulated data, the first of which is the offset table; null where the data is native. */
  readonly fragments: readonly Fragment[] | null
}

type Value = { readonly vr: string; readonly bytes: Uint8Array } | { readonly items: readonly DataSet[] }

const latin = new TextDecoder('latin1')

/** What was read of a data set, or of an item of a sequence in it. */
export class DataSet {
  readonly littleEndian: boolean
  pixels: PixelPlace | null = null
  readonly #values = new Map<Name, Value>()

  constructor(littleEndian: boolean) {
    this.littleEndian = littleEndian
  }

  set(name: Name, value: Value): void {
    this.#values.set(name, value)
  }

  has(name: Name): boolean {
    return this.#values.has(name)
  }

  /** Whether it is there and not empty. */
  holds(name: Name): boolean {
    const value = this.#values.get(name)
    if (value === undefined) return false
    return 'items' in value ? value.items.length > 0 : this.texts(name).some(text => text !== '')
  }

  items(name: Name): readonly DataSet[] {
    const value = this.#values.get(name)
    return value && 'items' in value ? value.items : []
  }

  /** The bytes of a value; null where there is none, or it is empty. */
  bytes(name: Name): Uint8Array | null {
    const value = this.#values.get(name)
    return value && 'bytes' in value && value.bytes.length > 0 ? value.bytes : null
  }

  /** Values of a text element, without the spaces and zeros around them. */
  texts(name: Name): readonly string[] {
    const bytes = this.bytes(name)
    if (!bytes) return []
    return latin
      .decode(bytes)
      .split('\\')
      .map(text => text.replace(/^[\s\0]+|[\s\0]+$/g, ''))
  }

  text(name: Name): string {
    return this.texts(name)[0] ?? ''
  }

  /** Values in digits or in binary; NaN for each that is empty or no number. @param signed if the element does not say it */
  numbers(name: Name, signed = false): readonly number[] {
    const value = this.#values.get(name)
    if (!value || !('bytes' in value)) return []
    const { vr, bytes } = value
    const stated = vr === 'UN' || vr === 'XS' || vr === 'OW' ? binaryRepresentation(name, signed) : vr
    const read = binary.get(stated)
    if (!read)
      return this.texts(name).map(text =>
        /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN,
      )
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const count = Math.floor(bytes.length / read.size)
    return Array.from({ length: count }, (_, i) => read.get(view, i * read.size, this.littleEndian))
  }

  number(name: Name, signed = false): number | null {
    const [first] = this.numbers(name, signed)
    return first === undefined || Number.isNaN(first) ? null : first
  }
}

const binaryRepresentation = (name: Name, signed: boolean): string => {
  const vr = findRepresentation(name)
  return vr === 'XS' ? (signed ? 'SS' : 'US') : vr
}

interface Binary {
  readonly size: number
  readonly get: (view: DataView, at: number, littleEndian: boolean) => number
}

const binary: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['US', { size: 2, get: (view, at, little) => view.getUint16(at, little) }],
  ['SS', { size: 2, get: (view, at, little) => view.getInt16(at, little) }],
  ['UL', { size: 4, get: (view, at, little) => view.getUint32(at, little) }],
  ['SL', { size: 4, get: (view, at, little) => view.getInt32(at, little) }],
  ['FL', { size: 4, get: (view, at, little) => view.getFloat32(at, little) }],
  ['FD', { size: 8, get: (view, at, little) => view.getFloat64(at, little) }],
  ['OV', { size: 8, get: (view, at, little) => Number(view.getBigUint64(at, little)) }],
])
