import { gzipSync } from 'node:zlib'
import type { Random } from '../../unit/support/random.ts'
import { type Bytes, howMany, joinBytes, mutated, randomBytes, repeated } from '../bytes.ts'

/** A content packed as one member or as several, with what some programs leave between and behind them. */
export function gzipMembers(random: Random, content: Uint8Array): Bytes {
  const cuts = Array.from({ length: random.below(4) }, () => random.below(content.length + 1)).sort(
    (a, b) => a - b,
  )
  const parts = [0, ...cuts].map((from, i) => content.subarray(from, cuts[i] ?? content.length))
  const members = parts.map(part => new Uint8Array(gzipSync(part)))
  const empty = random.below(10) === 0 ? repeated(gzipSync(''), howMany(random, 100_000)) : new Uint8Array()
  const behind = random.pick([
    () => new Uint8Array(),
    () => new Uint8Array(random.below(600)),
    () => randomBytes(random, random.below(40)),
    () => joinBytes([0x1f, 0x8b]),
  ])()
  const whole = joinBytes(...members, empty, behind)
  switch (random.below(5)) {
    case 0:
      return mutated(random, whole)
    case 1:
      return whole.slice(0, random.below(whole.length + 1))
    default:
      return whole
  }
}
