import { expect, test } from 'vitest'
import { newPass } from '../../../src/app/run/new-run.ts'
import { allProbes } from '../../../src/engine/probes/passes.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { imagesShownIn } from '../../../src/engine/protocol/record.ts'
import { sampleImages } from '../../../src/ui/results/samples/shown-images.ts'
import { lawRecords, lawRun } from '../../unit/support/law-runs.ts'
import { mappedLawSamples as samples } from '../../unit/support/law-samples.ts'

const run = lawRun(samples, findProtocol({ id: 'direct', version: 2 }))

test.each([
  ['irrelevant-examples', 'those of another question’s examples'],
  ['reordered-examples', 'those of the reversed examples'],
])('a pass with %s says whose images they are', (kind, words) => {
  const probe = allProbes.find(one => one.kind === kind)
  if (!probe) throw new Error('There is no such probe.')
  const pass = newPass(run, probe, samples.length, run.environment, null)
  const records = lawRecords(pass, samples).filter(record => imagesShownIn(record).length > 0)
  expect(records.length).toBeGreaterThan(0)
  for (const record of records) {
    const { note, shown } = sampleImages(pass, record.sample, record)
    expect(note).toContain(words)
    expect(shown).toBeUndefined()
  }
})
