/** The pictures in each family's inputs are the image: resized, padded and cut, with its colours where they were. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { colourRange, seenPictures } from '../../../../src/engine/families/seen.ts'
import { readConfigs } from '../../../../src/engine/runtime/model-folder.ts'

const root = 'test/golden/families'
const jsons = ['config.json', 'preprocessor_config.json', 'processor_config.json', 'generation_config.json']
const blue = 90

/** Redder to the right, greener to the bottom, and as blue everywhere. */
const [width, height] = [120, 80]
const image = {
  ...{ width, height, channels: 3 as const },
  data: Uint8Array.from({ length: 3 * width * height }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    return [2 * x, 3 * y, blue][at % 3] as number
  }),
}

test.each(goldenFamilies(root))('%s', async name => {
  const { folder, modelType } = readGoldens(root, name)
  const family = findFamily(modelType)
  const configs = await readConfigs({
    name: folder,
    files: jsons.map(path => ({ path, size: 1 })),
    open: async path => new Blob([readFileSync(join(folder, path))]),
  })
  const pictures = seenPictures(family.prepareImage(image, configs), configs, colourRange(family, configs))
  expect(pictures.length).toBeGreaterThan(0)
  let shown = 0
  for (const { width, height, data } of pictures) {
    expect(data).toHaveLength(3 * width * height)
    const colour = (x: number, y: number) => [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)]
    const isImage = (x: number, y: number) => Math.abs((colour(x, y)[2] ?? 0) - blue) <= 1
    for (let y = 1; y < height; y++)
      for (let x = 1; x < width; x++) {
        if (!isImage(x, y)) continue
        shown++
        // One more where a filter rings.
        if (isImage(x - 1, y) && (colour(x, y)[0] ?? 0) < (colour(x - 1, y)[0] ?? 0) - 1)
          expect.fail(`less red at ${x}, ${y} of ${width} x ${height}`)
        if (isImage(x, y - 1) && (colour(x, y)[1] ?? 0) < (colour(x, y - 1)[1] ?? 0) - 1)
          expect.fail(`less green at ${x}, ${y} of ${width} x ${height}`)
      }
  }
  const all = pictures.reduce((sum, one) => sum + one.width * one.height, 0)
  expect(shown / all).toBeGreaterThan(0.5)
})
