import { expect, test } from 'vitest'
import { byCodeUnit } from '../../../../src/engine/base/grouping.ts'
import { fnv1a } from '../../../../src/engine/base/hash.ts'
import { labelSwaps } from '../../../../src/engine/probes/label-swap.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { imagesKey, listImages, type Sample } from '../../../../src/engine/protocol/sample.ts'
import { Random } from '../../support/random.ts'

const sample = (
  index: number,
  image: string,
  right: string,
  more: Readonly<Record<string, string>> = {},
): Sample => ({
  index,
  fields: {
    ...{
      id: `s${index}`,
      question: 'Which organ?',
      task: 'Organ Recognition',
      modality: 'CT',
      parts: 'Chest',
    },
    ...{ option_A: 'Heart', option_B: 'Lung', option_C: 'Liver', gt_answer: right, image_path: image },
    ...more,
  },
  image,
  file: 'd/test.json',
})

const samples = [
  sample(0, 'a.png', 'Heart'),
  sample(1, 'b.png', 'Heart'),
  sample(2, 'c.png', 'Lung'),
  sample(3, 'd.png', 'Lung', { modality: 'MRI' }),
  sample(4, 'e.png', 'Spleen', { option_B: 'Spleen' }),
]
const swaps = (wanted: 'same' | 'another', of: readonly Sample[] = samples) =>
  Object.fromEntries(labelSwaps(of, medrcube, wanted, 1))

test('an image of the same answer comes from the same task, modality and region', () => {
  expect(swaps('same')).toEqual({
    0: { images: ['b.png'], right: 'A' },
    1: { images: ['a.png'], right: 'A' },
  })
})

test('an image of another answer has an answer among the question’s own options, which is then right', () => {
  const found = swaps('another')
  expect(found[0]).toEqual({ images: ['c.png'], right: 'B' })
  expect(found[1]).toEqual({ images: ['c.png'], right: 'B' })
  expect(found[2]?.right).toBe('A')
  // Alone in its modality; and Spleen is no option of the others, but Heart is one of its own.
  expect(found[3]).toBeUndefined()
  expect(found[4]?.right).toBe('A')
})

test('an image that has both answers is no image of another one; nor is one of the same patient', () => {
  const both = [sample(0, 'a.png', 'Heart'), sample(1, 'b.png', 'Lung'), sample(2, 'b.png', 'Heart')]
  expect(Object.keys(swaps('another', both))).toEqual(['1'])
  const patient = { dataset: 'd', group: 'P1' }
  const one = [sample(0, 'a.png', 'Heart', patient), sample(1, 'b.png', 'Heart', patient)]
  expect(swaps('same', one)).toEqual({})
})

test('the choice does not depend on the order of the questions', () => {
  const many = Array.from({ length: 40 }, (_, i) => sample(i, `${i}.png`, i % 2 === 0 ? 'Heart' : 'Lung'))
  expect(swaps('another', many.toReversed())).toEqual(swaps('another', many))
  const replaced = Object.values(swaps('same', many)).map(({ images }) => images[0])
  expect(new Set(replaced).size).toBeGreaterThan(10)
})

/** The rule as it is stated: of every question every candidate, in the order of their images. */
function oneByOne(all: readonly Sample[], wanted: 'same' | 'another') {
  const organs = ['Heart', 'Lung', 'Liver']
  const rightAnswer = ({ fields }: Sample) => String(fields.gt_answer)
  const imageKey = (one: Sample) => imagesKey(listImages(one))
  const found = all.map(one => {
    const names = organs.filter(name => (name === rightAnswer(one)) === (wanted === 'same'))
    const both = new Set(all.filter(other => rightAnswer(other) === rightAnswer(one)).map(imageKey))
    const candidates = names
      .flatMap(name => {
        const fits = all.filter(
          other =>
            rightAnswer(other) === name &&
            (wanted === 'same' || !both.has(imageKey(other))) &&
            other.image !== one.image,
        )
        const right = 'ABC'[organs.indexOf(name)] ?? ''
        return [...new Map(fits.map(other => [imageKey(other), { images: listImages(other), right }]))]
      })
      .sort(([a], [b]) => byCodeUnit(a, b))
    const text = `${imageKey(one)}\n${one.fields.id}\n${one.fields.question}`
    return [one.index, candidates[fnv1a(text, 1) % Math.max(1, candidates.length)]?.[1]] as const
  })
  return Object.fromEntries(found.filter(([, swap]) => swap))
}

test('the choice is that of the rule, however many questions share an image', () => {
  const random = new Random(31)
  for (let round = 0; round < 20; round++) {
    const images = 2 + random.below(30)
    const many = Array.from({ length: 40 }, (_, i) =>
      sample(i, `${random.below(images)}.png`, random.pick(['Heart', 'Lung', 'Liver'])),
    )
    for (const wanted of ['same', 'another'] as const)
      expect(swaps(wanted, many)).toEqual(oneByOne(many, wanted))
  }
})

test('questions on one image are shown different images, so each is asked alone', () => {
  const shared = [...samples, sample(5, 'a.png', 'Lung')]
  const perturbation = new Perturbation({ kind: 'opposite-label', seed: 1 }, shared, medrcube)
  const groups = [{ images: ['a.png'], samples: [0, 5] }]
  expect(perturbation.groups(groups, () => true).map(({ samples }) => samples)).toEqual([[0], [5]])
  expect(perturbation.swappedRight(shared[2] as Sample)).toBe('A')
  const asked = shared.filter(one => perturbation.asks(one))
  for (const one of asked)
    expect(perturbation.images([one.image ?? ''], one.index)[0]?.path).not.toBe(one.image)
})
