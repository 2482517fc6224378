/** `samples` in this process: one line per sample, and why rows were skipped. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile, sha256, verdicts } from '../../../../packages/pixels/test/image-files.ts'
import { main } from '../../../../src/cli/commands/samples.ts'
import { mappingJson } from '../../../../src/data/formats/mapping/write.ts'
import { inProcess } from '../../support/command.ts'
import { mappingWith } from '../../support/mapping-with.ts'

const samples = inProcess(main)
const chosen = { id: 'id', options: 'choices', images: 'image' }
/** A picture whose pixels Pillow has told. */
const picture = verdicts.find(each => 'sha256' in each && each.file.endsWith('.png'))

let folder: string
let set: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'))
  set = join(folder, 'set')
  mkdirSync(set)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('it writes a line per sample with the model’s input, and counts and writes skipped ones', async () => {
  if (!picture || picture.error !== undefined) throw new Error('There is no such picture.')
  writeFileSync(join(set, 'a.png'), imageFile(picture.file))
  const rows = [
    { id: 7, question: 'Which?', choices: ['x', 'y'], answer: 'B', image: 'a.png' },
    { id: 8, question: 'Which?', choices: ['x', 'y'], answer: 'z', image: 'a.png' },
  ]
  writeFileSync(join(set, 'rows.json'), JSON.stringify(rows))
  const [out, skipped] = [join(folder, 'out.jsonl'), join(folder, 'skipped.jsonl')]
  const mapping = join(folder, 'names.json')
  writeFileSync(mapping, JSON.stringify(mappingJson(mappingWith(chosen))))
  const given = ['--dataset', set, '--mapping', mapping, '--out', out, '--pixels', '--skipped', skipped]
  const { code, stderr } = await samples(...given)
  expect([code, stderr]).toEqual([0, expect.stringContaining('answer_not_an_option=1')])
  expect(stderr).toContain('from a file')
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
    id: '7',
    kind: 'choice',
    question: 'Which?',
    options: { A: 'x', B: 'y' },
    answer: 'B',
    images: [sha256(imageFile(picture.file))],
    task: null,
    modality: null,
    anatomy: null,
    pixels: [picture.sha256],
    width: picture.width,
    height: picture.height,
  })
  expect(JSON.parse(readFileSync(skipped, 'utf8'))).toMatchObject({
    reason: 'answer_not_an_option',
    subject: 'z',
  })
})

test('a mapping that is wrong is refused by its field', async () => {
  const mapping = join(folder, 'mapping.json')
  writeFileSync(
    mapping,
    JSON.stringify({ version: 1, name: 'x', tables: [{ question: 'question', answer: 3 }] }),
  )
  const { code, stderr } = await samples(
    '--dataset',
    folder,
    '--out',
    join(folder, 'o'),
    '--mapping',
    mapping,
  )
  expect([code, stderr]).toEqual([1, expect.stringContaining('tables[0].answer')])
})
