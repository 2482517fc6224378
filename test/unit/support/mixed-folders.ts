import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mixedDtype } from '../../../src/engine/protocol/mixed-precision.ts'

const families = 'test/golden/families'
const mixed = 'test/golden/mixed'

export const mixedFamilies = ['smolvlm', 'qwen2_vl', 'llava'] as const

/** Embeddings in 16 bits, the image encoder in 32, the decoder in 4. */
export const publishedMixture = mixedDtype('q4', { embed_tokens: 'fp16', vision_encoder: 'fp32' })

/**
 * A folder of model folders that hold that mixture and no precision whole, with what PyTorch answers by the same weights
 * (tools/families/mixed.py), and the pictures of the cases.
 */
export function mixedFolders(): string {
  const root = mkdtempSync(join(tmpdir(), 'voxelwise-mixed-'))
  cpSync(join(families, 'pictures'), join(root, 'pictures'), { recursive: true })
  for (const family of mixedFamilies) {
    cpSync(join(families, family), join(root, family), {
      recursive: true,
      filter: path => !/(?<!vision_encoder)\.onnx$/.test(path),
    })
    cpSync(join(mixed, family), join(root, family), { recursive: true })
  }
  return root
}
