/** Twelve folders in the layouts of published benchmarks: each is read by its preset. */
import { expect, test } from 'vitest'
import { benchmarkFolders, expectedLines, readBenchmark } from '../../../support/benchmark-folders.ts'

/** That of each preset. */
const protocols: Readonly<Record<string, string>> = {
  'csv-pmc-vqa': 'medevalkit',
  'hf-medframeqa': 'medevalkit',
  'hf-mmmu': 'mmmu',
  'hf-vqa-rad': 'medevalkit',
  'json-med-cmr': 'med-cmr',
  'json-medbookvqa': 'direct',
  'json-omnimedvqa': 'medevalkit',
  'json-slake': 'medevalkit',
  'jsonl-drvd': 'direct',
  'jsonl-medxpertqa': 'medevalkit',
  'vlmevalkit-tsv': 'vlmevalkit',
}

/** A table of somebody's own, which no preset fits. */
const withoutPreset = 'vlmevalkit-local'

test.each(benchmarkFolders.filter(name => name !== withoutPreset))('%s', async name => {
  const { loaded, lines, ids } = await readBenchmark(name, {})
  expect(lines).toEqual(expectedLines(name))
  expect(loaded).toMatchObject({ skipped: [], badFiles: [] })
  expect(loaded.protocol.id).toBe(protocols[name])
  expect(ids).toBe(lines.length)
})
