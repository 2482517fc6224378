/** Worked examples in another order, or of another task. */

import { expect, test } from 'vitest'
import { drawSeed } from '../../../src/engine/probes/kind-of.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'

const protocol = findProtocol({ id: 'direct', version: 1 })
const makeExample = (name: string, images: readonly string[]) => ({
  question: `What is ${name}?`,
  answer: name,
  image_path: images.length > 1 ? images : (images[0] ?? null),
})

/** With examples of two images, of none and of one. */
const makeSample = (index: number, task: string, name: string) => ({
  ...{
    index,
    file: 't',
    image: `${name}1.png`,
    furtherImages: [`${name}2.png`, `${name}3.png`, `${name}.png`],
  },
  fields: {
    ...{ id: `s${index}`, kind: 'text', question: `Which ${name}?`, answer: 'x', options: null, task },
    examples: [
      makeExample(`${name} one`, [`${name}1.png`, `${name}2.png`]),
      makeExample(`${name} two`, []),
      makeExample(`${name} three`, [`${name}3.png`]),
    ],
  },
})
const samples = [
  makeSample(0, 'Organ', 'liver'),
  makeSample(1, 'Organ', 'spleen'),
  makeSample(2, 'Grade', 'mild'),
]

function shownBy(probe: Probe, index: number) {
  const sample = samples[index]
  if (!sample) throw new Error('There is no such sample.')
  const pass = new Perturbation(probe, samples, protocol)
  return {
    isAsked: pass.asks(sample),
    answers: protocol.examples?.(pass.fields(sample)).map(({ answer }) => answer),
    images: pass.images(listImages(sample), index).map(({ path }) => path),
    groups: pass.groups([{ images: listImages(sample), samples: [0, 1] }], () => true),
  }
}

test('reordered: examples move with their images, and the question stays last', () => {
  expect(shownBy({ kind: 'reordered-examples' }, 0)).toEqual({
    isAsked: true,
    answers: ['liver three', 'liver two', 'liver one'],
    images: ['liver3.png', 'liver1.png', 'liver2.png', 'liver.png'],
    groups: [expect.objectContaining({ samples: [0] }), expect.objectContaining({ samples: [1] })],
  })
})

test('irrelevant: the examples of another task, before the question’s own image', () => {
  const probe = { kind: 'irrelevant-examples', seed: 1 } as const
  for (const index of [0, 1]) {
    const { answers, images } = shownBy(probe, index)
    expect(answers).toEqual(['mild one', 'mild two', 'mild three'])
    expect(images.slice(0, 3)).toEqual(['mild1.png', 'mild2.png', 'mild3.png'])
    expect(images[3]).toBe(index === 0 ? 'liver.png' : 'spleen.png')
  }
  expect(shownBy(probe, 2).answers?.[0]).toMatch(/^(liver|spleen) one$/)
})

test('an example on the question’s own image is none of another task', () => {
  const [own, other] = [makeSample(0, 'Organ', 'liver'), makeSample(1, 'Grade', 'mild')]
  const onOwn = { ...other, image: own.furtherImages[2] ?? '' }
  const asks = (donor: typeof other): boolean =>
    new Perturbation({ kind: 'irrelevant-examples', seed: 1 }, [own, donor], protocol).asks(own)
  expect([asks(other), asks(onOwn)]).toEqual([true, false])
})

test('a question without examples, or with one to reorder, is not asked', () => {
  const [first] = samples
  if (!first) return
  const one = { ...first, fields: { ...first.fields, examples: first.fields.examples.slice(0, 1) } }
  const none = { ...first, fields: { ...first.fields, examples: [] } }
  for (const sample of [one, none])
    expect(new Perturbation({ kind: 'reordered-examples' }, [sample], protocol).asks(sample)).toBe(false)
  expect(new Perturbation({ kind: 'irrelevant-examples', seed: 1 }, [one], protocol).asks(one)).toBe(false)
})

test('no two draws of a run share a seed', () => {
  const seeds = [0, 1, 2].flatMap(index =>
    [1, 2, 3, 4, 5].map(draw => drawSeed({ kind: 'repeat', draw }, index)),
  )
  expect(new Set(seeds).size).toBe(15)
  expect(drawSeed({ kind: 'blank-image' }, 3)).toBeNull()
  expect(drawSeed(undefined, 3)).toBeNull()
})
