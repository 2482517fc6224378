/** What stored runs depend on never changes: the keys of probes, their names, what each shows, and run.json with every pass. */

import { expect, test } from 'vitest'
import { newPass } from '../../../src/app/run/new-run.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { sha256 } from '../../../src/engine/base/sha256.ts'
import { probeKey } from '../../../src/engine/probes/kind-of.ts'
import { listProbes } from '../../../src/engine/probes/list.ts'
import { mayAsk } from '../../../src/engine/probes/own-sample.ts'
import { allProbes, passTotals, placeOf } from '../../../src/engine/probes/passes.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { probeName } from '../../../src/engine/probes/probe-names.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { imagesOf } from '../../../src/engine/protocol/sample.ts'
import { lawRecords, lawRun } from '../support/law-runs.ts'
import { askingProtocols, lawSamplesOf } from '../support/law-samples.ts'

/** Every probe that can be chosen, and those that follow from a data set. */
const probes: readonly Probe[] = [
  ...allProbes,
  { kind: 'noise-image', seed: 7, moments: { means: [1, 2, 3], deviations: [4, 5, 6] } },
  { kind: 'swapped-image', seed: 0 },
  { kind: 'same-label', seed: 12 },
  { kind: 'opposite-label', seed: 12 },
  { kind: 'irrelevant-examples', seed: 3 },
  { kind: 'region', drawn: [[0, 1, 2, 3, 4]] },
  { kind: 'region', fill: 'blur', drawn: [[0, 1, 2, 3, 4]] },
  {
    kind: 'elsewhere',
    drawn: [
      [0, 1, 2, 3, 4],
      [5, 0.5, 2, 30, 4],
    ],
  },
  { kind: 'occlusion', of: 0 },
  { kind: 'occlusion', of: 12 },
  { kind: 'occlusion', of: 3, fill: 'blank-token' },
  ...([2, 4] as const).flatMap(strength =>
    (
      ['noise', 'blur', 'contrast', 'compression', 'low-resolution', 'medical-jpeg', 'mri-spike'] as const
    ).map((corruption): Probe => ({ kind: 'corruption', corruption, strength, seed: 5 })),
  ),
]

const digestOf = (text: string): Promise<string> =>
  sha256(new TextEncoder().encode(text)).then(digest => digest.slice(0, 16))

/** What a probe makes of the samples of a protocol. */
function shownBy(probe: Probe, protocol: (typeof askingProtocols)[number]) {
  const samples = lawSamplesOf(protocol)
  const perturbation = new Perturbation(probe, samples, protocol)
  const group = { images: ['x/a.png'], samples: samples.map(({ index }) => index) }
  const isAsked = (index: number) => perturbation.asks(samples.find(one => one.index === index) as never)
  return [
    samples.map(sample => [
      perturbation.asks(sample),
      perturbation.fields(sample),
      perturbation.images(imagesOf(sample), sample.index),
      perturbation.shown(sample),
      perturbation.swappedRight(sample),
      perturbation.checksMap(sample.index),
      perturbation.protocol.kindOf(sample.fields),
      mayAsk(probe, sample, protocol),
    ]),
    perturbation.groups([group as never], isAsked),
  ]
}

/** Of a corruption one strength: another changes a number only. */
const shownProbes = probes.filter(probe => probe.kind !== 'corruption' || probe.strength === 1)
const protocols = askingProtocols.filter(({ id, version }) =>
  ['medrcube 1', 'direct 2', 'mmmu 1', 'cxreasonbench 1'].includes(`${id} ${version}`),
)

test('the keys, names and places of 200 probes', async () => {
  expect(probes.length).toBeGreaterThanOrEqual(200)
  const lines = probes.map(probe =>
    [JSON.stringify(probe), probeKey(probe), probeName(probe), listProbes([probe]), placeOf(probe)].join(
      ' | ',
    ),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/probes/keys.txt')
})

test.each(protocols.map(protocol => [protocol.id, protocol] as const))(
  'what each shows of %s',
  async (id, protocol) => {
    const lines = await Promise.all(
      shownProbes.map(
        async probe => `${probeKey(probe)} | ${await digestOf(JSON.stringify(shownBy(probe, protocol)))}`,
      ),
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../golden/probes/shown-${id}.txt`)
  },
)

test.each(protocols.map(protocol => [protocol.id, protocol] as const))(
  'run.json of %s with every pass',
  async (id, protocol) => {
    const samples = lawSamplesOf(protocol)
    const run = lawRun(samples, protocol)
    const passes = shownProbes.map((probe, i) => {
      const [total = 0] = passTotals([probe], samples, run.settings, [])
      const number = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
      const pass = { ...newPass(run, probe, total, run.environment), id: number, created: run.created }
      return { run: { ...pass, state: 'done' as const }, records: lawRecords(pass, samples) }
    })
    const parts = [...serializeRun({ run, records: lawRecords(run, samples), passes })]
    const digest = await digestOf(parts.join(''))
    await expect(`${digest}\n`).toMatchFileSnapshot(`../../golden/probes/run-${id}.txt`)
  },
)
