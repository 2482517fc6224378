/** DICOM files in which everything that is not needed names a patient. */
import { nameOfTag } from '@voxelwise/pixels'

/** What no result may contain: texts, a UID root and a date. */
export const canaries = /CANARY|SMITH|\.77777\.|19010203/i

export interface Slice {
  readonly patient: number
  /** Row and column cosines: `1\0\0\0\1\0` is axial. */
  readonly orientation?: string
  readonly bodyPart?: string
  /** Elements that replace or join the others. */
  readonly more?: Readonly<Record<number, readonly [vr: string, value: string]>>
}

export const axial = '1\\0\\0\\0\\1\\0'
export const coronal = '1\\0\\0\\0\\0\\-1'

const groups = [
  0x0008, 0x0010, 0x0012, 0x0018, 0x0020, 0x0028, 0x0032, 0x0038, 0x0040, 0x0054, 0x0088, 0x4008,
]

const uid = (patient: number, what: string): string => `1.2.826.0.1.3680043.10.77777.${patient}.${what}`

/** A CT slice of 16 × 16, explicit and little endian, with canaries in every element of these groups that is not read, and in private ones. */
export function ctSlice({ patient, orientation = axial, bodyPart = 'CHEST', more = {} }: Slice): Uint8Array {
  const elements = new Map<number, readonly [vr: string, value: string | Uint8Array]>()
  for (const group of groups)
    for (let element = 1; element < 0x100; element++) {
      const tag = group * 0x10000 + element
      if (!nameOfTag.has(tag)) elements.set(tag, ['LO', `CANARY ${tag.toString(16)} SMITH^JOHN 19010203`])
    }
  for (const group of [0x0009, 0x0029]) {
    elements.set(group * 0x10000 + 0x10, ['LO', 'CANARY MAKER'])
    elements.set(group * 0x10000 + 0x1001, ['LT', 'CANARY SMITH private'])
  }
  elements.set(0x60004000, ['LT', 'CANARY overlay'])
  const own: Readonly<Record<number, readonly [vr: string, value: string | Uint8Array]>> = {
    524296: ['CS', 'ORIGINAL\\PRIMARY\\AXIAL'],
    524310: ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    524312: ['UI', uid(patient, orientation === axial ? '1' : '2')],
    524384: ['CS', 'CT'],
    1048608: ['LO', `CANARY SMITH ${patient}`],
    1572885: ['CS', bodyPart],
    2097165: ['UI', uid(patient, '3')],
    2097166: ['UI', uid(patient, orientation === axial ? '4' : '5')],
    2097202: ['DS', '0\\0\\0'],
    2097207: ['DS', orientation],
    2621442: ['US', words(1)],
    2621444: ['CS', 'MONOCHROME2'],
    2621456: ['US', words(16)],
    2621457: ['US', words(16)],
    2621488: ['DS', '20\\20'],
    2621696: ['US', words(16)],
    2621697: ['US', words(12)],
    2621699: ['US', words(0)],
    2625616: ['DS', '40'],
    2625617: ['DS', '400'],
    2625618: ['DS', '-1024'],
    2625619: ['DS', '1'],
    2145386512: ['OW', words(...Array.from({ length: 256 }, (_, i) => (i * 13 + patient * 7) % 4096))],
    ...more,
  }
  for (const [tag, value] of Object.entries(own)) elements.set(Number(tag), value)
  const parts = [...elements].sort(([a], [b]) => a - b).map(([tag, [vr, value]]) => element(tag, vr, value))
  const meta = [
    element(0x00020002, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00020003, 'UI', uid(patient, '1')),
    element(0x00020010, 'UI', '1.2.840.10008.1.2.1'),
    element(0x00020016, 'AE', 'CANARY AE'),
  ]
  return Buffer.concat([
    new TextEncoder().encode('CANARY PREAMBLE'.padEnd(128)),
    Buffer.from('DICM'),
    ...meta,
    ...parts,
  ])
}

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)

function element(tag: number, vr: string, value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  const padded =
    bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(vr === 'UI' ? '\0' : ' ')])
  const isLong = vr === 'OW'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) head.writeUInt32LE(padded.length, 8)
  else head.writeUInt16LE(padded.length, 6)
  return Buffer.concat([head, padded])
}
