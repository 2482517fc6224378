/** Corruptions by modality: MedMNIST-C's, to the byte where nothing is random, and our own of MRI. */

import { createHash } from 'node:crypto'
import type { Pixels } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import { changedPixels } from '../../../src/engine/probes/changed-pixels.ts'
import { parseProbes } from '../../../src/engine/probes/list.ts'
import { corruptedImage } from '../../../src/engine/probes/passes.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import {
  type MedicalCorruption,
  type MedicalProfile,
  medicalCorruptions,
  medicalProfiles,
  type Strength,
  strengths,
} from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { corruptMedical } from '../../../src/features/medical/engine/corrupt.ts'
import { findLevel, findProfile } from '../../../src/features/medical/engine/tables.ts'
import { golden } from '../../unit/support/golden.ts'
import { drawnPicture } from '../../unit/support/picture.ts'
import { drawSome } from '../../unit/support/rounds.ts'

interface MedicalGolden {
  readonly cases: readonly [MedicalProfile, MedicalCorruption, Strength, hash: string][]
  /** Over some images: of the share of changed values, and of the mean and the deviation of the changes of an image. */
  readonly random: readonly [
    corruption: MedicalCorruption,
    parameters: readonly number[],
    images: number,
    means: Spread,
    deviations: Spread,
  ][]
}
type Spread = readonly [share: number, mean: number, deviation: number]

const level = (profile: MedicalProfile, corruption: MedicalCorruption, strength: Strength) =>
  findLevel(profile, corruption, strength) ?? [Number.NaN]

const hashPixels = ({ data }: Pixels): string => createHash('sha256').update(data).digest('hex').slice(0, 16)

const image = drawnPicture(224, 224, 3)
const goldens = golden<MedicalGolden>('medical-corruptions.json')

/** By corruption and parameters: modalities share many. */
const hashes = new Map<string, string>()

test.each(medicalProfiles.filter(profile => profile !== 'mri'))(
  'what is not random is byte for byte that of medmnistc, Pillow and OpenCV: %s',
  name => {
    const cases = goldens.cases.filter(([own]) => own === name)
    expect(cases.length).toBeGreaterThanOrEqual(15)
    for (const [profile, corruption, strength, hash] of drawSome(cases, 16)) {
      const parameters = level(profile, corruption, strength)
      const key = `${corruption} ${parameters.join()}`
      const found = hashes.get(key) ?? hashPixels(corruptMedical(image, corruption, parameters, 1))
      hashes.set(key, found)
      expect(found, `${profile} ${corruption} ${strength}`).toBe(hash)
    }
  },
)

/** The same figures as the golden's for one image. */
function measureChanges(changed: Pixels['data']): Spread {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < changed.length; i++) {
    const change = (changed[i] as number) - (image.data[i] as number)
    if (change !== 0) count++
    sum += change
    squares += change * change
  }
  const mean = sum / changed.length
  return [count / changed.length, mean, Math.sqrt(squares / changed.length - mean * mean)]
}

/**
 * Means of two samples of images differ by at most five standard errors, and by what the deviations say of single images. Letters of our
 * own may cover a tenth more or less.
 */
test.each([...['gaussian', 'speckle', 'impulse', 'shot', 'characters', 'stain', 'bubble']])(
  'what is random changes as many values as much as that of medmnistc: %s',
  name => {
    const rows = goldens.random.filter(([corruption]) => corruption === `medical-${name}`)
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const [corruption, parameters, images, means, deviations] of drawSome(rows, 5)) {
      const isDrawn = images > 100
      const drawn = Array.from({ length: isDrawn ? 30 : 1 }, (_, seed) =>
        measureChanges(corruptMedical(image, corruption, parameters, seed + 1).data),
      )
      for (const i of [0, 1, 2] as const) {
        const figure = `${corruption} ${parameters.join()} ${['share', 'mean', 'deviation'][i]}`
        const mean = drawn.reduce((sum, row) => sum + row[i], 0) / drawn.length
        const error = deviations[i] * Math.sqrt(1 / drawn.length + 1 / images)
        const other = isDrawn ? (corruption === 'medical-characters' ? 0.1 : 0.01) : 0.005
        expect(Math.abs(mean - means[i]), figure).toBeLessThan(5 * error + other * Math.abs(means[i]))
        if (!isDrawn) continue
        const deviation = Math.sqrt(drawn.reduce((sum, row) => sum + (row[i] - mean) ** 2, 0) / drawn.length)
        expect(deviation / deviations[i], figure).toBeGreaterThan(0.6)
        expect(deviation / deviations[i], figure).toBeLessThan(1.6)
      }
    }
  },
)

