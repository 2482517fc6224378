/** A slice of a NumPy array in a `.npy` file (NEP 1): the last two axes are rows and columns, those before are slices. */
import type { Budget } from './budget.ts'
import { type GreyFrame, plainGreys, reverseBytes } from './grey/grey-frame.ts'

/** How much of a header is read: one of three axes has some 120. */
const mostCharacters = 4096

const arrays = {
  u1: Uint8Array,
  i1: Int8Array,
  u2: Uint16Array,
  i2: Int16Array,
  u4: Uint32Array,
  i4: Int32Array,
  f4: Float32Array,
  f8: Float64Array,
} as const

interface NpyHeader {
  readonly frames: number
  readonly rows: number
  readonly columns: number
  readonly type: keyof typeof arrays
  readonly littleEndian: boolean
  /** Where values begin. */
  readonly offset: number
}

/** By the first bytes. */
export const isNpy = (bytes: Uint8Array): boolean =>
  bytes.length > 10 && String.fromCharCode(...bytes.subarray(0, 6)) === '\x93NUMPY'

/** @throws PixelError image-unreadable, image-unsupported */
export function readNpyHeader(bytes: Uint8Array, { faults }: Budget): NpyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isFirst = bytes[6] === 1
  const start = isFirst ? 10 : 12
  const length = isFirst ? view.getUint16(8, true) : bytes.length < 12 ? 0 : view.getUint32(8, true)
  const header = new TextDecoder('latin1').decode(
    bytes.subarray(start, start + Math.min(length, mostCharacters)),
  )
  const kind = /'descr': ?'([<>|=])([a-zA-Z])(\d{1,3})'/.exec(header)
  const shape = /'shape': ?\(([\d, ]{1,100})\)/.exec(header)?.[1]
  if (!kind || shape === undefined) throw faults.damaged('its header makes no sense')
  const type = `${kind[2]}${kind[3]}`
  if (!Object.hasOwn(arrays, type)) throw faults.unsupported(`NumPy arrays of type ${type}`)
  if (!header.includes("'fortran_order': False"))
    throw faults.unsupported('NumPy arrays in the order of Fortran')
  const axes = shape.split(',').flatMap(part => (part.trim() === '' ? [] : Number(part)))
  const [columns = 0, rows = 0, ...before] = axes.reverse()
  const frames = before.reduce((product, axis) => product * axis, 1)
  if (!(columns > 0 && rows > 0 && frames > 0 && Number.isSafeInteger(frames)))
    throw faults.damaged('its header gives no picture')
  return {
    ...{ frames, rows, columns, littleEndian: kind[1] !== '>', offset: start + length },
    type: type as NpyHeader['type'],
  }
}

/** @param place of the slice, from 0 @throws PixelError image-truncated, image-too-large */
export function npySlice(
  bytes: Uint8Array,
  { rows, columns, type, littleEndian, offset }: NpyHeader,
  place: number,
  budget: Budget,
): GreyFrame {
  budget.picture(columns, rows)
  const Values = arrays[type]
  const size = rows * columns * Values.BYTES_PER_ELEMENT
  budget.reserve(size)
  const raw = bytes.slice(offset + place * size, offset + (place + 1) * size)
  if (raw.length < size) throw budget.faults.cut()
  if (!littleEndian) reverseBytes(raw, Values.BYTES_PER_ELEMENT)
  return plainGreys(columns, rows, new Values(raw.buffer))
}
