import { snappyUncompress } from 'hyparquet'
import { decompressBrotli, decompressGzip, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'
import { unzstd } from '../containers/zstd.ts'

/**
 * How pages are unpacked. `ratio`: how many times longer the content may be than what is packed, the limit of deflate, snappy and
 * LZ4; zstd and Brotli have none.
 */
const packings = {
  SNAPPY: { ratio: 22, unpack: unsnappy },
  GZIP: { ratio: 1032, unpack: decompressGzip },
  ZSTD: {
    ratio: 1e5,
    unpack: (packed: Uint8Array, length: number) => unzstd(packed, new Uint8Array(length)),
  },
  LZ4: { ratio: 255, unpack: decompressLz4 },
  LZ4_RAW: { ratio: 255, unpack: decompressLz4Raw },
  BROTLI: { ratio: 1e5, unpack: decompressBrotli },
} as const

export type Codec = 'UNCOMPRESSED' | keyof typeof packings
export const codecs = ['UNCOMPRESSED', ...Object.keys(packings)] as readonly Codec[]

/**
 * A page's bytes, unpacked; never more than `length`.
 * @param length from its header
 * @throws Error if the length differs
 */
export function unpackPage(packed: Uint8Array, codec: Codec, length: number): Uint8Array {
  if (codec === 'UNCOMPRESSED') return whole(packed, length)
  if (length === 0) return new Uint8Array()
  const packing = packings[codec]
  if (length > packed.length * packing.ratio + 1024)
    throw new Error('a page’s header contains an impossible length')
  return whole(packing.unpack(packed, length), length)
}

function unsnappy(packed: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  snappyUncompress(packed, output)
  return output
}

function whole(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new Error('a page’s length differs from its header')
  return bytes
}
