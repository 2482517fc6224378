/** What the set-up says of each image detail, and when. */
import { expect, test } from 'vitest'
import { summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../../src/data/sources/node.ts'
import type { ModelOverview } from '../../../../src/engine/model/model-overview.ts'
import { detailWords } from '../../../../src/engine/protocol/detail-words.ts'
import { imageDetailField } from '../../../../src/ui/text/image-detail.ts'
import { someRun } from '../../support/records.ts'

const openOverview = async (family: string): Promise<ModelOverview> =>
  summariseModel(
    await nodeModelFolder(`test/golden/families/${family}`),
    'files',
    {
      webgpu: null,
      streams: true,
    },
    1,
  )

const smolvlm = await openOverview('smolvlm')

type State = Parameters<typeof imageDetailField>[0]

const stateWith = (overview: ModelOverview, imageDetail?: string): State => ({
  model: { status: 'ready', overview },
  dataset: { status: 'ready', overview: { name: 'd' } } as State['dataset'],
  settings: { ...someRun.settings, device: 'wasm', dtype: 'fp32', ...(imageDetail && { imageDetail }) },
  trial: { status: 'none' },
})

const trialAt = (imageDetail: string): State['trial'] => ({
  status: 'done',
  what: { model: smolvlm.name, dataset: 'd', device: 'wasm', dtype: 'fp32', imageDetail },
  speed: { perImage: 10_000, perQuestion: 100, copies: 1, images: 2, questions: 2 },
  shape: { encoder: 90, decoder: 160, patches: 160, tokens: 40, isWhole: false },
  details: [
    { detail: 'own', tokens: 40 },
    { detail: 'tiles:1', tokens: 4 },
    { detail: 'side:64', tokens: 20 },
  ],
  ...{ whole: { images: 2, questions: 2 }, load: 1, memory: null, compared: null },
})

test('each choice has the tokens of an image before the speed test, and the model’s own comes first', () => {
  const found = imageDetailField(stateWith(smolvlm))
  expect(found?.choices.map(({ value, text }) => [value, text])).toEqual([
    ['own', 'as the model says · 40 tokens'],
    ['tiles:1', 'up to 1 tile · 4 tokens'],
    ['side:64', 'sides up to 64 pixels · 20 tokens'],
  ])
  expect(found?.note).toBe('40 tokens for an image of 512 × 512 pixels. The speed test adds the time.')
})

test('after the speed test each has its seconds: measured at the tested detail, computed at others', () => {
  const found = imageDetailField({ ...stateWith(smolvlm), trial: trialAt('own') })
  expect(found?.choices.map(({ text }) => text)).toEqual([
    'as the model says · 40 tokens · 10.0 s',
    'up to 1 tile · 4 tokens · ≈ 1.0 s',
    'sides up to 64 pixels · 20 tokens · ≈ 5.0 s',
  ])
  expect(found?.note).toMatch(/^40 tokens, 10.0 s for an image, on average/)
  const coarse = imageDetailField({ ...stateWith(smolvlm, 'tiles:1'), trial: trialAt('own') })
  expect(coarse?.note).toMatch(/^4 tokens, ≈ 1.0 s for an image/)
  const other = imageDetailField({ ...stateWith(smolvlm), trial: trialAt('tiles:1') })
  expect(other?.choices.map(({ text }) => text?.split(' · ')[2])).toEqual(['≈ 100.0 s', '10.0 s', '≈ 50.0 s'])
})

test('a speed test of other choices is not used', () => {
  const state = stateWith(smolvlm)
  const trial = trialAt('own')
  const settings = { ...state.settings, dtype: 'q8' as const }
  expect(imageDetailField({ ...state, settings, trial })?.note).toMatch(/512/)
})

test('another detail than the model’s own is named as such; one from the command line is offered, too', () => {
  expect(imageDetailField(stateWith(smolvlm, 'tiles:1'))?.note).toContain(
    'whether it was trained at this one',
  )
  expect(imageDetailField(stateWith(smolvlm))?.note).not.toContain('trained')
  expect(imageDetailField(stateWith(smolvlm, 'side:80'))?.choices.at(-1)?.value).toBe('side:80')
})

test('a model with one way to show an image has no such field', async () => {
  expect(imageDetailField(stateWith(await openOverview('llava')))).toBeNull()
})

test('details in words', () => {
  expect(['own', 'tiles:4', 'side:1024', 'pixels:200704'].map(detailWords)).toEqual([
    'as the model says',
    'up to 4 tiles',
    'sides up to 1,024 pixels',
    'up to 200,704 pixels',
  ])
})
