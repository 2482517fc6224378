import { expect, test } from 'vitest'
import type { ModelConfigs } from '../../../../src/engine/families/family.ts'
import { idefics3 } from '../../../../src/engine/families/idefics3.ts'
import { Random } from '../../support/random.ts'

const configs = (isSplit: boolean): ModelConfigs => ({
  config: {},
  generation: {},
  processor: { image_seq_len: 3 },
  imageProcessor: {
    size: { longest_edge: 96 },
    max_image_size: { longest_edge: 32 },
    do_image_splitting: isSplit,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
  },
})

test.each([true, false])(
  'the predicted number of tokens equals that of the prepared image (split: %s)',
  isSplit => {
    const random = new Random(5)
    for (let round = 0; round < 40; round++) {
      const [width, height] = [1 + random.below(150), 1 + random.below(150)]
      const image = { width, height, channels: 3, data: new Uint8Array(width * height * 3) } as const
      const { tokens } = idefics3.prepareImage(image, configs(isSplit))
      const told = idefics3.imageTokens?.(width, height, configs(isSplit))
      expect(told, `${width} x ${height}`).toBe(tokens.split('<image>').length - 1)
    }
  },
)
