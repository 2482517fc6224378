/** Image details: which a family's processor can be asked for, and that the rest of the settings stays. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { readPixels } from '../../../../src/data/images/decoding.ts'
import { isDetail, ownDetail, readDetail } from '../../../../src/engine/base/image-detail.ts'
import { detailChoices, withDetail } from '../../../../src/engine/families/detail.ts'
import type { ModelConfigs } from '../../../../src/engine/families/family.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'

const root = 'test/golden/families'

/** What Python's processor made of a picture (tools/golden/image_details.py). */
interface GoldenDetail {
  readonly family: string
  readonly detail: string
  readonly picture: string
  readonly shape: readonly number[]
  readonly sha256: string
  readonly tokens: number
}

const readConfigFiles = (name: string): ModelConfigs => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, name, file), 'utf8'))
  return {
    config: read('config.json'),
    imageProcessor: read('preprocessor_config.json'),
    processor: read('processor_config.json'),
    generation: {},
  }
}

test('a detail is a measure and a number in its range, or the model’s own', () => {
  expect(readDetail('side:1024')).toEqual({ measure: 'side', most: 1024 })
  for (const text of [
    'own',
    'tiles',
    'tiles:0',
    'tiles:1.5',
    'tiles:257',
    'side:8193',
    'toString:1',
    'tiles: 1',
    '',
  ])
    expect(readDetail(text), text).toBeNull()
  expect(isDetail(ownDetail)).toBe(true)
})

/** How often the token of images stands in their text: the most frequent one, whatever the family calls it. */
function countImageTokens(text: string): number {
  const tokens = text.match(/<[^<>]+>|\[\w+\]/g) ?? []
  return Math.max(...[...new Set(tokens)].map(token => tokens.filter(other => other === token).length))
}

describe.each(goldenFamilies(root))('%s', name => {
  const configs = readConfigFiles(name)
  const family = findFamily(readGoldens(root, name).modelType)
  const sizes = [
    [96, 96],
    [200, 60],
    [50, 150],
    [640, 480],
  ] as const

  test('the model’s own detail changes nothing', () => {
    expect(detailChoices(family, configs)[0]).toBe(ownDetail)
    expect(withDetail(family, configs, ownDetail)).toBe(configs)
  })

  test('offered details are ordered by their tokens, and each shows some size otherwise than the model’s own', () => {
    const tokensAt = (detail: string) =>
      sizes.map(
        ([width, height]) => family.imageTokens?.(width, height, withDetail(family, configs, detail)) ?? 0,
      )
    const offered = detailChoices(family, configs).slice(1)
    const sums = offered.map(detail => tokensAt(detail).reduce((sum, tokens) => sum + tokens, 0))
    expect(sums).toEqual([...sums].sort((a, b) => a - b))
    for (const detail of offered) expect(tokensAt(detail), detail).not.toEqual(tokensAt(ownDetail))
  })

  test('prepared images have the tokens that are told of each detail', () => {
    for (const detail of detailChoices(family, configs))
      for (const [width, height] of sizes) {
        const shown = withDetail(family, configs, detail)
        const image = { width, height, channels: 3, data: new Uint8Array(3 * width * height) } as const
        const { tokens } = family.prepareImage(image, shown)
        expect(countImageTokens(tokens), `${detail} ${width} x ${height}`).toBe(
          family.imageTokens?.(width, height, shown),
        )
      }
  })

  test('what it cannot be asked for is refused by name', () => {
    for (const detail of ['tiles:3', 'side:64', 'pixels:1600'])
      if (family.details?.settings(readDetail(detail) as never, configs) == null)
        expect(() => withDetail(family, configs, detail), detail).toThrow(/image detail|in one way/)
  })
})

describe('families whose goldens are of their processors alone', () => {
  const { settings, rows } = JSON.parse(readFileSync('test/golden/image-details.json', 'utf8'))

  test.each(rows as readonly GoldenDetail[])('$family, $detail: $picture', async row => {
    // Hulu-Med is read as the model that it is made of.
    const modelType = row.family === 'hulu_med' ? 'video_llama_3' : row.family
    const configs: ModelConfigs = {
      config: { model_type: modelType },
      generation: {},
      processor: { image_seq_length: 4 },
      imageProcessor: settings[row.family],
    }
    const family = findFamily(modelType)
    const shown = withDetail(family, configs, row.detail)
    const pixels = await readPixels(readFileSync(join(root, 'pictures', `${row.picture}.png`)), row.picture)
    const values = family.prepareImage(pixels, shown).tensors.pixel_values
    expect(values?.dims).toEqual(row.shape)
    const bytes = new Uint8Array(values?.data.buffer ?? new ArrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
    expect(family.imageTokens?.(pixels.width, pixels.height, shown)).toBe(row.tokens)
  })
})
