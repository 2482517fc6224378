/** Runs that an earlier version exported are read to the figures that were exported with them, for good. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricsSummaryJson, shortcutJson } from '../../../../src/data/export/official-files.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { probeKey } from '../../../../src/engine/probes/kind-of.ts'
import { listJudged, metricsSummary } from '../../../../src/engine/protocol/metrics.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { underOlderNames } from '../../support/older-names.ts'
import { readRunText } from '../../support/read-run.ts'
import { withoutProtocol } from '../../support/without-protocol.ts'

const golden = (name: string) => readFileSync(`test/golden/run-v1/${name}`, 'utf8')

test.each([
  [
    'run.json',
    '',
    20,
    ['option-order 1', 'option-order 2', 'option-order 3', 'blank-image', 'swapped-image #1'],
  ],
  ['choices.json', 'choices-', 18, ['noise 1 #1']],
])('%s', async (name, prefix, total, probes) => {
  const file = await readRunText(golden(name), name)
  expect(file.records).toHaveLength(total)
  expect(file.records.filter(({ status }) => status === 'failed')).toHaveLength(1)
  expect(file.skipped.map(({ reason }) => reason)).toEqual([
    'missing_image',
    'missing_image',
    'missing_options',
    'missing_required_fields',
  ])
  expect(file.findings.length).toBeGreaterThan(3)
  expect(file.badFiles).toHaveLength(1)
  expect(file.passes.map(({ run }) => run.probe && probeKey(run.probe))).toEqual(probes)
  const judged = [...listJudged(file.records)]
  expect(metricsSummaryJson(metricsSummary(judged), {})).toBe(golden(`${prefix}metrics_summary.json`))
  expect(shortcutJson(analyseShortcuts(judged, {}).report)).toBe(golden(`${prefix}shortcut.json`))
  // Nothing of it is lost when it is written again; what a part says of the whole is added to it.
  const { estimate, ...written } = JSON.parse([...serializeRun(file)].join(''))
  expect(estimate === undefined).toBe(file.records.length === file.run.dataset.counts.loaded)
  const told = { ...underOlderNames(withoutProtocol(written)), version: 1 }
  expect(told).toEqual(JSON.parse(golden(name)))
})
