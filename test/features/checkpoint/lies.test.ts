/** A config.json that lies: the message names the setting or the tensor. `npm run fuzz` tries every setting. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'

type Json = Record<string, unknown>

const source = 'test/golden/checkpoints/hulu-med'
const original: Json = JSON.parse(await readFile(join(source, 'config.json'), 'utf8'))

const changed = (fields: Json, [name = '', ...rest]: readonly string[], value: unknown): Json => ({
  ...fields,
  [name]: rest.length === 0 ? value : changed(fields[name] as Json, rest, value),
})

async function copy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lies-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(source, folder, { recursive: true })
  return folder
}

const openedWith = async (folder: string, config: Json): Promise<unknown> => {
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  return nodeModelFolder(folder).then(
    () => null,
    (error: unknown) => error,
  )
}

test.each([
  [['num_key_value_heads'], 3, /num_key_value_heads/],
  [['vision_encoder_config', 'num_attention_heads'], 3, /num_attention_heads/],
  [['hidden_size'], 64, /model\.safetensors: .*\.weight/],
  [['layer_types'], ['full_attention'], /layer_types/],
  [['head_dim'], 15, /head_dim/],
  [['vision_encoder_config', 'num_hidden_layers'], 4, /layers\.3\.\w+\.(?:weight|bias)/],
])('%j as %j is named', async (path, lie, subject) => {
  const folder = await copy()
  expect(await openedWith(folder, changed(original, path, lie))).toMatchObject({
    info: { subject: expect.stringMatching(subject) },
  })
})

test('a checkpoint without its output matrix says so, unless the word embedding may be one', async () => {
  const folder = await copy()
  const file = join(folder, 'model.safetensors')
  const bytes = await readFile(file)
  // Under the name of a tensor that no graph needs it is not there.
  bytes.write('"a.position_ids"', bytes.indexOf('"lm_head.weight"'))
  await writeFile(file, bytes)
  expect(await openedWith(folder, { ...original, tie_word_embeddings: false })).toMatchObject({
    info: { code: 'model-file-missing', subject: expect.stringContaining('lm_head.weight') },
  })
  expect(await openedWith(folder, { ...original, tie_word_embeddings: true })).toBeNull()
})
