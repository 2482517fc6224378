/** One line per sample: the contents of a data set, for checking. */

import type { ImageCodec, WindowPolicy } from '@voxelwise/pixels'
import { get, type JsonObject, stringifyJson } from '@voxelwise/python'
import { sha256 } from '../../engine/base/sha256.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import { readPixels } from '../images/decoding.ts'
import type { ImageReader } from '../images/image-reader.ts'

/** The model's input for an image file: SHA-256 of its RGB bytes, and its size. */
export interface PixelDigest {
  readonly sha256: string
  readonly width: number
  readonly height: number
}

export type DigestPixels = (bytes: Uint8Array, name: string) => Promise<PixelDigest>

/** @throws VoxelwiseError as readPixels: without a codec JPEG and WebP need a browser */
export async function digestPixels(
  bytes: Uint8Array,
  name: string,
  codec?: ImageCodec,
  policy?: WindowPolicy,
): Promise<PixelDigest> {
  const { data, width, height } = await readPixels(bytes, name, codec, policy)
  return { sha256: await sha256(new Uint8Array(data)), width, height }
}

/** @param pixels how images are decoded; null leaves it @throws VoxelwiseError as ImageReader.bytes, and as `pixels` */
export async function sampleLine(
  sample: Sample,
  protocol: Protocol,
  reader: ImageReader,
  pixels: DigestPixels | null,
): Promise<string> {
  const { fields } = sample
  const digests: string[] = []
  const decoded: PixelDigest[] = []
  for (const path of listImages(sample)) {
    const { bytes } = await reader.bytes(path)
    digests.push(await sha256(bytes))
    if (pixels) decoded.push(await pixels(new Uint8Array(bytes), path))
  }
  const [first] = decoded
  const axis = (name: string) => get(fields, name) ?? null
  const line: JsonObject = {
    id: get(fields, 'id') ?? null,
    kind: protocol.answerKind(fields),
    question: get(fields, 'question') ?? null,
    options: optionsJson(sample, protocol),
    answer: get(fields, 'answer_text') ?? get(fields, 'answer') ?? protocol.rightAnswer(fields),
    images: digests,
    task: axis('task'),
    modality: axis('modality'),
    anatomy: axis('parts'),
    ...(pixels !== null && {
      pixels: decoded.map(({ sha256 }) => sha256),
      width: first?.width ?? null,
      height: first?.height ?? null,
    }),
  }
  return stringifyJson(line)
}

function optionsJson({ fields }: Sample, protocol: Protocol): JsonObject | null {
  const options = protocol.listOptions(fields)
  return options.length === 0 ? null : Object.fromEntries(options.map(({ letter, value }) => [letter, value]))
}
