import { expect, test } from 'vitest'
import { Random } from '../src/random.ts'
import { expectRelative, labGolden } from './lab-golden.ts'

test('the stream is the one of the Python generator', () => {
  for (const [seed, words, below, units, normals] of labGolden.random) {
    const bits = new Random(seed)
    expect(words.map(() => bits.next())).toEqual(words)
    const whole = new Random(seed)
    expect(below.map(([end]) => [end, whole.below(end)])).toEqual(below)
    const unit = new Random(seed)
    expect(units.map(() => unit.unit())).toEqual(units)
    const normal = new Random(seed)
    for (const expected of normals) expectRelative(normal.normal(), expected, 1e-13)
  }
})

test('whole numbers are equally likely', () => {
  const random = new Random(3)
  const times = new Array<number>(6).fill(0)
  for (let i = 0; i < 60_000; i++) {
    const drawn = random.below(6)
    times[drawn] = (times[drawn] ?? 0) + 1
  }
  expect(times).toHaveLength(6)
  for (const often of times) expect(Math.abs(often - 10_000)).toBeLessThan(400)
})
