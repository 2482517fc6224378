/** Occlusion maps of a stub decoder whose guilty block is known. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { blankLike, type Pixels } from '@voxelwise/pixels'
import { spearman } from '@voxelwise/statistics'
import { describe, expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../src/cli/base/family-goldens.ts'
import { getOrMake } from '../../../src/engine/base/grouping.ts'
import type { Family, ModelConfigs, PreparedImage } from '../../../src/engine/families/family.ts'
import { findFamily } from '../../../src/engine/families/registry.ts'
import { tokenPlaces } from '../../../src/engine/families/token-places.ts'
import type { Occlusion } from '../../../src/engine/protocol/occlusion.ts'
import { readConfigs } from '../../../src/engine/runtime/model-folder.ts'
import type { OcclusionModel } from '../../../src/engine/runtime/occlusion-task.ts'
import { sideFor, withoutBlocks } from '../../../src/features/occlusion/engine/blocks.ts'
import { explains } from '../../../src/features/occlusion/engine/measure.ts'
import { occlude } from '../../../src/features/occlusion/engine/occlude.ts'

const root = 'test/golden/families'
const jsons = ['config.json', 'preprocessor_config.json', 'processor_config.json', 'generation_config.json']
const size = { width: 200, height: 160 }

const openConfigs = (folder: string) =>
  readConfigs({
    name: folder,
    files: jsons.map(path => ({ path, size: 1 })),
    open: async path => new Blob([readFileSync(join(folder, path))]),
  })

/** Grey, with one block that is bright. */
function drawn(guilty: number, side: number): Pixels {
  const dots = Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => 255 * (at % 2))
  const painted = withoutBlocks({ ...size, channels: 3, data: dots }, [guilty], side)
  return { ...painted, data: painted.data.map((value, at) => (value === dots[at] ? 90 : 250)) }
}

/** An encoder whose features are the brightness of each token's cell, read from the prepared pixels. */
function brightness({ tensors, grid }: PreparedImage, pixels: Pixels, tokens: number): Float32Array {
  const meanWithin = (from: (y: number, x: number) => number, box: readonly number[]): number => {
    const [top = 0, bottom = 0, left = 0, right = 0] = box
    let sum = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += from(y, x)
    return sum / ((bottom - top) * (right - left))
  }
  const listCells = (rows: number, columns: number, height: number, width: number) =>
    Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns]
      return [
        ...[Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)],
        ...[Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns)],
      ]
    })
  if (grid) {
    const { width, height, data } = pixels
    return Float32Array.from(
      listCells(...grid, height, width).map(box =>
        meanWithin((y, x) => (data[(y * width + x) * 3] ?? 0) / 255, box),
      ),
    )
  }
  const { dims = [], data = new Float32Array() } = tensors.pixel_values ?? {}
  const [height = 1, width = 1] = dims.slice(-2)
  const tiles = dims.slice(0, -3).reduce((product, side) => product * side, 1)
  const rows = Math.round(Math.sqrt((tokens / tiles) * (height / width)))
  return Float32Array.from(
    Array.from({ length: tiles }, (_, tile) => tile * 3 * height * width).flatMap(offset =>
      listCells(rows, tokens / tiles / rows, height, width).map(box =>
        meanWithin((y, x) => Number(data[offset + y * width + x]), box),
      ),
    ),
  )
}

/** Log-odds of A against B: `a` times the mean brightness of the tokens, and `b` whatever the image. */
function stub(pixels: () => Pixels, tokens: number, a: number, b: number): OcclusionModel {
  const tensor = (data: Float32Array, dims: readonly number[]) => ({ data, dims }) as unknown as Tensor
  return {
    decoderInputs: () => ({}),
    encodeImage: async image => tensor(brightness(image, pixels(), tokens), [1, tokens, 1]),
    featureRows: async features => features.data as Float32Array,
    joinFeatures: ([only]) => only ?? null,
    logits: async (_ids, _past, _length, features) => {
      const values = features?.data as Float32Array
      return Float32Array.of(a * (values.reduce((sum, value) => sum + value, 0) / tokens) + b, 0)
    },
    spellings: () =>
      new Map([
        ['A', [0]],
        ['B', [1]],
      ]),
    tensor: ({ data, dims }) => tensor(data as Float32Array, dims),
  }
}

