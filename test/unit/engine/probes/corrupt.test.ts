import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Pixels } from '../../../../src/engine/image/pixels.ts'
import { corrupt, imageSeed } from '../../../../src/engine/probes/corrupt.ts'
import { type Corruption, corruptions, type Strength } from '../../../../src/engine/protocol/probe.ts'
import { Random } from '../../../../src/engine/statistics/random.ts'
import { golden } from '../../support/golden.ts'

interface CorruptionGolden {
  readonly seed: number
  readonly cases: [
    width: number,
    height: number,
    channels: Pixels['channels'],
    corruption: Corruption,
    strength: Strength,
    hash: string,
  ][]
}

/** As `picture` of tools/golden/corruptions.py draws it. */
function picture(width: number, height: number, channels: Pixels['channels']): Pixels {
  const random = new Random(width * 1000 + height)
  const data = new Uint8Array(width * height * channels)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const step = (Math.floor(x / 6) + Math.floor(y / 9)) % 2 ? 60 : 0
      for (let c = 0; c < channels; c++) {
        data[at++] = Math.abs(((x * 5 + y * 3 + c * 50) % 256) - 128) + random.below(60) + step
      }
    }
  }
  return { width, height, channels, data }
}

test('every corruption is byte for byte that of NumPy, SciPy and Pillow', () => {
  const { seed, cases } = golden<CorruptionGolden>('corruptions.json')
  for (const [width, height, channels, corruption, strength, hash] of cases) {
    const found = corrupt(picture(width, height, channels), corruption, strength, seed)
    const foundHash = createHash('sha256').update(found.data).digest('hex').slice(0, 16)
    expect(foundHash, `${corruption} ${strength} of ${width} x ${height} x ${channels}`).toBe(hash)
  }
})

test('the image given stays as it was, and the most strength takes it further away than the least', () => {
  const image = picture(64, 64, 1)
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
  const image = picture(20, 20, 3)
  const once = corrupt(image, 'noise', 1, imageSeed('a.png', 1))
  expect(corrupt(image, 'noise', 1, imageSeed('a.png', 1))).toEqual(once)
  expect(corrupt(image, 'noise', 1, imageSeed('b.png', 1))).not.toEqual(once)
  expect(corrupt(image, 'noise', 1, imageSeed('a.png', 2))).not.toEqual(once)
})
