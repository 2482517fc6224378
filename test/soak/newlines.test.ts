/** A file of newlines costs no more than one of text. */

import { expect, test } from 'vitest'
import { blobByteFile } from '../../src/data/containers/bytes.ts'
import { beginsWithResponse, responsesById } from '../../src/data/formats/response-lines.ts'
import { manyNewlines } from '../unit/support/newlines.ts'

test('answers of 200 million newlines are read as they are', { timeout: 60_000 }, async () => {
  const answers = blobByteFile('a.jsonl', new Blob([manyNewlines, '{"id":1,"response":"A"}\n?']))
  expect(await beginsWithResponse(answers)).toBe(true)
  await expect(responsesById(answers)).rejects.toThrow('a.jsonl:200000002')
})
