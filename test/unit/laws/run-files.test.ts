/** A law over the registry of probes and that of protocols: whatever the engine records of a pass, run.json gives back. */

import { describe, expect, test } from 'vitest'
import { newPass } from '../../../src/app/run/new-run.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { probeKey } from '../../../src/engine/probes/kind-of.ts'
import { probeKinds } from '../../../src/engine/probes/kinds/registry.ts'
import { allProbes, passTotals } from '../../../src/engine/probes/passes.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { lawRecords, lawRun } from '../support/law-runs.ts'
import { askingProtocols, chooseLawSamples } from '../support/law-samples.ts'
import { readBack } from '../support/read-run.ts'
import { drawSome } from '../support/rounds.ts'
import { expectSame } from '../support/same.ts'
import { isThere } from '../support/some-probes.ts'

/** One strength of each corruption: another changes a number only. */
const probes = allProbes.filter(probe => probe.kind !== 'corruption' || probe.strength === 1)

test('every probe asks something of the samples of these laws', () => {
  let unasked = allProbes.filter(isThere)
  for (const protocol of askingProtocols) {
    const samples = chooseLawSamples(protocol)
    const totals = passTotals(unasked, samples, lawRun(samples, protocol).settings, [])
    unasked = unasked.filter((_, i) => totals[i] === 0)
  }
  expect(unasked.map(probeKey)).toEqual([])
  expect(new Set(allProbes.map(({ kind }) => kind))).toEqual(new Set(probeKinds.map(({ kind }) => kind)))
})

/** Each protocol has a part of the many corruptions, which differ in name and number only. */
const chooseProbes = (protocol: number) =>
  probes.filter(({ kind }, i) => kind !== 'corruption' || i % 8 === protocol % 8)

describe.each(
  drawSome(
    askingProtocols.map(
      (protocol, i) => [`${protocol.id} ${protocol.version}`, protocol, chooseProbes(i)] as const,
    ),
    3,
  ),
)('of %s', (_, protocol, probes) => {
  const samples = chooseLawSamples(protocol)

  const makePass = (run: Run, probe: Probe) => {
    const [total = 0] = passTotals([probe], samples, run.settings, [])
    const pass: Run = { ...newPass(run, probe, total, run.environment, null), state: 'done' }
    return { run: pass, records: lawRecords(pass, samples) }
  }

  test('every pass is read back from run.json', async () => {
    const run = lawRun(samples, protocol)
    const passes = probes.map(probe => makePass(run, probe)).filter(({ records }) => records.length > 0)
    const written = { run, records: lawRecords(run, samples), passes }
    const { run: own, records, passes: read } = await readBack(serializeRun(written))
    expectSame({ run: own, records, passes: read }, written)
  })
})
