/** Zip files byte by byte, honest or not. */
import { deflateRawSync } from 'node:zlib'
import { crc32 } from '@voxelwise/pixels'

export interface ZipMember {
  readonly name: string
  readonly content: Uint8Array | string
  readonly isPacked?: boolean
  /** What its headers tell instead of the truth. */
  readonly told?: Partial<{
    size: number
    packed: number
    offset: number
    crc: number
    method: number
    flags: number
  }>
}

const toBuffer = (content: Uint8Array | string): Buffer => Buffer.from(content)

export function zipBytes(members: readonly ZipMember[], count = members.length): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, isPacked = false, told = {} } of members) {
    const raw = toBuffer(content)
    const packed = isPacked ? deflateRawSync(raw) : raw
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(told.flags ?? 0x800, 2)
    common.writeUInt16LE(told.method ?? (isPacked ? 8 : 0), 4)
    common.writeUInt32LE(told.crc ?? crc32(raw), 10)
    common.writeUInt32LE(told.packed ?? packed.length, 14)
    common.writeUInt32LE(told.size ?? raw.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(told.offset ?? at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}
