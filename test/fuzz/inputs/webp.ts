import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, howMany, joinBytes, le32, type Part, randomBytes, repeated } from '../bytes.ts'

export function riffChunk(kind: string, ...parts: readonly Part[]): Bytes {
  const body = joinBytes(...parts)
  return joinBytes(kind, le32(body.length), body, new Uint8Array(body.length & 1))
}

export function webpFile(...chunks: readonly Part[]): Bytes {
  const body = joinBytes('WEBP', ...chunks)
  return joinBytes('RIFF', le32(body.length), body)
}

const uint24 = (value: number) => le32(value).slice(0, 3)

export function anyWebp(random: Random): Bytes {
  const lossy = riffChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a], randomBytes(random, 40))
  const lossless = riffChunk('VP8L', [0x2f], randomBytes(random, 40))
  const picture = () => random.pick([lossy, lossless])
  const frame = () =>
    riffChunk('ANMF', uint24(random.below(40)), uint24(random.below(40)), randomBytes(random, 10), picture())
  const filler = () =>
    repeated(riffChunk(random.pick(['EXIF', 'ICCP', 'XMP ', 'ALPH', 'xxxx'])), howMany(random, 2_000_000))
  const chunks = Array.from({ length: 1 + random.below(5) }, () => random.pick([picture, frame, filler])())
  const canvas = [...uint24(anySize(random)), ...uint24(anySize(random))]
  const file =
    random.below(2) === 0
      ? webpFile(riffChunk('VP8X', le32(random.below(256)), canvas), ...chunks)
      : webpFile(...chunks)
  const at = 4 + 12 * random.below(2)
  if (random.below(5) === 0 && at + 4 <= file.length) file.set(le32(anySize(random)), at)
  return file
}
