/** What stored runs depend on never changes: the keys of probes, their names, what each shows, and run.json with every pass. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newPass } from '../../../src/app/run/new-run.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { sha256 } from '../../../src/engine/base/sha256.ts'
import { probeKey } from '../../../src/engine/probes/kind-of.ts'
import { listProbes } from '../../../src/engine/probes/list.ts'
import { mayAsk } from '../../../src/engine/probes/own-sample.ts'
import { allProbes, passPlace, passTotals } from '../../../src/engine/probes/passes.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { probeName } from '../../../src/engine/probes/probe-names.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { lawRecords, lawRun } from '../support/law-runs.ts'
import { askingProtocols, chooseLawSamples } from '../support/law-samples.ts'
import { isThere } from '../support/some-probes.ts'

/** A line of a golden: what stands before and after its first bars. A new kind of probe adds none. */
const readLines = (name: string): readonly (readonly string[])[] =>
  readFileSync(`test/golden/probes/${name}.txt`, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(' | '))

const readProbe = ([json = '']: readonly string[]): Probe => JSON.parse(json)
const all = readLines('keys')
const golden = all.filter(line => isThere(readProbe(line)))
const probes = golden.map(readProbe)
const keys = new Set(probes.map(probeKey))

/** Lines that begin with the key of a probe, of those that are there. */
const linesByKey = (name: string) => readLines(name).filter(([key = '']) => keys.has(key))

const shortDigest = (text: string): Promise<string> =>
  sha256(new TextEncoder().encode(text)).then(digest => digest.slice(0, 16))

/** What a probe makes of the samples of a protocol. */
function shownBy(probe: Probe, protocol: (typeof askingProtocols)[number]) {
  const samples = chooseLawSamples(protocol)
  const perturbation = new Perturbation(probe, samples, protocol)
  const group = { images: ['x/a.png'], samples: samples.map(({ index }) => index) }
  const isAsked = (index: number) => perturbation.asks(samples.find(one => one.index === index) as never)
  return [
    samples.map(sample => [
      perturbation.asks(sample),
      perturbation.fields(sample),
      perturbation.images(listImages(sample), sample.index),
      perturbation.shown(sample),
      perturbation.swappedRight(sample),
      perturbation.checksMap(sample.index),
      perturbation.protocol.answerKind(sample.fields),
      mayAsk(probe, sample, protocol),
    ]),
    perturbation.groups([group as never], isAsked),
  ]
}

/** One strength of each corruption: another changes a number only. */
const shownProbes = probes.filter(probe => !('strength' in probe) || probe.strength === 1)
const protocols = askingProtocols.filter(({ id, version }) =>
  ['medrcube 1', 'direct 2', 'mmmu 1', 'cxreasonbench 1'].includes(`${id} ${version}`),
)

test('the keys, names and order of 200 probes', () => {
  expect(all.length).toBeGreaterThanOrEqual(200)
  const now = probes.map(probe => [
    JSON.stringify(probe),
    probeKey(probe),
    probeName(probe),
    listProbes([probe]),
  ])
  expect(now).toEqual(golden)
  const choices = new Set(allProbes.map(probeKey))
  const chosen = probes.filter(probe => choices.has(probeKey(probe)))
  expect([...chosen].sort((a, b) => passPlace(a) - passPlace(b))).toEqual(chosen)
})

test.each(protocols.map(protocol => [protocol.id, protocol] as const))(
  'what each shows of %s',
  async (id, protocol) => {
    const now = shownProbes.map(async probe => [
      probeKey(probe),
      await shortDigest(JSON.stringify(shownBy(probe, protocol))),
    ])
    expect(await Promise.all(now)).toEqual(linesByKey(`shown-${id}`))
  },
)

test.each(protocols.map(protocol => [protocol.id, protocol] as const))(
  'run.json of %s with each pass',
  async (id, protocol) => {
    const samples = chooseLawSamples(protocol)
    const run = lawRun(samples, protocol)
    const records = lawRecords(run, samples)
    const now = shownProbes.map(async probe => {
      const [total = 0] = passTotals([probe], samples, run.settings, [])
      const number = '00000000-0000-4000-8000-000000000000'
      const pass = { ...newPass(run, probe, total, run.environment, null), id: number, created: run.created }
      const passes = [{ run: { ...pass, state: 'done' as const }, records: lawRecords(pass, samples) }]
      const parts = [...serializeRun({ run, records, passes })]
      return [probeKey(probe), await shortDigest(parts.join(''))]
    })
    expect(await Promise.all(now)).toEqual(linesByKey(`run-${id}`))
  },
)
