/** What a merged run takes from its parts, field by field. */
import { test } from 'vitest'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { mergeShards } from '../../../src/features/shards/data/merge.ts'
import { drawnSamples } from '../../unit/support/drawn-samples.ts'
import { Random } from '../../unit/support/random.ts'
import { everyField, expectFates, full } from '../../unit/support/run-fates.ts'
import { madeShard, makeManifest, runOn } from './shards.ts'

test('a merged run takes the folders and the machine of its largest part', async () => {
  const samples = drawnSamples(new Random(1), 12)
  const manifest = await makeManifest({ samples })
  const makeRun = (sitting: number): Run => runOn({ samples }, sitting)
  const files = await Promise.all(
    [1, 2].map(number => madeShard({ manifest, samples, shard: { number, of: 2 }, makeRun })),
  )
  const odd = files.map(file => ({
    ...file,
    sittings: file.sittings.map(sitting => ({ ...sitting, run: { ...full, ...sitting.run } })),
  }))
  const { run } = mergeShards(manifest, odd)
  if (!run) throw new Error('Nothing was merged.')
  expectFates(run, makeRun(0), { ...everyField, environment: 'taken', merged: 'own' })
})
