/** The header of a NIfTI-1 or NIfTI-2 file (nifti1.h, nifti2.h): what a slice needs. */
import type { Window } from '../window-policy.ts'
import type { Matrix } from './orientation.ts'

export interface NiftiHeader {
  readonly littleEndian: boolean
  /** Voxels along the three axes as they are stored, the first fastest. */
  readonly shape: readonly [number, number, number]
  /** 1 where the file has no fourth axis. */
  readonly volumes: number
  /** The code of the data type, and the array of its values; null where it cannot be read. */
  readonly code: number
  readonly Values: (typeof arrays)[keyof typeof arrays] | null
  /** Where voxels begin. */
  readonly offset: number
  readonly slope: number
  readonly intercept: number
  /** From `cal_min` to `cal_max`; null where the file does not state them. */
  readonly window: Window | null
  /** Voxel to millimetre: to the right, to the front, up. */
  readonly affine: Matrix
}

const arrays = {
  2: Uint8Array,
  4: Int16Array,
  8: Int32Array,
  16: Float32Array,
  64: Float64Array,
  256: Int8Array,
  512: Uint16Array,
  768: Uint32Array,
} as const

/** Bytes of a NIfTI-2 header, the longer of the two. */
export const HEADER = 540

interface Places {
  readonly dim: number
  readonly datatype: number
  readonly pixdim: number
  readonly offset: number
  /** scl_slope and scl_inter, then cal_max and cal_min. */
  readonly scale: number
  readonly calibration: number
  readonly codes: number
  readonly quaternion: number
  readonly rows: number
}

const first: Places = {
  ...{ dim: 40, datatype: 70, pixdim: 76, offset: 108, scale: 112 },
  ...{ calibration: 124, codes: 252, quaternion: 256, rows: 280 },
}
const second: Places = {
  ...{ dim: 16, datatype: 12, pixdim: 104, offset: 168, scale: 176 },
  ...{ calibration: 192, codes: 344, quaternion: 352, rows: 400 },
}

/** `n+1` or `n+2`, which stand in files that hold header and voxels. */
const hasMagic = (bytes: Uint8Array, at: number, version: number): boolean =>
  bytes[at] === 0x6e && bytes[at + 1] === 0x2b && bytes[at + 2] === 0x30 + version && bytes[at + 3] === 0

/** @returns 1 or 2; null for anything else */
export function niftiVersion(bytes: Uint8Array): 1 | 2 | null {
  if (bytes.length < 348) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sizes = [view.getInt32(0, true), view.getInt32(0, false)]
  if (sizes.includes(348) && hasMagic(bytes, 344, 1)) return 1
  return sizes.includes(HEADER) && bytes.length >= HEADER && hasMagic(bytes, 4, 2) ? 2 : null
}

/** @returns null where it makes no sense */
export function readNiftiHeader(bytes: Uint8Array): NiftiHeader | null {
  const version = niftiVersion(bytes)
  if (version === null) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const littleEndian = [348, HEADER].includes(view.getInt32(0, true))
  const places = version === 1 ? first : second
  const short = (at: number): number => view.getInt16(at, littleEndian)
  const whole = (at: number, i: number): number =>
    version === 1 ? short(at + 2 * i) : Number(view.getBigInt64(at + 8 * i, littleEndian))
  const real = (at: number, i: number): number =>
    version === 1 ? view.getFloat32(at + 4 * i, littleEndian) : view.getFloat64(at + 8 * i, littleEndian)
  const code = (i: number): number =>
    version === 1 ? short(places.codes + 2 * i) : view.getInt32(places.codes + 4 * i, littleEndian)

  const axes = whole(places.dim, 0)
  if (axes < 2 || axes > 7) return null
  const along = (axis: number): number => (axis <= axes ? whole(places.dim, axis) : 1)
  const shape = [along(1), along(2), along(3)] as const
  const volumes = along(4) * along(5) * along(6) * along(7)
  const offset = version === 1 ? real(places.offset, 0) : whole(places.offset, 0)
  const isSound = [...shape, volumes].every(n => Number.isSafeInteger(n) && n > 0 && n < 1e6)
  if (!isSound || !Number.isSafeInteger(offset) || offset < 348) return null
  const [slope, intercept] = [real(places.scale, 0), real(places.scale, 1)]
  const isScaled = Number.isFinite(slope) && slope !== 0
  const datatype = short(places.datatype)
  return {
    ...{ littleEndian, shape, volumes, offset },
    code: datatype,
    Values: (arrays as Readonly<Record<number, NiftiHeader['Values']>>)[datatype] ?? null,
    slope: isScaled ? slope : 1,
    intercept: isScaled && Number.isFinite(intercept) ? intercept : 0,
    window: windowBetween(real(places.calibration, 1), real(places.calibration, 0)),
    affine: readAffine(code, (at, i) => real(at, i), places),
  }
}

function windowBetween(low: number, high: number): Window | null {
  if (!(Number.isFinite(low) && Number.isFinite(high) && high > low)) return null
  return { centre: (low + high) / 2, width: high - low, function: 'LINEAR_EXACT' }
}

/** As nibabel: the sform, else the qform, else the voxel sizes with the first axis to the left. */
function readAffine(
  code: (i: number) => number,
  real: (at: number, i: number) => number,
  places: Places,
): Matrix {
  const rows = (valueAt: (row: number, column: number) => number): Matrix =>
    [0, 1, 2].map(row => [0, 1, 2].map(column => valueAt(row, column))) as unknown as Matrix
  if (code(1) > 0) return rows((row, column) => real(places.rows, 4 * row + column))
  const size = (axis: number): number => real(places.pixdim, axis + 1)
  if (code(0) <= 0) return rows((row, column) => (row === column ? (row === 0 ? -1 : 1) * size(row) : 0))
  const [b, c, d] = [0, 1, 2].map(i => real(places.quaternion, i)) as [number, number, number]
  const a = Math.sqrt(Math.max(0, 1 - (b * b + c * c + d * d)))
  const turn: Matrix = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c],
  ]
  const flip = real(places.pixdim, 0) === -1 ? -1 : 1
  return rows((row, column) => (turn[row]?.[column] ?? 0) * size(column) * (column === 2 ? flip : 1))
}
