import type { Random } from '../../unit/support/random.ts'
import { type Bytes, howMany, joinBytes, mutated, type Part, randomBytes, repeated } from '../bytes.ts'

const image = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(70, 'x'), 'latin1').toString('base64')

/** Cells, separators, quotes and ends of lines in any order, one of them sometimes over and over. */
export function anyDelimited(random: Random): Bytes {
  const pieces: readonly Part[] = [
    ',',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '"',
    '""',
    'question',
    ' ',
    '\0',
    [0xef, 0xbb, 0xbf],
    [0xff, 0xfe],
    image,
    `data:image/png;base64,${image}`,
    `['${image}', '${image}']`,
    `[""${image}""]`,
    `["${image}`,
    '[',
    'A'.repeat(100),
    randomBytes(random, 5),
  ]
  const parts = Array.from({ length: 2 + random.below(60) }, () => random.pick(pieces))
  if (random.below(6) === 0) {
    const piece = joinBytes(random.pick(pieces))
    parts.push(repeated(piece, howMany(random, 20_000_000 / piece.length)), '\n')
  }
  const whole = joinBytes('question,image\tA\n', ...parts)
  return random.below(3) === 0 ? mutated(random, whole) : whole
}
