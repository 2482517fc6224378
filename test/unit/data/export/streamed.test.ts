/** What is written a chunk of records at a time is, to the byte, what is written of all at once. */

import { expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { metricsSummaryJson, shortcutJson } from '../../../../src/data/export/official-files.ts'
import { resultsJson } from '../../../../src/data/export/results.ts'
import { type RunFile, type RunPass, serializeRun } from '../../../../src/data/export/run-file.ts'
import type { StoredRuns } from '../../../../src/data/export/stored-runs.ts'
import { inPortions, textBlob } from '../../../../src/data/export/text-file.ts'
import { listJudged, metricsSummary } from '../../../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { Random } from '../../support/random.ts'
import { answered, failed, someRun } from '../../support/records.ts'
import { rounds } from '../../support/rounds.ts'

/** Runs in memory, their records in chunks of random sizes, empty ones too. */
function stored(
  whole: Omit<RunFile, 'findings' | 'skipped' | 'badFiles'>,
  below: (n: number) => number,
): StoredRuns {
  const parts: RunPass[] = [whole, ...whole.passes]
  const findPart = (id: string): RunPass => parts.find(({ run }) => run.id === id) ?? whole
  return {
    run: async id => findPart(id).run,
    runs: async () => parts.toReversed(),
    load: async () => ({ skipped: [], findings: [], badFiles: [] }),
    regions: async () => whole.regions ?? [],
    countRecords: async id => findPart(id).records.length,
    async *records(id) {
      const { records } = findPart(id)
      for (let at = 0; at < records.length; ) {
        const size = below(4)
        yield records.slice(at, at + size)
        at += size
      }
    },
  }
}

const words = ['CT', 'MRI', 'Disease Diagnosis', 'Organ Recognition', '"\n\u2028é', '\ud800', '']

test('the files of a stored run are those of all its records', async () => {
  const random = new Random(20261122)
  const below = (n: number): number => random.below(n)
  const word = () => words[below(words.length)] ?? ''
  const someRecords = (run: string): RunRecord[] =>
    Array.from({ length: below(12) }, (_, index) => {
      const fields = {
        id: below(3) === 0 ? below(4) : `s${below(6)}`,
        task: word(),
        modality: word(),
        image_path: below(4) === 0 ? null : `data/${below(3)}.png`,
        question: word(),
        gt_answer: 'A',
      }
      const record =
        below(4) === 0 ? failed(index, fields) : answered(index, fields, { correct: below(2) === 0 })
      return { ...record, run }
    })
  for (let round = 0; round < rounds(400); round++) {
    const passes = Array.from({ length: below(3) }, (_, i): RunPass => {
      const run = {
        ...someRun,
        id: `p${i}`,
        parent: 'r',
        probe: { kind: 'option-order', shift: i + 1 } as const,
      }
      return { run, records: someRecords(run.id) }
    })
    const regions = Array.from({ length: below(3) }, (_, i) => [i, 1, 2, 3, 4] as const)
    const whole = { run: someRun, records: someRecords('r'), regions, passes }
    const store = stored(whole, below)
    const text = async (name: Parameters<typeof exportRun>[2]) =>
      (await exportRun(store, 'r', name, {})).text()
    // As a Blob writes lone surrogates.
    const asFile = (parts: Iterable<string>) => new Blob([[...parts].join('')]).text()
    expect(await text('run.json')).toBe(await asFile(serializeRun(whole)))
    expect(await text('results.json')).toBe(await asFile(resultsJson(whole.records, medrcube)))
    expect(await text('metrics_summary.json')).toBe(
      await asFile([metricsSummaryJson(metricsSummary(listJudged(whole.records)), {})]),
    )
    expect(await text('shortcut.json')).toBe(
      await asFile([shortcutJson(analyseShortcuts(listJudged(whole.records), {}).report)]),
    )
  }
})

test('long text is written in portions, unchanged', async () => {
  async function* parts() {
    for (let i = 0; i < 50; i++) yield `${i}${'ä'.repeat(200_000)}`
  }
  const portions: string[] = []
  for await (const portion of inPortions(parts())) portions.push(portion)
  expect(portions).toHaveLength(3)
  expect(await (await textBlob(parts(), 'text/plain')).text()).toBe(portions.join(''))
})
