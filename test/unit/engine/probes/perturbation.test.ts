import { describe, expect, test } from 'vitest'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'

const sample = (index: number, image: string | null, options: readonly string[]): Sample => ({
  index,
  image,
  file: 'data/test.json',
  fields: {
    id: index,
    question: 'Which?',
    modality: 'CT',
    parts: 'Brain',
    gt_answer: options[0] ?? '',
    ...Object.fromEntries(options.map((option, i) => [`option_${'ABCD'[i]}`, option])),
  },
})

const four = sample(0, 'data/1.png', ['w', 'x', 'y', 'z'])
const two = sample(1, 'data/2.png', ['yes', 'no'])
const text = sample(2, null, ['a', 'b', 'c'])
const samples = [four, two, text]

const asked = (probe: Probe) => {
  const perturbation = new Perturbation(probe, samples, medrcube)
  return samples.filter(one => perturbation.asks(one)).map(({ index }) => index)
}

test('without a probe everything is as it is', () => {
  const perturbation = new Perturbation(undefined, samples, medrcube)
  expect(samples.every(one => perturbation.asks(one))).toBe(true)
  for (const one of samples) expect(perturbation.shown(one)).toEqual(one)
  expect(perturbation.images(['data/1.png'], 0)).toEqual([{ path: 'data/1.png', change: null }])
})

test('samples that a probe does not change are not asked again', () => {
  expect(asked({ kind: 'option-order', shift: 1 })).toEqual([0, 1, 2])
  expect(asked({ kind: 'option-order', shift: 2 })).toEqual([0, 2])
  expect(asked({ kind: 'option-order', shift: 3 })).toEqual([0])
  expect(asked({ kind: 'blank-image' })).toEqual([0, 1])
  expect(asked({ kind: 'swapped-image', seed: 1 })).toEqual([0, 1])
  expect(asked({ kind: 'corruption', corruption: 'blur', strength: 2, seed: 1 })).toEqual([0, 1])
  const alone = new Perturbation({ kind: 'swapped-image', seed: 1 }, [four], medrcube)
  expect(alone.asks(four)).toBe(false)
  expect(alone.images(['data/1.png'], 0)).toEqual([{ path: 'data/1.png', change: null }])
})

test('options move in the prompt and for the right letter; the image stays', () => {
  const perturbation = new Perturbation({ kind: 'option-order', shift: 1 }, samples, medrcube)
  const fields = perturbation.fields(four)
  expect(medrcube.prompt(fields)).toContain('A. x\nB. y\nC. z\nD. w')
  expect(medrcube.rightAnswer(fields)).toBe('D')
  expect(four.fields.option_A).toBe('w')
  expect(perturbation.shown(four).image).toBe('data/1.png')
})

test('another image is another file with its own pixels, a corrupted one the same file changed', () => {
  const swapped = new Perturbation({ kind: 'swapped-image', seed: 1 }, samples, medrcube)
  expect(swapped.images(['data/1.png'], 0)).toEqual([{ path: 'data/2.png', change: null }])
  expect(swapped.shown(four)).toEqual({ ...four, image: 'data/2.png' })
  const blur = { kind: 'corruption', corruption: 'blur', strength: 2, seed: 1 } as const
  expect(new Perturbation(blur, samples, medrcube).images(['data/1.png'], 0)).toEqual([
    { path: 'data/1.png', change: blur },
  ])
})

test('a blank image is shown as none', () => {
  const blank = new Perturbation({ kind: 'blank-image' }, samples, medrcube)
  expect(blank.images(['data/1.png'], 0)).toEqual([{ path: 'data/1.png', change: { kind: 'blank-image' } }])
  expect(blank.shown(four).image).toBeNull()
})

describe('several images', () => {
  const several = (index: number, ...images: readonly string[]): Sample => {
    const [image = null, ...furtherImages] = images
    return { ...four, index, image, ...(furtherImages.length > 0 && { furtherImages }) }
  }
  const pairs = [several(0, 'a', 'b'), several(1, 'c', 'd'), several(2, 'e'), several(3, 'f')]

  test('each is changed alike', () => {
    const blank = new Perturbation({ kind: 'blank-image' }, pairs, medrcube)
    expect(blank.images(['a', 'b'], 0).map(({ change }) => change?.kind)).toEqual([
      'blank-image',
      'blank-image',
    ])
    expect(blank.shown(several(0, 'a', 'b'))).toEqual({ ...four, image: null })
  })

  test('give way together to those of one question that has as many', () => {
    const swapped = new Perturbation({ kind: 'swapped-image', seed: 1 }, pairs, medrcube)
    expect(swapped.images(['a', 'b'], 0).map(({ path }) => path)).toEqual(['c', 'd'])
    expect(swapped.images(['e'], 0).map(({ path }) => path)).toEqual(['f'])
    expect(swapped.shown(several(0, 'a', 'b'))).toMatchObject({ image: 'c', furtherImages: ['d'] })
  })

  test('are not asked if no question has as many', () => {
    const triple = several(4, 'g', 'h', 'i')
    const swapped = new Perturbation({ kind: 'swapped-image', seed: 1 }, [...pairs, triple], medrcube)
    expect(swapped.asks(triple)).toBe(false)
  })
})
