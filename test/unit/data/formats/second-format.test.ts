/** A format of another layout beside the others: one line a question, images in a folder beside. */

import { get, isJsonObject, parseJson, str } from '@voxelwise/python'
import { expect, test } from 'vitest'
import type { DatasetFormat } from '../../../../src/data/formats/format.ts'
import { loadWith } from '../../../../src/data/formats/load-with.ts'
import { mappedFormat } from '../../../../src/data/formats/mapped.ts'
import { medrcubeFormat } from '../../../../src/data/formats/medrcube.ts'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import { memorySource } from '../../support/memory-source.ts'

const lines: DatasetFormat = {
  id: 'lines',
  name: 'questions.jsonl and a folder of images',
  protocol: firstProtocol,
  recognises: files => files.some(({ path }) => path === 'questions.jsonl'),
  async load({ source }) {
    const text = await (await source.open('questions.jsonl')).text()
    const samples = text
      .trim()
      .split('\n')
      .map((line, index) => {
        const fields = parseJson(line)
        if (!isJsonObject(fields)) throw new Error('No object.')
        const image = `${source.name}/images/${str(get(fields, 'image'))}`
        return { index, fields, image, file: `${source.name}/questions.jsonl` }
      })
    return { samples, skipped: [], findings: [], badFiles: [], fingerprint: '0'.repeat(64) }
  },
}
const formats = [medrcubeFormat, lines, mappedFormat]

test('is recognised by its listing, and read', async () => {
  const source = memorySource('set', {
    'questions.jsonl': '{"id": 1, "question": "Which?", "image": "a.png"}\n',
    'images/a.png': 'pixels',
  })
  const loaded = await loadWith(formats, source, {})
  expect(loaded).toMatchObject({ name: 'set', format: 'lines', protocol: firstProtocol })
  expect(loaded.samples).toHaveLength(1)
  const image = loaded.samples[0]?.image ?? ''
  expect(await (await new ImageReader(source).open(image)).text()).toBe('pixels')
})

test('a split is refused if the files have none', async () => {
  const item = '[{"id": "1", "question": "Which?", "option_A": "a", "gt_answer": "a"}]'
  await expect(
    loadDataset(memorySource('set', { 'test.json': item }), { split: 'test' }),
  ).rejects.toMatchObject({
    info: { code: 'split-unknown', subject: 'set: split test' },
  })
})

test('does not take a folder that the first format recognises', async () => {
  const item = '[{"id": "1", "question": "Which?", "option_A": "a", "gt_answer": "a"}]'
  const source = memorySource('set', { 'questions.jsonl': '', 'test.json': item })
  expect((await loadWith(formats, source, {})).format).toBe('medrcube')
})

test('a folder without a known format is refused by name', async () => {
  await expect(loadDataset(memorySource('set', { 'a.txt': '' }), {})).rejects.toMatchObject({
    info: { code: 'no-test-json', subject: 'set' },
  })
})

test('nor is the folder of a model taken for questions', async () => {
  await expect(loadDataset(nodeSource('public/models/phantom-vlm'), {})).rejects.toMatchObject({
    info: { code: 'no-test-json', subject: 'phantom-vlm' },
  })
})
