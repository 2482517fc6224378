/** A tiny Hulu-Med as its authors publish it: every byte of its pixels, and every token, against its authors' way of making them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as transformers from '@huggingface/transformers'
import { expect, test } from 'vitest'
import { readGoldens } from '../../../src/cli/base/family-goldens.ts'
import { readPixels } from '../../../src/data/images/decoding.ts'
import { summariseModel } from '../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { findFamily } from '../../../src/engine/families/registry.ts'
import { plainTurn } from '../../../src/engine/protocol/turns.ts'
import { readConfigs } from '../../../src/engine/runtime/model-folder.ts'
import { PromptEncoder } from '../../../src/engine/runtime/prompt-encoder.ts'

const { cases, folder: path, parameters } = readGoldens('test/golden/checkpoints', 'hulu-med')
const family = findFamily('video_llama_3')
const folder = await nodeModelFolder(path)
const configs = await readConfigs(folder)
const encoder = await PromptEncoder.load(transformers, folder, family, configs, {})

test.each(cases)('prompt $name', async ({ images, text, turns, input_ids }) => {
  const tokens: string[] = []
  for (const { name, pixel_values } of images) {
    const file = `test/golden/families/pictures/${name}.png`
    const prepared = family.prepareImage(await readPixels(readFileSync(file), name), configs, images.length)
    const values = prepared.tensors.pixel_values
    expect(values?.dims).toEqual(pixel_values.shape)
    const bytes = new Uint8Array(values?.data.buffer ?? new ArrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(pixel_values.sha256)
    tokens.push(prepared.tokens)
  }
  expect(encoder.ids(turns ?? plainTurn(text, images.length), tokens)).toEqual(input_ids)
})

test('every tensor has its place in a graph, and counts once', async () => {
  const overview = await summariseModel(folder, 'directory', { webgpu: null, streams: true }, 1)
  expect(overview).toMatchObject({ problems: [], parameters: { count: parameters, exact: true } })
  expect(readFileSync(join(path, 'config.json'), 'utf8')).toContain('HulumedQwen3ForCausalLM')
})
