import type { Random } from '../../unit/support/random.ts'
import { type Bytes, howMany, joinBytes, randomBytes } from '../bytes.ts'

const names = ['a', 'b', '__metadata__', '__proto__', 'constructor', 'x'.repeat(2000), '']
const types = ['F32', 'BF16', 'F16', 'I8', 'F8_E4M3', 'Q4', 'constructor', 3, null]
const numbers = [0, 1, 2, 4, 8, -1, 0.5, 2 ** 31, 2 ** 53, 1e300]

function anyTensor(random: Random): unknown {
  if (random.below(10) === 0) return random.pick([null, 1, 'x', [], {}])
  const side = (): number => random.pick(numbers)
  const begin = random.pick([0, 4, 8])
  return {
    dtype: random.pick(types),
    shape: Array.from({ length: random.below(10) }, side),
    data_offsets: random.below(8) === 0 ? random.pick([[], [0], ['0', '4'], null]) : [begin, begin + side()],
  }
}

function header(random: Random): string {
  if (random.below(20) === 0) return random.pick(['', '{', 'null', '[]', '{"a":', '['.repeat(20_000)])
  const entries = Array.from({ length: howMany(random, 2000) }, (_, i) => [
    random.below(3) === 0 ? random.pick(names) : `t${i}`,
    anyTensor(random),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** A safetensors file; one time in eight its length lies. */
export function anySafetensors(random: Random): Bytes {
  const text = new TextEncoder().encode(header(random))
  const length = new Uint8Array(8)
  const told = random.below(8) === 0 ? random.pick([0, 1, 2 ** 31, 1e8]) : text.length
  new DataView(length.buffer).setBigUint64(0, BigInt(told), true)
  return joinBytes(length, text, randomBytes(random, random.pick([0, 4, 16, 64])))
}

/** An index over parts that may not be there, or lie elsewhere. */
export function anyTensorIndex(random: Random): Bytes {
  const files = [
    'p1.safetensors',
    'p2.safetensors',
    '../p1.safetensors',
    '/etc/passwd',
    'p1.safetensors/..',
    '',
    3,
    null,
  ]
  const map = Object.fromEntries(
    Array.from({ length: howMany(random, 2000) }, (_, i) => [
      random.below(2) === 0 ? random.pick(names) : `t${i}`,
      random.pick(files),
    ]),
  )
  return joinBytes(
    random.below(10) === 0
      ? random.pick(['', 'null', '[]', '{"weight_map":3}', '{"weight_map":null}'])
      : JSON.stringify({ metadata: {}, weight_map: map }),
  )
}
