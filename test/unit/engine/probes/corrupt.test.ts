import { createHash } from 'node:crypto'
import type { Pixels } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import { fnv1a } from '../../../../src/engine/base/hash.ts'
import { corrupt } from '../../../../src/engine/probes/corrupt.ts'
import { corruptions, type GeneralCorruption, type Strength } from '../../../../src/engine/protocol/probe.ts'
import { golden } from '../../support/golden.ts'
import { drawnPicture } from '../../support/picture.ts'
import { drawSome } from '../../support/rounds.ts'

interface CorruptionGolden {
  readonly seed: number
  readonly cases: [
    width: number,
    height: number,
    channels: Pixels['channels'],
    corruption: GeneralCorruption,
    strength: Strength,
    hash: string,
  ][]
}

test('every corruption is byte for byte that of NumPy, SciPy and Pillow', () => {
  const { seed, cases } = golden<CorruptionGolden>('corruptions.json')
  for (const [width, height, channels, corruption, strength, hash] of drawSome(cases, 3)) {
    const found = corrupt(drawnPicture(width, height, channels), corruption, strength, seed)
    const foundHash = createHash('sha256').update(found.data).digest('hex').slice(0, 16)
    expect(foundHash, `${corruption} ${strength} of ${width} x ${height} x ${channels}`).toBe(hash)
  }
})

test('the image given stays as it was, and the most strength takes it further away than the least', () => {
  const image = drawnPicture(64, 64, 1)
  const before = image.data.slice()
  for (const corruption of corruptions) {
    const distance = (strength: Strength) =>
      Array.from(corrupt(image, corruption, strength, 1).data, (value, i) =>
        Math.abs(value - (before[i] ?? 0)),
      ).reduce((sum, gap) => sum + gap)
    expect(distance(1), corruption).toBeGreaterThan(0)
    expect(distance(5), corruption).toBeGreaterThan(distance(1))
  }
  expect(image.data).toEqual(before)
})

test('noise depends on the seed, and the seed on the image', () => {
  const image = drawnPicture(20, 20, 3)
  const once = corrupt(image, 'noise', 1, fnv1a('a.png', 1))
  expect(corrupt(image, 'noise', 1, fnv1a('a.png', 1))).toEqual(once)
  expect(corrupt(image, 'noise', 1, fnv1a('b.png', 1))).not.toEqual(once)
  expect(corrupt(image, 'noise', 1, fnv1a('a.png', 2))).not.toEqual(once)
})
