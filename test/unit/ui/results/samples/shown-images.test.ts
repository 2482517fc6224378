/** Which images a sample's page shows: what the model got, whatever the pass. */
import { expect, test } from 'vitest'
import { newPass } from '../../../../../src/app/run/new-run.ts'
import { allProbes } from '../../../../../src/engine/probes/passes.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { imagesShownIn } from '../../../../../src/engine/protocol/record.ts'
import { listImages } from '../../../../../src/engine/protocol/sample.ts'
import { sampleImages } from '../../../../../src/ui/results/samples/shown-images.ts'
import { lawRecords, lawRun } from '../../../support/law-runs.ts'
import { mappedLawSamples as samples } from '../../../support/law-samples.ts'

const run = lawRun(samples, findProtocol({ id: 'direct', version: 2 }))
const passes = allProbes
  .filter(probe => probe.kind !== 'corruption' || probe.strength === 1)
  .map(probe => newPass(run, probe, samples.length, run.environment, null))

test('of every pass, the page shows the images that the model got', () => {
  for (const pass of passes)
    for (const record of lawRecords(pass, samples)) {
      const { paths, shown } = sampleImages(pass, record.sample, record)
      const seen = paths.map((path, i) => shown?.[i]?.path ?? path)
      expect(seen, pass.name).toEqual(pass.probe?.kind === 'text-only' ? [] : imagesShownIn(record))
    }
})

test('a run itself, and a record that is still read, show the sample’s own images', () => {
  const [sample] = samples
  if (!sample) throw new Error('There is no sample.')
  expect(sampleImages(run, sample, null)).toEqual({ paths: listImages(sample) })
  expect(sampleImages(undefined, sample, null)).toEqual({ paths: listImages(sample) })
})
