/** Which images share the features of the encoder, from pass to pass. */
import { readFileSync } from 'node:fs'
import { parsePolicy } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import { type ImageSettings, imageInput } from '../../../../src/data/images/image-input.ts'
import type { Family, PreparedImage } from '../../../../src/engine/families/family.ts'
import type { PixelChange } from '../../../../src/engine/protocol/probe.ts'
import { mapProbes } from '../../support/some-probes.ts'

const prepared: PreparedImage = { tensors: {}, tokens: '<image>' }
const family = {
  modelTypes: ['stub'],
  prepareImage: () => prepared,
} as unknown as Family
const configs = { config: {}, generation: {}, imageProcessor: {}, processor: {} }

const settings = (stored: readonly string[] = []): ImageSettings => ({
  ...{ family, configs, detail: 'own', policy: parsePolicy(undefined) },
  features: {
    storageName: identity => identity,
    read: async name =>
      stored.includes(name)
        ? { image: prepared, features: { type: 'float32', dims: [1], data: new Float32Array(1) } }
        : null,
  },
  readMask: () => Promise.reject(new Error('There is no mask.')),
})

const picture = 'public/datasets/phantom-cube/PhantomBreastMR/pictures/case_06.png'
const file = { bytes: new Uint8Array(readFileSync(picture)).buffer, modified: 0 }
const makeInput = (change: PixelChange | null, path = 'd/a.png', stored: readonly string[] = []) =>
  imageInput(settings(stored), file, path, 1, change)

test.each(mapProbes)(
  'an image as it is has one name in all passes that show it, and on the way to a map',
  async probe => {
    const own = await makeInput(null)
    const map = await makeInput(probe)
    expect([map.key, map.identity]).toEqual([own.key, own.identity])
    expect(map.layout).toBeDefined()
    const again = await makeInput(probe, 'd/a.png', [own.key ?? ''])
    expect(again.features).not.toBeNull()
  },
)

test('a changed image never takes the features of the image, nor of another change', async () => {
  const changes: readonly (PixelChange | null)[] = [
    null,
    { kind: 'region', box: [20, 20, 40, 40] },
    { kind: 'region', box: [100, 100, 40, 40] },
    { kind: 'flip' },
    { kind: 'blank-image' },
    { kind: 'noise-image', seed: 1 },
  ]
  const names = (await Promise.all(changes.map(change => makeInput(change)))).map(({ identity }) => identity)
  expect(new Set(names).size).toBe(names.length)
})

test('an image at another detail never takes the features of the image at the model’s own', async () => {
  const asked: unknown[] = []
  const finer: Family = {
    ...family,
    details: { settings: ({ most }) => ({ tiles: most }), offered: () => [] },
    prepareImage: (_, { imageProcessor }) => {
      asked.push(imageProcessor)
      return prepared
    },
  }
  const at = (detail: string) =>
    imageInput({ ...settings(), family: finer, detail }, file, 'd/a.png', 1, null)
  const found = [await at('own'), await at('tiles:1'), await at('tiles:4')]
  expect(new Set(found.map(({ key }) => key)).size).toBe(3)
  expect(new Set(found.map(({ identity }) => identity)).size).toBe(3)
  expect(asked).toEqual([{}, { tiles: 1 }, { tiles: 4 }])
  await expect(
    at('side:64').then(() => imageInput({ ...settings(), detail: 'tiles:1' }, file, 'd/a.png', 1, null)),
  ).rejects.toThrow(/in one way/)
})

test('blank images of one size are encoded once', async () => {
  const [a, b] = [
    await makeInput({ kind: 'blank-image' }),
    await makeInput({ kind: 'blank-image' }, 'd/b.png'),
  ]
  expect(a.identity).toBe(b.identity)
})
