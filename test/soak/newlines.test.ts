/** A file of newlines costs no more than one of text. */

import { expect, test } from 'vitest'
import { blobByteFile } from '../../src/data/containers/bytes.ts'
import { beginsWithResponse, responsesById } from '../../src/data/formats/response-lines.ts'
import { readLog } from '../../src/features/logs/data/read-log.ts'
import { parseShard } from '../../src/features/shards/data/shard-file.ts'

/** More newlines than an array can have lines. */
const newlines = new Blob(Array.from({ length: 50 }, () => new Uint8Array(4_000_000).fill(10)))

test('a log, answers and a shard of 200 million newlines are refused or read as they are', {
  timeout: 60_000,
}, async () => {
  const log = { name: 'm_samples_t.jsonl', blob: newlines }
  await expect(readLog([log])).rejects.toThrow('it has no line with a doc_id and resps')
  const answers = blobByteFile('a.jsonl', new Blob([newlines, '{"id":1,"response":"A"}\n?']))
  expect(await beginsWithResponse(answers)).toBe(true)
  await expect(responsesById(answers)).rejects.toThrow('a.jsonl:200000002')
  const shard = new Uint8Array(await newlines.arrayBuffer())
  await expect(parseShard(shard, 's.jsonl')).rejects.toThrow('s.jsonl, line 1')
})
