import { expect, test } from 'vitest'
import { readLog } from '../../../../src/features/logs/data/read-log.ts'
import { manyNewlines } from '../../../unit/support/newlines.ts'

test('a log of 200 million newlines is refused', { timeout: 60_000 }, async () => {
  const log = { name: 'm_samples_t.jsonl', blob: manyNewlines }
  await expect(readLog([log])).rejects.toThrow('it has no line with a doc_id and resps')
})
