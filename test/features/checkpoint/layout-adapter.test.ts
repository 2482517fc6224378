/** LoRA adapters of models in their authors' layouts: an adapter has the authors' names. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { sessionFile } from '../../../src/engine/model/layout.ts'
import { writeAdapter } from '../../unit/support/safetensors.ts'

const model = 'test/golden/checkpoints/hulu-med'

async function adapted(modules: readonly string[]) {
  const adapter = await mkdtemp(join(tmpdir(), 'adapter-'))
  onTestFinished(() => rm(adapter, { recursive: true }))
  writeAdapter(adapter, modules)
  return nodeModelFolder(model, adapter)
}

test.each([
  ['vision_encoder', ['model.mm_projector.readout.0', 'model.mm_projector.readout.2']],
  ['vision_encoder', ['model.vision_encoder.encoder.layers.1.self_attn.q_proj']],
  ['decoder_model_merged', ['model.layers.0.self_attn.k_proj']],
])('of Hulu-Med changes its %s: %o', async (session, modules) => {
  const [plain, changed] = [await nodeModelFolder(model), await adapted(modules)]
  expect(changed.adapter).toMatchObject({ changes: modules.length })
  for (const one of ['vision_encoder', 'decoder_model_merged']) {
    const [expected, found] = await Promise.all(
      [plain, changed].map(async folder => {
        const data = await folder.open(`${sessionFile(one, 'fp32')}_data`)
        return Buffer.from(await data.arrayBuffer())
      }),
    )
    expect(found?.equals(expected ?? Buffer.alloc(0))).toBe(one !== session)
  }
})

test('a module that the model lacks is named as the adapter names it', async () => {
  await expect(adapted(['model.mm_projector.readout.4'])).rejects.toMatchObject({
    info: { subject: expect.stringContaining('model.mm_projector.readout.4.lora_A.weight') },
  })
})
