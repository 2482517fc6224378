/** Images prepared by each family, against its Python processor: every byte of `pixel_values`. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { readPixels } from '../../../../src/data/images/decoding.ts'
import { ownDetail } from '../../../../src/engine/base/image-detail.ts'
import { withDetail } from '../../../../src/engine/families/detail.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { readConfigs } from '../../../../src/engine/runtime/model-folder.ts'

const root = 'test/golden/families'
const jsons = ['config.json', 'preprocessor_config.json', 'processor_config.json', 'generation_config.json']

const openConfigs = (folder: string) =>
  readConfigs({
    name: folder,
    files: jsons.map(path => ({ path, size: 1 })),
    open: async path => new Blob([readFileSync(join(folder, path))]),
  })

describe.each(goldenFamilies(root))('%s', name => {
  const { cases, folder, modelType } = readGoldens(root, name)
  const family = findFamily(modelType)

  for (const { name: prompt, images, detail = ownDetail } of cases)
    for (const golden of images)
      test(`${prompt}: ${golden.name}`, async () => {
        const configs = withDetail(family, await openConfigs(folder), detail)
        const pixels = await readPixels(
          readFileSync(join(root, 'pictures', `${golden.name}.png`)),
          golden.name,
        )
        const prepared = family.prepareImage(pixels, configs, images.length)
        const values = prepared.tensors.pixel_values
        expect(values?.dims).toEqual(golden.pixel_values.shape)
        const bytes = new Uint8Array(values?.data.buffer ?? new ArrayBuffer())
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(golden.pixel_values.sha256)
        if (family.imageTokens && images.length === 1)
          expect(family.imageTokens(pixels.width, pixels.height, configs)).toBe(
            golden.features.shape.slice(0, -1).reduce((product, side) => product * side, 1),
          )
      })
})
