import { deflateRawSync } from 'node:zlib'
import type { Random } from '../../unit/support/random.ts'
import { type ZipMember, zipBytes } from '../../unit/support/zip-bytes.ts'
import { anySize, type Bytes, howMany, mutated, randomBytes } from '../bytes.ts'

const names = [
  'test.csv',
  'data/test.jsonl',
  'images/a.png',
  'a//b',
  '../x',
  '/etc/passwd',
  'é.png',
  'a\\b.png',
  '',
  '.',
  'x.zip',
]

/** Members whose headers mostly tell the truth. */
export function anyZip(random: Random): Bytes {
  const member = (): ZipMember => {
    const content =
      random.below(2) === 0 ? 'question,image\nq,images/a.png\n' : randomBytes(random, random.below(300))
    const lies = ['size', 'packed', 'offset', 'crc', 'method', 'flags'] as const
    const told = Object.fromEntries(
      lies.filter(() => random.below(12) === 0).map(name => [name, anySize(random) % 65_536]),
    )
    return { name: random.pick(names), content, isPacked: random.below(2) === 0, told }
  }
  const members = Array.from({ length: 1 + random.below(5) }, member)
  const many =
    random.below(20) === 0
      ? Array.from({ length: howMany(random, 60_000) % 60_000 }, (_, i) => ({ name: `${i}`, content: '' }))
      : []
  const whole = zipBytes([...members, ...many], random.below(8) === 0 ? anySize(random) % 65_536 : undefined)
  return random.below(3) === 0 ? mutated(random, whole) : whole
}

/** A table of zeros, packed a thousandfold. */
export const packedZeros = (bytes: number): Bytes =>
  zipBytes([
    {
      name: 'test.csv',
      content: deflateRawSync(Buffer.alloc(bytes)),
      told: { method: 8, size: bytes, crc: 0 },
    },
  ])
