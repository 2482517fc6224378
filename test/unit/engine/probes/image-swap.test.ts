import { blankLike } from '@voxelwise/pixels'
import type { JsonObject } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { labelledImages, swapPlan, untouchedBySwap } from '../../../../src/engine/probes/image-swap.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'

const images = (modality: string, parts: string, ...names: string[]) =>
  names.map(image => ({ image, modality, parts }))

const medrcube = findProtocol(firstProtocol)

test('a blank image is an even grey of the same size', () => {
  const blank = blankLike({ width: 2, height: 1, channels: 4, data: new Uint8Array(8) })
  expect([...blank.data]).toEqual([128, 128, 128, 255, 128, 128, 128, 255])
  expect([...blankLike({ width: 1, height: 2, channels: 1, data: new Uint8Array(2) }).data]).toEqual([
    128, 128,
  ])
})

test('images of one modality and region trade places: none stays, each is used once', () => {
  const chest = images('CT', 'Chest', ...Array.from({ length: 20 }, (_, i) => `c${i}`))
  const brain = images('CT', 'Brain', 'b0', 'b1')
  const plan = swapPlan([...chest, ...brain], 3)
  for (const group of [chest, brain]) {
    const names = group.map(({ image }) => image)
    const used = names.map(name => plan.get(name)?.replacement ?? '')
    expect([...used].sort()).toEqual([...names].sort())
    expect(used.every((name, i) => name !== names[i])).toBe(true)
  }
  expect(plan.get('b0')).toEqual({ replacement: 'b1', alike: 'modality-and-region' })
})

test('the plan hangs on the images and the seed, not on their order', () => {
  const some = images('CT', 'Chest', ...'abcdefghij')
  const plan = Object.fromEntries(swapPlan(some, 1))
  expect(Object.fromEntries(swapPlan([...some].reverse(), 1))).toEqual(plan)
  expect(Object.fromEntries(swapPlan(some, 2))).not.toEqual(plan)
})

test('an image alone in its place gets the nearest of another place', () => {
  const plan = swapPlan(
    [
      ...images('CT', 'Chest', 'a', 'b'),
      ...images('CT', 'Brain', 'same modality'),
      ...images('MRI', 'Chest', 'same region'),
      ...images('Ultrasound', 'Breast', 'like none'),
    ],
    1,
  )
  expect(plan.get('same modality')?.alike).toBe('modality')
  expect(plan.get('same region')?.alike).toBe('region')
  expect(plan.get('like none')?.alike).toBe('nothing')
  expect(plan.get('like none')?.replacement).not.toBe('like none')
  expect(swapPlan(images('CT', 'Chest', 'only'), 1).size).toBe(0)
})

const sample = (index: number, image: string | null, task: string, gt_answer: string) => ({
  index,
  image,
  file: 'test.json',
  fields: { task, gt_answer, modality: 'CT', parts: 'Chest' },
})

test('every image is listed once, text-only questions have none', () => {
  const samples = [sample(0, 'x', 'T', 'a'), sample(1, 'x', 'U', 'b'), sample(2, null, 'T', 'a')]
  expect(labelledImages(samples)).toEqual([{ image: 'x', modality: 'CT', parts: 'Chest' }])
})

test('of mapped samples it is the option’s text that counts, not its letter', () => {
  const direct = findProtocol(mappedProtocolReference)
  const mapped = (index: number, image: string, options: object, answer: string) => ({
    ...sample(index, image, 'Diagnosis', ''),
    fields: {
      task: 'Diagnosis',
      modality: 'CT',
      parts: 'Chest',
      kind: 'choice',
      options,
      answer,
    } as JsonObject,
  })
  const samples = [
    mapped(0, 'x', { A: 'Normal', B: 'Pneumonia' }, 'A'),
    mapped(1, 'y', { A: 'Pneumonia', B: 'Normal' }, 'A'),
    mapped(2, 'y', { A: 'Pneumonia', B: 'Normal' }, 'B'),
  ]
  const plan = swapPlan(labelledImages(samples), 1)
  expect([...untouchedBySwap(samples, plan, direct)]).toEqual([0, 2])
  expect([...untouchedBySwap(samples.slice(0, 2), plan, direct)]).toEqual([])
})

test('overlapping lists of images are no evidence', () => {
  const frames = (index: number, ...images: readonly string[]) => {
    const [image = null, ...furtherImages] = images
    return { ...sample(index, image, 'T', `answer ${index}`), furtherImages }
  }
  const samples = [frames(0, 'a', 'b'), frames(1, 'b', 'c')]
  expect([...untouchedBySwap(samples, swapPlan(labelledImages(samples), 1), medrcube)]).toEqual([0, 1])
})

test('answers that also fit the replacement are separated', () => {
  const samples = [
    sample(0, 'x', 'Modality Recognition', 'CT'),
    sample(1, 'x', 'Disease Diagnosis', 'Pneumonia'),
    sample(2, 'y', 'Modality Recognition', 'CT'),
    sample(3, 'y', 'Disease Diagnosis', 'Normal'),
    sample(4, 'y', 'Organ Recognition', 'CT'),
    sample(5, null, 'Disease Diagnosis', 'Normal'),
  ]
  expect([...untouchedBySwap(samples, swapPlan(labelledImages(samples), 1), medrcube)]).toEqual([0, 2])
})
