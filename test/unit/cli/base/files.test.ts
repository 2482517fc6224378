import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeParts } from '../../../../src/cli/base/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* partsThatFail(error: unknown): AsyncGenerator<string> {
  yield 'first\n'
  throw error
}

test('an error while the parts are made is not blamed on the file', async () => {
  const error = new Error('The image a.jpg cannot be decoded.')
  await expect(writeParts(join(folder, 'out.jsonl'), partsThatFail(error))).rejects.toBe(error)
})

test('a file that cannot be written is named', async () => {
  await expect(writeParts(join(folder, 'out.jsonl', 'below'), ['a'])).rejects.toMatchObject({
    info: { subject: join(folder, 'out.jsonl', 'below') },
  })
  await expect(writeParts(folder, ['a'])).rejects.toMatchObject({ info: { subject: folder } })
})

test('parts are written in their order', async () => {
  await writeParts(join(folder, 'new', 'parts.txt'), ['a', 'b'])
  expect(readFileSync(join(folder, 'new', 'parts.txt'), 'utf8')).toBe('ab')
})
