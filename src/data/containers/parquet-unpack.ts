import { snappyUncompress } from 'hyparquet'
import { decompressBrotli, decompressGzip, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'
import { unzstd } from './zstd.ts'

export const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'LZ4', 'LZ4_RAW', 'BROTLI'] as const
export type Codec = (typeof codecs)[number]

/** How many times longer the content may be than what is packed: the limit of deflate, snappy and LZ4; zstd and Brotli have none. */
const MOST_RATIO = { SNAPPY: 22, GZIP: 1032, ZSTD: 1e5, LZ4: 255, LZ4_RAW: 255, BROTLI: 1e5 } as const

/**
 * A page's bytes, unpacked; never more than `length`.
 * @param length from its header
 * @throws Error if the length differs
 */
export function unpack(packed: Uint8Array, codec: Codec, length: number): Uint8Array {
  if (codec === 'UNCOMPRESSED') return whole(packed, length)
  if (length === 0) return new Uint8Array()
  if (length > packed.length * MOST_RATIO[codec] + 1024)
    throw new Error('a page’s header contains an impossible length')
  return whole(unpackers[codec](packed, length), length)
}

const unpackers: Readonly<
  Record<Exclude<Codec, 'UNCOMPRESSED'>, (packed: Uint8Array, length: number) => Uint8Array>
> = {
  SNAPPY: (packed, length) => {
    const output = new Uint8Array(length)
    snappyUncompress(packed, output)
    return output
  },
  GZIP: decompressGzip,
  ZSTD: (packed, length) => unzstd(packed, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  BROTLI: decompressBrotli,
}

function whole(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new Error('a page’s length differs from its header')
  return bytes
}