const steps = { next: async () => {}, now: () => 0 }

/** Kept for each configuration: all of these images have one size. */
const knownPlaces = new Map<ModelConfigs, ReturnType<typeof placesIn>>()
const findPlaces = (family: Family, configs: ModelConfigs) =>
  getOrMake(knownPlaces, configs, () => placesIn(family, configs))

function placesIn(family: Family, configs: ModelConfigs) {
  const tokens = family.imageTokens?.(size.width, size.height, configs) ?? 0
  return { tokens, places: tokenPlaces(family, configs, size, tokens, 1) }
}

async function drawMap(
  family: Family,
  configs: ModelConfigs,
  guilty: number,
  [a, b]: readonly [number, number],
  isChecked = false,
): Promise<Occlusion> {
  const { tokens, places } = findPlaces(family, configs)
  const own = drawn(guilty, sideFor(places) ?? 2)
  let shown = own
  const image = family.prepareImage(own, configs)
  const model = stub(() => shown, tokens, a, b)
  return occlude(model, {
    prompt: { index: 0, text: '', images: [0], ids: [1], answers: ['A', 'B'] },
    image,
    features: await model.encodeImage(image),
    layout: { size: [size.width, size.height], places },
    painted: async (removed, side) => {
      shown = removed === 'blank' ? blankLike(own) : withoutBlocks(own, removed, side)
      const painted = family.prepareImage(shown, configs)
      // As where an earlier run has kept the features of a blank image.
      const isKept = removed === 'blank'
      const data = new Float32Array(brightness(painted, shown, tokens))
      const features = isKept ? ({ type: 'float32', dims: [1, tokens, 1], data } as const) : null
      return { image: isKept ? { ...painted, tensors: {} } : painted, features }
    },
    isChecked,
    seed: 1,
    steps: steps as never,
  })
}

const findPeak = ({ drops }: { readonly drops: readonly number[] }): number =>
  drops.indexOf(Math.max(...drops))

/** Their tokens are no grid of the pixels that the encoder gets. */
const withoutPlaces = ['gemma4', 'lfm2_vl', 'llava_onevision']

describe.each(goldenFamilies(root).filter(name => !withoutPlaces.includes(name)))('%s', name => {
  const { folder, modelType } = readGoldens(root, name)
  const family = findFamily(modelType)

  test('the block that decides the answer is the peak of the map, wherever it lies', async () => {
    const configs = await openConfigs(folder)
    const side = sideFor(findPlaces(family, configs).places) ?? 0
    expect(side).toBeGreaterThanOrEqual(2)
    for (let guilty = 0; guilty < side ** 2; guilty++) {
      const { tokens } = await drawMap(family, configs, guilty, [1, 5])
      expect(findPeak(tokens), `block ${guilty}`).toBe(guilty)
    }
  })
})

const idefics = async () => {
  const { folder, modelType } = readGoldens(root, 'idefics3')
  return [findFamily(modelType), await openConfigs(folder)] as const
}

test('a decoder that reads only the words has an even map, and no block changes its answer', async () => {
  const { tokens, pixels } = await drawMap(...(await idefics()), 5, [0, 2], true)
  for (const map of [tokens, pixels]) {
    for (const drop of map?.drops ?? []) expect(Math.abs(drop)).toBeLessThan(1e-6)
    expect(map?.flips).toEqual([])
  }
})

test('the check is passed by the map of a decoder that is a sum over its tokens', async () => {
  const { tokens, pixels, curves } = await drawMap(...(await idefics()), 2, [6, 4], true)
  expect(findPeak(pixels ?? tokens)).toBe(2)
  expect(spearman(tokens.drops, pixels?.drops ?? [])?.rho).toBeGreaterThan(0.5)
  expect(curves?.randomDeletions).toHaveLength(20)
  expect(curves && explains(curves)).toBe(true)
  expect(curves?.insertion).toBeGreaterThan(curves?.deletion ?? 1)
})

test.each(withoutPlaces)('a model whose tokens have no known places is refused by name: %s', async name => {
  const { folder, modelType } = readGoldens(root, name)
  await expect(drawMap(findFamily(modelType), await openConfigs(folder), 0, [1, 0])).rejects.toThrow(
    expect.objectContaining({
      info: expect.objectContaining({ code: 'model-unsupported', subject: 'occlusion map' }),
    }),
  )
})