/** Mean and deviation of what becomes of an even grey. */
function spread(corruption: MedicalCorruption, parameter: number, value: number, channels: 1 | 3 = 3) {
  const data = new Uint8Array(224 * 224 * channels).fill(value)
  // One pixel of another colour, so that it is no grey image.
  if (channels === 3) data[0] = value + 1
  const grey: Pixels = { width: 224, height: 224, channels, data }
  const out = Array.from(corruptMedical(grey, corruption, [parameter, 0], 5).data.slice(3))
  const mean = out.reduce((sum, one) => sum + one, 0) / out.length
  return {
    mean,
    deviation: Math.sqrt(out.reduce((sum, one) => sum + (one - mean) ** 2, 0) / out.length),
    out,
  }
}

test('noise of an even grey has the distribution of its formula', () => {
  // Cutting off costs half a level.
  const gaussian = spread('medical-gaussian', 0.08, 128)
  expect(gaussian.mean).toBeCloseTo(127.5, 0)
  expect(gaussian.deviation).toBeCloseTo(255 * 0.08, 0)
  const speckle = spread('medical-speckle', 0.1, 128)
  expect(speckle.mean).toBeCloseTo(127.5, 0)
  expect(speckle.deviation).toBeCloseTo(128 * 0.1, 0)
  const shot = spread('medical-shot', 25, 102)
  expect(shot.mean).toBeCloseTo(101.8, 0)
  expect(shot.deviation).toBeCloseTo(255 * Math.sqrt(0.4 / 25), 0)
  const { out } = spread('medical-impulse', 0.17, 128)
  const share = (value: number) => out.filter(one => one === value).length / out.length
  expect(share(0)).toBeCloseTo(0.085, 2)
  expect(share(255)).toBeCloseTo(0.085, 2)
  expect(share(128)).toBeCloseTo(0.83, 2)
  const rician = spread('mri-rician', 0.1, 0, 1)
  // Rayleigh's distribution where there is no signal.
  expect(rician.mean).toBeCloseTo(255 * 0.1 * Math.sqrt(Math.PI / 2) - 0.5, 0)
})

test('a grey image is corrupted in each colour and made grey again, as in MedMNIST-C', () => {
  const { deviation } = spread('medical-gaussian', 0.08, 128, 1)
  expect(deviation).toBeCloseTo(255 * 0.08 * Math.hypot(0.299, 0.587, 0.114), 0)
  const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) => (Math.floor(i / 3) * 7) % 256)
  const grey = corruptMedical(
    { width: 40, height: 30, channels: 3, data },
    'medical-speckle',
    [0.3, 0],
    1,
  ).data
  for (let at = 0; at < grey.length; at += 3)
    expect([grey[at + 1], grey[at + 2]]).toEqual([grey[at], grey[at]])
})

test('motion blurs along a line, and keeps an even image as it is', () => {
  const point: Pixels = { width: 64, height: 64, channels: 1, data: new Uint8Array(64 * 64) }
  point.data[32 * 64 + 32] = 255
  const parameters = [40, 20] as const
  const blurred = corruptMedical(point, 'medical-motion', parameters, 3).data
  expect(Array.from(blurred).reduce((sum, value) => sum + value, 0)).toBeGreaterThan(150)
  expect(blurred.filter(value => value > 0).length).toBeGreaterThan(5)
  const even: Pixels = { width: 64, height: 64, channels: 1, data: new Uint8Array(64 * 64).fill(90) }
  for (const corruption of ['medical-motion', 'medical-gaussian-blur', 'medical-defocus'] as const)
    expect(new Set(corruptMedical(even, corruption, [5, 3], 3).data)).toEqual(new Set([90]))
})

test('marks grow with the image, and stay within an image of any size', () => {
  const levels = { 'medical-characters': [6, 10, 0.18], 'medical-stain': [5, 32], 'medical-bubble': [17, 25] }
  const shareChanged = (
    width: number,
    height: number,
    channels: 1 | 3 | 4,
    corruption: keyof typeof levels,
  ) => {
    const even: Pixels = { width, height, channels, data: new Uint8Array(width * height * channels).fill(90) }
    const shares = Array.from({ length: 8 }, (_, seed) => {
      const { data } = corruptMedical(even, corruption, levels[corruption], seed)
      expect(data).toHaveLength(even.data.length)
      let changed = 0
      for (let i = 0; i < data.length; i++) {
        if (data[i] === 90) continue
        if (channels === 4 && i % 4 === 3) throw new Error(`Alpha of ${corruption} is ${data[i]}.`)
        changed++
      }
      return changed / data.length
    })
    return shares.reduce((sum, share) => sum + share, 0) / shares.length
  }
  for (const corruption of Object.keys(levels) as (keyof typeof levels)[]) {
    const ratio = shareChanged(448, 448, 1, corruption) / shareChanged(224, 224, 1, corruption)
    expect(ratio, corruption).toBeGreaterThan(0.7)
    expect(ratio, corruption).toBeLessThan(1.3)
    for (const [width, height] of [
      [1, 1],
      [3, 90],
      [64, 20],
    ] as const)
      shareChanged(width, height, 4, corruption)
  }
})

