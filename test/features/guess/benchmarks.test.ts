/** Published benchmarks are read alike without their presets. */
import { expect, test } from 'vitest'
import { benchmarkFolders, expectedLines, readBenchmark } from '../../unit/support/benchmark-folders.ts'

test.each(benchmarkFolders)('%s', async name => {
  const { loaded, lines, ids } = await readBenchmark(name, { presets: false })
  expect(lines).toEqual(expectedLines(name))
  expect(loaded).toMatchObject({ skipped: [], badFiles: [] })
  expect(loaded.protocol.id).toBe('direct')
  expect(ids).toBe(lines.length)
})
