import { expect, test } from 'vitest'
import { parseShard } from '../../../../src/features/shards/data/shard-file.ts'
import { manyNewlines } from '../../../unit/support/newlines.ts'

test('a shard of 200 million newlines is refused', { timeout: 60_000 }, async () => {
  const shard = new Uint8Array(await manyNewlines.arrayBuffer())
  await expect(parseShard(shard, 's.jsonl')).rejects.toThrow('s.jsonl, line 1')
})
