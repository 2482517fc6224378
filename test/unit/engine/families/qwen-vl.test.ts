import { expect, test } from 'vitest'
import { glmOcr } from '../../../../src/engine/families/qwen-vl.ts'

const imageProcessor = {
  patch_size: 14,
  merge_size: 2,
  temporal_patch_size: 2,
  size: { shortest_edge: 12544, longest_edge: 1204224 },
}

// By `smart_resize` of Python's image_processing_pil_glm46v.
test.each([
  [20, 40, 8],
  [30, 31, 9],
  [4, 198, 50],
  [504, 297, 198],
  [1476, 3994, 720],
  [4029, 3001, 736],
])('an image of %i x %i has as many tokens as in Python: %i', (width, height, tokens) => {
  expect(
    glmOcr.imageTokens?.(width, height, { config: {}, generation: {}, processor: {}, imageProcessor }),
  ).toBe(tokens)
})
