import { crc32 } from '@voxelwise/pixels'
import type { PreparedImage, TensorData } from '../../../engine/families/family.ts'

/** Image features with all that the prompt needs of the image, so that its pixels are not needed again. */
export interface ImageFeatures {
  readonly features: TensorData
  /** Without `pixel_values` and its mask. */
  readonly image: PreparedImage
}

const arrays = { float32: Float32Array, bool: Uint8Array, int64: BigInt64Array } as const

/** Only the encoder reads these. */
const pixels: ReadonlySet<string> = new Set(['pixel_values', 'pixel_attention_mask'])

interface Header {
  /** Tensors in the order of their bytes; the first one is the features. */
  readonly tensors: readonly Pick<Packed, 'name' | 'type' | 'dims'>[]
  readonly image: Omit<PreparedImage, 'tensors'>
  /** CRC-32 of the tensors' bytes: a machine that went down while they were written may leave zeros. */
  readonly crc: number
}

interface Packed extends TensorData {
  readonly name: string
}

/** Length of the header (uint32, little-endian), the header as JSON, then the tensors' bytes; each padded to 8. */
export function pack({ features, image: { tensors, ...image } }: ImageFeatures): Uint8Array<ArrayBuffer> {
  const packed: Packed[] = [
    { name: '', ...features },
    ...Object.entries(tensors)
      .filter(([name]) => !pixels.has(name))
      .map(([name, tensor]) => ({ name, ...tensor })),
  ]
  const body = new Uint8Array(packed.reduce((sum, { data }) => sum + padded(data.byteLength), 0))
  let at = 0
  for (const { data } of packed) {
    body.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
    at += padded(data.byteLength)
  }
  const described = packed.map(({ name, type, dims }) => ({ name, type, dims }))
  const header: Header = { tensors: described, image, crc: crc32(body) }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = padded(4 + text.length)
  const bytes = new Uint8Array(start + body.length)
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, 4)
  bytes.set(body, start)
  return bytes
}

/** @returns null if the file is incomplete: it counts as missing. */
export function unpackFeatures(buffer: ArrayBuffer): ImageFeatures | null {
  try {
    const length = new DataView(buffer).getUint32(0, true)
    const header: Header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)))
    let at = padded(4 + length)
    if (crc32(new Uint8Array(buffer, at)) !== header.crc) return null
    const tensors = header.tensors.map(({ name, type, dims }) => {
      const data = new arrays[type](
        buffer,
        at,
        dims.reduce((product, side) => product * side, 1),
      )
      at += padded(data.byteLength)
      return [name, { type, dims, data }] as const
    })
    const [features, ...others] = tensors
    if (!features || at !== buffer.byteLength) return null
    return { features: features[1], image: { ...header.image, tensors: Object.fromEntries(others) } }
  } catch {
    return null
  }
}

const padded = (length: number): number => Math.ceil(length / 8) * 8
