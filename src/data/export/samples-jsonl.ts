/** One line a sample: what was read of a data set, for whoever checks it. */

import { type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import { get } from '../../engine/base/python.ts'
import type { Pixels } from '../../engine/image/pixels.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { imagesOf, type Sample } from '../../engine/protocol/sample.ts'
import { decodeRgb } from '../images/decode.ts'
import type { ImageReader } from '../images/image-reader.ts'
import { sha256 } from '../sources/fingerprint.ts'

export interface SamplesOptions {
  /** With what the model is given of each image: SHA-256 of its RGB bytes, and the size of the first. */
  readonly pixels: boolean
}

/** @throws VoxelwiseError as ImageReader.bytes, and with pixels as decodeRgb */
export async function sampleLine(
  sample: Sample,
  protocol: Protocol,
  reader: ImageReader,
  { pixels }: SamplesOptions,
): Promise<string> {
  const { fields } = sample
  const digests: string[] = []
  const decoded: Decoded[] = []
  for (const path of imagesOf(sample)) {
    const { bytes } = await reader.bytes(path)
    digests.push(await sha256(bytes))
    if (pixels) decoded.push(await digestOf(await decodeRgb(new Uint8Array(bytes), path)))
  }
  const [first] = decoded
  const axis = (name: string) => get(fields, name) ?? null
  const line: JsonObject = {
    id: get(fields, 'id') ?? null,
    kind: protocol.kindOf(fields),
    question: get(fields, 'question') ?? null,
    options: optionsJson(sample, protocol),
    answer: get(fields, 'answer_text') ?? get(fields, 'answer') ?? protocol.rightAnswer(fields),
    images: digests,
    task: axis('task'),
    modality: axis('modality'),
    anatomy: axis('parts'),
    ...(pixels && {
      pixels: decoded.map(({ digest }) => digest),
      width: first?.width ?? null,
      height: first?.height ?? null,
    }),
  }
  return stringifyJson(line)
}

interface Decoded extends Pick<Pixels, 'width' | 'height'> {
  readonly digest: string
}

async function digestOf({ data, width, height }: Pixels): Promise<Decoded> {
  return { digest: await sha256(new Uint8Array(data)), width, height }
}

function optionsJson({ fields }: Sample, protocol: Protocol): JsonObject | null {
  const options = protocol.optionsOf(fields)
  return options.length === 0 ? null : Object.fromEntries(options.map(({ letter, value }) => [letter, value]))
}