test('zoom blur of an even image keeps it but for rounding, and of any size its middle', () => {
  for (const [width, height] of [
    [1, 1],
    [2, 7],
    [40, 30],
    [224, 224],
  ] as const) {
    const even: Pixels = { width, height, channels: 1, data: new Uint8Array(width * height).fill(90) }
    const { data } = corruptMedical(even, 'medical-zoom', [1.31, 0.03], 1)
    const middle = data[Math.floor(height / 2) * width + Math.floor(width / 2)] as number
    expect(Math.abs(middle - 90)).toBeLessThanOrEqual(1)
  }
})

test('every corruption of every modality changes the image, keeps its size and kind, and is the same each time', () => {
  const small = drawnPicture(112, 100, 3)
  const pairs = medicalProfiles.flatMap(profile =>
    medicalCorruptions.flatMap(corruption =>
      findLevel(profile, corruption, 5) ? [[profile, corruption] as const] : [],
    ),
  )
  expect(pairs).toHaveLength(112)
  for (const [profile, corruption] of drawSome(pairs, 6)) {
    const change = { kind: 'corruption', corruption, strength: 5, seed: 1, profile } as const
    const out = changedPixels(small, 'a.png', change)
    expect(out).toMatchObject({ width: 112, height: 100, channels: 3 })
    const bytes = hashPixels(out)
    expect(hashPixels(changedPixels(small, 'a.png', change))).toBe(bytes)
    // It has fewer pixels than are left of one of 224.
    if (corruption !== 'medical-pixelate')
      expect(bytes, `${profile} ${corruption}`).not.toBe(hashPixels(small))
  }
  expect(hashPixels(small)).toBe(hashPixels(drawnPicture(112, 100, 3)))
})

test('more strength of our own for CT and MRI takes the image further away', () => {
  const image = drawnPicture(96, 80, 1)
  const own = medicalCorruptions.filter(name => !name.startsWith('medical-'))
  expect(own).toHaveLength(7)
  for (const corruption of own) {
    const profile = findLevel('ct', corruption, 1) ? 'ct' : 'mri'
    const distances = strengths.map(strength =>
      Array.from(corruptMedical(image, corruption, level(profile, corruption, strength), 1).data).reduce(
        (sum, value, i) => sum + Math.abs(value - (image.data[i] ?? 0)),
        0,
      ),
    )
    expect(distances, corruption).toEqual([...distances].sort((a, b) => a - b))
  }
})

test('a modality is known by its name', () => {
  const names: readonly (readonly [string, MedicalProfile | null])[] = [
    ['X-ray', 'xray'],
    ['Chest X-Ray', 'xray'],
    ['CT', 'ct'],
    ['Computed Tomography', 'ct'],
    ['MRI', 'mri'],
    ['MR', 'mri'],
    ['Magnetic resonance imaging (MRI)', 'mri'],
    ['Ultrasound', 'ultrasound'],
    ['OCT', 'oct'],
    ['Fundus Photography', 'fundus'],
    ['Dermoscopy', 'skin'],
    ['Histopathology', 'pathology'],
    ['Blood smear', 'blood'],
    ['Kidney Cortex Microscopy', 'tissue'],
    ['Pediatric chest X-ray', 'pneumonia'],
    ['Endoscopy', null],
    ['', null],
  ]
  expect(names.map(([modality]) => [modality, findProfile({ modality })])).toEqual(names)
  expect(findProfile({ modality: 'X-ray', dataset: 'PneumoniaMNIST' })).toBe('pneumonia')
  expect(findProfile({ modality: 'CT', dataset: 'Pneumonia CT' })).toBe('ct')
})

test('only images of a fitting modality are asked, with the strengths of their own', () => {
  const makeSample = (index: number, modality: string, path = `${index}.png`) => ({
    index,
    fields: { id: String(index), modality, parts: 'Chest', option_A: 'x' },
    image: path,
    file: 't',
  })
  const samples = [
    makeSample(0, 'CT'),
    makeSample(1, 'MRI'),
    makeSample(2, 'X-ray'),
    makeSample(3, 'Endoscopy'),
  ]
  const asked = (corruption: MedicalCorruption) => {
    const perturbation = new Perturbation(corruptedImage(corruption, 2), samples, medrcube)
    return samples.filter(sample => perturbation.asks(sample)).map(({ index }) => index)
  }
  expect(asked('medical-jpeg')).toEqual([0, 2])
  expect(asked('mri-spike')).toEqual([1])
  expect(asked('ct-ring')).toEqual([0])
  expect(asked('medical-saturate')).toEqual([])
  const probe = corruptedImage('medical-jpeg', 2)
  const perturbation = new Perturbation(probe, samples, medrcube)
  expect(perturbation.images(['2.png'], 2)).toEqual([
    { path: '2.png', change: { ...probe, profile: 'xray' } },
  ])
})

test('a list names them one by one, or all of one strength', () => {
  expect(parseProbes('medical-jpeg:3')).toEqual([corruptedImage('medical-jpeg', 3)])
  expect(parseProbes('by-modality:3')).toHaveLength(medicalCorruptions.length)
  expect(parseProbes('by-modality')).toHaveLength(5 * medicalCorruptions.length)
})
